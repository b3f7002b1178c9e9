//! The server from outside: the same tests on SQLite and on PostgreSQL.

mod clocks;
mod common;
mod computers;
// The rules' own tests have more use for it.
mod crowd;
mod dice;
#[allow(dead_code)]
#[path = "../../../risorgimento/tests/suite/view/disguise.rs"]
mod disguise;
mod docs;
mod forecasts;
mod hostile;
mod imports;
mod invitations;
mod live;
mod people;
mod playing;
mod secrecy;
mod secret_deeds;
mod servers;
mod taking_back;
mod trouble;
mod typescript;
