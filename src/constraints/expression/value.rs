//! Evaluation of an expression under an assignment, as a number of 64 bits.

use crate::constraints::Expr;
use crate::store::handle::IntView;

impl Expr {
    /// The value of the expression where each view has the value that `value` gives; `None` where it has none, such as a quotient by 0, or
    /// one that leaves 64 bits.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    /// let at = |values: [i32; 2]| (x + 6 / y).value(&|view| view.apply(values[view.var.index()]));
    /// assert_eq!((at([1, 3]), at([1, 0])), (Some(3), None));
    /// ```
    pub fn value(&self, value: &dyn Fn(IntView) -> i64) -> Option<i64> {
        // Beyond 32 bits a view has lost its factor.
        let is_whole = self.views().iter().all(|view| !view.is_overflown());
        self.evaluate(value).filter(|_| is_whole).and_then(|value| i64::try_from(value).ok())
    }
}
