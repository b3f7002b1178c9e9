//! Finds where each rule is cited in the sources and the tests, for `capitano rules`.

use datagen::Covered;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?);
    let both: &[&str] = &["crates/risorgimento/src", "crates/risorgimento/tests"];
    let piacenza: &[&str] = &["crates/piacenza/src", "crates/piacenza/tests"];
    let concordance = Some("data/custoza/concordance.csv");
    for (game, concordance, beside, folders) in [
        ("goito", None, &["custoza"][..], both),
        ("custoza", concordance, &["goito"][..], both),
        ("piacenza", None, &[][..], piacenza),
    ] {
        let rules_csv = &format!("data/{game}/rules.csv");
        let covered = Covered { game, rules_csv, concordance, beside, folders };
        datagen::coverage(&root, &covered, &out.join(format!("coverage_{game}.rs")))?;
    }
    Ok(())
}
