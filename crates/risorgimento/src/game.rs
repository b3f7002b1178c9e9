//! The battle as the kernel sees it: which frame answers which question.

use crate::action::{self, Action};
use crate::battle::Battle;
use crate::flow::{EndTurn, Frame, RollKind, Wait};
use crate::position::{Place, Position, enemy};
use crate::rule;
use crate::{counted, foresee};
use kernel::No;
use kernel::{
    Chance, Choice, Die, Fate, Foresight, Game, Gauge, Log, Need, Odds, Outcome, Overlay, OverlayInfo,
    Prompt, Reach, Reason, Refusal, Scene, Seat, SeatSet, Throw, Viewer,
};

impl Battle {
    /// Why an action of the deciding side is not allowed, or that it is.
    pub(crate) fn check(&self, p: &Position, action: Action) -> Result<(), No> {
        let Wait::Decide(side) = p.wait else { return Err(No(rule::R7b, "There is nothing to decide now.")) };
        match p.top() {
            Frame::Setup(f) => self.check_setup(p, f, action),
            Frame::Alternation => match action {
                Action::Pass => Ok(()),
                Action::Attempt(formation) => self.check_attempt(p, side, formation),
                _ => Err(No(rule::R4_B_2d, "First a formation must be activated.")),
            },
            Frame::Activation(f) => self.check_activation(p, f, action),
            Frame::Act(f) => self.check_act(p, &f, action),
            Frame::Ride(f) => self.check_riding(p, f, action),
            Frame::React(f) => self.check_react(p, &f, action),
            Frame::Extras(f) => self.check_extras(p, f, action),
            Frame::Late(f) => self.check_late(p, f, action),
            Frame::Retreat(f) => self.check_retreat(p, &f, action),
            // frames with a short list of choices: what is not in it is not possible
            frame => {
                let mut legal = Vec::new();
                self.legal_of(p, side, frame, &mut legal);
                let rule = match frame {
                    Frame::Losses(_) => rule::R9_4_1,
                    Frame::Combat(_) => rule::R11_2_4,
                    Frame::Halt { .. } => rule::R13_1_3,
                    Frame::Follow { .. } => rule::R2_2_1a,
                    Frame::Relocate { .. } => rule::R2_2_1b,
                    Frame::Recover { .. } => rule::R13_3b,
                    _ => rule::R16_1_3,
                };
                if legal.contains(&action) {
                    Ok(())
                } else {
                    Err(No(rule, "The rule does not leave that choice."))
                }
            }
        }
    }

    fn legal_of(&self, p: &Position, side: u8, frame: Frame, out: &mut Vec<Action>) {
        match frame {
            Frame::Setup(f) => self.legal_setup(p, f, out),
            Frame::Alternation => self.legal_alternation(p, side, out),
            Frame::Activation(f) => self.legal_activation(p, f, out),
            Frame::Act(f) => self.legal_act(p, &f, out),
            Frame::Ride(f) => self.legal_ride(p, f, out),
            Frame::React(f) => self.legal_react(p, &f, out),
            Frame::Extras(f) => self.legal_extras(p, f, out),
            Frame::Losses(f) => self.legal_losses(&f, out),
            Frame::Combat(f) => self.legal_combat(p, &f, out),
            Frame::Retreat(f) => self.legal_retreat(p, &f, out),
            Frame::Halt { units, .. } => self.legal_halt(units, out),
            Frame::Follow { leaders, .. } => self.legal_follow(leaders, out),
            Frame::Relocate { leader } => {
                out.extend(self.relocations(p, leader).into_iter().map(Action::Relocate))
            }
            Frame::Recover { units, .. } => self.legal_recover(units, out),
            Frame::Late(f) => self.legal_late(p, f, out),
            Frame::EndTurn(EndTurn::AskCorps) => {
                out.extend([Action::AskCorps(true), Action::AskCorps(false)])
            }
            Frame::Initiative { .. }
            | Frame::Attempt { .. }
            | Frame::LooseCannon { .. }
            | Frame::Check(_)
            | Frame::Fire(_)
            | Frame::EndTurn(_) => {}
        }
    }

    fn play(&self, p: &mut Position, side: u8, action: Action, log: &mut Log) {
        p.state.wait = Wait::Run;
        match p.top() {
            Frame::Setup(f) => self.apply_setup(p, f, action, log),
            Frame::Alternation => self.apply_alternation(p, side, action, log),
            Frame::Activation(f) => self.apply_activation(p, f, action, log),
            Frame::Act(f) => self.apply_act(p, f, action, log),
            Frame::Ride(f) => self.apply_ride(p, f, action, log),
            Frame::React(f) => self.apply_react(p, f, action, log),
            Frame::Extras(f) => self.apply_extras(p, f, action, log),
            Frame::Losses(f) => {
                if let Action::Lose(unit) = action {
                    self.lose(p, f, unit, log);
                }
            }
            Frame::Combat(f) => self.apply_combat(p, f, action, log),
            Frame::Retreat(f) => self.apply_retreat(p, f, action, log),
            Frame::Halt { units, side } => self.apply_halt(p, units, side, action, log),
            Frame::Follow { leaders, to } => self.apply_follow(p, leaders, to, action, log),
            Frame::Relocate { leader } => {
                if let Action::Relocate(hex) = action {
                    p.pop();
                    self.escape(p, leader, hex, log);
                }
            }
            Frame::Recover { units, side } => self.apply_recover(p, units, side, action, log),
            Frame::Late(f) => self.apply_late(p, f, action, log),
            Frame::EndTurn(_) => self.apply_ask_corps(p, action == Action::AskCorps(true), log),
            Frame::Initiative { .. }
            | Frame::Attempt { .. }
            | Frame::LooseCannon { .. }
            | Frame::Check(_)
            | Frame::Fire(_) => {}
        }
        self.run(p, log);
    }

    fn answer_roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        p.state.wait = Wait::Run;
        match p.top() {
            Frame::Initiative { totals, next } => self.roll_initiative(p, totals, next, faces, log),
            Frame::Attempt { formation } => self.roll_attempt(p, formation, faces, log),
            Frame::LooseCannon { formation } => self.roll_loose_cannon(p, formation, faces, log),
            Frame::Check(f) => self.roll_check(p, f, faces, log),
            Frame::Fire(f) if !f.low.is_empty() => self.roll_ammunition(p, f, faces, log),
            Frame::Fire(f) => self.roll_fire(p, f, faces, log),
            Frame::Combat(f) => self.roll_combat(p, f, faces, log),
            Frame::EndTurn(_) => self.roll_corps(p, faces, log),
            _ => {}
        }
        self.run(p, log);
    }
}

impl Game for Battle {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> &[&'static str] {
        &self.seat_names
    }

    fn start(&self) -> Position {
        self.first_position()
    }

    fn need(&self, p: &Position) -> Need {
        match p.wait {
            Wait::Decide(side) => Need::Decide(SeatSet::only(Seat(side))),
            Wait::Roll { dice, what, by } => {
                let (what, rule) = what.words();
                Need::Chance(Chance::throw(Throw::of(dice, Die::COMMON), what, rule, Seat(by)))
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(crate::position::Ending::Held);
                let (how, rule) = Battle::outcome_words(ending);
                Need::Over(Outcome { winner: Some(Seat(self.winner(ending))), how, rule })
            }
        }
    }

    fn legal(&self, p: &Position, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if p.wait == Wait::Decide(seat.0) {
            self.legal_of(p, seat.0, p.top(), out);
        }
    }

    fn apply(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        if log.is_on() {
            let before = self.face_up_sets(p);
            self.play(p, seat.0, action, log);
            self.say_reveals(p, before, log);
        } else {
            self.play(p, seat.0, action, log);
        }
    }

    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        if log.is_on() {
            let before = self.face_up_sets(p);
            self.answer_roll(p, faces, log);
            self.say_reveals(p, before, log);
        } else {
            self.answer_roll(p, faces, log);
        }
    }

    fn refuse(&self, p: &Position, _seat: Seat, action: Action) -> Refusal {
        match self.check(p, action) {
            Err(no) => no.into(),
            Ok(()) => Refusal::new(rule::R7_2, "This is not possible now."),
        }
    }

    fn notation(&self, p: &Position, action: Action) -> String {
        self.write(p, action)
    }

    fn read(&self, p: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(p, seat.0, text)
    }

    fn expand(&self, p: &Position, seat: Seat, text: &str) -> Option<Vec<String>> {
        if text.trim() == "place standard" {
            return Some(self.standard_setup());
        }
        self.steps_of(p, seat.0, text)
    }

    fn phrases(&self) -> &'static [&'static str] {
        action::PHRASES
    }

    fn choice(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        self.offer(p, seat, action)
    }

    fn prompt(&self, p: &Position, viewer: Viewer) -> Prompt {
        self.ask(p, viewer)
    }

    fn phase(&self, p: &Position) -> kernel::game::Phase {
        self.phase_words(p)
    }

    fn why(&self, p: &Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        self.reasons(p, viewer, subject)
    }

    fn reach(&self, p: &Position, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        self.reach_of(p, viewer, unit)
    }

    fn explain(&self, p: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        self.odds(p, viewer, action)
    }

    fn view(&self, p: &Position, viewer: Viewer) -> Scene {
        self.scene(p, viewer)
    }

    fn marks(&self) -> &'static [kernel::scene::MarkInfo] {
        crate::scene::MARKS
    }

    fn overlays(&self) -> &'static [OverlayInfo] {
        &crate::query::overlay::OVERLAYS
    }

    fn overlay(&self, p: &Position, viewer: Viewer, id: &str, subject: &str) -> Result<Overlay, Refusal> {
        self.laid_over(p, viewer, id, subject)
    }

    fn secrets(&self) -> bool {
        self.options.fog
    }

    fn hash(&self, p: &Position) -> u64 {
        kernel::hash::hash_of(&p.state)
    }

    fn setup(&self, setup: &serde_json::Value) -> Result<Position, Vec<String>> {
        self.read_setup(setup)
    }

    fn audit(&self, p: &Position) -> Result<(), String> {
        self.audit_position(p)
    }

    fn tally(&self, p: &Position) -> Vec<(Seat, String, i64)> {
        let mut list = Vec::new();
        for side in 0..2u8 {
            let mine = || p.units.ids().filter(move |u| self.army.units[*u].side == side);
            let lost: i64 = mine().filter(|u| p.units[*u].place == Place::Lost).count() as i64;
            let sp: i64 = mine()
                .map(|u| if p.units[u].place == Place::Lost { self.army.units[u].sp } else { p.units[u].lost } as i64)
                .sum();
            list.push((Seat(side), "strength points lost".to_string(), sp));
            list.push((Seat(side), "units lost".to_string(), lost));
            list.push((
                Seat(side),
                "farmhouses and farms held".to_string(),
                self.objectives_held(p, side) as i64,
            ));
        }
        list
    }

    fn gauges(&self) -> Vec<Gauge> {
        self.list_gauges()
    }

    fn gauge_values(&self, p: &Position) -> Vec<i64> {
        self.read_gauges(p)
    }

    fn fights(&self) -> &'static [&'static str] {
        counted::FIGHTS
    }

    fn foresight(&self) -> Option<&'static Foresight> {
        Some(&foresee::FORESIGHT)
    }

    fn depth(&self, p: &Position) -> usize {
        p.stack.len()
    }

    fn settled(&self, p: &Position, depth: usize) -> bool {
        self.fight_is_over(p, depth)
    }

    fn only_the_sum_counts(&self, p: &Position) -> bool {
        // each unit has a die of its own for its ammunition (9.4.3)
        !matches!(p.wait, Wait::Roll { what: RollKind::Ammunition, .. })
    }

    fn fates(&self, before: &Position, after: &Position, viewer: Viewer) -> Vec<Fate> {
        self.fates_between(before, after, viewer)
    }

    fn known(&self, p: &Position, viewer: Viewer) -> Option<Position> {
        self.as_known(p, viewer)
    }

    fn restore(&self, p: &mut Position) {
        self.rebuild(p);
    }

    fn admit(&self, p: &mut Position) -> Result<(), String> {
        self.take_in(p)
    }
}

impl Battle {
    /// Rules that hold wherever a decision or a roll is waited for.
    pub(crate) fn audit_position(&self, p: &Position) -> Result<(), String> {
        if p.units.len() != self.army.units.len() || p.leaders.len() != self.army.leaders.len() {
            return Err("the position is of another army".into());
        }
        let mut cache = p.clone();
        self.rebuild(&mut cache);
        if cache.cache != p.cache {
            return Err("the caches differ from what the position says".into());
        }
        // those on the move may be overfull and face their own way
        let mut moving = crate::position::UnitSet::EMPTY;
        for frame in &p.stack {
            match frame {
                Frame::Act(f) => moving = moving.with(f.members),
                Frame::Retreat(f) => moving = moving.with(f.units),
                Frame::Combat(f) => moving = moving.with(f.attackers).with(f.defenders),
                _ => {}
            }
        }
        for unit in p.units.ids() {
            let (u, def) = (p.unit(unit), &self.army.units[unit]);
            let name = &def.id;
            if u.lost > def.sp || (u.place == Place::Map && u.lost == def.sp) {
                return Err(format!("{name} has lost more strength than it has"));
            }
            if u.status > 3 || u.facing > 5 {
                return Err(format!("{name} has an impossible status or facing"));
            }
            if matches!(u.place, Place::Map | Place::Overrun) != !u.hex.is_none() {
                return Err(format!("{name} is in a hex and not on the map, or the other way round"));
            }
            if u.place == Place::Map {
                if u.hex.index() >= self.map.len()
                    || self.terrain(u.hex).cost[crate::battle::class(def.arm) as usize].is_none()
                {
                    return Err(format!("{name} is where it cannot stand"));
                }
                if p.in_hex(u.hex).iter().any(|v| self.side_of(v) != def.side) {
                    return Err(format!("{name} shares a hex with the enemy"));
                }
                let still = p.in_hex(u.hex).without(moving);
                if self.stacking_of(still) > self.charts.stacking_limit {
                    return Err(format!("hex {} is overstacked (6.3.1)", self.map.number(u.hex)));
                }
                if still.has(unit) && still.iter().any(|v| p.unit(v).facing != u.facing) {
                    return Err(format!("units in {} face different ways (3.1)", self.map.number(u.hex)));
                }
                if u.square && (def.arm != crate::model::Arm::Infantry || u.march) {
                    return Err(format!("{name} cannot be in square"));
                }
            }
            if u.exhausted && def.arm != crate::model::Arm::Cavalry {
                return Err(format!("{name} cannot be exhausted"));
            }
        }
        for (i, leader) in p.leaders.pairs() {
            let def = &self.army.leaders[i];
            if (leader.place == Place::Map) == leader.hex.is_none() {
                return Err(format!("{} is in a hex and not on the map, or the other way round", def.id));
            }
            if leader.place == Place::Map
                && p.holds(self, enemy(def.side), leader.hex)
                && !matches!(p.now(), Some(Frame::Relocate { .. }))
            {
                return Err(format!("{} is among the enemy", def.id));
            }
        }
        for (i, marker) in p.markers.iter().enumerate() {
            if p.markers[..i].iter().any(|m| m.hex == marker.hex) {
                return Err(format!("two markers in {}", self.map.number(marker.hex)));
            }
        }
        Ok(())
    }
}
