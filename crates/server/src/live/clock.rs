//! Time for games over days: each move has its days, and what it takes longer comes out of a reserve.
//! A move lasts from where a seat must decide to where it need not any more. All of it is counted in the time
//! that the server has run.

use crate::time::Moment;
use crate::wire::{ClockTerms, ClockTold};
use kernel::Seat;

const DAY: f64 = 86_400_000.0;

#[derive(Clone, Debug)]
pub struct Clock {
    per_move: i64,
    /// What is left, by seat.
    reserves: Vec<i64>,
    /// Since when each seat must decide.
    since: Vec<Option<i64>>,
}

/// What a viewer knows of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFace {
    deadlines: Vec<Option<i64>>,
    reserves: Vec<i64>,
}

impl ClockFace {
    /// As it is told at this moment, by the clock on the wall.
    pub fn told(&self, now: Moment) -> ClockTold {
        let on_the_wall = |deadline: &Option<i64>| deadline.map(|deadline| deadline - now.ran + now.at);
        ClockTold {
            deadlines: self.deadlines.iter().map(on_the_wall).collect(),
            reserves: self.reserves.clone(),
            now: now.at,
        }
    }
}

impl Clock {
    pub fn new(terms: ClockTerms, seats: usize) -> Clock {
        let millis = |days: f64| (days.clamp(0.0, 10_000.0) * DAY) as i64;
        Clock {
            per_move: millis(terms.days),
            reserves: vec![millis(terms.reserve_days); seats],
            since: vec![None; seats],
        }
    }

    /// At this time these seats must decide.
    pub fn run(&mut self, deciding: &[Seat], ran: i64) {
        for (seat, since) in self.since.iter_mut().enumerate() {
            let must = deciding.iter().any(|s| usize::from(s.0) == seat);
            match (*since, must) {
                (None, true) => *since = Some(ran),
                (Some(begun), false) => {
                    let over = (ran - begun - self.per_move).max(0);
                    self.reserves[seat] = (self.reserves[seat] - over).max(0);
                    *since = None;
                }
                (None, false) | (Some(_), true) => {}
            }
        }
    }

    fn deadline(&self, seat: usize) -> Option<i64> {
        self.since[seat].map(|since| since + self.per_move + self.reserves[seat])
    }

    /// Seats whose time is out.
    pub fn overdue(&self, ran: i64) -> impl Iterator<Item = Seat> + '_ {
        let out = move |seat: &usize| self.deadline(*seat).is_some_and(|deadline| deadline < ran);
        (0..self.since.len()).filter(out).map(|seat| Seat(seat as u8))
    }

    /// Whose time is out gets another move's time.
    pub fn grant(&mut self, ran: i64) {
        let overdue: Vec<Seat> = self.overdue(ran).collect();
        for seat in overdue {
            let seat = usize::from(seat.0);
            self.since[seat] = Some(ran);
            self.reserves[seat] = 0;
        }
    }

    pub fn face(&self) -> ClockFace {
        ClockFace {
            deadlines: (0..self.since.len()).map(|seat| self.deadline(seat)).collect(),
            reserves: self.reserves.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn a_long_move_eats_the_reserve() {
        let mut clock = Clock::new(ClockTerms { days: 1.0, reserve_days: 2.0 }, 2);
        clock.run(&[Seat(0)], 0);
        assert_eq!(clock.face().deadlines, [Some(72 * HOUR), None]);
        clock.run(&[Seat(0)], 20 * HOUR);
        clock.run(&[Seat(1)], 34 * HOUR);
        assert_eq!(clock.face().reserves, [38 * HOUR, 48 * HOUR]);
        clock.run(&[Seat(0)], 40 * HOUR);
        assert_eq!(clock.face().reserves, [38 * HOUR, 48 * HOUR]);
        assert_eq!(clock.face().deadlines, [Some((40 + 24 + 38) * HOUR), None]);
        assert_eq!(clock.overdue((40 + 24 + 38) * HOUR).next(), None);
        let late = (40 + 24 + 38) * HOUR + 1;
        assert_eq!(clock.overdue(late).next(), Some(Seat(0)));
        clock.grant(late);
        assert_eq!(clock.overdue(late).next(), None);
        assert_eq!(clock.face().deadlines, [Some(late + 24 * HOUR), None]);
        clock.run(&[], late + 30 * HOUR);
        assert_eq!(clock.face().deadlines, [None, None]);
    }

    #[test]
    fn the_clock_on_the_wall_only_shows_it() {
        let mut clock = Clock::new(ClockTerms { days: 1.0, reserve_days: 2.0 }, 2);
        clock.run(&[Seat(0)], 0);
        let told = clock.face().told(Moment { at: 1000 * HOUR, ran: 10 * HOUR });
        assert_eq!((told.now, told.deadlines[0]), (1000 * HOUR, Some(1062 * HOUR)));
    }
}
