//! Chapter 5: a unit, or a stack, on the move, step by step.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::{Frame, March, Refuse, Train, TrainKind, VolleyKind};
use crate::model::{Arm, Class, Effect, Halves, UnitId};
use crate::position::{Attack, Order, Position, Shot, Slot, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer, Subject, points, say};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex, ReachBuf, opposite, reach, with_buffer};
use kernel::{Log, No, Procedure, Seat, Viewer, agree};
use serde::{Deserialize, Serialize};

/// Units that move together, as far as the ground is concerned.
pub(crate) struct Walker {
    units: UnitSet,
    classes: ArrayVec<Class, 2>,
    side: u8,
    /// Units that do not count where they stand: they will have moved.
    mates: UnitSet,
    infantry: bool,
    /// A battery without infantry (7.1i), mounted dragoons (10.5c), out of command (7.1d).
    gun_alone: bool,
    dragoon: bool,
    stray: bool,
}

impl Walker {
    pub fn new(battle: &Battle, units: UnitSet, mates: UnitSet) -> Walker {
        let side = units.first().map_or(0, |u| battle.side_of(u));
        let infantry = units.iter().any(|u| battle.is_infantry(u));
        Walker {
            units,
            classes: units.iter().map(|u| Class::from(battle.arm(u))).take(2).collect(),
            side,
            mates,
            infantry,
            gun_alone: !infantry && units.iter().any(|u| battle.is_gun(u)),
            dragoon: units.iter().any(|u| battle.is_mounted_dragoon(u)),
            stray: false,
        }
    }

    /// What a step costs, or why it cannot be made, wherever else the unit has to go.
    pub fn step(&self, b: &Battle, p: &Position, from: Hex, dir: Dir, start: Hex) -> Result<Halves, No> {
        let to = b.map.neighbour(from, dir);
        let foe = enemy(self.side);
        if to.is_none() {
            return Err(No(rule::R2_1a, "Beyond the border there are half-hexes only."));
        }
        if !b.playable(to) {
            if !to.is_none() && b.terrain(to).cost[0].is_some() {
                return Err(No(b.scenario_forces(), "It lies outside the area in play."));
            }
            return Err(No(rule::R2_1_1g, "This hex cannot be entered."));
        }
        let engaged = p.engaged(foe, to);
        let cost = self.classes.iter().map(|class| b.cost(*class, from, dir, engaged)).max().unwrap_or(NO);
        if cost == NO {
            let walls = b.open_mask[from.index()] >> dir & 1 == 0;
            return Err(if walls {
                No(rule::R2_1_1f, "The walls cannot be crossed.")
            } else {
                No(rule::R5_0b, "It cannot go there.")
            });
        }
        if p.holds(b, foe, to) {
            return Err(No(rule::R9_2_1a, "An enemy unit is there."));
        }
        if p.zoc(foe, to) {
            if from == start && p.zoc(foe, from) {
                return Err(No(rule::R7_1e, "No step leads from one enemy zone of control into another."));
            }
            if self.stray {
                return Err(No(rule::R7_1d, "Out of command it never enters an enemy zone of control."));
            }
            if self.gun_alone && !p.holds(b, self.side, to) {
                return Err(No(
                    rule::R7_1i,
                    "A battery enters a zone of control only where a friendly unit is.",
                ));
            }
            if self.dragoon && p.infantry_zoc(foe, to) {
                return Err(No(rule::R10_5c, "Mounted dragoons do not enter zones of control of infantry."));
            }
        }
        if !b.can_stack_without(p, self.units, to, self.mates) {
            return Err(No(rule::R5_0c, "The hex is full, and it may not even pass."));
        }
        Ok(cost)
    }

    /// Whether who has come into a hex must stop there. Cavalry makes way for infantry (5.10).
    pub fn stops(&self, p: &Position, hex: Hex) -> bool {
        let foe = enemy(self.side);
        if self.infantry { p.infantry_zoc(foe, hex) } else { p.zoc(foe, hex) }
    }

    /// Where it can get to within so many points.
    pub fn reach(&self, b: &Battle, p: &Position, from: Hex, left: Halves, buffer: &mut ReachBuf) {
        reach(&b.map, from, left.into(), buffer, |at, dir, _| {
            if at != from && self.stops(p, at) {
                return None;
            }
            self.step(b, p, at, dir, from).ok().map(u16::from)
        });
    }
}

/// What the next step of a unit is measured by.
pub(crate) struct Bounds {
    walker: Walker,
    /// Hexes to come nearer to.
    towards: ArrayVec<Hex, 64>,
    /// The nearest enemies, to get away from.
    away: ArrayVec<Hex, 64>,
    /// Out of command in an Engagement Zone: only back into the Line (5.9).
    line_first: bool,
    /// Infantry that moves freely stays out of Engagement Zones (5.3).
    shy: bool,
}

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
        pub goal: Hex,
        pub stage: MoveStage,
        pub dir: Dir,
        /// Units of the step that have not made their Training Die Roll, and those that failed it.
        pub rolling: UnitSet,
        pub failed: UnitSet,
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
            Action::Face(unit, dir) => {
                if m.who().has(unit)
                    && self.is_gun(unit)
                    && m.stepped
                    && dir < 6
                    && p.unit(unit).facing != dir
                {
                    Ok(())
                } else {
                    Err(No(rule::R5_1b, "A battery that has moved is turned at the end of its movement."))
                }
            }
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
                let offer = say(rule, words).at(hex).by(m.who());
                if self.step_rolls(p, m, dir) { offer.with_odds() } else { offer }
            }
            Action::Melee(unit, dir) => {
                let hex = self.map.neighbour(m.hex, dir);
                let (name, troops) = (self.unit_name(unit), self.troops(p, hex));
                // cavalry needs no commander beside it
                let alone = self.is_cavalry(unit) && p.march().is_some_and(|f| !f.direct.has(unit));
                let rule = if alone { rule::R10_1b } else { rule::R9_2_1b };
                say(rule, format!("{name} declares a Melee against {troops}.")).at(hex).by([unit]).with_odds()
            }
            Action::Charge(unit, dir) => {
                let hex = self.map.neighbour(m.hex, dir);
                let (name, troops) = (self.unit_name(unit), self.troops(p, hex));
                let words = format!("{name} declares a Charge against {troops}.");
                say(rule::R10_3a, words).at(hex).by([unit]).with_odds()
            }
            Action::Done if m.stepped => say(rule::R5_0a, "Stop here."),
            Action::Done => say(rule::R5_0a, "Stay."),
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
                    let mut rolling = m.rolling;
                    rolling.remove(unit);
                    p.set_top(Frame::Move(Move { stage: MoveStage::Trained, rolling, ..m }));
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
    // ---- a unit on the move --------------------------------------------------------------

    pub(crate) fn bounds(&self, p: &Position, f: &March, m: &Move) -> Bounds {
        let units = m.who();
        let mut walker = Walker::new(self, units, UnitSet::EMPTY);
        walker.stray = m.mode == Mode::Stray;
        let mut bounds =
            Bounds { walker, towards: ArrayVec::new(), away: ArrayVec::new(), line_first: false, shy: false };
        let Some(lead) = m.lead() else { return bounds };
        match m.mode {
            Mode::Free => {
                bounds.shy = self.is_infantry(lead);
                if bounds.shy && self.near_engagement(p, m) {
                    bounds.towards = self.realignments(p, lead);
                }
            }
            Mode::Realign => bounds.towards = self.realignments(p, lead),
            Mode::Line => {}
            Mode::Stray => self.stray_bounds(p, f, lead, &mut bounds),
        }
        bounds
    }

    /// Whether a neighbour of the hex lies in an Engagement Zone of the enemy.
    fn near_engagement(&self, p: &Position, m: &Move) -> bool {
        let Some(lead) = m.lead() else { return false };
        let foe = enemy(self.side_of(lead));
        self.map.neighbours(m.hex).iter().any(|h| !h.is_none() && p.engaged(foe, *h))
    }

    /// 5.9, 9.3: where a unit out of command goes.
    fn stray_bounds(&self, p: &Position, f: &March, unit: UnitId, bounds: &mut Bounds) {
        let (side, hex) = (self.side_of(unit), p.unit(unit).hex);
        if self.is_infantry(unit) && p.engaged(enemy(side), hex) {
            let places = self.realignments(p, unit);
            if !places.is_empty() || self.standing_line(p, f.formation).1.has(unit) {
                bounds.towards = places;
                bounds.line_first = true;
                return;
            }
        }
        let nearest = |hexes: &mut dyn Iterator<Item = Hex>| {
            let all: Vec<Hex> = hexes.collect();
            let least = all.iter().map(|h| self.map.distance(*h, hex)).min();
            all.into_iter()
                .filter(|h| Some(self.map.distance(*h, hex)) == least)
                .take(64)
                .collect::<ArrayVec<Hex, 64>>()
        };
        // a) isolated: to the nearest mate
        if !self.is_gun(unit) && self.formation_commanded(p, f.formation) {
            let mates = self.units_of(p, f.formation);
            let mut mates = mates
                .iter()
                .filter(|u| *u != unit && p.unit(*u).order != Order::Routed)
                .map(|u| p.unit(u).hex);
            bounds.towards = nearest(&mut mates);
            if bounds.towards.is_empty()
                && let Some(leader) = self.formation_commander(f.formation)
                && self.leader_on_map(p, leader)
            {
                bounds.towards.push(p.leader(leader).hex);
            }
            return;
        }
        // b) to the Formation Commander, c) without one to the wing's or the chief
        let wing = &self.army.wings[self.wing_of(unit)];
        let own = self.formation_commander(f.formation).filter(|l| self.leader_on_map(p, *l)).map(|l| (l, 2));
        let superior = [wing.commander, wing.bearer, self.chief(side)]
            .into_iter()
            .find(|l| self.leader_on_map(p, *l))
            .map(|l| (l, self.range_of(p, l).max(2)));
        if let Some((leader, range)) = own.or(superior)
            && self.map.distance(p.leader(leader).hex, hex) > range
        {
            bounds.towards.push(p.leader(leader).hex);
            return;
        }
        let foe = enemy(side);
        let mut enemies =
            p.units.ids().filter(|u| p.on_map(*u) && self.side_of(*u) == foe).map(|u| p.unit(u).hex);
        bounds.away = nearest(&mut enemies);
    }

    pub(crate) fn check_step(&self, p: &Position, m: &Move, dir: Dir, bounds: &Bounds) -> Result<Halves, No> {
        let Some(lead) = m.lead() else { return Err(No(rule::R5_0a, "Nobody is left to move.")) };
        if m.halted {
            return Err(No(rule::R7_1a, "It has to stop here."));
        }
        let foe = enemy(self.side_of(lead));
        let cost = bounds.walker.step(self, p, m.hex, dir, m.start)?;
        let to = self.map.neighbour(m.hex, dir);
        // 5.4: one hex can always be made by who moves freely
        let least = !m.stepped && m.mode == Mode::Free;
        if cost > m.left && !least {
            return Err(No(rule::R5_0b, "It does not have enough movement points."));
        }
        let nearer = || {
            bounds.towards.iter().any(|goal| self.map.distance(to, *goal) < self.map.distance(m.hex, *goal))
        };
        match m.mode {
            Mode::Free
                if bounds.shy
                    && p.engaged(foe, to)
                    && bounds.towards.is_empty()
                    && !self.in_line(p, lead) =>
            {
                return Err(No(
                    rule::R5_6f,
                    "No Line takes it in: alone it does not enter an Engagement Zone.",
                ));
            }
            Mode::Free if bounds.shy && p.engaged(foe, to) && !nearer() => {
                return Err(No(
                    rule::R5_3b,
                    "It enters an Engagement Zone only towards its place in the Line.",
                ));
            }
            Mode::Free if bounds.shy && p.engaged(foe, m.hex) && !nearer() => {
                return Err(No(rule::R5_8a, "It goes straight to its place in the Line."));
            }
            Mode::Realign if !nearer() => {
                return Err(if self.standing_line(p, self.formation_of(lead)).1.has(lead) {
                    No(rule::R5_6c, "It would break the Line of its formation.")
                } else {
                    No(rule::R5_6a, "In an Engagement Zone it stays, moves in a declared Line or realigns.")
                });
            }
            Mode::Line if m.hex == m.goal => {
                return Err(No(rule::R5_6e, "It is in its place in the Line."));
            }
            Mode::Line if !self.leads_to(p, m, to, m.left.saturating_sub(cost)) => {
                return Err(No(rule::R5_6e, "From there it cannot reach its place in the Line."));
            }
            _ if m.mode != Mode::Line && self.is_kept(p, m.who(), to) => {
                return Err(No(rule::R5_6e, "A unit of the declared Line has its place there."));
            }
            Mode::Stray if bounds.away.is_empty() && !nearer() => {
                return Err(if bounds.line_first {
                    No(
                        rule::R5_9b,
                        "Out of command in an Engagement Zone it goes back into the Line, or stays.",
                    )
                } else {
                    No(
                        rule::R5_9a,
                        "Out of command it may only move back towards its mates or its commander.",
                    )
                });
            }
            Mode::Stray => {
                let comes_near = |foe: &Hex| self.map.distance(to, *foe) <= self.map.distance(m.hex, *foe);
                if bounds.away.iter().any(comes_near) {
                    return Err(No(rule::R5_9a, "Out of command it may only move away from the enemy."));
                }
            }
            _ => {}
        }
        if bounds.walker.dragoon && !self.can_end(p, m, to, m.left.saturating_sub(cost)) {
            return Err(No(
                rule::R10_5b,
                "Mounted dragoons do not end in an Engagement Zone unless stacked.",
            ));
        }
        Ok(cost)
    }

    /// Whether the place in the Line can still be reached.
    fn leads_to(&self, p: &Position, m: &Move, from: Hex, left: Halves) -> bool {
        if from == m.goal {
            return true;
        }
        let walker = Walker::new(self, m.who(), UnitSet::EMPTY);
        if walker.stops(p, from) || self.map.distance(from, m.goal) > left {
            return false;
        }
        with_buffer(|buffer| {
            walker.reach(self, p, from, left, buffer);
            buffer.cost(m.goal).is_some()
        })
    }

    /// Whether mounted dragoons find a hex where they may end.
    fn can_end(&self, p: &Position, m: &Move, from: Hex, left: Halves) -> bool {
        let units = m.who();
        if self.may_end_in(p, units, from) {
            return true;
        }
        let walker = Walker::new(self, units, UnitSet::EMPTY);
        if walker.stops(p, from) {
            return false;
        }
        with_buffer(|buffer| {
            walker.reach(self, p, from, left, buffer);
            buffer
                .reached()
                .iter()
                .any(|hex| self.may_end_in(p, units, *hex) && !self.is_kept(p, units, *hex))
        })
    }

    pub(crate) fn check_stop(&self, p: &Position, m: &Move) -> Result<(), No> {
        let stuck = || match p.march() {
            Some(f) => {
                let bounds = self.bounds(p, &f, m);
                (0..6).all(|dir| self.check_step(p, m, dir, &bounds).is_err())
            }
            None => true,
        };
        // who is taken in hand goes all the way
        if m.mode == Mode::Line && m.hex != m.goal && !m.halted && !stuck() {
            return Err(No(rule::R5_6b, "It goes on to its place in the Line."));
        }
        let dragoons = !m.stepped || m.halted || self.may_end_in(p, m.who(), m.hex);
        if !dragoons && !stuck() {
            return Err(No(
                rule::R10_5b,
                "Mounted dragoons do not end in an Engagement Zone unless stacked.",
            ));
        }
        Ok(())
    }

    /// Begins a step: with the rolls that come before it.
    pub(crate) fn set_out(&self, p: &mut Position, m: Move, dir: Dir) {
        let rolling = self.rolls_for(p, &m, dir);
        let stage = MoveStage::Train;
        p.set_top(Frame::Move(Move { dir, rolling, failed: UnitSet::EMPTY, stage, ..m }));
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

    /// 5.1: who moved does not bombard.
    fn gun_has_moved(&self, p: &mut Position, gun: UnitId, log: &mut Log) {
        p.unit_mut(gun).fired = true;
        log.say(|| {
            self.say("moved", rule::R5_1a).unit(gun).text(" has moved and fires no more this turn.").event()
        });
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
                log.say(|| {
                    self.say("stop", rule::R5_7c).unit(unit).text(" stops in ").hex(m.hex).text(".").event()
                });
            }
        }
        p.set_top(Frame::Move(m));
    }

    /// Those who passed go; the others stay where they are, their movement over. Leaving a zone of control of
    /// infantry draws fire (7.1f).
    fn leave(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        for unit in m.failed {
            p.unit_mut(unit).moved = true;
        }
        // a battery does not go on without its infantry into a zone of control; it simply stays with it
        let guns_stay = m.failed.iter().any(|u| self.is_infantry(u));
        for Slot(unit) in &mut m.units {
            if *unit != UnitId::NOBODY && (m.failed.has(*unit) || guns_stay) {
                if self.is_gun(*unit) && m.stepped {
                    self.gun_has_moved(p, *unit, log);
                    p.unit_mut(*unit).moved = true;
                }
                *unit = UnitId::NOBODY;
            }
        }
        m.failed = UnitSet::EMPTY;
        if m.who().is_empty() {
            return p.pop();
        }
        m.stage = MoveStage::React;
        p.set_top(Frame::Move(m));
        p.state.returned.driven = UnitSet::EMPTY;
        p.state.returned.shaken = UnitSet::EMPTY;
        let Some(lead) = m.lead() else { return };
        let foe = enemy(self.side_of(lead));
        if !p.infantry_zoc(foe, m.hex) {
            return;
        }
        p.state.shots.clear();
        for firer in self.reaction_firers(p, enemy(foe), m.hex) {
            let at = m.who().single().unwrap_or(UnitId::NOBODY);
            let (from, target) = (p.unit(firer).hex, m.hex);
            let (effect, victim) = (Effect::Nothing, UnitId::NOBODY);
            p.state.shots.push(Shot {
                firer,
                from,
                target,
                at,
                offensive: false,
                live: true,
                effect,
                victim,
            });
        }
        if !p.shots.is_empty() {
            log.say(|| {
                self.say("leaves", rule::R7_1f)
                    .unit(lead)
                    .text(" leaves an infantry zone of control under fire.")
                    .event()
            });
            self.volley(p, VolleyKind::Reaction);
        }
    }

    /// Enemy infantry that fires at a unit of the side which leaves a hex of its zone of control (7.2).
    pub(crate) fn reaction_firers(&self, p: &Position, side: u8, hex: Hex) -> ArrayVec<UnitId, 6> {
        let foe = enemy(side);
        let mut firers = ArrayVec::new();
        if !p.infantry_zoc(foe, hex) {
            return firers;
        }
        for (dir, near) in self.touching(hex) {
            if !p.holds(self, foe, near) || self.zoc_mask[near.index()] >> opposite(dir) & 1 == 0 {
                continue;
            }
            // stacking: one infantry unit in a hex
            let ready = |unit: &UnitId| {
                let u = p.unit(*unit);
                self.is_infantry(*unit) && u.order == Order::Good && !u.billebaude
            };
            firers.extend(p.in_hex(near).iter().find(ready));
        }
        firers
    }

    /// PR21: who was driven off moves no further; infantry that was Disordered makes this step and stops.
    fn after_reaction(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        let under_fire = !p.shots.is_empty();
        p.state.shots.clear();
        let (driven, shaken) = (p.returned.driven, p.returned.shaken);
        for Slot(unit) in &mut m.units {
            if *unit != UnitId::NOBODY
                && (driven.has(*unit) || !p.on_map(*unit) || p.unit(*unit).hex != m.hex)
            {
                if p.on_map(*unit) {
                    p.unit_mut(*unit).moved = true;
                }
                *unit = UnitId::NOBODY;
            }
        }
        if m.who().is_empty() {
            p.set_top(Frame::Move(m));
            return p.pop();
        }
        m.halted |= m.who().iter().any(|u| shaken.has(u) && self.is_infantry(u));
        m.stage = MoveStage::Enter;
        p.set_top(Frame::Move(m));
        if under_fire && let Some(lead) = m.lead() {
            log.say(|| self.say("leaves", rule::R7_2b).unit(lead).text(" gets away.").event());
        }
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
            return p.set_top(Frame::Move(m));
        };
        log.say(|| {
            // 5.4: dearer than all its points, but one hex can always be made
            let rule = if cost > m.left { rule::R5_4 } else { rule::R5_0b };
            let mut event = self.say("move", rule).unit(lead);
            if let Some(other) = units.iter().find(|u| *u != lead) {
                event = event.text(" and ").unit(other);
            }
            event.text(if units.count() > 1 { " go to " } else { " goes to " }).hex(to).text(".").event()
        });
        for unit in units {
            self.put(p, unit, to);
        }
        m.left = m.left.saturating_sub(cost);
        m.hex = to;
        m.stepped = true;
        m.stage = MoveStage::Entered;
        p.set_top(Frame::Move(m));
        self.note_holder(p, to);
        self.capture_in(p, side, to, rule::R4_6b, log);
        if self.is_infantry(lead) {
            let refusing = self.refusing(p, side, to);
            if !refusing.is_empty() {
                p.push(Frame::Refuse(Refuse { units: refusing, from: to }));
            }
        }
    }

    fn entered(&self, p: &mut Position, mut m: Move) {
        let Some(lead) = m.lead() else { return p.pop() };
        m.halted |= p.zoc(enemy(self.side_of(lead)), m.hex);
        m.stage = MoveStage::Choose;
        p.set_top(Frame::Move(m));
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
