//! The server from outside: the same tests on SQLite and on PostgreSQL.

mod clocks;
mod common;
#[path = "../../../risorgimento/tests/view/disguise.rs"]
mod disguise;
mod docs;
mod hostile;
mod live;
mod people;
mod playing;
mod secrecy;
mod servers;
mod taking_back;
