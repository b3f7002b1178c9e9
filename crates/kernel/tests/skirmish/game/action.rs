//! The actions and how they are written: a line for each, read in both directions.

use super::{Ford, NAMES, Square, UnitId, name, on_board};
use kernel::{Refusal, notation};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Guard(UnitId),
    Ready,
    Step(UnitId, Square),
    Done,
    Fire(UnitId),
    Hold,
    Back(Square),
    Lose,
}

notation! {
    Ford, Action, Writer, Parser;
    "guard" piece:id => Guard(id), "guard";
    "ready" => Ready, "ready";
    "step" piece:id square:to => Step(id, to), "step";
    "done" => Done, "done";
    "fire" piece:id => Fire(id), "fire";
    "hold" => Hold, "hold", no;
    "back" square:to => Back(to), "back";
    "lose" => Lose, "lose";
}

impl Action {
    /// The piece and the square that it names.
    pub fn names(self) -> (Option<UnitId>, Option<Square>) {
        match self {
            Action::Guard(id) | Action::Fire(id) => (Some(id), None),
            Action::Step(id, to) => (Some(id), Some(to)),
            Action::Back(to) => (None, Some(to)),
            Action::Ready | Action::Done | Action::Hold | Action::Lose => (None, None),
        }
    }
}

// Another game asks `self.game` for names and `self.p` for where a force stands.
impl Writer<'_> {
    fn piece(&self, id: UnitId) -> String {
        name(id).into()
    }
    fn square(&self, square: Square) -> String {
        square.to_string()
    }
}

impl Parser<'_> {
    fn piece(&self, word: &str) -> Result<UnitId, Refusal> {
        let id = NAMES.iter().position(|name| *name == word).map(UnitId::at);
        id.ok_or_else(|| Refusal::plain(format!("There is no piece {word}.")))
    }
    fn square(&self, word: &str) -> Result<Square, Refusal> {
        let square = word.parse().ok().filter(on_board);
        square.ok_or_else(|| Refusal::plain(format!("There is no square {word}.")))
    }
}
