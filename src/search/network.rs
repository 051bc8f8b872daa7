//! Search by the dense engine, within limits.
//!
//! The dense engine has no clock and no flag: it is advanced a few nodes at a time, and the limits are checked in
//! between.

use residua_dense::{Advanced, Counts, Dense, Form, Network};

use crate::search::choice::EngineChoice;
use crate::search::limit::{Limit, Limits, Status, Watchdog};
use crate::search::statistics::Statistics;

/// The solutions of a [`Network`] within limits, in the fastest form of the dense engine that fits.
///
/// ```
/// use residua::search::{Limit, Limits, NetworkSearch, Status, network_of};
/// use residua_sudoku::Geometry;
///
/// let network = network_of(&Geometry::new(2, 2)?.model()).expect("nothing but rows, columns and boxes");
/// let limits = Limits::none().solutions(4);
/// let mut search = NetworkSearch::new(&network, limits).expect("a form for boxes fits");
/// assert!(search.advance());
/// assert_ne!(search.value(0), search.value(1));
/// while search.advance() {}
/// assert_eq!(search.statistics().solutions, 4);
/// assert_eq!(search.status(), Some(Status::Stopped(Limit::Solutions)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NetworkSearch {
    dense: Dense,
    watchdog: Watchdog,
    status: Option<Status>,
    is_fresh: bool,
    /// The counters, as the engine reported them when it stopped last: they are read no more often than that, because
    /// small searches take no longer than a few reads.
    counts: Counts,
    /// The numbers of nodes and of solutions at which limits and budget are checked again: some searches find a solution with each node.
    unchecked: (u64, u64),
    /// The number of nodes without another solution after which it is handed over.
    node_budget: u64,
    /// The number of nodes when the last solution was found.
    last_solution: u64,
}

/// After this number of solutions it is no longer handed over: the other search would have to skip them.
const MOST_EMITTED: u64 = 64;

/// The number of nodes between two checks of a time limit, or of the flag.
const NODES_PER_CHECK: u64 = 32;

/// The number of solutions between two checks, which need no node each.
const SOLUTIONS_PER_CHECK: u64 = 32;

impl NetworkSearch {
    /// A search of the network from its domains; `None` if no form fits that is expected to pay off.
    pub fn new(network: &Network, limits: Limits) -> Option<NetworkSearch> {
        Some(NetworkSearch::of(Dense::new(network)?, limits))
    }

    /// A search of the network by that form of the engine; `None` if it does not fit the network or the machine.
    pub fn in_form(network: &Network, form: Form, limits: Limits) -> Option<NetworkSearch> {
        Some(NetworkSearch::of(Dense::in_form(network, form)?, limits))
    }

    fn of(dense: Dense, limits: Limits) -> NetworkSearch {
        let watchdog = Watchdog::new(limits);
        NetworkSearch {
            dense,
            watchdog,
            status: None,
            is_fresh: true,
            counts: Counts::default(),
            unchecked: (0, 0),
            node_budget: u64::MAX,
            last_solution: 0,
        }
    }

    /// Sets the number of nodes without another solution after which it [is to be handed over](Self::is_out_of_nodes), and has no status,
    /// unless it has returned many solutions.
    pub(crate) fn with_node_budget(self, nodes: u64) -> NetworkSearch {
        NetworkSearch { node_budget: nodes, ..self }
    }

    /// Whether it has used up its node budget, so that another search has to continue.
    #[inline]
    pub(crate) fn is_out_of_nodes(&self) -> bool {
        let without = self.counts.nodes - self.last_solution;
        self.status.is_none() && self.counts.solutions <= MOST_EMITTED && without >= self.node_budget
    }

    /// The solutions that were returned, found once more from the same start: that of the network, and these facts.
    pub(crate) fn emitted(&mut self, facts: &[(usize, u64)]) -> Vec<Vec<i32>> {
        let count = self.statistics().solutions;
        self.dense.restart(facts);
        let next = |_| {
            let mut values = Vec::new();
            assert_eq!(
                self.dense.advance(u64::MAX),
                Advanced::Solution,
                "invariant: it searches in the same order each time"
            );
            self.dense.solution(&mut values);
            values
        };
        (0..count).map(next).collect()
    }

    /// What is left to be searched: of each part, the domains of all variables; `None` if that cannot be told here.
    pub(crate) fn open_parts(&self) -> Option<Vec<Vec<u64>>> {
        self.dense.open_states()
    }

    /// Splits a part by one branch, in the order of search: nothing, if it has no solution. `None` if it is not split, as it has one
    /// solution, or solutions that are easily enumerated.
    pub(crate) fn split(&mut self, facts: &[(usize, u64)]) -> Option<Vec<Vec<u64>>> {
        self.dense.restart(facts);
        match self.dense.advance(1) {
            Advanced::Solution => None,
            Advanced::Exhausted => Some(Vec::new()),
            Advanced::Paused => self.dense.open_states(),
        }
    }

    /// Replaces the limits, from the next start on.
    pub(crate) fn limit_to(&mut self, limits: Limits) {
        self.watchdog = Watchdog::new(limits);
    }

    /// The rest of its limits.
    pub(crate) fn limits_left(&self) -> Limits {
        self.watchdog.left(&self.statistics())
    }

    /// Starts again from other domains, by variable, as sets of values of the network.
    pub fn start(&mut self, domains: &[u64]) {
        self.dense.start(domains);
        self.begin();
    }

    /// Starts again from the domains of the last [start](Self::start), some of them narrowed: variables, and sets that their domains
    /// are intersected with.
    #[inline]
    pub fn restart(&mut self, facts: &[(usize, u64)]) {
        self.dense.restart(facts);
        self.begin();
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    pub fn resume(&mut self, limits: Limits) {
        if matches!(self.status, Some(Status::Stopped(_))) {
            self.status = None;
            self.watchdog = Watchdog::new(limits.after(&self.statistics()));
            self.watchdog.start();
            self.unchecked = (0, 0);
        }
    }

    /// Resets the search: the common part of all starts.
    fn begin(&mut self) {
        (self.status, self.is_fresh) = (None, true);
        (self.counts, self.unchecked, self.last_solution) = (Counts::default(), (0, 0), 0);
    }

    /// Advances to the next solution; true if there is one.
    pub fn advance(&mut self) -> bool {
        if std::mem::replace(&mut self.is_fresh, false) {
            self.watchdog.start();
        }
        while self.status.is_none() {
            if self.is_to_be_checked() {
                let so_far = self.statistics();
                if let Some(limit) = self.limit(&so_far) {
                    // A search with nothing left is exhausted and not stopped, unless the solution limit is reached.
                    let is_over = limit != Limit::Solutions && self.dense.is_exhausted();
                    self.status = Some(if is_over { Status::Exhausted } else { Status::Stopped(limit) });
                    break;
                }
                if self.is_out_of_nodes() {
                    break;
                }
                let nodes = so_far.nodes.saturating_add(self.nodes_unwatched(&so_far));
                let solutions = so_far.solutions + SOLUTIONS_PER_CHECK;
                let most = self.watchdog.most_solutions().unwrap_or(u64::MAX);
                self.unchecked = (nodes, solutions.min(most));
            }
            let step = self.dense.advance(self.unchecked.0 - self.counts.nodes);
            self.counts = self.dense.counts();
            match step {
                Advanced::Solution => {
                    self.last_solution = self.counts.nodes;
                    return true;
                }
                Advanced::Exhausted => self.status = Some(Status::Exhausted),
                Advanced::Paused => {}
            }
        }
        false
    }

    /// Whether limits and budget are to be checked before the next node.
    #[inline]
    fn is_to_be_checked(&self) -> bool {
        let (nodes, solutions) = self.unchecked;
        self.counts.nodes >= nodes || self.counts.solutions >= solutions
    }

    /// The number of nodes that may pass before the next check of limits and budget.
    fn nodes_unwatched(&self, so_far: &Statistics) -> u64 {
        let nodes = self.watchdog.nodes_unwatched(so_far, NODES_PER_CHECK);
        if so_far.solutions > MOST_EMITTED {
            return nodes;
        }
        nodes.min(self.node_budget - (so_far.nodes - self.last_solution))
    }

    fn limit(&mut self, so_far: &Statistics) -> Option<Limit> {
        if self.watchdog.wants_solution(so_far) {
            self.watchdog.before_node(so_far)
        } else {
            Some(Limit::Solutions)
        }
    }

    /// The values of the network, ascending.
    pub fn values(&self) -> &[i32] {
        self.dense.values()
    }

    /// This form of the engine as a choice.
    pub(crate) fn choice(&self) -> EngineChoice {
        EngineChoice::Dense(self.form())
    }

    /// The form of the engine.
    pub fn form(&self) -> Form {
        self.dense.form()
    }

    /// The value of a variable in the solution that [`advance`](Self::advance) moved to.
    pub fn value(&self, var: usize) -> i32 {
        self.dense.value(var)
    }

    /// Writes the values of all variables in that solution to `values`, by number.
    pub fn solution(&self, values: &mut Vec<i32>) {
        self.dense.solution(values);
    }

    /// Why the search ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        self.status
    }

    /// The statistics since it was started; a propagation is a pass of inference.
    #[inline]
    pub fn statistics(&self) -> Statistics {
        let counts = &self.counts;
        Statistics {
            nodes: counts.nodes,
            decisions: counts.decisions,
            failures: counts.failures,
            propagations: counts.passes,
            solutions: counts.solutions,
            depth: counts.depth,
            ..Statistics::default()
        }
    }
}
