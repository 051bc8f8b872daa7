//! How many solutions there are, without going through them.
//!
//! Search as usual, but at every node the open variables fall into [components](crate::inspect::components); the count
//! of a node is the product of theirs, and what a component came to is remembered for the next time that it turns up.
//!
//! What a component is, is written down in a *key*: everything about it that its count depends on. Where nothing but
//! disequalities connects its variables, values are mere names, and so are the variables themselves: states that differ
//! by a renaming of values, an exchange of rows, a transposition are one ([symmetry](crate::inspect::symmetry)). Small
//! components are told by the places of their values alone: for each value, the variables that can have it.
//!
//! A limit on solutions is a cap: once a component has as many, no more of its values are tried. Its number is then too
//! small, but not below the cap, and so is every product and sum with it that is not 0.
//!
//! | Promise | |
//! |---|---|
//! | Cost | exponential at worst; never more nodes than enumeration |
//! | Source | Bacchus, Dalmao & Pitassi, *DPLL with Caching*, 2003; Sang et al., *Combining Component Caching and Clause Learning*, SAT 2004; Favier, de Givry & Jégou, CP 2009 |

use crate::inspect::components::Network;
use crate::inspect::natural::Natural;
use crate::inspect::progress::Progress;
use crate::inspect::symmetry::Graph;
use crate::model::{Model, Options, Solver};
use crate::search::{Limit, Limits, Statistics, Watchdog};
use crate::store::{Atom, Domains, VarId};

/// A count, or as much of it as a limit allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// There are exactly so many solutions.
    Exact(Natural),
    /// There are at least so many; a limit came first.
    AtLeast(Natural, Limit),
}

impl Count {
    /// The number, exact or not.
    pub fn number(&self) -> &Natural {
        match self {
            Count::Exact(number) | Count::AtLeast(number, _) => number,
        }
    }

    /// Whether it is the whole count.
    pub fn is_exact(&self) -> bool {
        matches!(self, Count::Exact(_))
    }
}

impl Model {
    /// How many solutions the model has. `limits` on time, nodes and failures, and the flag, make it stop early; one on
    /// solutions makes it stop at that number.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua::sudoku::Geometry;
    ///
    /// let grids = Geometry::new(2, 2)?.model().count(&Limits::default());
    /// assert!(grids.is_exact());
    /// assert_eq!(grids.number().to_string(), "288");
    /// # Ok::<(), residua::sudoku::GeometryError>(())
    /// ```
    pub fn count(&self, limits: &Limits) -> Count {
        Counter::new(self, limits).count()
    }
}

/// How often progress is told.
const NODES_A_REPORT: u64 = 256;

/// From this number of variables on, a component is worth the longer way to a key that knows of no names.
const SYMMETRIC: usize = 8;

/// Counts the solutions of one model, again and again under different assumptions, remembering what it has found.
#[derive(Clone, Debug)]
pub struct Counter {
    solver: Solver,
    network: Network,
    is_plain: bool,
    graph: Graph,
    known: Known,
    /// The number at which a component has enough.
    cap: Option<Natural>,
    watchdog: Watchdog,
    statistics: Statistics,
    /// Components that were found again.
    hits: u64,
    /// Whether the root has a solution as far as propagation knows.
    is_open: bool,
    stopped: Option<Limit>,
    progress: Progress,
    /// Of the outermost components: how many are done, and how many there are.
    parts: (usize, usize),
}

/// A component that is being counted: a sum over the values of one variable, of products over components.
#[derive(Debug)]
struct Frame {
    key: Option<Box<[u64]>>,
    vars: Vec<VarId>,
    var: VarId,
    /// The values not tried yet, the next one last; and how many there were.
    values: Vec<i32>,
    of: usize,
    total: Natural,
    /// Whether a value is being tried: its level is open.
    is_trying: bool,
    parts: Vec<Vec<VarId>>,
    product: Natural,
}

impl Counter {
    /// A counter for `model`; `limits` hold for each count.
    pub fn new(model: &Model, limits: &Limits) -> Counter {
        let mut solver = Solver::new(model, Options::default());
        let is_open = solver.propagate().is_ok();
        let network = Network::new(model, &solver);
        let is_plain = is_open && network.is_plain() && {
            let store = solver.store();
            (0..store.vars()).all(|i| store.base(VarId::new(i)).is_some())
        };
        Counter {
            solver,
            network,
            is_plain,
            graph: Graph::default(),
            known: Known::default(),
            cap: limits.solutions.map(Natural::from),
            watchdog: Watchdog::new(limits.clone()),
            statistics: Statistics::default(),
            hits: 0,
            is_open,
            stopped: None,
            progress: Progress::default(),
            parts: (0, 1),
        }
    }

    /// How far the count at hand has come, for another thread to read.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Counts all solutions.
    pub fn count(&mut self) -> Count {
        self.count_under(&[])
    }

    /// Counts the solutions in which the atoms, of the model's variables, are true.
    pub fn count_under(&mut self, atoms: &[Atom]) -> Count {
        self.stopped = None;
        self.watchdog.start();
        if !self.is_open {
            return Count::Exact(Natural::ZERO);
        }
        self.solver.push();
        let assumed = atoms.iter().try_for_each(|&atom| self.solver.assume(atom).map(|_| ()));
        let number = match assumed.and_then(|()| self.solver.propagate()) {
            Ok(()) => self.count_here(),
            Err(_) => Natural::ZERO,
        };
        self.solver.pop();
        match (&self.cap, self.stopped) {
            (Some(cap), _) if number >= *cap => Count::AtLeast(cap.clone(), Limit::Solutions),
            (_, Some(limit)) => Count::AtLeast(number, limit),
            (_, None) => Count::Exact(number),
        }
    }

    /// What it took so far, over all counts.
    pub fn statistics(&self) -> Statistics {
        Statistics { propagations: self.solver.engine().propagations(), ..self.statistics }
    }

    /// How many components were found again instead of being counted anew.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    fn count_here(&mut self) -> Natural {
        let all: Vec<VarId> = (0..self.solver.store().vars()).map(VarId::new).collect();
        let parts = self.network.components(&self.solver, &all);
        // The outermost product, as a frame without a variable.
        let mut product = Natural::ONE;
        let all = parts.len();
        for (done, part) in parts.into_iter().enumerate() {
            self.parts = (done, all);
            let number = self.count_component(part);
            product = product.times(&number);
            if product.is_zero() {
                break;
            }
        }
        if self.stopped.is_none() {
            self.progress.tell(1.0, self.statistics.nodes);
        }
        product
    }

    /// The number of solutions of one component; a lower bound, once a limit has stopped the count.
    fn count_component(&mut self, vars: Vec<VarId>) -> Natural {
        let mut frames = match self.enter(vars) {
            Ok(number) => return number,
            Err(frame) => vec![*frame],
        };
        loop {
            let frame = frames.last_mut().expect("invariant: the bottom frame returns");
            if let Some(part) = frame.parts.pop() {
                match self.enter(part) {
                    Ok(number) => frame.multiply(&number),
                    Err(inner) => frames.push(*inner),
                }
                continue;
            }
            if std::mem::take(&mut frame.is_trying) {
                frame.total = frame.total.plus(&frame.product);
                self.solver.pop();
                if self.cap.as_ref().is_some_and(|cap| frame.total >= *cap) {
                    frame.values.clear();
                }
            }
            if self.stopped.is_none()
                && let Some(value) = frame.values.pop()
            {
                self.try_value(frame, value);
                if self.statistics.nodes.is_multiple_of(NODES_A_REPORT) {
                    self.report(&frames);
                }
                continue;
            }
            let done = frames.pop().expect("invariant: it was there");
            if let (Some(key), None) = (done.key, self.stopped) {
                self.known.insert(key, done.total.clone());
            }
            match frames.last_mut() {
                Some(outer) => outer.multiply(&done.total),
                None => return done.total,
            }
        }
    }

    /// Tells how far the count has come: each frame is so far, of one value of the frame around it.
    fn report(&self, frames: &[Frame]) {
        let (done, all) = self.parts;
        let mut weight = 1.0 / all as f64;
        let mut share = done as f64 * weight;
        for frame in frames {
            weight /= frame.of as f64;
            share += weight * (frame.of - frame.values.len() - usize::from(frame.is_trying)) as f64;
        }
        self.progress.tell(share, self.statistics.nodes);
    }

    /// Starts on the next value; on return the frame has the components that it leaves, or is not trying.
    fn try_value(&mut self, frame: &mut Frame, value: i32) {
        if let Some(limit) = self.watchdog.before_node(&self.statistics) {
            self.stopped = Some(limit);
            return;
        }
        self.statistics.nodes += 1;
        self.statistics.decisions += 1;
        self.solver.push();
        if self.solver.engine_mut().assume(Atom::eq(frame.var, value)).is_err()
            || self.solver.propagate().is_err()
        {
            self.statistics.failures += 1;
            self.solver.pop();
            return;
        }
        frame.is_trying = true;
        frame.product = Natural::ONE;
        frame.parts = self.network.components(&self.solver, &frame.vars);
    }

    /// The count of a component, where it is known, or a frame to count it in.
    fn enter(&mut self, vars: Vec<VarId>) -> Result<Natural, Box<Frame>> {
        let store = self.solver.store();
        if let [var] = vars.as_slice()
            && self.network.others_at(&vars).next().is_none()
        {
            return Ok(Natural::from(store.size(*var)));
        }
        let key = if vars.len() > 2 { Some(self.key(&vars)) } else { None };
        if let Some(number) = key.as_ref().and_then(|key| self.known.get(key)) {
            self.hits += 1;
            return Ok(number);
        }
        let store = self.solver.store();
        let var =
            vars.iter().copied().min_by_key(|&var| store.size(var)).expect("invariant: no part is empty");
        let mut values: Vec<i32> = store.runs(var).flat_map(|(low, high)| low..=high).collect();
        values.reverse();
        let of = values.len();
        Err(Box::new(Frame {
            key,
            vars,
            var,
            values,
            of,
            total: Natural::ZERO,
            is_trying: false,
            parts: Vec::new(),
            product: Natural::ONE,
        }))
    }

    /// Everything that the count of a component depends on.
    fn key(&mut self, vars: &[VarId]) -> Box<[u64]> {
        if !self.is_plain {
            return self.domains_and_rest(vars);
        }
        if vars.len() < SYMMETRIC { self.places_of_values(vars) } else { self.graph_key(vars) }
    }

    /// The component as a graph of variables, values and cliques, written without their names.
    fn graph_key(&mut self, vars: &[VarId]) -> Box<[u64]> {
        let store = self.solver.store();
        let mut places: Vec<(i32, u32)> = Vec::new();
        for (&var, at) in vars.iter().zip(0..) {
            places.extend(store.runs(var).flat_map(|(low, high)| low..=high).map(|value| (value, at)));
        }
        places.sort_unstable();
        self.graph.restart(vars.len());
        for value in places.chunk_by(|a, b| a.0 == b.0) {
            self.graph.add_value(value.iter().map(|&(_, at)| at));
        }
        for clique in self.network.cliques_among(vars) {
            self.graph.add_clique(clique);
        }
        self.graph.key()
    }

    /// For each value the variables that can have it, as bits by position; sorted, for names do not matter. The
    /// variables themselves come first.
    fn places_of_values(&self, vars: &[VarId]) -> Box<[u64]> {
        let store = self.solver.store();
        let words = vars.len().div_ceil(64);
        let first = vars.iter().filter_map(|&var| store.base(var)).min().unwrap_or(0);
        let mut columns: Vec<Vec<u64>> = Vec::new();
        for (at, &var) in vars.iter().enumerate() {
            let shift = i64::from(store.base(var).unwrap_or(first)) - i64::from(first);
            let mut bits = store.bits(var);
            while bits != 0 {
                let value = (shift + i64::from(bits.trailing_zeros())) as usize;
                bits &= bits - 1;
                if columns.len() <= value {
                    columns.resize(value + 1, vec![0; words]);
                }
                columns[value][at / 64] |= 1 << (at % 64);
            }
        }
        columns.sort_unstable();
        let numbers = vars.chunks(2).map(|pair| {
            let second = pair.get(1).map_or(u32::MAX, |var| var.index() as u32);
            u64::from(pair[0].index() as u32) << 32 | u64::from(second)
        });
        numbers.chain(columns.into_iter().filter(|column| column.iter().any(|&w| w != 0)).flatten()).collect()
    }

    /// The variables with their domains, and the other constraints on them as they are left.
    fn domains_and_rest(&self, vars: &[VarId]) -> Box<[u64]> {
        let store = self.solver.store();
        let mut key = Vec::new();
        for &var in vars {
            key.push(1 << 63 | var.index() as u64);
            let runs =
                store.runs(var).map(|(low, high)| u64::from(low as u32) << 32 | u64::from(high as u32));
            let runs: Vec<u64> = runs.collect();
            key.push(runs.len() as u64);
            key.extend(runs);
        }
        for constraint in self.network.others_at(vars) {
            let text = format!("{:?};", constraint.simplify(&self.solver));
            key.push(text.len() as u64);
            key.extend(
                text.as_bytes()
                    .chunks(8)
                    .map(|chunk| chunk.iter().fold(0u64, |word, &byte| word << 8 | u64::from(byte))),
            );
        }
        key.into_boxed_slice()
    }
}

impl Frame {
    fn multiply(&mut self, number: &Natural) {
        self.product = self.product.times(number);
        if self.product.is_zero() {
            self.parts.clear();
        }
    }
}

/// What components came to, by key.
#[derive(Clone, Debug, Default)]
#[expect(clippy::disallowed_types, reason = "looked up only: its order is never seen")]
struct Known {
    counts: std::collections::HashMap<Box<[u64]>, Natural>,
    /// Words held by keys and counts.
    words: usize,
}

impl Known {
    /// Words of memory at which everything is forgotten: 2 GiB.
    const LIMIT: usize = 1 << 28;

    fn get(&self, key: &[u64]) -> Option<Natural> {
        self.counts.get(key).cloned()
    }

    fn insert(&mut self, key: Box<[u64]>, number: Natural) {
        self.words += key.len() + 12;
        if self.words > Self::LIMIT {
            self.counts.clear();
            self.words = key.len() + 12;
        }
        let _ = self.counts.insert(key, number);
    }
}
