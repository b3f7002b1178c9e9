//! How much one client may ask: a bucket for each address that fills up with time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What a request costs, in requests of the cheapest kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A look or a move.
    Plain,
    /// Odds, reach, replay.
    Search,
    /// A new game, an import.
    Make,
    /// A hint, a forecast: a thread thinks for a while.
    Think,
    /// A password.
    Password,
}

impl Cost {
    fn tokens(self) -> f64 {
        match self {
            Cost::Plain => 1.0,
            Cost::Search => 4.0,
            Cost::Make => 10.0,
            Cost::Think => 20.0,
            Cost::Password => 30.0,
        }
    }
}

pub struct Limits {
    /// Requests a second; none if there is no limit.
    rate: Option<f64>,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

struct Bucket {
    left: f64,
    at: Instant,
}

/// A bucket holds the requests of so many seconds.
const SECONDS: f64 = 8.0;
/// Addresses that are remembered.
const MOST: usize = 50_000;

impl Limits {
    pub fn new(rate: Option<f64>) -> Limits {
        Limits { rate: rate.filter(|rate| *rate > 0.0), buckets: Mutex::default() }
    }

    /// Whether a client may do this now.
    pub fn allow(&self, client: IpAddr, cost: Cost) -> bool {
        self.allow_at(client, cost, Instant::now())
    }

    fn allow_at(&self, client: IpAddr, cost: Cost, now: Instant) -> bool {
        let Some(rate) = self.rate else { return true };
        let full = rate * SECONDS;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            // Full buckets are as good as none.
            buckets.retain(|_, b| b.left + now.duration_since(b.at).as_secs_f64() * rate < full);
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(network(client)).or_insert(Bucket { left: full, at: now });
        bucket.left = (bucket.left + now.duration_since(bucket.at).as_secs_f64() * rate).min(full);
        bucket.at = now;
        let allowed = bucket.left >= cost.tokens();
        if allowed {
            bucket.left -= cost.tokens();
        }
        allowed
    }
}

/// Who has one IPv6 address has 2^64 of them: they count as one.
pub fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let limits = Limits::new(Some(10.0));
        let (ada, bob): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let start = Instant::now();
        for _ in 0..80 {
            assert!(limits.allow_at(ada, Cost::Plain, start));
        }
        assert!(!limits.allow_at(ada, Cost::Plain, start));
        assert!(limits.allow_at(bob, Cost::Password, start));
        assert!(limits.allow_at(ada, Cost::Plain, start + Duration::from_millis(150)));
        assert!(!limits.allow_at(ada, Cost::Make, start + Duration::from_millis(150)));
        assert!(Limits::new(None).allow(ada, Cost::Password));
    }

    #[test]
    fn neighbours_in_one_network_share_a_bucket() {
        let address = |text: &str| text.parse::<IpAddr>().map(network).expect("an address");
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
