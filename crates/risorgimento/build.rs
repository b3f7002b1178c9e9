//! Embeds the data of the games and generates a constant for each paragraph of their rulebooks.

use std::path::PathBuf;
use std::{env, io};

fn main() -> io::Result<()> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    let folders = ["common", "risorgimento", "goito", "custoza", "superseded/goito"];
    datagen::embed(&data, &folders, &out.join("embedded.rs"))?;
    datagen::citations(&data.join("goito/rules.csv"), "goito", &out.join("rules_goito.rs"))
}
