//! The skirmish as front ends get a game: by day and by night.

use super::*;
use std::sync::Arc;

pub struct Skirmish;

impl Skirmish {
    fn ford(&self, scenario: &str, options: &Options) -> Result<(Arc<Ford>, Heading), Vec<String>> {
        let (info, options) = self.choose(scenario, options)?;
        let game = Ford { night: info.id == "ford/night" };
        let (id, data) = (self.id().to_owned(), "0123abcd".to_owned());
        Ok((Arc::new(game), Heading { game: id, scenario: info.id, options, data, rules: 1 }))
    }
}

impl Module for Skirmish {
    fn id(&self) -> &'static str {
        "ford"
    }
    fn title(&self) -> &'static str {
        "Skirmish at the Ford"
    }
    fn about(&self) -> &'static str {
        "Three pieces a side, and a ford between them."
    }
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let scenario = |id: &str, title: &str| ScenarioInfo {
            id: id.into(),
            title: title.into(),
            note: "Three turns.".into(),
            seats: DAY.seats().iter().map(ToString::to_string).collect(),
            colours: Vec::new(),
            options: Vec::new(),
        };
        vec![scenario("ford/day", "By day"), scenario("ford/night", "By night")]
    }
    fn rules(&self) -> &'static [Rule] {
        &RULES
    }
    fn open(&self, scenario: &str, options: &Options) -> Result<Box<dyn Table>, Vec<String>> {
        let (game, heading) = self.ford(scenario, options)?;
        Ok(Box::new(Session::new(game, heading)))
    }
    fn runner(&self, scenario: &str, options: &Options) -> Result<Box<dyn Runner>, Vec<String>> {
        Ok(Box::new(RandomRunner(self.ford(scenario, options)?.0)))
    }
}
