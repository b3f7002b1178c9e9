//! The battle as the kernel sees it.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, RollKind, Wait};
use crate::model::{LeaderDef, LeaderId, UnitDef, UnitId};
use crate::position::{Place, Position, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use crate::{counted, foresee, notation, overlays};
use hexmap::Hex;
use kernel::pieces::Cast;
use kernel::{
    Answer, ById, Chance, Choice, Citation, Counter, Die, Event, Fate, Foresee, Foresight, Game, Log, Need,
    No, Odds, Outcome, Overlay, OverlayInfo, Procedures, Prompt, Reach, Reason, Refusal, Roster, Scene, Seat,
    SeatSet, Show, Text, Throw, Viewer,
};

impl Procedures for Battle {
    type Asked = Asked;
    type Offer = Offer;
    type Subject = Subject;
    const RULE: Citation = rule::R7b;

    fn nothing_asked(&self) -> Asked {
        Asked::heard("roll", rule::R7b, "Roll the dice.", "waits for the dice.")
    }

    fn common_offer(&self, p: &Position, _: Seat, action: Action) -> Offer {
        match action {
            Action::Rotate { hex, dir } => self.offer_rotation(hex, dir),
            Action::Withdraw(units) => self.offer_withdrawal(p, units),
            // what is not offered here has no words of its own
            _ => Offer::new(rule::R7b, self.write(p, action)),
        }
    }
}

impl Cast for Battle {
    type Unit = UnitId;
    type Units = u64;
    type Leader = LeaderId;
    type Leaders = u16;
}

impl Roster for Battle {
    type UnitRow = UnitDef;
    type LeaderRow = LeaderDef;
    type Spot = Hex;

    fn unit_rows(&self) -> &ById<UnitId, Vec<UnitDef>> {
        &self.army.units
    }
    fn leader_rows(&self) -> &ById<LeaderId, Vec<LeaderDef>> {
        &self.army.leaders
    }
    fn number(&self, hex: Hex) -> Option<&str> {
        (!hex.is_none()).then(|| self.map.number(hex))
    }
    fn and_spot(&self, event: Event, hex: Hex) -> Event {
        self.at(event, hex)
    }
    fn unit_seen_by(&self, p: &Position, unit: UnitId) -> SeatSet {
        self.seen_by(p, unit)
    }
    fn leader_seen_by(&self, p: &Position, leader: LeaderId) -> SeatSet {
        Battle::leader_seen_by(self, p, leader)
    }
    fn unseen_unit(&self, unit: UnitId) -> Text {
        self.back(unit).clone()
    }
    fn unseen_leader(&self, _: LeaderId) -> Text {
        Text::new_static("a face-down commander")
    }
    fn in_told_order(&self, p: &Position, units: UnitSet) -> Vec<UnitId> {
        self.in_open_order(p, units)
    }
    fn short(id: &str) -> &str {
        notation::short(id)
    }
}

impl Battle {
    /// Why an action of the deciding side is not allowed, or that it is.
    pub(crate) fn check_now(&self, p: &Position, action: Action) -> Result<(), No> {
        match p.wait {
            Wait::Decide(side) => self.check_top(p, Seat(side), action),
            _ => Err(No(rule::R7b, "There is nothing to decide now.")),
        }
    }

    fn act_on(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        p.state.wait = Wait::Run;
        self.play_top(p, seat, action, log);
        self.run_on(p, log);
    }

    fn roll_on(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        p.state.wait = Wait::Run;
        self.rolled_top(p, faces, log);
        self.run_on(p, log);
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
            self.options_top(p, seat, out);
        }
    }

    fn apply(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        if log.is_on() {
            let before = self.face_up_sets(p);
            self.act_on(p, seat, action, log);
            self.say_reveals(p, before, log);
        } else {
            self.act_on(p, seat, action, log);
        }
    }

    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        if log.is_on() {
            let before = self.face_up_sets(p);
            self.roll_on(p, faces, log);
            self.say_reveals(p, before, log);
        } else {
            self.roll_on(p, faces, log);
        }
    }

    fn refuse(&self, p: &Position, _seat: Seat, action: Action) -> Refusal {
        match self.check_now(p, action) {
            Err(no) => no.into(),
            Ok(()) => Refusal::new(rule::R7_2, "This is not possible now."),
        }
    }

    fn secrets(&self) -> bool {
        self.options.fog
    }

    fn hash(&self, p: &Position) -> u64 {
        kernel::hash::hash_of(&p.state)
    }

    fn audit(&self, p: &Position) -> Result<(), String> {
        self.audit_position(p)
    }

    fn restore(&self, p: &mut Position) {
        self.rebuild(p);
    }

    fn admit(&self, p: &mut Position) -> Result<(), String> {
        self.take_in(p)
    }
}

impl Show for Battle {
    fn notation(&self, p: &Position, action: Action) -> String {
        self.write(p, action)
    }

    fn read(&self, p: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(p, seat, text)
    }

    fn expand(&self, p: &Position, seat: Seat, text: &str) -> Option<Vec<String>> {
        if text.trim() == "place standard" {
            return Some(self.standard_setup());
        }
        self.steps_of(p, seat.0, text)
    }

    fn phrases(&self) -> &'static [&'static str] {
        notation::PHRASES
    }

    fn choice(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        self.choice_of(p, seat, action)
    }

    fn prompt(&self, p: &Position, viewer: Viewer) -> Prompt {
        let mut prompt = self.prompt_to(p, viewer);
        // whoever falls back does not choose how far
        prompt.still = prompt.kind == "retreat";
        prompt
    }

    fn phase(&self, p: &Position) -> kernel::Phase {
        self.phase_words(p)
    }

    fn view(&self, p: &Position, viewer: Viewer) -> Scene {
        self.scene(p, viewer)
    }

    fn marks(&self) -> &'static [kernel::scene::MarkInfo] {
        crate::scene::MARKS
    }

    fn setup(&self, setup: &serde_json::Value) -> Result<Position, Vec<String>> {
        self.read_setup(setup)
    }
}

impl Answer for Battle {
    fn why(&self, p: &Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        self.reasons(p, viewer, subject)
    }

    fn reach(&self, p: &Position, viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        self.reach_of(p, viewer, unit)
    }

    fn explain(&self, p: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        self.odds(p, viewer, action)
    }

    fn overlays(&self) -> &'static [OverlayInfo] {
        &overlays::OVERLAYS
    }

    fn overlay(&self, p: &Position, viewer: Viewer, id: &str, subject: &str) -> Result<Overlay, Refusal> {
        self.laid_over(p, viewer, id, subject)
    }
}

impl Foresee for Battle {
    fn counters(&self) -> &'static [Counter<Battle>] {
        &counted::COUNTERS
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
                && !matches!(p.now(), Some(Frame::Relocate(_)))
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
