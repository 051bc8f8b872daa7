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
}

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0..8usize, 0..8usize, 0..4u8, prop::bool::weighted(0.2))
        .prop_map(|(var, value, relation, back)| Step { var, value, relation, back });
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
    for &step in steps {
        if step.back {
            solver.pop();
        }
        let Some(atom) = decision(step, vars, &solver.domains()) else { continue };
        solver.push();
        let _ = solver.assume(atom).expect("the value is there");
        let before = solver.domains();
        let alive = solver.propagate().is_ok();
        visit(&before, alive, solver);
        if !alive {
            solver.pop();
        }
    }
}
