//! What is stored of a game: its head, and rows with one deed each.

use crate::secret::unhex;
use crate::time::Moment;
use crate::wire::{ClaimWhat, Pace, Seating, TakeBackWhat, Terms};
use kernel::{Options, RollSource, Seat, What};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Whose link a request came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who(pub i64);

impl Who {
    /// All seats at one screen.
    pub const BOTH: Who = Who(100);
    pub const SPECTATOR: Who = Who(200);
    /// Who made a game that only computers play: he looks on and says how fast it goes.
    pub const OWNER: Who = Who(300);
    /// What no request asked for.
    pub const NOBODY: Who = Who(-1);

    pub fn seat(seat: Seat) -> Who {
        Who(seat.0.into())
    }

    /// Who may take a seat. Whoever takes it gets a link of his own.
    pub fn invited_to(seat: Seat) -> Who {
        Who(Who::INVITED + i64::from(seat.0))
    }

    const INVITED: i64 = 400;

    /// The seat that an invitation is for.
    pub fn invitation(self) -> Option<Seat> {
        u8::try_from(self.0.checked_sub(Who::INVITED)?).ok().map(Seat)
    }
}

/// What never changes about a game. It holds the secret part of the dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    pub scenario: String,
    pub options: Options,
    /// The content hash of the data.
    pub data: String,
    /// The edition of the rules that it was begun by.
    #[serde(default = "first_rules")]
    pub rules: u32,
    /// The version of the program that made it.
    pub version: String,
    pub terms: Terms,
    pub seating: Seating,
    /// Who holds each seat when the game is made: `human`, or a computer's level. Games without are of people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The server's part of the dice, committed to when the game was made.
    pub seed: String,
    pub salt: String,
    /// Whether the commitment holds fast what is played: the salt is then the nonce of the one committed to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bound: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Beginning>,
}

/// Games that were made before editions were counted.
fn first_rules() -> u32 {
    kernel::record::FIRST_RULES
}

impl Head {
    /// What is played, as the dice are bound to it.
    fn played(&self) -> String {
        let game = self.scenario.split('/').next().unwrap_or_default().to_owned();
        let (scenario, options) = (self.scenario.clone(), self.options.clone());
        let heading = kernel::Heading { game, scenario, options, data: self.data.clone(), rules: self.rules };
        let start = self.start.as_ref().map(|start| match start {
            Beginning::Setup(value) => kernel::Start::Setup(value.clone()),
            Beginning::Position(value) => kernel::Start::Position(value.clone()),
        });
        heading.terms(start.as_ref())
    }

    /// The server's part of the dice.
    pub fn dice(&self) -> Option<kernel::SeededDice> {
        let dice = kernel::SeededDice::new(unhex(&self.seed)?, unhex(&self.salt)?);
        Some(if self.bound { dice.bound_to(&self.played()) } else { dice })
    }
}

/// Where a game begins, if not where its scenario does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Beginning {
    Setup(Value),
    Position(Value),
}

/// A game that is being made, with its links (by the hashes of their tokens) and its first rows.
pub struct NewTable {
    pub id: i64,
    pub at: i64,
    pub head: Head,
    pub tokens: Vec<([u8; 32], Who)>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub seq: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// How long the server had run, in games with a clock. Rows of older servers go by the clock on the wall.
    pub ran: Option<i64>,
    pub who: Who,
    /// The id of the request that caused it, on the first of the request's rows.
    pub request: Option<String>,
    /// Where the request's macro stopped, as JSON, on the same row.
    pub stopped: Option<String>,
    pub deed: Deed,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// An action, a roll or a draw. An action is automatic if nobody was asked: an only choice, or a standing answer.
    Step(What),
    Undo {
        seat: Seat,
    },
    Join {
        seats: Vec<u8>,
        name: Option<String>,
        /// His part of the dice; none where it is still to come.
        entropy: Option<String>,
        /// The hash of the token that whoever sits down gets. It is stored among the links, with the row or not
        /// at all.
        link: Option<[u8; 32]>,
    },
    /// A part of the dice, by its place among them.
    Part {
        place: u8,
        entropy: String,
    },
    TakeBack {
        seat: Seat,
        what: TakeBackWhat,
    },
    Resign {
        seat: Seat,
    },
    Chat {
        seat: Seat,
        text: String,
    },
    Standing {
        seat: Seat,
        key: String,
        action: Option<String>,
    },
    Claim {
        seat: Seat,
        what: ClaimWhat,
    },
    /// A computer takes the place of a player whose time is out, by the wish of `seat`.
    Replace {
        seat: Seat,
        late: Seat,
        player: String,
    },
    /// How fast a game between computers goes.
    Pace(Pace),
}

#[derive(Serialize, Deserialize)]
struct ReplaceBody {
    late: u8,
    player: String,
}

#[derive(Serialize, Deserialize)]
struct JoinBody {
    seats: Vec<u8>,
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entropy: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct PartBody {
    place: u8,
    entropy: String,
}

#[derive(Serialize, Deserialize)]
struct StandingBody {
    key: String,
    action: Option<String>,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

impl Deed {
    /// Kind, seat and body as they are stored.
    pub fn stored(&self) -> (&'static str, Option<i64>, String) {
        let by = |seat: &Seat| Some(i64::from(seat.0));
        match self {
            Deed::Step(What::Act { seat, action, automatic }) => {
                (if *automatic { "auto" } else { "act" }, by(seat), action.clone())
            }
            Deed::Step(chance @ What::Roll { faces, .. }) => {
                ("roll", None, numbered(faces.iter().map(u8::to_string).collect(), chance))
            }
            Deed::Step(chance @ What::Draw { drawn, .. }) => {
                ("draw", None, numbered(vec![drawn.clone()], chance))
            }
            Deed::Undo { seat } => ("undo", by(seat), String::new()),
            Deed::Join { seats, name, entropy, link: _ } => {
                let body = JoinBody { seats: seats.clone(), name: name.clone(), entropy: entropy.clone() };
                ("join", None, json(&body))
            }
            Deed::Part { place, entropy } => {
                ("part", None, json(&PartBody { place: *place, entropy: entropy.clone() }))
            }
            Deed::TakeBack { seat, what } => ("take-back", by(seat), json(what)),
            Deed::Resign { seat } => ("resign", by(seat), String::new()),
            Deed::Chat { seat, text } => ("chat", by(seat), text.clone()),
            Deed::Standing { seat, key, action } => {
                ("standing", by(seat), json(&StandingBody { key: key.clone(), action: action.clone() }))
            }
            Deed::Claim { seat, what } => ("claim", by(seat), json(what)),
            Deed::Replace { seat, late, player } => {
                ("replace", by(seat), json(&ReplaceBody { late: late.0, player: player.clone() }))
            }
            Deed::Pace(pace) => ("pace", None, json(pace)),
        }
    }

    fn read(kind: &str, seat: Option<i64>, body: String) -> Result<Deed, String> {
        let by = || {
            let seat = seat.and_then(|seat| u8::try_from(seat).ok());
            seat.map(Seat).ok_or_else(|| format!("a row of the kind `{kind}` has no seat"))
        };
        let wrong = |error: serde_json::Error| format!("a row of the kind `{kind}`: {error}");
        Ok(match kind {
            "act" | "auto" => Deed::Step(What::Act { seat: by()?, action: body, automatic: kind == "auto" }),
            "roll" => read_roll(&body).ok_or_else(|| format!("`{body}` is not a roll"))?,
            "draw" => read_draw(&body).ok_or_else(|| format!("`{body}` is not a draw"))?,
            "undo" => Deed::Undo { seat: by()? },
            "join" => {
                let JoinBody { seats, name, entropy } = serde_json::from_str(&body).map_err(wrong)?;
                Deed::Join { seats, name, entropy, link: None }
            }
            "part" => {
                let PartBody { place, entropy } = serde_json::from_str(&body).map_err(wrong)?;
                Deed::Part { place, entropy }
            }
            "take-back" => Deed::TakeBack { seat: by()?, what: serde_json::from_str(&body).map_err(wrong)? },
            "resign" => Deed::Resign { seat: by()? },
            "chat" => Deed::Chat { seat: by()?, text: body },
            "standing" => {
                let StandingBody { key, action } = serde_json::from_str(&body).map_err(wrong)?;
                Deed::Standing { seat: by()?, key, action }
            }
            "claim" => Deed::Claim { seat: by()?, what: serde_json::from_str(&body).map_err(wrong)? },
            "replace" => {
                let ReplaceBody { late, player } = serde_json::from_str(&body).map_err(wrong)?;
                Deed::Replace { seat: by()?, late: Seat(late), player }
            }
            "pace" => Deed::Pace(serde_json::from_str(&body).map_err(wrong)?),
            _ => return Err(format!("a row of the unknown kind `{kind}`")),
        })
    }
}

/// What came, and under which number of the generator.
fn numbered(mut words: Vec<String>, chance: &What) -> String {
    words.extend(chance.number().map(|number| format!("@{number}")));
    words.join(" ")
}

/// The words of what came, and where it comes from.
fn read_numbered(body: &str) -> Option<(Vec<&str>, RollSource)> {
    let mut words: Vec<&str> = body.split(' ').collect();
    let source = match words.last()?.strip_prefix('@') {
        Some(number) => RollSource::Number(number.parse().ok()?),
        None => return Some((words, RollSource::Given)),
    };
    words.pop();
    Some((words, source))
}

fn read_roll(body: &str) -> Option<Deed> {
    let (words, source) = read_numbered(body)?;
    let faces = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    Some(Deed::Step(What::Roll { faces, source }))
}

fn read_draw(body: &str) -> Option<Deed> {
    match read_numbered(body)? {
        (words, source) if words.len() == 1 && !words[0].is_empty() => {
            Some(Deed::Step(What::Draw { drawn: words[0].to_owned(), source }))
        }
        _ => None,
    }
}

/// A row as the database gives it: seq, at, ran, kind, seat, body, who, request, stopped.
pub(super) type StoredRow =
    (i64, i64, Option<i64>, String, Option<i64>, String, i64, Option<String>, Option<String>);

impl Row {
    /// The link that this row gives, and to whom.
    pub(super) fn link(&self) -> Option<([u8; 32], Who)> {
        match &self.deed {
            Deed::Join { link: Some(hash), .. } => Some((*hash, self.who)),
            _ => None,
        }
    }

    pub(super) fn read(stored: StoredRow) -> Result<Row, String> {
        let (seq, at, ran, kind, seat, body, who, request, stopped) = stored;
        Ok(Row { seq, at, ran, who: Who(who), request, stopped, deed: Deed::read(&kind, seat, body)? })
    }

    /// When it was written.
    pub fn moment(&self) -> Moment {
        Moment { at: self.at, ran: self.ran.unwrap_or(self.at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Speed;

    #[test]
    fn an_invitation_is_for_one_seat_and_no_other_link_is_one() {
        for seat in 0..8 {
            assert_eq!(Who::invited_to(Seat(seat)).invitation(), Some(Seat(seat)));
            assert_eq!(Who::seat(Seat(seat)).invitation(), None);
        }
        for who in [Who::BOTH, Who::SPECTATOR, Who::OWNER, Who::NOBODY] {
            assert_eq!(who.invitation(), None);
        }
    }

    #[test]
    fn deeds_are_read_as_they_were_stored() {
        let seat = Seat(1);
        for deed in [
            Deed::Step(What::act(seat, "move 1-art 1613")),
            Deed::Step(What::Act { seat, action: "no".into(), automatic: true }),
            Deed::Step(What::Roll { faces: vec![3, 6], source: RollSource::Number(12) }),
            Deed::Step(What::Roll { faces: vec![1], source: RollSource::Given }),
            Deed::Step(What::Draw { drawn: "fr-1-corps".into(), source: RollSource::Number(13) }),
            Deed::Step(What::Draw { drawn: "storm".into(), source: RollSource::Given }),
            Deed::Undo { seat },
            Deed::Join {
                seats: vec![0, 1],
                name: Some("Ada \"A\"".into()),
                entropy: Some("ab".into()),
                link: None,
            },
            Deed::Join { seats: vec![1], name: None, entropy: None, link: None },
            Deed::Part { place: 1, entropy: "ab".into() },
            Deed::TakeBack { seat, what: TakeBackWhat::Grant },
            Deed::Resign { seat },
            Deed::Chat { seat, text: "ciao @7\n".into() },
            Deed::Standing { seat, key: "fire by x".into(), action: None },
            Deed::Claim { seat, what: ClaimWhat::Wait },
            Deed::Replace { seat, late: Seat(0), player: "captain".into() },
            Deed::Pace(Pace { paused: true, speed: Speed::Fast }),
        ] {
            let (kind, by, body) = deed.stored();
            assert_eq!(Deed::read(kind, by, body), Ok(deed));
        }
        assert!(Deed::read("act", None, "x".into()).is_err());
        assert!(Deed::read("roll", None, "3 x".into()).is_err());
        assert!(Deed::read("draw", None, "storm rain @1".into()).is_err());
        assert!(Deed::read("draw", None, "@1".into()).is_err());
        assert!(Deed::read("dance", None, String::new()).is_err());
    }
}
