//! Where games are played: a scenario with its players, whatever the game is, and what is left of a
//! game when it is over.

use kernel::{Gauge, Need, Part, Session, Table, Text};
use players::{Level, Moment, Staffed, play};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much is written down of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Who won, how long it took and what was lost.
    End,
    /// The figures of every turn, where fights were, and how many real choices each seat had.
    All,
}

/// What is left of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// None for a draw.
    pub winner: Option<u8>,
    pub how: String,
    pub turns: u16,
    pub actions: u32,
    pub rolls: u32,
    /// Of each seat: how often it had more than one thing to do. Empty without detail.
    pub decisions: Vec<u32>,
    /// What each gauge showed at the end of each turn; the last is the end of the game.
    pub series: Vec<Vec<i64>>,
    /// Fights by hex, in the order of the hexes.
    pub fights: Vec<(Text, u32)>,
    /// The stable hash of the last position.
    pub hash: u64,
    /// What kept it from ending: always a bug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
}

impl Played {
    /// 1 for a win of the seat, one half for a draw. None for a game that did not end.
    pub fn score(&self, seat: usize) -> Option<f64> {
        if self.stuck.is_some() {
            return None;
        }
        Some(match self.winner {
            Some(winner) if usize::from(winner) == seat => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        })
    }
}

/// A scenario on which players meet. May be shared by threads.
pub trait Field: Send + Sync {
    fn seats(&self) -> Vec<String>;
    fn gauges(&self) -> Vec<Gauge>;
    /// A game; `levels` are those of the seats in order.
    fn play(&self, levels: &[Level], seed: u64, detail: Detail) -> Played;
}

/// The field of a table whose game is `G`; None if it is another.
pub fn field<G: Staffed>(table: &dyn Table) -> Option<Box<dyn Field>> {
    let session = table.as_any().downcast_ref::<Session<G>>()?;
    Some(field_of(session.shared()))
}

/// The field of a game.
pub fn field_of<G: Staffed>(game: Arc<G>) -> Box<dyn Field> {
    Box::new(Meeting { game })
}

struct Meeting<G> {
    game: Arc<G>,
}

impl<G: Staffed> Field for Meeting<G> {
    fn seats(&self) -> Vec<String> {
        self.game.seats().iter().map(ToString::to_string).collect()
    }

    fn gauges(&self) -> Vec<Gauge> {
        self.game.gauges()
    }

    fn play(&self, levels: &[Level], seed: u64, detail: Detail) -> Played {
        let game = &*self.game;
        let mut players: Vec<_> = levels.iter().map(|level| game.player(*level)).collect();
        let mut notes = Notes::new(game, levels.len());
        let all = detail == Detail::All;
        if all {
            notes.look_ahead(game, &game.start());
        }
        let bout = play(game, &mut players, seed, all, |moment| {
            if all {
                notes.take(game, &moment);
            }
        });
        notes.series.push(game.gauge_values(&bout.position));
        let (winner, how, stuck) = match bout.outcome {
            Ok(outcome) => (outcome.winner.map(|seat| seat.0), outcome.how.to_owned(), None),
            Err(why) => (None, String::new(), Some(why)),
        };
        Played {
            winner,
            how,
            turns: game.phase(&bout.position).turn,
            actions: bout.actions,
            rolls: bout.rolls,
            decisions: if all { notes.decisions } else { Vec::new() },
            series: notes.series,
            fights: notes.fights.into_iter().collect(),
            hash: game.hash(&bout.position),
            stuck,
        }
    }
}

/// What is written down while a game goes on.
struct Notes<A> {
    turn: u16,
    decisions: Vec<u32>,
    /// Whether the decision that is due is a real choice.
    choice: bool,
    legal: Vec<A>,
    series: Vec<Vec<i64>>,
    fights: BTreeMap<Text, u32>,
}

impl<A> Notes<A> {
    fn new<G: Staffed<Action = A>>(game: &G, seats: usize) -> Notes<A> {
        Notes {
            turn: game.phase(&game.start()).turn,
            decisions: vec![0; seats],
            choice: false,
            legal: Vec::new(),
            series: Vec::new(),
            fights: BTreeMap::new(),
        }
    }

    fn look_ahead<G: Staffed<Action = A>>(&mut self, game: &G, position: &G::Position) {
        self.choice = match game.need(position) {
            Need::Decide(seats) => seats.iter().next().is_some_and(|seat| {
                game.legal(position, seat, &mut self.legal);
                self.legal.len() > 1
            }),
            Need::Chance(_) | Need::Over(_) => false,
        };
    }

    fn take<G: Staffed<Action = A>>(&mut self, game: &G, moment: &Moment<G>) {
        if let Some(seat) = moment.seat {
            self.decisions[usize::from(seat.0)] += u32::from(self.choice);
        }
        for event in moment.log.events.iter().filter(|event| game.fights().contains(&event.kind)) {
            for part in &event.parts {
                if let Part::Hex(hex) = part {
                    *self.fights.entry(hex.clone()).or_default() += 1;
                }
            }
        }
        let turn = game.phase(moment.position).turn;
        for _ in self.turn..turn {
            self.series.push(game.gauge_values(moment.position));
        }
        self.turn = self.turn.max(turn);
        self.look_ahead(game, moment.position);
    }
}
