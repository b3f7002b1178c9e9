//! Games laid aside and taken up again at any moment: positions, saved games, records, moves taken back.

use super::walking::{Walk, walk};
use super::{variants, viewers};
use crate::game::{Refusal, Viewer};
use crate::module::Module;
use crate::record::{Options, Record, What};
use crate::seat::Seat;
use crate::table::Table;
use crate::wire::{Report, SavedGame};
use serde_json::Value;

/// A position is written and read at every step whose number is a multiple of this.
const OFTEN: usize = 8;
/// How many steps a game that began at a position is played beside the one that it was taken from.
const BESIDE: usize = 24;

/// Plays a random game of every scenario of the module, and another for each value of each option, and lays them
/// aside in every way there is ([`keep`]); gives how often that was.
///
/// # Panics
/// With the scenario, the number of the game and the step at which something was lost.
pub fn keep_all(module: &dyn Module, moments: u32) -> u32 {
    let mut count = 0;
    for (scenario, options) in variants(module) {
        match keep(module, &scenario, &options, 1, moments) {
            Ok(kept) => count += kept,
            Err(why) => panic!("{scenario} {options:?}: {why}"),
        }
    }
    count
}

/// Plays the random game with this number at a table with seeded dice. On the way its positions are written as JSON
/// and read back; at moments drawn by lot it is saved and resumed, recorded and replayed, and its last move is taken
/// back and made again. Each must give the same position, the same questions to everybody, and a game that goes on as
/// the other does. Gives how many such moments there were.
pub fn keep(
    module: &dyn Module,
    scenario: &str,
    options: &Options,
    number: u64,
    moments: u32,
) -> Result<u32, String> {
    let mut keeper = Keeper { module, before: 0, last: None, beside: None, kept: 0 };
    walk(module, scenario, options, number, moments, &mut keeper)?;
    Ok(keeper.kept)
}

/// The last action, and the rolls since.
struct Last {
    seat: Seat,
    action: String,
    rolls: Vec<What>,
    /// The hash before it.
    before: u64,
}

struct Keeper<'a> {
    module: &'a dyn Module,
    /// The hash of the position that was looked at last.
    before: u64,
    last: Option<Last>,
    /// A game that began at a position, and how long it is still played beside the other.
    beside: Option<(Box<dyn Table>, usize)>,
    kept: u32,
}

impl Walk for Keeper<'_> {
    fn look(&mut self, table: Box<dyn Table>, step: usize, now: bool) -> Result<Box<dyn Table>, String> {
        self.before = table.hash();
        if let Some((beside, left)) = &mut self.beside {
            same_hash(&**beside, &*table).map_err(|why| format!("a loaded position played on: {why}"))?;
            *left -= 1;
            if *left == 0 {
                self.beside = None;
            }
        }
        if !now && !step.is_multiple_of(OFTEN) {
            return Ok(table);
        }
        let loaded = self.position(&*table).map_err(|why| format!("as a position: {why}"))?;
        self.beside.get_or_insert((loaded, BESIDE));
        if !now {
            return Ok(table);
        }
        self.kept += 1;
        self.record(&*table).map_err(|why| format!("as a record: {why}"))?;
        let resumed = saved(&*table).map_err(|why| format!("as a saved game: {why}"))?;
        taken_back_apart(&*table).map_err(|why| format!("taking back apart: {why}"))?;
        let again =
            self.taken_back(saved(&*table)?, table.hash()).map_err(|why| format!("taking back: {why}"))?;
        // Now and then the game goes on with the move that was made again: the record tells of it from then on.
        Ok(if self.kept.is_multiple_of(3) { again } else { resumed })
    }

    fn played(&mut self, what: &What) -> Result<(), String> {
        if let Some((beside, _)) = &mut self.beside {
            answer(&mut **beside, what)
                .map_err(|refusal| format!("a loaded position played on: {}", refusal.message))?;
        }
        match (what, &mut self.last) {
            (What::Act { seat, action, .. }, _) => {
                let (action, rolls) = (action.clone(), Vec::new());
                self.last = Some(Last { seat: *seat, action, rolls, before: self.before });
            }
            (chance, Some(last)) => last.rolls.push(chance.clone()),
            (_, None) => {}
        }
        Ok(())
    }
}

impl Keeper<'_> {
    fn position(&self, table: &dyn Table) -> Result<Box<dyn Table>, String> {
        let value: Value = through_text(&table.position())?;
        let mut loaded = table.anew();
        loaded.load_position(&value).map_err(|errors| errors.join("; "))?;
        same(&*loaded, table)?;
        if loaded.position() != value {
            return Err("it is written another way when it has been read".into());
        }
        Ok(loaded)
    }

    fn record(&self, table: &dyn Table) -> Result<(), String> {
        let text = table.record().to_string();
        let record: Record = text.parse().map_err(|error| format!("{error}"))?;
        let replayed = self.module.replay(&record).map_err(|error| error.to_string())?;
        same(&*replayed, table)?;
        if replayed.record().to_string() != text {
            return Err("the replay gives another record".into());
        }
        Ok(())
    }

    /// Takes the last action back, and plays it again with the same faces.
    fn taken_back(&self, mut table: Box<dyn Table>, hash: u64) -> Result<Box<dyn Table>, String> {
        let Some(last) = &self.last else {
            return match table.undo(None, Viewer::Everything) {
                Ok(_) => Err("something was taken back where nobody has acted".into()),
                Err(_) => Ok(table),
            };
        };
        table.undo(None, Viewer::Everything).map_err(|refusal| refusal.message)?;
        if table.hash() != last.before {
            return Err("it does not lead to the position before".into());
        }
        self.position(&*table)?;
        let again = table.act(Some(last.seat), &last.action, Viewer::Everything);
        again.map_err(|refusal| format!("`{}` again: {}", last.action, refusal.message))?;
        for chance in &last.rolls {
            answer(&mut *table, chance).map_err(|refusal| refusal.message)?;
        }
        if table.hash() != hash {
            return Err("the same again leads elsewhere".into());
        }
        Ok(table)
    }
}

/// Plays a step as a driver would.
fn answer(table: &mut dyn Table, what: &What) -> Result<Report, Refusal> {
    match what {
        What::Act { seat, action, .. } => table.act(Some(*seat), action, Viewer::Everything),
        What::Roll { faces, .. } => table.roll(Some(faces), Viewer::Everything),
        What::Draw { drawn, .. } => table.draw(drawn, Viewer::Everything),
    }
}

/// In a secret section each seat takes back its own last step, whatever the other has done since, and makes it again: the
/// position is the same, and nobody else reads anything but that it was ready and is not.
fn taken_back_apart(table: &dyn Table) -> Result<(), String> {
    let seats = (0..table.info().seats.len() as u8).map(Seat);
    for seat in seats.filter(|seat| table.undo_limit(*seat) > 0) {
        let mut apart = saved(table)?;
        let undone = apart.take_back(Some(seat)).map_err(|refusal| refusal.message)?;
        let own = |what: &What| matches!(what, What::Act { seat: by, .. } if *by == seat);
        let within =
            undone.places.iter().any(|place| place + undone.places.len() < table.record().steps.len());
        if within && !undone.steps.iter().all(|step| own(&step.what)) {
            return Err(format!("seat {} took back what was not its own", seat.0));
        }
        for step in undone.steps.iter().rev() {
            answer(&mut *apart, &step.what).map_err(|refusal| refusal.message)?;
        }
        same(&*apart, table).map_err(|why| format!("seat {} made its step again: {why}", seat.0))?;
    }
    Ok(())
}

fn through_text<T: serde::Serialize + serde::de::DeserializeOwned>(thing: &T) -> Result<T, String> {
    let text = serde_json::to_string(thing).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The table saved, written, read and resumed.
fn saved(table: &dyn Table) -> Result<Box<dyn Table>, String> {
    let saved: SavedGame = through_text(&table.save())?;
    let mut resumed = table.anew();
    resumed.resume(&saved).map_err(|error| error.to_string())?;
    same(&*resumed, table)?;
    if resumed.save() != saved {
        return Err("saved again it is another".into());
    }
    Ok(resumed)
}

fn same_hash(one: &dyn Table, other: &dyn Table) -> Result<(), String> {
    if one.hash() == other.hash() { Ok(()) } else { Err("it is another position".into()) }
}

/// Whether two tables show and ask the same.
fn same(one: &dyn Table, other: &dyn Table) -> Result<(), String> {
    same_hash(one, other)?;
    for viewer in viewers(other.info().seats.len()) {
        let shown = |table: &dyn Table| (table.scene(viewer), table.status(viewer).prompt);
        if shown(one) != shown(other) {
            return Err(format!("{viewer:?} sees or reads something else"));
        }
    }
    for seat in other.status(Viewer::Everything).decide {
        if one.legal(Some(seat)) != other.legal(Some(seat)) {
            return Err(format!("seat {} has other choices", seat.0));
        }
    }
    Ok(())
}
