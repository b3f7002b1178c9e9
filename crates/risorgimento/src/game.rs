//! The battle as the kernel sees it.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, RollKind, Wait};
use crate::model::{Arm, LeaderDef, LeaderId, UnitDef, UnitId};
use crate::position::{Place, Position, UnitSet};
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use crate::{counted, foresee, notation, overlays};
use hexmap::Hex;
use kernel::pieces::Cast;
use kernel::sound::{self, holds};
use kernel::{
    Briefing, ById, Chance, Citation, Concordance, Die, Event, Game, Log, Need, No, Outcome, Procedures,
    Prompt, Question, Refusal, Roster, Seat, SeatSet, Shortcut, Text, Throw, Viewer,
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
    type Units = kernel::Wide<3>;
    type Leader = LeaderId;
    type Leaders = u64;
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
                let (what, rule) = self.roll_words(what);
                Need::Chance(Chance::throw(Throw::of(dice, Die::COMMON), what, rule, Seat(by)))
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(crate::position::Ending::Held);
                let (how, rule) = self.outcome_words(ending);
                Need::Over(Outcome { winner: self.winner(ending).map(Seat), how, rule })
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

    fn concordance(&self) -> Option<&Concordance> {
        rule::concordance(&self.game)
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

    /// Rules that hold wherever a decision or a roll is waited for.
    fn audit(&self, p: &Position) -> Result<(), String> {
        self.audit_caches(p)?;
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
            let (on_map, in_hex) = (u.place == Place::Map, matches!(u.place, Place::Map | Place::Overrun));
            holds(name, u.lost <= def.sp - u8::from(on_map), "it has lost more strength than it has")?;
            holds(name, u.status <= 3 && u.facing <= 5, "an impossible status or facing")?;
            holds(name, in_hex != u.hex.is_none(), "in a hex and not on the map, or the other way round")?;
            holds(name, !u.exhausted || def.arm == Arm::Cavalry, "it cannot be exhausted")?;
            if !on_map {
                continue;
            }
            let on_foot = |hex: Hex| self.terrain(hex).cost[def.arm as usize].is_some();
            let stands =
                u.hex.index() < self.map.len() && self.passable[u.hex.index()] && (on_foot(u.hex) || u.march);
            holds(name, stands, "it is where it cannot stand")?;
            let there = p.in_hex(u.hex);
            let alone = there.iter().all(|v| self.side_of(v) == def.side);
            holds(name, alone, "it shares a hex with the enemy")?;
            let still = there.without(moving);
            holds(name, self.stacking_of(still) <= self.charts.stacking_limit, "its hex is overstacked")?;
            let one_way = !still.has(unit) || still.iter().all(|v| p.unit(v).facing == u.facing);
            holds(name, one_way, "the units of its hex face different ways")?;
            let square = !u.square || def.arm == Arm::Infantry && !u.march;
            holds(name, square, "it cannot be in square")?;
        }
        self.audit_leaders(p, matches!(p.now(), Some(Frame::Relocate(_))))?;
        for (i, marker) in p.markers.iter().enumerate() {
            let one = p.markers[..i].iter().all(|m| m.hex != marker.hex);
            holds(self.map.number(marker.hex), one, "two markers are in it")?;
        }
        Ok(())
    }

    fn restore(&self, p: &mut Position) {
        self.rebuild(p);
    }

    fn admit(&self, p: &mut Position) -> Result<(), String> {
        let state = |p: &Position| self.sound_state(&p.state);
        let run = |p: &mut Position| self.run_on(p, &mut Log::off());
        sound::take_in(self, p, state, |p| &mut p.state.wait, [Wait::Run, Wait::Over], run)
    }
}

kernel::answered! {
    impl Show for Battle {
        notation: Battle::write,
        read: Battle::read_action,
        expand: |b: &Battle, p, seat: Seat, text: &str| match text.trim() {
            "place standard" => Some(b.standard_setup(seat.0)),
            _ => b.steps_of(p, seat.0, text),
        },
        phrases: notation::PHRASES,
        choice: Battle::choice_of,
        // whoever falls back does not choose how far
        prompt: |b: &Battle, p, viewer| {
            let prompt = b.prompt_to(p, viewer);
            // others read that they wait
            let all = prompt.kind == "setup" && b.nothing_placed(p, viewer);
            let standard = Shortcut { action: "place standard", label: "Place standard set-up" };
            let shortcuts = if all { vec![standard] } else { Vec::new() };
            Prompt { still: prompt.kind == "retreat", shortcuts, ..prompt }
        },
        phase: Battle::phase_words,
        view: Battle::scene,
        marks: crate::scene::MARKS,
        setup: Battle::read_setup,

        fn in_play(&self) -> Vec<Text> {
            self.scenario.ground.iter().map(|hex| self.map.number(*hex).into()).collect()
        }
        fn briefing(&self, p: &Position, viewer: Viewer) -> Briefing {
            self.brief(p, viewer)
        }
    }
}

kernel::answered! {
    impl Answer for Battle {
        why: |b: &Battle, position, viewer, subject| b.reasons(Question { position, viewer, subject }),
        reach: Battle::reach_of,
        explain: Battle::odds,
        overlays: &overlays::OVERLAYS,
        overlay: |b: &Battle, position, viewer, id, subject| b.laid_over(Question { position, viewer, subject }, id),
    }
}

kernel::answered! {
    impl Foresee for Battle {
        counters: &counted::COUNTERS,
        fights: counted::FIGHTS,
        foresight: &foresee::FORESIGHT,
        depth: |p: &Position| p.stack.len(),
        settled: Battle::fight_is_over,
        fates: Battle::fates_between,
        known: Battle::as_known,

        fn afresh(&self) -> &'static [&'static str] {
            counted::AFRESH
        }
        fn only_the_sum_counts(&self, p: &Position) -> bool {
            // each unit has a die of its own for its ammunition (9.4.3)
            !matches!(p.wait, Wait::Roll { what: RollKind::Ammunition, .. })
        }
    }
}
