//! Decision policy: branchers of the caller, activity in recent conflicts, or both in turn.
//!
//! Before the first conflicts, if the caller gives no branchers, variables are decided in their order. In most models those that share
//! constraints are next to each other, so failures come from few decisions, and their nogoods are short. A depth-first search
//! does best with the fewest values first, but that scatters the decisions: on quasigroups of order 70 the first nogoods
//! have several times as many atoms, and within 5,000 failures two of twelve are solved, in place of eleven of twenty.
//!
//! Before all that comes a dive, where each variable is in two or more `all_different` with few unused values: a short run that goes by the
//! [density of solutions](MaxDensity), after one by the branchers of the caller, if there are any. Quasigroups and Sudoku with many open
//! cells are solved there; after it, activity alone decides. Where it finds no solution, what it
//! has learned, and the values it came to, are a good place to start from: of 80 quasigroups of order 30 near the hardest density, 74 are
//! solved within 30,000 failures, in place of 64; of 25 of order 33 to 40 within 80,000, 15 in place of 12.
//!
//! | Source | the two in turn: as Chuffed and Pumpkin do |
//! |---|---|

use crate::model::{IntVar, Model, Solver};
use crate::search::brancher::{MaxDensity, Ordered, ValueOrder, VariableOrder};
use crate::search::learning::assumptions::Turn;
use crate::search::learning::opening::RunKind;
use crate::search::learning::{LearningSearch, Next};
use crate::search::limit::Status;
use crate::store::Atom;

/// The policy by which a search that learns decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecisionPolicy {
    /// By the branchers.
    Branchers,
    /// By activity; where no open statement was met in a conflict, by the branchers, the last of which is the
    /// [fallback](DecisionPolicy::fallback_order).
    Activity,
    /// By both in turn from run to run, the branchers in the first.
    InTurn,
}

/// The number of values that a dive looks at, at most, in a second or two: as many as in a quasigroup of order 70 without givens.
const MOST_VALUES: u64 = 1_000_000_000;

impl DecisionPolicy {
    /// The brancher of a dive, if the model suits one.
    pub(crate) fn dive(self, model: &Model) -> Option<MaxDensity> {
        let dive = (self != DecisionPolicy::Branchers).then(|| MaxDensity::of(model).within(MOST_VALUES))?;
        dive.covers_twice(model).then_some(dive)
    }

    /// The order where activity does not decide: variables as given, values ascending.
    pub(crate) fn fallback_order(vars: &[IntVar]) -> Ordered {
        Ordered::new(vars, VariableOrder::Input, ValueOrder::Ascending)
    }
}

impl LearningSearch {
    /// Takes a decision; true if there is none to take, which is a solution.
    pub(super) fn choose(&mut self, solver: &mut Solver) -> bool {
        if let Some(journal) = &mut self.journal {
            journal.note_fixpoint(&self.learner, solver.store());
        }
        let is_crowded = self.learner.is_crowded() && solver.level() > 0;
        if self.failed_literals.is_on() {
            self.end_trial(solver);
        } else if self.runs.is_over(self.statistics.failures) || is_crowded {
            self.start_over(solver);
        }
        if solver.level() == 0 && !self.settle(solver) {
            return false;
        }
        if self.stops(solver) {
            return false;
        }
        if self.failed_literals.is_on() && self.try_next(solver) {
            return false;
        }
        let decision = match self.assumptions.turn(solver.store()) {
            Turn::Open(assumption) => Some(assumption),
            Turn::Refuted(_) if self.ends_probe() => self.decision(solver),
            Turn::Refuted(assumption) => {
                self.conclude(assumption, solver);
                return false;
            }
            Turn::Over => self.decision(solver),
        };
        let Some(decision) = decision else {
            self.statistics.solutions += 1;
            solver.check_solution();
            self.branchers.iter_mut().for_each(|brancher| brancher.on_solution(solver));
            self.next = Next::Exclude;
            return true;
        };
        self.decide(decision, solver);
        false
    }

    /// Opens a level with that decision.
    pub(super) fn decide(&mut self, decision: Atom, solver: &mut Solver) {
        self.statistics.nodes += 1;
        self.statistics.decisions += 1;
        self.learner.before_deciding(solver.store());
        solver.push();
        self.statistics.depth = self.statistics.depth.max(solver.level() as u64);
        self.next = Next::Propagate;
        if solver.engine_mut().assume(decision).is_err() {
            self.fail(solver);
        }
    }

    /// Ends the search with a core: that assumption is false because of others before it.
    fn conclude(&mut self, refuted: usize, solver: &mut Solver) {
        let opposite = !self.assumptions.inner(refuted);
        let levels = self.learner.levels_behind(opposite, solver.engine());
        self.core = self.assumptions.of_levels(&levels);
        self.core.push(self.assumptions.outer(refuted));
        self.back_to(solver, 0);
        self.status = Some(Status::Exhausted);
    }

    /// The next decision; `None`, if there is none to take.
    fn decision(&mut self, solver: &mut Solver) -> Option<Atom> {
        if self.opening.is_open() {
            self.relay_modified(solver);
        }
        if let Some(atom) = self.opening.choose(solver) {
            return Some(solver.inner(atom));
        }
        let is_by_branchers = match self.policy {
            DecisionPolicy::Branchers => true,
            DecisionPolicy::Activity => self.opening.kind() == RunKind::Attempt,
            DecisionPolicy::InTurn => self.statistics.restarts.is_multiple_of(2),
        };
        if !is_by_branchers && let Some(atom) = self.learner.choose(solver.store()) {
            return Some(atom);
        }
        // While activity decides, it is enough to know which variables have changed at all: each is relayed once.
        self.relay_modified(solver);
        let atom = self.branchers.iter_mut().find_map(|brancher| brancher.choose(solver))?;
        Some(solver.inner(atom))
    }

    /// Tells the branchers which variables have changed since they were asked last.
    fn relay_modified(&mut self, solver: &mut Solver) {
        while let Some(var) = solver.engine_mut().next_modified() {
            self.branchers.iter_mut().for_each(|b| b.modified(var));
            self.opening.modified(var);
        }
    }
}
