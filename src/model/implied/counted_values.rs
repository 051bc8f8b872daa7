//! Implied constraints of an `nvalue` with a `bin_packing` or a `value_precede_chain` over the same views.
//!
//! Items in bins have at least as many different bins as the largest capacities, the largest first, need to hold all their sizes: one of
//! the two constraints has no capacities, and the other does not count. And where interchangeable values are taken in their order, a
//! view has no value beyond the n-th if there are n different ones: by itself `nvalue` propagates that only once all are taken. These
//! constraints are posted to a solver that searches, and has neither reasons to give nor claims to be checked. Without them, eleven bins
//! of 100 for 1,125 are refuted only by trying all cases.
//!
//! | Promise | |
//! |---|---|
//! | Finds | the least number of bins by capacities alone, for the items that are counted; the greatest value, where the values follow each other without a gap and all views that come in order are counted |
//! | Cost | O((views of both + bins) · log) for each pair of constraints |
//! | Source | Martello & Toth, *Lower Bounds and Reduction Procedures for the Bin Packing Problem*, 1990: the bound L₁ |

use std::collections::BTreeSet;

use crate::constraints::{
    Amount, BinPacking, Comparator, Comparison, Constraint, Load, NValue, Operand, ValuePrecede, clause,
};
use crate::model::{IntView, Model};

/// The implied constraints, each with the number of the posted packing or precedence; over views that `fits` allows.
pub(super) fn counted_values(
    model: &Model,
    fits: &dyn Fn(IntView) -> bool,
) -> Vec<(usize, Box<dyn Constraint>)> {
    let all = || model.posted.iter().map(|posted| (*posted.constraint).as_any());
    let counts: Vec<Counted> =
        all().filter_map(|constraint| constraint.downcast_ref()).map(Counted::by).collect();
    let mut told = Vec::new();
    if counts.is_empty() {
        return told;
    }
    for (posted, constraint) in all().enumerate() {
        for count in &counts {
            if let Some(packing) = constraint.downcast_ref::<BinPacking>() {
                told.extend(count.least(packing, model).map(|bound| (posted, bound)));
            }
            if let Some(order) = constraint.downcast_ref::<ValuePrecede>() {
                told.extend(count.greatest(order, model, fits).into_iter().map(|bound| (posted, bound)));
            }
        }
    }
    told
}

/// The views of an `nvalue`, and their number of different values.
struct Counted {
    views: BTreeSet<(usize, i32, i32)>,
    count: Amount,
}

/// A view as it is compared.
fn key(x: IntView) -> (usize, i32, i32) {
    (x.var.index(), x.scale(), x.offset())
}

impl Counted {
    fn by(nvalue: &NValue) -> Counted {
        Counted { views: nvalue.views.iter().map(|&x| key(x)).collect(), count: nvalue.count }
    }

    /// The lower bound of the number of bins; `None` where the domain implies it.
    fn least(&self, packing: &BinPacking, model: &Model) -> Option<Box<dyn Constraint>> {
        let inside = packing.items.iter().filter(|item| self.views.contains(&key(item.bin)));
        let total: i64 = inside.map(|item| i64::from(item.size)).sum();
        let never = || -> Option<Box<dyn Constraint>> { Some(Box::new(clause([]))) };
        let Some(least) = needed(packing, total, model) else { return never() };
        match self.count {
            Amount::Equal(Operand::View(number)) if i64::from(number.min(&model.domains[..])) < least => {
                Some(compared(number, Comparator::Ge, Operand::Constant(least)))
            }
            Amount::Equal(Operand::Constant(most)) | Amount::Between(_, most) if most < least => never(),
            _ => None,
        }
    }

    /// Upper bounds of the views of a precedence chain: with n different values, none is after the n-th.
    fn greatest(
        &self,
        order: &ValuePrecede,
        model: &Model,
        fits: &dyn Fn(IntView) -> bool,
    ) -> Vec<Box<dyn Constraint>> {
        let [first, .., last] = order.values[..] else { return Vec::new() };
        let is_listed = |x: &IntView| x.min(&model.domains[..]) >= first && x.max(&model.domains[..]) <= last;
        let is_counted = order.views.iter().all(|x| self.views.contains(&key(*x)));
        if !is_counted || order.values.windows(2).any(|two| two[0].checked_add(1) != Some(two[1])) {
            return Vec::new();
        }
        // The last of `n` values is the first one and n - 1.
        let greatest = match self.count {
            Amount::Equal(Operand::View(number)) => {
                let offset = number.offset().checked_add(first).and_then(|sum| sum.checked_sub(1));
                let last = offset.map(|offset| number - number.offset() + offset);
                let Some(last) = last.filter(|&last| fits(last)) else { return Vec::new() };
                Operand::View(last)
            }
            Amount::Equal(Operand::Constant(most)) | Amount::Between(_, most) => {
                Operand::Constant(most.saturating_add(i64::from(first)).saturating_sub(1))
            }
        };
        let views = order.views.iter().copied().filter(is_listed);
        views.map(|x| compared(x, Comparator::Le, greatest)).collect()
    }
}

fn compared(left: IntView, comparator: Comparator, right: Operand) -> Box<dyn Constraint> {
    Box::new(Comparison { left, comparator, right })
}

/// The number of bins that hold `total`, the largest first; `None` if all together do not.
fn needed(packing: &BinPacking, total: i64, model: &Model) -> Option<i64> {
    let capacity = |load| match load {
        Load::AtMost(most) | Load::Exactly(Operand::Constant(most)) => most,
        Load::Exactly(Operand::View(load)) => i64::from(load.max(&model.domains[..])),
    };
    let mut capacities: Vec<i64> = packing.bins.iter().map(|bin| capacity(bin.load).max(0)).collect();
    capacities.sort_unstable_by(|a, b| b.cmp(a));
    let (mut held, mut bins) = (0_i64, 0);
    for capacity in capacities {
        if held >= total {
            break;
        }
        held = held.saturating_add(capacity);
        bins += 1;
    }
    (held >= total).then_some(bins)
}
