//! Games come into memory by replay of their rows.

use super::{Hall, Slot, push};
use crate::live::{Live, seat_viewers};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::shelf::Shelf;
use crate::store::{Head, Sound};
use crate::time::Time;
use crate::wire::{Push, Replay};
use kernel::Viewer;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

impl Hall {
    /// The game of a slot, rebuilt from the store if it is not there or does not follow this viewer.
    pub(super) async fn loaded(
        &self,
        slot: &Slot,
        live: Option<Live>,
        viewer: Option<Viewer>,
    ) -> Result<Live, Problem> {
        let mut faces = Vec::new();
        if let Some(mut live) = live {
            if viewer.is_none_or(|viewer| live.follows(viewer)) {
                return Ok(live);
            }
            // What those who watch have been sent stays what their next news is made against: without it, who has just
            // come would be news to nobody.
            for viewer in live.viewers() {
                faces.extend(live.take_face(viewer).map(|face| (viewer, face)));
            }
        }
        let begun = Instant::now();
        let head = self.head(slot.id).await?;
        let sound = self.store.sound_rows(slot.id, 0).await?;
        let mut extra = slot.viewers();
        extra.extend(viewer);
        let (workshop, id, few) = (self.workshop(), slot.id, sound.rows.len() <= FEW);
        let build = move || catch_unwind(AssertUnwindSafe(|| workshop.rebuilt(id, head, &sound, &extra)));
        let built = if few { build() } else { self.builders.run(build).await? };
        METRICS.rebuilt.add(1);
        METRICS.rebuild_time.observe(begun.elapsed());
        let broken = || Err(Problem::gone("This game cannot be shown: its rows break the rules."));
        let mut live = built.unwrap_or_else(|_| broken())?;
        for (viewer, face) in faces {
            live.keep_face(viewer, face);
        }
        // Rows of another server that nobody here has been told of: no change can be made against
        // what is not in memory any more, so that all who watch get the whole.
        if slot.told.swap(live.seq(), Relaxed) < live.seq() {
            let connected = slot.connected(live.seats());
            for viewer in slot.viewers() {
                let face = live.face(viewer, &connected, None);
                slot.push(viewer, &push(&Push::State(&live.state(viewer, &face, None))));
                live.keep_face(viewer, face);
            }
        }
        Ok(live)
    }

    /// What never changes about a game to which there is a link.
    async fn head(&self, table: i64) -> Result<Head, Problem> {
        let head = self.store.head(table).await?;
        head.ok_or_else(|| Problem::damaged("there is a link to this game, but no game"))
    }

    /// What builds games, to be taken along to another thread.
    pub(super) fn workshop(&self) -> Workshop {
        Workshop { shelf: Arc::clone(&self.shelf), time: Arc::clone(&self.time) }
    }

    /// Part of a game as a viewer saw it, position by position; after the end, everything.
    pub async fn replay(
        &self,
        table: i64,
        viewer: Viewer,
        open: bool,
        from: u32,
        count: u32,
    ) -> Result<Replay, Problem> {
        let head = self.head(table).await?;
        let rows = self.store.sound_rows(table, 0).await?.rows;
        let viewer = if open { Viewer::Everything } else { viewer };
        let workshop = self.workshop();
        let replay = move || {
            let mut live = workshop.fresh(table, Arc::new(head), &[viewer])?;
            let from = from.max(1);
            let until = from.saturating_add(count);
            let mut states = Vec::new();
            let mut last = None;
            let mut show = |live: &Live, last: &mut Option<crate::live::Face>| {
                let number = live.number(viewer);
                if number < from || number >= until {
                    return;
                }
                let face = live.face(viewer, &[], None);
                states.push(match last {
                    None => live.state(viewer, &face, Some(face.feed)),
                    Some(old) => match live.update(viewer, old, &face) {
                        Some(update) => update,
                        None => live.rest(viewer, &face, face.feed),
                    },
                });
                *last = Some(face);
            };
            show(&live, &mut last);
            for row in &rows {
                let number = live.number(viewer);
                if live.apply(row).is_err() {
                    break;
                }
                if live.number(viewer) != number {
                    show(&live, &mut last);
                }
            }
            Ok(Replay { from, total: live.number(viewer), open, states })
        };
        self.heavy.run(replay).await?
    }
}

/// What is said of a game that the rules do not follow to where it was played.
fn left_behind(head: &Head, rules: u32) -> String {
    if head.rules == rules {
        return format!(
            "This game was begun with other rules (version {}) and cannot be continued. It is shown up to the point to \
             which the present rules follow it.",
            head.version
        );
    }
    format!(
        "This game was begun by edition {} of the rules, and this program plays edition {rules}: it cannot be continued. \
         It is shown up to the point to which the present rules follow it.",
        head.rules
    )
}

/// Games of so few rows are rebuilt at once.
const FEW: usize = 40;

/// Makes games out of what is stored of them.
pub(super) struct Workshop {
    shelf: Arc<Shelf>,
    time: Arc<Time>,
}

impl Workshop {
    /// A stored game at its beginning.
    pub fn fresh(&self, id: i64, head: Arc<Head>, viewers: &[Viewer]) -> Result<Live, Problem> {
        let opened = self.shelf.reopen(&head).map_err(Problem::gone)?;
        let mut all = viewers.to_vec();
        if all.is_empty() {
            all = seat_viewers(opened.table.info().seats.len());
        }
        let begun = Live::begin(id, head, opened.title, opened.table, &all, Arc::clone(&self.time));
        let mut live = begun.map_err(|errors| Problem::gone(errors.join(" ")))?;
        if let Some(word) = opened.otherwise {
            live.close(word);
        }
        Ok(live)
    }

    /// A stored game at its end; or as far as its rows are sound and the present rules follow it: then it is
    /// closed, with a word about it.
    fn rebuilt(&self, id: i64, head: Head, sound: &Sound, extra: &[Viewer]) -> Result<Live, Problem> {
        let head = Arc::new(head);
        let seats = self.shelf.reopen(&head).map_err(Problem::gone)?.table.info().seats.len();
        let mut viewers = seat_viewers(seats);
        for viewer in extra {
            if !viewers.contains(viewer) {
                viewers.push(*viewer);
            }
        }
        let begin = || self.fresh(id, Arc::clone(&head), &viewers);
        let mut live = begin()?;
        for (i, row) in sound.rows.iter().enumerate() {
            let applied = catch_unwind(AssertUnwindSafe(|| live.apply(row)));
            if let Ok(Ok(())) = applied {
                continue;
            }
            let why = match applied {
                Ok(Err(why)) => why,
                _ => "the rules fail".into(),
            };
            tracing::warn!("a game of {} stops at row {}: {why}", head.scenario, row.seq);
            // What a panic left behind is not to be shown: as far as it went well, again.
            live = begin()?;
            for row in &sound.rows[..i] {
                live.apply(row).map_err(Problem::gone)?;
            }
            live.close(left_behind(&head, live.table().info().rules));
            return Ok(live);
        }
        if let Some(why) = &sound.damage {
            tracing::error!("a game of {} is damaged in the database: {why}", head.scenario);
            live.close(format!(
                "This game is damaged in the database ({why}) and cannot be continued. It is shown up to the damage."
            ));
        }
        Ok(live)
    }
}
