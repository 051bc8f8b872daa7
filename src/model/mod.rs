//! The model: variables and constraints as data, by name.
//!
//! A [`Model`] does not depend on propagation or search. A [`Solver`] compiles it, a checker
//! tests an assignment against it, and a residual is a model, too.

mod alias;
mod booleans;
mod cliques;
mod decomposed;
mod differences;
mod error;
mod examined;
mod explain;
mod forgetting;
mod implied;
mod marks;
mod meaning;
mod names;
mod options;
mod printed;
mod recognised;
mod solution;
mod solver;
mod stated;
mod valued;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::constraints::Constraint;
use crate::domain::Domain;
use crate::model::marks::Marks;
use crate::model::names::Names;
use crate::store::VarId;

#[cfg(feature = "dense")]
pub(crate) use crate::model::cliques::{Edge, cliques};
pub use crate::model::error::ModelError;
pub use crate::model::explain::Past;
pub use crate::model::names::distinct;
pub use crate::model::options::Options;
pub use crate::model::solution::Solution;
pub use crate::model::solver::Solver;
pub use crate::model::valued::Valued;
pub use crate::store::ConstraintId;
pub use crate::store::handle::{IntAtom, IntVar, IntView};

/// A constraint model: integer variables with finite domains, and constraints on them.
///
/// ```
/// use residua::constraints::{all_different, lt};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// model.post(all_different(xs.clone()))?;
/// model.post(lt(xs[0], xs[1]))?;
/// assert_eq!(model.solutions().count(), 3);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Model {
    /// The mark of variables that it adds.
    mark: u32,
    /// The marks of its variables.
    marks: Marks,
    /// By variable.
    domains: Vec<Domain>,
    names: Names,
    posted: Vec<Posted>,
    /// The values of views with factor 0 in posted constraints.
    constants: BTreeSet<i32>,
    /// The number of the caller's variables, where the others are auxiliary: see `decomposed.rs`.
    own: Option<usize>,
}

#[derive(Clone, Debug)]
struct Posted {
    constraint: Arc<dyn Constraint>,
    name: Option<Box<str>>,
}

/// A clone has the variables of the original. Those that either adds from then on are its own.
impl Clone for Model {
    fn clone(&self) -> Model {
        let (posted, constants) = (self.posted.clone(), self.constants.clone());
        Model { posted, constants, own: self.own, ..self.without_constraints() }
    }
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl Model {
    /// A model without variables.
    pub fn new() -> Model {
        Model {
            mark: Marks::fresh(),
            marks: Marks::default(),
            domains: Vec::new(),
            names: Names::default(),
            posted: Vec::new(),
            constants: BTreeSet::new(),
            own: None,
        }
    }

    /// Adds a variable with a default name, `x` and its number.
    ///
    /// An empty domain is allowed: the model then has no solution.
    ///
    /// # Panics
    /// At the 2³⁰th variable.
    pub fn int_var(&mut self, domain: impl Into<Domain>) -> IntVar {
        assert!(self.domains.len() < VarId::LIMIT, "a model has fewer than 2^30 variables");
        self.marks.add(self.domains.len(), self.mark);
        self.domains.push(domain.into());
        IntVar::new(self.domains.len() - 1, self.mark)
    }

    /// Adds a variable with a name of its own.
    pub fn named_var(&mut self, name: &str, domain: impl Into<Domain>) -> IntVar {
        self.names.add_one(self.domains.len(), name);
        self.int_var(domain)
    }

    /// Adds `count` variables with the same domain, called `name[0]`, `name[1]`, …
    pub fn int_vars(&mut self, name: &str, count: usize, domain: impl Into<Domain>) -> Vec<IntVar> {
        self.names.add_many(self.domains.len(), count, name);
        let domain = domain.into();
        (0..count).map(|_| self.int_var(&domain)).collect()
    }

    /// Adds rows of variables with the same domain, called `name[0][0]`, `name[0][1]`, …: the rows, from the first.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::{IntVar, Model};
    ///
    /// let mut model = Model::new();
    /// let square = model.int_grid("cell", 2, 3, 1..=3);
    /// for row in &square {
    ///     model.post(all_different(row))?;
    /// }
    /// for column in 0..3 {
    ///     model.post(all_different(square.iter().map(|row| row[column])))?;
    /// }
    /// assert_eq!(model.solutions().count(), 12);
    /// assert_eq!(model.name_atom(square[1][2].is(3)), "cell[1][2] = 3");
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn int_grid(
        &mut self,
        name: &str,
        rows: usize,
        columns: usize,
        domain: impl Into<Domain>,
    ) -> Vec<Vec<IntVar>> {
        let domain = domain.into();
        (0..rows).map(|row| self.int_vars(&format!("{name}[{row}]"), columns, &domain)).collect()
    }

    /// Adds a constraint.
    ///
    /// That the model has no solution any more is not an error: solving it will show that.
    ///
    /// # Errors
    /// [`ModelError`] if a variable of another model is in its scope, if a view leaves `i32` somewhere on its variable's
    /// domain (its ends excluded), or if the constraint itself [objects](Constraint::validate).
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> Result<ConstraintId, ModelError> {
        let constraint = constraint.into_shared();
        self.examine(&*constraint)?;
        Ok(self.add(constraint))
    }

    /// Adds a constraint that was checked.
    fn add(&mut self, constraint: Arc<dyn Constraint>) -> ConstraintId {
        let constants = constraint.scope().into_iter().filter(|view| view.scale() == 0);
        self.constants.extend(constants.map(IntView::offset));
        self.posted.push(Posted { constraint, name: None });
        ConstraintId::new(self.posted.len() - 1)
    }

    /// The number of variables that the caller added, which are the first ones: in a [decomposed](Self::decomposed) model auxiliary ones
    /// follow.
    pub fn own_vars(&self) -> usize {
        self.own.unwrap_or(self.domains.len())
    }

    /// Adds a constraint with a name, to be used in reports.
    ///
    /// ```
    /// use residua::constraints::{all_different, eq};
    /// use residua::engine::Consistency;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 4, 1..=4);
    /// let row = model.post_named("row 1", all_different(&xs))?;
    /// assert_eq!(model.describe_constraint(row), "row 1");
    /// // What is left of it keeps the name.
    /// model.post(eq(xs[0], 4))?;
    /// let residual = model.residual(Consistency::Domain).expect("there are solutions").model;
    /// let left: Vec<String> = residual
    ///     .constraints()
    ///     .map(|(id, constraint)| format!("{}: {}", residual.constraint_name(id), residual.show(&**constraint)))
    ///     .collect();
    /// assert_eq!(left, ["row 1: all_different(x[1], x[2], x[3])"]);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`post`](Self::post).
    pub fn post_named(
        &mut self,
        name: &str,
        constraint: impl Constraint + 'static,
    ) -> Result<ConstraintId, ModelError> {
        let id = self.post(constraint)?;
        self.name_constraint(id, name);
        Ok(id)
    }

    /// The name that a constraint was given, if it was.
    pub fn given_name(&self, id: ConstraintId) -> Option<&str> {
        self.posted[id.index()].name.as_deref()
    }

    /// Gives a constraint a name, to be used in reports.
    pub fn name_constraint(&mut self, id: ConstraintId, name: &str) {
        self.posted[id.index()].name = Some(name.into());
    }

    /// A model with the variables of this one and their names, without its constraints. They remain the same variables.
    #[must_use]
    pub fn without_constraints(&self) -> Model {
        Model {
            mark: Marks::fresh(),
            marks: self.marks.clone(),
            domains: self.domains.clone(),
            names: self.names.clone(),
            posted: Vec::new(),
            constants: BTreeSet::new(),
            own: None,
        }
    }

    /// Replaces the domain of a variable by a part of it, before anything is searched.
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn set_domain(&mut self, var: IntVar, domain: impl Into<Domain>) {
        let index = self.index_of(var);
        self.domains[index] = domain.into();
    }

    /// All variables, in the order in which they were added.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = IntVar> + ExactSizeIterator + use<> {
        let marks = self.marks.clone();
        (0..self.domains.len()).map(move |i| IntVar::new(i, marks.of(i)))
    }

    /// The number of a variable.
    ///
    /// # Panics
    /// If it is a variable of another model.
    #[inline]
    pub(crate) fn index_of(&self, var: IntVar) -> usize {
        self.marks.index_of(var, self.domains.len())
    }

    /// The domain that a variable was given.
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn domain(&self, var: IntVar) -> &Domain {
        &self.domains[self.index_of(var)]
    }

    /// The domains of all variables, by number.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// Whether a variable is this model's own, or was when this model was cloned.
    pub fn has(&self, var: IntVar) -> bool {
        self.marks.of(var.index()) == var.mark() && var.index() < self.domains.len()
    }

    /// All constraints, in the order of posting.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = (ConstraintId, &Arc<dyn Constraint>)> {
        self.posted.iter().enumerate().map(|(i, posted)| (ConstraintId::new(i), &posted.constraint))
    }

    /// One constraint.
    pub fn constraint(&self, id: ConstraintId) -> &Arc<dyn Constraint> {
        &self.posted[id.index()].constraint
    }

    /// Checks whether the values satisfy every domain and every constraint.
    ///
    /// This is the definition, independent of all propagation. Values are taken by number, so that a solution of another model
    /// with as many variables can be checked too.
    ///
    /// # Errors
    /// The first violation: a domain, as the variable, which may have no value at all, or a constraint.
    pub fn check(&self, solution: &Solution) -> Result<(), Violation> {
        for (var, domain) in self.vars().zip(&self.domains) {
            let value = solution.values().get(var.index());
            if !value.is_some_and(|&value| domain.contains(value)) {
                return Err(Violation::Domain(var));
            }
        }
        let value = |view: IntView| view.apply(solution.values()[view.var.index()]);
        match self.constraints().find(|(_, constraint)| !constraint.check(&value)) {
            Some((id, _)) => Err(Violation::Constraint(id)),
            None => Ok(()),
        }
    }
}

/// A violation of a model by an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The domain of a variable.
    Domain(IntVar),
    /// A constraint.
    Constraint(ConstraintId),
}
