//! Repeated search: one model, searched many times with different facts.
//!
//! The model is compiled and propagated once; each set of facts is a level on top of it. A network without facts may be searched by the
//! dense engine, which takes the facts as sets of values.

use crate::domain::Domain;
use crate::engine::Fixpoint;
use crate::model::{IntAtom, Model, Options, Solution, Solver};
use crate::search::NetworkSearch;
use crate::search::choice::EngineChoice;
use crate::search::driver::Driver;
use crate::search::general::General;
use crate::search::learning::Learning;
use crate::search::limit::{Limits, Status};
use crate::search::statistics::Statistics;
use crate::search::turns::LearningSetup;

/// A search of one model that is loaded with facts, searched, and loaded again: for many problems with the same constraints.
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::{Model, Options};
/// use residua::search::{Limits, RepeatedSearch};
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// model.post(all_different(&xs))?;
/// let mut search = RepeatedSearch::new(model, Options::default(), Limits::none());
/// for value in 1..=3 {
///     assert!(search.load([xs[0].is(value)]).is_ok());
///     assert!(search.advance() && search.advance() && !search.advance());
/// }
/// assert!(search.load([xs[0].is(1), xs[1].is(1)]).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RepeatedSearch {
    model: Model,
    options: Options,
    limits: Limits,
    learning: Learning,
    choice: EngineChoice,
    general: General,
    /// Whether the model contradicts itself, without any facts.
    is_refuted: bool,
    /// The number of runs of propagators when the facts were loaded.
    propagations_before: u64,
    /// Whether a limit came while the facts were propagated.
    is_interrupted: bool,
    dense: Option<Dense>,
    /// Whether the dense engine searches.
    is_dense: bool,
}

/// The dense engine, and what it was started with.
#[derive(Clone, Debug)]
struct Dense {
    search: NetworkSearch,
    facts: Vec<(usize, u64)>,
}

/// A contradiction between facts and the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The fact at that position contradicts the domain of its variable, as the model leaves it without propagation of the facts.
    Fact(usize),
    /// Propagation of the facts failed: [`RepeatedSearch::solver`] has the failure.
    Propagation,
}

impl RepeatedSearch {
    /// Compiles and propagates `model`; each set of facts is searched within `limits`.
    pub fn new(model: Model, options: Options, limits: Limits) -> RepeatedSearch {
        let (solver, is_refuted) = compiled(&model, options);
        let driver = LearningSetup::of(&model, options, Vec::new()).driver(limits.clone(), Learning::Auto);
        RepeatedSearch {
            general: General::new(solver, driver),
            model,
            options,
            limits,
            learning: Learning::Auto,
            choice: EngineChoice::General,
            is_refuted,
            propagations_before: 0,
            is_interrupted: false,
            dense: None,
            is_dense: false,
        }
    }

    /// Chooses the engine for [`begin`](Self::begin); the general one, unless this is called.
    #[must_use]
    pub fn engine(mut self, choice: EngineChoice) -> RepeatedSearch {
        self.choice = choice;
        let search = choice.dense(&self.model, &self.limits, self.learning);
        self.dense = search.map(|search| Dense { search, facts: Vec::new() });
        self.is_dense = false;
        self
    }

    /// Sets whether the search learns. A search that [learns from the start](Learning::On) does not use the dense engine.
    #[must_use]
    pub fn learn(mut self, learning: Learning) -> RepeatedSearch {
        self.learning = learning;
        self.general.driver = self.driver();
        let choice = self.choice;
        self.engine(choice)
    }

    /// Replaces the limits, for the facts that are loaded and not yet searched, and for those after them.
    pub fn limit_to(&mut self, limits: Limits) {
        let (facts, status) = (self.general.driver.facts(), self.general.driver.status());
        self.general.driver.reset(&mut self.general.solver);
        self.limits = limits;
        self.general.driver = self.driver();
        self.general.driver.set_facts(facts);
        if status == Some(Status::Exhausted) {
            self.general.driver.refute();
        }
    }

    /// Replaces the limits of the dense engine, from its next start on.
    pub fn limit_dense_to(&mut self, limits: Limits) {
        if let Some(dense) = &mut self.dense {
            dense.search.limit_to(limits);
        }
    }

    /// Replaces the facts by those that `write` puts into a list, and begins to search them by the dense engine, without propagating
    /// them first: for each of some variables, by number, the set of its values, as bits: bit `i` for the value
    /// [`dense_values`](Self::dense_values)`[i]`.
    ///
    /// Where the dense engine makes no progress, the search is handed over to the general one. Returns `false`, and does nothing, if the
    /// dense engine does not [fit](Self::dense_values).
    #[inline]
    pub fn begin(&mut self, write: impl FnOnce(&mut Vec<(usize, u64)>)) -> bool {
        let Some(dense) = &mut self.dense else { return false };
        dense.facts.clear();
        write(&mut dense.facts);
        dense.search.restart(&dense.facts);
        self.is_dense = true;
        true
    }

    /// All values of the model, ascending, if the dense engine can search it.
    pub fn dense_values(&self) -> Option<&[i32]> {
        self.dense.as_ref().map(|dense| dense.search.values())
    }

    /// Replaces the facts, and propagates them, until the time limit or the stop flag ends that: then variables have more values left
    /// than at the fixpoint, and a search continues there.
    ///
    /// # Errors
    /// If they contradict the model, as far as propagation shows that.
    pub fn load(&mut self, facts: impl IntoIterator<Item = IntAtom>) -> Result<(), Contradiction> {
        let loaded = self.state(facts.into_iter().collect());
        loaded.inspect_err(|_| self.general.driver.refute())
    }

    fn state(&mut self, facts: Vec<IntAtom>) -> Result<(), Contradiction> {
        (self.is_dense, self.is_interrupted) = (false, false);
        let (model, options) = (&self.model, self.options);
        let (limits, learning) = (&self.limits, self.learning);
        let another = || LearningSetup::of(model, options, Vec::new()).driver(limits.clone(), learning);
        self.general.restart(another, || compiled(model, options).0);
        self.general.driver.set_facts(facts.clone());
        let solver = &mut self.general.solver;
        self.propagations_before = solver.engine().propagations();
        if self.is_refuted {
            return Err(Contradiction::Propagation);
        }
        solver.pop();
        solver.push();
        for (at, fact) in facts.into_iter().enumerate() {
            solver.assume(fact).map_err(|_| Contradiction::Fact(at))?;
        }
        let reached = solver.propagate_within(self.limits.deadline().interrupt());
        let fixpoint = reached.map_err(|_| Contradiction::Propagation)?;
        self.is_interrupted = fixpoint != Fixpoint::Reached;
        Ok(())
    }

    /// Advances to the next solution, without copying it: [`values`](Self::values) and [`solution`](Self::solution) read it. `false` if
    /// there is none, or a limit was reached: see [`status`](Self::status).
    pub fn advance(&mut self) -> bool {
        if let Some(dense) = self.dense.as_mut().filter(|_| self.is_dense) {
            let found = dense.search.advance();
            if !dense.search.is_out_of_nodes() {
                return found;
            }
            self.hand_over();
        }
        self.general.advance()
    }

    /// Hands the search over to the general engine, within what the dense one has left of the limits.
    fn hand_over(&mut self) {
        let Some(dense) = self.dense.as_mut() else { return };
        // Its counters must not depend on the facts before.
        let solver = || {
            let (mut solver, _) = compiled(&self.model, self.options);
            solver.push();
            solver
        };
        let model = (&self.model, self.options);
        self.general = General::after(&mut dense.search, &dense.facts, model, self.learning, solver);
        self.propagations_before = self.general.solver.engine().propagations();
        self.is_dense = false;
    }

    /// The search of the general engine, within the limits.
    fn driver(&self) -> Driver {
        LearningSetup::of(&self.model, self.options, Vec::new()).driver(self.limits.clone(), self.learning)
    }

    /// Whether the dense engine searches now.
    #[cfg(feature = "threads")]
    pub(crate) fn is_dense(&self) -> bool {
        self.is_dense
    }

    /// What the dense engine has left to search, as the domains of all variables of each part; `None` if another engine searches, or it
    /// cannot be told here.
    pub(crate) fn open_parts(&self) -> Option<Vec<Vec<u64>>> {
        self.searching()?.open_parts()
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    #[cfg(feature = "threads")]
    pub(crate) fn resume(&mut self, limits: Limits) {
        match self.dense.as_mut().filter(|_| self.is_dense) {
            Some(dense) => dense.search.resume(limits),
            None => self.general.driver.resume(limits),
        }
    }

    /// Writes the values of the solution that was found last, in the order of the model's variables.
    #[inline]
    pub fn values(&self, values: &mut Vec<i32>) {
        values.clear();
        match self.searching() {
            Some(search) => search.solution(values),
            None => self.general.solver.append_least_values(values),
        }
    }

    /// The solution that was found last.
    pub fn solution(&self) -> Solution {
        let mut values = Vec::new();
        self.values(&mut values);
        Solution::new(values).of(&self.model)
    }

    /// Why the search ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        self.searching().map_or_else(|| self.general.driver.status(), NetworkSearch::status)
    }

    /// The statistics since the facts were loaded, their propagation included.
    #[inline]
    pub fn statistics(&self) -> Statistics {
        match self.searching() {
            Some(search) => search.statistics(),
            None => self.general.statistics_since(self.propagations_before),
        }
    }

    /// The dense search, if that is the current one.
    fn searching(&self) -> Option<&NetworkSearch> {
        self.dense.as_ref().filter(|_| self.is_dense).map(|dense| &dense.search)
    }

    /// The model, without facts.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The values left of each variable, by the general engine.
    pub fn domains(&self) -> Vec<Domain> {
        self.general.solver.domains()
    }

    /// The solver of the general engine, as loading or searching has left it.
    pub fn solver(&self) -> &Solver {
        &self.general.solver
    }

    /// Whether a limit ended the propagation of the facts before its fixpoint.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}

/// A solver of the model, propagated: what it implies need not be derived again for each set of facts. And whether it contradicts
/// itself.
fn compiled(model: &Model, options: Options) -> (Solver, bool) {
    let mut solver = Solver::new(model, options);
    let is_refuted = solver.propagate().is_err();
    (solver, is_refuted)
}
