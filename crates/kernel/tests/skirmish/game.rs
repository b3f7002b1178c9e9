//! "Skirmish at the Ford": an invented game, the smallest example of how one is written.
//!
//! A board of four by four squares, three pieces a side. Both sides secretly choose one piece as
//! their guard; a die says who begins. A side makes two steps a turn; who steps into the ford is
//! turned face up, and so is everybody at the end. Whoever comes next to an enemy may be fired at; who is missed may fire back; who is hit falls back, which may bring him
//! next to another enemy, or is lost. So reactions nest, and the stack of frames holds them.

use crate::show;
use kernel::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const fn rule(id: &'static str, title: &'static str, obligation: &'static str) -> Rule {
    Rule { game: "ford", id, title, kind: RuleKind::Core, obligation }
}
pub static RULES: [Rule; 6] = [
    rule("1", "Guards", "Each side secretly makes one of its pieces the guard."),
    rule("2", "Turns", "A die says who begins; there are three turns."),
    rule(
        "3",
        "Steps",
        "A side makes two steps in its turn, each to an empty neighbour; the ford turns a piece up.",
    ),
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
pub const SEATS: [&str; 2] = ["Red", "Blue"];
pub const NAMES: [&str; 6] = ["r1", "r2", "r3", "b1", "b2", "b3"];
pub const LAST_TURN: u8 = 3;

/// Squares are named by column and row: 11 to 44.
pub type Square = u8;
/// Who steps into the ford is turned face up.
pub const FORD: Square = 32;
/// An index into the pieces.
pub type PieceId = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    pub at: Option<Square>,
    pub guard: bool,
    pub face_up: bool,
    pub fired: bool,
}

/// What is going on, the innermost on top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    Nothing,
    ChooseGuards { owed: SeatSet },
    WhoBegins,
    Turn { seat: Seat, steps: u8 },
    React { seat: Seat, against: PieceId },
    Shot { shooter: PieceId, target: PieceId },
    Hit { piece: PieceId },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub turn: u8,
    pub first: Seat,
    pub pieces: [Piece; 6],
    /// Six shots a turn, each of which leaves one frame behind at most, above the turn and the
    /// first reaction, and one on top.
    pub stack: [Frame; 9],
    pub depth: u8,
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

pub struct Ford;

pub fn owner(piece: PieceId) -> Seat {
    Seat(piece / 3)
}
pub fn pieces_of(seat: Seat) -> std::ops::Range<PieceId> {
    seat.0 * 3..seat.0 * 3 + 3
}
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
pub fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    let inside = |s: &Square| (1..=4).contains(&(s / 10)) && (1..=4).contains(&(s % 10));
    [square + 1, square + 10, square - 1, square - 10].into_iter().filter(inside)
}

impl Position {
    pub fn top(&self) -> Frame {
        self.depth.checked_sub(1).map_or(Frame::Nothing, |top| self.stack[usize::from(top)])
    }
    fn push(&mut self, frame: Frame) {
        self.stack[usize::from(self.depth)] = frame;
        self.depth += 1;
    }
    fn pop(&mut self) {
        self.depth -= 1;
        self.stack[usize::from(self.depth)] = Frame::Nothing;
    }
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[usize::from(id)]
    }
    fn piece_mut(&mut self, id: PieceId) -> &mut Piece {
        &mut self.pieces[usize::from(id)]
    }
    pub fn left(&self, seat: Seat) -> usize {
        pieces_of(seat).filter(|id| self.piece(*id).at.is_some()).count()
    }
    /// Empty squares next to a piece.
    pub fn ways(&self, id: PieceId) -> impl Iterator<Item = Square> {
        let at = self.piece(id).at.into_iter();
        at.flat_map(neighbours).filter(|s| self.pieces.iter().all(|p| p.at != Some(*s)))
    }
    /// Pieces of the seat that may fire at a piece.
    pub fn shooters(&self, seat: Seat, target: PieceId) -> impl Iterator<Item = PieceId> {
        let near = move |id: &PieceId| match (self.piece(*id).at, self.piece(target).at) {
            (Some(from), Some(to)) => !self.piece(*id).fired && neighbours(from).any(|s| s == to),
            _ => false,
        };
        pieces_of(seat).filter(near)
    }

    /// Takes finished frames off until somebody must decide or roll.
    fn run(&mut self) {
        if self.left(RED) == 0 || self.left(BLUE) == 0 {
            self.stack = [Frame::Nothing; 9];
            self.depth = 0;
        }
        while let Frame::React { seat, against } = self.top() {
            if self.shooters(seat, against).next().is_some() {
                return;
            }
            self.pop();
        }
    }
    fn arrive(&mut self, piece: PieceId, to: Square) {
        self.piece_mut(piece).at = Some(to);
        self.push(Frame::React { seat: other(owner(piece)), against: piece });
    }
    fn end_turn(&mut self, seat: Seat) {
        self.pop();
        if seat == self.first {
            return self.push(Frame::Turn { seat: other(seat), steps: 2 });
        }
        self.pieces.iter_mut().for_each(|piece| piece.fired = false);
        if self.turn < LAST_TURN {
            self.turn += 1;
            self.push(Frame::Turn { seat: self.first, steps: 2 });
        }
    }
}

impl Game for Ford {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> &[&'static str] {
        &SEATS
    }

    fn start(&self) -> Position {
        let squares = [11, 21, 31, 24, 34, 44];
        let piece = |at| Piece { at: Some(at), guard: false, face_up: false, fired: false };
        let mut position = Position {
            turn: 1,
            first: RED,
            pieces: squares.map(piece),
            stack: [Frame::Nothing; 9],
            depth: 0,
        };
        position.push(Frame::ChooseGuards { owed: SeatSet::only(RED).with(BLUE) });
        position
    }

    fn need(&self, position: &Position) -> Need {
        let roll = |what, rule, by| Need::Roll(RollRequest { dice: 1, sides: 6, what, rule, by });
        match position.top() {
            Frame::ChooseGuards { owed } => Need::Decide(owed),
            Frame::WhoBegins => roll("who begins", TURNS, RED),
            Frame::Turn { seat, .. } | Frame::React { seat, .. } => Need::Decide(SeatSet::only(seat)),
            Frame::Shot { shooter, .. } => roll("fire", FIRE, owner(shooter)),
            Frame::Hit { piece } => Need::Decide(SeatSet::only(owner(piece))),
            Frame::Nothing => {
                let (red, blue) = (position.left(RED), position.left(BLUE));
                let winner = (red != blue).then_some(if red > blue { RED } else { BLUE });
                let how = if winner.is_some() { "victory" } else { "draw" };
                Need::Over(Outcome { winner, how, rule: VICTORY })
            }
        }
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        match position.top() {
            Frame::ChooseGuards { owed } if owed.has(seat) => {
                out.extend(pieces_of(seat).map(Action::Guard));
            }
            Frame::Turn { seat: mover, steps } if mover == seat => {
                for id in pieces_of(seat).filter(|_| steps > 0) {
                    out.extend(position.ways(id).map(|to| Action::Step(id, to)));
                }
                out.push(Action::Done);
            }
            Frame::React { seat: reacts, against } if reacts == seat => {
                out.extend(position.shooters(seat, against).map(Action::Fire));
                out.push(Action::Hold);
            }
            Frame::Hit { piece } if owner(piece) == seat => {
                out.extend(position.ways(piece).map(Action::Back));
                out.push(Action::Lose);
            }
            _ => {}
        }
    }

    fn apply(&self, position: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        show::tell(position, seat, action, log);
        match (position.top(), action) {
            (Frame::ChooseGuards { owed }, Action::Guard(piece)) => {
                position.piece_mut(piece).guard = true;
                position.pop();
                let owed = owed.without(seat);
                if owed.is_empty() {
                    position.push(Frame::WhoBegins);
                    log.say(|| Event::new("guards", GUARDS).text("Both guards are chosen."));
                } else {
                    position.push(Frame::ChooseGuards { owed });
                }
            }
            (Frame::Turn { steps, .. }, Action::Step(piece, to)) => {
                position.pop();
                position.push(Frame::Turn { seat, steps: steps - 1 });
                position.piece_mut(piece).face_up |= to == FORD;
                position.arrive(piece, to);
            }
            (Frame::Turn { .. }, Action::Done) => {
                position.end_turn(seat);
                if position.depth == 0 {
                    log.say(|| show::shown(position));
                    position.pieces.iter_mut().for_each(|piece| piece.face_up = true);
                }
            }
            (Frame::React { against, .. }, Action::Fire(shooter)) => {
                position.piece_mut(shooter).fired = true;
                position.push(Frame::Shot { shooter, target: against });
            }
            (Frame::React { .. }, Action::Hold) => position.pop(),
            (Frame::Hit { piece }, Action::Back(to)) => {
                position.pop();
                position.arrive(piece, to);
            }
            (Frame::Hit { piece }, Action::Lose) => {
                position.pop();
                position.piece_mut(piece).at = None;
            }
            (frame, action) => unreachable!("{action:?} is not legal in {frame:?}"),
        }
        position.run();
    }

    fn roll(&self, position: &mut Position, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        match position.top() {
            Frame::WhoBegins => {
                position.first = if face % 2 == 1 { RED } else { BLUE };
                position.pop();
                position.push(Frame::Turn { seat: position.first, steps: 2 });
                let first = Part::Seat(position.first);
                log.say(|| Event::new("begin", TURNS).part(first).text(" begins.").dice(faces));
            }
            Frame::Shot { shooter, target } => {
                let modifiers = show::modifiers(position, shooter, target);
                let hit = i32::from(face) + modifiers.iter().map(|m| m.value).sum::<i32>() >= 5;
                log.say(|| show::shot(position, shooter, target, hit, faces));
                position.piece_mut(shooter).face_up = true;
                position.piece_mut(target).face_up = true;
                position.pop();
                position.push(if hit {
                    Frame::Hit { piece: target }
                } else {
                    Frame::React { seat: owner(target), against: shooter }
                });
            }
            frame => unreachable!("no roll is due in {frame:?}"),
        }
        position.run();
    }

    fn refuse(&self, position: &Position, seat: Seat, action: Action) -> Refusal {
        let foreign = |id| owner(id) != seat;
        match (position.top(), action) {
            (_, Action::Guard(id) | Action::Step(id, _) | Action::Fire(id)) if foreign(id) => {
                Refusal::new(GUARDS, "This is not your piece.")
            }
            (Frame::Turn { steps: 0, .. }, Action::Step(..)) => {
                Refusal::new(STEPS, "Both steps of this turn are made.")
            }
            (Frame::Turn { .. }, Action::Step(..)) => {
                Refusal::new(STEPS, "A step goes to an empty square next to the piece.")
            }
            (Frame::React { .. }, Action::Fire(_)) => {
                Refusal::new(REACTION, "This piece is not next to the target, or has fired.")
            }
            (Frame::Hit { .. }, Action::Back(_)) => {
                Refusal::new(FIRE, "A piece falls back to an empty square next to it.")
            }
            _ => Refusal::plain("This cannot be done now."),
        }
    }

    fn notation(&self, _: &Position, action: Action) -> String {
        show::notation(action)
    }
    fn read(&self, _: &Position, _: Seat, text: &str) -> Result<Action, Refusal> {
        show::read(text).ok_or_else(|| Refusal::plain(format!("`{text}` means nothing here.")))
    }
    fn expand(&self, text: &str) -> Option<Vec<String>> {
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
        show::choice(position, action)
    }
    fn prompt(&self, position: &Position, viewer: Viewer) -> Prompt {
        show::prompt(self.need(position), position, viewer)
    }
    fn phase(&self, position: &Position) -> Phase {
        show::phase(position)
    }
    fn why(&self, position: &Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        show::why(position, viewer, subject)
    }
    fn reach(&self, position: &Position, _: Viewer, unit: &str) -> Result<Reach, Refusal> {
        show::reach(position, unit)
    }
    fn explain(&self, position: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        show::explain(position, viewer, action)
    }
    fn view(&self, position: &Position, viewer: Viewer) -> Scene {
        show::scene(position, viewer)
    }

    fn hash(&self, position: &Position) -> u64 {
        show::hash(position)
    }
    fn setup(&self, setup: &Value) -> Result<Position, Vec<String>> {
        let mut position = self.start();
        show::setup(setup, &mut position)?;
        position.pop();
        position.push(Frame::Turn { seat: position.first, steps: 2 });
        Ok(position)
    }
    fn audit(&self, position: &Position) -> Result<(), String> {
        for (i, piece) in position.pieces.iter().enumerate() {
            let same = |p: &Piece| p.at.is_some() && p.at == piece.at;
            if position.pieces[..i].iter().any(same) {
                return Err(format!("{} stands on another piece.", NAMES[i]));
            }
        }
        let guards = |seat| pieces_of(seat).filter(|id| position.piece(*id).guard).count();
        if guards(RED) > 1 || guards(BLUE) > 1 {
            return Err("A side has more than one guard.".into());
        }
        if usize::from(position.depth) > position.stack.len() {
            return Err("The stack is too deep.".into());
        }
        Ok(())
    }
    fn tally(&self, position: &Position) -> Vec<(Seat, String, i64)> {
        [RED, BLUE].map(|seat| (seat, "pieces".into(), position.left(seat) as i64)).into()
    }
}
