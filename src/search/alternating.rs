//! Projected enumeration by two searches in turn, because the model does not show which of them is fast.
//!
//! The first one decides the variables of the projection first, and then completes each of their assignments. Where the others define
//! them, as terms define a sum, most assignments cannot be completed, and to see that takes a search each. The second one decides the
//! others first, and passes over assignments that were found; where there are many others, it meets the same few assignments again and
//! again. So where the first takes most of its decisions to complete, both go on in turn, until one of them has searched everything. Once
//! the second one can be expected to be done soon, it goes on alone.
//!
//! | Promise | |
//! |---|---|
//! | Cost | at most twice the nodes of the better one, where the estimate of the second one is right, after a trial of the first; memory for the assignments that were found, up to 64 MiB, beyond which the first goes on alone |
//! | Order | depends on the model and the options only |
//! | Source | portfolios in turn: Gomes & Selman, *Algorithm Portfolios*, Artificial Intelligence 126, 2001 |

use crate::model::{IntVar, Solver};
use crate::search::dfs::{Dfs, FoundAssignments, Plan};
use crate::search::driver::Driver;
use crate::search::limit::{Limit, Limits, Status, Watchdog};
use crate::search::statistics::Statistics;

/// How many nodes a search has before it is the other one's turn, and of the first one before it is judged.
const TURN: u64 = 2048;

/// The cost of a node of a search that learns, in nodes of one that does not, about.
const LEARNING: u64 = 16;

/// The second search goes on alone while the work of its whole tree is expected to be less than this multiple of the work that it has done.
const IN_SIGHT: f64 = 40.0;

/// The memory for the assignments that were found, in bytes, about.
const MEMORY: usize = 64 << 20;

/// The number of nodes after which the first one is judged no more.
const TRIAL: u64 = 64 * TURN;

/// The two searches.
#[derive(Clone, Debug)]
pub(super) struct Alternating {
    first: (Solver, Driver),
    /// The parts of the second one, while that may still pay.
    plan: Option<Plan>,
    second: Option<(Solver, Dfs)>,
    /// Whether the second one has its turn.
    is_second: bool,
    /// The number of nodes of the search whose turn it is at which this turn ends.
    end: u64,
    /// The assignments that either has found, while there is a second one or may be.
    known: FoundAssignments,
    watchdog: Watchdog,
    is_started: bool,
    /// The number of solutions that were found, each counted once.
    solutions: u64,
    status: Option<Status>,
}

impl Alternating {
    /// The search `first` for solutions that differ in `vars`; later also by that plan.
    pub(super) fn new(first: (Solver, Driver), vars: &[IntVar], plan: Plan, limits: Limits) -> Alternating {
        Alternating {
            first,
            plan: Some(plan),
            second: None,
            is_second: false,
            end: 0,
            known: FoundAssignments::new(vars),
            watchdog: Watchdog::new(limits),
            is_started: false,
            solutions: 0,
            status: None,
        }
    }

    /// Advances to the next solution; true if there is one.
    pub(super) fn advance(&mut self) -> bool {
        if !std::mem::replace(&mut self.is_started, true) {
            self.watchdog.start();
            self.begin_turn();
        }
        while self.status.is_none() {
            if !self.watchdog.wants_solution(&self.statistics()) {
                self.status = Some(Status::Stopped(Limit::Solutions));
            } else if self.go_on() && self.is_new() {
                self.solutions += 1;
                return true;
            }
        }
        false
    }

    /// The search whose turn it is goes on; true if it finds a solution.
    fn go_on(&mut self) -> bool {
        let left = self.watchdog.left(&self.statistics());
        let turn = self.end.saturating_sub(self.active_nodes());
        let nodes = left.nodes.map_or(turn, |nodes| nodes.min(turn));
        let limits = left.solutions(None).nodes(nodes);
        let (found, status) = match &mut self.second {
            Some((solver, dfs)) if self.is_second => {
                dfs.limit_to(limits);
                dfs.pass_over(std::mem::take(&mut self.known));
                let found = dfs.advance(solver);
                self.known = dfs.passed_over();
                (found, dfs.status())
            }
            _ => {
                let (solver, driver) = &mut self.first;
                driver.limit_to(limits);
                (driver.advance(solver), driver.status())
            }
        };
        if status != Some(Status::Stopped(Limit::Nodes)) {
            self.status = status;
        } else if let Some(limit) = self.watchdog.before_node(&self.statistics()) {
            self.status = Some(Status::Stopped(limit));
        } else {
            self.end_turn();
            self.begin_turn();
        }
        found
    }

    /// Whether neither has found the solution at hand before.
    fn is_new(&mut self) -> bool {
        let is_new = !self.known.has(self.solver());
        if self.plan.is_some() || self.second.is_some() {
            let mut known = std::mem::take(&mut self.known);
            known.insert(self.solver());
            self.known = known;
        }
        is_new
    }

    fn begin_turn(&mut self) {
        let is_slow = !self.is_second && self.first.1.learns();
        self.end = self.active_nodes() + if is_slow { TURN / LEARNING } else { TURN };
    }

    fn end_turn(&mut self) {
        if let Some((solver, dfs)) = &self.second {
            let is_large = self.known.bytes() > MEMORY;
            let ends_soon = dfs.expected_work(solver) < IN_SIGHT * solver.engine().work() as f64;
            if !(self.is_second && ends_soon && !is_large) {
                self.is_second = !self.is_second;
            }
            if !self.is_second && is_large {
                self.second = None;
            }
        } else if self.first.1.mostly_completes() {
            self.second = self.plan.take().map(Plan::start);
            self.is_second = self.second.is_some();
        } else if self.active_nodes() > TRIAL && self.plan.take().is_some() {
            self.known.clear();
        }
    }

    fn active_nodes(&self) -> u64 {
        match &self.second {
            Some((_, dfs)) if self.is_second => dfs.statistics().nodes,
            _ => self.first.1.statistics().nodes,
        }
    }

    /// The solver of the search whose turn it is.
    pub(super) fn solver(&self) -> &Solver {
        match &self.second {
            Some((solver, _)) if self.is_second => solver,
            _ => &self.first.0,
        }
    }

    pub(super) fn status(&self) -> Option<Status> {
        self.status
    }

    /// The sum of both searches.
    pub(super) fn statistics(&self) -> Statistics {
        let first = self.first.1.statistics();
        let both = self.second.as_ref().map_or(first, |(_, dfs)| first.and(&dfs.statistics()));
        Statistics { solutions: self.solutions, ..both }
    }

    pub(super) fn resume(&mut self, limits: Limits) {
        if matches!(self.status, Some(Status::Stopped(_))) {
            self.status = None;
            self.watchdog = Watchdog::new(limits.after(&self.statistics()));
            self.watchdog.start();
        }
    }

    /// The number of open decisions of the first search.
    pub(super) fn open_decisions(&self) -> usize {
        self.first.1.open_decisions()
    }
}
