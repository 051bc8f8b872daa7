//! Integer expressions, and the constraints that comparisons of them become.
//!
//! `x + 1`, `-x` and `2 * x` are views of a variable; everything longer is an [`Expr`]. Two of them are compared by methods
//! (`(x + y).le(z)`) or functions (`le(x + y, z)`), which give the constraint of the catalogue with that meaning:
//!
//! | left, right | constraint |
//! |---|---|
//! | views, numbers; two terms and a number (`x + y ≤ 5` is `x ≤ -y + 5`) | [`Comparison`](crate::constraints::Comparison) |
//! | any sums | [`LinearSum`](crate::constraints::LinearSum) |
//! | one function of views, and a view or number: `x * y = z + 1` | that of the function |
//! | any other | [`Formula`] |
//!
//! | file | holds |
//! |---|---|
//! | `arithmetic.rs`, `functions.rs` | operators and functions |
//! | `truth.rs` | atoms and conditions as numbers, 0 or 1 |
//! | `weighted.rs` | terms with their weights, as `zip` makes them |
//! | `value.rs` | evaluation under an assignment, in 64 bits |
//! | `addends.rs` | addends of an objective |
//! | `tree.rs`, `call.rs` | expressions and functions of them as trees |
//! | `compare.rs`, `direct.rs` | comparisons, and the constraints that they become |
//! | `term.rs`, `applied.rs` | constraints with expressions in the place of their variables |
//! | `formula.rs`, `define.rs` | all other comparisons, and their flattening by auxiliary variables |

mod addends;
mod applied;
mod arithmetic;
mod call;
mod compare;
mod define;
mod direct;
mod formula;
mod functions;
mod term;
mod tree;
mod truth;
mod value;
mod weighted;

use std::sync::Arc;

use crate::constraints::Condition;
use crate::constraints::logic::{TOO_DEEP, is_too_deep};
use crate::store::handle::{IntVar, IntView};

pub use crate::constraints::expression::addends::Addends;
pub use crate::constraints::expression::applied::Applied;
pub use crate::constraints::expression::call::Call;
pub(in crate::constraints) use crate::constraints::expression::compare::compare_within;
pub use crate::constraints::expression::compare::{eq, ge, gt, le, lt, ne};
pub use crate::constraints::expression::formula::Formula;
pub use crate::constraints::expression::functions::{At, how_many, if_then_else, max_of, min_of};
pub use crate::constraints::expression::term::of_expressions;

/// A sum of any number of views, functions of expressions, and a constant: `x + y * z - 2 * x.abs() + 3`.
///
/// It comes from arithmetic (`+ - * / %`, where `/` and `%` are those of Rust and of [`div`](crate::constraints::div())), from [`sum`] and
/// the `sum` of an iterator, from [`min_of`], [`max_of`], [`how_many`] and [`if_then_else`], from `array.at(index)` of [`At`], and from
/// the methods [`abs`](Self::abs), [`pow`](Self::pow), [`div_floor`](Self::div_floor) and [`mod_floor`](Self::mod_floor).
///
/// Functions of functions may nest [`MOST_NESTED`](crate::constraints::MOST_NESTED) levels deep; a long sum, or `max_of` with one more
/// each time, is one level.
///
/// ```
/// use residua::constraints::{At, max_of};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=9));
/// model.post((x * y + z).eq(26))?;
/// model.post((x / 3 + y % 3).ge(z - 5))?;
/// model.post(max_of([x, y]).le([3, 1, 4, 1, 5, 9].at(z)))?;
/// assert_eq!(model.to_string(), "\
/// x in 1..9\ny in 1..9\nz in 1..9
/// times(x, y) + z = 26\ndiv(x, 3) + modulo(y, 3) ≥ z - 5\nmax(x, y) ≤ [3, 1, 4, 1, 5, 9][z]\n");
/// let found = model.solutions().map(|found| found.values().to_vec());
/// assert_eq!(found.collect::<Vec<_>>(), [[3, 7, 5], [7, 3, 5]]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// An atom or a condition is a number, too: 1 where it holds, otherwise 0.
///
/// ```
/// use residua::constraints::sum;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=3));
/// model.post((3 * x.is(1) + 2 * x.lt(y) - y).ge(3))?;
/// model.post(sum([x, y].map(|var| var.at_least(2))).eq(1))?;
/// assert_eq!(model.solve().map(|found| found.values_of([x, y])), Some(vec![1, 2]));
/// let mut better = model.maximize(y + 5 * x.is(0))?;
/// assert_eq!(better.by_ref().last().map(|(value, _)| value), Some(2));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
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
/// x + y = z + 3\nx ≤ y + 1\n3·x + y ≥ 10\nx + y + z ≠ x + 5\n");
///
/// let weights = [4, 0, 2];
/// model.post(eq(sum([x, y, z].into_iter().zip(weights).map(|(var, weight)| weight * var)), 14))?;
/// let solution = model.solve().expect("there is one");
/// assert_eq!([x, y, z].map(|var| solution[var]), [2, 4, 3]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Expr {
    terms: Vec<IntView>,
    /// Variables with factors that leave 32 bits: in an objective only, as constraints and functions refuse them.
    wide: Vec<(i64, IntVar)>,
    /// Functions, each with a factor.
    calls: Vec<(i64, Arc<Call>)>,
    /// Far wider than any sum can be: a total at the end of its range is refused.
    constant: i128,
    /// The depth of its nested functions; it has none where that is 0, or too much to be built.
    depth: u32,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        let parts = |of: &Expr| (of.constant, is_too_deep(of.depth));
        let have_same_terms = self.terms == other.terms && self.wide == other.wide;
        parts(self) == parts(other) && have_same_terms && self.calls == other.calls
    }
}

/// The sum of views, expressions, numbers, atoms or conditions; 0 without any. A pair of a number and a term is their product, so that
/// weights come by `zip`.
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
///
/// let prices: Vec<i64> = vec![5, 20, 10, 40];
/// model.post(sum(prices.iter().zip(&xs)).le(30))?;
/// model.post(sum([3, 1].iter().zip(xs.iter().map(|x| x.is(1)))).ge(1))?;
/// assert_eq!(model.solutions().map(|found| found.values_of(&xs)).collect::<Vec<_>>(), [[0, 1, 1, 0]]);
/// // A weight beyond 32 bits is refused.
/// assert!(model.post(sum([1_i64 << 40].iter().zip(&xs)).le(25)).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn sum<T: Into<Expr>>(terms: impl IntoIterator<Item = T>) -> Expr {
    terms.into_iter().map(Into::into).fold(Expr::default(), |sum, term: Expr| sum.plus(term))
}

impl Expr {
    /// The views that it adds.
    pub fn terms(&self) -> &[IntView] {
        &self.terms
    }

    /// The functions that it adds, each with a factor.
    pub fn calls(&self) -> &[(i64, Arc<Call>)] {
        &self.calls
    }

    /// The number that it adds.
    pub fn constant(&self) -> i128 {
        self.constant
    }

    /// The sum of these parts, as [`terms`](Self::terms), [`calls`](Self::calls) and [`constant`](Self::constant) return them.
    pub fn from_parts(terms: Vec<IntView>, calls: Vec<(i64, Arc<Call>)>, constant: i128) -> Expr {
        let depth = calls.iter().map(|(_, call)| call.depth()).max().unwrap_or(0);
        if is_too_deep(depth) {
            return Expr { depth: TOO_DEEP, ..Expr::default() };
        }
        Expr { terms, calls, constant, depth, ..Expr::default() }
    }

    /// A function that nests so deep, unless that is too deep to be built.
    fn of_call(call: Call, depth: u32) -> Expr {
        if is_too_deep(depth) {
            return Expr { depth: TOO_DEEP, ..Expr::default() };
        }
        Expr { calls: vec![(1, Arc::new(call))], depth, ..Expr::default() }
    }

    fn plus(mut self, other: Expr) -> Expr {
        self.terms.extend(other.terms);
        self.wide.extend(other.wide);
        self.calls.extend(other.calls);
        let depth = self.depth.max(other.depth);
        Expr { constant: self.constant.saturating_add(other.constant), depth, ..self }
    }

    fn scaled(mut self, factor: i64) -> Expr {
        let mut constant = self.constant.saturating_mul(factor.into());
        self.wide.iter_mut().for_each(|term| term.0 = term.0.saturating_mul(factor));
        self.terms.retain_mut(|term| {
            if term.is_overflown() {
                return true;
            }
            let scaled = i32::try_from(factor).ok().and_then(|factor| term.then(factor, 0));
            if let Some(scaled) = scaled.filter(|scaled| !scaled.is_overflown()) {
                *term = scaled;
                return true;
            }
            self.wide.push((i64::from(term.scale()).saturating_mul(factor), term.var));
            constant = constant.saturating_add(i128::from(term.offset()) * i128::from(factor));
            false
        });
        self.calls.iter_mut().for_each(|call| call.0 = call.0.saturating_mul(factor));
        Expr { constant, ..self }
    }

    /// The expression for a constraint, or for a function: a factor that leaves 32 bits becomes one that posting refuses.
    fn narrow(mut self) -> Expr {
        self.terms.extend(self.wide.drain(..).map(|(_, var)| var.view().overflown()));
        self
    }

    /// Moves views that are constants into its own constant.
    fn without_constants(mut self) -> Expr {
        let constants = self.terms.iter().filter(|term| term.scale() == 0);
        self.constant += constants.map(|term| i128::from(term.offset())).sum::<i128>();
        self.terms.retain(|term| term.scale() != 0);
        self
    }

    /// Moves the offsets of its views into its own constant, as functions have their arguments.
    fn without_offsets(mut self) -> Expr {
        for term in self.terms.iter_mut().filter(|term| !term.is_overflown()) {
            self.constant += i128::from(term.offset());
            *term = *term - term.offset();
        }
        self.terms.retain(|term| term.scale() != 0);
        self
    }
}

impl<V: Into<IntView>> From<V> for Expr {
    fn from(view: V) -> Self {
        Expr { terms: vec![view.into()], ..Expr::default() }
    }
}

impl From<Call> for Expr {
    fn from(call: Call) -> Self {
        let depth = call.depth();
        Expr::of_call(call, depth)
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
                Expr { constant: i128::try_from(constant).unwrap_or(i128::MAX), ..Expr::default() }
            }
        }

        impl From<&$number> for Expr {
            fn from(constant: &$number) -> Self {
                Expr::from(*constant)
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
