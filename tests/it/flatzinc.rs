//! Promise: files of FlatZinc are read as they are written, with every mistake in its place, and mean what the language says.

use std::fs;
use std::path::{Path, PathBuf};

use residua_flatzinc::{Problem, Program};

use crate::samples::root;

/// Files that are not in the project: `RESIDUA_FLATZINC`, or beside it.
fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("RESIDUA_FLATZINC").map(PathBuf::from);
    let beside = || root().join("../shared/fzn");
    let folder = given.unwrap_or_else(beside);
    folder.is_dir().then_some(folder)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder that is there").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "fzn")).collect();
    files.sort();
    files
}

/// All that is printed of all solutions, sorted, as one text each.
fn solutions(text: &str) -> Vec<String> {
    let problem = Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let print = |solution| {
        let mut printed = String::new();
        problem.print(&solution, &mut printed);
        printed.replace("----------\n", "").replace('\n', " ").trim_end().to_owned()
    };
    let mut printed: Vec<String> = problem.model.solutions().map(print).collect();
    printed.sort();
    printed
}

#[test]
fn what_is_printed_is_read_back() {
    let Some(folder) = folder() else { return };
    for path in files(&folder.join("dev")).into_iter().chain(files(&folder.join("edge"))) {
        let text = fs::read_to_string(&path).expect("text");
        let program = Program::parse(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let printed = program.to_string();
        let again = Program::parse(&printed).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        assert_eq!(again.to_string(), printed, "{}", path.display());
    }
}

/// How many solutions the files of edge cases have, by their index.
#[test]
fn edge_cases() {
    let Some(folder) = folder() else { return };
    let counts = [
        ("alias", 3),
        ("no_output", 1),
        ("constants_in_search", 8),
        ("false_at_root", 0),
        ("empty_arrays", 1),
        ("empty_clause", 0),
        ("division_by_zero", 4),
        ("division_truncates", 22),
        ("power", 23),
        ("beyond_32_bits", 3),
        ("product_beyond_64_bits", 1),
        ("sparse_domains", 3),
        ("element_out_of_range", 3),
        ("same_variable_twice", 1),
        ("reified_constants", 1),
        ("annotations", 1),
        ("layout", 3),
        ("matrix_output", 1),
    ];
    for (name, count) in counts {
        let text = fs::read_to_string(folder.join(format!("edge/{name}.fzn"))).expect("text");
        let found = solutions(&text);
        assert_eq!(found.len(), count, "{name}: {found:?}");
    }
    let text = fs::read_to_string(folder.join("edge/matrix_output.fzn")).expect("text");
    assert_eq!(solutions(&text), ["m = array2d(1..2,0..1,[1,2,3,1]); b = [true,false];"]);
}

#[test]
fn mistakes_have_a_place() {
    let cases = [
        ("var 1..3: x\nsolve satisfy;", "2:1: expected \";\", found \"solve\""),
        ("var 1..3: x;", "1:13: the file ends without a solve item"),
        ("var 1..: x; solve satisfy;", "1:8: expected an integer, found \":\""),
        ("constraint int_eq(x,1);\nsolve satisfy;", "1:12: x is not declared"),
        ("var 1..3: x;\nconstraint int_eq(x);\nsolve satisfy;", "2:12: int_eq has 2 arguments, not 1"),
        (
            "var 0.5..1.0: x;\nsolve satisfy;",
            "1:1: x is a floating-point number, and not a multiple of a known part by what defines it: only such are supported",
        ),
        ("var 1..3: x;\nvar bool: x;\nsolve satisfy;", "2:1: x is declared twice"),
        ("array [1..2] of int: a = [1];\nsolve satisfy;", "1:1: a has 2 elements, but its value has 1"),
        ("var 1..2: x :: \"open\nsolve satisfy;", "1:16: the quote is not closed on its line"),
        ("var 1..2: é;", "1:11: 'é' is unexpected here"),
        ("solve satisfy; solve satisfy;", "1:16: a second solve item"),
        ("var 1..99999999999999999999: x;", "1:8: this number does not fit into 64 bits"),
        (
            "var bool: b;\nconstraint int_eq(b,1);\nsolve satisfy;",
            "2:12: argument 1 of int_eq is a Boolean variable, not an integer",
        ),
    ];
    for (text, expected) in cases {
        let error = Problem::read(text).expect_err(expected);
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let deep = format!("var bool: b :: {}{};\nsolve satisfy;", "f(".repeat(100_000), ")".repeat(100_000));
    let error = Problem::read(&deep).expect_err("nested too deep");
    assert!(error.message.contains("nested deeper"), "{error}");
}

/// Bounds that are not in the file are told of.
#[test]
fn invented_bounds_are_told() {
    let text =
        "var int: x :: output_var;\nvar int: i;\nvar bool: b;\nconstraint bool2int(b,i);\nsolve satisfy;";
    let problem = Problem::read(text).expect("nothing is wrong with it");
    assert_eq!(problem.notes, ["x has no bounds: only values from -500000000 to 500000000 are tried"]);
    assert_eq!(problem.model.vars().len(), 2);
}

/// What is counted under a condition is no variable: each assignment is a solution once.
#[test]
fn bounds_of_counts_as_a_condition() {
    let text = "\
array [1..2] of var int: xs :: output_array([1..2]) = [x,y];
var 1..2: x;
var 1..2: y;
var bool: b :: output_var;
constraint fzn_global_cardinality_low_up_reif(xs,[1],[1],[1],b);
solve satisfy;";
    let found = solutions(text);
    assert_eq!(found.len(), 4, "{found:?}");
    for line in found {
        assert_eq!(line.contains("b = true"), line.matches('1').count() == 1, "{line}");
    }
}

/// That an integer is 1 is not that integer, where it can be something else.
#[test]
fn one_of_many_values() {
    let text = "\
var 0..3: x :: output_var;
var 2..2: y;
var bool: b;
var bool: c;
var 0..3: n :: output_var;
constraint int_eq_reif(x,1,b);
constraint int_eq_reif(y,1,c);
constraint bool_lin_eq([1],[b],n);
solve satisfy;";
    let counted = ["x = 0; n = 0;", "x = 1; n = 1;", "x = 2; n = 0;", "x = 3; n = 0;"];
    assert_eq!(solutions(text), counted);
    let equal = text.replace("bool_lin_eq([1],[b],n)", "bool_eq(b,c)").replace("var 0..3: n", "var 0..0: n");
    assert_eq!(solutions(&equal), ["x = 0; n = 0;", "x = 2; n = 0;", "x = 3; n = 0;"]);
}

/// Of a Boolean that is printed only whether it is true matters, not the values of the variable behind it.
#[test]
fn solutions_differ_in_what_is_printed() {
    let text = "\
var 1..9: x;
var 1..9: y :: output_var;
var bool: b :: output_var;
var bool: c;
array [1..2] of var bool: both :: output_array([1..2]) = [b,c];
constraint int_le_reif(4,x,b);
constraint int_eq_reif(x,9,c);
constraint int_le(y,2);
solve satisfy;
";
    let problem = Problem::read(text).expect("it is well formed");
    let mut printed: Vec<String> = Vec::new();
    for solution in problem.search(false).project(problem.shown()).solutions() {
        let mut text = String::new();
        problem.print(&solution, &mut text);
        printed.push(text);
    }
    // Two values of y, and x below 4, from 4 to 8, and 9.
    assert_eq!(printed.len(), 6);
    printed.sort();
    printed.dedup();
    assert_eq!(printed.len(), 6);
}
