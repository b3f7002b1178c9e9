//! The battle as the kernel sees it: which frame answers which question.

use crate::action::Action;
use crate::battle::Battle;
use crate::counted;
use crate::flow::{BombardStage, Frame, MarchStage, Segment, Wait};
use crate::foresee;
use crate::macros;
use crate::model::Victory;
use crate::overlays;
use crate::position::{Attack, Ending, MAX_LEADERS, Order, Place, Position, enemy};
use crate::rule;
use kernel::{
    Chance, Choice, Die, Fate, Foresight, Game, Gauge, Log, Need, No, Odds, Outcome, Overlay, OverlayInfo,
    Prompt, Proposal, Reach, Reason, Refusal, Scene, Seat, SeatSet, Text, Throw, Viewer,
};

impl Battle {
    /// Why an action of a deciding side is not allowed, or that it is.
    pub(crate) fn check(&self, p: &Position, side: u8, action: Action) -> Result<(), No> {
        let Some(frame) = p.now() else { return Err(No(rule::R3_0n, "The game is over.")) };
        match frame {
            Frame::Objectives => match action {
                Action::Objective(index) => self.check_objective(p, index),
                _ => Err(No(rule::R13_0a, "First the objectives must be chosen.")),
            },
            Frame::Setup(f) => self.check_setup(p, f, action),
            Frame::Selection(f) => self.check_selection(p, side, f, action),
            Frame::Activation(f) => self.check_activation(p, f, action),
            Frame::March(f) => self.check_march(p, &f, action),
            Frame::Move(f) => self.check_move(p, &f, action),
            Frame::Bombard(f) => self.check_bombard(p, &f, action),
            Frame::Fire(f) => self.check_fire(p, &f, action),
            Frame::Retreat(f) => self.check_retreat(p, &f, action),
            Frame::Reorganize { todo, .. } => self.check_reorganize(todo, action),
            Frame::EndTurn => self.check_show(p, action),
            // frames with a short list of choices: what is not in it is not possible
            frame => {
                let mut legal = Vec::new();
                self.legal_of(p, side, frame, &mut legal);
                let rule = match frame {
                    Frame::Volley(_) => rule::R8_5_1a,
                    Frame::Escort(_) => rule::R4_7b,
                    Frame::Reappear { .. } => rule::R4_6c,
                    _ => rule::R9_2_3c,
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
            Frame::Objectives => self.legal_objectives(p, out),
            Frame::Setup(f) => self.legal_setup(p, f, out),
            Frame::Selection(f) => self.legal_selection(p, side, f, out),
            Frame::Activation(f) => self.legal_activation(p, f, out),
            Frame::March(f) => self.legal_march(p, &f, out),
            Frame::Move(f) => self.legal_move(p, &f, out),
            Frame::Bombard(f) => self.legal_bombard(p, &f, out),
            Frame::Fire(f) => self.legal_fire(p, &f, out),
            Frame::Volley(f) => self.legal_victim(p, f, out),
            Frame::Retreat(f) => self.legal_retreat(p, &f, out),
            Frame::Escort(f) => self.legal_escort(p, f, out),
            Frame::Reappear { leader } => {
                out.extend(self.returns(p, leader).into_iter().map(|hex| Action::Relocate(leader, hex)));
            }
            Frame::Combat(f) => self.legal_combat(p, &f, out),
            Frame::Reorganize { todo, .. } => out.extend(todo.iter().map(Action::Rally)),
            Frame::EndTurn => out.extend(self.showable(p).map(Action::Objective)),
            Frame::Train(_) | Frame::Suffer(_) | Frame::Refuse { .. } => {}
        }
    }

    fn play(&self, p: &mut Position, side: u8, action: Action, log: &mut Log) {
        p.state.wait = Wait::Run;
        match p.top() {
            Frame::Objectives => {
                if let Action::Objective(index) = action {
                    self.apply_objective(p, index, log);
                }
            }
            Frame::Setup(f) => self.apply_setup(p, f, action, log),
            Frame::Selection(f) => self.apply_selection(p, side, f, action, log),
            Frame::Activation(f) => self.apply_activation(p, f, action, log),
            Frame::March(f) => self.apply_march(p, f, action, log),
            Frame::Move(f) => self.apply_move(p, f, action, log),
            Frame::Bombard(f) => self.apply_bombard(p, f, action, log),
            Frame::Fire(f) => self.apply_fire(p, f, action, log),
            Frame::Volley(f) => {
                if let Action::Choose(unit) = action {
                    self.apply_victim(p, f, unit, log);
                }
            }
            Frame::Retreat(f) => {
                if let Action::Retreat(dir) = action {
                    self.step_back(p, f, dir, log);
                }
            }
            Frame::Escort(f) => self.apply_escort(p, f, action, log),
            Frame::Reappear { leader } => {
                if let Action::Relocate(_, hex) = action {
                    self.reappear(p, leader, hex, log);
                }
            }
            Frame::Combat(f) => self.apply_combat(p, f, action, log),
            Frame::Reorganize { side, todo } => self.apply_reorganize(p, side, todo, action),
            Frame::EndTurn => {
                if let Action::Objective(index) = action {
                    self.reveal(p, index, log);
                }
            }
            Frame::Train(_) | Frame::Suffer(_) | Frame::Refuse { .. } => {}
        }
        self.run(p, log);
    }

    fn answer_roll(&self, p: &mut Position, face: u8, log: &mut Log) {
        p.state.wait = Wait::Run;
        match p.top() {
            Frame::Selection(f) => self.roll_initiative(p, f, face, log),
            Frame::Activation(f) => self.roll_no_chief(p, f, face, log),
            Frame::Train(f) => self.roll_training(p, f, face, log),
            Frame::Bombard(f) => match f.stage {
                BombardStage::RicochetShot { unit } => self.roll_ricochet(p, f, unit, face, log),
                BombardStage::Failure => self.roll_failure(p, f, face, log),
                _ => self.roll_bombardment(p, f, face, log),
            },
            Frame::Volley(f) => self.roll_shot(p, f, face, log),
            Frame::Suffer(f) => self.roll_ranks(p, f, face, log),
            Frame::Escort(f) => self.roll_commander(p, f, face, log),
            Frame::Combat(f) => self.roll_melee(p, f, face, log),
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
        if let (Wait::Decide(mask), Some(frame)) = (p.wait, p.now())
            && mask >> seat.0 & 1 != 0
        {
            self.legal_of(p, seat.0, frame, out);
        }
    }

    fn apply(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        self.play(p, seat.0, action, log);
    }

    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        self.answer_roll(p, faces[0], log);
    }

    fn refuse(&self, p: &Position, seat: Seat, action: Action) -> Refusal {
        if let (Some(Frame::March(f)), Action::Done) = (p.now(), action)
            && f.stage != MarchStage::Draw
            && let Some((unit, place)) = self.must_go(p, &f)
        {
            let (name, hex) = (self.unit_name(unit), self.map.number(place));
            return Refusal::new(
                rule::R5_6b,
                format!("{name} goes to its place in the Line, {hex}: a mate has gone."),
            );
        }
        match self.check(p, seat.0, action) {
            Err(no) => no.into(),
            Ok(()) => Refusal::new(rule::R3_1a, "This is not possible now."),
        }
    }

    fn notation(&self, p: &Position, action: Action) -> String {
        self.write(p, action)
    }

    fn read(&self, p: &Position, _seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(p, text)
    }

    fn expand(&self, p: &Position, seat: Seat, text: &str) -> Option<Vec<String>> {
        self.steps_of(p, seat, text)
    }

    fn phrases(&self) -> &'static [&'static str] {
        macros::PHRASES
    }

    fn choice(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        self.choice_shown(action, self.offer(p, seat, action))
    }

    fn prompt(&self, p: &Position, viewer: Viewer) -> Prompt {
        self.prompt_shown(p, self.ask(p, viewer))
    }

    fn phase(&self, p: &Position) -> kernel::game::Phase {
        self.phase_words(p)
    }

    fn why(&self, p: &Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        self.reasons(p, viewer, subject)
    }

    fn reach(&self, p: &Position, _viewer: Viewer, unit: &str) -> Result<Reach, Refusal> {
        self.reach_of(p, unit)
    }

    fn explain(&self, p: &Position, _viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        self.odds(p, action)
    }

    fn view(&self, p: &Position, viewer: Viewer) -> Scene {
        self.scene(p, viewer)
    }

    fn marks(&self) -> &'static [kernel::scene::MarkInfo] {
        crate::scene::MARKS
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

    fn die(&self) -> Die {
        Die::TEN
    }

    fn in_play(&self) -> Vec<Text> {
        self.scenario.area.iter().map(|hex| Text::new(self.map.number(*hex))).collect()
    }

    /// Only wings and objectives are chosen in secret: a side with one wing has no choice.
    fn secrets(&self) -> bool {
        let choice = |wings: &Vec<_>| wings.len() > 1;
        self.scenario.wings.iter().any(choice) || matches!(self.scenario.victory, Victory::Objectives { .. })
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
            let lost = p.units.ids().filter(|u| self.side_of(*u) == side && p.unit(*u).place == Place::Lost);
            list.push((Seat(side), "units lost".to_string(), lost.count() as i64));
            list.push((Seat(side), "victory points".to_string(), self.points(p, side).into()));
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

    fn settled(&self, p: &Position, _depth: usize) -> bool {
        self.fight_is_over(p)
    }

    fn fates(&self, before: &Position, after: &Position, _viewer: Viewer) -> Vec<Fate> {
        self.fates_between(before, after)
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
            let caught = p.stack.iter().any(|f| matches!(f, Frame::Reappear { .. } | Frame::Escort(_)));
            if leader.place == Place::Map && p.holds(self, enemy(def.side), leader.hex) && !caught {
                return Err(format!("{} is among the enemy", def.id));
            }
        }
        Ok(())
    }
}
