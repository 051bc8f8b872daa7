//! What a search learns from one dead end: its nogood, in the atoms of the model.

use crate::engine::Alarm;
use crate::learn::Learner;
use crate::model::{IntAtom, Model, Options, Solver};
use crate::store::Reason;

/// What a search learns from a dead end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Atoms that no solution has all of. The first is false wherever the others are true.
    pub nogood: Vec<IntAtom>,
    /// So many of the decisions stay when the search goes back: after these the others are true.
    pub level: usize,
}

/// Takes these decisions, each after what follows from those before, until there is a dead end, and says what a search that learns takes
/// from it: to see what explanations amount to, those of a constraint of your own too.
///
/// `None` if no decision leads to a dead end, or one cannot be taken; if there is no solution, whatever is decided; or if the nogood is
/// about a variable that a constraint made for itself.
///
/// ```
/// use residua::constraints::{le, lt};
/// use residua::model::Model;
/// use residua::testing::lesson;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
/// model.post(lt(x, y))?;
/// model.post(le(x + y + z, 9))?;
/// model.post(lt(y, z * 2))?;
/// let learned = lesson(&model, &[z.at_most(3), x.at_least(5)]).expect("a dead end");
/// let atoms: Vec<String> = learned.nogood.iter().map(|&atom| model.name_atom(atom)).collect();
/// assert_eq!(atoms, ["x ≥ 5"], "y is more, and so is their sum");
/// assert_eq!(learned.level, 0, "whatever z is");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// # Panics
/// If a decision is an atom of another model.
pub fn lesson(model: &Model, decisions: &[IntAtom]) -> Option<Lesson> {
    let mut solver = Solver::for_learning(model, Options::default());
    let mut learner = Learner::default();
    let alarm = Alarm::new(None, None);
    loop {
        let _ = solver.propagate_reading(&alarm, &mut learner).ok()?;
        learner.settle(solver.engine_mut());
        let stated = solver.engine_mut().take_nogoods();
        let alone = learner.keep_stated(stated, solver.store())?;
        if alone.is_empty() {
            break;
        }
        for atom in alone {
            let _ = solver.engine_mut().imply(!atom, Reason::DECISION).ok()?;
        }
    }
    for &decision in decisions {
        solver.push();
        let _ = solver.assume(decision).ok()?;
        if solver.propagate_reading(&alarm, &mut learner).is_err() {
            let level = learner.learn(solver.engine())?.level;
            let nogood =
                learner.newest().iter().map(|&atom| solver.outer(atom)).collect::<Option<Vec<_>>>()?;
            return Some(Lesson { nogood, level });
        }
    }
    None
}
