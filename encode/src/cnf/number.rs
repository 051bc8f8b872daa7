//! Order encoding: a number as literals for whether it is at least each of its values.
//!
//! Sums are added up term by term, each partial sum a number of its own; with the last term the total is compared.
//! Source: Tamura, Taga, Kitagawa & Banbara, *Compiling Finite Linear CSP into SAT*, Constraints 14(2), 2009.

use crate::cnf::clauses::Clauses;

/// A number that has one of some values.
#[derive(Clone, Debug)]
pub(super) struct Number {
    /// The values, ascending; at least one.
    values: Vec<i128>,
    /// By value but the first: the literal that says whether the number is at least that.
    at_least: Vec<i32>,
}

/// A literal, or what it always is.
type Known = Result<i32, bool>;

impl Number {
    /// A number of these values, in ascending order, with the literal for each but the first.
    pub(super) fn new(values: Vec<i128>, at_least: Vec<i32>) -> Number {
        debug_assert_eq!(
            values.len(),
            at_least.len() + 1,
            "invariant: a literal for each value but the first"
        );
        Number { values, at_least }
    }

    /// A number of these values, ascending, with new literals.
    pub(super) fn fresh(values: Vec<i128>, clauses: &mut Clauses) -> Number {
        let at_least: Vec<i32> = values.iter().skip(1).map(|_| clauses.new_var()).collect();
        for pair in at_least.windows(2) {
            clauses.add_if(None, [pair[0], -pair[1]]);
        }
        Number::new(values, at_least)
    }

    pub(super) fn values(&self) -> &[i128] {
        &self.values
    }

    /// Whether it is at least the value of that position; beyond the last, it is not.
    pub(super) fn at_least(&self, position: usize) -> Known {
        match position {
            0 => Err(true),
            _ => self.at_least.get(position - 1).copied().ok_or(false),
        }
    }

    /// A multiple of it, by a factor that is not 0: with the same literals, or their negations in opposite order.
    pub(super) fn times(&self, factor: i128) -> Number {
        let mut values: Vec<i128> = self.values.iter().map(|value| factor * value).collect();
        let mut at_least = self.at_least.clone();
        if factor < 0 {
            values.reverse();
            at_least = at_least.iter().rev().map(|literal| -literal).collect();
        }
        Number { values, at_least }
    }

    /// The sum of two.
    pub(super) fn plus(&self, other: &Number, clauses: &mut Clauses) -> Number {
        let sums = self.values.iter().flat_map(|a| other.values.iter().map(move |b| a + b));
        let mut values: Vec<i128> = sums.collect();
        values.sort_unstable();
        values.dedup();
        let sum = Number::fresh(values, clauses);
        for (i, a) in self.values.iter().enumerate() {
            for (j, b) in other.values.iter().enumerate() {
                let at = sum.values.partition_point(|&value| value < a + b);
                // Both at least these: the sum at least theirs. Both no more: neither is the sum.
                add(None, [not(self.at_least(i)), not(other.at_least(j)), sum.at_least(at)], clauses);
                let more = [self.at_least(i + 1), other.at_least(j + 1), not(sum.at_least(at + 1))];
                add(None, more, clauses);
            }
        }
        sum
    }

    /// States, where `guard` is true, that the sum of two is at most the limit.
    pub(super) fn sum_at_most(&self, other: &Number, limit: i128, guard: Option<i32>, clauses: &mut Clauses) {
        for (i, a) in self.values.iter().enumerate() {
            let j = other.values.partition_point(|b| a + b <= limit);
            add(guard, [not(self.at_least(i)), not(other.at_least(j))], clauses);
        }
    }

    /// States, where `guard` is true, that the sum of two is not that.
    pub(super) fn sum_is_not(&self, other: &Number, total: i128, guard: Option<i32>, clauses: &mut Clauses) {
        for (i, a) in self.values.iter().enumerate() {
            if let Ok(j) = other.values.binary_search(&(total - a)) {
                let is_not = |number: &Number, at| [not(number.at_least(at)), number.at_least(at + 1)];
                add(guard, [is_not(self, i), is_not(other, j)].concat(), clauses);
            }
        }
    }
}

fn not(known: Known) -> Known {
    known.map(|literal| -literal).map_err(|truth| !truth)
}

/// Adds a clause, unless it is always true.
fn add(guard: Option<i32>, literals: impl IntoIterator<Item = Known> + Clone, clauses: &mut Clauses) {
    if !literals.clone().into_iter().any(|literal| literal == Err(true)) {
        clauses.add_if(guard, literals.into_iter().filter_map(Result::ok));
    }
}
