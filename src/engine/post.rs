//! How a constraint gets into an engine.

use crate::domain::Domain;
use crate::engine::{Consistency, Engine, Propagator, Slot, Subscriptions};
use crate::store::{Atom, Failure, Reason, Source, Store, View};

/// Where a constraint states its facts and adds its propagators, in its own name.
#[derive(Debug)]
pub struct Poster<'a> {
    engine: &'a mut Engine,
    /// By variable of the model: what it is in the engine.
    map: &'a [View],
    constraint: u32,
}

impl Engine {
    /// A poster for the constraint of that number; `map` tells for each variable of the model what it is here.
    pub fn poster<'a>(&'a mut self, map: &'a [View], constraint: u32) -> Poster<'a> {
        Poster { engine: self, map, constraint }
    }
}

impl Poster<'_> {
    /// What a view of the model's variables is in this engine.
    ///
    /// # Panics
    /// If the composition leaves `i32`, which [`Model`](crate::model::Model) has excluded.
    pub fn view(&self, view: View) -> View {
        view.over(self.map[view.var.index()]).expect("invariant: views are checked at posting")
    }

    /// What views of the model's variables are in this engine.
    pub fn views(&self, views: &[View]) -> Vec<View> {
        views.iter().map(|&view| self.view(view)).collect()
    }

    /// The domains as they are.
    pub fn store(&self) -> &Store {
        &self.engine.store
    }

    /// How much the constraint is asked to find out, where it leaves it open.
    pub fn strength(&self) -> Consistency {
        self.engine.strength
    }

    /// A number that follows backtracking, for a propagator to be added.
    pub fn new_trailed(&mut self, value: u64) -> crate::store::Trailed {
        self.engine.store.new_trailed(value)
    }

    fn fact(&self) -> Reason {
        Reason::new(Source::Constraint(self.constraint), 0)
    }

    /// States that `atom`, which speaks of the engine's variables, is true by the constraint alone.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    pub fn state(&mut self, atom: Atom) -> Result<(), Failure> {
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
        self.blame(|store| store.intersect(view.var, &kept, fact))
    }

    /// States that the constraint cannot hold.
    ///
    /// # Errors
    /// Always.
    pub fn refuse(&mut self) -> Result<(), Failure> {
        let fact = self.fact();
        self.blame(|store| Err(store.contradiction(fact)))
    }

    fn blame(&mut self, change: impl FnOnce(&mut Store) -> Result<bool, Failure>) -> Result<(), Failure> {
        let Engine { store, blamed, .. } = self.engine;
        change(store).map(|_| ()).inspect_err(|_| *blamed = Some(self.constraint))
    }

    /// Adds a propagator; it runs for the first time at the next fixpoint.
    pub fn add(&mut self, propagator: impl Propagator + 'static) {
        let engine = &mut *self.engine;
        let number = engine.slots.len() as u32;
        let cost = propagator.cost();
        propagator.subscribe(&mut Subscriptions { watches: &mut engine.watches, propagator: number, cost });
        let propagator = Box::new(propagator);
        engine.slots.push(Slot { propagator, constraint: self.constraint });
        engine.queue.add_propagator();
        engine.queue.schedule(number, cost);
    }
}
