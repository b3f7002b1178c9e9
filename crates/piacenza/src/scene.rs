//! What a viewer sees: counters, smoke and attack markers, objectives, tracks, losses. Only the chosen wings
//! and the objectives are hidden.

use crate::battle::Battle;
use crate::model::{Arm, FormationId, LeaderId, Rank, UnitId, UnitKind, Victory};
use crate::position::{Attack, Leader, NOBODY, Order, Place, Position, Unit};
use hexmap::Hex;
use kernel::scene::{Bin, Control, Figure, Formation, Marker, Piece, Track, TrackMarker};
use kernel::{Scene, Text, Viewer, format_text};
use std::sync::Arc;

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
        let figure = |label, key, now: u8, printed: u8| Figure {
            label,
            now: now.into(),
            printed: printed.into(),
            provenance: Text::new_static(def.sources.of(key)),
        };
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
        }
    }

    fn leader_shown(&self, p: &Position, leader: LeaderId) -> Piece {
        // who was lost shows where he lies, who has moved has been seen to
        let Leader { place: _, hex, staff, moved: _, stays } = *p.leader(leader);
        let def = &self.army.leaders[leader];
        let mut values = Vec::new();
        let mut figure = |label, key, both: [u8; 2]| {
            values.push(Figure {
                label,
                now: both[staff as usize].into(),
                printed: both[0].into(),
                provenance: Text::new_static(def.sources.of(key)),
            });
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
            formation,
            hex: (!hex.is_none()).then(|| Text::new(self.map.number(hex))),
            facing: None,
            face_up: true,
            size: 0,
            values,
            badges,
        }
    }

    fn markers_shown(&self, p: &Position) -> Vec<Marker> {
        let number = |hex: Hex| Text::new(self.map.number(hex));
        let smoke = p.smoke.iter().map(|hex| Marker {
            kind: "smoke".into(),
            seat: 0,
            hex: number(*hex),
            target: None,
        });
        let attacks = p.units.ids().filter_map(|unit| {
            let target = if p.on_map(unit) { self.attacked_hex(p, unit)? } else { return None };
            let kind = if matches!(p.unit(unit).attack, Attack::Charge(_)) { "charge" } else { "melee" };
            let seat = self.side_of(unit);
            Some(Marker {
                kind: kind.into(),
                seat,
                hex: number(p.unit(unit).hex),
                target: Some(number(target)),
            })
        });
        let line = p.line.iter().map(|(unit, hex)| Marker {
            kind: "line".into(),
            seat: self.side_of(*unit),
            hex: number(*hex),
            // where it comes from
            target: (!p.unit(*unit).hex.is_none()).then(|| number(p.unit(*unit).hex)),
        });
        let shots = p.shots.iter().filter(|shot| shot.live).map(|shot| Marker {
            kind: "fire".into(),
            seat: self.side_of(shot.firer),
            hex: number(shot.from),
            target: Some(number(shot.target)),
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
            let worth = match (secret, known && chosen) {
                (false, _) => "objective",
                (true, true) => "chosen objective",
                (true, false) => "possible objective",
            };
            Arc::new(Control {
                hex: Text::new(self.map.number(*hex)),
                name: Text::new(self.map.place(*hex)),
                seat,
                worth: Text::new_static(worth),
            })
        };
        self.objectives().iter().enumerate().map(shown).collect()
    }

    fn tracks(&self, p: &Position, viewer: Viewer) -> Vec<Track> {
        let mark = |label: &str, at: i32| TrackMarker { label: label.into(), at };
        let turn = i32::from(p.turn);
        let mut tracks = vec![Track {
            name: "Turn".into(),
            from: self.scenario.first_turn.into(),
            to: self.scenario.last_turn.into(),
            markers: vec![mark(self.hour(p.turn), turn)],
        }];
        let hidden = p.hidden(viewer);
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
            tracks.push(Track {
                name: format_text!("Wings of {name} that have activated"),
                from: 0,
                to: 1,
                markers: markers.collect(),
            });
        }
        if matches!(self.scenario.victory, Victory::Objectives { .. }) {
            let points = (0..2u8)
                .map(|side| mark(self.seat_names[side as usize], self.points(p, side) as i32))
                .collect();
            tracks.push(Track { name: "Victory points".into(), from: 0, to: 60, markers: points });
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
                Bin { name: "Losses".into(), seat: Some(side), pieces: pieces.map(Arc::new).collect() }
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
}
