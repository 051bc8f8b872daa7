//! Depth-first search and search with nogood learning in turn, by their shares of work.
//!
//! Neither is always the better one: learning makes some trees smaller by orders of magnitude, and each of its failures costs ten times
//! as much and more. So each of the two searches goes on where it was when it paused, and what both have done is kept in proportion. The
//! depth-first search begins. Where its progress shows that it will soon be over, the other one gets no turn.
//!
//! All is measured in [work](crate::engine::Engine::work), which depends on the model and not on the machine.
//!
//! A solution of a problem that asks for many would come again from the other search, so that the one that finds the first goes on alone.
//! In an optimisation both look for what is better than all that either has found.
//!
//! | Source | Huberman, Lukose & Hogg, *An Economics Approach to Hard Computational Problems*, Science 275, 1997; Gomes & Selman, *Algorithm Portfolios*, Artificial Intelligence 126, 2001 |
//! |---|---|

use crate::engine::{Interrupt, InterruptCause};
use crate::model::{IntAtom, IntVar, Model, Options, Solver};
use crate::search::brancher::Brancher;
use crate::search::dfs::Dfs;
use crate::search::learning::{DecisionPolicy, LearningSearch};
use crate::search::limit::{Limits, Status};
use crate::search::objective::Cut;
use crate::search::statistics::Statistics;
use crate::store::Failure;

/// The work of the depth-first search before the other one gets a turn: about ten milliseconds.
const FIRST: u64 = 1_000_000;

/// Each turn of the depth-first search ends where it has done this many times the work that it had done at the end of the one before.
const GROWTH: u64 = 2;

/// The search that learns may do as much work as the other one at first, and up to this many times as much from turn to turn, which takes
/// it about as long: its units are shorter (24 and 6 ns on `black-hole`).
const SHARE: u64 = 4;
/// The share where the model gives no search order.
const SHARE_WITHOUT_ORDER: u64 = 8;
/// The share beside a depth-first search whose estimate has failed, or whose tree is expected to be `OUT_OF_SIGHT` times what it has done:
/// such a search serves to find solutions, and will not be finished. Beside one that restarts, from the first turn on. 60 challenge
/// instances by free search took 74 s with 8, and 69 s with 16; by the annotations 25 of 36 were proved in 20 s with 1 throughout, and 29
/// so.
const LARGE_SHARE: u64 = 16;
const OUT_OF_SIGHT: f64 = 1e4;

/// The depth-first search goes on alone while its whole tree is expected to be less than this many times what it has done.
const IN_SIGHT: f64 = 40.0;

/// An estimate has failed once the tree is expected to be `FAILED` times as large as when the search first went on alone. From then on
/// estimates are ignored: skewed trees look small again and again.
const FAILED: f64 = 2.0;

/// The setup of a search that learns.
#[derive(Clone, Debug)]
pub(crate) struct LearningSetup {
    pub(crate) model: Model,
    pub(crate) options: Options,
    /// The facts besides the model.
    pub(crate) facts: Vec<IntAtom>,
    pub(crate) branchers: Vec<Box<dyn Brancher>>,
    pub(crate) policy: DecisionPolicy,
    /// The variables in which solutions have to differ, if not in all.
    pub(crate) projection: Option<Vec<IntVar>>,
}

impl LearningSetup {
    /// The setup for a model without branchers, with these facts.
    pub(crate) fn of(model: &Model, options: Options, facts: Vec<IntAtom>) -> LearningSetup {
        let vars: Vec<IntVar> = model.vars().collect();
        let (policy, branchers) = (
            DecisionPolicy::Activity,
            vec![Box::new(DecisionPolicy::fallback_order(&vars)) as Box<dyn Brancher>],
        );
        LearningSetup { model: model.clone(), options, facts, branchers, policy, projection: None }
    }

    /// The two searches in turn, with this depth-first search.
    pub(super) fn beside(self, dfs: Dfs, begins: FirstTurn) -> Turns {
        let plan = match begins {
            FirstTurn::DepthFirst => Plan::Both(Trial::default()),
            FirstTurn::Learning => Plan::Learning,
        };
        Turns {
            dfs: dfs.measuring(),
            setup: self,
            required: None,
            objective: None,
            learning: None,
            other: None,
            is_learning: false,
            plan,
        }
    }

    /// Assumes the facts.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(crate) fn assume_facts(&self, solver: &mut Solver) -> Result<(), Failure> {
        self.facts.iter().try_for_each(|&fact| solver.assume(fact).map(|_| ()))
    }

    /// A solver that records, and the search over it, within the limits that are left once the solver is made.
    pub(crate) fn start(&self, limits: impl FnOnce() -> Limits) -> (Solver, LearningSearch) {
        self.start_within(&Interrupt::default(), limits).expect("invariant: this interrupt never triggers")
    }

    /// A solver that records, and the search over it, within the limits that are left once the solver is made.
    ///
    /// # Errors
    /// If `interrupt` triggers before the solver is made.
    pub(super) fn start_within(
        &self,
        interrupt: &Interrupt,
        limits: impl FnOnce() -> Limits,
    ) -> Result<(Solver, LearningSearch), InterruptCause> {
        let mut solver = Solver::for_learning(&self.model, self.options, interrupt)?;
        let dive = self.policy.dive(&self.model);
        let search = match dive {
            None => LearningSearch::new(self.branchers.clone(), self.policy, limits()),
            // The branchers of the caller solve what is easy, before the dive. After it, activity alone does better than both in turn.
            Some(dive) => {
                let activity = DecisionPolicy::Activity;
                let search = LearningSearch::new(self.branchers.clone(), activity, limits());
                search.diving(dive, self.policy == DecisionPolicy::InTurn)
            }
        };
        let mut search = search.project(self.projection.as_deref());
        if self.assume_facts(&mut solver).is_err() {
            search.refute();
        }
        Ok((solver, search))
    }
}

/// Which of the two searches begins; the one that learns goes on alone.
#[derive(Clone, Copy, Debug)]
pub(super) enum FirstTurn {
    DepthFirst,
    Learning,
}

/// The two searches.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    dfs: Dfs,
    setup: LearningSetup,
    /// The cut that every solution has to satisfy from now on.
    required: Option<Cut>,
    /// The objective, which is to be less and less.
    objective: Option<IntVar>,
    /// The search that learns, once it has had a turn.
    learning: Option<LearningSearch>,
    /// The solver of the search that has to wait; the caller has that of the other one.
    other: Option<Box<Solver>>,
    /// Whether the search that learns has its turn.
    is_learning: bool,
    plan: Plan,
}

/// Which of the searches have turns.
#[derive(Clone, Copy, Debug)]
enum Plan {
    DepthFirst,
    Learning,
    Both(Trial),
}

/// Where the work of the depth-first search is counted from.
#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    is_started: bool,
    /// The work that its solver had done before it began.
    before: u64,
    /// The work of the whole tree that was expected when it first went on alone.
    expected: Option<f64>,
}

impl Trial {
    /// Whether the depth-first search, which has done this work, is expected to be over soon.
    fn ends_soon(&mut self, expected: f64, work: f64) -> bool {
        // Between two branches of the root, nothing is expected.
        if expected <= work {
            return true;
        }
        expected < IN_SIGHT * work && expected < FAILED * *self.expected.get_or_insert(expected)
    }

    /// Whether it is not expected to end.
    fn is_hopeless(&self, expected: f64, work: f64) -> bool {
        expected > OUT_OF_SIGHT * work || self.expected.is_some_and(|first| expected > FAILED * first)
    }
}

impl Turns {
    /// Replaces the facts besides the model, before the search starts.
    pub(crate) fn set_facts(&mut self, facts: Vec<IntAtom>) {
        self.setup.facts = facts;
    }

    pub(crate) fn facts(&self) -> Vec<IntAtom> {
        self.setup.facts.clone()
    }

    /// Whether the search that learns has had a turn.
    pub(crate) fn learns(&self) -> bool {
        self.learning.is_some()
    }

    /// Advances to the next solution. Where the other search has its turn, `solver` is replaced by that of the other.
    pub(crate) fn advance(&mut self, solver: &mut Solver) -> bool {
        loop {
            let found = match (&self.plan, &mut self.learning) {
                (_, Some(search)) if self.is_learning => search.advance(solver),
                (Plan::Learning, _) => {
                    self.begin_learning(solver, &Interrupt::default());
                    continue;
                }
                _ => {
                    self.limit_turn(solver);
                    self.dfs.advance(solver)
                }
            };
            if found && self.objective.is_none() {
                self.settle();
            }
            if found || self.status().is_some() {
                return found;
            }
            if self.is_learning { self.go_depth_first(solver) } else { self.end_depth_first(solver) }
        }
    }

    /// Lets the search whose turn it is go on alone.
    fn settle(&mut self) {
        self.plan = if self.is_learning { Plan::Learning } else { Plan::DepthFirst };
        self.other = None;
        self.dfs.pause_at(u64::MAX);
        if let Some(search) = &mut self.learning {
            search.pause_at(u64::MAX);
        }
    }

    /// Sets where the first turn of the depth-first search ends.
    fn limit_turn(&mut self, solver: &Solver) {
        if let Plan::Both(trial) = &mut self.plan
            && !trial.is_started
        {
            (trial.is_started, trial.before) = (true, solver.engine().work());
            self.dfs.pause_at(trial.before + FIRST);
        }
    }

    /// Ends a turn of the depth-first search, and decides whether the other one gets a turn.
    fn end_depth_first(&mut self, solver: &mut Solver) {
        let Plan::Both(trial) = &mut self.plan else { return };
        // An explanation that is wrong would make answers wrong, and a depth-first search asks for none.
        if solver.engine().has_external_propagators() {
            return self.settle();
        }
        let work = solver.engine().work() - trial.before;
        let expected = self.dfs.expected_work(solver);
        let ends_soon = trial.ends_soon(expected, work as f64);
        self.dfs.pause_at(trial.before + GROWTH * work);
        let most = match self.setup.policy {
            _ if trial.is_hopeless(expected, work as f64) => LARGE_SHARE,
            DecisionPolicy::Activity => SHARE_WITHOUT_ORDER,
            DecisionPolicy::Branchers | DecisionPolicy::InTurn => SHARE,
        };
        // A search that restarts does not keep its place.
        let share = if self.dfs.is_restarting() { LARGE_SHARE } else { (work / FIRST).clamp(1, most) };
        if !ends_soon {
            let interrupt = self.dfs.interrupt().clone();
            self.begin_learning(solver, &interrupt);
            if let Some(search) = &mut self.learning {
                search.pause_at(share * work);
            }
        }
    }

    /// Begins a turn of the search that learns; not its first one, if `interrupt` triggers before its solver is made.
    fn begin_learning(&mut self, solver: &mut Solver, interrupt: &Interrupt) {
        if let (Some(search), Some(other)) = (&mut self.learning, &mut self.other) {
            self.is_learning = true;
            search.continue_within(self.dfs.limits_left());
            return std::mem::swap(&mut **other, solver);
        }
        let Ok((recording, mut search)) = self.setup.start_within(interrupt, || self.dfs.limits_left())
        else {
            return;
        };
        self.is_learning = true;
        if let Some(cut) = self.required {
            search.require(cut);
        }
        if let Some(objective) = self.objective {
            search.minimise(objective);
        }
        let first = std::mem::replace(solver, recording);
        if matches!(self.plan, Plan::Both(_)) {
            self.other = Some(Box::new(first));
        }
        self.learning = Some(search);
    }

    /// Begins another turn of the depth-first search.
    fn go_depth_first(&mut self, solver: &mut Solver) {
        let (Some(search), Some(other)) = (&self.learning, &mut self.other) else { return };
        self.is_learning = false;
        self.dfs.limit_to(search.limits_left());
        std::mem::swap(&mut **other, solver);
    }

    pub(crate) fn status(&self) -> Option<Status> {
        match &self.learning {
            Some(search) if self.is_learning => search.status(),
            _ => self.dfs.status(),
        }
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let learning = self.learning.as_ref().map(LearningSearch::statistics);
        learning.map_or_else(|| self.dfs.statistics(), |later| self.dfs.statistics().and(&later))
    }

    pub(crate) fn resume(&mut self, limits: Limits) {
        // A callback is told of both.
        let watch = limits.watch.clone().map(|watch| watch.over(&self.statistics()));
        let limits = Limits { watch, ..limits };
        match &mut self.learning {
            Some(search) if self.is_learning => search.resume(limits),
            _ => self.dfs.resume(limits),
        }
    }

    pub(crate) fn limit_to(&mut self, limits: Limits) {
        match &mut self.learning {
            Some(search) if self.is_learning => search.continue_within(limits),
            _ => self.dfs.limit_to(limits),
        }
    }

    pub(crate) fn mostly_completes(&self) -> bool {
        self.learns() || self.dfs.mostly_completes()
    }

    pub(crate) fn uncount_solution(&mut self) {
        match &mut self.learning {
            Some(search) if self.is_learning => search.uncount_solution(),
            _ => self.dfs.uncount_solution(),
        }
    }

    pub(crate) fn require(&mut self, cut: Cut) {
        self.required = Some(cut);
        self.dfs.require(cut);
        if let Some(search) = &mut self.learning {
            search.require(cut);
        }
    }

    pub(crate) fn minimise(&mut self, objective: IntVar) {
        self.objective = Some(objective);
        if let Some(search) = &mut self.learning {
            search.minimise(objective);
        }
    }

    pub(crate) fn closed_share(&self) -> Option<f64> {
        if self.is_learning { None } else { self.dfs.closed_share() }
    }

    pub(crate) fn open_decisions(&self) -> usize {
        if self.is_learning { 0 } else { self.dfs.path().open().len() }
    }

    pub(crate) fn refute(&mut self) {
        self.dfs.refute();
        if let Some(search) = &mut self.learning {
            search.refute();
        }
    }

    /// Prepares the search to start from the beginning, with the solver of the search whose turn it is.
    pub(crate) fn reset(&mut self, solver: &mut Solver) {
        self.required = None;
        match &mut self.learning {
            Some(search) if self.is_learning => search.reset(solver),
            _ => self.dfs.reset(solver),
        }
        if let Plan::Both(trial) = &mut self.plan {
            *trial = Trial::default();
        }
    }
}
