//! Posting: how a constraint adds its facts, propagators and auxiliary variables to an engine.

use std::any::type_name_of_val;

use smallvec::SmallVec;

use crate::domain::Domain;
use crate::engine::guard::{Fact, Guarded, GuardedFact};
use crate::engine::mapping::Mapping;
use crate::engine::queue::Members;
use crate::engine::{Consistency, Engine, Part, Propagator, Slot, Subscriptions};
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, ConstraintId, Failure, PropId, Reason, Source, Store, TrailedRun, VarId, View};

/// The interface by which a constraint states its facts and adds its propagators.
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
    /// The guard under which all that is posted holds.
    guard: Option<Atom>,
}

impl Engine {
    /// A poster for that constraint; `map` maps the variables of the model to those of this engine.
    pub(crate) fn poster<'a>(&'a mut self, map: &'a Mapping, constraint: ConstraintId) -> Poster<'a> {
        Poster { engine: self, map, constraint, guard: None }
    }
}

impl Poster<'_> {
    /// Translates a view of the model's variables into one of this engine's.
    ///
    /// # Panics
    /// If the view is not of the constraint's scope, which [`Model`](crate::model::Model) has examined.
    pub fn view(&self, view: IntView) -> View {
        if let Some(inner) = view.var.auxiliary() {
            let inner = view.over(View::from(inner));
            return inner.expect("invariant: a view of a variable fits, and auxiliary ones are variables");
        }
        self.map.view(view).expect("invariant: the views of a scope are checked at posting")
    }

    /// Translates views of the model's variables into views of this engine's.
    pub fn views(&self, views: &[IntView]) -> Vec<View> {
        views.iter().map(|&view| self.view(view)).collect()
    }

    /// Translates an atom of the model's variables into one of this engine's.
    ///
    /// # Panics
    /// If its variable, as a view, is not of the constraint's scope.
    pub fn atom(&self, atom: IntAtom) -> Atom {
        if let Some(inner) = atom.var().auxiliary() {
            return Atom::new(inner, atom.relation(), atom.value());
        }
        self.map.atom(atom)
    }

    /// The store, to read domains.
    pub fn store(&self) -> &Store {
        &self.engine.store
    }

    /// The consistency to enforce, for a constraint that supports several and does not choose one.
    pub fn consistency(&self) -> Consistency {
        self.engine.consistency
    }

    /// Adds a number that follows backtracking, for a propagator to be added.
    pub fn new_trailed(&mut self, value: u64) -> crate::store::Trailed {
        self.engine.store.new_trailed(value)
    }

    /// Adds several numbers that follow backtracking, in a row.
    pub(crate) fn new_trailed_run(&mut self, values: impl Iterator<Item = u64>) -> TrailedRun {
        self.engine.store.new_trailed_run(values)
    }

    fn fact(&self) -> Reason {
        Reason::new(Source::Constraint(self.constraint), 0)
    }

    /// A poster under a guard (half-reification): what is stated and added by it holds only where `guard` is true, in place of the guard
    /// that this one has. Where a fact cannot hold, the guard becomes false; a propagator that finds no solution under a guard that is not
    /// true yet does nothing.
    pub fn under(&mut self, guard: Atom) -> Poster<'_> {
        Poster { engine: self.engine, map: self.map, constraint: self.constraint, guard: Some(guard) }
    }

    /// A poster without a guard, for parts that state themselves under which condition they hold.
    pub fn unguarded(&mut self) -> Poster<'_> {
        Poster { engine: self.engine, map: self.map, constraint: self.constraint, guard: None }
    }

    /// The guard under which all that is posted holds, if there is one.
    pub fn guard(&self) -> Option<Atom> {
        self.guard
    }

    /// Adds an auxiliary variable with the values 0 and 1, returned as the atom that it is 1. It belongs to the constraint: solutions,
    /// reports and counts do not have it, and no search decides it. So its value has to be determined once the scope is fixed.
    pub fn new_literal(&mut self) -> Atom {
        Atom::eq(self.new_owned(&Domain::from(0..=1)), 1)
    }

    /// Adds an auxiliary variable with these values, at least one, as a variable of constraints: a part of the constraint can be
    /// posted as another one over it. It belongs to the constraint, as a [literal](Self::new_literal) does.
    pub(crate) fn new_auxiliary(&mut self, values: &Domain) -> IntVar {
        IntVar::of_auxiliary(self.new_owned(values))
    }

    fn new_owned(&mut self, values: &Domain) -> VarId {
        self.engine.owners.push(self.constraint);
        self.engine.new_var(values).expect("invariant: it has a value")
    }

    /// The auxiliary variable that stands for an equal part; where explanations are shown or claims checked, one of the same constraint
    /// only, because these are of one constraint at a time.
    pub(crate) fn shared_auxiliary(&self, part: &Part) -> Option<IntVar> {
        let var = self.engine.shared.find(self.sharing(), part)?;
        Some(IntVar::of_auxiliary(VarId::new(var as usize)))
    }

    /// Shares an auxiliary variable with all parts that equal that one.
    pub(crate) fn share_auxiliary(&mut self, part: Part, var: IntVar) {
        let to = self.sharing();
        if let Some(inner) = var.auxiliary() {
            self.engine.shared.insert(to, part, inner.index() as u64);
        }
    }

    /// The literal that stands for an equal part, within the bounds of [auxiliary variables](Self::shared_auxiliary). A part has a
    /// literal or a variable, never both.
    pub(crate) fn shared_literal(&self, part: &Part) -> Option<Atom> {
        let number = self.engine.shared.find(self.sharing(), part)?;
        Some(Atom::eq(VarId::new((number / 2) as usize), (number % 2) as i32))
    }

    /// Shares a literal, that a variable is 0 or that it is 1, with all parts that equal that one.
    pub(crate) fn share_literal(&mut self, part: Part, literal: Atom) {
        let to = self.sharing();
        self.engine.shared.insert(to, part, 2 * literal.var().index() as u64 + literal.value() as u64);
    }

    /// The constraint that alone shares its auxiliary variables, if not all constraints do.
    fn sharing(&self) -> Option<ConstraintId> {
        let is_alone =
            self.engine.meaning.is_some() || self.engine.store.is_recording() && !self.keeps_nogoods();
        is_alone.then_some(self.constraint)
    }

    /// Whether two views, of two variables of the engine, are known to differ by other constraints of the model: where explanations are
    /// shown or claims checked, never, because these are of one constraint at a time.
    pub(crate) fn are_different(&self, left: View, right: View) -> bool {
        self.engine.different.contain(left, right)
    }

    /// States that `atom`, which is about a variable of the engine, is true by the constraint alone.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    pub fn state(&mut self, atom: Atom) -> Result<(), Failure> {
        if let Some(guard) = self.guard {
            if self.unguarded().state_clause(&[!guard, atom]) {
                return Ok(());
            }
            self.add_unguarded(Box::new(GuardedFact { guard, var: atom.var(), fact: Fact::Atom(atom) }));
            return Ok(());
        }
        let fact = self.fact();
        self.failed_scope(|store| store.apply(atom, fact))
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
        self.failed_scope(|store| store.intersect(view.var, &kept, fact))
    }

    /// Whether the driver keeps nogoods, so that a constraint may [state](Self::state_nogood) some.
    pub fn keeps_nogoods(&self) -> bool {
        self.engine.stated.is_some()
    }

    /// States that these atoms, on pairwise different variables, cannot all be true, to a driver that [keeps](Self::keeps_nogoods) nogoods:
    /// as soon as all but one of them are true, that one is false. Another driver ignores it.
    pub fn state_nogood(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        self.engine.state_nogood(atoms.into_iter().chain(self.guard));
    }

    /// States that one of these atoms is true, or that the guard is false, to a driver that keeps nogoods. Returns `false`, and does
    /// nothing, without such a driver, if two of the atoms are of one variable, or if claims are checked, which are those of propagators.
    pub(crate) fn state_clause(&mut self, atoms: &[Atom]) -> bool {
        let vars = || atoms.iter().chain(&self.guard).map(|atom| atom.var());
        let is_kept = self.keeps_nogoods() && self.engine.meaning.is_none() && all_differ(vars().collect());
        if is_kept {
            self.state_nogood(atoms.iter().map(|&atom| !atom));
        }
        is_kept
    }

    /// States that the constraint cannot hold.
    ///
    /// # Errors
    /// Always, unless it is under a guard, which is false then.
    pub fn refuse(&mut self) -> Result<(), Failure> {
        let fact = self.fact();
        match self.guard {
            Some(guard) => self.failed_scope(|store| store.apply(!guard, fact)),
            None => self.failed_scope(|store| Err(store.contradiction(fact))),
        }
    }

    fn failed_scope(
        &mut self,
        change: impl FnOnce(&mut Store) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let Engine { store, failed_constraint, .. } = self.engine;
        change(store).map(|_| ()).inspect_err(|_| *failed_constraint = Some(self.constraint))
    }

    /// Adds a propagator; it runs for the first time at the next fixpoint.
    pub fn add(&mut self, propagator: impl Propagator + 'static) {
        let type_name = type_name_of_val(&propagator);
        self.add_boxed(Box::new(propagator), type_name);
    }

    /// Adds a propagator whose type has this name.
    fn add_boxed(&mut self, inner: Box<dyn Propagator>, type_name: &'static str) {
        let crate_of = |path: &'static str| path.split("::").next();
        self.engine.has_external_propagators |= crate_of(type_name) != crate_of(module_path!());
        self.add_unguarded(match self.guard {
            Some(guard) => Box::new(Guarded { guard, inner }),
            None => inner,
        });
    }

    fn add_unguarded(&mut self, propagator: Box<dyn Propagator>) {
        let engine = &mut *self.engine;
        let id = PropId::new(engine.slots.len());
        let cost = propagator.cost();
        let Engine { watches, waiting, store, .. } = engine;
        let mut events = Subscriptions { watches, waiting, store, propagator: id, cost, width: 0 };
        propagator.subscribe(&mut events);
        let width = events.width;
        engine.slots.push(Slot { propagator, constraint: self.constraint, width });
        engine.queue.add_propagator(id);
        engine.queue.schedule(Members::one(id), cost);
    }
}

/// Whether no variable is among them twice.
fn all_differ(mut vars: SmallVec<[VarId; 8]>) -> bool {
    vars.sort_unstable();
    vars.windows(2).all(|two| two[0] != two[1])
}
