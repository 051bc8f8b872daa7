//! Promise: 0 answered with a solution, 1 none, 2 bad input, 3 a limit was reached; of many puzzles, the highest.

use crate::program::{file, run, solve};
use crate::samples::{CLASH, SIX, THREES};

const MULTIPLE: &str = "1...............";

/// No given at all: a search that may see only one node finds nothing.
fn blank25() -> String {
    ".".repeat(625)
}

#[test]
fn of_one_puzzle() {
    assert_eq!(solve("", SIX).code, 0);
    assert_eq!(solve("", MULTIPLE).code, 0);
    assert_eq!(solve("", CLASH).code, 1);
    assert_eq!(solve("", "1..").code, 2);
    assert_eq!(solve("--nodes 1", blank25()).code, 3);
    assert_eq!(solve("--time 0", blank25()).code, 3);
}

#[test]
fn of_many_the_highest() {
    let code = |lines: &[&str]| solve("--format line --nodes 20", lines.join("\n\n")).code;
    assert_eq!(code(&[MULTIPLE, MULTIPLE]), 0);
    assert_eq!(code(&[CLASH, MULTIPLE]), 1);
    assert_eq!(code(&[MULTIPLE, "1..", CLASH]), 2);
    let (small, large) = (file("exit-small", format!("{CLASH}\n1..\n")), file("exit-large", blank25()));
    assert_eq!(solve(&format!("--nodes 20 --summary {large} {small}"), "").code, 3);
}

/// A puzzle that a limit stopped is reported with what is known of it.
#[test]
fn a_limit_gives_what_is_left() {
    let finished = solve("--nodes 1", blank25());
    let start = "stdin:1  unknown: node limit reached\nfixed cells: 0/625 (0 givens)\n";
    assert!(finished.out.starts_with(start), "{}", finished.out);
    assert!(finished.out.contains("candidates: 15625 in 625 cells\n"));
    let rules =
        "rules left: in 25 rows, 25 columns and 25 boxes the open cells must differ (--rules lists them)\n";
    assert!(finished.out.contains(rules));
}

/// Candidates too many to read are drawn only where that is asked for, and a line says so.
#[test]
fn very_many_candidates_are_left_out() {
    let blank = ".".repeat(1296);
    let note = "candidates: 46656 in 1296 cells, too many to draw (--format pencil draws them)\n";
    for (name, limit) in [("solve", ["--nodes", "1"]), ("inspect", ["--time", "0"])] {
        let shown = |more: &[&str]| run(name, &[&limit[..], more].concat(), &blank).out;
        let (short, long) = (shown(&[]), shown(&["--format", "pencil"]));
        assert!(short.contains(note) && !short.contains("35,36"), "{name}");
        assert!(long.contains("candidates: 46656 in 1296 cells\n"), "{name}");
        assert_eq!(long.matches("35,36").count(), 1296, "{name}");
    }
    let svg = run("inspect", &["--format", "svg", "--time", "0"], &blank).out;
    assert!(svg.contains("; the candidates are too many to draw</title>"));
    let counted = run("count", &["--candidates", "--time", "0"], &blank);
    assert_eq!((counted.code, counted.out.lines().count()), (3, 2), "{}", counted.out);
    assert!(counted.out.ends_with("\n  no results for any candidate\n"));
}

#[test]
fn wrong_arguments() {
    for arguments in
        ["--nosuch", "--box 0x2", "--box 2", "--strength strong", "--time x", "--time -1", "--limit 0"]
    {
        let finished = solve(arguments, SIX);
        assert_eq!((finished.code, finished.out.as_str()), (2, ""), "{arguments}");
        assert!(finished.err.starts_with("error: "), "{}", finished.err);
    }
    assert_eq!(run("conflict", &["--smallest", "--limit", "3"], SIX).code, 2);
}

/// `--limit` means one thing: as many as were asked for are an answer, and a note says that there may be more.
#[test]
fn one_limit_for_all() {
    for (name, puzzle, limit, code, note) in [
        ("solve", MULTIPLE, "3", 0, "listed: 3 solutions; there may be more\n"),
        ("solve", CLASH, "3", 1, "no solution"),
        ("count", MULTIPLE, "3", 0, "at least 3 solutions\n"),
        ("count", CLASH, "3", 1, "0 solutions\n"),
        ("conflict", THREES, "2", 1, "2 conflicts; there may be more\n"),
        ("conflict", MULTIPLE, "2", 0, "no conflict"),
    ] {
        let finished = run(name, &["--limit", limit], puzzle);
        assert_eq!((finished.code, finished.out.contains(note)), (code, true), "{name}: {}", finished.out);
    }
    let of = |name: &str| {
        let help = run(name, &["--help"], "").out.split_whitespace().collect::<Vec<_>>().join(" ");
        help.split_once("--limit <N> ").map(|rest| rest.1[..116].to_owned())
    };
    let wording = of("solve").expect("it has a limit");
    assert!(
        wording.starts_with("Stop after N solutions or conflicts, and report that there may be more."),
        "{wording}"
    );
    assert_eq!((of("count"), of("conflict")), (Some(wording.clone()), Some(wording)));
}

/// A number that is none, or that is too small or too large, is refused in one sentence, wherever it is asked for.
#[test]
fn numbers_out_of_range() {
    let cases = [
        (
            "solve",
            "--threads",
            "-1 1025 20000 99999999999999999999 x",
            "expected a number of threads, 0 to 1024",
        ),
        ("solve", "--nodes", "-1 x", "expected a number, 0 to 18446744073709551615"),
        ("solve", "--limit", "-1 0", "expected a number, 1 to 18446744073709551615"),
        ("count", "--limit", "-1 0", "expected a number, 1 to 18446744073709551615"),
    ];
    let times = ["solve", "inspect", "count", "conflict", "clues", "why"]
        .map(|name| (name, "--time", "-1 -1e30 NaN inf", "expected a number of seconds, 0 or more"));
    for (name, option, values, message) in cases.into_iter().chain(times) {
        for value in values.split(' ') {
            let finished = run(name, &[option, value, "-"], SIX);
            assert_eq!((finished.code, finished.out.as_str()), (2, ""), "{name} {option} {value}");
            let first = finished.err.lines().next().unwrap_or_default();
            assert!(first.starts_with("error: ") && first.ends_with(message), "{}", finished.err);
            assert!(!finished.err.contains("-- -1"), "{}", finished.err);
        }
    }
}

/// More time than a clock can tell is as good as no limit.
#[test]
fn times_without_end() {
    for name in ["solve", "inspect", "count", "conflict", "clues", "why"] {
        for time in ["1e10", "1e19", "1.8e19", "1e30", "1e300"] {
            let question: &[&str] = if name == "why" { &["r1c1"] } else { &[] };
            let finished = run(name, &[&["--time", time, "-"], question].concat(), SIX);
            assert_eq!((finished.code, finished.err.as_str()), (0, ""), "{name} --time {time}");
        }
    }
}

/// As many threads as can be asked for do start.
#[test]
fn the_most_threads() {
    assert_eq!(solve("--format line --threads 1024", SIX).code, 0);
}

#[test]
fn the_help_lists_them() {
    let help = solve("--help", "");
    assert_eq!(help.code, 0);
    for text in [
        "Exit codes",
        "  0  answered",
        "  1  proved",
        "  2  bad input",
        "  3  stopped",
        "2 rows by 3 columns",
    ] {
        assert!(help.out.contains(text), "no {text:?} in:\n{}", help.out);
    }
}
