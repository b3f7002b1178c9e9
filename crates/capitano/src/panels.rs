//! What stands beside each map: title, key, tracks, and where the roads lead.

use atlas::{Exit, KeyEntry, Panels, Tone, Track, Words};

pub fn goito() -> Panels {
    let exit = |hex: &str, text: &str| Exit { hex: hex.into(), text: text.into(), arrival: None };
    let arrival = |hex: &str, text: &str, who: &str| Exit { arrival: Some(who.into()), ..exit(hex, text) };
    let hours = ["12.00", "13.00", "14.00", "15.00", "16.00", "17.00", "18.00", "19.00"];
    Panels {
        title: "Goito".into(),
        date: "30 May 1848".into(),
        subtitle: vec!["First Italian War of Independence".into(), "Regno di Sardegna · Österreich".into()],
        scale: vec!["one turn: one hour".into(), "one hex: 330 metres".into()],
        key_title: "Terrain".into(),
        key: vec![
            KeyEntry::terrain("clear", "Clear"),
            KeyEntry::terrain("village", "Village"),
            KeyEntry::terrain("farmhouse", "Farmhouse"),
            KeyEntry::terrain("farm", "Farm"),
            KeyEntry::terrain("river", "River"),
            KeyEntry::side("bridge", "Stream, bridge"),
            KeyEntry::road("major", "Major road"),
            KeyEntry::road("minor", "Minor road"),
        ],
        notes: vec!["The Mincio cannot be crossed, nor its bridge".into()],
        tracks: vec![
            Track::turns(
                "Turns",
                &hours,
                4,
                4,
                "Benedek I · Wohlgemuth II · Strassoldo III · Clam-Gallas IV",
            ),
            Track::scale("mood", "Commander mood", -3, 3),
            Track::states(
                "ii-corps",
                "II Corps",
                &[("not asked", Tone::Plain), ("asked", Tone::Warm), ("arriving", Tone::Gold)],
            ),
        ],
        exits: vec![
            exit("1201", "to Guidizzolo and Brescia"),
            exit("1601", "to Volta by the Colli"),
            exit("1901", "to Volta and Monzambano"),
            exit("0102", "to Vasto"),
            exit("0116", "to Solarolo"),
            exit("0519", "Via Postumia, to Gazoldo and Cremona"),
            arrival("0112", "to Ceresara", "II Corps"),
            arrival("1619", "to Sacca, Rivalta and Mantua", "I Corps"),
        ],
        words: vec![Words { hex: "2213".into(), lines: vec!["left bank".into(), "not in play".into()] }],
    }
}
