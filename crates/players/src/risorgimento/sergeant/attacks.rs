//! Which assaults and charges he declares, and with whom.

use super::*;

impl Sergeant {
    pub(super) fn declare(&mut self, b: &Battle, p: &Position, f: Activation, legal: &[Action]) -> Action {
        let side = b.army.formations[f.formation].side;
        if let Some(mark) = self.mark.take().filter(|mark| legal.contains(mark)) {
            return mark;
        }
        let fields = self.look(b, p, side);
        self.intent = None;
        // who serves the markers that lie already
        let taken =
            self.attacks(b, p, &fields, f.formation).iter().fold(UnitSet::EMPTY, |all, a| all.with(a.units));
        let mut best: Option<(f32, f32, Action)> = None;
        for mark in legal {
            if let Some((value, win)) = self.mark_value(b, p, &fields, f, taken, *mark)
                && value > self.temper.bold
                && best.is_none_or(|(most, ..)| value > most)
            {
                best = Some((value, win, *mark));
            }
        }
        if let Some((value, win, mark)) = best {
            self.said = Said::Attack { win, value };
            return mark;
        }
        self.said = Said::NoMore;
        // a commander who must attack does so where it costs least
        if legal.contains(&Action::Done) {
            return Action::Done;
        }
        let value = |mark: &Action| self.mark_value(b, p, &fields, f, taken, *mark).map_or(f32::MIN, |m| m.0);
        *legal.iter().max_by(|x, y| value(x).total_cmp(&value(y))).unwrap_or(&legal[0])
    }

    /// The attacks that could be declared now, the most promising first.
    pub fn best_marks(&mut self, b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Vec<Action> {
        let Frame::Activation(f) = p.top() else { return Vec::new() };
        self.temper = self.tempers[usize::from(side)];
        let fields = self.look(b, p, side);
        let value = |mark: &Action| self.mark_value(b, p, &fields, f, UnitSet::EMPTY, *mark).map(|m| m.0);
        let mut marks: Vec<(f32, Action)> =
            legal.iter().filter_map(|mark| value(mark).map(|value| (value, *mark))).collect();
        marks.sort_by(|x, y| y.0.total_cmp(&x.0));
        marks.into_iter().map(|(_, mark)| mark).collect()
    }

    /// What an attack through a marker should bring, and how likely it is won.
    pub(super) fn mark_value(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        f: Activation,
        taken: UnitSet,
        mark: Action,
    ) -> Option<(f32, f32)> {
        let Action::Mark { kind, hex, dir } = mark else { return None };
        let marker = Marker { kind, hex, dir, served: false };
        self.best_force(b, p, fields, f.formation, taken, marker).map(|(value, win, _)| (value, win))
    }

    /// The markers that wait, each with the force that should serve it.
    pub(super) fn attacks(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        formation: FormationId,
    ) -> ArrayVec<Attack, 8> {
        let mut taken = UnitSet::EMPTY;
        let mut list = ArrayVec::new();
        for marker in p.markers.iter().filter(|m| !m.served) {
            if let Some((value, win, units)) = self.best_force(b, p, fields, formation, taken, *marker) {
                taken = taken.with(units);
                list.push(Attack { hex: marker.hex, units, value, win });
            }
        }
        list
    }

    /// The force that serves a marker best.
    fn best_force(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        formation: FormationId,
        taken: UnitSet,
        marker: Marker,
    ) -> Option<(f32, f32, UnitSet)> {
        let arm = match marker.kind {
            MarkerKind::Assault => None,
            MarkerKind::Charge => Some(Arm::Cavalry),
        };
        let units = &b.army.formations[formation].units;
        let stays = |u: UnitId| fields.keepers.has(u) && fields.keeps(UnitSet::one(u));
        let able: UnitSet = units
            .iter()
            .copied()
            .filter(|u| {
                !taken.has(*u)
                    && !stays(*u)
                    && free(p, *u)
                    && !p.unit(*u).out_of_command
                    && !b.is_gun(*u)
                    && arm.is_none_or(|arm| b.arm(*u) == arm)
            })
            .collect();
        let mut best: Option<(f32, f32, UnitSet)> = None;
        let mut seen = UnitSet::EMPTY;
        for unit in able {
            if seen.has(unit) {
                continue;
            }
            let hex = p.unit(unit).hex;
            let group: UnitSet =
                able.iter().filter(|u| p.unit(*u).hex == hex && b.arm(*u) == b.arm(unit)).collect();
            seen = seen.with(group);
            let mut force = b.units_that_serve(p, group, marker);
            if force.is_empty() {
                continue;
            }
            // as many as there is room for
            let there = b.stacking_of(p.in_hex(marker.hex).without(force));
            while b.stacking_of(force) + there > b.charts.stacking_limit && force.count() > 1 {
                let weakest =
                    force.iter().min_by(|x, y| fights::power(b, p, *x).total_cmp(&fights::power(b, p, *y)));
                force.remove(weakest.unwrap_or(unit));
            }
            let (value, win) = self.attack_value(b, p, fields, force, marker);
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, win, force));
            }
        }
        best
    }

    pub(super) fn attack_value(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        force: UnitSet,
        marker: Marker,
    ) -> (f32, f32) {
        let target = b.target_of(marker);
        let kind = match marker.kind {
            MarkerKind::Assault => CombatKind::Assault,
            MarkerKind::Charge => CombatKind::Charge,
        };
        let fc = fights::assault(b, p, kind, force, marker.hex, target);
        let t = &self.temper;
        let mut value = fc.foe - fc.own + (fc.win - 0.8 * fc.lose) * t.victory;
        let prize = if b.controls(p, fields.enemy(), target) { fields.worth[target.index()] } else { 0.0 };
        value += fc.win * (t.take * prize + 0.3 * t.prize * fields.prize[target.index()]);
        // who wins stands there afterwards
        let own: f32 = force.iter().map(|u| fights::power(b, p, u)).sum();
        value -= fc.win * t.danger * 0.5 * fields.danger(b, target, own, true);
        // the way there is fired at, and spent cavalry is of little use
        let first = force.first().unwrap_or(UnitId::at(0));
        if p.unit(first).hex != marker.hex {
            value -= 0.4;
        }
        if kind == CombatKind::Charge {
            value -= 0.6;
        }
        // who wins goes on into the hex of the enemy: not those who alone keep the town
        if !fields.keepers.and(force).is_empty() && fields.keeps(force) && !fields.town.contains(&target) {
            value -= t.keep;
        }
        (value, fc.win)
    }
}
