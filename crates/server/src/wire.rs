//! What goes over the wire besides the kernel's own types: what a client asks and what it is
//! answered. Requests refuse fields that they do not know.

use kernel::Choice;
use kernel::scene::{Bin, Control, Formation, Marker, Piece, Track, Volley};
use kernel::session::Stop;
use kernel::wire::Status;
use kernel::{Options, Phase, Scene, Told};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;

// ---- what a client asks --------------------------------------------------------------------

/// What the players agreed on when the game was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Terms {
    /// Whether a player may ask the other to take back what cannot be taken back freely.
    pub take_backs: bool,
    /// Whether an only choice that reveals nothing is played unasked.
    pub forced: bool,
    pub clock: Option<ClockTerms>,
    pub spectators: Spectators,
    /// Whether a player may ask the computer what it would do. If it is not said: yes at one screen and
    /// against computers, no between people by links.
    pub hints: Option<bool>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            take_backs: true,
            forced: true,
            clock: None,
            spectators: Spectators::NothingHidden,
            hints: None,
        }
    }
}

/// The word for a seat that a person holds.
pub const HUMAN: &str = "human";

/// How a game goes that only computers play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pace {
    pub paused: bool,
    pub speed: Speed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockTerms {
    /// For each move.
    pub days: f64,
    /// For the whole game, used up where a move takes longer.
    pub reserve_days: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Spectators {
    /// They see what every seat knows.
    NothingHidden,
    /// There are none.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Seating {
    /// Each seat by its own link.
    Link,
    /// All seats at one screen, by one link.
    Screen,
}

/// A request that makes a game: its own fields, and those that all such requests have. serde cannot lay one struct into another
/// and refuse unknown fields at once.
macro_rules! makes_a_game {
    ($(#[$doc:meta])* pub struct $Name:ident { $($own:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub struct $Name {
            $($own)*
            #[serde(default)]
            #[cfg_attr(feature = "ts", ts(as = "Option<Terms>", optional))]
            pub terms: Terms,
            pub seats: Seating,
            /// Who holds each seat: `human`, or a computer's level out of the catalogue. Without it, people.
            #[serde(default)]
            #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
            pub players: Vec<String>,
            /// The seat of who makes the game; drawn by lot if it is not said.
            #[serde(default)]
            #[cfg_attr(feature = "ts", ts(optional))]
            pub side: Option<u8>,
            #[serde(default)]
            #[cfg_attr(feature = "ts", ts(optional))]
            pub name: Option<String>,
            /// Whether the maker adds a part of his own to the dice, by `/api/part`, once he knows what the server has
            /// committed to. Rolls wait for it.
            #[serde(default)]
            #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
            pub part: bool,
            /// Not taken here any more: who knows it before he draws his own part can choose the dice.
            #[serde(default)]
            #[cfg_attr(feature = "ts", ts(skip))]
            pub entropy: Option<Value>,
        }
    };
}

makes_a_game! {
    /// A new game.
    pub struct Create {
        pub scenario: String,
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Options>", optional))]
        pub options: Options,
    }
}

makes_a_game! {
    /// A new game out of an old one: exactly one of `record`, `position` and `setup`.
    pub struct Import {
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        pub record: Option<String>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "unknown", optional))]
        pub position: Option<Value>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "unknown", optional))]
        pub setup: Option<Value>,
    }
}

/// A player's part of the dice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GivePart {
    /// 64 hex digits.
    pub entropy: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Join {
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// 64 hex digits that are the guest's secret: if the answer is lost, asking again with the same invitation and
    /// the same key gives the same link.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub key: Option<String>,
    /// His part of the dice, 64 hex digits, drawn after he has seen the commitment in the invitation.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
}

/// An action, answering the position with the number `on`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Act {
    pub on: u32,
    pub id: String,
    pub action: String,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Undo {
    pub on: u32,
    pub id: String,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TakeBack {
    pub id: String,
    pub what: TakeBackWhat,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TakeBackWhat {
    Ask,
    Grant,
    Refuse,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Resign {
    pub id: String,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chat {
    pub id: String,
    pub text: String,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    pub id: String,
    pub key: String,
    /// The action that always answers questions with this key; null to be asked again.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub action: Option<String>,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Claim {
    pub id: String,
    pub what: ClaimWhat,
    /// The computer's level, where it is to take the seat; without it, the best.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub level: Option<String>,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ClaimWhat {
    /// Gives the one who ran out of time another move's time.
    Wait,
    /// Ends the game.
    Win,
    /// Lets a computer take the seat.
    Computer,
}

/// What a seat that must decide should do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AskHint {
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
}

/// How fast a game goes that only computers play; what is left out stays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SetPace {
    pub id: String,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub paused: Option<bool>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub speed: Option<Speed>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Credentials {
    pub name: String,
    pub password: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Named {
    pub name: String,
}

/// The first message on a live connection, and any later one that looks from another seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hello {
    pub token: String,
    #[serde(default, rename = "as")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
    /// What the client has: 0 and 0 for nothing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<u32>", optional))]
    pub number: u32,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<usize>", optional))]
    pub feed: usize,
}

// ---- what it is answered -------------------------------------------------------------------

/// What a link makes of who holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Role {
    Seat,
    /// May take a seat, if nobody has before.
    Invitation,
    /// All seats at one screen.
    Both,
    Spectator,
    /// Looks on at a game that only computers play, and says how fast it goes.
    Owner,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Catalogue {
    pub games: Vec<ListedGame>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ListedGame {
    #[serde(flatten)]
    pub game: kernel::Listed,
    /// The address of the map's drawing, with the hash of its content.
    pub drawing: String,
    /// The levels of the computer players that know it, the weakest first.
    pub players: Vec<String>,
    /// Whether one of them can be asked for a hint.
    pub hints: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleText {
    pub id: &'static str,
    pub cite: String,
    pub title: &'static str,
    pub kind: kernel::RuleKind,
    pub text: &'static str,
    /// Where the rule itself comes from: `printed`, `derived` or `reconstructed`.
    pub provenance: &'static str,
    /// The values that it uses: a file of the game's data, and behind a `#` the part of it.
    pub rests_on: &'static [&'static str],
    /// The numbers of the rulings by which it is played.
    pub rulings: &'static [&'static str],
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Created {
    pub links: Vec<Link>,
    /// The token of who made the game.
    pub yours: String,
    /// The seal of the server's part of the dice: it is fixed from now on.
    pub commitment: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Link {
    pub role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
    pub token: String,
}

/// What an invitation is for. Once the seat is taken only who holds it is told.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Invitation {
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub options: Options,
    pub terms: Terms,
    /// The seat that can be taken.
    pub seat: u8,
    pub seats: Vec<SeatInfo>,
    /// The seal of the server's part of the dice, which was fixed before.
    pub commitment: Option<String>,
    /// The token of the seat, for the browser or the account that has taken it.
    pub token: Option<String>,
}

/// The answer to who sits down or comes back.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Joined<'a> {
    /// The link from now on: the invitation is spent.
    pub token: String,
    #[cfg_attr(feature = "ts", ts(as = "State<'static>"))]
    pub state: &'a RawValue,
}

/// A game that this browser or account holds a link to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Mine {
    pub token: String,
    pub role: Role,
    pub seat: Option<u8>,
    pub scenario: String,
    pub title: String,
    pub opponent: Option<String>,
    /// The levels of the computers on the other side.
    pub computer: Option<String>,
    pub turn: u16,
    pub turns: u16,
    pub your_move: bool,
    pub over: bool,
    /// When there was last news for this link, in milliseconds since 1970.
    pub updated: i64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    pub name: Option<String>,
    pub account: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableInfo {
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub options: Options,
    pub terms: Terms,
    pub seating: Seating,
    pub seats: Vec<SeatInfo>,
    pub role: Role,
    /// The seat that looks.
    pub seat: Option<u8>,
    /// Published when the game was made; the seed is shown at the end.
    pub commitment: Option<String>,
    /// Whether rolls wait for the part of the dice of who has this link.
    pub part_due: bool,
    /// What can be laid over the board.
    pub overlays: Vec<kernel::OverlayInfo>,
    /// How the marks on counters look.
    pub marks: &'static [kernel::scene::MarkInfo],
    /// The macros of the game, a line each.
    pub phrases: Vec<&'static str>,
    /// Whether anything is hidden from anybody.
    pub secrets: bool,
    /// Left out for common dice, with faces 1 to 6.
    #[serde(skip_serializing_if = "kernel::Die::is_common")]
    #[cfg_attr(feature = "ts", ts(as = "Option<kernel::Die>", optional))]
    pub die: kernel::Die,
    /// The hexes in which it is played; left out where that is the whole map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<kernel::Text>>", optional))]
    pub in_play: Vec<kernel::Text>,
    /// The content hash of the data, and the version of the program that the game was made with.
    pub data: String,
    pub version: String,
    pub result: Option<ResultTold>,
    /// How fast it goes, if only computers play.
    pub pace: Option<Pace>,
    /// Why the game can only be looked at, if that is so.
    pub closed: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatInfo {
    /// The side's name in the game.
    pub side: String,
    /// The player's name.
    pub name: Option<String>,
    /// `human`, or the computer's level.
    pub player: String,
    pub joined: bool,
    pub connected: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ResultTold {
    /// None for a draw.
    pub winner: Option<u8>,
    pub how: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockTold {
    /// Milliseconds since 1970 at which each seat that must decide runs out of time; null for the others.
    pub deadlines: Vec<Option<i64>>,
    /// What is left of each seat's reserve, in milliseconds, without the move that runs now.
    pub reserves: Vec<i64>,
    /// The server's time when this was said.
    pub now: i64,
}

/// Something in a viewer's feed. The feed only grows.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FeedItem {
    /// The viewer's position number when it came.
    pub number: u32,
    #[cfg_attr(feature = "ts", ts(as = "FeedWhat<'static>"))]
    pub what: Arc<RawValue>,
}

impl Serialize for FeedItem {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut item = s.serialize_struct("FeedItem", 2)?;
        item.serialize_field("number", &self.number)?;
        item.serialize_field("what", &*self.what)?;
        item.end()
    }
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum FeedWhat<'a> {
    /// A line of the log.
    Told {
        at: i64,
        told: &'a Told,
        /// It was the only choice of the viewer, and was made without asking him.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        unasked: bool,
    },
    /// So many lines of the log that were not taken back before are taken back: the last ones, but for those after them that
    /// stay.
    TakenBack {
        at: i64,
        lines: usize,
        #[serde(skip_serializing_if = "no_lines")]
        #[cfg_attr(feature = "ts", ts(as = "Option<usize>", optional))]
        stay: usize,
    },
    Chat {
        at: i64,
        seat: u8,
        name: Option<&'a str>,
        text: &'a str,
    },
    Joined {
        at: i64,
        seat: u8,
        name: Option<&'a str>,
        /// The level, if it is a computer.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        player: Option<&'a str>,
    },
    Resigned {
        at: i64,
        seat: u8,
    },
    /// A take-back was asked for, granted or refused by this seat.
    TakeBack {
        at: i64,
        seat: u8,
        what: TakeBackWhat,
    },
    /// This seat lets the other have more time, or takes the game because the other has none left, or lets
    /// a computer go on for it.
    Clock {
        at: i64,
        seat: u8,
        what: ClaimWhat,
    },
}

fn no_lines(lines: &usize) -> bool {
    *lines == 0
}

/// A table as one viewer sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct State<'a> {
    pub number: u32,
    /// The number of what anybody may know of the game: the same to every viewer.
    pub moment: u32,
    pub feed_len: usize,
    /// Whether this link sets the pace. Only who asked with it is told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub owner: bool,
    pub table: &'a TableInfo,
    pub status: &'a Status,
    pub scene: &'a Scene,
    pub choices: &'a [Choice],
    /// How many of his own actions the viewer can take back without asking.
    pub undo: usize,
    /// The seat that asks for a take-back.
    pub asks: Option<u8>,
    pub standing: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<ClockTold>,
    /// The number of the first item of `feed`, counted from 0.
    pub feed_from: usize,
    pub feed: &'a [FeedItem],
}

/// What changed since position `from` of the same viewer. Sections that did not change are left out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Update<'a> {
    pub from: u32,
    pub number: u32,
    pub moment: u32,
    pub feed_from: usize,
    pub feed: &'a [FeedItem],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub status: Option<&'a Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub scene: Option<SceneChange<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub choices: Option<&'a [Choice]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub undo: Option<usize>,
    /// Left out if unchanged, null if nobody asks any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number | null", optional))]
    pub asks: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub table: Option<&'a TableInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<&'a BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<ClockTold>,
}

/// How to make the new scene out of the old one: take away `gone`, put changed pieces in the place
/// of the old ones with the same id, append the new ones, and sort by `order` if it is given. The
/// other sections replace the old ones whole.
#[derive(Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SceneChange<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Piece>>", optional))]
    pub pieces: Vec<&'a Piece>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub gone: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub order: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub phase: Option<&'a Phase>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub markers: Option<&'a [Marker]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub control: Option<&'a [Arc<Control>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tracks: Option<&'a [Track]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub boxes: Option<&'a [Bin]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub formations: Option<&'a [Arc<Formation>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub volley: Option<&'a Volley>,
}

/// The answer to an action, an undo and everything else that a seat does.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Acted<'a> {
    #[cfg_attr(feature = "ts", ts(as = "Update<'static>"))]
    pub update: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Stop>", optional))]
    pub stopped: Option<&'a RawValue>,
}

/// What a computer would do in the seat's place, and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    /// The position that it is about.
    pub number: u32,
    pub action: String,
    /// In a sentence; empty where there is nothing to say.
    pub reason: String,
    /// What was weighed, the best first.
    pub candidates: Vec<Weighed>,
    /// The odds of the action, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub odds: Option<kernel::Odds>,
    /// The course that the action belongs to, from it on: until dice fall, the other side decides or the phase is over. Who asks
    /// again after a step hears how it goes on, unless it was upset.
    pub steps: Vec<Choice>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Weighed {
    pub action: String,
    pub words: String,
    /// The chance of winning that was found for it, 0 to 1.
    pub value: f64,
    pub playouts: u32,
}

/// How a macro stopped, as it is stored with the request.
pub fn stop_text(stop: &Stop) -> String {
    serde_json::to_string(stop).expect("a stop is plain data")
}

/// Part of a replay: a state, then updates, each against the one before it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Replay {
    pub from: u32,
    /// How many positions there are; the last one has the number `total`.
    pub total: u32,
    /// Whether everything lies open, as it does after the end.
    pub open: bool,
    #[cfg_attr(feature = "ts", ts(type = "(State | Update)[]"))]
    pub states: Vec<Box<RawValue>>,
}

/// What comes over a live connection.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Push<'a> {
    State(#[cfg_attr(feature = "ts", ts(as = "State<'static>"))] &'a RawValue),
    Update(#[cfg_attr(feature = "ts", ts(as = "Update<'static>"))] &'a RawValue),
    Error(#[cfg_attr(feature = "ts", ts(as = "Failed"))] &'a RawValue),
}

/// What was not done and why.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Failed<'a> {
    pub error: FailedWhy<'a>,
    /// The position that stands now, where a request answered an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<State<'static>>", optional))]
    pub state: Option<&'a RawValue>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FailedWhy<'a> {
    pub code: &'a str,
    pub message: &'a str,
    /// The rule that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<&'a str>,
}

/// Everything that goes over the wire, as TypeScript.
#[cfg(feature = "ts")]
pub fn typescript(declarations: &mut kernel::ts::Declarations) {
    declarations.add_kernel();
    declarations.add::<Catalogue>();
    declarations.add::<RuleText>();
    declarations.add::<Create>();
    declarations.add::<Import>();
    declarations.add::<Created>();
    declarations.add::<GivePart>();
    declarations.add::<Join>();
    declarations.add::<Joined<'static>>();
    declarations.add::<Invitation>();
    declarations.add::<Act>();
    declarations.add::<Undo>();
    declarations.add::<TakeBack>();
    declarations.add::<Resign>();
    declarations.add::<Chat>();
    declarations.add::<Standing>();
    declarations.add::<Claim>();
    declarations.add::<AskHint>();
    declarations.add::<Hint>();
    declarations.add::<SetPace>();
    declarations.add::<Credentials>();
    declarations.add::<Named>();
    declarations.add::<Me>();
    declarations.add::<Mine>();
    declarations.add::<Hello>();
    declarations.add::<State<'static>>();
    declarations.add::<Acted<'static>>();
    declarations.add::<Replay>();
    declarations.add::<Push<'static>>();
}
