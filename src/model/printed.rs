//! Text of a model: the names of its variables and constraints, and how it is printed.

use std::fmt;
use std::sync::Arc;

use crate::constraints::written::atom_of;
use crate::constraints::{Constraint, Expr, named};
use crate::model::names::distinct;
use crate::model::{ConstraintId, IntAtom, IntVar, IntView, Model, ModelError};

impl Model {
    /// The name of a variable, as it was given: several may have the same.
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn name(&self, var: IntVar) -> String {
        self.names.get(self.index_of(var))
    }

    /// Gives a variable another name.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 0..=9);
    /// model.rename(xs[1], "middle");
    /// let names: Vec<String> = xs.iter().map(|&x| model.name(x)).collect();
    /// assert_eq!(names, ["x[0]", "middle", "x[2]"]);
    /// ```
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn rename(&mut self, var: IntVar, name: &str) {
        self.names.rename(self.index_of(var), name);
    }

    /// The names of all variables, made to differ: where several have the same, the second is called `name#2`, and so on.
    ///
    /// A model is printed, and written as a program, in these names.
    ///
    /// ```
    /// use residua::constraints::lt;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, other] = ["x", "x"].map(|name| model.named_var(name, 1..=3));
    /// model.post(lt(x, other))?;
    /// assert_eq!(model.to_string(), "x in 1..3\nx#2 in 1..3\nx < x#2\n");
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn distinct_names(&self) -> Vec<String> {
        distinct(self.vars().map(|var| self.name(var)), "#")
    }

    /// The variable of that name.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 0..=1);
    /// assert_eq!(model.var_named("x[2]"), Ok(xs[2]));
    /// model.named_var("x[2]", 0..=1);
    /// assert_eq!(model.var_named("x[2]").unwrap_err().to_string(), "x[2] is the name of several variables");
    /// assert_eq!(model.var_named("y").unwrap_err().to_string(), "y is the name of no variable");
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] if no variable has it, or several have.
    ///
    /// # Complexity
    /// Linear in the number of variables.
    pub fn var_named(&self, name: &str) -> Result<IntVar, ModelError> {
        let mut called = self.vars().filter(|&var| self.name(var) == name);
        match (called.next(), called.next()) {
            (Some(var), None) => Ok(var),
            (found, _) => Err(ModelError::name(name.to_owned(), found.is_some())),
        }
    }

    /// A view in the usual notation, by the name of its variable.
    ///
    /// # Panics
    /// If it is a view of another model.
    pub fn name_view(&self, view: IntView) -> String {
        named(view, &self.name(view.var))
    }

    /// The name of a constraint: the one it was given, or `c` and its number.
    pub fn constraint_name(&self, id: ConstraintId) -> String {
        self.posted[id.index()].name.as_deref().map_or_else(|| format!("c{}", id.index()), str::to_owned)
    }

    /// A constraint by the name it was given, or as it is printed.
    pub fn describe_constraint(&self, id: ConstraintId) -> String {
        let posted = &self.posted[id.index()];
        posted.name.as_deref().map_or_else(|| self.show(&*posted.constraint).to_string(), str::to_owned)
    }

    /// An atom of this model's variables in the usual notation: `x ≠ 3`.
    ///
    /// # Panics
    /// If it is an atom of another model.
    pub fn name_atom(&self, atom: IntAtom) -> String {
        let (var, relation, value) = (atom.var(), atom.relation(), atom.value());
        let name = self.name(var);
        match self.names.value(self.index_of(var), value) {
            Some(called) => format!("{name} {relation} {called}"),
            None => atom_of(&name, relation, value),
        }
    }

    /// Gives the values of a variable names, from `first` on, by which they are called where an atom or a solution is printed.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let shift = model.named_var("shift", 1..=3);
    /// model.name_values(shift, 1, ["early", "late", "none"]);
    /// model.post(shift.ne(1))?;
    /// assert_eq!(model.name_atom(shift.is_not(1)), "shift ≠ early");
    /// assert_eq!(model.solve().map(|found| found.to_string()).as_deref(), Some("shift = late"));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn name_values(
        &mut self,
        var: IntVar,
        first: i32,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) {
        let names = names.into_iter().map(Into::into).collect();
        self.names.name_values(self.index_of(var), first, names);
    }

    /// The names of a variable's values, and the value of the first one.
    pub fn named_values(&self, var: IntVar) -> Option<(i32, &Arc<[String]>)> {
        self.names.values(self.index_of(var))
    }

    /// A value of a variable: its [name](Self::name_values), or the number.
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn name_value(&self, var: IntVar, value: i32) -> String {
        self.names.value(self.index_of(var), value).map_or_else(|| value.to_string(), str::to_owned)
    }

    /// A constraint printed in the names of this model.
    pub fn show<'a>(&'a self, constraint: &'a dyn Constraint) -> impl fmt::Display + 'a {
        Shown { model: self, constraint }
    }

    /// An expression printed in the names of this model.
    ///
    /// ```
    /// use residua::constraints::Expr;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    /// assert_eq!(model.show_expr(&(1 - Expr::from(x) * y)).to_string(), "-times(x, y) + 1");
    /// ```
    ///
    /// # Panics
    /// If it has a variable of another model.
    pub fn show_expr<'a>(&'a self, expression: &'a Expr) -> impl fmt::Display + 'a {
        ShownExpr { model: self, expression }
    }
}

struct Shown<'a> {
    model: &'a Model,
    constraint: &'a dyn Constraint,
}

struct ShownExpr<'a> {
    model: &'a Model,
    expression: &'a Expr,
}

impl fmt::Display for ShownExpr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.write(f, &|view| self.model.name_view(view))
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.constraint.write(f, &|view| self.model.name_view(view))
    }
}

/// The model, a line for each variable and each constraint, in distinct names.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.distinct_names();
        for (name, domain) in names.iter().zip(&self.domains) {
            writeln!(f, "{name} in {domain}")?;
        }
        let name = |view: IntView| named(view, &names[view.var.index()]);
        for (_, constraint) in self.constraints() {
            writeln!(f, "{}", constraint.display_with(&name))?;
        }
        Ok(())
    }
}
