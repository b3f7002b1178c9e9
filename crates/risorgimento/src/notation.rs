//! The notation of actions: verb first, ids and printed hex numbers after. One line for each, from which they are
//! written and read, sorted and listed; and longer phrases that stand for several steps.

use crate::action::{Action, Extra, Reaction};
use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::{Arm, FormationId, LeaderId};
use crate::position::{MarkerKind, Place, Position, UnitSet};
use hexmap::{Dir, Hex};
use kernel::notation;
use kernel::roster::without_side;
use kernel::{Refusal, Roster, Seat};

kernel::notation! {
    Battle, Action, Writer, Parser;

    // set-up (15)
    "place" leader:leader hex:hex => PlaceLeader { leader, hex }, "place";
    "place" unit:unit hex:hex => Place { unit, hex }, "place";
    "in march" => Order { march: true }, "order";
    "ready" => Order { march: false }, "order";
    // activation (6, 7)
    "pass" => Pass, "pass", no;
    "activate" formation:formation => Attempt(formation), "activate" under "Activate";
    "mark assault" points:(hex, dir) => Mark { kind: MarkerKind::Assault, hex, dir }, "mark" under "Assault markers";
    "mark charge" points:(hex, dir) => Mark { kind: MarkerKind::Charge, hex, dir }, "mark" under "Charge markers";
    "rotate" points:(hex, dir) => Rotate { hex, dir }, "rotate" under "Turn a marker";
    "shift assault" hex:from points:(hex, dir) => Shift { from, kind: MarkerKind::Assault, hex, dir }, "shift" under "Move the marker";
    "shift charge" hex:from points:(hex, dir) => Shift { from, kind: MarkerKind::Charge, hex, dir }, "shift" under "Move the marker";
    "act" leader:leader => SelectLeader(leader), "act" under "Commanders";
    "act" units:units => Select(units), "act" under "Act with";
    "withdraw" units:units => Withdraw(units), "withdraw" under "Withdraw";
    "done" => Done, "done", no;
    // a force that acts (8 to 11)
    "march" => March(true), "march" under "Order";
    "leave march" => March(false), "march" under "Order";
    "limber" => Limber(true), "limber" under "Order";
    "unlimber" => Limber(false), "limber" under "Order";
    "form square" => Square(true), "square" under "Order";
    "leave square" => Square(false), "square" under "Order";
    "face" dir:dir => Turn(dir), "turn" under "Turn";
    "step" beside:dir => Step { dir, cross: false }, "step" under "Move";
    "step" beside:dir .. "cross-country" => Step { dir, cross: true }, "step" under "Move beside the road";
    "enter" hex:hex => Enter { hex, cross: false }, "enter" under "Enter the map";
    "enter" hex:hex .. "cross-country" => Enter { hex, cross: true }, "enter" under "Enter the map";
    "fire at" hex:hex => Fire { hex, guns: false }, "fire" under "Fire";
    "fire at" hex:hex .. "guns" => Fire { hex, guns: true }, "fire" under "Fire";
    "assault" => Assault, "assault";
    "charge" => Charge, "charge";
    "call off" => CallOff, "call-off";
    "end charge" => EndCharge, "end-charge";
    "ride through" dir:out => Through { out }, "ride-through" under "Ride through";
    "stop" => Stop, "stop";
    // reactions (12)
    "react none" => NoReaction, "react-none", no;
    "react face" dir:dir hex:hex arm:arm => React { hex, arm, what: Reaction::Face(dir) }, "react-face";
    "react fire" hex:hex arm:arm => React { hex, arm, what: Reaction::Fire }, "react-fire";
    "react counterattack" hex:hex arm:arm => React { hex, arm, what: Reaction::Counterattack }, "react-counterattack";
    "react countercharge" hex:hex arm:arm => React { hex, arm, what: Reaction::Countercharge }, "react-countercharge";
    "react square" hex:hex arm:arm => React { hex, arm, what: Reaction::Square }, "react-square";
    "react withdraw" hex:hex arm:arm => React { hex, arm, what: Reaction::Withdraw }, "react-withdraw";
    "react reform" hex:hex arm:arm => React { hex, arm, what: Reaction::Reform }, "react-reform";
    "leave march" unit:unit => Extra { unit, what: Extra::LeaveMarch }, "march";
    "leave square" unit:unit => Extra { unit, what: Extra::LeaveSquare }, "square";
    "limber" unit:unit => Extra { unit, what: Extra::Limber }, "limber";
    "unlimber" unit:unit => Extra { unit, what: Extra::Unlimber }, "limber";
    // losses, retreats, checks
    "lose 1 from" unit:unit => Lose(unit), "lose" under "Lose a strength point";
    "lead" unit:unit => Lead(unit), "lead" under "Lead";
    "retreat" beside:dir => Retreat { unit: None, dir }, "retreat" under "Fall back";
    "retreat" unit:unit beside:dir => Retreat { unit: Some(unit), dir }, "retreat" under "Fall back apart";
    "halt" unit:unit => Halt(unit), "halt" under "Give up";
    "go on" => GoOn, "go-on", no;
    "follow" leader:leader => Follow(leader), "follow";
    "stay" leader:leader => Stay(leader), "stay", no;
    "relocate" hex:hex => Relocate(hex), "relocate" under "Ride to";
    "recover levels" unit:unit => RecoverLevels(unit), "recover" under "Recover";
    "recover exhaustion" unit:unit => RecoverExhaustion(unit), "recover" under "Recover";
    // a corps that may come (16.1.3)
    "ask for corps" => AskCorps(true), "ask";
    "do not ask" => AskCorps(false), "ask", no;
}

/// Reactions that are written with nothing but the force that makes them.
const SIMPLE_REACTIONS: [&str; 6] =
    ["fire", "counterattack", "countercharge", "square", "withdraw", "reform"];

pub fn arm_name(arm: Arm) -> &'static str {
    arm.word()
}

/// An id without the prefix of its side and kind: `au-fc-benedek` is `benedek` to its owner.
pub fn short(id: &str) -> &str {
    let id = without_side(id);
    id.strip_prefix("fc-").or_else(|| id.strip_prefix("oc-")).unwrap_or(id)
}

impl Battle {
    pub fn leader_id(&self, leader: LeaderId) -> &str {
        short(&self.army.leaders[leader].id)
    }
    pub fn units_text(&self, units: UnitSet) -> String {
        self.units_word(units)
    }

    pub(crate) fn read_action(&self, p: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            // `react fire 5-art`: the force named by one of its units
            ["react", what, who] if SIMPLE_REACTIONS.contains(&what) => {
                let unit = Parser(notation::Parser { game: self, p, seat }).unit(who)?;
                if p.unit(unit).place != Place::Map {
                    return Err(Refusal::plain(format!("{who} is not on the map.")));
                }
                let (hex, arm) = (self.map.number(p.unit(unit).hex), arm_name(self.arm(unit)));
                self.read_words(p, seat, &["react", what, hex, arm])
            }
            ["react", what, _, _] if !SIMPLE_REACTIONS.contains(&what) => {
                Err(Refusal::plain(format!("{what} is not a reaction.")))
            }
            _ => self.read_words(p, seat, &words),
        }
    }
}

impl Writer<'_> {
    fn formation(&self, formation: FormationId) -> String {
        short(&self.game.army.formations[formation].id).into()
    }
    fn hex(&self, hex: Hex) -> String {
        self.game.map.number(hex).into()
    }
    fn dir(&self, dir: Dir) -> String {
        self.game.map.dir_name(dir).into()
    }
    /// A neighbour by its number, or a direction where the force is not in a hex.
    fn beside(&self, dir: Dir) -> String {
        self.game.map.word_beside(self.game.subject_of_top(self.p).hex, dir).into()
    }
    fn points(&self, (hex, dir): (Hex, Dir)) -> String {
        format!("{}>{}", self.hex(hex), self.hex(self.game.map.neighbour(hex, dir)))
    }
    fn arm(&self, arm: Arm) -> String {
        arm_name(arm).into()
    }
}

impl Parser<'_> {
    fn formation(&self, word: &str) -> Result<FormationId, Refusal> {
        let formation = self.game.army.formations.of_any(word, short);
        formation.ok_or_else(|| Refusal::plain(format!("There is no formation {word}.")))
    }
    fn hex(&self, word: &str) -> Result<Hex, Refusal> {
        let hex = self.game.map.find(word);
        hex.ok_or_else(|| Refusal::plain(format!("There is no hex {word} on this map.")))
    }
    fn dir(&self, word: &str) -> Result<Dir, Refusal> {
        let dir = self.game.map.dir_named(word);
        dir.ok_or_else(|| Refusal::plain(format!("{word} is not a direction on this map.")))
    }
    fn beside(&self, word: &str) -> Result<Dir, Refusal> {
        let dir = self.game.map.dir_beside(self.game.subject_of_top(self.p).hex, word);
        dir.ok_or_else(|| match self.hex(word) {
            Ok(_) => Refusal::plain(format!("Hex {word} is not beside the force.")),
            Err(no) => no,
        })
    }
    fn points(&self, word: &str) -> Result<(Hex, Dir), Refusal> {
        let no = || Refusal::plain(format!("A marker is written 1215>1216, not {word}."));
        let (a, b) = word.split_once('>').ok_or_else(no)?;
        let (a, b) = (self.hex(a)?, self.hex(b)?);
        let no = || Refusal::plain(format!("The hexes of {word} are not neighbours."));
        Ok((a, self.game.map.direction(a, b).ok_or_else(no)?))
    }
    fn arm(&self, word: &str) -> Result<Arm, Refusal> {
        let no = || Refusal::plain(format!("{word} is not a kind of force: infantry, cavalry or artillery."));
        let all = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
        all.into_iter().find(|arm| arm_name(*arm) == word).ok_or_else(no)
    }
}

impl Battle {
    /// A phrase as the steps it stands for here: what is done already, such as taking the force in hand
    /// or going into March, is left out, and a force in the column enters.
    pub(crate) fn steps_of(&self, p: &Position, side: u8, text: &str) -> Option<Vec<String>> {
        let mut steps = expand(text)?;
        let Some(who) = steps[0].strip_prefix("act ").map(String::from) else { return Some(steps) };
        if let Some(leader) = self.find_leader(Seat(side), &who) {
            let column = p.leaders[leader].place == Place::Column;
            let in_hand = matches!(p.top(), Frame::Ride(f) if f.leader == leader);
            begin_on_map(&mut steps, in_hand, column);
            return Some(steps);
        }
        let Some(units) =
            who.split('+').map(|name| self.find_unit(Seat(side), name)).collect::<Option<UnitSet>>()
        else {
            return Some(steps);
        };
        let marching = units.iter().all(|u| p.unit(u).march);
        steps.retain(|step| match step.as_str() {
            "march" | "limber" => !marching,
            "leave march" => marching,
            _ => true,
        });
        let moves = steps.iter().any(|step| step.starts_with("step "));
        if moves && units.iter().any(|u| p.unit(u).square) {
            steps.insert(1, "leave square".into());
        }
        let in_hand = matches!(p.top(), Frame::Act(f) if units.iter().all(|u| f.units.has(u)));
        begin_on_map(&mut steps, in_hand, units.iter().all(|u| p.unit(u).place == Place::Column));
        Some(steps)
    }
}

/// Leaves out `act` for who is in hand, and lets who is in the column enter with his first step.
fn begin_on_map(steps: &mut Vec<String>, in_hand: bool, column: bool) {
    if let Some(first) = steps.iter_mut().find(|step| step.starts_with("step ")).filter(|_| column) {
        *first = first.replace("step", "enter");
    }
    if in_hand && steps.len() > 1 {
        steps.remove(0);
    }
}

/// A longer phrase as steps, as if nothing of it were done yet; None if it is none.
fn expand(text: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let steps = |who: &str, path: &[&str], last: &[&str]| {
        let mut list = vec![format!("act {who}")];
        list.extend(path.iter().map(|w| match *w {
            w if w.len() == 4 && w.bytes().all(|b| b.is_ascii_digit()) => format!("step {w}"),
            "march" | "limber" => w.to_string(),
            "deploy" => "leave march".into(),
            w => format!("face {w}"),
        }));
        list.extend(last.iter().map(ToString::to_string));
        list
    };
    Some(match words.as_slice() {
        ["go", who, path @ ..] if !path.is_empty() => steps(who, path, &[]),
        ["move", who, path @ ..] if !path.is_empty() => steps(who, path, &["stop"]),
        ["march", who, path @ ..] if !path.is_empty() => {
            steps(who, &[&["march"][..], path].concat(), &["stop"])
        }
        ["assault", who, path @ ..] => steps(who, path, &["assault"]),
        ["charge", who, path @ ..] => {
            let mut list = steps(who, path, &["assault"]);
            list.insert(1, "charge".into());
            list
        }
        ["fire", who, "at", hex @ ..] => {
            vec![format!("act {who}"), format!("fire at {}", hex.join(" ")), "stop".into()]
        }
        ["turn", who, dir] => steps(who, &[dir], &["stop"]),
        ["place", who, hex, rest @ ..] if !rest.is_empty() => {
            let mut list = vec![format!("place {who} {hex}")];
            let march = rest.contains(&"march") || rest.contains(&"limbered");
            list.push(if march { "in march".into() } else { "ready".into() });
            list.extend(
                rest.iter()
                    .filter(|w| !matches!(**w, "march" | "limbered" | "ready"))
                    .map(|d| format!("face {d}")),
            );
            list
        }
        _ => return None,
    })
}

pub(crate) const PHRASES: &[&str] = &[
    "move UNIT HEX HEX …        a whole path, then stop (DIR between hexes turns; `march`, `deploy`, `limber` first)",
    "go UNIT HEX HEX …          the same without the stop: the force stays in hand",
    "march UNIT HEX HEX …       the same in March Movement",
    "assault UNIT HEX …         to the marker's hex, then assault",
    "charge UNIT HEX …          charge to the marker's hex, then strike",
    "fire UNIT at HEX [guns]    fire, then stop",
    "turn UNIT DIR              turn on the spot",
    "place UNIT HEX STATE DIR   set up a unit: ready, march or limbered, and its facing",
];
