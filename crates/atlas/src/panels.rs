//! What stands beside the map and in its margins. The caller gives it as data, so that the drawing
//! code knows no game.

/// Puts a text of a map into a reader's words.
pub type Say<'a> = dyn Fn(&str) -> String + 'a;

/// Everything beside the map.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    pub title: String,
    pub date: String,
    /// Lines below the date; the first is set in italics.
    pub subtitle: Vec<String>,
    /// Beside the scale bar: how long a turn is, how wide a hex.
    pub scale: Vec<String>,
    pub key_title: String,
    pub key: Vec<KeyEntry>,
    /// Small print below the key.
    pub notes: Vec<String>,
    pub tracks: Vec<Track>,
    /// In the margin, where roads leave the map.
    pub exits: Vec<Exit>,
    /// Words on the map itself, in faint italics: districts, ground that is not in play.
    pub words: Vec<Words>,
}

/// One entry of the key: a small hex that shows what the id looks like.
#[derive(Clone, Debug)]
pub struct KeyEntry {
    pub sample: Sample,
    pub label: String,
}

#[derive(Clone, Debug)]
pub enum Sample {
    Terrain(String),
    Side(String),
    Road(String),
}

/// A row, or several, of boxes: turns, mood, reinforcements.
#[derive(Clone, Debug)]
pub struct Track {
    /// Names the group in the picture, so that a page can put markers on its boxes.
    pub id: String,
    pub title: String,
    pub columns: usize,
    /// What its first box counts.
    pub from: i32,
    pub boxes: Vec<TrackBox>,
    /// Several markers may lie in one box: what is printed stands above them.
    pub shared: bool,
    pub note: String,
}

#[derive(Clone, Debug)]
pub struct TrackBox {
    pub label: String,
    pub small: String,
    pub tone: Tone,
}

/// Colour of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tone {
    Plain,
    Warm,
    Gold,
    /// The strength of the tint, from 0 to 1.
    Red(f64),
    Green(f64),
}

/// Where a road leaves the map, or where troops come on.
#[derive(Clone, Debug)]
pub struct Exit {
    /// Printed number of the hex at the edge.
    pub hex: String,
    /// "to Brescia"
    pub text: String,
    /// With an arrow into the map, and who comes here.
    pub arrival: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Words {
    /// Printed numbers of the hexes over which the words stand: one, or several along which a line is set.
    pub hexes: Vec<String>,
    pub lines: Vec<String>,
    /// The name of a broad water: large, in its colour.
    pub water: bool,
}

impl Panels {
    /// The same in other words: `say` is given every text that is for people.
    pub fn said(&self, say: &Say) -> Panels {
        let all = |texts: &[String]| texts.iter().map(|text| say(text)).collect();
        let label = |entry: &KeyEntry| KeyEntry { label: say(&entry.label), sample: entry.sample.clone() };
        let exit = |exit: &Exit| Exit {
            hex: exit.hex.clone(),
            text: say(&exit.text),
            arrival: exit.arrival.as_deref().map(say),
        };
        let words = |words: &Words| Words { lines: all(&words.lines), ..words.clone() };
        Panels {
            title: say(&self.title),
            date: say(&self.date),
            subtitle: all(&self.subtitle),
            scale: all(&self.scale),
            key_title: say(&self.key_title),
            key: self.key.iter().map(label).collect(),
            notes: all(&self.notes),
            tracks: self.tracks.iter().map(|track| track.said(say)).collect(),
            exits: self.exits.iter().map(exit).collect(),
            words: self.words.iter().map(words).collect(),
        }
    }
}

impl KeyEntry {
    pub fn terrain(id: &str, label: &str) -> KeyEntry {
        KeyEntry { sample: Sample::Terrain(id.into()), label: label.into() }
    }

    pub fn side(id: &str, label: &str) -> KeyEntry {
        KeyEntry { sample: Sample::Side(id.into()), label: label.into() }
    }

    pub fn road(id: &str, label: &str) -> KeyEntry {
        KeyEntry { sample: Sample::Road(id.into()), label: label.into() }
    }
}

impl Track {
    fn said(&self, say: &Say) -> Track {
        let each =
            |one: &TrackBox| TrackBox { label: say(&one.label), small: say(&one.small), tone: one.tone };
        Track {
            title: say(&self.title),
            note: say(&self.note),
            boxes: self.boxes.iter().map(each).collect(),
            ..self.clone()
        }
    }

    /// Numbered turns in Roman figures with the hour below; `warm` of them, from the first, are tinted.
    pub fn turns(title: &str, hours: &[&str], warm: usize, columns: usize, note: &str) -> Track {
        let boxes = hours
            .iter()
            .enumerate()
            .map(|(i, hour)| TrackBox {
                label: roman(i + 1),
                small: (*hour).into(),
                tone: if i < warm { Tone::Warm } else { Tone::Plain },
            })
            .collect();
        Track {
            id: "turns".into(),
            title: title.into(),
            columns,
            from: 1,
            boxes,
            shared: false,
            note: note.into(),
        }
    }

    /// A scale of numbers around zero, red below and green above.
    pub fn scale(id: &str, title: &str, from: i32, to: i32) -> Track {
        let most = from.abs().max(to.abs()).max(1) as f64;
        let boxes = (from..=to)
            .map(|v| TrackBox {
                label: if v > 0 { format!("+{v}") } else { v.to_string().replace('-', "\u{2212}") },
                small: String::new(),
                tone: match v {
                    0 => Tone::Plain,
                    v if v < 0 => Tone::Red(-v as f64 / most),
                    v => Tone::Green(v as f64 / most),
                },
            })
            .collect::<Vec<_>>();
        Track {
            id: id.into(),
            title: title.into(),
            columns: boxes.len(),
            from,
            boxes,
            shared: true,
            note: String::new(),
        }
    }

    /// A row of named states.
    pub fn states(id: &str, title: &str, states: &[(&str, Tone)]) -> Track {
        Track {
            id: id.into(),
            title: title.into(),
            columns: states.len(),
            from: 0,
            boxes: states
                .iter()
                .map(|(label, tone)| TrackBox { label: (*label).into(), small: String::new(), tone: *tone })
                .collect(),
            shared: false,
            note: String::new(),
        }
    }
}

fn roman(mut n: usize) -> String {
    let mut out = String::new();
    for (value, sign) in [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while n >= value {
            out.push_str(sign);
            n -= value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_in_roman_figures() {
        assert_eq!(roman(4), "IV");
        assert_eq!(roman(29), "XXIX");
        let t = Track::turns("Turns", &["12.00", "13.00"], 1, 4, "");
        assert_eq!(t.boxes[1].label, "II");
        assert_eq!(t.boxes[0].tone, Tone::Warm);
        assert_eq!(t.boxes[1].tone, Tone::Plain);
    }

    #[test]
    fn a_scale_is_plain_at_zero() {
        let t = Track::scale("mood", "Mood", -3, 3);
        assert_eq!(t.boxes.len(), 7);
        assert_eq!(t.boxes[3].tone, Tone::Plain);
        assert_eq!(t.boxes[6].label, "+3");
        assert_eq!(t.boxes[0].tone, Tone::Red(1.0));
    }
}
