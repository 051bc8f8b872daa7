//! Witnesses: solutions found one after another under assumptions, each of which refutes many properties that might hold in all
//! solutions.
//!
//! A question about variables of one [component](crate::inspect::components) is searched in it alone; the other
//! components keep the values of a solution that was found before.

use crate::constraints::Constraint;
use crate::inspect::Verdict;
use crate::inspect::components::ConstraintGraph;
use crate::inspect::questions::Questions;
use crate::model::{IntAtom, IntVar, Model, Options, Solution, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::{AssumptionResult, Deadline, Limit, Limits};

/// Relations that hold in all solutions, as far as they were decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relations<T> {
    /// The relations that hold. What is neither here nor among the open does not hold.
    pub holds: Vec<T>,
    /// The relations that hold in all solutions found, and were not decided before a limit came.
    pub open: Vec<T>,
    /// The limit that was reached.
    pub stopped: Option<Limit>,
    /// The number of searches that were started.
    pub searches: u64,
}

/// Finds solutions of a model that has some.
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    /// The residual of the model, at strength exact unless a limit was reached.
    pub(super) model: Model,
    /// The solutions that were found at the start.
    pub(super) known: Vec<Solution>,
    pub(super) searches: u64,
    pub(super) stopped: Option<Limit>,
    solver: Solver,
    questions: Questions,
    /// The number of failures after which a search learns; `None` for the usual number.
    failure_budget: Option<u64>,
    parts: Vec<Vec<IntVar>>,
    /// By variable: its component; `None` where it is fixed.
    part_of: Vec<Option<usize>>,
    deadline: Deadline,
}

impl Witnesses {
    /// The witnesses of `model`; `None` if it has no solution.
    ///
    /// # Errors
    /// The limit that came before a solution was found.
    pub(super) fn of(model: &Model, limits: &Limits) -> Result<Option<Witnesses>, Limit> {
        let deadline = limits.deadline();
        let inspection = model.inspect().limits(limits).run();
        let known: Vec<Solution> = inspection.verdict.witnesses().into_iter().cloned().collect();
        match inspection.verdict {
            Verdict::Infeasible(_) => return Ok(None),
            Verdict::Unknown { limit, .. } if known.is_empty() => return Err(limit),
            _ => {}
        }
        let model = inspection.residual.expect("invariant: there is a solution").model;
        let mut solver = Solver::new(&model, Options::default());
        let has_solution = solver.survives([], deadline.interrupt())?;
        assert!(has_solution, "invariant: there is a solution");
        let parts = ConstraintGraph::new(&model, &solver).named_components(&solver);
        // Variables that are merged in the solver are in one component.
        let mut by_engine = vec![None; solver.store().vars()];
        for (number, part) in parts.iter().enumerate() {
            for &var in part {
                by_engine[solver.view(var).var.index()] = Some(number);
            }
        }
        let part_of = model.vars().map(|var| by_engine[solver.view(var).var.index()]).collect();
        let (searches, stopped) = (inspection.searches, inspection.stopped);
        let questions = Questions::of(&solver);
        Ok(Some(Witnesses {
            model,
            known,
            searches,
            stopped,
            solver,
            questions,
            failure_budget: None,
            parts,
            part_of,
            deadline,
        }))
    }

    /// Sets the number of failures after which a search learns.
    pub(super) fn with_failure_budget(self, failures: u64) -> Witnesses {
        let questions = self.questions.clone().with_failure_budget(Some(failures));
        Witnesses { questions, failure_budget: Some(failures), ..self }
    }

    /// The variables that may differ between solutions.
    pub(super) fn open_vars(&self) -> Vec<IntVar> {
        self.model.vars().filter(|&var| self.part_of(var).is_some()).collect()
    }

    /// Checks the time and the flag.
    pub(super) fn check(&self) -> Result<(), Limit> {
        self.deadline.check()
    }

    /// The component of a variable; `None` where it is fixed.
    pub(super) fn part_of(&self, var: IntVar) -> Option<usize> {
        self.part_of[var.index()]
    }

    /// A solution in which these atoms hold.
    pub(super) fn with(&mut self, atoms: &[IntAtom]) -> Result<Option<Solution>, Limit> {
        let parts = self.parts_of(atoms.iter().map(|atom| atom.var()));
        if !self.questions.learns() {
            let mut questions = self.questions.clone();
            self.solver.push();
            let answer = match self.solver.survives(atoms.iter().copied(), self.deadline.interrupt()) {
                Ok(true) => self
                    .order(&parts)
                    .and_then(|order| questions.descend(atoms, &mut self.solver, order, &self.deadline)),
                Ok(false) => Ok(Some(AssumptionResult::Core(atoms.to_vec()))),
                Err(limit) => Err(limit),
            };
            self.solver.pop();
            if let Some(answer) = answer? {
                return Ok(self.whole(answer, &parts));
            }
        }
        let order = self.order(&parts)?;
        let model = || (self.model.clone(), Options::default());
        let answer = self.questions.learn(atoms, model, order, &self.deadline)?;
        Ok(self.whole(answer, &parts))
    }

    /// The values that follow from an atom by propagation; `None` where it clashes.
    pub(super) fn implied(&mut self, atom: IntAtom) -> Vec<Option<i32>> {
        self.solver.push();
        // What was found before the interrupt triggered follows too.
        let survives = self.solver.survives([atom], self.deadline.interrupt()) != Ok(false);
        let values = self.model.vars().map(|var| self.solver.value(var).filter(|_| survives)).collect();
        self.solver.pop();
        values
    }

    /// A solution that satisfies another constraint, on these variables.
    pub(super) fn with_constraint(
        &mut self,
        constraint: impl Constraint + 'static,
        vars: [IntVar; 2],
    ) -> Result<Option<Solution>, Limit> {
        let mut model = self.model.clone();
        model.post(constraint).expect("invariant: its variables are the model's");
        let mut solver = Solver::new(&model, Options::default());
        if !solver.survives([], self.deadline.interrupt())? {
            return Ok(None);
        }
        let parts = self.parts_of(vars);
        let mut questions = Questions::of(&solver).with_failure_budget(self.failure_budget);
        let answer = match questions.descend(&[], &mut solver, self.order(&parts)?, &self.deadline)? {
            Some(answer) => answer,
            None => {
                questions.learn(&[], || (model, Options::default()), self.order(&parts)?, &self.deadline)?
            }
        };
        Ok(self.whole(answer, &parts))
    }

    /// The components of these variables.
    fn parts_of(&self, vars: impl IntoIterator<Item = IntVar>) -> Vec<usize> {
        let mut parts: Vec<usize> = vars.into_iter().filter_map(|var| self.part_of(var)).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// The order of a search of these components: solutions that resemble each other refute little.
    fn order(&mut self, parts: &[usize]) -> Result<Box<dyn Brancher>, Limit> {
        self.check()?;
        self.searches += 1;
        let decided: Vec<IntVar> = parts.iter().flat_map(|&part| self.parts[part].clone()).collect();
        Ok(Box::new(Ordered::new(&decided, VariableOrder::FirstFail, ValueOrder::Random(self.searches))))
    }

    /// The solution that is an answer in these components, and the known one elsewhere.
    fn whole(&self, answer: AssumptionResult, parts: &[usize]) -> Option<Solution> {
        let AssumptionResult::Solution(found) = answer else { return None };
        let is_new = |var: IntVar| self.part_of(var).is_none_or(|part| parts.contains(&part));
        let value = |var: IntVar| if is_new(var) { found[var] } else { self.known[0][var] };
        Some(Solution::new(self.model.vars().map(value).collect::<Vec<i32>>()).of(&self.model))
    }
}
