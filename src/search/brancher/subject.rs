//! Subjects of an order: variables, of which it decides the value, or atoms, of which it decides the truth.
//!
//! A variable of the model is one of the engine, plus a constant: its values come in the same order, and in the same runs.

use std::fmt::Debug;

use crate::model::{IntAtom, IntVar, Solver};
use crate::store::{Domains, Relation, VarId};

/// A variable; or an atom, as a variable with the values 0 and 1, false and true.
///
/// Values are those of the caller's variable. `inner` is the variable of the engine behind the subject.
pub trait Subject: Copy + Debug + PartialEq + Send + 'static {
    /// Whether one variable of the engine may be behind several subjects that are decided separately.
    const SHARES_VARIABLES: bool;

    /// Whether nothing can be decided of it in any model.
    fn is_known(self) -> bool;

    /// The variable that a decision is about.
    fn var(self) -> IntVar;

    /// The number of values left; 1 once it is decided.
    fn size(self, inner: VarId, solver: &Solver) -> u64;

    /// The least value left.
    fn least(self, solver: &Solver) -> i32;

    /// The greatest value left.
    fn greatest(self, solver: &Solver) -> i32;

    /// The runs of consecutive values left, ascending, as `(low, high)`.
    fn runs(self, solver: &Solver) -> impl Iterator<Item = (i32, i32)>;

    /// `[self = value]`
    fn equal_to(self, value: i32) -> IntAtom;

    /// `[self ≠ value]`
    fn other_than(self, value: i32) -> IntAtom;

    /// `[self ≤ value]`, for a value between those that are left, or the least of them.
    fn up_to(self, value: i32) -> IntAtom;

    /// `[self ≥ value]`, for a value between those that are left, or the greatest of them.
    fn down_to(self, value: i32) -> IntAtom;

    /// Whether it is still open.
    #[inline]
    fn is_open(self, inner: VarId, solver: &Solver) -> bool {
        self.size(inner, solver) > 1
    }
}

impl Subject for IntVar {
    const SHARES_VARIABLES: bool = false;

    fn is_known(self) -> bool {
        false
    }

    fn var(self) -> IntVar {
        self
    }

    #[inline]
    fn size(self, inner: VarId, solver: &Solver) -> u64 {
        solver.store().size(inner)
    }

    #[inline]
    fn is_open(self, inner: VarId, solver: &Solver) -> bool {
        solver.store().value(inner).is_none()
    }

    #[inline]
    fn least(self, solver: &Solver) -> i32 {
        solver.min(self)
    }

    #[inline]
    fn greatest(self, solver: &Solver) -> i32 {
        solver.max(self)
    }

    fn runs(self, solver: &Solver) -> impl Iterator<Item = (i32, i32)> {
        let view = solver.view(self);
        let shifted = move |value: i32| view.apply(value) as i32;
        solver.store().runs(view.var).map(move |(low, high)| (shifted(low), shifted(high)))
    }

    #[inline]
    fn equal_to(self, value: i32) -> IntAtom {
        self.is(value)
    }

    #[inline]
    fn other_than(self, value: i32) -> IntAtom {
        self.is_not(value)
    }

    #[inline]
    fn up_to(self, value: i32) -> IntAtom {
        self.at_most(value)
    }

    #[inline]
    fn down_to(self, value: i32) -> IntAtom {
        self.at_least(value)
    }
}

impl Subject for IntAtom {
    const SHARES_VARIABLES: bool = true;

    /// Whether every integer of 32 bits satisfies it, so that it has no negation.
    fn is_known(self) -> bool {
        matches!((self.relation(), self.value()), (Relation::Le, i32::MAX) | (Relation::Ge, i32::MIN))
    }

    fn var(self) -> IntVar {
        IntAtom::var(self)
    }

    fn size(self, _: VarId, solver: &Solver) -> u64 {
        if self.holds(solver) || (!self).holds(solver) { 1 } else { 2 }
    }

    fn least(self, solver: &Solver) -> i32 {
        i32::from(self.holds(solver))
    }

    fn greatest(self, solver: &Solver) -> i32 {
        i32::from(!(!self).holds(solver))
    }

    fn runs(self, solver: &Solver) -> impl Iterator<Item = (i32, i32)> {
        std::iter::once((self.least(solver), self.greatest(solver)))
    }

    fn equal_to(self, value: i32) -> IntAtom {
        if value == 1 { self } else { !self }
    }

    fn other_than(self, value: i32) -> IntAtom {
        self.equal_to(1 - value)
    }

    fn up_to(self, _: i32) -> IntAtom {
        !self
    }

    fn down_to(self, _: i32) -> IntAtom {
        self
    }
}
