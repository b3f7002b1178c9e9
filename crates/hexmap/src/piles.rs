//! Who lies on whom: stacks whose order is part of the truth, for games in which the place in a stack decides who
//! fires, who is hit and who may be seen (Solferino). Games in which it decides nothing keep [`Stacks`](crate::Stacks).

use crate::Hex;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// No piece.
const NOBODY: u16 = u16::MAX;

/// `HEXES` hexes and `PIECES` pieces at most. A piece is an id of the game: the number that it turns into, and is
/// made of. Putting a piece on top costs the same whatever lies there, all else goes down one stack.
///
/// It can stand in the truth of a position: equality and hash look at the pieces alone, and in JSON it is a list of the
/// hexes in which anything lies, each with its pieces from the top down.
#[derive(Clone, Debug)]
pub struct Piles<P, const HEXES: usize, const PIECES: usize> {
    /// The topmost piece of each hex, then `under`.
    top: [u16; HEXES],
    under: [u16; PIECES],
    /// Where each piece lies; in no hex if it lies in none.
    at: [Hex; PIECES],
    piece: PhantomData<P>,
}

impl<P, const HEXES: usize, const PIECES: usize> Default for Piles<P, HEXES, PIECES> {
    fn default() -> Self {
        const { assert!(PIECES <= NOBODY as usize, "a number for each piece and one for nobody") };
        let (top, under) = ([NOBODY; HEXES], [NOBODY; PIECES]);
        Piles { top, under, at: [Hex::NONE; PIECES], piece: PhantomData }
    }
}

impl<P: Copy + From<u16> + Into<u16>, const HEXES: usize, const PIECES: usize> Piles<P, HEXES, PIECES> {
    /// Lays a piece that lies nowhere yet on top of a hex.
    #[inline]
    pub fn put(&mut self, piece: P, hex: Hex) {
        self.put_under(piece, hex, 0);
    }

    /// Lays a piece that lies nowhere yet under so many others of the hex, at the bottom if there are fewer.
    pub fn put_under(&mut self, piece: P, hex: Hex, others: usize) {
        let piece: u16 = piece.into();
        debug_assert!(self.at[piece as usize].is_none(), "it is taken before it is put");
        let mut link = &mut self.top[hex.index()];
        for _ in 0..others {
            if *link == NOBODY {
                break;
            }
            link = &mut self.under[*link as usize];
        }
        let under = std::mem::replace(link, piece);
        self.under[piece as usize] = under;
        self.at[piece as usize] = hex;
    }

    /// Takes a piece out of the stack in which it lies; those above it and below it close up.
    pub fn take(&mut self, piece: P) {
        let piece: u16 = piece.into();
        let hex = std::mem::replace(&mut self.at[piece as usize], Hex::NONE);
        let under = std::mem::replace(&mut self.under[piece as usize], NOBODY);
        if hex.is_none() {
            return;
        }
        let mut link = &mut self.top[hex.index()];
        while *link != piece {
            link = &mut self.under[*link as usize];
        }
        *link = under;
    }

    /// Lays the pieces of a hex anew, from the top down. False, and nothing changed, unless they are those that lie there.
    pub fn reorder(&mut self, hex: Hex, order: &[P]) -> bool {
        let distinct = (1..order.len()).all(|i| {
            let piece: u16 = order[i].into();
            order[..i].iter().all(|other| (*other).into() != piece)
        });
        let all_here = order.iter().all(|piece| self.hex_of(*piece) == Some(hex));
        if !distinct || !all_here || order.len() != self.iter(hex).count() {
            return false;
        }
        let mut under = NOBODY;
        for piece in order.iter().rev() {
            let piece: u16 = (*piece).into();
            self.under[piece as usize] = under;
            under = piece;
        }
        self.top[hex.index()] = under;
        true
    }

    /// Where a piece lies.
    #[inline]
    pub fn hex_of(&self, piece: P) -> Option<Hex> {
        let number: u16 = piece.into();
        self.at.get(number as usize).copied().filter(|hex| !hex.is_none())
    }

    /// How many pieces lie on a piece.
    pub fn depth(&self, piece: P) -> Option<usize> {
        let number: u16 = piece.into();
        self.iter(self.hex_of(piece)?).position(|other| other.into() == number)
    }

    #[inline]
    pub fn top(&self, hex: Hex) -> Option<P> {
        let top = self.top[hex.index()];
        (top != NOBODY).then(|| P::from(top))
    }

    #[inline]
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.top[hex.index()] == NOBODY
    }

    /// The pieces of a hex from the top down.
    #[inline]
    pub fn iter(&self, hex: Hex) -> impl Iterator<Item = P> {
        let mut at = self.top[hex.index()];
        std::iter::from_fn(move || {
            let now = (at != NOBODY).then_some(at)?;
            at = self.under[now as usize];
            Some(P::from(now))
        })
    }
}

impl<P, const HEXES: usize, const PIECES: usize> PartialEq for Piles<P, HEXES, PIECES> {
    fn eq(&self, other: &Self) -> bool {
        self.under == other.under && self.at == other.at
    }
}

impl<P, const HEXES: usize, const PIECES: usize> Eq for Piles<P, HEXES, PIECES> {}

/// Number by number: their bytes do not lie in the same order on every machine.
impl<P, const HEXES: usize, const PIECES: usize> Hash for Piles<P, HEXES, PIECES> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.under.iter().zip(&self.at).for_each(|(under, at)| {
            state.write_u16(*under);
            state.write_u16(at.0);
        });
    }
}

impl<P, const HEXES: usize, const PIECES: usize> Serialize for Piles<P, HEXES, PIECES>
where
    P: Copy + From<u16> + Into<u16>,
{
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let hexes = (0..HEXES as u16).map(Hex).filter(|hex| !self.is_empty(*hex));
        s.collect_seq(hexes.map(|hex| (hex, self.iter(hex).map(P::into).collect::<Vec<u16>>())))
    }
}

impl<'de, P, const HEXES: usize, const PIECES: usize> Deserialize<'de> for Piles<P, HEXES, PIECES>
where
    P: Copy + From<u16> + Into<u16>,
{
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let mut piles = Piles::default();
        for (hex, pieces) in Vec::<(Hex, Vec<u16>)>::deserialize(d)? {
            if hex.index() >= HEXES || !piles.is_empty(hex) {
                return Err(D::Error::custom(format!(
                    "no stack can lie in hex {}, or it is there twice",
                    hex.0
                )));
            }
            for piece in pieces.into_iter().rev() {
                if piece as usize >= PIECES || !piles.at[piece as usize].is_none() {
                    return Err(D::Error::custom(format!(
                        "there is no piece {piece}, or it lies there twice"
                    )));
                }
                piles.put(P::from(piece), hex);
            }
        }
        Ok(piles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Small = Piles<u16, 4, 256>;
    const A: Hex = Hex(0);
    const B: Hex = Hex(3);

    fn of(piles: &Small, hex: Hex) -> Vec<u16> {
        piles.iter(hex).collect()
    }

    #[test]
    fn pieces_lie_as_they_were_put() {
        let mut piles = Small::default();
        piles.put(7, A);
        piles.put(255, A);
        piles.put_under(0, A, 1);
        piles.put_under(9, A, 99);
        piles.put(3, B);
        assert_eq!(of(&piles, A), [255, 0, 7, 9]);
        assert_eq!((piles.top(A), piles.top(B), piles.top(Hex(1))), (Some(255), Some(3), None));
        assert_eq!((piles.depth(7), piles.depth(255), piles.depth(8)), (Some(2), Some(0), None));
        assert_eq!((piles.hex_of(9), piles.hex_of(8)), (Some(A), None));
        piles.take(0);
        piles.take(9);
        piles.take(8);
        assert_eq!(of(&piles, A), [255, 7]);
        piles.take(255);
        piles.put(255, B);
        assert_eq!((of(&piles, A), of(&piles, B)), (vec![7], vec![255, 3]));
    }

    #[test]
    fn only_what_lies_there_is_laid_anew() {
        let mut piles = Small::default();
        (0..4).for_each(|piece| piles.put(piece, A));
        piles.put(4, B);
        let before = piles.clone();
        for wrong in [&[0, 1, 2][..], &[0, 1, 2, 2], &[0, 1, 2, 4], &[0, 1, 2, 3, 4], &[0, 1, 2, 300], &[]] {
            assert!(!piles.reorder(A, wrong), "{wrong:?}");
            assert_eq!(piles, before);
        }
        assert!(piles.reorder(A, &[2, 0, 3, 1]));
        assert_eq!((of(&piles, A), of(&piles, B)), (vec![2, 0, 3, 1], vec![4]));
        assert_ne!(piles, before, "the order is part of the truth");
    }
}
