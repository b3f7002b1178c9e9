//! Seats that computers hold. They think about a copy of the position while the game is free, and then
//! play by the same way as everybody, answering the position that they thought about.

use super::{Hall, Pass, Slot, asker, lock};
use crate::live::Live;
use crate::problem::Problem;
use crate::secret::{hex, random};
use crate::store::{Deed, Who};
use crate::think::{Advice, Errand, Opponent};
use crate::wire::{Hint, Pace, Speed};
use kernel::{Choice, Forecast, Refusal, Seat, Table, Viewer, What};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// A computer player at a table, with what it remembers.
pub(super) struct Mind {
    level: String,
    opponent: Box<dyn Opponent>,
}

/// Whose mind it is: that of a seat, or the one that advises it.
pub(super) type Whose = (Seat, bool);

/// The least time between two steps of a game that only computers play.
#[derive(Clone, Copy, Debug)]
pub struct Paces {
    pub slow: Duration,
    pub normal: Duration,
    pub fast: Duration,
}

impl Default for Paces {
    fn default() -> Paces {
        let millis = Duration::from_millis;
        Paces { slow: millis(2500), normal: millis(800), fast: millis(60) }
    }
}

impl Paces {
    fn of(&self, pace: Pace) -> Duration {
        match pace.speed {
            Speed::Slow => self.slow,
            Speed::Normal => self.normal,
            Speed::Fast => self.fast,
        }
    }
}

/// How long a server lets another one think that wrote the last row.
const GRACE: Duration = Duration::from_secs(5);
/// How often a computer may fail in a row before any legal action is played for it, and before it is given up.
const PATIENCE: u32 = 2;
const MOST_FAILURES: u32 = 20;
/// Thoughts of one client that may wait when he asks for a hint or a forecast.
const MOST_WAITING: usize = 32;
/// Outcomes of a fight that are listed one by one.
const MOST_OUTCOMES: usize = 40;

/// What a computer is asked.
struct Asked {
    seat: Seat,
    level: String,
    number: u32,
    table: Box<dyn Table>,
    /// The least time since the last step, where it told something and where it did not.
    gaps: Option<(Duration, Duration)>,
    /// How much has been told so far.
    lines: usize,
}

/// A position that somebody asks about who must decide in it.
struct Mine {
    seat: Seat,
    number: u32,
    table: Box<dyn Table>,
}

enum Next {
    Asked(Asked),
    /// Nobody is asked; whether the game is over.
    Nothing(bool),
}

impl Hall {
    /// Sees to it that a computer whose turn it is thinks. The game must be locked.
    pub(super) fn stir(self: &Arc<Self>, slot: &Arc<Slot>, live: &Live) {
        if live.waits_for().is_none() || self.closing.load(Relaxed) || slot.thinking.swap(true, Relaxed) {
            return;
        }
        let (hall, slot) = (Arc::clone(self), Arc::clone(slot));
        tokio::spawn(async move { hall.play_computers(slot).await });
    }

    /// Plays for the computers of a game as long as one of them is asked.
    async fn play_computers(self: Arc<Self>, slot: Arc<Slot>) {
        // When the last step was, and how much had been told before it.
        let mut last: Option<(Instant, usize)> = None;
        let mut failures = 0;
        loop {
            let asked = match self.next_asked(&slot).await {
                Ok(Next::Asked(asked)) => asked,
                Ok(Next::Nothing(over)) => {
                    if over && let Err(error) = self.store.no_computers(slot.id).await {
                        tracing::error!("the database: {error}");
                    }
                    return;
                }
                Err(problem) => {
                    tracing::error!("a computer cannot play: {}", problem.message);
                    slot.thinking.store(false, Relaxed);
                    return;
                }
            };
            if slot.elsewhere.swap(false, Relaxed) {
                tokio::time::sleep(GRACE).await;
                continue;
            }
            let Asked { seat, level, number, table, gaps, lines } = asked;
            let thought = self.think_about(&slot, seat, level, table, failures >= PATIENCE).await;
            if let (Some((gap, short)), Some((at, before))) = (gaps, last) {
                // Who watches needs time to read; where there is nothing to read, nobody waits.
                let gap = if lines > before { gap } else { short };
                tokio::time::sleep(gap.saturating_sub(at.elapsed())).await;
            }
            let Some((mind, action)) = thought else {
                failures += 1;
                if failures > MOST_FAILURES || self.closing.load(Relaxed) {
                    slot.thinking.store(false, Relaxed);
                    return;
                }
                continue;
            };
            let pass = Pass { table: slot.id, who: Who::seat(seat) };
            let check = move |live: &Live, _: Viewer| {
                if live.waits_for() != Some(seat) {
                    return Err(Problem::conflict("The computer is no longer asked."));
                }
                Ok(Deed::Step(What::act(seat, action.clone())))
            };
            let id = format!("computer-{}", hex(&random::<12>()));
            last = Some((Instant::now(), lines));
            match Arc::clone(&self).play(pass, None, Some(number), id, check).await {
                Ok(_) => {
                    failures = 0;
                    if let Some(mind) = mind {
                        lock(&slot.minds).insert((seat, false), mind);
                    }
                }
                // The game has moved on: it thinks again, of new.
                Err(problem) if matches!(problem.code, "stale" | "conflict") => {}
                Err(problem) => {
                    tracing::error!("a computer's action was not played: {}", problem.message);
                    failures += 1;
                    if failures > MOST_FAILURES {
                        slot.thinking.store(false, Relaxed);
                        return;
                    }
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
    }

    async fn next_asked(self: &Arc<Self>, slot: &Arc<Slot>) -> Result<Next, Problem> {
        let mut guard = slot.live.lock().await;
        let live = self.loaded(slot, guard.take(), None).await?;
        let asked = live.waits_for().filter(|_| !self.closing.load(Relaxed)).map(|seat| Asked {
            seat,
            level: live.computer(seat).unwrap_or_default().to_string(),
            number: live.number(Viewer::Seat(seat)),
            table: live.table().aside(),
            gaps: live.pace().map(|pace| (self.paces.of(pace), self.paces.of(pace).min(self.paces.fast))),
            lines: live.lines(),
        });
        if asked.is_none() {
            // While the game is locked nobody can be asked anew: who asks next begins again.
            slot.thinking.store(false, Relaxed);
        }
        let over = live.over();
        self.settle(slot, Some(&live));
        *guard = Some(live);
        Ok(asked.map_or(Next::Nothing(over), Next::Asked))
    }

    /// What a computer does in a position. One that has failed too often does anything.
    async fn think_about(
        &self,
        slot: &Arc<Slot>,
        seat: Seat,
        level: String,
        table: Box<dyn Table>,
        anything: bool,
    ) -> Option<(Option<Mind>, String)> {
        if anything {
            let choices = table.legal(Some(seat)).ok()?;
            let lot = self.chance.draw()[0];
            let choice = choices.get(usize::from(lot) % choices.len().max(1))?;
            return Some((None, choice.action.clone()));
        }
        let mind = lock(&slot.minds).remove(&(seat, false)).filter(|mind| mind.level == level);
        let (opponents, seed) = (Arc::clone(&self.opponents), self.chance.seed());
        let watching = Arc::clone(slot);
        let errand = Errand {
            table: slot.id,
            asker: *lock(&slot.asker),
            watched: Box::new(move || !lock(&watching.watchers).is_empty()),
        };
        let thought = self.thinkers.think(errand, move || {
            let mut mind = match mind {
                Some(mind) => mind,
                None => {
                    let opponent = opponents.sit(&*table, &level, seed)?;
                    Mind { level, opponent }
                }
            };
            let action = mind.opponent.act(&*table, seat)?;
            Some((Some(mind), action))
        });
        thought.await?
    }

    /// The position, for who must decide in it and may ask something about it.
    async fn mine(
        self: &Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        allowed: impl Fn(&Live) -> Result<(), Problem>,
    ) -> Result<Mine, Problem> {
        let looked = self.look(pass, seat, |live, viewer, _| {
            let Viewer::Seat(seat) = viewer else {
                return Err(Problem::forbidden(
                    "This link is for watching only, or does not hold this seat.",
                ));
            };
            crate::api::playing(live, seat)?;
            allowed(live)?;
            if !live.status(viewer).decide.contains(&seat) {
                return Err(Problem::forbidden("It is not your decision."));
            }
            Ok(Mine { seat, number: live.number(viewer), table: live.table().aside() })
        });
        looked.await
    }

    /// All that can come of an action of the seat that must decide, over what it can know. It is reckoned
    /// where computers think: it may take a while, and no more of it is done at once than there are threads.
    pub async fn forecast(
        self: &Arc<Self>,
        pass: Pass,
        seat: Option<u8>,
        action: String,
        prefer: Vec<String>,
    ) -> Result<Forecast, Problem> {
        let Mine { seat, table, .. } = self.mine(pass, seat, |_| Ok(())).await?;
        let quiet = |choice: &Choice| choice.action == action && !choice.fight;
        if table.legal(Some(seat)).map_err(Problem::illegal)?.iter().any(quiet) {
            return Err(Problem::illegal(Refusal::plain(
                "There is no fight in this: there is nothing to look ahead to.",
            )));
        }
        if self.thinkers.waiting_of(asker()) > MOST_WAITING {
            return Err(Problem::too_many());
        }
        let thought = self.thinkers.think(asked_by_hand(pass.table), move || {
            let prefer: Vec<&str> = prefer.iter().map(String::as_str).collect();
            let mut forecast = table.forecast(Viewer::Seat(seat), &[&action], &prefer)?;
            forecast.shorten(MOST_OUTCOMES);
            Ok(forecast)
        });
        thought.await.ok_or_else(Problem::internal)?.map_err(Problem::illegal)
    }

    /// What a good computer player would do in the place of a seat that must decide. Nobody else hears of
    /// it and nothing is stored.
    pub async fn hint(self: &Arc<Self>, pass: Pass, seat: Option<u8>) -> Result<Hint, Problem> {
        let allowed = |live: &Live| match live.hints() {
            true => Ok(()),
            false => Err(Problem::forbidden("This game was made without hints.")),
        };
        let Mine { seat, number, table } = self.mine(pass, seat, allowed).await?;
        let level = self.opponents.adviser(&table.info().game);
        let level = level.ok_or_else(|| Problem::not_found("No computer can advise in this game."))?;
        let slot = self.slot(pass.table);
        if self.thinkers.waiting_of(asker()) > MOST_WAITING || slot.hinting.swap(true, Relaxed) {
            return Err(Problem::too_many());
        }
        // Who does not wait for the answer may ask again.
        let _asking = Asking(Arc::clone(&slot));
        let mind = lock(&slot.minds).remove(&(seat, true)).filter(|mind| mind.level == level);
        let (opponents, seed) = (Arc::clone(&self.opponents), self.chance.seed());
        let thought = self.thinkers.think(asked_by_hand(slot.id), move || {
            let opponent = match mind {
                Some(mind) => Some(mind.opponent),
                None => opponents.sit(&*table, &level, seed),
            };
            let mut mind = Mind { level, opponent: opponent? };
            let Advice { action, reason, candidates, steps } = mind.opponent.advise(&*table, seat)?;
            let choices = table.legal(Some(seat)).unwrap_or_default();
            let has_odds = choices.iter().any(|choice| choice.odds && choice.action == action);
            let odds = if has_odds { table.explain(Viewer::Seat(seat), &action).ok() } else { None };
            Some((mind, Hint { number, action, reason, candidates, odds, steps }))
        });
        let nothing = || Problem::not_found("The computer has no advice here.");
        let (mind, hint) = thought.await.flatten().ok_or_else(nothing)?;
        lock(&slot.minds).insert((seat, true), mind);
        Ok(hint)
    }

    /// After the start: games that wait for a computer go on, one after the other, as there is room.
    pub async fn go_on(self: Arc<Self>) {
        if self.store.is_shared() {
            // Other servers may be at it.
            tokio::time::sleep(GRACE).await;
        }
        let tables = match self.store.with_computers().await {
            Ok(tables) => tables,
            Err(error) => return tracing::error!("the database: {error}"),
        };
        for table in tables {
            while self.thinkers.waiting() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            if let Err(problem) = self.awaken(table).await {
                tracing::warn!("a game does not go on: {}", problem.message);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn awaken(self: &Arc<Self>, table: i64) -> Result<(), Problem> {
        let slot = self.slot(table);
        let mut guard = slot.live.lock().await;
        let was_here = guard.is_some();
        let live = self.loaded(&slot, guard.take(), None).await?;
        if live.over()
            && let Err(error) = self.store.no_computers(table).await
        {
            tracing::error!("the database: {error}");
        }
        self.stir(&slot, &live);
        if was_here || live.waits_for().is_some() {
            self.settle(&slot, Some(&live));
            *guard = Some(live);
        } else {
            self.settle(&slot, None);
        }
        Ok(())
    }

    pub fn thoughts_waiting(&self) -> usize {
        self.thinkers.waiting()
    }

    /// The computers are to stop: the server ends.
    pub fn stop_computers(&self) {
        self.closing.store(true, Relaxed);
        self.thinkers.close();
    }
}

/// A hint or a forecast: a person waits for it.
fn asked_by_hand(table: i64) -> Errand {
    Errand { table, asker: asker(), watched: Box::new(|| true) }
}

struct Asking(Arc<Slot>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.hinting.store(false, Relaxed);
    }
}
