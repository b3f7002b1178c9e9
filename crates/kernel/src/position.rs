//! The position of a game whose rules are a stack of procedures: the whole truth as one value, caches beside
//! it, and the frames of what is going on.

/// Defines a position: `position! { /// … pub struct Position { State, Cache, Frame } }`.
///
/// `State` is the whole truth; its field `stack` holds a `Frame` for each procedure that is going on, the
/// innermost last, and at least one until the game is over. `Cache` is what can be worked out from the truth:
/// it stands outside equality, hash and serialization. The fields of the truth are those of the position.
#[macro_export]
macro_rules! position {
    ($(#[$about:meta])* $see:vis struct $Position:ident { $State:ty, $Cache:ty, $Frame:ty }) => {
        $(#[$about])*
        #[derive(Clone, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        $see struct $Position {
            pub state: $State,
            #[serde(skip)]
            pub cache: $Cache,
        }

        impl PartialEq for $Position {
            fn eq(&self, other: &$Position) -> bool {
                self.state == other.state
            }
        }

        impl std::ops::Deref for $Position {
            type Target = $State;
            fn deref(&self) -> &$State {
                &self.state
            }
        }

        impl std::ops::DerefMut for $Position {
            fn deref_mut(&mut self) -> &mut $State {
                &mut self.state
            }
        }

        impl $Position {
            /// What the game is busy with; nothing once it is over.
            pub fn now(&self) -> Option<$Frame> {
                self.state.stack.last().copied()
            }
            /// The outermost frame of a procedure: `p.within::<Activation>()`.
            pub fn within<F: $crate::procedure::FrameOf<$Frame>>(&self) -> Option<F> {
                self.state.stack.iter().find_map(F::of)
            }
            pub fn top(&self) -> $Frame {
                *self.state.stack.last().expect("the stack holds a phase until the game is over")
            }
            pub fn set_top(&mut self, frame: impl Into<$Frame>) {
                let top = self.state.stack.last_mut().expect("the stack holds a phase until the game is over");
                *top = frame.into();
            }
            pub fn push(&mut self, frame: impl Into<$Frame>) {
                self.state.stack.push(frame.into());
            }
            pub fn pop(&mut self) {
                self.state.stack.pop();
            }
        }
    };
}
