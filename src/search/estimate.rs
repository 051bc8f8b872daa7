//! Size of a search tree, estimated before the search by random probes.
//!
//! A probe goes down from the root by the decisions of the search. At each of them it looks which sides propagation refutes at once; of two
//! that it does not, it takes one at random, and from there on all that it sees counts for as many nodes as the inverse of the probability
//! of the way so far. It ends where both sides are refuted, or at a solution. The left side of `x = v | x ≠ v` is taken with the
//! probability of one value of many, and not with a half: of ten models (`tests/it/estimate.rs`), the six that decide so about more than two
//! values have half the standard error, down to a tenth of it (queens: 759 ± 3 nodes by 10,000 probes, where halves give 786 ± 31).
//!
//! | Promise | |
//! |---|---|
//! | Law | unbiased: the means over all probes, each with its probability, are the numbers of nodes and solutions of the tree, if decisions depend on the node alone |
//! | Cost | one descent a probe, with two fixpoints a decision, and a third where the side that it takes is refuted |
//! | Source | Knuth, *Estimating the Efficiency of Backtrack Programs*, Mathematics of Computation 29, 1975; Chen, *Heuristic Sampling*, SIAM Journal on Computing 21, 1992 (other probabilities than equal ones) |

use std::fmt;

use crate::model::{IntAtom, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::dfs::Dfs;
use crate::search::limit::{Deadline, Limit, Status};
use crate::search::projection::Projection;
use crate::search::random::Random;
use crate::search::share::left_share;
use crate::search::statistics::counted;
use crate::search::{Limits, Search};

/// The size of a search tree, as estimated by [`Search::estimate`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The number of probes.
    pub probes: u64,
    /// The number of nodes of the whole tree, counted as in [`Statistics`](crate::search::Statistics).
    pub nodes: f64,
    /// The standard error of that number; one probe alone tells none.
    pub nodes_error: Option<f64>,
    /// The number of solutions.
    pub solutions: f64,
    /// The standard error of that number.
    pub solutions_error: Option<f64>,
}

impl Search<'_> {
    /// Estimates by this number of random probes how many nodes a depth-first search for all solutions visits, and how many solutions it
    /// finds: before the search, and at the cost of one way down for each probe.
    ///
    /// The numbers are expected to be right on average. In a tree of which a small part has most of the nodes, few probes come there:
    /// then they are too low nearly always, and the standard errors, too. Branchers decide as at the start of a search, so that those that
    /// learn from failures find a smaller tree than this. A search that restarts, learns, uses several threads or the dense engine has no
    /// such tree: the estimate is for one that does not. Of an optimisation it is the tree without the bounds that solutions give.
    ///
    /// Of a [projected](Self::project) search the leaves are the assignments of the projection, of which a probe looks for a completion
    /// as the search would. Of the limits, time and the stop flag count.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    /// use residua::search::brancher::{ValueOrder, VariableOrder};
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 8, 0..8);
    /// for sign in [-1, 0, 1] {
    ///     model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row)))?;
    /// }
    /// let search = || model.search().branch(&xs, VariableOrder::Input, ValueOrder::Ascending);
    /// let estimate = search().estimate(1000, 1).expect("there is no limit");
    /// // There are 92.
    /// assert!((80.0..105.0).contains(&estimate.solutions));
    /// assert!(estimate.solutions_error.is_some_and(|error| error < 5.0));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn estimate(self, probes: u64, seed: u64) -> Result<Estimate, Limit> {
        let mut random = Random::new(seed);
        // All of 53 bits are below one.
        let mut takes_left = |share: f64| ((random.number() >> 11) as f64) < share * (1_u64 << 53) as f64;
        let (mut nodes, mut solutions) = (Sample::default(), Sample::default());
        let mut prober = self.prober()?;
        for _ in 0..probes {
            let (of_nodes, of_solutions) = prober.probe(&mut takes_left)?;
            nodes.add(of_nodes);
            solutions.add(of_solutions);
        }
        Ok(Estimate {
            probes,
            nodes: nodes.mean,
            nodes_error: nodes.error(),
            solutions: solutions.mean,
            solutions_error: solutions.error(),
        })
    }

    /// What one probe counts as nodes and solutions, where `takes_left` takes the left side with the probability that it is given, or the
    /// right one. For tests, which take them all.
    ///
    /// # Errors
    /// The limit that was reached.
    #[doc(hidden)]
    pub fn probe(self, takes_left: &mut dyn FnMut(f64) -> bool) -> Result<(f64, f64), Limit> {
        self.prober()?.probe(takes_left)
    }

    fn prober(self) -> Result<Prober, Limit> {
        let deadline = self.limits.deadline();
        let own = self.projection.clone().map(|projection| {
            let brancher = Ordered::new(projection.vars(), VariableOrder::FirstFail, ValueOrder::Ascending);
            (projection, brancher)
        });
        let mut solver = Solver::for_search(self.model, self.options);
        let (branchers, _) = self.setup();
        let is_refuted = !solver.survives([], deadline.interrupt())?;
        let mut prober = Prober { solver, branchers, own, deadline, is_refuted };
        prober.start();
        Ok(prober)
    }
}

/// Takes probes of one tree.
#[derive(Debug)]
struct Prober {
    /// At the fixpoint of the root.
    solver: Solver,
    branchers: Vec<Box<dyn Brancher>>,
    /// Of a projected search, with what decides where its branchers decide about other variables.
    own: Option<(Projection, Ordered)>,
    deadline: Deadline,
    is_refuted: bool,
}

impl Prober {
    fn start(&mut self) {
        let Prober { solver, branchers, own, .. } = self;
        let own = own.iter_mut().map(|(_, own)| own as &mut dyn Brancher);
        let mut wants_modified = false;
        for brancher in branchers.iter_mut().map(|brancher| &mut **brancher).chain(own) {
            brancher.start(solver);
            wants_modified |= brancher.wants_modified();
        }
        if wants_modified {
            solver.engine_mut().track_modified();
        }
    }

    /// Goes down once: what counts as nodes and as solutions.
    fn probe(&mut self, takes_left: &mut dyn FnMut(f64) -> bool) -> Result<(f64, f64), Limit> {
        self.deadline.check()?;
        if self.is_refuted {
            return Ok((1.0, 0.0));
        }
        let root = self.solver.level();
        self.solver.push();
        let counts = self.descend(takes_left);
        self.solver.pop_to(root);
        counts
    }

    fn descend(&mut self, takes_left: &mut dyn FnMut(f64) -> bool) -> Result<(f64, f64), Limit> {
        let (mut nodes, mut weight) = (1.0, 1.0);
        while let Some(decision) = self.decision() {
            self.deadline.check()?;
            nodes += 2.0 * weight;
            let left = left_share(decision, &self.solver).clamp(LEAST, 1.0 - LEAST);
            let (side, share) = if takes_left(left) { (decision, left) } else { (!decision, 1.0 - left) };
            // The other one first, so that this one stays.
            let has_other = self.enter(!side)?;
            self.solver.pop();
            if self.enter(side)? {
                weight /= if has_other { share } else { 1.0 };
                continue;
            }
            self.solver.pop();
            if !has_other || !self.enter(!side)? {
                return Ok((nodes, 0.0));
            }
        }
        let (completing, is_solution) = self.complete()?;
        Ok((nodes + weight * completing, if is_solution { weight } else { 0.0 }))
    }

    /// Assumes that side of a decision on a level of its own; whether propagation does not refute it.
    fn enter(&mut self, side: IntAtom) -> Result<bool, Limit> {
        self.solver.push();
        self.solver.survives([side], self.deadline.interrupt())
    }

    /// The next decision, of a projected search about a variable of its projection; `None` if there is none left.
    fn decision(&mut self) -> Option<IntAtom> {
        while let Some(var) = self.solver.engine_mut().next_modified() {
            self.branchers.iter_mut().for_each(|brancher| brancher.modified(var));
            if let Some((_, own)) = &mut self.own {
                own.modified(var);
            }
        }
        // It may have jumped here.
        self.branchers.iter_mut().for_each(|brancher| brancher.on_restart());
        let decision = self.branchers.iter_mut().find_map(|brancher| brancher.choose(&self.solver))?;
        match &mut self.own {
            Some((projection, own)) if !projection.has(decision.var()) => own.choose(&self.solver),
            _ => Some(decision),
        }
    }

    /// Completes the assignment of a projection: the number of nodes after this one, and whether there is a completion.
    fn complete(&mut self) -> Result<(f64, bool), Limit> {
        if self.own.is_none() {
            return Ok((0.0, true));
        }
        let limits = Limits { watch: None, nodes: None, failures: None, ..self.deadline.left() };
        let mut dfs = Dfs::new(self.branchers.clone(), limits.solutions(None));
        let is_found = dfs.advance(&mut self.solver);
        let counts = ((dfs.statistics().nodes - 1) as f64, is_found);
        match dfs.status() {
            Some(Status::Stopped(limit)) => return Err(limit),
            _ => dfs.reset(&mut self.solver),
        }
        Ok(counts)
    }
}

/// The least probability of a side. Of a variable with a million values, a probe would else take half a million decisions.
const LEAST: f64 = 1.0 / 256.0;

/// A sample of numbers: their mean, and how far they are from it.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    count: f64,
    mean: f64,
    /// The sum of the squares of their differences from it.
    squares: f64,
}

impl Sample {
    /// Adds a number, as by Welford (1962).
    fn add(&mut self, number: f64) {
        let before = number - self.mean;
        self.count += 1.0;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    /// The standard error; one number says nothing of it.
    fn error(&self) -> Option<f64> {
        (self.count > 1.0).then(|| (self.squares / (self.count * (self.count - 1.0))).sqrt())
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { probes, nodes, nodes_error, solutions, solutions_error } = self;
        let number = |number: f64, error: &Option<f64>| {
            let error = error.map_or_else(String::new, |error| format!(" ± {}", Rounded(error)));
            format!("{}{error}", Rounded(number))
        };
        write!(f, "about {} nodes", number(*nodes, nodes_error))?;
        write!(f, " and {} solutions", number(*solutions, solutions_error))?;
        let note = if nodes_error.is_some() { "" } else { " (error unknown)" };
        write!(f, ", by {}{note}", counted(*probes, "probe"))
    }
}

/// A number in three digits: `1234`, `1.23e9`.
struct Rounded(f64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            small if small < 100.0 => write!(f, "{small:.1}"),
            medium if medium < 1e6 => write!(f, "{medium:.0}"),
            large => write!(f, "{large:.2e}"),
        }
    }
}
