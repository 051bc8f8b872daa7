//! Value orders: which value of the chosen variable to try first (value selection).

use crate::model::{IntAtom, Solver};
use crate::search::brancher::subject::Subject;
use crate::search::random::Random;

/// A value order: which value to try first, or which values to exclude first.
///
/// | order | the first branch | the second branch |
/// |---|---|---|
/// | `Ascending`, `Descending` | the least value, the greatest one | any other |
/// | `Median` | the middle one of the values; the smaller one of two in the middle | any other |
/// | `Middle` | the value nearest to the mean of the bounds, the smaller one among equals | any other |
/// | `Random` | any value | any other |
/// | `Bisect` | at most the mean of the bounds, rounded down | the upper half |
/// | `ReverseBisect` | the upper half | the lower half |
/// | `RandomBisect` | one of the two halves | the other one |
/// | `Interval` | the first run of consecutive values, if there are several; else as `Bisect` | the rest |
/// | `ExcludeMin`, `ExcludeMax`, `ExcludeMedian`, `ExcludeRandom` | all values but that one | that one |
///
/// A number is the seed: the same numbers are drawn for the same seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueOrder {
    /// The least.
    Ascending,
    /// The greatest.
    Descending,
    /// The middle one of the values.
    Median,
    /// The one nearest to the mean of the bounds.
    Middle,
    /// A random one, reproducible by its seed.
    Random(u64),
    /// The lower half, by a bound.
    Bisect,
    /// The upper half, by a bound.
    ReverseBisect,
    /// A random half, reproducible by its seed.
    RandomBisect(u64),
    /// The first of several runs of consecutive values, or the lower half.
    Interval,
    /// All but the least.
    ExcludeMin,
    /// All but the greatest.
    ExcludeMax,
    /// All but the middle one of the values.
    ExcludeMedian,
    /// All but a random one, reproducible by its seed.
    ExcludeRandom(u64),
}

impl ValueOrder {
    /// The seed of its random numbers; 0 where it has none.
    pub(super) fn seed(self) -> u64 {
        match self {
            ValueOrder::Random(seed) | ValueOrder::RandomBisect(seed) | ValueOrder::ExcludeRandom(seed) => {
                seed
            }
            _ => 0,
        }
    }

    /// The first branch for a subject that is open.
    #[inline]
    pub(super) fn first<S: Subject>(self, subject: S, solver: &Solver, random: &mut Random) -> IntAtom {
        match self {
            ValueOrder::Ascending => subject.equal_to(subject.least(solver)),
            ValueOrder::Descending => subject.equal_to(subject.greatest(solver)),
            ValueOrder::Bisect => subject.up_to(halfway(subject, solver)),
            _ => self.other_first(subject, solver, random),
        }
    }

    fn other_first<S: Subject>(self, subject: S, solver: &Solver, random: &mut Random) -> IntAtom {
        let middle = || nth(subject, solver, (count(subject, solver) - 1) / 2);
        match self {
            ValueOrder::Ascending | ValueOrder::Descending | ValueOrder::Bisect => {
                self.first(subject, solver, random)
            }
            ValueOrder::Median => subject.equal_to(middle()),
            ValueOrder::Middle => subject.equal_to(nearest_to_mean(subject, solver)),
            ValueOrder::Random(_) => subject.equal_to(any(subject, solver, random)),
            ValueOrder::ReverseBisect => subject.down_to(halfway(subject, solver) + 1),
            ValueOrder::RandomBisect(_) => {
                let low = halfway(subject, solver);
                if random.below(2) == 0 { subject.up_to(low) } else { subject.down_to(low + 1) }
            }
            ValueOrder::Interval => {
                let mut runs = subject.runs(solver);
                match (runs.next(), runs.next()) {
                    (Some((_, end)), Some(_)) => subject.up_to(end),
                    _ => subject.up_to(halfway(subject, solver)),
                }
            }
            ValueOrder::ExcludeMin => subject.other_than(subject.least(solver)),
            ValueOrder::ExcludeMax => subject.other_than(subject.greatest(solver)),
            ValueOrder::ExcludeMedian => subject.other_than(middle()),
            ValueOrder::ExcludeRandom(_) => subject.other_than(any(subject, solver, random)),
        }
    }
}

/// The mean of the bounds, rounded down: less than the greatest value.
#[inline]
fn halfway<S: Subject>(subject: S, solver: &Solver) -> i32 {
    (i64::from(subject.least(solver)) + i64::from(subject.greatest(solver))).div_euclid(2) as i32
}

/// The number of values left.
fn count<S: Subject>(subject: S, solver: &Solver) -> u64 {
    subject.size(solver.view(subject.var()).var, solver)
}

/// Any value.
fn any<S: Subject>(subject: S, solver: &Solver, random: &mut Random) -> i32 {
    nth(subject, solver, random.number() % count(subject, solver))
}

/// The value that has this many below it.
fn nth<S: Subject>(subject: S, solver: &Solver, mut below: u64) -> i32 {
    for (low, high) in subject.runs(solver) {
        let length = (i64::from(high) - i64::from(low)) as u64 + 1;
        if below < length {
            return (i64::from(low) + below as i64) as i32;
        }
        below -= length;
    }
    subject.greatest(solver)
}

/// The value nearest to the mean of the bounds, the smaller one of two.
fn nearest_to_mean<S: Subject>(subject: S, solver: &Solver) -> i32 {
    let (halfway, twice_mean) =
        (halfway(subject, solver), i64::from(subject.least(solver)) + i64::from(subject.greatest(solver)));
    let mut below = subject.least(solver);
    for (low, high) in subject.runs(solver) {
        if low > halfway {
            let is_nearer_below = twice_mean - 2 * i64::from(below) <= 2 * i64::from(low) - twice_mean;
            return if is_nearer_below { below } else { low };
        }
        if high >= halfway {
            return halfway;
        }
        below = high;
    }
    below
}
