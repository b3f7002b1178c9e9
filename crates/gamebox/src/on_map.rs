//! What a position on a map tells of its pieces.

/// What of a row the rules look at all the time, side by side and in few bytes: `printed! { /// … pub struct Printed of UnitDef { side: u8, … } }`.
#[macro_export]
macro_rules! printed {
    ($(#[$about:meta])* $see:vis struct $Printed:ident of $Row:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        $see struct $Printed {
            $(pub $field: $type),*
        }

        impl From<&$Row> for $Printed {
            fn from(row: &$Row) -> $Printed {
                $Printed { $($field: row.$field),* }
            }
        }
    };
}

/// Gives an army, which has lists of `sides`, `units` and `leaders`, what files ask of it: `army! { Army: UnitId is UnitDef, LeaderId is LeaderDef; }`.
#[macro_export]
macro_rules! army {
    ($Army:ident: $UnitId:ident is $Unit:ident, $LeaderId:ident is $Leader:ident;) => {
        impl $Army {
            pub fn pieces(&self) -> ::kernel::roster::Pieces<'_, $UnitId, $LeaderId, $Unit, $Leader> {
                ::kernel::roster::Pieces { units: &self.units, leaders: &self.leaders }
            }
            /// The seat of a side.
            pub fn seat(&self, id: &str) -> Option<u8> {
                self.sides.iter().position(|side| side.id == id).map(|seat| seat as u8)
            }
        }
    };
}

/// Gives a position of `kernel::position!` what every game asks of it:
/// `on_map! { Position of Battle: UnitId is Unit in UnitSet at Map | Overrun, LeaderId is Leader; }`. Its truth has the lists `units` and `leaders` of
/// pieces with a `place`, one of which is `Place::Map`, and a `hex`; units take part in what happens at the places named. Its cache has `here`, the
/// stacks of the map; the battle has `printed`, a row for each unit, and makes the cache anew by `rebuild`.
#[macro_export]
macro_rules! on_map {
    ($Position:ident of $Battle:ident: $UnitId:ident is $Unit:ident in $UnitSet:ident at $($There:ident)|+, $LeaderId:ident is $Leader:ident;) => {
        /// What frames that come from outside are held against.
        impl ::kernel::sound::Known<State> for $Battle {
            fn hexes(&self) -> usize {
                self.map.len()
            }
            fn formations(&self) -> usize {
                self.army.formations.len()
            }
            fn unit_there(&self, state: &State, unit: $UnitId) -> bool {
                matches!(state.units[unit].place, $(Place::$There)|+)
            }
            fn leader_there(&self, state: &State, leader: $LeaderId) -> bool {
                state.leaders[leader].place == Place::Map
            }
        }

        /// What holds of every position.
        impl $Battle {
            /// It is of this army, and its caches are what the truth makes them.
            pub(crate) fn audit_caches(&self, p: &$Position) -> Result<(), String> {
                if p.units.len() != self.army.units.len() || p.leaders.len() != self.army.leaders.len() {
                    return Err("the position is of another army".into());
                }
                let mut fresh = p.clone();
                self.rebuild(&mut fresh);
                if fresh.cache != p.cache {
                    return Err("the caches differ from what the position says".into());
                }
                Ok(())
            }

            /// A leader is in a hex if he is on the map, and not among the enemy unless he is being `caught`.
            pub(crate) fn audit_leaders(&self, p: &$Position, caught: bool) -> Result<(), String> {
                for (leader, l) in p.leaders.pairs() {
                    let (def, on_map) = (&self.army.leaders[leader], l.place == Place::Map);
                    let placed = on_map != l.hex.is_none();
                    ::kernel::sound::holds(&def.id, placed, "in a hex and not on the map, or the other way round")?;
                    let safe = !on_map || caught || !p.holds(self, $crate::enemy(def.side), l.hex);
                    ::kernel::sound::holds(&def.id, safe, "he is among the enemy")?;
                }
                Ok(())
            }
        }

        /// What is printed on a counter.
        impl $Battle {
            #[inline]
            pub fn side_of(&self, unit: $UnitId) -> u8 {
                self.printed[unit].side
            }
            #[inline]
            pub fn arm(&self, unit: $UnitId) -> Arm {
                self.printed[unit].arm
            }
            #[inline]
            pub fn kind(&self, unit: $UnitId) -> UnitKind {
                self.printed[unit].kind
            }
            #[inline]
            pub fn is_gun(&self, unit: $UnitId) -> bool {
                self.arm(unit) == Arm::Artillery
            }
            #[inline]
            pub fn formation_of(&self, unit: $UnitId) -> FormationId {
                self.printed[unit].formation
            }
        }

        impl $Position {
            /// All units in a hex, of either side (never both at once).
            #[inline]
            pub fn in_hex(&self, hex: Hex) -> $UnitSet {
                self.cache.here.iter(hex).collect()
            }
            /// One of the units in a hex.
            #[inline]
            pub fn first_in(&self, hex: Hex) -> Option<$UnitId> {
                self.cache.here.first(hex)
            }
            /// Whether a combat unit of the side is in the hex.
            #[inline]
            pub fn holds(&self, battle: &$Battle, side: u8, hex: Hex) -> bool {
                self.first_in(hex).is_some_and(|unit| battle.side_of(unit) == side)
            }
            #[inline]
            pub fn occupied(&self, hex: Hex) -> bool {
                !self.cache.here.is_empty(hex)
            }
            #[inline]
            pub fn unit(&self, unit: $UnitId) -> &$Unit {
                &self.state.units[unit]
            }
            /// For fields on which no cache depends; others are changed by the battle.
            #[inline]
            pub fn unit_mut(&mut self, unit: $UnitId) -> &mut $Unit {
                &mut self.state.units[unit]
            }
            #[inline]
            pub fn leader(&self, leader: $LeaderId) -> &$Leader {
                &self.state.leaders[leader]
            }
            #[inline]
            pub fn leader_mut(&mut self, leader: $LeaderId) -> &mut $Leader {
                &mut self.state.leaders[leader]
            }
            #[inline]
            pub fn on_map(&self, unit: $UnitId) -> bool {
                self.unit(unit).place == Place::Map
            }
            pub fn leaders_in(&self, hex: Hex) -> impl Iterator<Item = $LeaderId> {
                let there = move |l: &$Leader| l.place == Place::Map && l.hex == hex;
                self.state.leaders.pairs().filter(move |(_, l)| there(l)).map(|(leader, _)| leader)
            }
        }
    };
}
