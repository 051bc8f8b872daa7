//! Solver: a model compiled to propagators over a store.

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::domain::Domain;
use crate::engine::{Consistency, Engine, Fixpoint, Interrupt, InterruptCause, Mapping, Reader};
use crate::model::alias::Aliases;
use crate::model::cliques::Cliques;
use crate::model::differences::Differences;
use crate::model::implied::{apart, implied};
use crate::model::marks::Marks;
use crate::model::meaning::Meanings;
use crate::model::names::Names;
use crate::model::recognised::different_views;
use crate::model::{ConstraintId, IntAtom, IntVar, IntView, Model, Options, Solution};
use crate::store::{Atom, Domains, Failure, Source, Store, VarId, View};

/// A compiled model: its propagators over a store, with levels that can be opened and undone.
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
    pub(super) engine: Engine,
    pub(super) map: Mapping,
    /// Whether posting, or propagation at the root, has failed.
    pub(super) refuted: bool,
    marks: Marks,
    names: Names,
    /// Whether mistakes of propagators are kept for the caller, and do not panic.
    keeps_mistakes: bool,
}

/// The number of variables made, or constraints posted, between two polls of the interrupt.
const BETWEEN: usize = 1 << 12;

impl Solver {
    /// Compiles `model`: posts its constraints into an engine. Nothing is propagated yet.
    pub fn new(model: &Model, options: Options) -> Solver {
        Solver::compiled(model, options, false)
    }

    /// Compiles `model` for a search. If only solutions are asked for, and neither explanations nor checks, constraints that follow from
    /// several others are posted, too: cliques of `≠` become an `all_different`, and implied bounds and sums are added.
    pub(crate) fn for_search(model: &Model, options: Options) -> Solver {
        let asks_more = options.record || options.check_claims || options.consistency == Consistency::Value;
        Solver::compiled(model, options, !asks_more)
    }

    /// Compiles `model` for a search that learns: changes are recorded.
    ///
    /// # Errors
    /// If `interrupt` triggers before all is posted.
    pub(crate) fn for_learning(
        model: &Model,
        options: Options,
        interrupt: &Interrupt,
    ) -> Result<Solver, InterruptCause> {
        let joins = options.consistency != Consistency::Value && !options.check_claims;
        Solver::compiled_for(model, options.record(true), joins, true, interrupt)
    }

    fn compiled(model: &Model, options: Options, joins: bool) -> Solver {
        Solver::compiled_for(model, options, joins, false, &Interrupt::default())
            .expect("invariant: this interrupt never triggers")
    }

    fn compiled_for(
        model: &Model,
        options: Options,
        joins: bool,
        keeps_nogoods: bool,
        interrupt: &Interrupt,
    ) -> Result<Solver, InterruptCause> {
        let look = |at: usize| {
            if at.is_multiple_of(BETWEEN) { interrupt.poll().map_or(Ok(()), Err) } else { Ok(()) }
        };
        let mut engine = Engine::new(options.record);
        if keeps_nogoods {
            engine.keep_nogoods();
        }
        engine.set_consistency(options.consistency);
        let mut aliases = if options.merge_equal { Aliases::of(model) } else { Aliases::none(model) };
        let mut map = Mapping::default();
        let mut refuted = false;
        for (index, name) in model.vars().enumerate() {
            look(index)?;
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
        engine.begin_posting();
        let differences = Differences::of(model, &mut aliases);
        // A refutation by a cycle has no step that could be recorded.
        refuted |= !options.record && differences.are_impossible();
        if !refuted {
            let fits = |view| map.view(view).is_some_and(|inner| inner.fits(engine.store()));
            let cliques = if joins { Cliques::of(model, &fits) } else { Cliques::default() };
            let together = if joins { implied(model, &fits) } else { Vec::new() };
            if joins {
                engine.know_different(different_views(model, &map));
            }
            let mut post = |number: usize, constraint: &dyn Constraint| {
                constraint.post(&mut engine.poster(&map, ConstraintId::new(number)))
            };
            let order = differences.order(model.posted.len());
            for (at, number) in order.into_iter().filter(|&number| !cliques.contain(number)).enumerate() {
                look(at)?;
                let constraint = &*model.posted[number].constraint;
                refuted = match joins.then(|| apart(constraint, model)).flatten() {
                    Some((one, other)) => post(number, &one).is_err() || post(number, other).is_err(),
                    None => post(number, constraint).is_err(),
                };
                if refuted {
                    break;
                }
            }
            refuted = refuted
                || cliques.found().any(|(number, all)| post(number, all).is_err())
                || together.iter().any(|(number, bound)| post(*number, &**bound).is_err());
        }
        engine.end_posting();
        let (marks, names) = (model.marks.clone(), model.names.clone());
        Ok(Solver { engine, map, refuted, marks, names, keeps_mistakes: false })
    }

    /// Propagates to the fixpoint.
    ///
    /// # Errors
    /// [`Failure`] if the constraints contradict the domains; then undo the level; at the root there is no solution.
    pub fn propagate(&mut self) -> Result<(), Failure> {
        self.propagate_within(&Interrupt::default()).map(|_| ())
    }

    /// Propagates to the fixpoint, or until `interrupt` triggers: then propagating again continues, and until it has finished the domains
    /// are only partly reduced.
    ///
    /// # Errors
    /// [`Failure`] if the constraints contradict the domains; then undo the level; at the root there is no solution.
    pub fn propagate_within(&mut self, interrupt: &Interrupt) -> Result<Fixpoint, Failure> {
        self.propagate_by(|engine| engine.propagate_within(interrupt))
    }

    /// Propagates with a reader of the trail.
    pub(crate) fn propagate_reading(
        &mut self,
        interrupt: &Interrupt,
        reader: &mut impl Reader,
    ) -> Result<Fixpoint, Failure> {
        self.propagate_by(|engine| engine.propagate_reading(interrupt, reader))
    }

    #[inline]
    fn propagate_by(
        &mut self,
        propagate: impl FnOnce(&mut Engine) -> Result<Fixpoint, Failure>,
    ) -> Result<Fixpoint, Failure> {
        if self.refuted {
            return Err(self.engine.repeat_failure());
        }
        let result = propagate(&mut self.engine);
        if !self.keeps_mistakes
            && let Some(mistake) = self.engine.take_mistake()
        {
            panic!("{mistake}");
        }
        // Nothing can be undone at the root: what failed there always fails.
        self.refuted |= result.is_err() && self.engine.level() == 0;
        result
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.engine.push();
    }

    /// Undoes the newest level; does nothing at the root.
    pub fn pop(&mut self) {
        self.engine.pop();
    }

    /// Undoes levels until no more than `level` are open.
    pub fn pop_to(&mut self, level: usize) {
        self.engine.pop_to(level);
    }

    /// Makes the domains as they are the start: their history is dropped, and no
    /// [explanation](Self::explain) mentions what is true of them.
    ///
    /// ```
    /// use residua::constraints::lt;
    /// use residua::model::{Model, Options, Solver};
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 1..=9);
    /// model.post(lt(xs[0], xs[1]))?;
    /// model.post(lt(xs[1], xs[2]))?;
    /// let mut solver = Solver::new(&model, Options::default().record(true));
    /// solver.propagate().expect("nothing clashes");
    /// assert!(solver.explain(xs[2].at_least(3)).is_some());
    /// solver.settle_root();
    /// assert!(solver.explain(xs[2].at_least(3)).is_none(), "that is how it starts now");
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If a level is open.
    pub fn settle_root(&mut self) {
        self.engine.settle_root();
    }

    /// The number of open levels.
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
    pub(crate) fn inner(&self, atom: IntAtom) -> Atom {
        self.marks.index_of(atom.var(), self.map.len());
        self.map.atom(atom)
    }

    /// An atom of the engine as one of the model's; `None` for a constant, and for an auxiliary variable.
    pub(crate) fn outer(&self, atom: Atom) -> Option<IntAtom> {
        (atom.var().index() < self.map.named()).then(|| self.map.atom_of_model(atom))
    }

    /// Whether an atom is true for all values that are left.
    #[inline]
    pub(crate) fn holds(&self, atom: IntAtom) -> bool {
        self.engine.store().truth(self.inner(atom)) == Some(true)
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

    /// The view in the engine of a variable of the model.
    ///
    /// # Panics
    /// If it is a variable of another model, here and wherever else a variable is asked about.
    #[inline]
    pub fn view(&self, var: IntVar) -> View {
        self.map.var(self.marks.index_of(var, self.map.len()))
    }

    /// The view in the engine of a view of the model's variables.
    ///
    /// # Panics
    /// If no constraint of the model has it, and it leaves `i32`, or is a constant.
    pub(crate) fn inner_view(&self, view: IntView) -> View {
        self.marks.index_of(view.var, self.map.len());
        self.map.view(view).expect("invariant: the solver composed the same views")
    }

    /// The number of variables of the engine that stand for variables of the model: the first ones.
    pub(crate) fn named_vars(&self) -> usize {
        self.map.named()
    }

    /// The first variable of the model that one of the engine's stands for.
    #[inline]
    pub(crate) fn name(&self, var: VarId) -> IntVar {
        self.map.name(var)
    }

    /// Keeps the first mistake of a propagator until it is asked for, where runs are checked.
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

    /// The values of all variables, once each has only one left: a solution, at a fixpoint.
    ///
    /// ```
    /// use residua::constraints::lt;
    /// use residua::model::{Model, Options, Solver};
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=3));
    /// model.post(lt(x, y))?;
    /// let mut solver = Solver::new(&model, Options::default());
    /// solver.assume(x.is(2)).and_then(|_| solver.propagate()).expect("nothing clashes");
    /// let solution = solver.solution().expect("all are fixed");
    /// assert_eq!((solution[x], solution[y], model.check(&solution)), (2, 3, Ok(())));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn solution(&self) -> Option<Solution> {
        let store = self.engine.store();
        let is_fixed = self.map.all().iter().all(|view| view.value(store).is_some());
        is_fixed.then(|| self.least_values())
    }

    /// The least value of every variable: a solution, where all are fixed.
    pub(crate) fn least_values(&self) -> Solution {
        let mut values = Vec::with_capacity(self.map.len());
        self.append_least_values(&mut values);
        Solution::named(values, self.marks.clone(), self.names.clone())
    }

    /// Appends the least value of every variable.
    pub(crate) fn append_least_values(&self, values: &mut Vec<i32>) {
        let store = self.engine.store();
        values.extend(self.map.all().iter().map(|view| view.min(store)));
    }

    /// The engine's variables and their domains.
    #[inline]
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

    /// The constraint of the model behind a source.
    pub fn constraint_of(&self, source: Source) -> Option<ConstraintId> {
        self.engine.constraint_of(source)
    }
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
