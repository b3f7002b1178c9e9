//! Positions that look the same from the other side: the same backs, other units under them.

use risorgimento::flow::Frame;
use risorgimento::model::{LeaderId, UnitId};
use risorgimento::position::{Place, Position, UnitSet};
use risorgimento::{Action, Battle};

pub struct Disguise {
    pub what: String,
    /// Whose pieces are disguised.
    pub side: u8,
    pub position: Position,
    /// The disguised units can do the same: same kind and allowance.
    pub alike: bool,
    units: (UnitId, UnitId),
    leaders: Option<(LeaderId, LeaderId)>,
}

/// Disguises of a position; `salt` chooses among many.
pub fn disguises(b: &Battle, p: &Position, salt: u64) -> impl Iterator<Item = Disguise> {
    let mut list = Vec::new();
    let hidden = |u: &UnitId| p.unit(*u).place == Place::Map && !b.face_up(p, *u);
    let units: Vec<UnitId> = p.units.ids().filter(hidden).collect();
    let mut pairs = Vec::new();
    for (i, a) in units.iter().enumerate() {
        for other in &units[i + 1..] {
            let back = |u: UnitId| {
                let def = &b.army.units[u];
                (def.side, def.formation, def.arm, def.stacking)
            };
            if back(*a) == back(*other) {
                pairs.push((*a, *other));
            }
        }
    }
    if !pairs.is_empty() {
        list.push(exchanged_units(b, p, pairs[salt as usize % pairs.len()]));
    }
    // two that a force on its way to a marker comes past
    let beside = |u: UnitId| p.markers.iter().filter(move |m| b.map.distance(p.unit(u).hex, m.hex) == 1);
    let passed = |(a, c): &&(UnitId, UnitId)| beside(*a).any(|m| beside(*c).any(|other| other.hex == m.hex));
    list.extend(pairs.iter().filter(passed).map(|pair| exchanged_units(b, p, *pair)));
    let strong: Vec<UnitId> = units.iter().copied().filter(|u| b.army.units[*u].sp > 1).collect();
    if !strong.is_empty() {
        list.push(other_losses(b, p, strong[salt as usize % strong.len()]));
    }
    let leaders: Vec<LeaderId> =
        p.leaders.ids().filter(|l| p.leaders[*l].place == Place::Map && !p.leaders[*l].shown).collect();
    for pair in leaders.windows(2) {
        if b.army.leaders[pair[0]].side == b.army.leaders[pair[1]].side {
            list.push(exchanged_leaders(b, p, (pair[0], pair[1])));
        }
    }
    list.into_iter()
}

fn exchanged_units(b: &Battle, p: &Position, units: (UnitId, UnitId)) -> Disguise {
    let (i, j) = units;
    let mut q = p.clone();
    q.state.units.swap(i.index(), j.index());
    for k in [i, j] {
        q.state.units[k].lost = q.state.units[k].lost.min(b.army.units[k].sp - 1);
    }
    q.rename(&|u| other(u, units), &|l| l);
    b.rebuild(&mut q);
    let (a, c) = (&b.army.units[i], &b.army.units[j]);
    let alike = a.kind == c.kind && a.ma == c.ma;
    Disguise {
        what: format!("{} for {}", a.id, c.id),
        side: a.side,
        position: q,
        alike,
        units,
        leaders: None,
    }
}

fn other_losses(b: &Battle, p: &Position, unit: UnitId) -> Disguise {
    let def = &b.army.units[unit];
    let mut q = p.clone();
    let u = &mut q.state.units[unit];
    u.lost = if u.lost == 0 { def.sp - 1 } else { u.lost - 1 };
    let what = format!("other losses of {}", def.id);
    Disguise { what, side: def.side, position: q, alike: true, units: (unit, unit), leaders: None }
}

fn exchanged_leaders(b: &Battle, p: &Position, leaders: (LeaderId, LeaderId)) -> Disguise {
    let mut q = p.clone();
    q.state.leaders.swap(leaders.0.index(), leaders.1.index());
    q.rename(&|u| u, &|l| other(l, leaders));
    let (a, c) = (&b.army.leaders[leaders.0], &b.army.leaders[leaders.1]);
    // who commands what decides what the owner can do
    let what = format!("{} for {}", a.id, c.id);
    Disguise {
        what,
        side: a.side,
        position: q,
        alike: false,
        units: (UnitId::NOBODY, UnitId::NOBODY),
        leaders: Some(leaders),
    }
}

impl Disguise {
    /// The same action of the disguised units.
    pub fn action(&self, action: Action) -> Action {
        let (set, one) = (|s| renamed(s, self.units), |u| other(u, self.units));
        match action {
            Action::Select(units) => Action::Select(set(units)),
            Action::Withdraw(units) => Action::Withdraw(set(units)),
            Action::Extra { unit, what } => Action::Extra { unit: one(unit), what },
            Action::Lose(unit) => Action::Lose(one(unit)),
            Action::Lead(unit) => Action::Lead(one(unit)),
            Action::Retreat { unit, dir } => Action::Retreat { unit: unit.map(one), dir },
            Action::Halt(unit) => Action::Halt(one(unit)),
            Action::RecoverLevels(unit) => Action::RecoverLevels(one(unit)),
            Action::RecoverExhaustion(unit) => Action::RecoverExhaustion(one(unit)),
            other => other,
        }
    }

    /// Whether the roll that is due may come out differently for the disguised: that is no secret.
    pub fn depends_on_dice(&self, p: &Position) -> bool {
        if self.leaders.is_some() {
            return true;
        }
        let concerned = match p.top() {
            Frame::Check(f) => f.units,
            Frame::Fire(f) => f.firers.with(f.target),
            Frame::Combat(f) => f.attackers.with(f.defenders),
            _ => UnitSet::EMPTY,
        };
        concerned.has(self.units.0) || concerned.has(self.units.1)
    }

    pub fn came_to_light(&self, b: &Battle, p: &Position) -> bool {
        let unit = |u: UnitId| u != UnitId::NOBODY && b.face_up(p, u);
        let leader = |l: LeaderId| p.leaders[l].shown;
        unit(self.units.0) || unit(self.units.1) || self.leaders.is_some_and(|(x, y)| leader(x) || leader(y))
    }
}

fn other<I: kernel::Id>(id: I, (a, b): (I, I)) -> I {
    match id {
        _ if id == a => b,
        _ if id == b => a,
        _ => id,
    }
}

fn renamed(units: UnitSet, pair: (UnitId, UnitId)) -> UnitSet {
    units.iter().map(|u| other(u, pair)).collect()
}
