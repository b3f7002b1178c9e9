//! The five campaigns as the booklet says them (24 to 28), and the charts of the Advanced Game.

use super::custoza::{files, numbers};
use kernel::roster::Piece;
use risorgimento::data;
use risorgimento::model::campaign::{Campaign, Condition, Goal, Light, Moment, Occasion, Status};
use risorgimento::model::{FormationKind, Size, UnitKind};
use std::collections::BTreeSet;

const ALL: [&str; 5] = ["1848-historical", "1848-free", "1866-historical", "1866-free", "1848-late"];

fn load(id: &str) -> Campaign {
    data::load_campaign(&files(), "custoza", id).unwrap_or_else(|p| panic!("{}", dataset::trial::list(&p)))
}

/// When each piece comes, by its id: None from the start.
fn arrivals(campaign: &Campaign) -> Vec<(String, Option<Moment>)> {
    let pieces = campaign.army.pieces();
    let id = |piece: Piece<_, _>| pieces.row(piece).id().to_owned();
    let mut all = Vec::new();
    for group in &campaign.campaign.groups {
        all.extend(group.units.iter().map(|unit| (id(Piece::Unit(*unit)), None)));
        all.extend(group.leaders.iter().map(|leader| (id(Piece::Leader(*leader)), None)));
    }
    for coming in &campaign.campaign.reinforcements {
        all.extend(coming.units.iter().map(|unit| (id(Piece::Unit(*unit)), Some(coming.when))));
        all.extend(coming.leaders.iter().map(|leader| (id(Piece::Leader(*leader)), Some(coming.when))));
    }
    all
}

fn entries(campaign: &Campaign, id: &str) -> Vec<String> {
    let coming =
        campaign.campaign.reinforcements.iter().find(|r| r.id == id).unwrap_or_else(|| panic!("{id}"));
    numbers(&campaign.map, &coming.entries)
}

#[test]
fn five_campaigns_and_their_lengths() {
    assert_eq!(data::campaigns(&files(), "custoza").expect("campaigns"), ALL);
    assert!(data::campaigns(&files(), "goito").expect("none").is_empty());
    let lengths = ALL.map(|id| {
        let campaign = load(id);
        campaign.campaign.turns(campaign.advanced.track.len() as u8)
    });
    assert_eq!(lengths, [50, 51, 16, 18, 25]);
    let late = load("1848-late").campaign;
    assert_eq!(late.moment(1, 18), Moment { day: 1, turn: 11 });
    assert_eq!(late.moment(8, 18), Moment { day: 1, turn: 18 });
    assert_eq!(late.moment(9, 18), Moment { day: 2, turn: 1 });
    assert_eq!(late.moment(25, 18), late.last);
}

/// Units, commanders and formations that a campaign has room for, and everybody in one place.
#[test]
fn everybody_comes_once() {
    let counts = ALL.map(|id| {
        let campaign = load(id);
        let all = arrivals(&campaign);
        let distinct: BTreeSet<&String> = all.iter().map(|(id, _)| id).collect();
        assert_eq!(distinct.len(), all.len(), "{id}");
        let forts = campaign.army.units.iter().filter(|unit| unit.kind == UnitKind::Fortress).count();
        let army = &campaign.army;
        assert_eq!(all.len() + forts, army.units.len() + army.leaders.len(), "{id}");
        let real = army.formations.iter().filter(|f| f.kind == FormationKind::Formation).count();
        (army.units.len(), army.leaders.len(), real, forts)
    });
    assert_eq!(
        counts,
        [(99, 14, 12, 5), (99, 14, 12, 5), (144, 19, 17, 4), (144, 19, 17, 4), (92, 13, 11, 4)]
    );
}

#[test]
fn sizes_and_corps_of_the_campaigns() {
    let of = |id: &str| {
        let army = load(id).army;
        move |formation: &str| army.formations.called(formation).and_then(|at| army.formations[at].size)
    };
    let size = of("1848-historical");
    for corps in ["it48-i-corpo", "ah48-i-corps", "ah48-ii-corps", "ah48-res-haller", "ah48-res-taxis"] {
        assert_eq!(size(corps), Some(Size::Corps), "{corps}");
    }
    for division in ["it48-4-div", "it48-3-div", "it48-2-div-ris", "it48-1-div-ris", "it48-ris-cav"] {
        assert_eq!(size(division), Some(Size::Division), "{division}");
    }
    // 6.2 names them the only Brigades of the game, against "all AH Formations" of 24.1
    assert_eq!([size("ah48-simbschen"), size("ah48-perin")], [Some(Size::Brigade); 2]);
    let size = of("1866-historical");
    for corps in ["ah66-res-div", "ah66-v-corps", "ah66-vii-corps", "ah66-ix-corps", "ah66-cav-res"] {
        assert_eq!(size(corps), Some(Size::Corps), "{corps}");
    }
    for division in ["it66-1-div", "it66-i-corpo-ris", "it66-ris-cav", "it66-10-div"] {
        assert_eq!(size(division), Some(Size::Division), "{division}");
    }
    let army = load("1848-free").army;
    let corps = |id: &str| &army.formations[army.formations.called(id).expect(id)].corps;
    assert_eq!(corps("ah48-res-haller"), corps("ah48-res-taxis"));
    assert_ne!(corps("ah48-i-corps"), corps("ah48-ii-corps"));
}

/// What Collapse is reckoned from and how fast a formation marches follow from its units.
#[test]
fn stacking_and_march_of_formations() {
    let (old, new) = (load("1848-historical").army, load("1866-historical").army);
    for (id, stacking, march) in [
        ("it48-4-div", 14, 4),
        ("it48-3-div", 16, 4),
        ("it48-1-div-ris", 13, 5),
        ("it48-i-corpo", 18, 5),
        ("ah48-ii-corps", 24, 4),
        ("ah48-i-corps", 21, 4),
        ("ah48-res-haller", 13, 4),
        ("ah48-res-taxis", 12, 8),
        ("ah48-simbschen", 9, 4),
        ("ah48-perin", 7, 4),
        ("ah48-art-reserve", 0, 4),
        ("it66-1-div", 13, 5),
        ("it66-8-div", 17, 5),
        ("it66-i-corpo-ris", 13, 6),
        ("it66-ris-cav", 12, 8),
        ("ah66-v-corps", 22, 5),
        ("ah66-vii-corps", 21, 5),
        ("ah66-cav-res", 11, 8),
    ] {
        let army = if id.contains("48") { &old } else { &new };
        let at = army.formations.called(id).expect(id);
        assert_eq!((army.stacking_of(at), army.march_ma(at)), (stacking, march), "{id}");
    }
}

#[test]
fn the_campaign_of_1848_as_the_booklet_says() {
    let campaign = load("1848-historical");
    let def = &campaign.campaign;
    assert_eq!((def.first, def.last), (Moment { day: 0, turn: 4 }, Moment { day: 2, turn: 17 }));
    assert_eq!(def.setup_order, [0, 1]);
    assert_eq!(numbers(&campaign.map, &def.supply[0]), ["1004", "1034", "2533", "4434", "4834"]);
    assert_eq!(numbers(&campaign.map, &def.supply[1]), ["7004", "7006", "7011", "7014"]);
    let choices: Vec<(&str, usize, bool)> =
        def.groups.iter().map(|group| (group.id.as_str(), group.places.len(), group.march)).collect();
    assert_eq!(
        choices,
        [
            ("4-div-north", 2, false),
            ("4-div-south", 1, false),
            ("3-div", 2, false),
            ("2-div-ris", 3, false),
            ("ii-corps", 1, true),
            ("i-corps", 1, true)
        ]
    );
    assert!(def.groups.iter().all(|group| group.status == Status::Engaged && !group.each));
    let plan: Vec<(&str, u8, u8, bool)> =
        def.reinforcements.iter().map(|r| (r.id.as_str(), r.when.day, r.when.turn, r.or_later)).collect();
    assert_eq!(
        plan,
        [
            ("3-div", 0, 9, false),
            ("1-div-ris", 0, 9, false),
            ("ris-cav", 0, 11, false),
            ("cuneo", 0, 13, false),
            ("i-corpo", 1, 4, false),
            ("i-corpo-optional", 2, 4, false),
            ("haller", 0, 4, false),
            ("taxis", 0, 4, false),
            ("art-reserve", 0, 4, false),
            ("simbschen", 1, 4, false),
            ("perin", 2, 4, true)
        ]
    );
    assert_eq!(entries(&campaign, "3-div"), ["2101", "3601"]);
    assert_eq!(entries(&campaign, "1-div-ris"), ["2533", "4434"]);
    assert_eq!(entries(&campaign, "ris-cav"), ["4434", "4834"]);
    assert_eq!(entries(&campaign, "haller"), ["7004", "7006", "7011", "7014"]);
    assert_eq!(entries(&campaign, "perin"), ["7004", "7011"]);
    // any hex of the south edge but the river
    let south = entries(&campaign, "i-corpo");
    assert_eq!((south.len(), south.contains(&"2133".to_owned())), (60, false));
    assert_eq!(def.reinforcements[3].same_as, Some(1));
    assert_eq!(def.reinforcements[5].condition, Condition::Objective(vec![1, 2]));
    let Condition::EnemyHeld { hexes, since_day } = &def.reinforcements[10].condition else {
        panic!("Perin")
    };
    assert_eq!(
        (numbers(&campaign.map, hexes), *since_day),
        (vec!["4913".into(), "4914".into(), "5014".into()], 1)
    );
    assert_eq!(def.special.change, Some((0, Moment { day: 1, turn: 1 })));
    assert_eq!(
        (def.special.pontoon, &def.special.pontoon_stands, def.special.reluctant),
        (Some(1), &None, None)
    );
    let (side, exit) = def.special.exit.as_ref().expect("an exit");
    let exit = numbers(&campaign.map, exit);
    assert_eq!(
        (*side, exit.first().map(String::as_str), exit.last().map(String::as_str)),
        (1, Some("1034"), Some("4034"))
    );
    let holder = |number: &str| def.control[campaign.map.find(number).expect(number).index()];
    assert_eq!([holder("5433"), holder("5501"), holder("2215")], [Some(0), Some(1), None]);
}

#[test]
fn strategic_objectives() {
    let campaign = load("1848-free");
    let control = |goal: &Goal| match goal {
        Goal::Control(hexes) | Goal::Occupy(hexes) => numbers(&campaign.map, hexes).join(" "),
        _ => String::new(),
    };
    let goals: Vec<(&str, u8, bool, String)> = campaign
        .campaign
        .objectives
        .iter()
        .map(|o| (o.id.as_str(), o.side, o.historical, control(&o.goals[0])))
        .collect();
    let towns = "2529 2430 4929 5029 5030 5129";
    assert_eq!(
        goals,
        [
            ("italy-1", 0, true, towns.into()),
            ("italy-2", 0, false, "2315 2309 3105".into()),
            ("italy-3", 0, false, "4707 4913 4914 5014 4929 5029 5030 5129".into()),
            ("austria-1", 1, true, "2529 2430".into()),
            ("austria-2", 1, false, "1705".into()),
            ("austria-3", 1, false, towns.into()),
        ]
    );
    let objectives = &campaign.campaign.objectives;
    assert!(matches!(objectives[3].goals[..], [Goal::Occupy(_), Goal::CorpsOn(_)]));
    assert!(matches!(objectives[4].goals[..], [Goal::Control(_), Goal::Line(_)]));
    assert!(matches!(objectives[5].goals[..], [Goal::Control(_), Goal::CorpsLeft(_)]));

    let campaign = load("1866-historical");
    let objectives = &campaign.campaign.objectives;
    let hex = |number: &str| campaign.map.find(number).expect(number);
    assert_eq!(objectives[0].goals, [Goal::NoEnemyLine(hex("1705"), hex("7004"))]);
    let hexes = |at: usize| match &objectives[at].goals[..] {
        [Goal::Control(hexes)] => numbers(&campaign.map, hexes).join(" "),
        goals => panic!("{goals:?}"),
    };
    // the booklet prints 1704 for Peschiera (CR2); the east ends of the bridges follow from the map (CR25)
    assert_eq!(hexes(1), "1705");
    assert_eq!(hexes(2), "2529 2430 3923 4929 5029 5030 5129");
    assert_eq!(hexes(3), "1805 1822 2430");
    assert_eq!(hexes(4), "2625 3125 3923");
    assert_eq!(hexes(5), "1526 1621 1513");
}

#[test]
fn the_campaign_of_1866_as_the_booklet_says() {
    let campaign = load("1866-historical");
    let def = &campaign.campaign;
    let starts: Vec<(&str, String)> = def
        .groups
        .iter()
        .map(|g| (g.id.as_str(), numbers(&campaign.map, &g.places[0].hexes).join(" ")))
        .collect();
    let starts: Vec<(&str, &str)> = starts.iter().map(|(id, hex)| (*id, hex.as_str())).collect();
    assert_eq!(
        starts,
        [
            ("1-div", "1621"),
            ("5-div", "2229"),
            ("2-div", "1513"),
            ("res-div", "3205"),
            ("v-corps", "4804"),
            ("vii-corps", "7004"),
            ("ix-corps", "7011"),
            ("cav-res", "5017")
        ]
    );
    assert!(def.groups.iter().all(|group| group.status == Status::OnMarch));
    assert!(def.reinforcements.iter().all(|coming| coming.status == Some(Status::OnMarch)));
    let plan: Vec<(u8, String)> = def
        .reinforcements
        .iter()
        .map(|r| (r.when.turn, numbers(&campaign.map, &r.entries).join(" ")))
        .collect();
    let plan: Vec<(u8, &str)> = plan.iter().map(|(turn, hex)| (*turn, hex.as_str())).collect();
    assert_eq!(
        plan,
        [
            (3, "1034"),
            (3, "2533"),
            (3, "4434"),
            (3, "4834"),
            (4, "3434"),
            (4, "4034"),
            (6, "4434"),
            (15, "4434"),
            (16, "4834")
        ]
    );
    let special = &def.special;
    assert!(special.no_first_command_phase && special.objectives_before_play);
    assert_eq!((special.reluctant, special.reluctant_rolls.as_slice()), (Some(0), &[5, 6][..]));
    let unhelped: Vec<&str> =
        special.unhelped.iter().map(|at| campaign.army.formations[*at].id.as_str()).collect();
    assert_eq!(unhelped, ["it66-7-div", "it66-8-div", "it66-9-div", "it66-16-div", "it66-ris-cav"]);
    assert_eq!(special.own_hex_only, campaign.army.leaders.called("it66-la-marmora"));
    assert_eq!((special.change, special.pontoon, &special.exit), (None, None, &None));
    let holder = |number: &str| def.control[campaign.map.find(number).expect(number).index()];
    assert_eq!([holder("1513"), holder("2315"), holder("1705")], [Some(0), Some(1), Some(1)]);
    // nobody of one side begins within contact of the other
    for one in def.groups.iter().filter(|group| group.side == 0) {
        for other in def.groups.iter().filter(|group| group.side == 1) {
            let distance = campaign.map.distance(one.places[0].hexes[0], other.places[0].hexes[0]);
            assert!(distance > campaign.advanced.march.contact_range, "{} {}", one.id, other.id);
        }
    }
}

#[test]
fn the_free_campaigns_as_the_booklet_says() {
    let campaign = load("1866-free");
    let def = &campaign.campaign;
    assert!(def.groups.is_empty() && def.setup_order.is_empty());
    assert_eq!((def.special.reluctant, def.special.no_first_command_phase), (None, false));
    let west = entries(&campaign, "1-div");
    assert_eq!((west.len(), west[0].as_str(), west[14].as_str()), (15, "1020", "1034"));
    let south = entries(&campaign, "7-div");
    assert_eq!((south.len(), south[0].as_str(), south[23].as_str()), (24, "2533", "4834"));
    assert_eq!(entries(&campaign, "res-div"), ["3601"]);
    assert_eq!(entries(&campaign, "ix-corps"), ["7004", "7011"]);
    let turns = |side: u8| -> Vec<u8> {
        def.reinforcements.iter().filter(|r| r.side == side).map(|r| r.when.turn).collect()
    };
    assert_eq!(turns(0), [1, 1, 1, 3, 3, 3, 3, 3, 4, 4, 6, 15, 16]);
    assert_eq!(turns(1), [1, 2, 3, 3, 3, 3]);

    let campaign = load("1848-free");
    let def = &campaign.campaign;
    assert_eq!((def.first, def.setup_order.as_slice()), (Moment { day: 0, turn: 3 }, &[0][..]));
    let set_up = &def.groups[0];
    assert!(numbers(&campaign.map, &set_up.places[0].hexes).iter().all(|number| number.as_str() < "5500"));
    // who stands on the map in scenario 1 stands on it here
    let italians = |id: &str| -> BTreeSet<String> {
        let campaign = load(id);
        let pieces = campaign.army.pieces();
        let ours = campaign.campaign.groups.iter().filter(|group| group.side == 0);
        ours.flat_map(|group| &group.units)
            .map(|unit| pieces.row(Piece::Unit(*unit)).id().to_owned())
            .collect()
    };
    assert_eq!(italians("1848-free"), italians("1848-historical"));
    assert_eq!(entries(&campaign, "3-div"), ["2533", "4434"]);
}

#[test]
fn the_late_start_as_the_booklet_says() {
    let campaign = load("1848-late");
    let def = &campaign.campaign;
    let hex = |number: &str| campaign.map.find(number).expect(number);
    assert_eq!(def.setup_order, [1, 0]);
    assert_eq!(def.special.pontoon_stands, Some((hex("2215"), [hex("2115"), hex("2315")])));
    let known: Vec<&str> =
        def.special.known_objectives.iter().map(|at| def.objectives[usize::from(*at)].id.as_str()).collect();
    assert_eq!((known, def.special.change), (vec!["italy-3"], None));
    let fatigue: BTreeSet<(&str, u8)> =
        def.fatigue.iter().map(|(at, level)| (campaign.army.formations[*at].id.as_str(), *level)).collect();
    let tired = ["ah48-i-corps", "ah48-res-haller", "ah48-res-taxis", "it48-3-div", "it48-2-div-ris"];
    assert_eq!(fatigue, tired.map(|id| (id, 4)).into_iter().collect());
    let visconti = def.groups.iter().find(|group| group.id == "visconti").expect("Visconti");
    assert!(visconti.each && visconti.places.len() == 3);
    let ponti = def.groups.iter().find(|group| group.id == "ponti").expect("Ponti");
    let shaken: Vec<&str> = ponti.shaken.iter().map(|unit| campaign.army.units[*unit].id.as_str()).collect();
    assert_eq!(shaken, ["it48-1-bers", "it48-art-pm", "it48-14-pinerolo"]);
    for absent in ["fort-osteria-al-bosco", "ah48-bridge-train", "it48-cav-savoia"] {
        assert!(campaign.army.units.called(absent).is_none(), "{absent}");
    }
    assert!(def.reinforcements.iter().all(|coming| coming.condition == Condition::Always));
    let holder = |number: &str| def.control[hex(number).index()];
    assert_eq!(
        [holder("2529"), holder("5029"), holder("2315"), holder("1513")],
        [Some(0), Some(0), Some(1), Some(0)]
    );
}

#[test]
fn charts_of_the_advanced_game() {
    let advanced = load("1866-free").advanced;
    assert_eq!(advanced.track.len(), 18);
    // hours that the booklet prints beside turns
    for (turn, hour) in
        [(1, 4), (2, 5), (3, 6), (4, 7), (6, 9), (9, 12), (11, 14), (13, 16), (15, 18), (16, 19)]
    {
        assert_eq!(advanced.track[turn - 1].hour, hour, "turn {turn}");
    }
    let lights = [1, 2, 16, 17, 18].map(|turn: usize| advanced.track[turn - 1].light);
    assert_eq!(lights, [Light::Dawn, Light::Day, Light::Day, Light::Twilight, Light::Night]);
    let sizes = [Size::Corps, Size::Division, Size::Brigade];
    assert_eq!(sizes.map(|size| advanced.markers_of(size, false)), [6, 4, 2]);
    assert_eq!(sizes.map(|size| advanced.markers_of(size, true)), [3, 2, 1]);
    assert_eq!((advanced.march.contact_range, advanced.march.deploy_radius), (9, 4));
    assert_eq!(
        (advanced.half_light_sight, advanced.pontoon.count, advanced.reserve.routed_check_drm),
        (3, 4, 4)
    );
    assert_eq!(advanced.boxes.len(), 30);
    assert_eq!(advanced.boxes[20].hexes.len(), 4, "Villafranca");
    assert_eq!(advanced.transitions.len(), 7);
    let direct = advanced.transitions.iter().any(|t| (t.from, t.to) == (Status::Engaged, Status::OnMarch));
    assert!(!direct, "a formation that is deployed marches off only out of the reserve");
    let rest = &advanced.transitions[0];
    assert_eq!((rest.occasion, rest.units_beyond, rest.commander_beyond), (Occasion::StatusStep, 4, 10));
    assert!(rest.all_in_command && !rest.objective_reached);
}

#[test]
fn the_hash_of_a_campaign_is_of_values() {
    let hash = |files: &dataset::Files, id: &str| {
        data::load_campaign(files, "custoza", id).expect("loads").data_hash
    };
    let ours = files();
    let hashes: BTreeSet<String> = ALL.iter().map(|id| hash(&ours, id)).collect();
    assert_eq!(hashes.len(), ALL.len());
    let late = hash(&ours, "1848-late");
    let changed = |path: &str, old: &str, new: &str| {
        hash(&dataset::trial::changed(files(), path, old, new), "1848-late")
    };
    for (path, old, new) in [
        ("custoza/campaigns.toml", "fatigue = { ah48-i-corps = 4", "fatigue = { ah48-i-corps = 3"),
        ("custoza/charts.toml", "contact_range = 9", "contact_range = 8"),
        ("custoza/leaders.csv", "Broglia,2", "Broglia,3"),
        ("custoza/map/hexes.csv", "5017,clear", "5017,farm"),
    ] {
        assert_ne!(changed(path, old, new), late, "{path}: {new}");
    }
    for (path, old, new) in [
        ("custoza/campaigns.toml", "note = \"The afternoon", "note = \"Afternoon"),
        ("custoza/scenarios.toml", "turns = 5", "turns = 4"),
        ("custoza/charts.toml", "at = [61, 20]", "at = [62, 20]"),
    ] {
        assert_eq!(changed(path, old, new), late, "{path}: {new}");
    }
}
