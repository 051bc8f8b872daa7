//! Subtree search: the trees below given atoms, searched one after another by one engine that is made once.
//!
//! | engine | searches | what a limit leaves |
//! |---|---|---|
//! | depth first | anything, with the branchers of the search | the open subproblems of its path |
//! | dense | networks of `all_different` and `≠` | what is on its stack |
//! | learning | anything; nogoods are kept from tree to tree, as they follow from the model alone | nothing that could be told |
//!
//! | file | holds |
//! |---|---|
//! | `start.rs` | the engine for a search |
//! | `pausing.rs` | pauses, for those who search in turn with others |
//! | `shares.rs` | the shares of a subtree that are closed and open |

#[cfg(feature = "threads")]
mod pausing;
#[cfg(feature = "threads")]
mod shares;
mod start;

use crate::model::{IntAtom, IntVar, Solution, Solver};
use crate::search::brancher::Brancher;
use crate::search::dfs::Dfs;
use crate::search::learning::LearningSearch;
use crate::search::limit::{Limit, Limits, Status};
use crate::search::network_facts::{atoms_of, facts_of};
use crate::search::objective::Cut;
use crate::search::repeated::RepeatedSearch;
use crate::search::split::Splitter;
use crate::search::statistics::Statistics;
#[cfg(feature = "threads")]
pub(in crate::search) use crate::search::subtree::shares::halves;

/// A search of one subtree after another.
#[derive(Clone, Debug)]
pub(crate) struct Subtrees {
    engine: Engine,
    /// The atoms that lead to the current subtree.
    below: Vec<IntAtom>,
    /// Whether they contradict the domains of the root.
    is_refuted: bool,
}

#[derive(Clone, Debug)]
enum Engine {
    DepthFirst(Box<DepthFirst>),
    Dense(Box<Dense>),
    Learning { solver: Box<Solver>, search: Box<LearningSearch>, before: Statistics },
}

#[derive(Clone, Debug)]
struct DepthFirst {
    /// At the fixpoint of the root, on level 0.
    solver: Solver,
    branchers: Vec<Box<dyn Brancher>>,
    projection: Option<Vec<IntVar>>,
    /// The cut that all solutions have to satisfy.
    required: Option<Cut>,
    /// Whether the share of each tree that is closed is computed.
    #[cfg(feature = "threads")]
    keeps_share: bool,
    dfs: Dfs,
}

/// The dense engine has no clock of its own: it pauses at a limit on nodes.
#[derive(Clone, Debug)]
struct Dense {
    search: RepeatedSearch,
    /// The number of nodes from one pause to the next.
    stretch: Option<u64>,
    /// The node limit of the caller.
    nodes: Option<u64>,
}

impl Subtrees {
    fn of(engine: Engine) -> Subtrees {
        Subtrees { engine, below: Vec::new(), is_refuted: true }
    }

    /// Depth-first searches over a solver at its root.
    pub(super) fn depth_first(
        solver: Solver,
        branchers: Vec<Box<dyn Brancher>>,
        projection: Option<Vec<IntVar>>,
    ) -> Subtrees {
        let dfs = Dfs::new(Vec::new(), Limits::default());
        let search = DepthFirst {
            solver,
            branchers,
            projection,
            required: None,
            #[cfg(feature = "threads")]
            keeps_share: false,
            dfs,
        };
        Subtrees::of(Engine::DepthFirst(Box::new(search)))
    }

    /// Searches by the dense engine, which fits.
    fn dense(search: RepeatedSearch) -> Subtrees {
        Subtrees::of(Engine::Dense(Box::new(Dense { search, stretch: None, nodes: None })))
    }

    /// Searches that learn, over a solver that records, at its root.
    pub(super) fn learning(solver: Solver, search: LearningSearch) -> Subtrees {
        let (solver, search) = (Box::new(solver), Box::new(search));
        Subtrees::of(Engine::Learning { solver, search, before: Statistics::default() })
    }

    /// Begins to search the tree below these atoms, within `limits` that count from now.
    pub(crate) fn enter(&mut self, below: Vec<IntAtom>, limits: Limits) {
        self.is_refuted = false;
        match &mut self.engine {
            Engine::DepthFirst(search) => self.is_refuted = !search.enter(&below, limits),
            Engine::Dense(dense) => dense.enter(&below, limits),
            Engine::Learning { solver, search, before } => {
                search.assume(&below, solver);
                *before = search.statistics();
                search.limit_to(limits);
            }
        }
        self.below = below;
    }

    /// From the next right branch on, and in all trees after this one, looks for solutions that satisfy this cut, which asks for more than
    /// the one before.
    pub(super) fn require(&mut self, cut: Cut) {
        match &mut self.engine {
            Engine::DepthFirst(search) => {
                search.required = Some(cut);
                search.dfs.require(cut);
            }
            Engine::Dense(_) => {}
            Engine::Learning { search, .. } => search.require(cut),
        }
    }

    /// Sets the objective, which the caller requires to be less and less.
    pub(super) fn minimise(&mut self, objective: IntVar) {
        if let Engine::Learning { search, .. } = &mut self.engine {
            search.minimise(objective);
        }
    }

    /// Advances to the next solution of the subtree; `false` at its end, at a limit, or where it pauses.
    pub(crate) fn advance(&mut self) -> bool {
        if self.is_refuted {
            return false;
        }
        match &mut self.engine {
            Engine::DepthFirst(search) => search.dfs.advance(&mut search.solver),
            Engine::Dense(dense) => dense.search.advance(),
            Engine::Learning { solver, search, .. } => search.advance(solver),
        }
    }

    /// Writes the values of all variables in the current solution to `values`.
    pub(crate) fn values(&self, values: &mut Vec<i32>) {
        let solver = match &self.engine {
            Engine::DepthFirst(search) => &search.solver,
            Engine::Learning { solver, .. } => solver,
            Engine::Dense(dense) => return dense.search.values(values),
        };
        values.clear();
        solver.append_least_values(values);
    }

    /// The current solution of the subtree.
    pub(crate) fn solution(&self) -> Solution {
        match &self.engine {
            Engine::DepthFirst(search) => search.solver.least_values(),
            Engine::Learning { solver, .. } => solver.least_values(),
            Engine::Dense(dense) => dense.search.solution(),
        }
    }

    /// Why the search of the subtree ended; `None` while it goes on.
    pub(crate) fn status(&self) -> Option<Status> {
        match &self.engine {
            _ if self.is_refuted => Some(Status::Exhausted),
            Engine::DepthFirst(search) => search.dfs.status(),
            Engine::Dense(dense) => dense.search.status().filter(|_| !dense.is_paused()),
            Engine::Learning { search, .. } => search.status(),
        }
    }

    /// The statistics of the subtree so far.
    pub(crate) fn statistics(&self) -> Statistics {
        match &self.engine {
            _ if self.is_refuted => Statistics::default(),
            Engine::DepthFirst(search) => search.dfs.statistics(),
            Engine::Dense(dense) => dense.search.statistics(),
            Engine::Learning { search, before, .. } => search.statistics().without(before),
        }
    }

    /// A splitter of its trees; `None` if its engine takes no decisions of branchers.
    pub(crate) fn splitter(&self) -> Option<Splitter> {
        let Engine::DepthFirst(search) = &self.engine else { return None };
        let mut root = search.solver.clone();
        root.pop_to(0);
        Some(Splitter::new(root, search.branchers.clone(), search.projection.clone()))
    }

    /// What is left of the subtree, as subproblems of the model, in the order of search; `None` if that cannot be told.
    pub(crate) fn rest(&self) -> Option<Vec<Vec<IntAtom>>> {
        match &self.engine {
            Engine::DepthFirst(search) => {
                let below = |atoms: Vec<IntAtom>| self.below.iter().copied().chain(atoms).collect();
                Some(search.dfs.open_subproblems().into_iter().map(below).collect())
            }
            Engine::Dense(dense) => {
                let (parts, values) = (dense.search.open_parts()?, dense.search.dense_values()?);
                let atoms = |domains: Vec<u64>| atoms_of(&domains, values, dense.search.model());
                Some(parts.into_iter().map(atoms).collect())
            }
            Engine::Learning { .. } => None,
        }
    }
}

impl DepthFirst {
    /// Begins below these atoms; `false` if they contradict the domains of the root.
    fn enter(&mut self, below: &[IntAtom], limits: Limits) -> bool {
        self.solver.pop_to(0);
        self.solver.push();
        self.dfs = Dfs::new(self.branchers.clone(), limits);
        if let Some(projection) = &self.projection {
            self.dfs = self.dfs.clone().project(projection);
        }
        #[cfg(feature = "threads")]
        if self.keeps_share {
            self.dfs.keep_share();
        }
        let required = self.required.map_or(Ok(()), |cut| {
            self.dfs.require(cut);
            cut.assume(&mut self.solver)
        });
        required.is_ok() && below.iter().all(|&atom| self.solver.assume(atom).is_ok())
    }
}

impl Dense {
    fn enter(&mut self, below: &[IntAtom], limits: Limits) {
        self.nodes = limits.nodes;
        let limits = limits.nodes(self.nodes_of_stretch());
        self.search.limit_dense_to(limits.clone());
        self.search.limit_to(limits);
        match self.search.dense_values().map(|values| facts_of(below, values)) {
            Some(facts) => _ = self.search.begin(|list| *list = facts),
            // What contradicts the model has no solution.
            None => _ = self.search.load(below.iter().copied()),
        }
    }

    /// The nodes to the next pause, or to the limit.
    fn nodes_of_stretch(&self) -> Option<u64> {
        let left = self.nodes.map(|nodes| nodes.saturating_sub(self.search.statistics().nodes));
        [left, self.stretch].into_iter().flatten().min()
    }

    /// Whether it has come to a pause, and not to the limit of the caller.
    fn is_paused(&self) -> bool {
        let is_over = self.nodes.is_some_and(|nodes| self.search.statistics().nodes >= nodes);
        self.stretch.is_some() && !is_over && self.search.status() == Some(Status::Stopped(Limit::Nodes))
    }
}
