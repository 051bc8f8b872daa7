//! Addends of a sum: reads and cuts the bounds of its terms.

use std::fmt::Debug;

use crate::store::{Domains, Failure, Reason, Store, VarId};

/// How far any addend can be above its least, and below its greatest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) above: i64,
    pub(super) below: i64,
}

impl Room {
    #[inline]
    pub(super) fn least(self) -> i64 {
        self.above.min(self.below)
    }

    /// The room for the variable of an addend upwards and downwards, given the sign of its factor.
    #[inline]
    fn of(self, rises: bool) -> (i64, i64) {
        if rises { (self.above, self.below) } else { (self.below, self.above) }
    }

    /// Takes what an addend has lost at the least and the greatest of its variable.
    #[inline]
    fn lose(&mut self, rises: bool, raised: i64, lowered: i64) {
        let (at_least, at_greatest) = if rises { (raised, lowered) } else { (lowered, raised) };
        self.above -= at_least;
        self.below -= at_greatest;
    }
}

/// A factor that is not 0, times a variable.
pub(super) trait Addend: Copy + Debug + Send + 'static {
    fn factor(self) -> i64;

    fn var(self) -> VarId;

    /// What is added to the least that [`reach`](Self::reach) says, so that it need not be added at each run.
    fn offset(self) -> i64;

    /// The least that it can be, less the offset, and how much more it can be at most.
    fn reach(self, store: &Store) -> (i64, i64);

    /// The value of the variable by which it takes all the room above its least, if there is one.
    fn value_for(self, room: Room, store: &Store) -> Option<i32>;

    /// Cuts it to the room, less than its width, and the room by that; how wide it is then.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    fn cut(self, room: &mut Room, store: &mut Store, why: Reason) -> Result<i64, Failure>;
}

/// Any factor, and a variable with any domain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    pub(super) factor: i64,
    pub(super) var: VarId,
}

impl Scaled {
    /// The least and the greatest of the variable.
    #[inline]
    fn of_var(self, store: &Store) -> (i64, i64) {
        let (min, max) = store.bounds(self.var);
        (min.into(), max.into())
    }
}

impl Addend for Scaled {
    fn factor(self) -> i64 {
        self.factor
    }

    #[inline]
    fn var(self) -> VarId {
        self.var
    }

    fn offset(self) -> i64 {
        0
    }

    #[inline]
    fn reach(self, store: &Store) -> (i64, i64) {
        let (min, max) = self.of_var(store);
        let least = if self.factor > 0 { min } else { max };
        (self.factor * least, self.factor.abs() * (max - min))
    }

    #[inline]
    fn value_for(self, room: Room, store: &Store) -> Option<i32> {
        let (up, _) = room.of(self.factor > 0);
        let size = self.factor.abs();
        (up % size == 0).then(|| (self.of_var(store).0 + up / size) as i32)
    }

    #[inline]
    fn cut(self, room: &mut Room, store: &mut Store, why: Reason) -> Result<i64, Failure> {
        let (rises, size) = (self.factor > 0, self.factor.abs());
        let (up, down) = room.of(rises);
        let (min, max) = self.of_var(store);
        // Less than the width, so that the new ends lie between the old ones.
        let width = size * (max - min);
        if width > up {
            store.set_max(self.var, (min + up / size) as i32, why)?;
        }
        if width > down {
            store.set_min(self.var, (max - down / size) as i32, why)?;
        }
        let (new_min, new_max) = self.of_var(store);
        room.lose(rises, size * (new_min - min), size * (max - new_max));
        Ok(size * (new_max - new_min))
    }
}

/// A variable with a small domain or, if `SIGNED`, its negation, which is read without asking what kind the domain is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit<const SIGNED: bool> {
    var: VarId,
    /// The value of bit 0.
    base: i32,
    rises: bool,
}

/// The first and the last bit of a domain that is not empty.
#[inline]
fn ends_of(bits: u64) -> (i64, i64) {
    (i64::from(bits.trailing_zeros()), 63 - i64::from(bits.leading_zeros()))
}

impl<const SIGNED: bool> Unit<SIGNED> {
    /// `None` for another factor than 1 and, if `SIGNED`, -1, or another kind of domain.
    pub(super) fn new(factor: i64, var: VarId, store: &Store) -> Option<Unit<SIGNED>> {
        let is_one = factor == 1 || SIGNED && factor == -1;
        is_one.then_some(Unit { var, base: store.base(var)?, rises: factor > 0 })
    }

    /// Whether it is the variable itself.
    #[inline]
    fn rises(self) -> bool {
        !SIGNED || self.rises
    }
}

impl<const SIGNED: bool> Addend for Unit<SIGNED> {
    fn factor(self) -> i64 {
        if self.rises() { 1 } else { -1 }
    }

    #[inline]
    fn var(self) -> VarId {
        self.var
    }

    fn offset(self) -> i64 {
        let base = i64::from(self.base);
        if self.rises() { base } else { -(base + 63) }
    }

    /// Where it is a negation, the bits are counted from the highest one on.
    #[inline]
    fn reach(self, store: &Store) -> (i64, i64) {
        let bits = store.bits(self.var);
        let (below, above) = (i64::from(bits.trailing_zeros()), i64::from(bits.leading_zeros()));
        (if self.rises() { below } else { above }, 63 - below - above)
    }

    #[inline]
    fn value_for(self, room: Room, store: &Store) -> Option<i32> {
        let (first, _) = ends_of(store.bits(self.var));
        let (up, _) = room.of(self.rises());
        Some((i64::from(self.base) + first + up) as i32)
    }

    #[inline]
    fn cut(self, room: &mut Room, store: &mut Store, why: Reason) -> Result<i64, Failure> {
        let (first, last) = ends_of(store.bits(self.var));
        let (up, down) = room.of(self.rises());
        let (low, high) = ((last - down).max(first), (first + up).min(last));
        let (new_first, new_last) = ends_of(store.clip(self.var, low as u32, high as u32, why)?);
        room.lose(self.rises(), new_first - first, last - new_last);
        Ok(new_last - new_first)
    }
}
