//! Depth-first search: two-way branching, with an explicit stack.
//!
//! A node is a fixpoint. The left branch opens a level and assumes the decision; when it is finished, the level is
//! undone and the opposite is assumed on the level where the decision was taken, with no level of its own. So there
//! are as many levels as open decisions, and one that the search opens for itself, in which the refutations of the
//! root hold: what it assumed is undone when it ends. The stack is bounded by memory only.
//!
//! A limit is checked before each step, and inside a fixpoint. Whatever stops the search, its [path](Path) shows what
//! is left, and it can be [resumed](Dfs::resume).

mod closed;
mod found;
mod progress;
mod projected;
mod restarting;
mod stopping;

use crate::engine::Fixpoint;
use crate::model::{IntAtom, IntVar, Solution, Solver};
use crate::search::brancher::{Brancher, Scopes};
use crate::search::dfs::closed::ClosedShare;
use crate::search::dfs::progress::Progress;
use crate::search::limit::{Limit, Limits, Status, Watchdog};
use crate::search::objective::Cut;
use crate::search::path::Path;
use crate::search::projection::Projection;
use crate::search::restart::{Cutoffs, Restarts};
use crate::search::statistics::Statistics;
use crate::store::Failure;

pub(crate) use crate::search::dfs::found::{FoundAssignments, Plan};

/// A depth-first search that is advanced step by step over a [`Solver`].
///
/// Most callers want [`Solutions`](crate::search::Solutions); this is for callers that keep a solver and search it repeatedly
/// under different assumptions.
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::{Model, Options, Solver};
/// use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
/// use residua::search::{Dfs, Limits};
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// model.post(all_different(xs.clone()))?;
/// let mut solver = Solver::new(&model, Options::default());
/// let order = Ordered::new(&xs, VariableOrder::Input, ValueOrder::Ascending);
/// let mut dfs = Dfs::new(vec![Box::new(order)], Limits::none().solutions(4));
/// let first = dfs.next_solution(&mut solver).expect("there are six");
/// assert_eq!([first[xs[0]], first[xs[1]], first[xs[2]]], [1, 2, 3]);
/// while dfs.advance(&mut solver) {}
/// assert_eq!(dfs.statistics().solutions, 4);
/// // What is left, as subproblems of their own.
/// let left: Vec<String> = dfs.open_subproblems().iter().map(|atoms| format!("{atoms:?}")).collect();
/// assert_eq!(left.len(), 1);
/// dfs.resume(Limits::default());
/// while dfs.advance(&mut solver) {}
/// assert_eq!(dfs.statistics().solutions, 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dfs {
    branchers: Vec<Box<dyn Brancher>>,
    watchdog: Watchdog,
    path: Path,
    /// Whether the level in which refutations of the root hold is open.
    is_rooted: bool,
    next: Next,
    /// The cut that each node has to satisfy, from the next right branch on.
    required: Option<Cut>,
    /// Whether the node is the left branch of the newest decision.
    is_left: bool,
    /// Whether some brancher asks which decisions failed.
    notifies_failures: bool,
    /// The lengths of the runs, if it restarts.
    restarts: Option<Cutoffs>,
    /// The number of failures at which it restarts.
    cutoff: u64,
    /// The amount of work of its solver at which it pauses.
    pause: u64,
    progress: Progress,
    closed: ClosedShare,
    status: Option<Status>,
    statistics: Statistics,
    /// The solver's counters when this search started.
    propagations_before: u64,
    /// The variables of each constraint, if some brancher asks for those of a failure.
    scopes: Option<Scopes>,
    /// The variables in which solutions have to differ, if not in all.
    projection: Option<Projection>,
    /// The assignments below which it does not search.
    known: Option<FoundAssignments>,
}

/// The next step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Prepare the root.
    Root,
    /// Propagate the root.
    PropagateRoot,
    /// Propagate the node that the path leads to.
    Propagate,
    /// Choose a decision there.
    Choose,
    /// Take the left branch of that decision.
    Descend(IntAtom),
    /// Go to the right branch of the newest open decision.
    Turn,
    /// Go back from a solution, to decide the variables of the projection.
    Leave,
    /// Propagate, and take the next of these decisions.
    Again,
    /// Restart, after a failure.
    Restart,
}

impl Dfs {
    /// A search with the decisions of the branchers, asked in their order, which stops at `limits`. The branchers
    /// together must decide all variables.
    pub fn new(branchers: Vec<Box<dyn Brancher>>, limits: Limits) -> Dfs {
        Dfs {
            branchers,
            watchdog: Watchdog::new(limits),
            path: Path::default(),
            is_rooted: false,
            next: Next::Root,
            required: None,
            is_left: false,
            notifies_failures: false,
            restarts: None,
            cutoff: u64::MAX,
            pause: u64::MAX,
            progress: Progress::default(),
            closed: ClosedShare::default(),
            status: None,
            statistics: Statistics::default(),
            propagations_before: 0,
            scopes: None,
            projection: None,
            known: None,
        }
    }

    /// Projects the solutions on `vars`: of those that have the same values there, it finds the first one.
    ///
    /// It is [`Search::project`](crate::search::Search::project) for callers that keep a solver.
    #[must_use]
    pub fn project(self, vars: &[IntVar]) -> Dfs {
        Dfs { projection: Some(Projection::new(vars)), ..self }
    }

    /// Restarts at the root, at the cutoffs of `restarts`, until it finds a solution.
    #[must_use]
    pub fn restarting(self, restarts: impl Into<Option<Restarts>>) -> Dfs {
        Dfs { restarts: restarts.into().map(Cutoffs::new), ..self }
    }

    /// Advances to the next solution; true if there is one. The solver then has every variable fixed.
    ///
    /// Between calls the solver must be left as it is. When the search is exhausted, the solver is as it was before
    /// the first call, except for what propagation found there.
    pub fn advance(&mut self, solver: &mut Solver) -> bool {
        let mut found = false;
        while !found && self.status.is_none() && !self.is_paused(solver) {
            match self.next {
                Next::Root => self.start(solver),
                Next::PropagateRoot => self.propagate_root(solver),
                Next::Propagate => self.propagate(solver),
                Next::Choose => found = self.choose(solver),
                Next::Descend(decision) => self.descend(solver, decision),
                Next::Turn => self.turn(solver),
                Next::Leave => self.leave(solver),
                Next::Again => self.decide_again(solver),
                Next::Restart => self.restart(solver),
            }
        }
        self.count_propagations(solver);
        found
    }

    /// [Advances](Self::advance) to the next solution, and returns it; `None` if there are no more, or a limit was reached.
    pub fn next_solution(&mut self, solver: &mut Solver) -> Option<Solution> {
        self.advance(solver).then(|| solver.least_values())
    }

    /// Why the search ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        self.status
    }

    /// Counts so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The path from the root to the current node.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open subproblems, which have not been searched: disjoint, the next one first, each as atoms of the model's variables
    /// that define it together with the model. Their solutions are those that the search would still have returned,
    /// in its order; those of a [projected](Self::project) search differ in the projection.
    pub fn open_subproblems(&self) -> Vec<Vec<IntAtom>> {
        if self.status == Some(Status::Exhausted) {
            return Vec::new();
        }
        match (&self.projection, self.next) {
            (Some(projection), Next::Leave | Next::Again) => {
                projection.ahead(&self.path).open_subproblems(false)
            }
            // Below a decision about another variable, two subproblems could have solutions that are the same in the projection.
            (Some(projection), _) if projection.own_depth(&self.path) < self.path.depth() => {
                let mut path = self.path.clone();
                path.cut(projection.own_depth(&path));
                path.open_subproblems(true)
            }
            (_, next) => self.path.open_subproblems(!matches!(next, Next::Turn | Next::Restart)),
        }
    }

    /// The branchers, with what they have learned so far.
    #[cfg(feature = "threads")]
    pub(super) fn branchers(&self) -> &[Box<dyn Brancher>] {
        &self.branchers
    }

    /// Whether most of its decisions are about variables outside of its projection.
    pub(crate) fn mostly_completes(&self) -> bool {
        self.projection.as_ref().is_some_and(Projection::mostly_completes)
    }

    /// Does not count the solution just found: another engine returned it before.
    pub(crate) fn uncount_solution(&mut self) {
        self.statistics.solutions -= 1;
    }

    /// From the next right branch on, looks for solutions that satisfy this cut, too. Each call has to ask for more than the one before.
    /// No solution can come twice then, so that the search may restart again.
    pub(crate) fn require(&mut self, cut: Cut) {
        self.required = Some(cut);
        self.begin_run(Cutoffs::again);
    }

    /// Marks the search as exhausted until it is reset: the facts contradict each other, or the model.
    pub(crate) fn refute(&mut self) {
        self.status = Some(Status::Exhausted);
    }

    /// Undoes all levels that the search has opened, and prepares it to start from the beginning.
    pub fn reset(&mut self, solver: &mut Solver) {
        for _ in 0..self.path.depth() {
            solver.pop();
        }
        self.leave_root(solver);
        self.branchers.iter_mut().for_each(|brancher| brancher.on_restart());
        self.path.clear();
        (self.next, self.status, self.required) = (Next::Root, None, None);
        self.statistics = Statistics::default();
    }

    fn leave_root(&mut self, solver: &mut Solver) {
        if std::mem::take(&mut self.is_rooted) {
            solver.pop();
        }
    }

    /// Prepares the root.
    fn start(&mut self, solver: &mut Solver) {
        self.propagations_before = solver.engine().propagations();
        self.watchdog.start();
        if self.watchdog.is_watched() {
            self.closed.keep();
        }
        self.closed.start();
        self.begin_run(Cutoffs::next);
        for brancher in &mut self.branchers {
            brancher.start(solver);
        }
        self.notifies_failures = self.branchers.iter().any(|b| b.wants_failed_decisions());
        if self.branchers.iter().any(|b| b.wants_modified()) {
            solver.engine_mut().track_modified();
        }
        if self.branchers.iter().any(|b| b.wants_failed_scopes()) && self.scopes.is_none() {
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
        self.next = Next::PropagateRoot;
    }

    /// Propagates the root on the current level, so that what follows there remains, and opens the level of the
    /// search.
    fn propagate_root(&mut self, solver: &mut Solver) {
        match solver.propagate_within(self.watchdog.interrupt()) {
            Ok(Fixpoint::Reached) => {
                solver.push();
                self.is_rooted = true;
                self.next = Next::Choose;
            }
            Ok(Fixpoint::Interrupted(cause)) => self.status = Some(Status::Stopped(cause.into())),
            Err(failure) => self.fail(solver, failure),
        }
    }

    #[inline]
    fn propagate(&mut self, solver: &mut Solver) {
        loop {
            match solver.propagate_within(self.watchdog.interrupt()) {
                Ok(Fixpoint::Reached) => match self.required.map(|cut| cut.follow(solver)) {
                    Some(Ok(true)) => {}
                    Some(Err(failure)) => return self.fail(solver, failure),
                    _ => {
                        self.next = Next::Choose;
                        return;
                    }
                },
                Ok(Fixpoint::Interrupted(cause)) => {
                    self.next = Next::Propagate;
                    self.status = Some(Status::Stopped(cause.into()));
                    return;
                }
                Err(failure) => return self.fail(solver, failure),
            }
        }
    }

    #[inline]
    fn fail(&mut self, solver: &Solver, _: Failure) {
        self.statistics.failures += 1;
        if self.notifies_failures
            && std::mem::take(&mut self.is_left)
            && let Some(&decision) = self.path.open().last()
        {
            self.branchers.iter_mut().for_each(|brancher| brancher.on_failed_decision(decision, solver));
        }
        if let (Some(scopes), Some(failed_constraint)) = (&self.scopes, solver.engine().failed_constraint()) {
            let scope = scopes.of(failed_constraint);
            self.branchers.iter_mut().for_each(|brancher| brancher.failed_scope(scope));
        }
        let is_over = self.statistics.failures >= self.cutoff && self.path.depth() > 0;
        self.next = if is_over { Next::Restart } else { Next::Turn };
    }

    /// Chooses a decision; true if there is none to take, which is a solution.
    #[inline]
    fn choose(&mut self, solver: &mut Solver) -> bool {
        while let Some(var) = solver.engine_mut().next_modified() {
            self.branchers.iter_mut().for_each(|b| b.modified(var));
        }
        if self.known.as_ref().is_some_and(|known| known.has(solver)) {
            self.next = Next::Turn;
            return false;
        }
        let decision = self.branchers.iter_mut().find_map(|brancher| brancher.choose(solver));
        self.next = decision.map_or(Next::Turn, Next::Descend);
        if decision.is_none() {
            self.statistics.solutions += 1;
            // It would come again.
            self.cutoff = u64::MAX;
            solver.check_solution();
            self.branchers.iter_mut().for_each(|brancher| brancher.on_solution(solver));
            if let Some(projection) = &mut self.projection {
                projection.at_solution(&self.path, solver);
                self.next = Next::Leave;
            }
        }
        decision.is_none()
    }

    /// Takes the left branch.
    #[inline]
    fn descend(&mut self, solver: &mut Solver, decision: IntAtom) {
        if self.stops(solver) {
            return;
        }
        self.statistics.nodes += 1;
        self.statistics.decisions += 1;
        self.progress.descend(self.path.depth(), decision, solver);
        self.closed.descend(self.path.depth(), decision, solver);
        self.path.descend(decision);
        if let Some(projection) = &mut self.projection {
            projection.count(decision);
        }
        self.is_left = true;
        self.statistics.depth = self.statistics.depth.max(self.path.depth() as u64);
        solver.push();
        self.assume(solver, decision);
    }

    /// Takes the right branch of the newest open decision; ends the search if none is open.
    #[inline]
    fn turn(&mut self, solver: &mut Solver) {
        if !self.watchdog.wants_solution(&self.statistics) {
            self.status = Some(Status::Stopped(Limit::Solutions));
            return;
        }
        if self.path.depth() == 0 {
            self.leave_root(solver);
            self.path.clear();
            self.status = Some(Status::Exhausted);
            return;
        }
        if self.stops(solver) {
            return;
        }
        self.statistics.nodes += 1;
        let decision = self.path.turn().expect("invariant: a decision is open");
        self.closed.turn(self.path.depth());
        self.is_left = false;
        solver.pop();
        if let Some(failure) = self.required.and_then(|cut| cut.assume(solver).err()) {
            return self.fail(solver, failure);
        }
        self.assume(solver, !decision);
    }

    #[inline]
    fn assume(&mut self, solver: &mut Solver, atom: IntAtom) {
        match solver.assume(atom) {
            Ok(_) => self.propagate(solver),
            Err(failure) => self.fail(solver, failure),
        }
    }
}
