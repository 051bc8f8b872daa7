//! Sources of changes: decisions, constraints, propagators and nogoods, by number.
//!
//! The store keeps these kinds of number apart and attaches no meaning to them.

/// The number of a posted constraint, from 0 in the order of posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ConstraintId(u32);

/// The number of a propagator of an engine, from 0 in the order in which they were added.
///
/// A constraint may have several propagators, or none: the two counts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PropId(u32);

/// The number of a nogood, from 0, in whatever order its keeper has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct NogoodId(u32);

/// A source has room for a number of this many bits.
pub(super) const NUMBER_BITS: u32 = 30;

impl ConstraintId {
    /// The constraint of that number.
    #[inline]
    pub fn new(index: usize) -> ConstraintId {
        debug_assert!(index < 1 << NUMBER_BITS, "invariant: a reason has 30 bits for a constraint");
        ConstraintId(index as u32)
    }

    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl PropId {
    /// The propagator of that number.
    #[inline]
    pub(crate) fn new(index: usize) -> PropId {
        debug_assert!(index < 1 << NUMBER_BITS, "invariant: a reason has 30 bits for a propagator");
        PropId(index as u32)
    }

    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NogoodId {
    /// The nogood of that number.
    ///
    /// # Panics
    /// If it has more than 30 bits.
    #[inline]
    pub(crate) fn new(index: usize) -> NogoodId {
        assert!(index < 1 << NUMBER_BITS, "a reason has 30 bits for a nogood");
        NogoodId(index as u32)
    }

    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The source of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A decision of the search, or an assumption of the caller.
    Decision,
    /// A constraint, which implies it by itself, whatever the domains are (`x ≠ 3`).
    Constraint(ConstraintId),
    /// A propagator, which inferred it.
    Propagator(PropId),
    /// A nogood, which holds for all solutions: all of its atoms but one were true.
    Nogood(NogoodId),
}
