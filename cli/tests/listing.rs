//! Promise: solutions are listed as they are found, in every format and by any number of threads; a list that is not
//! whole says so.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

/// 6x6 in boxes of 2x3, with 18 solutions.
const SEVERAL: &str = ".....5....6...54.2..2......6..1..52.";

/// `residua solve` with these arguments, separated by spaces, under way.
fn start(arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_residua"));
    let _ = command.arg("solve").args(arguments.split_whitespace());
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    pipes.spawn().expect("the binary is built")
}

/// What it answers to `input`.
fn solve(arguments: &str, input: &str) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("it is read to its end");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

#[test]
fn all_solutions_are_listed_once() {
    let output = solve("--all --format line", SEVERAL);
    let mut lines: Vec<String> = text(&output).lines().map(str::to_owned).collect();
    assert_eq!((lines.len(), output.status.code()), (18, Some(0)));
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 18);
}

#[test]
fn every_format_lists_what_it_counts() {
    let grids = |format: &str, mark: &str| {
        let output = text(&solve(&format!("--all --format {format}"), SEVERAL));
        let end = if matches!(format, "prolog" | "clpfd") {
            "% -:1 multiple: 18 solutions\n"
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
    let json = text(&solve("--all --format json", SEVERAL));
    let object: serde_json::Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(object["solutions"].as_array().map(Vec::len), Some(18));
}

#[test]
fn a_list_that_ends_early_says_so() {
    let one = text(&solve("--limit 1", SEVERAL));
    assert!(one.contains("listed: 1 solution; there are more\n"), "{one}");
    let three = text(&solve("--limit 3", SEVERAL));
    assert!(three.contains("listed: 3 solutions; there may be more\n"), "{three}");

    let cut = "multiple: the limit on nodes came first";
    let line = solve("--all --nodes 20 --format line", SEVERAL);
    assert!(text(&line).trim_end().ends_with(cut), "{}", text(&line));
    assert_eq!(line.status.code(), Some(3));
    let json = solve("--all --nodes 20 --format json", SEVERAL);
    assert!(text(&json).contains(r#""verdict":"multiple","reason":"the limit on nodes came first""#));
    assert_eq!(json.status.code(), Some(3));
    let grid = solve("--all --nodes 20", SEVERAL);
    let cut = " solutions; there may be more: the limit on nodes came first\n";
    assert!(text(&grid).contains(cut), "{}", text(&grid));
}

#[test]
#[cfg_attr(not(feature = "dense"), ignore = "which solutions come first is told as by the dense engine")]
fn a_witness_is_shown_where_a_limit_came_before_the_second() {
    let output = solve("--nodes 5", SEVERAL);
    assert!(text(&output).contains("unknown: the limit on nodes came first; 1 solution was found so far\n"));
    assert!(
        text(&output).contains("one solution: it is not known whether there are others\n┌"),
        "{}",
        text(&output)
    );
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_listed_answer_of_prolog_is_read_back() {
    let listed = text(&solve("--limit 2 --format prolog", SEVERAL));
    let again = solve("--format line", &listed);
    assert_eq!(text(&again), text(&solve("--limit 2 --format line", SEVERAL)));
    let left = text(&solve("--format prolog", SEVERAL));
    assert_eq!(text(&solve("--format line", &left)), text(&solve("--format line", SEVERAL)));
}

#[test]
fn a_closed_pipe_ends_an_endless_list() {
    for threads in 1..=2 {
        let mut child = start(&format!("--all --format line --threads {threads}"));
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
    let input = format!("{SEVERAL}\n{bad}\n{}{}\n", format!("{blank}\n").repeat(3), SEVERAL).repeat(30);
    let alone = solve("--limit 900 --box 2x3 --format line --threads 1", &input);
    assert_eq!(alone.status.code(), Some(2), "for the bad lines");
    for threads in [2, 4, 0] {
        let together = solve(&format!("--limit 900 --box 2x3 --format line --threads {threads}"), &input);
        assert!(together.stdout == alone.stdout, "the same answers in the same order");
        let mistakes = |output: &Output| {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            text.lines().filter(|line| line.starts_with("error: ")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(mistakes(&together), mistakes(&alone));
        assert_eq!(mistakes(&together).len(), 30);
    }
}
