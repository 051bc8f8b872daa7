//! How a constraint gets into an engine.

use crate::domain::Domain;
use crate::engine::guard::{Fact, Guarded, GuardedFact};
use crate::engine::mapping::Mapping;
use crate::engine::queue::Members;
use crate::engine::{Consistency, Engine, Propagator, Slot, Subscriptions};
use crate::store::handle::{IntAtom, IntView};
use crate::store::{Atom, ConstraintId, Failure, PropId, Reason, Source, Store, View};

/// Where a constraint states its facts and adds its propagators, in its own name.
///
/// A constraint is over the model's variables; facts and propagators are over the engine's. [`view`](Self::view) translates,
/// and the two are different types, so that what was not translated does not compile.
///
/// ```compile_fail,E0308
/// use residua::engine::Poster;
/// use residua::model::IntView;
///
/// fn post(to: &mut Poster<'_>, x: IntView) {
///     // Of the model, where one of the engine is wanted.
///     let _ = to.restrict(x, &(1..=3).into());
/// }
/// ```
#[derive(Debug)]
pub struct Poster<'a> {
    engine: &'a mut Engine,
    map: &'a Mapping,
    constraint: ConstraintId,
    /// Under which all that is posted holds.
    guard: Option<Atom>,
}

impl Engine {
    /// A poster for that constraint; `map` has for each variable of the model what it is here.
    pub(crate) fn poster<'a>(&'a mut self, map: &'a Mapping, constraint: ConstraintId) -> Poster<'a> {
        Poster { engine: self, map, constraint, guard: None }
    }
}

impl Poster<'_> {
    /// What a view of the model's variables is in this engine.
    ///
    /// # Panics
    /// If the view is not of the constraint's scope, which [`Model`](crate::model::Model) has examined.
    pub fn view(&self, view: IntView) -> View {
        self.map.view(view).expect("invariant: the views of a scope are checked at posting")
    }

    /// What views of the model's variables are in this engine.
    pub fn views(&self, views: &[IntView]) -> Vec<View> {
        views.iter().map(|&view| self.view(view)).collect()
    }

    /// What an atom of the model's variables is in this engine.
    ///
    /// # Panics
    /// If its variable, as a view, is not of the constraint's scope.
    pub fn atom(&self, atom: IntAtom) -> Atom {
        self.map.atom(atom)
    }

    /// The domains as they are.
    pub fn store(&self) -> &Store {
        &self.engine.store
    }

    /// The consistency that is asked of the constraint, for one that supports several and does not choose one.
    pub fn consistency(&self) -> Consistency {
        self.engine.consistency
    }

    /// A number that follows backtracking, for a propagator to be added.
    pub fn new_trailed(&mut self, value: u64) -> crate::store::Trailed {
        self.engine.store.new_trailed(value)
    }

    fn fact(&self) -> Reason {
        Reason::new(Source::Constraint(self.constraint), 0)
    }

    /// The same poster under a guard: what is stated and added by it holds only where `guard` is true, in place of the guard that
    /// there was. Where a fact cannot hold, the guard becomes false; a propagator that finds no solution under a guard that is not true
    /// yet says nothing.
    pub fn under(&mut self, guard: Atom) -> Poster<'_> {
        Poster { engine: self.engine, map: self.map, constraint: self.constraint, guard: Some(guard) }
    }

    /// The same poster without a guard, for what says itself under which condition it holds.
    pub fn unguarded(&mut self) -> Poster<'_> {
        Poster { engine: self.engine, map: self.map, constraint: self.constraint, guard: None }
    }

    /// Under which atom all that is posted holds, if it is under one.
    pub fn guard(&self) -> Option<Atom> {
        self.guard
    }

    /// An auxiliary variable with the values 0 and 1, as the atom that it is 1. It belongs to the constraint: no solution, report or
    /// count knows of it, and no search decides it. So what it stands for has to be decided once the scope is fixed.
    pub fn new_literal(&mut self) -> Atom {
        let var = self.engine.new_var(&Domain::from(0..=1)).expect("invariant: it has two values");
        Atom::eq(var, 1)
    }

    /// States that `atom`, which is about a variable of the engine, is true by the constraint alone.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    pub fn state(&mut self, atom: Atom) -> Result<(), Failure> {
        if let Some(guard) = self.guard {
            self.add_unguarded(Box::new(GuardedFact { guard, var: atom.var(), fact: Fact::Atom(atom) }));
            return Ok(());
        }
        let fact = self.fact();
        self.blame(|store| store.apply(atom, fact))
    }

    /// States that `view`, one of the engine's, has a value of `values`.
    ///
    /// # Errors
    /// [`Failure`] if the domain has none of them.
    pub fn restrict(&mut self, view: View, values: &Domain) -> Result<(), Failure> {
        let fact = self.fact();
        let kept = view.preimage(values);
        if let Some(guard) = self.guard {
            self.add_unguarded(Box::new(GuardedFact { guard, var: view.var, fact: Fact::Values(kept) }));
            return Ok(());
        }
        self.blame(|store| store.intersect(view.var, &kept, fact))
    }

    /// States that the constraint cannot hold.
    ///
    /// # Errors
    /// Always, unless it is under a guard, which is false then.
    pub fn refuse(&mut self) -> Result<(), Failure> {
        let fact = self.fact();
        match self.guard {
            Some(guard) => self.blame(|store| store.apply(!guard, fact)),
            None => self.blame(|store| Err(store.contradiction(fact))),
        }
    }

    fn blame(&mut self, change: impl FnOnce(&mut Store) -> Result<bool, Failure>) -> Result<(), Failure> {
        let Engine { store, blamed, .. } = self.engine;
        change(store).map(|_| ()).inspect_err(|_| *blamed = Some(self.constraint))
    }

    /// Adds a propagator; it runs for the first time at the next fixpoint.
    pub fn add(&mut self, propagator: impl Propagator + 'static) {
        let inner: Box<dyn Propagator> = Box::new(propagator);
        self.add_unguarded(match self.guard {
            Some(guard) => Box::new(Guarded { guard, inner }),
            None => inner,
        });
    }

    fn add_unguarded(&mut self, propagator: Box<dyn Propagator>) {
        let engine = &mut *self.engine;
        let id = PropId::new(engine.slots.len());
        let cost = propagator.cost();
        let Engine { watches, waiting, readers, store, .. } = engine;
        propagator.subscribe(&mut Subscriptions { watches, waiting, readers, store, propagator: id, cost });
        engine.slots.push(Slot { propagator, constraint: self.constraint });
        engine.queue.add_propagator(id);
        engine.queue.schedule(Members::one(id), cost);
    }
}
