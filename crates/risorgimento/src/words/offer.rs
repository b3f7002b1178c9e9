//! Choices in words: each action as a sentence, with its rule and the hex that it points at.

use crate::action::{Action, Extra, Reaction, arm_name};
use crate::battle::{Battle, NO, class};
use crate::flow::{Act, ActStage, ActivationStage, Frame, Mode, RetreatKind};
use crate::model::{Class, FormationId, LeaderId, UnitId};
use crate::movement::points;
use crate::position::{MarkerKind, Position, UnitSet};
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::{Choice, Citation, Seat, Text, Viewer, agree};

/// A choice as it is put together.
struct Offer {
    sentence: String,
    rule: Citation,
    hex: Hex,
    units: UnitSet,
    odds: bool,
}

fn say(rule: Citation, sentence: impl Into<String>) -> Offer {
    Offer { sentence: sentence.into(), rule, hex: Hex::NONE, units: UnitSet::EMPTY, odds: false }
}

impl Offer {
    fn at(mut self, hex: Hex) -> Offer {
        self.hex = hex;
        self
    }
    fn by(mut self, units: UnitSet) -> Offer {
        self.units = units;
        self
    }
    /// A fight or a check.
    fn with_odds(mut self) -> Offer {
        self.odds = true;
        self
    }
}

impl Battle {
    pub(crate) fn offer(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let offer = self.in_words(p, seat, action);
        let mut units: Vec<Text> =
            offer.units.iter().map(|u| self.army.units[u].id.as_str().into()).collect();
        let leader = match action {
            Action::PlaceLeader { leader, .. } => Some(leader),
            Action::SelectLeader(leader) | Action::Follow(leader) | Action::Stay(leader) => Some(leader),
            _ => match p.top() {
                Frame::Ride(f) => Some(f.leader),
                Frame::Relocate { leader } => Some(leader),
                _ => None,
            },
        };
        units.extend(leader.map(|l| Text::from(self.army.leaders[l].id.as_str())));
        let (kind, group) = self.sort(p, action);
        Choice {
            kind,
            action: self.write(p, action),
            sentence: agree(&offer.sentence, offer.units.count() > 1).into_owned(),
            rule: offer.rule,
            hex: (!offer.hex.is_none()).then(|| self.map.number(offer.hex).into()),
            place: None,
            facing: facing(action),
            units,
            group,
            declines: declines(action),
            odds: offer.odds,
            // of an attempt to activate nothing comes but the activation
            fight: offer.odds && !matches!(action, Action::Attempt(_)),
            token: false,
        }
    }

    /// What sort of action it is, and the heading under which a panel lists it.
    fn sort(&self, p: &Position, action: Action) -> (&'static str, Option<Text>) {
        let under = |heading: &'static str| Some(Text::new_static(heading));
        match action {
            Action::Place { unit, .. } => ("place", Some(self.army.units[unit].name.as_str().into())),
            Action::PlaceLeader { leader, .. } => ("place", Some(self.own_leader(leader).into())),
            Action::Order { .. } => ("order", None),
            Action::Pass => ("pass", None),
            Action::Attempt(_) => ("activate", under("Activate")),
            Action::Mark { kind: MarkerKind::Assault, .. } => ("mark", under("Assault markers")),
            Action::Mark { kind: MarkerKind::Charge, .. } => ("mark", under("Charge markers")),
            Action::Rotate { .. } => ("rotate", under("Turn a marker")),
            Action::Select(units) => match units.first().map(|u| p.unit(u).hex.is_none()) {
                Some(true) => ("act", under("Bring onto the map")),
                _ => ("act", under("Act with")),
            },
            Action::SelectLeader(_) => ("act", under("Commanders")),
            Action::Withdraw(_) => ("withdraw", under("Withdraw")),
            Action::Done => ("done", None),
            Action::March(_) => ("march", under("Order")),
            Action::Limber(_) => ("limber", under("Order")),
            Action::Square(_) => ("square", under("Order")),
            Action::Turn(_) => ("turn", under("Turn")),
            Action::Step { cross: false, .. } => ("step", under("Move")),
            Action::Step { cross: true, .. } => ("step", under("Move beside the road")),
            Action::Enter { .. } => ("enter", under("Enter the map")),
            Action::Fire { .. } => ("fire", under("Fire")),
            Action::Assault => ("assault", None),
            Action::Charge => ("charge", None),
            Action::CallOff => ("call-off", None),
            Action::EndCharge => ("end-charge", None),
            Action::Through { .. } => ("ride-through", under("Ride through")),
            Action::Stop => ("stop", None),
            Action::React { hex, arm, what } => {
                let kind = match what {
                    Reaction::Face(_) => "react-face",
                    Reaction::Fire => "react-fire",
                    Reaction::Counterattack => "react-counterattack",
                    Reaction::Countercharge => "react-countercharge",
                    Reaction::Square => "react-square",
                    Reaction::Withdraw => "react-withdraw",
                };
                let units = p.in_hex(hex).iter().filter(|u| self.arm(*u) == arm).collect();
                (kind, Some(format!("{} in {}", self.own(units), self.hex_words(hex)).into()))
            }
            Action::NoReaction => ("react-none", None),
            Action::Extra { unit, what } => {
                let kind = match what {
                    Extra::LeaveMarch => "march",
                    Extra::LeaveSquare => "square",
                    Extra::Limber | Extra::Unlimber => "limber",
                };
                (kind, Some(self.army.units[unit].name.as_str().into()))
            }
            Action::Lose(_) => ("lose", under("Lose a strength point")),
            Action::Lead(_) => ("lead", under("Lead")),
            Action::Retreat { unit: None, .. } => ("retreat", under("Fall back")),
            Action::Retreat { unit: Some(_), .. } => ("retreat", under("Fall back apart")),
            Action::Halt(_) => ("halt", under("Give up")),
            Action::GoOn => ("go-on", None),
            Action::Follow(_) => ("follow", None),
            Action::Stay(_) => ("stay", None),
            Action::Relocate(_) => ("relocate", under("Ride to")),
            Action::RecoverLevels(_) => ("recover", under("Recover")),
            Action::RecoverExhaustion(_) => ("recover", under("Recover")),
            Action::AskCorps(_) => ("ask", None),
        }
    }

    fn own(&self, units: UnitSet) -> String {
        super::listed(units.iter().map(|u| self.army.units[u].name.clone()))
    }

    fn own_leader(&self, leader: LeaderId) -> &str {
        &self.army.leaders[leader].name
    }

    fn dir_name(&self, dir: Dir) -> &'static str {
        self.map.dir_names()[dir as usize]
    }

    /// Who acts, and where it stands.
    fn spoken_of(&self, p: &Position) -> (UnitSet, Hex) {
        match p.top() {
            Frame::Act(f) => (f.units, f.hex),
            Frame::Retreat(f) => (f.units, f.hex),
            Frame::Combat(f) => (f.attackers, f.target),
            Frame::Setup(f) => match p.units.get(f.unit) {
                Some(unit) => (UnitSet::one(f.unit), unit.hex),
                None => (UnitSet::EMPTY, Hex::NONE),
            },
            Frame::Ride(f) => (UnitSet::EMPTY, p.leaders[f.leader].hex),
            _ => (UnitSet::EMPTY, Hex::NONE),
        }
    }

    fn in_words(&self, p: &Position, seat: Seat, action: Action) -> Offer {
        let at = |hex: Hex| self.hex_words(hex);
        let (force, here) = self.spoken_of(p);
        let name = self.own(force);
        let unit_name = |unit: UnitId| self.army.units[unit].name.as_str();
        match action {
            Action::Place { unit, hex } => {
                say(rule::R15, format!("Place {} in {}", unit_name(unit), at(hex)))
                    .at(hex)
                    .by(UnitSet::one(unit))
            }
            Action::PlaceLeader { leader, hex } => {
                say(rule::R15, format!("Place {} in {}", self.own_leader(leader), at(hex))).at(hex)
            }
            Action::Order { march } => self.order_words(force, march).at(here).by(force),
            Action::Pass => say(rule::R4_B_2e, "Pass"),
            Action::Attempt(formation) => self.attempt_words(p, formation),
            Action::Mark { kind, hex, dir } => {
                let target = self.map.neighbour(hex, dir);
                let kind = marker_name(kind);
                say(rule::R7_1a, format!("Place {kind} marker in {} against {}", at(hex), at(target))).at(hex)
            }
            Action::Rotate { hex, dir } => {
                let target = self.map.neighbour(hex, dir);
                say(rule::R7_1_5, format!("Turn the marker in {} towards {}", at(hex), at(target))).at(hex)
            }
            Action::Select(units) => self.select_words(p, units),
            Action::SelectLeader(leader) => {
                let hex = p.leaders[leader].hex;
                let rule = if matches!(p.top(), Frame::Late(_)) { rule::R4_D } else { rule::R8_5 };
                say(rule, format!("Move {} from {}", self.own_leader(leader), at(hex))).at(hex)
            }
            Action::Withdraw(units) => {
                let hex = units.first().map_or(Hex::NONE, |u| p.unit(u).hex);
                say(rule::R8_8_1, format!("{} [withdraws|withdraw] from {}", self.own(units), at(hex)))
                    .at(hex)
                    .by(units)
            }
            Action::Done => self.done_words(p),
            Action::March(on) => {
                let verb = if on { "[goes|go] into" } else { "[leaves|leave]" };
                say(rule::R8_3b, format!("{name} {verb} March Movement")).at(here).by(force)
            }
            Action::Limber(on) => {
                let verb = if on { "[limbers|limber]" } else { "[unlimbers|unlimber]" };
                say(rule::R8_4b, format!("{name} {verb}")).at(here).by(force)
            }
            Action::Square(true) => say(
                rule::R8_6,
                format!("{name} [forms square and ends its|form square and end their] action"),
            )
            .at(here)
            .by(force),
            Action::Square(false) => {
                say(rule::R12_2_5b, format!("{name} [leaves|leave] square")).at(here).by(force)
            }
            Action::Turn(dir) => {
                let rule = match p.top() {
                    Frame::Setup(_) => rule::R3_1,
                    Frame::Combat(_) => rule::R11_2_10,
                    Frame::Retreat(_) => rule::R11_3_5,
                    Frame::Act(f) if f.stage == ActStage::Fired => rule::R9_2_2,
                    _ => rule::R8_2a,
                };
                say(rule, format!("{name} [faces|face] {}", self.dir_name(dir))).at(here).by(force)
            }
            Action::Step { dir, cross } => self.step_words(p, dir, cross),
            Action::Enter { hex, cross } => self.enter_words(p, hex, cross),
            Action::Fire { hex, guns } => {
                let target = self.names_to(p, Viewer::Seat(seat), self.target_force(p, hex, guns));
                let text = match guns {
                    true => format!("{name} [fires|fire] at the guns in {}: {target}", at(hex)),
                    false => format!("{name} [fires|fire] at the troops in {}: {target}", at(hex)),
                };
                say(rule::R9_3, text).at(hex).by(force).with_odds()
            }
            Action::Assault => {
                let target = p.marker_at(here).map_or(Hex::NONE, |m| self.target_of(p.markers[m]));
                let charges = matches!(p.top(), Frame::Act(f) if f.mode == Mode::Charge);
                let offer = match charges {
                    true => say(rule::R10_1_2, format!("Charge into {} with {name}", at(target))),
                    false => say(rule::R11_1, format!("Assault {} with {name}", at(target))),
                };
                offer.at(target).by(force).with_odds()
            }
            // the ride begins; the odds are those of the strike at its end
            Action::Charge => say(rule::R10, format!("{name} [begins|begin] a charge")).at(here).by(force),
            Action::CallOff => {
                let text = format!("{name} [tries|try] to call off the charge (cohesion check)");
                say(rule::R10_2_2, text).at(here).by(force).with_odds()
            }
            Action::EndCharge => {
                say(rule::R10_3, format!("{name} [ends its|end their] charge")).at(here).by(force)
            }
            Action::Through { out } => {
                let text = format!(
                    "{name} [rides|ride] on through the square and out to the {}",
                    self.dir_name(out)
                );
                say(rule::R10_2_3, text).at(here).by(force)
            }
            Action::Stop => self.stop_words(p, &name).at(here).by(force),
            Action::React { hex, arm, what } => self
                .reaction_words(p, hex, arm_name(arm), what)
                .at(hex)
                .by(p.in_hex(hex).iter().filter(|u| self.arm(*u) == arm).collect()),
            Action::NoReaction => say(rule::R12a, "No more reactions"),
            Action::Extra { unit, what } => {
                let (verb, rule) = match what {
                    Extra::LeaveMarch => ("leaves March Movement", rule::R8_3_6),
                    Extra::LeaveSquare => ("leaves square", rule::R12_2_5b),
                    Extra::Limber => ("limbers", rule::R12b),
                    Extra::Unlimber => ("unlimbers", rule::R12b),
                };
                say(rule, format!("{} {verb}", unit_name(unit))).at(p.unit(unit).hex).by(UnitSet::one(unit))
            }
            Action::Lose(unit) => {
                let rule = match p.top() {
                    Frame::Losses(f) if f.assault => rule::R11_2_8,
                    _ => rule::R9_4_1,
                };
                let sp = self.sp(p, unit);
                let text = format!("{} loses a strength point ({sp} now)", unit_name(unit));
                say(rule, text).at(p.unit(unit).hex).by(UnitSet::one(unit))
            }
            Action::Lead(unit) => say(rule::R11_2_4, format!("{} leads", unit_name(unit)))
                .at(p.unit(unit).hex)
                .by(UnitSet::one(unit)),
            Action::Retreat { unit, dir } => {
                let units = unit.map_or(force, UnitSet::one);
                let to = self.map.neighbour(here, dir);
                let alone = if unit.is_some() { ", apart from the others" } else { "" };
                let (verb, rule) = match p.top() {
                    Frame::Retreat(f) => match f.kind {
                        RetreatKind::Attacker | RetreatKind::Defender => ("[retreats|retreat]", rule::R11_3b),
                        RetreatKind::Withdrawal => ("[withdraws|withdraw]", rule::R8_8),
                        RetreatKind::Reaction => ("[withdraws|withdraw]", rule::R12_2_6),
                        RetreatKind::Halt => ("[withdraws|withdraw]", rule::R13_1_3),
                    },
                    _ => ("[retreats|retreat]", rule::R11_3b),
                };
                let rule = if unit.is_some() { rule::R11_3_4 } else { rule };
                say(rule, format!("{} {verb} to {}{alone}", self.own(units), at(to))).at(to).by(units)
            }
            Action::Halt(unit) => {
                let text = format!("{} gives up its action and withdraws", unit_name(unit));
                say(rule::R13_1_3, text).at(p.unit(unit).hex).by(UnitSet::one(unit))
            }
            Action::GoOn => say(rule::R13_1_3, "Go on with the action"),
            Action::Follow(leader) => {
                let to = match p.top() {
                    Frame::Follow { to, .. } => to,
                    _ => Hex::NONE,
                };
                say(rule::R2_2_1a, format!("{} follows to {}", self.own_leader(leader), at(to))).at(to)
            }
            Action::Stay(leader) => {
                let hex = p.leaders[leader].hex;
                say(rule::R2_2_1a, format!("{} stays in {}", self.own_leader(leader), at(hex))).at(hex)
            }
            Action::Relocate(hex) => {
                let who = match p.top() {
                    Frame::Relocate { leader } => self.own_leader(leader),
                    _ => "The commander",
                };
                say(rule::R2_2_1b, format!("{who} rides to {}", at(hex))).at(hex)
            }
            Action::RecoverLevels(unit) => {
                let text = format!("{} recovers status levels", unit_name(unit));
                say(rule::R13_3b, text).at(p.unit(unit).hex).by(UnitSet::one(unit))
            }
            Action::RecoverExhaustion(unit) => {
                let text = format!("{} recovers from exhaustion", unit_name(unit));
                say(rule::R10_3_1, text).at(p.unit(unit).hex).by(UnitSet::one(unit))
            }
            Action::AskCorps(true) => say(rule::R16_1_3, "Ask for II Corps"),
            Action::AskCorps(false) => say(rule::R16_1_3, "Do without II Corps"),
        }
    }

    fn order_words(&self, units: UnitSet, march: bool) -> Offer {
        let gun = units.first().is_some_and(|u| self.is_gun(u));
        match (gun, march) {
            (true, true) => say(rule::R8_4a, "Limbered"),
            (true, false) => say(rule::R8_4a, "Unlimbered, ready to fire"),
            (false, true) => say(rule::R8_3b, "In March Movement"),
            (false, false) => say(rule::R8_3b, "Deployed"),
        }
    }

    /// What the die must show (6.1.1, 6.2).
    fn attempt_words(&self, p: &Position, formation: FormationId) -> Offer {
        let def = &self.army.formations[formation];
        let drm: i32 = self.activation_modifiers(p, formation).iter().map(|m| m.value).sum();
        let most = i32::from(self.army.leaders[def.leader].command_value) - drm;
        let chance = match most {
            ..=0 => "only a 6 helps: its commander acts on his own".to_string(),
            1 => "on a 1; on a 6 its commander acts on his own".to_string(),
            _ => format!("on a 1 to {}; on a 6 its commander acts on his own", most.min(5)),
        };
        let hex = p.leaders[def.leader].hex;
        // attempts may be repeated
        let (rule, verb) = match p.formations[formation].failed {
            0 => (rule::R6_1_1, "Try to activate"),
            _ => (rule::R6_1_3, "Try again to activate"),
        };
        say(rule, format!("{verb} {}: {chance}", def.name)).at(hex).with_odds()
    }

    fn select_words(&self, p: &Position, units: UnitSet) -> Offer {
        let hex = units.first().map_or(Hex::NONE, |u| p.unit(u).hex);
        let (name, place) = (self.own(units), self.hex_words(hex));
        let offer = match p.top() {
            Frame::Late(_) => say(rule::R5_1_1, format!("Move {name} in {place} towards the commander")),
            _ if hex.is_none() => say(rule::R15_1b, format!("Bring {name} onto the map")),
            _ => say(rule::R7_2, format!("Act with {name} in {place}")),
        };
        offer.at(hex).by(units)
    }

    fn done_words(&self, p: &Position) -> Offer {
        match p.top() {
            Frame::Setup(_) => say(rule::R15, "The set-up is finished"),
            Frame::Activation(f) if f.stage == ActivationStage::Declare => {
                say(rule::R4_B_2_a, "No more markers: on to the forces")
            }
            Frame::Activation(f) => {
                say(rule::R4_B_2_c, format!("End the activation of {}", self.formation_name(f.formation)))
            }
            Frame::Extras(_) => say(rule::R12b, "Change nothing more"),
            _ => say(rule::R4_D, "Move no more units out of command"),
        }
    }

    fn stop_words(&self, p: &Position, name: &str) -> Offer {
        match p.top() {
            Frame::Ride(f) => {
                let hex = p.leaders[f.leader].hex;
                say(rule::R8_5, format!("{} stays in {}", self.own_leader(f.leader), self.hex_words(hex)))
            }
            Frame::Act(f) if f.stage == ActStage::Fired => {
                say(rule::R9_2_2, format!("{name} [keeps its|keep their] facing"))
            }
            Frame::Act(f) if f.mode == Mode::Exhausted => {
                say(rule::R10_3, format!("{name} [stays|stay] in {}", self.hex_words(f.hex)))
            }
            Frame::Act(f) => {
                say(rule::R7_2, format!("{name} [ends its|end their] action in {}", self.hex_words(f.hex)))
            }
            _ => say(rule::R7_2, "Stop"),
        }
    }

    fn step_words(&self, p: &Position, dir: Dir, cross: bool) -> Offer {
        match p.top() {
            Frame::Ride(f) => {
                let from = p.leaders[f.leader].hex;
                let to = self.map.neighbour(from, dir);
                let cost = self.cost_across(Class::Infantry, from, dir).min(self.cost_by_road(from, dir));
                let text = format!(
                    "{} rides to {} for {} MP",
                    self.own_leader(f.leader),
                    self.hex_words(to),
                    points(cost)
                );
                say(rule::R8_5, text).at(to)
            }
            Frame::Act(f) => self.march_words(p, &f, dir, cross),
            _ => say(rule::R8a, "Step"),
        }
    }

    fn march_words(&self, p: &Position, f: &Act, dir: Dir, cross: bool) -> Offer {
        let to = self.map.neighbour(f.hex, dir);
        let ground = f.units.first().map_or(NO, |u| self.cost_across(class(self.arm(u)), f.hex, dir));
        let (verb, cost) = match f.mode {
            Mode::Charge => ("[charges|charge] on", self.stride(p, f, dir).map_or(ground, |s| s.cost)),
            _ => ("[steps|step]", self.check_step(p, f, dir, cross).unwrap_or(ground)),
        };
        let by_road = cost < ground;
        let mut text =
            format!("{} {verb} to {} for {} MP", self.own(f.units), self.hex_words(to), points(cost));
        if by_road {
            text.push_str(" by the road");
        } else if cross {
            text.push_str(" beside the road");
        }
        if !by_road && self.is_stream(f.hex, dir) {
            text.push_str(", wading the stream");
        }
        if f.mode != Mode::Charge && cost > f.left {
            text.push_str(" (the one hex that is always allowed)");
        }
        let rule = match f.mode {
            Mode::Charge => rule::R10_1_2,
            Mode::Exhausted => rule::R10_3,
            Mode::Straggling => rule::R5_1_1,
            Mode::Ordinary if cost > f.left => rule::R8_1,
            Mode::Ordinary if by_road => rule::R8_3a,
            Mode::Ordinary => rule::R8a,
        };
        say(rule, text).at(to).by(f.units)
    }

    fn enter_words(&self, p: &Position, hex: Hex, cross: bool) -> Offer {
        match p.top() {
            Frame::Act(f) => {
                let unit = f.units.first().unwrap_or(UnitId::at(0));
                let cost = self.entry_cost(p, unit, hex, p.unit(unit).march && !cross);
                let way = if cross { " beside the road" } else { "" };
                let (name, place, cost) = (self.own(f.units), self.hex_words(hex), points(cost));
                say(rule::R15_1b, format!("{name} [enters|enter] at {place} for {cost} MP{way}"))
                    .at(hex)
                    .by(f.units)
            }
            Frame::Ride(f) => {
                let text = format!("{} enters at {}", self.own_leader(f.leader), self.hex_words(hex));
                say(rule::R15_1a, text).at(hex)
            }
            _ => say(rule::R15_1a, format!("Enter at {}", self.hex_words(hex))).at(hex),
        }
    }

    fn reaction_words(&self, p: &Position, hex: Hex, arm: &str, what: Reaction) -> Offer {
        let cause = match p.top() {
            Frame::React(f) => f.cause_hex,
            _ => Hex::NONE,
        };
        let units = p.in_hex(hex).iter().filter(|u| arm_name(self.arm(*u)) == arm).collect();
        let (name, place, enemy) = (self.own(units), self.hex_words(hex), self.hex_words(cause));
        let offer = match what {
            Reaction::Face(dir) => {
                let text = format!(
                    "React: {name} in {place} [turns|turn] to face {} (cohesion check)",
                    self.dir_name(dir)
                );
                say(rule::R12_2_1, text)
            }
            Reaction::Fire => {
                say(rule::R12_2_2, format!("React: {name} in {place} [fires|fire] at the enemy in {enemy}"))
            }
            Reaction::Counterattack => say(
                rule::R12_2_3,
                format!(
                    "React: {name} in {place} [counterattacks|counterattack] {enemy} (cohesion check first)"
                ),
            ),
            Reaction::Countercharge => say(
                rule::R12_2_4,
                format!(
                    "React: {name} in {place} [countercharges|countercharge] {enemy} (cohesion check first)"
                ),
            ),
            Reaction::Square => say(
                rule::R12_2_5a,
                format!("React: {name} in {place} [tries|try] to form square (cohesion check)"),
            ),
            Reaction::Withdraw => say(
                rule::R12_2_6,
                format!("React: {name} in {place} [withdraws|withdraw] a hex (cohesion check)"),
            ),
        };
        offer.with_odds()
    }
}

fn marker_name(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Assault => "an Assault",
        MarkerKind::Charge => "a Charge",
    }
}

/// The direction that it turns units to.
fn facing(action: Action) -> Option<Dir> {
    match action {
        Action::Turn(dir) | Action::React { what: Reaction::Face(dir), .. } => Some(dir),
        _ => None,
    }
}

/// It says no to what is asked.
fn declines(action: Action) -> bool {
    matches!(
        action,
        Action::Pass
            | Action::Done
            | Action::NoReaction
            | Action::GoOn
            | Action::Stay(_)
            | Action::AskCorps(false)
    )
}
