//! Values in a solution: of variables, views, and expressions.

use crate::constraints::Expr;
use crate::model::{IntVar, IntView, Solution};

/// Types that have a [value](Solution::value) in a solution: an [`IntVar`], an [`IntView`] or an [`Expr`], also by reference.
pub trait Valued {
    /// The type of its value: that of a variable fits into 32 bits.
    type Value;

    /// The value.
    fn value_in(self, solution: &Solution) -> Self::Value;
}

impl Valued for IntVar {
    type Value = i32;

    fn value_in(self, solution: &Solution) -> i32 {
        solution[self]
    }
}

impl Valued for IntView {
    type Value = i64;

    fn value_in(self, solution: &Solution) -> i64 {
        solution.view(self)
    }
}

impl Valued for Expr {
    type Value = i64;

    fn value_in(self, solution: &Solution) -> i64 {
        let value = solution.evaluate(self);
        value.unwrap_or_else(|| panic!("the expression has no value in this solution"))
    }
}

impl<V: Clone + Valued> Valued for &V {
    type Value = V::Value;

    fn value_in(self, solution: &Solution) -> V::Value {
        self.clone().value_in(solution)
    }
}
