//! "Skirmish at the Ford": an invented game, the smallest example of how one is written.
//!
//! Four by four squares, three pieces a side. Both sides secretly make one piece their guard; a die
//! says who begins. A side makes two steps a turn; who steps into the ford is turned face up, and so
//! is everybody at the end. Whoever comes next to an enemy may be fired at; who is missed may fire
//! back; who is hit falls back, which may bring him next to another enemy, or is lost. So reactions
//! nest, and the stack of frames holds them.

use kernel::*;
use serde::{Deserialize, Serialize};

const fn rule(id: &'static str, title: &'static str, obligation: &'static str) -> Rule {
    let (game, kind, provenance) = ("ford", RuleKind::Core, "printed");
    Rule { game, id, title, kind, obligation, provenance, rests_on: &[], rulings: &[] }
}
pub static RULES: [Rule; 6] = [
    rule("1", "Guards", "Each side secretly makes one of its pieces the guard."),
    rule("2", "Turns", "A die says who begins; there are three turns."),
    rule("3", "Steps", "Two steps a turn, each to an empty neighbour; the ford turns a piece face up."),
    rule("4", "Reaction", "A piece next to an enemy that arrives may fire, once a turn."),
    rule("5", "Fire", "5 or more hits; +2 if the guard fires, -1 at the guard."),
    rule("6", "Victory", "More pieces on the board win."),
];
pub const GUARDS: Citation = Citation(&RULES[0]);
pub const TURNS: Citation = Citation(&RULES[1]);
pub const STEPS: Citation = Citation(&RULES[2]);
pub const REACTION: Citation = Citation(&RULES[3]);
pub const FIRE: Citation = Citation(&RULES[4]);
pub const VICTORY: Citation = Citation(&RULES[5]);

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
pub const NAMES: [&str; 6] = ["r1", "r2", "r3", "b1", "b2", "b3"];
const LAST_TURN: u8 = 3;

/// Squares are named by column and row: 11 to 44.
type Square = u8;
const FORD: Square = 32;
/// An index into the pieces and their names.
type PieceId = usize;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Piece {
    pub at: Option<Square>,
    pub guard: bool,
    pub face_up: bool,
    fired: bool,
}

/// What is going on. When no seat owes the choice of its guard any more, a die says who begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Frame {
    ChooseGuards { owed: SeatSet },
    Turn { seat: Seat, steps: u8 },
    React { seat: Seat, against: PieceId },
    Shot { shooter: PieceId, target: PieceId },
    Hit { piece: PieceId },
    Over,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    turn: u8,
    first: Seat,
    pub pieces: [Piece; 6],
    /// The innermost frame comes last.
    pub stack: Vec<Frame>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Guard(PieceId),
    Step(PieceId, Square),
    Done,
    Fire(PieceId),
    Hold,
    Back(Square),
    Lose,
}

impl Action {
    /// The verb, the rule, what is offered, and what is told in front of the piece and behind it.
    fn words(self) -> (&'static str, Citation, &'static str, [&'static str; 2]) {
        match self {
            Action::Guard(_) => ("guard", GUARDS, "Make this piece the guard.", [" makes ", " its guard."]),
            Action::Step(..) => ("step", STEPS, "Move one square.", [" moves ", " to "]),
            Action::Done => ("done", STEPS, "End the turn.", [" ends its turn.", ""]),
            Action::Fire(_) => ("fire", REACTION, "Fire.", [" fires with ", "."]),
            Action::Hold => ("hold", REACTION, "Hold fire.", [" holds its fire.", ""]),
            Action::Back(_) => ("back", FIRE, "Fall back.", [" falls back to ", ""]),
            Action::Lose => ("lose", FIRE, "Take the piece off.", [" loses the piece.", ""]),
        }
    }
    /// The piece and the square that are named with the verb.
    fn names(self) -> (Option<&'static str>, Option<String>) {
        match self {
            Action::Guard(id) | Action::Fire(id) => (Some(NAMES[id]), None),
            Action::Step(id, to) => (Some(NAMES[id]), Some(to.to_string())),
            Action::Back(to) => (None, Some(to.to_string())),
            Action::Done | Action::Hold | Action::Lose => (None, None),
        }
    }
}

fn owner(id: PieceId) -> Seat {
    if id < 3 { RED } else { BLUE }
}
fn pieces_of(seat: Seat) -> impl Iterator<Item = PieceId> {
    (0..6).filter(move |id| owner(*id) == seat)
}
fn on_board(square: &Square) -> bool {
    (1..=4).contains(&(square / 10)) && (1..=4).contains(&(square % 10))
}
fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    [square + 1, square + 10, square - 1, square - 10].into_iter().filter(on_board)
}
fn added_by_guards(guard_fires: bool, at_guard: bool) -> i32 {
    2 * i32::from(guard_fires) - i32::from(at_guard)
}

impl Position {
    pub fn top(&self) -> Frame {
        self.stack.last().copied().unwrap_or(Frame::Over)
    }
    fn left(&self, seat: Seat) -> i64 {
        pieces_of(seat).filter(|id| self.pieces[*id].at.is_some()).count() as i64
    }
    /// Empty squares next to a piece.
    fn ways(&self, id: PieceId) -> impl Iterator<Item = Square> {
        let empty = |square: &Square| self.pieces.iter().all(|piece| piece.at != Some(*square));
        self.pieces[id].at.into_iter().flat_map(neighbours).filter(empty)
    }
    /// Pieces that may fire at an enemy.
    fn shooters(&self, target: PieceId) -> impl Iterator<Item = PieceId> {
        let near = move |from| neighbours(from).any(|square| Some(square) == self.pieces[target].at);
        let may_fire = move |piece: &Piece| !piece.fired && piece.at.is_some_and(near);
        pieces_of(owner(target).other()).filter(move |id| may_fire(&self.pieces[*id]))
    }
    /// Whether the piece may be the guard, as far as the viewer knows: one answer or both.
    fn may_be_guard(&self, viewer: Viewer, id: PieceId) -> &[bool] {
        let known = self.pieces[id].face_up || viewer.may_see(SeatSet::only(owner(id)));
        if known { std::slice::from_ref(&self.pieces[id].guard) } else { &[false, true] }
    }
    fn arrive(&mut self, id: PieceId, to: Square) {
        self.pieces[id].at = Some(to);
        self.stack.push(Frame::React { seat: owner(id).other(), against: id });
    }
    /// Takes finished frames off until somebody must decide or roll; at the end all is shown.
    fn run(&mut self, log: &mut Log) {
        if self.left(RED) == 0 || self.left(BLUE) == 0 {
            self.stack.clear();
        }
        while matches!(self.top(), Frame::React { against, .. } if self.shooters(against).next().is_none()) {
            self.stack.pop();
        }
        if self.stack.is_empty() {
            self.pieces.iter_mut().for_each(|piece| piece.face_up = true);
            log.say(|| Event::new("shown", VICTORY).text("Every piece is turned face up.").reveals(true));
        }
    }
}

pub struct Ford;
impl Game for Ford {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> &[&'static str] {
        &["Red", "Blue"]
    }
    fn start(&self) -> Position {
        let piece = |at| Piece { at: Some(at), ..Piece::default() };
        let stack = vec![Frame::ChooseGuards { owed: SeatSet::only(RED).with(BLUE) }];
        Position { turn: 1, first: RED, pieces: [11, 21, 31, 24, 34, 44].map(piece), stack }
    }

    fn need(&self, position: &Position) -> Need {
        let roll = |what, rule, by| Need::Roll(RollRequest { dice: 1, sides: 6, lowest: 1, what, rule, by });
        match position.top() {
            Frame::ChooseGuards { owed: SeatSet::NONE } => roll("who begins", TURNS, RED),
            Frame::ChooseGuards { owed } => Need::Decide(owed),
            Frame::Turn { seat, .. } | Frame::React { seat, .. } => Need::Decide(SeatSet::only(seat)),
            Frame::Shot { shooter, .. } => roll("fire", FIRE, owner(shooter)),
            Frame::Hit { piece } => Need::Decide(SeatSet::only(owner(piece))),
            Frame::Over => Need::Over(Outcome::of_most(&[position.left(RED), position.left(BLUE)], VICTORY)),
        }
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        match position.top() {
            Frame::ChooseGuards { .. } => out.extend(pieces_of(seat).map(Action::Guard)),
            Frame::Turn { steps, .. } => {
                for id in pieces_of(seat).filter(|_| steps > 0) {
                    out.extend(position.ways(id).map(|to| Action::Step(id, to)));
                }
                out.push(Action::Done);
            }
            Frame::React { against, .. } => {
                out.extend(position.shooters(against).map(Action::Fire).chain([Action::Hold]));
            }
            Frame::Hit { piece } => out.extend(position.ways(piece).map(Action::Back).chain([Action::Lose])),
            Frame::Shot { .. } | Frame::Over => {}
        }
    }

    fn apply(&self, position: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        log.say(|| {
            let ((verb, rule, _, [before, after]), (piece, to)) = (action.words(), action.names());
            let mut event =
                Event::new(verb, rule).seat(seat).text(before).text(piece.unwrap_or("")).text(after);
            event.parts.extend(to.map(|to| Part::Hex(to.into())));
            event.heard_by = if rule == GUARDS { SeatSet::only(seat) } else { SeatSet::ALL };
            event.reveals = matches!(action, Action::Step(id, FORD) if !position.pieces[id].face_up);
            event
        });
        let frame = position.top();
        position.stack.pop();
        match (frame, action) {
            (Frame::ChooseGuards { owed }, Action::Guard(id)) => {
                position.pieces[id].guard = true;
                let owed = owed.without(seat);
                position.stack.push(Frame::ChooseGuards { owed });
                if owed.is_empty() {
                    log.say(|| Event::new("guards", GUARDS).text("Both guards are chosen."));
                }
            }
            (Frame::Turn { steps, .. }, Action::Step(id, to)) => {
                position.pieces[id].face_up |= to == FORD;
                position.stack.push(Frame::Turn { seat, steps: steps - 1 });
                position.arrive(id, to);
            }
            (Frame::Turn { .. }, Action::Done) => {
                if seat != position.first {
                    position.turn += 1;
                    position.pieces.iter_mut().for_each(|piece| piece.fired = false);
                }
                if position.turn <= LAST_TURN {
                    position.stack.push(Frame::Turn { seat: seat.other(), steps: 2 });
                }
            }
            (Frame::React { against, .. }, Action::Fire(shooter)) => {
                position.pieces[shooter].fired = true;
                position.stack.extend([frame, Frame::Shot { shooter, target: against }]);
            }
            (Frame::React { .. }, Action::Hold) => {}
            (Frame::Hit { piece }, Action::Back(to)) => position.arrive(piece, to),
            (Frame::Hit { piece }, Action::Lose) => position.pieces[piece].at = None,
            _ => unreachable!("{action:?} is not legal in {frame:?}"),
        }
        position.run(log);
    }

    fn roll(&self, position: &mut Position, faces: &[u8], log: &mut Log) {
        match position.stack.pop() {
            Some(Frame::ChooseGuards { .. }) => {
                position.first = if faces[0] % 2 == 1 { RED } else { BLUE };
                position.stack.push(Frame::Turn { seat: position.first, steps: 2 });
                log.say(|| Event::new("begin", TURNS).seat(position.first).text(" begins.").dice(faces));
            }
            Some(Frame::Shot { shooter, target }) => {
                let [by, at] = [shooter, target].map(|id| position.pieces[id]);
                let value = added_by_guards(by.guard, at.guard);
                let hit = i32::from(faces[0]) + value >= 5;
                log.say(|| {
                    let verb = if hit { " hits " } else { " misses " };
                    let event = Event::new("fire", FIRE).text(NAMES[shooter]).text(verb).text(NAMES[target]);
                    let add = Modifier { label: "guards".into(), value, rule: FIRE, seen_by: SeatSet::ALL };
                    event.dice(faces).modifiers(vec![add]).reveals(!by.face_up || !at.face_up)
                });
                position.pieces[shooter].face_up = true;
                position.pieces[target].face_up = true;
                let react = Frame::React { seat: owner(target), against: shooter };
                position.stack.push(if hit { Frame::Hit { piece: target } } else { react });
            }
            frame => unreachable!("no roll is due in {frame:?}"),
        }
        position.run(log);
    }

    fn refuse(&self, position: &Position, seat: Seat, action: Action) -> Refusal {
        let why = match (position.top(), action) {
            (_, Action::Guard(id) | Action::Step(id, _) | Action::Fire(id)) if owner(id) != seat => {
                return Refusal::new(GUARDS, "This is not your piece.");
            }
            (Frame::Turn { steps: 0, .. }, Action::Step(..)) => "Both steps of this turn are made.",
            (Frame::Turn { .. }, Action::Step(..)) => "A step goes to an empty square next to the piece.",
            (Frame::React { .. }, Action::Fire(_)) => "This piece is not next to the target, or has fired.",
            (Frame::Hit { .. }, Action::Back(_)) => "A piece falls back to an empty square next to it.",
            _ => return Refusal::plain("This cannot be done now."),
        };
        Refusal::new(action.words().1, why)
    }

    fn notation(&self, _: &Position, action: Action) -> String {
        let ((verb, ..), (piece, to)) = (action.words(), action.names());
        let words = [Some(verb.into()), piece.map(Into::into), to];
        words.into_iter().flatten().collect::<Vec<String>>().join(" ")
    }
    /// Tries every action there could be: so notation is written in one place only.
    fn read(&self, position: &Position, _: Seat, text: &str) -> Result<Action, Refusal> {
        let squares = || (11..=44).filter(on_board);
        let steps = |id| squares().map(move |to| Action::Step(id, to));
        let with_piece = (0..6).flat_map(|id| steps(id).chain([Action::Guard(id), Action::Fire(id)]));
        let rest = [Action::Done, Action::Hold, Action::Lose].into_iter().chain(squares().map(Action::Back));
        let read = rest.chain(with_piece).find(|action| self.notation(position, *action) == text.trim());
        read.ok_or_else(|| Refusal::plain(format!("`{text}` means nothing here.")))
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

    fn choice(&self, position: &Position, _: Seat, action: Action) -> Choice {
        let ((verb, rule, offer, _), (piece, hex)) = (action.words(), action.names());
        let mut choice = Choice::new(verb, self.notation(position, action), offer, rule);
        choice.hex = hex.map(Into::into);
        choice.units = piece.into_iter().map(Into::into).collect();
        choice.odds = matches!(action, Action::Fire(_));
        choice
    }
    fn phase(&self, position: &Position) -> Phase {
        let turn = position.turn.min(LAST_TURN).into();
        let phase = match position.stack[..] {
            [] => "over",
            [Frame::ChooseGuards { .. }] => "before the first turn",
            [_] => "movement",
            _ => "reaction",
        };
        let time = format_text!("{} o'clock", 5 + turn);
        Phase { turn, turns: LAST_TURN.into(), time, phase: phase.into() }
    }
    /// An enemy that lies face down may be the guard or not: that widens the odds.
    fn explain(&self, position: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        let (Action::Fire(shooter), Frame::React { against, .. }) = (action, position.top()) else {
            return Err(Refusal::plain("Only fire has odds."));
        };
        let [by, at] = [shooter, against].map(|id| position.may_be_guard(viewer, id));
        let cases = by.iter().flat_map(|by| at.iter().map(|at| added_by_guards(*by, *at)));
        let chances = cases.map(|added| (1..=6).filter(|face| face + added >= 5).count() as f64 / 6.0);
        let title = format!("{} fires at {}", NAMES[shooter], NAMES[against]);
        Ok(Odds::of_two(title, FIRE, ["hit", "miss"], chances))
    }
    fn view(&self, position: &Position, viewer: Viewer) -> Scene {
        let piece = |id: PieceId| scene::Piece {
            id: NAMES[id].into(),
            name: NAMES[id].into(),
            seat: owner(id).0,
            kind: if position.may_be_guard(viewer, id) == [true] { "guard" } else { "infantry" }.into(),
            hex: position.pieces[id].at.map(|square| format_text!("{square}")),
            face_up: position.pieces[id].face_up,
            badges: position.pieces[id].fired.then(|| "fired".into()).into_iter().collect(),
            ..scene::Piece::default()
        };
        let pieces = (0..6).map(|id| piece(id).into()).collect();
        Scene { map: "ford".into(), phase: self.phase(position), pieces, ..Scene::default() }
    }

    /// Reads `{"turn": 2, "r1": {"at": 22, "guard": true}, "b3": {}}`; Red begins, b3 is lost.
    fn setup(&self, setup: &serde_json::Value) -> Result<Position, Vec<String>> {
        let mut position = Position { stack: vec![Frame::Turn { seat: RED, steps: 2 }], ..self.start() };
        let mut errors = Vec::new();
        for (what, value) in setup.as_object().into_iter().flatten() {
            let id = NAMES.iter().position(|name| name == what);
            match (id, Piece::deserialize(value), (1..=LAST_TURN).find(|turn| value == turn)) {
                (Some(id), Ok(piece), _) => position.pieces[id] = piece,
                (None, _, Some(turn)) if what == "turn" => position.turn = turn,
                _ => errors.push(format!("`{what}` cannot be {value}")),
            }
        }
        if errors.is_empty() { Ok(position) } else { Err(errors) }
    }
    fn audit(&self, position: &Position) -> Result<(), String> {
        for (id, piece) in position.pieces.iter().enumerate() {
            let before = &position.pieces[..id];
            if piece.at.is_some_and(|at| !on_board(&at) || before.iter().any(|other| other.at == piece.at)) {
                return Err(format!("{} cannot stand where it is.", NAMES[id]));
            }
            if piece.guard && pieces_of(owner(id)).any(|other| other < id && position.pieces[other].guard) {
                return Err(format!("{} cannot be a guard too.", NAMES[id]));
            }
        }
        Ok(())
    }
    fn tally(&self, position: &Position) -> Vec<(Seat, String, i64)> {
        [RED, BLUE].map(|seat| (seat, "pieces".into(), position.left(seat))).into()
    }
}
