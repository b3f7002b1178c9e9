//! Words that are no action here, and what is said of them. That every action is read as it is written is tested along
//! random games.

use crate::field::battle;
use kernel::{Game, Seat, Show};
use piacenza::Action;

#[test]
fn what_cannot_be_read_is_told() {
    let b = battle("campaign");
    let p = b.start();
    let cases = [
        ("", "An action is expected."),
        ("dance", "There is no action `dance`."),
        ("take", "`take` needs more words."),
        ("bombard fs-lw-art-1", "`bombard` needs more words."),
        ("take reina-inf castilla-inf lombardia-inf", "`lombardia-inf` is more than `take` needs."),
        ("done at once", "`at` is more than `done` needs."),
        ("second please", "`please` is more than `second` needs."),
        ("rally nobody", "There is no unit `nobody`."),
        ("ride nobody 4622", "There is no unit or commander `nobody`."),
        ("place nobody 4622", "There is no unit or commander `nobody`."),
        ("place reina-inf 9999", "There is no hex 9999."),
        ("place felipe 9999", "There is no hex 9999."),
        ("wing left", "There is no wing `left`."),
        ("formation left", "There is no formation `left`."),
        ("objective 4622", "4622 is not an objective."),
        ("face fs-lw-art-1 up", "`up` is not a direction."),
        ("step 4622", "4622 is not next to it."),
        ("stop reina-inf", "It is not in hand: its movement is over."),
    ];
    for (words, message) in cases {
        let refusal = b.read(&p, Seat(0), words).expect_err(words);
        assert_eq!(refusal.message, message, "{words}");
    }
}

#[test]
fn the_same_words_may_be_read_in_several_ways() {
    let b = battle("campaign");
    let p = b.start();
    let read = |words: &str| b.read(&p, Seat(0), words).expect("it makes sense");
    assert!(matches!(read("place reina-inf 4622"), Action::Place(..)));
    assert!(matches!(read("place felipe 4622"), Action::PlaceLeader(..)));
    assert!(matches!(read("second"), Action::GoSecond { show: false }));
    assert!(matches!(read("second show"), Action::GoSecond { show: true }));
    assert!(matches!(read("take reina-inf"), Action::Take(_, with) if with.is_nobody()));
    assert!(matches!(read("take reina-inf castilla-inf"), Action::Take(_, with) if !with.is_nobody()));
}
