//! Promise: at strength exact, what is left is the union of all solutions, and the verdict is true.

use proptest::prelude::*;
use residua::constraints::{all_different, eq, exact_sum, le};
use residua::inspect::{Count, Inspection, Natural, Residual, Strength, Verdict};
use residua::model::Model;
use residua::search::{Limit, Limits};
use residua::testing::inspect_impatiently;
use residua_sudoku::{Geometry, Puzzle, Reader};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use crate::catalogue::{cases, depth, mixed};
use crate::oracle;
use crate::puzzles::announce;
use crate::samples::{REFERENCE, reference};

/// By variable: the values that it takes in the solutions.
fn union(solutions: &BTreeSet<Vec<i32>>, vars: usize) -> Vec<BTreeSet<i32>> {
    (0..vars).map(|i| solutions.iter().map(|s| s[i]).collect()).collect()
}

fn left(model: &Model, inspection: &Inspection) -> Vec<BTreeSet<i32>> {
    let Some(residual) = &inspection.residual else {
        return vec![BTreeSet::new(); model.vars().len()];
    };
    model.vars().map(|var| residual.domain(var).iter().collect()).collect()
}

/// Whether what is left has exactly these solutions, as found by search over it.
fn round_trips(inspection: &Inspection, solutions: &BTreeSet<Vec<i32>>) -> bool {
    let found = |residual: &Residual| residual.model.solutions().map(|s| s.values().to_vec()).collect();
    inspection.residual.as_ref().map_or_else(BTreeSet::new, found) == *solutions
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_mixed_models(instance in mixed()) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let exact = model.inspect().run();
        prop_assert_eq!(left(&model, &exact), union(&solutions, model.vars().len()));
        prop_assert!(exact.open.iter().all(residua::domain::Domain::is_empty), "nothing is left open");
        let holds = |s: &residua::model::Solution| solutions.contains(s.values());
        match &exact.verdict {
            Verdict::Infeasible(conflict) => {
                prop_assert!(solutions.is_empty());
                let has_solution = |without: Option<usize>| {
                    let mut part = model.without_constraints();
                    for (_, &id) in conflict.members.iter().enumerate().filter(|(at, _)| Some(*at) != without) {
                        let _ = part.post(Arc::clone(model.constraint(id))).expect("it was posted before");
                    }
                    part.solve().is_some()
                };
                prop_assert!(!has_solution(None), "the conflict has a solution: {:?}", conflict);
                prop_assert!(conflict.is_minimal, "so small a model takes few nodes");
                for without in 0..conflict.members.len() {
                    prop_assert!(has_solution(Some(without)), "one is too many: {:?}", conflict);
                }
            }
            Verdict::Unique(one) => prop_assert!(solutions.len() == 1 && holds(one)),
            Verdict::Multiple(one, other) => prop_assert!(one != other && holds(one) && holds(other)),
            unknown @ Verdict::Unknown { .. } => prop_assert!(false, "{:?} without a limit", unknown),
        }
        prop_assert!(round_trips(&exact, &solutions), "the round-trip law");
    }

    /// A search that learns, at once or soon, comes to the same result as one that does not.
    #[test]
    fn is_the_same_where_it_learns(instance in mixed(), dead_ends in 0..3u64, nodes in prop::option::of(0..40u64)) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let exact = model.inspect().run();
        let learned = inspect_impatiently(&model, dead_ends, &Limits::default());
        prop_assert_eq!(left(&model, &learned), left(&model, &exact));
        prop_assert!(learned.open.iter().all(residua::domain::Domain::is_empty), "nothing is left open");
        prop_assert_eq!(&learned.components, &exact.components);
        let aliases = |inspection: &Inspection| inspection.residual.as_ref().map(|residual| residual.aliases.clone());
        prop_assert_eq!(aliases(&learned), aliases(&exact));
        let holds = |s: &residua::model::Solution| solutions.contains(s.values());
        match (&learned.verdict, solutions.len()) {
            (Verdict::Infeasible(_), 0) => {}
            (Verdict::Unique(one), 1) => prop_assert!(holds(one)),
            (Verdict::Multiple(one, other), 2..) => prop_assert!(one != other && holds(one) && holds(other)),
            (verdict, count) => prop_assert!(false, "{:?} of {}", verdict, count),
        }
        // A limit leaves values open, and makes no false statement.
        let stopped = inspect_impatiently(&model, dead_ends, &Limits::none().nodes(nodes));
        let needed = union(&solutions, model.vars().len());
        for (i, var) in model.vars().enumerate() {
            for value in model.domain(var) {
                if let Some(is_possible) = stopped.is_possible(var, value) {
                    prop_assert_eq!(is_possible, needed[i].contains(&value), "{:?} {}", var, value);
                }
            }
        }
    }

    /// exact ⊆ singleton ⊆ domain ⊆ singles ⊆ value, and no strength loses a solution.
    #[test]
    fn strengths_are_ordered(instance in mixed()) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let needed = union(&solutions, model.vars().len());
        let mut stronger: Option<Vec<BTreeSet<i32>>> = None;
        for strength in
            [Strength::Exact, Strength::Singleton, Strength::Domain, Strength::Singles, Strength::Value]
        {
            let inspection = model.inspect().strength(strength).run();
            prop_assert!(round_trips(&inspection, &solutions), "{} loses or makes up solutions", strength);
            let now = left(&model, &inspection);
            prop_assert!(needed.iter().zip(&now).all(|(a, b)| a.is_subset(b)));
            if let Some(stronger) = &stronger {
                prop_assert!(solutions.is_empty() || stronger.iter().zip(&now).all(|(a, b)| a.is_subset(b)));
            }
            stronger = Some(now);
        }
    }

    /// A limit leaves each value possible, impossible or unknown, and no statement is false.
    #[test]
    fn limits_never_lie(instance in mixed(), nodes in 0u64..12) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let needed = union(&solutions, model.vars().len());
        let limits = Limits::none().nodes(nodes);
        let inspection = model.inspect().limits(&limits).run();
        prop_assert!(round_trips(&inspection, &solutions));
        for (i, var) in model.vars().enumerate() {
            for value in model.domain(var) {
                if let Some(is_possible) = inspection.is_possible(var, value) {
                    prop_assert_eq!(is_possible, needed[i].contains(&value), "{:?} {}", var, value);
                }
            }
        }
    }
}

#[test]
fn of_the_reference_puzzle() {
    let model = reference().model();
    let candidates = |strength| {
        let left = left(&model, &model.inspect().strength(strength).run());
        left.iter().map(BTreeSet::len).sum::<usize>()
    };
    let all = [Strength::Value, Strength::Singles, Strength::Domain, Strength::Singleton, Strength::Exact];
    assert_eq!(all.map(candidates), [93, 87, 83, 81, 80]);
    let exact = model.inspect().run();
    assert_eq!(exact.residual.as_ref().expect("18 solutions").definite().count(), 12, "the backbone");
    // Far fewer searches than the 70 candidates of open cells; and for each pair of equal ones a search for each of
    // its values.
    let residual = exact.residual.expect("18 solutions");
    let of_pairs: u64 = residual.aliases.iter().map(|alias| residual.domain(alias.var).size()).sum();
    assert_eq!(residual.aliases.len(), 3);
    assert!(exact.searches - of_pairs <= 15, "{} searches", exact.searches);
}

#[test]
fn a_flag_that_is_up_leaves_everything_unknown() {
    let model = Geometry::new(3, 3).expect("a box").model();
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let inspection = model.inspect().limits(Limits::none().stop(stop)).run();
    assert_eq!(inspection.stopped, Some(Limit::Stop));
    let cell = model.vars().next().expect("81 cells");
    assert_eq!(inspection.is_possible(cell, 1), None);
}

/// A limit that comes before the first solution leaves even fixed variables unknown: there may be no solution.
#[test]
fn nothing_is_possible_before_a_solution_is_known() {
    let mut model = Model::new();
    let (x, y, z) = (model.int_var([0, 2]), model.int_var([0, 4]), model.int_var([0, 3]));
    let fixed = model.int_var(0);
    let _ = model.post(le(z, y)).expect("the model's own variables");
    let _ = model.post(exact_sum([x, y, z], 5)).expect("the model's own variables");
    let limits = Limits::none().nodes(0);
    assert_eq!(model.inspect().limits(&limits).run().is_possible(fixed, 0), None);
    assert_eq!(model.inspect().run().is_possible(fixed, 0), Some(false));
}

/// A line of the collection's independent oracle: the number of solutions and their union.
struct Known {
    solutions: u64,
    union: Vec<BTreeSet<i32>>,
}

fn member<'a>(line: &'a str, name: &str) -> &'a str {
    line.split_once(&format!("\"{name}\":")).expect("a member").1
}

fn text_of<'a>(line: &'a str, name: &str) -> &'a str {
    member(line, name).split('"').nth(1).expect("a string")
}

fn number_of(line: &str, name: &str) -> u64 {
    member(line, name).split(',').next().expect("a number").parse().expect("a number")
}

impl Known {
    fn new(line: &str) -> Known {
        let inner = member(line, "union").trim_start_matches('[').trim_end_matches(['}', ']']);
        let values = |cell: &str| {
            cell.trim_matches(['[', ']']).split(',').map(|v| v.parse().expect("a value")).collect()
        };
        Known { solutions: number_of(line, "solutions"), union: inner.split("],[").map(values).collect() }
    }

    fn agrees(&self, model: &Model, line: &str) {
        let exact = model.inspect().run();
        assert_eq!(left(model, &exact), self.union, "{line}");
        let marginals = model.marginals(&Limits::default());
        assert_eq!(marginals.total(), &model.count(&Limits::default()), "{line}");
        assert_eq!(marginals.total().number().to_u128(), Some(u128::from(self.solutions)), "{line}");
        for (var, union) in model.vars().zip(&self.union) {
            let numbers = marginals.of(var).iter().map(|(_, count)| count.number());
            let sum = numbers.fold(Natural::ZERO, |sum, number| sum.plus(number));
            assert_eq!(sum.to_u128(), Some(u128::from(self.solutions)), "{} of {line}", model.name(var));
            let is_in_some = |(_, count): &&(i32, Count)| !count.number().is_zero();
            let values: BTreeSet<i32> = marginals.of(var).iter().filter(is_in_some).map(|of| of.0).collect();
            assert_eq!(&values, union, "{} of {line}", model.name(var));
        }
        assert_eq!(matches!(exact.verdict, Verdict::Unique(_)), self.solutions == 1, "{line}");
    }
}

fn lines_of(name: &str) -> Option<Vec<String>> {
    let Some(folder) = std::env::var_os("RESIDUA_PUZZLES") else {
        announce("SKIPPED: RESIDUA_PUZZLES is not set, so no union is compared");
        return None;
    };
    let path = std::path::Path::new(&folder).join(name);
    let text = fs::read_to_string(&path).expect("the file is in RESIDUA_PUZZLES");
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn of_the_collection() {
    let Some(lines) = lines_of("multi_own.jsonl") else { return };
    assert_eq!(lines.len(), 48);
    for line in lines {
        let geometry: Geometry = text_of(&line, "box").parse().expect("a box");
        let entry = Reader::new(text_of(&line, "grid").as_bytes(), Some(geometry)).next().expect("a puzzle");
        Known::new(&line).agrees(&entry.expect("a good puzzle").puzzle.model(), &line);
    }
}

#[test]
fn of_latin_squares() {
    let Some(lines) = lines_of("latin_own.jsonl") else { return };
    assert_eq!(lines.len(), 96);
    for line in lines {
        let order = number_of(&line, "order") as usize;
        let mut model = Model::new();
        let cells = model.int_vars("x", order * order, 1..=order as i32);
        for i in 0..order {
            let rows = all_different((0..order).map(|j| cells[i * order + j]));
            let columns = all_different((0..order).map(|j| cells[j * order + i]));
            let _ = model.post(rows).expect("the model's own variables");
            let _ = model.post(columns).expect("the model's own variables");
        }
        for (cell, symbol) in cells.iter().zip(text_of(&line, "grid").chars()).filter(|(_, c)| *c != '.') {
            let value = symbol.to_digit(36).expect("a digit or a letter") as i32;
            let _ = model.post(eq(*cell, value)).expect("the model's own variables");
        }
        Known::new(&line).agrees(&model, &line);
    }
}

/// Puzzles with several solutions: what is left is the same as by enumeration, with far fewer searches than
/// candidates.
#[test]
fn of_many_solutions() {
    let Some(lines) = lines_of("sudoku9_serg_multi.tsv") else { return };
    let (mut searches, mut candidates) = (0, 0);
    for line in lines.iter().step_by((100.0 / depth()).max(1.0) as usize) {
        let (grid, count) = line.split_once('\t').expect("a puzzle and its count");
        let model = grid.parse::<Puzzle>().expect("a puzzle").model();
        let solutions: BTreeSet<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
        assert_eq!(solutions.len(), count.trim().parse::<usize>().expect("a number"), "{line}");
        let exact = model.inspect().run();
        assert_eq!(left(&model, &exact), union(&solutions, 81), "{line}");
        let open = model.inspect().strength(Strength::Domain).run().residual.expect("it has solutions");
        let sizes = model.vars().map(|var| open.domain(var).size()).filter(|&size| size > 1);
        (searches, candidates) = (searches + exact.searches, candidates + sizes.sum::<u64>());
    }
    assert!(searches * 8 < candidates, "{searches} searches for {candidates} candidates");
}

/// Variables that are equal in all solutions are aliases, and no others are.
#[test]
fn equal_variables_are_found() {
    let mut found = 0;
    for grid in [REFERENCE, "12.. .... 34.. ....", "1... ..2. .... ....", "1... .... .... ...2"] {
        let model = grid.parse::<Puzzle>().expect("a puzzle").model();
        let solutions: Vec<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
        let inspection = model.inspect().run();
        let aliases = inspection.residual.expect("there are solutions").aliases;
        let stands_for = |at: usize| {
            let alias = aliases.iter().find(|alias| alias.var.index() == at);
            alias.map_or(at, |alias| alias.is.var.index())
        };
        for x in 0..solutions[0].len() {
            let is_open = solutions.iter().any(|s| s[x] != solutions[0][x]);
            for y in (0..x).filter(|_| is_open) {
                let are_equal = solutions.iter().all(|s| s[x] == s[y]);
                assert_eq!(stands_for(x) == stands_for(y), are_equal, "{grid}: {x} and {y}");
                found += usize::from(are_equal);
            }
        }
    }
    assert!(found > 5, "{found}");
}
