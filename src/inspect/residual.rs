//! Residuals: what propagation leaves of the domains and of the constraints of a model.
//!
//! It is a model again, with exactly the solutions of the original (the round-trip law): every domain reduced, every
//! constraint simplified to what it still states about unfixed variables; entailed and repeated constraints are
//! dropped, and so are those that follow from a single other one; equal variables are named as aliases, also those
//! that a cycle of `≤` makes equal; an `all_different` is split into parts that share no value.

use std::sync::Arc;

use crate::constraints::{Constraint, Linear, Simplified, Statement, eq};
use crate::domain::Domain;
use crate::engine::{Consistency, Interrupt};
use crate::inspect::equalities::equalities;
use crate::model::{IntVar, IntView, Model, Options, Solver};
use crate::store::Domains;

/// An alias: a variable that equals another one, or differs from it by a constant, by the constraints of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The variable.
    pub var: IntVar,
    /// The view that it equals: the variable that represents both, plus a constant.
    pub is: IntView,
}

/// The residual of a model: what is left of its domains and constraints.
#[derive(Clone, Debug)]
pub struct Residual {
    /// The variables of the original, with what is left of their domains, and the constraints that are not entailed.
    ///
    /// It has the solutions of the original. The variables of the original are its variables.
    pub model: Model,
    /// Merged variables, each with its representative; the constraints of `model` involve the representatives only.
    pub aliases: Vec<Alias>,
}

impl Model {
    /// The residual after propagation at `consistency`; `None` if that shows that there is no solution.
    ///
    /// ```
    /// use residua::constraints::{all_different, eq};
    /// use residua::engine::Consistency;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.named_var(name, 1..=4));
    /// model.post(all_different([a, b, c, d]))?;
    /// model.post(eq(a, 4))?;
    /// model.post(eq(b, 2))?;
    /// let residual = model.residual(Consistency::Domain).expect("there are solutions");
    /// assert_eq!(residual.model.to_string(), "a in 4\nb in 2\nc in 1 3\nd in 1 3\nc ≠ d\n");
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn residual(&self, consistency: Consistency) -> Option<Residual> {
        let mut solver = Solver::new(self, Options { consistency, ..Options::default() });
        solver.propagate().ok()?;
        Some(Residual::new(self, &solver))
    }
}

impl Residual {
    /// The residual of `model` in a solver at a fixpoint.
    pub fn new(model: &Model, solver: &Solver) -> Residual {
        Self::within(model, solver, &Interrupt::default())
    }

    /// The residual of `model` in a solver in any state. Equal variables that are not found before `interrupt` triggers are not merged.
    pub(super) fn within(model: &Model, solver: &Solver, interrupt: &Interrupt) -> Residual {
        let residual = Self::of(model, solver, SimplifiedConstraints::new(solver.domains()));
        match residual.merged(model, solver, interrupt) {
            Some((model, solver)) => Self::within(&model, &solver, interrupt),
            None => residual,
        }
    }

    /// The model with what is left of its domains, and with the variables merged that the residual shows to be equal,
    /// at the fixpoint of a solver of its own. `None` if that leaves no fewer variables than `solver` has.
    fn merged(&self, model: &Model, solver: &Solver, interrupt: &Interrupt) -> Option<(Model, Solver)> {
        if interrupt.poll().is_some() {
            return None;
        }
        let constraints: Vec<_> =
            self.model.constraints().skip(self.aliases.len()).map(|(_, c)| Arc::clone(c)).collect();
        let equalities = equalities(&constraints, self.model.domains());
        if equalities.is_empty() {
            return None;
        }
        let mut merged = model.clone();
        for var in model.vars() {
            merged.set_domain(var, self.domain(var));
        }
        for (x, y, gap) in equalities {
            // Where the offset is so wide that the view does not fit, the constraint stays as it is.
            let _ = i32::try_from(gap).is_ok_and(|gap| merged.post(eq(x, y + gap)).is_ok());
        }
        let consistency = solver.engine().consistency();
        let mut fewer = Solver::new(&merged, Options { consistency, ..Options::default() });
        // If that fails there is no solution; solving the residual will show that.
        let holds = fewer.store().vars() < solver.store().vars() && fewer.survives([], interrupt) == Ok(true);
        holds.then_some((merged, fewer))
    }

    /// The residual of a solver that was interrupted on the way to its fixpoint, where a variable may have hundreds of
    /// values left that another one has taken: they go from the domains, instead of a `≠` for each.
    pub fn of_interrupted(model: &Model, solver: &Solver) -> Residual {
        Self::of(model, solver, SimplifiedConstraints::new(without_taken(model, solver.domains())))
    }

    /// The residual with no more aliases than the solver has.
    fn of<'a>(model: &'a Model, solver: &Solver, mut left: SimplifiedConstraints<'a>) -> Residual {
        let stand_ins = stand_ins(model, solver);
        for (id, constraint) in model.constraints() {
            let constraint = constraint.map(&|view| {
                view.over(stand_ins[view.var.index()]).expect("invariant: the solver composed the same views")
            });
            left.add(constraint, model.given_name(id));
        }
        let mut residual = model.without_constraints();
        let mut aliases = Vec::new();
        for var in model.vars() {
            let domain = &left.domains[var.index()];
            residual.set_domain(var, domain.clone());
            let is = stand_ins[var.index()];
            if is.var != var && !domain.is_fixed() {
                aliases.push(Alias { var, is });
                residual.post(eq(var, is)).expect("invariant: it follows from what was posted");
            }
        }
        for (constraint, name) in left.finish() {
            let id = residual.post(constraint).expect("invariant: a simplified constraint can be posted");
            if let Some(name) = name {
                residual.name_constraint(id, name);
            }
        }
        Residual { model: residual, aliases }
    }

    /// The domain that a variable has left.
    pub fn domain(&self, var: IntVar) -> &Domain {
        self.model.domain(var)
    }

    /// The variables with one value left, and that value.
    pub fn definite(&self) -> impl Iterator<Item = (IntVar, i32)> + '_ {
        self.model.vars().filter_map(|var| Some((var, self.domain(var).value()?)))
    }

    /// The constraints that are not entailed, in the names of the model, without aliases.
    pub fn constraints(&self) -> impl Iterator<Item = String> + '_ {
        self.model.constraints().skip(self.aliases.len()).map(|(_, c)| self.model.show(&**c).to_string())
    }
}

/// By variable of the model: its representative in the solver, as the first variable of the model, and what to add to
/// it.
fn stand_ins(model: &Model, solver: &Solver) -> Vec<IntView> {
    let stand_in = |var: IntVar| {
        let view = solver.view(var);
        let stand_in = solver.name(view.var);
        stand_in + (view.offset() - solver.view(stand_in).offset())
    };
    model.vars().map(stand_in).collect()
}

/// The domains without what fixed variables have taken, as far as looking at each constraint once shows it. Where
/// nothing would be left, they stay.
fn without_taken(model: &Model, mut domains: Vec<Domain>) -> Vec<Domain> {
    for (_, constraint) in model.constraints() {
        let scope = constraint.clique().filter(|scope| scope.iter().all(|view| view.is_plain()));
        let vars: Vec<usize> = scope.into_iter().flatten().map(|view| view.var.index()).collect();
        let taken: Domain = vars.iter().filter_map(|&var| domains[var].value()).collect();
        for var in vars {
            let domain = &mut domains[var];
            if !domain.is_fixed() && !domain.is_disjoint(&taken) {
                let rest = domain.difference(&taken);
                if !rest.is_empty() {
                    *domain = rest;
                }
            }
        }
    }
    domains
}

/// Constraints as they are simplified.
struct SimplifiedConstraints<'a> {
    domains: Vec<Domain>,
    constraints: Vec<Arc<dyn Constraint>>,
    /// By constraint: the name of the original constraint.
    names: Vec<Option<&'a str>>,
    /// By variable: the constraints that involve it, so that each is compared with its neighbours only.
    speaking_of: Vec<Vec<usize>>,
}

impl<'a> SimplifiedConstraints<'a> {
    fn new(domains: Vec<Domain>) -> SimplifiedConstraints<'a> {
        let speaking_of = vec![Vec::new(); domains.len()];
        SimplifiedConstraints { domains, constraints: Vec::new(), names: Vec::new(), speaking_of }
    }

    fn add(&mut self, constraint: Arc<dyn Constraint>, name: Option<&'a str>) {
        // What is left may be simplified once more: parts of an `all_different` are disequalities.
        let mut waiting = vec![constraint];
        while let Some(constraint) = waiting.pop() {
            match constraint.simplify(&self.domains.as_slice() as &dyn Domains<IntVar>) {
                Simplified::Entailed => {}
                Simplified::Into(parts) => waiting.extend(parts.into_iter().rev()),
                // Propagation may leave what the simplifier knows to be impossible; then the constraint stays as it
                // is.
                Simplified::Unchanged | Simplified::Violated => {
                    if !self.neighbours(&constraint.scope()).any(|i| *self.constraints[i] == *constraint) {
                        for view in constraint.scope() {
                            let list = &mut self.speaking_of[view.var.index()];
                            if list.last() != Some(&self.constraints.len()) {
                                list.push(self.constraints.len());
                            }
                        }
                        self.constraints.push(constraint);
                        self.names.push(name);
                    }
                }
            }
        }
    }

    /// The constraints on the variable of `scope` that has fewest: any constraint that implies this one is among
    /// them. All of them, for an empty scope.
    fn neighbours(&self, scope: &[IntView]) -> impl Iterator<Item = usize> + '_ {
        let lists = scope.iter().map(|view| self.speaking_of[view.var.index()].as_slice());
        let shortest = lists.min_by_key(|list| list.len());
        let all = if shortest.is_none() { 0..self.constraints.len() } else { 0..0 };
        shortest.unwrap_or_default().iter().copied().chain(all)
    }

    /// Drops what another constraint implies: disequalities and `all_different` within a larger `all_different`, and
    /// linear relations that follow from one on the same sum.
    fn finish(self) -> Vec<(Arc<dyn Constraint>, Option<&'a str>)> {
        let shapes: Vec<Shape> = self.constraints.iter().map(|c| Shape::of(&**c)).collect();
        let is_implied = |i: usize| {
            // If two follow from each other the first stays.
            let follows =
                |j: usize| shapes[j].implies(&shapes[i]) && (j < i || !shapes[i].implies(&shapes[j]));
            shapes[i].can_follow()
                && self.neighbours(&self.constraints[i].scope()).any(|j| i != j && follows(j))
        };
        let kept = (0..self.constraints.len()).filter(|&i| !is_implied(i)).collect::<Vec<_>>();
        kept.into_iter().map(|i| (Arc::clone(&self.constraints[i]), self.names[i])).collect()
    }
}

/// The parts of a constraint by which constraints are compared.
struct Shape {
    /// The views that are pairwise different, if that is all it states.
    clique: Option<Vec<IntView>>,
    linear: Option<Linear>,
}

impl Shape {
    fn of(constraint: &dyn Constraint) -> Shape {
        let clique = constraint.clique().filter(|scope| scope.len() > 1);
        let linear = match constraint.brief_statement() {
            Some(Statement::Linear(linear)) => Some(linear),
            _ => None,
        };
        Shape { clique, linear }
    }

    /// Whether another one can imply it.
    fn can_follow(&self) -> bool {
        self.clique.is_some() || self.linear.is_some()
    }

    fn implies(&self, other: &Shape) -> bool {
        let within = match (&self.clique, &other.clique) {
            (Some(own), Some(others)) => others.iter().all(|view| own.contains(view)),
            _ => false,
        };
        let follows = match (&self.linear, &other.linear) {
            (Some(own), Some(others)) => own.implies(others),
            _ => false,
        };
        within || follows
    }
}
