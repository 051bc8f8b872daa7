//! Events: the kinds of changes of a domain that propagators subscribe to.

use std::ops::BitOr;

/// A set of events of one variable.
///
/// The lattice is defined here and nowhere else: every change is [`CHANGED`](Events::CHANGED), a change of either end
/// is [`BOUNDS`](Events::BOUNDS) too, and one that leaves a single value is [`FIXED`](Events::FIXED) too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Events(u8);

impl Events {
    /// No event.
    pub const NONE: Events = Events(0);
    /// One value is left, and there were more.
    pub const FIXED: Events = Events(1);
    /// The least value grew.
    pub const MIN: Events = Events(2);
    /// The greatest value shrank.
    pub const MAX: Events = Events(4);
    /// Either end moved.
    pub const BOUNDS: Events = Events(2 | 4);
    /// Anything at all.
    pub const CHANGED: Events = Events(8);

    /// The number of kinds of changes, by their events.
    pub(crate) const KINDS: usize = 8;

    /// The number, from 0, of the kind of change that has these events. [`CHANGED`](Self::CHANGED) is among them for any change.
    #[inline]
    pub(crate) fn kind(self) -> usize {
        usize::from(self.0 & 7)
    }

    /// The events of each kind of change.
    pub(crate) fn all_kinds() -> impl Iterator<Item = Events> {
        (0..Events::KINDS as u8).map(|kind| Events(8 | kind))
    }

    /// Whether the two sets share an event.
    #[inline]
    pub fn meets(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The events of a change after which the ends of a domain, as `(min, max)`, and its size were `old` and are `new`.
    #[inline]
    pub(crate) fn between(old: (i32, i32), new: (i32, i32)) -> Events {
        let min = if old.0 == new.0 { 0 } else { 2 };
        let max = if old.1 == new.1 { 0 } else { 4 };
        Events(8 | min | max | u8::from(new.0 == new.1))
    }

    /// The events of a change of the bits of a small domain: `new` is a proper subset of `old`, and not empty.
    #[inline]
    pub(crate) fn between_bits(old: u64, new: u64) -> Events {
        let gone = old ^ new;
        let min = u8::from(gone & old.wrapping_neg() & old != 0) * 2;
        // Something above the highest bit of `new` went exactly when `gone` is the greater number.
        let max = u8::from(gone > new) * 4;
        Events(8 | min | max | u8::from(new.is_power_of_two()))
    }
}

impl BitOr for Events {
    type Output = Events;

    #[inline]
    fn bitor(self, rhs: Events) -> Events {
        Events(self.0 | rhs.0)
    }
}
