//! Branchers: they choose the decisions of a search.
//!
//! [`Ordered`] has the usual orders of variables and values, [`MaxDensity`] goes by what solutions of `all_different` have. A brancher
//! of your own implements [`Brancher`]; `examples/custom_brancher.rs` shows one.
//!
//! | file | holds |
//! |---|---|
//! | `order.rs` | decisions by an order of variables and one of values |
//! | `subject.rs` | subjects of such an order: variables, or atoms |
//! | `variable.rs` | variable orders (variable selection) |
//! | `value.rs` | value orders (value selection) |
//! | `toward.rs` | values in the direction of an objective |
//! | `density.rs` | counting-based search: solution densities of `all_different` |
//! | `impact.rs` | impacts of decisions on the search space |
//! | `tournament.rs` | a tournament tree: the least score among many, when few change |

mod density;
mod impact;
mod order;
mod subject;
mod tournament;
mod toward;
mod value;
mod variable;

use std::fmt::Debug;

use crate::model::{IntAtom, Solver};
use crate::store::{ConstraintId, VarId};

pub use crate::search::brancher::density::MaxDensity;
pub use crate::search::brancher::order::Ordered;
pub(in crate::search) use crate::search::brancher::toward::{TowardObjective, wants_large};
pub use crate::search::brancher::value::ValueOrder;
pub use crate::search::brancher::variable::VariableOrder;

/// Chooses decisions. It is asked at each node, and must choose the same way in the same state and history.
pub trait Brancher: Debug + Send + CloneBrancher {
    /// The next decision, an atom of the model's variables that is neither true nor false now; `None` once everything
    /// that the brancher is responsible for is decided.
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom>;

    /// Called before the first decision of a search.
    fn start(&mut self, solver: &mut Solver) {
        let _ = solver;
    }

    /// Whether [`failed_scope`](Self::failed_scope) is wanted.
    fn wants_failed_scopes(&self) -> bool {
        false
    }

    /// Called when a constraint on these variables, by their number in the engine, has failed.
    fn failed_scope(&mut self, scope: &[VarId]) {
        let _ = scope;
    }

    /// Whether [`on_failed_decision`](Self::on_failed_decision) is wanted. Asked once a search, after [`start`](Self::start).
    fn wants_failed_decisions(&self) -> bool {
        false
    }

    /// Called when the newest decision failed at once, before another one was taken. It may be called where it is not
    /// [wanted](Self::wants_failed_decisions), if another brancher wants it.
    fn on_failed_decision(&mut self, decision: IntAtom, solver: &Solver) {
        let _ = (decision, solver);
    }

    /// Called at each solution: a brancher may prefer its values from now on.
    fn on_solution(&mut self, solver: &Solver) {
        let _ = solver;
    }

    /// Called when the search restarts at the root.
    fn on_restart(&mut self) {}

    /// Called when a search that learns jumps back to that level, which may undo many levels at once.
    fn on_backjump(&mut self, level: usize) {
        let _ = level;
    }

    /// Whether [`modified`](Self::modified) is wanted. Asked once a search, after [`start`](Self::start).
    fn wants_modified(&self) -> bool {
        false
    }

    /// Called when the domain of that variable, by its number in the engine, has changed or was restored since the last choice:
    /// of whatever variable of the model has it as its [view](Solver::view). It may be called where it is not
    /// [wanted](Self::wants_modified), if another brancher wants it.
    fn modified(&mut self, var: VarId) {
        let _ = var;
    }
}

/// Cloning behind a box, implemented for every brancher that is `Clone`.
pub trait CloneBrancher {
    /// A boxed copy.
    fn clone_box(&self) -> Box<dyn Brancher>;
}

impl<B: Brancher + Clone + 'static> CloneBrancher for B {
    fn clone_box(&self) -> Box<dyn Brancher> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Brancher> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// The variables of each constraint, by their numbers in the engine.
#[derive(Clone, Debug)]
pub(super) struct Scopes(Vec<Vec<VarId>>);

impl Scopes {
    pub(super) fn new(solver: &Solver) -> Scopes {
        Scopes(solver.engine().scopes())
    }

    pub(super) fn of(&self, constraint: ConstraintId) -> &[VarId] {
        self.0.get(constraint.index()).map_or(&[], Vec::as_slice)
    }
}
