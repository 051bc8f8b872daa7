//! Tallies: the number of solutions of a component, and if requested of those with each of its values.

use crate::inspect::count::natural::Natural;
use crate::store::{Store, VarId};

/// A value that a variable of a component can have.
pub(super) type VarValue = (VarId, i32);

/// The pairs of variables and values: variable by variable, values ascending.
pub(super) fn var_values(store: &Store, vars: &[VarId]) -> Vec<VarValue> {
    let of = |&var: &VarId| store.runs(var).flat_map(|(low, high)| low..=high).map(move |value| (var, value));
    vars.iter().flat_map(of).collect()
}

/// The number of solutions of a component.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) total: Natural,
    /// The number with each pair; empty if not requested, and as long as all are 0.
    pub(super) by_var_value: Vec<Natural>,
}

impl Tally {
    /// The number with the pair at that place.
    pub(super) fn with(&self, pair: usize) -> Natural {
        self.by_var_value.get(pair).cloned().unwrap_or(Natural::ZERO)
    }

    /// Takes out the number with the pair at that place, which is left 0.
    pub(super) fn take(&mut self, pair: usize) -> Natural {
        self.by_var_value.get_mut(pair).map(std::mem::take).unwrap_or_default()
    }

    /// An upper bound of the memory of `pairs` pairs, in words: each may have as many digits as the total.
    pub(super) fn words(&self, pairs: usize) -> usize {
        let words = (size_of::<VarValue>() + size_of::<Natural>()) / size_of::<u64>();
        pairs.saturating_mul(words + self.total.words())
    }
}

/// A product of many factors. Small ones are multiplied with each other first: a great number costs as much for each
/// factor as it has digits.
#[derive(Clone, Debug)]
pub(super) struct Product {
    great: Natural,
    small: Natural,
}

impl Product {
    /// The empty product.
    pub(super) fn one() -> Product {
        Product { great: Natural::ONE, small: Natural::ONE }
    }

    /// The product 0.
    pub(super) fn zero() -> Product {
        Product { great: Natural::ONE, small: Natural::ZERO }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.small.is_zero()
    }

    pub(super) fn multiply(&mut self, factor: &Natural) {
        self.small = self.small.times(factor);
        if self.small.words() > 0 {
            self.great = self.great.times(&std::mem::replace(&mut self.small, Natural::ONE));
        }
    }

    /// The number.
    pub(super) fn number(&self) -> Natural {
        self.great.times(&self.small)
    }
}
