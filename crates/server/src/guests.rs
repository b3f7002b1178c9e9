//! Connections: how many there may be, and who goes when there are too many.
//!
//! A connection waits (for its first request, for the rest of one, or for the next) or it is busy: a request is
//! being answered, or it is a live connection of who holds a link. Where there is no room for a new one, the one
//! that has waited longest goes, of the same address if that has too many, otherwise of all. Nobody who is busy
//! goes for others.

use crate::limits::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// How many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub all: usize,
    /// Of one address; none for no bound, as for a proxy that speaks for many.
    pub each: Option<usize>,
}

pub struct Guests {
    room: Room,
    list: Mutex<List>,
}

#[derive(Default)]
struct List {
    /// Counts what happens, so that it can be told what was earlier.
    tick: u64,
    guests: HashMap<u64, Entry>,
    each: HashMap<IpAddr, usize>,
}

struct Entry {
    address: IpAddr,
    /// How many things it is busy with.
    busy: usize,
    /// Since when it is not.
    since: u64,
    leave: Arc<Notify>,
}

/// A connection's place. It is given up by dropping it.
pub struct Guest {
    id: u64,
    leave: Arc<Notify>,
    guests: Arc<Guests>,
}

/// While this lives, the connection is busy.
pub struct Busy(Arc<Guest>);

impl List {
    fn tick(&mut self) -> u64 {
        self.tick += 1;
        self.tick
    }

    fn remove(&mut self, id: u64) -> Option<Entry> {
        let gone = self.guests.remove(&id)?;
        if let Some(count) = self.each.get_mut(&gone.address) {
            *count -= 1;
            if *count == 0 {
                self.each.remove(&gone.address);
            }
        }
        Some(gone)
    }

    /// Sends away the one that has waited longest; false if nobody waits.
    fn make_room(&mut self, of: Option<IpAddr>) -> bool {
        let waiting = self
            .guests
            .iter()
            .filter(|(_, entry)| entry.busy == 0 && of.is_none_or(|address| address == entry.address));
        let Some(id) = waiting.min_by_key(|(_, entry)| entry.since).map(|(id, _)| *id) else { return false };
        if let Some(gone) = self.remove(id) {
            gone.leave.notify_one();
        }
        true
    }
}

impl Guests {
    pub fn new(room: Room) -> Arc<Guests> {
        Arc::new(Guests { room, list: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, List> {
        // What the lock holds is whole between any two statements.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection, if there is or can be made one.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Guest> {
        let address = network(address);
        let mut list = self.lock();
        let own = list.each.get(&address).copied().unwrap_or(0);
        if self.room.each.is_some_and(|each| own >= each) && !list.make_room(Some(address)) {
            return None;
        }
        if list.guests.len() >= self.room.all && !list.make_room(None) {
            return None;
        }
        let (id, leave) = (list.tick(), Arc::new(Notify::new()));
        *list.each.entry(address).or_default() += 1;
        list.guests.insert(id, Entry { address, busy: 0, since: id, leave: Arc::clone(&leave) });
        Some(Guest { id, leave, guests: Arc::clone(self) })
    }

    /// The machine has no room for more: one that waits goes.
    pub fn make_room(&self) {
        self.lock().make_room(None);
    }
}

impl Guest {
    /// Ends when the connection must go for others.
    pub async fn must_leave(&self) {
        self.leave.notified().await;
    }

    pub fn busy(self: Arc<Self>) -> Busy {
        if let Some(entry) = self.guests.lock().guests.get_mut(&self.id) {
            entry.busy += 1;
        }
        Busy(self)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut list = self.0.guests.lock();
        let now = list.tick();
        if let Some(entry) = list.guests.get_mut(&self.0.id) {
            entry.busy -= 1;
            entry.since = now;
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.guests.lock().remove(self.id);
    }
}

/// Live connections of clients whom a proxy speaks for: no address of a connection tells them apart.
pub struct Crowd {
    most: Option<usize>,
    each: Mutex<HashMap<IpAddr, usize>>,
}

/// A place in the crowd.
pub struct Ticket {
    crowd: Arc<Crowd>,
    client: IpAddr,
}

impl Crowd {
    pub fn new(most: Option<usize>) -> Arc<Crowd> {
        Arc::new(Crowd { most, each: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.each.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None if this client has too many of them.
    pub fn enter(self: &Arc<Self>, client: IpAddr) -> Option<Ticket> {
        let client = network(client);
        let mut each = self.lock();
        let count = each.entry(client).or_default();
        if self.most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Ticket { crowd: Arc::clone(self), client })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut each = self.crowd.lock();
        if let Some(count) = each.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                each.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const BOB: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    impl Guests {
        fn enter_as(self: &Arc<Self>, address: IpAddr) -> Arc<Guest> {
            Arc::new(self.enter(address).expect("there is room"))
        }
        fn here(&self, guest: &Guest) -> bool {
            self.lock().guests.contains_key(&guest.id)
        }
    }

    #[test]
    fn an_address_has_its_bound_and_loses_who_waited_longest() {
        let guests = Guests::new(Room { all: 100, each: Some(3) });
        let [first, second, third] = [(); 3].map(|()| guests.enter_as(ADA));
        let other = guests.enter_as(BOB);
        // The first was asked something: now the second has waited longest.
        drop(Arc::clone(&first).busy());
        let fourth = guests.enter_as(ADA);
        let here = [&first, &second, &third, &fourth, &other].map(|guest| guests.here(guest));
        assert_eq!(here, [true, false, true, true, true]);
        // While all are busy there is no room for another, and others are not sent away for him.
        let busy = [&first, &third, &fourth].map(|guest| Arc::clone(guest).busy());
        assert!(guests.enter(ADA).is_none());
        assert!(guests.here(&other) && guests.enter(BOB).is_some());
        drop(busy);
        assert!(guests.enter(ADA).is_some());
        drop([first, second, third, fourth, other]);
        let list = guests.lock();
        assert!(list.guests.is_empty() && list.each.is_empty());
    }

    #[test]
    fn a_full_house_sends_away_who_has_waited_longest() {
        let guests = Guests::new(Room { all: 3, each: None });
        let [first, second, third] = [(); 3].map(|()| guests.enter_as(ADA));
        let live = Arc::clone(&first).busy();
        let new = guests.enter_as(BOB);
        let here = [&first, &second, &third, &new].map(|guest| guests.here(guest));
        assert_eq!(here, [true, false, true, true]);
        drop(live);
        guests.make_room();
        assert!(guests.here(&first) && !guests.here(&third), "the first has waited only since it was let go");
    }

    #[test]
    fn a_client_behind_a_proxy_has_its_bound() {
        let crowd = Crowd::new(Some(2));
        let tickets = [(); 2].map(|()| crowd.enter(ADA).expect("there is room"));
        assert!(crowd.enter(ADA).is_none() && crowd.enter(BOB).is_some());
        drop(tickets);
        assert!(crowd.enter(ADA).is_some() && crowd.lock().is_empty());
    }

    #[tokio::test]
    async fn who_must_leave_hears_of_it() {
        let guests = Guests::new(Room { all: 1, each: None });
        let first = guests.enter_as(ADA);
        let second = guests.enter_as(ADA);
        first.must_leave().await;
        assert!(guests.here(&second));
    }
}
