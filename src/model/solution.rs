//! A solution: a value for every variable.

use std::ops::Index;

use crate::model::IntVar;
use crate::store::View;

/// A value for every variable of a model.
///
/// ```
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.int_var(7);
/// let solution = model.solutions().next().expect("one value is left");
/// assert_eq!((solution[x], solution.view(x * 2 + 1)), (7, 15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Box<[i32]>);

impl Solution {
    /// The solution with these values, by number of the variable.
    pub fn new(values: impl Into<Box<[i32]>>) -> Solution {
        Solution(values.into())
    }

    /// The value of a variable.
    ///
    /// # Panics
    /// If the model that it solves has no such variable.
    pub fn value(&self, var: IntVar) -> i32 {
        self.0[var.id().index()]
    }

    /// The value of a view.
    ///
    /// # Panics
    /// If the model that it solves has no such variable.
    pub fn view(&self, view: impl Into<View>) -> i64 {
        let view = view.into();
        view.apply(self.0[view.var.index()])
    }

    /// All values, by number of the variable.
    pub fn values(&self) -> &[i32] {
        &self.0
    }
}

impl Index<IntVar> for Solution {
    type Output = i32;

    fn index(&self, var: IntVar) -> &i32 {
        &self.0[var.id().index()]
    }
}
