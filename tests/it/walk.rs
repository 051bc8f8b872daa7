//! A random walk through the search tree of a solver: used by `consistency`, `claims` and `explanation`.

use proptest::prelude::*;
use residua::domain::Domain;
use residua::model::{IntAtom, IntVar, Solver};

/// A decision that fits any state: which open variable, which of its values, which relation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    var: usize,
    value: usize,
    relation: u8,
    /// Whether a level is undone first.
    back: bool,
    /// Whether it is taken together with the one before, without propagation in between.
    joins: bool,
}

/// Decisions that are propagated one by one.
pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    taken(0.0)
}

/// Some of them are taken together, as happens where other constraints decide.
pub(crate) fn bunches() -> impl Strategy<Value = Vec<Step>> {
    taken(0.3)
}

fn taken(joining: f64) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..8usize, 0..8usize, 0..4u8, prop::bool::weighted(0.2), prop::bool::weighted(joining))
        .prop_map(|(var, value, relation, back, joins)| Step { var, value, relation, back, joins });
    prop::collection::vec(step, 0..=6)
}

/// The decision as an atom of an open variable; `None` where all are fixed.
pub(crate) fn decision(step: Step, vars: &[IntVar], domains: &[Domain]) -> Option<IntAtom> {
    let open: Vec<usize> = (0..vars.len()).filter(|&i| !domains[i].is_fixed()).collect();
    let at = *open.get(step.var % open.len().max(1))?;
    let values: Vec<i32> = domains[at].iter().collect();
    let value = values[step.value % values.len()];
    Some(match step.relation {
        0 => vars[at].is(value),
        1 => vars[at].is_not(value),
        2 => vars[at].at_most(value.min(values[values.len() - 2])),
        _ => vars[at].at_least(value.max(values[1])),
    })
}

/// Walks: at each node, the root included, `visit` is called with the domains before propagation, whether propagation
/// survived, and the solver. A dead end is undone; at the root the walk ends there.
pub(crate) fn walk(
    solver: &mut Solver,
    vars: &[IntVar],
    steps: &[Step],
    mut visit: impl FnMut(&[Domain], bool, &Solver),
) {
    let before = solver.domains();
    let alive = solver.propagate().is_ok();
    visit(&before, alive, solver);
    if !alive {
        return;
    }
    for bunch in steps.chunk_by(|_, next| next.joins) {
        if bunch[0].back {
            solver.pop();
        }
        if decision(bunch[0], vars, &solver.domains()).is_none() {
            continue;
        }
        solver.push();
        for &step in bunch {
            if let Some(atom) = decision(step, vars, &solver.domains()) {
                let _ = solver.assume(atom).expect("the value is there");
            }
        }
        let before = solver.domains();
        let alive = solver.propagate().is_ok();
        visit(&before, alive, solver);
        if !alive {
            solver.pop();
        }
    }
}
