//! Premises of a true atom: the change that made it true, and the atoms that implied it.

use crate::engine::Engine;
use crate::learn::literals::Literal;
use crate::learn::nogoods::Nogoods;
use crate::learn::truths::Cause;
use crate::store::{Atom, Cursors, Source, Store};

/// Questions about one state of an engine, in descending order of time as far as possible.
#[derive(Clone, Debug, Default)]
pub(super) struct Premises {
    cursors: Cursors,
}

impl Premises {
    /// Forgets the state asked about before; to be called whenever the trail has changed.
    pub(super) fn restart(&mut self, store: &Store) {
        self.cursors.restart(store.vars());
    }

    /// The position of the change that made `atom` true, which was true when the trail held `before` changes; `None` if it was
    /// true from the start.
    pub(super) fn cause(
        &self,
        atom: Atom,
        before: usize,
        (store, nogoods): (&Store, &Nogoods),
    ) -> Option<usize> {
        self.cause_by(nogoods.literals.find(atom), atom, before, (store, nogoods))
    }

    /// The [cause](Self::cause) of `atom`, whose literal, if it has one, was looked up before.
    #[inline]
    pub(super) fn cause_by(
        &self,
        literal: Option<Literal>,
        atom: Atom,
        before: usize,
        (store, nogoods): (&Store, &Nogoods),
    ) -> Option<usize> {
        let looked_up = || {
            let past = store.past_by(before, &self.cursors);
            debug_assert!(atom.holds(&past), "invariant: a premise was true: {atom:?}");
            past.cause(atom)
        };
        let known = literal.and_then(|literal| nogoods.truths.cause(literal)).map(Cause::position);
        debug_assert!(known.is_none_or(|known| known == looked_up()), "invariant: {atom:?} has one cause");
        known.unwrap_or_else(looked_up)
    }

    /// Adds to `out` the premises of `atom`, which the change at `position` made true, and returns how many changes the trail held when
    /// they were true: without that change, unless they say what it was to make true. `None` for a decision, which has no premises.
    pub(super) fn of(
        &self,
        atom: Atom,
        position: usize,
        (engine, nogoods): (&Engine, &Nogoods),
        out: &mut Vec<Atom>,
    ) -> Option<usize> {
        let store = engine.store();
        let (_, reason) = store.change(position)?;
        let past = store.past_by(position, &self.cursors);
        if !store.is_posted(atom, position) {
            engine.explain_by_domain(atom, past, out);
            return Some(position + 1);
        }
        match reason.source() {
            Source::Decision => return None,
            Source::Nogood(id) => out.extend(nogoods.true_literals(id).map(|(_, atom, _)| atom)),
            _ => engine.explain_by_propagator(atom, reason, past, out),
        }
        Some(position)
    }

    /// Adds to `out` the premises of the newest failure.
    pub(super) fn of_failure(&self, engine: &Engine, nogoods: &Nogoods, out: &mut Vec<Atom>) {
        let store = engine.store();
        let Some(conflict) = store.conflict() else { return };
        if let Source::Nogood(id) = conflict.reason().source() {
            return out.extend(nogoods.atoms(id));
        }
        let now = store.past_by(store.position(), &self.cursors);
        let _ = engine.explain_failure_into(now, out);
    }
}
