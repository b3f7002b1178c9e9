//! Secrets: tokens of links, the cookie of a browser, and the sealing of tokens that it holds.
//!
//! The cookie carries a random id, a random key and a name, signed by the server. The store keeps
//! the tokens that a browser holds sealed with its key, so that who reads the database has no link.

use crate::store::Who;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

type Signer = Hmac<Sha256>;

/// 192 random bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token([u8; 24]);

impl Token {
    pub fn random() -> Token {
        Token(random())
    }

    /// Reads a token; None if it is malformed.
    pub fn read(text: &str) -> Option<Token> {
        BASE64.decode(text).ok()?.try_into().ok().map(Token)
    }

    pub fn text(&self) -> String {
        BASE64.encode(self.0)
    }

    /// What the store knows of it. Looking it up by its hash takes no time that tells of the token.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

/// Random bytes from the system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without a source of randomness no secret can be made: nothing else may go on.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// Compares in a time that does not tell where the two differ.
pub fn same_secret(one: &str, other: &str) -> bool {
    Sha256::digest(one) == Sha256::digest(other)
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// 64 hex digits.
pub fn is_entropy(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

pub fn unhex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Who comes with a cookie.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visitor {
    #[serde(with = "bytes")]
    pub holder: [u8; 16],
    #[serde(with = "bytes")]
    pub key: [u8; 32],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The account that is logged in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
}

/// Keys stay out of messages and logs.
impl std::fmt::Debug for Visitor {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Visitor")
    }
}

mod bytes {
    use super::BASE64;
    use base64::Engine;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<const N: usize, S: Serializer>(bytes: &[u8; N], s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&BASE64.encode(bytes))
    }

    pub fn deserialize<'de, const N: usize, D: Deserializer<'de>>(d: D) -> Result<[u8; N], D::Error> {
        let text = String::deserialize(d)?;
        let bytes = BASE64.decode(text).map_err(D::Error::custom)?;
        bytes.try_into().map_err(|_| D::Error::custom("not so many bytes"))
    }
}

impl Visitor {
    pub fn unknown() -> Visitor {
        Visitor { holder: random(), key: random(), name: None, account: None }
    }

    /// A token as it is stored for this visitor. The same call opens it again.
    fn veil(&self, table: i64, who: Who, token: [u8; 24]) -> [u8; 24] {
        let mut signer = Signer::new_from_slice(&self.key).expect("any length is a key");
        signer.update(b"capitano held 1\n");
        signer.update(&table.to_le_bytes());
        signer.update(&who.0.to_le_bytes());
        let stream = signer.finalize().into_bytes();
        std::array::from_fn(|i| token[i] ^ stream[i])
    }

    pub fn seal(&self, table: i64, who: Who, token: Token) -> Vec<u8> {
        self.veil(table, who, token.0).to_vec()
    }

    pub fn unseal(&self, table: i64, who: Who, sealed: &[u8]) -> Option<Token> {
        Some(Token(self.veil(table, who, sealed.try_into().ok()?)))
    }
}

/// Signs and checks cookies.
pub struct CookieKey(Vec<u8>);

pub const COOKIE: &str = "capitano";

impl CookieKey {
    pub fn new(key: Vec<u8>) -> CookieKey {
        CookieKey(key)
    }

    fn signer(&self, payload: &str) -> Signer {
        let mut signer = Signer::new_from_slice(&self.0).expect("any length is a key");
        signer.update(b"capitano cookie 1\n");
        signer.update(payload.as_bytes());
        signer
    }

    /// The token of who takes a seat by an invitation, out of a key that only he knows: asked for again with the
    /// same key it is the same, and who knows the invitation alone cannot find it.
    pub fn seat_token(&self, invitation: Token, key: &str) -> Token {
        let mut signer = Signer::new_from_slice(&self.0).expect("any length is a key");
        signer.update(b"capitano seat 1\n");
        signer.update(&invitation.0);
        signer.update(key.as_bytes());
        let bytes = signer.finalize().into_bytes();
        Token(std::array::from_fn(|i| bytes[i]))
    }

    pub fn write(&self, visitor: &Visitor) -> String {
        let json = serde_json::to_vec(visitor).expect("plain data can be written as JSON");
        let payload = BASE64.encode(json);
        let signature = self.signer(&payload).finalize().into_bytes();
        format!("{payload}.{}", BASE64.encode(signature))
    }

    /// The visitor of a cookie; None if the signature is not ours.
    pub fn read(&self, value: &str) -> Option<Visitor> {
        let (payload, signature) = value.split_once('.')?;
        // Compares in constant time.
        self.signer(payload).verify_slice(&BASE64.decode(signature).ok()?).ok()?;
        serde_json::from_slice(&BASE64.decode(payload).ok()?).ok()
    }

    /// The visitor of a `Cookie` header.
    pub fn read_header(&self, header: &str) -> Option<Visitor> {
        let value = header.split(';').find_map(|part| part.trim().strip_prefix(COOKIE)?.strip_prefix('='))?;
        self.read(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_back_and_nothing_else_is() {
        let token = Token::random();
        assert!(Token::read(&token.text()).is_some_and(|t| t == token));
        assert_eq!(token.text().len(), 32);
        for wrong in ["", "x", &token.text()[..31], &format!("{}A", token.text()), "ä".repeat(16).as_str()] {
            assert!(Token::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_cookie_that_was_changed_is_not_read() {
        let key = CookieKey::new(vec![7; 32]);
        let visitor = Visitor { name: Some("Ada; \"x\"".into()), ..Visitor::unknown() };
        let value = key.write(&visitor);
        assert_eq!(key.read(&value), Some(visitor.clone()));
        assert_eq!(key.read_header(&format!("a=b; {COOKIE}={value}; c=d")), Some(visitor));
        assert_eq!(CookieKey::new(vec![8; 32]).read(&value), None);
        let (payload, signature) = value.split_once('.').expect("two parts");
        let flipped = if payload.starts_with('e') { "f" } else { "e" };
        assert_eq!(key.read(&format!("{flipped}{}.{signature}", &payload[1..])), None);
        for wrong in ["", ".", "a.b", payload] {
            assert_eq!(key.read(wrong), None);
        }
    }

    #[test]
    fn only_the_holder_opens_what_was_sealed() {
        let (ada, bob) = (Visitor::unknown(), Visitor::unknown());
        let token = Token::random();
        let sealed = ada.seal(5, Who::BOTH, token);
        assert!(ada.unseal(5, Who::BOTH, &sealed).is_some_and(|t| t == token));
        assert!(bob.unseal(5, Who::BOTH, &sealed).is_some_and(|t| t != token));
        assert!(ada.unseal(6, Who::BOTH, &sealed).is_some_and(|t| t != token));
        assert!(ada.unseal(5, Who::BOTH, &sealed[1..]).is_none());
        assert!(!format!("{ada:?}").contains(&BASE64.encode(ada.key)));
    }
}
