//! A viewer's feed in memory: the last items as they are, older ones packed. Who comes back after long
//! gets them all the same.

use crate::wire::FeedItem;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;

/// Items that are packed together.
const PACK: usize = 128;
/// Items that lie open at most.
const OPEN: usize = PACK + PACK / 2;

#[derive(Default)]
pub struct Feed {
    packed: Vec<Box<[u8]>>,
    open: Vec<FeedItem>,
    /// Bytes of the open items, about.
    bytes: usize,
}

#[derive(Deserialize)]
struct Unpacked {
    number: u32,
    what: Box<RawValue>,
}

fn size(item: &FeedItem) -> usize {
    item.what.get().len() + 64
}

impl Feed {
    pub fn len(&self) -> usize {
        self.packed.len() * PACK + self.open.len()
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.bytes + self.packed.iter().map(|pack| pack.len() + 32).sum::<usize>()
    }

    pub fn push(&mut self, item: FeedItem) {
        self.bytes += size(&item);
        self.open.push(item);
        if self.open.len() >= OPEN {
            let oldest: Vec<FeedItem> = self.open.drain(..PACK).collect();
            self.bytes -= oldest.iter().map(size).sum::<usize>();
            self.packed.push(pack(&oldest));
        }
    }

    /// The items from a number on, counted from 0.
    pub fn from(&self, from: usize) -> Cow<'_, [FeedItem]> {
        let opened = self.packed.len() * PACK;
        if from >= opened {
            return Cow::Borrowed(&self.open[(from - opened).min(self.open.len())..]);
        }
        let mut items: Vec<FeedItem> =
            self.packed[from / PACK..].iter().flat_map(|pack| unpack(pack)).collect();
        items.drain(..from % PACK);
        items.extend_from_slice(&self.open);
        Cow::Owned(items)
    }
}

// What is packed here is unpacked here, from memory to memory: that it fails would be our bug.

fn pack(items: &[FeedItem]) -> Box<[u8]> {
    let text = serde_json::to_vec(items).expect("plain data can be written as JSON");
    lz4_flex::compress_prepend_size(&text).into()
}

fn unpack(pack: &[u8]) -> Vec<FeedItem> {
    let text = lz4_flex::decompress_size_prepended(pack).expect("it was packed here");
    let items: Vec<Unpacked> = serde_json::from_slice(&text).expect("it was packed from such items");
    items.into_iter().map(|item| FeedItem { number: item.number, what: Arc::from(item.what) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_comes_back_from_anywhere() {
        let mut feed = Feed::default();
        let mut all = Vec::new();
        for number in 0..500u32 {
            let what = RawValue::from_string(format!("{{\"kind\":\"told\",\"text\":\"line {number} ä\"}}"));
            let item = FeedItem { number: number / 3, what: Arc::from(what.expect("JSON")) };
            all.push(item.clone());
            feed.push(item);
            assert_eq!(feed.len(), all.len());
        }
        assert!(feed.packed.len() == 3 && feed.bytes() < 25_000, "{} {}", feed.packed.len(), feed.bytes());
        let text = |items: &[FeedItem]| serde_json::to_string(items).expect("JSON");
        for from in [0, 1, 127, 128, 129, 200, 383, 384, 385, 499, 500, 600] {
            assert_eq!(text(&feed.from(from)), text(&all[from.min(500)..]), "{from}");
        }
    }
}
