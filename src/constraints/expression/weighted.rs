//! Weighted terms: pairs of a number and an expression, and weights by reference.

use std::ops::Mul;

use crate::constraints::{Expr, Number};

/// A weight and what it is of, as `zip` makes them: the product. A weight beyond 32 bits is refused when it is posted.
impl<N: Number, E: Into<Expr>> From<(N, E)> for Expr {
    fn from((weight, of): (N, E)) -> Expr {
        of.into().scaled(weight.to_i64())
    }
}

impl Mul<&i32> for Expr {
    type Output = Expr;

    fn mul(self, rhs: &i32) -> Expr {
        self.scaled((*rhs).into())
    }
}

impl Mul<Expr> for &i32 {
    type Output = Expr;

    fn mul(self, rhs: Expr) -> Expr {
        rhs.scaled((*self).into())
    }
}
