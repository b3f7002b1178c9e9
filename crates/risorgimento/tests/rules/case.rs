//! How a rule is tested: a small position in a few lines, actions in notation, scripted dice, and what
//! must have been said and be true afterwards.
//!
//! ```ignore
//! let mut g = game("activate benedek forces
//!                   33-gyulai 1614 N; benedek 1617; 5-aosta 1512 S");
//! g.play("act 33-gyulai; step 1613; react fire 5-aosta; * 3 4");
//! g.said(rule::R12_2_2, "fires at");
//! g.refused("step 1612").because(rule::R8a);
//! ```

use kernel::{Citation, Event, Game, Log, Need, Refusal, Seat, Viewer};
use risorgimento::handmade::position;
use risorgimento::position::{Leader, Place, Position, Unit};
use risorgimento::{Action, Battle, Options, data};
use std::sync::OnceLock;

/// The battle that most tests play on, fog of war on.
pub fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| of("battle", Options::default()))
}

/// A scenario with options.
pub fn of(scenario: &str, options: Options) -> Battle {
    Battle::new(data::load(&data::untuned(), "goito", scenario).expect("they are sound"), options)
}

/// Names the rules that a test is about, where nothing in it cites them by itself.
pub fn covers(rules: &[Citation]) {
    assert!(!rules.is_empty());
}

pub struct Case {
    pub battle: &'static Battle,
    pub p: Position,
    pub events: Vec<Event>,
}

/// A position to play on from, written as `risorgimento::handmade` reads it.
pub fn game(text: &str) -> Case {
    Case { battle: battle(), p: position(battle(), text), events: Vec::new() }
}

/// The scenario from its first decision.
pub fn from_the_start() -> Case {
    Case { battle: battle(), p: battle().start(), events: Vec::new() }
}

impl Case {
    /// Plays a script: actions, macros and rolls (`* 3 4`), separated by semicolons or lines.
    #[track_caller]
    pub fn play(&mut self, script: &str) -> &mut Case {
        for step in script.split([';', '\n']).map(str::trim).filter(|s| !s.is_empty()) {
            match step.strip_prefix('*') {
                Some(faces) => {
                    let faces: Vec<u8> =
                        faces.split_whitespace().map(|f| f.parse().expect("a face")).collect();
                    self.roll(&faces);
                }
                None => self.act(step),
            }
        }
        self
    }

    #[track_caller]
    fn roll(&mut self, faces: &[u8]) {
        let Need::Roll(request) = self.battle.need(&self.p) else {
            panic!("no roll is due, but {}", self.waits())
        };
        assert_eq!(request.dice as usize, faces.len(), "dice for {}", request.what);
        let mut log = Log::on();
        self.battle.roll(&mut self.p, faces, &mut log);
        self.arrived(log);
    }

    #[track_caller]
    fn act(&mut self, text: &str) {
        let seat = match self.battle.need(&self.p) {
            Need::Decide(seats) => seats.iter().next().unwrap_or(Seat(0)),
            _ => Seat(0),
        };
        let steps = self.battle.expand(&self.p, seat, text).unwrap_or_else(|| vec![text.to_string()]);
        for step in steps {
            let (seat, action) = self.read(&step);
            let mut log = Log::on();
            if let Err(no) = self.battle.act(&mut self.p, seat, action, &mut log) {
                panic!("`{step}` is refused: {} ({:?})\n{}", no.message, no.rule, self.waits());
            }
            self.arrived(log);
        }
    }

    #[track_caller]
    fn arrived(&mut self, log: Log) {
        self.events.extend(log.events);
        if let Err(why) = self.battle.audit(&self.p) {
            panic!("the position is broken: {why}");
        }
    }

    #[track_caller]
    fn read(&self, text: &str) -> (Seat, Action) {
        let seat =
            self.decider().unwrap_or_else(|| panic!("`{text}`: no decision is due, but {}", self.waits()));
        let action =
            self.battle.read(&self.p, seat, text).unwrap_or_else(|no| panic!("`{text}`: {}", no.message));
        (seat, action)
    }

    /// The seat that must decide, if one must.
    pub fn decider(&self) -> Option<Seat> {
        match self.battle.need(&self.p) {
            Need::Decide(seats) => seats.single(),
            _ => None,
        }
    }

    /// What the game waits for, in words.
    pub fn waits(&self) -> String {
        match self.battle.need(&self.p) {
            Need::Decide(_) => format!("seat {:?} chooses among {:?}", self.decider(), self.legal()),
            Need::Roll(request) => format!("{} dice for {} are due", request.dice, request.what),
            Need::Over(outcome) => format!("the game is over: {outcome:?}"),
        }
    }

    /// The roll that is due: its words.
    #[track_caller]
    pub fn roll_due(&self) -> &'static str {
        match self.battle.need(&self.p) {
            Need::Roll(request) => request.what,
            _ => panic!("no roll is due, but {}", self.waits()),
        }
    }

    /// Every legal action in notation.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if let Some(seat) = self.decider() {
            self.battle.legal(&self.p, seat, &mut legal);
        }
        legal.into_iter().map(|a| self.battle.notation(&self.p, a)).collect()
    }

    #[track_caller]
    pub fn offers(&self, action: &str) -> &Case {
        assert!(self.legal().iter().any(|a| a == action), "`{action}` is not offered: {}", self.waits());
        self
    }

    #[track_caller]
    pub fn offers_not(&self, action: &str) -> &Case {
        assert!(self.legal().iter().all(|a| a != action), "`{action}` is offered");
        self
    }

    /// The action is refused and nothing changes; who asks may look at the reason.
    #[track_caller]
    pub fn refused(&mut self, text: &str) -> Refused {
        let (seat, action) = self.read(text);
        let before = self.p.clone();
        let mut log = Log::on();
        match self.battle.act(&mut self.p, seat, action, &mut log) {
            Ok(()) => panic!("`{text}` is allowed"),
            Err(refusal) => {
                assert!(self.p == before && log.events.is_empty(), "a refused action changed something");
                Refused(refusal)
            }
        }
    }

    /// An event of this rule whose text, as everybody who may know all reads it, holds the words.
    #[track_caller]
    pub fn said(&self, rule: Citation, words: &str) -> &Case {
        let lines = self.lines();
        let found = lines.iter().any(|(r, text)| *r == rule && text.contains(words));
        assert!(found, "nothing with `{words}` was said under {rule}:\n{}", self.log());
        self
    }

    #[track_caller]
    pub fn never_said(&self, words: &str) -> &Case {
        assert!(
            self.lines().iter().all(|(_, text)| !text.contains(words)),
            "`{words}` was said:\n{}",
            self.log()
        );
        self
    }

    /// A modifier of any event so far: its value.
    pub fn modifier(&self, label: &str) -> Option<i32> {
        self.events.iter().flat_map(|e| &e.modifiers).rev().find(|m| m.label.contains(label)).map(|m| m.value)
    }

    fn lines(&self) -> Vec<(Citation, String)> {
        let told = self.events.iter().filter_map(|e| e.tell(self.battle.seats(), Viewer::Everything));
        told.map(|t| (t.rule, t.text)).collect()
    }

    /// The log so far, for failures.
    pub fn log(&self) -> String {
        self.lines().iter().map(|(rule, text)| format!("{text} ({rule})\n")).collect()
    }

    #[track_caller]
    pub fn unit(&self, id: &str) -> Unit {
        let is = |full: &str| full == id || full.split_once('-').is_some_and(|(_, rest)| rest == id);
        let mut found = self.battle.army.units.iter().enumerate().filter(|(_, u)| is(&u.id));
        let on_map = found.clone().find(|(i, _)| self.p.units[*i].place != Place::Later);
        let (i, _) = on_map.or_else(|| found.next()).unwrap_or_else(|| panic!("no unit {id}"));
        self.p.units[i]
    }

    /// The printed number of the hex where a unit is; empty if it is nowhere.
    #[track_caller]
    pub fn hex(&self, id: &str) -> &str {
        let hex = self.unit(id).hex;
        if hex.is_none() { "" } else { self.battle.map.number(hex) }
    }

    #[track_caller]
    pub fn leader(&self, id: &str) -> Leader {
        let found = self.battle.army.leaders.iter().position(|l| l.id.ends_with(id));
        self.p.leaders[found.unwrap_or_else(|| panic!("no commander {id}"))]
    }

    /// Where a commander is.
    #[track_caller]
    pub fn leader_hex(&self, id: &str) -> &str {
        let hex = self.leader(id).hex;
        if hex.is_none() { "" } else { self.battle.map.number(hex) }
    }

    #[track_caller]
    pub fn mood(&self, formation: &str) -> i8 {
        let found = self.battle.army.formations.iter().position(|f| f.id.ends_with(formation));
        self.p.formations[found.unwrap_or_else(|| panic!("no formation {formation}"))].mood
    }
}

pub struct Refused(pub Refusal);

impl Refused {
    #[track_caller]
    pub fn because(&self, rule: Citation) {
        assert_eq!(self.0.rule, Some(rule), "{}", self.0.message);
    }
}

impl Case {
    /// One of the answers to a question about a piece, a formation or a hex is of this rule and holds the words.
    #[track_caller]
    pub fn told(&self, subject: &str, rule: Citation, words: &str) -> &Case {
        let answers = self
            .battle
            .why(&self.p, Viewer::Everything, subject)
            .unwrap_or_else(|no| panic!("{}", no.message));
        let found = answers.iter().any(|a| a.rule == rule && a.sentence.contains(words));
        assert!(found, "nothing with `{words}` is told of {subject} under {rule}: {answers:#?}");
        self
    }
}

// ---- positions that several chapters play on, on open ground in column 05 ----------------------------

/// Benedek's brigade acts, its commander in 0513; D'Arvillars is in 0503.
pub fn benedek_acts(pieces: &str) -> Case {
    game(&format!("activate benedek forces; benedek 0513; darvillars 0503\n{pieces}"))
}

/// Strassoldo's brigade acts, its commander in 0513; D'Arvillars is in 0503.
pub fn strassoldo_acts(pieces: &str) -> Case {
    game(&format!("activate strassoldo forces; strassoldo 0513; darvillars 0503\n{pieces}"))
}

/// 33 Gyulai (MA 5, CV 9) comes from 0510 to its Assault marker in 0509, beside whoever is in 0508.
pub fn gyulai_comes(others: &str) -> Case {
    let mut g = benedek_acts(&format!("33-gyulai 0510 N; marker assault 0509>0508; {others}"));
    g.play("act 33-gyulai; step 0509");
    g
}
