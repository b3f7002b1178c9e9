//! Finds where each rule is cited in the sources and the tests, for `capitano rules`.

use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?);
    for (game, rules) in [("goito", "risorgimento"), ("piacenza", "piacenza")] {
        datagen::coverage(
            &root,
            &format!("data/{game}/rules.csv"),
            &[&format!("crates/{rules}/src"), &format!("crates/{rules}/tests")],
            &out.join(format!("coverage_{game}.rs")),
        )?;
    }
    Ok(())
}
