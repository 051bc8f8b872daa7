//! Promise: a file of FlatZinc is searched as its annotations say, and has the same solutions however it is searched.

use proptest::prelude::*;
use residua::search::{Limits, Optimum, Search};
use residua_flatzinc::{Objective, Problem};
use std::fs;
use std::path::PathBuf;

use crate::catalogue::cases;
use crate::samples::root;

const VARIABLES: [&str; 10] = [
    "input_order",
    "first_fail",
    "anti_first_fail",
    "smallest",
    "largest",
    "occurrence",
    "most_constrained",
    "max_regret",
    "dom_w_deg",
    "impact",
];

const VALUES: [&str; 14] = [
    "indomain",
    "indomain_min",
    "indomain_max",
    "indomain_median",
    "indomain_middle",
    "indomain_random",
    "indomain_split",
    "indomain_reverse_split",
    "indomain_split_random",
    "indomain_interval",
    "outdomain_min",
    "outdomain_max",
    "outdomain_median",
    "outdomain_random",
];

const OTHERS: [&str; 7] = [
    "",
    ":: restart_constant(2)",
    ":: restart_linear(1)",
    ":: restart_luby(1)",
    ":: restart_geometric(1.5,2)",
    ":: warm_start(xs,[3,1,2])",
    ":: warm_start_array([warm_start([b,c],[true,false])]) :: restart_none",
];

fn read(text: &str) -> Problem {
    Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All that is printed, in the order in which it is found.
fn printed(problem: &Problem, search: Search) -> Vec<String> {
    let print = |solution| {
        let mut out = String::new();
        problem.print(&solution, &mut out);
        out.replace(";\n----------\n", "").replace(";\n", ", ")
    };
    search.solutions().map(print).collect()
}

/// What is printed of each solution that is better than those before, and how good the last one is.
fn better(problem: &Problem, free: bool) -> (Vec<i64>, Optimum) {
    let search = problem.search(free);
    let mut better = match &problem.objective {
        Objective::Satisfy => panic!("nothing is asked for"),
        Objective::Minimize(objective) => search.minimize(objective.clone()),
        Objective::Maximize(objective) => search.maximize(objective.clone()),
    }
    .expect("the problem's own objective");
    let values = better.by_ref().map(|(value, _)| value).collect();
    (values, better.optimum())
}

/// Three integers and three Booleans, two of which are atoms; without the solve item.
fn items() -> impl Strategy<Value = String> {
    let domain = prop::sample::select(vec!["0..4", "{0,2,3}", "-1..2", "1..1", "{-3,0,4}"]);
    let relation = prop::sample::select(vec!["int_eq_reif", "int_le_reif", "int_ne_reif"]);
    let domains = prop::collection::vec(domain, 3);
    let atoms = prop::collection::vec((relation, 0..3_usize, -1..=3_i32), 2);
    let sums = prop::collection::vec((prop::collection::vec(-2..=2_i32, 3), 0..3_usize, -2..=6_i32), 0..3);
    (domains, atoms, sums, any::<bool>()).prop_map(|(domains, atoms, sums, clause)| {
        let mut lines = Vec::new();
        for (name, domain) in ["x", "y", "z"].iter().zip(domains) {
            lines.push(format!("var {domain}: {name} :: output_var"));
        }
        lines.extend(["b", "c", "d"].map(|name| format!("var bool: {name} :: output_var")));
        lines.push("array [1..3] of var int: xs = [x,y,z]".to_owned());
        for (name, (relation, at, value)) in ["b", "c"].iter().zip(atoms) {
            lines.push(format!("constraint {relation}({},{value},{name})", ["x", "y", "z"][at]));
        }
        for (factors, relation, bound) in sums {
            let relation = ["int_lin_le", "int_lin_eq", "int_lin_ne"][relation];
            lines.push(format!("constraint {relation}({factors:?},xs,{bound})"));
        }
        lines.extend(clause.then(|| "constraint bool_clause([b,d],[c])".to_owned()));
        lines.join(";\n") + ";\n"
    })
}

fn search_by() -> impl Strategy<Value = String> {
    let orders = || (prop::sample::select(VARIABLES.to_vec()), prop::sample::select(VALUES.to_vec()));
    let other = prop::sample::select(OTHERS.to_vec());
    (orders(), orders(), other, 0..4_u8).prop_map(|(ints, bools, other, shape)| {
        let ints = format!("int_search([x,3,y,z],{},{},complete)", ints.0, ints.1);
        let bools = format!("bool_search([b,true,d,c],{},{})", bools.0, bools.1);
        match shape {
            0 => format!(":: seq_search([{ints},seq_search([]),seq_search([{bools}])]) {other}"),
            1 => format!("{other} :: {bools} :: {ints}"),
            2 => format!(":: {bools} {other}"),
            _ => format!(":: {ints} {other}"),
        }
    })
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn solutions_are_the_same(items in items(), by in search_by(), seed: u64) {
        let mut plain: Vec<String> = {
            let problem = read(&format!("{items}solve satisfy;"));
            printed(&problem, problem.model.search())
        };
        plain.sort();
        let mut problem = read(&format!("{items}solve {by} satisfy;"));
        problem.seed = seed;
        prop_assert_eq!(&problem.notes, &Vec::<String>::new());
        for free in [false, true] {
            let mut found = printed(&problem, problem.search(free));
            found.sort();
            prop_assert_eq!(&found, &plain, "{}", by);
        }
        for goal in ["minimize", "maximize"] {
            let problem = read(&format!("{items}solve {by} {goal} y;"));
            let value = |line: &String| line.split("y = ").nth(1).and_then(|rest| rest.split(',').next()).and_then(|y| y.parse::<i64>().ok());
            let values = plain.iter().filter_map(value);
            let best = if goal == "minimize" { values.min() } else { values.max() };
            for free in [false, true] {
                let (values, optimum) = better(&problem, free);
                prop_assert_eq!(values.last().copied(), best);
                prop_assert_eq!(optimum, best.map_or(Optimum::Infeasible, Optimum::Optimal));
            }
        }
    }

    /// In the order of their values, with false before true.
    #[test]
    fn lexicographic_order(items in items()) {
        let all = "int_search(xs,input_order,indomain_min),bool_search([b,c,d],input_order,indomain_min)";
        for (by, is_ascending) in [(all.to_owned(), true), (all.replace("_min", "_max"), false)] {
            let problem = read(&format!("{items}solve :: seq_search([{by}]) satisfy;"));
            let values = |solution: &String| -> Vec<i32> {
                let value = |part: &str| match part.split(" = ").nth(1) {
                    Some("false") => 0,
                    Some("true") => 1,
                    other => other.and_then(|value| value.parse().ok()).expect("a number"),
                };
                solution.split(", ").map(value).collect()
            };
            let found: Vec<Vec<i32>> = printed(&problem, problem.search(false)).iter().map(values).collect();
            prop_assert!(found.is_sorted_by(|a, b| if is_ascending { a < b } else { a > b }), "{:?}", found);
        }
    }
}

/// What is ignored is told, and what is not there is an error in its place.
#[test]
fn what_is_ignored() {
    let ignored = "; ignored, as annotations of a search may be";
    for (annotation, note) in [
        ("whatever(x,[1.5])", "the annotation whatever is not known"),
        ("set_search([],input_order,indomain_min,complete)", "set_search is not supported"),
        ("relax_and_reconstruct([x],80)", "relax_and_reconstruct is not supported"),
        (
            "int_search([x],input_order)",
            "int_search has other arguments than these: int_search([x],input_order)",
        ),
        ("int_search([x],best_order,indomain_min)", "the order best_order of int_search is not known"),
        ("int_search([x],input_order,indomain(3))", "the order indomain(3) of int_search is not known"),
        ("int_search([x],input_order,indomain,lds(3))", "lds(3) of int_search: every search is complete"),
        (
            "int_search(x,input_order,indomain)",
            "int_search of an integer variable, not of an array of variables",
        ),
        ("restart_luby(x)", "restart_luby has other arguments than these: restart_luby(x)"),
        ("restart_geometric(2)", "restart_geometric has other arguments than these: restart_geometric(2)"),
        ("warm_start([x],[true])", "warm_start of an array of integers by an array of Booleans"),
        ("seq_search([7])", "seq_search has other arguments than these: seq_search([7])"),
        ("seq_search([true])", "true is not an annotation"),
    ] {
        let problem = read(&format!("var 1..2: x :: output_var;\nsolve :: {annotation} satisfy;"));
        assert_eq!(problem.notes, [format!("{note}{ignored}")]);
        assert_eq!(printed(&problem, problem.search(false)).len(), 2);
    }
    for annotation in ["int_search([y],input_order,indomain)", "seq_search([warm_start(xs,[1])])"] {
        let text = format!("var 1..2: x;\nsolve :: {annotation} satisfy;");
        let error = Problem::read(&text).expect_err("it is not declared").to_string();
        assert!(error.starts_with("2:1: ") && error.ends_with(" is not declared"), "{error}");
    }
}

/// Booleans that are atoms, by each order: false before true, or true before false.
#[test]
fn booleans_are_false_before_true() {
    let items = "\
var 1..3: x;
var bool: b :: output_var;
var bool: c :: output_var;
constraint int_eq_reif(x,1,b);
constraint int_le_reif(x,2,c);
";
    for (values, is_true) in [
        ("indomain_min", false),
        ("indomain_max", true),
        ("indomain_median", false),
        ("indomain_middle", false),
        ("indomain_split", false),
        ("indomain_reverse_split", true),
        ("indomain_interval", false),
        ("outdomain_min", true),
        ("outdomain_max", false),
        ("outdomain_median", true),
    ] {
        let problem =
            read(&format!("{items}solve :: bool_search([c,b],input_order,{values},complete) satisfy;"));
        let first = printed(&problem, problem.search(false))[0].clone();
        let expected = if is_true { "b = true, c = true" } else { "b = false, c = false" };
        assert_eq!(first, expected, "{values}");
    }
}

/// Parts of a search follow each other, each with orders of its own.
#[test]
fn one_after_another() {
    let items = "\
var 1..5: x :: output_var;
var 1..5: y :: output_var;
var bool: b :: output_var;
var bool: c :: output_var;
constraint int_le_reif(x,3,c);
";
    let by = "\
seq_search([int_search([y],input_order,indomain_max),int_search([x],input_order,indomain_min),\
bool_search([c],input_order,indomain_min),bool_search([b],input_order,indomain_max)])";
    let problem = read(&format!("{items}solve :: {by} satisfy;"));
    let found = printed(&problem, problem.search(false));
    assert_eq!(
        found[..3],
        [
            "x = 1, y = 5, b = true, c = true",
            "x = 1, y = 5, b = false, c = true",
            "x = 2, y = 5, b = true, c = true",
        ]
    );
    let atoms =
        by.replace("int_search([y],input_order,indomain_max),int_search([x],input_order,indomain_min),", "");
    let problem = read(&format!("{items}solve :: {atoms} satisfy;"));
    assert!(printed(&problem, problem.search(false))[0].ends_with("b = true, c = false"));
}

/// Outside of `seq_search` values are tried before everything else, inside in their place; also in a free search.
#[test]
fn warm_starts() {
    let items = "var 1..5: x :: output_var;\nvar 1..5: y :: output_var;\nconstraint int_ne(x,y);\n";
    let by_order = "int_search([x,y],input_order,indomain_min)";
    let first = |annotations: &str, free: bool| {
        let problem = read(&format!("{items}solve {annotations} satisfy;"));
        printed(&problem, problem.search(free))[0].clone()
    };
    assert_eq!(first(&format!(":: {by_order} :: warm_start([x,y],[3,4])"), false), "x = 3, y = 4");
    assert_eq!(first(&format!(":: {by_order} :: warm_start([y,x],[3,3])"), false), "x = 1, y = 3");
    assert_eq!(first(":: warm_start([x,y,7],[3,4,7])", true), "x = 3, y = 4");
    assert_eq!(first(":: warm_start([x,y],[3])", true), "x = 3, y = 1");
    let after = format!(":: seq_search([{by_order},warm_start([x,y],[3,4])])");
    assert_eq!(first(&after, false), "x = 1, y = 2");
    let between = ":: seq_search([int_search([x],input_order,indomain_max),warm_start([x,y],[3,4])])";
    assert_eq!(first(between, false), "x = 5, y = 4");
}

/// Files that are not in the project: `RESIDUA_FLATZINC`, or beside it.
fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("RESIDUA_FLATZINC").map(PathBuf::from);
    let beside = || root().join("../shared/fzn");
    let folder = given.unwrap_or_else(beside);
    folder.is_dir().then_some(folder)
}

#[test]
fn edge_cases() {
    let Some(folder) = folder() else { return };
    let file = |name: &str| fs::read_to_string(folder.join(format!("edge/{name}.fzn"))).expect("text");
    let constants = read(&file("constants_in_search"));
    let found = printed(&constants, constants.search(false));
    assert_eq!((found[0].as_str(), found.len()), ("x = 2, y = 1", 8));
    assert_eq!(printed(&constants, constants.search(true)).len(), 8);
    let annotated = read(&file("annotations"));
    assert_eq!(printed(&annotated, annotated.search(false)), ["x = 1"]);
    assert_eq!(
        annotated.notes,
        ["the annotation unknown_search is not known; ignored, as annotations of a search may be"]
    );
    let warm = read(&file("restart_and_warm_start"));
    assert_eq!(warm.notes, Vec::<String>::new());
    for free in [false, true] {
        assert_eq!(better(&warm, free), (vec![4, 5], Optimum::Optimal(5)), "free: {free}");
    }
    let mut entries = 0;
    for entry in fs::read_dir(folder.join("edge")).expect("a folder that is there") {
        let path = entry.expect("an entry").path();
        let is_small = |text: &String| text.len() < 10_000;
        let text = fs::read_to_string(&path).ok().filter(is_small);
        let Some(Ok(problem)) = text.map(|text| Problem::read(&text)) else { continue };
        let count = |search: Search| search.limits(Limits::none().nodes(3000)).solutions().count();
        assert_eq!(count(problem.search(false)), count(problem.search(true)), "{}", path.display());
        entries += 1;
    }
    assert!(entries >= 20, "{entries}");
}
