//! How many solutions there are, without going through them.
//!
//! Search as usual, but at every node the open variables fall into [components](crate::inspect::components); the count
//! of a node is the product of theirs, and what a component came to is remembered for the next time that it turns up.
//!
//! What a component came to is found again by its [key](crate::inspect::memo).
//!
//! A limit on solutions is a cap: once a component has as many, no more of its values are tried. Its number is then too
//! small, but not below the cap, and so is every product and sum with it that is not 0.
//!
//! | Promise | |
//! |---|---|
//! | Cost | exponential at worst; never more nodes than enumeration |
//! | Source | Bacchus, Dalmao & Pitassi, *DPLL with Caching*, 2003; Sang et al., *Combining Component Caching and Clause Learning*, SAT 2004; Favier, de Givry & Jégou, CP 2009 |

use crate::inspect::components::Network;
use crate::inspect::memo::Memo;
use crate::inspect::natural::Natural;
use crate::inspect::progress::Progress;
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

/// Counts the solutions of one model, again and again under different assumptions, remembering what it has found.
#[derive(Clone, Debug)]
pub struct Counter {
    solver: Solver,
    network: Network,
    memo: Memo,
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
        let memo = Memo::new(is_open && network.is_plain(), solver.store());
        Counter {
            solver,
            network,
            memo,
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
                self.memo.insert(key, done.total.clone());
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
        let key =
            if vars.len() > 2 { Some(self.memo.key(&self.solver, &mut self.network, &vars)) } else { None };
        if let Some(number) = key.as_ref().and_then(|key| self.memo.get(key)) {
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
}

impl Frame {
    fn multiply(&mut self, number: &Natural) {
        self.product = self.product.times(number);
        if self.product.is_zero() {
            self.parts.clear();
        }
    }
}
