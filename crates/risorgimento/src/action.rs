//! Actions, one small step each, and their notation: verb first, ids and printed hex numbers after.

use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::{Arm, FormationId, LeaderId, UnitId};
use crate::position::{MarkerKind, Place, Position, UnitSet};
use hexmap::{Dir, Hex};
use kernel::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    // set-up (15)
    Place {
        unit: UnitId,
        hex: Hex,
    },
    PlaceLeader {
        leader: LeaderId,
        hex: Hex,
    },
    /// In March or limbered, or ready (set-up).
    Order {
        march: bool,
    },
    // activation (6, 7)
    Pass,
    Attempt(FormationId),
    Mark {
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
    },
    Rotate {
        hex: Hex,
        dir: Dir,
    },
    Select(UnitSet),
    SelectLeader(LeaderId),
    Withdraw(UnitSet),
    Done,
    // a force that acts (8 to 11)
    March(bool),
    Limber(bool),
    Square(bool),
    Turn(Dir),
    Step {
        dir: Dir,
        cross: bool,
    },
    Enter {
        hex: Hex,
        cross: bool,
    },
    Fire {
        hex: Hex,
        guns: bool,
    },
    Assault,
    Charge,
    CallOff,
    EndCharge,
    /// Through a square that was not beaten, out of the side (10.2.3).
    Through {
        out: Dir,
    },
    Stop,
    // reactions (12)
    React {
        hex: Hex,
        arm: Arm,
        what: Reaction,
    },
    NoReaction,
    Extra {
        unit: UnitId,
        what: Extra,
    },
    // losses, retreats, checks
    Lose(UnitId),
    Lead(UnitId),
    Retreat {
        unit: Option<UnitId>,
        dir: Dir,
    },
    Halt(UnitId),
    GoOn,
    Follow(LeaderId),
    Stay(LeaderId),
    Relocate(Hex),
    RecoverLevels(UnitId),
    RecoverExhaustion(UnitId),
    // II Corps (16.1.3)
    AskCorps(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    Face(Dir),
    Fire,
    Counterattack,
    Countercharge,
    Square,
    Withdraw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    LeaveMarch,
    LeaveSquare,
    Limber,
    Unlimber,
}

pub fn arm_name(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
    }
}

/// An id without the prefix of its side and kind: `au-fc-benedek` is `benedek` to its owner.
pub fn short(id: &str) -> &str {
    let id = id.split_once('-').map_or(id, |(_, rest)| rest);
    id.strip_prefix("fc-").or_else(|| id.strip_prefix("oc-")).unwrap_or(id)
}

impl Battle {
    pub fn unit_id(&self, unit: UnitId) -> &str {
        short(&self.army.units[unit].id)
    }
    pub fn leader_id(&self, leader: LeaderId) -> &str {
        short(&self.army.leaders[leader].id)
    }
    pub fn formation_id(&self, formation: FormationId) -> &str {
        short(&self.army.formations[formation].id)
    }
    pub fn units_text(&self, units: UnitSet) -> String {
        let names: Vec<&str> = units.iter().map(|u| self.unit_id(u)).collect();
        names.join("+")
    }

    /// Where the force in hand stands, for actions that name a direction.
    fn here(&self, p: &Position) -> Hex {
        match p.top() {
            Frame::Act(f) => f.hex,
            Frame::Ride(f) => p.leaders[f.leader].hex,
            Frame::Retreat(f) => f.hex,
            _ => Hex::NONE,
        }
    }

    pub(crate) fn write(&self, p: &Position, action: Action) -> String {
        let hex = |h: Hex| self.map.number(h);
        let dir = |d: Dir| self.map.dir_names()[d as usize];
        let beside = |d: Dir| {
            let here = self.here(p);
            let to = if here.is_none() { Hex::NONE } else { self.map.neighbour(here, d) };
            if to.is_none() { dir(d).to_string() } else { hex(to).to_string() }
        };
        let points = |h: Hex, d: Dir| format!("{}>{}", hex(h), self.map.number(self.map.neighbour(h, d)));
        match action {
            Action::Place { unit, hex: h } => format!("place {} {}", self.unit_id(unit), hex(h)),
            Action::PlaceLeader { leader, hex: h } => format!("place {} {}", self.leader_id(leader), hex(h)),
            Action::Order { march: true } => "in march".into(),
            Action::Order { march: false } => "ready".into(),
            Action::Pass => "pass".into(),
            Action::Attempt(f) => format!("activate {}", self.formation_id(f)),
            Action::Mark { kind: MarkerKind::Assault, hex, dir } => {
                format!("mark assault {}", points(hex, dir))
            }
            Action::Mark { kind: MarkerKind::Charge, hex, dir } => {
                format!("mark charge {}", points(hex, dir))
            }
            Action::Rotate { hex, dir } => format!("rotate {}", points(hex, dir)),
            Action::Select(units) => format!("act {}", self.units_text(units)),
            Action::SelectLeader(leader) => format!("act {}", self.leader_id(leader)),
            Action::Withdraw(units) => format!("withdraw {}", self.units_text(units)),
            Action::Done => "done".into(),
            Action::March(true) => "march".into(),
            Action::March(false) => "leave march".into(),
            Action::Limber(true) => "limber".into(),
            Action::Limber(false) => "unlimber".into(),
            Action::Square(true) => "form square".into(),
            Action::Square(false) => "leave square".into(),
            Action::Turn(d) => format!("face {}", dir(d)),
            Action::Step { dir: d, cross: false } => format!("step {}", beside(d)),
            Action::Step { dir: d, cross: true } => format!("step {} cross-country", beside(d)),
            Action::Enter { hex: h, cross: false } => format!("enter {}", hex(h)),
            Action::Enter { hex: h, cross: true } => format!("enter {} cross-country", hex(h)),
            Action::Fire { hex: h, guns: false } => format!("fire at {}", hex(h)),
            Action::Fire { hex: h, guns: true } => format!("fire at {} guns", hex(h)),
            Action::Assault => "assault".into(),
            Action::Charge => "charge".into(),
            Action::CallOff => "call off".into(),
            Action::EndCharge => "end charge".into(),
            Action::Through { out } => format!("ride through {}", dir(out)),
            Action::Stop => "stop".into(),
            Action::React { hex: h, arm, what } => {
                let force = format!("{} {}", hex(h), arm_name(arm));
                match what {
                    Reaction::Face(d) => format!("react face {} {force}", dir(d)),
                    Reaction::Fire => format!("react fire {force}"),
                    Reaction::Counterattack => format!("react counterattack {force}"),
                    Reaction::Countercharge => format!("react countercharge {force}"),
                    Reaction::Square => format!("react square {force}"),
                    Reaction::Withdraw => format!("react withdraw {force}"),
                }
            }
            Action::NoReaction => "react none".into(),
            Action::Extra { unit, what } => {
                let verb = match what {
                    Extra::LeaveMarch => "leave march",
                    Extra::LeaveSquare => "leave square",
                    Extra::Limber => "limber",
                    Extra::Unlimber => "unlimber",
                };
                format!("{verb} {}", self.unit_id(unit))
            }
            Action::Lose(unit) => format!("lose 1 from {}", self.unit_id(unit)),
            Action::Lead(unit) => format!("lead {}", self.unit_id(unit)),
            Action::Retreat { unit: None, dir: d } => format!("retreat {}", beside(d)),
            Action::Retreat { unit: Some(unit), dir: d } => {
                format!("retreat {} {}", self.unit_id(unit), beside(d))
            }
            Action::Halt(unit) => format!("halt {}", self.unit_id(unit)),
            Action::GoOn => "go on".into(),
            Action::Follow(leader) => format!("follow {}", self.leader_id(leader)),
            Action::Stay(leader) => format!("stay {}", self.leader_id(leader)),
            Action::Relocate(h) => format!("relocate {}", hex(h)),
            Action::RecoverLevels(unit) => format!("recover levels {}", self.unit_id(unit)),
            Action::RecoverExhaustion(unit) => format!("recover exhaustion {}", self.unit_id(unit)),
            Action::AskCorps(true) => "ask for corps".into(),
            Action::AskCorps(false) => "do not ask".into(),
        }
    }

    /// A unit of the side by its id, with or without the side's prefix.
    pub(crate) fn unit_named(&self, side: u8, name: &str) -> Option<UnitId> {
        self.army.units.find(|u| u.id == name || (u.side == side && short(&u.id) == name))
    }
    pub(crate) fn leader_named(&self, side: u8, name: &str) -> Option<LeaderId> {
        self.army.leaders.find(|l| l.id == name || (l.side == side && short(&l.id) == name))
    }

    pub(crate) fn read_action(&self, p: &Position, side: u8, text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let say = |m: String| Refusal::plain(m);
        let hex = |w: &str| self.map.find(w).ok_or_else(|| say(format!("There is no hex {w} on this map.")));
        let dir = |w: &str| {
            self.map.dir_named(w).ok_or_else(|| say(format!("{w} is not a direction on this map.")))
        };
        let unit = |w: &str| self.unit_named(side, w).ok_or_else(|| say(format!("You have no unit {w}.")));
        let units = |w: &str| -> Result<UnitSet, Refusal> { w.split('+').map(unit).collect() };
        let beside = |w: &str| -> Result<Dir, Refusal> {
            if let Some(d) = self.map.dir_named(w) {
                return Ok(d);
            }
            let to = hex(w)?;
            let here = self.here(p);
            let dir = if here.is_none() { None } else { self.map.direction(here, to) };
            dir.ok_or_else(|| say(format!("Hex {w} is not beside the force.")))
        };
        let points = |w: &str| -> Result<(Hex, Dir), Refusal> {
            let (a, b) =
                w.split_once('>').ok_or_else(|| say(format!("A marker is written 1215>1216, not {w}.")))?;
            let (a, b) = (hex(a)?, hex(b)?);
            let d = self
                .map
                .direction(a, b)
                .ok_or_else(|| say(format!("The hexes of {w} are not neighbours.")))?;
            Ok((a, d))
        };
        let arm = |w: &str| match w {
            "infantry" => Ok(Arm::Infantry),
            "cavalry" => Ok(Arm::Cavalry),
            "artillery" => Ok(Arm::Artillery),
            _ => Err(say(format!("{w} is not a kind of force: infantry, cavalry or artillery."))),
        };
        Ok(match words.as_slice() {
            ["place", who, h] => match self.leader_named(side, who) {
                Some(leader) => Action::PlaceLeader { leader, hex: hex(h)? },
                None => Action::Place { unit: unit(who)?, hex: hex(h)? },
            },
            ["in", "march"] => Action::Order { march: true },
            ["ready"] => Action::Order { march: false },
            ["pass"] => Action::Pass,
            ["activate", who] => Action::Attempt(
                self.army
                    .formations
                    .find(|f| f.id == *who || short(&f.id) == *who)
                    .ok_or_else(|| say(format!("There is no formation {who}.")))?,
            ),
            ["mark", kind @ ("assault" | "charge"), at] => {
                let (hex, dir) = points(at)?;
                let kind = if *kind == "assault" { MarkerKind::Assault } else { MarkerKind::Charge };
                Action::Mark { kind, hex, dir }
            }
            ["rotate", at] => {
                let (hex, dir) = points(at)?;
                Action::Rotate { hex, dir }
            }
            ["act", who] => match self.leader_named(side, who) {
                Some(leader) => Action::SelectLeader(leader),
                None => Action::Select(units(who)?),
            },
            ["withdraw", who] => Action::Withdraw(units(who)?),
            ["done"] => Action::Done,
            ["march"] => Action::March(true),
            ["leave", "march"] => Action::March(false),
            ["limber"] => Action::Limber(true),
            ["unlimber"] => Action::Limber(false),
            ["form", "square"] => Action::Square(true),
            ["leave", "square"] => Action::Square(false),
            ["face", d] => Action::Turn(dir(d)?),
            ["step", to] => Action::Step { dir: beside(to)?, cross: false },
            ["step", to, "cross-country"] => Action::Step { dir: beside(to)?, cross: true },
            ["enter", h] => Action::Enter { hex: hex(h)?, cross: false },
            ["enter", h, "cross-country"] => Action::Enter { hex: hex(h)?, cross: true },
            ["fire", "at", h] => Action::Fire { hex: hex(h)?, guns: false },
            ["fire", "at", h, "guns"] => Action::Fire { hex: hex(h)?, guns: true },
            ["assault"] => Action::Assault,
            ["charge"] => Action::Charge,
            ["call", "off"] => Action::CallOff,
            ["end", "charge"] => Action::EndCharge,
            ["ride", "through", d] => Action::Through { out: dir(d)? },
            ["stop"] => Action::Stop,
            ["react", "none"] => Action::NoReaction,
            ["react", "face", d, h, a] => {
                Action::React { hex: hex(h)?, arm: arm(a)?, what: Reaction::Face(dir(d)?) }
            }
            ["react", what, h, a] => {
                let what = match *what {
                    "fire" => Reaction::Fire,
                    "counterattack" => Reaction::Counterattack,
                    "countercharge" => Reaction::Countercharge,
                    "square" => Reaction::Square,
                    "withdraw" => Reaction::Withdraw,
                    _ => return Err(say(format!("{what} is not a reaction."))),
                };
                Action::React { hex: hex(h)?, arm: arm(a)?, what }
            }
            // `react fire 5-art`: the force named by one of its units
            ["react", what @ ("fire" | "counterattack" | "countercharge" | "square" | "withdraw"), who] => {
                let u = unit(who)?;
                if p.unit(u).place != Place::Map {
                    return Err(say(format!("{who} is not on the map.")));
                }
                let place = self.map.number(p.unit(u).hex);
                return self.read_action(p, side, &format!("react {what} {place} {}", arm_name(self.arm(u))));
            }
            ["leave", "march", who] => Action::Extra { unit: unit(who)?, what: Extra::LeaveMarch },
            ["leave", "square", who] => Action::Extra { unit: unit(who)?, what: Extra::LeaveSquare },
            ["limber", who] => Action::Extra { unit: unit(who)?, what: Extra::Limber },
            ["unlimber", who] => Action::Extra { unit: unit(who)?, what: Extra::Unlimber },
            ["lose", "1", "from", who] => Action::Lose(unit(who)?),
            ["lead", who] => Action::Lead(unit(who)?),
            ["retreat", to] => Action::Retreat { unit: None, dir: beside(to)? },
            ["retreat", who, to] => Action::Retreat { unit: Some(unit(who)?), dir: beside(to)? },
            ["halt", who] => Action::Halt(unit(who)?),
            ["go", "on"] => Action::GoOn,
            ["follow", who] => Action::Follow(
                self.leader_named(side, who).ok_or_else(|| say(format!("You have no commander {who}.")))?,
            ),
            ["stay", who] => Action::Stay(
                self.leader_named(side, who).ok_or_else(|| say(format!("You have no commander {who}.")))?,
            ),
            ["relocate", h] => Action::Relocate(hex(h)?),
            ["recover", "levels", who] => Action::RecoverLevels(unit(who)?),
            ["recover", "exhaustion", who] => Action::RecoverExhaustion(unit(who)?),
            ["ask", "for", "corps"] => Action::AskCorps(true),
            ["do", "not", "ask"] => Action::AskCorps(false),
            [] => return Err(say("An action is expected.".into())),
            [verb, ..] => {
                return Err(say(format!("`{verb}` with these words is not an action in this game.")));
            }
        })
    }
}

impl Battle {
    /// A phrase as the steps it stands for here: what is done already, such as taking the force in hand
    /// or going into March, is left out, and a force in the column enters.
    pub(crate) fn steps_of(&self, p: &Position, side: u8, text: &str) -> Option<Vec<String>> {
        let mut steps = expand(text)?;
        let Some(who) = steps[0].strip_prefix("act ").map(String::from) else { return Some(steps) };
        if let Some(leader) = self.leader_named(side, &who) {
            let column = p.leaders[leader].place == Place::Column;
            let in_hand = matches!(p.top(), Frame::Ride(f) if f.leader == leader);
            begin_on_map(&mut steps, in_hand, column);
            return Some(steps);
        }
        let Some(units) = who.split('+').map(|name| self.unit_named(side, name)).collect::<Option<UnitSet>>()
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
