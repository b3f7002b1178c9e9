//! Where the faces of a roll come from: a seeded generator that anybody can check afterwards, a
//! script, or a player's own dice on the table.
//!
//! # The seeded generator
//!
//! Another program can reproduce every roll from the seed. Numbers are written least significant
//! byte first; `digest(label, parts)` is SHA-256 over the label's bytes and then, for each part,
//! its length in eight bytes and its bytes.
//!
//! - The seed is 32 bytes, and so is the salt.
//! - The rolls of a game are numbered from 0. Roll number `n` reads the key stream of ChaCha20
//!   (20 rounds, 64-bit block counter from 0, 64-bit nonce) with the seed as the key and `n` as
//!   the nonce, one byte after the other.
//! - A die with `s` sides takes the next byte `b` that is below `256 - 256 % s`, leaving out the
//!   others, which keeps every face equally likely; the face is `b % s + 1`.
//! - Where several kinds of dice are rolled together, they take their bytes in the order in which the game names them. Where
//!   one of `s` things is drawn, the place of what comes, counted from 0, is `b % s`: a draw has a number as a roll has.
//! - Dice that fell stay. A roll that is taken back gives its number free, and what is rolled next has it: whoever tries again sees
//!   the same dice. (In games of old the next roll had a new number, and so new dice.)
//! - From a small number `k` (as in `"seed": 7`) the seed is
//!   `digest("capitano dice seed 1\n", [k in eight bytes])`, and the salt the same with the label
//!   `"capitano dice salt 1\n"`.
//! - The commitment published before the game is
//!   `digest("capitano dice commitment 1\n", [salt, seed])` in hex.
//! - Where the dice are bound to what is played, the salt is
//!   `digest("capitano dice terms 1\n", [nonce, terms])`, with 32 bytes of nonce and the terms as text: the lines `game`,
//!   `scenario`, `option` for each option, `data` and `start` of the record, as they stand there. Then the commitment
//!   holds these fast too.
//! - Entropy of several people is mixed by `digest("capitano dice mix 1\n", [part, part …])`.
//! - Where the seats add entropy of their own, 32 bytes each, after the commitment has been
//!   published, the key of the generator is not the seed but the mix of the seed and their parts in
//!   order. Who gives his part knows then that nobody chose the dice who had to choose before him.
//! - The part of a seat that adds nothing of its own, a computer's for example, is
//!   `digest("capitano dice part 1\n", [commitment in 32 bytes, place among the parts in eight bytes])`,
//!   with places from 0: it leaves nobody a choice.
//!
//! With the seed of the number 7,
//! `bbf0d88bccec7a7e4d5164c9fc80644d1690481a2167c9b6660153ea44627a5c`, the first four rolls of two
//! six-sided dice are 5 6, 4 3, 6 4 and 1 4, and roll number 1000 of five ten-sided dice is
//! 3 10 5 7 5. The commitment of the number 7 is
//! `e51673e8712484cd835635aebfb995aecc4259ac07e944c7b4d2759d95616c91`, and the part of a seat that adds nothing, in the
//! place 1, `7f15df5327a5e41b692f6214d0300d217e422cf3486456b925d6678a2ba165b1`.

use crate::chance::Chance;
use crate::hash::{digest, from_hex, hex};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The seeded generator. How it works is written at the top of this file.
#[derive(Clone, PartialEq, Eq)]
pub struct SeededDice {
    seed: [u8; 32],
    salt: [u8; 32],
    /// What the salt was made of together with the terms of the game.
    nonce: Option<[u8; 32]>,
    /// What the seats added.
    parts: Vec<[u8; 32]>,
    /// The key of the generator: the seed, with the parts mixed in if there are any.
    key: [u8; 32],
    /// The number of the next roll.
    used: u64,
}

/// The seed stays out of messages and logs.
impl std::fmt::Debug for SeededDice {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "SeededDice({}, used {})", self.commitment(), self.used)
    }
}

impl SeededDice {
    pub fn new(seed: [u8; 32], salt: [u8; 32]) -> SeededDice {
        SeededDice { seed, salt, nonce: None, parts: Vec::new(), key: seed, used: 0 }
    }
    /// The same with its salt as the nonce of another, which is bound to the terms of a game.
    pub fn bound_to(mut self, terms: &str) -> SeededDice {
        self.nonce = Some(self.salt);
        self.salt = bound_salt(&self.salt, terms);
        self
    }
    /// The salt that a nonce and the terms of a game give, all in hex.
    pub fn salt_of(nonce: &str, terms: &str) -> Option<String> {
        Some(hex(&bound_salt(&from_hex(nonce)?, terms)))
    }
    /// The same seed with entropy of the seats mixed in.
    pub fn mixed_with(mut self, parts: Vec<[u8; 32]>) -> SeededDice {
        self.key = match parts[..] {
            [] => self.seed,
            _ => {
                let all: Vec<&[u8]> = [&self.seed].into_iter().chain(&parts).map(|part| &part[..]).collect();
                SeededDice::mix(&all)
            }
        };
        self.parts = parts;
        self
    }
    /// For practice and tests: a small number gives the seed and the salt.
    pub fn from_u64(number: u64) -> SeededDice {
        let number = number.to_le_bytes();
        SeededDice::new(
            digest("capitano dice seed 1\n", &[&number]),
            digest("capitano dice salt 1\n", &[&number]),
        )
    }
    /// A seed out of parts that several people gave, so that none of them could choose it.
    pub fn mix(parts: &[&[u8]]) -> [u8; 32] {
        digest("capitano dice mix 1\n", parts)
    }
    pub fn commitment(&self) -> String {
        hex(&self.committed())
    }
    fn committed(&self) -> [u8; 32] {
        digest("capitano dice commitment 1\n", &[&self.salt, &self.seed])
    }
    /// The part of a seat that adds nothing of its own, by its place among the parts, in hex.
    pub fn derived_part(&self, place: usize) -> String {
        let place = (place as u64).to_le_bytes();
        hex(&digest("capitano dice part 1\n", &[&self.committed(), &place]))
    }
    /// Seed and salt in hex, to be shown once the game is over.
    pub fn revealed(&self) -> (String, String) {
        (hex(&self.seed), hex(&self.salt))
    }
    /// What the seats added, in hex.
    pub fn parts(&self) -> Vec<String> {
        self.parts.iter().map(|part| hex(part)).collect()
    }
    /// With what its salt was bound to the terms of the game, in hex, if it was.
    pub fn bound(&self) -> Option<String> {
        self.nonce.map(|nonce| hex(&nonce))
    }
    /// From what `revealed` and `parts` gave.
    pub fn from_revealed(seed: &str, salt: &str, parts: &[String]) -> Option<SeededDice> {
        let parts = parts.iter().map(|part| from_hex(part)).collect::<Option<_>>()?;
        Some(SeededDice::new(from_hex(seed)?, from_hex(salt)?).mixed_with(parts))
    }
    /// With what `bound` gave.
    pub fn bound_by(mut self, nonce: Option<&str>) -> Option<SeededDice> {
        self.nonce = match nonce {
            Some(nonce) => Some(from_hex(nonce)?),
            None => None,
        };
        Some(self)
    }
    /// How many numbers have been used.
    pub fn used(&self) -> u64 {
        self.used
    }
    /// What comes under this number, whether it has been used or not: faces as the dice show them, or the place of what is
    /// drawn.
    pub fn answer(&self, number: u64, chance: &Chance) -> Vec<u8> {
        let mut stream = self.stream(number);
        chance.dice().map(|die| stream.below(die.sides) + die.lowest).collect()
    }
    /// The faces of so many equal dice under this number, counted from 1.
    pub fn faces(&self, number: u64, dice: u8, sides: u8) -> Vec<u8> {
        let mut stream = self.stream(number);
        (0..dice).map(|_| stream.below(sides) + 1).collect()
    }
    fn stream(&self, number: u64) -> Stream {
        let mut words = ChaCha20Rng::from_seed(self.key);
        words.set_stream(number);
        Stream { words, bytes: [0; 16], used: 16 }
    }

    fn next(&mut self, chance: &Chance) -> (u64, Vec<u8>) {
        let number = self.used;
        self.used += 1;
        (number, self.answer(number, chance))
    }
}

/// The bytes of one number. The generator gives whole words only, so they are fetched a block at a time.
struct Stream {
    words: ChaCha20Rng,
    bytes: [u8; 16],
    used: usize,
}

impl Stream {
    /// A number below `count`, each as likely as another: bytes that would favour the lower ones are left out.
    fn below(&mut self, count: u8) -> u8 {
        assert!(count > 0, "a game asked for a die without faces");
        let bound = 256 - 256 % u16::from(count);
        loop {
            if self.used == self.bytes.len() {
                self.words.fill_bytes(&mut self.bytes);
                self.used = 0;
            }
            let byte = self.bytes[self.used];
            self.used += 1;
            if u16::from(byte) < bound {
                return byte % count;
            }
        }
    }
}

fn bound_salt(nonce: &[u8; 32], terms: &str) -> [u8; 32] {
    digest("capitano dice terms 1\n", &[nonce, terms.as_bytes()])
}

/// Who answers when the position asks for a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    Seeded(SeededDice),
    /// Seeded dice whose seed is kept elsewhere: only the commitment and the count are known, and
    /// rolls must be given from outside.
    Sealed {
        commitment: String,
        parts: Vec<String>,
        used: u64,
    },
    /// Faces written down beforehand, for tests and worked examples.
    Scripted(VecDeque<u8>),
    /// Somebody types them.
    ByHand,
}

/// Where the faces of one roll came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollSource {
    /// The seeded generator, under this number.
    Number(u64),
    /// A script, or typed by hand.
    Given,
}

impl Dice {
    pub fn seeded(number: u64) -> Dice {
        Dice::Seeded(SeededDice::from_u64(number))
    }
    pub fn scripted(faces: &[u8]) -> Dice {
        Dice::Scripted(faces.iter().copied().collect())
    }
    /// Whether a roll can be answered without somebody typing it.
    pub fn can_roll(&self) -> bool {
        match self {
            Dice::Seeded(_) => true,
            Dice::Scripted(faces) => !faces.is_empty(),
            Dice::Sealed { .. } | Dice::ByHand => false,
        }
    }
    /// The commitment of seeded dice.
    pub fn commitment(&self) -> Option<String> {
        match self {
            Dice::Seeded(dice) => Some(dice.commitment()),
            Dice::Sealed { commitment, .. } => Some(commitment.clone()),
            Dice::Scripted(_) | Dice::ByHand => None,
        }
    }
    /// Numbers used up so far.
    pub fn used(&self) -> u64 {
        match self {
            Dice::Seeded(dice) => dice.used,
            Dice::Sealed { used, .. } => *used,
            Dice::Scripted(_) | Dice::ByHand => 0,
        }
    }
    /// Never below what has been used already: what stands is not rolled twice.
    pub(crate) fn use_up_to(&mut self, count: u64) {
        match self {
            Dice::Seeded(SeededDice { used, .. }) | Dice::Sealed { used, .. } => {
                *used = (*used).max(count);
            }
            Dice::Scripted(_) | Dice::ByHand => {}
        }
    }
    /// What was rolled from this number on is taken back: it falls again.
    pub(crate) fn rewind_to(&mut self, count: u64) {
        match self {
            Dice::Seeded(SeededDice { used, .. }) | Dice::Sealed { used, .. } => {
                *used = (*used).min(count);
            }
            Dice::Scripted(_) | Dice::ByHand => {}
        }
    }
    /// The next answer, or a sentence saying why there is none.
    pub fn roll(&mut self, chance: &Chance) -> Result<(RollSource, Vec<u8>), String> {
        match self {
            Dice::Seeded(seeded) => {
                let (number, answer) = seeded.next(chance);
                Ok((RollSource::Number(number), answer))
            }
            Dice::Scripted(left) => {
                let dice = chance.dice().count();
                if left.len() < dice {
                    let many = left.len();
                    return Err(format!("The script holds {many} more faces, but the roll needs {dice}."));
                }
                for (face, die) in left.iter().zip(chance.dice()) {
                    if !die.faces().contains(face) {
                        return Err(format!("The script says {face} for a die with {} sides.", die.sides));
                    }
                }
                Ok((RollSource::Given, left.drain(..dice).collect()))
            }
            Dice::Sealed { .. } => {
                Err("The seed of this game is kept elsewhere: the faces must be given.".into())
            }
            Dice::ByHand => Err("Dice are rolled by hand in this game: type the faces.".into()),
        }
    }
    /// What must be saved to go on with the same dice. It holds the seed: never show it to a seat.
    pub fn state(&self) -> DiceState {
        match self {
            Dice::Seeded(dice) => {
                let (seed, salt) = dice.revealed();
                DiceState::Seeded { seed, salt, bound: dice.bound(), parts: dice.parts(), used: dice.used }
            }
            Dice::Sealed { commitment, parts, used } => {
                DiceState::Sealed { commitment: commitment.clone(), parts: parts.clone(), used: *used }
            }
            Dice::Scripted(faces) => DiceState::Scripted { left: faces.iter().copied().collect() },
            Dice::ByHand => DiceState::ByHand,
        }
    }
    pub fn resume(state: &DiceState) -> Result<Dice, String> {
        Ok(match state {
            DiceState::Seeded { seed, salt, bound, parts, used } => {
                let mut dice = SeededDice::from_revealed(seed, salt, parts)
                    .and_then(|dice| dice.bound_by(bound.as_deref()))
                    .ok_or("The seed, the salt or a part of the dice is not 64 hex digits.")?;
                dice.used = *used;
                Dice::Seeded(dice)
            }
            DiceState::Sealed { commitment, parts, used } => {
                Dice::Sealed { commitment: commitment.clone(), parts: parts.clone(), used: *used }
            }
            DiceState::Scripted { left } => Dice::scripted(left),
            DiceState::ByHand => Dice::ByHand,
        })
    }
}

/// Dice as they are saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum DiceState {
    Seeded {
        seed: String,
        salt: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<String>,
        used: u64,
    },
    Sealed {
        commitment: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<String>,
        used: u64,
    },
    Scripted {
        left: Vec<u8>,
    },
    ByHand,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Die, Lots, Throw};
    use crate::rule::{Citation, Rule, RuleKind};
    use crate::seat::Seat;

    static DICE: Rule = Rule {
        game: "ford",
        id: "2",
        title: "Dice",
        kind: RuleKind::Core,
        obligation: "",
        provenance: "printed",
        rests_on: &[],
        rulings: &[],
    };

    fn request(dice: u8) -> Chance {
        Chance::throw(Throw::of(dice, Die::COMMON), "dice", Citation(&DICE), Seat(0))
    }

    #[test]
    fn dice_that_are_read_from_zero_show_zero() {
        let dice = SeededDice::from_u64(0);
        let roll = |count| Chance { lots: Lots::Throw(Throw::of(count, Die::TEN)), ..request(0) };
        let faces = dice.answer(0, &roll(200));
        assert!((0..10).all(|face| faces.contains(&face)) && faces.iter().all(|face| *face < 10));
        let plain = dice.faces(0, 200, 10);
        assert!(faces.iter().zip(plain).all(|(zero, one)| zero + 1 == one));
        let mut script = Dice::Scripted([0, 9, 10].into());
        assert_eq!(script.roll(&roll(2)), Ok((RollSource::Given, vec![0, 9])));
        assert!(script.roll(&roll(1)).unwrap_err().contains("says 10"));
    }

    /// Dice of several kinds take their bytes in order, so that the first of them fall as they would alone.
    #[test]
    fn several_kinds_of_dice_fall_together() {
        let dice = SeededDice::from_u64(7);
        let mixed = Throw::of(2, Die::COMMON).and(1, Die::TEN_HIGH);
        let roll = Chance { lots: Lots::Throw(mixed), ..request(0) };
        assert_eq!(mixed.to_string(), "2d6 and 1d10");
        let mut tens = [0u32; 11];
        for number in 0..2000 {
            let faces = dice.answer(number, &roll);
            assert_eq!(faces[..2], dice.faces(number, 2, 6));
            tens[usize::from(faces[2])] += 1;
        }
        assert!(tens[0] == 0 && tens[1..].iter().all(|n| n.abs_diff(200) < 60), "{tens:?}");
        // A nought that somebody reads off the die is a ten.
        assert_eq!(roll.read_faces(&[6, 1, 0]), Ok(vec![6, 1, 10]));
        assert!(roll.read_faces(&[6, 1]).unwrap_err().message.contains("3 dice are due"));
        assert!(roll.read_faces(&[0, 1, 1]).unwrap_err().message.contains("has no 0"));
        let mut script = Dice::scripted(&[6, 7, 10]);
        assert!(script.roll(&roll).unwrap_err().contains("says 7"));
    }

    #[test]
    fn every_candidate_is_drawn_as_often() {
        let dice = SeededDice::from_u64(7);
        let draw = Chance::draw(5, "a chit", Citation(&DICE), Seat(0));
        let mut drawn = [0u32; 5];
        (0..2000).for_each(|number| drawn[usize::from(dice.answer(number, &draw)[0])] += 1);
        assert!(drawn.iter().all(|n| n.abs_diff(400) < 80), "{drawn:?}");
        assert_eq!(dice.answer(3, &draw)[0] + 1, dice.faces(3, 1, 5)[0]);
        let names = ["red", "blue", "blue"].map(|id| crate::Candidate::new(id, id));
        assert_eq!(draw.read_drawn("Blue", &names), Ok(1));
        assert!(draw.read_drawn("green", &names).unwrap_err().message.contains("there are red, blue"));
        assert!(draw.read_faces(&[1]).unwrap_err().message.contains("no dice are rolled"));
        assert_eq!(Dice::scripted(&[4]).roll(&draw), Ok((RollSource::Given, vec![4])));
    }

    #[test]
    fn the_documented_rolls() {
        let mut dice = SeededDice::from_u64(7);
        assert_eq!(dice.revealed().0, "bbf0d88bccec7a7e4d5164c9fc80644d1690481a2167c9b6660153ea44627a5c");
        let rolls: Vec<_> = (0..4).map(|_| dice.next(&request(2)).1).collect();
        assert_eq!(rolls, [[5, 6], [4, 3], [6, 4], [1, 4]]);
        assert_eq!(dice.faces(1000, 5, 10), [3, 10, 5, 7, 5]);
        assert_eq!(dice.commitment(), "e51673e8712484cd835635aebfb995aecc4259ac07e944c7b4d2759d95616c91");
        assert_eq!(
            hex(&SeededDice::mix(&[b"host", b"guest"])),
            "297da148ba300ad422a64494e591e797186c6cc1f68b75ab666a6da67ec4c82d"
        );
    }

    #[test]
    fn what_the_seats_add_changes_the_dice_and_not_the_commitment() {
        let plain = SeededDice::from_u64(7);
        let mixed = plain.clone().mixed_with(vec![[1; 32], [2; 32]]);
        assert_eq!(mixed.commitment(), plain.commitment());
        assert_ne!(mixed.faces(0, 20, 6), plain.faces(0, 20, 6));
        assert_ne!(mixed.faces(0, 20, 6), plain.clone().mixed_with(vec![[2; 32], [1; 32]]).faces(0, 20, 6));
        let (seed, salt) = mixed.revealed();
        assert_eq!(SeededDice::from_revealed(&seed, &salt, &mixed.parts()), Some(mixed));
        assert_eq!(plain.clone().mixed_with(Vec::new()), plain);
        // What is added for who adds nothing follows from the commitment alone.
        assert_eq!(plain.derived_part(1), "7f15df5327a5e41b692f6214d0300d217e422cf3486456b925d6678a2ba165b1");
        assert_eq!(plain.clone().mixed_with(vec![[3; 32]]).derived_part(1), plain.derived_part(1));
        assert_ne!(plain.derived_part(0), plain.derived_part(1));
    }

    #[test]
    fn faces_are_fair_and_in_range() {
        let dice = SeededDice::from_u64(1);
        for sides in [1, 2, 6, 10, 100, 255] {
            let mut seen = vec![0u32; usize::from(sides) + 1];
            for number in 0..400 {
                for face in dice.faces(number, 100, sides) {
                    seen[usize::from(face)] += 1;
                }
            }
            let expected = 40_000 / u32::from(sides);
            assert_eq!(seen[0], 0);
            assert!(seen[1..].iter().all(|n| n.abs_diff(expected) < expected / 2), "{sides}: {seen:?}");
        }
    }

    #[test]
    fn a_longer_roll_begins_with_the_shorter_one() {
        let dice = SeededDice::from_u64(3);
        assert_eq!(dice.faces(5, 200, 6)[..7], dice.faces(5, 7, 6));
        assert_ne!(dice.faces(5, 20, 6), dice.faces(6, 20, 6));
    }

    #[test]
    fn saved_dice_go_on() {
        let mut dice = Dice::seeded(9);
        dice.roll(&request(2)).unwrap();
        let mut copy = Dice::resume(&dice.state()).unwrap();
        assert_eq!(copy.roll(&request(2)), dice.roll(&request(2)));
        assert_eq!(copy.used(), 2);
        let text = serde_json::to_string(&Dice::scripted(&[1, 2]).state()).unwrap();
        assert_eq!(text, r#"{"kind":"scripted","left":[1,2]}"#);
    }

    #[test]
    fn a_bad_script_is_refused_and_kept() {
        let mut dice = Dice::scripted(&[6, 7]);
        assert!(dice.roll(&request(2)).unwrap_err().contains("says 7"));
        assert!(dice.roll(&request(3)).unwrap_err().contains("holds 2"));
        assert_eq!(dice.roll(&request(1)), Ok((RollSource::Given, vec![6])));
        assert!(!format!("{:?}", SeededDice::from_u64(1)).contains(&SeededDice::from_u64(1).revealed().0));
    }
}
