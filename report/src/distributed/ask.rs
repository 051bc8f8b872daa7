//! What is asked of a subject in parts, and how these are searched: the same wherever it is done.

use residua::engine::Consistency;
use residua::model::IntVar;
use residua::search::{EngineChoice, Learning, Search};
use residua::subproblem::{Question, Task};
use residua_flatzinc::Objective;

use crate::input::InputError;
use crate::subject::{Subject, SubjectKind};

/// A question that is answered in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// All solutions.
    Solutions,
    /// One solution, or that there is none.
    First,
    /// The number of solutions.
    Count,
    /// The number of solutions, in total and with each value.
    Marginals,
    /// The best value of the objective, and a solution that has it.
    Optimum,
    /// The values that are part of solutions.
    Exact,
}

/// How subproblems are searched. All of it is part of their digests.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The consistency that constraints enforce; by default, that of `solve` or `fzn`.
    pub consistency: Option<Consistency>,
    /// Whether the search learns from dead ends; without a choice, it does not.
    pub learn: Learning,
    /// Whether the search annotations of FlatZinc may be ignored.
    pub free: bool,
    /// The seed of random orders in these.
    pub seed: u64,
    /// The engine.
    pub engine: EngineChoice,
    /// The nodes after which a subproblem is split again, if it is not the usual number.
    pub budget: Option<u64>,
}

impl Subject {
    /// What it is split for, if nothing is said of that: its optimum, if it has an objective. Parts of a model without one serve any question.
    pub fn usual_ask(&self) -> Ask {
        if self.objective == Objective::Satisfy { Ask::Solutions } else { Ask::Optimum }
    }

    /// A question about it, to be answered in parts.
    ///
    /// # Errors
    /// The question does not apply.
    pub fn task(&self, ask: Ask, how: &How) -> Result<Task<'_>, InputError> {
        if self.program.is_none() && (how.free || how.seed != 0) {
            return Err(self.mistake("--free-search and --random-seed apply only to MiniZinc models"));
        }
        let question = match (ask, &self.objective) {
            (Ask::Optimum, Objective::Satisfy) => {
                return Err(self.mistake("--ask optimum requires a model with an objective"));
            }
            (Ask::Optimum, Objective::Minimize(objective)) => Question::Minimum(objective.clone()),
            (Ask::Optimum, Objective::Maximize(objective)) => Question::Maximum(objective.clone()),
            (Ask::Solutions, _) => Question::Solutions,
            (Ask::First, _) => Question::FirstSolution,
            (Ask::Count, _) => Question::Count,
            (Ask::Marginals, _) => Question::Marginals,
            (Ask::Exact, _) => Question::Domains,
        };
        let task = Task::new(self.search_in_parts(ask, how), question)
            .map_err(|error| self.mistake(error.to_string()))?;
        Ok(how.budget.map_or(task.clone(), |nodes| task.budget(nodes)))
    }

    /// The search of its parts: of FlatZinc, by its annotations, and for solutions that differ in what it shows. An optimum needs no such
    /// projection.
    fn search_in_parts(&self, ask: Ask, how: &How) -> Search<'_> {
        let search = match &self.program {
            Some(program) => {
                let mut program = (**program).clone();
                program.seed = how.seed;
                // In the order in which the search takes variables without an annotation.
                let shown: Vec<IntVar> = self.asked.iter().rev().copied().collect();
                let search = program.search_of(&self.model, how.free);
                if ask == Ask::Optimum { search } else { search.project(&shown) }
            }
            // Rules may need variables of their own.
            None if self.is_projected() => self.model.search().project(&self.asked),
            None => self.model.search(),
        };
        let usual = (self.kind != SubjectKind::Program).then_some(Consistency::Domain);
        let search = match how.consistency.or(usual) {
            Some(consistency) => search.consistency(consistency),
            None => search,
        };
        search.engine(how.engine).learn(how.learn)
    }
}
