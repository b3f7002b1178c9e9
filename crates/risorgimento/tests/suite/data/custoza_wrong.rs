//! Each way in which a file of Custoza can be wrong: one text is put in place of another, and the check must find it in
//! the right file and on the right line. What is the same in both games stands in `wrong.rs`.

use super::custoza::{check, files};
use dataset::trial::{changed, faults, list};
use risorgimento::position::MAX_UNITS;

const UNITS: &str = "custoza/units.csv";
const LEADERS: &str = "custoza/leaders.csv";
const FORMATIONS: &str = "custoza/formations.csv";
const SCENARIOS: &str = "custoza/scenarios.toml";
const CAMPAIGNS: &str = "custoza/campaigns.toml";
const CHARTS: &str = "custoza/charts.toml";
const SPECIAL: &str = "custoza/map/special.csv";

#[track_caller]
fn wrong(path: &str, file: &str, table: &str) {
    faults(&files(), check, path, file, table);
}

#[test]
fn formations_and_their_commanders() {
    wrong(
        LEADERS,
        FORMATIONS,
        r##"
it66-cerale,1866,italy,formation,it66-1-div | it66-cerale,1866,italy,overall, | it66-1-div, | the formation `it66-1-div` has no commander
"##,
    );
    wrong(
        LEADERS,
        LEADERS,
        r##"
formation,it66-2-div,Pianell | formation,it66-1-div,Pianell | it66-pianell | `it66-1-div` has a commander already
formation,it66-2-div,Pianell | formation,it66-4-div,Pianell | it66-pianell | there is no formation `it66-4-div`
formation,it66-2-div,Pianell | formation,it48-4-div,Pianell | it66-pianell | `it48-4-div` has a commander already
formation,ah48-perin,Perin | formation,ah48-art-reserve,Perin | ah48-perin-com | `ah48-art-reserve` has no commander
it66-cerale,1866 | it66-cerale,1848 | it66-cerale | year: 1848 where the formation `it66-1-div` is of 1866
it66-la-marmora,1866 | it66-la-marmora,1859 | it66-la-marmora | there are no formations of `1859`
ah66-pulz,1866,austria | ah66-pulz,1866,italy | ah66-pulz | is of the other side
"##,
    );
    wrong(
        FORMATIONS,
        FORMATIONS,
        r##"
V Corps,formation,corps | V Corps,formation,army | ah66-v-corps | size
V Corps,formation,corps | V Corps,band,corps | ah66-v-corps | kind
Artillery Reserve,reserve-units, | Artillery Reserve,reserve-units,corps | ah48-art-reserve | has a size
ah66-v-corps,1866 | ah66-v-corps,1966 | ah66-v-corps | not between 1800 and 1899
ah66-v-corps,1866,austria | ah66-v-corps,1866,prussia | ah66-v-corps | unknown side
it48-i-corpo,1848 | it48-i-corpo,1848,italy,X,formation,corps,grey,,,size printed\nit48-i-corpo,1848 | it48-i-corpo,1848,italy,I Corpo | it48-i-corpo
"##,
    );
    wrong(
        FORMATIONS,
        FORMATIONS,
        r##"
size printed\nit48-3-div | size guessed\nit48-3-div | it48-4-div | guessed
"##,
    );
}

#[test]
fn units_of_the_new_kinds() {
    wrong(
        UNITS,
        UNITS,
        r##"
29 Pisa,line-infantry | 29 Pisa,mounted-infantry | it66-29-pisa | type
it66-29-pisa,1866 | it66-29-pisa,1848 | it66-29-pisa | year: 1848 where the formation
italy,it66-1-div,,29 | italy,it66-11-div,,29 | it66-29-pisa | there is no formation `it66-11-div`
italy,it66-1-div,,29 | italy,ah66-forts,,29 | it66-29-pisa | is for fortresses
bridge-train,artillery,1,8,4,1,0,no | bridge-train,artillery,1,8,4,1,5,no | ah48-bridge-train | range
bridge-train,artillery,1,8,4,1,0,no | bridge-train,artillery,1,8,4,1,0,yes | ah48-bridge-train | fires_as_action
fortress,infantry,2,10,0,0,5,no,4604 | fortress,infantry,2,10,5,0,5,no,4604 | fort-osteria | ma: 5 is not between 0 and 0
fortress,infantry,2,10,0,0,5,no,4604 | fortress,infantry,2,10,0,3,5,no,4604 | fort-osteria | stacking
fortress,infantry,2,10,0,0,5,no,4604 | fortress,infantry,2,10,0,0,5,no,7204 | fort-osteria | there is no hex `7204`
fortress,infantry,2,10,0,0,5,no,4604 | fortress,infantry,2,10,0,0,5,no,1001 | fort-osteria | 1001 may not be entered
5,3,1,no,,2200 men | 5,3,1,no,2713,2200 men | ah48-grenadieren | only a fortress
"##,
    );
}

#[test]
fn who_takes_part() {
    wrong(
        SCENARIOS,
        SCENARIOS,
        r##"
year = 1866 | year = 1859 | year = 1859 | there are no formations of 1859
year = 1866 | year = "now" | year = "now" | invalid type
formations = ["it66-1-div" | formations = ["it66-4-div" | formations = ["it66-4-div" | there is no formation `it66-4-div`
formations = ["it66-1-div" | formations = ["it48-4-div" | formations = ["it48-4-div" | `it48-4-div` is of 1848, not of 1866
formations = ["it66-1-div" | formations = ["it66-5-div" | formations = ["it66-5-div" | `it66-5-div` is named twice
absent = ["it48-17-aqui" | absent = ["it48-13-pinerolo" | absent = ["it48-13 | is no unit of the formations that take part
absent = [] | absent = ["it66-35-pistoia"] | absent = ["it66-35 | is no unit of the formations
"it66-29-pisa", "it66-30-pisa", "it66-18-bers" | "it66-29-pisa", "it66-35-pistoia", "it66-18-bers" | "it66-35-pistoia" | there is no unit or commander `it66-35-pistoia`
pieces = ["it66-65-valtellina" | pieces = ["it66-19-brescia" | pieces = ["it66-19-brescia", "it66-66 | has a place in `la-pernisa` already
pieces = ["it66-65-valtellina" | pieces = ["ah66-65-ludwig" | pieces = ["ah66-65-ludwig" | there is no unit
"##,
    );
    // a unit without a place is wrong where it stands
    wrong(
        SCENARIOS,
        UNITS,
        r##"
pieces = ["it66-65-valtellina", " | pieces = [" | it66-65-valtellina | is in no set-up area and no entry
absent = ["it48-17-aqui",  | absent = [ | it48-17-aqui | is in no set-up area and no entry
"##,
    );
    wrong(
        SCENARIOS,
        LEADERS,
        r##"
pieces = ["it66-sirtori",  | pieces = [ | it66-sirtori | is in no set-up area and no entry
"##,
    );
}

#[test]
fn set_ups_of_the_small_scenarios() {
    wrong(
        SCENARIOS,
        SCENARIOS,
        r##"
lost = { it66-art-3-6 = 1 } | lost = { it66-art-3-6 = 5 } | lost = { it66-art-3-6 = 5 } | not between 1 and 4
lost = { it66-art-3-6 = 1 } | lost = { it66-art-2-9 = 1 } | lost = { it66-art-2-9 | `it66-art-2-9` is no unit of this area
march = ["it66-43-forli", " | march = ["it66-cerale", " | march = ["it66-cerale" | `it66-cerale` is no unit of this area
shaken = ["it66-20-brescia" | shaken = ["it66-19-brescia" | shaken = ["it66-19-brescia" | `it66-19-brescia` is no unit of this area
initiative = "austria" | initiative = "prussia" | initiative = "prussia" | unknown side
setup_order = ["italy", "austria"] | setup_order = ["italy"] | setup_order = ["italy"] | names each side that sets up once
setup_order = ["italy", "austria"] | setup_order = ["italy", "italy"] | setup_order = ["italy", "italy"] | names each side that sets up once
first_turn = 5 | first_turn = 0 | first_turn = 0 | not between 1 and 99
ground = "area-tione-valley" | ground = "area-morning-clash" | area = "setup-tione-2714" | is outside of the ground that is played on
ground = "area-tione-valley" | ground = "area-nowhere" | ground = "area-nowhere" | the map has no area
objectives = ["objectives-tione-valley"] | objectives = ["objectives-tail-strike"] | objectives = ["objectives-tail-strike"] | 4420 is outside of the ground
it66-43-forli = { hex = "2815", facing = "N", march = true } | it66-43-forli = { hex = "2815", facing = "N", march = false } | it66-43-forli = { hex = "2815", facing = "N", march = false | must begin in March Movement
it66-44-forli = { hex = "2816" | it66-44-forli = { hex = "2815" | it66-44-forli = { hex = "2815" | 2815 takes one unit
ah66-53-leopold = { hex = "3415", facing = "S" | ah66-53-leopold = { hex = "3614", facing = "S" | ah66-54-gruber = { hex | holds 6 stacking points
it66-66-valtellina = { hex = "3322" | it66-66-valtellina = { hex = "3323" | it66-66-valtellina = { hex = "3323" | 3323 is not within 1 hex
"##,
    );
    wrong(
        SPECIAL,
        SPECIAL,
        r##"
2614 2615 2713 | 2614 2215 2713 | setup-tione-2714, | 2215 may not be entered
"##,
    );
}

#[test]
fn the_charts_of_the_advanced_game() {
    wrong(
        CHARTS,
        CHARTS,
        r##"
{ hour = 5, light = "day" } | { hour = 6, light = "day" } | { hour = 6, light | after 4 comes 5, not 6
{ hour = 5, light = "day" } | { hour = 5, light = "dusk" } | { hour = 5, light = "dusk" } | light
{ hour = 5, light = "day" } | { hour = 5, light = "night" } | { hour = 6, light | the night is the end of a day
division = 4 | division = 0 | division = 0 | not between
contact_range = 9 | contact_range = 99 | contact_range = 99 | not between
occasion = "contact" | occasion = "whim" | occasion = "whim" | `whim` is none of
from = "engaged"\nto = "in-reserve" | from = "in-reserve"\nto = "in-reserve" | to = "in-reserve" | leads to another status
id = "march-to-engaged-by-contact" | id = "reserve-to-engaged" | [[status.transition]]\nid = "reserve-to-engaged"             # 17.5 | has a row already
area = "box-sona", at = [61, 20] | area = "box-sona", at = [61, 200] | box-sona | a box lies on the card
area = "box-sona" | area = "box-palazzolo" | name = "Palazzolo" | is in `sona` already
area = "box-sona" | area = "objective-italy-1848-1" | objective-italy-1848-1 | is of the kind objective and not box
percent = 50  | percent = 0  | percent = 0  | not between
chief = "1705" | chief = "9999" | chief = "9999" | there is no hex 9999
chief = "1705" | chief = "1803" | approaches = | does not touch the fortress
fallen_other = "farmhouse" | fallen_other = "ruin" | fallen_other = "ruin" | no terrain `ruin`
count = 4  | counts = 4  | [pontoon] | `pontoon.count` is missing
"##,
    );
    // a box off the map, and one in the lake
    wrong(
        SPECIAL,
        SPECIAL,
        r##"
box-sona,box,4707 | box-sona,box,7207 | box-sona | hex `7207` is not in the grid
box-sona,box,4707 | box-sona,box,1501 | box-sona | 1501 may not be entered
assault_from,1606 | assault_from,1605 | peschiera-approaches | 1605 may not be entered
"##,
    );
}

#[test]
fn who_is_set_up_in_a_campaign() {
    wrong(
        CAMPAIGNS,
        CAMPAIGNS,
        r##"
first = { day = 1, turn = 4 } | first = { day = 4, turn = 4 } | first = { day = 4 | day: 4 is not between 1 and 3
first = { day = 1, turn = 4 } | first = { day = 1, turn = 19 } | turn = 19 | turn: 19 is not between 1 and 18
last = { day = 3, turn = 17 } | last = { day = 1, turn = 1 } | last = { day = 1 | ends before it begins
year = 1848 | year = 1859 | year = 1859 | there are no formations of 1859
commanders = ["it48-carlo-alberto" | commanders = ["it48-bava" | commanders = ["it48-bava" | commands a formation and comes with it
commanders = ["it48-carlo-alberto" | commanders = ["it66-la-marmora" | commanders = ["it66-la-marmora" | is of 1866, not of 1848
setup_order = ["italy", "austria"] | setup_order = ["italy"] | setup_order = ["italy"] | names each side
sizes = { ah48-res-haller = "corps" | sizes = { ah48-res-haller = "army" | ah48-res-haller = "army" | `army` is none of
sizes = { ah48-res-haller = "corps" | sizes = { ah48-art-reserve = "corps" | ah48-art-reserve = "corps" | has no size
places = ["setup-1848-4913" | places = ["setup-nowhere" | "setup-nowhere" | the map has no area
places = ["setup-1848-4913" | places = ["entry-2101" | places = ["entry-2101" | is of the kind entry and not setup
places = ["setup-1848-4913" | places = ["setup-tione-3119" | places = ["setup-tione-3119" | has no room for 7 stacking points
pieces = ["it48-ferdinando", "it48-novara-i" | pieces = ["it48-ferdinando", "it66-29-pisa" | "it66-29-pisa" | `it66-29-pisa` does not take part
pieces = ["it48-ferdinando", "it48-novara-i" | pieces = ["it48-ferdinando", "it48-4-piemonte" | pieces = ["it48-3-piemonte" | has a place in `4-div-north` already
pieces = ["it48-ferdinando", "it48-novara-i" | pieces = ["it48-ferdinando", "ah48-1-kaiser" | formations = ["ah48-ii-corps"]\n\n[campaigns.1848-historical.groups.i-corps] | has a place in `4-div-north` already
formations = ["it48-2-div-ris"] | formations = ["it48-forts"] | formations = ["it48-forts"] | stands in its own hex
places = ["start-1621"] | places = ["setup-1848-1621"] | places = ["setup-1848-1621"]\nstatus | is not one hex with a road
shaken = ["it48-1-bers" | shaken = ["it48-2-bers" | shaken = ["it48-2-bers" | is no unit of this group
status = "on-march"\nformations = ["it66-1-div"] | status = "on-march"\npieces = ["it66-29-pisa"] | status = "on-march"\npieces = ["it66-29 | inside of his commander
"##,
    );
    wrong(
        CAMPAIGNS,
        UNITS,
        r##"
"it48-novara-i",  |  | it48-novara-i | is in no group and no reinforcement
"##,
    );
}

#[test]
fn who_comes_later() {
    wrong(
        CAMPAIGNS,
        CAMPAIGNS,
        r##"
day = 1\nturn = 9 | day = 1\nturn = 3 | turn = 3\nentries | nobody comes before or after
entries = ["entry-2101" | entries = ["edge-north" | entries = ["edge-north" | is of the kind map_edge and not entry
same_as = "1-div-ris" | same_as = "i-corpo" | same_as = "i-corpo" | `i-corpo` does not come before `cuneo`
if_objective = ["italy-2" | if_objective = ["italy-4" | if_objective = ["italy-4" | no Strategic Objective `italy-4`
if_objective = ["italy-2" | if_objective = ["austria-2" | if_objective = ["austria-2" | of the other side
area = "sommacampagna", since_day = 2 | area = "sommacampagna", since_day = 4 | since_day = 4 | not between 1 and 3
formations = ["ah48-perin"] | formations = ["ah48-perrin"] | ah48-perrin | the formation `ah48-perrin` does not take part
side = "italy"\nday = 1\nturn = 9 | side = "austria"\nday = 1\nturn = 9 | pieces = ["it48-14-pinerolo" | is of the other side
formations = ["ah48-res-haller"]\n\n | \n | [campaigns.1848-historical.reinforcements.haller] | `haller` has no pieces
status = "on-march"\npieces = ["it66-la-marmora"] | status = "asleep"\npieces = ["it66-la-marmora"] | status = "asleep" | status
"##,
    );
    // an entry in the lake, and one in the middle of the country
    wrong(
        SPECIAL,
        SPECIAL,
        r##"
entry-2101,entry,2101 | entry-2101,entry,1001 | entry-2101 | 1001 may not be entered
entry-2101,entry,2101 | entry-2101,entry,2102 | entry-2101 | 2102 is on no edge of the map
supply,7004 7006 | supply,1101 7006 | supply-austria | 1101 may not be entered
"##,
    );
    // a unit that comes before its commander: Bava comes on the second day, his battery on the first
    let with_bava = "\"it48-17-aqui\", \"it48-art-6\"]";
    let files = changed(files(), CAMPAIGNS, with_bava, "\"it48-17-aqui\"]");
    let files = changed(
        files,
        CAMPAIGNS,
        "\"it48-16-savona\", \"it48-art-4\"]",
        "\"it48-16-savona\", \"it48-art-4\", \"it48-art-6\"]",
    );
    let problems = list(&check(&files));
    assert!(problems.contains("`it48-art-6` comes before the commander of its formation"), "{problems}");
}

#[test]
fn what_campaigns_are_about() {
    wrong(
        CAMPAIGNS,
        CAMPAIGNS,
        r##"
control = "objective-italy-1848-1" | control = "supply-italy" | control = "supply-italy" | is of the kind supply and not objective
italy-2 = { side = "italy", name = "Lift | italy-2 = { side = "austria", name = "Lift | [objectives.1848] | three Strategic Objectives
no_enemy_line = ["1705", "7004"] | no_enemy_line = ["1705", "7104"] | "7104" | there is no hex 7104
, no_enemy_line = ["1705", "7004"] |  | name = "Cut off Peschiera | asks for nothing
line_from = "1705" | line_from = "0000" | line_from = "0000" | there is no hex 0000
supply = { italy = "supply-italy" | supply = { italy = "entry-2101" | supply = { italy = "entry-2101" | is of the kind entry and not supply
control = { italy = ["columns-10-54"] | control = { italy = ["columns-1-2"] | control = { italy = ["columns-1-2"] | the map has no area
rest = "austria" | rest = "nobody" | rest = "nobody" | unknown side
fatigue = { ah48-i-corps = 4 | fatigue = { ah48-i-corps = 44 | fatigue = { ah48-i-corps = 44 | not between 1 and 15
fatigue = { ah48-i-corps = 4 | fatigue = { it48-ris-cav = 4 | fatigue = { it48-ris-cav = 4 | does not take part
reluctant = { side = "italy", rolls = [5, 6] } | reluctant = { side = "italy", rolls = [5, 7] } | rolls = [5, 7] | faces 1 to 6
own_hex_only = "it66-la-marmora" | own_hex_only = "it66-bixio" | own_hex_only = "it66-bixio" | is no Overall Commander
unhelped = ["it66-7-div" | unhelped = ["it66-6-div" | unhelped = ["it66-6-div" | does not take part
pontoon_stands = { hex = "2215" | pontoon_stands = { hex = "2213" | pontoon_stands = { hex = "2213" | is no bank beside it
pontoon_stands = { hex = "2215", ends = ["2115", "2315"] } | pontoon_stands = { hex = "2315", ends = ["2314", "2316"] } | pontoon_stands = { hex = "2315" | no hex of the river
known_objectives = ["italy-3"] | known_objectives = ["italy-9"] | known_objectives = ["italy-9"] | no Strategic Objective `italy-9`
change = { side = "italy", day = 2 | change = { side = "italy", day = 9 | day = 9 | not between 1 and 3
exit = { side = "austria", area = "exit-south" } | exit = { side = "austria", area = "edge-south" } | area = "edge-south" | is of the kind map_edge and not exit
"##,
    );
}

/// What counts is who takes part, not what stands in the file: an army for which a position has no room is refused by the
/// scenario that asks for it.
#[test]
fn more_units_than_a_position_has_room_for() {
    let mut files = files();
    let text = files.get(UNITS).expect("units").to_owned();
    let (head, rows) = text.split_once('\n').expect("a table");
    let fighting = ["it66-3-div", "it66-8-div", "ah66-ix-corps"];
    let of = |row: &&str| fighting.iter().any(|formation| row.contains(&format!(",{formation},")));
    let rows: Vec<&str> = rows.lines().filter(of).collect();
    let more = MAX_UNITS + 1 - rows.len();
    let copied = rows.iter().find(|row| row.starts_with("it66-64-cagliari")).expect("a regiment");
    let copies: String = (0..more).map(|copy| format!("x{copy}-{copied}\n")).collect();
    files.insert(UNITS, format!("{head}\n{}\n{copies}", rows.join("\n")));
    let problems = list(&check(&files));
    let message = format!("{} units take part where {MAX_UNITS} are allowed", MAX_UNITS + 1);
    assert!(problems.contains(&message), "{problems}");
}
