//! Who decides: the branchers of the caller, or what was met in dead ends lately.
//!
//! Where nothing was met yet, and the caller gives no branchers, variables are decided in their order. In most models those that share
//! constraints are next to each other, so the dead ends come from few decisions, and their nogoods are short. A search that goes depth
//! first does best with what has the fewest values, but that scatters the decisions: on quasigroups of order 70 the first nogoods
//! have several times as many atoms, and within 5,000 dead ends two of twelve are solved, in place of eleven of twenty.
//!
//! Before all that comes a dive, where each variable is in two or more `all_different` of few unused values: a short run that goes by the
//! [density of solutions](MaxDensity). Quasigroups and Sudoku with many open cells are solved there. Where it finds no solution, what it
//! has learned, and the values it came to, are a good place to start from: of 80 quasigroups of order 30 near the hardest density, 74 are
//! solved within 30,000 dead ends, in place of 64; of 25 of order 33 to 40 within 80,000, 15 in place of 12.
//!
//! | Source | the two in turn: as Chuffed and Pumpkin do |
//! |---|---|

use crate::model::{IntVar, Model, Solver};
use crate::search::brancher::{Brancher, MaxDensity, Ordered, ValueOrder, VariableOrder};
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

/// How many values a dive looks at, at most, which takes it a second or two: as many as in a quasigroup of order 70 without givens.
const MOST_VALUES: u64 = 1_000_000_000;

impl Lead {
    /// What decides in a dive, if the model is one for it.
    pub(crate) fn dive(self, model: &Model) -> Option<MaxDensity> {
        let dive = (self == Lead::Activity).then(|| MaxDensity::of(model).within(MOST_VALUES))?;
        dive.covers_twice(model).then_some(dive)
    }

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
            if let Some(dive) = &mut self.dive {
                dive.modified(var);
            }
        }
        if let Some(atom) = self.dive.as_mut().and_then(|dive| dive.choose(solver)) {
            return Some(solver.inner(atom));
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
