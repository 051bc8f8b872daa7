//! One worker of the exact residual: it answers tasks by searches over a solver of its own.

use crate::domain::Domain;
use crate::inspect::exact::board::{Aim, Answer, Task};
use crate::inspect::exact::steered::Steered;
use crate::inspect::questions::Questions;
use crate::model::{IntAtom, IntVar, Model, Options, Solver};
use crate::search::{AssumptionResult, Deadline, Limit};
use crate::store::VarId;

/// A worker: a solver at its root fixpoint, and the searches over it.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) solver: &'a mut Solver,
    pub(super) questions: Questions,
    pub(super) model: &'a Model,
    /// The number of refutations that it knows.
    pub(super) known: usize,
    /// The number of searches that it has started.
    pub(super) searches: u64,
}

impl Worker<'_> {
    /// Looks for a solution as the task says.
    pub(super) fn ask(&mut self, task: Task, deadline: &Deadline) -> Answer {
        match self.follow(&task.facts, deadline) {
            Ok(true) => {}
            Ok(false) => return Answer::Refuted,
            Err(limit) => return Answer::Stopped(limit),
        }
        let name = |var: VarId| self.solver.name(var);
        let alternatives: Vec<Vec<IntAtom>> = match task.aim {
            Aim::Any => vec![Vec::new()],
            Aim::Values(var, values) => vec![match values.value() {
                Some(value) => vec![name(var).is(value)],
                _ => self.others(name(var), &values).iter().map(|value| name(var).is_not(value)).collect(),
            }],
            Aim::Apart(pair) => {
                let [x, y] = pair.map(name);
                self.solver.domain(x).iter().map(|value| vec![x.is(value), y.is_not(value)]).collect()
            }
        };
        for goals in alternatives {
            match self.search(&goals, &task.steered, deadline) {
                Answer::Refuted => {}
                answer => return answer,
            }
        }
        Answer::Refuted
    }

    /// The values that the variable has left beside these.
    fn others(&self, var: IntVar, values: &Domain) -> Domain {
        self.solver.domain(var).difference(values)
    }

    /// Follows what was refuted since the last task; `false` if there is no solution.
    fn follow(&mut self, facts: &[IntAtom], deadline: &Deadline) -> Result<bool, Limit> {
        if facts.is_empty() {
            return Ok(true);
        }
        self.known += facts.len();
        for (number, &atom) in facts.iter().enumerate() {
            if number % 256 == 255 {
                deadline.check()?;
            }
            self.questions.add_fact(atom);
        }
        self.solver.survives(facts.iter().copied(), deadline.interrupt())
    }

    /// Looks for a solution in which the goals are true.
    fn search(&mut self, goals: &[IntAtom], steered: &Steered, deadline: &Deadline) -> Answer {
        self.searches += 1;
        let steered = Box::new(steered.clone());
        let depth_first =
            if self.questions.learns() { Ok(None) } else { self.descend(goals, steered.clone(), deadline) };
        let answer = depth_first.and_then(|answer| {
            let (model, solver) = (self.model, &*self.solver);
            let learn = || self.questions.learn(goals, || narrowed(model, solver), steered, deadline);
            answer.map_or_else(learn, Ok)
        });
        match answer {
            Ok(AssumptionResult::Solution(solution)) => Answer::Found(solution),
            Ok(AssumptionResult::Core(_)) => Answer::Refuted,
            Err(limit) => Answer::Stopped(limit),
        }
    }

    fn descend(
        &mut self,
        goals: &[IntAtom],
        steered: Box<Steered>,
        deadline: &Deadline,
    ) -> Result<Option<AssumptionResult>, Limit> {
        self.solver.push();
        let survives = match goals {
            [] => Ok(true),
            goals => self.solver.survives(goals.iter().copied(), deadline.interrupt()),
        };
        let answer = match survives {
            Ok(true) => self.questions.descend(goals, self.solver, steered, deadline),
            Ok(false) => Ok(Some(AssumptionResult::Core(goals.to_vec()))),
            Err(limit) => Err(limit),
        };
        self.solver.pop();
        answer
    }
}

/// The model with the solver's domains, and the solver's options.
pub(in crate::inspect) fn narrowed(model: &Model, solver: &Solver) -> (Model, Options) {
    let mut narrowed = model.clone();
    for var in model.vars() {
        narrowed.set_domain(var, Solver::domain(solver, var));
    }
    (narrowed, Options { consistency: solver.engine().consistency(), ..Options::default() })
}
