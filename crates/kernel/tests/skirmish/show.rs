//! What the skirmish says: notation, sentences, views, odds and its set-up file. Each of them
//! takes the viewer into account: an enemy that lies face down may or may not be the guard.

use crate::game::*;
use kernel::scene::Figure;
use kernel::*;
use serde_json::Value;

fn name(id: PieceId) -> &'static str {
    NAMES[usize::from(id)]
}
pub fn piece_named(text: &str) -> Option<PieceId> {
    (0..6).find(|id| name(*id) == text)
}
pub fn square_named(text: &str) -> Option<Square> {
    let square = text.parse().ok()?;
    (11..=44).contains(&square).then_some(square).filter(|s| (1..=4).contains(&(s % 10)))
}
/// Whether the viewer knows if the piece is the guard.
fn knows(position: &Position, viewer: Viewer, id: PieceId) -> bool {
    position.piece(id).face_up || viewer.may_see(SeatSet::only(owner(id)))
}

pub fn notation(action: Action) -> String {
    match action {
        Action::Guard(id) => format!("guard {}", name(id)),
        Action::Step(id, to) => format!("step {} {to}", name(id)),
        Action::Done => "done".into(),
        Action::Fire(id) => format!("fire {}", name(id)),
        Action::Hold => "hold".into(),
        Action::Back(to) => format!("back {to}"),
        Action::Lose => "lose".into(),
    }
}

pub fn read(text: &str) -> Option<Action> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["guard", id] => piece_named(id).map(Action::Guard),
        ["step", id, to] => Some(Action::Step(piece_named(id)?, square_named(to)?)),
        ["done"] => Some(Action::Done),
        ["fire", id] => piece_named(id).map(Action::Fire),
        ["hold"] => Some(Action::Hold),
        ["back", to] => square_named(to).map(Action::Back),
        ["lose"] => Some(Action::Lose),
        _ => None,
    }
}

/// The event of an action, told before it is played.
pub fn tell(position: &Position, seat: Seat, action: Action, log: &mut Log) {
    log.say(|| {
        let event = |kind, rule| Event::new(kind, rule).part(Part::Seat(seat));
        match action {
            Action::Guard(id) => {
                let mut event = event("guard", GUARDS).text(" makes ").text(name(id)).text(" its guard.");
                event.heard_by = SeatSet::only(seat);
                event
            }
            Action::Step(id, to) => {
                let words = event("step", STEPS).text(" moves ").text(name(id));
                let mut event = words.text(" to ").hex(to.to_string());
                event.reveals = to == FORD && !position.piece(id).face_up;
                event
            }
            Action::Done => event("done", STEPS).text(" ends its turn."),
            Action::Fire(id) => event("react", REACTION).text(" fires with ").text(name(id)),
            Action::Hold => event("hold", REACTION).text(" holds its fire."),
            Action::Back(to) => event("back", FIRE).text(" falls back to ").hex(to.to_string()),
            Action::Lose => match position.top() {
                Frame::Hit { piece } => event("lose", FIRE).text(" loses ").text(name(piece)),
                _ => event("lose", FIRE),
            },
        }
    });
}

pub fn modifiers(position: &Position, shooter: PieceId, target: PieceId) -> Vec<Modifier> {
    let mut list = Vec::new();
    let mut add = |label: &str, value| {
        list.push(Modifier { label: label.into(), value, rule: FIRE, seen_by: SeatSet::ALL });
    };
    if position.piece(shooter).guard {
        add("the guard fires", 2);
    }
    if position.piece(target).guard {
        add("at the guard", -1);
    }
    list
}

pub fn shot(position: &Position, shooter: PieceId, target: PieceId, hit: bool, faces: &[u8]) -> Event {
    let mut event = Event::new("fire", FIRE)
        .text(name(shooter))
        .text(if hit { " hits " } else { " misses " })
        .text(name(target))
        .dice(faces)
        .modifiers(modifiers(position, shooter, target));
    event.reveals = !position.piece(shooter).face_up || !position.piece(target).face_up;
    event
}

/// At the end everybody sees who the guards were.
pub fn shown(position: &Position) -> Event {
    let guards = (0..6).filter(|id| position.piece(*id).guard).map(name);
    let guards = guards.collect::<Vec<_>>().join(" and ");
    let mut event = Event::new("shown", VICTORY).text("The guards were ").words(guards);
    event.reveals = position.pieces.iter().any(|piece| !piece.face_up);
    event
}

pub fn choice(position: &Position, action: Action) -> Choice {
    let (sentence, rule, hex) = match action {
        Action::Guard(_) => ("Make this piece the guard.", GUARDS, None),
        Action::Step(_, to) => ("Move one square.", STEPS, Some(to)),
        Action::Done => ("End the turn.", STEPS, None),
        Action::Fire(_) => ("Fire.", REACTION, None),
        Action::Hold => ("Hold fire.", REACTION, None),
        Action::Back(to) => ("Fall back.", FIRE, Some(to)),
        Action::Lose => ("Take the piece off.", FIRE, None),
    };
    let units = match (action, position.top()) {
        (Action::Guard(id) | Action::Step(id, _) | Action::Fire(id), _) => vec![name(id).into()],
        (Action::Back(_) | Action::Lose, Frame::Hit { piece }) => vec![name(piece).into()],
        _ => Vec::new(),
    };
    Choice {
        hex: hex.map(|square| square.to_string().into()),
        units,
        declines: action == Action::Hold,
        odds: matches!(action, Action::Fire(_)),
        ..Choice::new("choose", notation(action), sentence, rule)
    }
}

pub fn prompt(need: Need, position: &Position, viewer: Viewer) -> Prompt {
    let (question, rule, about) = match position.top() {
        Frame::ChooseGuards { .. } => ("Choose your guard", GUARDS, None),
        Frame::WhoBegins => ("Roll for who begins", TURNS, None),
        Frame::Turn { .. } => ("Make a step or end the turn", STEPS, None),
        Frame::React { against, .. } => ("Fire or hold", REACTION, Some(against)),
        Frame::Shot { target, .. } => ("Roll for the shot", FIRE, Some(target)),
        Frame::Hit { piece } => ("Fall back or lose the piece", FIRE, Some(piece)),
        Frame::Nothing => ("The game is over", VICTORY, None),
    };
    let sentence = match (need, viewer) {
        // Guards are chosen in secret: nobody reads here whether the other side has chosen.
        (Need::Decide(_), _) if rule == GUARDS => "Each side chooses its guard.".into(),
        (Need::Decide(seats), Viewer::Seat(seat)) if !seats.has(seat) => "Wait.".into(),
        _ => format!("{question}."),
    };
    let units = about.into_iter().map(|id| name(id).into()).collect();
    Prompt { units, ..Prompt::new("choose", sentence, rule) }
}

pub fn phase(position: &Position) -> Phase {
    let phase = match position.top() {
        Frame::ChooseGuards { .. } | Frame::WhoBegins => "before the first turn",
        Frame::Nothing => "over",
        _ if position.depth > 1 => "reaction",
        _ => "movement",
    };
    Phase {
        turn: position.turn.into(),
        turns: LAST_TURN.into(),
        time: format!("{} o'clock", 5 + position.turn).into(),
        phase: phase.into(),
    }
}

fn unknown(subject: &str) -> Refusal {
    Refusal::plain(format!("There is no piece `{subject}` on the board."))
}

pub fn why(position: &Position, viewer: Viewer, subject: &str) -> Result<Vec<Reason>, Refusal> {
    let id = piece_named(subject).ok_or_else(|| unknown(subject))?;
    let mut reasons = Vec::new();
    let mut say = |rule, text: &str| reasons.push(Reason { rule, sentence: text.into() });
    if viewer != Viewer::Everything && viewer != Viewer::Seat(owner(id)) {
        say(GUARDS, "It is not your piece.");
    }
    if position.piece(id).fired {
        say(REACTION, "It has fired this turn.");
    }
    if position.ways(id).next().is_none() {
        say(STEPS, "There is no empty square next to it.");
    }
    Ok(reasons)
}

pub fn reach(position: &Position, unit: &str) -> Result<Reach, Refusal> {
    let id = piece_named(unit).ok_or_else(|| unknown(unit))?;
    let from = position.piece(id).at.ok_or_else(|| unknown(unit))?;
    let hexes = position.ways(id).map(|to| {
        let mut there = *position;
        there.pieces[usize::from(id)].at = Some(to);
        let fire = there.shooters(other(owner(id)), id);
        ReachHex {
            hex: to.to_string().into(),
            cost: 1.0,
            mode: "on foot",
            path: vec![to.to_string().into()],
            reactions: fire.map(|by| format!("{} may fire", name(by))).collect(),
        }
    });
    Ok(Reach { unit: unit.into(), from: from.to_string().into(), allowance: 1.0, hexes: hexes.collect() })
}

/// The odds over what the viewer knows: a piece that may be the guard or not widens them.
pub fn explain(position: &Position, viewer: Viewer, action: Action) -> Result<Odds, Refusal> {
    let (Action::Fire(shooter), Frame::React { against, .. }) = (action, position.top()) else {
        return Err(Refusal::plain("Only fire has odds."));
    };
    let guard = |id| match knows(position, viewer, id) {
        true => vec![position.piece(id).guard],
        false => vec![false, true],
    };
    let mut chances = Vec::new();
    for shooter_is in guard(shooter) {
        for target_is in guard(against) {
            let bonus = 2 * i32::from(shooter_is) - i32::from(target_is);
            chances.push((1..=6).filter(|face| face + bonus >= 5).count() as f64 / 6.0);
        }
    }
    let (low, high) = chances.iter().fold((1.0, 0.0), |(l, h): (f64, f64), c| (l.min(*c), h.max(*c)));
    Ok(Odds {
        title: format!("{} fires at {}", name(shooter), name(against)),
        rule: FIRE,
        modifiers: Vec::new(),
        notes: Vec::new(),
        lookups: Vec::new(),
        lines: vec![
            OddsLine { result: "hit".into(), low, high },
            OddsLine { result: "miss".into(), low: 1.0 - high, high: 1.0 - low },
        ],
    })
}

pub fn scene(position: &Position, viewer: Viewer) -> Scene {
    let piece = |id: PieceId| scene::Piece {
        id: name(id).into(),
        name: name(id).into(),
        seat: owner(id).0,
        kind: "infantry".into(),
        formation: None,
        hex: position.piece(id).at.map(|square| square.to_string().into()),
        facing: None,
        face_up: position.piece(id).face_up,
        size: 1,
        values: knows(position, viewer, id)
            .then(|| Figure {
                label: "guard",
                now: position.piece(id).guard.into(),
                printed: 0,
                provenance: "invented".into(),
            })
            .into_iter()
            .collect(),
        badges: position.piece(id).fired.then(|| "fired".into()).into_iter().collect(),
    };
    Scene {
        map: "ford".into(),
        phase: phase(position),
        pieces: (0..6).map(|id| piece(id).into()).collect(),
        markers: Vec::new(),
        control: Vec::new(),
        tracks: Vec::new(),
        boxes: Vec::new(),
        formations: Vec::new(),
    }
}

pub fn hash(position: &Position) -> u64 {
    let mut hasher = StableHasher::new();
    hasher.write_u8(position.turn);
    hasher.write_u8(position.first.0);
    for piece in position.pieces {
        hasher.write_u8(piece.at.unwrap_or(0));
        hasher.write_bool(piece.guard);
        hasher.write_bool(piece.face_up);
        hasher.write_bool(piece.fired);
    }
    for frame in position.stack {
        let (tag, a, b): (u32, u8, u8) = match frame {
            Frame::Nothing => (0, 0, 0),
            Frame::ChooseGuards { owed } => (1, owed.0, 0),
            Frame::WhoBegins => (2, 0, 0),
            Frame::Turn { seat, steps } => (3, seat.0, steps),
            Frame::React { seat, against } => (4, seat.0, against),
            Frame::Shot { shooter, target } => (5, shooter, target),
            Frame::Hit { piece } => (6, piece, 0),
        };
        hasher.write_u32(tag << 16 | u32::from(a) << 8 | u32::from(b));
    }
    hasher.finish()
}

/// Reads `{"turn":2,"first":"Blue","guards":["r1"],"pieces":{"r2":"22","b3":null}}`.
pub fn setup(setup: &Value, position: &mut Position) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    for (key, value) in setup.as_object().into_iter().flatten() {
        match key.as_str() {
            "turn" => match value.as_u64() {
                Some(turn) if (1..=LAST_TURN.into()).contains(&turn) => position.turn = turn as u8,
                _ => errors.push(format!("no such turn: {value}")),
            },
            "first" => match SEATS.iter().position(|seat| value == seat) {
                Some(seat) => position.first = Seat(seat as u8),
                None => errors.push(format!("no such seat: {value}")),
            },
            "guards" => {
                for guard in value.as_array().into_iter().flatten() {
                    match guard.as_str().and_then(piece_named) {
                        Some(id) => position.pieces[usize::from(id)].guard = true,
                        None => errors.push(format!("no such piece: {guard}")),
                    }
                }
            }
            "pieces" => {
                for (piece, square) in value.as_object().into_iter().flatten() {
                    match (piece_named(piece), square.as_str().map(square_named)) {
                        (Some(id), None) => position.pieces[usize::from(id)].at = None,
                        (Some(id), Some(Some(to))) => position.pieces[usize::from(id)].at = Some(to),
                        _ => errors.push(format!("{piece} cannot stand on {square}")),
                    }
                }
            }
            _ => errors.push(format!("`{key}` means nothing in a set-up")),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
