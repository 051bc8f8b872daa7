//! Promise: of the solutions that have the same values in some variables one is found, each time, whatever the branchers decide, and
//! wherever the search is stopped.

use proptest::prelude::*;
use residua::constraints::{all_different, eq, sum};
use residua::inspect::{Count, Natural};
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, EngineChoice, Learning, Limit, Limits, Status};
use std::collections::BTreeSet;

use crate::catalogue::{cases, mixed};
use crate::oracle;
use crate::search::orders;

/// Those of the variables whose bit is set.
fn part(vars: &[IntVar], bits: u8) -> Vec<IntVar> {
    vars.iter().copied().filter(|var| bits >> var.index() & 1 == 1).collect()
}

/// The values of `of` in each of the assignments, each once.
fn projected(all: &BTreeSet<Vec<i32>>, of: &[IntVar]) -> BTreeSet<Vec<i32>> {
    all.iter().map(|values| of.iter().map(|var| values[var.index()]).collect()).collect()
}

fn order(vars: &[IntVar], order: (VariableOrder, ValueOrder)) -> Ordered {
    Ordered::new(vars, order.0, order.1)
}

/// The solutions of a subproblem, projected.
fn under(model: &Model, atoms: &[IntAtom], of: &[IntVar]) -> Vec<Vec<i32>> {
    let mut solver = Solver::new(model, Options::default());
    if atoms.iter().any(|&atom| solver.assume(atom).is_err()) {
        return Vec::new();
    }
    let vars: Vec<IntVar> = model.vars().collect();
    let by = order(&vars, (VariableOrder::Input, ValueOrder::Ascending));
    let mut dfs = Dfs::new(vec![Box::new(by)], Limits::default()).project(of);
    let mut found = Vec::new();
    while let Some(solution) = dfs.next_solution(&mut solver) {
        found.push(of.iter().map(|&var| solution[var]).collect());
    }
    found
}

proptest! {
    #![proptest_config(cases(4000))]

    /// The branchers first decide some of the variables, which may be those of the projection, others, or both.
    #[test]
    fn each_is_found_once(
        instance in mixed(),
        (shown, first) in (0..16_u8, 0..16_u8),
        (by, next) in (orders(), orders()),
        step in 1..40_u64,
    ) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let of = part(&vars, shown);
        let all = oracle::solutions(&instance);
        let expected = projected(&all, &of);
        let start = || {
            let search = model.search().brancher(order(&part(&vars, first), by));
            search.brancher(order(&vars, next)).project(&of)
        };
        let mut solutions = start().solutions();
        let mut found = Vec::new();
        for solution in solutions.by_ref() {
            prop_assert_eq!(model.check(&solution), Ok(()));
            found.push(of.iter().map(|&var| solution[var]).collect::<Vec<i32>>());
        }
        prop_assert_eq!(solutions.status(), Some(Status::Exhausted));
        prop_assert_eq!(solutions.statistics().solutions, found.len() as u64);
        prop_assert_eq!(found.len(), expected.len(), "none comes twice");
        prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected);
        // The first one is the one that the branchers reach first, whatever is shown.
        let by_branchers = model.search().brancher(order(&part(&vars, first), by)).brancher(order(&vars, next));
        let of_all = by_branchers.engine(EngineChoice::General).solutions().next();
        let values = of_all.map(|solution| of.iter().map(|&var| solution[var]).collect::<Vec<i32>>());
        prop_assert_eq!(found.first(), values.as_ref());
        // In pieces it is the same.
        let limits = || Limits::none().nodes(step);
        let mut solutions = start().limits(limits()).solutions();
        let mut again = Vec::new();
        loop {
            again.extend(solutions.by_ref().map(|s| of.iter().map(|&var| s[var]).collect::<Vec<i32>>()));
            if solutions.status() == Some(Status::Exhausted) {
                break;
            }
            prop_assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Nodes)));
            solutions.resume(limits());
        }
        prop_assert_eq!(again, found);
    }

    /// Stopped after some solutions, or in the middle of going back from one: what is left has the others.
    #[test]
    fn the_rest_is_shown(
        instance in mixed(),
        shown in 0..16_u8,
        by in orders(),
        (after, nodes) in (0..6_u64, 0..60_u64),
    ) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let of = part(&vars, shown);
        let expected = projected(&oracle::solutions(&instance), &of);
        let mut solver = Solver::new(&model, Options::default());
        let limits = Limits::none().solutions(after).nodes(nodes);
        let mut dfs = Dfs::new(vec![Box::new(order(&vars, by))], limits).project(&of);
        let mut found: Vec<Vec<i32>> = Vec::new();
        while let Some(solution) = dfs.next_solution(&mut solver) {
            found.push(of.iter().map(|&var| solution[var]).collect());
            let left: BTreeSet<Vec<i32>> = dfs.rest().iter().flat_map(|atoms| under(&model, atoms, &of)).collect();
            let here = found.iter().cloned().collect::<BTreeSet<_>>();
            prop_assert_eq!(left.intersection(&here).count(), 0, "what was found is not left");
            prop_assert_eq!(left.union(&here).count(), expected.len(), "what was not found is");
        }
        let left: BTreeSet<Vec<i32>> = dfs.rest().iter().flat_map(|atoms| under(&model, atoms, &of)).collect();
        let here = found.iter().cloned().collect::<BTreeSet<_>>();
        prop_assert_eq!(left.intersection(&here).count(), 0);
        prop_assert_eq!(left.union(&here).cloned().collect::<BTreeSet<_>>(), expected);
    }
}

/// Thirty variables that may have either value: what they are is of no interest, and a thousand million solutions are not looked at.
#[test]
fn others_are_not_enumerated() {
    let mut model = Model::new();
    let hidden = model.int_vars("hidden", 30, 0..=1);
    let shown = model.int_vars("shown", 3, 1..=3);
    let _ = model.post(all_different(shown.clone())).expect("its own variables");
    for first in [&hidden, &shown] {
        let search = model.search().branch(first, VariableOrder::Input, ValueOrder::Descending);
        let mut solutions = search.project(&shown).solutions();
        assert_eq!(solutions.by_ref().count(), 6);
        assert!(solutions.statistics().nodes < 600, "{}", solutions.statistics());
    }
    // Of none there is one solution, or none.
    assert_eq!(model.search().project(&[]).solutions().count(), 1);
    let _ = model.post(eq(shown[0], shown[1])).expect("its own variables");
    assert_eq!(model.search().project(&[]).solutions().count(), 0);
    // Of all there are all.
    let mut square = Model::new();
    let vars = square.int_vars("x", 3, 1..=3);
    let _ = square.post(all_different(vars.clone())).expect("its own variables");
    assert_eq!(square.search().project(&vars).solutions().count(), 6);
}

proptest! {
    #![proptest_config(cases(32))]

    /// Sums of Boolean variables, most of whose values do not go together, and some variables of which nothing is asked: two searches in
    /// turn, and an enumeration beside a count, find what the sums can be, in whatever pieces.
    #[test]
    fn variables_that_others_define(
        factors in prop::collection::vec(prop::collection::vec(-9..=9_i32, 12), 1..=3),
        hidden in 0..4_usize,
        learning in prop::sample::select(vec![Learning::Off, Learning::Auto, Learning::On]),
        (nodes, some) in (500..20_000_u64, 1..200_u64),
    ) {
        let mut model = Model::new();
        let bits = model.int_vars("b", 12, 0..=1);
        let _ = model.int_vars("hidden", hidden, 0..=1);
        let mut shown = Vec::new();
        for row in &factors {
            let total = model.named_var("total", -108..=108);
            let terms = row.iter().zip(&bits).map(|(&factor, &bit)| factor * bit);
            let _ = model.post(sum(terms).eq(total)).expect("its own variables");
            shown.push(total);
        }
        let sums = |chosen: u32| factors.iter().map(|row| (0..12).map(|at| row[at] * (chosen >> at & 1) as i32).sum()).collect();
        let expected: BTreeSet<Vec<i32>> = (0..1 << 12).map(sums).collect();
        let start = |limits| model.search().project(&shown).learn(learning).limits(limits).solutions();
        let mut solutions = start(Limits::none());
        let found: Vec<Vec<i32>> = solutions.by_ref().map(|s| shown.iter().map(|&var| s[var]).collect()).collect();
        prop_assert_eq!(solutions.status(), Some(Status::Exhausted));
        prop_assert_eq!(solutions.statistics().solutions, found.len() as u64);
        prop_assert_eq!(found.len(), expected.len(), "none comes twice");
        prop_assert_eq!(&found.iter().cloned().collect::<BTreeSet<_>>(), &expected);
        for limits in [Limits::none().nodes(nodes), Limits::none().solutions(some), Limits::none().failures(nodes)] {
            let mut solutions = start(limits.clone());
            let mut again: Vec<Vec<i32>> = Vec::new();
            loop {
                let before = solutions.statistics();
                again.extend(solutions.by_ref().map(|s| shown.iter().map(|&var| s[var]).collect::<Vec<i32>>()));
                let after = solutions.statistics();
                prop_assert!(limits.solutions.is_none_or(|most| after.solutions - before.solutions <= most));
                prop_assert!(limits.nodes.is_none_or(|most| after.nodes - before.nodes <= most));
                if solutions.status() == Some(Status::Exhausted) {
                    break;
                }
                solutions.resume(limits.clone());
            }
            prop_assert_eq!(again.len(), expected.len());
            prop_assert_eq!(&again.into_iter().collect::<BTreeSet<_>>(), &expected);
        }
        let number = Natural::from(expected.len() as u64);
        let mut counter = model.inspect().over(&shown).counter();
        prop_assert_eq!(counter.count(), Count::Exact(number.clone()));
        let of_first: BTreeSet<&Vec<i32>> = expected.iter().filter(|sums| sums[0] == 1).collect();
        prop_assert_eq!(counter.count_under(&[shown[0].is(1)]), Count::Exact(Natural::from(of_first.len() as u64)));
        let stopped = model.inspect().over(&shown).limits(Limits::none().nodes(nodes)).counter().count();
        prop_assert!(stopped.number() <= &number && (!stopped.is_exact() || stopped.number() == &number));
        let most = Natural::from(some);
        let capped = model.inspect().over(&shown).limits(Limits::none().solutions(some)).counter().count();
        prop_assert_eq!(capped, if number >= most { Count::AtLeast(most, Limit::Solutions) } else { Count::Exact(number) });
    }
}

/// Two sums of twenty Boolean variables: it takes a few more nodes than deciding these takes, and a few more again to judge by.
#[test]
fn definitions_are_not_searched_backwards() {
    let mut model = Model::new();
    let bits = model.int_vars("b", 20, 0..=1);
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=400));
    for (total, (modulus, least)) in [(x, (7, 3)), (y, (5, 2))] {
        let terms = bits.iter().zip(0..).map(|(&bit, at)| (at % modulus + least) * bit);
        let _ = model.post(sum(terms).eq(total)).expect("its own variables");
    }
    let mut solutions = model.search().project(&[x, y]).solutions();
    assert_eq!(solutions.by_ref().count(), 2364);
    assert!(solutions.statistics().nodes < 105 * ((2 << 20) / 100), "{}", solutions.statistics());
    let mut counter = model.inspect().over(&[x, y]).counter();
    assert_eq!(counter.count(), Count::Exact(Natural::from(2364_u64)));
    assert!(counter.statistics().nodes < 3 * (2 << 20), "{}", counter.statistics());
}
