//! Every record ever kept in `records/` replays to the identical hash, or says why it cannot.

use risorgimento::{custoza, goito};
use std::fs;
use std::path::Path;

/// The names and texts of the records of a folder.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let paths = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let records = paths.filter(|path| path.extension().is_some_and(|ending| ending == "record"));
    records.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text"))).collect()
}

#[test]
fn every_record_replays_to_its_hash() {
    for (game, least) in [(&goito() as &dyn kernel::Module, 20), (&custoza(), 6)] {
        let count = kernel::conformance::replay_all(game, texts("records"));
        let count = count.unwrap_or_else(|broken| panic!("{broken}"));
        assert!(count >= least, "only {count} records of {} are kept", game.id());
    }
}

/// What the present rules follow is replayed; of what they do not follow it is said where they part from it.
#[test]
fn a_record_of_an_older_edition_is_followed_or_says_where_the_rules_part_from_it() {
    assert_eq!(kernel::conformance::replay_older(&goito(), texts("records/edition-1")), [1, 1]);
    assert_eq!(kernel::conformance::replay_older(&custoza(), texts("records/edition-1")), [1, 1]);
}
