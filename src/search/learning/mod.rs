//! Search with nogood learning (lazy clause generation): each failure is analysed, its reason kept as a nogood, and the search jumps back
//! to where that nogood propagates.
//!
//! There are no right branches: what a nogood implies takes their place. So there are as many levels as decisions, and the search is
//! over when a failure does not depend on any. Decisions come from the branchers of the caller and from activity in recent conflicts, in
//! turn from one restart to the next.
//!
//! Every solution is excluded by a nogood over the decisions that led to it, or over the variables of the projection, so that no
//! solution comes twice, however often the search restarts.
//!
//! | file | holds |
//! |---|---|
//! | `opening.rs` | the first runs: by the branchers, and a dive |
//! | `runs.rs` | restarts and rephasing |
//! | `deciding.rs` | decisions, and the policy that takes them: branchers or activity |
//! | `root.rs` | work at the root: simplification, reduction, new cuts |
//! | `excluding.rs` | blocking nogoods for solutions |
//! | `assumptions.rs` | assumptions as the first decisions |
//! | `probing.rs` | destructive lower bounds of an objective |
//! | `failed_literals.rs` | values that are tried at the root between runs |
//! | `journal.rs` | search log used by the tests |
//!
//! It can be asked for solutions under assumptions (`assumptions.rs`), again and again: what it learns follows from the model and
//! from what was excluded, never from an assumption.
//!
//! | Source | Marques-Silva & Sakallah, ICCAD 1996; Ohrimenko, Stuckey & Codish, *Propagation via Lazy Clause Generation*, Constraints 14, 2009 |
//! |---|---|

mod assumptions;
mod deciding;
mod excluding;
mod failed_literals;
mod journal;
mod opening;
mod probing;
mod root;
mod runs;

use crate::engine::Fixpoint;
use crate::learn::{LearnedNogood, Learner};
use crate::model::{IntAtom, IntVar, Solver};
use crate::search::brancher::{Brancher, MaxDensity, Scopes};
use crate::search::learning::assumptions::Assumptions;
use crate::search::learning::failed_literals::FailedLiterals;
use crate::search::learning::journal::Journal;
use crate::search::learning::opening::Opening;
use crate::search::learning::probing::ObjectiveProbing;
use crate::search::learning::runs::Runs;
use crate::search::limit::{Limit, Limits, Status, Watchdog};
use crate::search::objective::Cut;
use crate::search::statistics::Statistics;

pub(crate) use crate::search::learning::deciding::DecisionPolicy;

/// Whether a search learns nogoods from its failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Learning {
    /// In turn with a depth-first search, which begins, until one of them finds a solution; in an optimisation until the end. The share
    /// of each depends on how much work it has done, and the one that learns gets no turn while the other is expected to be over soon.
    /// Where each variable is in two or more `all_different` with few unused values, the one that learns leaves the order of the caller
    /// after a few failures, for the density of solutions and then activity.
    /// Sudoku of 20 values or more that the dense engine does not solve within 3,000 nodes learn at once. Models with
    /// [propagators](crate::engine::Propagator) of other crates stay as they are: a wrong explanation would make answers wrong.
    #[default]
    Auto,
    /// From the start.
    On,
    /// Never.
    Off,
}

/// A search with nogood learning, advanced step by step over a [`Solver`] that records, at its root.
#[derive(Clone, Debug)]
pub(crate) struct LearningSearch {
    branchers: Vec<Box<dyn Brancher>>,
    policy: DecisionPolicy,
    opening: Opening,
    watchdog: Watchdog,
    learner: Learner,
    next: Next,
    /// The cut that every solution from now on has to satisfy.
    required: Option<Cut>,
    assumptions: Assumptions,
    probing: ObjectiveProbing,
    failed_literals: FailedLiterals,
    /// The core: the assumptions that exclude all further solutions.
    core: Vec<IntAtom>,
    /// Whether there is no solution whatever is assumed.
    is_refuted: bool,
    runs: Runs,
    status: Option<Status>,
    /// The amount of work at which it pauses.
    pause: u64,
    statistics: Statistics,
    propagations_before: u64,
    scopes: Option<Scopes>,
    /// The variables in which solutions have to differ, if not in all.
    projection: Option<Vec<IntVar>>,
    /// The log for tests, if it is kept.
    journal: Option<Journal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Start,
    Propagate,
    Choose,
    /// Exclude the solution at hand.
    Exclude,
}

impl LearningSearch {
    /// A search with the decisions of the branchers, which together decide all variables.
    pub(crate) fn new(
        branchers: Vec<Box<dyn Brancher>>,
        policy: DecisionPolicy,
        limits: Limits,
    ) -> LearningSearch {
        let (mut learner, runs) = match policy {
            DecisionPolicy::InTurn => (Learner::default().without_reason_side(), Runs::in_turn()),
            DecisionPolicy::Branchers | DecisionPolicy::Activity => (Learner::default(), Runs::new()),
        };
        learner.set_ceiling(limits.memory);
        LearningSearch {
            branchers,
            policy,
            opening: Opening::default(),
            watchdog: Watchdog::new(limits),
            learner,
            next: Next::Start,
            required: None,
            assumptions: Assumptions::default(),
            probing: ObjectiveProbing::new(),
            failed_literals: FailedLiterals::new(),
            core: Vec::new(),
            is_refuted: false,
            runs,
            status: None,
            pause: u64::MAX,
            statistics: Statistics::default(),
            propagations_before: 0,
            scopes: None,
            projection: None,
            journal: None,
        }
    }

    /// Begins with a dive by that brancher, perhaps after a short run by the branchers.
    #[must_use]
    pub(crate) fn diving(self, dive: MaxDensity, after_branchers: bool) -> LearningSearch {
        LearningSearch { opening: Opening::new(dive, after_branchers), ..self }
    }

    /// Marks the search as exhausted: the facts contradict each other, or the model.
    pub(crate) fn refute(&mut self) {
        self.is_refuted = true;
        self.status = Some(Status::Exhausted);
    }

    /// Projects the solutions on `vars`.
    #[must_use]
    pub(crate) fn project(self, vars: Option<&[IntVar]>) -> LearningSearch {
        LearningSearch { projection: vars.map(<[IntVar]>::to_vec), ..self }
    }

    /// Advances to the next solution; true if there is one. The solver then has every variable fixed.
    pub(crate) fn advance(&mut self, solver: &mut Solver) -> bool {
        let mut found = false;
        while !found && self.status.is_none() && self.work(solver) < self.pause {
            if self.required.is_some() && self.next != Next::Start {
                self.state_required(solver);
            }
            match self.next {
                Next::Start => self.start(solver),
                Next::Propagate => self.propagate(solver),
                Next::Choose => found = self.choose(solver),
                Next::Exclude => self.exclude(solver),
            }
        }
        self.count(solver);
        found
    }

    pub(crate) fn status(&self) -> Option<Status> {
        self.status
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The work that it has done, in the unit of [`Engine::work`](crate::engine::Engine::work).
    #[inline]
    pub(crate) fn work(&self, solver: &Solver) -> u64 {
        solver.engine().work() + self.learner.work() + self.opening.work() + self.failed_literals.work()
    }

    /// Lets it pause once it has done this amount of work. Then it has no status.
    pub(crate) fn pause_at(&mut self, work: u64) {
        self.pause = work;
    }

    /// The rest of its limits.
    pub(crate) fn limits_left(&self) -> Limits {
        self.watchdog.left(&self.statistics)
    }

    /// Continues after a limit, within `limits` that count from now.
    pub(crate) fn resume(&mut self, limits: Limits) {
        if matches!(self.status, Some(Status::Stopped(_))) {
            self.status = None;
            self.limit_to(limits);
        }
    }

    /// Replaces the limits by others that count from now; if one has stopped it, it continues.
    pub(crate) fn continue_within(&mut self, limits: Limits) {
        self.resume(limits.clone());
        self.limit_to(limits);
    }

    /// Goes back to the root. What was learned stays true there, and so does what is excluded.
    pub(crate) fn reset(&mut self, solver: &mut Solver) {
        self.assume(&[], solver);
        self.next = Next::Start;
    }

    /// From now on, looks for solutions in which these atoms are true, from the root. What was learned stays, and so does what is
    /// excluded; the solution at hand is not.
    pub(crate) fn assume(&mut self, atoms: &[IntAtom], solver: &mut Solver) {
        self.back_to(solver, 0);
        self.assumptions = Assumptions::new(atoms, solver);
        self.core.clear();
        self.status = self.is_refuted.then_some(Status::Exhausted);
        if self.next != Next::Start {
            self.next = Next::Propagate;
        }
    }

    /// States that an atom is true in every solution.
    pub(crate) fn add_fact(&mut self, atom: IntAtom, solver: &mut Solver) {
        self.assume(&[], solver);
        let next = self.next;
        self.state(solver, solver.inner(atom));
        self.next = next;
    }

    /// Replaces the branchers, before it is advanced from the root.
    pub(crate) fn branch_by(&mut self, branchers: Vec<Box<dyn Brancher>>) {
        self.branchers = branchers;
        self.opening = Opening::default();
        self.next = Next::Start;
    }

    /// Replaces the limits by others that count from now.
    pub(crate) fn limit_to(&mut self, limits: Limits) {
        self.learner.set_ceiling(limits.memory);
        self.watchdog = Watchdog::new(limits.after(&self.statistics));
        self.watchdog.start();
    }

    /// Once it is exhausted: a core, those of the assumptions that exclude every solution except the ones found; empty
    /// if there is no other solution at all.
    pub(crate) fn core(&self) -> &[IntAtom] {
        &self.core
    }

    /// Sets the objective, which the caller requires to be less in each solution after the first.
    pub(crate) fn minimise(&mut self, objective: IntVar) {
        self.probing.objective = Some(objective);
    }

    /// Does not count the solution just found.
    pub(crate) fn uncount_solution(&mut self) {
        self.statistics.solutions -= 1;
    }

    /// From now on, looks for solutions that satisfy this, too: the solution at hand must not.
    pub(crate) fn require(&mut self, cut: Cut) {
        self.required = Some(cut);
    }

    fn count(&mut self, solver: &Solver) {
        let counts = self.learner.counts();
        self.statistics.propagations = solver.engine().propagations() - self.propagations_before;
        self.statistics.nogoods = counts.nogoods;
        self.statistics.nogood_atoms = counts.atoms_kept;
        self.statistics.nogood_atoms_found = counts.atoms_found;
        self.statistics.nogood_levels = counts.levels;
    }

    fn start(&mut self, solver: &mut Solver) {
        assert_eq!(solver.level(), 0, "a search that learns starts at the root");
        self.propagations_before = solver.engine().propagations() - self.statistics.propagations;
        self.watchdog.start();
        self.runs.begin(self.statistics.failures, self.opening.kind());
        self.branchers.iter_mut().for_each(|brancher| brancher.start(solver));
        self.opening.start(solver);
        if self.opening.is_open() || self.branchers.iter().any(|b| b.wants_modified()) {
            solver.engine_mut().track_modified();
        }
        if self.branchers.iter().any(|b| b.wants_failed_scopes()) {
            self.scopes = Some(Scopes::new(solver));
        }
        if self.stops(solver) {
            return;
        }
        if !self.watchdog.wants_solution(&self.statistics) {
            self.status = Some(Status::Stopped(Limit::Solutions));
            return;
        }
        self.statistics.nodes += 1;
        self.next = Next::Propagate;
    }

    fn propagate(&mut self, solver: &mut Solver) {
        match solver.propagate_reading(self.watchdog.interrupt(), &mut self.learner) {
            Ok(Fixpoint::Reached) => self.next = Next::Choose,
            Ok(Fixpoint::Interrupted(cause)) => self.status = Some(Status::Stopped(cause.into())),
            Err(_) => self.fail(solver),
        }
    }

    /// Learns from the newest failure.
    fn fail(&mut self, solver: &mut Solver) {
        self.statistics.failures += 1;
        if let (Some(scopes), Some(failed_constraint)) = (&self.scopes, solver.engine().failed_constraint()) {
            let scope = scopes.of(failed_constraint);
            self.branchers.iter_mut().for_each(|brancher| brancher.failed_scope(scope));
        }
        let nogood = if solver.level() == 0 { None } else { self.learner.learn(solver.engine()) };
        if let Some(journal) = &mut self.journal {
            journal.note_nogood(nogood, &self.learner);
        }
        self.follow(solver, nogood);
    }

    /// Jumps back to where the nogood propagates; without one, there are no more solutions.
    fn follow(&mut self, solver: &mut Solver, nogood: Option<LearnedNogood>) {
        let Some(LearnedNogood { level, refuted, why }) = nogood else {
            self.back_to(solver, 0);
            self.refute();
            return;
        };
        self.back_to(solver, level);
        self.next = Next::Propagate;
        if solver.engine_mut().imply(refuted, why).is_err() {
            self.fail(solver);
        } else {
            // Failures may follow one another without a decision between them.
            self.stops(solver);
        }
    }

    fn back_to(&mut self, solver: &mut Solver, level: usize) {
        if level < solver.level() {
            self.learner.backjump(solver.engine_mut(), level);
            self.assumptions.back_to(level);
            self.branchers.iter_mut().for_each(|brancher| brancher.on_backjump(level));
        }
    }

    /// Whether a limit was reached; then the search has ended.
    fn stops(&mut self, solver: &Solver) -> bool {
        self.count(solver);
        let limit = self.watchdog.before_node(&self.statistics);
        self.status = limit.map(Status::Stopped);
        limit.is_some()
    }
}
