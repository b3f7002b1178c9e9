//! Commanders (`leaders.csv`) and what they command.

use super::{Roster, formation_of, wing};
use crate::model::*;
use dataset::{Files, GameEntry, Problem, Row, Sources};
use gamebox::Posts;

/// The values of a commander that say where they come from, by rank.
pub fn leader_values(row: &Row) -> &'static [&'static str] {
    match row.get("rank") {
        "chief" => &["range", "staff_range", "ma"],
        "wing" => &["range", "fire_bonus", "staff_range", "staff_fire_bonus", "ma"],
        "bearer" => &["sergeants", "ma"],
        _ => &["fire_bonus", "sergeants", "staff_fire_bonus", "staff_sergeants", "ma"],
    }
}

pub fn read(roster: &mut Roster, entry: &GameEntry, problems: &mut Vec<Problem>) {
    for at in 0..roster.leader_rows.len() {
        let leader = leader(roster, &roster.leader_rows[at], entry, problems);
        roster.army.leaders.push(leader);
    }
}

fn leader(roster: &Roster, row: &Row, entry: &GameEntry, problems: &mut Vec<Problem>) -> LeaderDef {
    let side = entry.seat_of(row, problems);
    let rank = row.word("rank", Rank::Formation, problems);
    let (wing, formation) = post(roster, row, rank, side, problems);
    let [range, fire_bonus, sergeants] =
        ["range", "fire_bonus", "sergeants"].map(|value| both_sides(row, value, problems));
    LeaderDef {
        id: row.get("id").to_owned(),
        name: row.get("name").to_owned(),
        side,
        rank,
        wing,
        formation,
        range,
        fire_bonus,
        sergeants,
        ma: allowance(row, rank, problems),
        sources: Sources::noted(row, leader_values(row), problems),
    }
}

/// What a commander commands.
fn post(
    roster: &Roster,
    row: &Row,
    rank: Rank,
    side: u8,
    problems: &mut Vec<Problem>,
) -> (Option<WingId>, Option<FormationId>) {
    if rank == Rank::Chief && !row.get("wing").is_empty() {
        problems.push(row.problem_in("wing", "a Commander in Chief has no wing of his own"));
    }
    if rank != Rank::Formation && !row.get("formation").is_empty() {
        problems.push(row.problem_in("formation", "only a Formation Commander has a formation"));
    }
    if rank == Rank::Chief {
        return (None, None);
    }
    let wing = wing(roster, row, problems);
    row.same_side("wing", side, roster.army.wings[wing].side, problems);
    if rank != Rank::Formation {
        return (Some(wing), None);
    }
    let formation = formation_of(roster, row, side, problems);
    if let Some(found) = formation
        && roster.army.formations[found].wing != wing
    {
        let message = format!("`{}` is not of the wing `{}`", row.get("formation"), row.get("wing"));
        problems.push(row.problem_in("wing", message));
    }
    (Some(wing), formation)
}

/// A value of the front and of the Staff side. What a rank does not have is an empty cell; a Standard
/// Bearer has one side only, whose values stand for both.
fn both_sides(row: &Row, value: &'static str, problems: &mut Vec<Problem>) -> [u8; 2] {
    let known = leader_values(row);
    let staff = format!("staff_{value}");
    let mut read = |column: &str| {
        if known.contains(&column) {
            return row.within(column, 0, 60, problems);
        }
        if !row.get(column).is_empty() {
            let message = format!("{column}: a commander of this rank has none");
            problems.push(row.problem_in(column, message));
        }
        0
    };
    let (front, back) = (read(value), read(&staff));
    if known.contains(&staff.as_str()) { [front, back] } else { [front; 2] }
}

/// 4.0: a Commander in Chief goes as far as he likes.
fn allowance(row: &Row, rank: Rank, problems: &mut Vec<Problem>) -> u8 {
    match (rank, row.get("ma")) {
        (Rank::Chief, "unlimited") => 0,
        (Rank::Chief, other) => {
            let message = format!("ma: `{other}`: that of a Commander in Chief is unlimited");
            problems.push(row.problem_in("ma", message));
            0
        }
        _ => row.within("ma", 1, 20, problems),
    }
}

/// Each army, wing and formation has its commander, and one only.
pub fn commanded(
    roster: &mut Roster,
    files: &Files,
    wing_rows: &[Row],
    formation_rows: &[Row],
    problems: &mut Vec<Problem>,
) {
    let Army { sides, wings, formations, leaders, .. } = &mut roster.army;
    let posts = Posts { holders: leaders, rows: &roster.leader_rows };
    for (seat, side) in sides.iter_mut().enumerate() {
        let message = format!("`{}` has no Commander in Chief", side.id);
        let lacking = Problem::new(&files.name("piacenza/leaders.csv"), 0, message);
        let here = |leader: &LeaderDef| leader.rank == Rank::Chief && usize::from(leader.side) == seat;
        side.chief = posts.holder(&side.id, here, lacking, problems).unwrap_or(LeaderId::at(0));
    }
    for (at, (wing, row)) in wings.iter_mut().zip(wing_rows).enumerate() {
        let mut of_rank = |rank: Rank, word: &str| {
            let lacking = row.problem(format!("`{}` has no {word}", wing.id));
            let here = |leader: &LeaderDef| leader.rank == rank && leader.wing == Some(WingId::at(at));
            posts.holder(&wing.id, here, lacking, problems).unwrap_or(LeaderId::at(0))
        };
        let commander = of_rank(Rank::Wing, "Wing Commander");
        let bearer = of_rank(Rank::Bearer, "Standard Bearer");
        (wing.commander, wing.bearer) = (commander, bearer);
    }
    for (at, (formation, row)) in formations.iter_mut().zip(formation_rows).enumerate() {
        let here = |leader: &LeaderDef| leader.formation == Some(FormationId::at(at));
        if row.get("kind") == "formation" {
            let lacking = row.problem(format!("`{}` has no commander", formation.id));
            formation.leader = posts.holder(&formation.id, here, lacking, problems);
        } else if let Some(leader) = leaders.iter().position(here) {
            let message = "the artillery of a wing has no commander of its own";
            problems.push(roster.leader_rows[leader].problem_in("formation", message));
        }
    }
}
