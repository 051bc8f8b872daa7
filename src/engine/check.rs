//! Runtime checks of propagators, for tests: after each run, its changes and its claim are compared with the meaning of its
//! constraint.
//!
//! | checked | how |
//! |---|---|
//! | no value of a solution is removed, no failure has a solution | all assignments of the scope that the run took away are violated |
//! | *entailed* | all assignments that are left hold |
//! | *fixpoint* | a second run changes nothing |
//! | the scope | the run changes no other variable, and the checker asks for none: at the root in all assignments |
//! | completeness | at a fixpoint, what is decided holds |
//! | explanations, where reasons are recorded | premises were true before, are about variables of the scope, and imply the conclusion |
//!
//! Where a scope has more than [`MOST`] assignments, the checks that enumerate them are skipped.

use std::fmt::Debug;

use crate::domain::Domain;
use crate::engine::{Cost, Engine, Outcome, Slot, Step};
use crate::store::{Atom, ConstraintId, Domains, Failure, PropId, Source, Store, VarId};

/// The assignments of a scope are not enumerated if there are more than this.
const MOST: u64 = 1 << 14;

/// The meaning of constraints, for an engine that does not depend on their types.
pub(crate) trait Meaning: Debug + Send + Sync {
    /// Whether the checker of a constraint accepts these values of its scope; `None` if it asks for a variable outside of the
    /// scope.
    fn holds(&self, constraint: ConstraintId, values: &dyn Fn(VarId) -> Option<i32>) -> Option<bool>;
    /// The engine's variables of the scope of a constraint, each once.
    fn scope(&self, constraint: ConstraintId) -> &[VarId];
    /// The number of constraints.
    fn constraints(&self) -> usize;
    /// The constraint as it is printed.
    fn describe(&self, constraint: ConstraintId) -> String;
    /// The name of a variable.
    fn name(&self, var: VarId) -> String;
}

/// The scope of a constraint with values for all of it.
struct Assignment<'a> {
    scope: &'a [VarId],
    values: Vec<i32>,
}

impl Assignment<'_> {
    fn value(&self, var: VarId) -> Option<i32> {
        self.scope.iter().position(|&own| own == var).map(|at| self.values[at])
    }

    fn pairs(&self) -> impl Iterator<Item = (VarId, i32)> + '_ {
        self.scope.iter().copied().zip(self.values.iter().copied())
    }

    fn lies_within(&self, domains: &impl Domains) -> bool {
        self.scope.iter().zip(&self.values).all(|(&var, &value)| domains.contains(var, value))
    }

    fn shown(&self, meaning: &dyn Meaning) -> String {
        let pair = |(&var, value): (&VarId, &i32)| format!("{} = {value}", meaning.name(var));
        self.scope.iter().zip(&self.values).map(pair).collect::<Vec<_>>().join(", ")
    }
}

/// The values of each variable of a scope; `None` if they have too many assignments to go through.
fn values(scope: &[VarId], of: &impl Domains) -> Option<Vec<Vec<i32>>> {
    let domains: Vec<Domain> = scope.iter().map(|&var| of.domain(var)).collect();
    let count = domains.iter().map(Domain::size).fold(1, u64::saturating_mul);
    (count <= MOST).then(|| domains.iter().map(|domain| domain.iter().collect()).collect())
}

/// The first fault that `fault` finds in the assignments of these values, with the first variable changing fastest.
fn first_fault(
    scope: &[VarId],
    values: &[Vec<i32>],
    fault: &mut dyn FnMut(&Assignment<'_>) -> Option<String>,
) -> Option<String> {
    let least: Option<Vec<i32>> = values.iter().map(|values| values.first().copied()).collect();
    let mut assignment = Assignment { scope, values: least? };
    let mut places = vec![0; values.len()];
    loop {
        let found = fault(&assignment);
        if found.is_some() {
            return found;
        }
        let next = (0..places.len()).find(|&at| places[at] + 1 < values[at].len())?;
        places[..next].fill(0);
        places[next] += 1;
        for at in 0..=next {
            assignment.values[at] = values[at][places[at]];
        }
    }
}

impl Engine {
    /// Whether that constraint was found to be entailed: it has no propagator, or all of them sleep.
    ///
    /// # Complexity
    /// Linear in the number of propagators.
    pub fn is_entailed(&self, constraint: ConstraintId) -> bool {
        self.slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.constraint == constraint)
            .all(|(index, _)| self.queue.is_asleep(PropId::new(index)))
    }

    /// The first mistake that a propagator made since the last call, described in a sentence.
    pub(crate) fn take_mistake(&mut self) -> Option<String> {
        self.mistake.take()
    }

    /// Checks a run that has changed the store from `before`.
    pub(super) fn check_run(
        &mut self,
        id: PropId,
        cost: Cost,
        before: &Store,
        result: &Result<Outcome, Failure>,
    ) {
        let Some(meaning) = self.meaning.clone() else { return };
        let constraint = self.slots[id.index()].constraint;
        let fault = self
            .fault_of_removals(&*meaning, (id, constraint), before, result)
            .or_else(|| self.fault_of_explanations(&*meaning, constraint, before, result))
            .or_else(|| self.fault_of_second_run(id, cost, result));
        if let Some(fault) = fault {
            let propagator = &self.slots[id.index()].propagator;
            let constraint = meaning.describe(constraint);
            self.mistake.get_or_insert_with(|| format!("{constraint}: {propagator:?} {fault}"));
        }
    }

    /// Checks, at a fixpoint, that each constraint whose scope is fixed is satisfied.
    pub(super) fn check_fixpoint(&mut self) {
        let Some(meaning) = self.meaning.clone() else { return };
        for constraint in (0..meaning.constraints()).map(ConstraintId::new) {
            let scope = meaning.scope(constraint);
            let values: Option<Vec<i32>> = scope.iter().map(|&var| self.store.value(var)).collect();
            let Some(values) = values else { continue };
            let assignment = Assignment { scope, values };
            if meaning.holds(constraint, &|var| assignment.value(var)) == Some(false) {
                let (described, shown) = (meaning.describe(constraint), assignment.shown(&*meaning));
                self.mistake.get_or_insert_with(|| {
                    format!("{described}: no propagator objects to {shown}, which violates it: is it woken by all of its scope?")
                });
            }
        }
    }

    /// The mistake in the solution that a search has reached, described in a sentence.
    #[inline]
    pub(crate) fn mistake_of_solution(&mut self) -> Option<String> {
        self.meaning.as_ref()?;
        if let Some(open) = self.own_vars().find(|&var| self.store.value(var).is_none()) {
            let name = self.meaning.as_ref().map(|meaning| meaning.name(open)).unwrap_or_default();
            return Some(format!("a solution was given out in which {name} is open: no brancher decides it"));
        }
        self.check_fixpoint();
        self.take_mistake()
    }

    fn fault_of_removals(
        &self,
        meaning: &dyn Meaning,
        (id, constraint): (PropId, ConstraintId),
        before: &Store,
        result: &Result<Outcome, Failure>,
    ) -> Option<String> {
        let scope = meaning.scope(constraint);
        let other =
            self.own_vars().find(|&var| self.store.size(var) != before.size(var) && !scope.contains(&var));
        if let Some(var) = other {
            return Some(format!(
                "changed {}, which is not in the scope of the constraint",
                meaning.name(var)
            ));
        }
        let is_last = |(index, slot): (usize, &Slot)| {
            slot.constraint != constraint || index == id.index() || self.queue.is_asleep(PropId::new(index))
        };
        // One of several propagators claims that only for its part, where nogoods about auxiliary variables hold, too.
        let is_entailed = *result == Ok(Outcome::Entailed)
            && !self.has_learned_auxiliaries(constraint)
            && self.slots.iter().enumerate().all(is_last);
        // Below the root, the checker was asked at the root about what is left: whether it holds matters only where that is claimed.
        let is_asked = is_entailed || self.store.level() == 0;
        first_fault(scope, &values(scope, before)?, &mut |assignment| {
            let is_left = result.is_ok() && assignment.lies_within(&self.store);
            if is_left && !is_asked {
                return None;
            }
            let Some(holds) = meaning.holds(constraint, &|var| assignment.value(var)) else {
                return Some("has a checker that asks for a variable outside of its scope".to_owned());
            };
            if holds && !is_left && self.allows(constraint, &mut assignment.pairs(), before, &[]) {
                let shown = assignment.shown(meaning);
                let what = if result.is_err() { "failed" } else { "removed too much" };
                return Some(format!("{what}: {shown} satisfies the constraint, and was possible"));
            }
            if !holds && is_left && is_entailed {
                let shown = assignment.shown(meaning);
                return Some(format!(
                    "claimed that the constraint is entailed: {shown} violates it, and is possible"
                ));
            }
            None
        })
    }

    /// Whether a second run changes something, where the first one claimed that it would not.
    fn fault_of_second_run(
        &self,
        id: PropId,
        cost: Cost,
        result: &Result<Outcome, Failure>,
    ) -> Option<String> {
        let Ok(outcome @ (Outcome::Fixpoint | Outcome::Entailed | Outcome::Defer(_))) = *result else {
            return None;
        };
        let mut twin = self.clone();
        twin.store.set_current_source(Source::Propagator(id));
        twin.store.heed_none();
        let again = twin.slots[id.index()].propagator.propagate(&mut twin.store, cost);
        if again.is_err() {
            return Some(format!("claimed {outcome:?}, and failed when it was run again"));
        }
        let is_changed =
            (0..self.store.vars()).map(VarId::new).any(|var| self.store.size(var) != twin.store.size(var));
        is_changed.then(|| format!("claimed {outcome:?}, and found more when it was run again"))
    }

    fn fault_of_explanations(
        &self,
        meaning: &dyn Meaning,
        constraint: ConstraintId,
        before: &Store,
        result: &Result<Outcome, Failure>,
    ) -> Option<String> {
        if !self.store.is_recording() {
            return None;
        }
        for position in before.position()..self.store.position() {
            let (var, _) = self.store.change(position)?;
            if self.is_auxiliary(var) {
                continue;
            }
            for atom in self.store.made_true(var, position) {
                let mut premises = Vec::new();
                let inference = self.explain_into(atom, self.store.past(position + 1), &mut premises)?;
                let step = self.resolved(Some(atom), inference, premises);
                let fault = self.fault_of_step(meaning, constraint, &step);
                if fault.is_some() {
                    return fault;
                }
            }
        }
        if result.is_err() {
            let mut premises = Vec::new();
            let inference =
                self.explain_failure_into(self.store.past(self.store.position()), &mut premises)?;
            return self.fault_of_step(meaning, constraint, &self.resolved(None, inference, premises));
        }
        None
    }

    /// The position of the trail up to which explanations take all as given: what is learned rests on all that is true at the root.
    fn root_of(&self, step: &Step) -> usize {
        if self.keeps_nogoods() { self.store.end_of_level(0).min(step.position) } else { 0 }
    }

    fn fault_of_step(&self, meaning: &dyn Meaning, constraint: ConstraintId, step: &Step) -> Option<String> {
        let scope = meaning.scope(constraint);
        let past = self.store.past(step.position);
        let shown =
            |atom: &Atom| format!("{} {} {}", meaning.name(atom.var()), atom.relation(), atom.value());
        let goal = step.conclusion.as_ref().map_or_else(|| "the dead end".to_owned(), shown);
        let listed = || {
            let all: Vec<String> = step.premises.iter().map(shown).collect();
            if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
        };
        if let Some(premise) = step.premises.iter().find(|premise| !premise.holds(&past)) {
            return Some(format!("explained {goal} by {}, which was not true before", shown(premise)));
        }
        let is_of_scope =
            |premise: &&Atom| scope.contains(&premise.var()) || self.is_auxiliary(premise.var());
        if let Some(premise) = step.premises.iter().find(|premise| !is_of_scope(premise)) {
            return Some(format!("explained {goal} by {}, which is not of its scope", shown(premise)));
        }
        // Only assignments in which the premises are true and the conclusion is not.
        let root = self.store.past(self.root_of(step));
        let mut values = values(scope, &root)?;
        for (&var, values) in scope.iter().zip(&mut values) {
            for premise in step.premises.iter().filter(|premise| premise.var() == var) {
                values.retain(|&value| premise.allows(value));
            }
            if let Some(goal) = step.conclusion.filter(|goal| goal.var() == var) {
                values.retain(|&value| !goal.allows(value));
            }
        }
        first_fault(scope, &values, &mut |assignment| {
            let is_fault = meaning.holds(constraint, &|var| assignment.value(var)) == Some(true)
                && self.allows(constraint, &mut assignment.pairs(), &root, &step.premises);
            is_fault.then(|| {
                let (listed, shown) = (listed(), assignment.shown(meaning));
                format!(
                    "explained {goal} by {listed}, which does not imply it: {shown} satisfies the constraint"
                )
            })
        })
    }
}
