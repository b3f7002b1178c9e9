//! Chapters 11.3 and 8.8: retreat and withdrawal, hex by hex, by strict priorities.

use crate::action::Action;
use crate::battle::{Battle, NO, class};
use crate::commander::Follow;
use crate::flow::Frame;
use crate::model::UnitId;
use crate::position::{AnyUnits, Did, LeaderSet, Place, Position, Side, UnitSet, enemy};
use crate::reaction::Trigger;
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use hexmap::{Dir, Hex, MaybeHex};
use kernel::{Citation, Log, No, Procedure, Procedures, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Units that fall back (11.3, 8.8).
    pub struct Retreat {
        pub kind: RetreatKind,
        pub units: UnitSet,
        pub side: Side,
        pub hex: Hex,
        /// The hex to get away from: the marker hex, the assaulted hex or the force that caused it.
        pub away: MaybeHex,
        pub left: u8,
        /// Hexes it has been in, `steps` of them after the first.
        pub visited: [Hex; 8],
        pub steps: u8,
        pub leaders: LeaderSet,
        /// Directions of the enemies in whose zone it began, from the first hex visited.
        pub zone_dirs: u8,
        /// Enemies that took part in the combat do not react (11.3.6).
        pub fought: AnyUnits,
        pub last: bool,
        pub stage: RetreatStage,
        /// The direction of the last step.
        pub dir: Dir,
        /// Goes on only because the hex is too full (11.3.2).
        pub over: bool,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RetreatKind {
    /// The beaten attacker, one hex (11.2.9a).
    Attacker,
    /// The beaten defender, two hexes.
    Defender,
    /// Compulsory withdrawal out of every zone (8.8).
    Withdrawal,
    /// Withdrawal in reaction, one hex (12.2.6).
    Reaction,
    /// After a failed check in one's own action, one hex (13.1.3).
    Halt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RetreatStage {
    Choose,
    Stream,
    Entered,
    Reacted,
    Face,
    Finished,
}

/// A force that must be two hexes clear of a marker is three hexes away from it (11.3a).
const CLEAR: u8 = 3;

impl RetreatKind {
    /// The rule under which it falls back, as it is told.
    fn rule(self) -> Citation {
        match self {
            RetreatKind::Attacker | RetreatKind::Defender => rule::R11_2_9a,
            RetreatKind::Withdrawal => rule::R8_8,
            RetreatKind::Reaction => rule::R8_8_2,
            RetreatKind::Halt => rule::R13_1_3,
        }
    }

    /// The rule under which it chooses its way.
    fn rule_of_way(self) -> Citation {
        match self {
            RetreatKind::Attacker | RetreatKind::Defender => rule::R11_3b,
            RetreatKind::Withdrawal => rule::R8_8,
            RetreatKind::Reaction => rule::R12_2_6,
            RetreatKind::Halt => rule::R13_1_3,
        }
    }

    /// Beaten in combat, not withdrawing.
    fn is_beaten(self) -> bool {
        matches!(self, RetreatKind::Attacker | RetreatKind::Defender)
    }
}

// ---- who falls back ------------------------------------------------------------------------

impl Battle {
    /// Units that fall back one hex, from nobody in particular and before nobody they have fought.
    pub(crate) fn new_retreat(&self, p: &Position, kind: RetreatKind, units: UnitSet) -> Retreat {
        let first = units.first().expect("somebody falls back");
        let (side, hex) = (self.side_of(first), p.unit(first).hex);
        let mut visited = [Hex::NONE; 8];
        visited[0] = hex;
        // enemies in whose zone it begins (R28)
        let foe = enemy(side);
        let zone_dirs = (0..6u8)
            .filter(|d| {
                let n = self.map.neighbour(hex, *d);
                !n.is_none()
                    && p.in_hex(n).iter().any(|u| self.side_of(u) == foe && self.covers(p, u, (d + 3) % 6))
            })
            .fold(0, |set, d| set | 1 << d);
        Retreat {
            kind,
            units,
            side,
            hex,
            away: Hex::NONE,
            left: 1,
            visited,
            steps: 0,
            leaders: LeaderSet::EMPTY,
            zone_dirs,
            fought: UnitSet::EMPTY,
            last: false,
            stage: RetreatStage::Choose,
            dir: 0,
            over: false,
        }
    }

    pub(crate) fn begin_retreat(&self, p: &mut Position, f: Retreat, log: &mut Log) {
        p.leave_action(f.units);
        let beaten = f.kind.is_beaten();
        let active = p.activation().map(|a| a.formation);
        for unit in f.units {
            p.unit_mut(unit).square = false;
            // beaten in its own activation it has done more than move (R87)
            if beaten && active == Some(self.formation_of(unit)) {
                p.unit_mut(unit).did = Did::Attacked;
            }
            // artillery limbers to fall back (R78)
            if self.is_gun(unit) {
                self.set_march(p, unit, true);
            }
        }
        log.say(|| {
            let word = if beaten { "{} must retreat." } else { "{} [withdraws|withdraw]." };
            self.say(p, "retreat", f.kind.rule(), word).units(f.units)
        });
        p.push(f);
    }

    pub(crate) fn offer_withdrawal(&self, p: &Position, units: UnitSet) -> Offer {
        let hex = units.first().map_or(Hex::NONE, |u| p.unit(u).hex);
        let text = format!("{} [withdraws|withdraw] from {}", self.own(units), self.hex_words(hex));
        Offer::new(rule::R8_8_1, text).at(hex).by(units)
    }

    /// Compulsory withdrawal of a force (8.8): out of every enemy zone, without points or check.
    pub(crate) fn begin_withdrawal(&self, p: &mut Position, units: UnitSet, log: &mut Log) {
        for unit in units {
            let u = p.unit_mut(unit);
            u.acted = true;
            u.did = u.did.max(Did::Moved);
        }
        let retreat = self.new_retreat(p, RetreatKind::Withdrawal, units);
        self.begin_retreat(p, retreat, log);
    }

    fn halt_frame(&self, p: &Position, unit: UnitId) -> Retreat {
        self.new_retreat(p, RetreatKind::Halt, UnitSet::one(unit))
    }

    pub(crate) fn can_halt(&self, p: &Position, unit: UnitId) -> bool {
        let free = p.unit(unit).place == Place::Map && !self.in_square(p, unit);
        free && self.retreat_dirs(p, &self.halt_frame(p, unit), unit) != 0
    }

    pub(crate) fn begin_halt_withdrawal(&self, p: &mut Position, unit: UnitId) {
        let frame = self.halt_frame(p, unit);
        if self.is_gun(unit) {
            self.set_march(p, unit, true);
        }
        p.push(frame);
    }

    pub(crate) fn can_withdraw_from(&self, p: &Position, units: UnitSet, away: Hex) -> bool {
        if units.is_empty() {
            return false;
        }
        let frame = Retreat { away, ..self.new_retreat(p, RetreatKind::Reaction, units) };
        units.iter().all(|u| self.retreat_dirs(p, &frame, u) != 0)
    }
}

// ---- the way of a force that falls back ----------------------------------------------------

impl Procedure<Retreat> for Battle {
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &Retreat, viewer: Viewer) -> Asked {
        let (name, at) = (self.names_to(p, viewer, f.units), self.hex_words(f.hex));
        let asked = match f.stage {
            RetreatStage::Face => {
                let you = format!("{name} in {at}: which way [does it|do they] face?");
                let they = format!("chooses the facing of {name} in {at}.");
                Asked::heard("facing", rule::R11_3_5, you, they)
            }
            _ => {
                let verb = if f.kind.is_beaten() { "retreat" } else { "withdraw" };
                let you = format!("{name} must {verb} from {at}: where to?");
                let they = format!("chooses where {name} [{verb}s|{verb}] to from {at}.");
                Asked::heard("retreat", f.kind.rule_of_way(), you, they)
            }
        };
        asked.at([f.hex, f.away]).of(f.units)
    }

    fn subject(&self, _: &Position, f: &Retreat) -> Subject {
        Subject { hex: f.hex }
    }

    fn options(&self, p: &Position, f: &Retreat, _: Seat, out: &mut Vec<Action>) {
        if f.stage == RetreatStage::Face {
            out.extend((0..6).map(Action::Turn));
            return;
        }
        let group = self.group_dirs(p, f);
        out.extend((0..6u8).filter(|d| group >> d & 1 != 0).map(|dir| Action::Retreat { unit: None, dir }));
        if f.units.count() > 1 {
            for unit in f.units {
                let dirs = self.retreat_dirs(p, f, unit);
                out.extend(
                    (0..6u8)
                        .filter(|d| dirs >> d & 1 != 0)
                        .map(|dir| Action::Retreat { unit: Some(unit), dir }),
                );
            }
        }
    }

    fn check(&self, p: &Position, f: &Retreat, seat: Seat, action: Action) -> Result<(), No> {
        let mut legal = Vec::new();
        self.options(p, f, seat, &mut legal);
        if legal.contains(&action) {
            return Ok(());
        }
        let (units, dir) = match action {
            Action::Retreat { unit: None, dir } if f.stage == RetreatStage::Choose => (f.units, dir),
            Action::Retreat { unit: Some(unit), dir }
                if f.stage == RetreatStage::Choose && f.units.has(unit) =>
            {
                (UnitSet::one(unit), dir)
            }
            _ => {
                return Err(No(rule::R11_3_5, "The retreat comes first, then the force chooses its facing."));
            }
        };
        if !units.iter().all(|u| self.retreat_open(p, f, u, f.hex, dir)) {
            return Err(No(
                rule::R11_3_1,
                "A retreat never leads through enemies, impassable ground, markers or the same hex twice.",
            ));
        }
        let heading = |u: UnitId| {
            let open =
                (0..6u8).filter(|d| self.retreat_open(p, f, u, f.hex, *d)).fold(0u8, |s, d| s | 1 << d);
            self.retreat_heading(p, f, u, open)
        };
        let words = "That would not lead away, as a retreat must.";
        No::when(!units.iter().all(|u| heading(u) >> dir & 1 != 0), rule::R11_3a, words)?;
        Err(No(rule::R11_3b, "The retreat priorities call for another hex."))
    }

    fn offer(&self, p: &Position, f: &Retreat, seat: Seat, action: Action) -> Offer {
        let (unit, dir) = match action {
            Action::Retreat { unit, dir } => (unit, dir),
            Action::Turn(dir) => return self.offer_turn(rule::R11_3_5, f.units, f.hex, dir),
            _ => return self.common_offer(p, seat, action),
        };
        let (units, rule, alone) = match unit {
            Some(unit) => (UnitSet::one(unit), rule::R11_3_4, ", apart from the others"),
            None => (f.units, f.kind.rule_of_way(), ""),
        };
        let verb = if f.kind.is_beaten() { "[retreats|retreat]" } else { "[withdraws|withdraw]" };
        let to = self.map.neighbour(f.hex, dir);
        let text = format!("{} {verb} to {}{alone}", self.own(units), self.hex_words(to));
        Offer::new(rule, text).at(to).by(units)
    }

    fn play(&self, p: &mut Position, f: Retreat, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Retreat { unit: None, dir } => self.retreat_step(p, f, dir, log),
            Action::Retreat { unit: Some(unit), dir } => {
                // one unit goes its own way to the end, then the others go on
                let mut rest = f;
                rest.units.remove(unit);
                p.set_top(rest);
                let alone = Retreat { units: UnitSet::one(unit), leaders: LeaderSet::EMPTY, ..f };
                p.push(alone);
                self.retreat_step(p, alone, dir, log);
            }
            Action::Turn(dir) => {
                p.face_hex(f.hex, dir);
                log.say(|| {
                    self.say(p, "turn", rule::R11_3_5, "{} [faces|face] {}.")
                        .units(f.units)
                        .with(self.map.dir_names()[dir as usize])
                });
                p.set_top(Retreat { stage: RetreatStage::Finished, ..f });
            }
            _ => {}
        }
    }

    fn run(&self, p: &mut Position, mut f: Retreat, log: &mut Log) {
        if f.units.is_empty() {
            return p.pop();
        }
        match f.stage {
            RetreatStage::Choose => {
                let lost: UnitSet = f.units.iter().filter(|u| self.retreat_dirs(p, &f, *u) == 0).collect();
                if !lost.is_empty() {
                    log.say(|| {
                        self.say(
                            p,
                            "eliminated",
                            rule::R11_3_3,
                            "{} cannot retreat and [surrenders|surrender].",
                        )
                        .units(lost)
                    });
                    for unit in lost {
                        self.take_off(p, unit);
                    }
                    return;
                }
                let mut options = Vec::new();
                self.options(p, &f, Seat(f.side), &mut options);
                match options.as_slice() {
                    [only] => self.play(p, f, Seat(f.side), *only, log),
                    _ => p.decide(f.side),
                }
            }
            RetreatStage::Stream => {
                f.stage = RetreatStage::Entered;
                p.set_top(f);
                self.wade(p, f.units, log);
            }
            RetreatStage::Entered => {
                f.stage = RetreatStage::Reacted;
                p.set_top(f);
                if !f.last && p.zone(enemy(f.side), f.hex) {
                    self.push_reactions(p, Trigger::FallsBack, f.units, f.hex, f.fought, true);
                }
            }
            RetreatStage::Reacted => {
                f.left = f.left.saturating_sub(1);
                let overstacked = self.check_stacking(p, f.hex, UnitSet::EMPTY).is_err();
                let goes_on = match f.kind {
                    RetreatKind::Withdrawal => p.zone(enemy(f.side), f.hex) || overstacked,
                    _ => f.left > 0 || overstacked,
                };
                if goes_on && f.steps as usize + 1 >= f.visited.len() {
                    log.say(|| {
                        self.say(p, "eliminated", rule::R11_3_3, "{} [finds no place to stand and surrenders|find no place to stand and surrender].").units(f.units)
                    });
                    for unit in f.units {
                        self.take_off(p, unit);
                    }
                    return;
                }
                if goes_on {
                    f.over = overstacked && f.left == 0;
                    f.left = f.left.max(1);
                    f.stage = RetreatStage::Choose;
                } else {
                    f.stage = RetreatStage::Face;
                }
                p.set_top(f);
            }
            RetreatStage::Face => {
                let turns =
                    matches!(f.kind, RetreatKind::Attacker | RetreatKind::Defender | RetreatKind::Withdrawal);
                if turns && p.in_hex(f.hex) == f.units {
                    return p.decide(f.side);
                }
                self.settle(p, f.units);
                p.pop();
                if f.kind == RetreatKind::Reaction {
                    self.say_resume(p, log);
                }
            }
            RetreatStage::Finished => {
                let here: UnitSet = f.units.iter().filter(|u| p.unit(*u).hex == f.hex).collect();
                let full = !here.is_empty() && self.check_stacking(p, f.hex, UnitSet::EMPTY).is_err();
                if full && f.steps as usize + 1 < f.visited.len() {
                    // stopped by a counterattack in a hex too full to stay in (11.3.2)
                    f.units = here;
                    f.left = 1;
                    f.over = true;
                    f.last = true;
                    f.stage = RetreatStage::Choose;
                    return p.set_top(f);
                }
                self.settle(p, here);
                p.pop()
            }
        }
    }
}

impl Battle {
    fn retreat_step(&self, p: &mut Position, f: Retreat, dir: Dir, log: &mut Log) {
        let mut f = f;
        let from = f.hex;
        let to = self.map.neighbour(from, dir);
        // those who were passed through because the hex was too full lose a level (11.3.2)
        if f.over {
            let friends = p.in_hex(from).without(f.units);
            if !friends.is_empty() {
                log.say(|| {
                    self.say(p, "status", rule::R11_3_2, "{} [is|are] carried along by the retreat.")
                        .units(friends)
                });
                self.worsen(p, friends, 1, log);
            }
        }
        let wades = f.units.iter().any(|u| !self.is_gun(u))
            && self.is_stream(from, dir)
            && !(f.units.iter().all(|u| p.unit(u).march) && self.cost_by_road(from, dir) != NO);
        for unit in f.units {
            let cost = self.retreat_cost(p, unit, from, dir);
            let u = p.unit_mut(unit);
            // a withdrawal counts as movement at what its hexes cost (R18, R87)
            if matches!(f.kind, RetreatKind::Withdrawal | RetreatKind::Halt) {
                u.spent = u.spent.saturating_add(cost);
            }
            // it runs the way it goes (11.3.5); withdrawing it keeps its front (8.8)
            if f.kind.is_beaten() {
                u.facing = dir;
            }
        }
        f.steps += 1;
        f.visited[f.steps as usize] = to;
        f.hex = to;
        f.dir = dir;
        f.stage = if wades { RetreatStage::Stream } else { RetreatStage::Entered };
        let here = self.leaders_here(p, f.side, from);
        let along = f.leaders.and(here);
        p.set_top(f);
        log.say(|| {
            self.say(p, "retreat", f.kind.rule(), "{} [falls|fall] back to {}.").units(f.units).hex(to)
        });
        let left_behind = !p.in_hex(from).without(f.units).is_empty();
        let asked = here.without(along);
        if left_behind && !asked.is_empty() {
            p.push(Follow { leaders: asked, to });
        }
        self.move_units(p, f.units, to, false, log);
        for leader in if left_behind { along } else { here } {
            self.place_leader(p, leader, to, log);
            if let Some(Frame::Retreat(r)) =
                p.state.stack.iter_mut().rev().find(|x| matches!(x, Frame::Retreat(_)))
            {
                r.leaders.insert(leader);
            }
        }
    }

    /// A counterattack on a retreating force ends its retreat in that hex (R33).
    pub(crate) fn stop_retreat(&self, p: &mut Position) {
        if let Some(Frame::Retreat(r)) =
            p.state.stack.iter_mut().rev().find(|x| matches!(x, Frame::Retreat(_)))
        {
            r.stage = RetreatStage::Finished;
        }
    }

    // ---- where to (11.3) -----------------------------------------------------------------------

    /// The cost of a step for a retreating unit, without roads; NO where it cannot go.
    fn retreat_cost(&self, p: &Position, unit: UnitId, hex: Hex, dir: Dir) -> u8 {
        let ground = self.cost_across(class(self.arm(unit)), hex, dir);
        // a bridge carries those in March (R45)
        if ground == NO && p.unit(unit).march { self.cost_by_road(hex, dir) } else { ground }
    }

    /// Not through enemies, impassable ground, markers or the same hex twice (11.3.1).
    fn retreat_open(&self, p: &Position, f: &Retreat, unit: UnitId, hex: Hex, dir: Dir) -> bool {
        let to = self.map.neighbour(hex, dir);
        !to.is_none()
            && self.retreat_cost(p, unit, hex, dir) != NO
            && !p.holds(self, enemy(f.side), to)
            && p.marker_at(to).is_none()
            && !f.visited[..=f.steps as usize].contains(&to)
    }

    /// The directions that the retreat priorities leave to a unit, as a set of bits.
    pub(crate) fn retreat_dirs(&self, p: &Position, f: &Retreat, unit: UnitId) -> u8 {
        let open = (0..6u8).filter(|d| self.retreat_open(p, f, unit, f.hex, *d)).fold(0u8, |s, d| s | 1 << d);
        let mut dirs = self.retreat_heading(p, f, unit, open);
        if dirs == 0 {
            return 0;
        }
        let keep = |dirs: u8, test: &dyn Fn(Hex) -> bool| {
            let kept = (0..6u8)
                .filter(|d| dirs >> d & 1 != 0 && test(self.map.neighbour(f.hex, *d)))
                .fold(0u8, |s, d| s | 1 << d);
            if kept == 0 { dirs } else { kept }
        };
        dirs = keep(dirs, &|to| !p.zone(enemy(f.side), to));
        dirs = keep(dirs, &|to| self.check_stacking(p, to, UnitSet::one(unit)).is_ok());
        let cost = |d: &u8| self.retreat_cost(p, unit, f.hex, *d);
        let best = (0..6u8).filter(|d| dirs >> d & 1 != 0).map(|d| cost(&d)).min().unwrap_or(0);
        (0..6u8).filter(|d| dirs >> d & 1 != 0 && cost(d) == best).fold(0, |s, d| s | 1 << d)
    }

    /// The direction of the retreat, looked at before the priorities.
    fn retreat_heading(&self, p: &Position, f: &Retreat, unit: UnitId, open: u8) -> u8 {
        let filter = |test: &dyn Fn(Dir, Hex) -> bool| {
            (0..6u8)
                .filter(|d| open >> d & 1 != 0 && test(*d, self.map.neighbour(f.hex, *d)))
                .fold(0u8, |s, d| s | 1 << d)
        };
        let or_any = |dirs: u8| if dirs == 0 { open } else { dirs };
        match f.kind {
            // a step more because of stacking (11.3.2)
            RetreatKind::Attacker if f.steps > 0 => {
                or_any(filter(&|_, to| self.map.distance(to, f.away) > self.map.distance(f.hex, f.away)))
            }
            // a force without rear hexes keeps off the hex it assaulted (R71)
            RetreatKind::Attacker if self.all_round(f.hex) => {
                or_any(filter(&|_, to| self.map.distance(to, f.away) > 1))
            }
            RetreatKind::Attacker => filter(&|d, _| !hexmap::is_front(p.unit(unit).facing, d)),
            RetreatKind::Defender => self.defender_heading(p, f, unit, open),
            RetreatKind::Withdrawal | RetreatKind::Halt => {
                if f.zone_dirs == 0 {
                    let near = self.nearest_enemy(p, f.side, f.hex);
                    return filter(&|_, to| self.nearest_enemy(p, f.side, to) >= near);
                }
                or_any(filter(&|_, to| {
                    (0..6u8).filter(|z| f.zone_dirs >> z & 1 != 0).all(|z| {
                        let foe = self.map.neighbour(f.visited[0], z);
                        self.map.distance(to, foe) >= self.map.distance(f.hex, foe)
                    })
                }))
            }
            RetreatKind::Reaction => {
                filter(&|_, to| self.map.distance(to, f.away) > self.map.distance(f.hex, f.away))
            }
        }
    }

    /// Two hexes between the defender and the marker he was attacked from, and every other marker
    /// of that formation if a legal path does so (11.3a, R27).
    fn defender_heading(&self, p: &Position, f: &Retreat, unit: UnitId, open: u8) -> u8 {
        // in a counterattack the markers are those of the force that falls back
        let own = p.activation().is_some_and(|a| self.army.formations[a.formation].side == f.side);
        let clear_of_all = |end: Hex| own || p.markers.iter().all(|m| self.map.distance(end, m.hex) >= CLEAR);
        let (mut full, mut part) = (0u8, 0u8);
        for dir in (0..6u8).filter(|d| open >> d & 1 != 0) {
            let to = self.map.neighbour(f.hex, dir);
            if f.left <= 1 {
                if self.map.distance(to, f.away) >= CLEAR {
                    part |= 1 << dir;
                    if clear_of_all(to) {
                        full |= 1 << dir;
                    }
                }
                continue;
            }
            for second in 0..6u8 {
                let end = self.map.neighbour(to, second);
                if end.is_none()
                    || end == f.hex
                    || self.map.distance(end, f.away) < CLEAR
                    || !self.retreat_open(p, f, unit, to, second)
                {
                    continue;
                }
                part |= 1 << dir;
                if clear_of_all(end) {
                    full |= 1 << dir;
                }
            }
        }
        if full != 0 { full } else { part }
    }

    /// Directions in which the whole group may go together (11.3.4).
    fn group_dirs(&self, p: &Position, f: &Retreat) -> u8 {
        let common = f.units.iter().map(|u| self.retreat_dirs(p, f, u)).fold(0x3f, |a, b| a & b);
        (0..6u8)
            .filter(|d| {
                if common >> d & 1 == 0 {
                    return false;
                }
                let to = self.map.neighbour(f.hex, *d);
                let fits = self.check_stacking(p, to, f.units).is_ok();
                // overstacked together only where each would be overstacked alone
                fits || f.units.iter().all(|u| self.check_stacking(p, to, UnitSet::one(u)).is_err())
            })
            .fold(0, |s, d| s | 1 << d)
    }
}
