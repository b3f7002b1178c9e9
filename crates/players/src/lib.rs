//! The computer opponents. A player is given what its seat can know and a generator, and answers with an
//! action. What is general stands here once: the interface, whole games between players, and search; what
//! a player must know of a game stands in a module named after its rules.

pub mod bout;
pub mod computer;
mod course;
pub mod level;
pub mod piacenza;
pub mod player;
pub mod policy;
pub mod random;
pub mod risorgimento;
pub mod search;

pub use bout::{Bout, Moment, play};
pub use computer::{ANYWHERE, Advice, Computer, computer};
pub use level::Level;
pub use player::{Candidate, Guess, Player, Sight, Staffed, Thoughts};
pub use policy::{Officer, Policy};
