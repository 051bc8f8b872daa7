//! A model made ready to propagate.

use std::sync::Arc;

use crate::domain::Domain;
use crate::engine::{Alarm, Consistency, Engine, Fixpoint, Mapping, Step};
use crate::model::alias::Aliases;
use crate::model::differences::Differences;
use crate::model::marks::Marks;
use crate::model::meaning::Meanings;
use crate::model::{ConstraintId, IntAtom, IntVar, IntView, Model, Solution};
use crate::store::{self, Atom, Domains, Failure, Source, Store, VarId, View};

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
    map: Mapping,
    /// Whether posting alone, or propagation at the root, came to a dead end.
    refuted: bool,
    marks: Marks,
    /// Whether mistakes of propagators are kept for the caller, and do not panic.
    keeps_mistakes: bool,
}

impl Solver {
    /// Posts the constraints of `model` into an engine. Nothing is propagated yet.
    pub fn new(model: &Model, options: Options) -> Solver {
        let mut engine = Engine::new(options.record);
        engine.set_strength(options.strength);
        let mut aliases = if options.merge_equal { Aliases::of(model) } else { Aliases::none(model) };
        let mut map = Mapping::default();
        let mut refuted = false;
        for (index, name) in model.vars().enumerate() {
            let (root, offset) = aliases.find(index);
            // A representative is made before those it stands for.
            let view = if root == index {
                let domain = &aliases.domains[index];
                refuted |= domain.is_empty();
                let domain = if domain.is_empty() { &Domain::from(0) } else { domain };
                let var = engine.new_var(domain).expect("invariant: the domain is not empty");
                View::from(var)
            } else {
                map.var(root).then(1, offset).expect("invariant: offsets are small")
            };
            map.add(name, view);
        }
        for &value in &model.constants {
            let var = engine.new_var(&Domain::from(value)).expect("invariant: it has a value");
            map.add_constant(value, var);
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

    /// Makes an atom true on this level, without propagating it.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    ///
    /// # Panics
    /// If it is an atom of another model.
    #[inline]
    pub fn assume(&mut self, atom: IntAtom) -> Result<bool, Failure> {
        let atom = self.inner(atom);
        self.engine.assume(atom)
    }

    /// The atom as one of the engine's variables.
    #[inline]
    fn inner(&self, atom: IntAtom) -> Atom {
        let _ = self.marks.index_of(atom.var(), self.map.len());
        self.map.atom(atom)
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
        self.map.all().iter().map(|view| view.domain(self.engine.store())).collect()
    }

    /// What a variable of the model is in the engine.
    ///
    /// # Panics
    /// If it is a variable of another model, here and wherever else a variable is asked about.
    #[inline]
    pub fn view(&self, var: IntVar) -> View {
        self.map.var(self.marks.index_of(var, self.map.len()))
    }

    /// What a view of the model's variables is in the engine.
    ///
    /// # Panics
    /// If no constraint of the model has it, and it leaves `i32`, or is a constant.
    pub(crate) fn inner_view(&self, view: IntView) -> View {
        let _ = self.marks.index_of(view.var, self.map.len());
        self.map.view(view).expect("invariant: the solver composed the same views")
    }

    /// How many variables of the engine stand for some of the model: the first ones.
    pub(crate) fn named_vars(&self) -> usize {
        self.map.named()
    }

    /// The first variable of the model that one of the engine's stands for.
    #[inline]
    pub(crate) fn name(&self, var: VarId) -> IntVar {
        self.map.name(var)
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
        let values: Vec<i32> = self.map.all().iter().map(|view| view.min(store)).collect();
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

    /// Why an atom, which is true now, is true; `None` if its variable was made so, or if reasons are not recorded.
    ///
    /// Where variables are equal by constraint, and [became one](Options::merge_equal), the premises speak of the first of
    /// them.
    ///
    /// ```
    /// use residua::constraints::{eq, lt};
    /// use residua::model::{Model, Options, Solver};
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=9));
    /// model.post(eq(y, x + 2))?;
    /// model.post(lt(y, z))?;
    /// let mut solver = Solver::new(&model, Options { record: true, ..Options::default() });
    /// solver.propagate().expect("nothing clashes");
    /// solver.assume(y.at_least(6)).expect("6 is possible");
    /// solver.propagate().expect("nothing clashes");
    /// let step = solver.explain(z.at_least(7)).expect("it was not so from the start");
    /// assert!(step.premises.contains(&x.at_least(4)), "which is y ≥ 6");
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If it is an atom of another model.
    pub fn explain(&self, atom: IntAtom) -> Option<Step<IntAtom>> {
        self.explain_before(atom, self.store().position())
    }

    /// Why an atom, which was true when the trail held `position` changes, was true then.
    ///
    /// # Panics
    /// If it is an atom of another model.
    pub fn explain_before(&self, atom: IntAtom, position: usize) -> Option<Step<IntAtom>> {
        let mut step = self.map.step_of_model(self.engine.explain_before(self.inner(atom), position)?);
        // It may have been asked of another variable than the one that stands for it.
        step.conclusion = Some(atom);
        Some(step)
    }

    /// Why the newest failure was one; `None` before the first. Ask before anything is undone.
    pub fn explain_failure(&self) -> Option<Step<IntAtom>> {
        self.engine.explain_failure().map(|step| self.map.step_of_model(step))
    }

    /// The position of the change that made an atom true, looking back from `before`; `None` if it has been true from the
    /// start. It must be true at `before`.
    pub(crate) fn cause(&self, atom: IntAtom, before: usize) -> Option<usize> {
        self.store().cause(self.inner(atom), before)
    }

    /// The domains of the model's variables as they were when the trail held `position` changes.
    pub fn past(&self, position: usize) -> Past<'_> {
        Past { solver: self, past: self.store().past(position) }
    }

    /// The constraint of the model behind a source.
    pub fn constraint_of(&self, source: Source) -> Option<ConstraintId> {
        self.engine.constraint_of(source).map(ConstraintId::new)
    }
}

/// The domains of a model's variables as they were in a [`Solver`] some time ago.
///
/// Only a solver that records knows its whole past; any other knows it at the ends of its open levels.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    solver: &'a Solver,
    past: store::Past<'a>,
}

/// A solver reads as the domains of its model's variables.
impl Domains<IntVar> for Solver {
    fn min(&self, var: IntVar) -> i32 {
        self.view(var).min(self.store())
    }

    fn max(&self, var: IntVar) -> i32 {
        self.view(var).max(self.store())
    }

    fn size(&self, var: IntVar) -> u64 {
        self.view(var).size(self.store())
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.view(var).contains(self.store(), value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.view(var).domain(self.store())
    }
}

impl Domains<IntVar> for Past<'_> {
    fn min(&self, var: IntVar) -> i32 {
        self.solver.view(var).min(&self.past)
    }

    fn max(&self, var: IntVar) -> i32 {
        self.solver.view(var).max(&self.past)
    }

    fn size(&self, var: IntVar) -> u64 {
        self.solver.view(var).size(&self.past)
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.solver.view(var).contains(&self.past, value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.solver.view(var).domain(&self.past)
    }
}
