//! Three turns of drawing lots. Each seat puts 1, 2 or 4 balls into an urn, one is drawn, and whose ball
//! it is wins the turn; the last turn decides. So players who always put in as many have exactly the
//! strengths of Bradley and Terry.

use kernel::Phase;
use kernel::{
    Answer, Chance, Choice, Citation, Die, Event, Foresee, Game, Gauge, Log, Lot, Need, Odds, Outcome,
    Refusal, Rule, RuleKind, Scene, Seat, SeatSet, Show, Throw, Viewer,
};
use lab::{Field, field_of};
use players::{Guess, Level, Player, Sight, Staffed};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

static RULE: Rule = Rule {
    game: "toy",
    id: "1",
    title: "Lots",
    kind: RuleKind::Core,
    obligation: "Draw.",
    provenance: "printed",
    rests_on: &[],
    rulings: &[],
};
const LOTS: Citation = Citation(&RULE);
const TURNS: u8 = 3;

pub struct Lots {
    /// Balls that Red has in the urn from the beginning.
    pub ahead: u8,
}

pub fn field() -> Box<dyn Field> {
    field_of(Arc::new(Lots { ahead: 0 }))
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    turn: u8,
    balls: Vec<u8>,
    lost: [i64; 2],
    last: Option<u8>,
}

impl Game for Lots {
    type Position = Position;
    type Action = u8;

    fn seats(&self) -> &[&'static str] {
        &["Red", "Blue"]
    }
    fn start(&self) -> Position {
        Position { turn: 1, ..Position::default() }
    }
    fn need(&self, p: &Position) -> Need {
        match p.balls[..] {
            _ if p.turn > TURNS => {
                Need::Over(Outcome { winner: p.last.map(Seat), how: "victory", rule: LOTS })
            }
            [red, blue] => {
                let sides = red + self.ahead + blue;
                let lots = Throw::of(1, Die { sides, lowest: 1 });
                Need::Chance(Chance::throw(lots, "lots", LOTS, Seat(0)))
            }
            _ => Need::Decide(SeatSet::only(Seat(p.balls.len() as u8))),
        }
    }
    fn legal(&self, _: &Position, _: Seat, out: &mut Vec<u8>) {
        *out = vec![1, 2, 4];
    }
    fn apply(&self, p: &mut Position, _: Seat, balls: u8, _: &mut Log) {
        p.balls.push(balls);
    }
    fn roll(&self, p: &mut Position, faces: &[u8], log: &mut Log) {
        let winner = u8::from(faces[0] > p.balls[0] + self.ahead);
        log.say(|| Event::new("fight", LOTS).text("Lots are drawn in ").hex("11").text("."));
        p.lost[usize::from(1 - winner)] += 1;
        p.last = Some(winner);
        p.balls.clear();
        p.turn += 1;
    }
    fn refuse(&self, _: &Position, _: Seat, _: u8) -> Refusal {
        Refusal::plain("Put in 1, 2 or 4.")
    }
    fn audit(&self, _: &Position) -> Result<(), String> {
        Ok(())
    }
}

impl Show for Lots {
    fn notation(&self, _: &Position, action: u8) -> String {
        format!("put {action}")
    }
    fn read(&self, _: &Position, _: Seat, _: &str) -> Result<u8, Refusal> {
        Err(Refusal::plain("Nobody writes here."))
    }
    fn choice(&self, p: &Position, _: Seat, action: u8) -> Choice {
        Choice::new("put", self.notation(p, action), "Put balls in.", LOTS)
    }
    fn phase(&self, p: &Position) -> Phase {
        Phase { turn: p.turn.min(TURNS).into(), turns: TURNS.into(), ..Phase::default() }
    }
    fn view(&self, _: &Position, _: Viewer) -> Scene {
        Scene::default()
    }
    fn setup(&self, _: &serde_json::Value) -> Result<Position, Vec<String>> {
        Ok(self.start())
    }
}

impl Answer for Lots {
    fn explain(&self, _: &Position, _: Viewer, _: u8) -> Result<Odds, Refusal> {
        Err(Refusal::plain("It has no odds."))
    }
}

impl Foresee for Lots {
    fn gauges(&self) -> Vec<Gauge> {
        [0, 1].map(|seat| Gauge::new("losses", "Turns lost", "", Seat(seat))).into()
    }
    fn gauge_values(&self, p: &Position) -> Vec<i64> {
        p.lost.to_vec()
    }
    fn fights(&self) -> &'static [&'static str] {
        &["fight"]
    }
}

impl Guess for Lots {
    fn guess(&self, truth: &Position, _: Seat, _: &mut Lot) -> Position {
        truth.clone()
    }
}

/// Always puts in as many.
struct Habit(u8);

impl Player<Lots> for Habit {
    fn act(&mut self, _: &Sight<Lots>, _: &mut Lot) -> u8 {
        self.0
    }
}

impl Staffed for Lots {
    fn player(&self, level: Level) -> Box<dyn Player<Lots>> {
        Box::new(Habit(match level {
            Level::Random => 1,
            Level::Recruit => 2,
            Level::Sergeant | Level::Captain(_) => 4,
        }))
    }
}
