//! Case selection for refutations: which value or bound to assume next.
//!
//! A variable of few values is tried value by value. One of many, and one of more than two that constraints compare, is tried by its
//! bounds: the greatest `v` for which propagation refutes `x ≤ v` is looked for by steps that double, and then by halves. Where
//! propagation refutes nothing, the level is split: by the values of a variable of few, else by the middle of one of many.
//!
//! | Promise | |
//! |---|---|
//! | Cost | on a level a propagation for each open value of a narrow variable, and one for each bit of the width of a wide one |

use fixedbitset::FixedBitSet;
use std::cmp::Reverse;

use crate::constraints::{AllDifferent, Comparator, Comparison};
use crate::inspect::why::refute::Refuter;
use crate::model::{IntAtom, IntVar, Model};
use crate::search::Limit;
use crate::store::Domains;

/// The number of cases that are tried on a level, about: those of the narrowest variables.
const TRIED: u64 = 4096;

/// A variable of more values is not tried value by value.
const FEW: u64 = 32;

/// A bound that moves by fewer values is worth little: there would be many such steps.
const PAYS: i64 = 16;

/// How much longer the refutation of such a bound counts.
const POOR: usize = 4;

/// A split by a bound makes as many cases as values of a variable of this size, as far as it matters.
const BOUND_RANK: u64 = 4;

/// The result of trying the cases of a level.
pub(super) enum CaseResult {
    /// Propagation refutes this one, in fewer steps than others.
    Refuted(IntAtom),
    /// Propagation refutes none; assume this one.
    Open(IntAtom),
    /// All variables are fixed.
    Solved,
}

/// The best cases so far.
#[derive(Default)]
struct Best {
    /// The case that propagation refutes, by the length of its refutation; among equals the one that excludes more.
    refuted: Option<((usize, Reverse<i64>), IntAtom)>,
    /// The case to split by: few cases, and little left in them.
    open: Option<((u64, f64), IntAtom)>,
}

/// The result of trying a case.
struct TriedCase {
    /// The number of changes that it led to.
    length: usize,
    /// The logarithm of the number of assignments left; `None` at a failure.
    left: Option<f64>,
}

impl Best {
    fn refute(&mut self, length: usize, excluded: i64, atom: IntAtom) {
        let key = (length, Reverse(excluded));
        if self.refuted.as_ref().is_none_or(|(other, _)| key < *other) {
            self.refuted = Some((key, atom));
        }
    }

    fn split(&mut self, rank: u64, left: f64, atom: IntAtom) {
        if self.open.as_ref().is_none_or(|(other, _)| (rank, left) < *other) {
            self.open = Some(((rank, left), atom));
        }
    }
}

/// The variables whose values some constraint compares, or calculates with: not only whether they are equal.
pub(super) fn compared(model: &Model) -> FixedBitSet {
    let mut compared = FixedBitSet::with_capacity(model.domains().len());
    for (_, constraint) in model.constraints() {
        let scope = constraint.scope();
        let any = (**constraint).as_any();
        let tells_apart =
            |comparison: &Comparison| matches!(comparison.comparator, Comparator::Eq | Comparator::Ne);
        let is_of_one = scope.iter().all(|view| view.var == scope[0].var);
        let is_plain = any.is::<AllDifferent>() || any.downcast_ref().is_some_and(tells_apart);
        if !is_plain && !is_of_one {
            compared.extend(scope.iter().map(|view| view.var.index()));
        }
    }
    compared
}

impl Refuter<'_> {
    /// Tries the cases of the current level, each undone.
    pub(super) fn try_all(&mut self) -> Result<CaseResult, Limit> {
        let open = self.worth_trying();
        if open.is_empty() {
            return Ok(CaseResult::Solved);
        }
        let mut best = Best::default();
        for var in open {
            let size = self.tracer.solver.size(var);
            if size <= FEW {
                self.try_values(var, &mut best)?;
            }
            if size > FEW || (size > 2 && self.compared.contains(var.index())) {
                self.try_bounds(var, &mut best)?;
            }
        }
        Ok(match (best.refuted, best.open) {
            (Some((_, atom)), _) => CaseResult::Refuted(atom),
            (None, Some((_, atom))) => CaseResult::Open(atom),
            (None, None) => CaseResult::Solved,
        })
    }

    /// The open variables; if they have too many cases, the narrowest of them.
    fn worth_trying(&self) -> Vec<IntVar> {
        let solver = &self.tracer.solver;
        let mut open: Vec<IntVar> =
            self.vars.iter().copied().filter(|&var| solver.value(var).is_none()).collect();
        let cases = |var: IntVar| solver.size(var).min(FEW);
        if open.iter().map(|&var| cases(var)).sum::<u64>() > TRIED {
            open.sort_by_key(|&var| solver.size(var));
            let mut left = TRIED;
            open.retain(|&var| {
                left = left.saturating_sub(cases(var));
                left > 0
            });
        }
        open
    }

    fn try_values(&mut self, var: IntVar, best: &mut Best) -> Result<(), Limit> {
        let size = self.tracer.solver.size(var);
        let mut all = 0.0;
        let mut strongest = (f64::INFINITY, var.is(0));
        for value in &self.tracer.solver.domain(var) {
            let atom = var.is(value);
            let trial = self.try_case(atom)?;
            match trial.left {
                None => best.refute(trial.length, 1, atom),
                Some(left) => {
                    all += left;
                    if left < strongest.0 {
                        strongest = (left, atom);
                    }
                }
            }
        }
        best.split(size, all, strongest.1);
        Ok(())
    }

    fn try_bounds(&mut self, var: IntVar, best: &mut Best) -> Result<(), Limit> {
        let (min, max) = (self.tracer.solver.min(var), self.tracer.solver.max(var));
        let is_wide = self.tracer.solver.size(var) > FEW;
        let width = i64::from(max) - i64::from(min);
        let below = |by: i64| var.at_most(at(i64::from(min) + by));
        let above = |by: i64| var.at_least(at(i64::from(max) - by));
        for case in [&below as &dyn Fn(i64) -> IntAtom, &above] {
            if let Some((length, by)) = self.weakest_refuted(case, width - 1)? {
                let excluded = by + 1;
                let is_poor = is_wide && excluded < PAYS;
                if is_wide || excluded > 1 {
                    best.refute(if is_poor { POOR * length } else { length }, excluded, case(by));
                }
            }
        }
        if best.refuted.is_none() {
            let middle = (width - 1) / 2;
            let (low, high) = (below(middle), above(width - 1 - middle));
            let [Some(of_low), Some(of_high)] = [self.try_case(low)?.left, self.try_case(high)?.left] else {
                // Not monotone: it is tried as it is.
                best.split(BOUND_RANK, 0.0, low);
                return Ok(());
            };
            best.split(BOUND_RANK, of_low + of_high, if of_low <= of_high { low } else { high });
        }
        Ok(())
    }

    /// The greatest number up to `most` for which the case is refuted by propagation, with the length of the refutation, if it is for 0.
    fn weakest_refuted(
        &mut self,
        case: &dyn Fn(i64) -> IntAtom,
        most: i64,
    ) -> Result<Option<(usize, i64)>, Limit> {
        let trial = self.try_case(case(0))?;
        if trial.left.is_some() {
            return Ok(None);
        }
        let (mut length, mut refuted, mut open, mut step) = (trial.length, 0, most + 1, 1);
        while refuted + 1 < open {
            let middle = refuted + (open - refuted) / 2;
            let by = middle.min(refuted + step);
            let trial = self.try_case(case(by))?;
            if trial.left.is_none() {
                (length, refuted, step) = (trial.length, by, step * 2);
            } else {
                open = by;
            }
        }
        Ok(Some((length, refuted)))
    }

    fn try_case(&mut self, atom: IntAtom) -> Result<TriedCase, Limit> {
        self.count()?;
        let start = self.tracer.suppose(atom);
        let survives = self.survives();
        let length = self.tracer.position() - start;
        let left = matches!(survives, Ok(true)).then(|| self.freedom());
        self.tracer.take_back();
        survives.map(|_| TriedCase { length, left })
    }

    /// The logarithm of the number of assignments left.
    fn freedom(&self) -> f64 {
        let solver = &self.tracer.solver;
        self.vars.iter().map(|&var| (solver.size(var) as f64).ln()).sum()
    }
}

/// A value between those of a domain.
fn at(value: i64) -> i32 {
    i32::try_from(value).expect("invariant: it is between two values")
}
