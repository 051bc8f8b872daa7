//! Promise: clauses and graphs in the formats of DIMACS are solved, counted, inspected and explained, and their conflicts named.

use serde_json::Value;

use crate::program::{Finished, file, run};
use residua::search::Random;

/// A formula as text.
fn text(vars: usize, clauses: &[Vec<i32>]) -> String {
    let line = |clause: &Vec<i32>| {
        let words: Vec<String> = clause.iter().map(i32::to_string).collect();
        format!("{} 0\n", words.join(" "))
    };
    format!("c a formula\np cnf {vars} {}\n{}", clauses.len(), clauses.iter().map(line).collect::<String>())
}

/// Whether values, by variable, satisfy all clauses.
fn satisfies(clauses: &[Vec<i32>], values: u32) -> bool {
    let is_true = |&literal: &i32| (values >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
    clauses.iter().all(|clause| clause.iter().any(is_true))
}

fn object(subcommand: &str, options: &[&str], input: &str) -> Value {
    let finished = run(subcommand, &[options, &["--json"]].concat(), input);
    assert_eq!(finished.err, "", "{input}");
    serde_json::from_str(&finished.out).expect("an object")
}

/// The lines of constraints.
fn lines_of(constraints: &Value) -> Vec<usize> {
    let lines = constraints.as_array().expect("constraints").iter().filter_map(|one| one["line"].as_u64());
    lines.map(|line| line as usize).collect()
}

/// Random formulas of six variables, against all 64 assignments.
#[test]
fn clauses_are_answered_as_by_enumeration() {
    const VARS: usize = 6;
    let mut random = Random::new(20);
    for round in 0..30 {
        let clauses: Vec<Vec<i32>> = (0..3 + random.below(30))
            .map(|_| {
                let literal = |random: &mut Random| {
                    let variable = 1 + random.below(VARS) as i32;
                    if random.below(2) == 0 { variable } else { -variable }
                };
                (0..=random.below(4)).map(|_| literal(&mut random)).collect()
            })
            .collect();
        let input = text(VARS, &clauses);
        let all: Vec<u32> = (0..1 << VARS).filter(|&values| satisfies(&clauses, values)).collect();
        let code = i32::from(all.is_empty());
        // Solved.
        let solved = object("solve", &["--all"], &input);
        let mut found: Vec<u32> = solved["solutions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|values| {
                let values = values.as_array().expect("a list").iter().enumerate();
                values.map(|(at, value)| (value.as_u64().expect("0 or 1") as u32) << at).sum()
            })
            .collect();
        found.sort_unstable();
        assert_eq!((&found, &solved["all"]), (&all, &Value::Bool(true)), "{round}: {input}");
        assert_eq!(run("solve", &[], &input).code, code);
        // Counted.
        let counted = object("count", &["--candidates"], &input);
        assert_eq!(counted["count"], all.len().to_string(), "{input}");
        // Estimated, on average over many probes.
        let estimated = object("count", &["--estimate=2000"], &input);
        let number = |member: &str| estimated[member].as_f64().expect("a number");
        let distance = (number("solutions") - all.len() as f64).abs();
        assert!(distance <= 6.0 * number("solutions_error") + 1e-6, "{input}: {estimated}");
        // Inspected: what is left of each variable is what it has in some solution.
        let left = object("inspect", &[], &input);
        for at in 0..VARS {
            let possible: Vec<u32> =
                [0, 1].into_iter().filter(|v| all.iter().any(|s| s >> at & 1 == *v)).collect();
            let ranges = left["domains"][format!("x{}", at + 1)].as_array().into_iter().flatten();
            let values = |range: &Value| range[0].as_u64().into_iter().chain(range[1].as_u64());
            let mut shown: Vec<u64> = ranges.flat_map(|range| values(range).collect::<Vec<_>>()).collect();
            shown.dedup();
            assert_eq!(shown, possible.iter().map(|&value| u64::from(value)).collect::<Vec<_>>(), "{input}");
        }
        // A conflict has no solution, and any part of it has one.
        let conflict = object("conflict", &[], &input);
        match conflict["conflicts"].as_array().expect("a list").first() {
            None => assert!(!all.is_empty(), "{input}"),
            Some(set) => {
                let lines = lines_of(set);
                let of =
                    |lines: &[usize]| lines.iter().map(|line| clauses[line - 3].clone()).collect::<Vec<_>>();
                let has_solution =
                    |lines: &[usize]| (0..1 << VARS).any(|values| satisfies(&of(lines), values));
                // Without what is to be taken away there is a solution.
                let gone = lines_of(&conflict["correction"]);
                let rest: Vec<usize> = (3..3 + clauses.len()).filter(|line| !gone.contains(line)).collect();
                assert!(!gone.is_empty() && has_solution(&rest), "{input}");
                // Why there is none is shown by clauses that have none.
                let why = object("why", &["-"], &input);
                let steps = why["lines"].as_array().expect("a list").iter();
                let shown: Vec<usize> = steps
                    .filter_map(|step| step["constraint"]["line"].as_u64())
                    .map(|line| line as usize)
                    .collect();
                assert!(!has_solution(&shown), "{input}{why}");
                assert!(!lines.is_empty() && !has_solution(&lines), "{input}");
                for without in 0..lines.len() {
                    let rest: Vec<usize> =
                        (0..lines.len()).filter(|at| *at != without).map(|at| lines[at]).collect();
                    assert!(has_solution(&rest), "{input}");
                }
            }
        }
    }
}

#[test]
fn text_is_what_sat_solvers_print() {
    let input = "c\np cnf 3 4\n1 2 0\n-1 3 0\n-2 0 3 -1 0\n";
    let Finished { out, err, code } = run("solve", &[], input);
    assert_eq!((out.as_str(), err.as_str(), code), ("stdin:1  unique solution\nv 1 -2 3 0\n", "", 0));
    assert_eq!(run("solve", &["--format", "line"], input).out, "v 1 -2 3 0\n");
    let left = run("inspect", &["--strength", "domain"], "p cnf 3 2\n1 0\n-2 3 0\n").out;
    let expected = "stdin:1  several solutions\nstrength: domain; 1 search\nfixed: 1 of 3 variables\n  1\n\
        open: 2 variables\nleft: 1 constraint\n  x2 = 0 ∨ x3 = 1 (line 3)\nindependent parts";
    assert!(left.starts_with("stdin:1  several solutions\nstrength: domain; "), "{left}");
    assert_eq!(
        left.lines().skip(2).take(5).collect::<Vec<_>>(),
        expected.lines().skip(2).take(5).collect::<Vec<_>>()
    );
    let none = run("conflict", &["--smallest"], "p cnf 2 3\n1 0\n2 0\n-1 0\n");
    let expected = "stdin:1  2 of 3 clauses clash (minimum)\n  x1 = 1 (line 2)\n  x1 = 0 (line 4)\n\
        removing x1 = 1 (line 2) restores a solution (minimum)\n";
    assert_eq!((none.out.as_str(), none.code), (expected, 1));
    let why = run("why", &["-", "3", "x2=1"], input);
    let expected = "stdin:1  x3 = 1 is in all solutions\n  x2 = 0  line 5\n  x1 = 1  value in line 3: x2 = 0\n  \
        x3 = 1  value in line 4: x1 = 1\nx3 = 1 is in all solutions: 3 steps, from 3 clauses\n\n\
        stdin:1  x2 = 1 is in no solution\n  x2 = 0  line 5\nx2 = 1 is in no solution: 1 step, from 1 clause\n\n";
    assert_eq!((why.out.as_str(), why.code), (expected, 0), "{}", why.err);
}

/// The graph of an empty grid has 288 colourings with four colours, and none with three; a puzzle's has its solutions.
#[test]
fn graphs_are_coloured() {
    let graph = |puzzle: &str| run("export", &["-", "--to", "graph"], puzzle).out;
    let empty = graph("................");
    assert!(
        empty
            .starts_with("c the graph needs 4 colours; it has a clique of 4, and DSATUR colours it with 4\n"),
        "{empty}"
    );
    assert_eq!(run("count", &["--colors", "4"], &empty).out, "stdin:1  288 solutions\n");
    assert_eq!(run("solve", &["--colors", "3"], &empty).code, 1);
    let solved = run("solve", &["--colors", "4", "--format", "line"], graph("1... ..3. .1.. ...2")).out;
    assert_eq!(run("count", &["--colors", "4"], graph("1... ..3. .1.. ...2")).out, "stdin:1  1 solution\n");
    // Each vertex has the colour of its cell.
    let grid = run("solve", &["--format", "line"], "1... ..3. .1.. ...2").out;
    for (cell, value) in (1..).zip(grid.trim().chars()) {
        assert!(
            format!("{} ", solved.replace('\n', " ")).contains(&format!(" {cell}={value} ")),
            "{solved} {grid}"
        );
    }
}

/// To look at an input uses nothing of it up, however it comes, and comments may be longer than what is looked at.
#[test]
fn inputs_are_recognised_and_kept() {
    let comments = "c \"r1c1\" has the values 1..16, from literal 1 on\n".repeat(4000);
    let (formula, graph) = (format!("{comments}p cnf 1 1\n1 0\n"), format!("{comments}p edge 2 1\ne 1 2\n"));
    for (name, text, options) in [("cnf", &formula, &[][..]), ("col", &graph, &["--colors", "2"])] {
        let path = file(&format!("dimacs-comments.{name}"), text);
        let (given, piped) =
            (run("count", &[&[path.as_str()], options].concat(), ""), run("count", options, text));
        assert_eq!((given.code, piped.code), (0, 0), "{}{}", given.err, piped.err);
        assert_eq!(given.out.replace(&path, "stdin"), piped.out);
    }
    assert_eq!(run("count", &[], &graph).code, 2);
    // A pipe with a name, as shells make them for `<(...)`.
    #[cfg(target_os = "linux")]
    assert_eq!(run("count", &["/dev/stdin"], "12......34......\n").out, "/dev/stdin:1  4 solutions\n");
}

#[test]
fn mistakes_have_their_places() {
    for (input, message) in [
        ("p cnf 2 1\n1 3 0\n", "error: stdin:2:3: expected a literal from -2 to 2, found \"3\"\n"),
        ("p cnf 2 1\n1 x 0\n", "error: stdin:2:3: "),
        ("p cnf 2 2\n1 0\n", "error: stdin:3:1: "),
        ("p cnf\n", "error: stdin:"),
        ("p edge 3 1\ne 1 9\n", "error: a graph requires --colors N, the number of colours\n"),
    ] {
        let finished = run("solve", &[], input);
        assert!(finished.err.starts_with(message) && finished.code == 2, "{input}: {}", finished.err);
    }
    let finished = run("count", &["--colors", "2"], "p edge 3 1\ne 1 9\n");
    assert!(finished.err.starts_with("error: stdin:2:5: ") && finished.code == 2, "{}", finished.err);
    let (formula, puzzle) = (file("dimacs.cnf", "p cnf 1 1\n1 0\n"), file("dimacs.txt", "1..............."));
    let both = run("solve", &[&formula, &puzzle], "");
    assert!(both.code == 2 && both.err.contains("in one run"), "{}", both.err);
    let missing = run("solve", &[&formula, "no such file"], "");
    assert!(missing.code == 2 && missing.err.contains("no such file:1:1: cannot be read"), "{}", missing.err);
    assert_eq!(missing.out.lines().count(), 2, "the other is answered");
    for options in [["--colors", "3"], ["--box", "2x2"], ["--format", "clpfd"], ["--format", "pencil"]] {
        let refused = run("solve", &[&[formula.as_str()], &options[..]].concat(), "");
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{options:?}");
    }
    assert_eq!(run("solve", &["--colors", "3"], "1...............").code, 2);
}
