//! Model counting without enumeration: components and caching (`DPLL` with components, as for #SAT).
//!
//! An ordinary search, but at every node the open variables are split into [components](crate::inspect::components);
//! the count of a node is the product of theirs, and the count of a component is cached for the next time that it
//! occurs.
//!
//! | file | holds |
//! |---|---|
//! | `enumeration.rs` | the solutions enumerated, where they are few |
//! | `frame.rs` | a component that is being counted |
//! | `tally.rs` | the result for a component: solutions, and solutions with each value |
//! | `memo.rs` | the component cache, by keys |
//! | `interned.rs` | interning of simplified constraints |
//! | `symmetry.rs` | canonical keys of components that differ by names only |
//! | `marginals.rs` | marginals: the solutions with each value, in one pass |
//! | `natural.rs` | numbers of any size |
//! | `progress.rs` | progress of a count |
//! | `order.rs` | the order in which one of several workers counts |
//! | `threads.rs` | a count by several workers |
//! | `projection.rs` | projected model counting |
//! | `beside.rs` | enumeration in turn with such a count |
//! | `walk.rs` | the counting search: a node, its components, their product |
//!
//! A solution limit is a cap: once a component has that many, no more of its values are tried. Its number is then
//! too small, but not below the cap, and so is every product and sum with it that is not 0.
//!
//! | Promise | |
//! |---|---|
//! | Cost | exponential at worst; never more nodes than enumeration |
//! | Source | Bacchus, Dalmao & Pitassi, *DPLL with Caching*, 2003; Sang et al., *Combining Component Caching and Clause Learning*, SAT 2004; Favier, de Givry & Jégou, CP 2009 |

mod beside;
mod enumeration;
mod frame;
mod interned;
mod marginals;
mod memo;
mod natural;
mod order;
mod progress;
mod projection;
mod symmetry;
mod tally;
#[cfg(feature = "threads")]
mod threads;
mod walk;

use crate::inspect::components::ConstraintGraph;
use crate::inspect::count::beside::Beside;
use crate::inspect::count::enumeration::enumeration;
use crate::inspect::count::memo::Memo;
use crate::inspect::count::order::Order;
use crate::inspect::count::progress::Together;
use crate::inspect::count::tally::Tally;
use crate::inspect::threads::Threads;
use crate::model::{IntAtom, Model, Options, Solver};
use crate::search::{EngineChoice, Limit, Limits, NetworkSearch, Statistics, Watchdog};

pub use crate::inspect::count::marginals::Marginals;
pub use crate::inspect::count::natural::Natural;
pub use crate::inspect::count::progress::Progress;

/// A count, or as much of it as a limit allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The exact number of solutions.
    Exact(Natural),
    /// A lower bound on the number of solutions; this limit was reached.
    AtLeast(Natural, Limit),
}

impl Count {
    /// The number, exact or not.
    pub fn number(&self) -> &Natural {
        match self {
            Count::Exact(number) | Count::AtLeast(number, _) => number,
        }
    }

    /// The limit that was reached, if one was.
    pub fn stopped(&self) -> Option<Limit> {
        match self {
            Count::Exact(_) => None,
            Count::AtLeast(_, limit) => Some(*limit),
        }
    }

    /// Whether the number is exact.
    pub fn is_exact(&self) -> bool {
        matches!(self, Count::Exact(_))
    }
}

impl Model {
    /// The number of solutions of the model. `limits` on time, nodes and failures, and the flag, make it stop early; one on
    /// solutions makes it stop at that number.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Geometry;
    ///
    /// let grids = Geometry::new(2, 2)?.model().count(&Limits::default());
    /// assert!(grids.is_exact());
    /// assert_eq!(grids.number().to_string(), "288");
    /// # Ok::<(), residua_sudoku::GeometryError>(())
    /// ```
    pub fn count(&self, limits: &Limits) -> Count {
        Counter::new(self, limits).count()
    }
}

/// Counts the solutions of one model, again and again under different assumptions, remembering what it has found.
#[derive(Clone, Debug)]
pub struct Counter {
    /// A search that enumerates the solutions, in case they are few; `None` once it was tried.
    enumeration: Option<NetworkSearch>,
    solver: Solver,
    network: ConstraintGraph,
    memo: Memo,
    /// The cap: the number at which a component is counted no further.
    cap: Option<Natural>,
    watchdog: Watchdog,
    limits: Limits,
    /// The limits of the first count, less what the preparation has used.
    first: Option<Limits>,
    statistics: Statistics,
    /// Whether propagation of the root has not failed.
    is_open: bool,
    stopped: Option<Limit>,
    progress: Progress,
    /// Of one of several workers: what all have done.
    together: Option<Together>,
    /// Whether the solutions with each value are counted too.
    with_var_values: bool,
    /// By engine variable: whether solutions that differ in it count as several; `None` if that holds for all.
    counted: Option<Vec<bool>>,
    /// For a projected count, the enumeration in turn with it; `None` once it was tried.
    beside: Option<Beside>,
    /// How many count, and the number of nodes at which the count pauses for more of them to begin.
    threads: Threads,
    pause_at: Option<u64>,
    order: Order,
}

impl Counter {
    /// A counter for `model`. A time limit holds for each count, those on nodes and failures for all together.
    pub fn new(model: &Model, limits: &Limits) -> Counter {
        Counter::with_engine(model, limits, EngineChoice::Auto)
    }

    /// A counter that enumerates few solutions by that engine. If it is the general one, or does not fit, there is no enumeration.
    pub(in crate::inspect) fn with_engine(model: &Model, limits: &Limits, engine: EngineChoice) -> Counter {
        let mut solver = Solver::new(model, Options::default());
        // If this is interrupted, each count continues from there.
        let deadline = limits.deadline();
        let is_open = solver.survives([], deadline.interrupt()) != Ok(false);
        let network = ConstraintGraph::new(model, &solver);
        let memo = Memo::new(is_open && network.is_plain(), solver.store());
        Counter {
            enumeration: enumeration(model, limits, engine),
            solver,
            network,
            memo,
            cap: limits.solutions.map(Natural::from),
            watchdog: Watchdog::new(limits.clone()),
            first: Some(deadline.left()),
            limits: limits.clone(),
            statistics: Statistics::default(),
            is_open,
            stopped: None,
            progress: Progress::default(),
            together: None,
            with_var_values: false,
            counted: None,
            beside: None,
            threads: Threads::ONE,
            pause_at: None,
            order: Order::ALONE,
        }
    }

    /// Sets how many count.
    pub(in crate::inspect) fn by(self, threads: Threads) -> Counter {
        Counter { threads, ..self }
    }

    /// Whether the count pauses for more workers to begin.
    fn is_paused(&self) -> bool {
        self.pause_at.is_some_and(|pause| self.statistics.nodes >= pause)
    }

    /// The progress of the current count, which another thread may read.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Counts all solutions.
    pub fn count(&mut self) -> Count {
        self.enumerate().unwrap_or_else(|| self.count_beside())
    }

    /// Counts the solutions in which the atoms, of the model's variables, are true.
    pub fn count_under(&mut self, atoms: &[IntAtom]) -> Count {
        self.start();
        self.count_on(atoms)
    }

    fn start(&mut self) {
        self.stopped = None;
        self.watchdog = Watchdog::new(self.first.take().unwrap_or_else(|| self.limits.clone()));
        self.watchdog.start();
    }

    /// Counts within what the limits have left since the start.
    fn count_on(&mut self, atoms: &[IntAtom]) -> Count {
        let number = self.tally_under(atoms).total;
        match &self.cap {
            Some(cap) if number >= *cap => Count::AtLeast(cap.clone(), Limit::Solutions),
            _ => self.as_far_as_it_went(number),
        }
    }

    fn as_far_as_it_went(&self, number: Natural) -> Count {
        match self.stopped {
            Some(limit) => Count::AtLeast(number, limit),
            None => Count::Exact(number),
        }
    }

    fn tally_under(&mut self, atoms: &[IntAtom]) -> Tally {
        if !self.is_open {
            return Tally::default();
        }
        self.solver.push();
        let tally = if self.survives(atoms.iter().copied()) { self.count_here() } else { Tally::default() };
        self.solver.pop();
        tally
    }

    /// Whether the atoms leave something after propagation; `false` if it was stopped.
    fn survives(&mut self, atoms: impl IntoIterator<Item = IntAtom>) -> bool {
        self.solver.survives_or_stops(atoms, self.watchdog.interrupt(), &mut self.stopped)
    }

    /// Adds what another search has spent.
    fn add(&mut self, spent: &Statistics) {
        self.statistics.nodes += spent.nodes;
        self.statistics.decisions += spent.decisions;
        self.statistics.failures += spent.failures;
    }

    /// The statistics so far, over all counts.
    pub fn statistics(&self) -> Statistics {
        Statistics { propagations: self.solver.engine().propagations(), ..self.statistics }
    }
}
