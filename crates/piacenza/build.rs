//! Embeds the data of the game and generates a constant for each paragraph of its rulebook.

use std::path::PathBuf;
use std::{env, io};

fn main() -> io::Result<()> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    datagen::embed(&data, &["common", "piacenza", "superseded/piacenza"], &out.join("embedded.rs"))?;
    datagen::citations(&data.join("piacenza/rules.csv"), "piacenza", &out.join("rules_piacenza.rs"))
}
