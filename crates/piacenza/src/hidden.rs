//! What is hidden, and from whom. All pieces lie open, with everything that is on them; hidden are only the wing that
//! a side has committed (3.0) and the objectives of side 0 (13.0).

use crate::model::WingId;
use crate::position::{Position, State};
use kernel::Viewer;

/// What a viewer does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The wing that each side has committed.
    pub wings: [bool; 2],
    /// The objectives that have not been revealed.
    pub objectives: bool,
}

impl Position {
    /// Every field of the truth is named: who adds one says here who may know it.
    pub fn hidden(&self, viewer: Viewer) -> Hidden {
        let State {
            // secrets, and what brings them to light
            chosen,
            shown,
            objectives: _,
            revealed: _,
            ending,
            // while wings are chosen nobody is told who still thinks, which `Selection` sees to
            wait: _,
            // open
            turn: _,
            used: _,
            trophies: _,
            held: _,
            units: _,
            leaders: _,
            smoke: _,
            line: _,
            shots: _,
            hits: _,
            stack: _,
            returned: _,
        } = &self.state;
        let wing = |side: usize| chosen[side] != WingId::NOBODY && !shown[side] && !viewer.owns(side as u8);
        Hidden { wings: [wing(0), wing(1)], objectives: ending.is_none() && !viewer.owns(0) }
    }
}
