//! Promise: `residua fzn` answers as MiniZinc expects a solver to, by its options, its output and its exit codes.

mod assumptions;
#[cfg(unix)]
mod ended;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Finished, file, run};

/// Files that are not in the project: `RESIDUA_FLATZINC`, or beside it.
fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("RESIDUA_FLATZINC").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/fzn");
    let folder = given.unwrap_or_else(beside);
    folder.is_dir().then_some(folder)
}

fn fzn(options: &[&str], text: &str) -> Finished {
    run("fzn", &[options, &["-"]].concat(), text)
}

/// What is printed, where nothing is to be said about it.
fn printed(options: &[&str], text: &str) -> String {
    let finished = fzn(options, text);
    assert_eq!((finished.err.as_str(), finished.code), ("", 0), "{text}");
    finished.out
}

/// The solutions of an output, as lines without their order, and what comes after them.
fn solutions(out: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> = out.split("----------\n").map(|part| part.replace('\n', " ")).collect();
    let end = parts.pop().unwrap_or_default();
    (parts.iter().map(|part| part.trim_end().to_owned()).collect(), end.trim_end().to_owned())
}

const THREE: &str = "var 1..3: x :: output_var;\nsolve satisfy;\n";
const NONE: &str = "var 1..3: x :: output_var;\nconstraint int_le(4, x);\nsolve satisfy;\n";
/// The search takes the least values first, so that each of them is better than the one before.
const BEST: &str = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nconstraint int_ne(x, y);\n\
    solve :: int_search([y, x], input_order, indomain_min) maximize y;\n";

/// The files of edge cases, each with the number of its solutions and, where one is known, one of them or all.
#[test]
fn edge_cases() {
    let Some(folder) = folder() else { return };
    let complete = "==========";
    let cases: [(&str, usize, &[&str]); 19] = [
        ("alias", 3, &["x = 1; y = 1; c = 5; a = [1,5,-2];", "x = 2; y = 2; c = 5; a = [2,5,-2];"]),
        ("no_output", 1, &[""]),
        ("constants_in_search", 8, &["x = 2; y = 1;"]),
        ("false_at_root", 0, &[]),
        ("empty_arrays", 1, &["b = true; c = false;"]),
        ("empty_clause", 0, &[]),
        ("division_by_zero", 4, &["x = 1; y = -1; z = -1;", "x = 2; y = 1; z = 2;"]),
        ("division_truncates", 22, &["x = -5; y = 3; q = -1; r = -2;", "x = 5; y = -3; q = -1; r = 2;"]),
        ("power", 23, &["x = 0; y = 0; z = 1;", "x = 2; y = -1; z = 0;", "x = -1; y = -1; z = -1;"]),
        ("beyond_32_bits", 3, &["x = 2000000000; y = 2000000000;"]),
        ("product_beyond_64_bits", 1, &["x = 3; y = 3; z = 9;"]),
        ("sparse_domains", 3, &["x = 3; b = true;", "x = 5; b = false;", "x = 1000000000; b = false;"]),
        ("element_out_of_range", 3, &["i = 1; y = 4;", "i = 2; y = 5;", "i = 3; y = 4;"]),
        ("same_variable_twice", 1, &["x = 1; y = 0;"]),
        ("reified_constants", 1, &["a = false; b = true; x = 2;"]),
        ("annotations", 1, &["x = 1;"]),
        (
            "layout",
            3,
            &["x = 2; y = -3; a = [2,-3];", "x = 2; y = -2; a = [2,-2];", "x = 2; y = -1; a = [2,-1];"],
        ),
        ("matrix_output", 1, &["m = array2d(1..2,0..1,[1,2,3,1]); b = [true,false];"]),
        ("constant_objective", 1, &[]),
    ];
    for (name, count, some) in cases {
        let path = folder.join(format!("edge/{name}.fzn"));
        let path = path.to_str().expect("the path is UTF-8");
        let all = run("fzn", &["-a", "--check", path], "");
        let (found, end) = solutions(&all.out);
        assert_eq!((found.len(), all.code), (count, 0), "{name}: {}{}", all.out, all.err);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), count, "{name}: none comes twice");
        assert_eq!(end, if count == 0 { "=====UNSATISFIABLE=====" } else { complete }, "{name}");
        for solution in some {
            assert!(found.iter().any(|found| found == solution), "{name}: no {solution} in {found:?}");
        }
        // One of them, and whether there are more is not asked; of an optimisation it is.
        let one = run("fzn", &["--check", path], "");
        let (first, end) = solutions(&one.out);
        let expected = match (count, name) {
            (0, _) => "=====UNSATISFIABLE=====",
            (_, "constant_objective") => complete,
            _ => "",
        };
        assert_eq!((first.len(), end.as_str(), one.code), (count.min(1), expected, 0), "{name}");
        assert!(first.iter().all(|first| found.contains(first)), "{name}");
    }
    let text = |name: &str| fs::read_to_string(folder.join(format!("edge/{name}.fzn"))).expect("text");
    let best = fzn(&[], &text("restart_and_warm_start"));
    let (last, end) = solutions(&best.out);
    assert!(last.len() == 1 && last[0].ends_with("y = 5;") && end == complete, "{}", best.out);
    let refused = fzn(&[], &text("float_refused"));
    assert_eq!((refused.out.as_str(), refused.code), ("", 2));
    assert!(refused.err.starts_with("error: stdin:1:1: x is a floating-point number"), "{}", refused.err);
}

/// One solution, some, all; what is said at the end is proved.
#[test]
fn as_many_solutions_as_are_asked_for() {
    assert_eq!(printed(&[], THREE), "x = 1;\n----------\n");
    let all = "x = 1;\n----------\nx = 2;\n----------\nx = 3;\n----------\n";
    for options in [&["-a"][..], &["--all-solutions"], &["-n", "0"], &["-a", "-p", "2", "-r", "-7", "-f"]] {
        assert_eq!(printed(options, THREE), format!("{all}==========\n"), "{options:?}");
    }
    for options in [&["-n", "2"][..], &["-n2"], &["--num-solutions", "2"], &["-a", "-n", "2"]] {
        assert_eq!(printed(options, THREE), "x = 1;\n----------\nx = 2;\n----------\n", "{options:?}");
    }
    assert_eq!(printed(&["-n", "4"], THREE), format!("{all}==========\n"), "there are no four");
    assert_eq!(printed(&["-n", "3"], THREE), all, "whether there is another is not asked");
    for options in [&[][..], &["-a"], &["-n", "3"], &["-i", "-f", "-s"]] {
        let out = printed(options, NONE);
        let lines: Vec<&str> = out.lines().filter(|line| !line.starts_with('%')).collect();
        assert_eq!(lines, ["=====UNSATISFIABLE====="], "{options:?}");
    }
}

/// What is not printed makes no solution another one.
#[test]
fn solutions_differ_in_what_is_printed() {
    let text = "var 0..9: x :: output_var;\nvar 0..99: hidden;\nvar bool: b;\nconstraint int_lin_le([1,1],[x,hidden],100);\n\
        constraint int_le_reif(3,hidden,b);\nsolve :: int_search([hidden],input_order,indomain_max) satisfy;\n";
    let (found, end) = solutions(&printed(&["-a"], text));
    let expected: BTreeSet<String> = (0..=9).map(|x| format!("x = {x};")).collect();
    assert_eq!((found.len(), found.into_iter().collect::<BTreeSet<_>>()), (10, expected));
    assert_eq!(end, "==========");
    let nothing = text.replace(" :: output_var", "");
    assert_eq!(printed(&["-a"], &nothing), "----------\n==========\n");
}

/// By default only the best one is printed, with `-a` or `-i` all that lead to it.
#[test]
fn optima_are_proved() {
    assert_eq!(printed(&[], BEST), "x = 1;\ny = 3;\n----------\n==========\n");
    for option in ["-a", "-i"] {
        let (found, end) = solutions(&printed(&[option], BEST));
        assert_eq!(found.last().map(String::as_str), Some("x = 1; y = 3;"), "{option}");
        assert_eq!(end, "==========");
        let values: Vec<&str> = found.iter().map(|found| found.rsplit(' ').next().unwrap_or("")).collect();
        assert!(values.is_sorted() && values.len() <= 3, "{option}: {found:?}");
    }
    // How many are wanted is of no concern.
    assert_eq!(printed(&["-n", "1"], BEST), "x = 1;\ny = 3;\n----------\n==========\n");
    let none = "var 1..3: x;\nconstraint int_le(4, x);\nsolve minimize x;\n";
    assert_eq!(printed(&[], none), "=====UNSATISFIABLE=====\n");
}

/// Several threads prove what one does, and print as many solutions; which of several that are as good may differ.
#[test]
fn threads_change_no_answer() {
    let packing = "array [1..6] of int: worth = [12,9,14,7,5,11];\narray [1..6] of int: weight = [7,5,9,4,3,6];\n\
        array [1..6] of var 0..3: taken :: output_array([1..6]);\nvar 0..200: total :: output_var;\n\
        constraint int_lin_le(weight,taken,31);\n\
        constraint int_lin_eq([12,9,14,7,5,11,-1],[taken[1],taken[2],taken[3],taken[4],taken[5],taken[6],total],0);\n\
        solve :: int_search(taken,input_order,indomain_min) maximize total;\n";
    let last = |out: &str| {
        let (found, end) = solutions(out);
        let total = found.last().and_then(|last| last.rsplit("total = ").next().map(str::to_owned));
        (total, end)
    };
    let alone = printed(&[], packing);
    for options in
        [&["-p", "2"][..], &["-p3"], &["-p", "0"], &["-f", "-p", "2"], &["-p", "2", "-i", "--check"]]
    {
        let together = printed(options, packing);
        assert_eq!(last(&together), last(&alone), "{options:?}");
        if options.contains(&"-i") {
            let totals: Vec<u32> = (together.lines())
                .filter_map(|line| line.strip_prefix("total = ")?.strip_suffix(';')?.parse().ok())
                .collect();
            assert!(totals.windows(2).all(|pair| pair[0] < pair[1]), "{totals:?}");
        } else {
            assert_eq!(solutions(&together).0.len(), 1, "{options:?}");
        }
        let one: Vec<&str> = options.iter().copied().filter(|option| *option != "-i").collect();
        let (found, end) = solutions(&printed(&one, THREE));
        assert_eq!((found.len(), end.as_str()), (1, ""), "{options:?}");
        assert_eq!(printed(&one, NONE), "=====UNSATISFIABLE=====\n", "{options:?}");
    }
    let counts = printed(&["-p", "2", "-s"], packing);
    assert_eq!(counts.matches("mzn-stat: nodes=").count(), 1, "{counts}");
}

/// Nothing is proved where values were left out.
#[test]
fn assumed_bounds_prove_nothing() {
    let free =
        "var int: x :: output_var;\nvar int: y :: output_var;\nconstraint int_le(x, y);\nsolve minimize x;\n";
    let finished = fzn(&[], free);
    assert!(!finished.out.contains("=========="), "{}", finished.out);
    assert!(finished.err.contains("note: ") && finished.code == 0, "{}", finished.err);
    let odd = "var int: x;\nvar int: y;\nconstraint int_lin_eq([2,2],[x,y],1);\nsolve satisfy;\n";
    let finished = fzn(&["-t", "300"], odd);
    assert!(!finished.out.contains("UNSATISFIABLE") || finished.err.is_empty(), "{}", finished.out);
}

/// The names are those of MiniZinc, each with a number; a line ends them, before the search and after it.
#[test]
fn statistics_have_their_form() {
    for (text, has_objective) in [(THREE, false), (BEST, true)] {
        let out = printed(&["-s", "-a"], text);
        let blocks: Vec<&str> = out.split("%%%mzn-stat-end\n").collect();
        assert!(blocks.len() == 3 && blocks[2].is_empty(), "{out}");
        let names = |block: &str| -> BTreeSet<String> {
            let lines = block.lines().filter(|line| line.starts_with('%'));
            let name = |line: &str| {
                let (name, value) = line.strip_prefix("%%%mzn-stat: ")?.split_once('=')?;
                value.parse::<f64>().ok().map(|_| name.to_owned())
            };
            lines.map(|line| name(line).unwrap_or_else(|| panic!("{line}"))).collect()
        };
        let before = names(blocks[0]);
        for name in ["initTime", "variables", "intVariables", "boolVariables", "propagators"] {
            assert!(before.contains(name), "no {name} in\n{}", blocks[0]);
        }
        assert!(!blocks[0].contains("----------"), "they come before the first solution");
        assert!(blocks[1].contains("----------\n==========\n%%%mzn-stat: "), "{out}");
        let after = names(blocks[1]);
        for name in ["nodes", "failures", "restarts", "propagations", "peakDepth", "openNodes", "solveTime"] {
            assert!(after.contains(name), "no {name} in\n{}", blocks[1]);
        }
        for name in ["objective", "objectiveBound"] {
            assert_eq!(after.contains(name), has_objective, "{name} in\n{}", blocks[1]);
        }
        for line in ["objective=3\n", "objectiveBound=3\n"] {
            assert!(!has_objective || blocks[1].contains(&format!("%%%mzn-stat: {line}")), "{out}");
        }
    }
}

/// Mistakes have their place and the exit code 2; nothing is printed that MiniZinc would take for an answer.
#[test]
fn mistakes_are_reported() {
    for (text, message) in [
        (
            "var 1..3: x;\nconstraint int_foo(x);\nsolve satisfy;\n",
            "error: stdin:2:12: the constraint int_foo",
        ),
        ("var 1..3: x;\nsolve maximise x;\n", "error: stdin:2:7: "),
        ("var 1..3: x;\n", "error: stdin:"),
        ("", "error: stdin:1:1: "),
    ] {
        let finished = fzn(&["-a", "-s"], text);
        assert_eq!((finished.out.as_str(), finished.code), ("", 2), "{text}");
        assert!(finished.err.starts_with(message), "{text}: {}", finished.err);
    }
    let finished = run("fzn", &["-"], b"var 1..3: x;\n% \xff\nsolve satisfy;\n");
    assert_eq!((finished.err.as_str(), finished.code), ("error: stdin:2:3: not valid UTF-8\n", 2));
    assert!(run("fzn", &["no such file"], "").err.contains("no such file:1:1: cannot be read"));
    let path = file("three.fzn", THREE);
    assert_eq!(run("fzn", &["-a", &path], "").out, printed(&["-a"], THREE));
    for options in
        [&["-x"][..], &["--al"], &["-n", "x"], &["-n"], &["-p", "9999"], &["-t", "-1"], &["-a", "-a"]]
    {
        let finished = fzn(options, THREE);
        assert_eq!((finished.out.as_str(), finished.code), ("", 2), "{options:?}");
        assert!(finished.err.starts_with("error: "), "{}", finished.err);
    }
    assert_eq!(run("fzn", &[], "").code, 2);
}

/// What is being done is told on standard error only.
#[test]
fn a_log_is_apart() {
    let finished = fzn(&["-v", "-a"], THREE);
    assert_eq!(finished.out, printed(&["-a"], THREE));
    let lines: Vec<&str> = finished.err.lines().collect();
    assert!(lines.len() >= 5 && lines.iter().all(|line| line.contains(" s: ")), "{}", finished.err);
    assert!(finished.err.contains("1 variable"), "{}", finished.err);
}
