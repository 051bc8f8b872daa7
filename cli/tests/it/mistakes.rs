//! Promise: a bad input gets one clear message with file, line and column, exit code 2, and the other puzzles are
//! still answered. Nothing panics: `program` sees to that after every run.

use serde_json::json;

use crate::program::{file, objects, run, solve, solve_with};
use crate::samples::{SIX, SIX_SOLVED};

/// What is put between two good puzzles; where the message points, and what it says.
fn table() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("a cell too many", text(&format!("{SIX}1")), "2:37: expected 36 cells, found 37"),
        ("a cell too few", text(&SIX[1..]), "2:36: expected 36 cells, found 35"),
        (
            "a symbol outside 1..n",
            text(&SIX.replacen('6', "9", 1)),
            "2:2: expected a value 1..6 or a blank, found '9'",
        ),
        (
            "another size",
            text("............1..."),
            "2:1: expected 36 cells (boxes of 2x3) like the first puzzle, found 16 cells (boxes of 2x2)",
        ),
        (
            "not UTF-8",
            [&SIX.as_bytes()[..7], b"\xff", &SIX.as_bytes()[8..]].concat(),
            "2:8: expected text in UTF-8, found the byte 0xFF",
        ),
        (
            "a box that does not fit",
            text(r#"{"box": "2x3", "givens": [1, 2]}"#),
            "2:24: expected 36 givens (boxes of 2x3), found 2",
        ),
        (
            "an empty object",
            text("{}"),
            "2:1: expected a member called givens, or cells with values, found an empty object",
        ),
        (
            "two objects",
            text("{3: 2}{4: 1}"),
            "2:7: expected nothing more in the line of a closing '}', found '{'",
        ),
        (
            "a line of 10 MB",
            vec![b'.'; 10_000_000],
            "2:1: expected a line of at most 1 MiB (1048576 bytes), found a longer one",
        ),
    ]
}

#[test]
fn between_good_puzzles() {
    for (number, (name, bad, message)) in table().into_iter().enumerate() {
        let content = [format!("{SIX}\n").as_bytes(), &bad, format!("\n{SIX}\n").as_bytes()].concat();
        let path = file(&format!("mistake-{number}"), content);
        let finished = solve_with(&["--format", "line", &path], "");
        assert_eq!(finished.out, format!("{SIX_SOLVED}\n{SIX_SOLVED}\n"), "{name}");
        assert_eq!(finished.code, 2, "{name}");
        let lines: Vec<&str> = finished.err.lines().collect();
        assert_eq!(lines[0], format!("error: {path}:{message}"), "{name}");
        assert!(lines.len() == 2 && lines[1].starts_with("2 puzzles: 2 unique, "), "{name}: {lines:?}");
        assert!(lines[1].contains(" 1 error; "), "{name}: {lines:?}");
    }
}

/// For programs a mistake is an object in its place among the answers.
#[test]
fn as_objects() {
    for (name, bad, message) in table() {
        let content = [format!("{SIX}\n").as_bytes(), &bad, format!("\n{SIX}\n").as_bytes()].concat();
        let found = objects("", content);
        let [first, mistake, last] = found.as_slice() else { panic!("{name}: {found:?}") };
        let parts: Vec<&str> = message.splitn(3, ':').collect();
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let expected = json!({
            "file": "-", "line": number(parts[0]), "column": number(parts[1]), "error": parts[2].trim_start(),
        });
        assert_eq!(*mistake, expected, "{name}");
        assert_eq!((&first["line"], &last["line"]), (&json!(1), &json!(3)), "{name}");
    }
}

#[test]
fn a_box_that_does_not_fit() {
    let path = file("mistake-box", SIX);
    let finished = solve_with(&["--box", "2x2", &path], "");
    let message =
        format!("error: {path}:1:1: expected 16 cells (boxes of 2x2), found 36 cells (boxes of 2x3)\n");
    assert_eq!((finished.out.as_str(), finished.err, finished.code), ("", message, 2));
}

#[test]
fn a_row_too_short() {
    let rows = "1 . . .\n. . 3\n. . . .\n. . . 2\n";
    let finished = solve("", rows);
    assert_eq!(finished.err, "error: stdin:2:6: expected 4 cells in this row, found 3\n");
}

#[test]
fn nothing_in_it() {
    for (name, content) in [("empty", ""), ("blank", "\n \n\n"), ("comments", "# nothing\n% at all\n")] {
        let path = file(&format!("mistake-{name}"), content);
        let finished = solve_with(&[&path], "");
        let message = format!("error: {path}:1:1: expected a puzzle, found none in the whole input\n");
        assert_eq!((finished.out.as_str(), finished.err, finished.code), ("", message, 2), "{name}");
    }
}

/// An input that cannot be opened does not keep the next from being answered.
#[test]
fn missing_file_and_directory() {
    let good = file("mistake-good", SIX);
    for (bad, reason) in [("no-such-file", "No such file"), (env!("CARGO_TARGET_TMPDIR"), "is a directory")] {
        let finished = solve_with(&["--format", "line", bad, &good], "");
        assert_eq!((finished.out, finished.code), (format!("{SIX_SOLVED}\n"), 2));
        let start = format!("error: {bad}:1:1: cannot be read: ");
        // The system words its own errors.
        let is_worded = cfg!(not(unix)) || finished.err.contains(reason);
        assert!(finished.err.starts_with(&start) && is_worded, "{}", finished.err);
        assert_eq!(finished.err.lines().count(), 1, "{}", finished.err);
    }
}

/// An input without end and without lines is given up.
#[cfg(unix)]
#[test]
fn an_input_without_end() {
    let message = "expected a line of at most 1 MiB (1048576 bytes), found more than 64 MiB without its end: \
                   the rest of the input is not read";
    for (subcommand, threads) in [("solve", "1"), ("solve", "2"), ("count", "")] {
        let option = if threads.is_empty() { vec![] } else { vec!["--threads", threads] };
        let finished = run(subcommand, &[option.as_slice(), &["/dev/zero"]].concat(), "");
        assert_eq!((finished.out.as_str(), finished.code), ("", 2), "{subcommand} {threads}");
        assert_eq!(finished.err, format!("error: /dev/zero:1:1: {message}\n"), "{subcommand} {threads}");
    }
}

/// Bytes without sense, in each format of output: messages, but no panic and no answer.
#[test]
fn noise() {
    let mut state = 1_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let noise: Vec<u8> = (0..50_000).map(|_| byte()).collect();
    let symbols: Vec<u8> =
        noise.iter().map(|&byte| b"123456789.0|-+[]{},:\"G= \n"[usize::from(byte) % 25]).collect();
    for input in [noise, symbols] {
        for format in ["grid", "json", "prolog"] {
            assert_eq!(solve(&format!("--format {format} --nodes 100"), &input).code, 2);
        }
    }
}
