//! Read access to domains, wherever they are held: in a store, in a store as it was, or in a list.

use crate::domain::Domain;
use crate::store::var::VarId;

/// Read access to the domains of variables. No domain is empty.
///
/// For variables of an engine, propagators read the [`Store`](crate::store::Store), and explanations the
/// [past](crate::store::Past). For variables of a model, `Domains<IntVar>`, simplifiers read a slice of [`Domain`]s or a
/// [`Solver`](crate::model::Solver). A [`View`](crate::store::View) reads any that has its variable.
pub trait Domains<V = VarId> {
    /// The least value.
    fn min(&self, var: V) -> i32;
    /// The greatest value.
    fn max(&self, var: V) -> i32;
    /// The least and the greatest value.
    #[inline]
    fn bounds(&self, var: V) -> (i32, i32)
    where
        V: Copy,
    {
        (self.min(var), self.max(var))
    }
    /// The number of values left.
    fn size(&self, var: V) -> u64;
    /// Whether `value` is left.
    fn contains(&self, var: V, value: i32) -> bool;
    /// The domain, as a set of its own.
    fn domain(&self, var: V) -> Domain;
    /// The domain as a word, after the value of its bit 0, where it is kept so: then each value that it had at first is less than 64 above
    /// that one.
    #[inline]
    fn word(&self, _var: V) -> Option<(i32, u64)> {
        None
    }

    /// The value, once only one is left.
    #[inline]
    fn value(&self, var: V) -> Option<i32>
    where
        V: Copy,
    {
        let min = self.min(var);
        (min == self.max(var)).then_some(min)
    }
}

/// A reference reads as what it refers to.
impl<V, D: Domains<V> + ?Sized> Domains<V> for &D {
    fn min(&self, var: V) -> i32 {
        (**self).min(var)
    }

    fn max(&self, var: V) -> i32 {
        (**self).max(var)
    }

    fn bounds(&self, var: V) -> (i32, i32)
    where
        V: Copy,
    {
        (**self).bounds(var)
    }

    fn size(&self, var: V) -> u64 {
        (**self).size(var)
    }

    fn contains(&self, var: V, value: i32) -> bool {
        (**self).contains(var, value)
    }

    fn domain(&self, var: V) -> Domain {
        (**self).domain(var)
    }

    fn word(&self, var: V) -> Option<(i32, u64)> {
        (**self).word(var)
    }
}
