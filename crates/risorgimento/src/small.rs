//! Chapter 23 of Custoza: what the small scenarios lay down for themselves, under the numbers of each.

use crate::battle::Battle;
use crate::rule::{self, custoza};
use hexmap::Hex;
use kernel::{Citation, No};

/// The paragraphs of one small scenario.
struct Chapter {
    scenario: &'static str,
    initiative: Citation,
    length: Citation,
    area: Citation,
    victory: Citation,
    setup: Citation,
}

const CHAPTERS: [Chapter; 3] = [
    Chapter {
        scenario: "tione-valley",
        initiative: custoza::R23_1_1,
        length: custoza::R23_1_2,
        area: custoza::R23_1_3,
        victory: custoza::R23_1_4,
        setup: custoza::R23_1_5,
    },
    Chapter {
        scenario: "morning-clash",
        initiative: custoza::R23_2_1,
        length: custoza::R23_2_2,
        area: custoza::R23_2_3,
        victory: custoza::R23_2_4,
        setup: custoza::R23_2_5,
    },
    Chapter {
        scenario: "tail-strike",
        initiative: custoza::R23_3_1,
        length: custoza::R23_3_2,
        area: custoza::R23_3_3,
        victory: custoza::R23_3_4,
        setup: custoza::R23_3_5,
    },
];

impl Battle {
    fn chapter(&self) -> Option<&'static Chapter> {
        let id = self.scenario.id.rsplit('/').next().unwrap_or_default();
        CHAPTERS.iter().find(|chapter| self.game == "custoza" && chapter.scenario == id)
    }

    /// By which rule a side has the initiative without rolling for it.
    pub(crate) fn initiative_rule(&self) -> Citation {
        self.chapter().map_or(rule::R4_A, |chapter| chapter.initiative)
    }
    /// By which rule the last turn is the last.
    pub(crate) fn length_rule(&self) -> Citation {
        self.chapter().map_or(rule::R16c, |chapter| chapter.length)
    }
    /// Why nobody goes into a hex: it is out of bounds, or nobody could.
    pub(crate) fn impassable(&self, hex: Hex) -> No {
        match self.chapter().filter(|_| !self.scenario.plays_on(hex)) {
            Some(chapter) => No(chapter.area, "That hex is not part of the scenario's area."),
            None => No(rule::R14_1a, "That ground is impassable."),
        }
    }
    /// By which rule the majority of the objectives wins.
    pub(crate) fn majority_rule(&self) -> Citation {
        self.chapter().map_or(rule::R16c, |chapter| chapter.victory)
    }
    /// By which rule pieces are set up.
    pub(crate) fn setup_rule(&self) -> Citation {
        self.chapter().map_or(rule::R15, |chapter| chapter.setup)
    }
}
