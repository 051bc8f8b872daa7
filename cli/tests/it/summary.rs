//! Promise: `--summary` prints the totals and nothing else, but mistakes on standard error; without it they come last, apart from the output.

use serde_json::Value;

use crate::program::{file, solve};
use crate::samples::SIX;

/// Two unique, one with several solutions, one with none, one mistake.
fn input() -> String {
    [SIX, &".".repeat(36), &format!("66{}", &SIX[2..]), "..1", SIX].join("\n\n") + "\n"
}

#[test]
fn as_text() {
    let finished = solve("--summary", input());
    assert!(
        finished.out.starts_with("4 puzzles: 2 unique, 1 multiple, 1 none, 0 unknown, 1 error; "),
        "{}",
        finished.out
    );
    assert!(finished.out.ends_with(" puzzles/s\n"), "{}", finished.out);
    assert_eq!((finished.out.lines().count(), finished.code), (1, 2));
    assert!(finished.err.starts_with("error: stdin:7:4: expected "), "{}", finished.err);
    assert_eq!(finished.err.lines().count(), 1, "each mistake once");
}

#[test]
fn as_an_object() {
    let finished = solve("--summary --format json --threads 2", input());
    let object: Value = serde_json::from_str(&finished.out).expect("one object");
    assert!(finished.err.starts_with("error: stdin:7:4: expected "), "{}", finished.err);
    let counts =
        ["puzzles", "unique", "multiple", "none", "unknown", "errors"].map(|name| object[name].as_u64());
    assert_eq!(counts, [4, 2, 1, 1, 0, 1].map(Some));
    assert!(object["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(object["per_second"].as_f64().is_some_and(|speed| speed > 0.0));
}

/// All inputs count together.
#[test]
fn of_several_files() {
    let paths = [file("summary-1", input()), file("summary-2", SIX)];
    let finished = solve(&format!("--summary {}", paths.join(" ")), "");
    assert!(finished.out.starts_with("5 puzzles: 3 unique, "), "{}", finished.out);
}

/// The totals of many puzzles go to standard error, so that the output stays what was asked for.
#[test]
fn behind_the_answers() {
    let finished = solve("--format line", format!("{SIX}\n{SIX}\n"));
    assert_eq!(finished.out.lines().count(), 2);
    assert!(finished.err.starts_with("2 puzzles: 2 unique, 0 multiple, "), "{}", finished.err);
    assert_eq!(solve("--format line", SIX).err, "");
}

#[test]
fn one_is_singular() {
    let finished = solve("--summary", format!("{SIX}\n{SIX}1\n"));
    assert!(
        finished.out.starts_with("1 puzzle: 1 unique, 0 multiple, 0 none, 0 unknown, 1 error; "),
        "{}",
        finished.out
    );
    assert!(solve("--summary", "").out.starts_with("0 puzzles: "));
    let stats = solve("--stats --limit 1", "1...............").out;
    assert!(stats.contains("\nsearch: 1 solution, ") || stats.contains("\nsearch: 2 solutions, "), "{stats}");
    assert!(!stats.contains("1 nodes") && !stats.contains("1 decisions"), "{stats}");
}
