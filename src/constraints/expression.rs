//! Linear expressions: sums of views and a constant, and which constraint a comparison of them is.
//!
//! Each comparison becomes a constraint of the catalogue with exactly the same meaning, or does not compile:
//!
//! | left | relation | right | becomes |
//! |---|---|---|---|
//! | a view | any | a view, or a number | [`Comparison`] |
//! | two terms: `x + y`, `x - y` | any | a number | [`Comparison`]: `x + y ≤ 5` is `x ≤ -y + 5` |
//! | any expression | `=` | any expression | [`ExactSum`] |
//!
//! An order, or `≠`, of three terms and more does not compile: the catalogue has no constraint for it yet.

use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use crate::constraints::{Comparator, Comparison, Constraint, ExactSum, Operand};
use crate::store::handle::{IntVar, IntView};

/// The sum or the difference of two views: `x + y`, `x * 2 - y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoTerms(IntView, IntView);

/// A sum of any number of views, and a constant: `x + y * 2 - z + 3`.
///
/// It comes from arithmetic, and from the `sum` of an iterator.
///
/// ```
/// use residua::constraints::{LinearExpr, eq, ge, le};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=5));
/// model.post(eq(x + y, z + 3))?;
/// model.post(le(x - y, 1))?;
/// model.post(ge(3 * x + y, 10))?;
/// assert_eq!(model.to_string(), "\
/// x in 0..5\ny in 0..5\nz in 0..5
/// sum(x, y, -z) = 3\nx ≤ y + 1\n3·x ≥ -y + 10\n");
///
/// let weights = [4, 0, 2];
/// let weight: LinearExpr = [x, y, z].into_iter().zip(weights).map(|(var, weight)| weight * var).sum();
/// model.post(eq(weight, 14))?;
/// let solution = model.solve().expect("there is one");
/// assert_eq!([x, y, z].map(|var| solution[var]), [2, 4, 3]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// A comparison for which the catalogue has no constraint does not compile:
///
/// ```compile_fail,E0277
/// use residua::constraints::le;
/// use residua::model::IntVar;
///
/// fn three_terms(x: IntVar, y: IntVar, z: IntVar) {
///     let _ = le(x + y, z);
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearExpr {
    terms: Vec<IntView>,
    /// Far wider than any sum can be: a total at the end of its range is refused.
    constant: i128,
}

impl LinearExpr {
    /// `self = other`
    fn equal(self, other: LinearExpr) -> ExactSum {
        let LinearExpr { terms, constant } = self - other;
        // Offsets move to the other side.
        let offsets: i128 = terms.iter().map(|view| i128::from(view.offset())).sum();
        let total = constant.saturating_add(offsets).saturating_neg();
        let plain = |view: IntView| if view.is_overflown() { view } else { view - view.offset() };
        let total = i64::try_from(total).unwrap_or(if total < 0 { i64::MIN } else { i64::MAX });
        ExactSum { terms: terms.into_iter().map(plain).collect(), total }
    }
}

impl From<IntVar> for LinearExpr {
    fn from(var: IntVar) -> Self {
        var.view().into()
    }
}

impl From<&IntVar> for LinearExpr {
    fn from(var: &IntVar) -> Self {
        var.view().into()
    }
}

impl From<IntView> for LinearExpr {
    fn from(view: IntView) -> Self {
        LinearExpr { terms: vec![view], constant: 0 }
    }
}

impl From<&IntView> for LinearExpr {
    fn from(view: &IntView) -> Self {
        (*view).into()
    }
}

impl From<TwoTerms> for LinearExpr {
    fn from(TwoTerms(one, other): TwoTerms) -> Self {
        LinearExpr { terms: vec![one, other], constant: 0 }
    }
}

impl From<i32> for LinearExpr {
    fn from(constant: i32) -> Self {
        LinearExpr { terms: Vec::new(), constant: constant.into() }
    }
}

impl From<i64> for LinearExpr {
    fn from(constant: i64) -> Self {
        LinearExpr { terms: Vec::new(), constant: constant.into() }
    }
}

impl<T: Into<LinearExpr>> Sum<T> for LinearExpr {
    fn sum<I: Iterator<Item = T>>(terms: I) -> LinearExpr {
        terms.fold(LinearExpr::default(), |sum, term| sum + term)
    }
}

impl<R: Into<LinearExpr>> Add<R> for LinearExpr {
    type Output = LinearExpr;

    fn add(mut self, rhs: R) -> LinearExpr {
        let rhs = rhs.into();
        self.terms.extend(rhs.terms);
        LinearExpr { constant: self.constant.saturating_add(rhs.constant), ..self }
    }
}

impl<R: Into<LinearExpr>> Sub<R> for LinearExpr {
    type Output = LinearExpr;

    fn sub(self, rhs: R) -> LinearExpr {
        self + -rhs.into()
    }
}

impl Neg for LinearExpr {
    type Output = LinearExpr;

    fn neg(self) -> LinearExpr {
        self * -1
    }
}

impl Mul<i32> for LinearExpr {
    type Output = LinearExpr;

    fn mul(mut self, rhs: i32) -> LinearExpr {
        self.terms.iter_mut().for_each(|term| *term = *term * rhs);
        LinearExpr { constant: self.constant.saturating_mul(rhs.into()), ..self }
    }
}

impl Mul<LinearExpr> for i32 {
    type Output = LinearExpr;

    fn mul(self, rhs: LinearExpr) -> LinearExpr {
        rhs * self
    }
}

impl Neg for TwoTerms {
    type Output = TwoTerms;

    fn neg(self) -> TwoTerms {
        self * -1
    }
}

impl Mul<i32> for TwoTerms {
    type Output = TwoTerms;

    fn mul(self, rhs: i32) -> TwoTerms {
        TwoTerms(self.0 * rhs, self.1 * rhs)
    }
}

impl Mul<TwoTerms> for i32 {
    type Output = TwoTerms;

    fn mul(self, rhs: TwoTerms) -> TwoTerms {
        rhs * self
    }
}

impl Add<i32> for TwoTerms {
    type Output = TwoTerms;

    fn add(self, rhs: i32) -> TwoTerms {
        TwoTerms(self.0, self.1 + rhs)
    }
}

impl Sub<i32> for TwoTerms {
    type Output = TwoTerms;

    fn sub(self, rhs: i32) -> TwoTerms {
        TwoTerms(self.0, self.1 - rhs)
    }
}

/// Sums of two operands that are views or expressions.
macro_rules! sums {
    ($($left:ty, $right:ty => $output:ty: $make:expr;)*) => {$(
        impl Add<$right> for $left {
            type Output = $output;

            fn add(self, rhs: $right) -> $output {
                let make: fn($left, $right) -> $output = $make;
                make(self, rhs)
            }
        }

        impl Sub<$right> for $left {
            type Output = $output;

            fn sub(self, rhs: $right) -> $output {
                self + -rhs
            }
        }
    )*};
}

sums! {
    IntView, IntView => TwoTerms: TwoTerms;
    TwoTerms, IntView => LinearExpr: |left, right| LinearExpr::from(left) + right;
    TwoTerms, TwoTerms => LinearExpr: |left, right| LinearExpr::from(left) + right;
    TwoTerms, LinearExpr => LinearExpr: |left, right| LinearExpr::from(left) + right;
    IntView, TwoTerms => LinearExpr: |left, right| LinearExpr::from(left) + right;
    IntView, LinearExpr => LinearExpr: |left, right| LinearExpr::from(left) + right;
    IntVar, TwoTerms => LinearExpr: |left, right| LinearExpr::from(left) + right;
    IntVar, LinearExpr => LinearExpr: |left, right| LinearExpr::from(left) + right;
}

/// Sums with a variable on either side, which is a view of itself.
macro_rules! sums_with_variables {
    ($($left:ty, $right:ty => $output:ty;)*) => {$(
        impl Add<$right> for $left {
            type Output = $output;

            fn add(self, rhs: $right) -> $output {
                self + IntView::from(rhs)
            }
        }

        impl Sub<$right> for $left {
            type Output = $output;

            fn sub(self, rhs: $right) -> $output {
                self - IntView::from(rhs)
            }
        }
    )*};
}

sums_with_variables! {
    IntView, IntVar => TwoTerms;
    TwoTerms, IntVar => LinearExpr;
}

impl Add<IntVar> for IntVar {
    type Output = TwoTerms;

    fn add(self, rhs: IntVar) -> TwoTerms {
        self.view() + rhs.view()
    }
}

impl Sub<IntVar> for IntVar {
    type Output = TwoTerms;

    fn sub(self, rhs: IntVar) -> TwoTerms {
        self.view() - rhs.view()
    }
}

impl Add<IntView> for IntVar {
    type Output = TwoTerms;

    fn add(self, rhs: IntView) -> TwoTerms {
        self.view() + rhs
    }
}

impl Sub<IntView> for IntVar {
    type Output = TwoTerms;

    fn sub(self, rhs: IntView) -> TwoTerms {
        self.view() - rhs
    }
}

/// What stands to the left of `≠`, `<`, `≤`, `>` or `≥`: a view, or the sum of two, as far as the catalogue has a
/// constraint for it.
pub trait Compare<R> {
    /// The constraint.
    fn compare(self, comparator: Comparator, right: R) -> Comparison;
}

impl<L: Into<IntView>, R: Into<Operand>> Compare<R> for L {
    fn compare(self, comparator: Comparator, right: R) -> Comparison {
        Comparison { left: self.into(), comparator, right: right.into() }
    }
}

impl Compare<i32> for TwoTerms {
    fn compare(self, comparator: Comparator, right: i32) -> Comparison {
        let TwoTerms(left, other) = self;
        Comparison { left, comparator, right: Operand::View(-other + right) }
    }
}

/// What stands to the left of `=`: a view, or any expression.
pub trait Equate<R> {
    /// The constraint that it becomes.
    type Equality: Constraint;

    /// The constraint.
    fn equate(self, right: R) -> Self::Equality;
}

impl<L: Into<IntView>, R: Into<Operand>> Equate<R> for L {
    type Equality = Comparison;

    fn equate(self, right: R) -> Comparison {
        self.compare(Comparator::Eq, right)
    }
}

impl Equate<i32> for TwoTerms {
    type Equality = Comparison;

    fn equate(self, right: i32) -> Comparison {
        self.compare(Comparator::Eq, right)
    }
}

/// Equalities of expressions.
macro_rules! equalities {
    ($($left:ty: $($right:ty),*;)*) => {$($(
        impl Equate<$right> for $left {
            type Equality = ExactSum;

            fn equate(self, right: $right) -> ExactSum {
                LinearExpr::from(self).equal(right.into())
            }
        }
    )*)*};
}

equalities! {
    IntVar: TwoTerms, LinearExpr;
    IntView: TwoTerms, LinearExpr;
    TwoTerms: IntVar, &IntVar, IntView, &IntView, TwoTerms, LinearExpr;
    LinearExpr: i32, i64, IntVar, &IntVar, IntView, &IntView, TwoTerms, LinearExpr;
}
