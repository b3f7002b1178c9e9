//! What is done in games of Piacenza, and what could have been done: `deeds gossolengo sergeant,sergeant 100`.
//! A figure for each side, in a game on average.

use kernel::{Game, Log, Lot, Need, Seat, Show, Viewer};
use piacenza::flow::{Activation, Frame, Move, Segment};
use piacenza::model::{UnitId, Victory, WingId};
use piacenza::position::{Attack, NOBODY, Order, UnitSet, enemy};
use piacenza::{Action, Battle, Position, data};
use players::{Level, Player, Sight, Staffed};
use std::collections::BTreeMap;

#[derive(Default)]
struct Deeds {
    games: u32,
    wins: [u32; 2],
    /// The longest that a captain thought, in tenths of a second.
    most: [u32; 2],
    counts: BTreeMap<(&'static str, u8), u32>,
}

impl Deeds {
    fn count(&mut self, what: &'static str, side: u8) {
        *self.counts.entry((what, side)).or_default() += 1;
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, levels, games, rest @ ..] = &args[..] else {
        panic!("deeds SCENARIO LEVEL,LEVEL GAMES [SEED]")
    };
    let games: u64 = games.parse().expect("how many games");
    let tells = rest.iter().any(|word| word == "tell");
    let first: u64 = rest.first().and_then(|n| n.parse().ok()).unwrap_or(1);
    let levels: Vec<Level> = levels.split(',').map(|l| l.parse().expect("a level")).collect();
    let battle = Battle::new(data::load(&data::files(), scenario).expect("sound data"));
    let mut deeds = Deeds::default();
    for seed in first..first + games {
        game(&battle, &levels, seed, tells, &mut deeds);
    }
    let share = |n: u32| 100.0 * f64::from(n) / f64::from(deeds.games.max(1));
    println!("{scenario}: {} games, the first side wins {:.1} %", deeds.games, share(deeds.wins[0]));
    println!("{:50} {:8} {:8}", "longest thought, tenths of a second", deeds.most[0], deeds.most[1]);
    let mut names: Vec<&str> = deeds.counts.keys().map(|(what, _)| *what).collect();
    names.dedup();
    for what in names {
        let mean = |side| share(deeds.counts.get(&(what, side)).copied().unwrap_or(0)) / 100.0;
        println!("{what:50} {:8.2} {:8.2}", mean(0), mean(1));
    }
}

/// Nanoseconds for which this thread has been at work, where the system tells it.
fn thought() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// Batteries of a wing that has begun its activation, and those of them that have a target if they are turned.
struct Guns {
    activation: (u8, WingId),
    side: u8,
    ready: UnitSet,
    aiming: UnitSet,
    fired: UnitSet,
    moved: UnitSet,
}

fn game(b: &Battle, levels: &[Level], seed: u64, tells: bool, deeds: &mut Deeds) {
    let mut players: Vec<Box<dyn Player<Battle>>> = levels.iter().map(|level| b.player(*level)).collect();
    let mut dice = Lot::of("capitano dice 1\n", seed);
    let mut lots: Vec<Lot> = (0..2).map(|seat| Lot::of("deeds", seed * 2 + seat)).collect();
    let mut p = b.start();
    let (mut faces, mut legal) = (Vec::new(), Vec::new());
    let mut guns: Option<Guns> = None;
    let mut race = Race { begins: NOBODY, enters: NOBODY };
    let winner = loop {
        let mut log = if tells { Log::on() } else { Log::off() };
        match b.need(&p) {
            Need::Over(outcome) => break outcome.winner,
            Need::Chance(request) => {
                request.by_lot(&mut dice, &mut faces);
                if let Some(Frame::Combat(f)) = p.now() {
                    deeds.count(
                        match f.kind {
                            piacenza::flow::CombatKind::Charge => "fought: charge",
                            piacenza::flow::CombatKind::Countercharge => "fought: countercharge",
                            piacenza::flow::CombatKind::Cavalry => "fought: cavalry melee",
                            piacenza::flow::CombatKind::Assault => "fought: assault",
                        },
                        b.side_of(f.attacker),
                    );
                }
                b.roll(&mut p, &faces, &mut log);
            }
            Need::Decide(seats) => {
                let seat = seats.iter().next().expect("somebody decides");
                b.legal(&p, seat, &mut legal);
                look(b, &p, &mut guns, deeds);
                let index = usize::from(seat.0);
                let before = thought();
                let action = players[index].act(&Sight::new(b, &p, seat), &mut lots[index]);
                if !players[index].thoughts().candidates.is_empty() {
                    let tenths = ((thought() - before) / 100_000_000) as u32;
                    deeds.count("questions that were weighed", seat.0);
                    *deeds.counts.entry(("tenths of a second for them", seat.0)).or_default() += tenths;
                    let most = &mut deeds.most[index];
                    *most = tenths.max(*most);
                }
                note(b, &p, seat, &legal, action, &mut guns, deeds);
                if tells && !matches!(p.now(), Some(Frame::Setup(_))) {
                    println!("[{}] turn {} {}", seat.0, p.turn, b.notation(&p, action));
                }
                b.apply(&mut p, seat, action, &mut log);
            }
        }
        if tells {
            let told = log.events.iter().filter_map(|event| event.tell(b.seats(), Viewer::Everything));
            told.for_each(|told| println!("      {}", told.text));
        }
        race.look(b, &p);
    };
    close(&mut guns, deeds);
    deeds.games += 1;
    if let Some(Seat(side)) = winner {
        deeds.wins[usize::from(side)] += 1;
        race.close(side, deeds);
    }
}

/// Who acts first, and who is first in the place that is to be held last, where there is one.
struct Race {
    begins: u8,
    enters: u8,
}

impl Race {
    fn look(&mut self, b: &Battle, p: &Position) {
        let Victory::LastHeld(place) = &b.scenario.victory else { return };
        if self.begins == NOBODY {
            self.begins = p.activation().map_or(NOBODY, |a| b.army.wings[a.wing].side);
        }
        if self.enters == NOBODY {
            self.enters = (0..2).find(|side| p.holds(b, *side, *place)).unwrap_or(NOBODY);
        }
    }

    fn close(&self, winner: u8, deeds: &mut Deeds) {
        for (side, what, wins) in [
            (self.begins, "begins the first turn", "begins the first turn and wins"),
            (self.enters, "first in the place", "first in the place and wins"),
        ] {
            if side != NOBODY {
                deeds.count(what, side);
            }
            if side == winner {
                deeds.count(wins, side);
            }
        }
    }
}

/// Notes the batteries of a wing when its movement begins.
fn look(b: &Battle, p: &Position, guns: &mut Option<Guns>, deeds: &mut Deeds) {
    let now = p.activation().map(|a| (p.turn, a.wing));
    if guns.as_ref().is_some_and(|g| Some(g.activation) != now) {
        close(guns, deeds);
    }
    let Some(Activation { wing, segment, .. }) = p.activation() else { return };
    if guns.is_some() || !matches!(segment, Segment::Movement | Segment::Bombardment | Segment::Combat) {
        return;
    }
    let ready = |u: &UnitId| {
        let g = p.unit(*u);
        p.on_map(*u) && b.is_gun(*u) && b.wing_of(*u) == wing && !g.fired && !g.failed
    };
    let ready: UnitSet = p.units.ids().filter(ready).collect();
    let foe = enemy(b.army.wings[wing].side);
    let aims = |gun: &UnitId| {
        let hex = p.unit(*gun).hex;
        b.map.within(hex, b.charts.range).any(|target| {
            target != hex && p.holds(b, foe, target) && (0..6).any(|dir| b.aims_at(p, hex, dir, target))
        })
    };
    let aiming = ready.iter().filter(aims).collect();
    let side = b.army.wings[wing].side;
    *guns = Some(Guns {
        activation: (p.turn, wing),
        side,
        ready,
        aiming,
        fired: UnitSet::EMPTY,
        moved: UnitSet::EMPTY,
    });
}

fn close(guns: &mut Option<Guns>, deeds: &mut Deeds) {
    let Some(g) = guns.take() else { return };
    for gun in g.ready {
        let what = match (g.aiming.has(gun), g.fired.has(gun), g.moved.has(gun)) {
            (true, true, _) => "guns with a target: fired",
            (true, _, true) => "guns with a target: moved",
            (true, ..) => "guns with a target: did nothing",
            (_, true, _) => "guns without a target: fired all the same",
            (_, _, true) => "guns without a target: moved",
            _ => "guns without a target: stayed",
        };
        deeds.count(what, g.side);
    }
}

fn note(
    b: &Battle,
    p: &Position,
    seat: Seat,
    legal: &[Action],
    action: Action,
    guns: &mut Option<Guns>,
    deeds: &mut Deeds,
) {
    let side = seat.0;
    match (p.now(), action) {
        (Some(Frame::Activation(_)), Action::Bombard(gun, _)) => {
            deeds.count("bombardments", side);
            guns.iter_mut().for_each(|g| g.fired.insert(gun));
        }
        (Some(Frame::Bombard(_)), Action::Bombard(..)) => deeds.count("bombardments, second volley", side),
        (Some(Frame::Move(m)), Action::Step(_)) if m.who().iter().any(|u| b.is_gun(u)) => {
            guns.iter_mut().for_each(|g| m.who().iter().for_each(|u| g.moved.insert(u)));
            if !m.stepped {
                deeds.count("gun moves", side);
            }
        }
        (_, Action::Charge(..)) => deeds.count("charges declared", side),
        (_, Action::Melee(unit, _)) if b.is_cavalry(unit) => deeds.count("cavalry melees declared", side),
        (_, Action::Melee(..)) => deeds.count("assaults declared", side),
        (_, Action::Shoot(..)) => deeds.count("volleys", side),
        (_, Action::Convert(..)) => deeds.count("dragoons change", side),
        _ => {}
    }
    if let Some(Frame::Move(m)) = p.now()
        && let Some(lead) = m.who().first()
        && b.is_cavalry(lead)
        && !m.stepped
        && p.unit(lead).attack == Attack::None
    {
        deeds.count("horse in hand", side);
        if p.unit(lead).order != Order::Good {
            deeds.count("horse in hand: not in good order", side);
        }
        let (charge, melee) = chances(b, p, &m, seat);
        if charge {
            deeds.count("horse in hand: could charge", side);
        }
        if melee {
            deeds.count("horse in hand: could melee", side);
        }
    }
    if legal.iter().any(|a| matches!(a, Action::Charge(..))) {
        deeds.count("charge on offer", side);
    }
}

/// Whether a unit in hand could come to a hex from which it may charge, or melee.
fn chances(b: &Battle, p: &Position, m: &Move, seat: Seat) -> (bool, bool) {
    let (mut charge, mut melee) = (false, false);
    let foe = enemy(seat.0);
    b.each_destination(p, m, |hex, cost, _| {
        if !b.map.neighbours(hex).iter().any(|h| !h.is_none() && p.holds(b, foe, *h)) {
            return;
        }
        let mut q = p.clone();
        for unit in m.who() {
            b.put(&mut q, unit, hex);
        }
        let left = m.left.saturating_sub(cost as u8);
        q.set_top(Frame::Move(Move { hex, left, stepped: hex != m.start, halted: true, ..*m }));
        let mut legal = Vec::new();
        b.legal(&q, seat, &mut legal);
        charge |= legal.iter().any(|a| matches!(a, Action::Charge(..)));
        melee |= legal.iter().any(|a| matches!(a, Action::Melee(..)));
    });
    (charge, melee)
}
