//! The propagator of forbidden tuples (negative table).
//!
//! A value has no support where all combinations of the others' values are forbidden with it: where as many rows with it are left as
//! there are such combinations. Most of the time there are more of these than rows in all, and then nothing is counted.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain: the removal of a value without support takes no support from others, so that one pass finds all |
//! | Cost | a look at each value of a column that changed and the update of the rows (`columns.rs`); where a column may lose values, the words of its rows |
//! | Wakes on | any change |
//! | Explains | by values that others lost, none of which can be left out |
//! | Source | Verhaeghe, Lecoutre & Schaus, *Extending Compact-Table to Negative and Short Tables*, AAAI 2017 |

use std::cell::RefCell;

use crate::constraints::extensional::columns::Columns;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId};

#[derive(Clone, Debug)]
pub(super) struct Conflicts {
    columns: Columns,
    /// By column: how many values are left.
    sizes: Vec<u64>,
    /// For explanations: by number, whether its value counts as left, and by column, how many values do.
    relaxed: RefCell<(Vec<bool>, Vec<u64>)>,
}

/// The product of the sizes of the other columns; `u64::MAX` if it is greater.
fn others(sizes: &[u64], column: usize) -> u64 {
    let all = sizes.iter().enumerate().filter(|&(at, _)| at != column);
    all.fold(1, |product, (_, &size)| product.saturating_mul(size))
}

impl Conflicts {
    pub(super) fn new(columns: Columns) -> Conflicts {
        let width = columns.vars.len();
        let relaxed = RefCell::new((vec![false; columns.values.len()], vec![0; width]));
        Conflicts { columns, sizes: vec![0; width], relaxed }
    }

    /// Removes the values of a column that are forbidden with all that the others have; `left` rows are left.
    fn filter(&mut self, column: usize, left: &mut u64, store: &mut Store) -> Result<(), Failure> {
        let all = others(&self.sizes, column);
        if all > *left {
            return Ok(());
        }
        let why = store.because(0);
        let mut open = self.columns.open(column, store);
        while let Some(place) = open.next_back() {
            let number = self.columns.open[place] as usize;
            if self.columns.count(number, store) == all {
                store.remove(self.columns.vars[column], self.columns.values[number], why)?;
                self.columns.close(column, place, store);
                self.columns.take(number, store);
                self.sizes[column] -= 1;
                *left -= all;
            }
        }
        Ok(())
    }

    /// Marks the values that were left, and counts them; of the column in question all.
    fn note(&self, column: usize, past: &Past<'_>, is_left: &mut [bool], sizes: &mut [u64]) {
        for (other, &var) in self.columns.vars.iter().enumerate() {
            sizes[other] = past.size(var);
            for number in self.columns.numbers(other) {
                is_left[number] = other == column || past.contains(var, self.columns.values[number]);
            }
        }
    }

    /// In how many rows with the number `own` all values count as left, and `other` is one of them.
    fn count(&self, own: usize, other: usize, is_left: &[bool]) -> u64 {
        let width = self.columns.vars.len();
        let mut count = 0;
        for (word, mask) in self.columns.sets.of(own) {
            for bit in (0..64).filter(|bit| mask >> bit & 1 != 0) {
                let cells = &self.columns.cells[(64 * word + bit) * width..][..width];
                let is_met = |&number: &u32| is_left[number as usize] || number as usize == other;
                let has_other = cells.iter().any(|&number| number as usize == other);
                count += u64::from(has_other && cells.iter().all(is_met));
            }
        }
        count
    }

    /// Why a value of a column has no support: what others lost, but for the values with which it is forbidden anyway.
    fn explain_value(&self, column: usize, own: usize, past: &Past<'_>, out: &mut Vec<Atom>) {
        let mut relaxed = self.relaxed.borrow_mut();
        let (is_left, sizes) = &mut *relaxed;
        self.note(column, past, is_left, sizes);
        let start = past.start();
        for (other, &var) in self.columns.vars.iter().enumerate().filter(|&(other, _)| other != column) {
            for number in self.columns.numbers(other) {
                if is_left[number] || !start.contains(var, self.columns.values[number]) {
                    continue;
                }
                let all = sizes.iter().enumerate().filter(|&(at, _)| at != column && at != other);
                let all = all.fold(1_u64, |product, (_, &size)| product.saturating_mul(size));
                if self.count(own, number, is_left) == all {
                    is_left[number] = true;
                    sizes[other] += 1;
                }
            }
        }
        for (other, &var) in self.columns.vars.iter().enumerate().filter(|&(other, _)| other != column) {
            let counts_as_left = |value: i32| {
                past.contains(var, value)
                    || self.columns.number(other, value).is_some_and(|number| is_left[number])
            };
            write_lost(var, counts_as_left, past, out);
        }
    }
}

/// Writes that the variable has none of the values that do not count as left; by bounds, where there are many.
fn write_lost(var: VarId, counts_as_left: impl Fn(i32) -> bool, past: &Past<'_>, out: &mut Vec<Atom>) {
    /// At most this many values at an end are listed, rather than the bound that excludes them.
    const LISTED: i64 = 64;
    let start = past.start();
    let (mut low, mut high) = (start.min(var), start.max(var));
    if i64::from(past.min(var)) - i64::from(low) > LISTED {
        low = past.min(var);
        out.push(Atom::ge(var, low));
    }
    if i64::from(high) - i64::from(past.max(var)) > LISTED {
        high = past.max(var);
        out.push(Atom::le(var, high));
    }
    let domain = start.domain(var);
    let mut next = domain.next_from(low);
    while let Some(value) = next.filter(|&value| value <= high) {
        if !counts_as_left(value) {
            out.push(Atom::ne(var, value));
        }
        next = value.checked_add(1).and_then(|from| domain.next_from(from));
    }
}

impl Propagator for Conflicts {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.columns.vars.iter().for_each(|&var| events.on(var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        for column in 0..self.sizes.len() {
            let _ = self.columns.update(column, store);
            self.sizes[column] = store.size(self.columns.vars[column]);
        }
        self.columns.tidy(store);
        let mut left = self.columns.left(store);
        for column in 0..self.sizes.len() {
            if left > 0 {
                self.filter(column, &mut left, store)?;
            }
        }
        Ok(if left == 0 { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let ExplainRequest::Atom(atom) = request else { return };
        let Some(column) = self.columns.column_of(atom.var()) else { return };
        for value in request.removed(past) {
            if let Some(number) = self.columns.number(column, value) {
                self.explain_value(column, number, past, out);
            }
        }
    }
}
