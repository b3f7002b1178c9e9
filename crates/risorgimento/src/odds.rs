//! Exact odds of a fight, a check or an attempt, before the dice. They are made by playing the action
//! on a copy of the position and branching over every roll (`tree`), so that they cannot differ from
//! what happens. Under fog of war the pieces that the viewer cannot tell are taken to be every unit
//! they could be, and the odds are a spread over those (8.7).

mod marks;
mod tree;

use crate::action::{Action, Reaction};
use crate::battle::Battle;
use crate::data;
use crate::fire::cell_text;
use crate::flow::{Check, CheckKind, Combat, CombatKind, Fire, Fought, Frame, Mode, Wait};
use crate::model::{Cell, FormationId, UnitId};
use crate::position::{Ammo, Marker, Place, Position, Unit, UnitSet};
use crate::rule;
use kernel::odds::{Rank, Report};
use kernel::{Citation, Game, Log, Modifier, Modify, Odds, Refusal, Roster, Seat, Viewer};
use std::sync::Mutex;
use tree::{Branch, Leaf, Roll, Tree};

impl Battle {
    pub(crate) fn odds(&self, p: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
        let Wait::Decide(side) = p.wait else {
            return Err(Refusal::plain("There is nothing to decide now."));
        };
        let open = viewer == Viewer::Everything || !self.options.fog;
        if !open && viewer != Viewer::Seat(Seat(side)) {
            return Err(Refusal::plain("The other side decides this: its odds are not yours to ask for."));
        }
        self.check_now(p, action)?;
        if let Action::Mark { kind, hex, dir } = action {
            return self.mark_odds(p, viewer, side, Marker { kind, hex, dir, served: false });
        }
        let fights = matches!(
            action,
            Action::Fire { .. }
                | Action::Assault
                | Action::CallOff
                | Action::Attempt(_)
                | Action::React { .. }
        );
        if !fights {
            return Err(Refusal::plain("Nothing is rolled for this action: it has no odds."));
        }
        let hidden = if open { UnitSet::EMPTY } else { self.hidden_in(p, side, viewer, action) };
        let candidates = self.candidates(p, viewer, hidden).into_iter();
        let cases: Vec<Report> =
            candidates.map(|q| self.report(&q, viewer, side, action)).collect::<Result<_, _>>()?;
        let mut odds = Odds::over(&cases, rule_of(action));
        if !hidden.is_empty() {
            odds.notes.push(self.fog_note(p, viewer, hidden));
        }
        Ok(odds)
    }

    // ---- fog of war (8.7) ----------------------------------------------------------------------

    /// The face-down units on which the odds depend.
    fn hidden_in(&self, p: &Position, side: u8, viewer: Viewer, action: Action) -> UnitSet {
        let mut q = p.clone();
        self.apply(&mut q, Seat(side), action, &mut Log::off());
        let matters = match (q.stack.get(p.stack.len()), p.top()) {
            (Some(Frame::Fire(f)), _) => f.firers.with(f.target),
            (Some(Frame::Check(_)), Frame::React(r)) => r.cause,
            _ => UnitSet::EMPTY,
        };
        // whoever shares the hex could be taken for one of them
        let hexes: Vec<_> = matters.iter().map(|u| p.unit(u).hex).filter(|h| !h.is_none()).collect();
        let near = hexes.into_iter().map(|h| p.in_hex(h)).fold(UnitSet::EMPTY, UnitSet::with);
        near.iter().filter(|u| !self.knows(p, viewer, *u)).collect()
    }

    /// The units that a face-down unit could be: of the same back, and not known to be elsewhere.
    fn could_be(&self, p: &Position, viewer: Viewer, unit: UnitId) -> UnitSet {
        let back = |u: UnitId| {
            let def = &self.army.units[u];
            (def.side, def.formation, def.arm as u8, def.stacking)
        };
        p.units
            .ids()
            .filter(|u| {
                back(*u) == back(unit) && p.unit(*u).place == Place::Map && !self.knows(p, viewer, *u)
            })
            .collect()
    }

    /// Every position that differs from this one only in what the hidden units are, at full strength
    /// since losses lie under the counter.
    fn candidates(&self, p: &Position, viewer: Viewer, hidden: UnitSet) -> Vec<Position> {
        // the units that take up the hidden counters, in their order
        let mut choices: Vec<Vec<UnitId>> = vec![Vec::new()];
        for unit in hidden {
            let could_be = self.could_be(p, viewer, unit);
            choices = choices
                .into_iter()
                .flat_map(|taken| {
                    could_be
                        .iter()
                        .filter(|u| !taken.contains(u))
                        .map(|u| [taken.clone(), vec![u]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        choices.into_iter().map(|taken| self.exchanged(p, hidden, &taken)).collect()
    }

    /// The position in which other units stand where the hidden ones stand. Who stands elsewhere does
    /// not matter to the fight: those who give up their place go off the map.
    fn exchanged(&self, p: &Position, hidden: UnitSet, taken: &[UnitId]) -> Position {
        let mut q = p.clone();
        for unit in hidden.iter().chain(taken.iter().copied()) {
            q.unit_mut(unit).place = Place::Later;
            q.unit_mut(unit).hex = hexmap::Hex::NONE;
        }
        for (unit, other) in hidden.iter().zip(taken) {
            *q.unit_mut(*other) = Unit { lost: 0, ..*p.unit(unit) };
        }
        for frame in &mut q.state.stack {
            if let Frame::React(f) = frame {
                let stands_for = |u: UnitId| hidden.iter().position(|h| h == u).map_or(u, |at| taken[at]);
                f.cause = f.cause.iter().map(stands_for).collect();
            }
        }
        self.rebuild(&mut q);
        q
    }

    fn fog_note(&self, p: &Position, viewer: Viewer, hidden: UnitSet) -> String {
        let units = hidden.iter().map(|u| self.could_be(p, viewer, u)).fold(UnitSet::EMPTY, UnitSet::with);
        let names: Vec<&str> = units.iter().map(|u| self.army.units[u].name.as_str()).collect();
        format!(
            "Face-down units could be: {}. Their losses are not known: full strength is assumed.",
            names.join(", ")
        )
    }

    // ---- one position ----------------------------------------------------------------------------

    fn report(&self, p: &Position, viewer: Viewer, side: u8, action: Action) -> Result<Report, Refusal> {
        let base = p.stack.len();
        let tree = Tree { battle: self, base };
        let mut q = p.clone();
        self.apply(&mut q, Seat(side), action, &mut Log::off());
        let report = match (action, q.stack.get(base).copied()) {
            (Action::Attempt(formation), _) => self.attempt_report(p, &tree, q, formation),
            (_, Some(Frame::Fire(f))) => self.fire_report(p, viewer, &tree, q, f),
            (Action::React { what: Reaction::Counterattack, .. }, Some(Frame::Check(f))) => {
                self.combat_report(p, viewer, &tree, q, Some((f.units, CombatKind::Counterattack)))
            }
            (Action::React { what: Reaction::Countercharge, .. }, Some(Frame::Check(f))) => {
                self.combat_report(p, viewer, &tree, q, Some((f.units, CombatKind::Countercharge)))
            }
            (_, Some(Frame::Check(f))) => self.check_report(p, viewer, &tree, q, f),
            (Action::Assault, _) => self.combat_report(p, viewer, &tree, q, None),
            _ => return Err(Refusal::plain("Nothing is rolled for this action: it has no odds.")),
        };
        Ok(report)
    }

    fn fire_report(&self, p: &Position, viewer: Viewer, tree: &Tree, q: Position, f: Fire) -> Report {
        let names = [f.firers, f.target].map(|units| self.names_to(p, viewer, units));
        let title = format!("Fire of {} at {} in {}", names[0], names[1], self.hex_words(f.target_hex));
        let mut report = Report::new(title, &FIRE_LINES);
        let mut told = None;
        let mut roll = |p: &Position, roll: Roll| {
            if let (Roll::Fire(f), None) = (roll, &told) {
                told = Some((self.fire_facts(p, f), self.fire_lookups(p, f)));
            }
        };
        let low: Vec<UnitId> = f.low.iter().collect();
        let (lines, figures) = (&mut report, &mut [0.0, 0.0]);
        tree.walk(q, 1.0, Branch::default(), &mut roll, &mut |leaf: Leaf| {
            let cost = self.cost_to(p, leaf.position, f.target);
            let (rank, label) = match leaf.branch.cell {
                None => (-1, "nobody is left with ammunition".to_string()),
                Some(cell) => (cell_rank(cell), format!("result: {}", cell_text(cell))),
            };
            lines.line((0, rank), &label, leaf.chance);
            for (line, cost) in (0..).zip([cost.levels, cost.sp, cost.gone]) {
                lines.line_if(cost > 0, (1, line), "", leaf.chance);
            }
            for unit in &low {
                let out = leaf.position.unit(*unit).ammo == Ammo::Out;
                let label = format!("{} runs out of ammunition", self.name_to(p, viewer, *unit));
                lines.line_if(out, (2, unit.index() as i16), &label, leaf.chance);
            }
            figures[0] += leaf.chance * f64::from(cost.levels);
            figures[1] += leaf.chance * f64::from(cost.sp);
        });
        let [levels, sp] = *figures;
        if let Some(((modifiers, notes), lookups)) = told {
            report.modifiers = modifiers;
            report.notes = notes;
            report.lookups = lookups;
        }
        for unit in f.target {
            let name = self.name_to(p, viewer, unit);
            report.figure(format!("Cohesion Value of {name}"), f64::from(self.ccv(p, unit)));
        }
        report.figure("Status levels lost on average", levels);
        report.figure("Strength points lost on average", sp);
        report.notes.extend(self.chart_note("fire_table", "Fire Table"));
        report
    }

    /// Modifiers and columns of a fire as it is about to be rolled.
    fn fire_facts(&self, p: &Position, f: &Fire) -> (Vec<Modifier>, Vec<String>) {
        let sum = self.fire_sum(p, f);
        let column = &self.charts.fire.columns.names[sum.column as usize];
        let mut notes =
            vec![format!("Strength {}, column {column}, {:+} on the roll.", sum.strength, sum.drm)];
        if let Some(lead) = self.leading(p, f.firers, false) {
            notes.push(format!("Cohesion Value of {}: {}.", self.army.units[lead].name, self.ccv(p, lead)));
        }
        (self.fire_modifiers(p, f), notes)
    }

    fn combat_report(
        &self,
        p: &Position,
        viewer: Viewer,
        tree: &Tree,
        q: Position,
        counter: Option<(UnitSet, CombatKind)>,
    ) -> Report {
        let mut facts = None;
        // before the fight: who is in it
        let (attackers, hex, kind) = match (p.top(), counter) {
            (Frame::React(r), Some((units, kind))) => (units, r.cause_hex, kind),
            (Frame::Act(a), _) => {
                let target = p.marker_at(a.hex).map(|at| self.target_of(p.markers[at]));
                let kind = if a.mode == Mode::Charge { CombatKind::Charge } else { CombatKind::Assault };
                (a.units, target.unwrap_or(a.hex), kind)
            }
            _ => unreachable!("a fight begins in an action or in a reaction"),
        };
        let defenders = p.in_hex(hex);
        let guns_alone = defenders.iter().all(|u| self.is_gun(u));
        let names = [attackers, defenders].map(|units| self.names_to(p, viewer, units));
        let title = format!("{} of {} on {} in {}", fought_as(kind), names[0], names[1], self.hex_words(hex));
        let mut report = Report::new(title, &COMBAT_LINES);
        let mut roll = |p: &Position, roll: Roll| {
            if let (Roll::Combat(f), None) = (roll, &facts) {
                facts = Some((self.combat_facts(p, f), self.combat_lookups(p, f)));
            }
        };
        let begun = Branch { fought: counter.is_none(), ..Branch::default() };
        let mut means = [0.0; 4];
        let lines = &mut report;
        tree.walk(q, 1.0, begun, &mut roll, &mut |leaf: Leaf| {
            let (at, label) = match leaf.winner {
                _ if !leaf.branch.fought => ((0, 3), "the check fails: no attack"),
                Fought::Attacker => ((0, 0), ""),
                Fought::Defender => ((0, 1), ""),
                Fought::Draw | Fought::Nothing => ((0, 2), ""),
            };
            lines.line(at, label, leaf.chance);
            if let Some(steady) = leaf.branch.steady {
                lines.line_if(steady, (1, 0), "the charged infantry passes its check", leaf.chance);
            }
            let costs =
                [self.cost_to(p, leaf.position, attackers), self.cost_to(p, leaf.position, defenders)];
            for (who, cost) in costs.iter().enumerate() {
                let all = [attackers, defenders][who].count();
                lines.line_if(cost.gone == all, (2, who as i16), "", leaf.chance);
                means[who * 2] += leaf.chance * f64::from(cost.levels);
                means[who * 2 + 1] += leaf.chance * f64::from(cost.sp);
            }
        });
        if let Some(((modifiers, notes), lookups)) = facts {
            report.modifiers = modifiers;
            report.notes = notes;
            report.lookups = lookups;
            report.notes.extend(self.chart_note("assault_table", "Assault Table"));
        }
        if guns_alone {
            let rule = self.number_of(rule::R11_4_1);
            report.notes.push(format!("Guns alone are lost unless other forces react and win ({rule})."));
            return report;
        }
        for (label, value) in MEANS.iter().zip(means) {
            report.figure(*label, value);
        }
        report
    }

    fn combat_facts(&self, p: &Position, f: &Combat) -> (Vec<Modifier>, Vec<String>) {
        let modifiers = Vec::of(|list| self.combat_modifiers(p, f, list));
        let (drm, _) = self.combat_sum(p, f);
        let men = |units: UnitSet| self.sp_of(p, units.iter().filter(|u| !self.is_gun(*u)).collect());
        let (attack, defence) = (men(f.attackers), men(f.defenders));
        let (row, _) = self.ratio_drm(attack, defence);
        let [a, d] = f.lead.map(|u| (self.army.units[u].name.as_str(), self.ccv(p, u)));
        let notes = vec![
            format!("Strength {attack} to {defence}: {}. {drm:+} on the roll.", self.charts.ratio[row].name),
            format!("Cohesion Value of {}: {}, of {}: {}; difference {:+}.", a.0, a.1, d.0, d.1, a.1 - d.1),
        ];
        (modifiers, notes)
    }

    fn check_report(&self, p: &Position, viewer: Viewer, tree: &Tree, q: Position, f: Check) -> Report {
        let (title, good) = match f.kind {
            CheckKind::Square => ("Forming square", "forms square"),
            CheckKind::Withdraw => ("Withdrawal in reaction", "withdraws in good order"),
            CheckKind::Facing => ("Turning in reaction", "turns in good order"),
            CheckKind::CallOff => ("Calling off the charge", "calls off the charge"),
            CheckKind::Result | CheckKind::Charged | CheckKind::Stream | CheckKind::Counter => {
                ("Cohesion check", "passes")
            }
        };
        let title = format!("{title}: {}", self.names_to(p, viewer, f.units));
        let mut report = Report::new(title, &[((0, 0), good)]);
        let several = f.units.count() > 1;
        for unit in f.units {
            let name = &self.army.units[unit].name;
            let mut modifiers = Vec::of(|list| self.check_modifiers(&q, &f, unit, list));
            if several {
                modifiers.iter_mut().for_each(|modifier| modifier.label.insert_str(0, &format!("{name}: ")));
            }
            report.modifiers.append(&mut modifiers);
            report.notes.push(format!("Cohesion Value of {name}: {}.", self.ccv(&q, unit)));
            report.lookups.extend(self.check_lookups(&q, &f, unit));
        }
        let lines = &mut report;
        tree.walk(q, 1.0, Branch::default(), &mut |_, _| {}, &mut |leaf: Leaf| {
            if leaf.position.returned.failed.is_empty() {
                lines.line((0, 0), good, leaf.chance);
            }
            for unit in f.units {
                let cost = self.cost_to(p, leaf.position, UnitSet::one(unit));
                let who = if several { format!("{}: ", self.army.units[unit].name) } else { String::new() };
                let (rank, label) = match (cost.levels, cost.gone) {
                    (0, _) => continue,
                    (_, 1) => (9, format!("{who}fails and routs")),
                    (1, _) => (1, format!("{who}fails and loses 1 level")),
                    (n, _) => (n as i16, format!("{who}fails and loses {n} levels")),
                };
                lines.line((1 + unit.index() as u8, rank), &label, leaf.chance);
            }
        });
        report.notes.extend(self.chart_note("cohesion_check_modifiers", "Cohesion Check Modifiers Table"));
        report
    }

    fn attempt_report(&self, p: &Position, tree: &Tree, q: Position, formation: FormationId) -> Report {
        let def = &self.army.formations[formation];
        let mood = p.formations[formation].mood;
        let mut report = Report::new(format!("Activation of {}", def.name), &ATTEMPT_LINES);
        report.modifiers = self.activation_modifiers(p, formation);
        report.lookups = self.attempt_lookups(p, formation);
        report.notes = vec![
            format!("Command Value {}.", self.army.leaders[def.leader].command_value),
            format!("A natural 6 is a loose cannon: a second die, {mood:+} for mood."),
        ];
        let lines = &mut report;
        tree.walk(q, 1.0, Branch::default(), &mut |_, _| {}, &mut |leaf: Leaf| {
            let conduct = match leaf.position.stack.get(tree.base) {
                Some(Frame::Activation(a)) => Some(a.conduct),
                _ => None,
            };
            match conduct {
                None => lines.line((0, 1), "", leaf.chance),
                Some(conduct) if leaf.branch.loose_cannon => {
                    lines.line((0, 2), "", leaf.chance);
                    let row = self.charts.initiative.iter().position(|r| r.conduct == conduct).unwrap_or(0);
                    let label = format!("loose cannon: {}", self.charts.initiative[row].name);
                    lines.line((1, row as i16), &label, leaf.chance);
                }
                Some(_) => lines.line((0, 0), "", leaf.chance),
            }
        });
        report.notes.extend(self.chart_note("initiative_table", "Initiative Table"));
        report
    }

    // ---- what a result cost ----------------------------------------------------------------------

    fn cost_to(&self, before: &Position, after: &Position, units: UnitSet) -> Cost {
        let mut cost = Cost::default();
        for unit in units {
            let (b, a) = (before.unit(unit), after.unit(unit));
            let gone = a.place == Place::Lost && b.place != Place::Lost;
            let routed = gone && a.lost < self.printed[unit].sp;
            cost.gone += u32::from(gone);
            cost.sp += u32::from(a.lost - b.lost);
            cost.levels += u32::from(if routed { self.charts.rout_level } else { a.status } - b.status);
        }
        cost
    }

    /// Whether a chart is ours, in words; of data laid over the shipped ones nothing is said.
    fn chart_note(&self, path: &str, name: &str) -> Option<String> {
        static SOURCES: Mutex<Vec<(String, Option<dataset::Provenances>)>> = Mutex::new(Vec::new());
        let mut known = SOURCES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !known.iter().any(|(hash, _)| *hash == self.data_hash) {
            let shipped = data::load(&data::files(), &self.game, &self.scenario.id);
            let same = shipped.is_ok_and(|model| model.data_hash == self.data_hash);
            let sources = data::provenance(&data::files(), &self.game).ok().filter(|_| same);
            known.push((self.data_hash.clone(), sources));
        }
        let sources = known.iter().find(|(hash, _)| *hash == self.data_hash)?.1.as_ref()?;
        let ours = |l: &dataset::Listed| {
            l.provenance == dataset::Provenance::Reconstructed && l.path.starts_with(path)
        };
        sources.list().iter().any(ours).then(|| format!("{name}: reconstructed."))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    levels: u32,
    sp: u32,
    gone: u32,
}

type Labels<const N: usize> = [(Rank, &'static str); N];

const FIRE_LINES: Labels<3> = [
    ((1, 0), "the target loses at least one status level"),
    ((1, 1), "the target loses strength points"),
    ((1, 2), "a unit of the target is destroyed"),
];

const COMBAT_LINES: Labels<5> = [
    ((0, 0), "the attacker wins"),
    ((0, 1), "the defender wins"),
    ((0, 2), "a draw"),
    ((2, 0), "the attacker is destroyed"),
    ((2, 1), "the defender is destroyed"),
];

const ATTEMPT_LINES: Labels<3> =
    [((0, 0), "is activated"), ((0, 1), "does not move"), ((0, 2), "loose cannon")];

const MEANS: [&str; 4] = [
    "Status levels lost by the attacker on average",
    "Strength points lost by the attacker on average",
    "Status levels lost by the defender on average",
    "Strength points lost by the defender on average",
];

fn fought_as(kind: CombatKind) -> &'static str {
    match kind {
        CombatKind::Assault => "Assault",
        CombatKind::Charge => "Charge",
        CombatKind::Counterattack => "Counterattack",
        CombatKind::Countercharge => "Countercharge",
    }
}

/// Cells from the mildest to the worst.
fn cell_rank(cell: Cell) -> i16 {
    match cell {
        Cell::Nothing => 0,
        Cell::Check(drm) => 10 + i16::from(drm),
        Cell::Loss { sp, levels } => 100 + 10 * i16::from(sp) + i16::from(levels),
    }
}

fn rule_of(action: Action) -> Citation {
    match action {
        Action::Fire { .. } => rule::R9_3,
        Action::Assault => rule::R11_2_5,
        Action::CallOff => rule::R10_2_2,
        Action::Attempt(_) => rule::R6_1_1,
        Action::React { what, .. } => match what {
            Reaction::Fire => rule::R12_2_2,
            Reaction::Counterattack => rule::R12_2_3,
            Reaction::Countercharge => rule::R10_4,
            Reaction::Square => rule::R12_2_5a,
            Reaction::Withdraw => rule::R12_2_6,
            Reaction::Reform => rule::custoza::R11_5_6,
            Reaction::Face(_) => rule::R12_2_1,
        },
        _ => rule::R7_2,
    }
}
