//! What a game is asked beyond its rules, each with the function that answers: a table in place of methods that hand questions on.

/// Implements [`Show`](crate::Show), [`Answer`](crate::Answer) or [`Foresee`](crate::Foresee) for a game by a table. Each line names what is
/// asked and who answers it: a method of the game (`Battle::reasons`), or a closure with the same arguments. Constants are given as they are.
/// What else the trait has may follow behind the table.
///
/// `answered! { impl Answer for Battle { why: Battle::reasons, reach: Battle::reach_of, … } }`
#[macro_export]
macro_rules! answered {
    (impl Show for $Game:ident {
        notation: $notation:expr,
        read: $read:expr,
        expand: $expand:expr,
        phrases: $phrases:expr,
        choice: $choice:expr,
        prompt: $prompt:expr,
        phase: $phase:expr,
        view: $view:expr,
        marks: $marks:expr,
        setup: $setup:expr,
        $($more:tt)*
    }) => {
        impl $crate::Show for $Game {
            fn notation(&self, p: &Self::Position, action: Self::Action) -> String {
                ($notation)(self, p, action)
            }
            fn read(&self, p: &Self::Position, seat: $crate::Seat, text: &str) -> Result<Self::Action, $crate::Refusal> {
                ($read)(self, p, seat, text)
            }
            fn expand(&self, p: &Self::Position, seat: $crate::Seat, text: &str) -> Option<Vec<String>> {
                ($expand)(self, p, seat, text)
            }
            fn phrases(&self) -> &'static [&'static str] {
                $phrases
            }
            fn choice(&self, p: &Self::Position, seat: $crate::Seat, action: Self::Action) -> $crate::Choice {
                ($choice)(self, p, seat, action)
            }
            fn prompt(&self, p: &Self::Position, viewer: $crate::Viewer) -> $crate::Prompt {
                ($prompt)(self, p, viewer)
            }
            fn phase(&self, p: &Self::Position) -> $crate::Phase {
                ($phase)(self, p)
            }
            fn view(&self, p: &Self::Position, viewer: $crate::Viewer) -> $crate::Scene {
                ($view)(self, p, viewer)
            }
            fn marks(&self) -> &'static [$crate::scene::MarkInfo] {
                $marks
            }
            fn setup(&self, setup: &::serde_json::Value) -> Result<Self::Position, Vec<String>> {
                ($setup)(self, setup)
            }
            $($more)*
        }
    };
    (impl Answer for $Game:ident {
        why: $why:expr,
        reach: $reach:expr,
        explain: $explain:expr,
        overlays: $overlays:expr,
        overlay: $overlay:expr,
        $($more:tt)*
    }) => {
        impl $crate::Answer for $Game {
            fn why(
                &self,
                p: &Self::Position,
                viewer: $crate::Viewer,
                subject: &str,
            ) -> Result<Vec<$crate::Reason>, $crate::Refusal> {
                ($why)(self, p, viewer, subject)
            }
            fn reach(&self, p: &Self::Position, viewer: $crate::Viewer, unit: &str) -> Result<$crate::Reach, $crate::Refusal> {
                ($reach)(self, p, viewer, unit)
            }
            fn explain(
                &self,
                p: &Self::Position,
                viewer: $crate::Viewer,
                action: Self::Action,
            ) -> Result<$crate::Odds, $crate::Refusal> {
                ($explain)(self, p, viewer, action)
            }
            fn overlays(&self) -> &'static [$crate::OverlayInfo] {
                $overlays
            }
            fn overlay(
                &self,
                p: &Self::Position,
                viewer: $crate::Viewer,
                id: &str,
                subject: &str,
            ) -> Result<$crate::Overlay, $crate::Refusal> {
                ($overlay)(self, p, viewer, id, subject)
            }
            $($more)*
        }
    };
    (impl Foresee for $Game:ident {
        counters: $counters:expr,
        fights: $fights:expr,
        foresight: $foresight:expr,
        depth: $depth:expr,
        settled: $settled:expr,
        fates: $fates:expr,
        known: $known:expr,
        $($more:tt)*
    }) => {
        impl $crate::Foresee for $Game {
            fn counters(&self) -> &'static [$crate::Counter<$Game>] {
                $counters
            }
            fn fights(&self) -> &'static [&'static str] {
                $fights
            }
            fn foresight(&self) -> Option<&'static $crate::Foresight> {
                Some($foresight)
            }
            fn depth(&self, p: &Self::Position) -> usize {
                ($depth)(p)
            }
            fn settled(&self, p: &Self::Position, depth: usize) -> bool {
                ($settled)(self, p, depth)
            }
            fn fates(&self, before: &Self::Position, after: &Self::Position, viewer: $crate::Viewer) -> Vec<$crate::Fate> {
                ($fates)(self, before, after, viewer)
            }
            fn known(&self, p: &Self::Position, viewer: $crate::Viewer) -> Option<Self::Position> {
                ($known)(self, p, viewer)
            }
            $($more)*
        }
    };
}
