//! What a viewer sees: counters with their values where he knows them, their backs where he does not
//! (8.7), markers, control, tracks, columns and casualties.

use crate::battle::Battle;
use crate::fog::{Marks, STATUS};
use crate::model::{FormationId, LeaderId, UnitId, UnitKind};
use crate::notation::{arm_name, short};
use crate::position::{Ammo, Corps, FormationState, Leader, MAX_LEADERS, Place, Position, Unit, UnitSet};
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::scene::{
    Bin, Control, Figure, Formation, Look, MarkInfo, Marker, Piece, Stake, Tone, Track, TrackMarker, Volley,
};
use kernel::{Kept, Scene, Text, Viewer, capital, format_text};
use std::sync::Arc;

/// As many places as a piece can be in.
const PLACES: usize = Place::Lost as usize + 1;

/// How the marks on counters look.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new("shaken", "1", Tone::Bad),
    MarkInfo::new("disordered", "2", Tone::Bad),
    MarkInfo::new("disorganized", "3", Tone::Worse),
    MarkInfo::new("square", "■", Tone::Calm),
    MarkInfo::new("march", "»", Tone::Calm),
    MarkInfo::new("limbered", "»", Tone::Calm),
    MarkInfo::new("exhausted", "E", Tone::Bad),
    MarkInfo::new("low ammo", "•", Tone::Bad),
    MarkInfo::new("out of ammo", "∅", Tone::Worse),
    MarkInfo::new("out of command", "!", Tone::Worse),
    MarkInfo::new("overrun", "✕", Tone::Worse),
    MarkInfo::new("light infantry", "L", Tone::Calm),
    MarkInfo::new("horse artillery", "H", Tone::Calm),
    MarkInfo::new("acted", "", Tone::Spent),
    MarkInfo::new("moved", "", Tone::Spent),
    MarkInfo::new("face down", "", Tone::Folded),
];

type Leaders = ArrayVec<LeaderId, MAX_LEADERS>;

impl Battle {
    pub(crate) fn scene(&self, p: &Position, viewer: Viewer) -> Scene {
        Scene {
            map: self.map.id().into(),
            phase: self.phase_words(p),
            pieces: self.pieces(p, viewer),
            markers: self.markers_shown(p),
            control: self.control_shown(p),
            tracks: self.tracks(p),
            boxes: self.boxes(p, viewer),
            formations: self.formations_shown(p),
            volley: Volley::default(),
        }
    }

    // ---- counters --------------------------------------------------------------------------

    fn pieces(&self, p: &Position, viewer: Viewer) -> Vec<Arc<Piece>> {
        let on_map = |u: &UnitId| matches!(p.unit(*u).place, Place::Map | Place::Overrun);
        let units = p.units.ids().filter(on_map).collect();
        let mut pieces = self.units_shown(p, viewer, units, "");
        let on_map = |l: &LeaderId| p.leaders[*l].place == Place::Map;
        let leaders = p.leaders.ids().filter(on_map).collect();
        pieces.extend(self.leaders_shown(p, viewer, leaders, ""));
        pieces
    }

    /// Units as counters. Those that the viewer does not know are numbered within their hex, or within
    /// the box that is named, in an order that only what lies open decides.
    fn units_shown(&self, p: &Position, viewer: Viewer, units: UnitSet, bin: &str) -> Vec<Arc<Piece>> {
        let mut pieces = Vec::with_capacity(units.count() as usize + MAX_LEADERS);
        let (mut place, mut number) = (Hex::NONE, 0);
        for unit in self.in_open_order(p, units) {
            let hex = p.unit(unit).hex;
            if hex != place {
                (place, number) = (hex, 0);
            }
            number += 1;
            let face_up = self.face_up(p, unit);
            let known = face_up || viewer.may_see(self.seen_face_down(unit));
            let facts = unit_facts(unit, p.unit(unit), known, face_up, number);
            pieces.push(self.kept.units.get(facts, || self.unit_shown(p, known, unit, bin, number)));
        }
        pieces
    }

    fn unit_shown(&self, p: &Position, known: bool, unit: UnitId, bin: &str, number: usize) -> Piece {
        let (u, def) = (p.unit(unit), &self.army.units[unit]);
        let values = if known {
            let sp = if u.place == Place::Lost { 0 } else { self.sp(p, unit) };
            vec![
                Figure::new("SP", sp, def.sp, def.sources.of("sp")),
                Figure::new("CV", self.ccv(p, unit), def.cv, def.sources.of("cv")),
                Figure::new("MA", def.ma, def.ma, def.sources.of("ma")),
            ]
        } else {
            Vec::new()
        };
        let place = self.where_shown(u.hex, bin);
        let (id, name) = self.identity(known, unit, &place, number);
        let on_map = !u.hex.is_none();
        Piece {
            id,
            name,
            seat: def.side,
            kind: Text::new_static(arm_name(def.arm)),
            formation: Some(short(&self.army.formations[def.formation].id).into()),
            hex: on_map.then_some(place),
            facing: on_map.then_some(u.facing),
            face_up: known,
            size: def.stacking,
            values,
            badges: self.badges(p, unit, known),
            ..Piece::default()
        }
    }

    /// The id and the name of a counter, or what stands for them where it is not known.
    fn identity(&self, known: bool, unit: UnitId, place: &str, number: usize) -> (Text, Text) {
        let def = &self.army.units[unit];
        match known {
            true => (def.id.as_str().into(), def.name.as_str().into()),
            false => (format_text!("{place}#{number}"), self.back(unit).clone()),
        }
    }

    /// The same for a unit on the map, as it is shown to a viewer.
    pub(crate) fn called(&self, p: &Position, viewer: Viewer, unit: UnitId) -> (Text, Text) {
        let hex = p.unit(unit).hex;
        let there = self.in_open_order(p, p.in_hex(hex));
        let number = there.iter().position(|u| *u == unit).map_or(0, |at| at + 1);
        self.identity(self.knows(p, viewer, unit), unit, &self.where_shown(hex, ""), number)
    }

    /// The name of the hex or box.
    fn where_shown(&self, hex: Hex, bin: &str) -> Text {
        if hex.is_none() { bin.into() } else { self.map.number(hex).into() }
    }

    /// Marks that lie on top of a counter are open to both sides; what its front shows is not.
    pub(crate) fn badges(&self, p: &Position, unit: UnitId, known: bool) -> Vec<Text> {
        let Marks { place, hex: _, facing: _, status, march, square, exhausted, ammo, out_of_command, acted } =
            p.unit(unit).marks();
        let mut list: ArrayVec<&'static str, 12> = ArrayVec::new();
        if status > 0 {
            list.push(STATUS[status as usize]);
        }
        if square {
            list.push("square");
        }
        if march {
            list.push(if self.is_gun(unit) { "limbered" } else { "march" });
        }
        if exhausted {
            list.push("exhausted");
        }
        match ammo {
            Ammo::Full => {}
            Ammo::Low => list.push("low ammo"),
            Ammo::Out => list.push("out of ammo"),
        }
        if out_of_command {
            list.push("out of command");
        }
        if place == Place::Overrun {
            list.push("overrun");
        }
        if acted && place == Place::Map {
            list.push("acted");
        }
        if known {
            match self.kind(unit) {
                UnitKind::LightInfantry => list.push("light infantry"),
                UnitKind::HorseArtillery => list.push("horse artillery"),
                UnitKind::LineInfantry
                | UnitKind::Cavalry
                | UnitKind::FieldArtillery
                | UnitKind::BridgeTrain
                | UnitKind::Fortress => {}
            }
            if !self.face_up(p, unit) {
                list.push("face down");
            }
        }
        list.into_iter().map(Text::new_static).collect()
    }

    fn leaders_shown(&self, p: &Position, viewer: Viewer, leaders: Leaders, bin: &str) -> Vec<Arc<Piece>> {
        let mut leaders = leaders;
        let known = |l: LeaderId| viewer.may_see(self.leader_seen_by(p, l));
        leaders.sort_by_key(|l| {
            let leader = &p.leaders[*l];
            let open = if known(*l) { *l } else { LeaderId::NOBODY };
            (leader.hex, self.army.leaders[*l].side, leader.moved, open)
        });
        let mut pieces = Vec::new();
        let (mut place, mut number) = (Hex::NONE, 0);
        for leader in leaders {
            let state = p.leaders[leader];
            if state.hex != place {
                (place, number) = (state.hex, 0);
            }
            let known = known(leader);
            number += usize::from(!known);
            let facts = leader_facts(leader, state, known, number);
            let shown = || self.leader_shown(p, leader, known, bin, number);
            pieces.push(self.kept.leaders.get(facts, shown));
        }
        pieces
    }

    fn leader_shown(&self, p: &Position, leader: LeaderId, known: bool, bin: &str, number: usize) -> Piece {
        let (state, def) = (p.leaders[leader], &self.army.leaders[leader]);
        let figure = |label, key, value: u8| Figure::new(label, value, value, def.sources.of(key));
        let mut values = Vec::new();
        if known {
            values.push(match def.formation {
                Some(_) => figure("Command Value", "command_value", def.command_value),
                None => figure("Command Rating", "command_rating", def.command_rating),
            });
            values.push(figure("MA", "ma", def.ma));
        }
        let mut badges = Vec::new();
        if state.moved {
            badges.push(Text::new_static("moved"));
        }
        if known && self.options.fog && !state.shown && state.place == Place::Map {
            badges.push(Text::new_static("face down"));
        }
        let place = self.where_shown(state.hex, bin);
        let formation = def.formation.map(|f| Text::from(short(&self.army.formations[f].id)));
        Piece {
            id: if known { def.id.as_str().into() } else { format_text!("{place}#commander{number}") },
            name: if known { def.name.as_str().into() } else { Text::new_static("face-down commander") },
            seat: def.side,
            kind: Text::new_static("commander"),
            formation: formation.filter(|_| known),
            hex: (!state.hex.is_none()).then_some(place),
            face_up: known,
            values,
            badges,
            ..Piece::default()
        }
    }

    // ---- markers and control ---------------------------------------------------------------

    fn markers_shown(&self, p: &Position) -> Vec<Marker> {
        let side = p.activation().map_or(0, |a| self.army.formations[a.formation].side);
        let shown = |marker: &crate::position::Marker| {
            let kind = match marker.kind {
                crate::position::MarkerKind::Assault => "assault",
                crate::position::MarkerKind::Charge => "charge",
            };
            let (hex, target) = (self.map.number(marker.hex), self.map.number(self.target_of(*marker)));
            let shown = Marker::new(kind, Look::Arrow, side, hex).at(Some(target.into()));
            match marker.served {
                true => Marker { kind: format_text!("{kind}, used"), used: true, ..shown },
                false => shown,
            }
        };
        p.markers.iter().map(shown).collect()
    }

    pub(crate) fn control_shown(&self, p: &Position) -> Vec<Arc<Control>> {
        let victory = &self.scenario.victory;
        let decisive = if self.corps_in_play(p) { &victory.corps_decisive } else { &victory.decisive };
        let shown = |(i, hex): (usize, &Hex)| {
            let worth = if decisive.contains(hex) {
                "decisive"
            } else if victory.objectives.contains(hex) {
                "objective"
            } else {
                return None;
            };
            let seat = self.holder(p, i);
            Some(self.kept.control.get((*hex, seat, worth), || {
                let place = self.map.places().iter().find(|place| place.hex == *hex);
                Control {
                    hex: self.map.number(*hex).into(),
                    name: place.map_or("", |place| &place.name).into(),
                    seat: Some(seat),
                    worth: Text::new_static(worth),
                    stake: Stake::Open,
                }
            }))
        };
        self.watched.iter().enumerate().filter_map(shown).collect()
    }

    // ---- tracks ----------------------------------------------------------------------------

    fn tracks(&self, p: &Position) -> Vec<Track> {
        let mark = |label: &str, at: i32| TrackMarker::new(label, at);
        let turns = i32::from(self.scenario.turns);
        let now = mark(&self.hour(p.turn), p.turn.into());
        let mut tracks = vec![Track::new("Turn", 1, turns, vec![now]).printed("turns")];
        let moods = self.playing(p).map(|f| {
            let name = &self.army.formations[f].name;
            mark(name, p.formations[f].mood.into())
        });
        let (lowest, highest) = (self.charts.mood_min.into(), self.charts.mood_max.into());
        tracks.push(Track::new("Mood", lowest, highest, moods.collect()).printed("mood"));
        let victory = &self.scenario.victory;
        let needed =
            if self.corps_in_play(p) { victory.corps_tactical_count } else { victory.tactical_count };
        let attacker = self.seat_names[victory.attacker as usize];
        let held = self.objectives_held(p, victory.attacker);
        tracks.push(Track::new(
            format_text!("{} held by {attacker}", capital(&victory.called)),
            0,
            victory.objectives.len() as i32,
            vec![mark(attacker, held.into()), mark("tactical victory", needed.into())],
        ));
        if let Some(side) = self.scenario.capped_side.filter(|_| self.switches.activation_cap_by_turn) {
            let name = self.seat_names[side as usize];
            let made = mark(name, p.activations[side as usize].into());
            let title = format_text!("Activations of {name} this turn");
            tracks.push(Track::new(title, 0, p.turn.into(), vec![made]));
        }
        if let Some(corps) = &self.scenario.corps {
            // on the sheet: not asked, asked, arriving
            let (label, at, space) = match p.corps {
                Corps::Undecided => ("asked for or not at the end of this turn", corps.first_roll_turn, 0),
                Corps::NotAsked => ("not asked for", p.turn, 0),
                Corps::Asked => ("asked for", p.turn, 1),
                Corps::Arrives(turn) => ("arrives", turn, 2),
            };
            let marker = TrackMarker { space: Some(space), ..mark(label, at.into()) };
            tracks.push(Track::new(&corps.name, 1, turns, vec![marker]).printed("corps"));
        }
        tracks
    }

    // ---- boxes -----------------------------------------------------------------------------

    fn boxes(&self, p: &Position, viewer: Viewer) -> Vec<Bin> {
        let mut boxes = Vec::new();
        for side in 0..2u8 {
            let off = self.off_map(p, side);
            let mine = |place: Place| &off[place as usize];
            let mut add = |off: &Off, bin: &str, name: Text| {
                let mut pieces = self.units_shown(p, viewer, off.units, bin);
                pieces.extend(self.leaders_shown(p, viewer, off.leaders.clone(), bin));
                let id = format_text!("{bin}-{side}");
                boxes.push(Bin { id, name, seat: Some(side), lost: bin == "lost", pieces });
            };
            let waiting = mine(Place::Setup);
            if !waiting.is_empty() {
                add(waiting, "setup", Text::new_static("To be placed"));
            }
            let column = mine(Place::Column);
            for (formation, def) in self.army.formations.pairs() {
                let own = column.of(
                    |u| self.formation_of(u) == formation,
                    |l| self.army.leaders[l].formation == Some(formation),
                );
                if own.is_empty() {
                    continue;
                }
                let entry = def.units.first().and_then(|u| self.entry_of(*u));
                let at = entry.map_or(String::new(), |e| format!(" at {}", self.hex_words(e.hex)));
                let name = format_text!("Column of {}{at}", def.name);
                add(&own, &format!("column-{}", short(&def.id)), name);
            }
            let overall = column.of(|_| false, |l| self.army.leaders[l].formation.is_none());
            if !overall.is_empty() {
                add(&overall, "column", Text::new_static("Overall commander off the map"));
            }
            let later = mine(Place::Later);
            let corps = self.scenario.corps.iter().flat_map(|c| &c.entries).map(|e| (e, true));
            for (entry, of_corps) in self.scenario.entries.iter().map(|e| (e, false)).chain(corps) {
                let due = later.of(|u| entry.units.contains(&u), |l| entry.leaders.contains(&l));
                if due.is_empty() {
                    continue;
                }
                let def = &self.army.formations[entry.formation];
                let bin = format_text!("later-{}", short(&def.id));
                let name = match (of_corps, p.corps) {
                    (false, _) => format_text!("{}, due turn {}", def.name, entry.turn),
                    (true, Corps::Arrives(first)) => {
                        format_text!("{}, due turn {}", def.name, first + entry.turn - 1)
                    }
                    (true, _) => format_text!("{}, due with {}", def.name, self.corps_name),
                };
                add(&due, &bin, name);
            }
            let lost = mine(Place::Lost);
            if !lost.is_empty() {
                add(lost, "lost", format_text!("Losses of {}", self.seat_names[side as usize]));
            }
        }
        boxes
    }

    /// The pieces of a side by their places.
    fn off_map(&self, p: &Position, side: u8) -> [Off; PLACES] {
        let mut off: [Off; PLACES] = Default::default();
        for (unit, state) in p.units.pairs() {
            if self.side_of(unit) == side {
                off[state.place as usize].units.insert(unit);
            }
        }
        for (leader, state) in p.leaders.pairs() {
            if self.army.leaders[leader].side == side {
                off[state.place as usize].leaders.push(leader);
            }
        }
        off
    }

    // ---- formations ------------------------------------------------------------------------

    /// Formations that take part: with a unit that is, was or will be there.
    fn playing(&self, p: &Position) -> impl Iterator<Item = FormationId> {
        self.army.formations.ids().filter(|f| {
            let units = &self.army.formations[*f].units;
            units.iter().any(|u| p.unit(*u).place != Place::Later || self.entry_of(*u).is_some())
        })
    }

    fn formations_shown(&self, p: &Position) -> Vec<Arc<Formation>> {
        let shown = |f: FormationId| {
            let def = &self.army.formations[f];
            let count = |test: &dyn Fn(UnitId) -> bool| def.units.iter().filter(|u| test(**u)).count() as u8;
            let facts = FormationFacts {
                formation: f,
                state: FormationState { entered: 0, ..p.formations[f] },
                on_map: count(&|u| matches!(p.unit(u).place, Place::Map | Place::Overrun)),
                column: count(&|u| p.unit(u).place == Place::Column),
                lost: count(&|u| p.unit(u).place == Place::Lost),
                out_of_command: count(&|u| p.unit(u).out_of_command),
            };
            self.kept.formations.get(facts, || self.formation_shown(facts))
        };
        self.playing(p).map(shown).collect()
    }

    fn formation_shown(&self, known: FormationFacts) -> Formation {
        let FormationFacts { formation, state, on_map, column, lost, out_of_command } = known;
        let def = &self.army.formations[formation];
        let leader = &self.army.leaders[def.leader];
        let mut facts = vec![format_text!("command value {}", leader.command_value)];
        if state.activated {
            facts.push(Text::new_static("activated"));
        }
        match state.failed {
            0 => {}
            1 => facts.push(Text::new_static("1 failed attempt")),
            n => facts.push(format_text!("{n} failed attempts")),
        }
        if state.mood != 0 {
            facts.push(format_text!("mood {:+}", state.mood));
        }
        facts.push(format_text!("{on_map} of {} units on the map", def.units.len()));
        for (count, words) in [(column, "in the column"), (lost, "lost"), (out_of_command, "out of command")]
        {
            if count > 0 {
                facts.push(format_text!("{count} {words}"));
            }
        }
        Formation {
            id: short(&def.id).into(),
            name: def.name.as_str().into(),
            seat: def.side,
            commander: leader.name.as_str().into(),
            colour: def.paint.as_str().into(),
            facts,
        }
    }
}

/// What was shown before, to be shown again: most of a scene is as it was a move ago.
#[derive(Default)]
pub(crate) struct Shown {
    units: Kept<u64, Piece>,
    leaders: Kept<u64, Piece>,
    control: Kept<(Hex, u8, &'static str), Control>,
    formations: Kept<FormationFacts, Formation>,
}

/// All that decides how a counter looks, in one number. Which box it lies in follows from its place and
/// its formation; its number counts only among those that lie face down.
fn unit_facts(unit: UnitId, state: &Unit, known: bool, face_up: bool, number: usize) -> u64 {
    // What it has done and paid is not seen, and its losses only by those who know it.
    let marks = state.marks();
    Facts::default()
        .and(unit.index() as u64, 8)
        .and(marks.place as u64, 4)
        .and(marks.hex.0.into(), 16)
        .and(marks.packed(), Marks::BITS)
        .and(if known { state.lost.into() } else { 0 }, 6)
        .and(known.into(), 1)
        .and(face_up.into(), 1)
        .and(if known { 0 } else { number as u64 }, 8)
        .0
}

fn leader_facts(leader: LeaderId, state: Leader, known: bool, number: usize) -> u64 {
    let Leader { place, hex, moved, shown } = state;
    let flags = [moved, shown, known];
    Facts::default()
        .and(leader.index() as u64, 8)
        .and(place as u64, 4)
        .and(hex.0.into(), 16)
        .and(flags.iter().fold(0, |all, flag| all << 1 | u64::from(*flag)), 3)
        .and(if known { 0 } else { number as u64 }, 8)
        .0
}

/// Small numbers side by side in a large one.
#[derive(Default)]
struct Facts(u64);

impl Facts {
    fn and(self, fact: u64, bits: u32) -> Facts {
        debug_assert!(fact < 1 << bits, "{fact} in {bits} bits");
        Facts(self.0 << bits | fact)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FormationFacts {
    formation: FormationId,
    state: FormationState,
    on_map: u8,
    column: u8,
    lost: u8,
    out_of_command: u8,
}

/// Pieces in a place.
#[derive(Default)]
struct Off {
    units: UnitSet,
    leaders: Leaders,
}

impl Off {
    fn is_empty(&self) -> bool {
        self.units.is_empty() && self.leaders.is_empty()
    }
    /// Those of them that are meant.
    fn of(&self, unit: impl Fn(UnitId) -> bool, leader: impl Fn(LeaderId) -> bool) -> Off {
        Off {
            units: self.units.iter().filter(|u| unit(*u)).collect(),
            leaders: self.leaders.iter().copied().filter(|l| leader(*l)).collect(),
        }
    }
}
