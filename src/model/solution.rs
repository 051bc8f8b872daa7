//! Solutions: a value for every variable.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Index;

use crate::constraints::{Constraint, Expr};
use crate::model::marks::Marks;
use crate::model::names::{Names, distinct};
use crate::model::valued::Valued;
use crate::model::{IntVar, IntView, Model};

/// A solution: a value for every variable of a model.
///
/// ```
/// use residua::constraints::{all_different, sum};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 2, 3..=3);
/// let y = model.named_var("y", 7);
/// let solution = model.solve().expect("one value is left for each");
/// assert_eq!(solution[y], 7);
/// assert_eq!(solution.value(2 * y + xs[0]), 17);
/// assert_eq!(solution.values_of(&xs), [3, 3]);
/// assert!(solution.holds(sum(&xs).lt(y)) && !solution.holds(all_different(&xs)));
/// assert_eq!(solution.to_string(), "x[0] = 3, x[1] = 3, y = 7");
/// ```
#[derive(Clone)]
pub struct Solution {
    values: Box<[i32]>,
    /// The marks and names of the variables that it is indexed by, if it belongs to a model.
    owner: Option<(Marks, Names)>,
}

impl Solution {
    /// The solution with these values, by number of the variable. It does not belong to a model, so that variables of any model
    /// are taken by their numbers.
    pub fn new(values: impl Into<Box<[i32]>>) -> Solution {
        Solution { values: values.into(), owner: None }
    }

    /// The solution of a model whose variables have these marks and names.
    pub(super) fn named(values: impl Into<Box<[i32]>>, marks: Marks, names: Names) -> Solution {
        Solution { values: values.into(), owner: Some((marks, names)) }
    }

    /// Makes it a solution of `model`, with the same values.
    #[must_use]
    pub fn of(self, model: &Model) -> Solution {
        Solution { owner: Some((model.marks.clone(), model.names.clone())), ..self }
    }

    /// The value of a variable, which is an `i32`, or of a view or an expression, which is an `i64`.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 7..=7));
    /// let solution = model.solve().expect("one value is left for each");
    /// assert_eq!((solution.value(x), solution.value(x - 9), solution.value(x * y + 2 * x)), (7, -2, 63));
    /// ```
    ///
    /// # Panics
    /// If a variable of another model is in it, or it has no value here, as an expression of which
    /// [`evaluate`](Self::evaluate) says so: `x / y` where `y` is 0, as in Rust.
    pub fn value<V: Valued>(&self, of: V) -> V::Value {
        of.value_in(self)
    }

    /// The values of several variables, views or expressions, in their order.
    ///
    /// ```
    /// use residua::constraints::increasing;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 1..=2);
    /// model.post(increasing(&xs))?;
    /// let found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values_of(&xs[1..])).collect();
    /// assert_eq!(found, [[1, 1], [1, 2], [2, 2], [2, 2]]);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// As [`value`](Self::value).
    pub fn values_of<V: Valued>(&self, of: impl IntoIterator<Item = V>) -> Vec<V::Value> {
        of.into_iter().map(|one| self.value(one)).collect()
    }

    /// The value of a view.
    ///
    /// # Panics
    /// If it is a view of another model.
    pub fn view(&self, view: impl Into<IntView>) -> i64 {
        let view = view.into();
        view.apply(self[view.var])
    }

    /// The value of an expression; `None` where it has none, as `x / y` where `y` is 0, or one that leaves 64 bits.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=0));
    /// let solution = model.solve().expect("one value is left for each");
    /// assert_eq!((solution.evaluate(x + y + 1), solution.evaluate(x / y)), (Some(1), None));
    /// ```
    ///
    /// # Panics
    /// If a variable of another model is in it.
    pub fn evaluate(&self, expression: impl Into<Expr>) -> Option<i64> {
        expression.into().value(&|view| self.view(view))
    }

    /// Whether an atom, a condition, or any other constraint holds, posted or not.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 2, 1..=2);
    /// model.post(xs[0].lt(xs[1]))?;
    /// let solution = model.solve().expect("there is one");
    /// assert!(solution.holds(xs[0].is(1)) && solution.holds(all_different(&xs)));
    /// assert!(!solution.holds(xs[0].is(2) | (xs[0] + 1).ne(xs[1])));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable of another model is in it.
    #[expect(clippy::needless_pass_by_value, reason = "conditions are written where they are asked for")]
    pub fn holds(&self, constraint: impl Constraint + 'static) -> bool {
        constraint.check(&|view| self.view(view))
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

/// The values by name, in the order of the variables: `x = 3, y = 5`. Where several have the same name, they are told apart as a model
/// [prints](Model::distinct_names) them.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unnamed = Names::default();
        let names = self.owner.as_ref().map_or(&unnamed, |(_, names)| names);
        let distinct = distinct((0..self.values.len()).map(|index| names.get(index)), "#");
        for (at, (name, &value)) in distinct.iter().zip(&self.values).enumerate() {
            write!(f, "{}{name} = ", if at == 0 { "" } else { ", " })?;
            match names.value(at, value) {
                Some(called) => f.write_str(called)?,
                None => write!(f, "{value}")?,
            }
        }
        Ok(())
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
        let index = match &self.owner {
            Some((marks, _)) => marks.index_of(var, self.values.len()),
            None => var.index(),
        };
        &self.values[index]
    }
}
