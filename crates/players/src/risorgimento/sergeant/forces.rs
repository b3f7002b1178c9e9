//! What an activated formation does, force by force: who fires, attacks, moves or rides next.

use super::*;

impl Sergeant {
    pub(super) fn forces(
        &mut self,
        b: &Battle,
        p: &Position,
        side: u8,
        f: Option<Activation>,
        legal: &[Action],
    ) -> Action {
        (self.intent, self.ride) = (None, None);
        if f.is_none_or(|f| nobody_has_acted(b, p, f.formation)) {
            self.idle.clear();
        }
        let fields = self.look(b, p, side);
        let attacks = f.map_or_else(ArrayVec::new, |f| self.attacks(b, p, &fields, f.formation));
        // who is meant for an attack keeps himself for it
        let is_needed = |units: UnitSet| attacks.iter().any(|attack| !attack.units.and(units).is_empty());
        let mut best: (f32, Action, Option<Aim>, Said) = (LITTLE, Action::Done, None, Said::NoMore);
        let mut take = |value: f32, action: Action, aim: Option<Aim>, said: Said| {
            if value > best.0 {
                best = (value, action, aim, said);
            }
        };
        for action in legal {
            match *action {
                Action::Select(units) => {
                    let Some(first) = units.first() else { continue };
                    if let Some(attack) = attacks.iter().find(|attack| attack.units == units) {
                        let said = Said::Attack { win: attack.win, value: attack.value };
                        take(50.0 + attack.value, *action, Some(Aim::Attack(attack.hex)), said);
                        continue;
                    }
                    if is_needed(units) {
                        continue;
                    }
                    if p.unit(first).place == Place::Column {
                        // guns come in between the others: who comes last has no way left to go with them
                        let entered = f.is_some_and(|f| p.formations[f.formation].entered > 0);
                        let turn = if b.is_gun(first) == entered { 1.0 } else { 0.0 };
                        take(20.0 + turn, *action, None, Said::Nothing);
                    } else if (b.is_gun(first) || b.is_light(first))
                        && let Some((hex, guns, value)) = best_fire(b, p, units)
                        && value > self.temper.fire
                        && !self.should_drive_off(b, p, &fields, units, value)
                    {
                        // fire prepares what follows
                        take(100.0 + value, *action, Some(Aim::Fire { hex, guns }), Said::Fire { value });
                    }
                }
                Action::Withdraw(_) => take(10.0, *action, None, Said::Nothing),
                _ => {}
            }
        }
        // then those who only move, and their commander after them
        let moves = if best.1 == Action::Done { legal } else { &[] };
        for action in moves {
            let Action::Select(units) = *action else { continue };
            let on_map = units.first().is_some_and(|first| p.unit(first).place == Place::Map);
            if !on_map || is_needed(units) {
                continue;
            }
            if self.hasty && (self.idle.contains(&units) || is_between(units, legal)) {
                continue;
            }
            let errand = moving::errand(b, p, &fields, &self.temper, units, b.ma_of(units));
            // together rather than one by one
            let value = errand.gain + 0.05 * units.count() as f32;
            if errand.gain > LITTLE && value > best.0 {
                let said = Said::Go { hex: errand.hex, gain: errand.gain };
                best = (value, *action, Some(Aim::Go { hex: errand.hex, march: errand.march }), said);
                if self.hasty {
                    break;
                }
            } else if self.hasty {
                let _ = self.idle.try_push(units);
            }
        }
        if best.1 == Action::Done {
            let post = |action: &&Action| match **action {
                Action::SelectLeader(leader) => {
                    best_post(b, p, &fields, leader).is_some_and(|(_, gain)| gain > 0.5)
                }
                _ => false,
            };
            if let Some(action) = legal.iter().find(post) {
                best = (LITTLE, *action, None, Said::Nothing);
            }
        }
        let (_, action, aim, said) = best;
        self.said = said;
        self.fields = Some(fields);
        if let (Action::Select(units), Some(aim)) = (action, aim) {
            self.intent = Some(Intent { units, aim, turned: false });
        }
        if legal.contains(&action) {
            return action;
        }
        // a duty is open: whoever is listed first sees to it
        let duty = attacks.iter().find_map(|a| legal.iter().find(|b| **b == Action::Select(a.units)));
        *duty.or(legal.iter().find(|a| matches!(a, Action::Select(_)))).unwrap_or(&legal[0])
    }

    /// Whether guns had better be gone before the enemy comes than fire once more.
    fn should_drive_off(&self, b: &Battle, p: &Position, fields: &Fields, units: UnitSet, fire: f32) -> bool {
        let Some(first) = units.first().filter(|first| b.is_gun(*first)) else { return false };
        let hex = p.unit(first).hex;
        fields.exposure(hex) > 0.3
            && moving::left_to_ride_over(b, p, fields.side, units, hex) > 0.1
            && moving::errand(b, p, fields, &self.temper, UnitSet::one(first), b.ma_of(units)).gain > fire
    }
}

/// Whether these are several units, but not all who could go together.
fn is_between(units: UnitSet, legal: &[Action]) -> bool {
    let all = |other: UnitSet| other != units && units.without(other).is_empty();
    units.count() > 1 && legal.iter().any(|action| matches!(action, Action::Select(other) if all(*other)))
}

/// The best target of a force that fires from where it stands.
pub(super) fn best_fire(b: &Battle, p: &Position, units: UnitSet) -> Option<(Hex, bool, f32)> {
    let first = units.first()?;
    let gun = b.is_gun(first);
    if units.iter().any(|u| p.unit(u).ammo == Ammo::Out || (gun && p.unit(u).march)) {
        return None;
    }
    let from = p.unit(first).hex;
    let range = if gun { b.charts.artillery_range } else { b.charts.infantry_range };
    let mut best: Option<(Hex, bool, f32)> = None;
    for (id, unit) in p.units.pairs() {
        if unit.place != Place::Map || b.side_of(id) == b.side_of(first) {
            continue;
        }
        let distance = b.map.distance(from, unit.hex);
        if distance > range || (distance > 1 && !b.line_of_sight(p, from, unit.hex)) {
            continue;
        }
        let guns = b.is_gun(id);
        let mut value = fights::fire(b, p, units, b.target_force(p, unit.hex, guns), unit.hex, false);
        if b.is_rear(p, first, unit.hex) {
            value *= 0.7;
        }
        // those who are to be assaulted first of all
        if p.markers.iter().any(|m| b.target_of(*m) == unit.hex) {
            value *= 1.3;
        }
        if best.is_none_or(|(_, _, most)| value > most) {
            best = Some((unit.hex, guns, value));
        }
    }
    best
}

/// Where a commander should be, and how much better that is.
pub(super) fn best_post(b: &Battle, p: &Position, fields: &Fields, leader: LeaderId) -> Option<(Hex, f32)> {
    let def = &b.army.leaders[leader];
    let state = p.leaders[leader];
    let range = f32::from(b.charts.command_range) / f32::from(b.charts.command_cost_other);
    let wards: ArrayVec<Hex, 64> = match def.formation {
        Some(formation) => {
            let units = b.army.formations[formation].units.iter();
            units.filter(|u| p.unit(**u).place == Place::Map).map(|u| p.unit(*u).hex).collect()
        }
        // an overall commander cares for commanders
        None => p
            .leaders
            .ids()
            .filter(|l| b.army.leaders[*l].side == def.side && b.army.leaders[*l].formation.is_some())
            .filter(|l| p.leaders[*l].place == Place::Map)
            .map(|l| p.leaders[l].hex)
            .collect(),
    };
    if wards.is_empty() {
        return None;
    }
    let value = |hex: Hex| {
        let far = |ward: &Hex| (f32::from(b.map.distance(hex, *ward)) - range + 1.0).max(0.0);
        let mut value = -wards.iter().map(far).sum::<f32>();
        value -= wards.iter().map(|w| f32::from(b.map.distance(hex, *w))).sum::<f32>() * 0.05;
        if p.zone(fields.enemy(), hex) {
            value -= 2.0;
        }
        if !p.holds(b, fields.side, hex) {
            value -= 0.2 + (fields.blow[hex.index()] * 0.1).min(2.0);
        }
        value
    };
    let now = if state.hex.is_none() { -99.0 } else { value(state.hex) };
    let reach = u16::from(def.ma);
    let open = |hex: &Hex| {
        !p.holds(b, fields.enemy(), *hex)
            && (state.hex.is_none() || u16::from(b.map.distance(state.hex, *hex)) <= reach)
    };
    let best =
        b.map.hexes().filter(open).map(|hex| (hex, value(hex) - now)).max_by(|x, y| x.1.total_cmp(&y.1));
    best.filter(|(_, gain)| *gain > 0.0)
}
