//! Who decides: the branchers of the caller, or what was met in dead ends lately.
//!
//! Where nothing was met yet, and the caller gives no branchers, variables are decided in their order. In most models those that share
//! constraints are next to each other, so the dead ends come from few decisions, and their nogoods are short. A search that goes depth
//! first does best with what has the fewest values, but that scatters the decisions: on quasigroups of order 70 the first nogoods
//! have several times as many atoms, and within 5,000 dead ends two of twelve are solved, in place of eleven of twenty.
//!
//! | Source | the two in turn: as Chuffed and Pumpkin do |
//! |---|---|

use crate::model::{IntVar, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::learning::LearningSearch;
use crate::store::Atom;

/// Who is asked first for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The branchers.
    Branchers,
    /// What was met in dead ends; the branchers where nothing of that is open, among them what decides [elsewhere](Lead::elsewhere).
    Activity,
    /// Both in turn from run to run, the branchers in the first.
    InTurn,
}

impl Lead {
    /// What decides these variables where nothing was met.
    pub(crate) fn elsewhere(vars: &[IntVar]) -> Box<dyn Brancher> {
        Box::new(Ordered::new(vars, VariableOrder::Input, ValueOrder::Ascending))
    }
}

impl LearningSearch {
    /// The next decision; `None`, if there is none to take.
    pub(super) fn decision(&mut self, solver: &mut Solver) -> Option<Atom> {
        while let Some(var) = solver.engine_mut().next_modified() {
            self.branchers.iter_mut().for_each(|b| b.modified(var));
        }
        let is_by_branchers = match self.lead {
            Lead::Branchers => true,
            Lead::Activity => false,
            Lead::InTurn => self.statistics.restarts.is_multiple_of(2),
        };
        if !is_by_branchers && let Some(atom) = self.learner.choose(solver.store()) {
            return Some(atom);
        }
        let atom = self.branchers.iter_mut().find_map(|brancher| brancher.choose(solver))?;
        Some(solver.inner(atom))
    }
}
