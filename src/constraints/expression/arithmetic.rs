//! Operators of expressions.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Rem, Sub, SubAssign};

use crate::constraints::expression::functions::{of_two, product};
use crate::constraints::{Expr, Function};
use crate::store::handle::{IntVar, IntView};

impl<R: Into<Expr>> Add<R> for Expr {
    type Output = Expr;

    fn add(self, rhs: R) -> Expr {
        self.plus(rhs.into())
    }
}

impl<R: Into<Expr>> Sub<R> for Expr {
    type Output = Expr;

    fn sub(self, rhs: R) -> Expr {
        self.plus(rhs.into().scaled(-1))
    }
}

impl<R: Into<Expr>> AddAssign<R> for Expr {
    fn add_assign(&mut self, rhs: R) {
        *self = std::mem::take(self).plus(rhs.into());
    }
}

impl<R: Into<Expr>> SubAssign<R> for Expr {
    fn sub_assign(&mut self, rhs: R) {
        *self = std::mem::take(self).plus(rhs.into().scaled(-1));
    }
}

impl Neg for Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        self.scaled(-1)
    }
}

impl Mul<i32> for Expr {
    type Output = Expr;

    fn mul(self, rhs: i32) -> Expr {
        self.scaled(rhs.into())
    }
}

impl Mul<Expr> for i32 {
    type Output = Expr;

    fn mul(self, rhs: Expr) -> Expr {
        rhs.scaled(self.into())
    }
}

/// Sums and differences of two operands that are not numbers, or of which the right one is an expression.
macro_rules! sums {
    ($($left:ty: $($right:ty),*;)*) => {$($(
        impl Add<$right> for $left {
            type Output = Expr;

            fn add(self, rhs: $right) -> Expr {
                Expr::from(self).plus(rhs.into())
            }
        }

        impl Sub<$right> for $left {
            type Output = Expr;

            fn sub(self, rhs: $right) -> Expr {
                Expr::from(self).plus(Expr::from(rhs).scaled(-1))
            }
        }
    )*)*};
}

sums! {
    IntVar: IntVar, &IntVar, IntView, &IntView, Expr;
    &IntVar: IntVar, &IntVar, IntView, &IntView, Expr;
    IntView: IntVar, &IntVar, IntView, &IntView, Expr;
    &IntView: IntVar, &IntVar, IntView, &IntView, Expr;
    i32: Expr;
    i64: Expr;
}

/// Products of two operands that are not numbers.
macro_rules! products {
    ($($left:ty: $($right:ty),*;)*) => {$($(
        impl Mul<$right> for $left {
            type Output = Expr;

            fn mul(self, rhs: $right) -> Expr {
                product(self.into(), rhs.into())
            }
        }
    )*)*};
}

products! {
    IntVar: IntVar, &IntVar, IntView, &IntView, Expr;
    &IntVar: IntVar, &IntVar, IntView, &IntView, Expr;
    IntView: IntVar, &IntVar, IntView, &IntView, Expr;
    &IntView: IntVar, &IntVar, IntView, &IntView, Expr;
    Expr: IntVar, &IntVar, IntView, &IntView, Expr;
}

/// Quotients and remainders, as Rust has them.
macro_rules! quotients {
    ($($left:ty),*) => {$(
        impl<R: Into<Expr>> Div<R> for $left {
            type Output = Expr;

            fn div(self, rhs: R) -> Expr {
                of_two(Function::Quotient, self.into(), rhs.into())
            }
        }

        impl<R: Into<Expr>> Rem<R> for $left {
            type Output = Expr;

            fn rem(self, rhs: R) -> Expr {
                of_two(Function::Remainder, self.into(), rhs.into())
            }
        }
    )*};
}

quotients!(IntVar, &IntVar, IntView, &IntView, Expr);

/// Quotients of a number by operands that are not numbers.
macro_rules! quotients_of_numbers {
    ($($right:ty),*) => {$(
        impl Div<$right> for i32 {
            type Output = Expr;

            fn div(self, rhs: $right) -> Expr {
                of_two(Function::Quotient, self.into(), rhs.into())
            }
        }

        impl Rem<$right> for i32 {
            type Output = Expr;

            fn rem(self, rhs: $right) -> Expr {
                of_two(Function::Remainder, self.into(), rhs.into())
            }
        }
    )*};
}

quotients_of_numbers!(IntVar, &IntVar, IntView, &IntView, Expr);
