//! Reading domains, whoever holds them: a store now, a store as it was, or a plain list.

use crate::domain::Domain;
use crate::store::var::VarId;

/// The domains of variables, to read. No domain is empty.
///
/// Explanations read the [past](crate::store::Past), simplifiers a slice of [`Domain`]s, propagators the
/// [`Store`](crate::store::Store); a [`View`](crate::store::View) reads any of them.
pub trait Domains {
    /// The least value.
    fn min(&self, var: VarId) -> i32;
    /// The greatest value.
    fn max(&self, var: VarId) -> i32;
    /// How many values are left.
    fn size(&self, var: VarId) -> u64;
    /// Whether `value` is left.
    fn contains(&self, var: VarId, value: i32) -> bool;
    /// The domain, as a set of its own.
    fn domain(&self, var: VarId) -> Domain;

    /// The value, once only one is left.
    #[inline]
    fn value(&self, var: VarId) -> Option<i32> {
        let min = self.min(var);
        (min == self.max(var)).then_some(min)
    }
}

/// Domains by the number of their variable. An empty domain is a bug of the caller.
impl Domains for [Domain] {
    fn min(&self, var: VarId) -> i32 {
        self[var.index()].min().expect("invariant: no domain is empty")
    }

    fn max(&self, var: VarId) -> i32 {
        self[var.index()].max().expect("invariant: no domain is empty")
    }

    fn size(&self, var: VarId) -> u64 {
        self[var.index()].size()
    }

    fn contains(&self, var: VarId, value: i32) -> bool {
        self[var.index()].contains(value)
    }

    fn domain(&self, var: VarId) -> Domain {
        self[var.index()].clone()
    }
}

/// A reference reads as what it refers to.
impl<D: Domains + ?Sized> Domains for &D {
    fn min(&self, var: VarId) -> i32 {
        (**self).min(var)
    }

    fn max(&self, var: VarId) -> i32 {
        (**self).max(var)
    }

    fn size(&self, var: VarId) -> u64 {
        (**self).size(var)
    }

    fn contains(&self, var: VarId, value: i32) -> bool {
        (**self).contains(var, value)
    }

    fn domain(&self, var: VarId) -> Domain {
        (**self).domain(var)
    }
}
