//! Random games at a table, with some moments of them drawn by lot.

use crate::dice::Dice;
use crate::game::Viewer;
use crate::lot::Lot;
use crate::module::Module;
use crate::record::{Options, What};
use crate::table::Table;

/// Who looks at a game on its way.
pub trait Walk {
    /// Looks at a position; `now` at the moments that were drawn. Gives the table with which the game goes on.
    fn look(&mut self, table: Box<dyn Table>, step: usize, now: bool) -> Result<Box<dyn Table>, String>;
    /// Hears what was played in it.
    fn played(&mut self, what: &What) -> Result<(), String> {
        let _ = what;
        Ok(())
    }
}

/// Plays the random game with this number to its end, with seeded dice. The error says at which step something broke.
pub fn walk(
    module: &dyn Module,
    scenario: &str,
    options: &Options,
    number: u64,
    moments: u32,
    who: &mut impl Walk,
) -> Result<(), String> {
    let wrong = |errors: Vec<String>| errors.join("; ");
    // About as long as another random game is.
    let length = module.play_random(scenario, options, number).map_err(wrong)?;
    let length = (length.actions + length.rolls).max(1);
    let mut lot = Lot::of("capitano walking 1\n", number);
    let mut due: Vec<u32> = (0..moments).map(|_| lot.below(length)).collect();
    due.sort_unstable();
    let mut table = module.open(scenario, options).map_err(wrong)?;
    table.set_dice(Dice::seeded(number));
    for step in 0.. {
        let here = |why: String| format!("random game {number}, step {step}: {why}");
        let before = due.len();
        due.retain(|due| *due as usize > step);
        table = who.look(table, step, due.len() < before).map_err(here)?;
        if table.outcome().is_some() {
            break;
        }
        let what = play(&mut *table, &mut lot).map_err(here)?;
        who.played(&what).map_err(here)?;
    }
    Ok(())
}

/// Plays the random game with this number and shows it at so many moments drawn by lot.
pub fn along(
    module: &dyn Module,
    scenario: &str,
    options: &Options,
    number: u64,
    moments: u32,
    shown: &mut dyn FnMut(&dyn Table, usize),
) -> Result<(), String> {
    struct Shown<'a>(&'a mut dyn FnMut(&dyn Table, usize));
    impl Walk for Shown<'_> {
        fn look(&mut self, table: Box<dyn Table>, step: usize, now: bool) -> Result<Box<dyn Table>, String> {
            if now {
                (self.0)(&*table, step);
            }
            Ok(table)
        }
    }
    walk(module, scenario, options, number, moments, &mut Shown(shown))
}

/// Plays one step by lot.
pub fn play(table: &mut dyn Table, lot: &mut Lot) -> Result<What, String> {
    let status = table.status(Viewer::Everything);
    if status.chance.is_some() {
        table.roll(None, Viewer::Everything).map_err(|refusal| refusal.message)?;
    } else {
        // Where several seats decide, they go on in any order.
        let seat = match status.decide[..] {
            [only] => only,
            _ => *lot.one_of(&status.decide).ok_or("nobody must decide")?,
        };
        let legal = table.legal(Some(seat)).map_err(|refusal| refusal.message)?;
        let action = &lot.one_of(&legal).ok_or("there is no legal action")?.action;
        table.act(Some(seat), action, Viewer::Everything).map_err(|refusal| refusal.message)?;
    }
    table.last_step().cloned().ok_or_else(|| "a step was played that is not there".into())
}
