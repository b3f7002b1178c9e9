//! Units (`units.csv`), with the training levels of `charts.toml`, and dragoons mounted and on foot.

use super::{Piece, Roster, UNIT_VALUES, formation_of};
use crate::model::*;
use dataset::{GameEntry, Node, Problem, Reader, Row, Sources};
use kernel::ById;
use std::collections::BTreeMap;

/// Training levels by nation: infantry, grenadiers, cavalry (5.11).
pub type Levels<'a> = BTreeMap<&'a str, [u8; 3]>;

pub fn levels<'a>(tables: &'a Node, problems: &mut Vec<Problem>) -> Levels<'a> {
    let nations = tables.at("training").map_or(Vec::new(), Node::entries);
    let nations = nations.into_iter().filter(|(nation, _)| *nation != "provenance");
    nations
        .map(|(nation, node)| {
            let mut r = Reader::new(node, problems);
            (nation, ["infantry", "grenadiers", "cavalry"].map(|class| r.within(class, 1, 9)))
        })
        .collect()
}

pub fn read(roster: &mut Roster, entry: &GameEntry, levels: &Levels, problems: &mut Vec<Problem>) {
    for at in 0..roster.unit_rows.len() {
        let side = entry.seat_of(&roster.unit_rows[at], problems);
        let unit = unit(roster, &roster.unit_rows[at], side, levels, problems);
        roster.army.units.push(unit);
    }
}

fn unit(roster: &Roster, row: &Row, side: u8, levels: &Levels, problems: &mut Vec<Problem>) -> UnitDef {
    let kind: UnitKind = row.word("type", UnitKind::Infantry, problems);
    let formation = formation_of(roster, row, side, problems).unwrap_or(FormationId::at(0));
    let nation = row.get("nation");
    let level = levels.get(nation).copied().unwrap_or_else(|| {
        problems.push(row.problem_in("nation", format!("`{nation}` has no training levels")));
        [0; 3]
    });
    let sp: u8 = row.within("sp", 1, 20, problems);
    let back = row.within("back", 0, sp.saturating_sub(1), problems);
    UnitDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        nation: nation.to_owned(),
        wing: roster.army.formations[formation].wing,
        formation,
        kind,
        arm: kind.arm(),
        sp: [sp, back],
        steps: if back > 0 { 2 } else { 1 },
        ma: row.within("ma", 1, 20, problems),
        training: training(kind, level),
        light: matches!(kind, UnitKind::LightInfantry | UnitKind::LightCavalry),
        dragoons: Dragoons::None,
        note: row.get("note").to_owned(),
        sources: Sources::noted(row, UNIT_VALUES, problems),
    }
}

/// 5.11; dragoons are cavalry in this, mounted or not (10.5).
fn training(kind: UnitKind, [infantry, grenadiers, cavalry]: [u8; 3]) -> u8 {
    match kind {
        UnitKind::Infantry | UnitKind::LightInfantry => infantry,
        UnitKind::Grenadier => grenadiers,
        UnitKind::HeavyCavalry | UnitKind::LightCavalry | UnitKind::Dragoon | UnitKind::DragoonFoot => {
            cavalry
        }
        UnitKind::Artillery => 0,
    }
}

/// Dragoons on foot name the two mounted counters that they are made of, and those name them (10.5).
pub fn dragoons(roster: &mut Roster, problems: &mut Vec<Problem>) {
    for unit in roster.army.units.ids() {
        let row = &roster.unit_rows[unit.index()];
        let pair: Vec<&str> = row.get("pair").split_whitespace().collect();
        match (roster.army.units[unit].kind, &pair[..]) {
            (UnitKind::Dragoon, []) => {}
            (UnitKind::Dragoon, [foot]) => {
                let named = roster.unit_rows.iter().find(|other| other.get("id") == *foot);
                let back = named.is_some_and(|other| {
                    other.get("type") == "dragoon-foot"
                        && other.get("pair").split_whitespace().any(|id| id == row.get("id"))
                });
                if !back {
                    let message = format!("pair: `{foot}` is not this unit on foot");
                    problems.push(row.problem_in("pair", message));
                }
            }
            (UnitKind::DragoonFoot, [first, second]) => match mounted(roster, unit, [first, second]) {
                Ok(mounted) => dismount(&mut roster.army.units, unit, mounted),
                Err(message) => problems.push(row.problem_in("pair", format!("pair: {message}"))),
            },
            (UnitKind::DragoonFoot, _) => {
                problems.push(row.problem_in("pair", "pair: dragoons on foot need two mounted counters"));
            }
            (_, []) => {}
            _ => problems.push(row.problem_in("pair", "pair: only dragoons come in pairs")),
        }
    }
}

/// The mounted counters of dragoons on foot, if they fit: of the same formation, and two SP mounted are
/// one on foot (10.5).
fn mounted(roster: &Roster, foot: UnitId, ids: [&str; 2]) -> Result<[UnitId; 2], String> {
    let own = &roster.army.units[foot];
    let mut found = [UnitId::NOBODY; 2];
    for (slot, id) in found.iter_mut().zip(ids) {
        let Some(Piece::Unit(unit)) = roster.piece(id) else {
            return Err(format!("there is no unit `{id}`"));
        };
        let other = roster.unit(unit);
        let named = roster.unit_rows[unit.index()].get("pair") == own.id;
        if other.kind != UnitKind::Dragoon || !named {
            return Err(format!("`{id}` is not this unit mounted"));
        }
        if other.formation != own.formation || other.nation != own.nation {
            return Err(format!("`{id}` is of another formation or nation"));
        }
        *slot = unit;
    }
    if found[0] == found[1] {
        return Err("two counters are needed".to_owned());
    }
    let strength: u8 = found.iter().map(|unit| roster.unit(*unit).sp[0]).sum();
    if strength != 2 * own.sp[0] {
        return Err(format!("{strength} SP mounted are not {} on foot", own.sp[0]));
    }
    Ok(found)
}

fn dismount(units: &mut ById<UnitId, Vec<UnitDef>>, foot: UnitId, mounted: [UnitId; 2]) {
    units[foot].dragoons = Dragoons::Foot { mounted };
    for [own, mate] in [mounted, [mounted[1], mounted[0]]] {
        units[own].dragoons = Dragoons::Mounted { mate, foot };
    }
}
