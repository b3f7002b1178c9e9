//! What a viewer sees: counters, smoke and attack markers, objectives, tracks, losses. Only the chosen wings
//! and the objectives are hidden.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Fire, FireStage, Frame, MarchStage, VolleyStage};
use crate::model::{Arm, FormationId, LeaderId, Rank, UnitId, UnitKind, Victory};
use crate::position::{self, Attack, Leader, NOBODY, Order, Place, Position, Unit};
use hexmap::Hex;
use kernel::scene::{
    Bin, Control, Figure, Formation, Look, MarkInfo, Marker, Piece, Shot, ShotAt, Stake, Tone, Track,
    TrackMarker, Volley,
};
use kernel::{Course, CourseButton, Prompt, Scene, Text, Viewer, format_text};
use std::sync::Arc;

/// How the marks on counters look.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new("in disorder", "D", Tone::Bad),
    MarkInfo::new("routed", "R", Tone::Worse),
    MarkInfo::new("reduced", "½", Tone::Bad),
    MarkInfo::new("feu de billebaude", "B", Tone::Bad),
    MarkInfo::new("changed ranks", "↕", Tone::Calm),
    MarkInfo::new("guns failed", "∅", Tone::Worse),
    MarkInfo::new("fired", "✓", Tone::Done),
    MarkInfo::new("melee", "M", Tone::Worse),
    MarkInfo::new("charge", "C", Tone::Worse),
    MarkInfo::new("light infantry", "L", Tone::Calm),
    MarkInfo::new("grenadiers", "G", Tone::Calm),
    MarkInfo::new("light cavalry", "L", Tone::Calm),
    MarkInfo::new("dragoons", "Dr", Tone::Calm),
    MarkInfo::new("dragoons on foot", "Df", Tone::Calm),
    MarkInfo::new("staff", "½", Tone::Bad),
    MarkInfo::new("stays", "‖", Tone::Done),
    // stars tell a commander's rank
    MarkInfo::new("commander in chief", "", Tone::Words),
    MarkInfo::new("wing commander", "", Tone::Words),
    MarkInfo::new("formation commander", "", Tone::Words),
    MarkInfo::new("standard bearer", "", Tone::Words),
];

/// Events with which troops begin something new: the fire that was told of before is past.
pub(crate) fn begins(kind: &str) -> bool {
    matches!(
        kind,
        "activation"
            | "phase"
            | "selection"
            | "turn"
            | "end"
            | "line"
            | "ride"
            | "move"
            | "bombardment"
            | "reorganized"
            | "advance"
    )
}

impl Battle {
    pub(crate) fn scene(&self, p: &Position, viewer: Viewer) -> Scene {
        Scene {
            map: self.map.id().into(),
            phase: self.phase_words(p),
            pieces: self.pieces(p),
            markers: self.markers_shown(p),
            control: self.control_shown(p, viewer),
            tracks: self.tracks(p, viewer),
            boxes: self.boxes(p),
            formations: self.formations_shown(p),
            volley: self.volley_shown(p),
        }
    }

    fn pieces(&self, p: &Position) -> Vec<Arc<Piece>> {
        let units = p.units.ids().filter(|u| p.on_map(*u)).map(|u| self.unit_shown(p, u));
        let leaders = p.leaders.ids().filter(|l| p.leader(*l).place == Place::Map);
        units.chain(leaders.map(|l| self.leader_shown(p, l))).map(Arc::new).collect()
    }

    /// A unit as everybody sees it. All that it has is named: who adds something says whether it is shown.
    fn unit_shown(&self, p: &Position, unit: UnitId) -> Piece {
        let Unit {
            place,
            hex,
            reduced,
            order,
            billebaude,
            changed,
            fired,
            failed,
            facing,
            attack,
            // what everybody has seen it do in this activation
            moved: _,
            began: _,
        } = *p.unit(unit);
        let def = &self.army.units[unit];
        let figure = |label, key, now: u8, printed: u8| Figure::new(label, now, printed, def.sources.of(key));
        let sp = if place == Place::Lost { 0 } else { self.sp(p, unit) };
        let mut values =
            vec![figure("SP", "strength", sp, def.sp[0]), figure("MA", "movement", def.ma, def.ma)];
        if def.training > 0 {
            values.push(figure("TR", "training", def.training, def.training));
        }
        let kind = match def.arm {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        };
        let gun = def.arm == Arm::Artillery;
        let badges = [
            match order {
                Order::Good => None,
                Order::Disordered => Some("in disorder"),
                Order::Routed => Some("routed"),
            },
            reduced.then_some("reduced"),
            billebaude.then_some("feu de billebaude"),
            changed.then_some("changed ranks"),
            match (gun, failed, fired) {
                (true, true, _) => Some("guns failed"),
                (true, false, true) => Some("fired"),
                _ => None,
            },
            match attack {
                Attack::None => None,
                Attack::Melee(_) => Some("melee"),
                Attack::Charge(_) => Some("charge"),
            },
            match self.kind(unit) {
                UnitKind::LightInfantry => Some("light infantry"),
                UnitKind::Grenadier => Some("grenadiers"),
                UnitKind::LightCavalry => Some("light cavalry"),
                UnitKind::Dragoon => Some("dragoons"),
                UnitKind::DragoonFoot => Some("dragoons on foot"),
                UnitKind::Infantry | UnitKind::HeavyCavalry | UnitKind::Artillery => None,
            },
        ];
        Piece {
            id: Text::new(&def.id),
            name: Text::new(&def.name),
            seat: def.side,
            kind: Text::new_static(kind),
            formation: Some(Text::new(&self.army.formations[def.formation].id)),
            hex: (!hex.is_none()).then(|| Text::new(self.map.number(hex))),
            facing: (gun && !hex.is_none()).then_some(facing),
            face_up: true,
            size: 1,
            values,
            badges: badges.into_iter().flatten().map(Text::new_static).collect(),
            ..Piece::default()
        }
    }

    fn leader_shown(&self, p: &Position, leader: LeaderId) -> Piece {
        // who was lost shows where he lies, who has moved has been seen to
        let Leader { place: _, hex, staff, moved: _, stays } = *p.leader(leader);
        let def = &self.army.leaders[leader];
        let mut values = Vec::new();
        let mut figure = |label, key, both: [u8; 2]| {
            values.push(Figure::new(label, both[staff as usize], both[0], def.sources.of(key)));
        };
        match def.rank {
            Rank::Chief => figure("Range", "command_range", def.range),
            Rank::Wing => {
                figure("Range", "command_range", def.range);
                figure("Fire", "fire_bonus", def.fire_bonus);
            }
            Rank::Formation => {
                figure("Fire", "fire_bonus", def.fire_bonus);
                figure("SF", "sergeants_factor", def.sergeants);
            }
            Rank::Bearer => figure("SF", "sergeants_factor", def.sergeants),
        }
        let mut badges = vec![Text::new_static(match def.rank {
            Rank::Chief => "commander in chief",
            Rank::Wing => "wing commander",
            Rank::Formation => "formation commander",
            Rank::Bearer => "standard bearer",
        })];
        if staff {
            badges.push(Text::new_static("staff"));
        }
        if stays > 0 {
            badges.push(Text::new_static("stays"));
        }
        let formation = def.formation.map(|f| Text::new(&self.army.formations[f].id));
        Piece {
            id: Text::new(&def.id),
            name: Text::new(&def.name),
            seat: def.side,
            kind: Text::new_static(if def.rank == Rank::Bearer { "standard" } else { "commander" }),
            stars: match def.rank {
                Rank::Chief => Some(3),
                Rank::Wing => Some(2),
                Rank::Formation => Some(1),
                Rank::Bearer => None,
            },
            formation,
            hex: (!hex.is_none()).then(|| Text::new(self.map.number(hex))),
            face_up: true,
            values,
            badges,
            ..Piece::default()
        }
    }

    fn markers_shown(&self, p: &Position) -> Vec<Marker> {
        let number = |hex: Hex| Text::new(self.map.number(hex));
        let smoke = p.smoke.iter().map(|hex| Marker::new("smoke", Look::Cloud, 0, number(*hex)));
        let attacks = p.units.ids().filter_map(|unit| {
            let target = if p.on_map(unit) { self.attacked_hex(p, unit)? } else { return None };
            let kind = if matches!(p.unit(unit).attack, Attack::Charge(_)) { "charge" } else { "melee" };
            let from = number(p.unit(unit).hex);
            Some(Marker::new(kind, Look::Arrow, self.side_of(unit), from).at(Some(number(target))))
        });
        let line = p.line.iter().map(|(unit, hex)| {
            // where it comes from
            let from = p.unit(*unit).hex;
            let from = (!from.is_none()).then(|| number(from));
            Marker::new("line", Look::Chain, self.side_of(*unit), number(*hex)).at(from)
        });
        let shots = p.shots.iter().filter(|shot| shot.live).map(|shot| {
            let (from, target) = (number(shot.from), number(shot.target));
            Marker::new("fire", Look::Aim, self.side_of(shot.firer), from).at(Some(target))
        });
        smoke.chain(attacks).chain(line).chain(shots).collect()
    }

    fn control_shown(&self, p: &Position, viewer: Viewer) -> Vec<Arc<Control>> {
        let secret = matches!(self.scenario.victory, Victory::Objectives { .. });
        let hidden = p.hidden(viewer);
        let shown = |(i, hex): (usize, &Hex)| {
            let seat = match &self.scenario.victory {
                Victory::LastHeld(_) if !p.occupied(*hex) => (p.held != NOBODY).then_some(p.held),
                _ => (0..2).find(|side| self.occupies(p, *side, *hex)),
            };
            let known = !hidden.objectives || p.revealed >> i & 1 != 0;
            let chosen = p.objectives >> i & 1 != 0;
            let (worth, stake) = match (secret, known && chosen) {
                (false, _) => ("objective", Stake::Open),
                (true, true) => ("chosen objective", Stake::Chosen),
                (true, false) => ("possible objective", Stake::Maybe),
            };
            Arc::new(Control {
                hex: Text::new(self.map.number(*hex)),
                name: Text::new(self.map.place(*hex)),
                seat,
                worth: Text::new_static(worth),
                stake,
            })
        };
        self.objectives().iter().enumerate().map(shown).collect()
    }

    fn tracks(&self, p: &Position, viewer: Viewer) -> Vec<Track> {
        let mark = |label: &str, at: i32| TrackMarker::new(label, at);
        let turn = i32::from(p.turn);
        let hidden = p.hidden(viewer);
        let (first, last) = (self.scenario.first_turn.into(), self.scenario.last_turn.into());
        let mut tracks =
            vec![Track::new("Turn", first, last, vec![mark(self.hour(p.turn), turn)]).printed("turns")];
        for side in 0..2u8 {
            let wings = &self.scenario.wings[side as usize];
            if wings.is_empty() {
                continue;
            }
            let chosen = p.chosen[side as usize];
            // who has one marker hides nothing by laying it face down
            let open = !hidden.wings[side as usize] || wings.len() < 2;
            let markers = wings.iter().map(|wing| {
                let at = if p.used.has(*wing) { 1 } else { 0 };
                let name = &self.army.wings[*wing].name;
                if *wing == chosen && open { mark(&format!("{name}, chosen"), at) } else { mark(name, at) }
            });
            let name = self.seat_names[side as usize];
            let title = format_text!("Wings of {name} that have activated");
            tracks.push(Track::new(title, 0, 1, markers.collect()));
        }
        if matches!(self.scenario.victory, Victory::Objectives { .. }) {
            let points = (0..2u8)
                .map(|side| mark(self.seat_names[side as usize], self.points(p, side) as i32))
                .collect();
            tracks.push(Track::new("Victory points", 0, 60, points));
        }
        tracks
    }

    fn boxes(&self, p: &Position) -> Vec<Bin> {
        (0..2u8)
            .map(|side| {
                let lost =
                    p.units.ids().filter(|u| self.side_of(*u) == side && p.unit(*u).place == Place::Lost);
                let leaders = p
                    .leaders
                    .ids()
                    .filter(|l| self.army.leaders[*l].side == side && p.leader(*l).place == Place::Lost);
                let pieces =
                    lost.map(|u| self.unit_shown(p, u)).chain(leaders.map(|l| self.leader_shown(p, l)));
                Bin {
                    id: format_text!("losses-{side}"),
                    name: "Losses".into(),
                    seat: Some(side),
                    lost: true,
                    pieces: pieces.map(Arc::new).collect(),
                }
            })
            .filter(|bin: &Bin| !bin.pieces.is_empty())
            .collect()
    }

    fn formations_shown(&self, p: &Position) -> Vec<Arc<Formation>> {
        let present =
            |f: &FormationId| self.army.formations[*f].units.iter().any(|u| p.unit(*u).place != Place::Away);
        let shown = |f: FormationId| {
            let def = &self.army.formations[f];
            let mut facts = vec![Text::new(&self.army.wings[def.wing].name)];
            if !self.units_of(p, f).is_empty() && !self.formation_commanded(p, f) {
                facts.push("out of command".into());
            }
            if p.used.has(def.wing) {
                facts.push("activated".into());
            }
            Arc::new(Formation {
                id: Text::new(&def.id),
                name: Text::new(&def.name),
                seat: def.side,
                commander: def.leader.map_or("", |l| &self.army.leaders[l].name).into(),
                colour: Text::new(&def.paint),
                facts,
            })
        };
        self.army.formations.ids().filter(present).map(shown).collect()
    }

    // ---- fire combat -----------------------------------------------------------------------

    /// What both sides heard when it was named.
    fn volley_shown(&self, p: &Position) -> Volley {
        let shots = self.shots_shown(p);
        let due = shots.iter().any(|shot| !shot.failed);
        let note = if due { "Both sides name their targets before any die is rolled." } else { "" };
        Volley { note: note.into(), shots }
    }

    /// Shots that are declared and not rolled for yet.
    fn shots_shown(&self, p: &Position) -> Vec<Shot> {
        let Some((fire, above)) = fire_of(p) else { return Vec::new() };
        // those of the volley that is fired now, from a number on
        let due = |from: usize| -> Vec<Shot> {
            let shots = p.shots.iter().enumerate().filter(|(i, shot)| *i >= from && shot.live);
            shots.map(|(_, shot)| self.shot_shown(p, shot, &fire)).collect()
        };
        match fire.stage {
            FireStage::Targets | FireStage::Answers => due(0),
            FireStage::First | FireStage::Second => match above {
                Some(Frame::Volley(volley)) => match volley.stage {
                    VolleyStage::Roll => due(volley.next.into()),
                    VolleyStage::Victim => due(usize::from(volley.next) + 1),
                    VolleyStage::Suffer => Vec::new(),
                },
                _ => Vec::new(),
            },
            FireStage::Again | FireStage::AnswersAgain | FireStage::Training => {
                // who rolls now is in neither set
                let rolling = match above {
                    Some(Frame::Train(train)) => Some(train.unit),
                    _ => None,
                };
                let tries = |unit: UnitId| {
                    fire.trying.has(unit)
                        || fire.passed.has(unit)
                        || fire.failed.has(unit)
                        || rolling == Some(unit)
                };
                let again =
                    |shot: &&position::Shot| if shot.offensive { tries(shot.firer) } else { shot.live };
                p.shots.iter().filter(again).map(|shot| self.shot_shown(p, shot, &fire)).collect()
            }
            FireStage::Melees => Vec::new(),
        }
    }

    fn shot_shown(&self, p: &Position, shot: &position::Shot, fire: &Fire) -> Shot {
        let id = |unit: UnitId| Text::new(&self.army.units[unit].id);
        let name = |unit: UnitId| Text::new(self.unit_name(unit));
        let first = matches!(fire.stage, FireStage::Targets | FireStage::Answers | FireStage::First);
        let again = shot.offensive && !first;
        let failed = !first && fire.failed.has(shot.firer);
        let action = match (shot.offensive, again) {
            (false, _) => Action::Answer(shot.firer, shot.at),
            (true, true) => Action::Again(shot.firer),
            (true, false) => Action::Shoot(shot.firer, shot.target),
        };
        Shot {
            unit: id(shot.firer),
            name: name(shot.firer),
            hex: Text::new(self.map.number(shot.target)),
            at: (shot.at != UnitId::NOBODY).then(|| ShotAt { unit: id(shot.at), name: name(shot.at) }),
            answers: !shot.offensive,
            again,
            failed,
            action: (!failed).then(|| Text::new(self.write(p, action))),
        }
    }

    /// The shot of a fire combat that is rolled for now; None where guns bombard, or somebody reacts.
    pub(crate) fn shot_rolled(&self, p: &Position) -> Option<Shot> {
        match fire_of(p)? {
            (fire, Some(Frame::Volley(volley))) => {
                let shot = self.shot_shown(p, p.shots.get(usize::from(volley.next))?, &fire);
                Some(Shot { action: None, ..shot })
            }
            _ => None,
        }
    }

    /// The shot of a second volley that a unit has just failed to fire, if it has.
    pub(crate) fn shot_failed(&self, p: &Position, unit: UnitId) -> Option<Shot> {
        let (fire, _) = fire_of(p)?;
        let training = fire.stage == FireStage::Training && fire.failed.has(unit);
        let shot = p.shots.iter().rfind(|shot| training && shot.firer == unit)?;
        Some(self.shot_shown(p, shot, &fire))
    }

    // ---- what is asked and offered ---------------------------------------------------------

    /// A question with what a panel shows beside it.
    pub(crate) fn prompt_shown(&self, p: &Position, mut prompt: Prompt) -> Prompt {
        prompt.still = matches!(prompt.kind, "retreat" | "escort" | "reappear");
        let drawing = matches!(p.now(), Some(Frame::March(f)) if f.stage == MarchStage::Draw);
        // others read that they wait
        if drawing && prompt.kind == "draw" {
            let button = |kind, label: &'static str| CourseButton { kind, label: label.into() };
            prompt.course = Some(Course {
                title: "A Line".into(),
                help:
                    "Click on a lit hex and say who stands there, or choose a unit first and then its place."
                        .into(),
                steps: ["One end", "Other end", "Between"].map(Text::new_static).to_vec(),
                step: p.line.len().min(2) as u8,
                buttons: vec![button("done", "Declare this Line"), button("drop", "Drop it")],
            });
        }
        prompt
    }
}

/// The fire combat in which shots are named and rolled for, and the procedure that it waits for.
fn fire_of(p: &Position) -> Option<(Fire, Option<Frame>)> {
    let at = p.stack.iter().rposition(|frame| matches!(frame, Frame::Fire(_)))?;
    match p.stack[at] {
        Frame::Fire(fire) => Some((fire, p.stack.get(at + 1).copied())),
        _ => None,
    }
}
