//! Exact odds of what is rolled for, before the dice. What is asked about is begun on a copy of the position, all
//! else set aside, and every roll of the flow is branched over (`kernel::chance`): the odds cannot differ from what
//! happens. Nothing that they depend on is hidden from anybody.

mod outcome;

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{
    Bombard, BombardStage, Combat, CombatKind, Fire, FireStage, Frame, March, MarchStage, Move, MoveStage,
    Train, TrainKind, Volley, VolleyKind, VolleyStage, Wait,
};
use crate::model::{Effect, FormationId, UnitId};
use crate::position::{Attack, Order, Position, Shot, UnitSet, enemy};
use crate::rule;
use crate::shots::Aim;
use hexmap::Dir;
use kernel::chance::ends;
use kernel::odds::{distinct, percent, share_words, shares};
use kernel::{Citation, Log, Lookup, Odds, OddsLine, Refusal, Roster};

/// Positions that something can end in, with their chances.
pub(crate) type Ends = Vec<(Position, f64)>;

/// The faces of the die (2.6).
const FACES: std::ops::Range<u8> = 0..10;

fn no_odds() -> Refusal {
    Refusal::plain("Nothing is rolled for this action: it has no odds.")
}

impl Battle {
    pub(crate) fn odds(&self, p: &Position, action: Action) -> Result<Odds, Refusal> {
        if let Some(shot) = self.declared_shot(p, action) {
            return self.volley_odds(p, shot);
        }
        let Wait::Decide(mask) = p.wait else {
            return Err(Refusal::plain("There is nothing to decide now."));
        };
        // whether such a choice is open to who decides is his secret (3.0c, 13.0), and there is nothing to reckon
        if matches!(action, Action::Wing(_) | Action::Objective(_)) {
            return Err(no_odds());
        }
        let side = mask.trailing_zeros() as u8;
        self.check_now(p, side, action)?;
        match (p.now(), action) {
            (Some(Frame::Reorganize(_)), Action::Rally(unit)) => {
                Ok(self.roll_odds(p, Train { unit, kind: TrainKind::Reorganization }))
            }
            (_, Action::Rally(unit)) => Ok(self.roll_odds(p, Train { unit, kind: TrainKind::Billebaude })),
            (Some(Frame::Move(m)), Action::Step(dir)) => self.step_odds(p, m, dir),
            (Some(Frame::Move(_)), Action::Melee(unit, dir)) => {
                self.declared_odds(p, unit, Attack::Melee(dir))
            }
            (Some(Frame::Move(_)), Action::Charge(unit, dir)) => {
                self.declared_odds(p, unit, Attack::Charge(dir))
            }
            (_, Action::Resolve(unit)) => self.attack_odds(p, unit),
            (Some(Frame::Bombard(_)), Action::Bombard(gun, target)) => {
                self.bombard_odds(p, Bombard { gun, target, second: true, stage: BombardStage::Shot })
            }
            (_, Action::Bombard(gun, target)) => {
                self.bombard_odds(p, Bombard { gun, target, second: false, stage: BombardStage::Shot })
            }
            (_, Action::Shoot(unit, hex)) => {
                self.shot_odds(p, self.shot(p, unit, hex, UnitId::NOBODY), VolleyKind::Fire)
            }
            (Some(Frame::Combat(_)), Action::Answer(gun, at)) => {
                self.shot_odds(p, self.shot(p, gun, p.unit(at).hex, at), VolleyKind::Defence)
            }
            (Some(Frame::Fire(_)), Action::Answer(unit, at)) => {
                self.volley_odds(p, self.shot(p, unit, p.unit(at).hex, at))
            }
            (_, Action::Again(unit)) => {
                let first = p.shots.iter().find(|s| s.offensive && s.firer == unit).ok_or_else(no_odds)?;
                self.second_volley_odds(p, self.shot(p, unit, first.target, UnitId::NOBODY))
            }
            _ => Err(no_odds()),
        }
    }

    /// The shot that an action has declared and nobody has rolled for: both sides name their targets before any die
    /// falls (9.1g), so that each of them can be reckoned while the others are still named.
    fn declared_shot(&self, p: &Position, action: Action) -> Option<Shot> {
        let Some(Frame::Fire(f)) = p.now() else { return None };
        let offensive = |unit: UnitId| p.shots.iter().find(move |s| s.offensive && s.firer == unit);
        match (f.stage, action) {
            (FireStage::Targets | FireStage::Answers, Action::Shoot(unit, hex)) => {
                offensive(unit).filter(|s| s.target == hex).copied()
            }
            (FireStage::Answers | FireStage::AnswersAgain, Action::Answer(unit, at)) => {
                p.shots.iter().find(|s| !s.offensive && s.live && s.firer == unit && s.at == at).copied()
            }
            (FireStage::Again | FireStage::AnswersAgain, Action::Again(unit)) if f.trying.has(unit) => {
                offensive(unit).map(|s| Shot { live: true, ..*s })
            }
            _ => None,
        }
    }

    // ---- setting aside -------------------------------------------------------------------------

    /// The position with nothing under way but one procedure, above a frame that only waits.
    fn aside(&self, p: &Position, frame: Option<Frame>) -> Position {
        let march = p.march().unwrap_or(March::new(FormationId::at(0), MarchStage::Draw));
        let mut q = p.clone();
        q.state.stack.clear();
        q.push(March { stage: MarchStage::Draw, ..march });
        if let Some(frame) = frame {
            q.push(frame);
        }
        q.state.wait = Wait::Run;
        q
    }

    /// Runs a procedure that was set aside to all its ends. Guns that may fire do, and of several ways the first is
    /// taken: the choice that does nothing always stands last.
    fn play_out(&self, mut q: Position, over: impl Fn(&Position) -> bool) -> Result<Ends, Refusal> {
        self.proceed(&mut q, &mut Log::off());
        ends(self, q, |p| p.stack.len() <= 1 || over(p), |_, _, _| 0)
    }

    // ---- rolls of training ---------------------------------------------------------------------

    fn passing(&self, p: &Position, f: Train) -> f64 {
        f64::from(self.training_chance(p, f)) / 10.0
    }

    fn training_lookups(&self, p: &Position, f: Train) -> Vec<Lookup> {
        let sum = self.training_modifier(p, f);
        distinct(FACES.map(|face| self.training_lookup(f, face, sum)))
    }

    fn roll_odds(&self, p: &Position, f: Train) -> Odds {
        let (purpose, rule) = f.kind.words();
        let title = format!("{} rolls {purpose}", self.unit_name(f.unit));
        let words = match f.kind {
            TrainKind::Billebaude => ["ceases firing at will", "goes on firing at will"],
            TrainKind::Reorganization if p.unit(f.unit).order == Order::Routed => {
                ["Disordered, no longer routed", "stays routed"]
            }
            TrainKind::Reorganization => ["in good order again", "stays Disordered"],
            _ => ["passes", "fails"],
        };
        let mut odds = Odds::of_two(title, rule, words, [self.passing(p, f)]);
        odds.modifiers = self.training_modifiers(p, f);
        odds.notes.push(self.level_note(f.unit));
        odds.lookups = self.training_lookups(p, f);
        odds
    }

    fn level_note(&self, unit: UnitId) -> String {
        format!("Training {}: the modified roll may not be higher.", self.printed[unit].training)
    }

    // ---- steps ---------------------------------------------------------------------------------

    fn step_odds(&self, p: &Position, m: Move, dir: Dir) -> Result<Odds, Refusal> {
        if !self.step_rolls(p, &m, dir) {
            return Err(no_odds());
        }
        let to = self.map.neighbour(m.hex, dir);
        let mut q = self.aside(p, Some(Frame::Move(m)));
        self.set_out(&mut q, m, dir);
        let arrived = |p: &Position| matches!(p.now(), Some(Frame::Move(m)) if m.stage == MoveStage::Choose);
        let ends = self.play_out(q, arrived)?;
        let units = m.who();
        let lead = units.first().ok_or_else(no_odds)?;
        let mut odds = Odds::new(format!("{} to {}", self.own(units), self.hex_name(to)), rule::R5_0b);
        odds.lines = self.lines(p, &ends, units, |u| if units.has(u) { to } else { p.unit(u).hex });
        for unit in units {
            let Some(kind) = self.roll_before(p, unit, m.hex, dir) else { continue };
            let f = Train { unit, kind };
            odds.rule = kind.words().1;
            odds.modifiers.extend(self.training_modifiers(p, f));
            odds.lookups.extend(self.training_lookups(p, f));
            let chance = self.training_chance(p, f);
            odds.notes.push(format!("{} rolls {}: {chance} of 10.", self.unit_name(unit), kind.words().0));
        }
        for firer in self.reaction_firers(p, self.side_of(lead), m.hex) {
            let aim = Aim { firer, target: m.hex, reaction: true, ricochet: false };
            odds.modifiers.extend(self.shot_modifiers(p, aim));
            odds.notes.push(format!(
                "{} fires in reaction. {}",
                self.unit_name(firer),
                self.shot_note(p, aim)
            ));
            odds.lookups.extend(self.shot_lookups(p, aim));
        }
        odds.lookups = distinct(odds.lookups);
        Ok(odds)
    }

    // ---- shots ---------------------------------------------------------------------------------

    /// The results of the table with their chances, before anything is done about them.
    pub fn table_chances(&self, p: &Position, aim: Aim) -> Vec<(Effect, f64)> {
        shares(FACES.map(|face| (self.shot_effect(p, aim, face), 0.1)))
    }

    fn shot_lookups(&self, p: &Position, aim: Aim) -> Vec<Lookup> {
        let r = self.reckon(p, aim);
        distinct(FACES.map(|face| self.shot_lookup(aim.firer, face as i8 + r.sum, r.column)))
    }

    /// "3 SP with a Fire Bonus of 1, column Intense, from … for depth: NE 30%, …".
    fn shot_note(&self, p: &Position, aim: Aim) -> String {
        let r = self.reckon(p, aim);
        let table = self.shot_table(aim.firer);
        let own = self.sp(p, aim.firer);
        let bonus = if r.strength > own {
            format!(" with a Fire Bonus of {}", r.strength - own)
        } else {
            String::new()
        };
        let from = if r.column == r.base {
            String::new()
        } else {
            format!(", from {} for depth", table.columns.names[r.base as usize])
        };
        let results = self.table_chances(p, aim);
        let words = share_words(results.iter().map(|(effect, chance)| (effect.word(), *chance)));
        format!("{own} SP{bonus}, column {}{from}: {words}.", table.columns.names[r.column as usize])
    }

    /// What those who can be hurt may do about it.
    fn victim_notes(&self, p: &Position, victims: UnitSet, notes: &mut Vec<String>) {
        for unit in victims {
            let name = self.unit_name(unit);
            if self.check_ranks(p, unit).is_ok() {
                let most = self.charts.ranks_up_to as i8 - self.ranks_modifier(p, unit);
                let chance = (most + 1).clamp(0, 10);
                notes.push(format!("{name} changes ranks against a Disorder: {chance} of 10."));
            }
            if p.unit(unit).order == Order::Disordered && !self.is_gun(unit) {
                let chance = self.training_chance(p, Train { unit, kind: TrainKind::SecondDisorder });
                notes.push(format!("{name} is Disordered and withstands another Disorder: {chance} of 10."));
            }
        }
        if victims.count() > 1 {
            let first = victims.first().map_or("", |u| self.unit_name(u));
            notes.push(format!("The owner picks which unit in the hex takes it; here it is {first}."));
        }
    }

    fn shot_ends(&self, p: &Position, shot: Shot, kind: VolleyKind) -> Result<Ends, Refusal> {
        let mut q = self.aside(p, None);
        q.state.shots.clear();
        q.state.shots.push(shot);
        q.state.hits.clear();
        q.push(Volley { kind, next: 0, stage: VolleyStage::Roll });
        self.play_out(q, |_| false)
    }

    fn shot_odds(&self, p: &Position, shot: Shot, kind: VolleyKind) -> Result<Odds, Refusal> {
        let ends = self.shot_ends(p, shot, kind)?;
        let rule = if self.is_gun(shot.firer) { rule::R8_1d } else { rule::R9_1_1a };
        let mut odds = self.aimed_odds(p, &shot, rule);
        odds.lines = self.lines(p, &ends, self.victims(p, &shot), |u| p.unit(u).hex);
        Ok(odds)
    }

    /// All of a shot but what comes of it.
    fn aimed_odds(&self, p: &Position, shot: &Shot, rule: Citation) -> Odds {
        let aim = Aim { firer: shot.firer, target: shot.target, reaction: false, ricochet: false };
        let victims = self.victims(p, shot);
        let (firer, hex) = (self.unit_name(shot.firer), self.hex_name(shot.target));
        let mut odds = Odds::new(format!("{firer} at {} in {hex}", self.own(victims)), rule);
        // in the order in which a shot is reckoned: its strength, its column, then the die
        self.column_modifiers(p, aim, &mut odds.modifiers);
        odds.modifiers.append(&mut self.die_modifiers(p, aim));
        odds.sum = Some(self.reckon(p, aim).sum.into());
        odds.notes.push(self.shot_note(p, aim));
        self.victim_notes(p, victims, &mut odds.notes);
        odds.lookups = self.shot_lookups(p, aim);
        odds
    }

    /// A shot of the first volley or, after a Training Die Roll unless a battery fires it, of the second.
    fn volley_odds(&self, p: &Position, shot: Shot) -> Result<Odds, Refusal> {
        let again = |f: &Fire| matches!(f.stage, FireStage::Again | FireStage::AnswersAgain);
        let second = matches!(p.now(), Some(Frame::Fire(f)) if again(&f));
        if second && !self.is_gun(shot.firer) {
            self.second_volley_odds(p, shot)
        } else {
            self.shot_odds(p, shot, VolleyKind::Fire)
        }
    }

    /// A Training Die Roll, then the shot (9.1.2).
    fn second_volley_odds(&self, p: &Position, shot: Shot) -> Result<Odds, Refusal> {
        let f = Train { unit: shot.firer, kind: TrainKind::SecondVolley };
        let passes = self.passing(p, f);
        let mut odds = self.shot_odds(p, shot, VolleyKind::Fire)?;
        odds.title = format!("{}, second volley", odds.title);
        odds.rule = rule::R9_1_2a;
        for line in &mut odds.lines {
            line.low *= passes;
            line.high *= passes;
        }
        odds.lines.insert(0, OddsLine::new("fails its roll: Feu de Billebaude", 1.0 - passes));
        let mut modifiers = self.training_modifiers(p, f);
        for modifier in &mut modifiers {
            modifier.label.push_str(": training");
        }
        modifiers.append(&mut odds.modifiers);
        odds.modifiers = modifiers;
        let chance = self.training_chance(p, f);
        odds.notes.insert(0, format!("It rolls for a second volley: {chance} of 10."));
        // all who try roll before anybody fires (PR7)
        odds.notes.push("Smoke from others who fail their rolls would add to this.".into());
        odds.lookups.extend(self.training_lookups(p, f));
        Ok(odds)
    }

    fn bombard_odds(&self, p: &Position, f: Bombard) -> Result<Odds, Refusal> {
        let shot = self.shot(p, f.gun, f.target, UnitId::NOBODY);
        let fired = |p: &Position| {
            matches!(p.stack.get(1), Some(Frame::Bombard(f))
                if matches!(f.stage, BombardStage::After | BombardStage::Failure))
                && p.stack.len() == 2
        };
        let ends = self.play_out(self.aside(p, Some(Frame::Bombard(f))), fired)?;
        let mut odds = self.aimed_odds(p, &shot, if f.second { rule::R8_3a } else { rule::R8_1d });
        if f.second {
            let chance = f64::from(self.charts.failure_up_to + 1) / 10.0;
            odds.notes.push(format!("Afterwards its guns may fail for the day: {}.", percent(chance)));
        }
        let foe = enemy(self.side_of(f.gun));
        let theirs = p.units.ids().filter(|u| self.side_of(*u) == foe && p.on_map(*u));
        odds.lines = self.lines(p, &ends, theirs.collect(), |u| p.unit(u).hex);
        Ok(odds)
    }

    // ---- Melee and Charge ----------------------------------------------------------------------

    /// An attack that is declared now, as if it were resolved as things stand.
    fn declared_odds(&self, p: &Position, unit: UnitId, attack: Attack) -> Result<Odds, Refusal> {
        let Some(Frame::Move(m)) = p.now() else { return Err(no_odds()) };
        let mut q = self.aside(p, Some(Frame::Move(m)));
        self.declare(&mut q, m, unit, attack, &mut Log::off());
        let declared = |p: &Position| matches!(p.now(), Some(Frame::Move(m)) if m.stage == MoveStage::Choose);
        // those who do not stand against cavalry run at once
        let mut all = Ends::new();
        for (q, chance) in self.play_out(q, declared)? {
            if q.on_map(unit) && q.unit(unit).attack != Attack::None {
                all.extend(self.attack_ends(&q, unit)?.into_iter().map(|(end, share)| (end, chance * share)));
            } else {
                all.push((q, chance));
            }
        }
        let mut odds = self.attack_report(p, unit, attack, &all);
        odds.notes.push("As things stand now; fire comes before it.".into());
        Ok(odds)
    }

    fn attack_odds(&self, p: &Position, unit: UnitId) -> Result<Odds, Refusal> {
        let ends = self.attack_ends(p, unit)?;
        Ok(self.attack_report(p, unit, p.unit(unit).attack, &ends))
    }

    fn attack_ends(&self, p: &Position, unit: UnitId) -> Result<Ends, Refusal> {
        let mut q = self.aside(p, None);
        self.begin_attack(&mut q, unit);
        self.play_out(q, |_| false)
    }

    fn attack_report(&self, p: &Position, attacker: UnitId, attack: Attack, ends: &Ends) -> Odds {
        let from = p.unit(attacker).hex;
        let begun = self.new_combat(p, attacker, attack);
        let (kind, target) = (begun.kind, begun.target);
        let there = p.in_hex(target);
        let defender = there.iter().find(|u| !self.is_gun(*u));
        let (word, rule) = match kind {
            CombatKind::Assault => ("Melee", rule::R9_2_4),
            CombatKind::Cavalry => ("Melee", rule::R10_1a),
            _ => ("Charge", rule::R10_3a),
        };
        let (name, hex) = (self.unit_name(attacker), self.hex_name(target));
        let title = format!("{word} of {name} against {} in {hex}", self.own(there));
        let mut odds = Odds::new(title, rule);
        let (lines, losses) = self.attack_outcome(p, attacker, there, ends);
        odds.lines = lines;
        let Some(defender) = defender else {
            odds.notes.push("Unescorted guns are lost if the attacker gets there.".into());
            odds.notes.push(losses);
            return odds;
        };
        let combat = |kind, rattled| Combat { kind, defender, rattled, ..begun };
        let faces_infantry = kind == CombatKind::Cavalry && self.is_infantry(defender);
        let mut rounds = vec![("", combat(kind, false))];
        if faces_infantry {
            let f = Train { unit: defender, kind: TrainKind::Attacked };
            let chance = self.training_chance(p, f);
            let name = self.unit_name(defender);
            odds.notes.push(format!("{name} rolls to stand against the cavalry and fire: {chance} of 10."));
            odds.lookups.extend(self.training_lookups(p, f));
            rounds.push(("If it fails: ", combat(kind, true)));
        }
        if kind == CombatKind::Charge {
            rounds.push(("Countercharge at full strength: ", combat(CombatKind::Countercharge, false)));
        }
        if kind == CombatKind::Assault || faces_infantry {
            let aim = Aim { firer: defender, target: from, reaction: false, ricochet: false };
            odds.notes.push(format!("Defensive volley: {}", self.shot_note(p, aim)));
            self.victim_notes(p, UnitSet::one(attacker), &mut odds.notes);
        }
        for (i, (prefix, f)) in rounds.iter().enumerate() {
            let reckoned = self.melee_sum(p, f);
            let [ours, theirs] = reckoned.strengths;
            let column = &self.charts.melee.columns.names[reckoned.column as usize];
            let cells = FACES.map(|face| self.charts.melee.cell(face as i8 + reckoned.sum, reckoned.column));
            let words = share_words(shares(cells.map(|cell| (cell.word(), 0.1))));
            odds.notes.push(format!("{prefix}{ours} to {theirs}, column {column}: {words}."));
            if i == 0 {
                odds.modifiers.extend(self.melee_modifiers(p, f));
                odds.sum = Some(reckoned.sum.into());
            }
            odds.lookups
                .extend(FACES.map(|face| self.melee_lookup(face as i8 + reckoned.sum, reckoned.column)));
        }
        odds.lookups = distinct(odds.lookups);
        odds.notes.push(losses);
        odds
    }
}
