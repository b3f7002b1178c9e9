//! A value that matters is told from one that does not.

use super::{job, toy};
use kernel::Knob;
use lab::{BalanceReport, Variant, field_of};
use players::Level;
use std::sync::Arc;

fn variant(label: &str, ahead: u8) -> Variant {
    let knob = Knob {
        id: label.to_owned(),
        kind: "chart",
        label: label.to_owned(),
        provenance: "printed",
        value: "0".into(),
        others: vec![ahead.to_string()],
    };
    Variant { knob, value: ahead.to_string(), field: field_of(Arc::new(toy::Lots { ahead })) }
}

#[test]
fn what_moves_the_share_stands_first() {
    let field = toy::field();
    let variants = [variant("nothing", 0), variant("a ball ahead", 2)];
    let done =
        lab::balance::play(&*field, &variants, Level::Random, (800, 1), &job(2)).expect("it can be played");
    let report = BalanceReport::new(&*field, &variants, Level::Random, 800, &done);
    assert_eq!(report.games, 2400);
    assert!(report.by_side[0].low < 0.5 && 0.5 < report.by_side[0].high, "{:?}", report.by_side);
    let [ahead, nothing] = &report.changes[..] else { panic!("two changes") };
    // from one in two to three in four
    assert_eq!((ahead.label.as_str(), ahead.clear), ("a ball ahead", true));
    assert!(ahead.low < 0.25 && 0.25 < ahead.high, "{ahead:?}");
    // the same seeds give the same games: nothing moves at all
    assert_eq!((nothing.moves, nothing.clear), (0.0, false));
    assert!(report.lines().iter().any(|line| line.contains("a ball ahead") && line.ends_with('*')));
}
