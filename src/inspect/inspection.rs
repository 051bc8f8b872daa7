//! Inspection at any strength: the verdict, and what is left.

use crate::constraints::{clause, eq};
use crate::domain::Domain;
use crate::engine::Interrupt;
use crate::inspect::builder::{Inspect, Known};
use crate::inspect::components::ConstraintGraph;
use crate::inspect::exact::{narrowed, probe, shave};
use crate::inspect::questions::Questions;
use crate::inspect::residual::Residual;
use crate::inspect::singles::place_singles;
use crate::inspect::strength::Strength;
use crate::inspect::threads::Threads;
use crate::inspect::verdict::{PartialInspection, Verdict, is_possible};
use crate::model::{IntVar, Model, Options, Solution, Solver};
use crate::search::{Deadline, EngineChoice, Limit, Status};

/// An inspection: the verdict on a model, and what is left of it at some [`Strength`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inspection {
    /// Whether there is no solution, one, or more.
    pub verdict: Verdict,
    /// The residual; `None` if there is no solution.
    pub residual: Option<Residual>,
    /// By variable: the values left that no solution has confirmed. At [`Strength::Exact`] all are empty, unless a
    /// limit was reached; below it only the witnesses confirm values.
    pub open: Vec<Domain>,
    /// The strength at which the residual is reduced; less than asked for only if a limit was reached.
    pub strength: Strength,
    /// The limit that came before the strength asked for was reached.
    pub stopped: Option<Limit>,
    /// The number of searches that were started.
    pub searches: u64,
    /// The open variables, partitioned into components, also those that are equal to others.
    pub components: Vec<Vec<IntVar>>,
}

/// The settings of an inspection.
struct Work {
    deadline: Deadline,
    /// The engine that searches for the verdict.
    engine: EngineChoice,
    /// The variables that are asked about; `None` for all.
    focus: Option<Vec<IntVar>>,
    /// The failures of a search after which it learns; `None` for the usual number.
    failure_budget: Option<u64>,
    threads: Threads,
    /// The exact domains, if they are known.
    known: Option<Known>,
}

impl Work {
    /// The variables that are asked about.
    fn vars(&self, model: &Model) -> Vec<IntVar> {
        self.focus.clone().unwrap_or_else(|| model.vars().collect())
    }
}

impl Inspection {
    /// Whether `value` of `var` is part of a solution; `None` if that was not determined.
    /// Only [`Strength::Exact`] can confirm more values than those of the witnesses.
    pub fn is_possible(&self, var: IntVar, value: i32) -> Option<bool> {
        let Some(residual) = &self.residual else { return Some(false) };
        is_possible(residual.domain(var), &self.open[var.index()], value)
    }
}

impl Inspection {
    /// The inspection that was asked for.
    pub(super) fn of(asked: &Inspect<'_>) -> Inspection {
        let work = Work {
            deadline: asked.limits.deadline(),
            engine: asked.engine,
            focus: asked.focus.clone(),
            failure_budget: asked.failure_budget,
            threads: asked.threads,
            known: asked.known.clone().filter(|_| asked.strength == Strength::Exact),
        };
        asked.model.inspect_with(asked.strength, &work)
    }
}

impl Model {
    fn inspect_with(&self, strength: Strength, work: &Work) -> Inspection {
        let options = Options { consistency: strength.consistency(), ..Options::default() };
        let mut solver = match &work.known {
            None => Solver::new(self, options),
            Some(Known::Infeasible) => return self.without_solutions(strength, 0, work),
            Some(Known::Domains(domains)) => Solver::new(&self.within(domains, work), options),
        };
        let interrupt = work.deadline.interrupt();
        let is_open = solver.survives([], interrupt);
        let is_open = match (is_open, strength) {
            (Ok(true), Strength::Singles) => place_singles(self, &mut solver, interrupt),
            (is_open, _) => is_open,
        };
        match is_open {
            Ok(true) => {}
            Ok(false) => return self.without_solutions(strength, 0, work),
            Err(limit) => return self.interrupted(&solver, limit, work),
        }
        match strength {
            Strength::Exact => self.inspect_exactly(solver, work),
            Strength::Singleton => match shave(&work.vars(self), &mut solver, interrupt) {
                Ok(true) => self.with_verdict(&solver, strength, None, work),
                Ok(false) => self.without_solutions(strength, 0, work),
                Err(limit) => self.with_verdict(&solver, Strength::Domain, Some(limit), work),
            },
            _ => self.with_verdict(&solver, strength, None, work),
        }
    }

    /// The model with the values alone, of the variables that are asked about, that are in these domains.
    fn within(&self, domains: &[Domain], work: &Work) -> Model {
        let mut within = self.clone();
        for var in work.vars(self) {
            if let Some(known) = domains.get(var.index()) {
                within.set_domain(var, self.domain(var).intersect(known));
            }
        }
        within
    }

    /// The inspection if a limit came before the first fixpoint.
    fn interrupted(&self, solver: &Solver, limit: Limit, work: &Work) -> Inspection {
        let residual = Residual::of_interrupted(self, solver);
        let open = residual.model.domains().to_vec();
        let verdict = unknown(limit, None, &residual, &open);
        let components = self.open_components(solver, &residual, work);
        let (residual, strength, stopped) = (Some(residual), Strength::Value, Some(limit));
        Inspection { verdict, residual, open, strength, stopped, searches: 0, components }
    }

    fn inspect_exactly(&self, mut solver: Solver, work: &Work) -> Inspection {
        let questions = Questions::of(&solver).with_failure_budget(work.failure_budget);
        let vars = work.vars(self);
        let probed = probe(&vars, &mut solver, questions, work.threads, &work.deadline, self);
        if probed.refuted {
            return self.without_solutions(Strength::Exact, probed.searches, work);
        }
        let (open, stopped) = (probed.open, probed.stopped);
        let interrupt = work.deadline.interrupt();
        let residual = self.with_equal(&solver, &probed.equal, interrupt).map_or_else(
            || Residual::within(self, &solver, interrupt),
            |(model, solver)| Residual::within(&model, &solver, interrupt),
        );
        let mut witnesses = probed.witnesses.into_iter();
        let verdict = match (witnesses.next(), witnesses.next(), stopped) {
            (Some(one), Some(other), _) => Verdict::Multiple(one, other),
            (witness, _, Some(limit)) => unknown(limit, witness, &residual, &open),
            (Some(one), None, None) => Verdict::Unique(one),
            (None, ..) => unreachable!("invariant: what is neither refuted nor stopped has a witness"),
        };
        let (strength, searches) = (Strength::Exact, probed.searches);
        let components = self.open_components(&solver, &residual, work);
        let residual = Some(residual);
        Inspection { verdict, residual, open, strength, stopped, searches, components }
    }

    /// The model with the solver's domains, and with these variables equal, at the fixpoint of a solver of its own;
    /// `None` without such variables, or if it was stopped.
    fn with_equal(
        &self,
        solver: &Solver,
        equal: &[(IntVar, IntVar)],
        interrupt: &Interrupt,
    ) -> Option<(Model, Solver)> {
        if equal.is_empty() {
            return None;
        }
        let (mut model, options) = narrowed(self, solver);
        for &(x, y) in equal {
            model.post(eq(x, y)).expect("invariant: they are the model's own");
        }
        let mut fewer = Solver::new(&model, options);
        (fewer.survives([], interrupt) == Ok(true)).then_some((model, fewer))
    }

    /// The residual at the solver's current state, with the verdict of a search for two solutions.
    fn with_verdict(
        &self,
        solver: &Solver,
        strength: Strength,
        stopped: Option<Limit>,
        work: &Work,
    ) -> Inspection {
        let (one, other, status) = self.two_solutions(work);
        if one.is_none() && status == Some(Status::Exhausted) {
            return self.without_solutions(strength, 1, work);
        }
        let residual = Residual::within(self, solver, work.deadline.interrupt());
        let mut open = residual.model.domains().to_vec();
        for witness in [&one, &other].into_iter().flatten() {
            for (var, open) in self.vars().zip(&mut open) {
                *open = open.without(witness[var]);
            }
        }
        let verdict = match (one, other, status) {
            (Some(one), Some(other), _) => Verdict::Multiple(one, other),
            (witness, _, Some(Status::Stopped(limit))) => unknown(limit, witness, &residual, &open),
            (Some(one), ..) => Verdict::Unique(one),
            (None, ..) => unreachable!("invariant: a search ends exhausted or stopped"),
        };
        let components = self.open_components(solver, &residual, work);
        let residual = Some(residual);
        Inspection { verdict, residual, open, strength, stopped, searches: 1, components }
    }

    /// Two solutions that differ in what is asked about, as far as there are two, and how the search for them ended.
    fn two_solutions(&self, work: &Work) -> (Option<Solution>, Option<Solution>, Option<Status>) {
        let search = |model: &Model, most| {
            let limits = work.deadline.left().solutions(most);
            let mut found = model.search().engine(work.engine).limits(limits).solutions();
            let (one, other) = (found.next(), found.next());
            (one, other, found.status())
        };
        let Some(focus) = &work.focus else { return search(self, 2) };
        let (one, _, status) = search(self, 1);
        let Some(one) = one else { return (None, None, status) };
        let mut otherwise = self.clone();
        let differs = clause(focus.iter().map(|&var| var.is_not(one[var])));
        otherwise.post(differs).expect("invariant: the values are some of their variables");
        let (other, _, status) = search(&otherwise, 1);
        (Some(one), other, status)
    }

    /// The open variables that are asked about, partitioned into the components of what the solver has left. The network has one
    /// variable for several that are equal: each of these is in the component of the one that represents it.
    fn open_components(&self, solver: &Solver, residual: &Residual, work: &Work) -> Vec<Vec<IntVar>> {
        let mut asked = vec![work.focus.is_none(); self.domains().len()];
        for var in work.focus.iter().flatten() {
            asked[var.index()] = true;
        }
        // By variable, one of its component, which that one is, too.
        let mut leader: Vec<usize> = (0..asked.len()).collect();
        for part in ConstraintGraph::new(self, solver).named_components(solver) {
            for var in &part {
                leader[var.index()] = part[0].index();
            }
        }
        for alias in &residual.aliases {
            let (one, other) =
                (find(&mut leader, alias.var.index()), find(&mut leader, alias.is.var.index()));
            leader[one.max(other)] = one.min(other);
        }
        let mut number = vec![usize::MAX; asked.len()];
        let mut components: Vec<Vec<IntVar>> = Vec::new();
        for var in self.vars().filter(|var| asked[var.index()] && !residual.domain(*var).is_fixed()) {
            let first = find(&mut leader, var.index());
            if number[first] == usize::MAX {
                number[first] = components.len();
                components.push(Vec::new());
            }
            components[number[first]].push(var);
        }
        components
    }

    /// The inspection of a model without solutions, with a conflict.
    fn without_solutions(&self, strength: Strength, searches: u64, work: &Work) -> Inspection {
        Inspection {
            verdict: Verdict::Infeasible(self.clash(&work.deadline.left())),
            residual: None,
            open: Vec::new(),
            strength,
            stopped: None,
            searches,
            components: Vec::new(),
        }
    }
}

/// The representative of `at`.
fn find(leader: &mut [usize], mut at: usize) -> usize {
    while leader[at] != at {
        leader[at] = leader[leader[at]];
        at = leader[at];
    }
    at
}

/// The verdict if `limit` came before it.
fn unknown(limit: Limit, witness: Option<Solution>, residual: &Residual, open: &[Domain]) -> Verdict {
    let left = residual.model.domains().to_vec();
    Verdict::Unknown { limit, known: PartialInspection { witness, left, open: open.to_vec() } }
}
