//! Chapter 5: a unit, or a stack, on the move, step by step.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Refuse, Train, TrainKind};
use crate::model::{Arm, Halves, UnitId};
use crate::position::{AnyUnits, Attack, Position, Slot, UnitSet, enemy};
use crate::rule;
use crate::walker::Walker;
use crate::words::{Asked, Offer, Subject, points};
use hexmap::{Dir, Hex, MaybeHex};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer, agree};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A unit, or a stack, on the move.
    pub struct Move {
        pub units: [Slot; 2],
        pub hex: Hex,
        pub start: Hex,
        pub left: Halves,
        pub mode: Mode,
        /// The final hex of a unit of the Line.
        pub goal: MaybeHex,
        pub stage: MoveStage,
        pub dir: Dir,
        /// Units of the step that have not made their Training Die Roll, and those that failed it.
        pub rolling: UnitSet,
        pub failed: AnyUnits,
        /// Has made a step.
        pub stepped: bool,
        /// May make no further step.
        pub halted: bool,
    }
}

/// How a unit may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// 5.3.
    Free,
    /// To its place in the declared Line (5.6).
    Line,
    /// Towards the Line of its Formation (5.8).
    Realign,
    /// Out of command: towards its mates, its commander, or away from the enemy (5.9).
    Stray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStage {
    Choose,
    Train,
    Trained,
    React,
    Enter,
    Entered,
    /// An attack is declared; those who do not stand against it have run (10.2).
    Declared,
}

impl Move {
    /// The unit that was taken in hand, or the one that is left of the stack.
    pub fn lead(&self) -> Option<UnitId> {
        self.units.iter().map(|slot| slot.0).find(|u| *u != UnitId::NOBODY)
    }

    pub fn who(&self) -> UnitSet {
        self.units.iter().map(|slot| slot.0).filter(|u| *u != UnitId::NOBODY).collect()
    }
}

impl Procedure<Move> for Battle {
    fn ask(&self, p: &Position, m: &Move, _: Viewer) -> Asked {
        let lead = m.lead().unwrap_or(UnitId::at(0));
        let (name, left) = (self.unit_name(lead), points(m.left));
        let words = format!("{name}: where to? {left} movement [point|points] left.");
        Asked::new("move", rule::R5_0b, agree(&words, m.left != 2)).at([p.unit(lead).hex]).by(lead)
    }

    fn subject(&self, _: &Position, m: &Move) -> Subject {
        Subject { hex: m.hex, units: m.who() }
    }

    fn options(&self, p: &Position, m: &Move, _: Seat, out: &mut Vec<Action>) {
        let Some(f) = p.march() else { return };
        if !m.halted {
            let bounds = self.bounds(p, &f, m);
            out.extend((0..6).filter(|dir| self.check_step(p, m, *dir, &bounds).is_ok()).map(Action::Step));
        }
        self.legal_attacks(p, &f, m, out);
        for gun in m.who().iter().filter(|u| self.is_gun(*u) && m.stepped) {
            let dirs = (0..6).filter(|dir| p.unit(gun).facing != *dir);
            out.extend(dirs.map(|dir| Action::Face(gun, dir)));
        }
        if self.check_stop(p, m).is_ok() {
            out.push(Action::Done);
        }
    }

    fn check(&self, p: &Position, m: &Move, _: Seat, action: Action) -> Result<(), No> {
        let Some(f) = p.march() else { return Err(No(rule::R5_0a, "No formation moves.")) };
        match action {
            Action::Step(dir) if dir < 6 => self.check_step(p, m, dir, &self.bounds(p, &f, m)).map(|_| ()),
            Action::Melee(unit, dir) if dir < 6 => self.check_melee(p, &f, m, unit, dir),
            Action::Charge(unit, dir) if dir < 6 => self.check_charge(p, &f, m, unit, dir),
            Action::Face(unit, dir) => self.check_turn_moved(p, m, unit, dir),
            Action::Done => self.check_stop(p, m),
            _ => Err(No(rule::R5_0a, "The unit in hand moves first.")),
        }
    }

    fn offer(&self, p: &Position, m: &Move, _: Seat, action: Action) -> Offer {
        match action {
            Action::Step(dir) => {
                let hex = self.map.neighbour(m.hex, dir);
                let words = format!("Go to {}{}.", self.hex_name(hex), self.roll_note(p, m, dir));
                let rule = if self.spared_by_road(p, m, dir) { rule::R5_7b } else { rule::R5_0b };
                let offer = Offer::new(rule, words).at(hex).by(m.who());
                if self.step_rolls(p, m, dir) { offer.with_odds() } else { offer }
            }
            Action::Melee(unit, dir) => self.offer_attack(p, m, unit, Attack::Melee(dir)),
            Action::Charge(unit, dir) => self.offer_attack(p, m, unit, Attack::Charge(dir)),
            Action::Done if m.stepped => Offer::new(rule::R5_0a, "Stop here."),
            Action::Done => Offer::new(rule::R5_0a, "Stay."),
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, m: Move, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Step(dir) => self.set_out(p, m, dir),
            Action::Melee(unit, dir) => self.declare(p, m, unit, Attack::Melee(dir), log),
            Action::Charge(unit, dir) => self.declare(p, m, unit, Attack::Charge(dir), log),
            Action::Face(unit, dir) => {
                self.face(p, unit, dir, log);
                self.end_move(p, m, log);
            }
            _ => self.end_move(p, m, log),
        }
    }

    fn run(&self, p: &mut Position, m: Move, log: &mut Log) {
        let Some(lead) = m.lead() else { return p.pop() };
        let side = self.side_of(lead);
        match m.stage {
            MoveStage::Choose => {
                let mut options = Vec::new();
                self.options(p, &m, Seat(side), &mut options);
                match options[..] {
                    [] | [Action::Done] => self.end_move(p, m, log),
                    _ => p.decide(side),
                }
            }
            MoveStage::Train => match m.rolling.first() {
                Some(unit) => {
                    p.set_top(Move { stage: MoveStage::Trained, rolling: m.rolling.but(unit), ..m });
                    p.state.returned.driven = UnitSet::one(unit);
                    if let Some(kind) = self.roll_before(p, unit, m.hex, m.dir) {
                        self.train(p, unit, kind);
                    }
                }
                None => self.leave(p, m, log),
            },
            MoveStage::Trained => self.after_roll(p, m, log),
            MoveStage::React => self.after_reaction(p, m, log),
            MoveStage::Enter => self.enter(p, m, log),
            MoveStage::Entered => self.entered(p, m),
            MoveStage::Declared => self.after_declaration(p, m, log),
        }
    }
}

impl Battle {
    pub(crate) fn check_stop(&self, p: &Position, m: &Move) -> Result<(), No> {
        let stuck = || match p.march() {
            Some(f) => {
                let bounds = self.bounds(p, &f, m);
                (0..6).all(|dir| self.check_step(p, m, dir, &bounds).is_err())
            }
            None => true,
        };
        // who is taken in hand goes all the way
        let words = "It goes on to its place in the Line.";
        No::when(m.mode == Mode::Line && m.hex != m.goal && !m.halted && !stuck(), rule::R5_6b, words)?;
        let dragoons = !m.stepped || m.halted || self.may_end_in(p, m.who(), m.hex);
        let words = "Mounted dragoons do not end in an Engagement Zone unless stacked.";
        No::when(!dragoons && !stuck(), rule::R10_5b, words)
    }

    /// Begins a step: with the rolls that come before it.
    pub(crate) fn set_out(&self, p: &mut Position, m: Move, dir: Dir) {
        let rolling = self.rolls_for(p, &m, dir);
        let stage = MoveStage::Train;
        p.set_top(Move { dir, rolling, failed: UnitSet::EMPTY, stage, ..m });
    }

    pub(crate) fn end_move(&self, p: &mut Position, m: Move, log: &mut Log) {
        for unit in m.who() {
            p.unit_mut(unit).moved = true;
            if self.is_gun(unit) && m.stepped {
                self.gun_has_moved(p, unit, log);
            }
        }
        p.pop();
    }

    /// Whether infantry rolls before a step, and with what (5.7): into Cover, a ditch or over a stream within an
    /// enemy Engagement Zone, unless along a road. The worse of hex and hexside counts (PR19).
    pub(crate) fn ground_roll(&self, p: &Position, side: u8, from: Hex, dir: Dir) -> Option<i8> {
        if self.road(from, dir) { None } else { self.difficult(p, side, from, dir) }
    }

    /// The modifier of ground that asks for a roll, a road not counted.
    fn difficult(&self, p: &Position, side: u8, from: Hex, dir: Dir) -> Option<i8> {
        let to = self.map.neighbour(from, dir);
        if !p.engaged(enemy(side), to) {
            return None;
        }
        match (self.terrain(to).training, self.side(from, dir).training) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        }
    }

    /// Whether infantry would have to roll for this step if it did not go along a road (5.7b).
    pub(crate) fn spared_by_road(&self, p: &Position, m: &Move, dir: Dir) -> bool {
        let infantry = m.who().iter().find(|u| self.is_infantry(*u));
        infantry.is_some_and(|u| {
            self.road(m.hex, dir) && self.difficult(p, self.side_of(u), m.hex, dir).is_some()
        })
    }

    /// Units of the moving stack that roll before this step.
    fn rolls_for(&self, p: &Position, m: &Move, dir: Dir) -> UnitSet {
        let rolls = |unit: &UnitId| self.roll_before(p, *unit, m.hex, dir).is_some();
        m.who().iter().filter(rolls).collect()
    }

    /// The Training Die Roll that a unit makes before a step.
    pub fn roll_before(&self, p: &Position, unit: UnitId, from: Hex, dir: Dir) -> Option<TrainKind> {
        let side = self.side_of(unit);
        let to = self.map.neighbour(from, dir);
        match self.arm(unit) {
            Arm::Infantry => {
                self.ground_roll(p, side, from, dir).map(|modifier| TrainKind::Ground { modifier })
            }
            Arm::Cavalry => p.infantry_zoc(enemy(side), to).then_some(TrainKind::InfantryZone),
            Arm::Artillery => None,
        }
    }

    /// A roll before a step: infantry that fails stops, cavalry is Disordered besides (5.7c, 7.1b).
    fn after_roll(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        m.stage = MoveStage::Train;
        if let Some(unit) = std::mem::take(&mut p.state.returned.driven).single()
            && !p.returned.passed
        {
            m.failed.insert(unit);
            if self.is_cavalry(unit) {
                self.disorder(p, unit, log);
            } else {
                log.say(|| self.say(p, "stop", rule::R5_7c, "{} stops in {}.").unit(unit).hex(m.hex));
            }
        }
        p.set_top(m);
    }

    fn enter(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        let to = self.map.neighbour(m.hex, m.dir);
        let units = m.who();
        let Some(lead) = m.lead() else { return p.pop() };
        let side = self.side_of(lead);
        // the ground may have changed while it was shot at
        let walker = Walker::new(self, units, UnitSet::EMPTY);
        let Ok(cost) = walker.step(self, p, m.hex, m.dir, m.start) else {
            m.halted = true;
            m.stage = MoveStage::Choose;
            return p.set_top(m);
        };
        log.say(|| {
            // 5.4: dearer than all its points, but one hex can always be made
            let rule = if cost > m.left { rule::R5_4 } else { rule::R5_0b };
            match units.iter().find(|u| *u != lead) {
                Some(other) => {
                    self.say(p, "move", rule, "{} and {} go to {}.").unit(lead).unit(other).hex(to)
                }
                None => self.say(p, "move", rule, "{} goes to {}.").unit(lead).hex(to),
            }
        });
        for unit in units {
            self.put(p, unit, to);
        }
        m.left = m.left.saturating_sub(cost);
        m.hex = to;
        m.stepped = true;
        m.stage = MoveStage::Entered;
        p.set_top(m);
        self.note_holder(p, to);
        self.capture_in(p, side, to, rule::R4_6b, log);
        if self.is_infantry(lead) {
            let refusing = self.refusing(p, side, to);
            if !refusing.is_empty() {
                p.push(Refuse { units: refusing, from: to });
            }
        }
    }

    fn entered(&self, p: &mut Position, mut m: Move) {
        let Some(lead) = m.lead() else { return p.pop() };
        m.halted |= p.zoc(enemy(self.side_of(lead)), m.hex);
        m.stage = MoveStage::Choose;
        p.set_top(m);
    }

    /// "8 of 10": the chance of a Training Die Roll before a step.
    fn roll_note(&self, p: &Position, m: &Move, dir: Dir) -> String {
        let note = |unit: UnitId| {
            let kind = self.roll_before(p, unit, m.hex, dir)?;
            let chance = self.training_chance(p, Train { unit, kind });
            Some(format!("{} passes with {chance} of 10", self.unit_name(unit)))
        };
        let notes: Vec<String> = m.who().iter().filter_map(note).collect();
        if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
    }
}
