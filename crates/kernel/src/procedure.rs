//! A procedure of a game: what its frame asks, offers, allows and does, together in the chapter of its rule. One list
//! (`procedures!`) names them all, makes the enum of their frames and hands every question to the frame on top of the stack.

use crate::Log;
use crate::chance::{Candidate, Chance};
use crate::game::{Game, No, Viewer};
use crate::rule::Citation;
use crate::seat::Seat;
use serde::Deserialize;
use serde::de::value::{Error, MapDeserializer};

/// A game whose rules are procedures.
pub trait Procedures: Game {
    /// A question as it is put together.
    type Asked;
    /// A choice as it is put together.
    type Offer;
    /// What the next step is about: who makes it, and where that is.
    type Subject: Default;
    /// The rule that is cited where no procedure names its own.
    const RULE: Citation;

    /// What is read while nobody is asked.
    fn nothing_asked(&self) -> Self::Asked;
    /// An action that is offered in the same words wherever it comes up.
    fn common_offer(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> Self::Offer;
}

/// The procedure of a frame `F`, in the order in which a rule tells it. A game implements it once for each of its frames.
/// No method is named as one of [`Game`]: both are in scope together.
pub trait Procedure<F>: Procedures {
    /// The rule by which an action is refused that is not among the options.
    const CITES: Citation = Self::RULE;
    /// Part of a fight: what can come of one is foreseen until no such frame is left.
    const FIGHT: bool = false;

    /// What is asked, with the names that the viewer may read.
    fn ask(&self, _: &Self::Position, _: &F, _: Viewer) -> Self::Asked {
        self.nothing_asked()
    }
    /// Where a roll is made and for whom.
    fn ask_for_roll(&self, _: &Self::Position, _: &F, asked: Self::Asked) -> Self::Asked {
        asked
    }
    /// Who the next step is made with, and where that is.
    fn subject(&self, _: &Self::Position, _: &F) -> Self::Subject {
        Default::default()
    }
    /// What a seat that decides can do, in a stable order.
    fn options(&self, _: &Self::Position, _: &F, _: Seat, _: &mut Vec<Self::Action>) {}
    /// Why an action is not allowed, or that it is. Where there are few options: it is one of them.
    fn check(&self, p: &Self::Position, f: &F, seat: Seat, action: Self::Action) -> Result<(), No> {
        let mut options = Vec::new();
        Procedure::<F>::options(self, p, f, seat, &mut options);
        if options.contains(&action) {
            Ok(())
        } else {
            Err(No(Self::CITES, "The rule does not allow that choice."))
        }
    }
    /// The sentence by which an option is offered.
    fn offer(&self, p: &Self::Position, _: &F, seat: Seat, action: Self::Action) -> Self::Offer {
        self.common_offer(p, seat, action)
    }
    /// What is left to chance where it waits for that.
    fn chance(&self, _: &Self::Position, _: &F) -> Chance {
        unreachable!("this procedure leaves nothing to chance")
    }
    /// What is drawn from, where something is.
    fn drawn_from(&self, _: &Self::Position, _: &F) -> Vec<Candidate> {
        Vec::new()
    }
    /// What an action does.
    fn play(&self, _: &mut Self::Position, _: F, _: Seat, _: Self::Action, _: &mut Log) {
        unreachable!("this procedure asks for nothing")
    }
    /// What a roll or a draw does: the faces in order, or the place of what was drawn.
    fn rolled(&self, _: &mut Self::Position, _: F, _: &[u8], _: &mut Log) {
        unreachable!("this procedure rolls nothing")
    }
    /// Goes on until a decision, a roll or another procedure.
    fn run(&self, p: &mut Self::Position, f: F, log: &mut Log);
}

/// A frame of one procedure among the frames `E` of all.
pub trait FrameOf<E>: Sized {
    /// What it says, if it is the frame of this procedure.
    fn of(frame: &E) -> Option<Self>;
}

/// Lists the procedures of a game: the enum of their frames, and which of them answers. The order of the list is part of
/// the hash of a position: new ones come at the end.
///
/// `procedures! { /// … pub enum Frame of Battle { Setup, Alternation, … } }`
#[macro_export]
macro_rules! procedures {
    ($(#[$about:meta])* $see:vis enum $Frames:ident of $Battle:ident { $($Frame:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize)]
        $see enum $Frames { $($Frame($Frame)),* }

        $(impl $crate::procedure::FrameOf<$Frames> for $Frame {
            #[inline]
            fn of(frame: &$Frames) -> Option<$Frame> {
                if let $Frames::$Frame(frame) = frame { Some(*frame) } else { None }
            }
        })*

        /// As it is written; a frame without fields may stand there by its name alone.
        impl<'de> ::serde::Deserialize<'de> for $Frames {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<$Frames, D::Error> {
                struct Written;
                const NAMES: &[&str] = &[$(stringify!($Frame)),*];

                impl<'de> ::serde::de::Visitor<'de> for Written {
                    type Value = $Frames;
                    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                        f.write_str("a procedure by its name, with its fields")
                    }
                    fn visit_str<E: ::serde::de::Error>(self, name: &str) -> Result<$Frames, E> {
                        match name {
                            $(stringify!($Frame) => {
                                $crate::procedure::bare(name).map($Frames::$Frame).map_err(E::custom)
                            })*
                            _ => Err(E::unknown_variant(name, NAMES)),
                        }
                    }
                    fn visit_map<A: ::serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$Frames, A::Error> {
                        use ::serde::de::Error;
                        let name: String = map.next_key()?.ok_or_else(|| A::Error::custom("a procedure has a name"))?;
                        let frame = match name.as_str() {
                            $(stringify!($Frame) => $Frames::$Frame(map.next_value()?),)*
                            _ => return Err(A::Error::unknown_variant(&name, NAMES)),
                        };
                        match map.next_key::<String>()? {
                            None => Ok(frame),
                            Some(more) => Err(A::Error::custom(format!("`{more}` beside the procedure `{name}`"))),
                        }
                    }
                }
                from.deserialize_any(Written)
            }
        }

        $(impl From<$Frame> for $Frames {
            fn from(frame: $Frame) -> $Frames {
                $Frames::$Frame(frame)
            }
        })*

        #[allow(dead_code)]
        impl $Frames {
            /// Whether it is part of a fight.
            pub(crate) fn is_fight(&self) -> bool {
                match self { $($Frames::$Frame(_) => <$Battle as $crate::Procedure<$Frame>>::FIGHT),* }
            }
            /// Shows the pieces that it names.
            pub(crate) fn names(&mut self, visitor: &mut impl $crate::pieces::Visitor<$Battle>) {
                match self { $($Frames::$Frame(f) => $crate::pieces::Names::<$Battle>::names(f, visitor)),* }
            }
        }

        /// The frame on top answers.
        #[allow(dead_code)]
        impl $Battle {
            pub(crate) fn ask_top(&self, p: &<$Battle as $crate::Game>::Position, viewer: $crate::Viewer)
                -> <$Battle as $crate::Procedures>::Asked
            {
                match &p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::ask(self, p, f, viewer)),* }
            }
            pub(crate) fn ask_for_roll_top(
                &self,
                p: &<$Battle as $crate::Game>::Position,
                asked: <$Battle as $crate::Procedures>::Asked,
            ) -> <$Battle as $crate::Procedures>::Asked {
                match &p.top() {
                    $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::ask_for_roll(self, p, f, asked)),*
                }
            }
            /// Nothing once the game is over.
            pub(crate) fn subject_of_top(&self, p: &<$Battle as $crate::Game>::Position)
                -> <$Battle as $crate::Procedures>::Subject
            {
                match &p.now() {
                    $(Some($Frames::$Frame(f)) => $crate::Procedure::<$Frame>::subject(self, p, f),)*
                    None => Default::default(),
                }
            }
            pub(crate) fn options_top(
                &self,
                p: &<$Battle as $crate::Game>::Position,
                seat: $crate::Seat,
                out: &mut Vec<<$Battle as $crate::Game>::Action>,
            ) {
                match &p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::options(self, p, f, seat, out)),* }
            }
            pub(crate) fn check_top(
                &self,
                p: &<$Battle as $crate::Game>::Position,
                seat: $crate::Seat,
                action: <$Battle as $crate::Game>::Action,
            ) -> Result<(), $crate::No> {
                match &p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::check(self, p, f, seat, action)),* }
            }
            pub(crate) fn offer_top(
                &self,
                p: &<$Battle as $crate::Game>::Position,
                seat: $crate::Seat,
                action: <$Battle as $crate::Game>::Action,
            ) -> <$Battle as $crate::Procedures>::Offer {
                match &p.now() {
                    $(Some($Frames::$Frame(f)) => $crate::Procedure::<$Frame>::offer(self, p, f, seat, action),)*
                    None => $crate::Procedures::common_offer(self, p, seat, action),
                }
            }
            pub(crate) fn chance_top(&self, p: &<$Battle as $crate::Game>::Position) -> $crate::Chance {
                match &p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::chance(self, p, f)),* }
            }
            pub(crate) fn drawn_from_top(&self, p: &<$Battle as $crate::Game>::Position) -> Vec<$crate::Candidate> {
                match &p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::drawn_from(self, p, f)),* }
            }
            pub(crate) fn play_top(
                &self,
                p: &mut <$Battle as $crate::Game>::Position,
                seat: $crate::Seat,
                action: <$Battle as $crate::Game>::Action,
                log: &mut $crate::Log,
            ) {
                match p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::play(self, p, f, seat, action, log)),* }
            }
            pub(crate) fn rolled_top(
                &self,
                p: &mut <$Battle as $crate::Game>::Position,
                faces: &[u8],
                log: &mut $crate::Log,
            ) {
                match p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::rolled(self, p, f, faces, log)),* }
            }
            pub(crate) fn run_top(&self, p: &mut <$Battle as $crate::Game>::Position, log: &mut $crate::Log) {
                match p.top() { $($Frames::$Frame(f) => $crate::Procedure::<$Frame>::run(self, p, f, log)),* }
            }
        }
    };
}

/// Lists what a game rolls dice for, each with its words and its rule:
/// `rolls! { /// … pub enum RollKind { Fire: "fire", rule::R9_3; … } }`.
#[macro_export]
macro_rules! rolls {
    (
        $(#[$about:meta])* $see:vis enum $Kind:ident {
            $($(#[$note:meta])* $Roll:ident: $words:literal, $rule:expr;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        $see enum $Kind { $($(#[$note])* $Roll),* }

        impl $Kind {
            $see fn words(self) -> (&'static str, $crate::Citation) {
                match self { $($Kind::$Roll => ($words, $rule)),* }
            }
        }
    };
}

/// Defines frames of a game (`frames! { of Battle; /// … pub struct Retreat { pub units: UnitSet, … } }`): plain values
/// that show the pieces in them by the types of their fields (`pieces`).
#[macro_export]
macro_rules! frames {
    (of $Battle:ident; $($(#[$about:meta])* pub struct $Frame:ident { $($(#[$note:meta])* pub $field:ident: $type:tt),* $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $Frame { $($(#[$note])* pub $field: $type),* }

        impl $crate::pieces::Names<$Battle> for $Frame {
            fn names(&mut self, _visitor: &mut impl $crate::pieces::Visitor<$Battle>) {
                $(
                    _visitor.field(stringify!($field));
                    $crate::shown!($type, self.$field, _visitor);
                )*
            }
        }
    )*};
}

/// What the fields of frames are, by the names that their types have in every game.
#[doc(hidden)]
#[macro_export]
macro_rules! shown {
    (UnitSet, $field:expr, $to:expr) => {
        $to.units(&mut $field)
    };
    (AnyUnits, $field:expr, $to:expr) => {
        $to.any_units(&mut $field)
    };
    (Noted, $field:expr, $to:expr) => {
        $to.noted($field)
    };
    (UnitId, $field:expr, $to:expr) => {
        $to.unit(&mut $field)
    };
    (MaybeUnit, $field:expr, $to:expr) => {
        $to.maybe_unit(&mut $field)
    };
    ([MaybeUnit; $n:literal], $field:expr, $to:expr) => {
        $field.iter_mut().for_each(|unit| $to.maybe_unit(unit))
    };
    ([Slot; $n:literal], $field:expr, $to:expr) => {
        $field.iter_mut().for_each(|slot| $to.slot(&mut slot.0))
    };
    (LeaderSet, $field:expr, $to:expr) => {
        $to.leaders(&mut $field)
    };
    (LeaderId, $field:expr, $to:expr) => {
        $to.leader(&mut $field)
    };
    (FormationId, $field:expr, $to:expr) => {
        $to.formation($field.index())
    };
    (Hex, $field:expr, $to:expr) => {
        $to.hex($field.0)
    };
    (MaybeHex, $field:expr, $to:expr) => {
        $to.maybe_hex($field.0)
    };
    (Dir, $field:expr, $to:expr) => {
        $to.dir($field)
    };
    (Side, $field:expr, $to:expr) => {
        $to.side($field)
    };
    ($other:tt, $field:expr, $to:expr) => {};
}

/// A frame without fields.
#[doc(hidden)]
pub fn bare<'de, F: Deserialize<'de>>(name: &str) -> Result<F, String> {
    let nothing = MapDeserializer::<_, Error>::new(std::iter::empty::<(&str, &str)>());
    F::deserialize(nothing).map_err(|_| format!("`{name}` has fields"))
}
