//! Atoms and conditions in expressions: 1 where they hold, otherwise 0.

use std::ops::{Add, Mul, Neg, Sub};

use crate::constraints::expression::functions::product;
use crate::constraints::{Condition, Expr, how_many};
use crate::store::handle::{IntAtom, IntVar, IntView};

/// Arithmetic of what is true or false, and of each of these with numbers, variables and expressions.
macro_rules! truths {
    ($($truth:ty),*) => {$(
        /// 1 where it holds, otherwise 0.
        impl From<$truth> for Expr {
            fn from(truth: $truth) -> Expr {
                how_many([truth])
            }
        }

        impl<R: Into<Expr>> Add<R> for $truth {
            type Output = Expr;

            fn add(self, rhs: R) -> Expr {
                Expr::from(self) + rhs
            }
        }

        impl<R: Into<Expr>> Sub<R> for $truth {
            type Output = Expr;

            fn sub(self, rhs: R) -> Expr {
                Expr::from(self) - rhs
            }
        }

        impl<R: Into<Expr>> Mul<R> for $truth {
            type Output = Expr;

            fn mul(self, rhs: R) -> Expr {
                product(self.into(), rhs.into())
            }
        }

        impl Neg for $truth {
            type Output = Expr;

            fn neg(self) -> Expr {
                -Expr::from(self)
            }
        }

        impl Mul<$truth> for Expr {
            type Output = Expr;

            fn mul(self, rhs: $truth) -> Expr {
                product(self, rhs.into())
            }
        }

        truths!($truth: i32, IntVar, &IntVar, IntView, &IntView);
    )*};
    ($truth:ty: $($left:ty),*) => {$(
        impl Add<$truth> for $left {
            type Output = Expr;

            fn add(self, rhs: $truth) -> Expr {
                Expr::from(self) + rhs
            }
        }

        impl Sub<$truth> for $left {
            type Output = Expr;

            fn sub(self, rhs: $truth) -> Expr {
                Expr::from(self) - rhs
            }
        }

        impl Mul<$truth> for $left {
            type Output = Expr;

            fn mul(self, rhs: $truth) -> Expr {
                product(self.into(), rhs.into())
            }
        }
    )*};
}

truths!(IntAtom, Condition);
