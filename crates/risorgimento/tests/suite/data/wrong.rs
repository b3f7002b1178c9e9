//! Each way in which a file can be wrong: one text is put in place of another, and the check must
//! find it in the right file and on the right line.

use super::{CHARTS, LEADERS, SCENARIOS, SWITCHES, TERRAIN, UNITS};
use dataset::Files;
use dataset::trial::{changed, faults, lengthened, list};
use risorgimento::data;
use risorgimento::position::{MAX_HEXES, MAX_LEADERS, MAX_UNITS, MAX_WATCHED};

#[track_caller]
fn wrong(path: &str, file: &str, table: &str) {
    faults(&data::files(), data::check, path, file, table);
}

#[test]
fn holes_in_the_fire_table() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
  { roll = 7, cells = ["-", "cc0", "cc0", "cc1", "cc1", "0S1", "0S1"] },\n |  |   { roll = 8, | the row for 7 is missing
"2S2", "3S2"] }, | "2S2"] }, | { roll = 13, | 6 cells for 7 columns
"3S2" | "3X2" | "3X2" | `3X2` is not a result
row_high = 13 | row_high = 14 | { roll = 13, | end at 13, not at 14
column_min_sp = [1, 2, 3 | column_min_sp = [1, 3, 2 | column_min_sp | ascend
"5" = [1, 3] | "6" = [1, 3] | artillery_factor_by_range | is missing
"##,
    );
}

#[test]
fn holes_in_the_assault_table() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
{ roll = 14, | { roll = 15, | { roll = 15, | the row for 14 is missing
[["R", "2S2", "-"],  | [ | { roll = 1, | 8 cells for 9 columns
["G", "0S1" | ["V", "0S1" | ["V" | `V` is none of
difference = [-4, -3 | difference = [-4, -2 | columns_ccv_difference | one by one
"##,
    );
}

#[test]
fn ratio_rows_must_descend() {
    wrong(
        "goito/overrides.toml",
        "goito/overrides.toml",
        r##"
threshold_num = 2, threshold_den = 1 | threshold_num = 3, threshold_den = 1 | ratio = "2-1" | 2-1 must be lower than 3-1
threshold_num = 0 | threshold_num = 1 | ratio = "1-4" | 1-4 must be lower
"##,
    );
}

#[test]
fn gaps_and_overlaps() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
over_min = 4 | over_min = 5 | over_min = 5 | a gap: no row for 4
over_max = 99 | over_max = 12 | [[cohesion_check_effects.rows]] | must end at 99
min = 2\nmax = 3 | min = 3\nmax = 3 | min = 3\nmax = 3 | a gap: no row for 2
min = 2\nmax = 3 | min = 1\nmax = 3 | min = 1\nmax = 3 | an overlap
max = 99\nid | max = 8\nid | [[initiative_table.rows]] | modified roll of 9
ccv_max = 7 | ccv_max = 6 | ccv_max = 6 | must follow at 7
"##,
    );
}

#[test]
fn missing_and_misshapen_values() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
massed_target = 1  | massed_targets = 1  | [fire_drm] | `fire_drm.massed_target` is missing
stacking_limit = 5 | stacking_limit = 0 | stacking_limit = 0 | not between 1 and 20
stacking_limit = 5 | stacking_limit = "five" | stacking_limit | invalid type
cost_road = 0.5 | cost_road = 0.3 | cost_road = 0.3 | quarters
[fire_drm] | [fire_drm | [fire_drm | unclosed table
id = "out_of_command" | id = "out_of_mind" | [[cohesion_check_modifiers.rows]] | out_of_command.drm` is missing
rout_after_levels = 4 | rout_after_levels = 5 | rout_after_levels | not between
out_of_ammo_on = [1, 2] | out_of_ammo_on = [2, 3] | out_of_ammo_on | the faces
"##,
    );
    wrong(
        SWITCHES,
        SWITCHES,
        r##"
initiative = "rolled" | initiative = "drawn" | initiative = "drawn" | `drawn` is none of
[goito] | [piacenza] | # Points | no switches for `goito`
"##,
    );
    wrong(
        "goito/overrides.toml",
        "goito/overrides.toml",
        r##"
# Numbers | [fire_drm]\nmased = 1\n# Numbers | mased | unknown key `fire_drm.mased`
"##,
    );
}

#[test]
fn terrain_that_no_row_describes() {
    wrong(
        "goito/map/hexes.csv",
        "goito/map/hexes.csv",
        r##"
0104,clear | 0104,marsh | 0104,marsh | `marsh` has no row
"##,
    );
    wrong(
        "goito/map/hexsides.csv",
        "goito/map/hexsides.csv",
        r##"
0113,0114,stream | 0113,0114,ditch | 0113,0114,ditch | `ditch` has no row
"##,
    );
    wrong(
        "goito/map/roads.csv",
        "goito/map/roads.csv",
        r##"
minor,Cagliara | track,Cagliara | track,Cagliara | `track` has no row
"##,
    );
    wrong(
        TERRAIN,
        TERRAIN,
        r##"
id = "farm" | id = "village" | [[hex]]\nid = "village"\ninf = 1.0 | has a row already
over = "stream" | over = "canal" | over = "canal" | there is no hexside `canal`
inf = 2.0 | inf = "maybe" | inf = "maybe" | invalid type
"##,
    );
}

#[test]
fn every_value_says_where_it_comes_from() {
    wrong(
        TERRAIN,
        TERRAIN,
        r##"
provenance = "reconstructed" |  | id = "village" | does not say
provenance = "derived" | provenance = "guessed" | provenance = "guessed" | `guessed` is none of
"##,
    );
    wrong(
        UNITS,
        UNITS,
        r##"
ma range printed; sp cv stacking | range printed; sp cv stacking | pi-5-aosta | `ma` must be named once
"##,
    );
}

#[test]
fn units_and_leaders() {
    wrong(
        UNITS,
        UNITS,
        r##"
pi-6-aosta, | pi-5-aosta, | pi-5-aosta,piedmont,sardinia,pi-1div,6 Aosta | used twice
pi-1div,5 Aosta | ,5 Aosta | pi-5-aosta | belongs to no formation
pi-1div,5 Aosta | pi-9div,5 Aosta | pi-5-aosta | there is no formation `pi-9div`
pi-1div,5 Aosta | au-clam,5 Aosta | pi-5-aosta | of the other side
infantry,7,9,5,3,1 | infantry,0,9,5,3,1 | pi-5-aosta | sp: 0 is not between
infantry,7,9,5,3,1 | infantry,7,13,5,3,1 | pi-5-aosta | cv: 13 is not between
infantry,7,9,5,3,1 | infantry,7,9,21,3,1 | pi-5-aosta | ma: 21 is not between
infantry,7,9,5,3,1 | infantry,7,9,5,6,1 | pi-5-aosta | stacking: 6 is not between 1 and 5
infantry,7,9,5,3,1 | infantry,7,9,5,3,2 | pi-5-aosta | range: 2 is not between 1 and 1
infantry,7,9,5,3,1 | infantry,many,9,5,3,1 | pi-5-aosta | sp: `many`
line-infantry,infantry | line-infantry,cavalry | pi-5-aosta | arm: `cavalry` must be `infantry`
line-infantry, | zouaves, | pi-5-aosta | type: `zouaves` is none of
pi-5-aosta,piedmont | pi-5-aosta,france | pi-5-aosta | unknown side `france`
pi-5-aosta,piedmont | pi-5-aosta | pi-5-aosta | 16 cells where the first line names 17
,sp, | ,strength, | id, | no column `sp`
"##,
    );
    wrong(
        LEADERS,
        LEADERS,
        r##"
formation,pi-2div | formation, | pi-fc-diferrere | needs a formation
formation,pi-2div | formation,pi-1div | pi-fc-diferrere | has a commander already
formation,pi-2div | formation,pi-3div | pi-fc-diferrere | `pi-3div` has no units
D'Arvillars,3 | D'Arvillars,7 | pi-fc-darvillars | command_value: 7 is not between
"##,
    );
    wrong(
        "goito/rules.csv",
        "goito/rules.csv",
        r##"
1.1,Components | 1,Components | 1,Components | listed twice
,printed,goito/map/hexes.csv | ,rumoured,goito/map/hexes.csv | 1.3a, | `rumoured` is none of printed, derived, reconstructed
,printed,goito/map/hexes.csv | ,owner,goito/map/hexes.csv | 1.3a, | `owner` is none of
goito/map/hexes.csv | goito/map/hexen.csv | 1.3a, | there is no file `goito/map/hexen.csv`
charts.toml#ammunition | charts.toml#munition | 9.4.3a, | `risorgimento/charts.toml` holds no value `munition`
terrain.toml#hex.*.blocks_los | terrain.toml#hex.*.blocks_lot | 9.4.4b, | holds no value `hex.*.blocks_lot`
obligation,provenance | obligation,origin | id,title | no column `provenance`
"##,
    );
}

#[test]
fn wrong_phrases_are_named_by_their_line() {
    wrong(
        "risorgimento/italian.csv",
        "risorgimento/italian.csv",
        r##"
Pass,Passa | Stop,Passa | Stop,Fermati | `Stop` is already phrase
{1} passes.,{1} passa. | {1} passes.,passa. | {1} passes., | the place {1} of `{1} passes.` is not used
{1} passes.,{1} passa. | {1} passes.,{2} passa. | {1} passes., | `{1} passes.` has no place {2}
{1} passes.,{1} passa. | {1} {1} passes.,{1} passa. | {1} {1} passes., | has the place {1} twice
{1} passes.,{1} passa. | {1} passes., | {1} passes., | is not used
english,italian | english,italiano | # The | no column `italian`
"##,
    );
    wrong(
        "goito/italian-rules.csv",
        "goito/italian-rules.csv",
        r##"
1.1,Componenti | 1,Componenti | 1,Componenti | rule 1 is listed twice
1.1,Componenti | 99,Componenti | 99,Componenti | there is no rule 99
1.1,Componenti, | 1.1,, | 1.1,, | a rule needs a title and a text
"##,
    );
}

#[test]
fn pieces_of_a_scenario() {
    wrong(
        SCENARIOS,
        UNITS,
        r##"
"pi-5-aosta",  |  | pi-5-aosta | in no set-up area and no entry
"##,
    );
    wrong(
        SCENARIOS,
        SCENARIOS,
        r##"
"pi-7-cuneo",  | "pi-5-aosta",  | ["pi-fc-darvillars" | has a place in `valle-di-burato` already
"pi-5-aosta",  | "pi-55-aosta",  | pi-55-aosta | no unit or commander `pi-55-aosta`
"au-4-grenzer",  | "au-48",  | "au-48" | not of the formation `au-benedek`
\nside = "piedmont" | \nside = "austria" | pieces = ["pi-oc | is of the other side
formation = "au-clam" | formation = "au-klam" | "au-klam" | no formation `au-klam`
area = "setup-motella" | area = "setup-nowhere" | setup-nowhere | no area `setup-nowhere`
area = "setup-motella" | area = "entry-sacca" | area = "entry-sacca" | of the kind entry
turn = 4 | turn = 9 | turn = 9 | not between 1 and 8
tactical_count = 6 | tactical_count = 19 | tactical_count = 19 | between 1 and 18
like = "battle" | like = "siege" | like = "siege" | no scenario `siege`
without = ["corps"] | without = ["corpse"] | without = [ | no `corpse` to leave out
absent = ["au-liechtenstein" | absent = ["au-lichtenstein" | "au-lichtenstein" | no formation `au-lichtenstein`
"##,
    );
}

#[test]
fn absent_formations_have_no_place() {
    wrong(
        SCENARIOS,
        UNITS,
        r##"
"au-liechtenstein", "au-thurn-taxis", "au-giulay" | "au-thurn-taxis", "au-giulay" | au-9-jager | in no set-up area
"au-liechtenstein", "au-thurn-taxis", "au-giulay" | "au-liechtenstein", "au-thurn-taxis", "au-giulay", "au-clam" | au-7-prohaska | though its formation is absent
"##,
    );
}

#[test]
fn the_standard_set_up() {
    wrong(
        SCENARIOS,
        SCENARIOS,
        r##"
pi-5-aosta = { hex = "1208", facing = "S" | pi-5-aosta = { hex = "2599", facing = "S" | 2599 | no hex 2599
pi-5-aosta = { hex = "1208", facing = "S" | pi-5-aosta = { hex = "2011", facing = "S" | pi-5-aosta =  | 2011 is not within 2 hexes of Valle di Burato
pi-5-aosta = { hex = "1208", facing = "S" | pi-5-aosta = { hex = "1208", facing = "E" | pi-5-aosta =  | `E` is not a direction
pi-5-aosta = { hex = "1208", facing = "S" | pi-5-aosta = { hex = "1208", facing = "N" | pi-8-art =  | share one facing
pi-6-aosta = { hex = "1108" | pi-6-aosta = { hex = "1208" | pi-6-aosta =  | 6 stacking points
pi-6-aosta = { | au-48 = { | [battle.standard] | `pi-6-aosta` has no place
pi-6-aosta = { | au-48 = { | au-48 = { | in no set-up area
"##,
    );
}

#[test]
fn areas_of_the_map() {
    wrong(
        "goito/map/special.csv",
        "goito/map/special.csv",
        r##"
setup,0905 | setup,2406 | setup-valle | 2406 may not be entered
setup,0905 | setup,2599 | setup-valle | 2599
entry,1619 | entry,1618 | entry-sacca | 1618 is on no edge
entry,1619 | entry,1619 1719 | entry-sacca | an entry is one hex
"##,
    );
}

/// What a position has room for is one thing for all files of a game; those that ask for more are refused, by name.
#[test]
fn more_than_a_position_has_room_for() {
    let problems = |files: &Files| list(&data::check(files));
    for (path, most) in [(UNITS, MAX_UNITS), (LEADERS, MAX_LEADERS)] {
        let message = format!("data/{path}:0: {} rows where 1 to {most} are allowed\n", most + 1);
        let found = problems(&lengthened(data::files(), path, most + 1));
        assert!(found.contains(&message), "{found}");
        let found = problems(&lengthened(data::files(), path, most));
        assert!(!found.contains("are allowed"), "{found}");
    }

    let (grid, hexes) = ("goito/map/grid.toml", "goito/map/hexes.csv");
    let mut files = changed(data::files(), grid, "columns = [1, 24]", "columns = [1, 99]");
    for rows in ["rows = [1, 19]", "rows_shifted = [1, 19]"] {
        files = changed(files, grid, rows, &rows.replace("19", "25"));
    }
    let text = files.get(hexes).expect("the map has hexes").to_owned();
    let more = (25..=99).flat_map(|column| (1..=25).map(move |row| (column, row)));
    let more: String = more.map(|(column, row)| format!("{column}{row:02},clear,0,,,,derived\n")).collect();
    files.insert(hexes, text + &more);
    let files = changed(files, grid, "hexes = 425 ", "hexes = 2300 ");
    let found = problems(&files);
    let message = format!("data/goito/map/hexes.csv:0: 2300 hexes where 1 to {MAX_HEXES} are allowed");
    assert!(found.contains(&message), "{found}");

    let special = "goito/map/special.csv";
    let numbers = data::files().get(hexes).expect("the map has hexes").to_owned();
    let numbers: Vec<&str> = numbers.lines().skip(1).take(MAX_WATCHED).map(|row| &row[..4]).collect();
    let new = format!("objectives,objective,{} 1906,", numbers.join(" "));
    let old = data::files().get(special).expect("there are areas").to_owned();
    let old = old.lines().find(|line| line.starts_with("objectives,")).expect("the objectives");
    let (old, _) = old.split_once('"').expect("a note");
    let found = problems(&changed(data::files(), special, old, &new));
    assert!(found.contains("hexes are watched where 64 are allowed"), "{found}");
}
