//! Few solutions, gone through: where the dense engine serves, and soon comes to their end, that is all there is to do.
//!
//! Of puzzles with up to a thousand solutions this takes a tenth of the time that components and memory take.

use crate::inspect::count::natural::Natural;
use crate::inspect::count::{Count, Counter};
use crate::model::Model;
use crate::search::{EngineChoice, Limit, Limits, NetworkSearch, Statistics, Status};

/// After so many nodes there are too many solutions: a few milliseconds.
const NODES: u64 = 4096;

/// Solutions may come in any number without a node; so many take about a millisecond.
const SOLUTIONS: u64 = 1 << 16;

/// A search that goes through the solutions of the model, if a dense engine of that choice serves. Where nodes or failures are limited
/// they are for the count proper.
pub(super) fn enumeration(model: &Model, limits: &Limits, engine: EngineChoice) -> Option<NetworkSearch> {
    if limits.nodes.is_some() || limits.failures.is_some() {
        return None;
    }
    let limits = Limits { nodes: Some(NODES), ..limits.clone() };
    engine.dense(model, &limits)
}

impl Counter {
    /// The count, the first time that it is asked for, if the solutions are few.
    pub(super) fn enumerate(&mut self) -> Option<Count> {
        let mut search = self.enumeration.take()?;
        let mut found = 0;
        while found < SOLUTIONS && search.advance() {
            found += 1;
        }
        let Statistics { nodes, decisions, failures, solutions, .. } = search.statistics();
        let so_far = &mut self.statistics;
        (so_far.nodes, so_far.decisions) = (so_far.nodes + nodes, so_far.decisions + decisions);
        so_far.failures += failures;
        let number = Natural::from(solutions);
        let count = match search.status()? {
            Status::Exhausted => Count::Exact(number),
            Status::Stopped(Limit::Solutions) => Count::AtLeast(number, Limit::Solutions),
            Status::Stopped(_) => return None,
        };
        self.progress.tell(1.0, self.statistics.nodes);
        Some(count)
    }
}
