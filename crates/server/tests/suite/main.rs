//! The server from outside: the same tests on SQLite and on PostgreSQL.

mod clocks;
mod common;
mod computers;
mod crowd;
mod dice;
// The rules' own tests have more use for it.
#[allow(dead_code)]
#[path = "../../../risorgimento/tests/suite/view/disguise.rs"]
mod disguise;
mod docs;
mod forecasts;
mod hostile;
mod imports;
mod invitations;
mod live;
mod moments;
mod people;
mod playing;
mod secrecy;
mod secret_deeds;
mod secret_sections;
mod servers;
// The kernel's tests have more use for it.
#[allow(dead_code, unused_imports)]
#[path = "../../../kernel/tests/skirmish"]
mod skirmish {
    pub mod game;
}
mod taking_back;
mod trouble;
mod typescript;
