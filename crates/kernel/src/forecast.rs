//! What can come of a fight, exactly: every roll is branched over in the flow of the game itself, and
//! decisions on the way are answered in a fixed manner, which is stated with the result.

use crate::Text;
use crate::chance::{Candidate, Chance, Die};
use crate::event::Log;
use crate::foresee::Foresee;
use crate::game::{Need, Refusal, Viewer};
use crate::odds::OddsLine;
use crate::rule::Citation;
use crate::seat::Seat;
use crate::show::{Choice, Prompt};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a game is looked ahead.
#[derive(Clone, Copy, Debug)]
pub struct Foresight {
    /// The kinds of events that tell how a fight ended.
    pub verdicts: &'static [&'static str],
    /// The kinds of choices that are taken where nothing else was asked for, the first that is offered.
    /// Where none of them is, a choice that declines is, and else the first of all.
    pub habits: &'static [&'static str],
    /// What an answer of a kind means, after the name of the side that gives it.
    pub words: &'static [(&'static str, &'static str)],
}

impl Foresight {
    fn said(&self, kind: &'static str) -> &'static str {
        self.words.iter().find(|(one, _)| *one == kind).map_or(kind, |(_, words)| words)
    }
}

/// What became of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fate {
    pub seat: u8,
    pub unit: Text,
    pub name: Text,
    /// Strength that it lost, as far as it is still there to lose more.
    pub strength: u32,
    /// Levels of order that it lost.
    pub levels: u32,
    pub gone: bool,
    /// How it stands afterwards, in words.
    pub state: String,
}

impl Fate {
    /// What became of a unit that lost so much strength and so many levels of order; None if nothing did. `state` is how it stands, `new`
    /// what else is new of it if it is not gone, and `called` its seat, its id and its name.
    pub fn of(
        [strength, levels]: [u8; 2],
        gone: bool,
        state: &str,
        new: &[(bool, &str)],
        called: impl FnOnce() -> (u8, Text, Text),
    ) -> Option<Fate> {
        let new = || new.iter().filter(|(holds, _)| *holds && !gone).map(|(_, words)| *words);
        if !gone && strength == 0 && levels == 0 && new().next().is_none() {
            return None;
        }
        let state = std::iter::once(state).chain(new()).collect::<Vec<_>>().join(", ");
        let (seat, unit, name) = called();
        Some(Fate { seat, unit, name, strength: strength.into(), levels: levels.into(), gone, state })
    }
}

/// All that can come of a line of actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Forecast {
    pub title: String,
    pub rule: Citation,
    /// The actions that were played.
    pub line: Vec<String>,
    /// What was rolled for or drawn on the way, in the order of coming, as far as the viewer may know: all of it is in the chances.
    pub rolls: Vec<Reckoned>,
    /// How decisions on the way were answered.
    pub answers: Vec<Answered>,
    /// What else was assumed.
    pub notes: Vec<String>,
    /// Chances by one thing at a time: how it ends, who stands in the hex, what each side loses, what
    /// becomes of each unit.
    pub tables: Vec<ForecastTable>,
    /// Everything at once, the most likely first.
    pub outcomes: Vec<Foreseen>,
    /// The least likely of them, where they are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub left_out: Option<LeftOut>,
}

impl Forecast {
    /// Lists no more than so many outcomes.
    pub fn shorten(&mut self, most: usize) {
        let rest = self.outcomes.split_off(self.outcomes.len().min(most));
        if !rest.is_empty() {
            let chance = rest.iter().map(|outcome| outcome.chance).sum();
            self.left_out = Some(LeftOut { count: rest.len(), chance });
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LeftOut {
    pub count: usize,
    pub chance: f64,
}

/// A kind of roll or draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reckoned {
    pub what: &'static str,
    pub rule: Citation,
    /// What may be drawn, each thing once; left out where dice are rolled, and for whoever may not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Candidate>>", optional))]
    pub candidates: Vec<Candidate>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answered {
    pub seat: u8,
    /// What was asked, as prompts call it, and its rule.
    pub asked: &'static str,
    pub rule: Citation,
    /// The kind of the choice that was taken.
    pub answer: &'static str,
    pub words: &'static str,
    /// The other kinds that were offered there.
    pub instead: Vec<Instead>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Instead {
    pub answer: &'static str,
    pub words: &'static str,
}

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ForecastKind {
    /// How it ends.
    Result,
    /// Who stands in the hex.
    Holder,
    /// Strength that a side loses.
    Strength,
    /// Levels of order that a side loses.
    Levels,
    /// Units that a side loses.
    Units,
    /// What becomes of one unit.
    Unit,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ForecastTable {
    pub kind: ForecastKind,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub unit: Option<Text>,
    pub lines: Vec<OddsLine>,
    /// The mean, where the results are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mean: Option<f64>,
}

/// One thing that can come of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Foreseen {
    pub chance: f64,
    /// How the fights ended, in words; empty where nothing was decided.
    pub result: String,
    /// Who stands in the hex that the line is about; None for nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub holder: Option<u8>,
    /// The units that are not as they were.
    pub fates: Vec<Fate>,
}

const HIDDEN: &str = "What is hidden from you is assumed to be one of the things it could be.";
/// More than this is not looked at: the line is too long.
const MOST_POSITIONS: usize = 60_000;
/// As many are held at once at most: they take a few kilobytes each.
const MOST_AT_ONCE: usize = 20_000;
/// As many decisions without a roll between them are answered at most.
const MOST_DECISIONS: u32 = 1000;
/// As many throws are branched over at most (five dice).
const MOST_THROWS: u32 = 7776;

/// A place in the tree.
struct Node<P> {
    position: P,
    chance: f64,
    /// The action of the line that is due.
    next: usize,
    /// How deep the game stood when the last of them was played.
    depth: usize,
    verdict: String,
}

type Key = (u64, usize, usize, String);
type Leaves = BTreeMap<(String, Option<u8>, Vec<Fate>), f64>;

/// The tree under a line of actions in notation. `prefer` are kinds of choices that are taken before
/// the game's habits.
pub fn forecast<G: Foresee>(
    game: &G,
    position: &G::Position,
    viewer: Viewer,
    line: &[&str],
    prefer: &[&str],
) -> Result<Forecast, Refusal> {
    let foresight = game.foresight().ok_or_else(|| Refusal::plain("This game offers no forecasts."))?;
    let Need::Decide(seats) = game.need(position) else {
        return Err(Refusal::plain("There is nothing to decide now."));
    };
    let open = viewer == Viewer::Everything || !game.secrets();
    // Where several seats decide, who asks asks about his own.
    let own = seats.iter().find(|seat| viewer == Viewer::Seat(*seat));
    let seat = own.or(seats.iter().next()).ok_or_else(|| Refusal::plain("No decision is due."))?;
    if !open && viewer != Viewer::Seat(seat) {
        return Err(Refusal::plain("The other side decides this: its odds are not yours to ask for."));
    }
    let Some(first) = line.first() else {
        return Err(Refusal::plain("Name at least one action."));
    };
    let known = game
        .known(position, viewer)
        .ok_or_else(|| Refusal::plain("It depends on what is hidden from you: ask for the odds instead."))?;
    let action = game.read(&known, seat, first)?;
    game.act(&mut known.clone(), seat, action, &mut Log::off())?;
    let choice = game.choice(&known, seat, action);

    let hex = choice.hex.clone();
    let (rolls, answers) = (Vec::new(), Vec::new());
    let mut tree = Tree { game, foresight, viewer, line, prefer, hex, rolls, answers, start: &known };
    let leaves = tree.grow()?;
    let Tree { rolls, answers, hex, .. } = tree;
    let outcomes: Vec<Foreseen> = leaves
        .into_iter()
        .map(|((result, holder, fates), chance)| Foreseen { chance, result, holder, fates })
        .collect();
    let names = game.seats();
    let mut forecast = Forecast {
        title: choice.sentence,
        rule: choice.rule,
        line: line.iter().map(ToString::to_string).collect(),
        rolls,
        answers,
        notes: (!open).then(|| HIDDEN.to_owned()).into_iter().collect(),
        tables: tables(&outcomes, names, hex.as_deref()),
        outcomes,
        left_out: None,
    };
    forecast.outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Ok(forecast)
}

struct Tree<'a, G: Foresee> {
    game: &'a G,
    foresight: &'static Foresight,
    viewer: Viewer,
    line: &'a [&'a str],
    prefer: &'a [&'a str],
    /// The hex that the last action of the line points at.
    hex: Option<Text>,
    rolls: Vec<Reckoned>,
    answers: Vec<Answered>,
    start: &'a G::Position,
}

impl<G: Foresee> Tree<'_, G> {
    fn grow(&mut self) -> Result<Leaves, Refusal> {
        let game = self.game;
        let too_much = || Refusal::plain("Too much can happen on the way: name fewer actions.");
        let (start, depth) = (self.start.clone(), game.depth(self.start));
        let mut nodes = vec![Node { position: start, chance: 1.0, next: 0, depth, verdict: String::new() }];
        let mut leaves = Leaves::new();
        // where the line breaks off before anybody knows which hex it is about
        let mut broken: Vec<Node<G::Position>> = Vec::new();
        let mut looked_at = 0;
        while !nodes.is_empty() {
            looked_at += nodes.len();
            if looked_at > MOST_POSITIONS {
                return Err(too_much());
            }
            // positions that are reached by several throws are looked at once
            let mut grown: BTreeMap<Key, Node<G::Position>> = BTreeMap::new();
            for node in nodes {
                let end = self.step(node, &mut |node| {
                    let key = (game.hash(&node.position), node.next, node.depth, node.verdict.clone());
                    match grown.get_mut(&key) {
                        Some(same) => same.chance += node.chance,
                        None => drop(grown.insert(key, node)),
                    }
                })?;
                match end {
                    Some(node) if node.next == self.line.len() => self.end(node, &mut leaves),
                    Some(node) => broken.push(node),
                    None => {}
                }
                if grown.len() > MOST_AT_ONCE {
                    return Err(too_much());
                }
            }
            nodes = grown.into_values().collect();
        }
        for node in broken {
            self.end(node, &mut leaves);
        }
        Ok(leaves)
    }

    fn end(&self, node: Node<G::Position>, leaves: &mut Leaves) {
        let holder = self.hex.as_deref().and_then(|hex| holder(self.game, &node.position, hex));
        let mut verdict = node.verdict;
        if let Some(due) = self.line.get(node.next) {
            verdict = join(verdict, &format!("It never comes to `{due}`."));
        }
        let fates = self.game.fates(self.start, &node.position, self.viewer);
        *leaves.entry((verdict, holder, fates)).or_default() += node.chance;
    }

    /// Decisions up to the next roll, and the throws of that roll; or the end.
    fn step(
        &mut self,
        mut node: Node<G::Position>,
        grow: &mut dyn FnMut(Node<G::Position>),
    ) -> Result<Option<Node<G::Position>>, Refusal> {
        for _ in 0..MOST_DECISIONS {
            let settled = node.next > 0 && self.game.settled(&node.position, node.depth);
            match self.game.need(&node.position) {
                Need::Over(_) => return Ok(Some(node)),
                _ if settled && node.next == self.line.len() => return Ok(Some(node)),
                Need::Chance(chance) => {
                    self.reckon(&node.position, &chance);
                    for (faces, share) in throws(self.game, &node.position, chance)? {
                        let mut then = self.copy(&node, node.chance * share);
                        let mut log = Log::on();
                        self.game.roll(&mut then.position, &faces, &mut log);
                        self.hear(&mut then, &log);
                        grow(then);
                    }
                    return Ok(None);
                }
                Need::Decide(seats) => {
                    let first = seats.iter().next().ok_or_else(|| Refusal::plain("No decision is due."))?;
                    // Of several seats that decide, whoever can do what the line goes on with.
                    let scripted =
                        seats.iter().find_map(|seat| Some((seat, self.scripted(&mut node, seat)?)));
                    let (seat, action) = match scripted {
                        Some(scripted) => scripted,
                        // what the line goes on with is not possible any more
                        None if settled => return Ok(Some(node)),
                        None => (first, self.habit(&node.position, first)),
                    };
                    let mut log = Log::on();
                    self.game.apply(&mut node.position, seat, action, &mut log);
                    self.hear(&mut node, &log);
                }
            }
        }
        Err(Refusal::plain("The answers go round in circles: ask for others."))
    }

    /// Notes what is left to chance, as far as the viewer may know of it.
    fn reckon(&mut self, position: &G::Position, chance: &Chance) {
        let told = chance.told(self.viewer, || self.game.candidates(position));
        let (Some(what), Some(rule)) = (told.what, told.rule) else { return };
        let at = self.rolls.iter().position(|known| known.what == what).unwrap_or_else(|| {
            self.rolls.push(Reckoned { what, rule, candidates: Vec::new() });
            self.rolls.len() - 1
        });
        let known = &mut self.rolls[at].candidates;
        for candidate in told.draw.into_iter().flat_map(|draw| draw.candidates) {
            if !known.contains(&candidate) {
                known.push(candidate);
            }
        }
    }

    fn copy(&self, node: &Node<G::Position>, chance: f64) -> Node<G::Position> {
        let Node { next, depth, .. } = *node;
        Node { position: node.position.clone(), chance, next, depth, verdict: node.verdict.clone() }
    }

    fn hear(&self, node: &mut Node<G::Position>, log: &Log) {
        let verdicts = log.events.iter().filter(|event| self.foresight.verdicts.contains(&event.kind));
        for told in verdicts.filter_map(|event| event.tell(self.game.seats(), Viewer::Everything)) {
            node.verdict = join(std::mem::take(&mut node.verdict), &told.text);
        }
    }

    /// The action of the line that is due, if whoever is asked can play it.
    fn scripted(&mut self, node: &mut Node<G::Position>, seat: Seat) -> Option<G::Action> {
        let action = self.game.read(&node.position, seat, self.line.get(node.next)?).ok()?;
        let mut legal = Vec::new();
        self.game.legal(&node.position, seat, &mut legal);
        if !legal.contains(&action) {
            return None;
        }
        node.next += 1;
        node.depth = self.game.depth(&node.position);
        if node.next == self.line.len() {
            self.hex = self.game.choice(&node.position, seat, action).hex;
        }
        Some(action)
    }

    fn habit(&mut self, position: &G::Position, seat: Seat) -> G::Action {
        let mut legal = Vec::new();
        self.game.legal(position, seat, &mut legal);
        let choices: Vec<Choice> =
            legal.iter().map(|action| self.game.choice(position, seat, *action)).collect();
        let wanted = self.prefer.iter().copied().chain(self.foresight.habits.iter().copied());
        let at = wanted
            .filter_map(|kind| choices.iter().position(|choice| choice.kind == kind))
            .next()
            .or_else(|| choices.iter().position(|choice| choice.declines))
            .unwrap_or(0);
        if legal.len() > 1 {
            let prompt = self.game.prompt(position, Viewer::Seat(seat));
            self.answered(seat, &prompt, choices[at].kind, &choices);
        }
        legal[at]
    }

    fn answered(&mut self, seat: Seat, prompt: &Prompt, answer: &'static str, choices: &[Choice]) {
        let key = |one: &Answered| (one.seat, one.asked, one.answer);
        let place = self.answers.binary_search_by_key(&(seat.0, prompt.kind, answer), key);
        let at = place.unwrap_or_else(|at| {
            let words = self.foresight.said(answer);
            let instead = Vec::new();
            let (asked, rule) = (prompt.kind, prompt.rule);
            self.answers.insert(at, Answered { seat: seat.0, asked, rule, answer, words, instead });
            at
        });
        let instead = &mut self.answers[at].instead;
        for kind in choices.iter().map(|choice| choice.kind).filter(|kind| *kind != answer) {
            if !instead.iter().any(|known| known.answer == kind) {
                instead.push(Instead { answer: kind, words: self.foresight.said(kind) });
            }
        }
    }
}

/// Everything that can come with its chance: of dice where only the sum counts one throw for each sum, else every one; of a
/// draw each candidate.
pub(crate) fn throws<G: Foresee>(
    game: &G,
    position: &G::Position,
    chance: Chance,
) -> Result<Vec<(Vec<u8>, f64)>, Refusal> {
    let dice: Vec<Die> = chance.dice().collect();
    let count = dice.iter().try_fold(1u32, |count, die| count.checked_mul(die.sides.into()));
    let count = count.filter(|count| *count <= MOST_THROWS);
    let count = count.ok_or_else(|| Refusal::plain("Too many dice are rolled at once on the way."))?;
    let faces = |mut number: u32| -> Vec<u8> {
        let mut face = |die: &Die| {
            let face = (number % u32::from(die.sides)) as u8 + die.lowest;
            number /= u32::from(die.sides);
            face
        };
        dice.iter().map(&mut face).collect()
    };
    let share = 1.0 / f64::from(count);
    if chance.thrown().is_none() || !game.only_the_sum_counts(position) {
        return Ok((0..count).map(|number| (faces(number), share)).collect());
    }
    let mut sums: BTreeMap<u32, (Vec<u8>, f64)> = BTreeMap::new();
    for faces in (0..count).map(faces) {
        let sum = faces.iter().map(|face| u32::from(*face)).sum();
        sums.entry(sum).or_insert((faces, 0.0)).1 += share;
    }
    Ok(sums.into_values().collect())
}

fn join(before: String, more: &str) -> String {
    if before.is_empty() { more.to_owned() } else { format!("{before} {more}") }
}

/// Who stands in a hex.
fn holder<G: Foresee>(game: &G, position: &G::Position, hex: &str) -> Option<u8> {
    let scene = game.view(position, Viewer::Everything);
    scene.pieces.iter().find(|piece| piece.hex.as_deref() == Some(hex)).map(|piece| piece.seat)
}

/// The chances by one thing at a time.
fn tables(outcomes: &[Foreseen], seats: &[&'static str], hex: Option<&str>) -> Vec<ForecastTable> {
    let share = |of: &dyn Fn(&Foreseen) -> String| -> Vec<OddsLine> {
        let mut lines: BTreeMap<String, f64> = BTreeMap::new();
        for outcome in outcomes {
            *lines.entry(of(outcome)).or_default() += outcome.chance;
        }
        let mut lines: Vec<OddsLine> = lines
            .into_iter()
            .map(|(result, chance)| OddsLine { result, low: chance, high: chance })
            .collect();
        lines.sort_by(|a, b| b.low.total_cmp(&a.low));
        lines
    };
    let plain = |kind, title: &str, lines| ForecastTable {
        kind,
        title: title.into(),
        seat: None,
        unit: None,
        lines,
        mean: None,
    };
    let mut list = Vec::new();
    if outcomes.iter().any(|outcome| !outcome.result.is_empty()) {
        let result = |outcome: &Foreseen| match outcome.result.as_str() {
            "" => "Nothing is decided.".to_owned(),
            result => result.to_owned(),
        };
        list.push(plain(ForecastKind::Result, "How it ends", share(&result)));
    }
    if let Some(hex) = hex {
        let holds = |outcome: &Foreseen| match outcome.holder {
            Some(seat) => seats[usize::from(seat)].to_owned(),
            None => "nobody".to_owned(),
        };
        let title = format!("Who stands in {hex} afterwards");
        list.push(plain(ForecastKind::Holder, &title, share(&holds)));
    }
    type Counts<'a> = &'a dyn Fn(&Fate) -> u32;
    let counts: [(ForecastKind, &str, Counts); 3] = [
        (ForecastKind::Strength, "strength lost", &|fate| fate.strength),
        (ForecastKind::Levels, "levels lost", &|fate| fate.levels),
        (ForecastKind::Units, "units lost", &|fate| fate.gone.into()),
    ];
    for (seat, name) in seats.iter().enumerate() {
        for (kind, what, count) in counts {
            let of = |outcome: &Foreseen| -> u32 {
                outcome.fates.iter().filter(|fate| usize::from(fate.seat) == seat).map(count).sum()
            };
            let mut by: BTreeMap<u32, f64> = BTreeMap::new();
            for outcome in outcomes {
                *by.entry(of(outcome)).or_default() += outcome.chance;
            }
            if by.len() == 1 && by.contains_key(&0) {
                continue;
            }
            let mean = by.iter().map(|(count, chance)| f64::from(*count) * chance).sum();
            let line = |(count, chance): (&u32, &f64)| OddsLine {
                result: count.to_string(),
                low: *chance,
                high: *chance,
            };
            list.push(ForecastTable {
                kind,
                title: format!("{name}: {what}"),
                seat: u8::try_from(seat).ok(),
                unit: None,
                lines: by.iter().map(line).collect(),
                mean: Some(mean),
            });
        }
    }
    let mut units: Vec<(u8, &Text, &Text)> =
        outcomes.iter().flat_map(|o| &o.fates).map(|fate| (fate.seat, &fate.unit, &fate.name)).collect();
    units.sort_unstable();
    units.dedup();
    for (seat, unit, name) in units {
        let state = |outcome: &Foreseen| {
            let fate = outcome.fates.iter().find(|fate| fate.unit == *unit);
            fate.map_or_else(|| "as it was".to_owned(), |fate| fate.state.clone())
        };
        let lines = share(&state);
        list.push(ForecastTable {
            kind: ForecastKind::Unit,
            title: name.to_string(),
            seat: Some(seat),
            unit: Some(unit.clone()),
            lines,
            mean: None,
        });
    }
    list
}
