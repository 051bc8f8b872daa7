//! Definitions: constraints that only define a variable of the compiler, and are hard in conflicts.
//!
//! That a constraint defines a variable is a hint of the compiler. `x - y = d` with d declared as -9..9 is a definition; with d declared
//! as 2..4 it asks something of x and y. So all that the compiler defines is let have any value, and propagated: a definition is one that
//! then allows no more of its variable than is declared, and takes nothing from the others.

use residua::domain::Domain;
use residua::engine::{Consistency, Fixpoint, Interrupt};
use residua::model::{IntVar, Model, Options, Solver};
use residua_flatzinc::Term;

use crate::subject::Subject;

/// How often the interrupt of a propagation is looked at before it rings: each look is some thousand runs of propagators.
const LOOKS: u64 = 200;

/// What a variable that is defined may be, as far as its declaration is left aside.
const ANY: i32 = 1 << 28;

/// By constraint of the model: whether it is a definition, or says what a variable is that was made for several constraints.
pub(crate) fn definitions(subject: &Subject) -> Vec<bool> {
    let model = &subject.model;
    let mut wide = Model::new();
    let mut is_defined = vec![false; model.domains().len()];
    let defined = |id| match subject.statement(id)?.defines? {
        Term::View(view) => Some(view.var),
        Term::Atom(atom) => Some(atom.var()),
        Term::Wide(wide) => wide.vars().next(),
        _ => None,
    };
    for var in model.constraints().filter_map(|(id, _)| defined(id)) {
        is_defined[var.index()] = true;
    }
    let is_truth = |domain: &Domain| domain.min() == Some(0) && domain.max() == Some(1);
    let vars: Vec<IntVar> = model
        .vars()
        .map(|var| {
            let declared = model.domain(var);
            let is_wide = is_defined[var.index()] && !is_truth(declared);
            wide.int_var(if is_wide { Domain::from(-ANY..=ANY) } else { declared.clone() })
        })
        .collect();
    // One that does not fit while its variable may be anything is taken for a constraint.
    let is_posted: Vec<bool> = model
        .constraints()
        .map(|(id, constraint)| {
            let moved = |view: residua::model::IntView| vars[view.var.index()] * view.scale() + view.offset();
            defined(id).is_some() && wide.post(constraint.map(&moved)).is_ok()
        })
        .collect();
    let mut solver = Solver::new(&wide, Options::default().consistency(Consistency::Bounds));
    // Where definitions are circular, bounds creep from one end of what is any value to the other: `y = |x - y|`.
    let has_fixpoint = solver.propagate_within(&Interrupt::after_looks(LOOKS)) == Ok(Fixpoint::Reached);
    let keeps = |var: IntVar| {
        let (declared, left) = (model.domain(var), solver.domain(vars[var.index()]));
        if is_defined[var.index()] { left.is_subset(declared) } else { left == *declared }
    };
    model
        .constraints()
        .zip(is_posted)
        .map(|((id, constraint), is_posted)| match subject.statement(id) {
            None => true,
            Some(_) => is_posted && has_fixpoint && constraint.scope().iter().all(|view| keeps(view.var)),
        })
        .collect()
}
