//! Every record ever kept in `records/` replays to the identical hash.

use piacenza::piacenza;
use std::fs;

#[test]
fn every_record_replays_to_its_hash() {
    let folder =
        fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../records")).expect("the folder of records");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let records = paths.filter(|path| path.extension().is_some_and(|ending| ending == "record"));
    let texts = records.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text")));
    let count =
        kernel::conformance::replay_all(&piacenza(), texts).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(count >= 10, "only {count} records are kept");
}
