//! Nearest other solution, by Hamming distance: one that differs from a given solution in as few variables as possible.
//!
//! Two solutions that differ in little show best what a model leaves open. Another solution need differ in one
//! [component](crate::inspect::components) only, so each is searched by itself, by branch and bound: one variable
//! after another is made to differ, the variables that thereby lose their old value are decided first, and everything
//! else keeps its value if it can. A variable that has been tried in this way keeps its old value from then on.
//!
//! | Promise | |
//! |---|---|
//! | Bound | the number of variables that have lost their old value is a lower bound on the difference; when one more would be too many, all others keep theirs |
//! | Cost | exponential at worst in the number of differing variables; each node looks at the component once |
//! | Stops | at a limit, with the nearest found so far |
//! | Source | Land & Doig, *Econometrica* 28, 1960, over the solutions' Hamming distance (Hebrard, Hnich, O'Sullivan & Walsh, *Finding Diverse and Similar Solutions in Constraint Programming*, AAAI 2005) |

use crate::inspect::builder::Inspect;
use crate::inspect::components::ConstraintGraph;
use crate::model::{IntAtom, IntVar, Model, Options, Solution, Solver, Violation};
use crate::search::{Limit, Statistics, Watchdog};
use crate::store::{Domains, VarId};

/// The nearest other solution, as far as the search got.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nearest {
    /// The nearest solution that was found; `None` if no other one was.
    pub solution: Option<Solution>,
    /// The limit that was reached. Without one, no solution is nearer; and if `solution` is `None`, there is no other.
    pub stopped: Option<Limit>,
}

impl Nearest {
    /// The nearest solution to that one, counted in the variables that are asked about.
    pub(super) fn to(solution: &Solution, asked: &Inspect<'_>) -> Result<Nearest, Violation> {
        let model = asked.model;
        let vars = asked.focus.clone().unwrap_or_else(|| model.vars().collect());
        model.check(solution)?;
        let solution = &solution.clone().of(model);
        let mut solver = Solver::new(model, Options::default());
        let mut watchdog = Watchdog::new(asked.limits.clone());
        watchdog.start();
        // There is a solution, so that the root has a fixpoint.
        if let Err(limit) = solver.survives([], watchdog.interrupt()) {
            return Ok(Nearest { solution: None, stopped: Some(limit) });
        }
        let mut network = ConstraintGraph::new(model, &solver);
        let all: Vec<VarId> = solver.engine().own_vars().collect();
        // A small component soon gives a bound that keeps the search in large ones short.
        let mut components = network.components(&solver, &all);
        components.sort_by_key(Vec::len);
        let mut search = Search::new(model, &vars, solver, solution, watchdog);
        for component in components {
            search.component(&component);
            if search.stopped.is_some() {
                break;
            }
        }
        Ok(Nearest { solution: search.best, stopped: search.stopped })
    }
}

/// A variable of the engine, in terms of the first variable of the model that it represents.
#[derive(Clone, Copy, Debug)]
struct WeightedVar {
    name: IntVar,
    /// Its value in the given solution.
    old: i32,
    /// The number of variables of the model that it represents, of those that count.
    weight: usize,
}

impl WeightedVar {
    fn has_changed(self, solver: &Solver) -> bool {
        !solver.contains(self.name, self.old)
    }
}

/// The search, from component to component.
#[derive(Debug)]
struct Search {
    solver: Solver,
    /// By variable of the engine.
    places: Vec<WeightedVar>,
    best: Option<Solution>,
    /// The number of variables in which `best` differs; `usize::MAX` without one.
    distance: usize,
    watchdog: Watchdog,
    statistics: Statistics,
    stopped: Option<Limit>,
}

impl Search {
    fn new(
        model: &Model,
        counted: &[IntVar],
        solver: Solver,
        solution: &Solution,
        watchdog: Watchdog,
    ) -> Search {
        let mut places: Vec<Option<WeightedVar>> = vec![None; solver.store().vars()];
        for name in model.vars() {
            let place = &mut places[solver.view(name).var.index()];
            let _ = place.get_or_insert(WeightedVar { name, old: solution[name], weight: 0 });
        }
        for &name in counted {
            let place = &mut places[solver.view(name).var.index()];
            place.as_mut().expect("invariant: it has a name").weight += 1;
        }
        Search {
            solver,
            places: places.into_iter().flatten().collect(),
            best: None,
            distance: usize::MAX,
            watchdog,
            statistics: Statistics::default(),
            stopped: None,
        }
    }

    /// Looks for nearer solutions that differ in this component alone.
    fn component(&mut self, vars: &[VarId]) {
        let places: Vec<WeightedVar> = vars.iter().map(|var| self.places[var.index()]).collect();
        self.solver.push();
        // All other components keep their values, and so do variables of this one that have been tried.
        let mut is_own = vec![false; self.places.len()];
        for var in vars {
            is_own[var.index()] = true;
        }
        for (place, _) in self.places.iter().zip(is_own).filter(|(_, is_own)| !is_own) {
            let _ = self.solver.assume(place.name.is(place.old));
        }
        self.survives([]);
        while self.stopped.is_none()
            && let Some(place) = self.smallest(&places, |place| place.weight > 0)
        {
            self.try_changed(&places, place);
            if self.stopped.is_some() {
                break;
            }
            let is_kept = self.survives([place.name.is(place.old)]);
            assert!(is_kept || self.stopped.is_some(), "invariant: propagation keeps the given solution");
        }
        self.solver.pop();
    }

    /// Looks for nearer solutions in which one variable differs, depth first.
    fn try_changed(&mut self, places: &[WeightedVar], changed: WeightedVar) {
        let mut decisions: Vec<IntAtom> = Vec::new();
        self.solver.push();
        let mut is_node = self.enter(places, changed.name.is_not(changed.old));
        loop {
            if is_node && let Some(decision) = self.choose(places) {
                self.solver.push();
                decisions.push(decision);
                is_node = self.enter(places, decision);
                continue;
            }
            if is_node {
                self.distance = self.changed(places);
                self.best = Some(self.solver.least_values());
            }
            let Some(decision) = decisions.pop() else { break };
            self.solver.pop();
            is_node = self.enter(places, !decision);
        }
        self.solver.pop();
    }

    /// Makes an atom true; returns whether what is left may hold a nearer solution.
    fn enter(&mut self, places: &[WeightedVar], atom: IntAtom) -> bool {
        // A node looks at each variable of the component: the clock costs nothing beside that.
        let cause = |watchdog: &Watchdog| watchdog.interrupt().poll().map(Limit::from);
        self.stopped = self.stopped.or_else(|| self.watchdog.before_node(&self.statistics));
        self.stopped = self.stopped.or_else(|| cause(&self.watchdog));
        if self.stopped.is_some() {
            return false;
        }
        self.statistics.nodes += 1;
        let survives = self.survives([atom]) && self.is_near(places);
        self.statistics.failures += u64::from(!survives);
        survives
    }

    /// Whether the atoms leave something after propagation; `false` if it was stopped.
    fn survives(&mut self, atoms: impl IntoIterator<Item = IntAtom>) -> bool {
        self.solver.survives_or_stops(atoms, self.watchdog.interrupt(), &mut self.stopped)
    }

    /// Whether less has changed than in the best solution. If one more change were too many, all the rest keep their values.
    fn is_near(&mut self, places: &[WeightedVar]) -> bool {
        loop {
            let changed = self.changed(places);
            let Some(spare) = self.distance.checked_sub(changed + 1) else { return false };
            let mut has_closed = false;
            for place in places {
                let is_open = self.solver.value(place.name).is_none() && !place.has_changed(&self.solver);
                if is_open && place.weight > spare {
                    has_closed = true;
                    if self.solver.assume(place.name.is(place.old)).is_err() {
                        return false;
                    }
                }
            }
            if !has_closed {
                return true;
            }
            if !self.survives([]) {
                return false;
            }
        }
    }

    /// The number of variables of the model that have lost their old value.
    fn changed(&self, places: &[WeightedVar]) -> usize {
        let changed = places.iter().filter(|place| place.has_changed(&self.solver));
        changed.map(|place| place.weight).sum()
    }

    /// Decides first the variables that have lost their old value; the others keep it if they can.
    fn choose(&self, places: &[WeightedVar]) -> Option<IntAtom> {
        if let Some(place) = self.smallest(places, |place| place.has_changed(&self.solver)) {
            return Some(place.name.is(self.solver.domain(place.name).min()?));
        }
        self.smallest(places, |_| true).map(|place| place.name.is(place.old))
    }

    /// The open variable with the fewest values, the first among equals, of those that are wanted.
    fn smallest(
        &self,
        places: &[WeightedVar],
        is_wanted: impl Fn(&WeightedVar) -> bool,
    ) -> Option<WeightedVar> {
        let size = |place: &WeightedVar| self.solver.size(place.name);
        let open = places.iter().filter(|place| size(place) > 1 && is_wanted(place));
        open.min_by_key(|place| size(place)).copied()
    }
}
