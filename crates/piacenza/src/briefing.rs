//! What a side is told before it decides: how it wins and how that stands (13 and the scenarios), which wings it may
//! still activate (3.0), what comes when. Which objectives were chosen is told only to who may know it.

use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::Victory;
use crate::position::{NOBODY, Position};
use crate::rule;
use hexmap::Hex;
use kernel::{Briefing, Coming, Goal, Point, Seat, Viewer, listed};

impl Battle {
    pub(crate) fn brief(&self, p: &Position, viewer: Viewer) -> Briefing {
        let goals = |side| self.goals(p, side, viewer);
        gamebox::brief(viewer, &self.briefs, goals, |side| self.open_now(p, side), self.coming(p))
    }

    fn goals(&self, p: &Position, side: u8, viewer: Viewer) -> Vec<Goal> {
        let first = self.seat_names[0];
        let (last, attacks) = (self.scenario.last_turn, side == 0);
        let places = |hexes: &[Hex]| listed(hexes.iter().map(|hex| self.map.place(*hex)));
        let goal = |sentence: String, stands: String, met: bool, rule| Goal {
            seat: Seat(side),
            sentence,
            stands,
            met,
            rule,
        };
        let rule = self.victory_rule();
        match &self.scenario.victory {
            Victory::Occupy(hexes) => {
                let names = places(hexes);
                let held: Vec<Hex> = hexes.iter().copied().filter(|hex| self.occupies(p, 0, *hex)).collect();
                let sentence = if attacks {
                    format!(
                        "At the end of turn {last}, have a unit that is not routed in one of these: {names}."
                    )
                } else {
                    format!(
                        "At the end of turn {last}, {first} must have only routed units, or none, in these: {names}."
                    )
                };
                let stands = if held.is_empty() {
                    format!("{first} stands in none of them.")
                } else {
                    format!("{first} has a unit in {}.", places(&held))
                };
                vec![goal(sentence, stands, held.is_empty() != attacks, rule)]
            }
            Victory::LastHeld(hex) => {
                let now = (0..2).find(|side| self.occupies(p, *side, *hex)).unwrap_or(p.held);
                let sentence = format!(
                    "At the end of turn {last}, hold {} or be the last to have held it.",
                    self.map.place(*hex)
                );
                let stands = match now {
                    NOBODY => "Nobody has held it yet.".to_owned(),
                    holder => format!("{} holds it or held it last.", self.seat_names[usize::from(holder)]),
                };
                vec![goal(sentence, stands, now == side, rule)]
            }
            Victory::Objectives { hexes, chosen, win, draw, automatic } => {
                let known = !p.hidden(viewer).objectives;
                let held = self.chosen_held(p);
                let stands = if known {
                    format!("{first} stands in {held} of them.")
                } else {
                    let possible = hexes.iter().filter(|hex| self.occupies(p, 0, **hex)).count();
                    let of = hexes.len();
                    format!("{first} stands in {possible} of the {of} places from which it chose in secret.")
                };
                let points = format!(
                    "Victory points: {first} {}, {} {}.",
                    self.points(p, 0),
                    self.seat_names[1],
                    self.points(p, 1)
                );
                let shown = p.revealed != 0;
                let sentence = if attacks {
                    format!("At the end of turn {last}, stand in {win} of your {chosen} secret objectives.")
                } else {
                    format!(
                        "At the end of turn {last}, {first} must stand in fewer than {draw} of its {chosen} secret objectives."
                    )
                };
                let early = if attacks {
                    format!(
                        "At the end of turn {automatic}, show one of them in your hands, or the battle is lost."
                    )
                } else {
                    format!(
                        "If {first} cannot show one of them in its hands at the end of turn {automatic}, you have won."
                    )
                };
                let met = if attacks { held >= u32::from(*win) } else { held < u32::from(*draw) };
                let mut goals = vec![
                    goal(sentence, stands, known && met, rule),
                    goal(
                        format!("With {draw} of them the side with more victory points wins."),
                        points,
                        false,
                        rule::R13_1,
                    ),
                ];
                if p.turn <= *automatic {
                    let stands =
                        if p.revealed != 0 { "One has been shown." } else { "None has been shown yet." };
                    goals.push(goal(early, stands.into(), shown && attacks, rule::R13_2));
                }
                goals
            }
        }
    }

    fn open_now(&self, p: &Position, side: u8) -> Vec<Point> {
        if p.ending.is_some() {
            return Vec::new();
        }
        // The set-up waits while objectives are chosen.
        match p.stack.last() {
            Some(Frame::Objectives(_)) if side == 0 => {
                return vec![Point::new(rule::R13_0a, "First choose your secret objectives on the map.")];
            }
            Some(Frame::Objectives(_)) => {
                return vec![Point::new(rule::R13_0a, "The other side chooses its secret objectives.")];
            }
            Some(Frame::Setup(_)) => {
                let words =
                    "Place your pieces in the areas that are lit, or leave them where they are proposed.";
                return vec![Point::new(rule::R3_0a, words)];
            }
            _ => {}
        }
        let left = self.scenario.wings[usize::from(side)].iter().filter(|wing| !p.used.has(**wing));
        let left: Vec<&str> = left.map(|wing| self.army.wings[*wing].name.as_str()).collect();
        let mut points = vec![if left.is_empty() {
            Point::new(rule::R3_0j, "All your wings have been activated this turn.")
        } else {
            Point::new(rule::R3_0j, format!("Still to be activated this turn, once each: {}.", listed(left)))
        }];
        if p.turn == self.scenario.first_turn
            && let Some(opening) = self.scenario.opening
            && !opening.iter().all(|wing| p.used.has(*wing))
        {
            let [one, other] = opening.map(|wing| self.army.wings[wing].name.as_str());
            let [first, second] = self.seat_names;
            let words =
                format!("The first turn begins with the {one} of {first}, then the {other} of {second}.");
            points.push(Point::new(rule::R3_0g, words));
        }
        if let Some(a) = p.activation() {
            let own = self.army.wings[a.wing].side == side;
            let words = if own {
                "An active wing goes through its segments: Movement, Bombardment, Combat, Commanders."
            } else {
                "While the other side is active, you answer its fire and its attacks."
            };
            points.push(Point::new(rule::R3_1a, words));
        }
        points
    }

    fn coming(&self, p: &Position) -> Vec<Coming> {
        let coming = |turn: u8, rule, words: &str| Coming::new(turn, self.hour(turn), rule, words);
        let mut list = Vec::new();
        if let Victory::Objectives { automatic, .. } = &self.scenario.victory
            && p.turn <= *automatic
        {
            list.push(coming(*automatic, rule::R13_2, "At its end one chosen objective must be shown."));
        }
        let words = "The last turn: at its end the battle is decided.";
        list.push(coming(self.scenario.last_turn, self.victory_rule(), words));
        list
    }
}
