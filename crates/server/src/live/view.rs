//! What a viewer is sent: the whole, or what changed since the last time.

use super::clock::ClockFace;
use super::{Follower, Live};
use crate::wire::{HUMAN, Role, SceneChange, SeatInfo, Seating, State, TableInfo, Terms, Update};
use kernel::Choice;
use kernel::scene::Piece;
use kernel::wire::Status;
use kernel::{Scene, Viewer};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

/// Everything of a state but the feed.
#[derive(Clone)]
pub struct Face {
    pub number: u32,
    moment: u32,
    /// Items of the feed.
    pub feed: usize,
    status: Arc<Status>,
    scene: Arc<Scene>,
    choices: Arc<Vec<Choice>>,
    undo: usize,
    asks: Option<u8>,
    table: Arc<TableInfo>,
    /// Which state of the table's facts that is.
    facts: u32,
    standing: BTreeMap<String, String>,
    clock: Option<ClockFace>,
}

/// The most items of a feed that come without being asked for.
const RECENT: usize = 400;

impl Face {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        3_000 + self.scene.pieces.len() * 400 + self.choices.len() * 250
    }
}

impl Live {
    fn side(&self, viewer: Viewer) -> &Follower {
        let side = self.book.sides.iter().find(|side| side.viewer == viewer);
        side.expect("who looks is followed: the hall sees to it before")
    }

    pub fn number(&self, viewer: Viewer) -> u32 {
        self.side(viewer).number
    }

    pub fn status(&self, viewer: Viewer) -> &Status {
        &self.side(viewer).status
    }

    /// What was sent last to this viewer's connections, if it is still known.
    pub fn take_face(&mut self, viewer: Viewer) -> Option<Face> {
        self.book.sides.iter_mut().find(|side| side.viewer == viewer)?.face.take()
    }

    pub fn keep_face(&mut self, viewer: Viewer, face: Face) {
        if let Some(side) = self.book.sides.iter_mut().find(|side| side.viewer == viewer) {
            side.face = Some(face);
        }
    }

    /// What a viewer sees now. `old` is what he saw before: where his number has not changed, neither
    /// has the position, and the old scene stays.
    pub fn face(&self, viewer: Viewer, connected: &[bool], old: Option<&Face>) -> Face {
        let side = self.side(viewer);
        let (scene, choices, undo) = match old {
            Some(old) if old.number == side.number => {
                (Arc::clone(&old.scene), Arc::clone(&old.choices), old.undo)
            }
            _ => {
                // After the end nothing is hidden any more: the record and the replay lie open too.
                let eyes = if self.over() { Viewer::Everything } else { viewer };
                (Arc::new(self.table.scene(eyes)), Arc::new(self.choices(side)), self.undo_limit(viewer))
            }
        };
        let same_facts = |old: &&Face| {
            old.facts == self.book.facts
                && old.table.seats.iter().map(|seat| seat.connected).eq(connected.iter().copied())
        };
        let table = match old.filter(same_facts) {
            Some(old) => Arc::clone(&old.table),
            None => Arc::new(self.table_info(viewer, connected)),
        };
        Face {
            number: side.number,
            moment: self.book.moments.now(),
            feed: side.feed.len(),
            status: Arc::clone(&side.status),
            scene,
            choices,
            undo,
            asks: self.book.asks.map(|seat| seat.0),
            table,
            facts: self.book.facts,
            standing: match viewer {
                Viewer::Seat(seat) => self.book.standing[usize::from(seat.0)].clone(),
                Viewer::Public | Viewer::Everything => BTreeMap::new(),
            },
            clock: side.clock.clone(),
        }
    }

    fn choices(&self, side: &Follower) -> Vec<Choice> {
        match side.viewer {
            Viewer::Seat(seat) if side.status.decide.contains(&seat) => {
                let mut choices = self.table.legal(Some(seat)).unwrap_or_default();
                // whole plans, which their macros play
                let plans = self.table.proposals(side.viewer, "").unwrap_or_default();
                choices.extend(plans.iter().map(kernel::Proposal::choice));
                choices
            }
            Viewer::Seat(_) | Viewer::Public | Viewer::Everything => Vec::new(),
        }
    }

    /// How many actions a viewer can take back without asking.
    pub fn undo_limit(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) if !self.over() && self.book.closed.is_none() => self.table.undo_limit(seat),
            Viewer::Seat(_) | Viewer::Public | Viewer::Everything => 0,
        }
    }

    pub fn table_info(&self, viewer: Viewer, connected: &[bool]) -> TableInfo {
        let info = self.table.info();
        let seats = info.seats.into_iter().enumerate().map(|(i, side)| SeatInfo {
            side,
            name: self.book.players[i].name.clone(),
            player: self.book.players[i].computer.clone().unwrap_or_else(|| HUMAN.into()),
            joined: self.book.players[i].joined,
            connected: connected.get(i).copied().unwrap_or(false),
        });
        TableInfo {
            game: info.game,
            scenario: info.scenario,
            title: self.title.clone(),
            options: info.options,
            terms: Terms { hints: Some(self.hints()), ..self.head.terms.clone() },
            seating: self.head.seating,
            seats: seats.collect(),
            role: match (viewer, self.head.seating) {
                (Viewer::Seat(_), Seating::Link) => Role::Seat,
                (Viewer::Seat(_), Seating::Screen) => Role::Both,
                (Viewer::Public | Viewer::Everything, _) => Role::Spectator,
            },
            seat: match viewer {
                Viewer::Seat(seat) => Some(seat.0),
                Viewer::Public | Viewer::Everything => None,
            },
            commitment: info.commitment,
            part_due: self.part_due(viewer),
            overlays: info.overlays,
            marks: info.marks,
            phrases: info.phrases,
            secrets: info.secrets,
            die: info.die,
            in_play: info.in_play,
            data: self.head.data.clone(),
            version: self.head.version.clone(),
            result: self.result(),
            pace: self.pace(),
            closed: self.book.closed.clone(),
        }
    }

    /// A whole state as JSON, with the feed from an item on, or with its last items.
    pub fn state(&self, viewer: Viewer, face: &Face, feed: Option<usize>) -> Box<RawValue> {
        self.state_for(viewer, face, feed, false)
    }

    /// The same for a link that may be the owner's.
    pub fn state_for(&self, viewer: Viewer, face: &Face, feed: Option<usize>, owner: bool) -> Box<RawValue> {
        let side = self.side(viewer);
        let from = feed.unwrap_or_else(|| side.feed.len().saturating_sub(RECENT)).min(side.feed.len());
        json(&State {
            number: face.number,
            moment: face.moment,
            feed_len: side.feed.len(),
            owner,
            table: &face.table,
            status: &face.status,
            scene: &face.scene,
            choices: &face.choices,
            undo: face.undo,
            asks: face.asks,
            standing: &face.standing,
            clock: face.clock.as_ref().map(|clock| clock.told(self.time.moment())),
            feed_from: from,
            feed: &side.feed.from(from),
        })
    }

    /// What changed between two faces of a viewer, as JSON; None if nothing did.
    pub fn update(&self, viewer: Viewer, old: &Face, new: &Face) -> Option<Box<RawValue>> {
        self.changed(viewer, old, new, |update| json(update))
    }

    /// The same as a message for live connections. The answer to an action is the same message.
    pub fn update_message(&self, viewer: Viewer, old: &Face, new: &Face) -> Option<Utf8Bytes> {
        self.changed(viewer, old, new, |update| {
            let mut text = Vec::with_capacity(8 * 1024);
            text.extend_from_slice(b"{\"update\":");
            serde_json::to_writer(&mut text, update).expect("plain data can be written as JSON");
            text.push(b'}');
            Utf8Bytes::try_from(Bytes::from(text)).expect("JSON is UTF-8")
        })
    }

    fn changed<R>(
        &self,
        viewer: Viewer,
        old: &Face,
        new: &Face,
        write: impl FnOnce(&Update) -> R,
    ) -> Option<R> {
        let side = self.side(viewer);
        let moved = old.number != new.number;
        let update = Update {
            from: old.number,
            number: new.number,
            moment: new.moment,
            feed_from: old.feed,
            feed: &side.feed.from(old.feed),
            status: (old.status != new.status).then_some(&new.status),
            scene: if moved { scene_change(&old.scene, &new.scene) } else { None },
            choices: (moved && old.choices != new.choices).then_some(&new.choices),
            undo: (old.undo != new.undo).then_some(new.undo),
            asks: (old.asks != new.asks).then_some(new.asks),
            table: (!Arc::ptr_eq(&old.table, &new.table) && old.table != new.table).then_some(&new.table),
            standing: (old.standing != new.standing).then_some(&new.standing),
            clock: new
                .clock
                .as_ref()
                .filter(|clock| moved || Some(*clock) != old.clock.as_ref())
                .map(|clock| clock.told(self.time.moment())),
        };
        let nothing = !moved
            && update.feed.is_empty()
            && update.status.is_none()
            && update.asks.is_none()
            && update.table.is_none()
            && update.standing.is_none()
            && update.clock.is_none();
        (!nothing).then(|| write(&update))
    }

    /// What a client with this position lacks of everything but the position: the feed after an item,
    /// and the sections that change without the position's number.
    pub fn rest(&self, viewer: Viewer, face: &Face, feed: usize) -> Box<RawValue> {
        let side = self.side(viewer);
        let from = feed.min(side.feed.len());
        json(&Update {
            from: face.number,
            number: face.number,
            moment: face.moment,
            feed_from: from,
            feed: &side.feed.from(from),
            status: Some(&face.status),
            scene: None,
            choices: Some(&face.choices),
            undo: Some(face.undo),
            asks: Some(face.asks),
            table: Some(&face.table),
            standing: Some(&face.standing),
            clock: face.clock.as_ref().map(|clock| clock.told(self.time.moment())),
        })
    }
}

fn json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("plain data can be written as JSON")
}

/// How to make the new scene out of the old one.
fn scene_change<'a>(old: &'a Scene, new: &'a Scene) -> Option<SceneChange<'a>> {
    fn section<'a, T: PartialEq>(old: &[T], new: &'a [T]) -> Option<&'a [T]> {
        (old != new).then_some(new)
    }
    let mut change = SceneChange {
        phase: (old.phase != new.phase).then_some(&new.phase),
        markers: section(&old.markers, &new.markers),
        control: section(&old.control, &new.control),
        tracks: section(&old.tracks, &new.tracks),
        boxes: section(&old.boxes, &new.boxes),
        formations: section(&old.formations, &new.formations),
        volley: (old.volley != new.volley).then_some(&new.volley),
        ..SceneChange::default()
    };
    if old.pieces != new.pieces {
        pieces_change(&old.pieces, &new.pieces, &mut change);
    }
    (change != SceneChange::default()).then_some(change)
}

fn pieces_change<'a>(old: &'a [Arc<Piece>], new: &'a [Arc<Piece>], change: &mut SceneChange<'a>) {
    // Mostly the same pieces in the same order.
    if old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.id == new.id) {
        change.pieces = old.iter().zip(new).filter(|(old, new)| old != new).map(|(_, new)| &**new).collect();
        return;
    }
    let before: HashMap<&str, &Arc<Piece>> = old.iter().map(|piece| (&*piece.id, piece)).collect();
    let after: HashMap<&str, &Arc<Piece>> = new.iter().map(|piece| (&*piece.id, piece)).collect();
    change.gone = old.iter().map(|piece| &*piece.id).filter(|id| !after.contains_key(id)).collect();
    change.pieces =
        new.iter().filter(|piece| before.get(&*piece.id) != Some(piece)).map(|piece| &**piece).collect();
    let kept = old.iter().map(|piece| &*piece.id).filter(|id| after.contains_key(id));
    let added = new.iter().map(|piece| &*piece.id).filter(|id| !before.contains_key(id));
    if !kept.chain(added).eq(new.iter().map(|piece| &*piece.id)) {
        change.order = Some(new.iter().map(|piece| &*piece.id).collect());
    }
}
