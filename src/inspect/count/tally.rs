//! What is counted of a component: its solutions, and where that is asked for, the solutions with each of its values.

use crate::inspect::count::natural::Natural;
use crate::store::{Store, VarId};

/// A value that a variable of a component can have.
pub(in crate::inspect::count) type Slot = (VarId, i32);

/// The slots of variables: variable by variable, values ascending.
pub(in crate::inspect::count) fn slots(store: &Store, vars: &[VarId]) -> Vec<Slot> {
    let of = |&var: &VarId| store.runs(var).flat_map(|(low, high)| low..=high).map(move |value| (var, value));
    vars.iter().flat_map(of).collect()
}

/// How many solutions a component has.
#[derive(Clone, Debug, Default)]
pub(in crate::inspect::count) struct Tally {
    pub(in crate::inspect::count) total: Natural,
    /// How many with each slot; empty where that is not asked for.
    pub(in crate::inspect::count) by_slot: Vec<Natural>,
}

impl Tally {
    /// No solutions, of so many slots.
    pub(in crate::inspect::count) fn none(slots: usize) -> Tally {
        Tally { total: Natural::ZERO, by_slot: vec![Natural::ZERO; slots] }
    }
}

/// Of each tally, the product of all others' totals.
pub(in crate::inspect::count) fn products_of_others<'a>(
    tallies: impl DoubleEndedIterator<Item = &'a Tally>,
) -> Vec<Natural> {
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
