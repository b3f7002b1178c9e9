//! What is asked and what is offered, in words.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{
    BombardStage, CombatStage, EscortStage, FireStage, Frame, MarchStage, Segment, SelectionStage, Train,
    TrainKind, Wait,
};
use crate::model::{FormationId, LeaderId, UnitId};
use crate::position::Position;
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::{Choice, Citation, Phase, Prompt, Seat, Text, Viewer, agree};

impl Battle {
    pub fn unit_name(&self, unit: UnitId) -> &str {
        &self.army.units[unit].name
    }

    fn commander_name(&self, leader: LeaderId) -> &str {
        &self.army.leaders[leader].name
    }

    pub(crate) fn formation_name(&self, formation: FormationId) -> &str {
        &self.army.formations[formation].name
    }

    fn number(&self, hex: Hex) -> Text {
        Text::new(self.map.number(hex))
    }

    /// "between N and NE".
    fn vertex(&self, dir: Dir) -> String {
        let names = self.map.dir_names();
        format!("between {} and {}", names[dir as usize], names[(dir as usize + 1) % 6])
    }

    fn dir_hex(&self, p: &Position, dir: Dir) -> Hex {
        let here = match p.now() {
            Some(Frame::Move(m)) => m.hex,
            Some(Frame::Retreat(f)) => p.unit(f.unit).hex,
            _ => return Hex::NONE,
        };
        self.map.neighbour(here, dir)
    }

    /// The units that the next step is made with.
    fn on_the_move(&self, p: &Position) -> Vec<UnitId> {
        match p.now() {
            Some(Frame::Move(m)) => m.who().iter().collect(),
            Some(Frame::Retreat(f)) => vec![f.unit],
            _ => Vec::new(),
        }
    }

    /// "8 of 10": the chance of a Training Die Roll before a step.
    fn roll_note(&self, p: &Position, dir: Dir) -> String {
        let Some(Frame::Move(m)) = p.now() else { return String::new() };
        let notes: Vec<String> = m
            .who()
            .iter()
            .filter_map(|unit| {
                let kind = self.roll_before(p, unit, m.hex, dir)?;
                let chance = self.training_chance(p, Train { unit, kind });
                Some(format!("{} passes with {chance} of 10", self.unit_name(unit)))
            })
            .collect();
        if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
    }

    /// The action as it is offered to its seat.
    pub(crate) fn offer(&self, p: &Position, _seat: Seat, action: Action) -> Choice {
        let notation = self.write(p, action);
        let name = |unit: UnitId| self.unit_name(unit);
        let place = |hex: Hex| self.hex_name(hex);
        // who stands there, and where that is
        let troops = |hex: Hex| match self.names(p.in_hex(hex)) {
            names if names.is_empty() => self.hex_name(hex),
            names => format!("{names} in {}", self.hex_name(hex)),
        };
        let unit_ids = |units: &[UnitId]| -> Vec<Text> {
            units
                .iter()
                .filter(|u| **u != UnitId::NOBODY)
                .map(|u| Text::new(&self.army.units[*u].id))
                .collect()
        };
        let leader_id = |leader: LeaderId| vec![Text::new(&self.army.leaders[leader].id)];
        let (kind, mut sentence, rule, hex, units): (&'static str, String, Citation, Hex, Vec<Text>) =
            match action {
                Action::Objective(i) => {
                    let hex = self.objectives()[i as usize];
                    let (words, rule) = match p.now() {
                        Some(Frame::EndTurn) => (format!("Show that you hold {}.", place(hex)), rule::R13_2),
                        _ => (format!("Choose {} as an objective.", place(hex)), rule::R13_0a),
                    };
                    ("objective", words, rule, hex, vec![])
                }
                Action::Place(unit, hex) => (
                    "place",
                    format!("Place {} in {}.", name(unit), place(hex)),
                    rule::R3_0a,
                    hex,
                    unit_ids(&[unit]),
                ),
                Action::PlaceLeader(leader, hex) => {
                    let words = format!("Place {} in {}.", self.commander_name(leader), place(hex));
                    ("place", words, rule::R3_0a, hex, leader_id(leader))
                }
                Action::Convert(unit) => {
                    let verb = if self.is_infantry(unit) { "mount" } else { "dismount" };
                    let setup = matches!(p.now(), Some(Frame::Setup(_)));
                    (
                        "convert",
                        format!("{} in {} {verb}.", name(unit), place(p.unit(unit).hex)),
                        if setup { rule::R2_2_2g } else { rule::R10_5a },
                        p.unit(unit).hex,
                        unit_ids(&[unit]),
                    )
                }
                Action::Face(unit, dir) => {
                    let words = format!("Turn {} to the corner {}.", name(unit), self.vertex(dir));
                    ("turn", words, rule::R5_1b, p.unit(unit).hex, unit_ids(&[unit]))
                }
                Action::Wing(wing) => {
                    ("wing", format!("Choose the {}.", self.wing_name(wing)), rule::R3_0c, Hex::NONE, vec![])
                }
                Action::GoFirst => ("order", "Activate first.".into(), rule::R3_0d, Hex::NONE, vec![]),
                Action::GoSecond { show: false } => (
                    "order",
                    "Let the enemy go first and keep your marker hidden.".into(),
                    rule::R3_0e,
                    Hex::NONE,
                    vec![],
                ),
                Action::GoSecond { show: true } => (
                    "order",
                    "Let the enemy go first and show your marker.".into(),
                    rule::R3_0e,
                    Hex::NONE,
                    vec![],
                ),
                Action::Rally(unit) => {
                    let kind = match p.now() {
                        Some(Frame::Reorganize { .. }) => TrainKind::Reorganization,
                        _ => TrainKind::Billebaude,
                    };
                    let chance = self.training_chance(p, Train { unit, kind });
                    let (purpose, rule) = kind.words();
                    let words = format!("{} rolls {purpose}: {chance} of 10.", name(unit));
                    ("rally", words, rule, p.unit(unit).hex, unit_ids(&[unit]))
                }
                Action::Formation(formation) => {
                    let units: Vec<UnitId> = self.units_of(p, formation).iter().collect();
                    let words = format!("Take {} in hand.", self.formation_name(formation));
                    let rule = self.scenario_command().unwrap_or(rule::R3_1b);
                    ("formation", words, rule, Hex::NONE, unit_ids(&units))
                }
                Action::Draw => ("draw", "Draw a Line.".into(), rule::R5_6e, Hex::NONE, vec![]),
                Action::Assign(unit, hex) => {
                    let words = format!("{} takes its place in {}.", name(unit), place(hex));
                    ("assign", words, rule::R5_6e, hex, unit_ids(&[unit]))
                }
                Action::Rearrange => {
                    ("rearrange", "Place the pieces yourself.".into(), rule::R3_0a, Hex::NONE, vec![])
                }
                Action::Drop => ("drop", "Give up this Line.".into(), rule::R5_6e, Hex::NONE, vec![]),
                Action::Take(unit, UnitId::NOBODY) => (
                    "take",
                    format!("Take {} in hand.", name(unit)),
                    rule::R5_0a,
                    p.unit(unit).hex,
                    unit_ids(&[unit]),
                ),
                Action::Take(unit, with) => {
                    let words = format!("Take {} and {} in hand together.", name(unit), name(with));
                    ("take", words, rule::R5_0a, p.unit(unit).hex, unit_ids(&[unit, with]))
                }
                Action::Step(dir) => {
                    let hex = self.dir_hex(p, dir);
                    let by_road = matches!(p.now(), Some(Frame::Move(m)) if self.spared_by_road(p, &m, dir));
                    (
                        "step",
                        format!("Go to {}{}.", place(hex), self.roll_note(p, dir)),
                        if by_road { rule::R5_7b } else { rule::R5_0b },
                        hex,
                        unit_ids(&self.on_the_move(p)),
                    )
                }
                Action::Melee(unit, dir) => {
                    let hex = self.dir_hex(p, dir);
                    let words = format!("{} declares a Melee against {}.", name(unit), troops(hex));
                    // cavalry needs no commander beside it
                    let alone = self.is_cavalry(unit) && p.march().is_some_and(|f| !f.direct.has(unit));
                    let rule = if alone { rule::R10_1b } else { rule::R9_2_1b };
                    ("melee", words, rule, hex, unit_ids(&[unit]))
                }
                Action::Charge(unit, dir) => {
                    let hex = self.dir_hex(p, dir);
                    let words = format!("{} declares a Charge against {}.", name(unit), troops(hex));
                    ("charge", words, rule::R10_3a, hex, unit_ids(&[unit]))
                }
                Action::Ride(leader, hex) if p.leader(leader).hex == hex => (
                    "ride",
                    format!("{} stays.", self.commander_name(leader)),
                    rule::R4_0f,
                    hex,
                    leader_id(leader),
                ),
                Action::Ride(leader, hex) => {
                    let words = format!("{} rides to {}.", self.commander_name(leader), place(hex));
                    ("ride", words, rule::R4_0d, hex, leader_id(leader))
                }
                Action::Bombard(unit, hex) => {
                    let from = p.unit(unit).hex;
                    let blocks = |hex: Hex| self.terrain(hex).blocks_sight;
                    let rule = match (self.map.distance(from, hex), blocks(from) || blocks(hex)) {
                        (..=1, _) => rule::R8_1a,
                        (_, true) => rule::R8_1_1c,
                        (_, false) => rule::R8_1_1a,
                    };
                    let words = format!("{} bombards {}.", name(unit), troops(hex));
                    ("bombard", words, rule, hex, unit_ids(&[unit]))
                }
                Action::Shoot(unit, hex) => (
                    "fire",
                    format!("{} fires at {}.", name(unit), troops(hex)),
                    rule::R9_1g,
                    hex,
                    unit_ids(&[unit]),
                ),
                Action::Answer(unit, at) => {
                    let words = format!("{} answers {}.", name(unit), name(at));
                    ("answer", words, rule::R9_1c, p.unit(at).hex, unit_ids(&[unit, at]))
                }
                Action::Again(unit) => {
                    let chance = self.training_chance(p, Train { unit, kind: TrainKind::SecondVolley });
                    let words = format!("{} tries a second volley: {chance} of 10.", name(unit));
                    ("again", words, rule::R9_1_2a, p.unit(unit).hex, unit_ids(&[unit]))
                }
                Action::Resolve(unit) => {
                    let words = format!("Resolve the attack of {}.", name(unit));
                    ("resolve", words, rule::R9_2_4, p.unit(unit).hex, unit_ids(&[unit]))
                }
                Action::Choose(unit) => {
                    let words = match p.now() {
                        Some(Frame::Combat(_)) => format!("{} defends.", name(unit)),
                        Some(Frame::Bombard(_)) => format!("The ricochet strikes {}.", name(unit)),
                        _ => format!("{} takes it.", name(unit)),
                    };
                    ("choose", words, rule::R8_5_1a, p.unit(unit).hex, unit_ids(&[unit]))
                }
                Action::Retreat(dir) => {
                    let hex = self.dir_hex(p, dir);
                    let units = unit_ids(&self.on_the_move(p));
                    ("retreat", format!("Fall back to {}.", place(hex)), rule::R9_2_8b, hex, units)
                }
                Action::Follow(leader) => {
                    let words = format!("{} goes with the unit.", self.commander_name(leader));
                    ("follow", words, rule::R4_7b, p.leader(leader).hex, leader_id(leader))
                }
                Action::Relocate(leader, hex) => {
                    let words =
                        format!("{} goes to the troops in {}.", self.commander_name(leader), place(hex));
                    ("relocate", words, rule::R4_7b, hex, leader_id(leader))
                }
                Action::Done => {
                    let (words, rule) = self.done_words(p);
                    ("done", words.into(), rule, Hex::NONE, vec![])
                }
            };
        // Names end with a stop where they are shortened.
        if sentence.ends_with("..") {
            sentence.pop();
        }
        let mut choice = Choice::new(kind, notation, sentence, rule);
        choice.hex = (!hex.is_none()).then(|| self.number(hex));
        choice.units = units;
        choice.declines = matches!(action, Action::Done);
        choice.odds = self.has_odds(p, action);
        choice.fight = self.is_fight(action);
        if let Action::Face(unit, dir) = action {
            choice.facing = Some(dir);
            choice.group = Some(Text::new(self.unit_name(unit)));
        }
        if let Action::Wing(wing) = action {
            choice.group = Some(Text::new(self.wing_name(wing)));
        }
        if let Action::Convert(_) = action {
            choice.group = Some("Dragoons".into());
        }
        choice
    }

    fn done_words(&self, p: &Position) -> (&'static str, Citation) {
        match p.now() {
            Some(Frame::Setup(f)) if f.free => ("The pieces stand where they should.", rule::R3_0a),
            Some(Frame::Setup(_)) => ("The army stands as it is.", rule::R3_0a),
            Some(Frame::Activation(f)) => match f.segment {
                Segment::Billebaude => ("No more rolls; go on to Movement.", rule::R9_1_2d),
                Segment::Movement => ("End the Movement segment.", rule::R3_1a),
                Segment::Bombardment => ("End the Bombardment segment.", rule::R3_1a),
                Segment::Combat => ("End the Combat segment.", rule::R3_1a),
                _ => ("End the activation.", rule::R4_0e),
            },
            Some(Frame::March(f)) => match f.stage {
                MarchStage::Draw => ("Declare this Line.", rule::R5_6e),
                _ => ("The formation has moved.", rule::R5_0a),
            },
            Some(Frame::Move(m)) if m.stepped => ("Stop here.", rule::R5_0a),
            Some(Frame::Move(_)) => ("Stay.", rule::R5_0a),
            Some(Frame::Bombard(_)) => ("No second volley.", rule::R8_4a),
            Some(Frame::Fire(f)) => match f.stage {
                FireStage::Targets => ("All targets are named.", rule::R9_1g),
                FireStage::Answers => ("All answers are named.", rule::R9_1g),
                FireStage::Again | FireStage::AnswersAgain => ("No more second volleys.", rule::R9_1_2a),
                _ => ("Give up the attacks that are left.", rule::R9_0c),
            },
            Some(Frame::Combat(_)) => ("The guns do not fire.", rule::R9_2_3c),
            _ => ("Done.", rule::R3_1a),
        }
    }

    /// What is asked of the sides that decide, with its rule and where it is about.
    fn question(&self, p: &Position) -> (&'static str, String, Citation, Vec<Hex>, Vec<UnitId>) {
        let none = || (Vec::new(), Vec::new());
        let about = |unit: UnitId| (vec![p.unit(unit).hex], vec![unit]);
        let Some(frame) = p.now() else {
            return ("over", "The game is over.".into(), rule::R3_0n, vec![], vec![]);
        };
        let (kind, sentence, rule, (hexes, units)): (
            &'static str,
            String,
            Citation,
            (Vec<Hex>, Vec<UnitId>),
        ) = match frame {
            Frame::Objectives => {
                let left = match &self.scenario.victory {
                    crate::model::Victory::Objectives { chosen, .. } => {
                        u32::from(*chosen) - p.objectives.count_ones()
                    }
                    _ => 0,
                };
                ("objectives", format!("Choose your secret objectives: {left} more."), rule::R13_0a, none())
            }
            Frame::Setup(f) if f.free => {
                ("place", "Place your pieces in their areas, each once.".into(), rule::R3_0a, none())
            }
            Frame::Setup(f) => {
                let free = self.scenario.setup.iter().any(|area| area.side == f.side);
                let words = if free {
                    "Set up: place freely, mount or dismount, turn guns; then say that the army stands."
                } else {
                    "Set up: mount or dismount, turn guns; then say that the army stands."
                };
                ("setup", words.into(), self.scenario_forces(), none())
            }
            Frame::Selection(f) => match f.stage {
                SelectionStage::Order => {
                    ("order", "You rolled higher: who activates first?".into(), rule::R3_0d, none())
                }
                _ => ("wing", "Choose in secret the wing that activates.".into(), rule::R3_0c, none()),
            },
            Frame::Activation(f) => {
                let wing = self.wing_name(f.wing);
                match f.segment {
                    Segment::Billebaude => (
                        "billebaude",
                        format!("{wing}: which units roll to end their Feu de Billebaude?"),
                        rule::R9_1_2d,
                        none(),
                    ),
                    Segment::Bombardment => {
                        ("bombardment", format!("{wing}: which battery bombards what?"), rule::R8_1a, none())
                    }
                    Segment::Combat => {
                        ("combat", format!("{wing}: which formation fights next?"), rule::R3_1b, none())
                    }
                    Segment::Commanders => {
                        ("commanders", format!("{wing}: commanders move."), rule::R4_0e, none())
                    }
                    _ => ("movement", format!("{wing}: which formation moves next?"), rule::R3_1b, none()),
                }
            }
            Frame::March(f) => {
                let name = self.formation_name(f.formation);
                // where the formation stands, when it is taken in hand
                let begins = f.stage != MarchStage::Units && p.line.is_empty();
                let all =
                    || if begins { (self.hexes_of(p, f.formation).to_vec(), Vec::new()) } else { none() };
                match f.stage {
                    MarchStage::Draw => {
                        let behind = self.left_behind(p, &f);
                        let words = match p.line.len() {
                            0 => "one end of the Line".into(),
                            1 => "the other end of the Line".into(),
                            _ if behind.is_empty() => "more places between the ends, or declare it".into(),
                            _ => format!("the Line also has to take in {}", self.names(behind)),
                        };
                        let rule = if behind.is_empty() { rule::R5_6e } else { rule::R5_6b };
                        ("draw", format!("{name}: {words}."), rule, all())
                    }
                    MarchStage::Commander => {
                        ("commander", format!("{name}: where does its commander ride?"), rule::R4_0f, none())
                    }
                    _ => match self.must_go(p, &f) {
                        Some((unit, place)) => {
                            let (unit, hex) = (self.unit_name(unit), self.map.number(place));
                            let words = format!("{name}: which unit moves? {unit} has yet to go to {hex}.");
                            ("march", words, rule::R5_6b, all())
                        }
                        None => ("march", format!("{name}: which unit moves?"), rule::R5_0a, all()),
                    },
                }
            }
            Frame::Move(m) => {
                let lead = m.lead().unwrap_or(UnitId::at(0));
                let left = f32::from(m.left) / 2.0;
                let words =
                    format!("{}: where to? {left} movement [point|points] left.", self.unit_name(lead));
                let words = agree(&words, m.left != 2).into_owned();
                ("move", words, rule::R5_0b, about(lead))
            }
            Frame::Bombard(f) if f.stage == BombardStage::Ricochet => (
                "ricochet",
                "Which unit does the ricochet strike?".into(),
                rule::R8_5_2a,
                (vec![f.target], vec![]),
            ),
            Frame::Bombard(f) => {
                ("again", format!("{}: a second volley?", self.unit_name(f.gun)), rule::R8_3a, about(f.gun))
            }
            Frame::Fire(f) => {
                let name = self.formation_name(f.formation);
                let begins = !p.shots.iter().any(|shot| !shot.offensive || f.stage == FireStage::Targets);
                let all =
                    || if begins { (self.hexes_of(p, f.formation).to_vec(), Vec::new()) } else { none() };
                match f.stage {
                    FireStage::Answers | FireStage::AnswersAgain => {
                        ("answer", format!("{name} fires: who answers whom?"), rule::R9_1g, all())
                    }
                    FireStage::Again => {
                        ("again", format!("{name}: who fires a second volley?"), rule::R9_1_2a, all())
                    }
                    FireStage::Melees => {
                        ("resolve", format!("{name}: which attack is resolved next?"), rule::R9_2_1b, all())
                    }
                    _ => ("fire", format!("{name}: who fires at what?"), rule::R9_1g, all()),
                }
            }
            Frame::Volley(f) => {
                let hex = p.shots[f.next as usize].target;
                (
                    "victim",
                    format!(
                        "Who in {} takes the {}?",
                        self.hex_name(hex),
                        p.shots[f.next as usize].effect.word()
                    ),
                    rule::R8_5_1a,
                    (vec![hex], vec![]),
                )
            }
            Frame::Retreat(f) => {
                // another unit of the hex is to go its own way; nobody fires at cavalry that makes way
                let others = p.stack.iter().filter(|frame| matches!(frame, Frame::Retreat(_))).count() > 1;
                let refuses = p.stack.iter().any(|frame| matches!(frame, Frame::Refuse { .. }));
                let rule = match (others, refuses) {
                    (true, _) => rule::R9_2_8f,
                    (false, true) => rule::R9_2_8c,
                    (false, false) => rule::R9_2_8b,
                };
                let words = format!("{} falls back: where to?", self.unit_name(f.unit));
                ("retreat", words, rule, about(f.unit))
            }
            Frame::Escort(f) => {
                let leader = f.todo.first().map_or("", |l| self.commander_name(l));
                let along = f.stage == EscortStage::Along;
                (
                    "escort",
                    format!(
                        "{leader}: with the unit, or {}?",
                        if along { "with the other one" } else { "to the nearest other troops" }
                    ),
                    if along { rule::R5_10d } else { rule::R4_7b },
                    (vec![f.hex], vec![f.unit]),
                )
            }
            Frame::Reappear { leader } => (
                "reappear",
                format!("{} was captured: with which troops is the staff?", self.commander_name(leader)),
                rule::R4_6c,
                none(),
            ),
            Frame::Combat(f) if f.stage == CombatStage::Defender => {
                ("defender", "Which of the two defends?".into(), rule::R10_1a, (vec![f.target], vec![]))
            }
            Frame::Combat(f) => {
                ("guns", "Do the guns fire before the Melee?".into(), rule::R9_2_3c, (vec![f.target], vec![]))
            }
            Frame::Reorganize { .. } => {
                ("reorganize", "Reorganization: which unit rolls next?".into(), rule::R11_4a, none())
            }
            Frame::EndTurn => (
                "objectives",
                "Which of the objectives that you hold do you show?".into(),
                rule::R13_2,
                none(),
            ),
            Frame::Train(_) | Frame::Suffer(_) | Frame::Refuse { .. } => {
                ("wait", String::new(), rule::R3_0b, none())
            }
        };
        (kind, sentence, rule, hexes, units)
    }

    pub(crate) fn ask(&self, p: &Position, viewer: Viewer) -> Prompt {
        let mask = match p.wait {
            Wait::Roll { what, .. } => {
                let (what, rule) = what.words();
                return Prompt::new("roll", format!("Roll: {what}."), rule);
            }
            Wait::Over | Wait::Run => return Prompt::new("over", "The game is over.", rule::R3_0n),
            Wait::Decide(mask) => mask,
        };
        let (kind, sentence, rule, hexes, units) = self.question(p);
        let asked = match viewer {
            Viewer::Seat(seat) => mask >> seat.0 & 1 != 0,
            Viewer::Everything => true,
            Viewer::Public => false,
        };
        if !asked {
            // While wings are chosen in secret nobody is told who still thinks.
            let secret = matches!(p.now(), Some(Frame::Selection(f)) if f.stage == SelectionStage::Commit);
            let names: Vec<&str> =
                (0..2usize).filter(|s| mask >> s & 1 != 0).map(|s| self.seat_names[s]).collect();
            let words = if secret {
                "Wings are being chosen.".into()
            } else {
                format!("Wait for {}.", names.join(" and "))
            };
            return Prompt::new("wait", words, rule);
        }
        let mut prompt = Prompt::new(kind, sentence, rule);
        prompt.hexes = hexes.into_iter().filter(|h| !h.is_none()).map(|h| self.number(h)).collect();
        prompt.units = units.into_iter().map(|u| Text::new(&self.army.units[u].id)).collect();
        prompt
    }

    pub(crate) fn phase_words(&self, p: &Position) -> Phase {
        let base = p.stack.first();
        let phase: Text = match (p.activation(), base) {
            (Some(a), _) => {
                let segment = match a.segment {
                    Segment::Check | Segment::Billebaude => "Feu de Billebaude",
                    Segment::Movement | Segment::Rout => "Movement",
                    Segment::Bombardment => "Bombardment",
                    Segment::Combat => "Combat",
                    Segment::Commanders => "Commanders",
                };
                kernel::format_text!("{}, {segment}", self.army.wings[a.wing].name)
            }
            (None, Some(Frame::Setup(_) | Frame::Objectives)) => "Set-up".into(),
            (None, Some(Frame::Selection(_))) => "Wing Selection".into(),
            (None, Some(Frame::Reorganize { .. } | Frame::EndTurn)) => "Reorganization".into(),
            _ => "End".into(),
        };
        Phase {
            turn: p.turn.into(),
            turns: self.scenario.last_turn.into(),
            time: Text::new(self.hour(p.turn)),
            phase,
        }
    }
}
