//! Promise: the usual interface yields the same solutions with each engine, with the same limits and outcomes.

use std::collections::BTreeSet;
use std::thread;

use residua::constraints::{all_different, eq, ge, in_set, lt, ne};
use residua::dense::{Form, Method};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, Options};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{EngineChoice, Limit, Limits, Solutions, Status};
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};

use crate::catalogue::times_depth;
use crate::dense::{
    Case, INTERSECTIONS, LATIN, MOST, Numbers, PLANES, around, boxes, brute_force, filled, general, grid,
    random, set,
};

fn choices() -> impl Iterator<Item = EngineChoice> {
    let forms = Form::ALL.into_iter().map(EngineChoice::Dense);
    [EngineChoice::Auto, EngineChoice::General].into_iter().chain(forms)
}

fn by(model: &Model, engine: EngineChoice) -> Solutions {
    model.search().engine(engine).solutions()
}

fn is_dense(solutions: &Solutions) -> bool {
    solutions.engine() != EngineChoice::General
}

/// How a case is posted: with the same solutions, up to the mapping of `View`s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guise {
    Plain,
    /// All variables shifted by the same constant, and negated.
    Moved,
    /// Each shifted by its own constant.
    Apart,
    /// Some variables have another one that is equal to them.
    Alias,
    /// The holes of the domains are constraints.
    Holes,
}

const GUISES: [Guise; 5] = [Guise::Plain, Guise::Moved, Guise::Apart, Guise::Alias, Guise::Holes];

impl Guise {
    /// The case as a model, and its variables as views.
    fn model(self, case: &Case, numbers: &mut Numbers) -> (Model, Vec<IntView>) {
        let mut model = Model::new();
        let mut views: Vec<IntView> = Vec::new();
        for values in &case.domains {
            let own = numbers.below(9) as i32 - 4;
            let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
            let view = match (self, least, most) {
                (Guise::Holes, Some(least), Some(most)) => {
                    let x = model.int_var(least - 1..=most);
                    // As a set, with one value removed, or as an order: in different forms.
                    let posted = model.post(in_set(x, set(values))).and(model.post(ge(x, least)));
                    let _ = posted.and(model.post(ne(x, least - 1))).expect("the values are small");
                    IntView::from(x)
                }
                (Guise::Moved, ..) => {
                    let moved: Domain = values.iter().map(|v| 7 - v).collect();
                    model.int_var(moved) * -1 + 7
                }
                (Guise::Apart, ..) => {
                    let moved: Domain = values.iter().map(|v| v + own).collect();
                    model.int_var(moved) - own
                }
                _ => IntView::from(model.int_var(set(values))),
            };
            views.push(view);
        }
        for scope in &case.scopes {
            let _ = model.post(all_different(scope.iter().map(|&x| views[x]))).expect("the values are small");
        }
        if self == Guise::Alias {
            let alias = model.int_var(-200..=600);
            let _ = model.post(eq(alias, views[0] + 3)).expect("the values are small");
        }
        (model, views)
    }
}

/// The solutions by variable of the case, up to `most`; each is one, and occurs once.
fn found(model: &Model, views: &[IntView], mut solutions: Solutions, most: usize) -> BTreeSet<Vec<i32>> {
    let mut all = BTreeSet::new();
    while all.len() < most {
        let Some(solution) = solutions.next() else { break };
        assert!(model.check(&solution).is_ok(), "{solution:?}");
        let value = |view: &IntView| view.apply(solution[view.var]) as i32;
        assert!(model.vars().all(|var| solutions.value(var) == Some(solution[var])));
        assert!(all.insert(views.iter().map(value).collect()), "{solution:?} twice");
    }
    all
}

#[test]
fn whichever_engine_finds_them_the_solutions_are_those_of_brute_force() {
    let mut numbers = Numbers(11);
    let mut dense = 0;
    for i in 0..times_depth(600) {
        let case = random(&mut numbers);
        let truth = brute_force(&case);
        let guise = GUISES[i % GUISES.len()];
        let (model, views) = guise.model(&case, &mut numbers);
        for choice in choices() {
            let solutions = by(&model, choice);
            dense += usize::from(is_dense(&solutions));
            assert_eq!(found(&model, &views, solutions, usize::MAX), truth, "{choice} {guise:?} {case:?}");
        }
        assert_eq!(model.solutions().count(), truth.len());
        assert_eq!(model.solve().is_some(), !truth.is_empty());
    }
    assert!(dense > 200, "{dense}");
}

#[test]
fn sudoku_comes_out_alike_by_each_engine() {
    let mut numbers = Numbers(12);
    let mut several = 0;
    for i in 0..times_depth(150) {
        let (rows, columns) = [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4)][i % 5];
        let n = rows * columns;
        let fixed = 30 + numbers.below(30);
        let domains = around(&filled(rows, columns, &mut numbers), n, fixed, &mut numbers);
        let case = Case { domains, scopes: boxes(rows, columns) }.shuffled(&mut numbers);
        let guise = GUISES[i / 5 % GUISES.len()];
        let (model, views) = guise.model(&case, &mut numbers);
        let truth = general(&case.model(), MOST);
        several += usize::from(truth.len() > 1);
        for choice in choices() {
            let solutions = by(&model, choice);
            if choice == EngineChoice::Auto {
                // Views that do not differ exactly when their variables do, and equalities, are for the general
                // engine.
                assert_eq!(is_dense(&solutions), !matches!(guise, Guise::Apart | Guise::Alias), "{guise:?}");
            }
            let all = found(&model, &views, solutions, MOST);
            let agrees = if truth.len() < MOST { all == truth } else { all.len() == MOST };
            assert!(agrees, "{choice} {guise:?} {case:?}");
        }
    }
    assert!(several > 30, "{several}");
}

/// A grid with a few solutions: three of its symbols are open.
fn some_grid() -> Model {
    let domain = |value| if value < 4 { (1..=9).collect() } else { vec![value] };
    let domains = filled(3, 3, &mut Numbers(14)).into_iter().map(domain).collect();
    Case { domains, scopes: boxes(3, 3) }.model()
}

#[test]
fn limits_on_solutions_and_outcomes_are_the_same_by_each_engine() {
    let model = some_grid();
    let total = general(&model, MOST).len() as u64;
    assert!((3..MOST as u64).contains(&total), "{total}");
    for choice in choices() {
        for most in [0, 1, 2, total, total + 1] {
            let limits = Limits::none().solutions(most);
            let mut solutions = model.search().engine(choice).limits(limits).solutions();
            assert_eq!(solutions.status(), None);
            let count = solutions.by_ref().count() as u64;
            let outcome = if most > total { Status::Exhausted } else { Status::Stopped(Limit::Solutions) };
            assert_eq!((count, solutions.status()), (most.min(total), Some(outcome)), "{choice} {most}");
            assert_eq!(solutions.statistics().solutions, count);
            assert!(solutions.next().is_none() && !solutions.advance(), "it has ended");
        }
        for nodes in [0, 1, 2] {
            let limits = Limits::none().nodes(nodes);
            let mut solutions = model.search().engine(choice).limits(limits).solutions();
            while solutions.advance() {}
            assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Nodes)), "{choice}");
            assert_eq!(solutions.statistics().nodes, nodes, "{choice}");
        }
    }
}

#[test]
fn a_clone_goes_on_from_the_same_place() {
    for choice in choices() {
        let mut here = by(&some_grid(), choice);
        let _ = here.by_ref().take(2).count();
        let there = here.clone();
        let elsewhere = thread::spawn(move || there.collect::<Vec<_>>());
        assert_eq!(here.collect::<Vec<_>>(), elsewhere.join().expect("it ends"), "{choice}");
    }
}

/// Forms by intersections search in the same order, and so do forms by planes, so that the order of solutions does
/// not depend on the machine.
#[test]
fn no_machine_has_an_order_of_its_own() {
    let rows_and_columns = boxes(3, 3)[..18].to_vec();
    let regions = grid(9, |r, c| (r + 2 * c) % 9);
    let mut windows = boxes(3, 3);
    let corners = [(1, 1), (1, 5), (5, 1), (5, 5)];
    let window = |(r, c): (usize, usize)| (0..9).map(|i| (r + i / 3) * 9 + c + i % 3).collect::<Vec<usize>>();
    windows.extend(corners.map(window));
    let mut diagonals = boxes(3, 3);
    diagonals.push((0..9).map(|i| i * 10).collect());
    diagonals.push((1..=9).map(|i| i * 8).collect());
    let shapes = [
        (boxes(3, 3), INTERSECTIONS),
        (diagonals, INTERSECTIONS),
        (windows, INTERSECTIONS),
        (regions, PLANES),
        (rows_and_columns, LATIN),
    ];
    for (i, (scopes, form)) in shapes.into_iter().enumerate() {
        let mut case = Case { domains: vec![(1..=9).collect(); 81], scopes };
        // Some cells fixed, so that the first solutions come soon, but not all at once.
        let is_cyclic = i > 2;
        for (cell, domain) in case.domains.iter_mut().enumerate() {
            let value = (cell / 9 + cell % 9) % 9 + 1;
            if is_cyclic && value > 5 || [0, 11].contains(&cell) {
                *domain = vec![value as i32];
            }
        }
        let first = |choice| by(&case.model(), choice).take(20).collect::<Vec<_>>();
        let all = first(EngineChoice::Auto);
        assert_eq!(all.len(), 20, "{i}");
        assert_eq!(all, first(EngineChoice::Dense(form)), "{i} {form}");
        let engine = by(&case.model(), EngineChoice::Auto).engine();
        let is_of_method = |of: Method| matches!(engine, EngineChoice::Dense(found) if found.method == of);
        assert!(is_of_method(form.method), "{i} {engine}");
    }
}

#[test]
fn what_the_dense_engine_does_not_do_the_general_one_does() {
    let model = some_grid();
    let dense = EngineChoice::Dense(INTERSECTIONS);
    assert_eq!(by(&model, dense).engine(), dense);
    assert!(is_dense(&model.search().consistency(Consistency::Domain).solutions()));
    assert!(!is_dense(&model.search().consistency(Consistency::Value).engine(dense).solutions()));
    let recorded = Options::default().record(true);
    assert!(!is_dense(&model.search().options(recorded).engine(dense).solutions()));
    let vars: Vec<IntVar> = model.vars().collect();
    let branched = model.search().branch(&vars, VariableOrder::Input, ValueOrder::Ascending);
    assert!(!is_dense(&branched.engine(dense).solutions()));
    // A form that does not fit.
    let latin = Case { domains: vec![vec![1, 2, 3]; 9], scopes: grid(3, |r, _| r)[..6].to_vec() }.model();
    assert!(!is_dense(&by(&latin, dense)) && is_dense(&by(&latin, EngineChoice::Dense(PLANES))));
    assert!(is_dense(&latin.solutions()), "by its own form it pays");
    let edges = (0..9).map(|x| vec![x, (x + 1) % 9]).collect();
    let ring = Case { domains: vec![vec![1, 2, 3]; 9], scopes: edges }.model();
    assert!(!is_dense(&ring.solutions()) && !is_dense(&by(&ring, EngineChoice::Dense(LATIN))));
    let mut large = Case { domains: vec![(0..17).collect(); 289], scopes: grid(17, |r, _| r)[..34].to_vec() };
    assert!(!is_dense(&large.model().solutions()), "scope by scope it does not pay");
    large.domains.truncate(288);
    large.scopes.iter_mut().for_each(|scope| scope.retain(|&x| x < 288));
    assert!(!is_dense(&large.model().solutions()), "nor where it is no square");
    let mut ordered = model.clone();
    let _ = ordered.post(lt(vars[0], vars[1])).expect("they are its variables");
    assert!(!is_dense(&by(&ordered, dense)));
}

/// A Latin square of order 16 for which the simple order of the dense engine takes too long to find a solution.
fn misleading() -> Model {
    let mut numbers = Numbers(287);
    // The order and the percentage of givens were drawn too, when it was looked for.
    let n = 13 + numbers.below(4);
    let solution = filled(1, n, &mut numbers);
    let fixed = 30 + numbers.below(25);
    let domain = |&value: &i32| if numbers.below(100) < fixed { vec![value] } else { (1..=16).collect() };
    let domains = solution.iter().map(domain).collect();
    Case { domains, scopes: boxes(1, n) }.model()
}

#[test]
fn a_search_that_gets_nowhere_is_begun_anew_by_the_general_engine() {
    let model = misleading();
    let three = Limits::none().solutions(3);
    let mut solutions = model.search().limits(three.clone()).solutions();
    assert!(is_dense(&solutions));
    let found: Vec<_> = solutions.by_ref().collect();
    assert!(!is_dense(&solutions) && solutions.status() == Some(Status::Stopped(Limit::Solutions)));
    let mut general = model.search().engine(EngineChoice::General).limits(three).solutions();
    assert_eq!(found, general.by_ref().collect::<Vec<_>>());
    // The cost of the dense engine counts, and is subtracted from the limits.
    let (both, alone) = (solutions.statistics(), general.statistics());
    assert_eq!(both.solutions, alone.solutions);
    let before = both.nodes - alone.nodes;
    assert!(before > 500, "{before}");
    for more in [0, 1, 7] {
        let limits = Limits::none().nodes(before + more);
        let mut limited = model.search().limits(limits).solutions();
        assert!(limited.next().is_none());
        assert_eq!(limited.status(), Some(Status::Stopped(Limit::Nodes)));
        assert_eq!(limited.statistics().nodes, before + more);
        assert_eq!(is_dense(&limited), more == 0);
    }
}

/// The same for a solver of many puzzles, which has its full limits again for the next one.
#[test]
fn a_puzzle_that_misleads_is_handed_over_and_the_next_one_is_not() {
    let geometry = Geometry::new(1, 16).expect("a row is a box");
    let givens = misleading().domains().iter().map(|domain| domain.value().unwrap_or(0)).collect();
    let puzzle = Puzzle::new(geometry, givens).expect("16 symbols");
    let limits = |nodes| Limits::none().solutions(2).nodes(nodes);
    let answer = |solver: &mut PuzzleSolver| {
        let mut grid = Vec::new();
        let next = || solver.next_solution(&mut grid).then(|| grid.clone());
        let grids: Vec<Vec<i32>> = std::iter::from_fn(next).collect();
        (grids.len(), grids, solver.status(), solver.statistics())
    };
    let general = EngineChoice::General;
    let mut alone = PuzzleSolver::new(geometry, Consistency::Domain, limits(100_000)).engine(general);
    assert!(!alone.begin(&puzzle) && alone.load(&puzzle).is_ok());
    let expected = answer(&mut alone);
    let mut solver = PuzzleSolver::new(geometry, Consistency::Domain, limits(100_000));
    assert!(solver.begin(&puzzle));
    let first = answer(&mut solver);
    assert_eq!((first.0, &first.1, first.2), (2, &expected.1, expected.2));
    let spent = first.3.nodes - expected.3.nodes;
    assert!(spent > 500, "{spent}");
    // Again, and by the general engine again: no state of the last time is left.
    for _ in 0..2 {
        assert!(solver.begin(&puzzle));
        assert_eq!(answer(&mut solver), first);
        assert!(solver.load(&puzzle).is_ok());
        let loaded = answer(&mut solver);
        assert_eq!((loaded.0, loaded.2, loaded.3.nodes), (2, expected.2, expected.3.nodes));
    }
    // A solution that is skipped is one nevertheless.
    assert!(solver.begin(&puzzle) && solver.advance());
    let rest = answer(&mut solver);
    assert_eq!((rest.1.as_slice(), rest.2, rest.3), (&first.1[1..], first.2, first.3));
    // One node too few.
    let mut short = PuzzleSolver::new(geometry, Consistency::Domain, limits(first.3.nodes - 1));
    assert!(short.begin(&puzzle));
    let stopped = answer(&mut short);
    assert_eq!(stopped.2, Some(Status::Stopped(Limit::Nodes)));
    assert_eq!(stopped.3.nodes, first.3.nodes - 1);
    assert!(short.load(&puzzle).is_ok() && answer(&mut short).2 == expected.2, "it has all its limits again");
}
