//! Half-reification: propagators and facts that hold only where an atom, their *guard*, is true.
//!
//! A guarded propagator does nothing before its guard is true, and is entailed once that is false; its guard is one more premise of
//! everything that it explains. A guarded fact works in the other direction, too: where it cannot hold, its guard is false. That a whole
//! constraint cannot hold is for that constraint to find out.

use crate::domain::Domain;
use crate::engine::wait::events_of;
use crate::engine::{Cost, Differences, ExplainRequest, Notice, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId};

/// A propagator under a guard.
#[derive(Clone, Debug)]
pub(super) struct Guarded {
    pub(super) guard: Atom,
    pub(super) inner: Box<dyn Propagator>,
}

impl Propagator for Guarded {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), events_of(self.guard));
        self.inner.subscribe(events);
    }

    fn cost(&self) -> Cost {
        self.inner.cost()
    }

    /// Before the guard is true, the propagator postpones what it would do now.
    fn notice(&mut self, atom: Atom, store: &Store) -> Notice {
        self.inner.notice(atom, store)
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        match store.truth(self.guard) {
            Some(true) => self.inner.propagate(store, cost),
            Some(false) => Ok(Outcome::Entailed),
            None => Ok(Outcome::Fixpoint),
        }
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.inner.explain(request, payload, past, out);
        out.push(self.guard);
    }

    fn differences(&self, to: &mut Differences<'_>) {
        to.given([self.guard], |to| self.inner.differences(to));
    }
}

/// A fact under a guard: a variable has one of some values.
#[derive(Clone, Debug)]
pub(super) struct GuardedFact {
    pub(super) guard: Atom,
    pub(super) var: VarId,
    /// Values of the domain as it was, by which the fact is an atom where it can be one.
    pub(super) fact: Fact,
}

/// A fact about a variable.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    Atom(Atom),
    Values(Domain),
}

impl GuardedFact {
    fn is_impossible(&self, store: &Store) -> bool {
        match &self.fact {
            Fact::Atom(atom) => (!*atom).holds(store),
            Fact::Values(values) => store.domain(self.var).is_disjoint(values),
        }
    }

    fn state(&self, store: &mut Store) -> Result<bool, Failure> {
        let why = store.because(0);
        match &self.fact {
            Fact::Atom(atom) => store.apply(*atom, why),
            Fact::Values(values) => store.intersect(self.var, values, why),
        }
    }

    /// Explains why the fact cannot hold.
    fn explain_impossible(&self, past: &Past<'_>, out: &mut Vec<Atom>) {
        let values = match &self.fact {
            Fact::Atom(atom) => return out.push(!*atom),
            Fact::Values(values) => values.intersect(&past.start().domain(self.var)),
        };
        let (Some(least), Some(greatest)) = (values.min(), values.max()) else { return };
        if past.min(self.var) > greatest {
            out.push(Atom::ge(self.var, greatest + 1));
        } else if past.max(self.var) < least {
            out.push(Atom::le(self.var, least - 1));
        } else {
            out.extend(values.iter().map(|value| Atom::ne(self.var, value)));
        }
    }
}

impl Propagator for GuardedFact {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), events_of(self.guard));
        events.on(self.var, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        match store.truth(self.guard) {
            Some(false) => return Ok(Outcome::Entailed),
            Some(true) => {
                self.state(store)?;
                return Ok(Outcome::Entailed);
            }
            None => {}
        }
        if self.is_impossible(store) {
            let why = store.because(1);
            store.apply(!self.guard, why)?;
            return Ok(Outcome::Entailed);
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match request {
            _ if payload == 1 => self.explain_impossible(past, out),
            _ => out.push(self.guard),
        }
    }
}
