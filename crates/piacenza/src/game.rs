//! The battle as the kernel sees it: which frame answers which question.

use crate::action::Action;
use crate::battle::Battle;
use crate::counted;
use crate::flow::{Frame, Segment, Wait};
use crate::foresee;
use crate::macros;
use crate::model::Victory;
use crate::overlays;
use crate::position::{Attack, Ending, MAX_LEADERS, Order, Place, Position, enemy};
use crate::rule;
use kernel::{
    Answer, Chance, Choice, Counter, Die, Fate, Foresee, Foresight, Game, Log, Need, No, Odds, Outcome,
    Overlay, OverlayInfo, Prompt, Proposal, Reach, Reason, Refusal, Scene, Seat, SeatSet, Show, Text, Throw,
    Viewer,
};

impl Battle {
    /// Why an action of a deciding side is not allowed, or that it is.
    pub(crate) fn check_now(&self, p: &Position, side: u8, action: Action) -> Result<(), No> {
        if p.stack.is_empty() {
            return Err(No(rule::R3_0n, "The game is over."));
        }
        self.check_top(p, Seat(side), action)
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
            Wait::Decide(mask) => {
                let mut seats = SeatSet::NONE;
                for side in (0..2u8).filter(|side| mask >> side & 1 != 0) {
                    seats = seats.with(Seat(side));
                }
                Need::Decide(seats)
            }
            Wait::Roll { what, by } => {
                let (what, rule) = what.words();
                Need::Chance(Chance::throw(Throw::of(1, Die::TEN), what, rule, Seat(by)))
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(Ending::Draw);
                let (how, rule) = self.ending_words(ending);
                Need::Over(Outcome { winner: Battle::winner(ending).map(Seat), how, rule })
            }
        }
    }

    fn legal(&self, p: &Position, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if let Wait::Decide(mask) = p.wait
            && mask >> seat.0 & 1 != 0
        {
            self.options_top(p, seat, out);
        }
    }

    fn apply(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        p.state.wait = Wait::Run;
        self.play_top(p, seat, action, log);
        self.proceed(p, log);
    }

    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        p.state.wait = Wait::Run;
        self.rolled_top(p, faces, log);
        self.proceed(p, log);
    }

    fn refuse(&self, p: &Position, seat: Seat, action: Action) -> Refusal {
        if let (Some(Frame::March(f)), Action::Done) = (p.now(), action)
            && let Some(refusal) = self.refuse_end(p, &f)
        {
            return refusal;
        }
        match self.check_now(p, seat.0, action) {
            Err(no) => no.into(),
            Ok(()) => Refusal::new(rule::R3_1a, "This is not possible now."),
        }
    }

    /// Only wings and objectives are chosen in secret: a side with one wing has no choice.
    fn secrets(&self) -> bool {
        let choice = |wings: &Vec<_>| wings.len() > 1;
        self.scenario.wings.iter().any(choice) || matches!(self.scenario.victory, Victory::Objectives { .. })
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
        self.steps_of(p, seat, text)
    }

    fn phrases(&self) -> &'static [&'static str] {
        macros::PHRASES
    }

    fn choice(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        self.choice_of(p, seat, action)
    }

    fn prompt(&self, p: &Position, viewer: Viewer) -> Prompt {
        self.prompt_shown(p, self.prompt_of(p, viewer))
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

    fn die(&self) -> Die {
        Die::TEN
    }

    fn in_play(&self) -> Vec<Text> {
        self.scenario.area.iter().map(|hex| Text::new(self.map.number(*hex))).collect()
    }

    fn setup(&self, setup: &serde_json::Value) -> Result<Position, Vec<String>> {
        self.read_setup(setup)
    }
}

impl Answer for Battle {
    fn why(&self, p: &Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        self.reasons(p, viewer, subject)
    }

    fn reach(&self, p: &Position, _viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        self.reach_of(p, unit)
    }

    fn explain(&self, p: &Position, _viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        self.odds(p, action)
    }

    fn overlays(&self) -> &'static [OverlayInfo] {
        &overlays::OVERLAYS
    }

    fn overlay(&self, p: &Position, _viewer: Viewer, id: &str, subject: &str) -> Result<Overlay, Refusal> {
        self.laid_over(p, id, subject)
    }

    fn proposals(&self, p: &Position, _viewer: Viewer, subject: &str) -> Result<Vec<Proposal>, Refusal> {
        self.propose(p, subject)
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

    fn settled(&self, p: &Position, _depth: usize) -> bool {
        self.fight_is_over(p)
    }

    fn fates(&self, before: &Position, after: &Position, _viewer: Viewer) -> Vec<Fate> {
        self.fates_between(before, after)
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
        let mut fresh = p.clone();
        self.rebuild(&mut fresh);
        if fresh.cache != p.cache {
            return Err("the caches differ from what the position says".into());
        }
        let mut moving = crate::position::UnitSet::EMPTY;
        for frame in &p.stack {
            match frame {
                Frame::Move(m) => moving = moving.with(m.who()),
                Frame::Retreat(f) => moving.insert(f.unit),
                _ => {}
            }
        }
        let moves = p.activation().is_some_and(|a| a.segment == Segment::Movement);
        for unit in p.units.ids() {
            let (u, def) = (p.unit(unit), &self.army.units[unit]);
            let name = &def.id;
            if (u.place == Place::Map) == u.hex.is_none() {
                return Err(format!("{name} is in a hex and not on the map, or the other way round"));
            }
            if u.reduced && def.steps < 2 {
                return Err(format!("{name} has no back"));
            }
            if (moves && u.place == Place::Map) != (u.began.index() < self.map.len()) {
                return Err(format!(
                    "where {name} stood is known in the Movement segment and then only (10.3)"
                ));
            }
            if u.place != Place::Map {
                continue;
            }
            if !self.playable(u.hex) {
                return Err(format!("{name} is where it cannot stand"));
            }
            if self.is_gun(unit) && u.order != Order::Good {
                return Err(format!("{name} is a battery and has lost its order (11.1)"));
            }
            if u.billebaude && (u.order == Order::Routed || !self.is_infantry(unit)) {
                return Err(format!("{name} cannot fire at will (9.1.2)"));
            }
            let acts = p.activation().is_some_and(|a| a.wing == def.wing);
            if u.attack != Attack::None && (!acts || self.is_gun(unit) || u.order == Order::Routed) {
                return Err(format!("{name} cannot be told to attack (9.2.1)"));
            }
            let there = p.in_hex(u.hex);
            if there.iter().any(|v| self.side_of(v) != def.side) {
                return Err(format!("{name} shares a hex with the enemy"));
            }
            if !self.legal_stack(there.without(moving)) {
                return Err(format!("hex {} is overstacked (6.0)", self.map.number(u.hex)));
            }
            if let crate::model::Dragoons::Foot { mounted } = def.dragoons
                && mounted.iter().any(|m| p.on_map(*m))
            {
                return Err(format!("{name} is on foot and mounted at once"));
            }
        }
        assert!(p.leaders.len() <= MAX_LEADERS);
        for (i, leader) in p.leaders.pairs() {
            let def = &self.army.leaders[i];
            if (leader.place == Place::Map) == leader.hex.is_none() {
                return Err(format!("{} is in a hex and not on the map, or the other way round", def.id));
            }
            let caught = p.stack.iter().any(|f| matches!(f, Frame::Reappear(_) | Frame::Escort(_)));
            if leader.place == Place::Map && p.holds(self, enemy(def.side), leader.hex) && !caught {
                return Err(format!("{} is among the enemy", def.id));
            }
        }
        Ok(())
    }
}
