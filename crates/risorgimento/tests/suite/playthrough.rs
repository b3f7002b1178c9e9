//! Golden texts: one random game of each scenario with every prompt, the size of every choice list, every
//! event with its citations and the hash of each position. A change of the rules shows here as a diff to
//! be read. `BLESS=1 cargo test -p risorgimento playthrough` writes them anew.

use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::{Game, Log, Show, Viewer};
use risorgimento::{Battle, Options, data};
use std::fmt::Write;
use std::path::Path;

fn playthrough(scenario: &str, number: u64) -> String {
    let model = data::load(&data::files(), "goito", scenario).expect("the shipped data is sound");
    let battle = Battle::new(model, Options::default());
    let mut text = format!("goito/{scenario}, random game {number}\n");
    let mut legal = Vec::new();
    let played = random_game_from(&battle, battle.start(), playout_seed(number), |position, step| {
        let mut next = position.clone();
        let mut log = Log::on();
        match step {
            RandomStep::Act(seat, action) => {
                battle.legal(position, seat, &mut legal);
                let prompt = battle.prompt(position, Viewer::Seat(seat));
                let name = battle.seats()[seat.0 as usize];
                let _ = writeln!(text, "? {name}: {} ({}) [{}]", prompt.sentence, prompt.rule, legal.len());
                let _ = writeln!(text, "> {}", battle.notation(position, action));
                battle.apply(&mut next, seat, action, &mut log);
            }
            RandomStep::Roll(faces) => {
                let _ = writeln!(text, "* {faces:?}");
                battle.roll(&mut next, faces, &mut log);
            }
        }
        for told in log.events.iter().filter_map(|e| e.tell(battle.seats(), Viewer::Everything)) {
            let _ = write!(text, "  {} ({})", told.text, told.rule);
            for m in told.modifiers {
                let _ = write!(text, "; {} {:+} ({})", m.label, m.value, m.rule);
            }
            text.push('\n');
        }
        let _ = writeln!(text, "  = {:016x}", battle.hash(&next));
    });
    let _ = writeln!(text, "{:?}", played.outcome.expect("it ends"));
    text
}

fn compare(scenario: &str, number: u64) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/suite/golden/{scenario}.txt"));
    let now = playthrough(scenario, number);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &now).expect("the golden text can be written");
        return;
    }
    let then = std::fs::read_to_string(&file).expect("the golden text is there");
    let line = now.lines().zip(then.lines()).position(|(a, b)| a != b);
    if let Some(line) = line {
        let show = |t: &str| t.lines().skip(line.saturating_sub(6)).take(9).collect::<Vec<_>>().join("\n");
        panic!("{scenario} differs at line {}:\nthen\n{}\nnow\n{}", line + 1, show(&then), show(&now));
    }
    assert_eq!(now.len(), then.len(), "{scenario} has become longer or shorter");
}

#[test]
fn a_random_game_of_the_battle() {
    compare("battle", 1848);
}

#[test]
fn a_random_game_of_the_quick_scenario() {
    compare("quick", 30);
}
