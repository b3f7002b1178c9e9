//! What a side is told before it decides: how it wins and how that stands (16), which formations it may still
//! activate (6.1, 15.2), who enters when (15.1, 16.1).

use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::Entry;
use crate::position::{Corps, Position};
use crate::rule;
use hexmap::Hex;
use kernel::{Briefing, Coming, Goal, Point, Seat, Viewer, listed};

impl Battle {
    pub(crate) fn brief(&self, p: &Position, viewer: Viewer) -> Briefing {
        let goals = |side| self.goals(p, side);
        gamebox::brief(viewer, &self.briefs, goals, |side| self.open_now(p, side), self.coming(p))
    }

    /// The places of some hexes, each once.
    fn places_of(&self, hexes: &[Hex]) -> String {
        let mut names: Vec<&str> = Vec::new();
        for hex in hexes {
            let place = self.map.places().iter().find(|place| place.hex == *hex);
            let name = place.map_or(self.map.number(*hex), |place| &place.name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        listed(names)
    }

    fn goals(&self, p: &Position, side: u8) -> Vec<Goal> {
        let v = &self.scenario.victory;
        if v.majority {
            return vec![self.majority_goal(p, side)];
        }
        let corps = self.corps_in_play(p);
        let (decisive, needed) = match corps {
            true => (&v.corps_decisive, v.corps_tactical_count),
            false => (&v.decisive, v.tactical_count),
        };
        let attacker = self.seat_names[usize::from(v.attacker)];
        let (places, count, last) = (self.places_of(decisive), v.objectives.len(), self.scenario.turns);
        let taken = decisive.iter().filter(|hex| self.controls(p, v.attacker, **hex)).count();
        let held = self.objectives_held(p, v.attacker);
        let attacks = side == v.attacker;
        let by_places = if attacks {
            format!("Decisive victory: hold all of {places} at the end of any turn.")
        } else {
            format!("{attacker} must not hold all of {places} at the end of any turn.")
        };
        let called = &v.called;
        let by_count = if attacks {
            format!("Tactical victory: hold {needed} of the {count} {called} at the end of turn {last}.")
        } else {
            format!(
                "At the end of turn {last} {attacker} must hold fewer than {needed} of the {count} {called}."
            )
        };
        let all = decisive.len();
        let goal = |sentence, stands, met: bool, rule| Goal {
            seat: Seat(side),
            sentence,
            stands,
            met: met == attacks,
            rule: if corps { rule::R16_1_2 } else { rule },
        };
        vec![
            goal(
                by_places,
                format!("{attacker} holds {taken} of {all} hexes there."),
                taken == all,
                rule::R16a,
            ),
            goal(by_count, format!("{attacker} holds {held} of them."), held >= needed, rule::R16b),
        ]
    }

    /// More of the objectives than the other side, at the end of the last turn (C 23).
    fn majority_goal(&self, p: &Position, side: u8) -> Goal {
        let objectives = &self.scenario.victory.objectives;
        let (last, places) = (self.scenario.turn_box(self.scenario.turns), self.places_of(objectives));
        let [one, other] = [side, 1 - side].map(|side| self.objectives_held(p, side));
        let enemy = self.seat_names[usize::from(1 - side)];
        Goal {
            seat: Seat(side),
            sentence: format!(
                "Hold more of these {} hexes than {enemy} at the end of turn {last}: {places}.",
                objectives.len()
            ),
            stands: format!("You hold {one}, {enemy} {other}."),
            met: one > other,
            rule: self.majority_rule(),
        }
    }

    fn open_now(&self, p: &Position, side: u8) -> Vec<Point> {
        if p.ending.is_some() {
            return Vec::new();
        }
        if let Some(Frame::Setup(frame)) = p.stack.first() {
            let own = side == self.setup_side(p, frame);
            return vec![Point::new(
                self.setup_rule(),
                if own {
                    "Place your pieces in the areas that are lit, or take the standard set-up."
                } else if self.sets_up_last(side) {
                    "The other side sets up first."
                } else {
                    "The other side sets up now."
                },
            )];
        }
        let mut points = Vec::new();
        if self.capped(side) {
            let (made, turn) = (p.activations[usize::from(side)], p.turn);
            points.push(Point::new(
                rule::R15_2,
                format!("{made} of {turn} activations made: the cap of turn {turn}."),
            ));
        }
        let able = self.army.formations.ids().filter(|f| self.check_attempt(p, side, *f).is_ok());
        let able: Vec<&str> = able.map(|f| self.formation_name(f)).collect();
        points.push(if able.is_empty() {
            Point::new(rule::R6_1, "There is no formation left to activate this turn.")
        } else {
            Point::new(rule::R6_1, format!("Still to be activated this turn, once each: {}.", listed(able)))
        });
        if !matches!(p.stack.first(), Some(Frame::Initiative(_))) {
            let first = self.seat_names[usize::from(p.initiative)];
            points.push(Point::new(rule::R4_B_2d, format!("{first} has the initiative and tries first.")));
        }
        points
    }

    fn coming(&self, p: &Position) -> Vec<Coming> {
        let coming = |turn: u8, rule, words: String| {
            Coming::new(self.scenario.turn_box(turn), self.hour(turn), rule, words)
        };
        let enters = |entry: &Entry| {
            format!("{} can enter at {}.", self.formation_name(entry.formation), self.hex_words(entry.hex))
        };
        let mut list = Vec::new();
        for entry in self.scenario.entries.iter().filter(|entry| entry.turn >= p.turn) {
            list.push(coming(entry.turn, rule::R15_1a, enters(entry)));
        }
        if let Some(corps) = &self.scenario.corps {
            let (first, face, name) = (corps.first_roll_turn, corps.arrives_on, &corps.name);
            match p.corps {
                Corps::Undecided => {
                    let side = self.seat_names[usize::from(corps.side)];
                    let words = format!(
                        "At its end {side} may ask for {name}: it comes on a {face}, rolled each turn."
                    );
                    list.push(coming(first.max(p.turn), rule::R16_1_3, words));
                }
                Corps::Asked => {
                    let words = format!("At its end a die is rolled for {name}: it comes on a {face}.");
                    list.push(coming(p.turn, rule::R16_1_1, words));
                }
                Corps::Arrives(from) => {
                    for entry in &corps.entries {
                        let turn = from + entry.turn - 1;
                        if turn >= p.turn && turn <= self.scenario.turns {
                            list.push(coming(turn, rule::R16_1_1b, enters(entry)));
                        }
                    }
                }
                Corps::NotAsked => {}
            }
        }
        let last = "The last turn: at its end the battle is decided.";
        list.push(coming(self.scenario.turns, self.length_rule(), last.into()));
        list
    }
}
