//! Incremental solving under assumptions: one search that learns answers many questions, and keeps its nogoods between them.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | a solution in which all assumptions hold, or some of them that cannot hold together |
//! | Source | Eén & Sörensson, *Temporal Induction by Incremental SAT Solving*, BMC 2003; as offered by IPASIR (`assume`, `failed`), PySAT (`get_core`) and CP-SAT (`sufficient_assumptions_for_infeasibility`) |

use crate::model::{IntAtom, Model, Options, Solution, Solver};
use crate::search::Search;
use crate::search::brancher::Brancher;
use crate::search::learning::{DecisionPolicy, LearningSearch};
use crate::search::limit::{Limit, Limits, Status};
use crate::search::statistics::Statistics;
use crate::search::turns::LearningSetup;

/// A model that is asked again and again for a solution, each time with other atoms assumed; made by
/// [`Search::incremental`](crate::search::Search::incremental).
///
/// ```
/// use residua::constraints::{all_different, lt};
/// use residua::model::Model;
/// use residua::search::AssumptionResult::{Core, Solution};
///
/// let mut model = Model::new();
/// let [mix, bake, cool, eat] = ["mix", "bake", "cool", "eat"].map(|name| model.named_var(name, 1..=4));
/// model.post(all_different([mix, bake, cool]))?;
/// model.post(lt(mix, bake))?;
/// model.post(lt(bake, cool))?;
///
/// let mut asked = model.search().incremental();
/// let Ok(Solution(solution)) = asked.satisfy(&[bake.is(3)]) else { panic!("there is one") };
/// assert_eq!(solution[cool], 4);
/// // Eating does not matter.
/// let answer = asked.satisfy(&[eat.at_least(2), mix.at_least(2), cool.at_most(3)]);
/// let Ok(Core(core)) = answer else { panic!("there is none") };
/// assert_eq!(core, [mix.at_least(2), cool.at_most(3)]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// All that it learns follows from the model alone, so no answer depends on the questions before, except for which of several
/// solutions or cores it is.
#[derive(Clone, Debug)]
#[must_use]
pub struct IncrementalSearch {
    solver: Solver,
    search: LearningSearch,
    limits: Limits,
}

/// The answer to a question under assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum AssumptionResult {
    /// A solution in which they all hold.
    Solution(Solution),
    /// A core: there is no solution in which these of the assumptions, in their order, all hold; empty, if the model has no solution
    /// whatever is assumed. Perhaps not all of them are necessary: to find out, ask again without one.
    Core(Vec<IntAtom>),
}

impl Search<'_> {
    /// An incremental search, for questions under changing assumptions, each with what was learned from those before. The limits are
    /// those of each question. It learns from the start, whatever [`learn`](Search::learn) says, and finds
    /// one solution at a time, so that a [projection](Search::project) changes nothing but the order of decisions.
    pub fn incremental(self) -> IncrementalSearch {
        let limits = self.limits.clone().solutions(None);
        let (solver, search) = self.setup().1.start(|| limits.clone());
        IncrementalSearch { solver, search, limits }
    }
}

impl IncrementalSearch {
    /// Questions about `model`, decided by activity, then by a [brancher](Self::branch_by). Where it has nothing left to
    /// decide, a solution has the least value of each open variable.
    pub(crate) fn of(model: &Model, options: Options) -> IncrementalSearch {
        let setup = LearningSetup {
            model: model.clone(),
            options,
            facts: Vec::new(),
            branchers: Vec::new(),
            policy: DecisionPolicy::Activity,
            projection: None,
        };
        let (solver, search) = setup.start(Limits::default);
        IncrementalSearch { solver, search, limits: Limits::default() }
    }

    /// Looks for a solution in which all of these atoms hold.
    ///
    /// # Errors
    /// The limit that was reached. The same question again goes on with what was learned so far.
    ///
    /// # Panics
    /// If one is an atom of another model.
    pub fn satisfy(&mut self, assumptions: &[IntAtom]) -> Result<AssumptionResult, Limit> {
        self.search.assume(assumptions, &mut self.solver);
        self.search.limit_to(self.limits.clone());
        if self.search.advance(&mut self.solver) {
            return Ok(AssumptionResult::Solution(self.solver.least_values()));
        }
        match self.search.status() {
            Some(Status::Stopped(limit)) => Err(limit),
            _ => Ok(AssumptionResult::Core(self.search.core().to_vec())),
        }
    }

    /// Takes the decisions of that brancher from now on.
    pub(crate) fn branch_by(&mut self, brancher: Box<dyn Brancher>) {
        self.search.assume(&[], &mut self.solver);
        self.search.branch_by(vec![brancher]);
    }

    /// States that an atom holds in every solution.
    pub(crate) fn add_fact(&mut self, atom: IntAtom) {
        self.search.add_fact(atom, &mut self.solver);
    }

    /// The limits of each question.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Replaces the limits of each question.
    pub fn limit_to(&mut self, limits: Limits) {
        self.limits = limits.solutions(None);
    }

    /// The statistics of all questions so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}
