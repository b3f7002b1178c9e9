//! The hash of what a game is played with.

use serde::Serialize;

/// The hash of a model: of its values, not of comments, notes or provenance, so that a record names what it was played
/// with and a better comment changes nothing.
pub fn hash_of(values: &impl Serialize) -> String {
    let text = serde_json::to_vec(values).expect("plain structures always serialize");
    dataset::content_hash(&text)
}
