//! Actions: one small step each, and how they are written.

use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::{FormationId, LeaderId, UnitId, WingId};
use crate::position::Position;
use hexmap::{Dir, Hex};
use kernel::Refusal;
use kernel::handwritten::{Found, named};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Choose an objective, by its number in the scenario (13.0).
    Objective(u8),
    /// Set-up: another hex for a unit or a commander.
    Place(UnitId, Hex),
    PlaceLeader(LeaderId, Hex),
    /// Set-up: place the pieces freely.
    Rearrange,
    /// Dragoons mount or dismount (10.5).
    Convert(UnitId),
    /// Turn a battery to the vertex between a direction and the next (2.2.3).
    Face(UnitId, Dir),
    /// Commit a wing (3.0).
    Wing(WingId),
    /// Who rolled higher goes first, or lets the other go and shows his marker or not.
    GoFirst,
    GoSecond {
        show: bool,
    },
    /// Roll to remove Feu de Billebaude, or to reorganize.
    Rally(UnitId),
    /// Take a formation in hand, for movement or for combat.
    Formation(FormationId),
    /// Begin to draw a Line; then a place for each of its units (5.6).
    Draw,
    Assign(UnitId, Hex),
    /// Give up the Line that is being drawn.
    Drop,
    /// Take a unit, and one stacked with it, in hand to move.
    Take(UnitId, UnitId),
    Step(Dir),
    /// A unit in hand declares a Melee or a Charge (9.2.1, 10.3).
    Melee(UnitId, Dir),
    Charge(UnitId, Dir),
    /// A commander moves (4.0).
    Ride(LeaderId, Hex),
    Bombard(UnitId, Hex),
    /// Fire at a hex; answer a unit that fired; fire a second volley (9.1).
    Shoot(UnitId, Hex),
    Answer(UnitId, UnitId),
    Again(UnitId),
    /// The next Melee or Charge to be resolved: that of this unit.
    Resolve(UnitId),
    /// The unit of a stack that suffers, defends, is struck by a ricochet.
    Choose(UnitId),
    Retreat(Dir),
    /// A commander goes with the unit that retreats, or to another unit (4.7, 4.6).
    Follow(LeaderId),
    Relocate(LeaderId, Hex),
    Done,
}

/// An id without the first of its parts.
fn without_side(id: &str) -> &str {
    id.split_once('-').map_or(id, |(_, rest)| rest)
}

impl Battle {
    /// A unit by its id, with or without the prefix of its side.
    pub fn unit_found(&self, name: &str) -> Found {
        named(self.army.units.iter().map(|u| u.id.as_str()), name, without_side)
    }
    /// A commander by his id, with or without the prefix of his side, or by his name in it.
    pub fn leader_found(&self, name: &str) -> Found {
        let ids = self.army.leaders.iter().map(|l| l.id.as_str());
        match named(ids.clone(), name, without_side) {
            Found::None => named(ids, name, |id| without_side(without_side(id))),
            found => found,
        }
    }
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        match self.unit_found(name) {
            Found::One(unit) => Some(UnitId::at(unit)),
            _ => None,
        }
    }
    pub fn leader_named(&self, name: &str) -> Option<LeaderId> {
        match self.leader_found(name) {
            Found::One(leader) => Some(LeaderId::at(leader)),
            _ => None,
        }
    }
    fn unit_id(&self, unit: UnitId) -> &str {
        &self.army.units[unit].id
    }
    fn leader_id(&self, leader: LeaderId) -> &str {
        &self.army.leaders[leader].id
    }

    /// The hex from which directions are counted now.
    fn here(&self, p: &Position) -> Hex {
        match p.now() {
            Some(Frame::Move(m)) => m.hex,
            Some(Frame::Retreat(f)) => p.unit(f.unit).hex,
            _ => Hex::NONE,
        }
    }

    fn beyond(&self, p: &Position, dir: Dir) -> &str {
        let here = self.here(p);
        let to = if here.is_none() { here } else { self.map.neighbour(here, dir) };
        if to.is_none() { self.map.dir_names()[dir as usize] } else { self.map.number(to) }
    }

    /// The action in notation: verb first, ids and hex numbers after it.
    pub(crate) fn write(&self, p: &Position, action: Action) -> String {
        let number = |hex: Hex| self.map.number(hex).to_string();
        match action {
            Action::Objective(i) => format!("objective {}", number(self.objectives()[i as usize])),
            Action::Place(unit, hex) => format!("place {} {}", self.unit_id(unit), number(hex)),
            Action::PlaceLeader(leader, hex) => format!("place {} {}", self.leader_id(leader), number(hex)),
            Action::Convert(unit) => format!("convert {}", self.unit_id(unit)),
            Action::Face(unit, dir) => {
                format!("face {} {}", self.unit_id(unit), self.map.dir_names()[dir as usize])
            }
            Action::Wing(wing) => format!("wing {}", self.army.wings[wing].id),
            Action::GoFirst => "first".into(),
            Action::GoSecond { show: false } => "second".into(),
            Action::GoSecond { show: true } => "second show".into(),
            Action::Rally(unit) => format!("rally {}", self.unit_id(unit)),
            Action::Formation(formation) => {
                format!("formation {}", self.army.formations[formation].id)
            }
            Action::Draw => "draw".into(),
            Action::Assign(unit, hex) => format!("assign {} {}", self.unit_id(unit), number(hex)),
            Action::Drop => "drop".into(),
            Action::Rearrange => "rearrange".into(),
            Action::Take(unit, UnitId::NOBODY) => format!("take {}", self.unit_id(unit)),
            Action::Take(unit, with) => format!("take {} {}", self.unit_id(unit), self.unit_id(with)),
            Action::Step(dir) => format!("step {}", self.beyond(p, dir)),
            Action::Melee(unit, dir) => format!("melee {} {}", self.unit_id(unit), self.beyond(p, dir)),
            Action::Charge(unit, dir) => format!("charge {} {}", self.unit_id(unit), self.beyond(p, dir)),
            Action::Ride(leader, hex) => format!("ride {} {}", self.leader_id(leader), number(hex)),
            Action::Bombard(unit, hex) => format!("bombard {} {}", self.unit_id(unit), number(hex)),
            Action::Shoot(unit, hex) => format!("fire {} {}", self.unit_id(unit), number(hex)),
            Action::Answer(unit, at) => format!("answer {} {}", self.unit_id(unit), self.unit_id(at)),
            Action::Again(unit) => format!("again {}", self.unit_id(unit)),
            Action::Resolve(unit) => format!("resolve {}", self.unit_id(unit)),
            Action::Choose(unit) => format!("choose {}", self.unit_id(unit)),
            Action::Retreat(dir) => format!("retreat {}", self.beyond(p, dir)),
            Action::Follow(leader) => format!("follow {}", self.leader_id(leader)),
            Action::Relocate(leader, hex) => format!("relocate {} {}", self.leader_id(leader), number(hex)),
            Action::Done => "done".into(),
        }
    }

    /// Reads notation, legal or not, as far as the words make sense here.
    pub(crate) fn read_action(&self, p: &Position, text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((verb, rest)) = words.split_first() else {
            return Err(Refusal::plain("An action is expected."));
        };
        let reader = Reader { battle: self, p, verb, rest };
        let action = match *verb {
            "objective" => {
                let hex = reader.hex(0)?;
                let at = self.objectives().iter().position(|h| *h == hex);
                Action::Objective(
                    at.ok_or_else(|| Refusal::plain(format!("{} is not an objective.", rest[0])))? as u8,
                )
            }
            "place" => {
                let hex = reader.hex(1)?;
                match self.unit_named(reader.word(0)?) {
                    Some(unit) => Action::Place(unit, hex),
                    None => Action::PlaceLeader(reader.leader(0)?, hex),
                }
            }
            "convert" => Action::Convert(reader.unit(0)?),
            "face" => Action::Face(reader.unit(0)?, reader.dir(1)?),
            "wing" => {
                let id = reader.word(0)?;
                let at = self.army.wings.find(|w| w.id == id);
                Action::Wing(at.ok_or_else(|| Refusal::plain(format!("There is no wing `{id}`.")))?)
            }
            "first" => Action::GoFirst,
            "second" => Action::GoSecond { show: rest == ["show"] },
            "rally" => Action::Rally(reader.unit(0)?),
            "formation" => {
                let id = reader.word(0)?;
                let at = self.army.formations.find(|f| f.id == id);
                Action::Formation(at.ok_or_else(|| Refusal::plain(format!("There is no formation `{id}`.")))?)
            }
            "draw" => Action::Draw,
            "assign" => Action::Assign(reader.unit(0)?, reader.hex(1)?),
            "drop" => Action::Drop,
            "rearrange" => Action::Rearrange,
            "take" => {
                Action::Take(reader.unit(0)?, if rest.len() > 1 { reader.unit(1)? } else { UnitId::NOBODY })
            }
            "step" => Action::Step(reader.towards(0)?),
            "melee" => Action::Melee(reader.unit(0)?, reader.towards(1)?),
            "charge" => Action::Charge(reader.unit(0)?, reader.towards(1)?),
            "ride" => Action::Ride(reader.leader(0)?, reader.hex(1)?),
            "bombard" => Action::Bombard(reader.unit(0)?, reader.hex(1)?),
            "fire" => Action::Shoot(reader.unit(0)?, reader.hex(1)?),
            "answer" => Action::Answer(reader.unit(0)?, reader.unit(1)?),
            "again" => Action::Again(reader.unit(0)?),
            "resolve" => Action::Resolve(reader.unit(0)?),
            "choose" => Action::Choose(reader.unit(0)?),
            "retreat" => Action::Retreat(reader.towards(0)?),
            "follow" => Action::Follow(reader.leader(0)?),
            "relocate" => Action::Relocate(reader.leader(0)?, reader.hex(1)?),
            "done" => Action::Done,
            // the unit in hand and nothing else: `done` would also close what comes after it
            "stop" => {
                let unit = reader.unit(0)?;
                return match p.now() {
                    Some(Frame::Move(m)) if m.who().has(unit) => Ok(Action::Done),
                    _ => Err(Refusal::new(crate::rule::R5_0a, "It is not in hand: its movement is over.")),
                };
            }
            _ => return Err(Refusal::plain(format!("There is no action `{verb}`."))),
        };
        let most = match action {
            Action::Take(_, with) => 1 + (with != UnitId::NOBODY) as usize,
            Action::GoSecond { show } => show as usize,
            Action::GoFirst | Action::Draw | Action::Drop | Action::Rearrange | Action::Done => 0,
            Action::Objective(_)
            | Action::Convert(_)
            | Action::Wing(_)
            | Action::Rally(_)
            | Action::Formation(_)
            | Action::Step(_)
            | Action::Again(_)
            | Action::Resolve(_)
            | Action::Choose(_)
            | Action::Retreat(_)
            | Action::Follow(_) => 1,
            _ => 2,
        };
        if rest.len() > most {
            return Err(Refusal::plain(format!("`{}` is more than `{verb}` needs.", rest[most])));
        }
        Ok(action)
    }
}

/// The words after the verb.
struct Reader<'a> {
    battle: &'a Battle,
    p: &'a Position,
    verb: &'a str,
    rest: &'a [&'a str],
}

impl Reader<'_> {
    fn word(&self, at: usize) -> Result<&str, Refusal> {
        self.rest.get(at).copied().ok_or_else(|| Refusal::plain(format!("`{}` needs more words.", self.verb)))
    }
    fn unit(&self, at: usize) -> Result<UnitId, Refusal> {
        let id = self.word(at)?;
        self.battle.unit_named(id).ok_or_else(|| Refusal::plain(format!("There is no unit `{id}`.")))
    }
    fn leader(&self, at: usize) -> Result<LeaderId, Refusal> {
        let id = self.word(at)?;
        self.battle
            .leader_named(id)
            .ok_or_else(|| Refusal::plain(format!("There is no unit or commander `{id}`.")))
    }
    fn hex(&self, at: usize) -> Result<Hex, Refusal> {
        let number = self.word(at)?;
        self.battle.map.find(number).ok_or_else(|| Refusal::plain(format!("There is no hex {number}.")))
    }
    fn dir(&self, at: usize) -> Result<Dir, Refusal> {
        let name = self.word(at)?;
        let dir = self.battle.map.dir_named(name);
        dir.ok_or_else(|| Refusal::plain(format!("`{name}` is not a direction.")))
    }
    /// A neighbouring hex, or a direction.
    fn towards(&self, at: usize) -> Result<Dir, Refusal> {
        let word = self.word(at)?;
        if let Some(dir) = self.battle.map.dir_named(word) {
            return Ok(dir);
        }
        let (hex, here) = (self.hex(at)?, self.battle.here(self.p));
        let dir = if here.is_none() { None } else { self.battle.map.direction(here, hex) };
        dir.ok_or_else(|| Refusal::plain(format!("{word} is not next to it.")))
    }
}
