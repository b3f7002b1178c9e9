//! Where a unit in hand goes.

use ::piacenza::flow::{Mode, Move};
use ::piacenza::model::UnitId;
use ::piacenza::position::Position;
use ::piacenza::{Action, Battle};
use hexmap::Hex;

/// The next step to the best hex that it can get to, or staying.
pub fn next_step(
    b: &Battle,
    p: &Position,
    m: &Move,
    legal: &[Action],
    value: &mut dyn FnMut(UnitId, Hex, u16) -> f32,
) -> Action {
    let stop = if legal.contains(&Action::Done) { Some(Action::Done) } else { None };
    let first_step = || legal.iter().copied().find(|a| matches!(a, Action::Step(_)));
    let Some(lead) = m.who().first() else { return legal[0] };
    if m.mode == Mode::Line {
        // straight to its place
        if m.hex == m.goal {
            return stop.unwrap_or(legal[0]);
        }
        let mut best: Option<(u8, Action)> = None;
        for action in legal {
            if let Action::Step(dir) = action {
                let far = b.map.distance(b.map.neighbour(m.hex, *dir), m.goal);
                if best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, *action));
                }
            }
        }
        return best.map(|(_, action)| action).or(stop).unwrap_or(legal[0]);
    }
    // who may not stop here goes to the best hex where he may
    let here = if stop.is_some() { value(lead, m.hex, m.left.into()) } else { f32::MIN };
    let mut best: (f32, Option<Action>) = (here, stop);
    b.each_destination(p, m, |hex, cost, dir| {
        let Some(dir) = dir else { return };
        let action = Action::Step(dir);
        if !legal.contains(&action) || !b.may_end_in(p, m.who(), hex) {
            return;
        }
        let worth = value(lead, hex, u16::from(m.left).saturating_sub(cost)) - 0.01 * f32::from(cost);
        if worth > best.0 + 0.05 {
            best = (worth, Some(action));
        }
    });
    best.1.or(stop).or(first_step()).unwrap_or(legal[0])
}
