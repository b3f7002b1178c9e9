//! A game in memory: the kernel's table, and what the server derives for each viewer while the rows
//! are applied, the same whether they are played now or read from the store.
//!
//! The number of stored rows tells how often an opponent acted in secret, so it never leaves the
//! server. Each viewer has a position number of his own, which grows by one for each row that tells
//! him something, that is his own deed, or that changes what the game waits for; and a feed of what
//! he was told, which only grows. The time of his last news and what he knows of the clock change with
//! these and with nothing else.

mod clock;
mod feed;
mod lines;
mod moment;
mod view;

pub use view::Face;

use crate::secret::unhex;
use crate::store::{Beginning, Deed, Head, Row, Who};
use crate::time::{Moment, Time};
use crate::wire::{
    ClaimWhat, FeedItem, FeedWhat, HUMAN, Pace, ResultTold, Seating, Spectators, TakeBackWhat, stop_text,
};
use clock::{Clock, ClockFace};
use feed::Feed;
use kernel::session::Stop;
use kernel::wire::Status;
use kernel::{Dice, Refusal, Seat, SeededDice, Table, Told, Viewer, What};
use lines::{Lines, PUBLIC, few, taken_back_lines};
use moment::Moments;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::Bytes;

pub struct Live {
    pub id: i64,
    pub head: Arc<Head>,
    /// The title of the scenario.
    title: String,
    table: Box<dyn Table>,
    book: Book,
    time: Arc<Time>,
    /// The last answers that each link got, the newest last.
    answers: Vec<Answered>,
    /// Bytes of where it began, if not where its scenario does.
    start_bytes: usize,
}

/// An answer that may have been lost on its way.
struct Answered {
    who: Who,
    request: u64,
    answer: Bytes,
}

/// Answers of each link that are kept. A client that heard nothing asks for its last one again; older ones are
/// made out of the rows.
const KEPT_ANSWERS: usize = 2;

/// Everything that is derived from the rows besides the position.
struct Book {
    seq: i64,
    players: Vec<Player>,
    /// What the players added to the dice, by seat; one part for all who sit at one screen. The dice roll when
    /// all are there.
    parts: Vec<Option<String>>,
    ended: Option<Ended>,
    asks: Option<Seat>,
    standing: Vec<BTreeMap<String, String>>,
    clock: Option<Clock>,
    pace: Pace,
    closed: Option<String>,
    /// Grows with every change of what a table's information says.
    facts: u32,
    forced: bool,
    sides: Vec<Follower>,
    moments: Moments,
    /// For each step of the game, how many lines of it each side was told, and the public.
    told: Vec<Lines>,
    /// Requests that were answered, with the number of their first row.
    requests: HashMap<u64, i64>,
}

#[derive(Clone, Debug, Default)]
struct Player {
    name: Option<String>,
    joined: bool,
    /// The level, if a computer holds the seat.
    computer: Option<String>,
}

/// An end that the rules do not know of.
#[derive(Clone, Debug)]
struct Ended {
    winner: Option<Seat>,
    how: &'static str,
}

/// What is derived for one viewer.
struct Follower {
    viewer: Viewer,
    number: u32,
    feed: Feed,
    /// Lines of the log that were not taken back.
    lines: usize,
    status: Arc<Status>,
    /// When he last heard of something.
    news: i64,
    /// Whether this row is news for him.
    stirred: bool,
    /// The clock as it stood then.
    clock: Option<ClockFace>,
    /// What was sent last, to send only what changed.
    face: Option<Face>,
}

impl Follower {
    /// Bytes that it takes, about.
    fn bytes(&self) -> usize {
        1_000 + self.feed.bytes() + self.face.as_ref().map_or(0, Face::bytes)
    }
}

/// Seats, the public and who sees everything.
const MOST_SIDES: usize = 8;

/// What a request has brought about: rows that are to be stored now.
pub struct Performed {
    pub rows: Vec<Row>,
}

/// A deed that a request asks for.
pub struct Request {
    pub who: Who,
    pub id: String,
    pub when: Moment,
    pub deed: Deed,
}

impl Live {
    /// A game at its beginning, before the first row, as these viewers see it.
    pub fn begin(
        id: i64,
        head: Arc<Head>,
        title: String,
        mut table: Box<dyn Table>,
        viewers: &[Viewer],
        time: Arc<Time>,
    ) -> Result<Live, Vec<String>> {
        match &head.start {
            Some(Beginning::Setup(setup)) => table.load_setup(setup)?,
            Some(Beginning::Position(position)) => table.load_position(position)?,
            None => {}
        }
        // The head has it, and the table keeps it for the record.
        let start_bytes = match &head.start {
            Some(Beginning::Setup(value) | Beginning::Position(value)) => 2 * weight(value),
            None => 0,
        };
        let seats = table.info().seats.len();
        let commitment = seeded(&head, Vec::new()).map(|dice| dice.commitment());
        let commitment =
            commitment.ok_or_else(|| vec!["the dice of this game cannot be read".to_string()])?;
        table.set_dice(Dice::Sealed { commitment, parts: Vec::new(), used: 0 });
        let clock = head.terms.clock.map(|terms| Clock::new(terms, seats));
        let side = |viewer: &Viewer| Follower {
            viewer: *viewer,
            number: 1,
            feed: Feed::default(),
            lines: 0,
            status: Arc::new(table.status(*viewer)),
            news: 0,
            stirred: false,
            clock: clock.as_ref().map(Clock::face),
            face: None,
        };
        let sides = viewers.iter().take(MOST_SIDES).map(side).collect();
        let parts = match head.seating {
            Seating::Link => seats,
            Seating::Screen => 1,
        };
        let book = Book {
            seq: 0,
            players: (0..seats)
                .map(|seat| {
                    let computer = head.players.get(seat).filter(|player| *player != HUMAN).cloned();
                    Player { computer, ..Player::default() }
                })
                .collect(),
            parts: vec![None; parts],
            ended: None,
            asks: None,
            standing: vec![BTreeMap::new(); seats],
            clock,
            pace: Pace::default(),
            closed: None,
            facts: 0,
            forced: head.terms.forced,
            sides,
            moments: Moments::new(status(&*table, Viewer::Public, false)),
            told: Vec::new(),
            requests: HashMap::new(),
        };
        Ok(Live { id, head, title, table, book, time, answers: Vec::new(), start_bytes })
    }

    pub fn title(&self) -> &str {
        &self.title
    }
    /// The names of who sits on the other side.
    pub fn opponent(&self, seat: Seat) -> Option<String> {
        let others = self.book.players.iter().enumerate().filter(|(i, _)| *i != usize::from(seat.0));
        let names: Vec<&str> = others.filter_map(|(_, player)| player.name.as_deref()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
    /// The levels of the computers on the other side.
    pub fn computers_against(&self, seat: Option<Seat>) -> Option<String> {
        let others = self.book.players.iter().zip(0..).filter(|(_, i)| Some(Seat(*i)) != seat);
        let levels: Vec<&str> = others.filter_map(|(player, _)| player.computer.as_deref()).collect();
        (!levels.is_empty()).then(|| levels.join(", "))
    }
    /// The level of the computer that holds a seat.
    pub fn computer(&self, seat: Seat) -> Option<&str> {
        self.book.players.get(usize::from(seat.0))?.computer.as_deref()
    }
    /// The level of the computer whose link this would be.
    pub fn computer_of(&self, who: Who) -> Option<&str> {
        self.computer(Seat(u8::try_from(who.0).ok()?))
    }
    /// Whether only computers play.
    pub fn all_computers(&self) -> bool {
        self.book.players.iter().all(|player| player.computer.is_some())
    }
    pub fn any_computer(&self) -> bool {
        self.book.players.iter().any(|player| player.computer.is_some())
    }
    /// How fast the game goes, if only computers play.
    pub fn pace(&self) -> Option<Pace> {
        self.all_computers().then_some(self.book.pace)
    }
    /// The computer's seat that must decide now.
    pub fn waits_for(&self) -> Option<Seat> {
        if self.over() || self.closed().is_some() || self.pace().is_some_and(|pace| pace.paused) {
            return None;
        }
        let deciding = &self.book.sides.first()?.status.decide;
        deciding.iter().copied().find(|seat| self.computer(*seat).is_some() && self.has_joined(*seat))
    }
    /// Lines of the log that spectators have been told, or the first seat if nobody looks on.
    pub fn lines(&self) -> usize {
        let sides = &self.book.sides;
        let side = sides.iter().find(|side| side.viewer == Viewer::Public).or(sides.first());
        side.map_or(0, |side| side.lines)
    }
    /// Whether players may ask the computer what it would do.
    pub fn hints(&self) -> bool {
        let people = self.book.players.iter().filter(|player| player.computer.is_none()).count();
        self.head.terms.hints.unwrap_or(self.head.seating == Seating::Screen || people < 2)
    }
    pub fn seq(&self) -> i64 {
        self.book.seq
    }
    /// When this viewer last heard of something.
    pub fn news(&self, viewer: Viewer) -> i64 {
        self.book.sides.iter().find(|side| side.viewer == viewer).map_or(0, |side| side.news)
    }
    pub fn seats(&self) -> usize {
        self.book.players.len()
    }
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }
    pub fn follows(&self, viewer: Viewer) -> bool {
        self.book.sides.iter().any(|side| side.viewer == viewer)
    }
    pub fn viewers(&self) -> Vec<Viewer> {
        self.book.sides.iter().map(|side| side.viewer).collect()
    }
    pub fn has_joined(&self, seat: Seat) -> bool {
        self.book.players.get(usize::from(seat.0)).is_some_and(|player| player.joined)
    }
    /// The place of a link's part among the parts of the dice. Where only computers play, their maker's part
    /// stands in the place of the first.
    pub fn part_place(&self, who: Who) -> Option<usize> {
        match who {
            Who::BOTH => Some(0),
            Who::OWNER => self.all_computers().then_some(0),
            Who(seat) => usize::try_from(seat).ok().filter(|seat| *seat < self.book.parts.len()),
        }
    }
    /// A part of the dice, if it has been given.
    pub fn part(&self, place: usize) -> Option<&str> {
        self.book.parts.get(place)?.as_deref()
    }
    /// Whether the dice wait for the part of who looks so.
    fn part_due(&self, viewer: Viewer) -> bool {
        let who = match viewer {
            Viewer::Seat(_) if self.head.seating == Seating::Screen => Who::BOTH,
            Viewer::Seat(seat) if self.has_joined(seat) => Who::seat(seat),
            Viewer::Seat(_) | Viewer::Everything => return false,
            Viewer::Public => Who::OWNER,
        };
        self.part_place(who).is_some_and(|place| self.part(place).is_none())
    }
    pub fn closed(&self) -> Option<&str> {
        self.book.closed.as_deref()
    }
    pub fn asks(&self) -> Option<Seat> {
        self.book.asks
    }
    /// How many standing answers a seat has given.
    pub fn standing(&self, seat: Seat) -> usize {
        self.book.standing.get(usize::from(seat.0)).map_or(0, BTreeMap::len)
    }
    /// The game can be looked at and no more.
    pub fn close(&mut self, why: String) {
        self.book.closed = Some(why);
        self.book.facts += 1;
        for side in &mut self.book.sides {
            let status = Arc::make_mut(&mut side.status);
            status.decide.clear();
            status.chance = None;
        }
    }

    /// Whether the game is over, by the rules or otherwise.
    pub fn over(&self) -> bool {
        self.book.ended.is_some() || self.table.outcome().is_some()
    }

    pub fn result(&self) -> Option<ResultTold> {
        match (&self.book.ended, self.table.outcome()) {
            (Some(ended), _) => Some(ResultTold {
                winner: ended.winner.map(|seat| seat.0),
                how: ended.how.into(),
                rule: None,
            }),
            (None, Some(outcome)) => Some(ResultTold {
                winner: outcome.winner.map(|seat| seat.0),
                how: outcome.how.into(),
                rule: Some(outcome.rule.to_string()),
            }),
            (None, None) => None,
        }
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let sides: usize = self.book.sides.iter().map(Follower::bytes).sum();
        let answers: usize = self.answers.iter().map(|kept| kept.answer.len() + 64).sum();
        let standing = self.book.standing.iter().flatten();
        let standing: usize = standing.map(|(key, action)| key.len() + action.len() + 100).sum();
        12_000
            + self.start_bytes
            + answers
            + standing
            + self.book.told.len() * 130
            + self.book.requests.len() * 36
            + sides
    }

    /// The first row of a request that was answered before.
    pub fn answered(&self, who: Who, request: &str) -> Option<i64> {
        self.book.requests.get(&request_key(who, request)).copied()
    }

    /// The answer that a request got, if it is one of the last.
    pub fn answer(&self, who: Who, request: &str) -> Option<Bytes> {
        let request = request_key(who, request);
        self.answers.iter().find(|kept| kept.request == request).map(|kept| kept.answer.clone())
    }

    pub fn keep_answer(&mut self, who: Who, request: &str, answer: Bytes) {
        let own = self.answers.iter().filter(|kept| kept.who == who).count();
        if own >= KEPT_ANSWERS
            && let Some(oldest) = self.answers.iter().position(|kept| kept.who == who)
        {
            self.answers.remove(oldest);
        }
        self.answers.push(Answered { who, request: request_key(who, request), answer });
    }

    /// The seat that asked for a take-back must have something to take back.
    pub fn has_acted(&self, seat: Seat) -> bool {
        let own = |what: &What| matches!(what, What::Act { seat: by, .. } if *by == seat);
        self.table.record().steps.iter().any(|step| own(&step.what))
    }

    /// The seat whose time is out, if it is not this one. A computer is never late: it thinks when the
    /// server lets it.
    pub fn overdue(&self, claimant: Seat) -> Option<Seat> {
        let mut overdue = self.book.clock.as_ref()?.overdue(self.time.moment().ran);
        overdue.find(|seat| *seat != claimant && self.computer(*seat).is_none())
    }

    /// Applies a stored row.
    pub fn apply(&mut self, row: &Row) -> Result<(), String> {
        if row.seq != self.book.seq + 1 {
            return Err(format!("row {} follows row {}", row.seq, self.book.seq));
        }
        self.do_deed(&row.deed, row.moment()).map_err(|refusal| refusal.message)?;
        self.book.seq = row.seq;
        if let Some(request) = &row.request {
            self.book.requests.insert(request_key(row.who, request), row.seq);
        }
        Ok(())
    }

    /// Does what a request asks, with all that follows by itself. On a refusal nothing changes. The
    /// rows must be stored before anybody hears of them; if that fails, this game is to be thrown away.
    pub fn perform(&mut self, request: &Request) -> Result<Performed, Refusal> {
        let Request { who, id, when, deed } = request;
        let mut deeds = Vec::new();
        let mut stopped: Option<Stop> = None;
        if let Deed::Step(What::Act { seat, action, .. }) = deed {
            let book = &mut self.book;
            stopped = self.table.act_with(Some(*seat), action, &mut |table| {
                book.step(table, *when, &mut deeds);
                book.settle(table, *when, &mut deeds);
            })?;
        } else {
            self.do_deed(deed, *when)?;
            deeds.push(deed.clone());
            match deed {
                Deed::Join { .. } | Deed::Part { .. } | Deed::Standing { .. } => {
                    self.book.settle(&mut *self.table, *when, &mut deeds);
                }
                Deed::TakeBack { seat, what: TakeBackWhat::Ask } => {
                    if let Some(seat) = self.grants(*seat) {
                        let grant = Deed::TakeBack { seat, what: TakeBackWhat::Grant };
                        self.do_deed(&grant, *when)?;
                        deeds.push(grant);
                    }
                }
                _ => {}
            }
        }
        let first = self.book.seq + 1;
        let rows: Vec<Row> = deeds
            .into_iter()
            .zip(first..)
            .map(|(deed, seq)| Row {
                seq,
                at: when.at,
                ran: self.book.clock.as_ref().map(|_| when.ran),
                who: *who,
                request: (seq == first).then(|| id.clone()),
                stopped: stopped.as_ref().filter(|_| seq == first).map(stop_text),
                deed,
            })
            .collect();
        self.book.seq += rows.len() as i64;
        self.book.requests.insert(request_key(*who, id), first);
        Ok(Performed { rows })
    }

    /// Who grants a take-back unasked: who sits on both sides need not ask himself, and computers consent
    /// always.
    fn grants(&self, asker: Seat) -> Option<Seat> {
        if self.head.seating == Seating::Screen {
            return Some(asker);
        }
        let mut others = (0..self.seats() as u8).map(Seat).filter(|seat| *seat != asker);
        let first = others.next()?;
        (self.computer(first).is_some() && others.all(|seat| self.computer(seat).is_some())).then_some(first)
    }

    /// One deed and nothing that follows from it.
    fn do_deed(&mut self, deed: &Deed, when: Moment) -> Result<(), Refusal> {
        let (table, book) = (&mut *self.table, &mut self.book);
        let at = when.at;
        match deed {
            Deed::Step(what) => {
                table.step(what)?;
                book.note(table, when, actor(what));
            }
            Deed::Undo { seat } => {
                let undone = table.take_back(Some(*seat))?;
                book.take_back(table, when, &undone.places, *seat);
            }
            Deed::Join { seats, name, entropy, link: _ } => {
                self.join(seats, name.as_deref(), entropy.as_deref(), when);
            }
            Deed::Part { place, entropy } => {
                book.facts += 1;
                if let Some(part @ None) = book.parts.get_mut(usize::from(*place)) {
                    *part = Some(entropy.clone());
                }
                self.fix_dice(when);
            }
            Deed::TakeBack { seat, what } => self.take_back(*seat, *what, when)?,
            Deed::Resign { seat } => {
                let winner = book.other(*seat);
                book.ended = Some(Ended { winner, how: "resignation" });
                book.facts += 1;
                book.tell_all(&FeedWhat::Resigned { at, seat: seat.0 });
                book.look(table, when, None);
            }
            Deed::Chat { seat, text } => {
                let name = book.players[usize::from(seat.0)].name.clone();
                book.tell_all(&FeedWhat::Chat { at, seat: seat.0, name: name.as_deref(), text });
                book.heard(at);
            }
            Deed::Standing { seat, key, action } => {
                let answers = &mut book.standing[usize::from(seat.0)];
                match action {
                    Some(action) => answers.insert(key.clone(), action.clone()),
                    None => answers.remove(key),
                };
                book.stir(|viewer| viewer == Viewer::Seat(*seat));
                book.heard(at);
            }
            Deed::Claim { seat, what } => {
                match what {
                    ClaimWhat::Win => {
                        book.ended = Some(Ended { winner: Some(*seat), how: "time" });
                        book.facts += 1;
                    }
                    ClaimWhat::Wait => {
                        if let Some(clock) = &mut book.clock {
                            clock.grant(when.ran);
                        }
                    }
                    // That is a deed of its own.
                    ClaimWhat::Computer => {}
                }
                book.tell_all(&FeedWhat::Clock { at, seat: seat.0, what: *what });
                book.look(table, when, None);
            }
            Deed::Replace { seat, late, player } => {
                if let Some(held) = book.players.get_mut(usize::from(late.0)) {
                    held.computer = Some(player.clone());
                    held.name = None;
                }
                if let Some(clock) = &mut book.clock {
                    clock.grant(when.ran);
                }
                book.facts += 1;
                book.tell_all(&FeedWhat::Clock { at, seat: seat.0, what: ClaimWhat::Computer });
                book.look(table, when, None);
            }
            Deed::Pace(pace) => {
                book.pace = *pace;
                book.facts += 1;
                book.stir(|_| true);
                book.heard(at);
            }
        }
        Ok(())
    }

    fn join(&mut self, seats: &[u8], name: Option<&str>, entropy: Option<&str>, when: Moment) {
        let (book, at) = (&mut self.book, when.at);
        book.facts += 1;
        let person = |seat: &u8| book.players.get(usize::from(*seat)).is_some_and(|p| p.computer.is_none());
        if seats.iter().any(person) {
            // Who sits and has not given his part gives none: chosen after a guest's it could choose the dice.
            for place in 0..book.parts.len() {
                if book.parts[place].is_none() && book.players[place].joined {
                    book.parts[place] = derived_part(&self.head, place);
                }
            }
        }
        for seat in seats {
            let Some(player) = book.players.get_mut(usize::from(*seat)) else { continue };
            player.name = name.map(Into::into);
            player.joined = true;
            let computer = player.computer.clone();
            let place = usize::from(*seat).min(book.parts.len() - 1);
            book.parts[place] = entropy.map(Into::into);
            book.tell_all(&FeedWhat::Joined { at, seat: *seat, name, player: computer.as_deref() });
        }
        self.fix_dice(when);
    }

    /// With the last part the dice can roll; what was committed to stays as it was.
    fn fix_dice(&mut self, when: Moment) {
        if let Some(parts) = self.book.parts.iter().cloned().collect::<Option<Vec<String>>>()
            && let Some(dice) = seeded(&self.head, parts)
        {
            self.table.set_dice(Dice::Seeded(dice));
        }
        self.book.look(&mut *self.table, when, None);
    }

    fn take_back(&mut self, seat: Seat, what: TakeBackWhat, when: Moment) -> Result<(), Refusal> {
        let (table, book) = (&mut *self.table, &mut self.book);
        book.tell_all(&FeedWhat::TakeBack { at: when.at, seat: seat.0, what });
        match what {
            TakeBackWhat::Ask => book.asks = Some(seat),
            TakeBackWhat::Refuse => book.asks = None,
            TakeBackWhat::Grant => {
                let Some(asker) = book.asks.take() else { return Ok(()) };
                // Back to before the asker's last decision, whatever followed it. What he could take back unasked is
                // his alone: in a secret section the steps of others stay.
                let mut places = Vec::new();
                loop {
                    let own = table.undo_limit(asker) > 0;
                    let undone = table.take_back(own.then_some(asker))?;
                    places.splice(0..0, undone.places);
                    if undone.steps.last().is_some_and(|step| actor(&step.what) == Some(asker)) {
                        break;
                    }
                }
                book.take_back(table, when, &places, asker);
            }
        }
        book.heard(when.at);
        Ok(())
    }
}

impl Book {
    /// Writes down the step that the table has just played.
    fn step(&mut self, table: &mut dyn Table, when: Moment, deeds: &mut Vec<Deed>) {
        let Some(what) = table.last_step().cloned() else { return };
        let actor = actor(&what);
        deeds.push(Deed::Step(what));
        self.note(table, when, actor);
    }

    /// What goes on by itself: rolls, only choices, standing answers.
    fn settle(&mut self, table: &mut dyn Table, when: Moment, deeds: &mut Vec<Deed>) {
        while table.roll_due() || self.forced && table.play_only() || self.answer_standing(table) {
            self.step(table, when, deeds);
        }
    }

    /// Plays a standing answer, if the seat that is asked has one for this question.
    fn answer_standing(&mut self, table: &mut dyn Table) -> bool {
        let [seat] = self.sides[0].status.decide[..] else { return false };
        let answers = &self.standing[usize::from(seat.0)];
        if answers.is_empty() {
            return false;
        }
        let key = table.status(Viewer::Seat(seat)).prompt.standing;
        let Some(action) = key.and_then(|key| answers.get(&key)) else { return false };
        table.step(&What::Act { seat, action: action.clone(), automatic: true }).is_ok()
    }

    /// After a step: tells every side what it may hear.
    fn note(&mut self, table: &mut dyn Table, when: Moment, actor: Option<Seat>) {
        let at = when.at;
        let mut viewers: Vec<Viewer> = self.sides.iter().map(|side| side.viewer).collect();
        viewers.push(Viewer::Public);
        let told = table.take_told(&viewers);
        let public = told.last().map_or(0, Vec::len);
        // Who asked for a take-back asks no more once the game has gone on for all to see. If a secret
        // step ended it, its end would tell of the step.
        if public > 0 {
            self.asks = None;
        }
        // That he had no other choice is for him alone to know.
        let unasked = match table.last_step() {
            Some(What::Act { seat, automatic: true, .. }) => Some(Viewer::Seat(*seat)),
            _ => None,
        };
        let mut lines = Lines::default();
        lines[PUBLIC] = few(public);
        // Most lines are the same for all: they are written once.
        let mut written: Vec<(&Told, Arc<RawValue>)> = Vec::new();
        for (i, side) in self.sides.iter_mut().enumerate() {
            let status = status(table, side.viewer, self.ended.is_some() || self.closed.is_some());
            let own =
                side.viewer == Viewer::Everything || actor.is_some_and(|a| side.viewer == Viewer::Seat(a));
            let changed = !same(&status, &side.status);
            if own || changed || !told[i].is_empty() {
                side.number += 1;
                side.stirred = true;
            }
            let unasked = unasked == Some(side.viewer);
            for line in &told[i] {
                let what = match written.iter().find(|(other, _)| *other == line) {
                    _ if unasked => raw(&FeedWhat::Told { at, told: line, unasked }),
                    Some((_, what)) => Arc::clone(what),
                    None => {
                        let what = raw(&FeedWhat::Told { at, told: line, unasked });
                        written.push((line, Arc::clone(&what)));
                        what
                    }
                };
                side.feed.push(FeedItem { number: side.number, what });
            }
            lines[i] = few(told[i].len());
            side.lines += usize::from(lines[i]);
            side.status = Arc::new(Status { log: side.lines, ..status });
        }
        // The end brings a result.
        self.facts += u32::from(self.sides[0].status.outcome.is_some());
        self.told.push(lines);
        self.pass(table, public);
        self.run_clock(when);
    }

    /// After the steps in these places, in order, were taken back by or for a seat.
    fn take_back(&mut self, table: &mut dyn Table, when: Moment, places: &[usize], by: Seat) {
        // Nothing is told by taking back; what a table forgets it has told before.
        let _ = table.take_told(&[]);
        for (i, side) in self.sides.iter_mut().enumerate() {
            let runs = taken_back_lines(&self.told, places, i);
            let lines: usize = runs.iter().map(|(lines, _)| lines).sum();
            let status = status(table, side.viewer, self.ended.is_some() || self.closed.is_some());
            let own = side.viewer == Viewer::Everything || side.viewer == Viewer::Seat(by);
            if own || lines > 0 || !same(&status, &side.status) {
                side.number += 1;
                side.stirred = true;
            }
            side.lines = side.lines.saturating_sub(lines);
            for (lines, stay) in runs {
                let what = raw(&FeedWhat::TakenBack { at: when.at, lines, stay });
                side.feed.push(FeedItem { number: side.number, what });
            }
            side.status = Arc::new(Status { log: side.lines, ..status });
        }
        let public: usize = taken_back_lines(&self.told, places, PUBLIC).iter().map(|(lines, _)| lines).sum();
        for place in places.iter().rev() {
            self.told.remove(*place);
        }
        self.pass(table, public);
        self.run_clock(when);
    }

    /// After a row of which the public was told so many lines.
    fn pass(&mut self, table: &dyn Table, lines: usize) {
        let ended = self.ended.is_some() || self.closed.is_some();
        self.moments.pass(lines, status(table, Viewer::Public, ended));
    }

    /// Looks whether what the game waits for has changed, though no step was played.
    fn look(&mut self, table: &mut dyn Table, when: Moment, actor: Option<Seat>) {
        for side in &mut self.sides {
            let status = status(table, side.viewer, self.ended.is_some() || self.closed.is_some());
            if actor.is_some_and(|a| side.viewer == Viewer::Seat(a)) || !same(&status, &side.status) {
                side.number += 1;
                side.stirred = true;
            }
            side.status = Arc::new(Status { log: side.lines, ..status });
        }
        self.pass(table, 0);
        self.run_clock(when);
    }

    /// Something that everybody hears and that is no part of the game itself.
    fn tell_all(&mut self, what: &FeedWhat) {
        let what = raw(what);
        for side in &mut self.sides {
            side.feed.push(FeedItem { number: side.number, what: Arc::clone(&what) });
            side.stirred = true;
        }
    }

    /// The row is news for these viewers.
    fn stir(&mut self, whom: impl Fn(Viewer) -> bool) {
        for side in &mut self.sides {
            side.stirred |= whom(side.viewer);
        }
    }

    /// After a row: for whom it was news, this is the time of his last news, and he sees the clock as it is.
    fn heard(&mut self, at: i64) {
        let clock = self.clock.as_ref().map(Clock::face);
        for side in self.sides.iter_mut().filter(|side| side.stirred) {
            side.stirred = false;
            side.news = at;
            side.clock.clone_from(&clock);
        }
    }

    fn run_clock(&mut self, when: Moment) {
        let all = self.players.iter().all(|player| player.joined);
        if let Some(clock) = &mut self.clock {
            let deciding: &[Seat] = if all { &self.sides[0].status.decide } else { &[] };
            clock.run(deciding, when.ran);
        }
        self.heard(when.at);
    }

    /// The only other seat.
    fn other(&self, seat: Seat) -> Option<Seat> {
        let mut others = (0..self.players.len() as u8).map(Seat).filter(|other| *other != seat);
        others.next().filter(|_| others.next().is_none())
    }
}

/// The viewers that are followed from the start: the seats. Others are added when somebody looks.
pub fn seat_viewers(seats: usize) -> Vec<Viewer> {
    (0..seats as u8).map(|seat| Viewer::Seat(Seat(seat))).collect()
}

/// Who looks with a link, if that is allowed.
pub fn viewer_of(who: Who, seat: Option<u8>, seats: usize, spectators: Spectators) -> Option<Viewer> {
    match who {
        Who::BOTH => {
            let seat = seat.unwrap_or(0);
            (usize::from(seat) < seats).then_some(Viewer::Seat(Seat(seat)))
        }
        Who::OWNER => seat.is_none().then_some(Viewer::Public),
        Who::SPECTATOR => {
            (spectators == Spectators::NothingHidden && seat.is_none()).then_some(Viewer::Public)
        }
        Who(own) => {
            let own = u8::try_from(own).ok()?;
            seat.is_none_or(|seat| seat == own).then_some(Viewer::Seat(Seat(own)))
        }
    }
}

/// How the game stands; nothing is waited for any more once it has ended.
fn status(table: &dyn Table, viewer: Viewer, ended: bool) -> Status {
    let mut status = table.status(viewer);
    // The table has forgotten its log: the lines are counted here.
    status.number = None;
    if ended {
        status.decide.clear();
        status.chance = None;
    }
    status
}

/// The seat that acted, if it was no roll.
fn actor(what: &What) -> Option<Seat> {
    match what {
        What::Act { seat, .. } => Some(*seat),
        What::Roll { .. } | What::Draw { .. } => None,
    }
}

/// Whether two statuses say the same, however long the log is.
fn same(a: &Status, b: &Status) -> bool {
    a.decide == b.decide
        && a.chance == b.chance
        && a.outcome == b.outcome
        && a.prompt == b.prompt
        && (a.turn, a.turns, &a.time, &a.phase) == (b.turn, b.turns, &b.time, &b.phase)
}

fn raw(what: &FeedWhat) -> Arc<RawValue> {
    let raw = serde_json::value::to_raw_value(what).expect("plain data can be written as JSON");
    Arc::from(raw)
}

fn request_key(who: Who, request: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (who, request).hash(&mut hasher);
    hasher.finish()
}

/// Bytes that a value takes in memory.
fn weight(value: &Value) -> usize {
    // Each entry of an object stands in a list with its hash, and in a table of places in that list.
    const ENTRY: usize = size_of::<(u64, String, usize)>();
    size_of::<Value>()
        + match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
            Value::String(text) => text.capacity(),
            Value::Array(list) => list.iter().map(weight).sum(),
            Value::Object(fields) => {
                fields.iter().map(|(key, value)| ENTRY + key.capacity() + weight(value)).sum()
            }
        }
}

/// The dice of a game, with what the players added.
pub fn seeded(head: &Head, parts: Vec<String>) -> Option<SeededDice> {
    let parts = parts.iter().map(|part| unhex(part)).collect::<Option<_>>()?;
    Some(head.dice()?.mixed_with(parts))
}

/// The part of who adds nothing to the dice.
pub fn derived_part(head: &Head, place: usize) -> Option<String> {
    Some(seeded(head, Vec::new())?.derived_part(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written in three letters takes far more in memory, and counts for that.
    #[test]
    fn a_value_weighs_what_it_takes() {
        let read = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
        let each = size_of::<Value>();
        assert!(weight(&read(&format!("[{}1]", "{},".repeat(1000)))) >= 1000 * each);
        assert!(weight(&read("{\"a\": [1, 2, {\"b\": null}]}")) >= 6 * each);
        assert!(weight(&Value::String("x".repeat(5000))) >= 5000);
    }
}
