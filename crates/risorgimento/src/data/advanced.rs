//! The charts that only the Advanced Game has (`charts.toml` of the game).

use super::{Place, passable};
use crate::model::campaign::*;
use dataset::{Node, Problem, Reader};
use hexmap::Hex;

/// The boxes of a day that a position can count.
const MOST_BOXES: usize = 24;

pub fn read(tree: &Node, place: &Place, problems: &mut Vec<Problem>) -> AdvancedCharts {
    let track = track(tree, problems);
    let boxes = boxes(tree, place, problems);
    let strongholds = strongholds(tree, place, problems);
    let transitions = transitions(tree, problems);
    let r = &mut Reader::new(tree, problems);
    AdvancedCharts {
        track,
        half_light_sight: r.within("turn_track.half_light_sight", 1, 20),
        markers: ["corps", "division", "brigade"]
            .map(|size| r.within(&format!("assault_markers.{size}"), 1, 8)),
        transitions,
        status_changes_a_turn: r.within("status.changes_a_turn", 1, 9),
        objective_attempts_a_turn: r.within("status.objective_attempts_a_turn", 0, 9),
        march: MarchChart::read(r),
        fatigue: FatigueChart::read(r),
        collapse: CollapseChart::read(r),
        reserve: ReserveChart::read(r),
        line: LineChart::read(r),
        fortress: FortressChart::read(r),
        strongholds,
        pontoon: PontoonChart::read(r),
        boxes,
    }
}

/// The boxes of a day: hour follows hour, and the night comes last.
fn track(tree: &Node, problems: &mut Vec<Problem>) -> Vec<TurnBox> {
    let mut track: Vec<TurnBox> = Vec::new();
    let list = "turn_track.boxes";
    let rows = Reader::new(tree, problems).rows(list);
    if rows.len() > MOST_BOXES {
        let message = format!("{} boxes where {MOST_BOXES} are allowed", rows.len());
        Reader::new(tree, problems).problem(list, message);
    }
    for node in rows {
        let mut row = Reader::new(node, problems);
        let next = TurnBox { hour: row.within("hour", 0, 23), light: row.get("light") };
        if let Some(last) = track.last() {
            if next.hour != last.hour + 1 {
                row.problem(
                    "hour",
                    format!("after {} comes {}, not {}", last.hour, last.hour + 1, next.hour),
                );
            }
            if last.light == Light::Night && next.light != Light::Night {
                row.problem("light", "the night is the end of a day");
            }
        }
        track.push(next);
    }
    track
}

fn transitions(tree: &Node, problems: &mut Vec<Problem>) -> Vec<Transition> {
    let mut transitions: Vec<Transition> = Vec::new();
    Reader::new(tree, problems).each_once("status.transition");
    for node in Reader::new(tree, problems).rows("status.transition") {
        let mut r = Reader::new(node, problems);
        let occasion = node.at("occasion").map(Node::read::<Occasion>);
        let occasion = match occasion {
            Some(Ok(occasion)) => occasion,
            Some(Err(problem)) => {
                problems.push(problem);
                continue;
            }
            None => {
                r.problem("occasion", "`occasion` is missing");
                continue;
            }
        };
        let next = Transition {
            from: r.get("from"),
            to: r.get("to"),
            occasion,
            objective_reached: r.get_or("objective_reached", false),
            commander_beyond: r.get_or("commander_beyond", 0),
            units_beyond: r.get_or("units_beyond", 0),
            all_in_command: r.get_or("all_in_command", false),
            in_a_later_turn: r.get_or("in_a_later_turn", false),
            new_objective: r.get_or("new_objective", false),
        };
        if next.from == next.to {
            r.problem("to", "a change leads to another status");
        }
        let same = |other: &Transition| {
            (other.from, other.to, other.occasion) == (next.from, next.to, next.occasion)
        };
        if transitions.iter().any(same) {
            r.problem("", "there is a row for this change already");
        }
        transitions.push(next);
    }
    transitions
}

/// The boxes of the Objective Map: each with a place on the map that can be entered, no hex in two of them.
fn boxes(tree: &Node, place: &Place, problems: &mut Vec<Problem>) -> Vec<ObjectiveBox> {
    let mut boxes: Vec<ObjectiveBox> = Vec::new();
    let list = "objective_map.boxes";
    Reader::new(tree, problems).each_once(list);
    for node in Reader::new(tree, problems).rows(list) {
        let open = |hex| passable(place.charts, place.on.map, hex);
        let area = place.on.area(node, "area", &["box"], problems);
        let hexes = area.map_or(Vec::new(), |area| place.on.usable(area, open, problems));
        let mut r = Reader::new(node, problems);
        let [x, y]: [u8; 2] = r.get("at");
        if x > 100 || y > 100 {
            r.problem("at", "at: a box lies on the card, from 0 to 100");
        }
        for hex in &hexes {
            if let Some(other) = boxes.iter().find(|other| other.hexes.contains(hex)) {
                r.problem("area", format!("{} is in `{}` already", place.on.map.number(*hex), other.id));
            }
        }
        boxes.push(ObjectiveBox { id: r.get("id"), name: r.get("name"), hexes, at: [x, y] });
    }
    boxes
}

fn strongholds(tree: &Node, place: &Place, problems: &mut Vec<Problem>) -> Strongholds {
    let map = place.on.map;
    let hexes = |path: &str, kind: &str, problems: &mut Vec<Problem>| -> Vec<Hex> {
        place.on.hexes(tree, path, kind, |hex| passable(place.charts, map, hex), problems)
    };
    let approaches = hexes("fortress.approaches", "assault_from", problems);
    let group = hexes("fortress.group", "fortress_group", problems);
    let mut r = Reader::new(tree, problems);
    let chief = place.on.hex(&mut r, "fortress.chief").unwrap_or(Hex::NONE);
    if !chief.is_none() {
        for hex in approaches.iter().filter(|hex| map.distance(chief, **hex) != 1) {
            r.problem("fortress.approaches", format!("{} does not touch the fortress", map.number(*hex)));
        }
        if !group.contains(&chief) {
            r.problem("fortress.group", "the chief fortress is one of its group");
        }
    }
    let mut fallen = |path: &str| {
        let name: String = r.get(path);
        map.terrain_named(&name).unwrap_or_else(|| {
            r.problem(path, format!("the map has no terrain `{name}`"));
            0
        })
    };
    let (fallen_chief, fallen_other) = (fallen("fortress.fallen_chief"), fallen("fortress.fallen_other"));
    Strongholds { chief, approaches, group, fallen_chief, fallen_other }
}
