//! "Skirmish at the Ford": an invented game, the smallest example of how one is written.
//!
//! Four by four squares, three pieces a side. Both sides secretly make one piece their guard; a die says who begins. A side
//! makes two steps a turn; who steps into the ford is turned face up, and so is everybody at the end. Whoever comes next to an
//! enemy may be fired at; who is missed may fire back; who is hit falls back, which may bring him next to another enemy, or
//! is lost. So reactions nest, and the stack of frames holds them. By night both sides camp in secret, chits are drawn from a cup,
//! and fire takes three dice.
//!
//! This file has the pieces, the position, the list of procedures and what the kernel asks of a game. Each chapter of the rules
//! has a file of its own: `camp` (1), `turn` (2, 3), `fire` (4, 5), `night` (7). `action` has the actions and their notation, `module` what front
//! ends are offered.

mod action;
mod camp;
mod fire;
mod module;
mod night;
mod turn;

pub use action::Action;
pub use camp::{Camp, ChooseGuards};
pub use fire::{Hit, React, Shot};
pub use module::Skirmish;
pub use night::{Chit, Cup, Scout};
pub use turn::{Begin, Turn};

use kernel::*;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

const fn rule(id: &'static str, title: &'static str, obligation: &'static str) -> Rule {
    let (game, kind, provenance) = ("ford", RuleKind::Core, "printed");
    Rule { game, id, title, kind, obligation, provenance, rests_on: &[], rulings: &[] }
}
pub static RULES: [Rule; 7] = [
    rule("1", "Guards", "Each side secretly makes one of its pieces the guard."),
    rule("2", "Turns", "A die says who begins; there are three turns."),
    rule("3", "Steps", "Two steps a turn, each to an empty neighbour; the ford turns a piece face up."),
    rule("4", "Reaction", "A piece next to an enemy that arrives may fire, once a turn."),
    rule("5", "Fire", "5 or more hits; +2 if the guard fires, -1 at the guard."),
    rule("6", "Victory", "More pieces on the board win."),
    rule("7", "Night", "A chit is drawn for each turn; fire takes two dice and one with ten sides."),
];
/// By night the same paragraphs have other numbers, as in the rulebook of a second game; night itself is told there alone.
pub static RULES_BY_NIGHT: [Rule; 7] = {
    const fn rule(id: &'static str, title: &'static str) -> Rule {
        let (kind, provenance, obligation) = (RuleKind::Core, "printed", "As by day.");
        Rule { game: "night", id, title, kind, obligation, provenance, rests_on: &[], rulings: &[] }
    }
    [
        rule("2.1", "Guards"),
        rule("1", "Turns"),
        rule("3", "Steps"),
        rule("4.1", "Reaction"),
        rule("4.2", "Fire"),
        rule("9", "Victory"),
        rule("5", "Night"),
    ]
};
static BY_NIGHT: LazyLock<Concordance> = LazyLock::new(|| {
    let pairs = RULES.iter().zip(&RULES_BY_NIGHT).map(|(day, night)| (day.id, night.id));
    Concordance::new(&RULES, &RULES_BY_NIGHT, pairs).expect("each paragraph by day has one by night")
});
pub const GUARDS: Citation = Citation(&RULES[0]);
pub const TURNS: Citation = Citation(&RULES[1]);
pub const STEPS: Citation = Citation(&RULES[2]);
pub const REACTION: Citation = Citation(&RULES[3]);
pub const FIRE: Citation = Citation(&RULES[4]);
pub const VICTORY: Citation = Citation(&RULES[5]);
pub const NIGHT: Citation = Citation(&RULES[6]);

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
pub const NAMES: [&str; 6] = ["r1", "r2", "r3", "b1", "b2", "b3"];
const LAST_TURN: u8 = 3;

ids! {
    /// A piece: an index into the pieces and their names.
    pub struct UnitId(u8);
}
/// Squares are named by column and row: 11 to 44.
pub type Square = u8;
const FORD: Square = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Piece {
    pub at: Option<Square>,
    pub guard: bool,
    pub face_up: bool,
    fired: bool,
    /// Only by night.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scout: bool,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Wait {
    /// Nothing: the procedures are running.
    Run,
    Decide(SeatSet),
    /// What the procedure on top leaves to chance.
    Chance,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    turn: u8,
    first: Seat,
    pub pieces: ById<UnitId, [Piece; 6]>,
    /// What is left in the cup, by night.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cup: Vec<Chit>,
    /// What the chit of this turn adds to fire.
    #[serde(default, skip_serializing_if = "is_nothing")]
    light: i32,
    wait: Wait,
    pub stack: Vec<Frame>,
}

fn is_nothing(light: &i32) -> bool {
    *light == 0
}

position! {
    /// The position; this game needs no caches beside it.
    pub struct Position { State, (), Frame }
}

procedures! {
    /// What is going on.
    pub enum Frame of Ford { ChooseGuards, Begin, Turn, React, Shot, Hit, Camp, Cup, Scout }
}

#[derive(Clone, Copy, Debug)]
pub struct Ford {
    pub night: bool,
}
pub const DAY: Ford = Ford { night: false };

impl pieces::Cast for Ford {
    type Unit = UnitId;
    type Units = u16;
    type Leader = UnitId;
    type Leaders = u16;
}

/// A choice as it is put together. The prompts are made of them: so small a game has no questions of its own.
pub struct Offer {
    rule: Citation,
    sentence: &'static str,
    odds: bool,
}

impl Offer {
    fn say(rule: Citation, sentence: &'static str) -> Offer {
        Offer { rule, sentence, odds: false }
    }
}

impl Procedures for Ford {
    type Asked = ();
    type Offer = Offer;
    type Subject = ();
    const RULE: Citation = STEPS;

    fn nothing_asked(&self) {}
    fn common_offer(&self, _: &Position, _: Seat, action: Action) -> Offer {
        unreachable!("{action:?} is offered by the procedure that asks for it")
    }
}

fn owner(id: UnitId) -> Seat {
    if id.index() < 3 { RED } else { BLUE }
}
fn all_pieces() -> impl Iterator<Item = UnitId> {
    (0..6).map(UnitId::at)
}
fn pieces_of(seat: Seat) -> impl Iterator<Item = UnitId> {
    all_pieces().filter(move |id| owner(*id) == seat)
}
fn name(id: UnitId) -> &'static str {
    NAMES[id.index()]
}
fn on_board(square: &Square) -> bool {
    (1..=4).contains(&(square / 10)) && (1..=4).contains(&(square % 10))
}
fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    [square + 1, square + 10, square - 1, square - 10].into_iter().filter(on_board)
}
/// Whose piece it is, before anything else.
fn own(seat: Seat, id: UnitId) -> Result<(), No> {
    if owner(id) == seat { Ok(()) } else { Err(No(GUARDS, "This is not your piece.")) }
}
const NOT_NOW: No = No(STEPS, "This cannot be done now.");

impl Position {
    fn left(&self, seat: Seat) -> i64 {
        pieces_of(seat).filter(|id| self.pieces[*id].at.is_some()).count() as i64
    }
    /// Empty squares next to a piece.
    fn ways(&self, id: UnitId) -> impl Iterator<Item = Square> {
        let empty = |square: &Square| self.pieces.iter().all(|piece| piece.at != Some(*square));
        self.pieces[id].at.into_iter().flat_map(neighbours).filter(empty)
    }
    /// Whether the piece may be the guard, as far as the viewer knows: one answer or both.
    fn may_be_guard(&self, viewer: Viewer, id: UnitId) -> &[bool] {
        let known = self.pieces[id].face_up || viewer.may_see(SeatSet::only(owner(id)));
        if known { std::slice::from_ref(&self.pieces[id].guard) } else { &[false, true] }
    }
    fn arrive(&mut self, id: UnitId, to: Square) {
        self.state.pieces[id].at = Some(to);
        self.push(Frame::React(React { seat: owner(id).other(), against: id }));
    }
    fn decide(&mut self, seat: Seat) {
        self.state.wait = Wait::Decide(SeatSet::only(seat));
    }
    fn wait_for_chance(&mut self) {
        self.state.wait = Wait::Chance;
    }
}

impl Ford {
    /// Goes on until somebody must decide or roll, or until it is over: then all is shown.
    fn go_on(&self, p: &mut Position, log: &mut Log) {
        while p.wait == Wait::Run {
            if p.left(RED) == 0 || p.left(BLUE) == 0 {
                p.state.stack.clear();
            }
            if p.stack.is_empty() {
                p.state.pieces.iter_mut().for_each(|piece| piece.face_up = true);
                log.say(|| Event::new("shown", VICTORY).text("Every piece is turned face up.").reveals(true));
                return;
            }
            self.run_top(p, log);
        }
    }
}

impl Game for Ford {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> &[&'static str] {
        &["Red", "Blue"]
    }
    fn start(&self) -> Position {
        let piece = |at| Piece { at: Some(at), ..Piece::default() };
        let both = SeatSet::only(RED).with(BLUE);
        let (frame, cup) = match self.night {
            true => (Frame::Camp(Camp { busy: both }), night::CHITS.to_vec()),
            false => (Frame::ChooseGuards(ChooseGuards { owed: both }), Vec::new()),
        };
        let pieces = ById::new([11, 21, 31, 24, 34, 44].map(piece));
        let (wait, stack) = (Wait::Decide(both), vec![frame]);
        let state = State { turn: 1, first: RED, pieces, cup, light: 0, wait, stack };
        Position { state, cache: () }
    }

    fn need(&self, p: &Position) -> Need {
        match p.wait {
            Wait::Decide(seats) => Need::Decide(seats),
            Wait::Chance => Need::Chance(self.chance_top(p)),
            Wait::Run => Need::Over(Outcome::of_most(&[p.left(RED), p.left(BLUE)], VICTORY)),
        }
    }
    fn candidates(&self, p: &Position) -> Vec<Candidate> {
        if p.wait == Wait::Chance { self.drawn_from_top(p) } else { Vec::new() }
    }
    fn concordance(&self) -> Option<&Concordance> {
        self.night.then(|| &*BY_NIGHT)
    }
    fn secret_section(&self, p: &Position) -> Option<u32> {
        matches!(p.now(), Some(Frame::Camp(_))).then_some(1)
    }

    fn legal(&self, p: &Position, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if matches!(p.wait, Wait::Decide(seats) if seats.has(seat)) {
            self.options_top(p, seat, out);
        }
    }
    fn apply(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        p.state.wait = Wait::Run;
        self.play_top(p, seat, action, log);
        self.go_on(p, log);
    }
    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        p.state.wait = Wait::Run;
        self.rolled_top(p, faces, log);
        self.go_on(p, log);
    }
    fn refuse(&self, p: &Position, seat: Seat, action: Action) -> Refusal {
        match p.now().map(|_| self.check_top(p, seat, action)) {
            Some(Err(no)) => no.into(),
            _ => NOT_NOW.into(),
        }
    }
    fn audit(&self, p: &Position) -> Result<(), String> {
        for id in all_pieces() {
            let piece = &p.pieces[id];
            let mut before = p.pieces.iter().take(id.index());
            if piece.at.is_some_and(|at| !on_board(&at) || before.any(|other| other.at == piece.at)) {
                return Err(format!("{} cannot stand where it is.", name(id)));
            }
            if piece.guard && pieces_of(owner(id)).any(|other| other < id && p.pieces[other].guard) {
                return Err(format!("{} cannot be a guard too.", name(id)));
            }
        }
        Ok(())
    }
}

impl Show for Ford {
    fn notation(&self, p: &Position, action: Action) -> String {
        self.write(p, action)
    }
    fn read(&self, p: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_words(p, seat, &text.split_whitespace().collect::<Vec<_>>())
    }
    fn expand(&self, _: &Position, _: Seat, text: &str) -> Option<Vec<String>> {
        if text.contains(';') {
            return Some(text.split(';').map(|step| step.trim().into()).collect());
        }
        let mut words = text.split_whitespace();
        let piece = (words.next()? == "move").then(|| words.next())??;
        Some(words.map(|square| format!("step {piece} {square}")).collect())
    }
    fn phrases(&self) -> &'static [&'static str] {
        &["move PIECE SQUARE SQUARE: steps, one after the other", "ACTION; ACTION: several actions"]
    }

    fn choice(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let offer = self.offer_top(p, seat, action);
        let (kind, group) = action::sort_of(action);
        let mut choice = Choice::new(kind, self.write(p, action), offer.sentence, offer.rule);
        let (piece, square) = action.names();
        choice.hex = square.map(|square| format_text!("{square}"));
        choice.units = piece.map(|id| name(id).into()).into_iter().collect();
        choice.group = group.map(Text::new_static);
        choice.declines = action::declines(action);
        choice.odds = offer.odds;
        choice
    }
    fn phase(&self, p: &Position) -> Phase {
        let turn = p.turn.min(LAST_TURN).into();
        let phase = match p.stack[..] {
            [] => "over",
            [Frame::ChooseGuards(_) | Frame::Camp(_) | Frame::Begin(_)] => "before the first turn",
            [_] => "movement",
            _ => "reaction",
        };
        let time = format_text!("{} o'clock", 5 + turn);
        Phase { turn, turns: LAST_TURN.into(), time, phase: phase.into(), step: Text::default() }
    }
    fn view(&self, p: &Position, viewer: Viewer) -> Scene {
        let piece = |id: UnitId| scene::Piece {
            id: name(id).into(),
            name: name(id).into(),
            seat: owner(id).0,
            kind: if p.may_be_guard(viewer, id) == [true] { "guard" } else { "infantry" }.into(),
            hex: p.pieces[id].at.map(|square| format_text!("{square}")),
            face_up: p.pieces[id].face_up,
            badges: p.pieces[id].fired.then(|| "fired".into()).into_iter().collect(),
            ..scene::Piece::default()
        };
        let pieces = all_pieces().map(|id| piece(id).into()).collect();
        Scene { map: "ford".into(), phase: self.phase(p), pieces, ..Scene::default() }
    }

    fn marks(&self) -> &'static [scene::MarkInfo] {
        const MARKS: &[scene::MarkInfo] = &[scene::MarkInfo::new("fired", "✓", scene::Tone::Done)];
        MARKS
    }

    /// Reads `{"turn": 2, "r1": {"at": 22, "guard": true}, "b3": {}}`; Red begins, b3 is lost.
    fn setup(&self, setup: &serde_json::Value) -> Result<Position, Vec<String>> {
        let mut p = self.start();
        p.set_top(Frame::Turn(Turn { seat: RED, steps: 2 }));
        p.decide(RED);
        let mut errors = Vec::new();
        for (what, value) in setup.as_object().into_iter().flatten() {
            let id = NAMES.iter().position(|name| name == what);
            match (id, Piece::deserialize(value), (1..=LAST_TURN).find(|turn| value == turn)) {
                (Some(id), Ok(piece), _) => p.state.pieces[UnitId::at(id)] = piece,
                (None, _, Some(turn)) if what == "turn" => p.state.turn = turn,
                _ => errors.push(format!("`{what}` cannot be {value}")),
            }
        }
        if errors.is_empty() { Ok(p) } else { Err(errors) }
    }
}

impl Answer for Ford {
    fn explain(&self, p: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        self.odds_of_fire(p, viewer, action)
    }
}

impl Foresee for Ford {
    fn tally(&self, p: &Position) -> Vec<(Seat, String, i64)> {
        [RED, BLUE].map(|seat| (seat, "pieces".into(), p.left(seat))).into()
    }

    fn foresight(&self) -> Option<&'static Foresight> {
        Some(&Foresight { verdicts: &[], habits: &["hold", "lose"], words: &[] })
    }
    fn depth(&self, p: &Position) -> usize {
        p.stack.len()
    }
    fn settled(&self, p: &Position, _: usize) -> bool {
        p.wait != Wait::Chance && !p.now().is_some_and(|frame| frame.is_fight())
    }
    /// The first piece that lies face down is taken for the guard, and nobody for the scout.
    fn known(&self, p: &Position, viewer: Viewer) -> Option<Position> {
        let mut known = p.clone();
        for seat in [RED, BLUE].into_iter().filter(|seat| !viewer.may_see(SeatSet::only(*seat))) {
            let hidden: Vec<UnitId> = pieces_of(seat).filter(|id| !p.pieces[*id].face_up).collect();
            let guard = hidden.iter().any(|id| p.pieces[*id].guard);
            for id in pieces_of(seat) {
                known.state.pieces[id].scout = false;
            }
            for id in &hidden {
                known.state.pieces[*id].guard = guard && Some(id) == hidden.first();
            }
        }
        Some(known)
    }
}
