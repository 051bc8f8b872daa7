//! A solution: a value for every variable.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Index;

use crate::model::marks::Marks;
use crate::model::{IntVar, IntView, Model};

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
#[derive(Clone)]
pub struct Solution {
    values: Box<[i32]>,
    /// Whose variables it is indexed by, if that is known.
    marks: Option<Marks>,
}

impl Solution {
    /// The solution with these values, by number of the variable. Of which model it is one is not known then, and variables of any
    /// are taken by their numbers.
    pub fn new(values: impl Into<Box<[i32]>>) -> Solution {
        Solution { values: values.into(), marks: None }
    }

    /// The solution of a model whose variables have these marks.
    pub(super) fn marked(values: impl Into<Box<[i32]>>, marks: Marks) -> Solution {
        Solution { values: values.into(), marks: Some(marks) }
    }

    /// The same values as a solution of `model`.
    pub(crate) fn of(self, model: &Model) -> Solution {
        Solution { marks: Some(model.marks.clone()), ..self }
    }

    /// The value of a variable.
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn value(&self, var: IntVar) -> i32 {
        self[var]
    }

    /// The value of a view.
    ///
    /// # Panics
    /// If it is a view of another model.
    pub fn view(&self, view: impl Into<IntView>) -> i64 {
        let view = view.into();
        view.apply(self[view.var])
    }

    /// All values, by number of the variable.
    pub fn values(&self) -> &[i32] {
        &self.values
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solution").field(&self.values).finish()
    }
}

/// Solutions are compared by their values.
impl PartialEq for Solution {
    fn eq(&self, other: &Solution) -> bool {
        self.values == other.values
    }
}

impl Eq for Solution {}

impl PartialOrd for Solution {
    fn partial_cmp(&self, other: &Solution) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Solution {
    fn cmp(&self, other: &Solution) -> Ordering {
        self.values.cmp(&other.values)
    }
}

impl Hash for Solution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

impl Index<IntVar> for Solution {
    type Output = i32;

    fn index(&self, var: IntVar) -> &i32 {
        let index = match &self.marks {
            Some(marks) => marks.index_of(var, self.values.len()),
            None => var.index(),
        };
        &self.values[index]
    }
}
