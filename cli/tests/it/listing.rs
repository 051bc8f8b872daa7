//! Promise: solutions are listed as they are found, in every format and by any number of threads; a list that is not
//! whole says so.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::program::{Finished, solve};
use crate::samples::REFERENCE;

#[test]
fn all_solutions_are_listed_once() {
    let output = solve("--all --format line", REFERENCE);
    let mut lines: Vec<String> = output.out.lines().map(str::to_owned).collect();
    assert_eq!((lines.len(), output.code), (18, 0));
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 18);
}

#[test]
fn every_format_lists_what_it_counts() {
    let grids = |format: &str, mark: &str| {
        let output = solve(&format!("--all --format {format}"), REFERENCE).out;
        let end = if matches!(format, "prolog" | "clpfd") {
            "% stdin:1 multiple: 18 solutions\n"
        } else {
            "listed: all 18 solutions\n"
        };
        output.split_once(end).map(|(listed, _)| listed.matches(mark).count())
    };
    assert_eq!(grids("grid", "┌"), Some(18));
    assert_eq!(grids("pencil", "┌"), Some(18));
    assert_eq!(grids("ascii", "\nsolution "), Some(18));
    assert_eq!(grids("prolog", "puzzle('-':1, ["), Some(18));
    assert_eq!(grids("clpfd", ".\n"), Some(18));
    let json = solve("--all --format json", REFERENCE).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(object["solutions"].as_array().map(Vec::len), Some(18));
}

#[test]
fn a_list_that_ends_early_says_so() {
    let one = solve("--limit 1", REFERENCE).out;
    assert!(one.contains("listed: 1 solution; there are more\n"), "{one}");
    let three = solve("--limit 3", REFERENCE).out;
    assert!(three.contains("listed: 3 solutions; there may be more\n"), "{three}");

    let cut = "multiple: node limit reached";
    let line = solve("--all --nodes 20 --format line", REFERENCE);
    assert!(line.out.trim_end().ends_with(cut), "{}", line.out);
    assert_eq!(line.code, 3);
    let json = solve("--all --nodes 20 --format json", REFERENCE);
    assert!(json.out.contains(r#""verdict":"multiple","reason":"node limit reached""#));
    assert_eq!(json.code, 3);
    let grid = solve("--all --nodes 20", REFERENCE);
    let cut = " solutions; there may be more: node limit reached\n";
    assert!(grid.out.contains(cut), "{}", grid.out);
}

#[test]
#[cfg_attr(not(feature = "dense"), ignore = "expects the first solutions of the dense engine")]
fn a_witness_is_shown_where_a_limit_came_before_the_second() {
    let output = solve("--nodes 5", REFERENCE);
    assert!(output.out.contains("unknown: node limit reached; 1 solution found so far\n"));
    assert!(output.out.contains("1 solution found; uniqueness unknown\n┌"), "{}", output.out);
    assert_eq!(output.code, 3);
}

#[test]
fn a_listed_answer_of_prolog_is_read_back() {
    let listed = solve("--limit 2 --format prolog", REFERENCE).out;
    let again = solve("--format line", &listed);
    assert_eq!(again.out, solve("--limit 2 --format line", REFERENCE).out);
    let left = solve("--format prolog", REFERENCE).out;
    assert_eq!(solve("--format line", &left).out, solve("--format line", REFERENCE).out);
}

#[test]
fn a_closed_pipe_ends_an_endless_list() {
    for threads in ["1", "2"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
            .args(["solve", "--all", "--format", "line", "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(&[b'.'; 81]).expect("it is read");
        drop(stdin);
        let mut first = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let _ = stdout.read_line(&mut first).expect("a first solution");
        drop(stdout);
        let rest = child.wait_with_output().expect("it ends");
        assert_eq!((first.len(), rest.status.code()), (82, Some(0)));
        assert!(rest.stderr.is_empty(), "{}", String::from_utf8_lossy(&rest.stderr));
    }
}

#[test]
fn threads_keep_the_order() {
    // More puzzles than one batch, and lists longer than one piece of output.
    let blank = ".".repeat(36);
    let bad = "1.".repeat(18) + ".";
    let input = format!("{REFERENCE}\n{bad}\n{}{}\n", format!("{blank}\n").repeat(3), REFERENCE).repeat(30);
    let alone = solve("--limit 900 --box 2x3 --format line --threads 1", &input);
    assert_eq!(alone.code, 2, "for the bad lines");
    for threads in [2, 4, 0] {
        let together = solve(&format!("--limit 900 --box 2x3 --format line --threads {threads}"), &input);
        assert!(together.out == alone.out, "the same answers in the same order");
        let mistakes = |finished: &Finished| -> Vec<String> {
            finished.err.lines().filter(|line| line.starts_with("error: ")).map(str::to_owned).collect()
        };
        assert_eq!(mistakes(&together), mistakes(&alone));
        assert_eq!(mistakes(&together).len(), 30);
    }
}
