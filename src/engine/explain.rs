//! From a reason to an explanation: which atoms implied a change, in the store as it was.

use crate::domain::Domain;
use crate::engine::Engine;
use crate::store::{Atom, Conflict, Domains, Past, Reason, Relation, Source, VarId};

/// What a propagator is asked to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainRequest {
    /// Why this atom became true.
    Atom(Atom),
    /// Why none of the values that this variable had was possible.
    Emptied(VarId),
    /// Why the constraint could not hold at all.
    Failure,
}

impl ExplainRequest {
    /// Adds to `out` what the asked atom excludes that was gone from its variable before the change: a propagator need
    /// only explain what went with the change.
    pub fn prior_removals(self, past: &Past<'_>, out: &mut Vec<Atom>) {
        match self {
            ExplainRequest::Failure => {}
            ExplainRequest::Emptied(var) => out.extend(outside(var, past, None)),
            ExplainRequest::Atom(atom) => out.extend(outside(atom.var(), past, Some(atom))),
        }
    }

    /// For propagators that reason value by value: the values that `past` still had and that the change took from
    /// the variable, after [`prior_removals`](Self::prior_removals).
    ///
    /// Empty for [`ExplainRequest::Failure`].
    pub fn removed(self, past: &Past<'_>, out: &mut Vec<Atom>) -> Vec<i32> {
        self.prior_removals(past, out);
        match self {
            ExplainRequest::Failure => Vec::new(),
            ExplainRequest::Emptied(var) => past.domain(var).iter().collect(),
            ExplainRequest::Atom(atom) => {
                past.domain(atom.var()).iter().filter(|&v| !atom.allows(v)).collect()
            }
        }
    }
}

/// Atoms true in `past` that say that `var` has a value of its domain then, as far as `goal` needs it: what satisfies
/// the goal anyway need not be excluded, nor what the variable was created without.
fn outside(var: VarId, past: &Past<'_>, goal: Option<Atom>) -> Vec<Atom> {
    let relation = goal.map(Atom::relation);
    if relation == Some(Relation::Ne) {
        return Vec::new();
    }
    let (created, domain) = (past.start().domain(var), past.domain(var));
    let (min, max) = (past.min(var), past.max(var));
    let mut atoms = Vec::new();
    if relation != Some(Relation::Le) && created.min() < Some(min) {
        atoms.push(Atom::ge(var, min));
    }
    if relation != Some(Relation::Ge) && created.max() > Some(max) {
        atoms.push(Atom::le(var, max));
    }
    let holes = created.difference(&domain).intersect(&Domain::from(min..=max));
    let wanted = holes.iter().filter(|&v| goal.is_none_or(|goal| !goal.allows(v)));
    atoms.extend(wanted.map(|v| Atom::ne(var, v)));
    atoms
}

/// One step of reasoning: `premises`, with the source's constraint, imply `conclusion`.
///
/// An [`Engine`] has steps in atoms of its own variables; a [`Solver`](crate::model::Solver) has them in those of its
/// model, `Step<IntAtom>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<A = Atom> {
    /// What follows; `None` is a dead end.
    pub conclusion: Option<A>,
    /// Whose step it is.
    pub source: Source,
    /// What it rests on. Every atom was true before the conclusion was drawn.
    pub premises: Vec<A>,
    /// How many changes the trail held before the conclusion was drawn.
    pub position: usize,
}

impl Engine {
    /// Why `atom`, which is true now, is true; `None` if its variable was created so.
    ///
    /// Only an engine that records knows: without recording the answer is `None` too.
    pub fn explain(&self, atom: Atom) -> Option<Step> {
        self.explain_before(atom, self.store.position())
    }

    /// Why `atom`, which was true when the trail held `position` changes, was true then.
    pub fn explain_before(&self, atom: Atom, position: usize) -> Option<Step> {
        let position = self.store.cause(atom, position)?;
        let (_, reason) = self.store.change(position)?;
        Some(self.step(Some(atom), ExplainRequest::Atom(atom), reason, position))
    }

    /// Why the newest failure was one; `None` before the first.
    ///
    /// Ask before anything is undone.
    pub fn explain_failure(&self) -> Option<Step> {
        let position = self.store.position();
        let conflict = self.store.conflict()?;
        let (request, own) = match conflict {
            Conflict::Refused { atom, .. } => (ExplainRequest::Atom(atom), Some(atom)),
            Conflict::Emptied { var, .. } => (ExplainRequest::Emptied(var), None),
            Conflict::Declared { .. } => (ExplainRequest::Failure, None),
        };
        let mut step = self.step(None, request, conflict.reason(), position);
        if let Some(atom) = own {
            // The reason implies the atom; the domain as it is excludes it.
            let domain = self.store.domain(atom.var());
            step.premises.extend(excluding(atom, &domain));
        }
        if let (Conflict::Emptied { var, .. }, Source::Constraint(_) | Source::Decision) =
            (conflict, conflict.reason().source())
        {
            step.premises.extend(outside(var, &self.store.past(position), None));
        }
        step.premises.sort_unstable();
        step.premises.dedup();
        Some(step)
    }

    fn step(
        &self,
        conclusion: Option<Atom>,
        request: ExplainRequest,
        reason: Reason,
        position: usize,
    ) -> Step {
        let mut premises = Vec::new();
        let source = reason.source();
        if let Source::Propagator(id) = source {
            let past = self.store.past(position);
            let propagator = &self.slots[id.index()].propagator;
            propagator.explain(request, reason.payload(), &past, &mut premises);
            premises.sort_unstable();
            premises.dedup();
        } else if let ExplainRequest::Atom(atom) = request {
            // A fact or a decision took what the variable still had; the rest was gone before.
            premises = outside(atom.var(), &self.store.past(position), Some(atom));
        }
        Step { conclusion, source, premises, position }
    }
}

/// Atoms, true of `domain`, that together exclude `atom`.
fn excluding(atom: Atom, domain: &Domain) -> Vec<Atom> {
    let var = atom.var();
    let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
        return Vec::new();
    };
    match atom.relation() {
        Relation::Eq if atom.value() < min => vec![Atom::ge(var, min)],
        Relation::Eq if atom.value() > max => vec![Atom::le(var, max)],
        Relation::Eq => vec![Atom::ne(var, atom.value())],
        Relation::Ne => vec![Atom::eq(var, atom.value())],
        Relation::Le => vec![Atom::ge(var, min)],
        Relation::Ge => vec![Atom::le(var, max)],
    }
}
