//! Simplification of the count of a counting constraint: what is left of it once some conditions are decided.

use std::fmt;
use std::sync::Arc;

use crate::constraints::comparison::from_atom;
use crate::constraints::counting::amount::Amount;
use crate::constraints::counting::counter::Limit;
use crate::constraints::{Comparator, Comparison, Constraint, Operand, Simplified, Statement};
use crate::engine::Poster;
use crate::store::Domains;
use crate::store::handle::{IntAtom, IntVar, IntView};

/// A number is `= n`, `≤ n` or `≥ n`, for a number `n`, a view, or some number of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quota {
    pub(super) comparator: Comparator,
    pub(super) count: Amount,
}

/// What is left of a count once some conditions are decided.
pub(super) enum LeftCount {
    /// It is decided, or says something about the number only.
    Decided(Simplified),
    /// All open conditions have this truth.
    All(bool),
    /// The number of open conditions that are true has to meet this quota.
    Quota(Quota),
}

impl Quota {
    /// Exactly this number.
    pub(super) fn of(count: Amount) -> Quota {
        Quota { comparator: Comparator::Eq, count }
    }

    /// Whether a number meets it, under an assignment.
    pub(super) fn is_met_by(self, number: i64, value: &dyn Fn(IntView) -> i64) -> bool {
        match (self.count, self.comparator) {
            (Amount::Equal(operand), comparator) => comparator.holds(number, operand.value(value)),
            (empty, _) if empty.is_empty() => false,
            (Amount::Between(_, high), Comparator::Le) => number <= high,
            (Amount::Between(low, _), Comparator::Ge) => number >= low,
            (range @ Amount::Between(..), _) => range.is(number, value),
        }
    }

    /// The limits of a propagator: from below, and from above.
    pub(super) fn limits(self, to: &Poster<'_>) -> [Limit; 2] {
        let [low, high] = match self.count {
            Amount::Between(low, high) => [Limit::Constant(low), Limit::Constant(high)],
            Amount::Equal(_) => [self.count.limit(to), self.count.limit(to)],
        };
        match self.comparator {
            Comparator::Le => [Limit::Constant(i64::MIN), high],
            Comparator::Ge => [low, Limit::Constant(i64::MAX)],
            _ => [low, high],
        }
    }

    pub(super) fn view(self) -> Option<IntView> {
        self.count.view()
    }

    pub(super) fn map(self, to: &dyn Fn(IntView) -> IntView) -> Quota {
        Quota { count: self.count.map(to), ..self }
    }

    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let sign = match (self.comparator, self.count) {
            (Comparator::Le, _) => "≤",
            (Comparator::Ge, _) => "≥",
            (_, Amount::Between(..)) => "in",
            (_, Amount::Equal(_)) => "=",
        };
        write!(f, " {sign} ")?;
        self.count.write(f, name)
    }

    /// That the number of these parts meets it.
    pub(super) fn statement(self, of: Vec<Statement>) -> Statement {
        let count = |(comparator, to)| Statement::Count { of: of.clone(), comparator, to };
        match (self.count, self.comparator) {
            (Amount::Equal(to), comparator) => Statement::Count { of, comparator, to },
            (range @ Amount::Between(..), _) => {
                Statement::All(range.comparisons().into_iter().map(count).collect())
            }
        }
    }

    /// What is left where `is_true` conditions are true and `open` ones are not decided; all are of different variables, or else more
    /// may be decided than this says.
    pub(super) fn left(self, is_true: usize, open: usize, domains: &dyn Domains<IntVar>) -> LeftCount {
        let (is_true, open) = (is_true as i64, open as i64);
        let (low, high) = self.count.bounds(domains);
        let (at_least, at_most) = (self.comparator != Comparator::Le, self.comparator != Comparator::Ge);
        let violated = low > high || at_most && high < is_true || at_least && low > is_true + open;
        // Any number of a range will do; a view may have any of its values.
        let (low_enough, high_enough) = match self.count {
            Amount::Between(..) => (high, low),
            Amount::Equal(_) => (low, high),
        };
        let entailed = (!at_most || low_enough >= is_true + open) && (!at_least || high_enough <= is_true);
        if violated || entailed {
            return LeftCount::Decided(if violated { Simplified::Violated } else { Simplified::Entailed });
        }
        let is_known = low == high || matches!(self.count, Amount::Between(..));
        if at_most && high == is_true && open > 0 && is_known {
            return LeftCount::All(false);
        }
        if at_least && low == is_true + open && open > 0 && is_known {
            return LeftCount::All(true);
        }
        let count = match self.count {
            Amount::Equal(Operand::View(view)) if low < high => {
                if open == 0 {
                    let right = Operand::Constant(is_true);
                    // The number is on the left here: n ≥ is_true.
                    let comparator = match self.comparator {
                        Comparator::Le => Comparator::Ge,
                        Comparator::Ge => Comparator::Le,
                        same => same,
                    };
                    let number = Comparison { left: view, comparator, right };
                    return LeftCount::Decided(Simplified::Into(vec![number.into_shared()]));
                }
                let shifted = i32::try_from(is_true).map_or(view, |is_true| view - is_true);
                if shifted.is_overflown() {
                    return LeftCount::Decided(Simplified::Unchanged);
                }
                Amount::from(shifted)
            }
            Amount::Between(..) if low < high => {
                Amount::Between((low - is_true).max(0), (high - is_true).min(open))
            }
            _ => Amount::Equal(Operand::Constant(low - is_true)),
        };
        LeftCount::Quota(Quota { count, ..self })
    }
}

/// All of the atoms, or none of them.
pub(super) fn all(atoms: impl Iterator<Item = IntAtom>, truth: bool) -> Simplified {
    let atom = |atom: IntAtom| from_atom(if truth { atom } else { !atom }).into_shared();
    Simplified::Into(atoms.map(atom).collect())
}

/// More assignments than this are not gone through by [`holds_for_all`].
const MOST: u64 = 2048;

/// Whether a constraint in which variables occur twice holds for all assignments, where these are few: counts by the occurrence do not
/// show that.
pub(in crate::constraints) fn holds_always(
    constraint: &dyn Constraint,
    domains: &dyn Domains<IntVar>,
) -> bool {
    let mut vars: Vec<IntVar> = constraint.scope().iter().filter(|x| x.scale() != 0).map(|x| x.var).collect();
    vars.sort_unstable();
    vars.windows(2).any(|pair| pair[0] == pair[1]) && holds_for_all(constraint, domains)
}

/// Whether a constraint holds for all assignments, where these are few.
pub(super) fn holds_for_all(constraint: &dyn Constraint, domains: &dyn Domains<IntVar>) -> bool {
    let mut vars: Vec<IntVar> = constraint.scope().iter().filter(|x| x.scale() != 0).map(|x| x.var).collect();
    vars.sort_unstable();
    vars.dedup();
    let count = vars.iter().map(|&var| domains.size(var)).fold(1, u64::saturating_mul);
    if count > MOST {
        return false;
    }
    let values: Vec<Vec<i32>> = vars.iter().map(|&var| domains.domain(var).iter().collect()).collect();
    let mut at = vec![0; vars.len()];
    loop {
        let value = |view: IntView| {
            vars.binary_search(&view.var).map_or(view.offset().into(), |i| view.apply(values[i][at[i]]))
        };
        if !constraint.check(&value) {
            return false;
        }
        let Some(next) = (0..at.len()).find(|&i| at[i] + 1 < values[i].len()) else { return true };
        at[next] += 1;
        at[..next].fill(0);
    }
}

/// Shares a constraint, unless it is the one that it came from.
pub(super) fn becomes<C: Constraint + PartialEq + 'static>(before: &C, after: C) -> Simplified {
    if *before == after { Simplified::Unchanged } else { Simplified::Into(vec![Arc::new(after)]) }
}
