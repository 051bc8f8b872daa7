//! What is counted of a component: its solutions, and if requested the solutions with each of its values.

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
    /// The number with each pair; empty if not requested.
    pub(super) by_var_value: Vec<Natural>,
}

impl Tally {
    /// No solutions, of `var_values` pairs.
    pub(super) fn none(var_values: usize) -> Tally {
        Tally { total: Natural::ZERO, by_var_value: vec![Natural::ZERO; var_values] }
    }
}

/// For each tally, the product of all others' totals.
pub(super) fn products_of_others<'a>(tallies: impl DoubleEndedIterator<Item = &'a Tally>) -> Vec<Natural> {
    let mut after = Natural::ONE;
    let mut behind: Vec<(Natural, &Natural)> = Vec::new();
    for tally in tallies.rev() {
        behind.push((after.clone(), &tally.total));
        after = after.times(&tally.total);
    }
    let mut before = Natural::ONE;
    let others = behind.into_iter().rev().map(|(after, total)| {
        let product = before.times(&after);
        before = before.times(total);
        product
    });
    others.collect()
}
