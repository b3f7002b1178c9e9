//! What every game must keep, checked along a random game. For the tests of the rules crates.

use crate::chart::Chart;
use crate::event::Log;
use crate::foresee::Playable;
use crate::game::{Need, Viewer};
use crate::module::{Module, parted};
use crate::overlay::OverlaySubject;
use crate::playout::{RandomGame, RandomStep, playout_seed, random_game_from};
use crate::record::{Options, Record};
use crate::reference::Term;
use crate::seat::{Seat, SeatSet};
use std::collections::{HashMap, HashSet, VecDeque};

mod asking;
mod breaking;
mod citing;
mod drawing;
mod keeping;
mod speaking;
mod walking;

pub use asking::{Asked, ask, ask_all};
pub use breaking::{
    Broken, Outcome, Pool, break_files, break_positions, break_records, break_setups, break_text,
    break_value, load_broken, refuses, replay_broken, set_up_broken,
};
pub use citing::citations;
pub use drawing::draw_all;
pub use keeping::{keep, keep_all};
pub use speaking::speak_plainly;
pub use walking::along;

/// Looks that cost much are taken at every position whose number is a multiple of this.
const SELDOM: u32 = 16;
/// Positions along audited games are taken as from outside where their number is a multiple of this.
const ADMITTED: u64 = 24;
/// How many past actions are tried again where they are not legal.
const REMEMBERED: usize = 32;

/// Plays the random game with this number and holds every position against what any game must
/// keep; the error says which step broke what.
///
/// - `audit` holds.
/// - Who must decide has a legal action; the list has no action twice and no notation twice;
///   notation reads back as its action; `choice` offers it under its notation.
/// - `act` refuses whom it is not the turn of, and actions that `legal` does not list, and then
///   changes nothing.
/// - Telling events does not change what happens.
/// - A position read back from JSON is equal and has the same hash.
/// - Every viewer gets a view, a prompt and the overlays that need no subject; a question that may
///   be answered in advance is one for who is asked, never for others, and so is one that is answered in steps.
/// - The spans of a told event make its text.
/// - Where the game says that it hides nothing, every viewer sees and hears the same.
pub fn check<G: Playable>(game: &G, number: u64) -> Result<RandomGame<G::Position>, String> {
    let mut checker = Checker { game, step: 0, expected: None, past: VecDeque::new(), legal: Vec::new() };
    let mut broken = None;
    let played = random_game_from(game, game.start(), playout_seed(number), |position, step| {
        if broken.is_none() {
            broken = checker.look(position, step).err();
        }
    });
    let why = match (broken, &played.outcome) {
        (Some(why), _) => why,
        (None, Err(why)) => why.clone(),
        (None, Ok(_)) => match checker.arrived(&played.position) {
            Ok(()) => return Ok(played),
            Err(why) => why,
        },
    };
    Err(format!("random game {number}, step {}: {why}", checker.step))
}

/// Charts have a title and rows, no id, row or column twice, a cell for each column, and every value in them says
/// where it comes from.
///
/// # Panics
/// If they do not: which one and where.
pub fn check_charts(charts: &[Chart]) {
    let ids: HashSet<&str> = charts.iter().map(|chart| chart.id.as_str()).collect();
    assert_eq!(ids.len(), charts.len(), "an id stands twice");
    for chart in charts {
        assert!(!chart.rows.is_empty() && !chart.title.is_empty(), "{} is empty", chart.id);
        let columns: HashSet<_> = chart.columns.iter().collect();
        let rows: HashSet<_> = chart.rows.iter().map(|row| &row.label).collect();
        assert_eq!(columns.len(), chart.columns.len(), "{} has a column twice", chart.id);
        assert_eq!(rows.len(), chart.rows.len(), "{} has a row twice", chart.id);
        for row in &chart.rows {
            assert_eq!(row.cells.len(), chart.columns.len(), "{} {}", chart.id, row.label);
            for cell in &row.cells {
                let known = ["printed", "derived", "reconstructed"].contains(&cell.provenance.as_str());
                assert!(known || cell.text.is_empty(), "{} {}: {cell:?}", chart.id, row.label);
            }
        }
    }
}

/// No code in the cells of a chart lacks a
/// meaning in the glossary: results, abbreviations, what is no word and no number.
///
/// # Panics
/// If one does: which.
pub fn check_glossary(charts: &[Chart], glossary: &[Term]) {
    let mut missing = Vec::new();
    for chart in charts {
        let labels = chart.rows.iter().map(|row| &row.label).chain(&chart.columns).chain([&chart.corner]);
        let cells = chart.rows.iter().flat_map(|row| &row.cells).map(|cell| (&cell.text, Some(&*chart.id)));
        for (text, within) in cells.chain(labels.map(|label| (label, None))) {
            let words = text.split(|c: char| c.is_whitespace() || ",;:/()".contains(c));
            for word in words.filter(|word| is_code(word, text)) {
                if !glossary.iter().any(|term| term.is(word, within.or(Some(&chart.id)))) {
                    missing.push(format!("{}: {word} in {text}", chart.id));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no meaning in the glossary:\n{}", missing.join("\n"));
}

/// Whether a word is a code: letters and digits together, capitals only, or a number that is alone among results.
fn is_code(word: &str, text: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let digits = word.chars().any(|c| c.is_ascii_digit());
    let capitals = word.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    let plain = word.chars().all(char::is_alphanumeric);
    // a word at the beginning of a sentence, and Roman numbers of corps
    let short = letters <= 4 && !(letters == 1 && text.contains(' ') && !text.contains('/')) && word != "II";
    plain && letters > 0 && short && (digits || capitals)
}

/// Plays so many random games on two threads, and looks at each position on the way whether it keeps what
/// always holds; gives the steps of all games together.
///
/// # Panics
/// If a game does not end, or breaks `audit`: which one, at which step and before what.
pub fn play_audited<G: Playable>(game: &G, games: u64) -> u64 {
    std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            scope.spawn(move || (0..games / 2).map(|i| audited(game, 2 * i + half)).sum::<u64>())
        });
        halves.into_iter().map(|half| half.join().expect("no game breaks a rule")).sum()
    })
}

/// Whether a position is taken that comes from outside, and is the same then.
fn admitted<G: Playable>(game: &G, position: &G::Position) -> Result<(), String> {
    let mut copy = position.clone();
    game.admit(&mut copy).map_err(|why| format!("as it comes from outside: {why}"))?;
    if copy == *position { Ok(()) } else { Err("coming from outside it is another position".into()) }
}

fn audited<G: Playable>(game: &G, number: u64) -> u64 {
    let mut broken = None;
    let mut step = 0;
    let played = random_game_from(game, game.start(), playout_seed(number), |position, what| {
        step += 1;
        if broken.is_some() {
            return;
        }
        // What is sound inside is taken from outside too.
        let admitted = || if step % ADMITTED == 0 { admitted(game, position) } else { Ok(()) };
        if let Err(why) = game.audit(position).and_then(|()| admitted()) {
            let next = match what {
                RandomStep::Act(_, action) => game.notation(position, action),
                RandomStep::Roll(faces) => format!("roll {faces:?}"),
            };
            broken = Some(format!("game {number}, step {step}, before {next}: {why}\n{position:?}"));
        }
    });
    assert_eq!(broken, None);
    assert!(played.outcome.is_ok(), "game {number}: {:?}\n{:?}", played.outcome, played.position);
    u64::from(played.actions + played.rolls)
}

/// Replays every record of the module's game, given with its name, to its end and its hash; those of other games are
/// passed over. How many there were, or all that is wrong with them.
pub fn replay_all(
    module: &dyn Module,
    records: impl IntoIterator<Item = (String, String)>,
) -> Result<usize, String> {
    let mut count = 0;
    let mut broken = Vec::new();
    for (name, text) in records {
        match replayed(module, &text) {
            Ok(own) => count += usize::from(own),
            Err(why) => broken.push(format!("{name}: {why}")),
        }
    }
    if broken.is_empty() { Ok(count) } else { Err(broken.join("\n")) }
}

/// How many of these records, all of older editions, are followed to their end by the present rules of the module's game,
/// and how many are not: those must say where the rules part from them.
///
/// # Panics
/// If one says something else.
pub fn replay_older(module: &dyn Module, records: impl IntoIterator<Item = (String, String)>) -> [usize; 2] {
    let mut counts = [0, 0];
    for (name, text) in records {
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        if record.heading.game != module.id() {
            continue;
        }
        let (there, here, steps) = (record.heading.rules, module.rules_edition(), record.steps.len());
        assert!(there < here, "{name} is of edition {there}");
        match module.replay(&record) {
            Ok(table) => {
                assert!(table.outcome().is_some(), "{name} does not end");
                counts[0] += 1;
            }
            Err(error) => {
                let said = (0..=steps).any(|at| error.message.starts_with(&parted(there, here, at, steps)));
                assert!(said, "{name}: {error}");
                counts[1] += 1;
            }
        }
    }
    counts
}

/// Whether the record is of this game, and if it is, that it replays.
fn replayed(module: &dyn Module, text: &str) -> Result<bool, String> {
    let record: Record = text.parse().map_err(|e| format!("{e:?}"))?;
    if record.heading.game != module.id() {
        return Ok(false);
    }
    let table = module.replay(&record).map_err(|e| format!("line {}: {}", e.line, e.message))?;
    let hash = record.hash.ok_or("it has no hash")?;
    if table.outcome().is_none() {
        return Err("it does not end".into());
    }
    if table.hash() != hash {
        return Err(format!("{:016x} instead of {hash:016x}", table.hash()));
    }
    Ok(true)
}

/// Everybody who can look at a game with so many seats.
fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    let seats = (0..seats).map(|seat| Viewer::Seat(Seat(seat as u8)));
    seats.chain([Viewer::Public, Viewer::Everything])
}

/// Every scenario of a module: as it is, and with each other value of each of its options.
fn variants(module: &dyn Module) -> Vec<(String, Options)> {
    let mut variants = Vec::new();
    for scenario in module.scenarios() {
        variants.push((scenario.id.clone(), Options::new()));
        for option in &scenario.options {
            let others = option.values.iter().filter(|value| **value != option.default);
            variants.extend(
                others
                    .map(|value| (scenario.id.clone(), Options::from([(option.id.clone(), value.clone())]))),
            );
        }
    }
    variants
}

struct Checker<'a, G: Playable> {
    game: &'a G,
    step: u32,
    /// The position that the last step gave when its events were told.
    expected: Option<G::Position>,
    past: VecDeque<G::Action>,
    legal: Vec<G::Action>,
}

impl<G: Playable> Checker<'_, G> {
    fn look(&mut self, position: &G::Position, step: RandomStep<G::Action>) -> Result<(), String> {
        self.arrived(position)?;
        let mut next = position.clone();
        let mut log = Log::on();
        match step {
            RandomStep::Act(seat, action) => {
                self.decision(position)?;
                self.game.apply(&mut next, seat, action, &mut log);
                self.past.push_back(action);
                if self.past.len() > REMEMBERED {
                    self.past.pop_front();
                }
            }
            RandomStep::Roll(faces) => {
                self.refused(position, SeatSet::NONE)?;
                self.game.roll(&mut next, faces, &mut log);
            }
        }
        self.told(&log)?;
        self.expected = Some(next);
        self.step += 1;
        Ok(())
    }

    fn arrived(&mut self, position: &G::Position) -> Result<(), String> {
        self.game.audit(position)?;
        if self.expected.take().is_some_and(|expected| expected != *position) {
            return Err("telling the events changed what happened".into());
        }
        if self.step.is_multiple_of(SELDOM) {
            self.json(position)?;
            for viewer in viewers(self.game.seats().len()) {
                self.shown(position, viewer)?;
            }
        }
        Ok(())
    }

    fn shown(&self, position: &G::Position, viewer: Viewer) -> Result<(), String> {
        let scene = self.game.view(position, viewer);
        if !self.game.secrets() && scene != self.game.view(position, Viewer::Everything) {
            return Err(format!("{viewer:?} does not see everything of a game without secrets"));
        }
        if self.game.gauge_values(position).len() != self.game.gauges().len() {
            return Err("not every gauge has a value".into());
        }
        if let Some(known) = self.game.known(position, viewer) {
            self.game.audit(&known).map_err(|error| format!("as {viewer:?} may know it: {error}"))?;
            if self.game.view(&known, viewer) != scene {
                return Err(format!("{viewer:?} can tell what is known from what is"));
            }
        }
        let prompt = self.game.prompt(position, viewer);
        if prompt.sentence.is_empty() || prompt.kind.is_empty() {
            return Err(format!("{viewer:?} gets an empty prompt"));
        }
        let asked = match (self.game.need(position), viewer) {
            (Need::Decide(seats), Viewer::Seat(seat)) => seats.has(seat),
            (Need::Decide(_), Viewer::Everything) => true,
            _ => false,
        };
        if (prompt.standing.is_some() || prompt.course.is_some()) && !asked {
            return Err(format!("{viewer:?} is not asked and reads the key or the course of the question"));
        }
        let free = self.game.overlays().iter().filter(|info| info.subject == OverlaySubject::None);
        for info in free {
            if let Err(refusal) = self.game.overlay(position, viewer, info.id, "") {
                return Err(format!("{viewer:?} cannot lay over `{}`: {}", info.id, refusal.message));
            }
        }
        Ok(())
    }

    fn told(&self, log: &Log) -> Result<(), String> {
        let seats = self.game.seats();
        for event in &log.events {
            for viewer in viewers(self.game.seats().len()) {
                let told = event.tell(seats, viewer);
                if let Some(told) = &told {
                    let spans: String = told.spans.iter().map(|span| span.text.as_str()).collect();
                    if spans != told.text {
                        return Err(format!("`{}` is told as the spans of `{spans}`", told.text));
                    }
                }
                if !self.game.secrets() && told != event.tell(seats, Viewer::Everything) {
                    return Err(format!("{viewer:?} does not hear everything of a game without secrets"));
                }
            }
        }
        Ok(())
    }

    fn json(&self, position: &G::Position) -> Result<(), String> {
        let text = serde_json::to_string(position).map_err(|error| error.to_string())?;
        let mut read: G::Position = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        self.game.admit(&mut read).map_err(|why| format!("as it comes from outside: {why}"))?;
        if read != *position || self.game.hash(&read) != self.game.hash(position) {
            return Err("the position read back from JSON is another".into());
        }
        Ok(())
    }

    fn decision(&mut self, position: &G::Position) -> Result<(), String> {
        let Need::Decide(seats) = self.game.need(position) else {
            return Err("an action where none is due".into());
        };
        for seat in seats.iter() {
            // The list comes in full of old actions: `legal` must empty it first.
            self.game.legal(position, seat, &mut self.legal);
            if self.legal.is_empty() {
                return Err(format!("seat {} has no legal action", seat.0));
            }
            let mut seen = HashMap::new();
            for action in &self.legal {
                let notation = self.game.notation(position, *action);
                let choice = self.game.choice(position, seat, *action);
                if choice.action != notation || choice.kind.is_empty() {
                    return Err(format!("`{notation}` is offered under another notation or as nothing"));
                }
                match self.game.read(position, seat, &notation) {
                    Ok(read) if read == *action => {}
                    Ok(read) => {
                        return Err(format!("`{notation}` is {action:?}, reads as {read:?}"));
                    }
                    Err(refusal) => return Err(format!("`{notation}`: {}", refusal.message)),
                }
                if let Some(other) = seen.insert(notation.clone(), *action) {
                    return Err(format!("`{notation}` is both {other:?} and {action:?}"));
                }
            }
        }
        self.refused(position, seats)
    }

    /// Past actions, tried by every seat: only what is legal now for who must decide is accepted.
    fn refused(&mut self, position: &G::Position, deciding: SeatSet) -> Result<(), String> {
        for seat in (0..self.game.seats().len()).map(|seat| Seat(seat as u8)) {
            self.legal.clear();
            if deciding.has(seat) {
                self.game.legal(position, seat, &mut self.legal);
            }
            for action in &self.past {
                let mut copy = position.clone();
                let accepted = self.game.act(&mut copy, seat, *action, &mut Log::off()).is_ok();
                if accepted != self.legal.contains(action) {
                    return Err(format!("{action:?} by seat {}: accepted is {accepted}", seat.0));
                }
                if !accepted && copy != *position {
                    return Err(format!("{action:?} was refused and changed the position"));
                }
            }
        }
        Ok(())
    }
}
