//! Promise: a search visits each solution once, wherever it is stopped and however often it is resumed; what it
//! leaves is reported.

use proptest::prelude::*;
use residua::constraints::{all_different, clause, eq, lt};
use residua::domain::Domain;
use residua::model::{IntAtom, IntVar, Model, Options, Solution, Solver};
use residua::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, EngineChoice, Limit, Limits, Status};
use residua::store::{Domains, VarId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::catalogue::{cases, mixed};
use crate::counts::queens;
use crate::oracle;
use crate::samples::reference;

pub(crate) fn orders() -> impl Strategy<Value = (VariableOrder, ValueOrder)> {
    let variables = vec![VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg];
    let values =
        vec![ValueOrder::Ascending, ValueOrder::Descending, ValueOrder::Bisect, ValueOrder::Random(7)];
    (prop::sample::select(variables), prop::sample::select(values))
}

fn dfs(model: &Model, order: (VariableOrder, ValueOrder), limits: Limits) -> Dfs {
    let vars: Vec<IntVar> = model.vars().collect();
    Dfs::new(vec![Box::new(Ordered::new(&vars, order.0, order.1))], limits)
}

fn nodes(nodes: u64) -> Limits {
    Limits::none().nodes(nodes)
}

/// The values of all variables at the current node.
fn values(model: &Model, solver: &Solver) -> Vec<i32> {
    model.vars().map(|var| solver.value(var).expect("a solution")).collect()
}

/// All solutions from where the solver stands, each met once.
fn all(model: &Model, solver: &mut Solver, dfs: &mut Dfs) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    while dfs.advance(solver) {
        found.push(values(model, solver));
    }
    found
}

/// The solutions of a subproblem.
fn under(model: &Model, atoms: &[IntAtom]) -> Vec<Vec<i32>> {
    let mut solver = Solver::new(model, Options::default());
    if atoms.iter().any(|&atom| solver.assume(atom).is_err()) {
        return Vec::new();
    }
    let order = (VariableOrder::Input, ValueOrder::Ascending);
    all(model, &mut solver, &mut dfs(model, order, Limits::default()))
}

proptest! {
    #![proptest_config(cases(4000))]

    /// Stopped after a number of nodes: what was found and what is left are disjoint, and together they are all
    /// solutions.
    #[test]
    fn the_rest_is_shown(instance in mixed(), order in orders(), after in 0..20u64) {
        let model = instance.model();
        let mut solver = Solver::new(&model, Options::default());
        let mut search = dfs(&model, order, nodes(after));
        let mut found = all(&model, &mut solver, &mut search);
        for nogood in search.path().nogoods() {
            // What was refuted has no solutions except those found.
            let known: BTreeSet<_> = found.iter().cloned().collect();
            prop_assert!(under(&model, &nogood).iter().all(|solution| known.contains(solution)));
        }
        for atoms in search.rest() {
            found.extend(under(&model, &atoms));
        }
        let distinct: BTreeSet<_> = found.iter().cloned().collect();
        prop_assert_eq!(distinct.len(), found.len(), "a solution came twice");
        prop_assert_eq!(distinct, oracle::solutions(&instance));
    }

    /// Stopped again and again, it visits the same nodes in the same order as one that is never stopped.
    #[test]
    fn it_goes_on_where_it_stopped(instance in mixed(), order in orders(), step in 1..5u64) {
        let model = instance.model();
        let mut solver = Solver::new(&model, Options::default());
        let mut whole = dfs(&model, order, Limits::default());
        let expected = all(&model, &mut solver, &mut whole);
        let mut solver = Solver::new(&model, Options::default());
        let mut search = dfs(&model, order, nodes(step));
        let mut found = all(&model, &mut solver, &mut search);
        while search.status() != Some(Status::Exhausted) {
            prop_assert_eq!(search.status(), Some(Status::Stopped(Limit::Nodes)));
            search.resume(nodes(step));
            found.extend(all(&model, &mut solver, &mut search));
        }
        prop_assert_eq!(found, expected);
        prop_assert_eq!(search.statistics(), whole.statistics());
        prop_assert!(search.rest().is_empty());
        prop_assert_eq!(solver.level(), 0);
    }

    /// Whenever it is started over it finds all solutions, in the same order.
    #[test]
    fn it_starts_over(instance in mixed(), order in orders(), after in 0..12u64) {
        let model = instance.model();
        // Weights and random numbers are what the search has learned, and are kept.
        let keeps = order.0 == VariableOrder::DomWdeg || matches!(order.1, ValueOrder::Random(_));
        let mut solver = Solver::new(&model, Options::default());
        let mut search = dfs(&model, order, Limits::default());
        let expected = all(&model, &mut solver, &mut search);
        search.reset(&mut solver);
        for _ in 0..after {
            if !search.advance(&mut solver) {
                break;
            }
        }
        search.reset(&mut solver);
        prop_assert_eq!(solver.level(), 0);
        let again = all(&model, &mut solver, &mut search);
        let sorted = |mut all: Vec<Vec<i32>>| { all.sort(); all };
        if keeps {
            prop_assert_eq!(sorted(again), sorted(expected));
        } else {
            prop_assert_eq!(again, expected);
        }
    }

    /// Variables that are given twice, or are equal to another one, change nothing, few or many.
    #[test]
    fn twins_do_not_matter(equal in prop::collection::vec((0..300usize, 0..300usize), 1..4), order in orders(), merge: bool) {
        let mut model = Model::new();
        let vars = model.int_vars("x", 300, 0..=1);
        for &(x, y) in &equal {
            let _ = model.post(eq(vars[x], vars[y])).expect("the model's own variables");
        }
        let branched: Vec<IntVar> = vars.iter().chain(&vars[..20]).copied().collect();
        let limits = Limits::none().nodes(2000).solutions(3);
        let options = Options::default().merge_equal(merge);
        let search = model.search().options(options).engine(EngineChoice::General).branch(&branched, order.0, order.1);
        let mut solutions = search.limits(limits).solutions();
        let found: BTreeSet<_> = solutions.by_ref().map(|solution| solution.values().to_vec()).collect();
        prop_assert_eq!(found.len(), 3);
        prop_assert!(solutions.statistics().nodes <= 400, "{}", solutions.statistics());
    }
}

/// More variables than are scanned, and two of them equal.
#[test]
fn many_variables_and_one_equality() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 257, 0..=1);
    model.post(eq(xs[0], xs[1])).expect("the model's own variables");
    let solution = model.solve().expect("there are solutions");
    assert_eq!(solution[xs[0]], solution[xs[1]]);
}

/// None of many variables is overlooked, though the first one came before it when both changed, and is decided now.
#[test]
fn the_last_of_many_variables() {
    let mut model = Model::new();
    let [x, y] = [model.int_var(0..=2), model.int_var(0..=1)];
    let _ = model.int_vars("fixed", 297, 0..=0);
    let last = model.int_var(0..=4);
    // That y is 0 takes a value from the last one, which decides the first one.
    model.post(lt(last, y + 4)).expect("the model's own variables");
    model.post(clause([last.at_least(4), x.at_most(0)])).expect("the model's own variables");
    assert_eq!(model.search().engine(EngineChoice::General).solutions().count(), 11);
}

/// The right branches of the root are gone when a search starts over.
#[test]
fn nothing_is_left_of_an_exhausted_search() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 1..=3);
    model.post(all_different(xs)).expect("the model's own variables");
    let mut solver = Solver::new(&model, Options::default());
    let mut search = dfs(&model, (VariableOrder::Input, ValueOrder::Ascending), Limits::default());
    assert_eq!(all(&model, &mut solver, &mut search).len(), 6);
    search.reset(&mut solver);
    assert_eq!(all(&model, &mut solver, &mut search).len(), 6);
    search.reset(&mut solver);
    assert_eq!((0..5).filter(|_| search.advance(&mut solver)).count(), 5);
    search.reset(&mut solver);
    assert_eq!(all(&model, &mut solver, &mut search).len(), 6);
}

/// A brancher may be called at a level whose start it has not seen.
#[test]
fn a_brancher_trusts_no_level_that_it_was_not_asked_at() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=1);
    let mut solver = Solver::new(&model, Options::default());
    let mut order = Ordered::new(&xs, VariableOrder::Input, ValueOrder::Ascending);
    order.start(&mut solver);
    solver.push();
    solver.assume(xs[0].is(0)).expect("0 is possible");
    solver.assume(xs[1].is(0)).expect("0 is possible");
    assert_eq!(order.choose(&solver), Some(xs[2].is(0)));
    solver.pop();
    solver.push();
    solver.assume(xs[2].is(0)).expect("0 is possible");
    assert_eq!(order.choose(&solver), Some(xs[0].is(0)));
}

/// A limit of time, and the flag, stop a fixpoint that would take minutes, and the search continues from there.
#[test]
fn a_fixpoint_can_be_interrupted() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=600_000_000));
    // The bounds are raised alternately by one.
    model.post(lt(x * 2, y * 3)).expect("the model's own variables");
    model.post(lt(y * 3, x * 2)).expect("the model's own variables");
    let limits = Limits::none().time(Duration::from_millis(50));
    let mut solutions = model.search().limits(limits).solutions();
    assert!(!solutions.advance());
    assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Time)));
}

/// The iterator continues in portions of solutions and of nodes, with either engine.
#[test]
fn the_iterator_goes_on_in_pieces() {
    let model = reference().model();
    for engine in [EngineChoice::Auto, EngineChoice::General] {
        let search = |limits| model.search().engine(engine).limits(limits).solutions();
        let expected: Vec<Solution> = search(Limits::default()).collect();
        assert_eq!(expected.len(), 18);
        for piece in [nodes(1), nodes(3), Limits::none().solutions(4)] {
            let mut solutions = search(piece.clone());
            let mut found: Vec<Solution> = solutions.by_ref().collect();
            let mut pieces = 1;
            while solutions.status() != Some(Status::Exhausted) && pieces < 1000 {
                solutions.resume(piece.clone());
                found.extend(solutions.by_ref());
                pieces += 1;
            }
            assert_eq!(found, expected, "{engine}, {piece:?}");
            assert!(pieces > 2, "{engine}, {piece:?}: {pieces}");
        }
    }
}

/// Half-open ranges are domains too.
#[test]
fn domains_of_half_open_ranges() {
    let mut model = Model::new();
    let [x, none] = [model.int_var(0..3), model.int_var(3..3)];
    assert_eq!((model.domain(x).to_string(), model.domain(none).size()), ("0..2".to_owned(), 0));
    assert_eq!(model.solve(), None);
}

/// Decides the first open variable, and looks whether it was shown all domains that are not what they were.
#[derive(Clone, Debug, Default)]
struct Watchful {
    vars: Vec<IntVar>,
    before: Vec<Domain>,
    shown: BTreeSet<VarId>,
    /// How many variables were not shown because they had not changed.
    spared: Arc<AtomicU64>,
}

impl Brancher for Watchful {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        for (&var, before) in self.vars.iter().zip(&self.before) {
            let is_shown = self.shown.contains(&solver.view(var).var);
            assert!(is_shown || *before == solver.domain(var), "not shown {var:?}");
            let _ = self.spared.fetch_add(u64::from(!is_shown), Ordering::Relaxed);
        }
        self.before = solver.domains();
        self.shown.clear();
        let open = self.vars.iter().find(|&&var| solver.value(var).is_none())?;
        Some(open.is(solver.min(*open)))
    }

    fn wants_modified(&self) -> bool {
        true
    }

    fn modified(&mut self, var: VarId) {
        let _ = self.shown.insert(var);
    }
}

/// Decides its variables in order, least value first, but prefers the values of the last solution; it counts restarts.
#[derive(Clone, Debug)]
struct Phases {
    vars: Vec<IntVar>,
    last: Vec<i32>,
    restarts: Arc<AtomicU64>,
}

impl Brancher for Phases {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let (at, &open) = self.vars.iter().enumerate().find(|(_, var)| solver.value(**var).is_none())?;
        let preferred = self.last.get(at).copied().filter(|&value| solver.contains(open, value));
        Some(open.is(preferred.unwrap_or(solver.min(open))))
    }

    fn on_solution(&mut self, solver: &Solver) {
        self.last = self.vars.iter().map(|&var| solver.min(var)).collect();
    }

    fn on_restart(&mut self) {
        let _ = self.restarts.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_brancher_is_notified_of_solutions_and_restarts() {
    let model = queens(6);
    let restarts = Arc::new(AtomicU64::new(0));
    let vars: Vec<IntVar> = model.vars().collect();
    let brancher = Phases { vars, last: Vec::new(), restarts: Arc::clone(&restarts) };
    let mut dfs = Dfs::new(vec![Box::new(brancher)], Limits::none());
    let mut solver = Solver::new(&model, Options::default());
    assert!(dfs.advance(&mut solver));
    let second = dfs.next_solution(&mut solver).expect("there are four");
    dfs.reset(&mut solver);
    assert_eq!(restarts.load(Ordering::Relaxed), 1);
    let again = dfs.next_solution(&mut solver).expect("there are four");
    assert_eq!(again.values(), second.values(), "the values of the last solution come first");
}

#[test]
fn a_brancher_is_shown_what_changed() {
    let model = queens(6);
    let spared = Arc::new(AtomicU64::new(0));
    let brancher =
        Watchful { vars: model.vars().collect(), spared: Arc::clone(&spared), ..Watchful::default() };
    assert_eq!(model.search().brancher(brancher).solutions().count(), 4);
    assert!(spared.load(Ordering::Relaxed) > 20, "{spared:?}");
}
