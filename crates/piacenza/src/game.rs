//! The battle as the kernel sees it: which frame answers which question.

use crate::action::Action;
use crate::battle::Battle;
use crate::counted;
use crate::flow::{Frame, Segment, Wait};
use crate::foresee;
use crate::macros;
use crate::model::Victory;
use crate::overlays;
use crate::position::{Attack, Ending, Order, Place, Position};
use crate::rule;
use kernel::sound::{self, holds};
use kernel::{
    Briefing, Chance, Die, Game, Log, Need, No, Outcome, Proposal, Question, Refusal, Seat, SeatSet, Text,
    Throw, Viewer,
};

impl Battle {
    /// Why an action of a deciding side is not allowed, or that it is.
    pub(crate) fn check_now(&self, p: &Position, side: u8, action: Action) -> Result<(), No> {
        No::when(p.stack.is_empty(), rule::R3_0n, "The game is over.")?;
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

    /// Rules that hold wherever a decision or a roll is waited for.
    fn audit(&self, p: &Position) -> Result<(), String> {
        self.audit_caches(p)?;
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
            let (name, on_map) = (&def.id, u.place == Place::Map);
            holds(name, on_map != u.hex.is_none(), "in a hex and not on the map, or the other way round")?;
            holds(name, !u.reduced || def.steps > 1, "it has no back")?;
            let began = (moves && on_map) == (u.began.index() < self.map.len());
            holds(name, began, "where it stood is known in the Movement segment and then only (10.3)")?;
            if !on_map {
                continue;
            }
            holds(name, self.playable(u.hex), "it is where it cannot stand")?;
            let (gun, routed) = (self.is_gun(unit), u.order == Order::Routed);
            holds(name, !gun || u.order == Order::Good, "a battery does not lose its order (11.1)")?;
            let at_will = !u.billebaude || !routed && self.is_infantry(unit);
            holds(name, at_will, "it cannot fire at will (9.1.2)")?;
            let acts = p.activation().is_some_and(|a| a.wing == def.wing);
            let attacks = u.attack == Attack::None || acts && !gun && !routed;
            holds(name, attacks, "it cannot be told to attack (9.2.1)")?;
            let there = p.in_hex(u.hex);
            let alone = there.iter().all(|v| self.side_of(v) == def.side);
            holds(name, alone, "it shares a hex with the enemy")?;
            holds(name, self.legal_stack(there.without(moving)), "its hex is overstacked (6.0)")?;
            if let crate::model::Dragoons::Foot { mounted } = def.dragoons {
                holds(name, !mounted.iter().any(|m| p.on_map(*m)), "it is on foot and mounted at once")?;
            }
        }
        let caught = p.stack.iter().any(|f| matches!(f, Frame::Reappear(_) | Frame::Escort(_)));
        self.audit_leaders(p, caught)
    }

    fn restore(&self, p: &mut Position) {
        self.rebuild(p);
    }

    fn admit(&self, p: &mut Position) -> Result<(), String> {
        let state = |p: &Position| self.sound_state(&p.state);
        let run = |p: &mut Position| self.proceed(p, &mut Log::off());
        sound::take_in(self, p, state, |p| &mut p.state.wait, [Wait::Run, Wait::Over], run)
    }
}

kernel::answered! {
    impl Show for Battle {
        notation: Battle::write,
        read: Battle::read_action,
        expand: Battle::steps_of,
        phrases: macros::PHRASES,
        choice: Battle::choice_of,
        prompt: |b: &Battle, p, viewer| b.prompt_shown(p, b.prompt_of(p, viewer)),
        phase: Battle::phase_words,
        view: Battle::scene,
        marks: crate::scene::MARKS,
        setup: Battle::read_setup,

        fn briefing(&self, p: &Position, viewer: Viewer) -> Briefing {
            self.brief(p, viewer)
        }
        fn die(&self) -> Die {
            Die::TEN
        }
        fn in_play(&self) -> Vec<Text> {
            self.scenario.area.iter().map(|hex| Text::new(self.map.number(*hex))).collect()
        }
    }
}

kernel::answered! {
    impl Answer for Battle {
        why: |b: &Battle, position, viewer, subject| b.reasons(Question { position, viewer, subject }),
        reach: |b: &Battle, p, _, unit| b.reach_of(p, unit),
        explain: |b: &Battle, p, _, action| b.odds(p, action),
        overlays: &overlays::OVERLAYS,
        overlay: |b: &Battle, p, _, id, subject| b.laid_over(p, id, subject),

        fn proposals(&self, p: &Position, _: Viewer, subject: &str) -> Result<Vec<Proposal>, Refusal> {
            self.propose(p, subject)
        }
    }
}

kernel::answered! {
    impl Foresee for Battle {
        counters: &counted::COUNTERS,
        fights: counted::FIGHTS,
        foresight: &foresee::FORESIGHT,
        depth: |p: &Position| p.stack.len(),
        settled: |b: &Battle, p, _| b.fight_is_over(p),
        fates: |b: &Battle, before, after, _| b.fates_between(before, after),
        known: Battle::as_known,
    }
}
