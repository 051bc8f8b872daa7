//! Promise: each output looks as it should, and what stands for a grid is read back as the same puzzle.

use crate::program::{file, objects, run, solve};
use crate::samples::{CLASH, OPEN, SIX, SIX_SOLVED};

#[test]
fn grid() {
    let expected = "\
stdin:1  unique solution
┌─────────┬─────────┐
│ 5  6  3 │ 1  2  4 │
│ 2  1  4 │ 5  3  6 │
├─────────┼─────────┤
│ 6  5  2 │ 4  1  3 │
│ 3  4  1 │ 2  6  5 │
├─────────┼─────────┤
│ 1  3  5 │ 6  4  2 │
│ 4  2  6 │ 3  5  1 │
└─────────┴─────────┘

";
    assert_eq!(solve("", SIX).out, expected);
    assert_eq!(solve("--format grid", SIX).out, expected);
}

#[test]
fn ascii() {
    let expected = "stdin:1  unique solution\n563|124\n214|536\n---+---\n652|413\n341|265\n---+---\n135|642\n426|351\n\n";
    assert_eq!(solve("--format ascii", SIX).out, expected);
}

#[test]
fn line() {
    assert_eq!(solve("--format line", SIX).out, format!("{SIX_SOLVED}\n"));
    assert_eq!(solve("--format line", OPEN).out, "12....21........\tmultiple\n");
}

#[test]
fn pencil() {
    let expected = "\
fixed cells: 4/16 (2 givens)
candidates: 36 in 16 cells
┌──────────┬──────────┐
│   1    2 │  34   34 │
│  34   34 │   2    1 │
├──────────┼──────────┤
│ 234  134 │ 134  234 │
│ 234  134 │ 134  234 │
└──────────┴──────────┘
rules left: ";
    let out = solve("--format pencil", OPEN).out;
    assert!(out.starts_with("stdin:1  several solutions: at least 2\ntwo solutions: "), "{out}");
    assert!(out.contains(expected), "{out}");
}

#[test]
fn prolog() {
    let expected = "\
% stdin:1 multiple
puzzle('-':1, [
    [1, 2, R1C3, R1C4],
    [R2C1, R2C2, 2, 1],
    [R3C1, R3C2, R3C3, R3C4],
    [R4C1, R4C2, R4C3, R4C4]
]) :-
    R1C3 in 3..4,
";
    let out = solve("--format prolog", OPEN).out;
    let clause = out.strip_prefix(residua_sudoku::render::PROLOG_HEAD).expect("a head");
    assert!(clause.starts_with(expected), "{out}");
    assert!(out.ends_with("all_distinct([R3C3, R3C4, R4C3, R4C4]).\n"), "{out}");
    let none = solve("--format prolog", CLASH).out;
    assert!(
        none.ends_with(
            "% stdin:1 none: 1 stands twice in row 1: r1c1 and r1c2\npuzzle('-':1, _) :- false.\n"
        )
    );
}

#[test]
fn clpfd() {
    let expected = "\
% stdin:1 multiple
G0000 = G0103,
G0103 = 1,
G0001 = G0102,
G0102 = 2,
G0002 in 3..4,
G0003 in 3..4,
G0100 in 3..4,
G0101 in 3..4,
G0200 in 2..4,
G0201 in 1\\/3..4,
";
    let out = solve("--format clpfd", OPEN).out;
    assert!(out.starts_with(expected), "{out}");
    assert!(out.ends_with("all_distinct([G0202, G0203, G0302, G0303]).\n"), "{out}");
    let none = solve("--format clpfd", CLASH).out;
    assert_eq!(none, "% stdin:1 none: 1 stands twice in row 1: r1c1 and r1c2\nfalse.\n");
}

/// A file of Prolog answers is read back: their headings are comments, and what has no solution is no puzzle.
#[test]
fn prolog_is_read_back() {
    for format in ["prolog", "clpfd"] {
        let puzzles = format!("{OPEN}\n11..............\n4...............\n");
        let answers = solve(&format!("--format {format} --stats"), puzzles).out;
        let again = solve("--format line", &answers);
        assert_eq!(again.out, "12....21........\tmultiple\n4...............\tmultiple\n");
        assert_eq!(again.code, 0, "{}", again.err);
    }
}

/// The solution of a puzzle, and an object of its own, given to the program again: each is read in each form.
#[test]
fn what_is_written_is_read() {
    for format in ["grid", "ascii", "line", "pencil", "prolog", "clpfd"] {
        let answer = solve(&format!("--format {format}"), SIX).out;
        assert_eq!(solve("--format line", &answer).out, format!("{SIX_SOLVED}\n"), "{format}:\n{answer}");
    }
    let object = solve("--format json", SIX).out;
    assert_eq!(solve("--format line", object).out, format!("{SIX_SOLVED}\n"));
}

/// 3x2 is 3 rows by 2 columns.
#[test]
fn boxes_of_either_shape() {
    let blank = ".".repeat(36);
    assert_eq!(objects("", &blank)[0]["box"], "2x3");
    assert_eq!(objects("--box 3x2", &blank)[0]["box"], "3x2");
    let finished = solve("--box 3x2 --limit 1 --format ascii", &blank);
    assert!(finished.out.contains("--+--+--"), "{}", finished.out);
    // One house at most holds both of these, and which one depends on the box.
    let (tall, wide) = ("1............1", "1.......1");
    let verdict = |shape: &str, start: &str| {
        let object = &objects(&format!("--box {shape}"), format!("{start:.<36}"))[0];
        object["reason"].as_str().unwrap_or("").to_owned()
    };
    assert_eq!(verdict("3x2", tall), "1 stands twice in box 1: r1c1 and r3c2");
    assert_eq!(verdict("2x3", tall), "");
    assert_eq!(verdict("2x3", wide), "1 stands twice in box 1: r1c1 and r2c3");
    assert_eq!(verdict("3x2", wide), "");
}

#[test]
fn statistics() {
    let grid = |format: &str| solve(&format!("--stats --format {format}"), SIX).out;
    for format in ["grid", "ascii", "pencil", "prolog"] {
        assert!(grid(format).contains("1 solution, "), "{}", grid(format));
    }
    assert_eq!(grid("line"), format!("{SIX_SOLVED}\n"));
}

/// Colours are for terminals, unless they are asked for; they change nothing else.
#[test]
fn no_escapes_in_a_pipe() {
    let plain = |text: &str| {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        first + &parts.filter_map(|part| part.split_once('m')).map(|(_, rest)| rest).collect::<String>()
    };
    for (name, arguments) in
        [("solve", ""), ("solve", "--all"), ("solve", "--format pencil"), ("inspect", "")]
    {
        let shown = |color: &str| {
            let arguments = format!("{arguments} --color {color}");
            run(name, &arguments.split_whitespace().collect::<Vec<_>>(), format!("{SIX}\n\n{OPEN}")).out
        };
        let (auto, always) = (shown("auto"), shown("always"));
        assert!(!auto.contains('\x1b') && auto == shown("never"), "{auto}");
        assert!(always.contains("\x1b[1;32munique solution\x1b[0m\n"), "{always}");
        assert!(always.contains("\x1b[1m6\x1b[0m"), "a given: {always}");
        assert_eq!(plain(&always), auto);
    }
}

/// What is written of puzzles with different boxes, and with the same box in another order, is read back as it was.
#[test]
fn objects_state_their_own_box() {
    let given =
        |own: &str, cells: usize| format!("{{\"box\":\"{own}\",\"givens\":[1{}]}}", ",0".repeat(cells - 1));
    let input = [given("2x3", 36), given("2x2", 16), given("3x2", 36), given("3x3", 81), given("2x3", 36)];
    let boxes = |input: &str| -> Vec<(String, usize)> {
        let read = objects("", input);
        let own = |object: &serde_json::Value| object["box"].as_str().unwrap_or("a mistake").to_owned();
        read.iter().map(|object| (own(object), object["givens"].as_array().map_or(0, Vec::len))).collect()
    };
    let expected = [("2x3", 36), ("2x2", 16), ("3x2", 36), ("3x3", 81), ("2x3", 36)];
    let expected: Vec<(String, usize)> =
        expected.iter().map(|(own, cells)| ((*own).to_owned(), *cells)).collect();
    assert_eq!(boxes(&input.join("\n")), expected);
    let written = solve("--json --threads 2", input.join("\n")).out;
    assert_eq!(boxes(&written), expected);
    // What states none is like the first; what the caller states is stated for all.
    let line = format!("1{}", ".".repeat(35));
    assert_eq!(boxes(&format!("{written}{line}")).last(), Some(&("2x3".to_owned(), 36)));
    assert_eq!(solve("--json --box 2x3", &written).out.matches("\"error\"").count(), 3);
}

/// The name of a file cannot end a comment or a line, or command a terminal.
#[cfg(unix)]
#[test]
fn names_of_files_are_only_shown() {
    let name = "formats-%\n:- initialization(halt).\r\u{1b}[31m\u{9b}2J";
    let shown = r"formats-%\n:- initialization(halt).\r\u{1b}[31m\u{9b}2J";
    let none = format!("66{}", &SIX[2..]);
    let path = file(name, format!("{SIX}\n{}\n{none}\n{SIX}1\n", ".".repeat(36)));
    let runs = [
        "solve",
        "solve --threads 2",
        "solve --format prolog",
        "solve --format prolog --all --nodes 9",
        "solve --format pencil --stats",
        "inspect --time 1",
        "inspect --format clpfd --time 1",
        "inspect --compare --time 1",
        "inspect --format html --time 1",
        "count --limit 3",
        "conflict",
        "clues --time 1",
        "why",
    ];
    for arguments in runs {
        let arguments: Vec<&str> = arguments.split(' ').chain([path.as_str()]).collect();
        let finished = run(arguments[0], &arguments[1..], "");
        let is_right =
            |text: &str| !text.contains("\n:-") && !text.contains(|c: char| c.is_control() && c != '\n');
        assert!(is_right(&finished.out) && is_right(&finished.err), "{arguments:?}: {finished:?}");
        let shown_times = finished.out.matches(shown).count() + finished.err.matches(shown).count();
        assert!(shown_times >= 4, "{arguments:?}: {finished:?}");
    }
    // For programs a name is what it is.
    let object = run("solve", &["--json", &path], "").out;
    let object: serde_json::Value =
        object.lines().next().and_then(|line| serde_json::from_str(line).ok()).expect("an object");
    assert_eq!(object["file"], path.as_str());
}
