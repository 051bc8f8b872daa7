//! Promise: items are packed as they can be, also where other solvers lost solutions or did not see that there are none.

use residua::constraints::{bin_packing, bin_packing_capa, eq, ge, knapsack, le};
use residua::engine::Consistency;
use residua::model::{IntAtom, Model, ModelError, Options, Solver};
use residua::search::Limits;
use residua::testing::check_constraint;

use crate::explanation::premises;

type Outcome = Result<(), ModelError>;

/// A solver that records, after these are assumed together.
fn after(model: &Model, assumed: &[IntAtom]) -> Solver {
    let mut solver = Solver::new(model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    solver.push();
    for &atom in assumed {
        assert!(solver.assume(atom).is_ok(), "{}", model.name_atom(atom));
    }
    assert!(solver.propagate().is_ok());
    solver
}

/// choco-solver#516: what is known of the loads says which bins items are in.
#[test]
fn loads_say_where_items_are() -> Outcome {
    let mut model = Model::new();
    let bins = model.int_vars("bin", 4, 0..=2);
    let loads = model.int_vars("load", 3, 0..=10);
    model.post(bin_packing(&bins, [5, 3, 2, 2], &loads))?;
    model.post(ge(loads[0], 9))?;
    // Without the 5 there is no load of 9 or more; and what is left is not enough for the others.
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    let left: Vec<String> = residual.model.domains().iter().map(ToString::to_string).collect();
    assert_eq!(left, ["0", "0..2", "0..2", "0..2", "9 10", "0..3", "0..3"]);
    model.post(eq(loads[1], 0))?;
    let mut found: Vec<Vec<i32>> = model.solutions().map(|s| s.values()[..4].to_vec()).collect();
    found.sort_unstable();
    assert_eq!(found, [[0, 0, 0, 2], [0, 0, 2, 0], [0, 2, 0, 0]].map(Vec::from));
    Ok(())
}

/// The loads of all bins are the size of all items.
#[test]
fn the_others_leave_something() -> Outcome {
    let mut model = Model::new();
    let bins = model.int_vars("bin", 6, 0..=2);
    let loads = model.int_vars("load", 3, -1_000_000_000..=1_000_000_000);
    model.post(bin_packing(&bins, [4, 3, 3, 2, 2, 1], &loads))?;
    model.post(le(loads[0], 5))?;
    model.post(le(loads[1], 4))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.model.domain(loads[2]).to_string(), "6..15");
    model.post(le(loads[2], 5))?;
    assert!(model.residual(Consistency::Domain).is_none());
    Ok(())
}

/// An item is needed in a bin, also where another one, which is not in that bin, leaves room for it elsewhere.
#[test]
fn an_item_that_a_load_needs() -> Outcome {
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 0..=2));
    let loads = model.int_vars("load", 3, 0..=14);
    model.post(bin_packing([a, b, c], [5, 5, 4], &loads))?;
    let assumed = [b.is_not(0), loads[0].at_least(6)];
    let solver = after(&model, &assumed);
    let left: Vec<String> = model.vars().map(|var| solver.domain(var).to_string()).collect();
    assert_eq!(left, ["0", "1 2", "0", "9", "0..5", "0..5"]);
    assert_eq!(premises(&model, &solver, a.is(0)), "b ≠ 0, load[0] ≥ 5");
    assert_eq!(premises(&model, &solver, c.is(0)), "b ≠ 0, load[0] ≥ 6");
    // The largest items first, and no more of them than are needed.
    let mut model = Model::new();
    let bins = model.int_vars("bin", 6, 0..=2);
    let loads = model.int_vars("load", 3, 0..=20);
    model.post(bin_packing(&bins, [6, 5, 4, 3, 1, 1], &loads))?;
    let assumed = [bins[1].is_not(0), bins[2].is_not(0), bins[4].is_not(0), loads[0].at_least(9)];
    let solver = after(&model, &assumed);
    assert_eq!(premises(&model, &solver, bins[0].is(0)), "bin[1] ≠ 0, bin[2] ≠ 0, load[0] ≥ 6");
    let solver = after(&model, &[bins[1].is_not(0), bins[4].is_not(0), loads[0].at_least(14)]);
    assert_eq!(premises(&model, &solver, bins[0].is(0)), "bin[1] ≠ 0, load[0] ≥ 10");
    Ok(())
}

/// Loads are explained by the largest items, by no more of them than the asked bound needs, and by no fewer.
#[test]
fn what_bounds_of_loads_follow_from() -> Outcome {
    let mut model = Model::new();
    let bins = model.int_vars("bin", 5, 0..=2);
    let loads = model.int_vars("load", 3, 0..=15);
    model.post(bin_packing(&bins, [1, 5, 3, 4, 2], &loads))?;
    let solver = after(&model, &[bins[1].is(0), bins[2].is(0), bins[3].is(0)]);
    let of = |atom| premises(&model, &solver, atom);
    for (load, items) in [
        (5, "bin[1] = 0"),
        (6, "bin[1] = 0, bin[3] = 0"),
        (9, "bin[1] = 0, bin[3] = 0"),
        (12, "bin[1] = 0, bin[2] = 0, bin[3] = 0"),
    ] {
        assert_eq!(of(loads[0].at_least(load)), items);
    }
    for (load, items) in [
        (14, "bin[1] ≠ 1"),
        (10, "bin[1] ≠ 1"),
        (9, "bin[1] ≠ 1, bin[3] ≠ 1"),
        (6, "bin[1] ≠ 1, bin[3] ≠ 1"),
        (5, "bin[1] ≠ 1, bin[2] ≠ 1, bin[3] ≠ 1"),
    ] {
        assert_eq!(of(loads[1].at_most(load)), items);
    }
    // No room: one item that is inside is enough, and a load that is less small.
    let solver = after(&model, &[bins[3].is(1), bins[0].is(1), loads[1].at_most(6)]);
    assert_eq!(premises(&model, &solver, bins[1].is_not(1)), "bin[3] = 1, load[1] ≤ 8");
    // What the others leave.
    let solver = after(&model, &[bins[1].is_not(1), bins[3].is_not(1), loads[2].at_most(4)]);
    assert_eq!(premises(&model, &solver, loads[0].at_least(5)), "load[1] ≤ 6, load[2] ≤ 4");
    Ok(())
}

/// Explanations are right where items of several sizes compete.
#[test]
fn several_sizes() {
    let mut model = Model::new();
    let bins = model.int_vars("bin", 5, 0..=1);
    let loads = [model.named_var("load", 0..=15), model.named_var("rest", [3, 6, 7, 12])];
    check_constraint(&model, bin_packing(&bins, [5, 4, 3, 2, 1], loads)).expect("it keeps its promises");
    check_constraint(&model, bin_packing_capa(&bins, [5, 4, 3, 2, 1], [7, 9]))
        .expect("it keeps its promises");
}

/// Many items, of sizes that look random: nine bins are enough, by the sum of the sizes eight are too few.
#[test]
fn many_items() -> Outcome {
    let sizes: Vec<i32> = (0..40).map(|i| i * 37 % 41 + 10).collect();
    let total: i32 = sizes.iter().sum();
    for (count, is_possible) in [(total / 150, false), (total / 150 + 2, true)] {
        let mut model = Model::new();
        let bins = model.int_vars("bin", 40, 0..=count - 1);
        model.post(bin_packing_capa(&bins, sizes.clone(), vec![150; count as usize]))?;
        let found = model.search().limits(Limits::none().nodes(100_000)).solutions().next();
        assert_eq!(found.is_some(), is_possible, "{count}");
    }
    Ok(())
}

#[test]
fn what_is_refused() -> Outcome {
    let mut model = Model::new();
    let bins = model.int_vars("bin", 2, 0..=1);
    for (sizes, said) in
        [(vec![1], "as many sizes"), (vec![1, 2, 3], "as many sizes"), (vec![1, -2], "negative")]
    {
        let error = model.post(bin_packing(&bins, sizes, &bins)).expect_err(said);
        assert!(error.to_string().contains(said), "{error}");
    }
    model.post(bin_packing_capa(&bins, [i32::MAX - 1; 2], [i32::MAX - 1; 2]))?;
    assert_eq!(model.solutions().count(), 2);
    model.post(bin_packing(&bins, [i32::MAX - 1; 2], [bins[0] * 0 + (i32::MAX - 1); 2]))?;
    assert_eq!(model.solutions().count(), 2);
    // No bin at all.
    let mut model = Model::new();
    let none = model.int_vars("none", 0, 0..=1);
    model.post(bin_packing_capa(&none, [0; 0], [0; 0]))?;
    assert_eq!(model.solutions().count(), 1);
    let x = model.int_var(0..=3);
    model.post(bin_packing_capa([x], [0], [0; 0]))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// choco-solver#1231: three items, and a profit of 2 at least.
#[test]
fn a_knapsack_that_lost_a_solution() -> Outcome {
    let mut model = Model::new();
    let xs = model.int_vars("item", 3, 0..=1);
    let (weight, profit) = (model.named_var("weight", 0..=2), model.named_var("profit", 0..=6));
    model.post(knapsack([1, 1, 3], [1, 2, 3], &xs, weight, profit))?;
    model.post(ge(profit, 2))?;
    let mut found: Vec<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
    found.sort_unstable();
    assert_eq!(found, [[0, 1, 0, 1, 2], [1, 1, 0, 2, 3]]);
    Ok(())
}

/// choco-solver#1038: large numbers, where the sums are filtered by themselves; the best is found, as by trying all.
#[test]
fn the_best_knapsack() -> Outcome {
    let things: Vec<[i32; 2]> = (0..14).map(|i| [i * 7919 % 1009 + 50, i * 6007 % 997 + 20]).collect();
    let [weights, profits] = [0, 1].map(|at| things.iter().map(|thing| thing[at]).collect::<Vec<i32>>());
    let mut model = Model::new();
    let xs = model.int_vars("x", 14, 0..=1);
    let (weight, profit) = (model.named_var("weight", 0..=3000), model.named_var("profit", 0..=100_000));
    model.post(knapsack(weights, profits, &xs, weight, profit))?;
    let best = model.maximize(profit)?.last().expect("nothing can be packed");
    let sums = (0..1 << 14).map(|set: u32| {
        let packed = things.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
        packed.fold([0, 0], |sum: [i32; 2], (_, thing)| [sum[0] + thing[0], sum[1] + thing[1]])
    });
    let expected = sums.filter(|sum| sum[0] <= 3000).map(|sum| sum[1]).max().expect("there are some");
    assert_eq!(best.0, i64::from(expected));
    let error = model.post(knapsack([1, 2], [1], &xs[..2], weight, profit)).expect_err("one is missing");
    assert!(error.to_string().contains("as many"), "{error}");
    Ok(())
}
