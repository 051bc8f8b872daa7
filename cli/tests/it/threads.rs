//! Promise: the output does not depend on the number of threads, neither its text nor its order.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{file, objects, run, solve, solve_with};
use crate::samples::{SIX, SIX_SOLVED};

/// Enough puzzles for many batches, of every verdict, with mistakes between them.
fn mixture() -> String {
    let lines = (0..600).map(|number| match number % 7 {
        0 => ".".repeat(36),
        3 => format!("66{}", &SIX[2..]),
        5 => format!("{SIX}."),
        _ => SIX.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

#[test]
fn same_text() {
    let input = mixture();
    for format in ["line", "ascii", "prolog"] {
        let alone = solve(&format!("--format {format} --threads 1"), &input);
        assert_eq!(alone.code, 2);
        for threads in [0, 2, 4] {
            let together = solve(&format!("--format {format} --threads {threads}"), &input);
            assert_eq!(
                (together.code, &together.out),
                (alone.code, &alone.out),
                "{threads} threads, {format}"
            );
            let errors =
                |err: &str| err.lines().filter(|l| l.starts_with("error")).map(str::to_owned).collect();
            let (expected, found): (Vec<String>, Vec<String>) = (errors(&alone.err), errors(&together.err));
            assert_eq!(found, expected, "{threads} threads, {format}");
        }
    }
}

#[test]
fn same_objects() {
    let timeless = |threads: usize| -> Vec<Value> {
        let mut found = objects(&format!("--threads {threads}"), mixture());
        for object in &mut found {
            let _ = object.as_object_mut().expect("an object").remove("seconds");
        }
        found
    };
    assert_eq!(timeless(1), timeless(4));
}

/// A Latin square with enough solutions for several threads to count them.
#[test]
fn same_answers() {
    let cells: String = (0..49).map(|cell| if cell < 7 { (b'1' + cell) as char } else { '.' }).collect();
    for (command, options) in [("count", vec![]), ("count", vec!["--candidates"]), ("inspect", vec![])] {
        let ask = |threads: &str| {
            let arguments = [&["--box", "1x7", "--json", "--threads", threads, "-"], &options[..]].concat();
            let asked = run(command, &arguments, &cells);
            let found: Value = serde_json::from_str(&asked.out).expect("an object");
            let same = ["verdict", "domains", "counts"].map(|member| found.get(member).cloned());
            let count = found.get("count").cloned().filter(|_| command == "count");
            (asked.code, same, count)
        };
        let alone = ask("1");
        for threads in ["0", "2", "8"] {
            assert_eq!(ask(threads), alone, "{threads} threads, {command} {options:?}");
        }
    }
}

/// Puzzles in lines and in rows, between comments, blank lines and mistakes, far apart and close together, with ends of
/// both kinds and none at the end; what is printed about each, with its line.
fn mixed_file() -> (String, Vec<String>, Vec<String>) {
    let (mut text, mut puzzles, mut mistakes) = (String::new(), Vec::new(), Vec::new());
    let mut line = 1;
    for round in 0..200 {
        for number in 0..round % 23 {
            let end = if number % 3 == 0 { "\r\n" } else { "\n" };
            let _ = write!(text, "{SIX}{}{end}", if number % 5 == 1 { "\t# named" } else { "" });
            puzzles.push(format!("{line} unique"));
            line += 1;
        }
        let (part, is_good, place) = match round % 6 {
            0 => (
                format!("{}\n", SIX.replacen('6', "9", 1)),
                false,
                "2: expected a value 1..6 or a blank, found '9'",
            ),
            1 => (format!("{SIX}.\n"), false, "37: expected 36 cells, found 37"),
            2 => ("# a comment\n\n \r\n".to_owned(), false, ""),
            3 => (".6...4\n2.....\n.....3\n3.1..5\n...6.2\n..6.5.\n".to_owned(), true, ""),
            4 => (format!("name {SIX} 7\n"), true, ""),
            _ => (
                format!("{}1...\n", ".".repeat(12)),
                false,
                "1: expected 36 cells (boxes of 2x3) like the first puzzle, found 16 cells (boxes of 2x2)",
            ),
        };
        if is_good {
            puzzles.push(format!("{line} unique"));
        } else if !place.is_empty() {
            mistakes.push(format!("{line}:{place}"));
        }
        line += part.lines().count();
        text += &part;
    }
    puzzles.push(format!("{line} unique"));
    (text + SIX, puzzles, mistakes)
}

#[test]
fn each_place_is_right() {
    let (text, puzzles, mistakes) = mixed_file();
    assert!(text.len() > 1 << 16, "{} bytes are too few for several reads", text.len());
    let path = file("mixed", &text);
    let mut first = None;
    for threads in ["1", "2", "4"] {
        let found = solve_with(&["--format", "prolog", "--threads", threads, &path], "");
        let headlines = found.out.lines().filter_map(|l| l.strip_prefix(&format!("% {path}:")));
        assert_eq!(headlines.collect::<Vec<_>>(), puzzles, "{threads} threads");
        let errors = found.err.lines().filter_map(|l| l.strip_prefix(&format!("error: {path}:")));
        assert_eq!(errors.collect::<Vec<_>>(), mistakes, "{threads} threads");
        assert_eq!(found.code, 2);
        assert_eq!(*first.get_or_insert_with(|| found.out.clone()), found.out, "{threads} threads");
        let lines = solve_with(&["--format", "line", "--threads", threads, &path], "");
        assert_eq!(lines.out, format!("{SIX_SOLVED}\n").repeat(puzzles.len()), "{threads} threads");
    }
}

/// A puzzle from a pipe is answered before the next is sent, and before the pipe is closed.
#[test]
fn a_slow_pipe_is_answered_at_once() {
    let rows = ".6...4\n2.....\n.....3\n3.1..5\n...6.2\n..6.5.\n";
    for threads in ["1", "3"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
            .args(["solve", "--format", "line", "--threads", threads, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, answers) = channel();
        let reader = thread::spawn(move || output.lines().try_for_each(|line| sender.send(line)));
        let line = format!("{SIX}\n");
        for (text, count) in [(line.clone(), 1), (line.clone(), 1), (rows.to_owned(), 1), (line.repeat(3), 3)]
        {
            input.write_all(text.as_bytes()).expect("it reads");
            for _ in 0..count {
                // Long enough for any machine: a program that holds answers back would never give them.
                let answer = answers.recv_timeout(Duration::from_secs(60)).expect("an answer comes");
                assert_eq!(answer.expect("it is text"), SIX_SOLVED, "{threads} threads");
            }
        }
        drop(input);
        assert!(child.wait().expect("it ends").success());
        assert!(reader.join().is_ok() && answers.recv().is_err());
    }
}

/// A reader that closes the pipe after the first line ends the program at once, without an error.
#[test]
fn a_closed_pipe() {
    let path = file("closed-pipe", format!("{SIX}\n").repeat(20_000));
    for threads in ["1", "4"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
            .args(["solve", "--format", "line", "--threads", threads, &path])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("it is piped"));
        let _ = reader.read_line(&mut line).expect("a line comes");
        assert_eq!(line.trim_end(), SIX_SOLVED);
        drop(reader);
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{threads} threads");
    }
}

/// One puzzle, clauses, a graph and a model, which all threads search together.
#[test]
fn one_subject() {
    let puzzle = "8.........95.......76..........2..67...573412...69.583.....4.96....3..48...8..2..\n";
    let puzzle = file("one-puzzle.txt", puzzle);
    let clauses = file("one.cnf", "p cnf 12 3\n1 2 3 0\n-4 5 0\n-7 -8 9 0\n");
    let graph = file("one.col", "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n");
    let model = "var 1..50: x :: output_var;\nvar 1..50: y :: output_var;\nvar 1..50: z :: output_var;\n\
        constraint int_lin_le([1,1,1],[x,y,z],60);\n\
        solve :: int_search([x,y,z],input_order,indomain_min,complete) satisfy;\n";
    let model = file("one.fzn", model);
    for (subcommand, option, arguments) in [
        ("solve", "--threads", vec!["--all", &puzzle]),
        ("solve", "--threads", vec!["--all", "--format", "line", &puzzle]),
        ("solve", "--threads", vec!["--all", "--limit", "7", &puzzle]),
        ("solve", "--threads", vec![&puzzle]),
        ("solve", "--threads", vec!["--all", &clauses]),
        ("solve", "--threads", vec!["--all", "--colors", "4", &graph]),
        ("fzn", "-p", vec!["-a", &model]),
        ("fzn", "-p", vec!["-n", "9", &model]),
    ] {
        let ask = |threads: &str| run(subcommand, &[&[option, threads], &arguments[..]].concat(), "");
        let alone = ask("1");
        for threads in ["2", "7"] {
            assert!(ask(threads) == alone, "{threads} threads, {subcommand} {arguments:?}");
        }
    }
}
