//! A model made ready to propagate.

use std::sync::Arc;

use crate::domain::Domain;
use crate::engine::{Alarm, Consistency, Engine, Fixpoint, Step};
use crate::model::alias::Aliases;
use crate::model::differences::Differences;
use crate::model::marks::Marks;
use crate::model::meaning::Meanings;
use crate::model::{ConstraintId, IntVar, Model, Solution};
use crate::store::{Atom, Domains, Failure, Source, Store, VarId, View};

/// How a model is made ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much constraints that leave it open find out.
    pub strength: Consistency,
    /// Whether changes keep their reasons, so that they can be explained.
    pub record: bool,
    /// Whether variables that are equal by constraint become one. Explanations then speak of that one.
    pub merge_equal: bool,
    /// Whether every run of every propagator is checked against the checker of its constraint: what it removes, what it claims,
    /// what variables it changes, and, with `record`, how it explains that; and every solution against all constraints. The
    /// first mistake panics with a sentence that tells it. For tests: it takes a multiple of the time, and a scope with more
    /// than 16,384 assignments is not gone through. [`testing`](crate::testing) has more.
    pub check_claims: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { strength: Consistency::default(), record: false, merge_equal: true, check_claims: false }
    }
}

/// The propagators of a model over a store, with levels that can be opened and undone.
///
/// A solver is `Send` and `Clone`; two clones searched apart give the same answers.
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::{Model, Options, Solver};
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// model.post(all_different(xs.clone()))?;
/// let mut solver = Solver::new(&model, Options::default());
/// solver.propagate().expect("nothing clashes");
/// solver.push();
/// solver.assume(xs[0].is(1)).expect("1 is possible");
/// solver.propagate().expect("nothing clashes");
/// assert_eq!(solver.domain(xs[1]).to_string(), "2 3");
/// solver.pop();
/// assert_eq!(solver.domain(xs[1]).to_string(), "1..3");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    engine: Engine,
    /// By variable of the model: what it is in the engine.
    map: Vec<View>,
    /// Whether posting alone, or propagation at the root, came to a dead end.
    refuted: bool,
    marks: Marks,
    /// Whether mistakes of propagators are kept for the caller, and do not panic.
    keeps_mistakes: bool,
}

impl IntVar {
    /// `[self = value]`, to be assumed.
    pub fn is(self, value: i32) -> Atom {
        Atom::eq(self.id(), value)
    }

    /// `[self ≠ value]`, to be assumed.
    pub fn is_not(self, value: i32) -> Atom {
        Atom::ne(self.id(), value)
    }

    /// `[self ≤ value]`, to be assumed.
    pub fn at_most(self, value: i32) -> Atom {
        Atom::le(self.id(), value)
    }

    /// `[self ≥ value]`, to be assumed.
    pub fn at_least(self, value: i32) -> Atom {
        Atom::ge(self.id(), value)
    }
}

impl Solver {
    /// Posts the constraints of `model` into an engine. Nothing is propagated yet.
    pub fn new(model: &Model, options: Options) -> Solver {
        let mut engine = Engine::new(options.record);
        engine.set_strength(options.strength);
        let mut aliases = if options.merge_equal { Aliases::of(model) } else { Aliases::none(model) };
        let mut map: Vec<View> = Vec::with_capacity(model.domains.len());
        let mut refuted = false;
        for index in 0..model.domains.len() {
            let (root, offset) = aliases.find(index);
            // A representative is made before those it stands for.
            let view = if root == index {
                let domain = &aliases.domains[index];
                refuted |= domain.is_empty();
                let domain = if domain.is_empty() { &Domain::from(0) } else { domain };
                let var = engine.new_var(domain).expect("invariant: the domain is not empty");
                View::from(var)
            } else {
                map[root] + offset
            };
            map.push(view);
        }
        if options.check_claims {
            let meanings = Meanings::new(model, &map, engine.store().vars());
            engine.check_against(Arc::new(meanings));
        }
        let differences = Differences::of(model, &mut aliases);
        // What a cycle refutes has no step that could be recorded.
        refuted |= !options.record && differences.are_impossible();
        if !refuted {
            let mut post = |number: usize| {
                let constraint = &model.posted[number].constraint;
                constraint.post(&mut engine.poster(&map, number as u32))
            };
            refuted = differences.order(model.posted.len()).into_iter().any(|number| post(number).is_err());
        }
        Solver { engine, map, refuted, marks: model.marks.clone(), keeps_mistakes: false }
    }

    /// Runs all propagators to their common fixpoint.
    ///
    /// # Errors
    /// [`Failure`] at a dead end; undo the level, or at the root give up: there is no solution.
    pub fn propagate(&mut self) -> Result<(), Failure> {
        self.propagate_within(&Alarm::default()).map(|_| ())
    }

    /// The same, unless `alarm` rings first: then to propagate once more goes on, and the domains as they are so far are no
    /// more than that.
    ///
    /// # Errors
    /// As [`propagate`](Self::propagate).
    pub fn propagate_within(&mut self, alarm: &Alarm) -> Result<Fixpoint, Failure> {
        if self.refuted {
            return Err(self.engine.refail());
        }
        let result = self.engine.propagate_within(alarm);
        if !self.keeps_mistakes
            && let Some(mistake) = self.engine.take_mistake()
        {
            panic!("{mistake}");
        }
        // There is nothing to undo at the root: what failed there fails ever after.
        self.refuted |= result.is_err() && self.engine.level() == 0;
        result
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.engine.push();
    }

    /// Undoes the newest level; nothing, where none is open.
    pub fn pop(&mut self) {
        self.engine.pop();
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.engine.level()
    }

    /// Makes an atom of the model's variables true on this level, without propagating it.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    pub fn assume(&mut self, atom: Atom) -> Result<bool, Failure> {
        self.engine.assume(self.to_engine(atom))
    }

    /// The atom as one of the engine's variables.
    #[inline]
    fn to_engine(&self, atom: Atom) -> Atom {
        let index = atom.var().index();
        assert!(index < self.map.len(), "{atom} is of a variable of another model");
        let view = self.map[index];
        let value = i64::from(atom.value()) - i64::from(view.offset());
        let value = value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        Atom::new(view.var, atom.relation(), value)
    }

    /// The values that a variable has left.
    pub fn domain(&self, var: IntVar) -> Domain {
        self.view(var).domain(self.engine.store())
    }

    /// The least value that a variable has left.
    pub fn min(&self, var: IntVar) -> i32 {
        self.view(var).min(self.engine.store())
    }

    /// The greatest value that a variable has left.
    pub fn max(&self, var: IntVar) -> i32 {
        self.view(var).max(self.engine.store())
    }

    /// The value of a variable, once only one is left.
    #[inline]
    pub fn value(&self, var: IntVar) -> Option<i32> {
        self.view(var).value(self.engine.store())
    }

    /// The domains of all variables of the model, by number.
    pub fn domains(&self) -> Vec<Domain> {
        self.map.iter().map(|view| view.domain(self.engine.store())).collect()
    }

    /// What a variable of the model is in the engine.
    ///
    /// # Panics
    /// If it is a variable of another model, here and wherever else a variable is asked about.
    #[inline]
    pub fn view(&self, var: IntVar) -> View {
        self.map[self.marks.index_of(var, self.map.len())]
    }

    /// The same solver, which keeps the first mistake of a propagator until it is asked for, where runs are checked.
    #[must_use]
    pub(crate) fn keeping_mistakes(self) -> Solver {
        Solver { keeps_mistakes: true, ..self }
    }

    /// The first mistake of a propagator since the last call.
    pub(crate) fn take_mistake(&mut self) -> Option<String> {
        self.engine.take_mistake()
    }

    /// Where runs are checked: panics, if the values that all variables have violate a constraint.
    #[inline]
    pub(crate) fn check_solution(&mut self) {
        if self.keeps_mistakes {
            return;
        }
        if let Some(mistake) = self.engine.mistake_of_solution() {
            panic!("{mistake}");
        }
    }

    /// The least value of every variable: a solution, where all are fixed.
    pub(crate) fn solution(&self) -> Solution {
        let store = self.engine.store();
        let values: Vec<i32> = self.map.iter().map(|view| view.min(store)).collect();
        Solution::marked(values, self.marks.clone())
    }

    /// The engine's variables and their domains.
    pub fn store(&self) -> &Store {
        self.engine.store()
    }

    /// The engine, to search with.
    pub(crate) fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Why an atom of the model's variables, which is true now, is true; `None` if its variable was made so, or if
    /// reasons are not recorded. The step speaks of the engine's variables.
    pub fn explain(&self, atom: Atom) -> Option<Step> {
        self.engine.explain(self.to_engine(atom))
    }

    /// The constraint of the model behind a source.
    pub fn constraint_of(&self, source: Source) -> Option<ConstraintId> {
        self.engine.constraint_of(source).map(ConstraintId::new)
    }
}

/// A solver reads as the domains of its model's variables.
impl Domains for Solver {
    fn min(&self, var: VarId) -> i32 {
        self.map[var.index()].min(self.store())
    }

    fn max(&self, var: VarId) -> i32 {
        self.map[var.index()].max(self.store())
    }

    fn size(&self, var: VarId) -> u64 {
        self.map[var.index()].size(self.store())
    }

    fn contains(&self, var: VarId, value: i32) -> bool {
        self.map[var.index()].contains(self.store(), value)
    }

    fn domain(&self, var: VarId) -> Domain {
        self.map[var.index()].domain(self.store())
    }
}
