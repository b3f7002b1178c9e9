//! Positions that look the same from the other side: another wing committed in secret (3.0), other objectives
//! noted (13.0).

use piacenza::flow::{Frame, SelectionStage};
use piacenza::model::WingId;
use piacenza::position::Position;
use piacenza::{Action, Battle};

pub struct Disguise {
    pub what: String,
    /// Whose secret it is.
    pub side: u8,
    pub position: Position,
    secret: Secret,
}

#[derive(Clone, Copy, PartialEq)]
enum Secret {
    Wing,
    Objectives,
}

/// Disguises of a position; `salt` chooses among many.
pub fn disguises(b: &Battle, p: &Position, salt: u64) -> impl Iterator<Item = Disguise> {
    let wings = (0..2u8).filter_map(move |side| other_wing(b, p, side, salt));
    wings.chain(other_objectives(b, p, salt))
}

fn other_wing(b: &Battle, p: &Position, side: u8, salt: u64) -> Option<Disguise> {
    let wing = p.chosen[side as usize];
    if wing == WingId::NOBODY || p.shown[side as usize] {
        return None;
    }
    let mut left = b.wings_left(p, side);
    left.remove(wing);
    let others: Vec<WingId> = left.iter().collect();
    let other = *others.get(salt as usize % others.len().max(1))?;
    let mut position = p.clone();
    position.state.chosen[side as usize] = other;
    let name = |wing: WingId| &b.army.wings[wing].id;
    let what = format!("{} for {}", name(other), name(wing));
    Some(Disguise { what, side, position, secret: Secret::Wing })
}

fn other_objectives(b: &Battle, p: &Position, salt: u64) -> Option<Disguise> {
    let all = b.objectives().len() as u32;
    if p.objectives == 0 || p.ending.is_some() {
        return None;
    }
    let shows = matches!(p.now(), Some(Frame::EndTurn(_)));
    let held = |set: u8| {
        b.objectives().iter().enumerate().any(|(i, hex)| set >> i & 1 != 0 && b.occupies(p, 0, *hex))
    };
    let fits = |set: &u8| {
        *set != p.objectives
            && set.count_ones() == p.objectives.count_ones()
            && set & p.revealed == p.revealed
            // who is asked which one he shows has one to show (13.2)
            && (!shows || held(*set))
    };
    let others: Vec<u8> = (0..=((1u16 << all) - 1) as u8).filter(fits).collect();
    let other = *others.get(salt as usize % others.len().max(1))?;
    let mut position = p.clone();
    position.state.objectives = other;
    let what = format!("objectives {other:08b} for {:08b}", p.objectives);
    Some(Disguise { what, side: 0, position, secret: Secret::Objectives })
}

impl Disguise {
    /// Whether the secret is one no more, or has decided something that all may see.
    pub fn came_to_light(&self, after: &Position) -> bool {
        let side = self.side as usize;
        match self.secret {
            Secret::Wing => after.chosen[side] == WingId::NOBODY || after.shown[side],
            Secret::Objectives => after.ending.is_some() || matches!(after.now(), Some(Frame::EndTurn(_))),
        }
    }
}

/// Another secret that a side might have chosen instead of this one, with this action.
pub fn instead(b: &Battle, p: &Position, side: u8, action: Action) -> Option<Action> {
    match (p.now()?, action) {
        (Frame::Selection(f), Action::Wing(wing)) if f.stage == SelectionStage::Commit => {
            // who goes on alone has nothing to hide (3.0j)
            let open = b.wings_left(p, 1 - side).is_empty();
            b.wings_left(p, side).iter().find(|w| *w != wing && !open).map(Action::Wing)
        }
        (Frame::Objectives(_), Action::Objective(index)) => {
            let free = |i: &u8| *i != index && p.objectives >> i & 1 == 0;
            (0..b.objectives().len() as u8).find(free).map(Action::Objective)
        }
        _ => None,
    }
}
