//! A game small enough for tests of the commands: two patrols at a ford, secret plans, an advance
//! by steps, a shot with a die. It stands on the map that it is given the hexes of.

use kernel::scene::{Control, Figure, Piece, Scene, Stake, Volley};
use kernel::{
    Answer, Chance, Choice, Citation, Die, Event, Foresee, Game, Heading, Log, Modifier, Module, Need, Odds,
    OddsLine, OptionInfo, Options, Outcome, Part, Phase, Prompt, RandomRunner, Reach, ReachHex, Reason,
    Refusal, Rule, RuleKind, Runner, ScenarioInfo, Seat, SeatSet, Session, Show, Table, Text, Throw, Viewer,
    format_text,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

const fn rule(id: &'static str, title: &'static str, obligation: &'static str) -> Rule {
    Rule {
        game: "ford",
        id,
        title,
        kind: RuleKind::Core,
        obligation,
        provenance: "printed",
        rests_on: &[],
        rulings: &[],
    }
}
pub static RULES: [Rule; 3] = [
    rule("1", "Plans", "Both plan in secret."),
    rule("2", "Advance", "A patrol goes two steps at most."),
    rule("2.1", "Shot", "A shot hits on 5 or more."),
];
const PLANS: Citation = Citation(&RULES[0]);
const ADVANCE: Citation = Citation(&RULES[1]);
const SHOT: Citation = Citation(&RULES[2]);
/// The patrols' way, from Red's end to Blue's.
const HEXES: [&str; 6] = ["1410", "1411", "1412", "1413", "1414", "1415"];
const TURNS: u8 = 3;

pub struct Ford {
    pub fog: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    turn: u8,
    mover: u8,
    steps: u8,
    shooting: bool,
    plans: [u8; 2],
    at: [u8; 2],
    hits: [u8; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Plan(u8),
    Advance,
    Shoot,
    Pass,
}

impl Ford {
    fn planning(position: &Position) -> bool {
        position.plans.contains(&0)
    }
    fn next(position: &mut Position) {
        position.steps = 0;
        position.turn += position.mover;
        position.mover = 1 - position.mover;
    }
}

impl Game for Ford {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> &[&'static str] {
        &["Red", "Blue"]
    }
    fn start(&self) -> Position {
        Position { turn: 1, mover: 0, steps: 0, shooting: false, plans: [0; 2], at: [0, 5], hits: [0; 2] }
    }
    fn need(&self, p: &Position) -> Need {
        if p.turn > TURNS {
            let winner = match p.hits[0].cmp(&p.hits[1]) {
                std::cmp::Ordering::Greater => Some(Seat(0)),
                std::cmp::Ordering::Less => Some(Seat(1)),
                std::cmp::Ordering::Equal => None,
            };
            let how = if winner.is_some() { "victory" } else { "draw" };
            Need::Over(Outcome { winner, how, rule: SHOT })
        } else if p.shooting {
            Need::Chance(Chance::throw(Throw::of(1, Die::COMMON), "a shot", SHOT, Seat(p.mover)))
        } else if Ford::planning(p) {
            let owes = |seats: SeatSet, seat: u8| match p.plans[usize::from(seat)] {
                0 => seats.with(Seat(seat)),
                _ => seats,
            };
            Need::Decide([0, 1].into_iter().fold(SeatSet::NONE, owes))
        } else {
            Need::Decide(SeatSet::only(Seat(p.mover)))
        }
    }
    fn legal(&self, p: &Position, _: Seat, out: &mut Vec<Action>) {
        out.clear();
        if Ford::planning(p) {
            out.extend([Action::Plan(1), Action::Plan(2)]);
            return;
        }
        if p.steps < 2 && p.at[1] - p.at[0] > 1 {
            out.push(Action::Advance);
        }
        out.extend([Action::Shoot, Action::Pass]);
    }
    fn apply(&self, p: &mut Position, seat: Seat, action: Action, log: &mut Log) {
        let by = usize::from(seat.0);
        match action {
            Action::Plan(plan) => {
                p.plans[by] = plan;
                log.say(|| Event {
                    heard_by: SeatSet::only(seat),
                    ..Event::new("plan", PLANS).text("The plan is made.")
                });
            }
            Action::Advance => {
                p.steps += 1;
                p.at[by] = if by == 0 { p.at[0] + 1 } else { p.at[1] - 1 };
                let hex = HEXES[usize::from(p.at[by])];
                log.say(|| Event::new("move", ADVANCE).part(Part::Seat(seat)).text(" advances to ").hex(hex));
            }
            Action::Shoot => p.shooting = true,
            Action::Pass => Ford::next(p),
        }
    }
    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        let hit = faces[0] >= 5;
        p.hits[usize::from(p.mover)] += u8::from(hit);
        let seat = Seat(p.mover);
        log.say(|| {
            let words = if hit { " shoots and hits." } else { " shoots and misses." };
            Event::new("shot", SHOT).part(Part::Seat(seat)).text(words).dice(faces)
        });
        p.shooting = false;
        Ford::next(p);
    }
    fn refuse(&self, _: &Position, _: Seat, _: Action) -> Refusal {
        Refusal::new(ADVANCE, "The patrol cannot do that now.")
    }
    fn hash(&self, p: &Position) -> u64 {
        kernel::hash_bytes(serde_json::to_string(p).expect("plain data").as_bytes())
    }
    fn audit(&self, p: &Position) -> Result<(), String> {
        if p.at[0] < p.at[1] && p.at[1] < 6 {
            Ok(())
        } else {
            Err("the patrols have passed each other".into())
        }
    }
}

impl Show for Ford {
    fn notation(&self, _: &Position, action: Action) -> String {
        match action {
            Action::Plan(plan) => format!("plan {plan}"),
            Action::Advance => "advance".into(),
            Action::Shoot => "shoot".into(),
            Action::Pass => "pass".into(),
        }
    }
    fn read(&self, _: &Position, _: Seat, text: &str) -> Result<Action, Refusal> {
        match text {
            "plan 1" => Ok(Action::Plan(1)),
            "advance" => Ok(Action::Advance),
            "shoot" => Ok(Action::Shoot),
            "pass" => Ok(Action::Pass),
            _ => Err(Refusal::plain(format!("`{text}` means nothing here."))),
        }
    }
    fn expand(&self, _: &Position, _: Seat, text: &str) -> Option<Vec<String>> {
        (text == "storm").then(|| ["advance", "advance", "shoot", "pass"].map(String::from).to_vec())
    }
    fn phrases(&self) -> &'static [&'static str] {
        &["storm: advance twice and shoot"]
    }
    fn choice(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let other = usize::from(1 - seat.0);
        let (sentence, hex) = match action {
            Action::Plan(plan) => (format!("Make plan {plan}."), None),
            Action::Advance => ("Go a step.".into(), Some(HEXES[2])),
            Action::Shoot => ("Shoot at the other patrol.".into(), Some(HEXES[usize::from(p.at[other])])),
            Action::Pass => ("Do nothing more.".into(), None),
        };
        let kind = match action {
            Action::Plan(_) => "plan",
            Action::Advance => "step",
            Action::Shoot => "fire",
            Action::Pass => "pass",
        };
        Choice {
            hex: hex.map(Text::from),
            declines: action == Action::Pass,
            odds: action == Action::Shoot,
            ..Choice::new(kind, self.notation(p, action), sentence, ADVANCE)
        }
    }
    fn prompt(&self, p: &Position, _: Viewer) -> Prompt {
        let sentence = if Ford::planning(p) { "Which plan?" } else { "What does the patrol do?" };
        let hexes = vec![HEXES[usize::from(p.at[usize::from(p.mover)])].into()];
        Prompt { hexes, ..Prompt::new("act", sentence, PLANS) }
    }
    fn phase(&self, p: &Position) -> Phase {
        Phase {
            turn: p.turn.min(TURNS).into(),
            turns: TURNS.into(),
            time: "dawn".into(),
            phase: "Patrols".into(),
            ..Phase::default()
        }
    }
    fn view(&self, p: &Position, viewer: Viewer) -> Scene {
        let piece = |seat: u8| {
            let face_up = !self.fog || viewer.may_see(SeatSet::only(Seat(seat)));
            let name = if seat == 0 { "red" } else { "blue" };
            Piece {
                id: if face_up { name.into() } else { format_text!("hidden#{seat}") },
                name: if face_up { format_text!("{name} patrol") } else { "hidden".into() },
                seat,
                kind: "infantry".into(),
                stars: None,
                formation: None,
                hex: Some(HEXES[usize::from(p.at[usize::from(seat)])].into()),
                facing: Some(if seat == 0 { 3 } else { 0 }),
                face_up,
                size: 1,
                values: vec![Figure { label: "SP", now: 4, printed: 4, provenance: "printed".into() }],
                badges: vec![],
            }
        };
        Scene {
            map: "ford".into(),
            phase: self.phase(p),
            pieces: vec![piece(0).into(), piece(1).into()],
            markers: vec![],
            control: vec![Arc::new(Control {
                hex: "1412".into(),
                name: "the ford".into(),
                seat: None,
                worth: "1".into(),
                stake: Stake::Open,
            })],
            tracks: vec![],
            boxes: vec![],
            formations: vec![],
            volley: Volley::default(),
        }
    }
    fn setup(&self, setup: &Value) -> Result<Position, Vec<String>> {
        let turn = setup["turn"].as_u64().filter(|turn| (1..=3).contains(turn));
        let turn = turn.ok_or_else(|| vec!["`turn` is 1 to 3".to_owned()])?;
        Ok(Position { turn: turn as u8, plans: [1, 1], ..self.start() })
    }
}

impl Answer for Ford {
    fn why(&self, _: &Position, _: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
        match subject {
            "red" | "1410" => Ok(vec![Reason { rule: ADVANCE, sentence: "It has gone two steps.".into() }]),
            _ => Err(Refusal::plain(format!("There is no `{subject}`."))),
        }
    }
    fn reach(&self, p: &Position, _: Viewer, unit: &str) -> Result<Reach, Refusal> {
        if unit != "red" {
            return Err(Refusal::plain(format!("There is no unit `{unit}`.")));
        }
        let hex = ReachHex {
            hex: "1411".into(),
            cost: 1.0,
            mode: "",
            path: vec!["1411".into()],
            action: "advance".into(),
            ready: false,
            reactions: vec![],
        };
        Ok(Reach {
            unit: "red".into(),
            from: HEXES[usize::from(p.at[0])].into(),
            allowance: 2.0,
            hexes: vec![hex],
        })
    }
    fn explain(&self, _: &Position, _: Viewer, action: Action) -> Result<Odds, Refusal> {
        if action != Action::Shoot {
            return Err(Refusal::plain("This needs no dice."));
        }
        let line = |result: &str, p: f64| OddsLine { result: result.into(), low: p, high: p };
        Ok(Odds {
            title: "Shot".into(),
            rule: SHOT,
            modifiers: vec![Modifier { label: "dawn".into(), value: 0, rule: SHOT, seen_by: SeatSet::ALL }],
            sum: None,
            notes: vec![],
            lookups: vec![],
            lines: vec![line("hit", 1.0 / 3.0), line("miss", 2.0 / 3.0)],
            cases: vec![],
        })
    }
}

impl Foresee for Ford {
    fn tally(&self, p: &Position) -> Vec<(Seat, String, i64)> {
        (0..2).map(|seat| (Seat(seat), "hits".into(), p.hits[usize::from(seat)].into())).collect()
    }
}

/// The small game over data of a certain hash.
pub struct FordModule {
    pub data: &'static str,
}

impl Module for FordModule {
    fn id(&self) -> &'static str {
        "ford"
    }
    fn title(&self) -> &'static str {
        "The Ford"
    }
    fn about(&self) -> &'static str {
        "Two patrols meet."
    }
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let fog = OptionInfo {
            id: "fog".into(),
            title: "Fog of war".into(),
            values: vec!["off".into(), "on".into()],
            default: "off".into(),
            rule: Some("ford 1".into()),
        };
        let seats = vec!["Red".into(), "Blue".into()];
        vec![ScenarioInfo {
            id: "ford/dawn".into(),
            title: "Dawn".into(),
            note: "Short.".into(),
            seats,
            colours: vec![],
            options: vec![fog],
        }]
    }
    fn rules(&self) -> &'static [Rule] {
        &RULES
    }
    fn open(&self, scenario: &str, options: &Options) -> Result<Box<dyn Table>, Vec<String>> {
        let (info, options) = self.choose(scenario, options)?;
        let game = Ford { fog: options["fog"] == "on" };
        let heading = Heading {
            game: "ford".into(),
            scenario: info.id,
            options,
            data: self.data.into(),
            rules: self.rules_edition(),
        };
        Ok(Box::new(Session::new(Arc::new(game), heading)))
    }
    fn runner(&self, scenario: &str, options: &Options) -> Result<Box<dyn Runner>, Vec<String>> {
        let (_, options) = self.choose(scenario, options)?;
        Ok(Box::new(RandomRunner(Arc::new(Ford { fog: options["fog"] == "on" }))))
    }
}

/// The small game as the commands see it, on a map of its own.
#[cfg(test)]
pub fn games() -> crate::games::Games {
    const COVERAGE: crate::rules::Coverage = &[];
    let mut files = dataset::Files::new();
    files.insert(
        "ford/map/grid.toml",
        "game = \"ford\"\norientation = \"flat-top\"\nnumber = \"CCRR\"\ncolumns = [1, 24]\nrows = [1, 19]\n\
         rows_shifted = [1, 19]\ncolumns_grow = \"east\"\nrows_grow = \"south\"\nshifted = \"odd\"\nshift = \"down\"\n\
         hex_m = 100\nrotation_deg = 0\nlevels = [0, 0]\nhalf_hexes = false\n",
    );
    let mut hexes = String::from("hex,terrain,level,place,features,region,provenance\n");
    for column in 1..=24 {
        for row in 1..=19 {
            hexes += &format!("{column:02}{row:02},clear,0,,,,reconstructed\n");
        }
    }
    files.insert("ford/map/hexes.csv", hexes);
    files.insert(
        "ford/map/hexsides.csv",
        "hex_a,hex_b,feature,name,provenance\n1412,1413,stream,Brook,reconstructed\n",
    );
    files.insert("ford/map/roads.csv", "class,name,hexes\nminor,Lane,1410 1411 1412 1413\n");
    files.insert(
        "ford/map/places.csv",
        "name,hex,kind,lat,lon,provenance\nFord,1412,farm,0,0,reconstructed\n",
    );
    files.insert("ford/map/special.csv", "id,kind,hexes,note\n");
    let map = hexmap::Map::load(&files, "ford/map").unwrap_or_else(|problems| panic!("{problems:?}"));
    crate::games::Games::of(vec![crate::games::Entry::for_test(
        Box::new(FordModule { data: "f0" }),
        map,
        COVERAGE,
    )])
}
