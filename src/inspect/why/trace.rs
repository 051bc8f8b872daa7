//! Tracing reasons along the trail into a derivation, from a conclusion back to facts.
//!
//! Every change on the trail keeps its reason. Starting from a conclusion, or from a failure, each premise is traced
//! to the change that made it true, down to constraints that need no premise and to assumptions. A variable that was
//! left with one value because the others were removed one by one gets a step of its own (in Sudoku: a naked single).
//!
//! | Promise | |
//! |---|---|
//! | Cost | one explanation for each step |

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::engine::{self, Interrupt};
use crate::inspect::why::alone::Alone;
use crate::model::{ConstraintId, IntAtom, Solver};
use crate::search::Limit;
use crate::store::{Domains, Relation};

/// Where on the trail an atom became true. At one change what was posted (rank 0) comes before the bounds that follow from it by
/// the domain alone (rank 1), and these before the value (rank 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) position: usize,
    rank: u8,
    atom: IntAtom,
}

/// How a step is justified.
#[derive(Clone, Debug)]
pub(super) enum Justification {
    /// By a constraint.
    Constraint(ConstraintId),
    /// By what is left of the variable's domain.
    Domain,
    /// It is assumed.
    Assumption,
    /// Its opposite was assumed, and failed.
    Refutation(Rc<Trace>),
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    /// `None` for a contradiction.
    pub(super) key: Option<Key>,
    pub(super) conclusion: Option<IntAtom>,
    pub(super) justification: Justification,
    pub(super) premises: Vec<Key>,
}

/// The derivation of one conclusion, as far as it was made after `start`.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    /// The position of the trail at which its level was opened.
    pub(super) start: usize,
    /// The assumption of its level.
    pub(super) assumption: Option<IntAtom>,
    /// Each after its premises; the last is the conclusion.
    pub(super) steps: Vec<Step>,
    /// The premises that were true before.
    pub(super) outer: Vec<Key>,
}

impl Trace {
    /// The number of steps, including those of refutations within it.
    pub(super) fn len(&self) -> usize {
        let inner = |step: &Step| match &step.justification {
            Justification::Refutation(trace) => 1 + trace.len(),
            _ => 1,
        };
        self.steps.iter().map(inner).sum()
    }

    /// Whether it depends on what is assumed on its level.
    pub(super) fn rests_on_assumption(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.justification, Justification::Assumption))
    }
}

/// A decision on the trail: an assumption, or what the refutation of its opposite has shown.
#[derive(Clone, Debug)]
struct Decision {
    atom: IntAtom,
    shown_by: Option<Rc<Trace>>,
}

/// A solver that records reasons, and the meanings of its decisions.
#[derive(Debug)]
pub(super) struct Tracer<'a> {
    pub(super) solver: Solver,
    pub(super) alone: Alone<'a>,
    /// By position of the trail.
    decisions: BTreeMap<usize, Decision>,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(solver: Solver, alone: Alone<'a>) -> Tracer<'a> {
        Tracer { solver, alone, decisions: BTreeMap::new() }
    }

    pub(super) fn position(&self) -> usize {
        self.solver.store().position()
    }

    /// Opens a level and assumes `atom`, which its domain allows; returns where the level starts.
    pub(super) fn suppose(&mut self, atom: IntAtom) -> usize {
        self.solver.push();
        let start = self.position();
        self.decide(Decision { atom, shown_by: None });
        start
    }

    /// Undoes the newest level.
    pub(super) fn take_back(&mut self) {
        self.solver.pop();
        self.decisions.split_off(&self.position());
    }

    /// Makes the opposite of what `trace` assumed true on this level.
    pub(super) fn conclude(&mut self, trace: Trace) {
        let assumed = trace.assumption.expect("invariant: a refutation supposes something");
        self.decide(Decision { atom: !assumed, shown_by: Some(Rc::new(trace)) });
    }

    fn decide(&mut self, decision: Decision) {
        let position = self.position();
        let changed = self.solver.assume(decision.atom);
        debug_assert!(changed == Ok(true), "invariant: what is decided was open");
        self.decisions.insert(position, decision);
    }

    /// The derivation of `goal`, which is true now, or of the current failure, on the level that began at `start`.
    ///
    /// # Errors
    /// The limit for which `interrupt` triggered.
    pub(super) fn trace(
        &mut self,
        goal: Option<IntAtom>,
        start: usize,
        interrupt: &Interrupt,
    ) -> Result<Trace, Limit> {
        let mut steps = Vec::new();
        let mut waiting: BTreeSet<Key> = BTreeSet::new();
        if let Some(atom) = goal {
            waiting.extend(self.key(atom, self.position()));
        } else {
            let step = self.contradiction();
            waiting.extend(&step.premises);
            steps.push(step);
        }
        self.follow(waiting, steps, start, interrupt)
    }

    /// The derivation of a contradiction on the level that began at `start`, from that of a level inside it, undone by now, whose
    /// assumption was not needed.
    ///
    /// # Errors
    /// The limit for which `interrupt` triggered.
    pub(super) fn around(
        &mut self,
        inner: Trace,
        start: usize,
        interrupt: &Interrupt,
    ) -> Result<Trace, Limit> {
        let steps = inner.steps.into_iter().rev().collect();
        self.follow(inner.outer.into_iter().collect(), steps, start, interrupt)
    }

    /// Follows what is `waiting` back to where the level began, after `steps`, the last of which come first.
    fn follow(
        &mut self,
        mut waiting: BTreeSet<Key>,
        mut steps: Vec<Step>,
        start: usize,
        interrupt: &Interrupt,
    ) -> Result<Trace, Limit> {
        let assumption = self.decisions.get(&start).filter(|d| d.shown_by.is_none()).map(|d| d.atom);
        let mut outer = Vec::new();
        while let Some(key) = waiting.pop_last() {
            if let Some(cause) = interrupt.poll() {
                return Err(cause.into());
            }
            if key.position < start {
                outer.push(key);
            } else {
                let step = self.step(key);
                waiting.extend(&step.premises);
                steps.push(step);
            }
        }
        steps.reverse();
        outer.reverse();
        Ok(Trace { start, assumption, steps, outer })
    }

    fn contradiction(&mut self) -> Step {
        let Some(step) = self.solver.explain_failure() else {
            // A variable was created with an empty domain.
            return Step {
                key: None,
                conclusion: None,
                justification: Justification::Domain,
                premises: Vec::new(),
            };
        };
        let premises = step.premises.iter().filter_map(|&atom| self.key(atom, step.position)).collect();
        Step { key: None, conclusion: None, justification: self.justification(&step), premises }
    }

    fn justification(&self, step: &engine::Step<IntAtom>) -> Justification {
        let constraint = step.source.and_then(|source| self.solver.constraint_of(source));
        constraint.map_or(Justification::Domain, Justification::Constraint)
    }

    /// Where an atom that was true when the trail held `before` changes became true; `None` if it was from the start.
    /// If that change fixed the variable outright, the atom of the assignment is what is to be shown.
    fn key(&mut self, atom: IntAtom, before: usize) -> Option<Key> {
        let position = self.solver.cause(atom, before)?;
        let decided = self.decisions.get(&position).map(|decision| decision.atom);
        let posted = decided.or_else(|| self.solver.posted(position));
        let is_posted = posted.map_or(atom.relation() == Relation::Ne, |posted| posted.entails(atom));
        if let Some(whole) = decided.or(posted.filter(|posted| posted.relation() == Relation::Eq))
            && is_posted
        {
            return Some(Key { position, rank: 0, atom: whole });
        }
        let var = atom.var();
        if let Some(value) = self.solver.past(position + 1).value(var)
            && decided.is_none()
            && self.at_once(var.is(value), position).is_some()
        {
            return Some(Key { position, rank: 0, atom: var.is(value) });
        }
        let rank = match atom.relation() {
            _ if is_posted => 0,
            Relation::Eq => 2,
            _ => 1,
        };
        Some(Key { position, rank, atom })
    }

    /// Where the change at `position` left a variable with one value, and a single constraint excluded all others, which it
    /// did in several changes: the constraint, and its premises with the positions at which they were true.
    fn at_once(&mut self, fixed: IntAtom, position: usize) -> Option<(ConstraintId, Vec<(IntAtom, usize)>)> {
        let by_domain = self.explain(fixed, position);
        if by_domain.source.is_some() {
            return None;
        }
        let mut constraint = None;
        let mut premises = Vec::new();
        for own in by_domain.premises {
            let step = self.solver.explain_before(own, by_domain.position)?;
            let id = self.solver.constraint_of(step.source?)?;
            if *constraint.get_or_insert(id) != id {
                return None;
            }
            let others = step.premises.into_iter().filter(|premise| premise.var() != fixed.var());
            premises.extend(others.map(|premise| (premise, step.position)));
        }
        let atoms = premises.iter().map(|&(premise, _)| premise);
        self.alone.implies(constraint?, atoms, Some(fixed)).then_some((constraint?, premises))
    }

    fn explain(&self, atom: IntAtom, position: usize) -> engine::Step<IntAtom> {
        let step = self.solver.explain_before(atom, position + 1);
        step.expect("invariant: the change at this position made it true")
    }

    fn step(&mut self, key: Key) -> Step {
        let Key { position, rank, atom } = key;
        let (justification, premises) = match self.decisions.get(&position).cloned() {
            Some(Decision { shown_by: Some(trace), .. }) if rank == 0 => {
                let outer = trace.outer.clone();
                (Justification::Refutation(trace), outer)
            }
            Some(_) if rank == 0 => (Justification::Assumption, Vec::new()),
            _ => self.inference(key),
        };
        Step { key: Some(key), conclusion: Some(atom), justification, premises }
    }

    /// What an atom follows from, by a constraint or by the domain of its variable.
    fn inference(&mut self, Key { position, rank, atom }: Key) -> (Justification, Vec<Key>) {
        let step = self.explain(atom, position);
        let together = if rank == 0 && step.source.is_none() { self.at_once(atom, position) } else { None };
        let (justification, premises) = if let Some((constraint, premises)) = together {
            (Justification::Constraint(constraint), premises)
        } else {
            let premises = step.premises.iter().map(|&premise| (premise, step.position));
            (self.justification(&step), premises.collect())
        };
        (
            justification,
            premises.into_iter().filter_map(|(premise, before)| self.key(premise, before)).collect(),
        )
    }
}
