//! The games that are offered, with their maps, and a table of each scenario that was asked for: new
//! games share with it what the rules hold.

use crate::store::Head;
use flate2::Compression;
use flate2::write::GzEncoder;
use kernel::{Module, Options, Table};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Opens a game over data that a later version replaced, by the hash of the data.
pub type Superseded = Box<dyn Fn(&str) -> Option<Result<Box<dyn Module>, String>> + Send + Sync>;

/// A game as it is handed to the server.
pub struct Offer {
    pub module: Box<dyn Module>,
    pub map: MapOffer,
    pub superseded: Superseded,
}

/// Draws a map in a language, if it is spoken here.
pub type Drawer = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

pub struct MapOffer {
    pub id: String,
    /// Where everything lies on the drawing, as JSON.
    pub board: String,
    /// Draws the map as SVG, with its names and texts in a language; None if it knows no words in that.
    pub draw: Drawer,
}

/// The language in which everything is written.
const ENGLISH: &str = "en";

/// A text, compressed: nobody needs it otherwise.
pub struct Packed {
    /// The hash of its content.
    pub hash: String,
    pub gzip: Vec<u8>,
}

impl Packed {
    fn new(text: &str) -> Packed {
        let mut out = GzEncoder::new(Vec::new(), Compression::new(7));
        // Writing to memory cannot fail.
        let _ = out.write_all(text.as_bytes());
        let hash = crate::secret::hex(&Sha256::digest(text)[..8]);
        Packed { hash, gzip: out.finish().unwrap_or_default() }
    }
}

pub struct Shelf {
    offers: Vec<Shelved>,
    /// A table of each scenario with its options and data, at its beginning.
    tables: Mutex<HashMap<String, Box<dyn Table>>>,
}

pub struct Shelved {
    pub module: Box<dyn Module>,
    pub map: MapOffer,
    /// Made when it is asked for the first time.
    charts: OnceLock<String>,
    drawn: OnceLock<Arc<Packed>>,
    /// The drawing in other languages, by language.
    drawn_in: Mutex<HashMap<String, Arc<Packed>>>,
    /// What it says in other languages, by language.
    phrases: Mutex<HashMap<String, Arc<Packed>>>,
    superseded: Superseded,
}

impl Shelved {
    /// The charts as JSON.
    pub fn charts(&self) -> &str {
        self.charts.get_or_init(|| {
            serde_json::to_string(&self.module.charts()).expect("plain data can be written as JSON")
        })
    }

    /// The drawing in English.
    pub fn drawn(&self) -> &Arc<Packed> {
        self.drawn.get_or_init(|| Arc::new(Packed::new(&(self.map.draw)(ENGLISH).unwrap_or_default())))
    }

    /// The drawing in a language, in English if the map has no words in that.
    pub fn drawn_in(&self, language: &str) -> Arc<Packed> {
        let other =
            (language != ENGLISH).then(|| once(&self.drawn_in, language, || (self.map.draw)(language)));
        other.flatten().unwrap_or_else(|| self.drawn().clone())
    }

    /// What the game says in another language, as JSON; None if it does not speak that.
    pub fn phrases(&self, language: &str) -> Option<Arc<Packed>> {
        let phrases = || serde_json::to_string(&self.module.phrases(language)?).ok();
        once(&self.phrases, language, phrases)
    }
}

/// A text in a language, made when it is asked for the first time. Only languages that exist are kept: nobody fills
/// the memory with others.
fn once(
    kept: &Mutex<HashMap<String, Arc<Packed>>>,
    language: &str,
    make: impl FnOnce() -> Option<String>,
) -> Option<Arc<Packed>> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(packed) = kept.get(language) {
        return Some(packed.clone());
    }
    let packed = Arc::new(Packed::new(&make()?));
    kept.insert(language.to_string(), packed.clone());
    Some(packed)
}

/// A table at its beginning.
pub struct Opened {
    pub table: Box<dyn Table>,
    pub title: String,
    /// Why it is not the game that was asked for, if it is not.
    pub otherwise: Option<String>,
}

/// Most tables that are kept ready.
const READY: usize = 64;

impl Shelf {
    pub fn new(offers: Vec<Offer>) -> Arc<Shelf> {
        let shelved = offers.into_iter().map(|offer| Shelved {
            drawn: OnceLock::new(),
            drawn_in: Mutex::default(),
            charts: OnceLock::new(),
            phrases: Mutex::default(),
            module: offer.module,
            map: offer.map,
            superseded: offer.superseded,
        });
        Arc::new(Shelf { offers: shelved.collect(), tables: Mutex::default() })
    }

    pub fn offers(&self) -> &[Shelved] {
        &self.offers
    }

    pub fn game(&self, id: &str) -> Option<&Shelved> {
        self.offers.iter().find(|offer| offer.module.id() == id)
    }

    pub fn map(&self, id: &str) -> Option<&Shelved> {
        self.offers.iter().find(|offer| offer.map.id == id)
    }

    fn of_scenario(&self, scenario: &str) -> Option<&Shelved> {
        self.game(scenario.split('/').next()?)
    }

    /// The title of a scenario.
    fn title(&self, scenario: &str) -> String {
        let offer = self.of_scenario(scenario);
        let info = offer.and_then(|o| o.module.scenarios().into_iter().find(|info| info.id == scenario));
        info.map_or_else(|| scenario.to_string(), |info| info.title)
    }

    /// A new game of a scenario.
    pub fn open(&self, scenario: &str, options: &Options) -> Result<Opened, Vec<String>> {
        let offer =
            self.of_scenario(scenario).ok_or_else(|| vec![format!("There is no game for `{scenario}`.")])?;
        let (_, options) = offer.module.choose(scenario, options)?;
        let table = self.ready(scenario, &options, "", || offer.module.open(scenario, &options))?;
        Ok(Opened { table, title: self.title(scenario), otherwise: None })
    }

    /// The beginning of a stored game, over the data with which it was made. Where that is not known
    /// any more, over the present data, with a word about it.
    pub fn reopen(&self, head: &Head) -> Result<Opened, String> {
        let Head { scenario, options, data, .. } = head;
        let offer = self
            .of_scenario(scenario)
            .ok_or_else(|| format!("This program has no game for `{scenario}`."))?;
        let open = |module: &dyn Module| module.open(scenario, options).map_err(|errors| errors.join(" "));
        let title = self.title(scenario);
        let present = self.ready(scenario, options, "", || open(&*offer.module));
        if let Ok(table) = &present
            && (data.is_empty() || table.info().data == *data)
        {
            return present.map(|table| Opened { table, title, otherwise: None });
        }
        if let Some(older) = (offer.superseded)(data) {
            let table = self.ready(scenario, options, data, || open(&*older?))?;
            return Ok(Opened { table, title, otherwise: None });
        }
        let otherwise = format!(
            "This game was begun with other data (version {}, data {}) and cannot be continued. It is shown as far \
             as the present rules follow it.",
            head.version,
            &data[..data.len().min(12)]
        );
        present.map(|table| Opened { table, title, otherwise: Some(otherwise) })
    }

    /// A fresh table like one that is kept ready; the first time it is made.
    fn ready<E>(
        &self,
        scenario: &str,
        options: &Options,
        data: &str,
        open: impl FnOnce() -> Result<Box<dyn Table>, E>,
    ) -> Result<Box<dyn Table>, E> {
        let key = format!("{scenario}\n{options:?}\n{data}");
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(&key) {
            return Ok(table.anew());
        }
        let table = open()?;
        let fresh = table.anew();
        if tables.len() >= READY {
            tables.clear();
        }
        tables.insert(key, table);
        Ok(fresh)
    }
}
