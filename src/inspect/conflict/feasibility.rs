//! Feasibility of the hard constraints with a subset of the soft ones: the oracle of conflict extraction.
//!
//! A soft constraint on one variable restricts its domain, which can be assumed and undone, so that one solver serves
//! all questions; others are posted, and the solver is kept as long as the same ones are asked about.
//!
//! Both answers say more than yes or no. A solution may satisfy soft constraints that were not asked for. And where
//! propagation alone fails, the reasons of the failure name those that took part. So does the core of a search that learns, to which a
//! question is handed over after many failures.
//!
//! | Promise | |
//! |---|---|
//! | Cost | a search; a new solver whenever the set of posted constraints of several variables changes |
//! | Stops | time and the flag limit all questions together, nodes and failures each search |

use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::engine::Interrupt;
use crate::inspect::questions::Questions;
use crate::model::{ConstraintId, IntAtom, IntVar, IntView, Model, Options, Solution, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::handover::CONFLICT_FAILURES;
use crate::search::{AssumptionResult, Deadline, Limit, Limits};
use crate::store::Source;

/// Answers questions about subsets of the soft constraints, which are numbered from 0 in the order of posting.
#[derive(Clone, Debug)]
pub(super) struct Feasibility {
    model: Model,
    hard: Vec<ConstraintId>,
    soft: Vec<ConstraintId>,
    /// By soft constraint: the values that it allows its only variable; `None` if it has to be posted.
    facts: Vec<Option<Vec<IntAtom>>>,
    vars: Vec<IntVar>,
    ready: Option<Ready>,
    deadline: Deadline,
    /// Whether a question that a limit left open counts as "no conflict".
    tolerates_limits: bool,
    /// Whether there was such a question.
    left_open: bool,
    /// The number of failures after which a search learns; `None` for the usual number.
    failure_budget: Option<u64>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// A solution.
    Solution(Solution),
    /// A conflict: with these of the soft constraints that were asked for there is no solution.
    Clash(FixedBitSet),
}

/// A solver for the hard constraints and some soft ones.
#[derive(Clone, Debug)]
struct Ready {
    /// The soft constraints that are posted.
    posted: FixedBitSet,
    /// By constraint of the solver: which soft constraint it is.
    numbers: BTreeMap<ConstraintId, usize>,
    solver: Solver,
    /// The soft ones that took part, if propagation of the posted constraints alone fails.
    clash: Option<FixedBitSet>,
    model: Model,
    questions: Questions,
}

/// Wider domains are not iterated to find out what a constraint states about its only variable.
const MAX_ENUMERATED: u64 = 4096;

impl Feasibility {
    pub(super) fn new(model: &Model, is_soft: impl Fn(ConstraintId) -> bool, limits: &Limits) -> Feasibility {
        let deadline = limits.clone().solutions(None).deadline();
        let all = model.constraints().map(|(id, _)| id);
        let (soft, hard): (Vec<ConstraintId>, Vec<ConstraintId>) = all.partition(|&id| is_soft(id));
        let facts = soft.iter().map(|&id| fact(model, id)).collect();
        let vars = model.vars().collect();
        Feasibility {
            model: model.clone(),
            hard,
            soft,
            facts,
            vars,
            ready: None,
            deadline,
            tolerates_limits: false,
            left_open: false,
            failure_budget: None,
        }
    }

    /// Sets the number of failures after which a search learns; `None` for the usual number.
    pub(super) fn with_failure_budget(self, failures: Option<u64>) -> Feasibility {
        Feasibility { failure_budget: failures, ..self }
    }

    /// Lets [`clashes`](Self::clashes) answer `false` at a limit, in place of an error.
    pub(super) fn tolerating_limits(self) -> Feasibility {
        Feasibility { tolerates_limits: true, ..self }
    }

    /// Whether no question to [`clashes`](Self::clashes) was left open.
    pub(super) fn has_answered_all(&self) -> bool {
        !self.left_open
    }

    /// The number of soft constraints.
    pub(super) fn size(&self) -> usize {
        self.soft.len()
    }

    /// The empty set of soft constraints.
    pub(super) fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.size())
    }

    /// The soft constraints that are not in `chosen`.
    pub(super) fn others(&self, chosen: &FixedBitSet) -> FixedBitSet {
        let mut others = self.none();
        others.insert_range(..);
        others.difference_with(chosen);
        others
    }

    /// The constraints of the model that correspond to these soft ones.
    pub(super) fn ids(&self, chosen: &FixedBitSet) -> Vec<ConstraintId> {
        chosen.ones().map(|number| self.soft[number]).collect()
    }

    /// The deadline of the work.
    pub(super) fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// Whether the hard constraints and the chosen soft ones were found to have no solution.
    pub(super) fn clashes(&mut self, chosen: &FixedBitSet) -> Result<bool, Limit> {
        match self.ask(chosen) {
            Err(_) if self.tolerates_limits => {
                self.left_open = true;
                Ok(false)
            }
            answer => answer.map(|answer| matches!(answer, Answer::Clash(_))),
        }
    }

    /// Asks whether the hard constraints and the chosen soft ones have a solution.
    pub(super) fn ask(&mut self, chosen: &FixedBitSet) -> Result<Answer, Limit> {
        self.deadline.check()?;
        let posted: FixedBitSet = sized(self.size(), chosen.ones().filter(|&i| self.facts[i].is_none()));
        let ready = match self.ready.take() {
            Some(ready) if ready.posted == posted => ready,
            _ => match self.cycle(&posted) {
                // Propagation, whose steps are recorded, would take as many as there are values.
                Some(clash) => return Ok(Answer::Clash(clash)),
                None => self.make_ready(posted)?,
            },
        };
        let ready = self.ready.insert(ready);
        if let Some(clash) = &ready.clash {
            return Ok(Answer::Clash(clash.clone()));
        }
        let order = Ordered::new(&self.vars, VariableOrder::DomWdeg, ValueOrder::Ascending).last_conflict();
        ready.solver.push();
        let depth_first = ready.ask(chosen, &self.facts, Box::new(order.clone()), &self.deadline);
        ready.solver.pop();
        match depth_first? {
            Some(answer) => Ok(answer),
            None => ready.learn(chosen, &self.facts, Box::new(order), &self.deadline),
        }
    }

    /// A maximal satisfiable set (MSS) of soft constraints that includes those that `solution` satisfies.
    pub(super) fn grow(&mut self, solution: &Solution) -> Result<FixedBitSet, Limit> {
        let mut kept = self.satisfied(solution);
        for number in self.others(&kept).ones() {
            if kept.contains(number) {
                continue;
            }
            let mut more = kept.clone();
            more.insert(number);
            if let Answer::Solution(solution) = self.ask(&more)? {
                kept = self.satisfied(&solution);
            }
        }
        Ok(kept)
    }

    /// The soft constraints that `solution` satisfies.
    pub(super) fn satisfied(&self, solution: &Solution) -> FixedBitSet {
        let value = |view: IntView| solution.view(view);
        let holds = |id: ConstraintId| self.model.constraint(id).check(&value);
        sized(self.size(), (0..self.size()).filter(|&number| holds(self.soft[number])))
    }

    /// The soft constraints of some that are posted, and of the hard ones, that are differences in a cycle: `x < y`, `y < x`.
    fn cycle(&self, posted: &FixedBitSet) -> Option<FixedBitSet> {
        let all = self.hard.iter().copied().chain(posted.ones().map(|number| self.soft[number]));
        let cycle = self.model.clashing_differences(all)?;
        Some(sized(self.size(), posted.ones().filter(|&number| cycle.contains(&self.soft[number]))))
    }

    fn make_ready(&self, posted: FixedBitSet) -> Result<Ready, Limit> {
        let mut model = self.model.without_constraints();
        let mut numbers = BTreeMap::new();
        let mut post = |id: ConstraintId| {
            let copy = Arc::clone(self.model.constraint(id));
            model.post(copy).expect("invariant: it was posted before")
        };
        for &id in &self.hard {
            post(id);
        }
        for number in posted.ones() {
            numbers.insert(post(self.soft[number]), number);
        }
        // Variables merged because of a soft constraint would hide that it took part.
        let options = Options { record: true, merge_equal: false, ..Options::default() };
        let solver = Solver::new(&model, options);
        let questions =
            Questions::of(&solver).with_failure_budget(self.failure_budget.or(Some(CONFLICT_FAILURES)));
        let mut ready = Ready { posted, numbers, solver, clash: None, model, questions };
        let interrupt = self.deadline.interrupt();
        if !ready.solver.survives([], interrupt)? {
            ready.clash = Some(ready.culprits(&[], None, interrupt).unwrap_or_else(|| ready.posted.clone()));
        }
        Ok(ready)
    }
}

impl Ready {
    /// Asks a depth-first search; `None` after too many failures.
    fn ask(
        &mut self,
        chosen: &FixedBitSet,
        facts: &[Option<Vec<IntAtom>>],
        order: Box<dyn Brancher>,
        deadline: &Deadline,
    ) -> Result<Option<Answer>, Limit> {
        // Each restriction that was assumed, and the length of the trail after it.
        let mut assumed: Vec<(usize, usize)> = Vec::new();
        let interrupt = deadline.interrupt();
        let clash = |ready: &Ready, assumed: &[(usize, usize)], refused: Option<usize>| {
            Some(Answer::Clash(ready.culprits(assumed, refused, interrupt).unwrap_or_else(|| chosen.clone())))
        };
        for number in chosen.ones() {
            for &atom in facts[number].iter().flatten() {
                if self.solver.assume(atom).is_err() {
                    return Ok(clash(self, &assumed, Some(number)));
                }
            }
            assumed.push((self.solver.store().position(), number));
        }
        if !self.solver.survives([], interrupt)? {
            return Ok(clash(self, &assumed, None));
        }
        match self.questions.descend(&[], &mut self.solver, order, deadline)? {
            Some(AssumptionResult::Solution(solution)) => Ok(Some(Answer::Solution(solution))),
            Some(AssumptionResult::Core(_)) => Ok(Some(Answer::Clash(chosen.clone()))),
            None => Ok(None),
        }
    }

    /// Asks the search that learns: its core says which of the restrictions took part.
    fn learn(
        &mut self,
        chosen: &FixedBitSet,
        facts: &[Option<Vec<IntAtom>>],
        order: Box<dyn Brancher>,
        deadline: &Deadline,
    ) -> Result<Answer, Limit> {
        let atoms_of = |number: usize| facts[number].iter().flatten().copied();
        let goals: Vec<IntAtom> = chosen.ones().flat_map(atoms_of).collect();
        let model = || (self.model.clone(), Options::default());
        match self.questions.learn(&goals, model, order, deadline)? {
            AssumptionResult::Solution(solution) => Ok(Answer::Solution(solution)),
            AssumptionResult::Core(mut core) => {
                let mut clash = self.posted.clone();
                for number in chosen.ones() {
                    let others = core.len();
                    // What several of them state is attributed to one.
                    core.retain(|&atom| !atoms_of(number).any(|own| own == atom));
                    clash.set(number, clash.contains(number) || core.len() < others);
                }
                Ok(Answer::Clash(clash))
            }
        }
    }

    /// The soft constraints that took part in the newest failure; `None` if its reasons are not known, or `interrupt` triggers
    /// before they are.
    ///
    /// `assumed` has the restrictions that were assumed and, for each, where its changes end on the trail; `refused`
    /// is the one that failed when it was assumed.
    fn culprits(
        &self,
        assumed: &[(usize, usize)],
        refused: Option<usize>,
        interrupt: &Interrupt,
    ) -> Option<FixedBitSet> {
        let mut culprits = self.posted.clone();
        culprits.clear();
        culprits.extend(refused);
        let mut seen = BTreeSet::new();
        let mut waiting = vec![self.solver.engine().explain_failure()?];
        while let Some(step) = waiting.pop() {
            if interrupt.poll().is_some() {
                return None;
            }
            if step.source == Some(Source::Decision) {
                let at = assumed.partition_point(|&(end, _)| end <= step.position);
                culprits.extend(assumed.get(at).map(|&(_, number)| number));
            } else if let Some(id) = step.source.and_then(|source| self.solver.constraint_of(source)) {
                culprits.extend(self.numbers.get(&id).copied());
            }
            for atom in step.premises {
                if seen.insert((atom, step.position)) {
                    waiting.extend(self.solver.engine().explain_before(atom, step.position));
                }
            }
        }
        Some(culprits)
    }
}

/// The values that a constraint allows, if it involves one variable only.
fn fact(model: &Model, id: ConstraintId) -> Option<Vec<IntAtom>> {
    let constraint = model.constraint(id);
    let scope = constraint.scope();
    let var = scope.first()?.var;
    let domain = model.domain(var);
    if scope.iter().any(|view| view.var != var) || domain.size() > MAX_ENUMERATED {
        return None;
    }
    let holds = |value: i32| constraint.check(&|view: IntView| view.apply(value));
    let (allowed, excluded): (Vec<i32>, Vec<i32>) = domain.iter().partition(|&value| holds(value));
    match allowed[..] {
        [value] => Some(vec![var.is(value)]),
        _ => Some(excluded.into_iter().map(|value| var.is_not(value)).collect()),
    }
}

fn sized(size: usize, members: impl Iterator<Item = usize>) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(size);
    set.extend(members);
    set
}
