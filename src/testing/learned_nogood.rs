//! Learned nogoods of given decisions, failure by failure, in the atoms of the model.

use crate::engine::Interrupt;
use crate::learn::Learner;
use crate::model::{IntAtom, Model, Options, Solver};
use crate::store::Reason;

/// A nogood that a search learns from a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedNogood {
    /// Atoms that no solution has all of. The first is false wherever the others are true.
    pub nogood: Vec<IntAtom>,
    /// The number of decisions that stay when the search jumps back: after these the others are true.
    pub level: usize,
}

/// Takes these decisions, each after propagation of those before, and returns what a search that learns takes from each failure: to see
/// the effect of explanations, also those of a constraint of your own. After a failure it jumps back to the level of the nogood, keeps what
/// follows there, and goes on with the decisions that are left. A decision that is already true, or false, is passed over.
///
/// It ends early where there is no solution, or where a nogood is about an auxiliary variable.
///
/// ```
/// use residua::constraints::{clause, lt};
/// use residua::model::Model;
/// use residua::testing::learned_nogoods;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
/// let [b, c] = ["b", "c"].map(|name| model.named_var(name, 0..=1));
/// model.post(lt(x, y))?;
/// model.post(clause([y.at_most(5), b.is(1)]))?;
/// model.post(clause([y.at_most(5), b.is(0)]))?;
/// let learned = learned_nogoods(&model, &[c.is(1), x.at_least(7)]);
/// let atoms: Vec<String> = learned[0].nogood.iter().map(|&atom| model.name_atom(atom)).collect();
/// assert_eq!(atoms, ["y ≥ 6"], "less than the decision made of it");
/// assert_eq!(learned[0].level, 0, "whatever c is");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// # Panics
/// If a decision is an atom of another model.
pub fn learned_nogoods(model: &Model, decisions: &[IntAtom]) -> Vec<LearnedNogood> {
    let mut solver = Solver::for_learning(model, Options::default(), &Interrupt::default())
        .expect("invariant: this interrupt never triggers");
    let mut learner = Learner::default();
    let mut lessons = Vec::new();
    let _ = study(&mut solver, &mut learner, decisions, &mut lessons);
    lessons
}

/// `None`, if it ended early.
fn study(
    solver: &mut Solver,
    learner: &mut Learner,
    decisions: &[IntAtom],
    lessons: &mut Vec<LearnedNogood>,
) -> Option<()> {
    settle(solver, learner)?;
    let interrupt = Interrupt::new(None, None);
    for &decision in decisions {
        if solver.store().truth(solver.inner(decision)).is_some() {
            continue;
        }
        learner.before_deciding(solver.store());
        solver.push();
        let mut result = solver.assume(decision).map(|_| ());
        loop {
            result = result.and_then(|()| solver.propagate_reading(&interrupt, learner).map(|_| ()));
            if result.is_ok() {
                break;
            }
            let learned = learner.learn(solver.engine())?;
            let nogood =
                learner.newest().iter().map(|&atom| solver.outer(atom)).collect::<Option<Vec<_>>>()?;
            lessons.push(LearnedNogood { nogood, level: learned.level });
            learner.backjump(solver.engine_mut(), learned.level);
            result = solver.engine_mut().imply(learned.refuted, learned.why).map(|_| ());
        }
    }
    Some(())
}

/// Propagates and settles the root; `None` if there is no solution.
fn settle(solver: &mut Solver, learner: &mut Learner) -> Option<()> {
    loop {
        let _ = solver.propagate_reading(&Interrupt::new(None, None), learner).ok()?;
        learner.settle(solver.engine_mut());
        let stated = solver.engine_mut().take_nogoods();
        let alone = learner.keep_stated(stated, solver.store())?;
        if alone.is_empty() {
            return Some(());
        }
        for atom in alone {
            let _ = solver.engine_mut().imply(!atom, Reason::DECISION).ok()?;
        }
    }
}
