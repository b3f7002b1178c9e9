//! The campaigns (`campaigns.toml`): who is set up where, who comes when and by which hexes, what each side is after, and
//! the rules that hold in one campaign and not in another.

use super::army::Roster;
use super::{Base, Place, advanced, part, passable};
use crate::model::campaign::*;
use crate::model::{Army, FormationId, FormationKind, LeaderId, UnitId, UnitKind};
use dataset::{Files, Node, Problem, Reader, read_tree, take};
use hexmap::{Hex, Named};
use kernel::roster::Piece;
use std::collections::BTreeMap;

type Found = Piece<UnitId, LeaderId>;

/// The file of the campaigns of a game.
pub fn file(game: &str) -> String {
    format!("{game}/campaigns.toml")
}

/// The ids of the campaigns of a game, in the order of their file; none where it has none.
pub fn list(files: &Files, game: &str) -> Result<Vec<String>, Vec<Problem>> {
    if files.get(&file(game)).is_none() {
        return Ok(Vec::new());
    }
    let tree = read_tree(files, &file(game))?;
    Ok(tree.tables("campaigns").into_iter().map(|(id, _)| id.to_owned()).collect())
}

/// Who takes part in a campaign, the charts of the Advanced Game, and the campaign.
pub fn read(
    base: &Base,
    files: &Files,
    game: &str,
    id: &str,
    problems: &mut Vec<Problem>,
) -> Option<(Army, AdvancedCharts, CampaignDef)> {
    let tree = take(read_tree(files, &file(game)), problems);
    let own = take(read_tree(files, &format!("{game}/charts.toml")), problems);
    let (tree, own) = (tree?, own?);
    let folder = format!("{game}/map");
    let place = Place { on: Named { map: &base.map, files, folder: &folder }, charts: &base.charts };
    let advanced = advanced::read(&own, &place, problems);
    let Some(node) = tree.at(&format!("campaigns.{id}")) else {
        problems.push(tree.problem(format!("there is no campaign `{id}`")));
        return None;
    };
    let year = Reader::new(node, problems).get("year");
    let roster = part::taking_part(base.whole.clone(), year, node, problems);
    let reading = Reading { place: &place, roster: &roster, advanced: &advanced };
    let campaign = reading.campaign(id, year, (&tree, node), problems);
    Some((roster.army, advanced, campaign))
}

/// What a campaign is read with.
struct Reading<'a> {
    place: &'a Place<'a>,
    roster: &'a Roster,
    advanced: &'a AdvancedCharts,
}

/// Where pieces have a place already, and when they come: None for those who are set up.
type Taken = BTreeMap<String, (String, Option<Moment>)>;

impl Reading<'_> {
    fn campaign(
        &self,
        id: &str,
        year: u16,
        (tree, node): (&Node, &Node),
        problems: &mut Vec<Problem>,
    ) -> CampaignDef {
        let mut r = Reader::new(node, problems);
        let (title, note) = (r.get("title"), r.get("note"));
        let days: Vec<String> = r.get("days");
        let first = self.moment(node.at("first").unwrap_or(node), days.len(), problems);
        let last = self.moment(node.at("last").unwrap_or(node), days.len(), problems);
        if last < first {
            Reader::new(node, problems).problem("last", "the campaign ends before it begins");
        }
        let mut taken = Taken::new();
        let groups = self.groups(node, &mut taken, problems);
        let path = format!("objectives.{year}");
        let objectives = self.objectives(tree, &path, problems);
        let span = (first, last, days.len());
        let reinforcements = self.reinforcements(node, span, &objectives, &mut taken, problems);
        self.everybody_comes(&taken, problems);
        CampaignDef {
            id: id.to_owned(),
            title,
            note,
            year,
            first,
            last,
            setup_order: self.setup_order(node, &groups, problems),
            supply: self.supply(node, problems),
            fatigue: self.fatigue(node, problems),
            control: self.control(node, problems),
            special: self.special(node, days.len(), &objectives, problems),
            groups,
            reinforcements,
            objectives,
            days,
        }
    }

    /// A day, counted from 1 in the files, and a box of the track.
    fn moment(&self, node: &Node, days: usize, problems: &mut Vec<Problem>) -> Moment {
        let mut r = Reader::new(node, problems);
        let day: u8 = r.within("day", 1, days.min(9) as u8);
        Moment { day: day.saturating_sub(1), turn: r.within("turn", 1, self.advanced.track.len() as u8) }
    }

    fn side(&self, node: &Node, path: &str, problems: &mut Vec<Problem>) -> u8 {
        Reader::new(node, problems).side(path, |id| self.roster.army.seat(id))
    }

    fn open(&self, hex: Hex) -> bool {
        passable(self.place.charts, self.place.on.map, hex)
    }

    /// The hexes of an area that a value names, all of which can be entered.
    fn hexes(&self, node: &Node, path: &str, kinds: &[&str], problems: &mut Vec<Problem>) -> Vec<Hex> {
        let area = self.place.on.area(node, path, kinds, problems);
        area.map_or(Vec::new(), |area| self.place.on.usable(area, |hex| self.open(hex), problems))
    }

    /// The pieces of a group: the list `pieces`, and all of its `formations`. Nobody has two places.
    fn pieces(
        &self,
        node: &Node,
        (id, side, when): (&str, u8, Option<Moment>),
        taken: &mut Taken,
        problems: &mut Vec<Problem>,
    ) -> (Vec<UnitId>, Vec<LeaderId>) {
        let army = &self.roster.army;
        let mut found: Vec<(Found, &Node)> = Vec::new();
        for item in node.at("pieces").map_or(Vec::new(), Node::items) {
            let name: String = Reader::new(item, problems).get("");
            match army.pieces().named(&name) {
                Some(piece) => found.push((piece, item)),
                None => problems.push(item.problem(format!("`{name}` does not take part"))),
            }
        }
        for item in node.at("formations").map_or(Vec::new(), Node::items) {
            let name: String = Reader::new(item, problems).get("");
            let Some(at) = army.formations.called(&name) else {
                problems.push(item.problem(format!("the formation `{name}` does not take part")));
                continue;
            };
            let formation = &army.formations[at];
            let leader = Some(formation.leader).filter(|leader| !leader.is_nobody());
            found.extend(leader.map(|leader| (Piece::Leader(leader), item)));
            found.extend(formation.units.iter().map(|unit| (Piece::Unit(*unit), item)));
        }
        if found.is_empty() {
            Reader::new(node, problems).problem("pieces", format!("`{id}` has no pieces"));
        }
        let (mut units, mut leaders) = (Vec::new(), Vec::new());
        for (piece, item) in found {
            let row = army.pieces().row(piece);
            if row.side() != side {
                problems.push(item.problem(format!("`{}` is of the other side", row.id())));
            }
            match piece {
                Piece::Unit(unit) if army.units[unit].kind == UnitKind::Fortress => {
                    problems.push(item.problem(format!("`{}` stands in its own hex", row.id())));
                }
                Piece::Unit(unit) => units.push(unit),
                Piece::Leader(leader) => leaders.push(leader),
            }
            if let Some((other, _)) = taken.insert(row.id().to_owned(), (id.to_owned(), when)) {
                problems.push(item.problem(format!("`{}` has a place in `{other}` already", row.id())));
            }
        }
        (units, leaders)
    }

    fn groups(&self, node: &Node, taken: &mut Taken, problems: &mut Vec<Problem>) -> Vec<CampaignGroup> {
        let mut groups = Vec::new();
        for (id, node) in node.tables("groups") {
            let side = self.side(node, "side", problems);
            let mut places = Vec::new();
            for item in Reader::new(node, problems).rows("places") {
                let hexes = self.hexes(item, "", &["setup"], problems);
                places.push(Spot { area: Reader::new(item, problems).get(""), hexes });
            }
            let (units, leaders) = self.pieces(node, (id, side, None), taken, problems);
            let mut r = Reader::new(node, problems);
            let group = CampaignGroup {
                id: id.to_owned(),
                name: r.get("name"),
                side,
                places,
                each: r.get_or("each", false),
                status: r.get_or("status", Status::Engaged),
                march: r.get_or("march", false),
                shaken: self.shaken(node, &units, problems),
                units,
                leaders,
            };
            self.check_places(node, &group, problems);
            groups.push(group);
        }
        groups
    }

    fn shaken(&self, node: &Node, units: &[UnitId], problems: &mut Vec<Problem>) -> Vec<UnitId> {
        let mut shaken = Vec::new();
        for item in node.at("shaken").map_or(Vec::new(), Node::items) {
            let id: String = Reader::new(item, problems).get("");
            match self.roster.army.units.called(&id).filter(|unit| units.contains(unit)) {
                Some(unit) => shaken.push(unit),
                None => problems.push(item.problem(format!("`{id}` is no unit of this group"))),
            }
        }
        shaken
    }

    /// A group that is deployed finds room in each of its places; one that is on the march stands with its commander in one
    /// hex with a road.
    fn check_places(&self, node: &Node, group: &CampaignGroup, problems: &mut Vec<Problem>) {
        let army = &self.roster.army;
        let mut r = Reader::new(node, problems);
        if group.status == Status::Engaged {
            let points: usize = group.units.iter().map(|unit| usize::from(army.units[*unit].stacking)).sum();
            let limit = usize::from(self.place.charts.stacking_limit);
            for place in group.places.iter().filter(|place| place.hexes.len() * limit < points) {
                let message = format!("`{}` has no room for {points} stacking points", place.area);
                r.problem("places", message);
            }
            return;
        }
        for place in &group.places {
            let with_road = |hex: &Hex| self.place.on.map.best_road(*hex) != 0;
            if place.hexes.len() != 1 || !place.hexes.iter().all(with_road) {
                r.problem("places", format!("`{}` is not one hex with a road", place.area));
            }
        }
        let commander = |unit: &UnitId| army.formations[army.units[*unit].formation].leader;
        if group.units.iter().any(|unit| !group.leaders.contains(&commander(unit))) {
            r.problem("status", "who is on the march is inside of his commander, and he is not here");
        }
    }

    fn setup_order(&self, node: &Node, groups: &[CampaignGroup], problems: &mut Vec<Problem>) -> Vec<u8> {
        let mut r = Reader::new(node, problems);
        let names: Vec<String> = r.get("setup_order");
        let order: Vec<u8> = names.iter().filter_map(|id| self.roster.army.seat(id)).collect();
        let sets_up = |side: u8| groups.iter().any(|group| group.side == side);
        let fits =
            (0..2).all(|side| order.iter().filter(|at| **at == side).count() == usize::from(sets_up(side)));
        if order.len() != names.len() || !fits {
            r.problem("setup_order", "setup_order: it names each side that sets up once");
        }
        order
    }

    fn reinforcements(
        &self,
        node: &Node,
        (first, last, days): (Moment, Moment, usize),
        objectives: &[StrategicObjective],
        taken: &mut Taken,
        problems: &mut Vec<Problem>,
    ) -> Vec<Reinforcement> {
        let mut all: Vec<Reinforcement> = Vec::new();
        for (id, node) in node.tables("reinforcements") {
            let side = self.side(node, "side", problems);
            let when = self.moment(node, days, problems);
            if when < first || when > last {
                Reader::new(node, problems).problem("turn", "nobody comes before or after the campaign");
            }
            let same_as = node.at("same_as").and_then(|named| {
                let other: String = Reader::new(named, problems).get("");
                let found = all
                    .iter()
                    .position(|earlier| earlier.id == other && earlier.side == side && earlier.when <= when);
                if found.is_none() {
                    problems.push(named.problem(format!("`{other}` does not come before `{id}`")));
                }
                found
            });
            let entries = match same_as {
                Some(other) => all[other].entries.clone(),
                None if node.at("same_as").is_some() => Vec::new(),
                None => self.entries(node, problems),
            };
            let condition = self.condition(node, side, days, objectives, problems);
            let (units, leaders) = self.pieces(node, (id, side, Some(when)), taken, problems);
            let formations = leaders.iter().filter_map(|leader| self.roster.army.leaders[*leader].formation);
            let formations: Vec<FormationId> = formations.collect();
            let mut r = Reader::new(node, problems);
            all.push(Reinforcement {
                id: id.to_owned(),
                name: r.get("name"),
                side,
                when,
                or_later: r.get_or("or_later", false),
                status: node.at("status").map(|_| r.get("status")),
                entries,
                same_as: same_as.map(|other| other as u8),
                condition,
                units,
                leaders,
                formations,
            });
        }
        all
    }

    /// Hexes of the edge of the map by which somebody comes.
    fn entries(&self, node: &Node, problems: &mut Vec<Problem>) -> Vec<Hex> {
        let mut entries = Vec::new();
        let edges = self.place.on.map.areas().iter().filter(|area| area.kind == "map_edge");
        let edges: Vec<Hex> = edges.flat_map(|area| area.hexes.iter().copied()).collect();
        for item in Reader::new(node, problems).rows("entries") {
            let Some(area) = self.place.on.area(item, "", &["entry"], problems) else { continue };
            for hex in self.place.on.usable(area, |hex| self.open(hex), problems) {
                if !edges.contains(&hex) {
                    let message = format!("{} is on no edge of the map", self.place.on.map.number(hex));
                    problems.push(self.place.on.area_problem(area, message));
                }
                entries.push(hex);
            }
        }
        entries
    }

    fn condition(
        &self,
        node: &Node,
        side: u8,
        days: usize,
        objectives: &[StrategicObjective],
        problems: &mut Vec<Problem>,
    ) -> Condition {
        if let Some(held) = node.at("if_enemy_held") {
            let hexes = self.hexes(held, "area", &["control"], problems);
            let since: u8 = Reader::new(held, problems).within("since_day", 1, days as u8);
            return Condition::EnemyHeld { hexes, since_day: since.saturating_sub(1) };
        }
        if node.at("if_objective").is_none() {
            return Condition::Always;
        }
        let mut named = Vec::new();
        for item in Reader::new(node, problems).rows("if_objective") {
            let found = self.objective(item, objectives, problems);
            if found.is_some_and(|at| objectives[usize::from(at)].side != side) {
                problems.push(item.problem("it is an objective of the other side"));
            }
            named.extend(found);
        }
        Condition::Objective(named)
    }

    fn objective(
        &self,
        item: &Node,
        objectives: &[StrategicObjective],
        problems: &mut Vec<Problem>,
    ) -> Option<u8> {
        let id: String = Reader::new(item, problems).get("");
        let found = objectives.iter().position(|objective| objective.id == id);
        if found.is_none() {
            problems.push(item.problem(format!("there is no Strategic Objective `{id}`")));
        }
        found.map(|at| at as u8)
    }

    /// Every unit and commander has a place, and nobody comes before his commander.
    fn everybody_comes(&self, taken: &Taken, problems: &mut Vec<Problem>) {
        let army = &self.roster.army;
        for row in self.roster.unit_rows.iter().chain(&self.roster.leader_rows) {
            let id = row.get("id");
            let fortress = row.get("type") == "fortress";
            let Some((_, when)) = taken.get(id) else {
                if !fortress {
                    problems.push(row.problem(format!("`{id}` is in no group and no reinforcement")));
                }
                continue;
            };
            let formation = army.formations.called(row.get("formation"));
            let formation = formation.map(|at| &army.formations[at]);
            let led = formation.filter(|formation| formation.kind == FormationKind::Formation);
            let commander = led.and_then(|formation| army.leaders.get(formation.leader));
            let Some((_, his)) = commander.and_then(|leader| taken.get(&leader.id)) else { continue };
            if his > when {
                problems.push(row.problem(format!("`{id}` comes before the commander of its formation")));
            }
        }
    }

    fn objectives(&self, tree: &Node, path: &str, problems: &mut Vec<Problem>) -> Vec<StrategicObjective> {
        let mut objectives = Vec::new();
        for (id, node) in tree.tables(path) {
            let side = self.side(node, "side", problems);
            let goals = self.goals(node, problems);
            let mut r = Reader::new(node, problems);
            if goals.is_empty() {
                r.problem("", format!("`{id}` asks for nothing"));
            }
            let (name, historical) = (r.get("name"), r.get_or("historical", false));
            objectives.push(StrategicObjective { id: id.to_owned(), side, name, historical, goals });
        }
        let count = |side: u8| objectives.iter().filter(|objective| objective.side == side).count();
        if count(0) != 3 || count(1) != 3 {
            let message = format!("`{path}`: each side chooses among three Strategic Objectives");
            Reader::new(tree, problems).problem(path, message);
        }
        objectives
    }

    fn goals(&self, node: &Node, problems: &mut Vec<Problem>) -> Vec<Goal> {
        let mut goals = Vec::new();
        for (key, goal) in [("control", Goal::Control as fn(Vec<Hex>) -> Goal), ("occupy", Goal::Occupy)] {
            if node.at(key).is_some() {
                goals.push(goal(self.hexes(node, key, &["objective"], problems)));
            }
        }
        if node.at("corps_on").is_some() {
            goals.push(Goal::CorpsOn(self.hexes(node, "corps_on", &["bank"], problems)));
        }
        if node.at("corps_left").is_some() {
            goals.push(Goal::CorpsLeft(self.hexes(node, "corps_left", &["exit"], problems)));
        }
        let on = &self.place.on;
        let mut r = Reader::new(node, problems);
        if node.at("line_from").is_some() {
            goals.extend(on.hex(&mut r, "line_from").map(Goal::Line));
        }
        if node.at("no_enemy_line").is_some() {
            let ends = [on.hex(&mut r, "no_enemy_line.0"), on.hex(&mut r, "no_enemy_line.1")];
            if let [Some(a), Some(b)] = ends {
                goals.push(Goal::NoEnemyLine(a, b));
            }
        }
        goals
    }

    /// The Supply Sources of both sides: hexes of the edge with a road.
    fn supply(&self, node: &Node, problems: &mut Vec<Problem>) -> [Vec<Hex>; 2] {
        let sides = self.roster.army.sides.each_ref().map(|side| format!("supply.{}", side.id));
        sides.map(|path| {
            let hexes = self.hexes(node, &path, &["supply"], problems);
            for hex in hexes.iter().filter(|hex| self.place.on.map.best_road(**hex) == 0) {
                let message = format!("{} has no road for supply", self.place.on.map.number(*hex));
                Reader::new(node, problems).problem(&path, message);
            }
            hexes
        })
    }

    fn fatigue(&self, node: &Node, problems: &mut Vec<Problem>) -> Vec<(FormationId, u8)> {
        let mut levels = Vec::new();
        for (id, item) in node.at("fatigue").map_or(Vec::new(), Node::entries) {
            let level = Reader::new(item, problems).within("", 1, self.advanced.fatigue.most);
            match self.roster.army.formations.called(id) {
                Some(at) => levels.push((at, level)),
                None => problems.push(item.problem(format!("the formation `{id}` does not take part"))),
            }
        }
        levels.sort();
        levels
    }

    /// Who controls each hex before anybody is set up.
    fn control(&self, node: &Node, problems: &mut Vec<Problem>) -> Vec<Option<u8>> {
        let army = &self.roster.army;
        let rest = self.side(node, "control.rest", problems);
        let other = gamebox::enemy(rest);
        let map = self.place.on.map;
        let mut control: Vec<Option<u8>> = map.hexes().map(|hex| self.open(hex).then_some(rest)).collect();
        let path = format!("control.{}", army.sides[usize::from(other)].id);
        for item in Reader::new(node, problems).rows(&path) {
            let Some(area) = self.place.on.area(item, "", &["control", "bank"], problems) else { continue };
            for hex in area.hexes.iter().filter(|hex| self.open(**hex)) {
                control[hex.index()] = Some(other);
            }
        }
        control
    }

    fn special(
        &self,
        node: &Node,
        days: usize,
        objectives: &[StrategicObjective],
        problems: &mut Vec<Problem>,
    ) -> SpecialRules {
        let Some(node) = node.at("special") else { return SpecialRules::default() };
        let army = &self.roster.army;
        let mut special = SpecialRules::default();
        if let Some(reluctant) = node.at("reluctant") {
            special.reluctant = Some(self.side(reluctant, "side", problems));
            special.reluctant_rolls = Reader::new(reluctant, problems).get("rolls");
            if special.reluctant_rolls.iter().any(|roll| !(1..=6).contains(roll)) {
                Reader::new(reluctant, problems).problem("rolls", "a die has the faces 1 to 6");
            }
        }
        if let Some(named) = node.at("own_hex_only") {
            let id: String = Reader::new(named, problems).get("");
            let overall = |at: &LeaderId| army.leaders[*at].formation.is_none();
            special.own_hex_only = army.leaders.called(&id).filter(overall);
            if special.own_hex_only.is_none() {
                problems.push(named.problem(format!("`{id}` is no Overall Commander who takes part")));
            }
        }
        for item in node.at("unhelped").map_or(Vec::new(), Node::items) {
            let id: String = Reader::new(item, problems).get("");
            match army.formations.called(&id) {
                Some(at) => special.unhelped.push(at),
                None => problems.push(item.problem(format!("the formation `{id}` does not take part"))),
            }
        }
        special.pontoon = node.at("pontoon").map(|_| self.side(node, "pontoon", problems));
        special.pontoon_stands = node.at("pontoon_stands").and_then(|at| self.pontoon(at, problems));
        if let Some(change) = node.at("change") {
            let when = self.moment(change, days, problems);
            special.change = Some((self.side(change, "side", problems), when));
        }
        for item in node.at("known_objectives").map_or(Vec::new(), Node::items) {
            special.known_objectives.extend(self.objective(item, objectives, problems));
        }
        if let Some(exit) = node.at("exit") {
            let hexes = self.hexes(exit, "area", &["exit"], problems);
            special.exit = Some((self.side(exit, "side", problems), hexes));
        }
        let mut r = Reader::new(node, problems);
        special.no_first_command_phase = r.get_or("no_first_command_phase", false);
        special.objectives_before_play = r.get_or("objectives_before_play", false);
        special
    }

    /// A pontoon bridge that stands: a hex of the river that cannot be entered otherwise, between two that can.
    fn pontoon(&self, node: &Node, problems: &mut Vec<Problem>) -> Option<(Hex, [Hex; 2])> {
        let on = &self.place.on;
        let mut r = Reader::new(node, problems);
        let hex = on.hex(&mut r, "hex")?;
        let ends = [on.hex(&mut r, "ends.0")?, on.hex(&mut r, "ends.1")?];
        let river = on.map.terrain_names()[usize::from(on.map.terrain(hex))] == "river";
        if !river || on.map.best_road(hex) != 0 {
            r.problem("hex", format!("{} is no hex of the river without a bridge", on.map.number(hex)));
        }
        for end in ends.iter().filter(|end| on.map.distance(hex, **end) != 1 || !self.open(**end)) {
            r.problem("ends", format!("{} is no bank beside it", on.map.number(*end)));
        }
        Some((hex, ends))
    }
}
