//! Variable numbers of a store.

/// The number of a variable of a store, from 0.
///
/// A model counts its variables apart, as [`IntVar`](crate::model::IntVar)s: the two counts differ where a model has
/// variables that are equal by constraint, which are one variable of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(u32);

impl VarId {
    /// The most variables that one model or store can have (an atom has 30 bits for the number).
    pub const LIMIT: usize = 1 << 30;

    /// The variable of that number.
    #[inline]
    pub fn new(index: usize) -> Self {
        debug_assert!(index < Self::LIMIT, "invariant: variables are counted where they are made");
        VarId(index as u32)
    }

    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
