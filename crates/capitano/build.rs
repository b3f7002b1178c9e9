//! Finds where each rule is cited in the sources and the tests, for `capitano rules`.

use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?);
    datagen::coverage(
        &root,
        "data/goito/rules.csv",
        &["crates/risorgimento/src", "crates/risorgimento/tests"],
        &out.join("coverage_goito.rs"),
    )
}
