//! The operators of expressions.

use std::ops::{Add, Mul, Neg, Sub};

use crate::constraints::Expr;
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
        self.plus(rhs.into().times(-1))
    }
}

impl Neg for Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        self.times(-1)
    }
}

impl Mul<i32> for Expr {
    type Output = Expr;

    fn mul(self, rhs: i32) -> Expr {
        self.times(rhs)
    }
}

impl Mul<Expr> for i32 {
    type Output = Expr;

    fn mul(self, rhs: Expr) -> Expr {
        rhs.times(self)
    }
}

/// Sums and differences of two operands that are no numbers, or of which the right one is an expression.
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
                Expr::from(self).plus(Expr::from(rhs).times(-1))
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
