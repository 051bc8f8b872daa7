//! Wide integers: variables whose values leave 32 bits.
//!
//! A time stamp in milliseconds leaves 32 bits, but the difference to its least value often fits: it is an offset and one variable. Where
//! the difference does not fit either, it is an offset and two variables, a quotient and a remainder by a fixed divisor. Sums, comparisons,
//! extrema and entries of arrays take such an integer; where another constraint names it, only values of 32 bits are tried
//! (`default_bounds.rs`).

use residua::domain::Domain;
use residua::model::{IntVar, Solution};

/// An integer whose values leave 32 bits, in terms of variables that do not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide {
    /// What is added to the offset, or how many bundles are.
    pub(super) var: IntVar,
    /// How much a bundle is, and what is over, if it is more than 1.
    pub(super) over: Option<(i64, IntVar)>,
    pub(super) offset: i64,
    /// The greatest value that it is declared with: whole bundles reach farther.
    pub(super) last: i64,
}

impl Wide {
    /// The variables, each with its factor.
    pub(super) fn terms(self) -> impl Iterator<Item = (i64, IntVar)> {
        let factor = self.over.map_or(1, |(bundle, _)| bundle);
        [(factor, self.var)].into_iter().chain(self.over.map(|(_, over)| (1, over)))
    }

    /// The offset that is added to the variables.
    pub fn offset(self) -> i64 {
        self.offset
    }

    /// The variable to which the offset is added; `None` where there are two.
    pub fn single(self) -> Option<IntVar> {
        self.over.is_none().then_some(self.var)
    }

    /// The variables, that which matters most first.
    pub fn vars(self) -> impl Iterator<Item = IntVar> {
        self.terms().map(|(_, var)| var)
    }

    /// Its value in a solution.
    pub fn value(self, solution: &Solution) -> i64 {
        self.offset + self.terms().map(|(factor, var)| factor * i64::from(solution[var])).sum::<i64>()
    }

    /// Ranges in which its values are, where those of its variables are in these domains, by their numbers. Where it has two variables
    /// it is one range.
    pub fn ranges(self, domains: &[Domain]) -> Vec<(i64, i64)> {
        if let Some(var) = self.single() {
            let ranges = domains[var.index()].ranges();
            let shifted = |end: &i32| self.offset + i64::from(*end);
            return ranges.map(|range| (shifted(range.start()), shifted(range.end()))).collect();
        }
        let end = |of: fn(&Domain) -> Option<i32>| {
            let of_term = |(factor, var): (i64, IntVar)| Some(factor * i64::from(of(&domains[var.index()])?));
            self.terms().map(of_term).sum::<Option<i64>>().map(|sum| self.offset + sum)
        };
        let greatest = end(Domain::max).map(|greatest| greatest.min(self.last));
        end(Domain::min).zip(greatest).into_iter().collect()
    }
}
