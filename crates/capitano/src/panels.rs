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
        notes: vec!["The Mincio cannot be crossed, not even at its bridge".into()],
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
                "corps",
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
        words: vec![Words {
            hexes: vec!["2213".into()],
            lines: vec!["left bank".into(), "not in play".into()],
            water: false,
        }],
    }
}

/// Custoza, whose map is drawn before the game is offered.
pub fn custoza() -> Panels {
    let exit = |hex: &str, text: &str| Exit { hex: hex.into(), text: text.into(), arrival: None };
    let hours: Vec<String> = (4..22).map(|hour| format!("{hour}.00")).collect();
    let hours: Vec<&str> = hours.iter().map(String::as_str).collect();
    Panels {
        title: "Custoza".into(),
        date: "July 1848 · June 1866".into(),
        subtitle: vec!["The two battles between the Mincio and Verona".into(), "Italia · Österreich".into()],
        scale: vec!["one turn: one hour".into(), "one hex: 406 metres".into()],
        key_title: "Terrain".into(),
        key: vec![
            KeyEntry::terrain("clear", "Clear"),
            KeyEntry::terrain("broken", "Broken"),
            KeyEntry::terrain("woods", "Woods"),
            KeyEntry::terrain("marsh", "Marsh"),
            KeyEntry::terrain("village", "Village"),
            KeyEntry::terrain("farmhouse", "Farmhouse"),
            KeyEntry::terrain("farm", "Farm"),
            KeyEntry::terrain("fortress", "Fortress"),
            KeyEntry::terrain("river", "Mincio"),
            KeyEntry::side("bridge", "Stream, bridge"),
            KeyEntry::side("slope_up", "Slope"),
            KeyEntry::road("major", "Major road"),
            KeyEntry::road("minor", "Minor road"),
            KeyEntry::road("track", "Track"),
        ],
        notes: vec!["The Mincio is crossed at Peschiera, Monzambano and Borghetto".into()],
        tracks: vec![
            Track::turns("Turns", &hours, 0, 6, "dawn 1 · twilight 17 · night 18"),
            Track::scale("mood", "Commander mood", -3, 3),
        ],
        exits: vec![
            exit("1004", "to Desenzano"),
            exit("1020", "to Pozzolengo"),
            exit("1034", "to Volta"),
            exit("2533", "to Pozzolo"),
            exit("3434", "to Remelli"),
            exit("4034", "to Quaderni"),
            exit("4434", "to Roverbella"),
            exit("4834", "to Mantova"),
            exit("2101", "to Lazise"),
            exit("3601", "to Sandrà"),
            exit("7004", "to Verona"),
            exit("7006", "to Verona by San Massimo"),
            exit("7011", "to Verona by Santa Lucia"),
            exit("7014", "to Verona, Porta Nuova"),
        ],
        words: Vec::new(),
    }
}

pub fn piacenza() -> Panels {
    let exit = |hex: &str, text: &str| Exit { hex: hex.into(), text: text.into(), arrival: None };
    let along = |hexes: &str, words: &str, water: bool| Words {
        hexes: hexes.split(' ').map(Into::into).collect(),
        lines: vec![words.into()],
        water,
    };
    let hours = [
        "6\u{2013}7",
        "8.00",
        "9.00",
        "10.00",
        "11.00",
        "12.00",
        "13.00",
        "14.00",
        "15.00",
        "16.00",
        "17.00",
        "18\u{2013}19",
    ];
    Panels {
        title: "Piacenza".into(),
        date: "16 June 1746".into(),
        subtitle: vec!["War of the Austrian Succession".into(), "España · France · Österreich".into()],
        scale: vec!["one turn: one hour".into(), "one hex: 300 metres".into()],
        key_title: "Terrain".into(),
        key: vec![
            KeyEntry::terrain("clear", "Clear"),
            KeyEntry::terrain("farmstead", "Farmstead"),
            KeyEntry::terrain("farmhouse", "Farmhouse"),
            KeyEntry::terrain("village", "Village"),
            KeyEntry::terrain("chateau", "Château"),
            KeyEntry::terrain("woods", "Woods"),
            KeyEntry::terrain("ditch", "Ditch"),
            KeyEntry::terrain("entrenchment", "Entrenchment"),
            KeyEntry::terrain("redoubt", "Redoubt"),
            KeyEntry::terrain("river", "River"),
            KeyEntry::side("stream", "Stream, canal"),
            KeyEntry::side("wall", "Wall of Piacenza"),
            KeyEntry::road("major", "Major road"),
            KeyEntry::road("minor", "Minor road"),
        ],
        notes: vec![
            "Wheat, meadow and provender are clear ground".into(),
            "The Po and the Trebbia are crossed by the bridge of boats alone".into(),
        ],
        tracks: vec![Track::turns("Turns", &hours, 0, 4, "")],
        exits: vec![
            exit("3301", "to Lodi and Milan"),
            exit("6009", "to Cremona"),
            exit("6016", "to Roncaglia"),
            exit("6025", "Via Emilia, to Fiorenzuola and Parma"),
            exit("4640", "to San Polo and Podenzano"),
            exit("3440", "to Turro and Grazzano"),
            exit("2740", "to Gariga and the Nure"),
            exit("1840", "to Settima and Bobbio"),
            exit("0840", "to Rivalta"),
            exit("0106", "to Castel San Giovanni and Voghera"),
        ],
        words: vec![
            along("2003 2102 2203 2302 2403 2502 2603 2702", "FIUME PO", true),
            along("5405 5504 5605 5704 5804", "Po", true),
            along("5201 5302 5401 5502 5601 5702", "ISOLA DI MORTIZZA", false),
            along("4309 4408 4509 4608 4709", "dry arm of the Po", false),
            along("2613 2714 2814 2914", "Bourbon camp", false),
            along("3916", "Austrian lines", false),
        ],
    }
}
