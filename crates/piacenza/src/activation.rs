//! 3.1: the activation of a wing, segment by segment.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{RollKind, Train, TrainKind};
use crate::model::{FormationId, WingId};
use crate::position::{Attack, FormationSet, Order, Place, Position, UnitSet};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A wing at work (3.1).
    pub struct Activation {
        pub wing: WingId,
        pub segment: Segment,
        /// Formations that have not had their part of the segment.
        pub todo: FormationSet,
        /// Units that may still roll or fire in the segment.
        pub units: UnitSet,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Segment {
    /// The Wing Commander's own command is checked.
    Check,
    Billebaude,
    Movement,
    /// Routed units of formations that did not move.
    Rout,
    Bombardment,
    Combat,
    Commanders,
}

impl Segment {
    /// As the phase is called.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Segment::Check | Segment::Billebaude => "Feu de Billebaude",
            Segment::Movement | Segment::Rout => "Movement",
            Segment::Bombardment => "Bombardment",
            Segment::Combat => "Combat",
            Segment::Commanders => "Commanders",
        }
    }
}

impl Procedure<Activation> for Battle {
    fn ask(&self, _: &Position, f: &Activation, _: Viewer) -> Asked {
        let wing = self.wing_name(f.wing);
        match f.segment {
            Segment::Billebaude => {
                let words = format!("{wing}: which units roll to end their Feu de Billebaude?");
                Asked::new("billebaude", rule::R9_1_2d, words)
            }
            Segment::Bombardment => {
                Asked::new("bombardment", rule::R8_1a, format!("{wing}: which battery bombards what?"))
            }
            Segment::Combat => {
                Asked::new("combat", rule::R3_1b, format!("{wing}: which formation fights next?"))
            }
            Segment::Commanders => Asked::new("commanders", rule::R4_0e, format!("{wing}: commanders move.")),
            _ => Asked::new("movement", rule::R3_1b, format!("{wing}: which formation moves next?")),
        }
    }

    fn options(&self, p: &Position, &f: &Activation, _: Seat, out: &mut Vec<Action>) {
        match f.segment {
            Segment::Billebaude => out.extend(f.units.iter().map(Action::Rally)),
            Segment::Movement => out.extend(f.todo.iter().map(Action::Formation)),
            Segment::Combat => out.extend(self.able_to_fight(p, f).iter().map(Action::Formation)),
            Segment::Bombardment => {
                for gun in f.units {
                    self.each_target(p, gun, |hex| out.push(Action::Bombard(gun, hex)));
                }
            }
            Segment::Commanders => return self.legal_commanders(p, f, out),
            Segment::Check | Segment::Rout => return,
        }
        out.push(Action::Done);
    }

    fn check(&self, p: &Position, &f: &Activation, _: Seat, action: Action) -> Result<(), No> {
        match (f.segment, action) {
            (Segment::Commanders, Action::Ride(leader, hex)) => self.check_ride_of_wing(p, f, leader, hex),
            (_, Action::Done) => Ok(()),
            (Segment::Billebaude, Action::Rally(unit)) => {
                let not =
                    No(rule::R9_1_2d, "Only units of this wing with Feu de Billebaude roll, once each.");
                if f.units.has(unit) { Ok(()) } else { Err(not) }
            }
            (Segment::Movement | Segment::Combat, Action::Formation(formation)) => {
                let able = if f.segment == Segment::Combat { self.able_to_fight(p, f) } else { f.todo };
                if self.army.formations.get(formation).is_some() && able.has(formation) {
                    return Ok(());
                }
                let own = self.army.wings[f.wing].formations.contains(&formation);
                Err(if own {
                    No(rule::R3_1b, "It has had its part in this segment, or has nothing to do in it.")
                } else {
                    No(rule::R3_1c, "Only formations of the activated wing act.")
                })
            }
            (Segment::Bombardment, Action::Bombard(gun, hex)) => {
                let words = "Only batteries of this wing that are in command and have not fired bombard.";
                No::when(!f.units.has(gun), rule::R8_1a, words)?;
                self.check_target(p, gun, hex)
            }
            (Segment::Billebaude, _) => Err(No(rule::R3_1a, "First comes the removal of Feu de Billebaude.")),
            (Segment::Movement, _) => Err(No(rule::R3_1b, "Take a formation in hand first.")),
            (Segment::Bombardment, _) => Err(No(rule::R3_1a, "This is the Bombardment segment.")),
            (Segment::Combat, _) => Err(No(rule::R3_1b, "Take a formation in hand first.")),
            (Segment::Commanders, _) => {
                Err(No(rule::R4_0e, "Only commanders move at the end of an activation."))
            }
            (Segment::Check | Segment::Rout, _) => Err(No(rule::R3_1a, "There is nothing to decide now.")),
        }
    }

    fn offer(&self, p: &Position, f: &Activation, _: Seat, action: Action) -> Offer {
        match action {
            Action::Rally(unit) => self.offer_training(p, Train { unit, kind: TrainKind::Billebaude }),
            Action::Formation(formation) => {
                let words = format!("Take {} in hand.", self.formation_name(formation));
                let rule = self.scenario_command().unwrap_or(rule::R3_1b);
                Offer::new(rule, words).by(self.units_of(p, formation))
            }
            Action::Done => match f.segment {
                Segment::Billebaude => Offer::new(rule::R9_1_2d, "No more rolls; go on to Movement."),
                Segment::Movement => Offer::new(rule::R3_1a, "End the Movement segment."),
                Segment::Bombardment => Offer::new(rule::R3_1a, "End the Bombardment segment."),
                Segment::Combat => Offer::new(rule::R3_1a, "End the Combat segment."),
                _ => Offer::new(rule::R4_0e, "End the activation."),
            },
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: Activation, _: Seat, action: Action, log: &mut Log) {
        match (f.segment, action) {
            (Segment::Billebaude, Action::Rally(unit)) => {
                p.set_top(Activation { units: f.units.but(unit), ..f });
                p.state.returned.driven = UnitSet::one(unit);
                self.train(p, unit, TrainKind::Billebaude);
            }
            (Segment::Billebaude, _) => {
                p.set_top(Activation { units: UnitSet::EMPTY, ..f });
            }
            (Segment::Movement, Action::Formation(formation)) => self.begin_march(p, f, formation),
            (Segment::Movement, _) => self.end_movement(p, f),
            (Segment::Bombardment, Action::Bombard(gun, hex)) => self.begin_bombardment(p, f, gun, hex),
            (Segment::Bombardment, _) => {
                p.set_top(Activation { units: UnitSet::EMPTY, ..f });
            }
            (Segment::Combat, Action::Formation(formation)) => self.begin_combat(p, f, formation),
            (Segment::Combat, _) => {
                p.set_top(Activation { todo: FormationSet::EMPTY, ..f });
            }
            (Segment::Commanders, Action::Ride(leader, hex)) => self.ride(p, leader, hex, log),
            (Segment::Commanders, _) => self.end_activation(p, f),
            _ => {}
        }
    }

    fn rolled(&self, p: &mut Position, f: Activation, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let acts = face <= self.charts.no_chief_up_to;
        log.say(|| {
            let words = if acts { "acts on his own" } else { "waits for orders that never come" };
            self.say(p, "command", rule::R4_2a, "{} rolls {} without a Commander in Chief: he {}.")
                .leader(self.wing_commander(f.wing))
                .with(face)
                .with(words)
                .dice(faces)
        });
        if acts { self.begin_segments(p, f) } else { self.out_of_command(p, f, log) }
    }

    fn run(&self, p: &mut Position, f: Activation, log: &mut Log) {
        let side = self.army.wings[f.wing].side;
        match f.segment {
            Segment::Check => self.check_wing_command(p, f, log),
            Segment::Billebaude => {
                // the unit that has just rolled
                self.clear_billebaude(p, log);
                if f.units.is_empty() {
                    let todo = self.formations_of(p, f.wing, |_| true);
                    for unit in &mut p.state.units {
                        unit.began = unit.hex;
                    }
                    p.set_top(Activation { segment: Segment::Movement, todo, ..f });
                } else {
                    p.decide(side);
                }
            }
            Segment::Movement => {
                if f.todo.is_empty() {
                    self.end_movement(p, f)
                } else {
                    p.decide(side)
                }
            }
            Segment::Rout => match f.units.first() {
                Some(unit) => {
                    p.set_top(Activation { units: f.units.but(unit), ..f });
                    self.rout_on(p, unit, log);
                }
                None => {
                    let units = self.batteries_ready(p, f.wing);
                    p.set_top(Activation { segment: Segment::Bombardment, units, ..f });
                }
            },
            Segment::Bombardment => {
                // a battery without a target may find one when others have fired
                if f.units.iter().any(|gun| self.has_target(p, gun)) {
                    p.decide(side);
                } else {
                    let (units, todo) = (UnitSet::EMPTY, self.formations_of(p, f.wing, |_| true));
                    p.set_top(Activation { segment: Segment::Combat, units, todo, ..f });
                }
            }
            Segment::Combat => {
                // a formation without an enemy beside it may find one when others have fought
                let able = self.able_to_fight(p, f);
                match (able.is_empty(), able.single()) {
                    (true, _) => p.set_top(Activation { segment: Segment::Commanders, ..f }),
                    (false, Some(one)) => self.begin_combat(p, f, one),
                    (false, None) => p.decide(side),
                }
            }
            Segment::Commanders => {
                if self.has_rides_of_wing(p, f) {
                    p.decide(side)
                } else {
                    self.end_activation(p, f)
                }
            }
        }
    }
}

impl Battle {
    pub(crate) fn units_of_wing(&self, p: &Position, wing: WingId) -> UnitSet {
        let formations = self.army.wings[wing].formations.iter();
        let units = formations.flat_map(|f| self.army.formations[*f].units.iter().copied());
        units.filter(|u| p.on_map(*u)).collect()
    }

    pub(crate) fn units_of(&self, p: &Position, formation: FormationId) -> UnitSet {
        let units = self.army.formations[formation].units.iter().copied();
        units.filter(|u| p.on_map(*u)).collect()
    }

    fn formations_of(&self, p: &Position, wing: WingId, with: impl Fn(FormationId) -> bool) -> FormationSet {
        let all = self.army.wings[wing].formations.iter().copied();
        all.filter(|f| !self.units_of(p, *f).is_empty() && with(*f)).collect()
    }

    /// Formations that have not fought in this segment and could.
    fn able_to_fight(&self, p: &Position, f: Activation) -> FormationSet {
        f.todo.iter().filter(|formation| self.can_fight(p, *formation)).collect()
    }

    /// 3.0i: a wing whose commander is out of command is spent; he himself may still move (PR70).
    fn check_wing_command(&self, p: &mut Position, f: Activation, log: &mut Log) {
        let side = self.army.wings[f.wing].side;
        let (commander, chief) = (self.wing_commander(f.wing), self.chief(side));
        let ranks_count = !self.scenario.wings_commanded && !self.scenario.formations_commanded;
        let chief_lost = p.leader(chief).place == Place::Lost;
        if ranks_count && chief_lost && self.leader_on_map(p, commander) {
            return p.roll(RollKind::NoChief, side);
        }
        if self.wing_commanded(p, f.wing) {
            if ranks_count && self.leader_on_map(p, commander) {
                log.say(|| self.say(p, "command", rule::R3_0h, "{} is in command.").leader(commander));
            }
            self.begin_segments(p, f)
        } else {
            self.out_of_command(p, f, log)
        }
    }

    fn begin_segments(&self, p: &mut Position, f: Activation) {
        let units = self.units_of_wing(p, f.wing);
        for unit in units {
            p.unit_mut(unit).moved = false;
        }
        let units = units.iter().filter(|u| p.unit(*u).billebaude).collect();
        // nobody has rolled yet; what an earlier fight left is not to be taken for a roll
        p.state.returned.driven = UnitSet::EMPTY;
        p.set_top(Activation { segment: Segment::Billebaude, units, ..f });
    }

    fn out_of_command(&self, p: &mut Position, f: Activation, log: &mut Log) {
        log.say(|| {
            self.say(p, "command", rule::R3_0i, "{} is out of command: his wing only defends this turn.")
                .leader(self.wing_commander(f.wing))
        });
        p.set_top(Activation { segment: Segment::Commanders, ..f });
    }

    /// Routed units of formations that did not move run on all the same (11.3).
    fn end_movement(&self, p: &mut Position, f: Activation) {
        let units = self.units_of_wing(p, f.wing).iter().filter(|u| {
            let u = p.unit(*u);
            u.order == Order::Routed && !u.moved
        });
        let units = units.collect();
        for unit in &mut p.state.units {
            unit.began = Hex::NONE;
        }
        p.set_top(Activation { segment: Segment::Rout, units, todo: FormationSet::EMPTY, ..f });
    }

    fn end_activation(&self, p: &mut Position, f: Activation) {
        for unit in self.units_of_wing(p, f.wing) {
            let u = p.unit_mut(unit);
            u.attack = Attack::None;
            u.moved = false;
        }
        p.state.line.clear();
        p.state.shots.clear();
        p.pop();
    }

    /// What the roll of segment a brought, if one was made.
    fn clear_billebaude(&self, p: &mut Position, log: &mut Log) {
        let rolled = std::mem::take(&mut p.state.returned.driven).single();
        let Some(unit) = rolled else { return };
        if std::mem::take(&mut p.state.returned.passed) {
            p.unit_mut(unit).billebaude = false;
            log.say(|| self.say(p, "billebaude", rule::R9_1_2d, "{} ceases firing at will.").unit(unit));
        }
    }
}
