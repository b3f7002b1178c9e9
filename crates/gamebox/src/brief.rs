//! What a player is told before he decides.

use dataset::SideBrief;
use kernel::{Briefing, Coming, Goal, Point, Viewer};

/// The briefing of a viewer: who he is and what he is advised, as the files say it; the goals and what can be done now of a
/// side, by its number; and what comes. Who only watches is told the goals of both sides.
pub fn brief(
    viewer: Viewer,
    briefs: &[SideBrief],
    goals: impl Fn(u8) -> Vec<Goal>,
    now: impl Fn(u8) -> Vec<Point>,
    mut coming: Vec<Coming>,
) -> Briefing {
    let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    let sides = seat.map_or(0..2, |seat| seat.0..seat.0 + 1);
    let own = seat.and_then(|seat| briefs.get(usize::from(seat.0)));
    let (who, hints) = own.map_or(Default::default(), |brief| (brief.who.clone(), brief.hints.clone()));
    coming.sort_by_key(|coming| coming.turn);
    let now = seat.map_or(Vec::new(), |seat| now(seat.0));
    Briefing { seat, who, goals: sides.flat_map(goals).collect(), now, coming, hints }
}
