//! What advice follows: a course of steps that is thought out as far as it can be foreseen, and kept until it is done or upset.
//! Who asks after every step hears the next step of the same course, not a new idea each time.
//!
//! A course ends where dice are rolled, where the other side decides, where something hidden comes to light, and with the phase. It is
//! foreseen in a position that the seat holds possible, so it tells nothing that the seat cannot know; and it goes on as long as the seat sees
//! what was foreseen. Beyond its end one thing is still remembered: where the seat's pieces have been in this phase. Nobody is
//! advised to go back to where he came from.

use crate::computer::Weighed;
use crate::player::{Player, Sight, Staffed};
use kernel::{Choice, Log, Lot, Need, Phase, Scene, Seat, Text, Viewer};
use std::collections::BTreeMap;

/// Steps that are foreseen at most.
const MOST: usize = 60;
/// Other ideas that are asked for where one leads back.
const IDEAS: usize = 4;

pub struct Course<A> {
    phase: Phase,
    steps: Vec<Planned<A>>,
    /// Where the seat's pieces have been in this phase.
    trail: Trail,
    /// Why it was chosen, and what was weighed.
    pub reason: String,
    pub candidates: Vec<Weighed>,
}

struct Planned<A> {
    /// What the seat sees before it.
    seen: Scene,
    places: Places,
    action: A,
    choice: Choice,
}

type Places = BTreeMap<Text, Text>;
type Trail = BTreeMap<Text, Vec<Text>>;

/// What the seat sees, and the hexes of its own pieces.
fn look<G: Staffed>(game: &G, position: &G::Position, seat: Seat) -> (Scene, Places) {
    let scene = game.view(position, Viewer::Seat(seat));
    let own = scene.pieces.iter().filter(|piece| piece.seat == seat.0);
    let places = own.filter_map(|piece| Some((piece.id.clone(), piece.hex.clone()?))).collect();
    (scene, places)
}

fn remember(trail: &mut Trail, places: &Places) {
    for (piece, hex) in places {
        let been = trail.entry(piece.clone()).or_default();
        if !been.contains(hex) {
            been.push(hex.clone());
        }
    }
}

/// Whether an action takes a piece of the seat back to where it has been.
fn leads_back<G: Staffed>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    action: G::Action,
    trail: &Trail,
    places: &Places,
) -> bool {
    // Who is beaten back goes where he can.
    if game.choice(position, seat, action).kind == "retreat" {
        return false;
    }
    let mut after = position.clone();
    game.apply(&mut after, seat, action, &mut Log::off());
    let (_, now) = look(game, &after, seat);
    now.iter().any(|(piece, hex)| {
        places.get(piece) != Some(hex) && trail.get(piece).is_some_and(|been| been.contains(hex))
    })
}

/// What the player does here, if possible without going back.
fn onward<G: Staffed>(
    player: &mut dyn Player<G>,
    game: &G,
    position: &G::Position,
    seat: Seat,
    trail: &Trail,
    lot: &mut Lot,
) -> G::Action {
    let (_, places) = look(game, position, seat);
    let first = player.act(&Sight::new(game, position, seat), lot);
    // In the position as it might be, so that what is hidden does not speak.
    let world = game.guess(position, seat, &mut lot.split());
    let back = |action| leads_back(game, &world, seat, action, trail, &places);
    if !back(first) {
        return first;
    }
    let mut barred = vec![first];
    for _ in 0..IDEAS {
        let other = player.act(&Sight::new(game, position, seat).without(barred.clone()), lot);
        if barred.contains(&other) {
            break;
        }
        if !back(other) {
            return other;
        }
        barred.push(other);
    }
    // Rather nothing than to and fro.
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    let declines = |action: &G::Action| game.choice(position, seat, *action).declines && !back(*action);
    legal.into_iter().find(declines).unwrap_or(first)
}

impl<A: Copy + PartialEq> Course<A> {
    /// What is left of it, if the seat sees what was foreseen; what lies behind is remembered.
    pub fn goes_on<G: Staffed<Action = A>>(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
    ) -> Option<(A, Vec<Choice>)> {
        if game.phase(position) != self.phase {
            return None;
        }
        let (seen, _) = look(game, position, seat);
        let mut legal = Vec::new();
        game.legal(position, seat, &mut legal);
        // What is seen may not change by a step, and the same action may mean another thing after it: to be done with the markers, and
        // then to be done with all. So the step must say what it said.
        let still = |step: &Planned<A>| {
            step.seen == seen
                && legal.contains(&step.action)
                && game.choice(position, seat, step.action) == step.choice
        };
        let at = self.steps.iter().position(still)?;
        let action = self.steps[at].action;
        for done in self.steps.drain(..at) {
            remember(&mut self.trail, &done.places);
        }
        Some((action, self.steps.iter().map(|step| step.choice.clone()).collect()))
    }

    /// A new one from here, by what the player would do; the trail of the old one stays if the phase is the same.
    pub fn begin<G: Staffed<Action = A>>(
        old: Option<Course<A>>,
        player: &mut dyn Player<G>,
        game: &G,
        position: &G::Position,
        seat: Seat,
        lot: &mut Lot,
    ) -> Course<A> {
        let phase = game.phase(position);
        let mut trail =
            old.filter(|old: &Course<A>| old.phase == phase).map_or_else(Trail::new, |old| old.trail);
        remember(&mut trail, &look(game, position, seat).1);
        let mut action = onward(player, game, position, seat, &trail, lot);
        let thoughts = player.thoughts();
        let candidates = thoughts.candidates.into_iter().map(|candidate| Weighed {
            action: game.notation(position, candidate.action),
            words: candidate.words,
            value: candidate.value,
            playouts: candidate.playouts,
        });
        let (reason, candidates) = (thoughts.reason, candidates.collect());
        let mut world = game.guess(position, seat, &mut lot.split());
        let mut ahead = trail.clone();
        let mut steps = Vec::new();
        let mut legal = Vec::new();
        for _ in 0..MOST {
            let (seen, places) = look(game, &world, seat);
            remember(&mut ahead, &places);
            let choice = game.choice(&world, seat, action);
            steps.push(Planned { seen, places, action, choice });
            let mut log = Log::on();
            game.apply(&mut world, seat, action, &mut log);
            let mine = matches!(game.need(&world), Need::Decide(seats) if seats.single() == Some(seat));
            if !mine || game.phase(&world) != phase || log.events.iter().any(|event| event.reveals) {
                break;
            }
            game.legal(&world, seat, &mut legal);
            action = match legal[..] {
                [only] => only,
                _ => onward(player, game, &world, seat, &ahead, lot),
            };
        }
        Course { phase, steps, trail, reason, candidates }
    }

    pub fn first(&self) -> A {
        self.steps[0].action
    }

    pub fn choices(&self) -> Vec<Choice> {
        self.steps.iter().map(|step| step.choice.clone()).collect()
    }
}
