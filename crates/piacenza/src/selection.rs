//! 3.0 A: which wings activate, chosen in secret, and which of them goes first.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Activation, RollKind, Segment, Wait};
use crate::model::WingId;
use crate::position::{FormationSet, NOBODY, Position, UnitSet, WingSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use kernel::{Log, No, Procedure, Roster, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Wing Selection (3.0 A).
    pub struct Selection {
        pub stage: SelectionStage,
        /// What each side rolled; NOBODY before.
        pub rolls: [u8; 2],
        /// The side that activates first, once it is known.
        pub first: u8,
    }
}

impl Selection {
    /// Both sides commit a wing.
    pub fn new() -> Selection {
        Selection { stage: SelectionStage::Commit, rolls: [NOBODY; 2], first: NOBODY }
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::new()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SelectionStage {
    Commit,
    Roll,
    /// Who rolled higher decides.
    Order,
    First,
    Second,
}

impl Procedure<Selection> for Battle {
    fn ask(&self, _: &Position, f: &Selection, _: Viewer) -> Asked {
        match f.stage {
            SelectionStage::Order => {
                Asked::new("order", rule::R3_0d, "You rolled higher: who activates first?")
            }
            _ => {
                let asked = Asked::new("wing", rule::R3_0c, "Choose in secret the wing that activates.");
                // While wings are chosen in secret nobody is told who still thinks.
                asked.others_read("Wings are being chosen.")
            }
        }
    }

    fn options(&self, p: &Position, f: &Selection, Seat(side): Seat, out: &mut Vec<Action>) {
        match f.stage {
            SelectionStage::Commit if p.chosen[side as usize] == WingId::NOBODY => {
                out.extend(self.wings_left(p, side).iter().map(Action::Wing));
            }
            SelectionStage::Order => {
                out.extend([
                    Action::GoFirst,
                    Action::GoSecond { show: false },
                    Action::GoSecond { show: true },
                ]);
            }
            _ => {}
        }
    }

    fn check(&self, p: &Position, f: &Selection, Seat(side): Seat, action: Action) -> Result<(), No> {
        match (f.stage, action) {
            (SelectionStage::Commit, Action::Wing(wing)) => self.check_wing(p, side, wing),
            (SelectionStage::Commit, _) => Err(No(rule::R3_0c, "First a wing must be chosen.")),
            (SelectionStage::Order, Action::GoFirst | Action::GoSecond { .. }) => Ok(()),
            _ => Err(No(rule::R3_0d, "You decide who activates first.")),
        }
    }

    fn offer(&self, p: &Position, _: &Selection, _: Seat, action: Action) -> Offer {
        match action {
            Action::Wing(wing) => {
                let name = self.wing_name(wing);
                Offer::new(rule::R3_0c, format!("Choose the {name}.")).under(name)
            }
            Action::GoFirst => Offer::new(rule::R3_0d, "Activate first."),
            Action::GoSecond { show: false } => {
                Offer::new(rule::R3_0e, "Let the enemy go first and keep your marker hidden.")
            }
            Action::GoSecond { show: true } => {
                Offer::new(rule::R3_0e, "Let the enemy go first and show your marker.")
            }
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: Selection, Seat(side): Seat, action: Action, log: &mut Log) {
        match action {
            Action::Wing(wing) => {
                p.state.chosen[side as usize] = wing;
                let open = self.wings_left(p, enemy(side)).is_empty();
                log.say(|| {
                    let seen_by = if open { SeatSet::ALL } else { SeatSet::only(Seat(side)) };
                    let say = self.say(p, "selection", rule::R3_0c, "{} chooses a wing{}.").seat(side);
                    say.secret(format_args!(": the {}", self.wing_name(wing)), seen_by)
                });
            }
            Action::GoFirst => self.order(p, f, side, log),
            Action::GoSecond { show } => {
                if show {
                    self.show_wing(p, side, log);
                }
                self.order(p, f, enemy(side), log);
            }
            _ => {}
        }
    }

    fn rolled(&self, p: &mut Position, f: Selection, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let mut rolls = f.rolls;
        let side = (rolls[0] != NOBODY) as u8;
        rolls[side as usize] = face;
        log.say(|| self.say(p, "initiative", rule::R3_0d, "{} rolls {}.").seat(side).with(face).dice(faces));
        if side == 0 {
            return p.set_top(Selection { rolls, ..f });
        }
        if rolls[0] == rolls[1] {
            log.say(|| self.say(p, "initiative", rule::R3_0d, "A tie: both roll again."));
            return p.set_top(Selection { rolls: [NOBODY; 2], ..f });
        }
        let lower = (rolls[0] > rolls[1]) as u8;
        self.show_wing(p, lower, log);
        p.set_top(Selection { rolls, stage: SelectionStage::Order, ..f });
    }

    fn run(&self, p: &mut Position, f: Selection, log: &mut Log) {
        match f.stage {
            SelectionStage::Commit => self.run_commit(p, f, log),
            SelectionStage::Roll => p.roll(RollKind::Initiative, (f.rolls[0] != NOBODY) as u8),
            SelectionStage::Order => p.decide((f.rolls[1] > f.rolls[0]) as u8),
            SelectionStage::First => {
                p.set_top(Selection { stage: SelectionStage::Second, ..f });
                self.activate(p, f.first, rule::R3_1a, log);
            }
            SelectionStage::Second => {
                p.set_top(Selection::new());
                // 3.0f: a side that committed nothing has no second activation
                self.activate(p, enemy(f.first), rule::R3_0f, log);
            }
        }
    }
}

impl Battle {
    /// Wings of a side that have not activated in this turn.
    pub fn wings_left(&self, p: &Position, side: u8) -> WingSet {
        self.scenario.wings[side as usize].iter().copied().collect::<WingSet>().without(p.used)
    }

    pub(crate) fn wing_name(&self, wing: WingId) -> String {
        let def = &self.army.wings[wing];
        format!("{} ({})", def.name, self.army.leaders[def.commander].name)
    }

    fn run_commit(&self, p: &mut Position, f: Selection, log: &mut Log) {
        let left = [self.wings_left(p, 0), self.wings_left(p, 1)];
        if left[0].is_empty() && left[1].is_empty() {
            return self.begin_reorganization(p, log);
        }
        if let (Some(wings), true) =
            (self.scenario.opening, p.used.is_empty() && p.turn == self.scenario.first_turn)
        {
            log.say(|| {
                self.say(p, "selection", rule::R3_0g, "The {} begins, the {} follows.")
                    .with(self.wing_name(wings[0]))
                    .with(self.wing_name(wings[1]))
            });
            p.state.chosen = wings;
            p.state.shown = [true; 2];
            return p.set_top(Selection { stage: SelectionStage::First, first: 0, ..f });
        }
        // 3.0j, PR50: who is alone goes on without a roll
        let alone = (0..2u8).find(|side| left[enemy(*side) as usize].is_empty());
        let mut waiting = 0;
        for side in 0..2u8 {
            if p.chosen[side as usize] == WingId::NOBODY && !left[side as usize].is_empty() {
                match left[side as usize].single() {
                    // the last marker is no choice
                    Some(wing) => p.state.chosen[side as usize] = wing,
                    None => waiting |= 1 << side,
                }
            }
        }
        if waiting != 0 {
            p.state.wait = Wait::Decide(waiting);
        } else if let Some(side) = alone {
            log.say(|| {
                let words = "{} goes on alone: the other side has no wing left.";
                self.say(p, "selection", rule::R3_0j, words).seat(side)
            });
            p.set_top(Selection { stage: SelectionStage::First, first: side, ..f });
        } else {
            p.set_top(Selection { stage: SelectionStage::Roll, ..f });
        }
    }

    pub(crate) fn check_wing(&self, p: &Position, side: u8, wing: WingId) -> Result<(), No> {
        let words = "That is not one of your wings.";
        No::when(self.army.wings.get(wing).is_none_or(|def| def.side != side), rule::R3_0c, words)?;
        let words = "This wing has had its activation this turn, or takes no part.";
        No::when(!self.wings_left(p, side).has(wing), rule::R3_0c, words)?;
        No::when(p.chosen[side as usize] != WingId::NOBODY, rule::R3_0c, "You have chosen already.")
    }

    fn order(&self, p: &mut Position, f: Selection, first: u8, log: &mut Log) {
        log.say(|| self.say(p, "selection", rule::R3_0d, "{} activates first.").seat(first));
        p.set_top(Selection { stage: SelectionStage::First, first, ..f });
    }

    fn show_wing(&self, p: &mut Position, side: u8, log: &mut Log) {
        if p.shown[side as usize] {
            return;
        }
        p.state.shown[side as usize] = true;
        log.say(|| {
            let wing = p.chosen[side as usize];
            self.say(p, "selection", rule::R3_0e, "{} shows the marker: the {}.")
                .seat(side)
                .with(self.wing_name(wing))
                .reveals()
        });
    }

    /// The committed wing of a side activates; nothing happens if it committed none.
    fn activate(&self, p: &mut Position, side: u8, rule: kernel::Citation, log: &mut Log) {
        let wing = p.chosen[side as usize];
        if wing == WingId::NOBODY {
            return;
        }
        self.show_wing(p, side, log);
        p.state.chosen[side as usize] = WingId::NOBODY;
        p.state.shown[side as usize] = false;
        p.state.used.insert(wing);
        log.say(|| self.say(p, "activation", rule, "The {} activates.").with(self.wing_name(wing)));
        let (todo, units) = (FormationSet::EMPTY, UnitSet::EMPTY);
        p.push(Activation { wing, segment: Segment::Check, todo, units });
    }
}
