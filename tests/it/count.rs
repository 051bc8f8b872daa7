//! Promise: counting without enumeration gives the number of solutions.

use proptest::prelude::*;
use residua::constraints::{all_different, ne};
use residua::inspect::{Count, Counter, Natural, Strength, Verdict};
use residua::model::{IntVar, Model};
use residua::search::{EngineChoice, Limit, Limits};
use residua_sudoku::{Geometry, Puzzle};

use crate::catalogue::{cases, mixed};
use crate::oracle;
use crate::samples::reference;

/// The number, which must be exact.
fn exact(count: &Count) -> Natural {
    assert!(count.is_exact(), "{count:?} is no whole count");
    count.number().clone()
}

fn latin(order: usize) -> Model {
    let mut model = Model::new();
    let cells = model.int_vars("x", order * order, 1..=order as i32);
    for i in 0..order {
        let lines = [
            (0..order).map(|j| cells[i * order + j]).collect(),
            (0..order).map(|j| cells[j * order + i]).collect(),
        ];
        for line in lines {
            let line: Vec<IntVar> = line;
            let _ = model.post(all_different(line)).expect("the model's own variables");
        }
    }
    model
}

proptest! {
    #![proptest_config(cases(1500))]

    /// Mixed constraints: keys contain domains and the simplified constraints.
    #[test]
    fn of_mixed_models(instance in mixed()) {
        let expected = oracle::solutions(&instance).len() as u64;
        let count = exact(&instance.model().count(&Limits::default()));
        prop_assert_eq!(count, Natural::from(expected));
    }

    /// For each value of each variable, as many solutions as the oracle has with it.
    #[test]
    fn by_value(instance in mixed()) {
        let model = instance.model();
        let solutions = oracle::solutions(&instance);
        let marginals = model.marginals(&Limits::default());
        prop_assert_eq!(marginals.total(), &Count::Exact(Natural::from(solutions.len() as u64)));
        for (at, var) in model.vars().enumerate() {
            for (value, count) in marginals.of(var) {
                let expected = solutions.iter().filter(|solution| solution[at] == *value).count();
                prop_assert_eq!(count, &Count::Exact(Natural::from(expected as u64)), "{} = {}", model.name(var), value);
            }
        }
    }

    /// With limits, no number is too great, and a solution limit applies to each value.
    #[test]
    fn by_value_within_limits(instance in mixed(), most in 1u64..40, nodes in 0u64..20) {
        let model = instance.model();
        let solutions = oracle::solutions(&instance);
        let up_to = model.marginals(&Limits::none().solutions(most));
        let stopped = model.marginals(&Limits::none().nodes(nodes));
        for (at, var) in model.vars().enumerate() {
            for ((value, up_to), (_, stopped)) in up_to.of(var).iter().zip(stopped.of(var)) {
                let expected = solutions.iter().filter(|solution| solution[at] == *value).count() as u64;
                let reported = if expected < most {
                    Count::Exact(Natural::from(expected))
                } else {
                    Count::AtLeast(Natural::from(most), Limit::Solutions)
                };
                prop_assert_eq!(up_to, &reported);
                prop_assert!(stopped.number() <= &Natural::from(expected));
                prop_assert!(!stopped.is_exact() || stopped.number() == &Natural::from(expected));
            }
        }
    }

    /// A solution limit is reported as soon as it is reached, and never before.
    #[test]
    fn up_to_a_number(instance in mixed(), most in 1u64..40) {
        let expected = oracle::solutions(&instance).len() as u64;
        let count = instance.model().count(&Limits::none().solutions(most));
        let reported = if expected < most {
            Count::Exact(Natural::from(expected))
        } else {
            Count::AtLeast(Natural::from(most), Limit::Solutions)
        };
        prop_assert_eq!(count, reported);
    }

    /// Disequalities alone: keys are the places of values. All values that a variable can have add up to the count.
    #[test]
    fn of_colourings(edges in prop::collection::vec((0usize..7, 0usize..7), 0..14), holes in prop::collection::vec(0u32..16, 7)) {
        let mut model = Model::new();
        let domain = |mask: u32| (0..4).filter(|v| mask & 1 << v == 0).collect::<Vec<i32>>();
        let vars: Vec<IntVar> = holes.iter().map(|&mask| model.int_var(domain(mask))).collect();
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            let _ = model.post(ne(vars[a], vars[b])).expect("the model's own variables");
        }
        let mut counter = Counter::new(&model, &Limits::default());
        let count = exact(&counter.count());
        prop_assert_eq!(&count, &Natural::from(model.solutions().count() as u64));
        // A cached tally without pairs is no answer to a question for pairs.
        let marginals = counter.marginals(&model);
        for &var in &vars {
            let parts = marginals.of(var).iter().map(|(value, count)| {
                prop_assert_eq!(count, &counter.count_under(&[var.is(*value)]), "{} = {}", model.name(var), value);
                Ok(exact(count))
            });
            let sum = parts.collect::<Result<Vec<_>, _>>()?.iter().fold(Natural::ZERO, |sum, part| sum.plus(part));
            prop_assert_eq!(&sum, &count);
        }
    }
}

#[test]
fn of_known_families() {
    let grids =
        |r, c| exact(&Geometry::new(r, c).expect("a box").model().count(&Limits::default())).to_string();
    assert_eq!(grids(2, 2), "288");
    assert_eq!(grids(2, 3), "28200960");
    assert_eq!(grids(3, 2), "28200960");
    let squares = [1u64, 2, 12, 576, 161_280, 812_851_200, 61_479_419_904_000];
    for (order, expected) in (1..).zip(squares) {
        assert_eq!(
            exact(&latin(order).count(&Limits::default())),
            Natural::from(expected),
            "Latin squares {order}"
        );
    }
}

#[test]
fn beyond_128_bits() {
    let mut model = Model::new();
    let _ = model.int_vars("x", 60, 1..=10);
    assert_eq!(exact(&model.count(&Limits::default())).to_string(), format!("1{}", "0".repeat(60)));
}

#[test]
fn independent_parts_are_a_product() {
    // Two Latin squares of order 5 side by side: 161,280² would never be enumerated.
    let mut model = latin(5);
    let more = model.int_vars("y", 25, 1..=5);
    for i in 0..5 {
        let _ =
            model.post(all_different((0..5).map(|j| more[i * 5 + j]))).expect("the model's own variables");
        let _ =
            model.post(all_different((0..5).map(|j| more[j * 5 + i]))).expect("the model's own variables");
    }
    assert_eq!(exact(&model.count(&Limits::default())), Natural::from(161_280u64 * 161_280));
}

/// A solved grid with blanks in its first two rows, where three pairs of values can be exchanged, and further down,
/// where one can: the two are independent.
#[test]
fn two_halves_of_a_puzzle_are_a_product() {
    let solved = "467839152952164837813257964524916783391478625786523491179382546245691378638745219";
    let model = |blanks: &[(usize, usize)]| {
        let cell = |(at, c): (usize, char)| if blanks.contains(&(at / 9, at % 9)) { '.' } else { c };
        let text: String = solved.chars().enumerate().map(cell).collect();
        text.parse::<Puzzle>().expect("a puzzle").model()
    };
    let rectangle = |rows: [usize; 2], columns: [usize; 2]| {
        rows.into_iter().flat_map(move |row| columns.map(|column| (row, column)))
    };
    let upper: Vec<_> = [[0, 5], [2, 8], [3, 6]].into_iter().flat_map(|c| rectangle([0, 1], c)).collect();
    let lower: Vec<_> = rectangle([2, 5], [3, 4]).collect();
    let both = model(&[upper.clone(), lower.clone()].concat());
    assert_eq!((model(&upper).solutions().count(), model(&lower).solutions().count()), (8, 2));
    assert_eq!(exact(&both.count(&Limits::default())), Natural::from(16u32));
    assert_eq!(both.solutions().count(), 16);
    assert_eq!(both.inspect().run().components.len(), 4, "three pairs and one");
}

/// In a blank grid, and in a Latin square, all values of all cells are symmetric: larger components too, which are
/// found again under other names.
#[test]
fn by_value_where_all_values_are_alike() {
    for model in [latin(5), Geometry::new(2, 3).expect("small").model()] {
        let marginals = model.marginals(&Limits::default());
        let total = exact(marginals.total()).to_u128().expect("small");
        for var in model.vars() {
            let values = marginals.of(var);
            let each = Count::Exact(Natural::from(total / values.len() as u128));
            assert!(
                values.iter().all(|(_, count)| *count == each),
                "{} of {total}: {values:?}",
                model.name(var)
            );
        }
    }
}

/// A puzzle with a component that is identified by its shape, compared with a count for each candidate.
#[test]
fn by_value_of_the_reference_puzzle() {
    let model = reference().model();
    let mut counter = Counter::new(&model, &Limits::default());
    let marginals = counter.marginals(&model);
    for var in model.vars() {
        for (value, count) in marginals.of(var) {
            assert_eq!(count, &counter.count_under(&[var.is(*value)]), "{} = {value}", model.name(var));
        }
    }
    let numbers = |cell: usize| {
        let of = marginals.of(model.vars().nth(cell).expect("36 cells")).iter();
        of.map(|(_, count)| count.number().to_u128().expect("18 at most")).collect::<Vec<_>>()
    };
    assert_eq!((numbers(0), numbers(9)), (vec![0, 6, 7, 3, 0, 2], vec![0, 10, 8, 0, 0, 0]));
}

/// Counting and enumeration agree on queens, where components never separate.
#[test]
fn of_queens() {
    for (n, expected) in (4..=10).zip([2u64, 10, 4, 40, 92, 352, 724]) {
        let mut model = Model::new();
        let queens = model.int_vars("q", n, 1..=n as i32);
        let shifted = |sign: i32| queens.iter().zip(0..).map(move |(&q, i)| q + sign * i).collect::<Vec<_>>();
        for scope in [shifted(0), shifted(1), shifted(-1)] {
            let _ = model.post(all_different(scope)).expect("the model's own variables");
        }
        assert_eq!(exact(&model.count(&Limits::default())), Natural::from(expected), "{n} queens");
    }
}

/// The caller chooses the engine that enumerates few solutions, and that changes no number.
#[test]
fn every_engine_counts_the_same() {
    let model = reference().model();
    let mut nodes = Vec::new();
    for engine in EngineChoice::all().into_iter().filter(|engine| engine.fits(&model)) {
        let name = engine.to_string();
        assert_eq!(name.parse(), Ok(engine));
        let mut counter = model.inspect().engine(engine).counter();
        assert_eq!(exact(&counter.count()), Natural::from(18u32), "{name}");
        nodes.push(counter.statistics().nodes);
        let left = model.inspect().engine(engine).strength(Strength::Domain).run();
        assert!(matches!(left.verdict, Verdict::Multiple(..)), "{name}");
    }
    let order = Geometry::new(5, 5).expect("a box").model();
    let fitting = |model: &Model| EngineChoice::all().iter().filter(|engine| engine.fits(model)).count();
    assert!(EngineChoice::Auto.fits(&order) && EngineChoice::General.fits(&order));
    if cfg!(feature = "dense") {
        nodes.dedup();
        assert!(nodes.len() > 3, "as if by one engine: {nodes:?} nodes");
        assert!(fitting(&order) < fitting(&model));
    }
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let limits = Limits::none().nodes(200);
    match latin(6).count(&limits) {
        Count::AtLeast(number, Limit::Nodes) => assert!(number <= 812_851_200),
        other => panic!("{other:?} after 200 nodes"),
    }
}

/// Where the whole count is out of reach, and with two parts that each have more solutions than wanted.
#[test]
fn a_number_of_solutions_is_enough() {
    let mut halves = Model::new();
    for name in ["a", "b"] {
        let vars = halves.int_vars(name, 12, 1..=12);
        let _ = halves.post(all_different(vars)).expect("the model's own variables");
    }
    for model in [Geometry::new(3, 3).expect("small").model(), latin(9), halves] {
        let count = model.count(&Limits::none().solutions(1000).nodes(100_000));
        assert_eq!(count, Count::AtLeast(Natural::from(1000u64), Limit::Solutions));
    }
}
