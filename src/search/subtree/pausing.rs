//! Pauses of a subtree search, in which it can be stopped, or told of what others have found.

use crate::search::limit::Limits;
use crate::search::subtree::{Dense, Engine, Subtrees};

/// The work of a node of the dense engine, which searches about two millions of them in a second.
const WORK_PER_NODE: u64 = 50;

impl Subtrees {
    /// Continues after a limit, within `limits` that count from now.
    pub(in crate::search) fn resume(&mut self, limits: Limits) {
        match &mut self.engine {
            Engine::DepthFirst(search) => search.dfs.resume(limits),
            Engine::Dense(dense) => dense.resume(limits),
            Engine::Learning { search, .. } => search.resume(limits),
        }
    }

    /// Whether what is left, where it cannot be told now, can be told a few nodes later.
    pub(in crate::search) fn tells_soon(&self) -> bool {
        matches!(&self.engine, Engine::Dense(dense) if dense.search.is_dense())
    }

    /// Lets it pause after this amount of [work](crate::engine::Engine::work): then it has no status. The limits are those that are left.
    pub(in crate::search) fn pause_after(&mut self, work: u64, left: impl FnOnce() -> Limits) {
        match &mut self.engine {
            Engine::DepthFirst(search) => search.dfs.pause_at(search.solver.engine().work() + work),
            Engine::Dense(dense) => dense.pause_after(work, left),
            Engine::Learning { solver, search, .. } => search.pause_at(search.work(solver) + work),
        }
    }
}

impl Dense {
    fn resume(&mut self, limits: Limits) {
        self.nodes = limits.nodes.map(|nodes| nodes.saturating_add(self.search.statistics().nodes));
        self.search.resume(limits.nodes(self.nodes_of_stretch()));
    }

    fn pause_after(&mut self, work: u64, left: impl FnOnce() -> Limits) {
        self.stretch = Some((work / WORK_PER_NODE).max(1));
        if self.is_paused() {
            self.resume(left());
        }
    }
}
