//! A dense search within limits.
//!
//! The dense engine knows no clock and no flag: it is led a few nodes at a time, and between them the limits are looked
//! at.

use crate::dense::{Dense, Form, Network, Step};
use crate::search::limit::{Limit, Limits, Outcome, Watchdog};
use crate::search::statistics::Statistics;

/// The solutions of a [`Network`] within limits, in the fastest form of the dense engine that fits.
///
/// ```
/// use residua::dense::Network;
/// use residua::search::{Limit, Limits, NetworkSearch, Outcome};
///
/// let network = Network::over(&vec![vec![1, 2, 3]; 3], vec![vec![0, 1, 2]]).expect("three values");
/// let limits = Limits { solutions: Some(4), ..Limits::default() };
/// let mut search = NetworkSearch::new(&network, limits);
/// assert!(search.advance());
/// assert_ne!(search.value(0), search.value(1));
/// while search.advance() {}
/// assert_eq!(search.statistics().solutions, 4);
/// assert_eq!(search.outcome(), Some(Outcome::Stopped(Limit::Solutions)));
/// ```
#[derive(Clone, Debug)]
pub struct NetworkSearch {
    dense: Dense,
    watchdog: Watchdog,
    outcome: Option<Outcome>,
    is_fresh: bool,
}

/// How many nodes go by between two looks at a limit on time, or at the flag.
const NODES_A_LOOK: u64 = 32;

impl NetworkSearch {
    /// A search of the network from its domains.
    pub fn new(network: &Network, limits: Limits) -> NetworkSearch {
        let watchdog = Watchdog::new(limits);
        NetworkSearch { dense: Dense::new(network), watchdog, outcome: None, is_fresh: true }
    }

    /// The same in that form of the engine; `None` if it does not fit the network or the machine.
    pub fn in_form(network: &Network, form: Form, limits: Limits) -> Option<NetworkSearch> {
        let dense = Dense::in_form(network, form)?;
        Some(NetworkSearch { dense, watchdog: Watchdog::new(limits), outcome: None, is_fresh: true })
    }

    /// Starts over from other domains, by variable, as sets of values of the network.
    pub fn start(&mut self, domains: &[u64]) {
        self.dense.start(domains);
        (self.outcome, self.is_fresh) = (None, true);
    }

    /// Moves on to the next solution; true if there is one.
    pub fn advance(&mut self) -> bool {
        if std::mem::replace(&mut self.is_fresh, false) {
            self.watchdog.start();
        }
        while self.outcome.is_none() {
            let so_far = self.statistics();
            if let Some(limit) = self.limit(&so_far) {
                // Nothing is stopped where nothing is left, unless enough was asked for.
                let is_over = limit != Limit::Solutions && self.dense.advance(0) == Step::Exhausted;
                self.outcome = Some(if is_over { Outcome::Exhausted } else { Outcome::Stopped(limit) });
                break;
            }
            match self.dense.advance(self.watchdog.nodes_unwatched(&so_far, NODES_A_LOOK)) {
                Step::Solution => return true,
                Step::Exhausted => self.outcome = Some(Outcome::Exhausted),
                Step::Paused => {}
            }
        }
        false
    }

    fn limit(&mut self, so_far: &Statistics) -> Option<Limit> {
        if self.watchdog.wants_solution(so_far) {
            self.watchdog.before_node(so_far)
        } else {
            Some(Limit::Solutions)
        }
    }

    /// The form of the engine.
    pub fn form(&self) -> Form {
        self.dense.form()
    }

    /// The value of a variable in the solution that [`advance`](Self::advance) moved to.
    pub fn value(&self, var: usize) -> i32 {
        self.dense.value(var)
    }

    /// Why there are no more solutions; `None` while there may be.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What it took since it was started; a propagation is a pass of inference.
    pub fn statistics(&self) -> Statistics {
        let counts = self.dense.counts();
        Statistics {
            nodes: counts.nodes,
            decisions: counts.decisions,
            failures: counts.failures,
            propagations: counts.passes,
            solutions: counts.solutions,
            depth: counts.depth,
        }
    }
}
