//! Promise: what `solve` and `inspect` print is read again as the same puzzles and solutions, in every format and size.
//!
//! | printed | read again |
//! |---|---|
//! | one solution | a puzzle of which all cells are given |
//! | solutions that are listed, as lines or bindings | one such puzzle each |
//! | a report, with the solutions that it lists | one puzzle: what is left |
//! | what is left, as text or bindings | its definite cells are given, its candidates marked |
//! | JSON | the puzzle as it was given |
//! | no solution | the puzzle where it is shown, and nothing else |

use proptest::prelude::*;
use serde_json::Value;

use crate::program::{Finished, run, times_depth};
use crate::samples::{CLASH, FOUR};

/// Boxes, and whether a grid without lines shows them.
const BOXES: [(usize, usize); 7] = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5)];

/// A filled grid: rows shifted box-wise, its values renamed by `shift`.
fn filled((rows, columns): (usize, usize), shift: usize) -> Vec<usize> {
    let size = rows * columns;
    let value = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        (row % rows * columns + row / rows + column + shift) % size + 1
    };
    (0..size * size).map(value).collect()
}

/// An object of a puzzle.
fn object((rows, columns): (usize, usize), givens: &[usize]) -> String {
    format!("{{\"box\":\"{rows}x{columns}\",\"givens\":{givens:?}}}\n")
}

/// What is read: box, givens and verdict of each, by `solve --json`.
fn read(arguments: &str, input: &str) -> Vec<(String, Vec<u64>, String)> {
    let arguments: Vec<&str> =
        ["--json", "--nodes", "20"].into_iter().chain(arguments.split_whitespace()).collect();
    let Finished { out, .. } = run("solve", &arguments, input);
    out.lines()
        .map(|line| {
            let object: Value = serde_json::from_str(line).expect("an object");
            let text = |name: &str| object[name].as_str().unwrap_or("").to_owned();
            let givens = object["givens"].as_array().unwrap_or_else(|| panic!("{object} of\n{input}"));
            (text("box"), givens.iter().filter_map(Value::as_u64).collect(), text("verdict"))
        })
        .collect()
}

/// The subcommands and formats that are read back.
const FORMATS: [(&str, &str); 11] = [
    ("solve", "grid"),
    ("solve", "ascii"),
    ("solve", "line"),
    ("solve", "pencil"),
    ("solve", "json"),
    ("solve", "prolog"),
    ("solve", "clpfd"),
    ("inspect", "pencil"),
    ("inspect", "grid"),
    ("inspect", "json"),
    ("inspect", "clpfd"),
];

/// What has no lines does not show its box: it is stated.
fn shows_box(format: &str) -> bool {
    matches!(format, "grid" | "ascii" | "pencil" | "json")
}

/// What is left of a puzzle, or its solution, has the puzzle's solutions: its givens are there, and as many verdicts.
fn check(subcommand: &str, format: &str, shape: (usize, usize), puzzles: &[Vec<usize>]) {
    let input: String = puzzles.iter().map(|givens| object(shape, givens)).collect();
    let limit: &[&str] =
        if subcommand == "solve" { &["--nodes", "20"] } else { &["--strength", "domain", "--time", "0"] };
    let arguments: Vec<&str> = ["--format", format].iter().chain(limit).copied().collect();
    let printed = run(subcommand, &arguments, &input);
    let name = format!("{}x{}", shape.0, shape.1);
    let stated = if shows_box(format) { String::new() } else { format!("--box {name}") };
    let found = read(&stated, &printed.out);
    assert_eq!(found.len(), puzzles.len(), "{subcommand} {format}:\n{}", printed.out);
    let before = read("", &input);
    for ((own, givens, verdict), (_, was, same)) in found.iter().zip(&before) {
        assert_eq!(own, &name, "{subcommand} {format}:\n{}", printed.out);
        assert!(was.iter().zip(givens).all(|(was, is)| *was == 0 || was == is), "{format}:\n{}", printed.out);
        // What is printed may have more givens than the puzzle, and then takes fewer nodes than its limit.
        let is_open = [verdict, same].iter().any(|verdict| *verdict == "unknown");
        assert!(is_open || verdict == same, "{subcommand} {format}: {same}, then {verdict}\n{}", printed.out);
    }
}

fn puzzles() -> impl Strategy<Value = ((usize, usize), Vec<Vec<usize>>)> {
    (0..BOXES.len(), 0.1..=1.0_f64, 1..4_usize).prop_flat_map(|(shape, density, count)| {
        let shape = BOXES[shape];
        let size = shape.0 * shape.1;
        let kept = prop::collection::vec(prop::bool::weighted(density), size * size);
        prop::collection::vec((0..size, kept), count).prop_map(move |all| {
            let givens = |(shift, kept): (usize, Vec<bool>)| {
                filled(shape, shift)
                    .into_iter()
                    .zip(kept)
                    .map(|(value, kept)| if kept { value } else { 0 })
                    .collect()
            };
            (shape, all.into_iter().map(givens).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: times_depth(24) as u32, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_puzzles((shape, puzzles) in puzzles(), format in prop::sample::select(&FORMATS[..])) {
        check(format.0, format.1, shape, &puzzles);
    }
}

/// Every format and box: solved, open and blank.
#[test]
fn every_format_and_box() {
    for shape in BOXES {
        let full = filled(shape, 0);
        // Two rows of a band may be exchanged where they are open.
        let size = shape.0 * shape.1;
        let open: Vec<usize> =
            full.iter().enumerate().map(|(cell, value)| if cell < 2 * size { 0 } else { *value }).collect();
        let blank = vec![0; full.len()];
        for (subcommand, format) in FORMATS {
            check(subcommand, format, shape, &[full.clone(), open.clone(), blank.clone(), full.clone()]);
        }
    }
}

/// All solutions of several puzzles, in every format: those of `solve --all` are puzzles again.
#[test]
fn listed_solutions() {
    let shape = (2, 2);
    let open: Vec<usize> =
        filled(shape, 0).iter().enumerate().map(|(cell, value)| if cell < 8 { 0 } else { *value }).collect();
    let input = object(shape, &open) + &object(shape, &filled(shape, 1));
    let listed = read("", &run("solve", &["--all", "--format", "line"], &input).out);
    assert!(listed.len() > 2 && listed.iter().all(|found| found.2 == "unique"), "{listed:?}");
    for format in ["prolog", "clpfd"] {
        let found = read("", &run("solve", &["--all", "--format", format], &input).out);
        assert_eq!(found, listed, "{format}");
    }
    for format in ["grid", "ascii", "pencil"] {
        let found = read("", &run("solve", &["--all", "--format", format], &input).out);
        let verdicts: Vec<&str> = found.iter().map(|found| &*found.2).collect();
        assert_eq!(verdicts, ["multiple", "unique"], "{format}");
        let left = |found: &[(String, Vec<u64>, String)]| -> Vec<usize> {
            found.iter().map(|found| found.1.iter().filter(|given| **given == 0).count()).collect()
        };
        assert_eq!(left(&found), left(&read("", &input)), "{format}");
    }
}

/// Candidates count as marks, and only if they are trusted.
#[test]
fn candidates_are_marks() {
    let puzzle = FOUR;
    for (subcommand, format) in
        [("solve", "pencil"), ("inspect", "pencil"), ("inspect", "clpfd"), ("solve", "prolog")]
    {
        let printed = run(subcommand, &["--format", format], puzzle).out;
        let without = run("solve", &[], &printed).out;
        assert!(without.contains("the pencil marks of 8 cells"), "{format}: {without}");
        let with = run("solve", &["--trust", "marks"], &printed).out;
        assert!(!with.contains("pencil marks"), "{format}: {with}");
    }
    // With what is left out, fewer solutions are.
    let marks = "1 2 34 34\n34 34 2 1\n2 134 1 34\n34 1 34 2\n";
    assert_ne!(run("count", &[], marks).out, run("count", &["--trust", "marks"], marks).out);
}

/// What has no solution is the puzzle where that is shown; reports with counts, limits and notes are read too.
#[test]
fn other_reports() {
    for format in ["grid", "ascii", "pencil"] {
        let printed = run("solve", &["--format", format, "--stats"], CLASH).out;
        let found = read("", &printed);
        assert_eq!(found.len(), 1, "{printed}");
        assert!(found[0].1.iter().sum::<u64>() == 4, "{found:?}");
        assert_eq!(run("solve", &[], &printed).code, 1);
    }
    let several = "12......34......\n1234341221434321\n";
    for arguments in
        ["--counts", "--count", "--strength value", "--strength singles --counts", "--format grid --counts"]
    {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let printed = run("inspect", &arguments, several).out;
        let found = read("", &printed);
        assert_eq!(found.len(), 2, "{printed}");
        assert_eq!((&*found[0].2, &*found[1].2), ("multiple", "unique"), "{printed}");
    }
    let noted = r#"{"box":"2x2","givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],"entries":[0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#;
    for subcommand in ["solve", "inspect"] {
        assert_eq!(read("", &run(subcommand, &[], noted).out).len(), 1);
    }
}

/// Rubbish in a report is refused with its place, whatever is passed over around it.
#[test]
fn spoilt_reports() {
    let report = run("solve", &[], FOUR).out;
    let spoil = |from: &str, to: &str| {
        let at = report.find(from).unwrap_or_else(|| panic!("{from} in\n{report}"));
        let line = report[..at].matches('\n').count() + 1;
        let Finished { err, code, .. } = run("solve", &["--format", "line"], report.replacen(from, to, 1));
        assert!(code == 2 && err.starts_with(&format!("error: stdin:{line}:")), "{from}: {err}");
    };
    spoil("│ 1  2 │", "│ 1  x │");
    spoil("│ 1  2 │", "│ 1  5 │");
    spoil("34  34 │", "34  35 │");
    spoil("│ 4  3 │ 1", "│ 4  3 │ x");
    // Another grid in the same report.
    let other = report.replacen("\n\n", "\n12|34\n34|12\n--+--\n21|43\n43|21\n\n", 1);
    let Finished { err, code, .. } = run("solve", &["--format", "line"], other);
    assert!(code == 2 && err.contains("the same puzzle as in line"), "{err}");
}

#[test]
fn pictures_are_refused() {
    for format in ["svg", "html"] {
        let picture = run("inspect", &["--format", format], FOUR).out;
        for subcommand in ["solve", "inspect", "count", "clues", "conflict"] {
            let Finished { out, err, code } = run(subcommand, &[], &picture);
            assert_eq!((&*out, code), ("", 2), "{subcommand}");
            assert!(
                err.starts_with("error: stdin:1:1: expected puzzles as text or JSON, found a picture"),
                "{err}"
            );
        }
    }
}
