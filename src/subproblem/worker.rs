//! Workers: they answer one subproblem after another, each as if it were the first.

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::inspect::{Natural, Strength, Verdict};
use crate::model::{IntAtom, IntVar, Model};
use crate::search::{Deadline, Limit, Limits, OptimalSubtrees, Statistics, Status, Subtrees};
use crate::store::Relation;
use crate::subproblem::digest::Digest;
use crate::subproblem::found::Found;
use crate::subproblem::report::{Foreign, NoReport, Report};
use crate::subproblem::task::{Question, Task};
use crate::subproblem::unit::Subproblem;

/// A worker for the subproblems of a task.
///
/// What it reports depends on its arguments alone: on no subproblem before, and on no clock. It keeps the model compiled, and copies that for
/// each subproblem.
#[derive(Clone, Debug)]
pub struct Worker<'a> {
    task: Task<'a>,
    digest: Digest,
    /// The digest of the search.
    of_search: Digest,
    /// The variables that subproblems may be about.
    vars: Vec<IntVar>,
    engine: Engine,
}

/// The engine of a worker, as it is before each subproblem.
#[derive(Clone, Debug)]
enum Engine {
    Enumeration(Box<Subtrees>),
    Optimisation(Box<OptimalSubtrees>),
    /// The model is inspected, narrowed by the atoms.
    Inspection,
}

/// The number of parts of a subproblem of which a search does not tell what it has left.
const PARTS: usize = 16;

/// What became of a search.
struct Searched {
    found: Found,
    /// What is left, if it can be told; `None` after a limit of which nothing is told.
    rest: Option<Vec<Vec<IntAtom>>>,
    statistics: Statistics,
}

impl<'a> Worker<'a> {
    pub(super) fn new(task: Task<'a>) -> Worker<'a> {
        let engine = match (&task.question, task.objective()) {
            (_, Some((objective, is_maximum))) => {
                let subtrees = task.search.clone().optimal_subtrees(objective, is_maximum);
                Engine::Optimisation(Box::new(subtrees.expect("invariant: the task was made with it")))
            }
            (Question::Solutions | Question::FirstSolution, None) => {
                Engine::Enumeration(Box::new(task.search.clone().subtrees()))
            }
            _ => Engine::Inspection,
        };
        let vars = match &engine {
            Engine::Optimisation(subtrees) => subtrees.vars().to_vec(),
            _ => task.search.model().vars().collect(),
        };
        Worker { digest: task.digest(), of_search: task.search_digest(), task, vars, engine }
    }

    /// Answers a subproblem, or as much of it as takes the [budget](Task::budget) of the task: then the report has the rest of it, as
    /// subproblems. In an optimisation, `incumbent` is the value of the best solution that is known elsewhere: only better ones are looked
    /// for.
    ///
    /// Of `limits`, the time and the stop flag count, and the memory for what is learned. They are for those who have to end: what was
    /// done of a subproblem is lost then, and has to be done again.
    ///
    /// # Errors
    /// If the subproblem is of another task, or a limit is reached.
    pub fn work(
        &mut self,
        unit: &Subproblem,
        incumbent: Option<i64>,
        limits: &Limits,
    ) -> Result<Report, NoReport> {
        if ![self.of_search, self.digest].contains(&unit.task()) {
            return Err(NoReport::Foreign(Foreign { expected: self.of_search, found: unit.task() }));
        }
        let atoms = unit.atoms(&self.vars).ok_or(NoReport::Unknown)?;
        let limits = limits.clone().failures(None).solutions(None);
        let incumbent = incumbent.filter(|_| self.task.objective().is_some());
        let deadline = limits.deadline();
        let mut searched = self.search(&atoms, incumbent, &deadline.left().nodes(self.task.budget))?;
        // What has come no further than its first node is as it was.
        let is_new = |rest: &Vec<Vec<IntAtom>>| rest.len() != 1 || rest[0].len() > atoms.len();
        if let Some(rest) = searched.rest.take().filter(is_new) {
            return Ok(self.report(unit, incumbent, searched, rest));
        }
        let parts = self.parts(&atoms, &deadline)?;
        if parts.len() == 1 {
            // It cannot be split.
            let searched = self.search(&atoms, incumbent, &deadline.left().nodes(None))?;
            return Ok(self.report(unit, incumbent, searched, Vec::new()));
        }
        // A better solution is one, but what is left has all others again.
        if !matches!(searched.found, Found::Best(_)) {
            searched.found = self.task.nothing();
        }
        Ok(self.report(unit, incumbent, searched, parts))
    }

    fn report(
        &self,
        unit: &Subproblem,
        incumbent: Option<i64>,
        searched: Searched,
        rest: Vec<Vec<IntAtom>>,
    ) -> Report {
        Report {
            task: self.digest,
            id: unit.id().to_vec(),
            of: unit.digest(),
            found: searched.found,
            incumbent,
            rest: unit.rest(self.digest, rest),
            statistics: searched.statistics,
        }
    }

    /// The parts of a subproblem of which a search does not tell what it has left.
    fn parts(&self, atoms: &[IntAtom], deadline: &Deadline) -> Result<Vec<Vec<IntAtom>>, Limit> {
        let splitter = match &self.engine {
            Engine::Enumeration(subtrees) => subtrees.splitter(),
            Engine::Optimisation(subtrees) => subtrees.splitter(),
            Engine::Inspection => None,
        };
        match splitter {
            Some(mut splitter) => splitter.split(atoms, PARTS, deadline.interrupt()),
            None => self.task.search.clone().limits(deadline.left()).split_below(atoms, PARTS),
        }
    }

    fn search(&self, atoms: &[IntAtom], incumbent: Option<i64>, limits: &Limits) -> Result<Searched, Limit> {
        match &self.engine {
            Engine::Enumeration(subtrees) => {
                let subtrees = (**subtrees).clone();
                enumerate(subtrees, atoms.to_vec(), self.task.is_first(), limits)
            }
            Engine::Optimisation(subtrees) => {
                let mut subtrees = (**subtrees).clone();
                subtrees.enter(atoms.to_vec(), incumbent, limits.clone());
                let mut best = None;
                while let Some(better) = subtrees.next() {
                    best = Some(better);
                }
                let rest = rest_of(subtrees.status(), || subtrees.rest())?;
                Ok(Searched { found: Found::Best(best), rest, statistics: subtrees.statistics() })
            }
            Engine::Inspection => self.inspect(&self.narrowed(atoms), limits),
        }
    }

    /// The model with the atoms in its domains.
    fn narrowed(&self, atoms: &[IntAtom]) -> Model {
        let mut model = self.task.search.model().clone();
        for atom in atoms {
            let left = model.domain(atom.var()).clone();
            let left = match atom.relation() {
                Relation::Eq => left.intersect(&Domain::from(atom.value())),
                Relation::Ne => left.without(atom.value()),
                Relation::Le => left.intersect(&Domain::from(i32::MIN..=atom.value())),
                Relation::Ge => left.intersect(&Domain::from(atom.value()..=i32::MAX)),
            };
            model.set_domain(atom.var(), left);
        }
        model
    }

    fn inspect(&self, model: &Model, limits: &Limits) -> Result<Searched, Limit> {
        let all: Vec<IntVar> = model.vars().collect();
        let projection = self.task.search.projected_vars();
        let asked = model.inspect().strength(Strength::Exact).limits(limits);
        let asked = projection.map_or(asked.clone(), |vars| asked.over(vars));
        let (found, stopped, statistics) = match self.task.question {
            Question::Domains => {
                let inspection = asked.run();
                let ranges = |var: &IntVar| -> Option<Vec<(i32, i32)>> {
                    let left = inspection.residual.as_ref()?;
                    Some(left.domain(*var).ranges().map(|range| (*range.start(), *range.end())).collect())
                };
                let is_refuted = matches!(inspection.verdict, Verdict::Infeasible(_));
                let domains = if is_refuted { None } else { all.iter().map(ranges).collect() };
                (Found::Domains(domains), inspection.stopped, Statistics::default())
            }
            Question::Marginals => {
                let mut counter = asked.counter();
                let marginals = counter.marginals(model);
                let of = |var: &IntVar| -> BTreeMap<i32, Natural> {
                    let numbers = marginals.of(*var).iter().filter(|(_, count)| !count.number().is_zero());
                    numbers.map(|(value, count)| (*value, count.number().clone())).collect()
                };
                let total = marginals.total();
                let by_var = if total.number().is_zero() { Vec::new() } else { all.iter().map(of).collect() };
                let stopped = total.stopped().or((!marginals.are_exact()).then_some(Limit::Nodes));
                (Found::Marginals(total.number().clone(), by_var), stopped, counter.statistics())
            }
            _ => {
                let mut counter = asked.counter();
                let count = counter.count();
                (Found::Count(count.number().clone()), count.stopped(), counter.statistics())
            }
        };
        let rest = rest_of(Some(stopped.map_or(Status::Exhausted, Status::Stopped)), || None)?;
        Ok(Searched { found, rest, statistics })
    }
}

/// Searches a subtree for all solutions, or a first one.
fn enumerate(
    mut subtrees: Subtrees,
    atoms: Vec<IntAtom>,
    is_first: bool,
    limits: &Limits,
) -> Result<Searched, Limit> {
    subtrees.enter(atoms, limits.clone());
    let mut solutions = Vec::new();
    while subtrees.advance() {
        let mut values = Vec::new();
        subtrees.values(&mut values);
        solutions.push(values);
        if is_first {
            break;
        }
    }
    let is_over = is_first && !solutions.is_empty();
    let rest = if is_over { Some(Vec::new()) } else { rest_of(subtrees.status(), || subtrees.rest())? };
    Ok(Searched { found: Found::Solutions(solutions), rest, statistics: subtrees.statistics() })
}

/// What is left after a search that ended so: nothing, or what it tells where it has used up its budget.
fn rest_of(
    status: Option<Status>,
    rest: impl FnOnce() -> Option<Vec<Vec<IntAtom>>>,
) -> Result<Option<Vec<Vec<IntAtom>>>, Limit> {
    match status {
        Some(Status::Stopped(Limit::Nodes)) => Ok(rest()),
        Some(Status::Stopped(limit)) => Err(limit),
        _ => Ok(Some(Vec::new())),
    }
}
