//! The inspection builder: what is asked of a model, over which variables, how strongly, and within which limits.

use crate::domain::Domain;
use crate::inspect::count::Counter;
use crate::inspect::inspection::Inspection;
use crate::inspect::nearest::Nearest;
use crate::inspect::residual::Residual;
use crate::inspect::strength::Strength;
use crate::inspect::threads::Threads;
use crate::model::{IntVar, Model, Options, Solution, Solver, Violation};
use crate::search::{EngineChoice, Limit, Limits};

/// An inspection of a model: configured by its methods, then started by [`run`](Self::run), or by the one that asks for less.
///
/// Unless configured otherwise, it is [exact](Strength::Exact), over all variables, and without limits.
///
/// ```
/// use residua::constraints::eq;
/// use residua::inspect::{Strength, Verdict};
/// use residua::model::Model;
/// use std::time::Duration;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=3));
/// model.post(eq(x * x + 0 * y, z))?;
/// model.post(eq(z, 1))?;
/// let asked = model.inspect().limits(Duration::from_secs(10));
/// assert!(matches!(asked.clone().run().verdict, Verdict::Multiple(..)));
/// assert!(matches!(asked.clone().over(&[x]).run().verdict, Verdict::Unique(_)), "y may be anything");
///
/// let left = |strength| asked.clone().strength(strength).residual().expect("no limit is reached");
/// let residual = left(Strength::Bounds).expect("there are solutions");
/// assert_eq!(residual.model.to_string(), "x in 1\ny in 0..3\nz in 1\n");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Inspect<'a> {
    pub(super) model: &'a Model,
    pub(super) strength: Strength,
    pub(super) limits: Limits,
    pub(super) engine: EngineChoice,
    /// The variables that are asked about; `None` for all.
    pub(super) focus: Option<Vec<IntVar>>,
    /// The failures of a search after which it learns; `None` for the usual number.
    pub(super) failure_budget: Option<u64>,
    pub(super) threads: Threads,
    /// The exact domains, if they are known.
    pub(super) known: Option<Known>,
}

/// What is known of the exact domains before an inspection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// There is no solution.
    Infeasible,
    /// By variable of the model: the values that are part of solutions.
    Domains(Vec<Domain>),
}

impl Model {
    /// An inspection of the model: what is left of it, and whether it has one solution, several or none.
    ///
    /// ```
    /// use residua::inspect::{Strength, Verdict};
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let model = puzzle.model();
    /// let left = |strength| {
    ///     let inspection = model.inspect().strength(strength).run();
    ///     assert!(matches!(inspection.verdict, Verdict::Multiple(..)));
    ///     let residual = inspection.residual.expect("there are solutions");
    ///     model.vars().map(|cell| residual.domain(cell).size()).sum::<u64>()
    /// };
    /// assert_eq!(left(Strength::Domain), 83);
    /// assert_eq!(left(Strength::Singleton), 81);
    /// assert_eq!(left(Strength::Exact), 80);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn inspect(&self) -> Inspect<'_> {
        Inspect {
            model: self,
            strength: Strength::Exact,
            limits: Limits::none(),
            engine: EngineChoice::Auto,
            focus: None,
            failure_budget: None,
            threads: Threads::ONE,
            known: None,
        }
    }
}

impl Inspect<'_> {
    /// Sets how strongly the domains are reduced.
    pub fn strength(self, strength: Strength) -> Self {
        Inspect { strength, ..self }
    }

    /// Asks about `vars` alone: two solutions that agree in them count as one, and only their values are tested. For the others the
    /// residual has what propagation leaves then.
    ///
    /// # Panics
    /// If one of them is a variable of another model.
    pub fn over(self, vars: &[IntVar]) -> Self {
        let foreign = vars.iter().find(|&&var| !self.model.has(var));
        assert!(foreign.is_none(), "{foreign:?} is a variable of another model");
        Inspect { focus: Some(vars.to_vec()), ..self }
    }

    /// Sets the limits. Those on time and the stop flag hold for the whole inspection, those on nodes and failures for each search.
    pub fn limits(self, limits: impl Into<Limits>) -> Self {
        Inspect { limits: limits.into(), ..self }
    }

    /// Pins the engine that searches for the verdict, and that counts few solutions by enumeration. What is left is determined by the
    /// general engine, whose search at [`Strength::Exact`] yields the verdict too.
    pub fn engine(self, engine: EngineChoice) -> Self {
        Inspect { engine, ..self }
    }

    /// Sets the number of threads that determine what is left at [`Strength::Exact`], and that [count](Self::counter); 0 counts as 1.
    /// The result is the same with any number, but for the two solutions of the verdict.
    ///
    /// No thread is started before the caller's has searched some thousand nodes, and all have ended when there is a result. A panic
    /// in one of them, as of a constraint of the caller's, is a panic of the caller. Each has a solver of its own, and learns by itself,
    /// so that memory grows with their number.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let model = puzzle.model();
    /// let [one, four] = [1, 4].map(|threads| model.inspect().threads(threads).run().residual);
    /// let [one, four] = [one, four].map(|residual| residual.expect("it has 18 solutions").model);
    /// assert_eq!(one.domains(), four.domains());
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    #[cfg(feature = "threads")]
    pub fn threads(self, threads: usize) -> Self {
        Inspect { threads: Threads::new(threads), ..self }
    }

    /// Takes exact domains from elsewhere, such as from searches of all parts of the model. At [`Strength::Exact`], no search refutes any
    /// other value then: they are taken for refuted. What is left is the same, and so is the conflict of a model without solutions.
    ///
    /// ```
    /// use residua::inspect::Known;
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let model = puzzle.model();
    /// let exact = model.inspect().run().residual.expect("it has 18 solutions").model;
    /// let known = model.inspect().known(Known::Domains(exact.domains().to_vec())).run();
    /// assert_eq!(known.residual.expect("it has 18 solutions").model.to_string(), exact.to_string());
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn known(self, known: impl Into<Option<Known>>) -> Self {
        Inspect { known: known.into(), ..self }
    }

    /// Sets the nodes that are searched before threads are started.
    #[cfg(feature = "threads")]
    pub(crate) fn threads_after(self, nodes: u64) -> Self {
        Inspect { threads: self.threads.after(nodes), ..self }
    }

    /// Sets the failures of a search after which it learns.
    pub(crate) fn learning_after(self, failures: u64) -> Self {
        Inspect { failure_budget: Some(failures), ..self }
    }

    /// Determines the verdict and what is left.
    #[must_use]
    pub fn run(&self) -> Inspection {
        Inspection::of(self)
    }

    /// What is left, without a verdict; `None` if the model is found to have no solution.
    ///
    /// # Errors
    /// The limit that was reached before the strength was.
    pub fn residual(&self) -> Result<Option<Residual>, Limit> {
        if matches!(self.strength, Strength::Singles | Strength::Singleton | Strength::Exact) {
            let inspection = self.run();
            return inspection.stopped.map_or(Ok(inspection.residual), Err);
        }
        let deadline = self.limits.deadline();
        let options = Options { consistency: self.strength.consistency(), ..Options::default() };
        let mut solver = Solver::new(self.model, options);
        let is_open = solver.survives([], deadline.interrupt())?;
        let within = || Residual::within(self.model, &solver, deadline.interrupt());
        Ok(is_open.then(within))
    }

    /// A counter of the solutions that differ in the variables asked about.
    ///
    /// ```
    /// use residua::constraints::{all_different, le};
    /// use residua::inspect::Natural;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=3));
    /// model.post(all_different([x, y, z]))?;
    /// model.post(le(y, 2))?;
    /// let mut count = |vars: &[_]| model.inspect().over(vars).counter().count().number().clone();
    /// assert_eq!([count(&[x, y, z]), count(&[x]), count(&[])], [4u32, 3, 1].map(Natural::from));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn counter(&self) -> Counter {
        let counter = match &self.focus {
            Some(vars) => Counter::projected(self.model, vars, &self.limits),
            None => Counter::with_engine(self.model, &self.limits, self.engine),
        };
        counter.by(self.threads)
    }

    /// Another solution that differs from `solution` in as few as possible of the variables asked about, and in one at least.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 4, 1..=4);
    /// model.post(all_different(xs))?;
    /// let one = model.solve().expect("there are 24");
    /// let nearest = model.inspect().nearest(&one).expect("it is a solution");
    /// let other = nearest.solution.expect("there are 23 more");
    /// let differing = one.values().iter().zip(other.values()).filter(|(a, b)| a != b).count();
    /// assert_eq!((differing, nearest.stopped), (2, None));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// What `solution` violates, if it is not a solution of this model.
    pub fn nearest(&self, solution: &Solution) -> Result<Nearest, Violation> {
        Nearest::to(solution, self)
    }
}
