//! Hashes that are the same on every machine and in every version of the program: a 64-bit one
//! for positions, made for speed, and a SHA-256 for the content of data files.

use sha2::{Digest, Sha256};

/// A stable 64-bit hash, fed word by word in an order that the caller fixes.
///
/// Each word is added by exclusive or and then mixed by the finishing function of SplitMix64, so
/// that a changed bit anywhere changes about half of the result. It finds equal positions; it
/// does not keep secrets.
#[derive(Clone, Debug)]
pub struct StableHasher {
    state: u64,
}

impl Default for StableHasher {
    fn default() -> StableHasher {
        StableHasher::new()
    }
}

impl StableHasher {
    pub fn new() -> StableHasher {
        StableHasher { state: 0x6361_7069_7461_6e6f }
    }
    #[inline]
    pub fn write_u64(&mut self, word: u64) {
        self.state = mix((self.state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
    #[inline]
    pub fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
    #[inline]
    pub fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }
    #[inline]
    pub fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }
    #[inline]
    pub fn write_i32(&mut self, word: i32) {
        self.write_u64(word as u64);
    }
    #[inline]
    pub fn write_bool(&mut self, word: bool) {
        self.write_u64(word.into());
    }
    /// The length, then the bytes eight at a time, least significant first.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        self.write_u64(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    pub fn write_str(&mut self, text: &str) {
        self.write_bytes(text.as_bytes());
    }
    #[inline]
    pub fn finish(&self) -> u64 {
        self.state
    }
}

/// Feeds the stable hash by way of `Hash`, so that a position's hash names every field.
#[derive(Default)]
pub struct Feed(StableHasher);

impl std::hash::Hasher for Feed {
    fn finish(&self) -> u64 {
        self.0.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.write_bytes(bytes);
    }
    fn write_u8(&mut self, i: u8) {
        self.0.write_u64(i.into());
    }
    fn write_u16(&mut self, i: u16) {
        self.0.write_u64(i.into());
    }
    fn write_u32(&mut self, i: u32) {
        self.0.write_u64(i.into());
    }
    fn write_u64(&mut self, i: u64) {
        self.0.write_u64(i);
    }
    fn write_u128(&mut self, i: u128) {
        self.0.write_u64(i as u64);
        self.0.write_u64((i >> 64) as u64);
    }
    // sizes and enum tags must not depend on the machine's word
    fn write_usize(&mut self, i: usize) {
        self.0.write_u64(i as u64);
    }
    fn write_isize(&mut self, i: isize) {
        self.0.write_u64(i as i64 as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.0.write_u64(i as i64 as u64);
    }
}

/// The stable hash of a value, every field of it by way of `Hash`.
pub fn hash_of(value: &impl std::hash::Hash) -> u64 {
    let mut feed = Feed::default();
    value.hash(&mut feed);
    std::hash::Hasher::finish(&feed)
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::new();
    hasher.write_bytes(bytes);
    hasher.finish()
}

/// The content hash of a set of named files (an owner's overlay laid in already): SHA-256, in
/// hex, over the files in the order of their names. The order in which they are given does not
/// matter.
pub fn content_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut files: Vec<_> = files.into_iter().collect();
    files.sort();
    let parts: Vec<&[u8]> = files.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]).collect();
    hex(&digest("capitano data 1\n", &parts))
}

/// SHA-256 over a label and some parts, each part preceded by its length in eight bytes, least
/// significant first, so that no two lists of parts read the same.
pub(crate) fn digest(label: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut sha = Sha256::new();
    sha.update(label);
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    sha.finalize().into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_the_same_for_ever() {
        assert_eq!(hash_bytes(b""), 0x2dd2_b5cd_3198_388a);
        assert_eq!(hash_bytes(b"goito"), 0x663b_7f30_b3f3_dacd);
        let mut hasher = StableHasher::new();
        hasher.write_u8(1);
        hasher.write_u16(2);
        hasher.write_u32(3);
        hasher.write_i32(-4);
        hasher.write_bool(true);
        assert_eq!(hasher.finish(), 0x8015_fe50_4dc7_2af5);
    }

    #[test]
    fn padding_and_order_count() {
        assert_ne!(hash_bytes(b"a"), hash_bytes(b"a\0"));
        assert_ne!(hash_bytes(b"ab"), hash_bytes(b"ba"));
    }

    #[test]
    fn content_hash_knows_names_from_bytes() {
        let one = content_hash([("a", b"x".as_slice()), ("b", b"y")]);
        assert_eq!(one, content_hash([("b", b"y".as_slice()), ("a", b"x")]));
        assert_ne!(one, content_hash([("ax", b"".as_slice()), ("b", b"y")]));
        assert_eq!(one.len(), 64);
    }

    #[test]
    fn hex_both_ways() {
        let bytes = digest("label", &[b"part"]);
        assert_eq!(from_hex(&hex(&bytes)), Some(bytes));
        assert_eq!(from_hex("+1"), None);
        assert_eq!(from_hex(&"+1".repeat(32)), None);
    }
}
