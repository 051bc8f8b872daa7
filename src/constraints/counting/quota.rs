//! What counting constraints have in common as values: how many, and what is left of that.

use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::counter::Limit;
use crate::constraints::{Comparator, Comparison, Constraint, Operand, Simplified, from_atom};
use crate::engine::Poster;
use crate::store::Domains;
use crate::store::handle::{IntAtom, IntVar, IntView};

/// `= n`, `≤ n` or `≥ n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quota {
    pub(super) comparator: Comparator,
    pub(super) count: Operand,
}

/// What is left of a count once some conditions are decided.
pub(super) enum Left {
    /// It is decided, or says something about the number only.
    Decided(Simplified),
    /// All open conditions have this truth.
    All(bool),
    /// The number of open conditions that are true has to meet this quota.
    Quota(Quota),
}

impl Quota {
    /// The limits of a propagator: from below, and from above.
    pub(super) fn limits(self, to: &Poster<'_>) -> [Limit; 2] {
        let limit = match self.count {
            Operand::View(view) => Limit::View(to.view(view)),
            Operand::Constant(constant) => Limit::Constant(constant),
        };
        let [least, greatest] = [Limit::Constant(i64::MIN), Limit::Constant(i64::MAX)];
        match self.comparator {
            Comparator::Le => [least, limit],
            Comparator::Ge => [limit, greatest],
            _ => [limit.clone(), limit],
        }
    }

    pub(super) fn view(self) -> Option<IntView> {
        match self.count {
            Operand::View(view) => Some(view),
            Operand::Constant(_) => None,
        }
    }

    pub(super) fn map(self, to: &dyn Fn(IntView) -> IntView) -> Quota {
        let count = match self.count {
            Operand::View(view) => Operand::View(to(view)),
            constant @ Operand::Constant(_) => constant,
        };
        Quota { count, ..self }
    }

    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let sign = match self.comparator {
            Comparator::Le => "≤",
            Comparator::Ge => "≥",
            _ => "=",
        };
        match self.count {
            Operand::View(view) => write!(f, " {sign} {}", name(view)),
            Operand::Constant(constant) => write!(f, " {sign} {constant}"),
        }
    }

    /// What is left where `is_true` conditions are true and `open` ones are not decided; all are of different variables, or else more
    /// may be decided than this says.
    pub(super) fn left(self, is_true: usize, open: usize, domains: &dyn Domains<IntVar>) -> Left {
        let (is_true, open) = (is_true as i64, open as i64);
        let (low, high) = match self.count {
            Operand::Constant(constant) => (constant, constant),
            Operand::View(view) => (view.min(domains).into(), view.max(domains).into()),
        };
        let (at_least, at_most) = (self.comparator != Comparator::Le, self.comparator != Comparator::Ge);
        let violated = at_most && high < is_true || at_least && low > is_true + open;
        let entailed = (!at_most || low >= is_true + open) && (!at_least || high <= is_true);
        if violated || entailed {
            return Left::Decided(if violated { Simplified::Violated } else { Simplified::Entailed });
        }
        if at_most && high == is_true && open > 0 && low == high {
            return Left::All(false);
        }
        if at_least && low == is_true + open && open > 0 && low == high {
            return Left::All(true);
        }
        let count = match self.count {
            Operand::View(view) if low < high => {
                if open == 0 {
                    let right = Operand::Constant(is_true);
                    // The number is on the left here: n ≥ is_true.
                    let comparator = match self.comparator {
                        Comparator::Le => Comparator::Ge,
                        Comparator::Ge => Comparator::Le,
                        same => same,
                    };
                    let number = Comparison { left: view, comparator, right };
                    return Left::Decided(Simplified::Into(vec![number.into_shared()]));
                }
                let shifted = i32::try_from(is_true).map_or(view, |is_true| view - is_true);
                if shifted.is_overflown() {
                    return Left::Decided(Simplified::Unchanged);
                }
                Operand::View(shifted)
            }
            _ => Operand::Constant(low - is_true),
        };
        Left::Quota(Quota { count, ..self })
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
