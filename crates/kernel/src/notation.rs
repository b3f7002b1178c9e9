//! The notation of a game's actions: a line for each, read in both directions.

use crate::game::Game;
use crate::seat::Seat;

/// Turns arguments into words. `roster` writes pieces; whatever else a game has, it writes itself.
pub struct Writer<'a, G: Game> {
    pub game: &'a G,
    pub p: &'a G::Position,
}

/// Reads words as arguments.
pub struct Parser<'a, G: Game> {
    pub game: &'a G,
    pub p: &'a G::Position,
    pub seat: Seat,
}

/// Defines a game's notation from a table. A line has the first words, the arguments by kind, a last word; then the
/// action, which is pattern and expression at once; then its sort (`Choice::kind`), the heading under which a panel lists
/// it, and `no` if it declines what is asked:
///
/// ```text
/// notation! {
///     Battle, Action, Writer, Parser;
///     "retreat" unit:who beside:dir => Retreat { unit: Some(who), dir }, "retreat" under "Fall back apart";
///     "go on" => GoOn, "go-on", no;
/// }
/// ```
///
/// For each kind of argument `Writer` has a method that turns it into a word, `Parser` one that reads the word: those of
/// [`Writer`] and [`Parser`] here, which know the pieces of a [`Roster`](crate::Roster), and others that the game adds.
/// `Battle` gets `write` and `read_words`; beside them stand `sort_of`, `declines` and the list
/// `NOTATION` for help. An action that no line writes does not compile; of several lines that read the same words the
/// first that can read all of its arguments counts, and if none can, the refusal of the one that got furthest.
#[macro_export]
macro_rules! notation {
    ($Battle:ident, $Action:ident, $Writer:ident, $Parser:ident;
        $($first:literal $($kind:ident:$arg:tt)* $(.. $last:literal)? => $Name:ident $({ $($field:tt)* })? $(($($inner:tt)*))?,
        $sort:literal $(under $heading:literal)? $(, $no:ident)?;)*) => {
        /// Arguments as words.
        struct $Writer<'a>($crate::notation::Writer<'a, $Battle>);

        impl<'a> std::ops::Deref for $Writer<'a> {
            type Target = $crate::notation::Writer<'a, $Battle>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        /// Words as arguments.
        struct $Parser<'a>($crate::notation::Parser<'a, $Battle>);

        impl<'a> std::ops::Deref for $Parser<'a> {
            type Target = $crate::notation::Parser<'a, $Battle>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl $Battle {
            pub(crate) fn write(&self, p: &<$Battle as $crate::Game>::Position, action: $Action) -> String {
                let _to = $Writer($crate::notation::Writer { game: self, p });
                match action {$(
                    $Action::$Name $({ $($field)* })? $(($($inner)*))? => {
                        let words: &[String] = &[$first.into(), $(_to.$kind($arg),)* $($last.into())?];
                        words.join(" ")
                    }
                )*}
            }

            /// By the first line that fits; if none does, why not the one that reads most of the words.
            pub(crate) fn read_words(
                &self,
                p: &<$Battle as $crate::Game>::Position,
                seat: $crate::Seat,
                words: &[&str],
            ) -> Result<$Action, $crate::Refusal> {
                let _from = $Parser($crate::notation::Parser { game: self, p, seat });
                let mut refusal: Option<(usize, $crate::Refusal)> = None;
                $({
                    const KINDS: &[&str] = &[$(stringify!($kind)),*];
                    if let Some(arguments) = $crate::notation::arguments(words, $first, KINDS.len(), concat!($($last)?)) {
                        let mut _each = arguments.iter();
                        #[allow(unused_mut)]
                        let mut read = || -> Result<$Action, $crate::Refusal> {
                            $(let $arg = _from.$kind(_each.next().expect("they are counted"))?;)*
                            Ok($Action::$Name $({ $($field)* })? $(($($inner)*))?)
                        };
                        match read() {
                            Ok(action) => return Ok(action),
                            Err(no) => {
                                let unread = _each.len();
                                if refusal.as_ref().is_none_or(|(least, _)| unread <= *least) {
                                    refusal = Some((unread, no));
                                }
                            }
                        }
                    }
                })*
                Err(refusal.map_or_else(|| $crate::notation::no_action(words), |(_, no)| no))
            }
        }

        /// What sort of action it is, and its heading where that is always the same.
        #[allow(unused_variables)]
        pub(crate) fn sort_of(action: $Action) -> (&'static str, Option<&'static str>) {
            match action {$(
                $Action::$Name $({ $($field)* })? $(($($inner)*))? => ($sort, None$(.or(Some($heading)))?),
            )*}
        }

        /// Whether it says no to what is asked.
        #[allow(unused_variables)]
        pub(crate) fn declines(action: $Action) -> bool {
            match action {$(
                $Action::$Name $({ $($field)* })? $(($($inner)*))? => concat!($(stringify!($no))?) == "no",
            )*}
        }

        /// Every action as it is written, for help.
        pub const NOTATION: &[&str] = &[$(concat!($first $(, " ", stringify!($kind))* $(, " ", $last)?)),*];
    };
}

/// The words between the first and the last of a line, if it fits.
#[doc(hidden)]
pub fn arguments<'a>(words: &'a [&'a str], first: &str, count: usize, last: &str) -> Option<&'a [&'a str]> {
    let start = first.split(' ').count();
    let end = start + count;
    let fits = words.len() == end + usize::from(!last.is_empty())
        && first.split(' ').eq(words[..start].iter().copied())
        && words[end..].iter().all(|word| *word == last);
    fits.then(|| &words[start..end])
}

#[doc(hidden)]
pub fn no_action(words: &[&str]) -> crate::Refusal {
    match words {
        [] => crate::Refusal::plain("An action is expected."),
        [verb, ..] => {
            crate::Refusal::plain(format!("`{verb}` with these words is not an action in this game."))
        }
    }
}
