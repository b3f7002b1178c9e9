//! Events, odds, reach and reasons in lines of text, the same for every command that prints them.

use crate::paint::{Depth, Ink, Rgb, wrap};
use kernel::{Briefing, Coming, Forecast, Goal, LeftOut, Odds, OddsLine, Reach, Reason, Reckoned, Told};

/// The colour of a citation: there if one looks for it.
const CITATION: Ink = Ink::fore(Rgb(128, 128, 128));
const DICE: Ink = Ink::fore(Rgb(200, 120, 20)).bold();
const WIDEST: usize = 110;

pub struct Page {
    pub width: usize,
    pub depth: Depth,
}

impl Page {
    pub fn new(width: usize, depth: Depth) -> Page {
        Page { width: width.min(WIDEST), depth }
    }

    /// A text with a citation at its end, broken into lines with an indent.
    pub fn cited(&self, first: &str, text: &str, rule: impl std::fmt::Display) -> Vec<String> {
        self.sentence(first, text, &[], rule)
    }

    fn sentence(&self, first: &str, text: &str, dice: &[u8], rule: impl std::fmt::Display) -> Vec<String> {
        // Dice and citation are broken as whole words, and painted afterwards.
        let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
        let faces = format!("[{}]", faces.join("\u{a0}"));
        let citation = format!("({rule})").replace(' ', "\u{a0}");
        let words = match dice {
            [] => format!("{text} {citation}"),
            _ => format!("{text} {faces} {citation}"),
        };
        let indent = " ".repeat(first.chars().count());
        let lines = wrap(&words, self.width.saturating_sub(indent.len()));
        let mut out = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let line = line
                .replacen(&citation, &self.depth.paint(&citation, CITATION), 1)
                .replacen(&faces, &self.depth.paint(&faces, DICE), 1)
                .replace('\u{a0}', " ");
            out.push(format!("{}{line}", if i == 0 { first } else { &indent }));
        }
        out
    }

    /// An event: its sentence, the dice, the rule; then a line for each modifier.
    pub fn event(&self, told: &Told) -> Vec<String> {
        let mut lines = self.sentence("· ", &told.text, &told.dice, told.rule);
        for m in &told.modifiers {
            lines.extend(self.cited("    ", &format!("{:+} {}", m.value, m.label), m.rule));
        }
        lines
    }

    pub fn reasons(&self, reasons: &[Reason]) -> Vec<String> {
        if reasons.is_empty() {
            return vec!["There is nothing in its way.".to_owned()];
        }
        reasons.iter().flat_map(|r| self.cited("· ", &r.sentence, r.rule)).collect()
    }

    /// A briefing under its headings; a side that is told nothing under one has no such heading.
    pub fn briefing(&self, told: &Briefing) -> Vec<String> {
        let mut lines = wrap(&told.who, self.width);
        let mut under = |heading: &str, list: Vec<Vec<String>>| {
            if !list.is_empty() {
                lines.push(heading.to_owned());
                lines.extend(list.into_iter().flatten());
            }
        };
        let goal = |goal: &Goal| {
            let mut lines = self.cited("· ", &goal.sentence, goal.rule);
            lines.extend(wrap(&goal.stands, self.width.saturating_sub(4)).iter().map(|l| format!("    {l}")));
            lines
        };
        under("How it is won:", told.goals.iter().map(goal).collect());
        under("This turn:", told.now.iter().map(|p| self.cited("· ", &p.sentence, p.rule)).collect());
        let coming =
            |c: &Coming| self.cited(&format!("· turn {}, {}: ", c.turn, c.time), &c.sentence, c.rule);
        under("What comes:", told.coming.iter().map(coming).collect());
        let hint = |hint: &String| {
            let hint = wrap(hint, self.width.saturating_sub(2));
            hint.iter().enumerate().map(|(i, l)| format!("{}{l}", if i == 0 { "· " } else { "  " })).collect()
        };
        under("Hints:", told.hints.iter().map(hint).collect());
        lines
    }

    /// Odds: title, modifiers, what was looked up, then a bar for each result.
    pub fn odds(&self, odds: &Odds) -> Vec<String> {
        let mut lines = self.cited("", &odds.title, odds.rule);
        for m in &odds.modifiers {
            lines.extend(self.cited("  ", &format!("{:+} {}", m.value, m.label), m.rule));
        }
        for note in &odds.notes {
            lines.extend(wrap(note, self.width.saturating_sub(2)).iter().map(|line| format!("  {line}")));
        }
        lines.extend(bars(&odds.lines));
        lines
    }

    /// All that can come of a fight: how decisions were answered, a table for each thing that can be
    /// told, and the likeliest outcomes as a whole.
    pub fn forecast(&self, forecast: &Forecast, seats: &[String]) -> Vec<String> {
        let seat = |seat: u8| seats.get(usize::from(seat)).map_or("?", String::as_str);
        let mut lines = self.cited("", &forecast.title, forecast.rule);
        lines.push(format!("  line: {}", forecast.line.join("; ")));
        let roll = |roll: &Reckoned| {
            let drawn: Vec<&str> = roll.candidates.iter().map(|candidate| candidate.name.as_str()).collect();
            let from =
                if drawn.is_empty() { String::new() } else { format!(": one of {}", drawn.join(", ")) };
            format!("{} ({}){from}", roll.what, roll.rule)
        };
        let rolls: Vec<String> = forecast.rolls.iter().map(roll).collect();
        lines.push(format!("  rolls: {}", rolls.join(", ")));
        for answered in &forecast.answers {
            lines.push(format!(
                "  {} {} ({}: {})",
                seat(answered.seat),
                answered.words,
                answered.asked,
                answered.answer
            ));
        }
        lines.extend(forecast.notes.iter().map(|note| format!("  {note}")));
        for table in &forecast.tables {
            lines.push(String::new());
            lines.push(match table.mean {
                Some(mean) => format!("{} (mean {mean:.2})", table.title),
                None => table.title.clone(),
            });
            lines.extend(bars(&table.lines));
        }
        lines.push(String::new());
        lines.push("Outcomes".to_owned());
        for outcome in &forecast.outcomes {
            let fates = outcome.fates.iter().map(|fate| format!("{}: {}", fate.name, fate.state));
            let parts: Vec<String> = Some(outcome.result.clone())
                .filter(|result| !result.is_empty())
                .into_iter()
                .chain(fates)
                .collect();
            let words = if parts.is_empty() { "nothing changes".to_owned() } else { parts.join("; ") };
            let indent = " ".repeat(11);
            for (at, line) in wrap(&words, self.width.saturating_sub(11)).iter().enumerate() {
                let chance = format!("  {:6.2}%  ", 100.0 * outcome.chance);
                lines.push(format!("{}{line}", if at == 0 { &chance } else { &indent }));
            }
        }
        if let Some(LeftOut { count, chance }) = forecast.left_out {
            lines.push(format!("  {:6.2}%  {count} others (--all shows them)", 100.0 * chance));
        }
        lines
    }

    pub fn reach(&self, reach: &Reach) -> Vec<String> {
        let mut lines = vec![format!("{} in {} has {} points.", reach.unit, reach.from, reach.allowance)];
        for hex in &reach.hexes {
            let mut line = format!("  {}  {:>5}  {}", hex.hex, hex.cost, hex.mode);
            if !hex.path.is_empty() {
                line = format!("{line}  by {}", hex.path.join(" "));
            }
            lines.push(line.trim_end().to_owned());
            for reaction in &hex.reactions {
                lines.push(format!("        {reaction}"));
            }
        }
        lines
    }
}

/// A bar for each result.
fn bars(results: &[OddsLine]) -> Vec<String> {
    let mut lines = Vec::new();
    let widest = results.iter().map(|l| l.result.chars().count()).max().unwrap_or(0);
    for line in results {
        let share = if (line.high - line.low).abs() < 1e-9 {
            format!("{:6.2}%", 100.0 * line.low)
        } else {
            format!("{:.2}% to {:.2}%", 100.0 * line.low, 100.0 * line.high)
        };
        let bar = "█".repeat((line.low * 30.0).round() as usize);
        let maybe = "░".repeat(((line.high - line.low) * 30.0).round() as usize);
        let pad = " ".repeat(widest - line.result.chars().count());
        lines.push(format!("  {}{pad}  {share}  {bar}{maybe}", line.result).trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::event::ToldModifier;
    use kernel::{Citation, Modifier, Rule, RuleKind, SeatSet};

    static RULE: Rule = Rule {
        game: "goito",
        id: "9.4",
        title: "Fire",
        kind: RuleKind::Core,
        obligation: "Roll.",
        provenance: "printed",
        rests_on: &[],
        rulings: &[],
    };
    const FIRE: Citation = Citation(&RULE);

    fn page() -> Page {
        Page::new(40, Depth::None)
    }

    #[test]
    fn an_event_has_its_dice_its_rule_and_its_modifiers() {
        let told = Told {
            kind: "fire",
            rule: FIRE,
            text: "The guns fire on 1412.".into(),
            spans: vec![],
            hexes: vec!["1412".into()],
            units: vec![],
            dice: vec![3, 5],
            thrown: Vec::new(),
            drawn: None,
            rolled_by: None,
            modifiers: vec![ToldModifier { label: "massed target".into(), value: 1, rule: FIRE }],
            total: None,
            lookup: None,
            shot: None,
            fresh: false,
            fight: false,
        };
        assert_eq!(
            page().event(&told),
            ["· The guns fire on 1412. [3 5]", "  (goito 9.4)", "    +1 massed target (goito 9.4)"]
        );
    }

    #[test]
    fn odds_are_bars_and_a_spread_where_not_all_is_known() {
        let line = |result: &str, low, high| OddsLine { result: result.into(), low, high };
        let odds = Odds {
            title: "Fire".into(),
            rule: FIRE,
            modifiers: vec![Modifier { label: "range".into(), value: -1, rule: FIRE, seen_by: SeatSet::ALL }],
            sum: None,
            notes: vec!["Column 5.".into()],
            lookups: vec![],
            lines: vec![line("nothing", 0.5, 0.5), line("1 loss", 0.1, 0.2)],
            cases: vec![],
        };
        assert_eq!(
            page().odds(&odds),
            [
                "Fire (goito 9.4)",
                "  -1 range (goito 9.4)",
                "  Column 5.",
                "  nothing   50.00%  ███████████████",
                "  1 loss   10.00% to 20.00%  ███░░░",
            ]
        );
    }
}
