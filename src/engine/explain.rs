//! Lazy explanations: from the reason of a change to the atoms that implied it, in the store as it was.
//!
//! The atom that a verb of the store was to make true, the *posted* atom, is explained by the source, and so is whatever it implies: the
//! source is asked for the wanted atom itself, so that its premises can be as weak as that. What the change made true beyond it, such as
//! a value of a variable that lost the last other one, follows from the posted atom and older atoms of the same variable:
//! the *domain rule*, a step that has no source and is written here, in one place.
//!
//! | Promise | |
//! |---|---|
//! | Cost | the changes of the variable since, and what the propagator takes; nothing is allocated by `explain_into` |
//! | Source | Feydy, Schutt & Stuckey, *Semantic Learning for Lazy Clause Generation*, TRICS 2013 |

use std::collections::BTreeSet;

use crate::domain::Domain;
use crate::engine::Engine;
use crate::store::{Atom, Conflict, Domains, Past, Reason, Relation, Source, VarId};

/// Domains of at most this many values are scanned value by value; wider ones are compared as ranges.
const LISTED: u64 = 4096;

/// The work of an explanation, besides what follows the number of events that its propagator watches.
const EXPLANATION: u64 = 20;

/// A request to a propagator for an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainRequest {
    /// Explain this atom, which the propagator posted, or which the posted atom implies.
    Atom(Atom),
    /// Explain why none of the values that this variable had was possible.
    Emptied(VarId),
    /// Explain why the constraint could not hold at all.
    Failure,
}

impl ExplainRequest {
    /// The values that `past` still had and that are to be shown impossible, ascending, for propagators that reason value by value.
    /// Empty for [`ExplainRequest::Failure`].
    pub fn removed(self, past: &Past<'_>) -> impl Iterator<Item = i32> + use<> {
        let (domain, kept) = match self {
            ExplainRequest::Failure => (Domain::empty(), None),
            ExplainRequest::Emptied(var) => (past.domain(var), None),
            ExplainRequest::Atom(atom) if atom.relation() == Relation::Ne => (atom.value().into(), None),
            ExplainRequest::Atom(atom) => (past.domain(atom.var()), Some(atom)),
        };
        let mut from = Some(i32::MIN);
        let values = std::iter::from_fn(move || {
            let value = domain.next_from(from?)?;
            from = value.checked_add(1);
            Some(value)
        });
        values.filter(move |&value| kept.is_none_or(|atom| !atom.allows(value)))
    }
}

/// A step of reasoning: `premises`, with the source's constraint, imply `conclusion`.
///
/// An [`Engine`] has steps in atoms of its own variables; a [`Solver`](crate::model::Solver) has them in those of its
/// model, `Step<IntAtom>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<A = Atom> {
    /// The conclusion; `None` is a failure.
    pub conclusion: Option<A>,
    /// The source of the step; `None` where the premises are of the conclusion's variable, and imply it by themselves.
    pub source: Option<Source>,
    /// The premises. Every atom was true when the trail held `position` changes.
    pub premises: Vec<A>,
    /// The number of changes on the trail before the conclusion was drawn. Without a source, the change that made the
    /// conclusion true is among them: the premises are what it posted, and older atoms.
    pub position: usize,
}

/// The source and position of a [`Step`] whose premises were written elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The source, as in a [`Step`].
    pub source: Option<Source>,
    /// The position, as in a [`Step`].
    pub position: usize,
}

impl Engine {
    /// Explains why `atom`, which is true now, is true; `None` if its variable was created so.
    ///
    /// An engine that does not record answers `None`, too.
    pub fn explain(&self, atom: Atom) -> Option<Step> {
        self.explain_before(atom, self.store.position())
    }

    /// Explains why `atom`, which was true when the trail held `position` changes, was true then.
    pub fn explain_before(&self, atom: Atom, position: usize) -> Option<Step> {
        let mut premises = Vec::new();
        let inference = self.explain_into(atom, self.store.past(position), &mut premises)?;
        Some(self.step(Some(atom), inference, premises))
    }

    /// A step of reasoning without auxiliary variables.
    fn step(&self, conclusion: Option<Atom>, inference: Inference, premises: Vec<Atom>) -> Step {
        let mut step = self.resolved(conclusion, inference, premises);
        step.premises.retain(|premise| !self.is_auxiliary(premise.var()));
        step
    }

    /// A step of reasoning in which premises about auxiliary variables are replaced by the premises that these came from. They are of the
    /// same constraint, so that the step stays one of that. What was decided or learned of such a variable stays.
    pub(super) fn resolved(
        &self,
        conclusion: Option<Atom>,
        inference: Inference,
        mut premises: Vec<Atom>,
    ) -> Step {
        // A bound of a wide auxiliary variable may come from the loss of each value beyond it: each of many premises is looked at once.
        let (mut found, mut resolved) = (Vec::new(), BTreeSet::new());
        while let Some(premise) = premises.pop() {
            if !self.is_auxiliary(premise.var()) {
                found.push(premise);
            } else if resolved.insert(premise) {
                // None, where it was true from the start.
                let why = self.explain_into(premise, self.store.past(inference.position), &mut premises);
                let source = why.and_then(|inference| inference.source);
                found.extend(matches!(source, Some(Source::Decision | Source::Nogood(_))).then_some(premise));
            }
        }
        found.sort_unstable();
        found.dedup();
        Step { conclusion, source: inference.source, premises: found, position: inference.position }
    }

    /// Explains `atom` for conflict analysis: adds premises to `out`, in no order, some perhaps twice, and some perhaps about
    /// [auxiliary](Engine::is_auxiliary) variables.
    pub fn explain_into(&self, atom: Atom, past: Past<'_>, out: &mut Vec<Atom>) -> Option<Inference> {
        let position = past.cause(atom)?;
        let (_, reason) = self.store.change(position)?;
        if self.store.is_posted(atom, position) {
            self.by_source(ExplainRequest::Atom(atom), reason, past.at(position), out);
            return Some(Inference { source: Some(reason.source()), position });
        }
        self.explain_by_domain(atom, past.at(position), out);
        Some(Inference { source: None, position: position + 1 })
    }

    /// Explains why a propagator made `atom` true by the change at the position of `past`, which was to make it true.
    pub(crate) fn explain_by_propagator(
        &self,
        atom: Atom,
        reason: Reason,
        past: Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        self.by_source(ExplainRequest::Atom(atom), reason, past, out);
    }

    /// Explains why `atom` became true by the change at the position of `past`, which was to make another atom true: by that and older
    /// ones.
    pub(crate) fn explain_by_domain(&self, atom: Atom, past: Past<'_>, out: &mut Vec<Atom>) {
        self.by_domain(atom, self.store.posted(past.position()), past, out);
    }

    /// Explains the newest failure; `None` before the first.
    ///
    /// Ask before anything is undone.
    pub fn explain_failure(&self) -> Option<Step> {
        let mut premises = Vec::new();
        let inference = self.explain_failure_into(self.store.past(self.store.position()), &mut premises)?;
        Some(self.step(None, inference, premises))
    }

    /// Explains the newest failure for conflict analysis, as [`explain_into`](Self::explain_into) does; `past` is the store as it is.
    pub fn explain_failure_into(&self, past: Past<'_>, out: &mut Vec<Atom>) -> Option<Inference> {
        let conflict = self.store.conflict()?;
        let reason = conflict.reason();
        match conflict {
            Conflict::Refused { atom, .. } => {
                let (wanted, own) = clash(atom, &past);
                self.by_source(ExplainRequest::Atom(wanted), reason, past, out);
                if !own.holds(&past.start()) {
                    out.push(own);
                }
            }
            Conflict::Emptied { var, .. } => {
                self.by_source(ExplainRequest::Emptied(var), reason, past, out);
                self.outside(var, &past, out);
            }
            Conflict::Declared { .. } => self.by_source(ExplainRequest::Failure, reason, past, out),
        }
        Some(Inference { source: Some(reason.source()), position: past.position() })
    }

    /// Adds the premises by the source of the change.
    fn by_source(&self, request: ExplainRequest, reason: Reason, past: Past<'_>, out: &mut Vec<Atom>) {
        // A fact or a decision needs no premises, and what a nogood implies is explained by the owner of the nogood.
        if let Source::Propagator(id) = reason.source() {
            let slot = &self.slots[id.index()];
            self.explained.set(self.explained.get() + EXPLANATION + 2 * u64::from(slot.width));
            slot.propagator.explain(request, reason.payload(), &past, out);
        }
    }

    /// The domain rule: `wanted` became true by a change that posted something else, in the store as `past` has it.
    fn by_domain(&self, wanted: Atom, posted: Option<Atom>, past: Past<'_>, out: &mut Vec<Atom>) {
        let (var, value) = (wanted.var(), wanted.value());
        let start = past.start();
        let old = |relation| posted.filter(|posted| posted.relation() == relation).map(Atom::value);
        match wanted.relation() {
            Relation::Ge => {
                let low = old(Relation::Ge).unwrap_or_else(|| past.min(var));
                out.extend((start.min(var) < low).then(|| Atom::ge(var, low)));
                out.extend(values_of(var, low, value - 1, &start).map(|hole| Atom::ne(var, hole)));
            }
            Relation::Le => {
                let high = old(Relation::Le).unwrap_or_else(|| past.max(var));
                out.extend((start.max(var) > high).then(|| Atom::le(var, high)));
                out.extend(values_of(var, value + 1, high, &start).map(|hole| Atom::ne(var, hole)));
            }
            Relation::Eq if self.is_explained_by_bounds(var) => {
                out.extend((start.min(var) < value).then(|| Atom::ge(var, value)));
                out.extend((start.max(var) > value).then(|| Atom::le(var, value)));
            }
            Relation::Eq => {
                out.extend(posted.filter(|posted| posted.relation() != Relation::Ne));
                let low = old(Relation::Ge).unwrap_or(start.min(var));
                let high = old(Relation::Le).unwrap_or(start.max(var));
                let others = values_of(var, low, high, &start).filter(|&other| other != value);
                out.extend(others.map(|other| Atom::ne(var, other)));
            }
            Relation::Ne => unreachable!("invariant: what a change removes is what it posted"),
        }
    }

    /// Adds atoms that state that `var` has a value of its domain as it was.
    fn outside(&self, var: VarId, past: &Past<'_>, out: &mut Vec<Atom>) {
        let start = past.start();
        let (mut low, mut high) = (start.min(var), start.max(var));
        if self.is_explained_by_bounds(var) {
            let (min, max) = (past.min(var), past.max(var));
            out.extend((low < min).then(|| Atom::ge(var, min)));
            out.extend((high > max).then(|| Atom::le(var, max)));
            (low, high) = (min, max);
        }
        if start.size(var) > LISTED {
            // Range by range: most of the values are still there.
            let all = start.domain(var).intersect(&Domain::from(low..=high));
            out.extend(all.difference(&past.domain(var)).iter().map(|value| Atom::ne(var, value)));
            return;
        }
        let gone = values_of(var, low, high, &start).filter(|&value| !past.contains(var, value));
        out.extend(gone.map(|value| Atom::ne(var, value)));
    }

    /// Whether bounds describe the values that a variable has left, and not the values that are gone: these would be too
    /// many, or only bounds matter to its constraints.
    fn is_explained_by_bounds(&self, var: VarId) -> bool {
        self.store.base(var).is_none() || !(self.watches.wants_values(var) || self.waiting.wants_values(var))
    }
}

/// The values of `low..=high` that the variable started with.
fn values_of(var: VarId, low: i32, high: i32, start: &Past<'_>) -> impl Iterator<Item = i32> + use<> {
    let domain = start.domain(var);
    let mut next = domain.next_from(low);
    std::iter::from_fn(move || {
        let value = next.filter(|&value| value <= high)?;
        next = value.checked_add(1).and_then(|from| domain.next_from(from));
        Some(value)
    })
}

/// Two atoms that clash, of a refused atom and the domain: the weakest that the reason implies and that suffices, and the weakest of the
/// domain's own. What the domain excludes from the start needs no premise, so no more than that is asked.
fn clash(refused: Atom, past: &Past<'_>) -> (Atom, Atom) {
    let (var, value, start) = (refused.var(), refused.value(), past.start());
    let wanted = match refused.relation() {
        Relation::Le | Relation::Eq if start.min(var) > value => Atom::le(var, start.min(var) - 1),
        Relation::Ge | Relation::Eq if start.max(var) < value => Atom::ge(var, start.max(var) + 1),
        Relation::Eq if past.min(var) > value => Atom::le(var, value),
        Relation::Eq if past.max(var) < value => Atom::ge(var, value),
        _ => refused,
    };
    (wanted, !wanted)
}
