//! Integer expressions, and which constraint a comparison of them is.
//!
//! `x + 1`, `-x` and `2 * x` are views of a variable; everything longer is an [`Expr`]. Two of them are compared by methods
//! (`(x + y).le(z)`) or functions (`le(x + y, z)`), which give the constraint of the catalogue with that meaning:
//!
//! | left, right | constraint |
//! |---|---|
//! | views, numbers; two terms and a number (`x + y ≤ 5` is `x ≤ -y + 5`) | [`Comparison`](crate::constraints::Comparison) |
//! | any sums | [`LinearSum`](crate::constraints::LinearSum) |

mod arithmetic;
mod compare;

use crate::constraints::Condition;
use crate::store::handle::{IntVar, IntView};

pub use crate::constraints::expression::compare::{eq, ge, gt, le, lt, ne};

/// A sum of any number of views, and a constant: `x + y * 2 - z + 3`.
///
/// It comes from arithmetic, and from [`sum`] and the `sum` of an iterator.
///
/// ```
/// use residua::constraints::{eq, sum};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=5));
/// model.post((x + y).eq(z + 3))?;
/// model.post((x - y).le(1))?;
/// model.post((3 * x + y).ge(10))?;
/// model.post((x + y + z).ne(x + 5))?;
/// assert_eq!(model.to_string(), "\
/// x in 0..5\ny in 0..5\nz in 0..5
/// sum(x, y, -z) = 3\nx ≤ y + 1\n3·x ≥ -y + 10\nsum(x, y, z, -x) ≠ 5\n");
///
/// let weights = [4, 0, 2];
/// model.post(eq(sum([x, y, z].into_iter().zip(weights).map(|(var, weight)| weight * var)), 14))?;
/// let solution = model.solve().expect("there is one");
/// assert_eq!([x, y, z].map(|var| solution[var]), [2, 4, 3]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expr {
    terms: Vec<IntView>,
    /// Far wider than any sum can be: a total at the end of its range is refused.
    constant: i128,
}

/// The sum of views, expressions or numbers; 0 of none.
///
/// ```
/// use residua::constraints::sum;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 0..=9);
/// model.post(sum(&xs).le(2))?;
/// model.post(sum(xs[1..].iter().map(|&x| 3 * x)).gt(3))?;
/// assert_eq!(model.solutions().count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn sum<T: Into<Expr>>(terms: impl IntoIterator<Item = T>) -> Expr {
    terms.into_iter().map(Into::into).fold(Expr::default(), |sum, term: Expr| sum.plus(term))
}

impl Expr {
    /// The views that it is made of.
    pub(crate) fn views(&self) -> &[IntView] {
        &self.terms
    }

    /// What it comes to, where each view comes to what `of` says.
    pub(crate) fn evaluate(&self, of: impl Fn(IntView) -> i128) -> i128 {
        self.terms.iter().map(|&view| of(view)).fold(self.constant, i128::saturating_add)
    }

    fn plus(mut self, other: Expr) -> Expr {
        self.terms.extend(other.terms);
        Expr { constant: self.constant.saturating_add(other.constant), ..self }
    }

    fn times(mut self, factor: i32) -> Expr {
        self.terms.iter_mut().for_each(|term| *term = *term * factor);
        Expr { constant: self.constant.saturating_mul(factor.into()), ..self }
    }
}

impl<V: Into<IntView>> From<V> for Expr {
    fn from(view: V) -> Self {
        Expr { terms: vec![view.into()], constant: 0 }
    }
}

impl From<&Expr> for Expr {
    fn from(expression: &Expr) -> Self {
        expression.clone()
    }
}

/// Numbers of any type.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Expr {
            fn from(constant: $number) -> Self {
                Expr { terms: Vec::new(), constant: i128::try_from(constant).unwrap_or(i128::MAX) }
            }
        }
    )*};
}

numbers!(i32, i64, u8, u16, u32, u64, usize);

impl<T: Into<Expr>> std::iter::Sum<T> for Expr {
    fn sum<I: Iterator<Item = T>>(terms: I) -> Expr {
        sum(terms)
    }
}

/// A variable and its views are compared as expressions are.
macro_rules! compared {
    ($($operand:ty),*) => {$(
        impl $operand {
            /// `self = right`. Two variables that are equal, or differ by a constant, become one.
            pub fn eq(&self, right: impl Into<Expr>) -> Condition {
                eq(self, right)
            }

            /// `self ≠ right`
            pub fn ne(&self, right: impl Into<Expr>) -> Condition {
                ne(self, right)
            }

            /// `self < right`
            pub fn lt(&self, right: impl Into<Expr>) -> Condition {
                lt(self, right)
            }

            /// `self ≤ right`
            pub fn le(&self, right: impl Into<Expr>) -> Condition {
                le(self, right)
            }

            /// `self > right`
            pub fn gt(&self, right: impl Into<Expr>) -> Condition {
                gt(self, right)
            }

            /// `self ≥ right`
            pub fn ge(&self, right: impl Into<Expr>) -> Condition {
                ge(self, right)
            }
        }
    )*};
}

compared!(IntVar, IntView, Expr);
