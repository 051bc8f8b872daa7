//! Inference check of one constraint alone: every step of an explanation has to pass it.
//!
//! A constraint is posted alone, over the domains that the model gave its variables. Whether some atoms imply a
//! conclusion is tested by assuming them and the opposite of the conclusion: a failure is a proof. The test is as
//! strong as the constraint's propagation: complete for `all_different` and the comparisons, and sound for any
//! constraint.

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::engine::Interrupt;
use crate::model::{ConstraintId, IntAtom, IntVar, Model, Options, Solver};
use crate::store::Relation;

/// The constraints of a model, each to be tested alone.
#[derive(Debug)]
pub(super) struct Alone<'a> {
    pub(super) model: &'a Model,
    asked: BTreeMap<ConstraintId, Witness>,
    /// Once it triggers, nothing more is found to be implied.
    interrupt: Interrupt,
}

/// One constraint in a solver of its own.
#[derive(Debug)]
struct Witness {
    solver: Solver,
    /// The variables of its scope, and their counterparts in its solver.
    vars: BTreeMap<IntVar, IntVar>,
}

impl<'a> Alone<'a> {
    pub(super) fn new(model: &'a Model, interrupt: &Interrupt) -> Alone<'a> {
        Alone { model, asked: BTreeMap::new(), interrupt: interrupt.clone() }
    }

    /// Whether the constraint and the premises imply the conclusion; `None` is a contradiction. Premises about
    /// variables that the constraint does not involve are ignored.
    pub(super) fn implies(
        &mut self,
        constraint: ConstraintId,
        premises: impl IntoIterator<Item = IntAtom>,
        conclusion: Option<IntAtom>,
    ) -> bool {
        let (model, interrupt) = (self.model, &self.interrupt);
        self.asked
            .entry(constraint)
            .or_insert_with(|| Witness::new(model, constraint, interrupt))
            .implies(premises, conclusion, interrupt)
    }

    /// Whether the premises about the conclusion's variable imply it by themselves.
    pub(super) fn domain_implies(
        &self,
        premises: impl IntoIterator<Item = IntAtom>,
        conclusion: Option<IntAtom>,
    ) -> bool {
        let Some(conclusion) = conclusion else {
            return self.model.domains().iter().any(Domain::is_empty);
        };
        let var = conclusion.var();
        let made = self.model.domain(var).clone();
        let about = premises.into_iter().filter(|atom| atom.var() == var);
        let left = about.fold(made, |domain, atom| kept(&domain, atom));
        kept(&left, !conclusion).is_empty()
    }
}

impl Witness {
    fn new(model: &Model, id: ConstraintId, interrupt: &Interrupt) -> Witness {
        let constraint = model.constraint(id);
        let mut alone = Model::new();
        let mut vars = BTreeMap::new();
        for view in constraint.scope() {
            let domain = &model.domains()[view.var.index()];
            vars.entry(view.var).or_insert_with(|| alone.int_var(domain));
        }
        let posted = alone.post(constraint.map(&|view| {
            view.over(vars[&view.var].view()).expect("invariant: the view fitted over its own variable")
        }));
        posted.expect("invariant: it was posted before");
        let mut solver = Solver::new(&alone, Options::default());
        // A failure stays one, and implies everything.
        let _ = solver.propagate_within(interrupt);
        Witness { solver, vars }
    }

    fn implies(
        &mut self,
        premises: impl IntoIterator<Item = IntAtom>,
        conclusion: Option<IntAtom>,
        interrupt: &Interrupt,
    ) -> bool {
        let opposite = match conclusion.map(|atom| self.own(!atom)) {
            Some(None) => return false,
            Some(own) => own,
            None => None,
        };
        let premises: Vec<IntAtom> = premises.into_iter().filter_map(|atom| self.own(atom)).collect();
        self.solver.push();
        let assumed =
            premises.into_iter().chain(opposite).try_for_each(|atom| self.solver.assume(atom).map(|_| ()));
        let is_possible = assumed.is_ok() && self.solver.propagate_within(interrupt).is_ok();
        self.solver.pop();
        !is_possible
    }

    /// The atom as one of the constraint's own solver.
    fn own(&self, atom: IntAtom) -> Option<IntAtom> {
        Some(IntAtom::new(*self.vars.get(&atom.var())?, atom.relation(), atom.value()))
    }
}

/// The values that satisfy the atom.
pub(super) fn kept(domain: &Domain, atom: IntAtom) -> Domain {
    let value = atom.value();
    match atom.relation() {
        Relation::Eq => domain.intersect(&Domain::from(value)),
        Relation::Ne => domain.difference(&Domain::from(value)),
        Relation::Le => domain.intersect(&Domain::from(i32::MIN..=value)),
        Relation::Ge => domain.intersect(&Domain::from(value..=i32::MAX)),
    }
}
