//! `capitano play`: a game in the terminal, line by line. Each player sees what its seat may see;
//! with secrets and two players at one terminal a curtain falls between them.

mod input;
mod map;
mod overview;
mod screen;
mod style;
#[cfg(test)]
mod tests;

use crate::cli::{By, DiceChoice, PlayArgs};
use crate::explain::seat;
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::paint::{Depth, terminal_size};
use crate::{files, load, opponents, replay};
use input::Input;
use kernel::wire::StepTold;
use kernel::{ChanceTold, Choice, Dice, Refusal, Seat, Stop, Table, Viewer};
use players::{Advice, Computer, Level};
use screen::Screen;
use std::collections::HashMap;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub fn run(args: &PlayArgs, games: &Games) -> Result<ExitCode, Failure> {
    let mut table = table(args, games)?;
    let info = table.info();
    let entry = games.of_scenario(&info.scenario)?;
    let players = players(args, &*table, entry, info.seats.len())?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64),
    };
    table.set_auto(true, Viewer::Public);
    table.set_forced(!args.ask_always, Viewer::Public);
    let depth = Depth::of_stdout(args.color);
    let mut screen = Screen::new(entry, info.seats.clone(), info.marks, depth, terminal_size(), !args.no_map);
    screen.look_over(&info.in_play);
    let clears = std::io::stdout().is_terminal();
    let mut play = Play {
        table,
        entry,
        heard: vec![0; players.len()],
        players,
        lot: kernel::playout::random_lot(seed),
        seed,
        computers: HashMap::new(),
        advisers: HashMap::new(),
        screen,
        secrets: info.secrets,
        clears,
        echoes: !std::io::stdin().is_terminal(),
        last: None,
        secret_seats: 0,
        secret_choice: false,
        save: args.save.clone(),
        input: std::io::stdin().lock(),
        out: std::io::stdout().lock(),
    };
    match play.go_on() {
        // The terminal has gone away.
        Err(Stopped::Pipe) | Ok(()) => Ok(ExitCode::SUCCESS),
        Err(Stopped::Failure(failure)) => Err(failure),
    }
}

fn table(args: &PlayArgs, games: &Games) -> Result<Box<dyn Table>, Failure> {
    let mut table = match (&args.load, &args.scenario) {
        _ if args.setup.is_some() => set_up(args, games)?,
        (Some(path), scenario) => {
            let table = load::open(games, &load::read(path)?)
                .map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))?;
            let loaded = table.info().scenario;
            match scenario {
                Some(named) if *named != loaded => {
                    return Err(Failure::usage(format!(
                        "{} is a game of {loaded}, not of {named}",
                        path.display()
                    )));
                }
                _ => table,
            }
        }
        (None, Some(scenario)) => games.table(scenario, &args.options.iter().cloned().collect())?,
        (None, None) => return Err(Failure::usage("name a scenario, or a file with --load")),
    };
    // A saved game goes on with its own dice, unless others are asked for.
    let goes_on = args.load.is_some() && args.seed.is_none() && table.dice().can_roll();
    match args.dice {
        DiceChoice::Hand => table.set_dice(Dice::ByHand),
        DiceChoice::Seeded if goes_on => {}
        DiceChoice::Seeded => table.set_dice(load::dice(args.seed, &*table)?),
    }
    Ok(table)
}

/// A table at a position written by hand. The command line may name scenario and options for it.
fn set_up(args: &PlayArgs, games: &Games) -> Result<Box<dyn Table>, Failure> {
    let path = args.setup.as_deref().ok_or_else(|| Failure::usage("name a file with --setup"))?;
    let mut setup = load::read_setup(path)?;
    match (&setup.scenario, &args.scenario) {
        (Some(own), Some(named)) if own != named => {
            return Err(Failure::usage(format!("{} is a set-up of {own}, not of {named}", path.display())));
        }
        (None, named) => setup.scenario.clone_from(named),
        _ => {}
    }
    setup.options.extend(args.options.iter().cloned());
    load::open_setup(games, path, &setup)
}

fn players(args: &PlayArgs, table: &dyn Table, entry: &Entry, seats: usize) -> Result<Vec<By>, Failure> {
    for by in &args.players {
        if let By::Computer(level) = by {
            entry.knows(*level)?;
        }
    }
    if let Some(name) = &args.seat {
        let own = usize::from(seat(table, name)?.0);
        return Ok((0..seats)
            .map(|i| if i == own { By::Hand } else { By::Computer(Level::Random) })
            .collect());
    }
    match args.players.len() {
        0 => Ok(vec![By::Hand; seats]),
        count if count == seats => Ok(args.players.clone()),
        count => Err(Failure::usage(format!("--players must name {seats} players, not {count}"))),
    }
}

/// Why playing ended before the game did.
enum Stopped {
    Pipe,
    Failure(Failure),
}

impl From<std::io::Error> for Stopped {
    fn from(error: std::io::Error) -> Stopped {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Stopped::Pipe,
            _ => Stopped::Failure(Failure::new(format!("the terminal: {error}"))),
        }
    }
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Stopped {
        Stopped::Failure(failure)
    }
}

/// Whether the game goes on.
#[derive(PartialEq)]
enum Next {
    GoesOn,
    Leaves,
}

struct Play<'a, I, O> {
    table: Box<dyn Table>,
    entry: &'a Entry,
    players: Vec<By>,
    /// For random players, whatever the game.
    lot: kernel::Lot,
    seed: u64,
    /// Computers that have sat down, and those that have been asked for a hint.
    computers: HashMap<Seat, Box<dyn Computer>>,
    advisers: HashMap<Seat, Box<dyn Computer>>,
    screen: Screen<'a>,
    /// How much of its log each seat has read.
    heard: Vec<usize>,
    /// Something is hidden from one of two players at this terminal.
    secrets: bool,
    /// The terminal can be cleared.
    clears: bool,
    /// What is read does not show by itself: it comes from a file or a pipe.
    echoes: bool,
    /// Who sat here last.
    last: Option<Seat>,
    /// How many seats have still to make a secret choice that all make at the same time.
    secret_seats: usize,
    /// Who sat here last made such a choice.
    secret_choice: bool,
    save: Option<PathBuf>,
    input: I,
    out: O,
}

impl<I: BufRead, O: Write> Play<'_, I, O> {
    fn go_on(&mut self) -> Result<(), Stopped> {
        loop {
            let status = self.table.status(Viewer::Everything);
            if status.outcome.is_some() {
                return self.end();
            }
            let next = match (&status.chance, self.next_seat(&status.decide)) {
                (Some(chance), _) => self.ask_chance(chance.by)?,
                (None, Some(seat)) if self.by_hand(seat) => self.decide(seat, status.decide.len())?,
                (None, Some(seat)) => self.let_play(seat)?,
                (None, None) => {
                    return Err(Failure::new("the game asks nobody; this is a bug in its rules").into());
                }
            };
            if next == Next::Leaves {
                return self.leave();
            }
        }
    }

    fn by_hand(&self, seat: Seat) -> bool {
        self.players.get(usize::from(seat.0)) == Some(&By::Hand)
    }

    /// The seats that are played at this terminal.
    fn hands(&self) -> Vec<Seat> {
        (0..self.players.len() as u8).map(Seat).filter(|seat| self.by_hand(*seat)).collect()
    }

    /// Of several that owe a secret choice, the computers go first: nobody waits for them.
    fn next_seat(&self, seats: &[Seat]) -> Option<Seat> {
        seats.iter().find(|seat| !self.by_hand(**seat)).or(seats.first()).copied()
    }

    /// A computer's step. Who alone plays against it reads at once what it does.
    fn let_play(&mut self, seat: Seat) -> Result<Next, Stopped> {
        let action = match self.players.get(usize::from(seat.0)) {
            Some(By::Computer(level)) if *level != Level::Random => {
                let sits = self.computers.remove(&seat);
                let seed = self.seed.wrapping_add(u64::from(seat.0));
                let sits = sits.or_else(|| players::computer(&*self.table, *level, seed));
                let mut computer =
                    sits.ok_or_else(|| Failure::usage(format!("the {level} does not know this game")))?;
                let action = computer.act(&*self.table, seat);
                self.computers.insert(seat, computer);
                action.ok_or_else(|| Failure::new("a computer has no action; this is a bug"))?
            }
            _ => {
                let choices = self.table.legal(Some(seat)).map_err(bug)?;
                let choice =
                    self.lot.one_of(&choices).ok_or_else(|| Failure::new("a seat has no legal action"))?;
                choice.action.clone()
            }
        };
        self.table.act(Some(seat), &action, Viewer::Public).map_err(bug)?;
        match self.hands()[..] {
            [] => self.tell(None)?,
            [alone] => self.tell(Some(alone))?,
            _ => {}
        }
        Ok(Next::GoesOn)
    }

    /// What a captain would do here.
    fn hint(&mut self, seat: Seat, choices: &[Choice]) -> Vec<String> {
        let level = opponents::adviser(self.entry.levels);
        let sits = self.advisers.remove(&seat);
        let sits = sits.or_else(|| players::computer(&*self.table, level?, self.seed));
        let Some(mut adviser) = sits else {
            return vec!["No computer can advise in this game.".to_owned()];
        };
        let advice = adviser.advise(&*self.table, seat);
        self.advisers.insert(seat, adviser);
        match advice {
            Some(advice) => advised(&advice, choices),
            None => vec!["There is nothing to advise on.".to_owned()],
        }
    }

    /// What a viewer has not read yet; without a seat, everything that happened.
    fn tell(&mut self, seat: Option<Seat>) -> Result<(), Stopped> {
        let viewer = seat.map_or(Viewer::Everything, Viewer::Seat);
        let mark = usize::from(seat.map_or(0, |seat| seat.0));
        let news = self.table.log(viewer, self.heard[mark]);
        self.heard[mark] += news.len();
        for told in &news {
            self.print(&self.screen.page.event(told))?;
        }
        Ok(())
    }

    fn print(&mut self, lines: &[String]) -> Result<(), Stopped> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), Stopped> {
        Ok(writeln!(self.out, "{line}")?)
    }

    /// The next line that is typed; None at the end of the input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Stopped> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if self.echoes {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Between two players at one terminal, where one may not see what the other saw. `owing` is
    /// how many seats owe a choice now.
    fn curtain(&mut self, seat: Seat, owing: usize) -> Result<Next, Stopped> {
        let handed_over = self.last != Some(seat);
        if owing > 1 {
            self.secret_seats = owing;
        } else if handed_over {
            self.secret_seats = self.secret_seats.saturating_sub(1);
        }
        let secret = self.secrets || self.secret_choice || self.secret_seats > 0;
        self.secret_choice = self.secret_seats > 0;
        self.last = Some(seat);
        if !(handed_over && secret && self.hands().len() > 1) {
            return Ok(Next::GoesOn);
        }
        if self.clears {
            // Screen and scrollback: what stood there was for the other player's eyes.
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        let name = self.screen.seat(seat).to_owned();
        let answer = self.ask(&format!("\nHand over to {name} and press Enter. "))?;
        Ok(if answer.is_some() { Next::GoesOn } else { Next::Leaves })
    }

    /// Asks whoever rolls for the faces of his dice, or for what he has drawn.
    fn ask_chance(&mut self, by: Seat) -> Result<Next, Stopped> {
        let hands = self.hands();
        let hand = hands.iter().find(|seat| **seat == by).or(hands.first()).copied();
        if let Some(seat) = hand {
            self.tell(Some(seat))?;
        }
        let viewer = hand.map_or(Viewer::Public, Viewer::Seat);
        let Some(chance) = self.table.status(viewer).chance else { return Ok(Next::GoesOn) };
        let lines = self.chance_lines(&chance);
        self.print(&lines)?;
        let (prompt, how) = match &chance.draw {
            Some(_) => ("drawn> ", "Type what was drawn: one of the words above."),
            None => ("faces> ", "Type the faces with spaces between them, as in 3 5."),
        };
        loop {
            let Some(line) = self.ask(prompt)? else {
                return Ok(Next::Leaves);
            };
            let answered = match input::parse(&line) {
                Input::Quit => return Ok(Next::Leaves),
                Input::Save(path) => {
                    self.save_to(path.as_deref())?;
                    continue;
                }
                _ if line.trim().is_empty() => None,
                _ if chance.draw.is_some() => Some(self.table.draw(line.trim(), Viewer::Public)),
                _ => faces(&line).map(|faces| self.table.roll(Some(&faces), Viewer::Public)),
            };
            match answered {
                None => self.say(how)?,
                Some(Ok(_)) => return Ok(Next::GoesOn),
                Some(Err(refusal)) => self.refuse(&refusal)?,
            }
        }
    }

    /// What is rolled or drawn, and what can come.
    fn chance_lines(&self, chance: &ChanceTold) -> Vec<String> {
        let by = self.screen.seat(chance.by);
        let verb = if chance.draw.is_some() { "draws" } else { "rolls" };
        // Whoever rolls by hand must know how a die is read that has a zero.
        let zero = chance.dice.iter().find(|die| die.lowest != 1);
        let read = zero
            .map_or_else(String::new, |die| format!(" (faces {} to {})", die.lowest, die.faces().end - 1));
        let line = format!("{by} {verb} {}{read}: {}", chance.lots(), chance.subject());
        let mut lines = match chance.rule {
            Some(rule) => self.screen.page.cited("", &line, rule),
            None => vec![line],
        };
        if let Some(draw) = &chance.draw {
            lines.extend(draw.candidates.iter().map(|one| format!("  {}  {}", one.id, one.name)));
        }
        lines
    }

    fn decide(&mut self, seat: Seat, owing: usize) -> Result<Next, Stopped> {
        if self.curtain(seat, owing)? == Next::Leaves {
            return Ok(Next::Leaves);
        }
        let viewer = Viewer::Seat(seat);
        let choices = self.table.legal(Some(seat)).map_err(bug)?;
        self.screen.look_at(&self.table.status(viewer).prompt, &choices);
        let board = self.screen.board(&self.table.view(viewer), &choices);
        self.print(&board)?;
        self.tell(Some(seat))?;
        let asked = self.screen.asked(seat, &self.table.status(viewer), &choices);
        self.print(&asked)?;
        loop {
            let prompt = format!("{}> ", self.screen.seat(seat));
            let Some(line) = self.ask(&prompt)? else {
                return Ok(Next::Leaves);
            };
            let action = match input::parse(&line) {
                Input::Choice(number) => match choices.get(number.wrapping_sub(1)) {
                    Some(choice) => choice.action.clone(),
                    None => {
                        self.say(&format!("There are {} choices.", choices.len()))?;
                        continue;
                    }
                },
                Input::Action(action) => action,
                Input::Undo => match self.undo(seat)? {
                    true => return Ok(Next::GoesOn),
                    false => continue,
                },
                Input::Quit => return Ok(Next::Leaves),
                other => {
                    self.answer(seat, &choices, other)?;
                    continue;
                }
            };
            match self.table.act(Some(seat), &action, viewer) {
                Ok(report) => {
                    // A last step that was the only choice has been played already.
                    let done = |stop: &Stop| {
                        stop.rest.is_empty() && report.played.iter().any(|step| {
                        matches!(step, StepTold::Act { action, automatic: true, .. } if *action == stop.at)
                    })
                    };
                    if let Some(stop) = report.stopped.as_ref().filter(|stop| !done(stop)) {
                        self.tell(Some(seat))?;
                        self.say(&format!("Stopped before `{}`: {}", stop.at, stop.why))?;
                    }
                    // Whatever happens to the terminal, what was decided is kept.
                    if let Some(path) = &self.save {
                        write_saved(&*self.table, path)?;
                    }
                    return Ok(Next::GoesOn);
                }
                Err(refusal) => self.refuse(&refusal)?,
            }
        }
    }

    /// A command that changes nothing in the game.
    fn answer(&mut self, seat: Seat, choices: &[Choice], input: Input) -> Result<(), Stopped> {
        if input == Input::Hint {
            self.say("The captain is thinking …")?;
            self.out.flush()?;
            let lines = self.hint(seat, choices);
            return self.print(&lines);
        }
        let viewer = Viewer::Seat(seat);
        let page = &self.screen.page;
        let lines = match input {
            Input::Help => {
                let mut lines: Vec<String> = input::HELP.lines().map(str::to_owned).collect();
                lines.extend(self.table.info().phrases.iter().map(|phrase| format!("  {phrase}")));
                lines
            }
            Input::Legend => self.screen.legend(&self.table.view(viewer).scene),
            Input::All => self.screen.choices(choices, usize::MAX),
            Input::Map(None) => self.screen.board(&self.table.view(viewer), choices),
            Input::Map(Some(hex)) => match self.screen.look_at_hex(&hex) {
                true => self.screen.board(&self.table.view(viewer), choices),
                false => vec![format!("There is no hex {hex} on the map.")],
            },
            Input::Overview => self.screen.overview(&self.table.view(viewer), choices),
            Input::Scroll(dx, dy) => {
                self.screen.scroll(dx, dy);
                self.screen.board(&self.table.view(viewer), choices)
            }
            Input::Log(count) => {
                let log = self.table.log(viewer, 0);
                let from = log.len().saturating_sub(count);
                log[from..].iter().flat_map(|told| page.event(told)).collect()
            }
            Input::Units(hex) => self.screen.units(&self.table.view(viewer).scene, hex.as_deref()),
            Input::Formations => self.screen.formations(&self.table.view(viewer).scene),
            Input::Tracks => self.screen.tracks(&self.table.view(viewer).scene),
            Input::Briefing => page.briefing(&self.table.briefing(viewer)),
            Input::Why(subject) => {
                answered(self.table.why(viewer, &subject), |reasons| page.reasons(&reasons))
            }
            Input::Reach(unit) => match self.table.reach(viewer, &unit) {
                Ok(reach) => self.screen.reach(&self.table.view(viewer), &reach),
                Err(refusal) => refused(&refusal),
            },
            Input::Odds(which) => {
                let choice = which.parse::<usize>().ok().and_then(|n| choices.get(n.wrapping_sub(1)));
                let action = choice.map_or(which.as_str(), |choice| &choice.action);
                answered(self.table.explain(viewer, action), |odds| page.odds(&odds))
            }
            Input::Rule(id) => self.screen.rule(self.entry.module.rules(), &id),
            Input::Save(path) => return self.save_to(path.as_deref()),
            Input::Wrong(message) => vec![message],
            Input::Nothing => {
                vec!["Type the number of a choice, an action, or ? for help.".to_owned()]
            }
            // These change the game or take thought, and are carried out where they are read.
            Input::Hint | Input::Choice(_) | Input::Action(_) | Input::Undo | Input::Quit => Vec::new(),
        };
        self.print(&lines)
    }

    /// Takes back an action of this seat, or of another player by hand who has no secrets from it.
    fn undo(&mut self, seat: Seat) -> Result<bool, Stopped> {
        let open = !self.secrets;
        let may = |by: Seat| (by == seat || open) && self.table.undo_limit(by) > 0;
        if !self.hands().into_iter().any(may) {
            self.say("Nothing can be taken back: dice were rolled, something came to light, or the other side has decided.")?;
            return Ok(false);
        }
        // In a secret section everybody takes back his own.
        let own = (self.table.undo_limit(seat) > 0).then_some(seat);
        if let Err(refusal) = self.table.undo(own, Viewer::Seat(seat)) {
            self.refuse(&refusal)?;
            return Ok(false);
        }
        for by in 0..self.heard.len() {
            let told = self.table.status(Viewer::Seat(Seat(by as u8))).log;
            self.heard[by] = self.heard[by].min(told);
        }
        // What was planned after it is not remembered.
        self.computers.clear();
        self.advisers.clear();
        self.say("Taken back.")?;
        Ok(true)
    }

    fn refuse(&mut self, refusal: &Refusal) -> Result<(), Stopped> {
        let lines = refused(refusal);
        self.print(&lines)
    }

    fn save_to(&mut self, path: Option<&Path>) -> Result<(), Stopped> {
        let Some(path) = path.map(Path::to_path_buf).or_else(|| self.save.clone()) else {
            return self.say("Name a file: save FILE.");
        };
        match write_saved(&*self.table, &path) {
            Ok(()) => self.say(&format!("Saved to {}.", path.display())),
            Err(failure) => self.say(&failure.to_string()),
        }
    }

    fn leave(&mut self) -> Result<(), Stopped> {
        if let Some(path) = self.save.clone() {
            write_saved(&*self.table, &path)?;
            self.say(&format!(
                "Saved to {}. Go on with: capitano play --load {}",
                path.display(),
                path.display()
            ))?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Stopped> {
        self.tell(self.last.or(self.hands().first().copied()))?;
        let status = self.table.status(Viewer::Public);
        let result = replay::standing(&status, &self.screen.seats);
        self.say(&format!("\nThe game is over. {result}"))?;
        self.leave()
    }
}

fn write_saved(table: &dyn Table, path: &Path) -> Result<(), Failure> {
    // A saved game is plain data of ours: that it cannot be written as JSON would be our bug.
    let text = serde_json::to_string_pretty(&table.save()).expect("a saved game can be written as JSON");
    files::write(path, &(text + "\n"))
}

fn answered<T>(answer: Result<T, Refusal>, lines: impl FnOnce(T) -> Vec<String>) -> Vec<String> {
    match answer {
        Ok(thing) => lines(thing),
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &Refusal) -> Vec<String> {
    match refusal.rule {
        Some(rule) => vec![format!("{} ({rule})", refusal.message)],
        None => vec![refusal.message.clone()],
    }
}

/// A hint in words: what to do, why, and what else was weighed.
fn advised(advice: &Advice, choices: &[Choice]) -> Vec<String> {
    let at = choices.iter().position(|choice| choice.action == advice.action);
    let what = at.map_or(advice.action.as_str(), |at| choices[at].sentence.as_str());
    let number = at.map(|at| format!(", choice {}", at + 1)).unwrap_or_default();
    let mut lines = vec![format!("{what} (`{}`{number})", advice.action)];
    if !advice.reason.is_empty() {
        lines.push(format!("  {}", advice.reason));
    }
    lines.extend(
        advice
            .candidates
            .iter()
            .map(|weighed| format!("  {:>3.0} %  {}", weighed.value * 100.0, weighed.words)),
    );
    lines
}

/// What `legal` lists and `act` refuses, or the other way round.
fn bug(refusal: Refusal) -> Failure {
    Failure::new(format!("the rules contradict themselves: {}", refusal.message))
}

fn faces(line: &str) -> Option<Vec<u8>> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect::<Option<Vec<u8>>>().filter(|faces| !faces.is_empty())
}
