//! Promise: what a search learns from its dead ends is true, and it finds the solutions of one that learns nothing.
//!
//! What could be wrong with it was tried out, one line at a time; a test that failed is named beside each. The parts are files of
//! `src/learn/` and `src/search/learning/`.
//!
//! TABLE

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use residua::constraints::{
    Consistency, Constraint, Expr, all_different, any_of, clause, eq, in_set, le, lt, ne, sum, table,
};
use residua::model::{IntAtom, IntVar, Model, Options, Solution};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Limit, Limits, Optimum, Search, Status};
use residua::store::Relation;
use residua::testing::check_learning;

use crate::catalogue::{Forms, cases, consistency, mixed, single};
use crate::oracle;

/// A model with many dead ends: every variable has the first few multiples of `step` as values, so that the same constraints are
/// over narrow domains and over wide ones with holes.
#[derive(Clone, Debug)]
struct Tangle {
    step: i32,
    sizes: Vec<i32>,
    parts: Vec<Part>,
}

/// Variables by number, values as multiples of the step.
#[derive(Clone, Debug)]
enum Part {
    Differ(usize, usize, i32),
    Before(usize, usize, i32),
    Sum(Vec<(usize, i32)>, Relation, i32),
    Clause(Vec<(usize, Relation, i32)>),
    /// Of the variables from there on: in a circle, or all.
    AllDifferent(usize, usize, Option<Consistency>),
    /// Where the first has the value, the second has one of those whose bit is set.
    Within(usize, i32, usize, u32),
    /// The pairs of values whose bit is set.
    Pairs(usize, usize, u32),
}

impl Tangle {
    fn model(&self) -> Model {
        let mut model = Model::new();
        let values = |size: i32| (0..size).map(|value| value * self.step).collect::<Vec<i32>>();
        let xs: Vec<IntVar> = self.sizes.iter().map(|&size| model.int_var(values(size))).collect();
        for part in &self.parts {
            let _ = model.post(self.constraint(part, &xs)).expect("the values are small");
        }
        model
    }

    fn constraint(&self, part: &Part, xs: &[IntVar]) -> Arc<dyn Constraint> {
        let x = |var: usize| xs[var % xs.len()];
        let chosen = |bits: u32| (0..5).filter(move |bit| bits >> bit & 1 == 1);
        match part {
            &Part::Differ(a, b, by) => ne(x(a), x(b) + by * self.step).into_shared(),
            &Part::Before(a, b, by) => le(x(a) + by * self.step, x(b)).into_shared(),
            Part::Sum(terms, relation, total) => {
                let left: Expr = sum(terms.iter().map(|&(var, factor)| x(var) * factor));
                let right = total * self.step;
                match relation {
                    Relation::Eq => eq(left, right).into_shared(),
                    Relation::Ne => ne(left, right).into_shared(),
                    Relation::Le => le(left, right).into_shared(),
                    Relation::Ge => le(right, left).into_shared(),
                }
            }
            Part::Clause(atoms) => {
                let atom = |&(var, relation, value)| IntAtom::new(x(var), relation, value * self.step);
                Arc::new(clause(atoms.iter().map(atom)))
            }
            &Part::AllDifferent(from, many, consistency) => {
                let scope = (from..from + many.min(xs.len())).map(x).collect::<Vec<IntVar>>();
                let constraint = all_different(scope);
                Arc::new(consistency.map_or(constraint.clone(), |own| constraint.at(own)))
            }
            &Part::Within(a, value, b, bits) => {
                let values: Vec<i32> = chosen(bits).map(|value| value * self.step).collect();
                let is_not = ne(x(a), value * self.step).into_shared();
                any_of([is_not, Arc::new(in_set(x(b), values))]).into_shared()
            }
            &Part::Pairs(a, b, bits) => {
                let pair = |at: i32| [at / 5 * self.step, at % 5 * self.step];
                let tuples: Vec<[i32; 2]> = (0..25).filter(|at| bits >> at & 1 == 1).map(pair).collect();
                Arc::new(table([x(a), x(b)], tuples))
            }
        }
    }
}

fn relation() -> impl Strategy<Value = Relation> {
    prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge])
}

fn part() -> impl Strategy<Value = Part> {
    let var = 0..8usize;
    let atom = (var.clone(), relation(), 0..5i32);
    let consistency = prop::option::of(consistency());
    prop_oneof![
        4 => (var.clone(), var.clone(), -1..=1i32).prop_map(|(a, b, by)| Part::Differ(a, b, by)),
        1 => (var.clone(), var.clone(), 0..=1i32).prop_map(|(a, b, by)| Part::Before(a, b, by)),
        3 => (prop::collection::vec((var.clone(), prop::sample::select(vec![1, 1, 2, -1, -2])), 2..=5), relation(), -2..=12i32)
            .prop_map(|(terms, relation, total)| Part::Sum(terms, relation, total)),
        4 => prop::collection::vec(atom, 2..=4).prop_map(Part::Clause),
        1 => (var.clone(), 2..=6usize, consistency).prop_map(|(from, many, at)| Part::AllDifferent(from, many, at)),
        3 => (var.clone(), 0..5i32, var.clone(), 1..31u32).prop_map(|(a, value, b, bits)| Part::Within(a, value, b, bits)),
        2 => (var.clone(), var, any::<u32>()).prop_map(|(a, b, bits)| Part::Pairs(a, b, bits)),
    ]
}

/// Few variables of several values, as many variables as values, or many of two.
fn tangle() -> impl Strategy<Value = Tangle> {
    let mixed = prop::collection::vec(2..=5i32, 3..=6);
    let square = (3..=5i32).prop_map(|size| vec![size; size as usize]);
    let sizes = prop_oneof![4 => mixed, 2 => square, 2 => prop::collection::vec(2..=3i32, 6..=8)];
    let step = prop_oneof![3 => Just(1), 2 => Just(30), 1 => Just(3000)];
    (step, sizes, prop::collection::vec(part(), 3..=9))
        .prop_filter("few assignments", |(_, sizes, _)| sizes.iter().product::<i32>() <= 3200)
        .prop_map(|(step, sizes, parts)| Tangle { step, sizes, parts })
}

/// Two-valued variables and clauses that leave many solutions and many dead ends between them.
fn thicket() -> impl Strategy<Value = Tangle> {
    let atom = (0..9usize, relation(), 0..2i32);
    let clause = prop::collection::vec(atom, 3..=4).prop_map(Part::Clause);
    let parts = prop::collection::vec(prop_oneof![6 => clause, 1 => part()], 5..=14);
    (7..=9usize, parts).prop_map(|(vars, parts)| Tangle { step: 1, sizes: vec![2; vars], parts })
}

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

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn of_one_constraint(instance in single(Forms::All), seed in 0..18u64) {
        prop_assume!(instance.domains.iter().map(Vec::len).product::<usize>() <= 2000);
        check_learning(&instance.model(), seed).map_err(fails)?;
    }

    #[test]
    fn of_several(instance in mixed(), seed in 0..18u64) {
        check_learning(&instance.model(), seed).map_err(fails)?;
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_tangles(tangle in tangle(), seed in 0..18u64) {
        check_learning(&tangle.model(), seed).map_err(fails)?;
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// What excludes a solution stays while other nogoods are dropped.
    #[test]
    fn of_thickets(tangle in thicket(), seed in 0..18u64) {
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

/// Seven pigeons in six holes, and eight in seven: it starts over, and drops nogoods, and still ends.
#[test]
fn proves_that_pigeons_need_holes() {
    for holes in [6, 7] {
        let mut model = Model::new();
        let xs = model.int_vars("x", holes + 1, 1..=holes as i32);
        for (at, &x) in xs.iter().enumerate() {
            for &y in &xs[..at] {
                let _ = model.post(ne(x, y)).expect("its own variables");
            }
        }
        for seed in 0..3 {
            // Otherwise they are known to be an `all_different`.
            let search = model.search_with(Options::default().consistency(Consistency::Value));
            let mut search = ordered(&model, search, seed).solutions();
            assert_eq!(search.next(), None);
            assert_eq!(search.status(), Some(Status::Exhausted));
            assert!(holes < 7 || search.statistics().restarts > 0);
        }
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
