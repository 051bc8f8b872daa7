//! Promise: what a search learns from its dead ends is true, and it finds the solutions of one that learns nothing.
//!
//! What could be wrong with it was tried out, one line at a time; a test that failed is named beside each. The parts are files of
//! `src/learn/` and `src/search/learning/`.
//!
//! | mutant | killed by |
//! |---|---|
//! | a premise is dropped, of a change or a dead end, by a propagator or a nogood | `of_tangles` |
//! | the analysis stops with two changes of the level left, or counts from the change after the decision | stack overflow in any test |
//! | the analysis goes on to the decision | `lessons::stops_at_the_first_point` |
//! | of several atoms of one change the posted one does not take the place | `of_tangles` |
//! | a weaker atom is kept instead of the stronger | `of_tangles` |
//! | what another atom implies is not wanted, and explained still | `is_the_same_each_time` |
//! | a weaker atom is wanted beside the stronger | `lessons::a_bound_takes_the_place_of_a_weaker_one` |
//! | an atom is covered by what became true later | `of_tangles` |
//! | what is known of one atom of a change counts for another | `lessons::leaves_out_what_the_rest_implies` |
//! | what is known for one nogood counts for the next | `lessons::each_nogood_is_shortened_by_itself` |
//! | merging loses a hole or a bound, or keeps the weaker bound | `of_tangles` |
//! | a backjump goes one level too low, or too high | `of_tangles` |
//! | the reason is another nogood | `of_tangles` |
//! | after a backjump, or when the root is settled, nothing is read again | `of_tangles` |
//! | a bound crossed, a value lost or an equality is not read, of a narrow or a wide variable | `of_tangles`, `of_one_constraint` |
//! | of a wide variable the value below its new minimum is not read | `reads_what_a_wide_variable_loses` |
//! | the circular search for a watch starts one too late | `of_tangles` |
//! | where nothing of the level is left, the analysis goes on to the older decisions, or says that there are none | `late` |
//! | `x ≥ v` is the opposite of `x ≤ v` | any |
//! | a solution is excluded by the nogood of analysis only | `of_projections` |
//! | auxiliaries are left in the exclusion | `of_tangles` |
//! | after a dead end the rest of a list of watches is lost | `of_one_constraint` |
//! | a literal is true twice, too soon, or still after its change was undone; what is true at the root is not for good; a literal that is true when it is met is not undone, or read again | `what_is_known_is_true` |
//! | what excludes a solution by its decisions is dropped like others | `finds_all_queens` |
//! | so is what excludes one of a projection, beside the nogood of analysis | `of_tangles` |
//! | holes that a wide variable gets in bulk are not read | `reads_what_a_wide_variable_loses_inside` |
//! | what some values of a variable leave is stated, where it was fixed to another one before all were tried | `of_tangles`, `of_one_constraint` |
//! | of a value that is tried, what is left of a domain that another value does not reduce is stated | `of_tangles` |
//!
//! Others change nothing but the cost or the order: phases reversed, true
//! atoms or false ones kept where the base is reduced, a solution never excluded by analysis (the dead end that follows is analysed),
//! what is alone after a reduction forgotten (at a fixpoint nothing is).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use residua::constraints::{
    Consistency, Constraint, Expr, all_different, any_of, clause, eq, in_set, le, lt, ne, sum,
};
use residua::model::{IntVar, Model, Options, Solution};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Limit, Limits, Optimum, Search, Status};
use residua::testing::{check_learning, check_truths};

use crate::catalogue::{Forms, cases, mixed, single};
use crate::oracle;
use crate::tangles::{tangle, thicket};

/// A search that learns, by an order of the caller's or by its own.
fn learning(model: &Model, seed: u64) -> Search<'_> {
    ordered(model, model.search(), seed)
}

fn ordered<'a>(model: &'a Model, search: Search<'a>, seed: u64) -> Search<'a> {
    let search = search.learn(Learning::On);
    let vars: Vec<IntVar> = model.vars().collect();
    match seed % 3 {
        0 => search,
        1 => search.branch(&vars, VariableOrder::DomWdeg, ValueOrder::Random(seed)),
        _ => search.branch(&vars, VariableOrder::Input, ValueOrder::Descending),
    }
}

/// The solutions of a search that learns nothing.
fn reference(model: &Model) -> BTreeSet<Vec<i32>> {
    model.search().learn(Learning::Off).solutions().map(|solution| solution.values().to_vec()).collect()
}

/// All that a search finds, each once, or which it finds twice.
fn distinct(
    found: impl IntoIterator<Item = Solution>,
    of: &[IntVar],
) -> Result<BTreeSet<Vec<i32>>, TestCaseError> {
    let mut all = BTreeSet::new();
    for solution in found {
        let values: Vec<i32> = of.iter().map(|&var| solution[var]).collect();
        prop_assert!(all.insert(values), "{:?} comes twice", solution);
    }
    Ok(all)
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors, which are given by value")]
fn fails(mistake: impl ToString) -> TestCaseError {
    TestCaseError::fail(mistake.to_string())
}

/// What the nogoods ask for is what the domains say, wherever these are large, lose many values at once or get them back.
#[test]
fn what_is_known_is_true() {
    (0..300).for_each(check_truths);
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn of_one_constraint(instance in single(Forms::All), seed in 0..2304u64) {
        prop_assume!(instance.domains.iter().map(Vec::len).product::<usize>() <= 2000);
        check_learning(&instance.model(), seed).map_err(fails)?;
    }

    #[test]
    fn of_several(instance in mixed(), seed in 0..2304u64) {
        check_learning(&instance.model(), seed).map_err(fails)?;
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_tangles(tangle in tangle(), seed in 0..2304u64) {
        check_learning(&tangle.model(), seed).map_err(fails)?;
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// What excludes a solution stays while other nogoods are dropped.
    #[test]
    fn of_thickets(tangle in thicket(), seed in 0..2304u64) {
        check_learning(&tangle.model(), seed).map_err(fails)?;
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// Of the solutions that are the same in some variables, each time one is found.
    #[test]
    fn of_projections(tangle in tangle(), bits in any::<u8>(), seed in 0..6u64) {
        let model = tangle.model();
        let of: Vec<IntVar> = model.vars().filter(|var| bits >> var.index() & 1 == 1).collect();
        let expected: BTreeSet<Vec<i32>> =
            reference(&model).iter().map(|values| of.iter().map(|var| values[var.index()]).collect()).collect();
        let found = distinct(learning(&model, seed).project(&of).solutions(), &of)?;
        prop_assert_eq!(found, expected);
    }

    /// The best value is that of a search that learns nothing, and each solution is better than the one before.
    #[test]
    fn of_optima(tangle in tangle(), factors in prop::collection::vec(-2..=3i32, 8), seed in 0..6u64, nodes in 1..60u64) {
        let model = tangle.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let objective = || -> Expr { sum(vars.iter().zip(&factors).map(|(&var, &factor)| var * factor)) };
        let value = |values: &[i32]| values.iter().zip(&factors).map(|(v, f)| i64::from(v * f)).sum::<i64>();
        let values: Vec<i64> = reference(&model).iter().map(|values| value(values)).collect();
        for is_maximum in [false, true] {
            let search = learning(&model, seed).limits(Limits::none().nodes(nodes));
            let mut better = if is_maximum { search.maximize(objective()) } else { search.minimize(objective()) }.map_err(fails)?;
            let mut best = None;
            loop {
                for (reached, solution) in better.by_ref() {
                    prop_assert_eq!(model.check(&solution), Ok(()));
                    prop_assert_eq!(reached, value(solution.values()));
                    let is_better = best.is_none_or(|best| if is_maximum { reached > best } else { reached < best });
                    prop_assert!(is_better);
                    best = Some(reached);
                }
                if better.status() == Some(Status::Exhausted) {
                    break;
                }
                better.resume(Limits::none().nodes(nodes));
            }
            let optimum = if is_maximum { values.iter().max() } else { values.iter().min() };
            prop_assert_eq!(better.optimum(), optimum.map_or(Optimum::Infeasible, |&best| Optimum::Optimal(best)));
            prop_assert_eq!(best, optimum.copied());
        }
    }

    /// The same search twice is the same, to the last count.
    #[test]
    fn is_the_same_each_time(tangle in tangle(), seed in 0..6u64) {
        let model = tangle.model();
        let [mut a, mut b] = [(); 2].map(|()| learning(&model, seed).solutions());
        let found = a.by_ref().collect::<Vec<_>>();
        prop_assert_eq!(found, b.by_ref().collect::<Vec<_>>());
        prop_assert_eq!(a.statistics(), b.statistics());
        prop_assert_eq!(a.status(), b.status());
    }

    /// A search in pieces, by any limit, finds what it finds in one.
    #[test]
    fn of_limits(tangle in tangle(), seed in 0..6u64, (nodes, failures, solutions) in (1..20u64, 0..6u64, 1..4u64), by in 0..4) {
        let model = tangle.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let limits = || match by {
            0 => Limits::none().nodes(nodes),
            1 => Limits::none().failures(failures),
            2 => Limits::none().solutions(solutions),
            _ => Limits::none().nodes(nodes).failures(failures + 1).solutions(solutions),
        };
        let mut search = learning(&model, seed).limits(limits()).solutions();
        let (mut found, mut stops) = (Vec::new(), 0);
        loop {
            let before = found.len() as u64;
            found.extend(search.by_ref());
            let piece = found.len() as u64 - before;
            match search.status() {
                Some(Status::Stopped(Limit::Solutions)) => prop_assert_eq!(piece, solutions),
                Some(Status::Stopped(_)) => prop_assert!(by < 2 || piece <= solutions),
                Some(Status::Exhausted) => break,
                status => return Err(fails(format!("{status:?}"))),
            }
            stops += 1;
            prop_assert!(stops < 100_000, "it does not get on");
            // A search that may not fail at all gets nowhere.
            search.resume(if by == 1 { Limits::none().failures(failures + 1) } else { limits() });
        }
        prop_assert_eq!(search.statistics().solutions, found.len() as u64);
        prop_assert_eq!(distinct(found, &vars)?, reference(&model));
        prop_assert!(!search.advance());
    }
}

proptest! {
    #![proptest_config(cases(800))]

    /// By the public door, with the dead ends between starts that it has there, compared with brute force.
    #[test]
    fn finds_the_solutions_of_brute_force(instance in mixed(), seed in 0..6u64) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        prop_assert_eq!(distinct(learning(&model, seed).solutions(), &vars)?, oracle::solutions(&instance));
    }
}

/// A flag that is up stops it wherever it is; nothing is lost when it is down again.
#[test]
fn stops_at_the_flag() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 1..=5);
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    let flag = Arc::new(AtomicBool::new(true));
    let limits = || Limits::none().stop(Arc::clone(&flag));
    let mut search = model.search().learn(Learning::On).limits(limits()).solutions();
    assert!(!search.advance());
    assert_eq!(search.status(), Some(Status::Stopped(Limit::Stop)));
    let mut found = Vec::new();
    while search.status() != Some(Status::Exhausted) {
        flag.store(false, Ordering::Relaxed);
        search.resume(limits());
        found.extend(search.next());
        flag.store(true, Ordering::Relaxed);
        assert_eq!(search.next(), None);
    }
    assert_eq!(distinct(found, &xs).expect("each comes once").len(), 120);
}

/// Propagation that was interrupted is not at its fixpoint: nothing is decided before it is.
#[test]
fn goes_on_with_propagation() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=600_000_000));
    let _ = model.post(lt(x * 2, y * 3)).expect("its own variables");
    let _ = model.post(lt(y * 3, x * 2)).expect("its own variables");
    let limits = || Limits::none().time(Duration::from_millis(10));
    let mut search = model.search().learn(Learning::On).limits(limits()).solutions();
    for _ in 0..3 {
        assert!(!search.advance());
        assert_eq!(search.status(), Some(Status::Stopped(Limit::Time)));
        assert_eq!(search.statistics().decisions, 0);
        search.resume(limits());
    }
}

/// Of a permutation each value has a place, of which its propagators know nothing where nogoods tell of it.
#[test]
fn learns_what_constraints_state() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=3);
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    // That three of them are below 3 is found after the nogoods were stated.
    let y = model.int_var(0..=5);
    for &x in &xs[1..] {
        let _ = model.post(lt(x, y)).expect("its own variables");
    }
    let _ = model.post(le(y + y, 7)).expect("its own variables");
    let search = model.search().learn(Learning::On);
    let mut search = search.branch(&xs, VariableOrder::Input, ValueOrder::Ascending).solutions();
    assert_eq!(search.by_ref().count(), 6);
    assert_eq!(search.statistics().failures, 0, "that x0 is 3 is known before it is decided");
}

/// A nogood waits for `x ≠ 30`, or whatever is in its place, and that is lost with others: by a bound, or from between the ends.
#[test]
fn reads_what_a_wide_variable_loses() {
    let far = |step: i32| (0..6).map(|value| value * step).chain([5000]).collect::<Vec<i32>>();
    for (step, lost) in [1, 30].into_iter().flat_map(|step| (0..6).map(move |value| (step, value * step))) {
        let mut model = Model::new();
        let x = model.named_var("x", far(step));
        let [a, u, v] = ["a", "u", "v"].map(|name| model.named_var(name, 0..=1));
        for v in [v.is(0), v.is(1)] {
            let _ = model.post(clause([x.is(lost), u.is(0), v])).expect("its own variables");
        }
        let left = far(step).into_iter().filter(|value| value % (2 * step) != lost % (2 * step));
        let within = in_set(x, left.collect::<Vec<i32>>());
        let _ = model.post(any_of([ne(a, 1).into_shared(), Arc::new(within)])).expect("its own variables");
        for seed in 0..18 {
            check_learning(&model, seed).expect("it keeps its promises");
        }
    }
}

/// That each value has a place is a nogood, of values that a wide variable loses with others from between its ends.
#[test]
fn reads_what_a_wide_variable_loses_inside() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, [0, 30, 60, 90]);
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    for (name, (&x, left)) in
        ["a", "b", "c"].iter().zip(xs.iter().zip([vec![0, 90], vec![0, 90], vec![0, 60, 90]]))
    {
        let a = model.named_var(name, 0..=1);
        let within = Arc::new(in_set(x, left));
        let _ = model.post(any_of([ne(a, 1).into_shared(), within])).expect("its own variables");
    }
    for seed in 0..18 {
        check_learning(&model, seed).expect("it keeps its promises");
    }
}

/// Queens by differences.
fn queens(n: i32) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", n as usize, 0..n);
    for (row, &x) in xs.iter().enumerate() {
        for (above, &y) in xs[..row].iter().enumerate() {
            let gap = (row - above) as i32;
            for by in [0, gap, -gap] {
                let _ = model.post(ne(x, y + by)).expect("its own variables");
            }
        }
    }
    (model, xs)
}

/// Ten queens: what was learned is dropped more than once, and no solution comes twice.
#[test]
fn finds_all_queens() {
    let (model, xs) = queens(10);
    let search = model.search().consistency(Consistency::Value).learn(Learning::On);
    assert_eq!(distinct(search.solutions(), &xs).expect("each comes once").len(), 724);
}

/// What excludes the solutions that were found is not dropped: a limit of memory ends the search. With more it goes on.
#[test]
fn stops_where_memory_ends() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 10, 0..=1);
    let search = || model.search().learn(Learning::On);
    let mut limited = search().limits(Limits::none().memory(20_000)).solutions();
    let mut found: Vec<Solution> = limited.by_ref().collect();
    assert_eq!(limited.status(), Some(Status::Stopped(Limit::Memory)));
    assert!((10..1000).contains(&found.len()), "{}", found.len());
    limited.resume(Limits::none().memory(20_000));
    assert!(!limited.advance());
    assert_eq!(limited.status(), Some(Status::Stopped(Limit::Memory)));
    limited.resume(Limits::none());
    found.extend(limited.by_ref());
    assert_eq!(limited.status(), Some(Status::Exhausted));
    assert_eq!(distinct(found, &xs).expect("each comes once").len(), 1024);
    // Where it is enough, nothing is different.
    let [some, any] = [Limits::none().memory(10_000_000), Limits::none()];
    let [mut some, mut any] = [some, any].map(|limits| search().limits(limits).solutions());
    assert_eq!((some.by_ref().count(), any.by_ref().count()), (1024, 1024));
    assert_eq!(some.statistics(), any.statistics());
}

/// With little room it drops what it learned again and again, and finds what it finds.
#[test]
fn finds_all_in_little_room() {
    let (model, xs) = queens(9);
    let all = |memory: Option<usize>| {
        let search = model.search().consistency(Consistency::Value).learn(Learning::On);
        let mut search = search.limits(Limits::none().memory(memory)).solutions();
        assert_eq!(distinct(search.by_ref(), &xs).expect("each comes once").len(), 352);
        assert_eq!(search.status(), Some(Status::Exhausted));
        search.statistics()
    };
    let (much, little) = (all(None), all(Some(60_000)));
    assert!(little.restarts > much.restarts, "{little}");
}

/// One pigeon more than there are holes, with enough of them for each order to restart and to drop nogoods, and still to end.
#[test]
fn proves_that_pigeons_need_holes() {
    for (seed, holes) in [(0, 8), (1, 8), (2, 10)] {
        let mut model = Model::new();
        let xs = model.int_vars("x", holes + 1, 1..=holes as i32);
        for (at, &x) in xs.iter().enumerate() {
            for &y in &xs[..at] {
                let _ = model.post(ne(x, y)).expect("its own variables");
            }
        }
        // Otherwise they are known to be an `all_different`.
        let search = model.search().options(Options::default().consistency(Consistency::Value));
        let mut search = ordered(&model, search, seed).solutions();
        assert_eq!(search.next(), None);
        assert_eq!(search.status(), Some(Status::Exhausted));
        assert!(search.statistics().restarts > 0, "{seed}");
    }
}

/// Nothing to decide, one solution, none.
#[test]
fn of_small_models() {
    let found = |model: &Model| {
        let mut search = model.search().learn(Learning::On).solutions();
        let found: Vec<Vec<i32>> = search.by_ref().map(|solution| solution.values().to_vec()).collect();
        assert_eq!(search.status(), Some(Status::Exhausted));
        assert!(!search.advance() && search.statistics().solutions == found.len() as u64);
        check_learning(model, 0).expect("it keeps its promises");
        found
    };
    let mut model = Model::new();
    assert_eq!(found(&model), [[0; 0]]);
    let x = model.int_var(3);
    assert_eq!(found(&model), [[3]]);
    let y = model.int_var(0..=5);
    let _ = model.post(eq(x, y + 1)).expect("its own variables");
    assert_eq!(found(&model), [[3, 2]]);
    let _ = model.post(lt(x, y)).expect("its own variables");
    assert_eq!(found(&model), [[0; 0]; 0]);
    let mut model = Model::new();
    let _ = model.int_var(Vec::new());
    assert_eq!(found(&model), [[0; 0]; 0]);
    assert_eq!(
        model.minimize(model.vars().next().expect("one")).expect("its own variable").optimum(),
        Optimum::Open { best: None, bound: 0 }
    );
}
