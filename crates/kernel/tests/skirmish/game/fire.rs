//! Reactions (4) and fire (5).

use super::*;

frames! { of Ford;
    /// Somebody has come near: a side may fire at him.
    pub struct React {
        pub seat: Seat,
        pub against: UnitId,
    }

    /// A shot is rolled.
    pub struct Shot {
        pub shooter: UnitId,
        pub target: UnitId,
    }

    /// Who is hit falls back or is lost.
    pub struct Hit {
        pub piece: UnitId,
    }
}

impl Position {
    /// Pieces that may fire at an enemy.
    fn shooters(&self, target: UnitId) -> impl Iterator<Item = UnitId> {
        let near = move |from| neighbours(from).any(|square| Some(square) == self.pieces[target].at);
        let may_fire = move |piece: &Piece| !piece.fired && piece.at.is_some_and(near);
        pieces_of(owner(target).other()).filter(move |id| may_fire(&self.pieces[*id]))
    }
}

fn added_by_guards(guard_fires: bool, at_guard: bool) -> i32 {
    2 * i32::from(guard_fires) - i32::from(at_guard)
}

impl Ford {
    /// An enemy that lies face down may be the guard or not: that widens the odds.
    pub(super) fn odds_of_fire(&self, p: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        let (Action::Fire(shooter), Some(Frame::React(React { against, .. }))) = (action, p.now()) else {
            return Err(Refusal::plain("Only fire has odds."));
        };
        if self.night {
            return Err(Refusal::plain("By night nobody can tell."));
        }
        let [by, at] = [shooter, against].map(|id| p.may_be_guard(viewer, id));
        let cases = by.iter().flat_map(|by| at.iter().map(|at| added_by_guards(*by, *at)));
        let chances = cases.map(|added| (1..=6).filter(|face| face + added >= 5).count() as f64 / 6.0);
        let title = format!("{} fires at {}", name(shooter), name(against));
        Ok(Odds::of_two(title, FIRE, ["hit", "miss"], chances))
    }
}

impl Procedure<React> for Ford {
    const FIGHT: bool = true;

    fn options(&self, p: &Position, f: &React, _: Seat, out: &mut Vec<Action>) {
        out.extend(p.shooters(f.against).map(Action::Fire).chain([Action::Hold]));
    }
    fn check(&self, p: &Position, f: &React, seat: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Hold => Ok(()),
            Action::Fire(id) => {
                own(seat, id)?;
                if p.shooters(f.against).any(|shooter| shooter == id) {
                    return Ok(());
                }
                Err(No(REACTION, "This piece is not next to the target, or has fired."))
            }
            Action::Guard(id) | Action::Step(id, _) => own(seat, id).and(Err(NOT_NOW)),
            _ => Err(NOT_NOW),
        }
    }
    fn offer(&self, _: &Position, _: &React, _: Seat, action: Action) -> Offer {
        match action {
            Action::Hold => Offer::say(REACTION, "Hold fire."),
            _ => Offer { odds: true, ..Offer::say(REACTION, "Fire.") },
        }
    }
    fn play(&self, p: &mut Position, f: React, seat: Seat, action: Action, log: &mut Log) {
        if let Action::Fire(shooter) = action {
            log.say(|| {
                let event = Event::new("fire", REACTION).seat(seat).text(" fires with ");
                event.text(name(shooter)).text(".")
            });
            p.state.pieces[shooter].fired = true;
            p.push(Frame::Shot(Shot { shooter, target: f.against }));
        } else {
            log.say(|| Event::new("hold", REACTION).seat(seat).text(" holds its fire."));
            p.pop();
        }
    }
    fn run(&self, p: &mut Position, f: React, _: &mut Log) {
        if p.shooters(f.against).next().is_some() {
            p.decide(f.seat);
        } else {
            p.pop();
        }
    }
}

impl Procedure<Shot> for Ford {
    const FIGHT: bool = true;

    fn run(&self, p: &mut Position, _: Shot, _: &mut Log) {
        p.wait_for_chance();
    }
    fn chance(&self, _: &Position, f: &Shot) -> Chance {
        let dice = match self.night {
            true => Throw::of(2, Die::COMMON).and(1, Die::TEN_HIGH),
            false => Throw::of(1, Die::COMMON),
        };
        Chance::throw(dice, "fire", FIRE, owner(f.shooter))
    }
    fn rolled(&self, p: &mut Position, Shot { shooter, target }: Shot, faces: &[u8], log: &mut Log) {
        let [by, at] = [shooter, target].map(|id| p.pieces[id]);
        let value = added_by_guards(by.guard, at.guard) + i32::from(by.scout) + p.light;
        let sum: i32 = faces.iter().take(2).map(|face| i32::from(*face)).sum();
        // By night two dice must come to 8, and a ten on the third takes the target off at once (7).
        let hit = sum + value >= if self.night { 8 } else { 5 };
        let gone = hit && faces.get(2) == Some(&10);
        log.say(|| {
            let verb = if hit { " hits " } else { " misses " };
            let event = Event::new("fire", FIRE).text(name(shooter)).text(verb).text(name(target));
            let add = Modifier { label: "guards".into(), value, rule: FIRE, seen_by: SeatSet::ALL };
            event.dice(faces).modifiers(vec![add]).reveals(!by.face_up || !at.face_up)
        });
        p.state.pieces[shooter].face_up = true;
        p.state.pieces[target].face_up = true;
        if gone {
            p.pop();
            p.state.pieces[target].at = None;
        } else if hit {
            p.set_top(Frame::Hit(Hit { piece: target }));
        } else {
            p.set_top(Frame::React(React { seat: owner(target), against: shooter }));
        }
    }
}

impl Procedure<Hit> for Ford {
    const FIGHT: bool = true;

    fn options(&self, p: &Position, f: &Hit, _: Seat, out: &mut Vec<Action>) {
        out.extend(p.ways(f.piece).map(Action::Back).chain([Action::Lose]));
    }
    fn check(&self, p: &Position, f: &Hit, seat: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Lose => Ok(()),
            Action::Back(to) if p.ways(f.piece).any(|way| way == to) => Ok(()),
            Action::Back(_) => Err(No(FIRE, "A piece falls back to an empty square next to it.")),
            Action::Guard(id) | Action::Step(id, _) | Action::Fire(id) => own(seat, id).and(Err(NOT_NOW)),
            _ => Err(NOT_NOW),
        }
    }
    fn offer(&self, _: &Position, _: &Hit, _: Seat, action: Action) -> Offer {
        Offer::say(FIRE, if action == Action::Lose { "Take the piece off." } else { "Fall back." })
    }
    fn play(&self, p: &mut Position, f: Hit, seat: Seat, action: Action, log: &mut Log) {
        p.pop();
        if let Action::Back(to) = action {
            log.say(|| Event::new("back", FIRE).seat(seat).text(" falls back to ").hex(format_text!("{to}")));
            p.arrive(f.piece, to);
        } else {
            log.say(|| Event::new("lose", FIRE).seat(seat).text(" loses the piece."));
            p.state.pieces[f.piece].at = None;
        }
    }
    fn run(&self, p: &mut Position, f: Hit, _: &mut Log) {
        p.decide(owner(f.piece));
    }
}
