//! Comparisons of expressions.

use std::sync::Arc;

use crate::constraints::expression::direct::direct;
use crate::constraints::logic::{is_too_deep, too_deep};
use crate::constraints::{
    Comparator, Comparison, Condition, Constraint, Expr, Formula, LinearSum, Operand, exact_sum,
};
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

/// `left = right`. Two variables that are equal, or differ by a constant, become one.
pub fn eq(left: impl Into<Expr>, right: impl Into<Expr>) -> Condition {
    compare(left.into(), Comparator::Eq, right.into())
}

/// `left ≠ right`
pub fn ne(left: impl Into<Expr>, right: impl Into<Expr>) -> Condition {
    compare(left.into(), Comparator::Ne, right.into())
}

/// `left < right`
pub fn lt(left: impl Into<Expr>, right: impl Into<Expr>) -> Condition {
    compare(left.into(), Comparator::Lt, right.into())
}

/// `left ≤ right`
pub fn le(left: impl Into<Expr>, right: impl Into<Expr>) -> Condition {
    compare(left.into(), Comparator::Le, right.into())
}

/// `left > right`
pub fn gt(left: impl Into<Expr>, right: impl Into<Expr>) -> Condition {
    compare(left.into(), Comparator::Gt, right.into())
}

/// `left ≥ right`
pub fn ge(left: impl Into<Expr>, right: impl Into<Expr>) -> Condition {
    compare(left.into(), Comparator::Ge, right.into())
}

/// The constraint of the catalogue that says so. Not generic, so that it is compiled once.
pub(super) fn compare(left: Expr, comparator: Comparator, right: Expr) -> Condition {
    if is_too_deep(left.depth.max(right.depth)) {
        return Condition::new(too_deep());
    }
    let (left, right) = (left.narrow(), right.narrow());
    let special = special(&left, comparator, &right);
    Condition::new(special.unwrap_or_else(|| general(left, comparator, right)))
}

/// A comparison under domains for which a view may leave 32 bits, though the whole does not: as a constraint that need not be examined.
pub(in crate::constraints) fn compare_within(
    left: Expr,
    comparator: Comparator,
    right: Expr,
    domains: &dyn Domains<IntVar>,
) -> Arc<dyn Constraint> {
    // In an engine there are only the constants that constraints have as they were posted, not those made of them.
    let (left, right) = (left.narrow().without_constants(), right.narrow().without_constants());
    let special = special(&left, comparator, &right);
    let fitting = special.filter(|special| special.scope().into_iter().all(|view| view.fits(domains)));
    fitting.unwrap_or_else(|| general(left, comparator, right))
}

/// The comparison of two views, or the function of views, that it is.
fn special(left: &Expr, comparator: Comparator, right: &Expr) -> Option<Arc<dyn Constraint>> {
    if left.calls.is_empty() && right.calls.is_empty() {
        return as_comparison(left, comparator, right).map(Constraint::into_shared);
    }
    direct(&left.clone().without_offsets(), comparator, &right.clone().without_offsets())
}

/// The sum or the formula that any comparison is.
fn general(left: Expr, comparator: Comparator, right: Expr) -> Arc<dyn Constraint> {
    if left.calls.is_empty() && right.calls.is_empty() {
        return Arc::new(as_sum(left, comparator, right));
    }
    Arc::new(Formula { left: left.without_offsets(), comparator, right: right.without_offsets() })
}

/// The comparison of two views, or of a view and a number, if it is one.
fn as_comparison(left: &Expr, comparator: Comparator, right: &Expr) -> Option<Comparison> {
    let view = |terms: &[IntView], constant: i128| match *terms {
        [only] => shifted(only, constant),
        _ => None,
    };
    match (&left.terms[..], &right.terms[..]) {
        ([_], [_]) => {
            let (left, right) = (view(&left.terms, left.constant)?, view(&right.terms, right.constant)?);
            Some(Comparison { left, comparator, right: Operand::View(right) })
        }
        ([_], []) => {
            let right = Operand::Constant(cut(right.constant));
            Some(Comparison { left: view(&left.terms, left.constant)?, comparator, right })
        }
        ([], [_]) => {
            let constant = Operand::Constant(cut(left.constant));
            let view = view(&right.terms, right.constant)?;
            Some(Comparison { left: view, comparator: comparator.mirrored(), right: constant })
        }
        (&[one, other], []) => {
            let right = shifted(-other, right.constant.saturating_sub(left.constant))?;
            Some(Comparison { left: one, comparator, right: Operand::View(right) })
        }
        _ => None,
    }
}

/// The view plus a number, if that fits into 32 bits; a view that does not by itself is one that posting refuses.
fn shifted(view: IntView, by: i128) -> Option<IntView> {
    i32::try_from(by).ok().map(|by| view + by)
}

/// A number, cut to 64 bits; there it compares with all values of a view as the number does.
fn cut(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
}

fn as_sum(left: Expr, comparator: Comparator, right: Expr) -> LinearSum {
    let Expr { terms, constant, .. } = left.plus(right.scaled(-1)).narrow();
    // Offsets move to the other side.
    let offsets: i128 = terms.iter().map(|view| i128::from(view.offset())).sum();
    let total = constant.saturating_add(offsets).saturating_neg();
    let plain = |view: IntView| if view.is_overflown() { view } else { view - view.offset() };
    LinearSum { comparator, ..exact_sum(terms.into_iter().map(plain), cut(total)) }
}
