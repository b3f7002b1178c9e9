//! What is typed at the prompt: the number of a choice, an action in notation, or a command.

use std::path::PathBuf;

#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    Nothing,
    /// The number of a choice, counted from 1.
    Choice(usize),
    /// An action in notation, or a macro.
    Action(String),
    Help,
    Legend,
    /// List every choice.
    All,
    Map(Option<String>),
    Overview,
    /// Move the map's window by so many hexes.
    Scroll(i32, i32),
    Log(usize),
    Units(Option<String>),
    Formations,
    Tracks,
    Briefing,
    Why(String),
    Reach(String),
    Odds(String),
    Rule(String),
    /// What would a good computer player do?
    Hint,
    Undo,
    Save(Option<PathBuf>),
    Quit,
    /// A command with something wrong after it.
    Wrong(String),
}

/// How many lines `log` shows if it is not said.
const LOG_LINES: usize = 20;
/// How many hexes `scroll` goes if it is not said.
const SCROLL_HEXES: i32 = 4;

pub fn parse(line: &str) -> Input {
    let line = line.trim();
    let (word, rest) =
        line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let one = |make: fn(String) -> Input, what: &str| match rest {
        "" => Input::Wrong(format!("`{word}` needs {what} after it.")),
        rest => make(rest.to_owned()),
    };
    let maybe = || (!rest.is_empty()).then(|| rest.to_owned());
    if let Ok(number) = line.parse::<usize>() {
        return Input::Choice(number);
    }
    match word {
        "" => Input::Nothing,
        "?" | "help" => Input::Help,
        "legend" => Input::Legend,
        "all" => Input::All,
        "map" => Input::Map(maybe()),
        "overview" => Input::Overview,
        "scroll" => scroll(rest),
        "log" if rest.is_empty() => Input::Log(LOG_LINES),
        "log" => {
            rest.parse().map_or_else(|_| Input::Wrong("`log` takes a number of lines.".into()), Input::Log)
        }
        "units" => Input::Units(maybe()),
        "formations" => Input::Formations,
        "tracks" => Input::Tracks,
        "briefing" => Input::Briefing,
        "why" => one(Input::Why, "a unit or a hex"),
        "reach" => one(Input::Reach, "a unit"),
        "odds" => one(Input::Odds, "the number of a choice, or an action"),
        "rule" => one(Input::Rule, "the number of a rule"),
        "hint" => Input::Hint,
        "undo" => Input::Undo,
        "save" => Input::Save(maybe().map(PathBuf::from)),
        "quit" | "exit" => Input::Quit,
        _ => Input::Action(line.to_owned()),
    }
}

fn scroll(rest: &str) -> Input {
    let mut words = rest.split_whitespace();
    let (dx, dy) = match words.next() {
        Some("n" | "north" | "up") => (0, -1),
        Some("s" | "south" | "down") => (0, 1),
        Some("e" | "east" | "right") => (1, 0),
        Some("w" | "west" | "left") => (-1, 0),
        _ => {
            return Input::Wrong("`scroll` takes n, s, e or w and, if you like, a number of hexes.".into());
        }
    };
    match words.next().map_or(Ok(SCROLL_HEXES), str::parse::<i32>) {
        Ok(hexes) if (1..=100).contains(&hexes) && words.next().is_none() => {
            Input::Scroll(dx * hexes, dy * hexes)
        }
        _ => Input::Wrong("`scroll` takes a direction and a number of hexes from 1 to 100.".into()),
    }
}

pub const HELP: &str = "\
  3                 choose number 3
  move … , pass …   choose by notation; a longer phrase plays several steps
  all               list every choice
  briefing          who you are, how you win and how it stands, what comes, three hints
  odds 3            the exact odds of choice 3 (those marked %), with every modifier and its rule
  hint              what the captain would do here, and why
  why 1412          why a unit or a hex can do nothing now
  reach UNIT        where a unit can get to, at what cost, past which reactions
  rule 9.4          a rule in our words
  map [HEX]         draw the map again, around a hex if you name one
  overview          the whole map, small
  scroll n 4        move the map's window (n, s, e, w)
  units [HEX]       the units that you can see, or those in a hex
  formations        the formations and what they may still do
  tracks            the tracks beside the map
  log [N]           the last N events, each with its rule
  legend            what the signs on the map mean
  undo              take back, unless dice were rolled or something came to light
  save [FILE]       save the game (`capitano play --load FILE` goes on with it)
  quit              leave; with --save the game is saved";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_notation_and_commands_are_told_apart() {
        assert_eq!(parse(" 12 "), Input::Choice(12));
        assert_eq!(parse("move 33-gyulai 1214 1215"), Input::Action("move 33-gyulai 1214 1215".into()));
        assert_eq!(parse("pass"), Input::Action("pass".into()));
        assert_eq!(parse("12 monkeys"), Input::Action("12 monkeys".into()));
        assert_eq!(parse("   "), Input::Nothing);
        assert_eq!(parse("map"), Input::Map(None));
        assert_eq!(parse("map  1412"), Input::Map(Some("1412".into())));
        assert_eq!(parse("why 33-gyulai"), Input::Why("33-gyulai".into()));
        assert_eq!(parse("save my game.json"), Input::Save(Some("my game.json".into())));
        assert_eq!(parse("quit"), Input::Quit);
    }

    #[test]
    fn scrolling_takes_a_direction_and_perhaps_a_number() {
        assert_eq!(parse("scroll n"), Input::Scroll(0, -4));
        assert_eq!(parse("scroll east 2"), Input::Scroll(2, 0));
        for bad in ["scroll", "scroll 3", "scroll n x", "scroll n 0", "scroll n 3 4", "scroll n 999"] {
            assert!(matches!(parse(bad), Input::Wrong(_)), "{bad}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(parse("why"), Input::Wrong("`why` needs a unit or a hex after it.".into()));
        assert!(matches!(parse("log many"), Input::Wrong(_)));
        assert_eq!(parse("log 3"), Input::Log(3));
    }
}
