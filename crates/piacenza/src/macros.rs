//! Longer phrases, and the small steps that they stand for.

use crate::battle::Battle;
use crate::flow::{FireStage, Frame, MarchStage, Reorganize, Segment};
use crate::line::Places;
use crate::model::{FormationId, UnitId};
use crate::position::{MAX_LINE_UNITS, Position, UnitSet};
use crate::query::stack_named;
use hexmap::Hex;
use kernel::{Game, Log, Need, Seat, Show};

pub(crate) const PHRASES: &[&str] = &[
    "move UNIT HEX [HEX …]      a whole way, then stop (UNIT+UNIT for two of a hex; the last hex alone for the cheapest way)",
    "line UNIT HEX UNIT HEX …   draw a Line and declare it, in any order",
    "fire UNIT HEX, UNIT HEX …; done   name targets; with `; done` these are all",
    "reorganize all             every unit that may roll does",
    "stop UNIT                  the unit in hand stops, and nothing else does",
];

impl Battle {
    pub(crate) fn steps_of(&self, p: &Position, seat: Seat, text: &str) -> Option<Vec<String>> {
        let mut words = text.split_whitespace();
        let verb = words.next()?;
        let rest: Vec<&str> = words.collect();
        match verb {
            "move" => self.move_steps(p, seat, &rest),
            "line" => self.line_steps(p, &rest),
            "fire" if text.contains([',', ';']) => self.fire_steps(p, seat, text),
            "reorganize" | "rally" if rest == ["all"] => self.rally_steps(p),
            _ => None,
        }
    }

    /// Taking the formation of a unit in hand, if that comes first.
    fn take_formation(&self, p: &Position, formation: FormationId) -> Option<String> {
        match p.now() {
            Some(Frame::Activation(f)) if f.segment == Segment::Movement && f.todo.has(formation) => {
                Some(format!("formation {}", self.army.formations[formation].id))
            }
            _ => None,
        }
    }

    fn move_steps(&self, p: &Position, seat: Seat, rest: &[&str]) -> Option<Vec<String>> {
        let (who, hexes) = rest.split_first()?;
        let units = stack_named(self, who)?;
        let lead = units.iter().find(|u| !self.is_gun(*u)).or(units.first())?;
        let at = p.unit(lead).hex;
        let hexes: Vec<Hex> = hexes.iter().map(|number| self.map.find(number)).collect::<Option<_>>()?;
        let path = match hexes[..] {
            [] => return None,
            [hex] if at.is_none() || self.map.distance(at, hex) > 1 => {
                self.way_to(p, units, hex).unwrap_or(hexes)
            }
            _ => hexes,
        };
        let mut steps = Vec::new();
        let held = matches!(p.now(), Some(Frame::Move(m)) if units.iter().all(|u| m.who().has(u)));
        if !held {
            steps.extend(self.take_formation(p, self.formation_of(lead)));
            let others = units.iter().filter(|u| *u != lead);
            let ids = std::iter::once(lead).chain(others).map(|u| self.army.units[u].id.as_str());
            steps.push(format!("take {}", ids.collect::<Vec<_>>().join(" ")));
        }
        steps.extend(path.iter().map(|hex| format!("step {}", self.map.number(*hex))));
        // who has to stop anyway is asked nothing more
        if !self.ends_by_itself(p, seat, &steps, lead) {
            steps.push(format!("stop {}", self.army.units[lead].id));
        }
        Some(steps)
    }

    /// Whether these steps, played without any roll on the way, leave the unit in nobody's hand.
    fn ends_by_itself(&self, p: &Position, seat: Seat, steps: &[String], unit: UnitId) -> bool {
        let mut q = p.clone();
        for step in steps {
            let Need::Decide(seats) = self.need(&q) else { return false };
            let Ok(action) = self.read(&q, seat, step) else { return false };
            if !seats.has(seat) || self.act(&mut q, seat, action, &mut Log::off()).is_err() {
                return false;
            }
        }
        matches!(self.need(&q), Need::Decide(_))
            && !matches!(q.now(), Some(Frame::Move(m)) if m.who().has(unit))
    }

    fn line_steps(&self, p: &Position, rest: &[&str]) -> Option<Vec<String>> {
        if rest.len() < 4 || !rest.len().is_multiple_of(2) || rest.len() > 2 * MAX_LINE_UNITS {
            return None;
        }
        let mut pairs: Vec<(UnitId, Hex)> = Vec::new();
        for pair in rest.chunks(2) {
            pairs.push((self.unit_named(pair[0])?, self.map.find(pair[1])?));
        }
        let formation = self.formation_of(pairs[0].0);
        let places: Places = pairs.iter().map(|(_, hex)| *hex).collect();
        let moving: UnitSet = pairs.iter().map(|(unit, _)| *unit).collect();
        // the first two that are named are the ends: the two farthest apart between which all others stand
        let mut best: Option<(u8, usize, usize)> = None;
        for i in 0..places.len() {
            for j in i + 1..places.len() {
                let far = self.map.distance(places[i], places[j]);
                let ends = (places[i], places[j]);
                if best.is_none_or(|(least, ..)| far > least)
                    && self.is_line_between(p, formation, &places, ends, moving)
                {
                    best = Some((far, i, j));
                }
            }
        }
        if let Some((_, i, j)) = best {
            pairs.swap(0, i);
            pairs.swap(1, j);
        }
        let mut steps: Vec<String> = self.take_formation(p, formation).into_iter().collect();
        match p.now() {
            Some(Frame::March(f)) if f.stage == MarchStage::Draw && p.line.is_empty() => {}
            Some(Frame::March(f)) if f.stage == MarchStage::Draw => {
                steps.extend(["drop".into(), "draw".into()]);
            }
            _ => steps.push("draw".into()),
        }
        let id = |unit: UnitId| &self.army.units[unit].id;
        steps.extend(pairs.iter().map(|(u, hex)| format!("assign {} {}", id(*u), self.map.number(*hex))));
        steps.push("done".into());
        Some(steps)
    }

    fn fire_steps(&self, p: &Position, seat: Seat, text: &str) -> Option<Vec<String>> {
        let text = text.trim();
        let (shots, end) = match text.split_once(';') {
            Some((shots, end)) if end.trim() == "done" => (shots, true),
            Some(_) => return None,
            None => (text, false),
        };
        let shots = shots.trim().strip_prefix("fire")?;
        let mut steps = Vec::new();
        for shot in shots.split(',') {
            let words: Vec<&str> = shot.split_whitespace().filter(|word| *word != "fire").collect();
            let [unit, hex] = words[..] else { return None };
            steps.push(format!("fire {unit} {hex}"));
        }
        let mut q = p.clone();
        for step in &steps {
            let action = self.read(&q, seat, step).ok();
            let played = action.map(|action| self.act(&mut q, seat, action, &mut Log::off()));
            if !matches!(played, Some(Ok(()))) {
                // the session says what is wrong with it
                return Some(steps);
            }
        }
        // where nobody else can fire the targets are closed already, and the word would close something else
        let open = matches!(q.now(), Some(Frame::Fire(f)) if f.stage == FireStage::Targets);
        if end && open {
            steps.push("done".into());
        }
        Some(steps)
    }

    fn rally_steps(&self, p: &Position) -> Option<Vec<String>> {
        let units = match p.now()? {
            // the last one is no choice and rolls unasked
            Frame::Reorganize(Reorganize { todo, .. }) => {
                let last = todo.iter().last()?;
                todo.but(last)
            }
            Frame::Activation(f) if f.segment == Segment::Billebaude => f.units,
            _ => return None,
        };
        Some(units.iter().map(|u| format!("rally {}", self.army.units[u].id)).collect())
    }
}
