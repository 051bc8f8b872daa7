//! Promise: `export` writes programs, clauses and graphs, too, with the solutions that they have; or says why it cannot.

use std::fs;

use crate::outside;
use crate::program::run;

/// Everything is shown, so that solutions differ where the model's variables do.
const PROGRAM: &str = "var 1..3: x:: output_var;\nvar 1..3: y:: output_var;\nvar 1..3: z:: output_var;\n\
    var bool: b:: output_var;\nconstraint fzn_all_different_int([x,y,z]);\nconstraint int_le_reif(x,2,b);\n\
    constraint int_lin_le([1,1],[x,y],4);\nsolve satisfy;\n";

/// FlatZinc JSON of `x ≠ y`.
const JSON: &str = "{\"variables\":{\"x\":{\"type\":\"int\",\"domain\":[[1,3]]},\"y\":{\"type\":\"int\",\"domain\":[[1,3]]}},\
    \"arrays\":{},\"constraints\":[{\"id\":\"int_ne\",\"args\":[\"x\",\"y\"]}],\"output\":[\"x\",\"y\"],\
    \"solve\":{\"method\":\"satisfy\"},\"version\":\"1.0\"}";

const CLAUSES: &str = "c three variables\np cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n";

/// A square with a diagonal.
const GRAPH: &str = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\n";

/// A file of that name, in a folder of these tests.
fn file(name: &str, text: &str) -> String {
    let path = outside::dir("languages").join(name);
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
    fs::write(&path, text).expect("it can be written");
    path.into_os_string().into_string().expect("the path is UTF-8")
}

/// How many solutions a file has, by `residua count`.
fn counted(path: &str, options: &[&str]) -> String {
    let finished = run("count", &[&[path], options].concat(), "");
    let line = finished.out.lines().next().unwrap_or_default().to_owned();
    line.split_once("  ")
        .map_or_else(|| panic!("{path}: {line}{}", finished.err), |(_, count)| count.to_owned())
}

#[test]
fn clauses_have_the_solutions_of_what_they_were_made_of() {
    let subjects: [(&str, &str, &[&str], &str); 4] = [
        ("program.fzn", PROGRAM, &[], "4 solutions"),
        ("different.fzn.json", JSON, &[], "6 solutions"),
        ("clauses.cnf", CLAUSES, &[], "2 solutions"),
        ("graph.col", GRAPH, &["--colors", "3"], "6 solutions"),
    ];
    for (name, text, options, known) in subjects {
        let path = file(name, text);
        assert_eq!(counted(&path, options), known, "{name}");
        let exported = run("export", &[&[path.as_str(), "--to", "cnf"], options].concat(), "");
        assert_eq!((exported.code, exported.err.as_str()), (0, ""), "{name}");
        assert_eq!(counted(&file(&format!("{name}-exported.cnf"), &exported.out), &[]), known, "{name}");
    }
}

/// A model of nothing but differences is a graph again.
#[test]
fn a_graph_is_a_graph_again() {
    let path = file("again.col", GRAPH);
    let exported = run("export", &[&path, "--colors", "3", "--to", "graph"], "");
    assert_eq!(exported.code, 0, "{}", exported.err);
    let again = file("again-exported.col", &exported.out);
    for colours in ["3", "4"] {
        let options = ["--colors", colours];
        assert_eq!(counted(&again, &options), counted(&path, &options), "{colours}");
    }
}

#[test]
fn each_language_has_the_names_of_the_model() {
    let path = file("names.fzn", PROGRAM);
    for language in ["cnf", "lp", "mps", "polynomial", "minizinc", "prolog"] {
        let exported = run("export", &[&path, "--to", language], "");
        assert_eq!((exported.code, exported.err.as_str()), (0, ""), "{language}");
        let has = |name: &str| exported.out.to_lowercase().contains(name);
        assert!(["x", "y", "z", "b"].iter().all(|name| has(name)), "{language}: {}", exported.out);
        // The head of a puzzle is what `decode` reads.
        assert!(!exported.out.contains("residua export"), "{language}: {}", exported.out);
    }
}

#[test]
fn what_a_language_cannot_say_is_named() {
    let path = file("unsaid.fzn", PROGRAM);
    let refused = run("export", &[&path, "--to", "graph"], "");
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("cannot be written as a graph to be coloured"), "{}", refused.err);
    let objective = file("objective.fzn", &PROGRAM.replace("satisfy", "maximize x"));
    let exported = run("export", &[&objective, "--to", "cnf"], "");
    assert_eq!(exported.code, 0);
    assert!(exported.err.contains("without its objective"), "{}", exported.err);
    let bounded = run("export", &[&objective, "--to", "cnf", "--objective-at-least", "3"], "");
    assert_eq!(
        counted(&file("bounded.cnf", &bounded.out), &[]),
        counted(&objective, &["--objective-at-least", "3"])
    );
}

#[test]
fn inputs_and_options_that_do_not_go_together_are_refused() {
    let (program, clauses, graph) = (file("a.fzn", PROGRAM), file("b.cnf", CLAUSES), file("c.col", GRAPH));
    for (arguments, message) in [
        (vec![program.as_str(), &clauses], "cannot be mixed in one run"),
        (vec![&graph], "--colors N"),
        (vec![&clauses, "--colors", "3"], "these inputs are clauses"),
        (vec![&program, "--box", "2x2"], "--box applies only to puzzles"),
        (vec![&program, &program], "-o FOLDER"),
    ] {
        let refused = run("export", &[&arguments[..], &["--to", "cnf"]].concat(), "");
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{arguments:?}");
        assert!(refused.err.contains(message), "{arguments:?}: {}", refused.err);
    }
}
