//! Promise: SWI-Prolog consults what `solve --format prolog` prints without a warning, and finds the solutions of each
//! puzzle.
//!
//! Needs `swipl` on the path: see `outside`.

use std::path::Path;

use crate::outside;
use crate::program::{file, run};
use crate::samples::SIX;

/// What SWI-Prolog prints when it loads `program` and runs `goal`; `None`, with a message, if it is not installed.
fn swipl(name: &str, program: &str, goal: &str) -> Option<String> {
    let path = file(name, program);
    if !outside::has("swipl", "swi-prolog-nox") {
        return None;
    }
    let (succeeds, out, err) =
        outside::output(Path::new("."), "swipl", &["-q", "-g", goal, "-t", "halt", &path]);
    assert!(succeeds && err.is_empty(), "swipl objects to {path}: {err}\n{out}");
    Some(out)
}

/// Several solutions, one, none by the rules, none by search, and what a file may be called.
const PUZZLES: &str =
    "12......34......\n1234341221434321\n11..............\n1...............\n..12.3..........\n";

#[test]
fn solutions_are_those_of_the_puzzles() {
    let path = file("it's \\ a \"name\".txt", PUZZLES);
    let program = run("solve", &["--format", "prolog", &path], "").out;
    let each = "forall(member(L, [1,2,3,4,5]), (aggregate_all(count, solution(_:L, _), N), print(L-N), nl))";
    let Some(counted) = swipl("solutions.pl", &program, each) else { return };
    let objects = run("count", &["--json", &path], "").out;
    let count = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object");
        object["count"].as_str().expect("a number").to_owned()
    };
    let numbers: Vec<String> = objects.lines().map(count).collect();
    let expected =
        numbers.iter().zip(1..).fold(String::new(), |text, (n, line)| text + &format!("{line}-{n}\n"));
    assert_eq!(counted, expected);
    // Each solution that is listed is a fact, and they are the same.
    let facts = run("solve", &["--format", "prolog", "--all", &path], "").out;
    let all = "findall(R, solution(R), Rs), sort(Rs, S), length(Rs, N), print(N-S)";
    assert_eq!(swipl("listed.pl", &facts, all), swipl("solutions.pl", &program, all));
    let unlabelled = swipl(
        "listed.pl",
        &facts,
        "forall(puzzle(R), ground(R)), aggregate_all(count, puzzle(_), N), print(N)",
    );
    let sum: u32 = numbers.iter().filter_map(|number| number.parse::<u32>().ok()).sum();
    assert_eq!(unlabelled, Some(sum.to_string()));
}

/// Without labelling, what is known of a puzzle is there, and no more.
#[test]
fn without_search_domains_are_left() {
    let program =
        run("solve", &["--format", "prolog", "--box", "2x3"], SIX.replacen("6...4", ".....", 1)).out;
    let goal = "puzzle(Rows), term_variables(Rows, Cells), maplist(fd_size, Cells, Sizes), print(Sizes), nl, \
                solution(First), maplist(portray_clause, First)";
    let Some(out) = swipl("unlabelled.pl", &program, goal) else { return };
    let mut lines = out.lines();
    let sizes = lines.next().expect("a line");
    assert!(sizes.starts_with('[') && !sizes.contains("sup") && !sizes.contains('1'), "{sizes}");
    assert_eq!(lines.count(), 6, "{out}");
    // It is read back: the same puzzle, with marks.
    let again = run("solve", &["--format", "prolog", "--box", "2x3"], &program).out;
    let body = |text: &str| {
        text.split_once("puzzle('-'").map(|(_, rest)| rest.split_once(',').map(|r| r.1.to_owned()))
    };
    assert_eq!(body(&again), body(&program));
}
