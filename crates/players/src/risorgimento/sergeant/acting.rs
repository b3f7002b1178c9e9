//! What the force in hand does, step by step, until it has done what it was taken for.

use super::forces::best_post;
use super::*;

impl Sergeant {
    pub(super) fn act(&mut self, b: &Battle, p: &Position, side: u8, f: &Act, legal: &[Action]) -> Action {
        let has = |action: Action| legal.contains(&action);
        if f.mode == Mode::Charge {
            return self.charge(b, p, f, legal);
        }
        if f.stage == ActStage::Fired {
            return if has(Action::Stop) { Action::Stop } else { legal[0] };
        }
        let fields = self.fields.take().unwrap_or_else(|| self.look(b, p, side));
        let mut intent = match self.intent {
            Some(intent) if !intent.units.and(f.units).is_empty() => intent,
            _ => {
                let aim = if f.hex.is_none() {
                    let goal = self.entry_goal(b, p, &fields, f);
                    Aim::Go { hex: goal, march: true }
                } else {
                    let errand = moving::errand(b, p, &fields, &self.temper, f.units, f.left);
                    Aim::Go { hex: errand.hex, march: errand.march }
                };
                Intent { units: f.units, aim, turned: false }
            }
        };
        // who is needed at a marker goes there
        if f.must_serve
            && !matches!(intent.aim, Aim::Attack(_))
            && let Some(marker) =
                p.markers.iter().enumerate().find(|(i, m)| !m.served && f.serves >> i & 1 != 0)
        {
            intent.aim = Aim::Attack(marker.1.hex);
        }
        let chosen = match intent.aim {
            Aim::Fire { hex, guns } => self.fire(b, p, f, legal, (hex, guns), &mut intent),
            Aim::Attack(hex) => self.attack(b, p, &fields, f, legal, hex),
            Aim::Go { hex, march } => self.go(b, p, f, legal, hex, march),
        };
        let chosen = chosen.unwrap_or_else(|| self.halt(b, p, &fields, f, legal, &mut intent));
        (self.intent, self.fields) = (Some(intent), Some(fields));
        chosen
    }

    /// Where those in the column go.
    fn entry_goal(&self, b: &Battle, p: &Position, fields: &Fields, f: &Act) -> Hex {
        let arm = f.units.first().map_or(Arm::Infantry, |u| b.arm(u));
        let open = |hex: &Hex| {
            !p.holds(b, fields.enemy(), *hex) && (arm == Arm::Infantry || !p.zone(fields.enemy(), *hex))
        };
        let value = |hex: Hex| moving::score(b, p, fields, &self.temper, f.units, hex);
        let best = b.map.hexes().filter(open).max_by(|x, y| value(*x).total_cmp(&value(*y)));
        best.unwrap_or(Hex::NONE)
    }

    fn fire(
        &self,
        b: &Battle,
        p: &Position,
        f: &Act,
        legal: &[Action],
        (hex, guns): (Hex, bool),
        intent: &mut Intent,
    ) -> Option<Action> {
        if f.fired {
            return None;
        }
        let wanted = Action::Fire { hex, guns };
        if legal.contains(&wanted) {
            return Some(wanted);
        }
        let value = |action: &Action| match action {
            Action::Fire { hex, guns } => {
                fights::fire(b, p, f.units, b.target_force(p, *hex, *guns), *hex, f.entered > 0)
            }
            _ => 0.0,
        };
        let fires = legal.iter().filter(|a| matches!(a, Action::Fire { .. }));
        if let Some(best) = fires.max_by(|x, y| value(x).total_cmp(&value(y))) {
            return Some(*best);
        }
        let (dir, _) = b.map.exit_sides(f.hex, hex);
        if !intent.turned && legal.contains(&Action::Turn(dir)) {
            intent.turned = true;
            return Some(Action::Turn(dir));
        }
        None
    }

    fn attack(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        f: &Act,
        legal: &[Action],
        hex: Hex,
    ) -> Option<Action> {
        let marker = p.marker_at(hex).map(|i| p.markers[i])?;
        if marker.kind == MarkerKind::Charge && legal.contains(&Action::Charge) {
            return Some(Action::Charge);
        }
        if f.hex == hex && legal.contains(&Action::Assault) {
            let target = b.target_of(marker);
            // riflemen may fire instead where an assault would fail
            let fire =
                legal.iter().copied().find(|a| matches!(a, Action::Fire { hex, .. } if *hex == target));
            if let Some(fire) = fire {
                let (value, _) = self.attack_value(b, p, fields, f.units, marker);
                let shots =
                    fights::fire(b, p, f.units, b.target_force(p, target, false), target, f.entered > 0);
                if shots > value {
                    return Some(fire);
                }
            }
            return Some(Action::Assault);
        }
        if f.hex == hex {
            let turn = Action::Turn(marker.dir);
            return legal.contains(&turn).then_some(turn);
        }
        moving::step(b, f, legal, hex, p.unit(f.units.first()?).march)
    }

    fn go(
        &self,
        b: &Battle,
        p: &Position,
        f: &Act,
        legal: &[Action],
        to: Hex,
        march: bool,
    ) -> Option<Action> {
        let first = f.units.first()?;
        let marching = p.unit(first).march;
        if f.hex != to && f.entered == 0 && march != marching {
            for order in [Action::March(march), Action::Limber(march)] {
                if legal.contains(&order) {
                    return Some(order);
                }
            }
        }
        if f.hex == to {
            return None;
        }
        moving::step(b, f, legal, to, marching)
    }

    /// Nothing more to do but to stand well.
    fn halt(
        &self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        f: &Act,
        legal: &[Action],
        intent: &mut Intent,
    ) -> Action {
        let first = f.units.first().unwrap_or(UnitId::at(0));
        if !f.hex.is_none() && p.unit(first).march {
            let near = fields.blow[f.hex.index()] > 0.0;
            let orders = if b.is_gun(first) { Action::Limber(false) } else { Action::March(false) };
            if near && legal.contains(&orders) {
                return orders;
            }
        }
        if !f.hex.is_none() && !intent.turned {
            intent.turned = true;
            if let Some(dir) = moving::facing(b, p, f.hex, fields.side)
                && p.unit(first).facing != dir
                && legal.contains(&Action::Turn(dir))
            {
                return Action::Turn(dir);
            }
        }
        if legal.contains(&Action::Stop) {
            return Action::Stop;
        }
        // it must go on: fight if that is not hopeless, else the best step
        if legal.contains(&Action::Assault)
            && let Some(marker) = p.marker_at(f.hex).map(|i| p.markers[i])
            && self.attack_value(b, p, fields, f.units, marker).0 > -1.0
        {
            return Action::Assault;
        }
        let value = |action: &Action| match action {
            Action::Step { dir, .. } => {
                moving::score(b, p, fields, &self.temper, f.units, b.map.neighbour(f.hex, *dir))
            }
            Action::Enter { hex, .. } => moving::score(b, p, fields, &self.temper, f.units, *hex),
            Action::Assault | Action::Charge => -2.0,
            Action::Fire { .. } => 1.0,
            _ => -50.0,
        };
        *legal.iter().max_by(|x, y| value(x).total_cmp(&value(y))).unwrap_or(&legal[0])
    }

    fn charge(&self, b: &Battle, p: &Position, f: &Act, legal: &[Action]) -> Action {
        if legal.contains(&Action::Assault) {
            return Action::Assault;
        }
        let aim = p
            .markers
            .iter()
            .enumerate()
            .find(|(i, m)| m.kind == MarkerKind::Charge && f.aims >> i & 1 != 0 && !m.served);
        let aim =
            aim.or(p.markers.iter().enumerate().find(|(_, m)| m.kind == MarkerKind::Charge && !m.served));
        if let Some((_, marker)) = aim
            && let Some(step) = moving::step(b, f, legal, marker.hex, false)
        {
            return step;
        }
        for ending in [Action::EndCharge, Action::CallOff] {
            if legal.contains(&ending) {
                return ending;
            }
        }
        legal[0]
    }

    pub(super) fn ride(&mut self, b: &Battle, p: &Position, side: u8, f: Ride, legal: &[Action]) -> Action {
        let from = p.leaders[f.leader].hex;
        let fields = self.fields.take().unwrap_or_else(|| self.look(b, p, side));
        let goal = match self.ride {
            Some((leader, hex)) if leader == f.leader => hex,
            _ => best_post(b, p, &fields, f.leader).map_or(from, |(hex, _)| hex),
        };
        (self.ride, self.fields) = (Some((f.leader, goal)), Some(fields));
        // with nobody to look after, one place is as good as another
        moving::ride(b, from, legal, |hex| if goal.is_none() { 0 } else { b.map.distance(hex, goal).into() })
    }
}
