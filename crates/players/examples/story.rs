use kernel::{Game, Viewer};
use players::{Level, Staffed, play};
use risorgimento::{Battle, Options, data};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let model = data::load(&data::files(), "goito", "battle").expect("sound data");
    let battle = Battle::new(model, Options::default());
    let levels: Vec<Level> = args[1].split(',').map(|l| l.parse().unwrap()).collect();
    let mut players: Vec<_> = levels.iter().map(|l| battle.player(*l)).collect();
    play(&battle, &mut players, args[2].parse().unwrap(), true, |m| {
        for event in &m.log.events {
            if let Some(told) = event.tell(battle.seats(), Viewer::Everything) {
                println!("{:?} {} [{}]", m.position.turn, told.text, told.rule);
            }
        }
    });
}
