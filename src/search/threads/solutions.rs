//! Enumeration by several threads: one alone at first, and once that has not been enough, all of them.

use std::collections::BTreeSet;

use crate::model::{IntVar, Model, Solution, Solver};
use crate::search::NetworkSearch;
use crate::search::choice::EngineChoice;
use crate::search::dfs::Dfs;
use crate::search::learning::Learning;
use crate::search::limit::{Deadline, Limit, Limits, Status};
use crate::search::network_facts::atoms_of;
use crate::search::statistics::Statistics;
use crate::search::subtree::{Subtrees, halves};
use crate::search::threads::beside::LearningFirst;
use crate::search::threads::enumerate::{Batch, Enumerator};
use crate::search::threads::frontier::{Part, Rest};
use crate::search::threads::pool::{Pool, Worker};
use crate::search::threads::setting::Threads;
use crate::search::turns::LearningSetup;

/// The solutions of a search by several threads.
#[derive(Clone, Debug)]
pub(in crate::search) struct ByThreads {
    stage: Stage,
    model: Model,
    learning: Learning,
    threads: Threads,
    deadline: Deadline,
    /// Whether the threads only count.
    counts: bool,
    /// The batch that is being handed out, and the number of its solutions that were.
    batch: Batch,
    next: usize,
    /// Solutions that were handed out before their subproblem was searched.
    early: BTreeSet<Vec<i32>>,
}

/// How far the search is.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    DepthFirst(Box<DepthFirst>),
    Dense(Box<Dense>),
    Together(Box<Pool<Batch>>),
}

/// A depth-first search by one thread.
#[derive(Clone, Debug)]
pub(super) struct DepthFirst {
    solver: Solver,
    dfs: Dfs,
    setup: LearningSetup,
}

/// A search by the dense engine in one thread.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    search: NetworkSearch,
    choice: EngineChoice,
}

/// The nodes of the dense engine by one thread alone: as many as take some milliseconds.
const DENSE_NODES_ALONE: u64 = 5000;

/// No search learns beside a depth-first search while its whole tree is expected to be less than this multiple of what it has searched.
const IN_SIGHT: f64 = 40.0;

impl Stage {
    /// A depth-first search that pauses, and the setup of one that learns.
    pub(super) fn depth_first((solver, dfs, setup): (Solver, Dfs, LearningSetup)) -> Stage {
        Stage::DepthFirst(Box::new(DepthFirst { solver, dfs, setup }))
    }

    /// A search by the dense engine, which was not advanced.
    pub(super) fn dense(mut search: NetworkSearch, choice: EngineChoice, limits: &Limits) -> Stage {
        let nodes = DENSE_NODES_ALONE.min(limits.nodes.unwrap_or(u64::MAX));
        search.limit_to(limits.clone().nodes(nodes));
        Stage::Dense(Box::new(Dense { search, choice }))
    }

    /// A search by all threads.
    pub(super) fn together(pool: Pool<Batch>) -> Stage {
        Stage::Together(Box::new(pool))
    }
}

impl ByThreads {
    /// The solutions of a search by these threads, which begins so.
    pub(super) fn new(
        stage: Stage,
        model: &Model,
        learning: Learning,
        threads: Threads,
        deadline: Deadline,
    ) -> ByThreads {
        ByThreads {
            stage,
            model: model.clone(),
            learning,
            threads,
            deadline,
            counts: false,
            batch: Batch::default(),
            next: 0,
            early: BTreeSet::new(),
        }
    }

    /// Advances to the next solution; true if there is one.
    pub(in crate::search) fn advance(&mut self) -> bool {
        self.advance_alone(false).unwrap_or_else(|| self.next_of_batch())
    }

    /// The number of solutions that are left, or that a limit lets it find.
    pub(in crate::search) fn count(mut self) -> usize {
        let mut count = 0;
        if self.deadline.limits().solutions.is_none() {
            while let Some(found) = self.advance_alone(true) {
                if !found {
                    return count;
                }
                count += 1;
            }
        }
        let Stage::Together(pool) = &mut self.stage else { return self.count_each() };
        if !self.counts {
            return self.count_each();
        }
        while let Some(batch) = pool.next() {
            count += batch.solutions as usize;
        }
        count
    }

    fn count_each(mut self) -> usize {
        let mut count = 0;
        while self.advance() {
            count += 1;
        }
        count
    }

    /// Advances while one thread searches alone; `None` once all of them do, which only count the solutions, if that is wanted.
    fn advance_alone(&mut self, counts: bool) -> Option<bool> {
        loop {
            let found = match &mut self.stage {
                Stage::DepthFirst(search) => search.dfs.advance(&mut search.solver),
                Stage::Dense(dense) => dense.search.advance(),
                Stage::Together(_) => return None,
            };
            if found || self.status().is_some() {
                return Some(found);
            }
            self.counts = counts;
            self.go_together();
        }
    }

    /// Hands what is left to all threads.
    fn go_together(&mut self) {
        let (threads, model) = (self.threads, &self.model);
        let pool = match &mut self.stage {
            Stage::DepthFirst(search) => {
                search.hand_over(threads, self.learning, self.counts, &self.deadline)
            }
            // It takes longer to hand over such solutions than to find them.
            Stage::Dense(dense) if dense.is_rich() && !self.counts => {
                return dense.resume(self.deadline.left(), u64::MAX);
            }
            Stage::Dense(dense) => {
                let Some(parts) = dense.search.open_parts() else {
                    // It can be told a few nodes later.
                    return dense.resume(self.deadline.left(), 64);
                };
                let (values, search) = (dense.search.values(), model.search());
                let parts: Vec<_> = parts.iter().map(|domains| atoms_of(domains, values, model)).collect();
                let shares = halves(parts.len());
                let subtrees = search.engine(dense.choice).learn(self.learning).subtrees();
                let workers = threads.enumerators(&subtrees, self.counts);
                let closed = self.deadline.limits().watch.is_some().then_some(0.0);
                let parts = Part::all(parts, shares);
                let rest = Rest { parts, closed, done: dense.search.statistics() };
                threads.pool(rest, workers, &self.deadline)
            }
            Stage::Together(_) => return,
        };
        self.stage = Stage::Together(Box::new(pool));
    }

    /// Advances to the next solution that workers have found.
    fn next_of_batch(&mut self) -> bool {
        let width = self.model.domains().len();
        let Stage::Together(pool) = &mut self.stage else { return false };
        loop {
            while self.next as u64 >= self.batch.solutions {
                let Some(batch) = pool.next() else { return false };
                // Where others have found solutions, this one is among them.
                let is_late = batch.is_early && pool.statistics().solutions > 0;
                (self.batch, self.next) = (if is_late { Batch::default() } else { batch }, 0);
            }
            let values = &self.batch.values[self.next * width..(self.next + 1) * width];
            if self.batch.is_early {
                self.early.insert(values.to_vec());
            } else if !self.early.is_empty() && self.early.remove(values) {
                self.next += 1;
                continue;
            }
            let is_wanted = pool.hand_out();
            self.next += usize::from(is_wanted);
            return is_wanted;
        }
    }

    /// The values of the current solution, where all threads search.
    fn values(&self) -> &[i32] {
        let width = self.model.domains().len();
        let at = self.next.saturating_sub(1);
        self.batch.values.get(at * width..(at + 1) * width).unwrap_or_default()
    }

    /// The value of a variable in the current solution; `None` if there is none.
    pub(in crate::search) fn value(&self, var: IntVar) -> Option<i32> {
        let index = self.model.index_of(var);
        match &self.stage {
            Stage::DepthFirst(search) => search.solver.value(var),
            Stage::Dense(dense) => Some(dense.search.value(index)),
            Stage::Together(_) => self.values().get(index).copied(),
        }
    }

    /// The current solution.
    pub(in crate::search) fn solution(&self) -> Solution {
        let mut values = Vec::new();
        match &self.stage {
            Stage::DepthFirst(search) => return search.solver.least_values(),
            Stage::Dense(dense) => dense.search.solution(&mut values),
            Stage::Together(_) => values.extend_from_slice(self.values()),
        }
        Solution::new(values).of(&self.model)
    }

    /// Why the search ended; `None` while it goes on.
    pub(in crate::search) fn status(&self) -> Option<Status> {
        match &self.stage {
            Stage::DepthFirst(search) => search.dfs.status(),
            Stage::Dense(dense) => dense.status(self.deadline.limits()),
            Stage::Together(pool) => pool.status(),
        }
    }

    /// Ends the threads where they are, until the next solution is asked for.
    pub(in crate::search) fn rest(&self) {
        if let Stage::Together(pool) = &self.stage {
            pool.rest();
        }
    }

    /// The statistics so far.
    pub(in crate::search) fn statistics(&self) -> Statistics {
        match &self.stage {
            Stage::DepthFirst(search) => search.dfs.statistics(),
            Stage::Dense(dense) => dense.search.statistics(),
            Stage::Together(pool) => pool.statistics(),
        }
    }

    /// The share of the tree that is searched, if it is known.
    pub(in crate::search) fn closed_share(&self) -> Option<f64> {
        match &self.stage {
            Stage::DepthFirst(search) => search.dfs.closed_share(),
            Stage::Dense(_) => (self.status() == Some(Status::Exhausted)).then_some(1.0),
            Stage::Together(pool) => pool.closed_share(),
        }
    }

    /// The number of open decisions of one thread, or of subproblems of all of them.
    pub(in crate::search) fn open_decisions(&self) -> usize {
        match &self.stage {
            Stage::DepthFirst(search) => search.dfs.path().open().len(),
            Stage::Dense(_) => 0,
            Stage::Together(pool) => pool.subproblems(),
        }
    }

    /// The engine that is searching.
    pub(in crate::search) fn engine(&self) -> EngineChoice {
        match &self.stage {
            Stage::Dense(dense) => dense.search.choice(),
            Stage::DepthFirst(_) | Stage::Together(_) => EngineChoice::General,
        }
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    pub(in crate::search) fn resume(&mut self, limits: Limits) {
        if !matches!(self.status(), Some(Status::Stopped(_))) {
            return;
        }
        let spent = self.statistics();
        match &mut self.stage {
            Stage::DepthFirst(search) => search.dfs.resume(limits.clone()),
            Stage::Dense(dense) => dense.resume(limits.clone().after(&spent), DENSE_NODES_ALONE),
            Stage::Together(pool) => pool.resume(limits.clone()),
        }
        self.deadline = limits.after(&spent).deadline();
    }
}

impl Dense {
    /// Continues for this number of nodes at most, within limits that count from its start.
    fn resume(&mut self, limits: Limits, nodes: u64) {
        let left =
            limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.search.statistics().nodes));
        self.search.resume(limits.nodes(nodes.min(left)));
    }

    /// Whether it finds more solutions than it searches nodes.
    fn is_rich(&self) -> bool {
        let so_far = self.search.statistics();
        so_far.solutions > so_far.nodes
    }

    /// Why it ended; `None` if it has only searched as many nodes as one thread alone.
    fn status(&self, limits: &Limits) -> Option<Status> {
        let is_callers = limits.nodes.is_some_and(|limit| self.search.statistics().nodes >= limit);
        self.search.status().filter(|&status| status != Status::Stopped(Limit::Nodes) || is_callers)
    }
}

impl Threads {
    /// A worker for each thread.
    pub(super) fn enumerators(self, subtrees: &Subtrees, counts: bool) -> Vec<Box<dyn Worker<Batch>>> {
        let enumerator = Enumerator::new(subtrees.clone(), counts, self.moment);
        (0..self.count).map(|_| Box::new(enumerator.clone()) as Box<dyn Worker<Batch>>).collect()
    }

    /// The workers over what is left of a search, within what is left until the deadline.
    pub(super) fn pool(
        self,
        rest: Rest,
        workers: Vec<Box<dyn Worker<Batch>>>,
        deadline: &Deadline,
    ) -> Pool<Batch> {
        Pool::new(rest, self.in_order, workers, &deadline.left())
    }
}

impl DepthFirst {
    /// What is left, for all threads.
    fn hand_over(
        &mut self,
        threads: Threads,
        learning: Learning,
        counts: bool,
        deadline: &Deadline,
    ) -> Pool<Batch> {
        let (dfs, setup) = (&self.dfs, &self.setup);
        let work = self.solver.engine().work() as f64;
        let is_open = dfs.statistics().solutions == 0 && dfs.expected_work(&self.solver) > IN_SIGHT * work;
        // An explanation that is wrong would make answers wrong.
        let learns =
            learning == Learning::Auto && is_open && !self.solver.engine().has_external_propagators();
        let rest = Rest::of(dfs);
        let mut solver = self.solver.clone();
        solver.pop_to(0);
        let mut subtrees = Subtrees::depth_first(solver, dfs.branchers().to_vec(), setup.projection.clone());
        if rest.closed.is_some() {
            subtrees.keep_shares();
        }
        let mut workers = threads.enumerators(&subtrees, counts);
        if learns && let Some(last) = workers.pop() {
            let hands_out = !threads.in_order && !counts;
            let enumerator = Enumerator::new(subtrees, counts, threads.moment);
            drop(last);
            workers.push(Box::new(LearningFirst::new(setup.clone(), enumerator, hands_out)));
        }
        threads.pool(rest, workers, deadline)
    }
}
