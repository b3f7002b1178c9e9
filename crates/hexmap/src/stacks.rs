//! Who is in which hex: a list for each hex through the pieces themselves, flat and cheap to copy.

use crate::Hex;
use std::marker::PhantomData;

/// No piece.
const NOBODY: u8 = u8::MAX;

/// `HEXES` hexes and `PIECES` pieces at most (fewer than 255). A piece is an id of the game: the number that it
/// turns into, and is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks<P, const HEXES: usize, const PIECES: usize> {
    /// The first piece in each hex, then `next`.
    head: [u8; HEXES],
    next: [u8; PIECES],
    piece: PhantomData<P>,
}

impl<P, const HEXES: usize, const PIECES: usize> Default for Stacks<P, HEXES, PIECES> {
    fn default() -> Self {
        const { assert!(PIECES < NOBODY as usize, "a number for each piece and one for nobody") };
        Stacks { head: [NOBODY; HEXES], next: [NOBODY; PIECES], piece: PhantomData }
    }
}

impl<P: Copy + From<u16> + Into<u16>, const HEXES: usize, const PIECES: usize> Stacks<P, HEXES, PIECES> {
    /// Pieces of a hex stand in the list by their number, so that equal truths have equal lists.
    pub fn put(&mut self, piece: P, hex: Hex) {
        let piece = number(piece);
        let head = self.head[hex.index()];
        if head == NOBODY || head > piece {
            self.next[piece as usize] = head;
            self.head[hex.index()] = piece;
            return;
        }
        let mut at = head;
        while self.next[at as usize] < piece {
            at = self.next[at as usize];
        }
        self.next[piece as usize] = self.next[at as usize];
        self.next[at as usize] = piece;
    }

    /// Takes a piece out of the hex in which it is.
    pub fn take(&mut self, piece: P, hex: Hex) {
        let piece = number(piece);
        let next = self.next[piece as usize];
        let mut at = self.head[hex.index()];
        if at == piece {
            self.head[hex.index()] = next;
        } else {
            while self.next[at as usize] != piece {
                at = self.next[at as usize];
            }
            self.next[at as usize] = next;
        }
        self.next[piece as usize] = NOBODY;
    }

    /// The piece with the lowest number in the hex.
    #[inline]
    pub fn first(&self, hex: Hex) -> Option<P> {
        let head = self.head[hex.index()];
        (head != NOBODY).then(|| P::from(head.into()))
    }

    #[inline]
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.head[hex.index()] == NOBODY
    }

    #[inline]
    pub fn iter(&self, hex: Hex) -> impl Iterator<Item = P> {
        let mut at = self.head[hex.index()];
        std::iter::from_fn(move || {
            let now = (at != NOBODY).then_some(at)?;
            at = self.next[now as usize];
            Some(P::from(now.into()))
        })
    }
}

#[inline]
fn number<P: Into<u16>>(piece: P) -> u8 {
    let number: u16 = piece.into();
    number as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_do_not_depend_on_the_order_of_coming() {
        let (a, b) = (Hex(0), Hex(1));
        let mut one = Stacks::<u16, 2, 8>::default();
        for piece in [5, 2, 7] {
            one.put(piece, a);
        }
        one.put(1, b);
        let mut other = Stacks::<u16, 2, 8>::default();
        for (piece, hex) in [(7, a), (1, a), (2, a), (5, a)] {
            other.put(piece, hex);
        }
        assert_ne!(one, other);
        other.take(1, a);
        other.put(1, b);
        assert_eq!(one, other);
        assert_eq!(one.iter(a).collect::<Vec<_>>(), [2, 5, 7]);
        assert_eq!((one.first(b), one.is_empty(a)), (Some(1), false));
        one.take(1, b);
        assert_eq!(one.first(b), None);
    }
}
