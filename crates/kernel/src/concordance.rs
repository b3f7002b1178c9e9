//! Two games in one rules crate share the code of their common rules. The code cites a paragraph once, by the number that it has
//! in one of them; in the other game everything that is said cites that game's own number.

use crate::answer::Reason;
use crate::briefing::{Briefing, Coming, Goal, Point};
use crate::chance::{Chance, ChanceTold};
use crate::chart::Chart;
use crate::event::{Event, Modifier};
use crate::forecast::Forecast;
use crate::game::{Need, Outcome, Refusal};
use crate::odds::{Case, Odds};
use crate::overlay::{Overlay, OverlayInfo};
use crate::proposal::Proposal;
use crate::rule::{Citation, Rule};
use crate::session::Stop;
use crate::show::{Choice, Prompt};

/// Which paragraphs of one rulebook stand under which numbers of another.
#[derive(Clone, Debug, Default)]
pub struct Concordance {
    /// By the number that the code cites, in order.
    pairs: Vec<(&'static Rule, &'static Rule)>,
}

impl Concordance {
    /// From pairs of ids, the one that the code cites first. An id that its rulebook does not have, or that is named twice,
    /// is an error in words, a line each.
    pub fn new<'a>(
        cited: &'static [Rule],
        own: &'static [Rule],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Concordance, Vec<String>> {
        let mut found: Vec<(&'static Rule, &'static Rule)> = Vec::new();
        let mut wrong = Vec::new();
        for (from, to) in pairs {
            let rule = |all: &'static [Rule], id: &str| all.iter().find(|rule| rule.id == id);
            match (rule(cited, from), rule(own, to)) {
                (Some(from), Some(to)) => found.push((from, to)),
                (None, _) => wrong.push(format!("`{from}` is not a rule that the code could cite")),
                (_, None) => wrong.push(format!("`{to}` is not a rule of the game, for `{from}`")),
            }
        }
        found.sort_by_key(|(from, _)| from.id);
        let twice = found.windows(2).filter(|pair| pair[0].0.id == pair[1].0.id);
        wrong.extend(twice.map(|pair| format!("`{}` has two numbers", pair[0].0.id)));
        if wrong.is_empty() { Ok(Concordance { pairs: found }) } else { Err(wrong) }
    }

    /// The number that the game has for a paragraph; the same if it has none of its own.
    pub fn own(&self, cited: Citation) -> Citation {
        let found = self.pairs.binary_search_by_key(&cited.0.id, |(from, _)| from.id);
        match found {
            Ok(at) if self.pairs[at].0 == cited.0 => Citation(self.pairs[at].1),
            _ => cited,
        }
    }

    /// Puts the game's numbers in the place of those that the code cites.
    pub fn renumber(&self, said: &mut impl Cites) {
        said.each_citation(&|rule| *rule = self.own(*rule));
    }
}

/// What cites rules.
pub trait Cites {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation));
}

impl Cites for Citation {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
        change(self);
    }
}

impl<T: Cites> Cites for Option<T> {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
        self.iter_mut().for_each(|it| it.each_citation(change));
    }
}

impl<T: Cites> Cites for Vec<T> {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
        self.iter_mut().for_each(|it| it.each_citation(change));
    }
}

impl<T: Cites, E: Cites> Cites for Result<T, E> {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
        match self {
            Ok(it) => it.each_citation(change),
            Err(it) => it.each_citation(change),
        }
    }
}

macro_rules! cites {
    ($($Type:ident { $($field:ident),* }),* $(,)?) => {$(
        impl Cites for $Type {
            fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
                $(self.$field.each_citation(change);)*
            }
        }
    )*};
}

cites! {
    Event { rule, modifiers },
    Modifier { rule },
    Refusal { rule },
    Choice { rule },
    Prompt { rule },
    Reason { rule },
    Odds { rule, modifiers, cases },
    Case { modifiers },
    Overlay { rule },
    OverlayInfo { rule },
    Chart { rule },
    Proposal { rule },
    Outcome { rule },
    Chance { rule },
    ChanceTold { rule },
    Stop { rule },
    Briefing { goals, now, coming },
    Goal { rule },
    Point { rule },
    Coming { rule },
}

impl Cites for Forecast {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
        change(&mut self.rule);
        self.rolls.iter_mut().for_each(|roll| change(&mut roll.rule));
        self.answers.iter_mut().for_each(|answer| change(&mut answer.rule));
    }
}

impl Cites for Need {
    fn each_citation(&mut self, change: &dyn Fn(&mut Citation)) {
        match self {
            Need::Decide(_) => {}
            Need::Chance(chance) => change(&mut chance.rule),
            Need::Over(outcome) => change(&mut outcome.rule),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::RuleKind;

    const fn rule(game: &'static str, id: &'static str) -> Rule {
        let (title, kind, obligation, provenance) = ("", RuleKind::Core, "", "printed");
        Rule { game, id, title, kind, obligation, provenance, rests_on: &[], rulings: &[] }
    }
    static ONE: [Rule; 3] = [rule("one", "8.5"), rule("one", "9"), rule("one", "10.1")];
    static TWO: [Rule; 2] = [rule("two", "7.4"), rule("two", "9")];

    #[test]
    fn a_paragraph_has_the_number_of_the_game_that_is_played() {
        let concordance = Concordance::new(&ONE, &TWO, [("9", "9"), ("8.5", "7.4")]).expect("sound");
        let own = |rule: &'static Rule| concordance.own(Citation(rule)).to_string();
        assert_eq!([own(&ONE[0]), own(&ONE[1]), own(&ONE[2])], ["two 7.4", "two 9", "one 10.1"]);
        // What is the game's own already stays, even where the numbers are the same.
        assert_eq!([own(&TWO[0]), own(&TWO[1])], ["two 7.4", "two 9"]);
        let wrong = Concordance::new(&ONE, &TWO, [("9", "9"), ("9", "7.4"), ("7", "9"), ("8.5", "8.5")]);
        assert_eq!(wrong.unwrap_err().len(), 3);
    }
}
