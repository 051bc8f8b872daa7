//! Who decides: the branchers of the caller, or what was met in dead ends lately.
//!
//! Where nothing was met yet, and nobody says otherwise, variables are decided in their order, which in most models puts those next to each
//! other that have to do with each other. So the dead ends come soon, from few decisions nearby, and their nogoods are short. To decide
//! what has the fewest values, which is best for a search that goes depth first, scatters the decisions: the first nogoods on large
//! quasigroups have four times as many atoms, and half as many of these are solved.
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
