//! Moments: numbers that mean the same to everybody who looks. A viewer's own numbers count what he did or heard in secret,
//! so they name other positions to others, and would tell them how often he acted unseen. A moment counts what anybody may
//! know: it grows by one for each row that tells the public something or changes what it sees the game waiting for. What a
//! seat does in secret lies between two moments and has no number that others could hear of.

use super::same;
use kernel::wire::Status;

pub struct Moments {
    now: u32,
    /// What the public last saw the game waiting for.
    status: Status,
}

impl Moments {
    pub fn new(status: Status) -> Moments {
        Moments { now: 1, status }
    }

    pub fn now(&self) -> u32 {
        self.now
    }

    /// After a row: so many lines of it, or of what it takes back, are for all to read.
    pub fn pass(&mut self, lines: usize, status: Status) {
        self.now += u32::from(lines > 0 || !same(&status, &self.status));
        self.status = status;
    }
}
