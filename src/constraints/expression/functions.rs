//! Functions of expressions: absolute value, extrema, quotients, powers, conditionals, elements.

use std::sync::Arc;

use crate::constraints::expression::call::Call;
use crate::constraints::{Constraint, Expr, Function, Operation};
use crate::store::handle::{IntVar, IntView};

fn all<E: Into<Expr>>(expressions: impl IntoIterator<Item = E>) -> Vec<Expr> {
    expressions.into_iter().map(argument).collect()
}

fn argument(expression: impl Into<Expr>) -> Expr {
    expression.into().narrow().without_offsets()
}

/// The greatest of these, as an expression; without expressions it has no value.
///
/// ```
/// use residua::constraints::max_of;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 0..=9);
/// let mut better = model.minimize(max_of([xs[0] + 3, xs[1] + 4, xs[2] * 2]))?;
/// assert_eq!(better.by_ref().last().map(|(cost, _)| cost), Some(4));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn max_of<E: Into<Expr>>(expressions: impl IntoIterator<Item = E>) -> Expr {
    extremum(expressions.into_iter().map(argument), true)
}

/// The least of these, as an expression; without expressions it has no value.
pub fn min_of<E: Into<Expr>>(expressions: impl IntoIterator<Item = E>) -> Expr {
    extremum(expressions.into_iter().map(argument), false)
}

/// The greatest or the least of these, and of what those are the greatest or the least of themselves.
fn extremum(expressions: impl Iterator<Item = Expr>, is_maximum: bool) -> Expr {
    let (mut terms, mut depth) = (Vec::new(), 1);
    for expression in expressions {
        match expression.into_extremum(is_maximum) {
            Ok((inner, inner_depth)) => {
                depth = depth.max(inner_depth);
                // The longer list is not moved, so that a long chain is no more work than its length.
                let is_longer = inner.len() > terms.len();
                let (longer, shorter) = if is_longer { (inner, terms) } else { (terms, inner) };
                terms = longer;
                terms.extend(shorter);
            }
            Err(term) => {
                depth = depth.max(term.depth + 1);
                terms.push(term);
            }
        }
    }
    Expr::of_call(Call::Extremum { terms, is_maximum }, depth)
}

impl Expr {
    /// What it is the greatest of, or the least, if it is nothing but that of some expressions, and how deep it nests; or else itself.
    fn into_extremum(mut self, of_maximum: bool) -> Result<(Vec<Expr>, u32), Expr> {
        let is_alike = |call: &Call| matches!(call, Call::Extremum { terms, is_maximum } if *is_maximum == of_maximum && !terms.is_empty());
        let is_alone = self.terms.is_empty() && self.constant == 0;
        if !is_alone || !matches!(&self.calls[..], [(1, call)] if is_alike(call)) {
            return Err(self);
        }
        match self.calls.pop().map(|(_, call)| Arc::unwrap_or_clone(call)) {
            Some(Call::Extremum { terms, .. }) => Ok((terms, self.depth)),
            _ => unreachable!("invariant: it was looked at"),
        }
    }
}

/// The number of these constraints, or literals, that hold.
///
/// ```
/// use residua::constraints::how_many;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=3);
/// model.post(how_many(xs.iter().map(|x| x.is(3))).ge(3))?;
/// model.post(how_many(xs.windows(2).map(|pair| pair[0].lt(pair[1]))).eq(1))?;
/// assert_eq!(model.solutions().count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn how_many<C: Constraint + 'static>(parts: impl IntoIterator<Item = C>) -> Expr {
    Expr::from(Call::HowMany(parts.into_iter().map(Constraint::into_shared).collect()))
}

/// The first expression where the condition holds, the second where it does not. Only that one needs a value:
/// `if_then_else(y.ne(0), x / y, 0)` has one for any `y`.
///
/// ```
/// use residua::constraints::if_then_else;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=3));
/// model.post(if_then_else(y.ne(0), x / y, -1).eq(3))?;
/// assert_eq!(model.solutions().map(|found| (found[x], found[y])).collect::<Vec<_>>(), [(3, 1)]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn if_then_else(
    condition: impl Constraint + 'static,
    then: impl Into<Expr>,
    otherwise: impl Into<Expr>,
) -> Expr {
    let condition = condition.into_shared();
    Expr::from(Call::IfElse { condition, then: argument(then), or: argument(otherwise) })
}

/// Lists whose entries can be taken at a variable position.
pub trait At {
    /// The entry at that position, from 0, as an expression; it has no value where the position is out of range.
    ///
    /// ```
    /// use residua::constraints::At;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 0..=4);
    /// // x[x[0]] = x[1] + 1
    /// model.post(xs.at(xs[0]).eq(xs[1] + 1))?;
    /// let prices = [30, 10, 20];
    /// model.post(prices.at(xs[0]).le(20))?;
    /// let found = model.solutions().map(|found| found.values().to_vec());
    /// assert_eq!(found.collect::<Vec<_>>(), [[2, 0, 1], [2, 1, 2], [2, 2, 3], [2, 3, 4]]);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    fn at(&self, index: impl Into<Expr>) -> Expr;
}

impl<T> At for [T]
where
    for<'a> &'a T: Into<Expr>,
{
    fn at(&self, index: impl Into<Expr>) -> Expr {
        Expr::from(Call::Element { entries: all(self), index: argument(index) })
    }
}

/// A product; with a number it is the same sum of more.
pub(super) fn product(left: Expr, right: Expr) -> Expr {
    match (left.number(), right.number()) {
        (_, Some(factor)) => left.scaled(factor.into()),
        (Some(factor), _) => right.scaled(factor.into()),
        _ => of_two(Function::Times, left, right),
    }
}

/// A function of arithmetic.
pub(super) fn of_two(function: Function, left: Expr, right: Expr) -> Expr {
    Expr::from(Call::Arithmetic(Operation::Function(function), vec![argument(left), argument(right)]))
}

/// The functions that have the form of a method.
macro_rules! methods {
    ($($operand:ty),*) => {$(
        impl $operand {
            /// `|self|`
            #[must_use]
            pub fn abs(&self) -> Expr {
                Expr::from(Call::Arithmetic(Operation::Absolute, vec![argument(self)]))
            }

            /// `self` to the power of `exponent`: see [`pow`](crate::constraints::pow()).
            #[must_use]
            pub fn pow(&self, exponent: impl Into<Expr>) -> Expr {
                of_two(Function::Power, self.into(), exponent.into())
            }

            /// `⌊self / divisor⌋`, while `/` leaves the fraction off: -7 / 2 is -4 in place of -3.
            #[must_use]
            pub fn div_floor(&self, divisor: impl Into<Expr>) -> Expr {
                of_two(Function::FloorQuotient, self.into(), divisor.into())
            }

            /// The remainder of [`div_floor`](Self::div_floor): it has the sign of the divisor, while that of `%` has the sign of `self`.
            #[must_use]
            pub fn mod_floor(&self, divisor: impl Into<Expr>) -> Expr {
                of_two(Function::FloorRemainder, self.into(), divisor.into())
            }
        }
    )*};
}

methods!(IntVar, IntView, Expr);
