//! Chapter 13 and the victory conditions of the scenarios.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::Wait;
use crate::model::Victory;
use crate::position::{Ending, NOBODY, Order, Place, Position, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Citation, Log, No, Procedure, Roster, Seat, Viewer};

kernel::frames! {
    of Battle;

    /// Side 0 notes its objectives (13.0).
    pub struct Objectives {}
}

impl Procedure<Objectives> for Battle {
    fn ask(&self, p: &Position, _: &Objectives, _: Viewer) -> Asked {
        let left = match &self.scenario.victory {
            Victory::Objectives { chosen, .. } => u32::from(*chosen) - p.objectives.count_ones(),
            _ => 0,
        };
        Asked::new("objectives", rule::R13_0a, format!("Choose your secret objectives: {left} more."))
    }

    fn options(&self, p: &Position, _: &Objectives, _: Seat, out: &mut Vec<Action>) {
        out.extend((0..8).filter(|i| self.check_objective(p, *i).is_ok()).map(Action::Objective));
    }

    fn check(&self, p: &Position, _: &Objectives, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Objective(index) => self.check_objective(p, index),
            _ => Err(No(rule::R13_0a, "First the objectives must be chosen.")),
        }
    }

    fn offer(&self, p: &Position, _: &Objectives, _: Seat, action: Action) -> Offer {
        let Action::Objective(index) = action else { return self.usual_offer(p, action) };
        let hex = self.objectives()[index as usize];
        Offer::new(rule::R13_0a, format!("Choose {} as an objective.", self.hex_name(hex))).at(hex)
    }

    fn play(&self, p: &mut Position, _: Objectives, _: Seat, action: Action, log: &mut Log) {
        let Action::Objective(index) = action else { return };
        p.state.objectives |= 1 << index;
        log.say(|| {
            let Victory::Objectives { hexes, .. } = &self.scenario.victory else {
                unreachable!("only such scenarios have objectives")
            };
            let say = self.say(p, "objective", rule::R13_0a, "{} notes {} as an objective.");
            say.seat(0).hex(hexes[index as usize]).only_to(0)
        });
    }

    fn run(&self, p: &mut Position, _: Objectives, _: &mut Log) {
        let Victory::Objectives { chosen, .. } = &self.scenario.victory else { return p.pop() };
        if p.objectives.count_ones() as u8 >= *chosen { p.pop() } else { p.decide(0) }
    }
}

impl Battle {
    /// Whether an unrouted combat unit of the side stands in a hex (PR46).
    pub fn occupies(&self, p: &Position, side: u8, hex: Hex) -> bool {
        self.own_in(p, side, hex).iter().any(|u| p.unit(u).order != Order::Routed)
    }

    /// Somebody has come into a hex: scenario 3 counts who was there last.
    pub(crate) fn note_holder(&self, p: &mut Position, hex: Hex) {
        if let Victory::LastHeld(place) = &self.scenario.victory
            && *place == hex
        {
            for side in 0..2 {
                if self.occupies(p, side, hex) {
                    p.state.held = side;
                }
            }
        }
    }

    /// The places that count.
    pub fn objectives(&self) -> &[Hex] {
        match &self.scenario.victory {
            Victory::Occupy(hexes) | Victory::Objectives { hexes, .. } => hexes,
            Victory::LastHeld(hex) => std::slice::from_ref(hex),
        }
    }

    fn check_objective(&self, p: &Position, index: u8) -> Result<(), No> {
        let Victory::Objectives { hexes, .. } = &self.scenario.victory else {
            return Err(No(rule::R13_0a, "No objectives are chosen in this scenario."));
        };
        No::when(index as usize >= hexes.len(), rule::R13_0a, "There is no such objective.")?;
        No::when(p.objectives >> index & 1 != 0, rule::R13_0a, "This objective is chosen already.")
    }

    /// How many of the chosen objectives side 0 occupies.
    pub(crate) fn chosen_held(&self, p: &Position) -> u32 {
        let held = |i: usize, hex: Hex| p.objectives >> i & 1 != 0 && self.occupies(p, 0, hex);
        self.objectives().iter().enumerate().filter(|(i, hex)| held(*i, **hex)).count() as u32
    }

    /// 13.2: the objectives of which side 0 must show one at the end of the turn in which the Austrians may win.
    pub(crate) fn showable(&self, p: &Position) -> impl Iterator<Item = u8> {
        let due = matches!(&self.scenario.victory, Victory::Objectives { automatic, .. } if p.turn == *automatic)
            && p.revealed == 0;
        let held = |i: u8| {
            p.objectives >> i & 1 != 0
                && self.objectives().get(i as usize).is_some_and(|hex| self.occupies(p, 0, *hex))
        };
        (0..8u8).filter(move |i| due && held(*i))
    }

    /// 13.1: what a side has scored.
    pub fn points(&self, p: &Position, side: u8) -> u32 {
        let mut points = u32::from(p.trophies[side as usize]);
        for unit in p.units.ids().filter(|u| self.side_of(*u) == enemy(side)) {
            let u = p.unit(unit);
            if u.place == Place::Lost {
                points += u32::from(self.charts.points.eliminated);
            } else if u.place == Place::Map && u.order == Order::Routed {
                points += u32::from(self.charts.points.routed);
            }
        }
        points
    }

    /// At the end of a turn: whether the game is over.
    pub(crate) fn check_victory(&self, p: &mut Position, log: &mut Log) -> bool {
        if let Victory::Objectives { automatic, .. } = &self.scenario.victory
            && p.turn == *automatic
            && p.revealed == 0
        {
            return self.end(p, Ending::Automatic, log);
        }
        if p.turn < self.scenario.last_turn {
            return false;
        }
        let ending = self.final_ending(p);
        self.end(p, ending, log)
    }

    fn final_ending(&self, p: &Position) -> Ending {
        match &self.scenario.victory {
            Victory::Occupy(hexes) => {
                Ending::Places(!hexes.iter().any(|hex| self.occupies(p, 0, *hex)) as u8)
            }
            Victory::LastHeld(hex) => {
                let now = (0..2).find(|side| self.occupies(p, *side, *hex));
                match now.unwrap_or(p.held) {
                    NOBODY => Ending::Draw,
                    side => Ending::Places(side),
                }
            }
            Victory::Objectives { win, draw, .. } => {
                let held = self.chosen_held(p);
                if held >= u32::from(*win) {
                    Ending::Places(0)
                } else if held < u32::from(*draw) {
                    Ending::Places(1)
                } else {
                    let (own, other) = (self.points(p, 0), self.points(p, 1));
                    match own.cmp(&other) {
                        std::cmp::Ordering::Greater => Ending::Points(0),
                        std::cmp::Ordering::Less => Ending::Points(1),
                        std::cmp::Ordering::Equal => Ending::Draw,
                    }
                }
            }
        }
    }

    fn end(&self, p: &mut Position, ending: Ending, log: &mut Log) -> bool {
        p.state.ending = Some(ending);
        p.state.wait = Wait::Over;
        p.state.stack.clear();
        log.say(|| {
            let (words, rule) = self.ending_words(ending);
            match Battle::winner(ending) {
                Some(side) => self.say(p, "end", rule, "{}: {}.").seat(side).with(words).reveals(),
                None => self.say(p, "end", rule, "{}.").with(words).reveals(),
            }
        });
        true
    }

    pub fn winner(ending: Ending) -> Option<u8> {
        match ending {
            Ending::Places(side) | Ending::Points(side) => Some(side),
            Ending::Automatic => Some(1),
            Ending::Draw => None,
        }
    }

    /// The rule by which the scenario is won.
    pub(crate) fn victory_rule(&self) -> Citation {
        match &self.scenario.victory {
            Victory::Occupy(_) if self.scenario.id.contains("lazzaro") => rule::RS1b,
            Victory::Occupy(_) => rule::RS2b,
            Victory::LastHeld(_) => rule::RS3b,
            Victory::Objectives { .. } => rule::R13_0b,
        }
    }

    pub fn ending_words(&self, ending: Ending) -> (&'static str, Citation) {
        let rule = self.victory_rule();
        match ending {
            Ending::Places(_) => ("victory", rule),
            Ending::Points(_) => ("victory by points", rule::R13_1),
            Ending::Automatic => ("automatic victory", rule::R13_2),
            Ending::Draw => (
                "draw",
                if matches!(self.scenario.victory, Victory::LastHeld(_)) { rule } else { rule::R13_1 },
            ),
        }
    }
}
