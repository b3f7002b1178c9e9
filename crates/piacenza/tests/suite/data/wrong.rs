//! Each way in which a file can be wrong: one text is put in place of another, and the check must
//! find it in the right file and on the right line.

use super::{CHARTS, FORMATIONS, LEADERS, SCENARIOS, SETUP, SPECIAL, TERRAIN, UNITS, WINGS, changed};
use dataset::Files;
use dataset::trial::{self, faults, lengthened, list};
use piacenza::data;
use piacenza::position::{MAX_FORMATIONS, MAX_LEADERS, MAX_UNITS, MAX_WINGS};

#[track_caller]
fn wrong(path: &str, file: &str, table: &str) {
    faults(&data::files(), data::check, path, file, table);
}

#[test]
fn holes_in_the_tables() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
  { roll = 7, cells = ["D1", "D2", "D3"] },\n |  |   { roll = 8, cells = ["D1", "D3" | the row for 7 is missing
["1R", "1R", "E"] | ["1R", "1R"] | { roll = 11, | 2 cells for 3 columns
["1R", "1R", "E"] | ["1R", "1R", "RR"] | { roll = 11, | `RR` is not a result
["D2", "RR", "RR"] | ["D2", "RS", "RR"] | ["D2", "RS" | `RS` is not a result
row_high = 11  | row_high = 12  | { roll = 11, | end at 11, not at 12
column_min_sp = [1, 2, 4] | column_min_sp = [1, 4, 2] | column_min_sp | ascend
column_min_sp = [1, 2, 4] | column_min_sp = [2, 3, 4] | column_min_sp | begin with 1
column_min_sp = [1, 2, 4] | column_min_sp = [1, 2] | column_min_sp | one number for each column
ricochet_column = 0 | ricochet_column = 3 | ricochet_column = 3 | not between 0 and 2
"##,
    );
}

#[test]
fn holes_in_the_melee_table() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
{ roll = -1,  | { roll = -3,  | { roll = -3, | the row for -1 is missing
["DR", "D1", "D1",  | ["DR", "D1",  | { roll = 9, cells = ["DR", "D1" | 7 cells for 8 columns
"DE"] },\n] | "XE"] },\n] | "XE" | `XE` is none of
[[1, 3], [1, 2] | [[1, 2], [1, 3] | ratios = | must ascend
[[1, 3], [1, 2] | [[1, 0], [1, 2] | ratios = | above 0
[[1, 3], [1, 2] | [[1, 2] | ratios = | one ratio for each column
"##,
    );
}

#[test]
fn missing_and_misshapen_values() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
flank = 2  | flanks = 2  | [fire_modifiers] | `fire_modifiers.flank` is missing
engagement_zone = 3 | engagement_zone = 0 | engagement_zone = 0 | not between 1 and 9
artillery_range = 3 | artillery_range = 4 | artillery_range = 4 | not between 3 and 3
failure_up_to = 1 | failure_up_to = 10 | failure_up_to = 10 | not between 0 and 9
engagement_zone = 3 | engagement_zone = "three" | engagement_zone | invalid type
[training]\n | [training\n | [training | unclosed table
austria = { infantry = 7 | austria = { infantry = 0 | austria = { | not between 1 and 9
routed = 1\neliminated | eliminated | [victory_points] | `victory_points.routed` is missing
"##,
    );
    wrong(
        "piacenza/game.toml",
        "piacenza/game.toml",
        r##"
edge = "west" | edge = "north" | edge = "north" | `north` is none of west, east
"##,
    );
    wrong(
        SPECIAL,
        "piacenza/game.toml",
        r##"
edge-west,edge | edge-left,edge | edge = "west" | no edge `edge-west`
"##,
    );
}

#[test]
fn terrain_that_no_row_describes() {
    wrong(
        "piacenza/map/hexes.csv",
        "piacenza/map/hexes.csv",
        r##"
0104,clear | 0104,marsh | 0104,marsh | `marsh` has no row
"##,
    );
    wrong(
        "piacenza/map/hexsides.csv",
        "piacenza/map/hexsides.csv",
        r##"
0237,0336,stream | 0237,0336,hedge | 0237,0336,hedge | `hedge` has no row
"##,
    );
    wrong(
        TERRAIN,
        TERRAIN,
        r##"
id = "ditch"  | id = "clear"  | [[hex]]\nid = "clear"                          # 10.2 | has a row already
inf = 2.0 | inf = "maybe" | inf = "maybe" | invalid type
inf = 2.0 | inf = 2.3 | inf = 2.3 | halves
cover = 2 | cover = 3 | cover = 3 | not between 0 and 2
outside = 0.5 | outsides = 0.5 | [road] | `road.outside` is missing
"##,
    );
}

#[test]
fn roads_to_nowhere() {
    wrong(
        "piacenza/map/roads.csv",
        "piacenza/map/roads.csv",
        r##"
3306 3305 3304 | 3306 3305 6199 | Bridge road | `6199` is not in the grid
3306 3305 3304 | 3306 3304 | Bridge road | are not neighbours
major,Bridge road,3306 3305 3304 3303 3302 3301 | major,Bridge road,3306 | Bridge road | at least two hexes
"##,
    );
}

#[test]
fn every_value_says_where_it_comes_from() {
    wrong(
        TERRAIN,
        TERRAIN,
        r##"
provenance = "reconstructed" |  | id = "ditch" | does not say
provenance = "derived" | provenance = "guessed" | provenance = "guessed" | `guessed` is none of
"##,
    );
    wrong(
        UNITS,
        UNITS,
        r##"
sp ma printed; back | sp printed; back | fs-saboya-inf | `ma` must be named once
"##,
    );
    wrong(
        SETUP,
        SETUP,
        r##"
fs-reina-inf,3511,,reconstructed | fs-reina-inf,3511,,guessed | fs-reina-inf | `guessed` is none of
"##,
    );
}

#[test]
fn units() {
    wrong(
        UNITS,
        UNITS,
        r##"
fs-castilla-inf, | fs-reina-inf, | fs-reina-inf,franco-spanish,spain,fs-lw-douchez,Castilla | used twice
fs-castilla-inf, | fs castilla, | fs castilla | one word is needed
fs-lw-douchez,Reina | ,Reina | fs-reina-inf | it belongs to no formation
fs-lw-douchez,Reina | fs-lw-dushez,Reina | fs-reina-inf | no formation `fs-lw-dushez`
fs-lw-douchez,Reina | au-ce-kheul,Reina | fs-reina-inf | of the other side
fs-lw-douchez,Reina | fs-lw-artillery,Reina | fs-reina-inf | batteries, and nothing else
infantry,2,1,3 | infantry,0,1,3 | fs-reina-inf | sp: 0 is not between
infantry,2,1,3 | infantry,2,2,3 | fs-reina-inf | back: 2 is not between 0 and 1
infantry,2,1,3 | infantry,2,1,21 | fs-reina-inf | ma: 21 is not between
infantry,2,1,3 | infantry,two,1,3 | fs-reina-inf | sp: `two`
Reina Inf.,infantry | Reina Inf.,zouaves | fs-reina-inf | type: `zouaves` is none of
fs-reina-inf,franco-spanish,spain | fs-reina-inf,sardinian,spain | fs-reina-inf | unknown side `sardinian`
fs-reina-inf,franco-spanish,spain | fs-reina-inf,franco-spanish,naples | fs-reina-inf | `naples` has no training levels
,sp,back | ,strength,back | id,side | no column `sp`
"##,
    );
}

#[test]
fn dragoons() {
    wrong(
        UNITS,
        UNITS,
        r##"
fs-sagunto-dr-1 fs-sagunto-dr-2 | fs-sagunto-dr-1 | fs-sagunto-dr-foot,franco | need two mounted counters
fs-sagunto-dr-1 fs-sagunto-dr-2 | fs-sagunto-dr-1 fs-sagunto-dr-1 | fs-sagunto-dr-foot,franco | two counters are needed
fs-sagunto-dr-1 fs-sagunto-dr-2 | fs-sagunto-dr-1 fs-sagunto-dr-3 | fs-sagunto-dr-foot,franco | no unit `fs-sagunto-dr-3`
fs-sagunto-dr-1 fs-sagunto-dr-2 | fs-sagunto-dr-1 fs-pavia-dr-2 | fs-sagunto-dr-foot,franco | `fs-pavia-dr-2` is not this unit mounted
dragoon,2,1,6,fs-sagunto-dr-foot | dragoon,2,1,6,fs-pavia-dr-foot | fs-sagunto-dr-1, | is not this unit on foot
dragoon,2,1,6,fs-sagunto-dr-foot | dragoon,3,1,6,fs-sagunto-dr-foot | fs-sagunto-dr-foot,franco | 5 SP mounted are not 2 on foot
fs-sagunto-dr-1,franco-spanish,spain | fs-sagunto-dr-1,franco-spanish,france | fs-sagunto-dr-foot,franco | another formation or nation
heavy-cavalry,2,1,5,, | heavy-cavalry,2,1,5,fs-sagunto-dr-foot, | fs-carabineros-cav | only dragoons come in pairs
"##,
    );
}

#[test]
fn commanders() {
    wrong(
        LEADERS,
        LEADERS,
        r##"
fs-lw-aramburu,Aramburu | fs-lw-douchez,Aramburu | fs-fc-aramburu | has a commander of this rank already
fs-lw-aramburu,Aramburu | fs-lw-artillery,Aramburu | fs-fc-aramburu | has no commander of its own
formation,fs-lw,fs-lw-aramburu | formation,fs-ce,fs-lw-aramburu | fs-fc-aramburu | is not of the wing `fs-ce`
formation,fs-lw,fs-lw-aramburu | formation,fs-xx,fs-lw-aramburu | fs-fc-aramburu | no wing `fs-xx`
formation,fs-lw,fs-lw-aramburu | marshal,fs-lw,fs-lw-aramburu | fs-fc-aramburu | `marshal` is none of
wing,fs-lw,,De Gages | wing,au-lw,,De Gages | fs-wc-de-gages | `au-lw` is of the other side
wing,fs-lw,,De Gages | wing,fs-lw,fs-lw-wirtz,De Gages | fs-wc-de-gages | only a Formation Commander
chief,,,Infante | chief,fs-lw,,Infante | fs-cic-felipe | no wing of his own
Felipe,22,,,18,,,unlimited | Felipe,22,,,18,,,6 | fs-cic-felipe | is unlimited
Felipe,22,,,18,,,unlimited | Felipe,22,1,,18,,,unlimited | fs-cic-felipe | fire_bonus: a commander of this rank has none
De Gages,8,2 | De Gages,99,2 | fs-wc-de-gages | range: 99 is not between
De Gages,8,2 | De Gages,,2 | fs-wc-de-gages | range: ``
"##,
    );
    wrong(
        LEADERS,
        WINGS,
        r##"
wing,fs-lw,,De Gages | wing,fs-ce,,De Gages | fs-lw | `fs-lw` has no Wing Commander
bearer,au-rw | bearer,au-ce | au-rw | `au-rw` has no Standard Bearer
"##,
    );
    wrong(
        LEADERS,
        FORMATIONS,
        r##"
fs-lw-aramburu,Aramburu | fs-lw-douchez,Aramburu | fs-lw-aramburu | has no commander
"##,
    );
}

#[test]
fn an_army_without_a_chief() {
    let problems = data::check(&changed(LEADERS, "chief,,,Infante", "wing,fs-lw,,Infante"));
    let message = "data/piacenza/leaders.csv:0: `franco-spanish` has no Commander in Chief";
    assert!(list(&problems).contains(message), "{}", list(&problems));
}

#[test]
fn wings_and_formations() {
    wrong(
        WINGS,
        WINGS,
        r##"
fs-ce,franco-spanish | fs-lw,franco-spanish | fs-lw,franco-spanish,Centre | used twice
fs-ce,franco-spanish | fs-ce,genoese | fs-ce | unknown side `genoese`
fs-lw,franco-spanish,Left Wing,gold\n | fs-lw,franco-spanish,Left Wing,gold\nfs-xx,franco-spanish,Van,gold\n | fs-xx | has no formation
"##,
    );
    wrong(
        FORMATIONS,
        FORMATIONS,
        r##"
fs-lw-wirtz,fs-lw | fs-lw-wirtz,fs-xx | fs-lw-wirtz | no wing `fs-xx`
Wirtz,formation | Wirtz,column | fs-lw-wirtz | neither formation nor artillery
fs-lw-wirtz,fs-lw | fs-lw-wirtz-2,fs-lw,Wirtz,formation,red\nfs-lw-wirtz,fs-lw | fs-lw-wirtz-2 | has no units
"##,
    );
    wrong(
        FORMATIONS,
        WINGS,
        r##"
fs-rw-artillery,fs-rw | fs-rw-artillery,fs-lw | fs-lw | has its artillery twice
"##,
    );
}

#[test]
fn rules() {
    wrong(
        "piacenza/rules.csv",
        "piacenza/rules.csv",
        r##"
2.1a,Half-hexes | 2.1,Half-hexes | 2.1,Half-hexes | listed twice
Half-hexes,core | Half-hexes,solemn | 2.1a | unknown kind `solemn`
2.1a,Half-hexes | 2.1a, | 2.1a | needs a title
,printed,piacenza/map/hexes.csv | ,rumoured,piacenza/map/hexes.csv | 2.1, | `rumoured` is none of
piacenza/map/hexes.csv | piacenza/map/hexen.csv | 2.1, | there is no file
charts.toml#turn_track | charts.toml#turn_trick | 2.5, | holds no value `turn_trick`
"##,
    );
}

#[test]
fn where_pieces_stand() {
    wrong(
        SETUP,
        SETUP,
        r##"
san-lazzaro,fs-reina-inf,3511 | san-remo,fs-reina-inf,3511 | san-remo | no scenario `san-remo`
fs-reina-inf,3511 | fs-rena-inf,3511 | fs-rena-inf | no unit or commander
fs-castilla-inf,3510 | fs-reina-inf,3510 | fs-reina-inf,3510 | has a hex already
fs-reina-inf,3511 | fs-reina-inf,6199 | fs-reina-inf | no hex 6199
fs-reina-inf,3511 | fs-reina-inf,3404 | fs-reina-inf | 3404 may not be entered
fs-lw-art-1,3611 | fs-lw-art-1,3502 | fs-lw-art-1 | 3502 may not be entered
fs-reina-inf,3511 | fs-reina-inf,0106 | fs-reina-inf | 0106 is out of reach
fs-reina-inf,3511 | fs-reina-inf,3518 | fs-reina-inf | not in the area of the scenario
fs-reina-inf,3511 | fs-reina-inf,4013 | au-pallavicini-ir,4013 | pieces of both sides
fs-castilla-inf,3510 | fs-castilla-inf,3511 | fs-castilla-inf | 3511 is full
fs-lw-art-2,3709 | fs-lw-art-2,3611 | fs-lw-art-2 | 3611 is full
fs-carabineros-cav,3706 | fs-carabineros-cav,3607 | fs-carabineros-cav | 3607 is full
fs-carabineros-cav,3706 | fs-carabineros-cav,3606 | fs-sagunto-dr-2,3606 | 3606 is full
fs-sagunto-dr-2,3606 | fs-sagunto-dr-2,3605 | fs-sagunto-dr-1,3606 | are a pair and begin in one hex
fs-sagunto-dr-2,3606 | fs-sagunto-dr-foot,3605 | fs-sagunto-dr-foot | begins mounted
fs-fc-douchez,3611 | fs-sb-lw,3611 | fs-sb-lw | comes when his commander is lost
fs-fc-douchez,3611 | fs-wc-de-gages,3611 | fs-wc-de-gages | though it is absent
fs-reina-inf,3511 | fs-saboya-inf,3511 | fs-saboya-inf | is of `fs-ce`, which takes no part
fs-lw-art-1,3611,E | fs-lw-art-1,3611,N | fs-lw-art-1 | `N` is none of
fs-lw-art-1,3611,E | fs-lw-art-1,3611, | fs-lw-art-1 | `` is none of
fs-reina-inf,3511,, | fs-reina-inf,3511,E, | fs-reina-inf | only batteries face
"##,
    );
    wrong(
        SETUP,
        UNITS,
        r##"
san-lazzaro,fs-reina-inf,3511,,reconstructed\n |  | fs-reina-inf | `fs-reina-inf` has no hex in `san-lazzaro`
"##,
    );
    wrong(
        SETUP,
        LEADERS,
        r##"
campaign,fs-wc-castelar,2811,,reconstructed\n |  | fs-wc-castelar | `fs-wc-castelar` has no hex in `campaign`
"##,
    );
}

#[test]
fn scenarios() {
    wrong(
        SCENARIOS,
        SCENARIOS,
        r##"
area = "scenario-1-area" | area = "scenario-9-area" | scenario-9-area | no area `scenario-9-area`
area = "scenario-1-area" | area = "s2-linden" | area = "s2-linden" | of the kind setup
last_turn = 5 | last_turn = 13 | last_turn = 13 | not between 1 and 12
first_turn = 4 | first_turn = 9 | last_turn = 8 | not between 9 and 12
franco-spanish = ["fs-lw"] | franco-spanish = ["fs-mw"] | "fs-mw" | no wing `fs-mw`
franco-spanish = ["fs-lw"] | franco-spanish = ["au-lw"] | "au-lw" | of the other side
franco-spanish = ["fs-lw"] | franco-spanish = ["fs-lw", "fs-lw"] | "fs-lw", "fs-lw" | named twice
opening = ["fs-lw", "au-rw"] | opening = ["au-rw", "fs-lw"] | opening = ["au-rw" | a wing of each side
opening = ["fs-lw", "au-rw"] | opening = ["fs-lw", "au-rs"] | opening = ["fs-lw", "au-rs"] | a wing of each side
setup_first = "austrian" | setup_first = "spanish" | setup_first = "spanish" | unknown side `spanish`
"au-ce-piccolomini", "au-ce-ballayra" | "au-ce-pikkolomini", "au-ce-ballayra" | "au-ce-pikkolomini" | no unit, commander or formation
kind = "occupy" | kind = "conquer" | kind = "conquer" | `conquer` is none of
hexes = "s1-objectives" | hexes = "objectives" | hexes = "objectives" | is not in the area of the scenario
hexes = "s3-objective" | hexes = "s2-objectives" # two | # two | one hex is held last
chosen = 4 | chosen = 9 | chosen = 9 | not between 1 and 8
win = 3 | win = 5 | win = 5 | not between 1 and 4
draw = 2 | draw = 3 | draw = 3 | not between 0 and 2
automatic = 9 | automatic = 13 | automatic = 13 | not between 1 and 12
wings_commanded = true\nsetup | setup | [san-lazzaro] | `wings_commanded` is missing
"##,
    );
}

#[test]
fn areas_to_set_up_in() {
    wrong(
        SCENARIOS,
        SCENARIOS,
        r##"
area = ["s2-piccolomini"] | area = ["s2-nowhere"] | s2-nowhere | no area `s2-nowhere`
area = ["s2-piccolomini"] | area = ["s3-lucchesi"] | area = ["s3-lucchesi"] | is not in the area
area = ["s2-piccolomini"] | area = [] | area = [] | `area` has no rows
south_of = "piccolomini" | south_of = "linden" | south_of = "linden" | no other set-up area `linden`
south_of = "piccolomini" | south_of = "browns" | south_of = "browns" | no other set-up area
pieces = ["au-fc-piccolomini",  | pieces = ["au-fc-pikkolomini",  | "au-fc-pikkolomini" | no unit or commander
pieces = ["au-fc-linden",  | pieces = ["au-fc-linden", "au-andlau-ir",  | "au-fc-linden" | has a place in `piccolomini` already
pieces = ["au-fc-linden",  | pieces = ["fs-fc-seve", "au-fc-linden",  | "fs-fc-seve" | of the other side
pieces = ["au-fc-linden",  | pieces = ["au-konigsegg-ir", "au-fc-linden",  | "au-konigsegg-ir" | has no hex in setup.csv
side = "austrian"\narea = ["s2-linden"] | side = "russian"\narea = ["s2-linden"] | side = "russian" | unknown side
"##,
    );
    wrong(
        SCENARIOS,
        UNITS,
        r##"
"au-andlau-ir", "au-forgatsch-ir"] | "au-forgatsch-ir"] | au-andlau-ir | is in no set-up area of `centre`
"##,
    );
    wrong(
        SETUP,
        SCENARIOS,
        r##"
centre,fs-saboya-inf,3316 | centre,fs-saboya-inf,3413 | pieces = ["fs-fc-petit-bois" | `fs-saboya-inf` stands in 3413
centre,au-roth-ir,3626 | centre,au-roth-ir,3620 | pieces = ["au-fc-linden" | is not south of the units of `piccolomini`
"##,
    );
    wrong(
        SPECIAL,
        SPECIAL,
        r##"
s2-piccolomini,setup,3421 | s2-piccolomini,setup,3404 3421 | s2-piccolomini | 3404 may not be entered
s2-piccolomini,setup,3421 | s2-piccolomini,setup,6199 | s2-piccolomini | 6199
"##,
    );
}

#[test]
fn phrases() {
    wrong(
        "common/italian.csv",
        "common/italian.csv",
        r##"
english,italian | english,italiano | # | no column `italian`
"##,
    );
}

/// What a position has room for is one thing for all files of the game; those that ask for more are refused, by name.
#[test]
fn more_than_a_position_has_room_for() {
    let problems = |files: &Files| list(&data::check(files));
    let tables =
        [(UNITS, MAX_UNITS), (LEADERS, MAX_LEADERS), (FORMATIONS, MAX_FORMATIONS), (WINGS, MAX_WINGS)];
    for (path, most) in tables {
        let message = format!("data/{path}:0: {} rows where 1 to {most} are allowed\n", most + 1);
        let found = problems(&lengthened(data::files(), path, most + 1));
        assert!(found.contains(&message), "{found}");
        let found = problems(&lengthened(data::files(), path, most));
        assert!(!found.contains("rows where"), "{found}");
    }

    let (grid, hexes) = ("piacenza/map/grid.toml", "piacenza/map/hexes.csv");
    let mut files = changed(grid, "columns = [1, 60]", "columns = [1, 61]");
    let text = files.get(hexes).expect("the map has hexes").to_owned();
    let more: String = (1..=40).map(|row| format!("61{row:02},clear,0,,,plain,derived\n")).collect();
    files.insert(hexes, text + &more);
    let found = problems(&trial::changed(files, grid, "\nhexes = 2400\n", "\nhexes = 2440\n"));
    assert!(
        found.contains("data/piacenza/map/hexes.csv:0: 2440 hexes where 1 to 2400 are allowed"),
        "{found}"
    );
    wrong(
        UNITS,
        FORMATIONS,
        r##"
au-esterhazy-ir,austrian,austria,au-lw-marini | au-esterhazy-ir,austrian,austria,au-lw-lucchesi | au-lw-lucchesi | has 13 units where 12 are allowed
"##,
    );
    wrong(
        SPECIAL,
        SCENARIOS,
        r##"
objectives,objective,3526 | objectives,objective,3437 3526 | hexes = "objectives" | 9 hexes where 8 are allowed
"##,
    );
}
