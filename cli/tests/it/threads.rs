//! Promise: the output does not depend on the number of threads, neither its text nor its order.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{SIX, SIX_SOLVED, file, objects, solve};

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
            let told =
                |err: &str| err.lines().filter(|l| l.starts_with("error")).map(str::to_owned).collect();
            let (expected, found): (Vec<String>, Vec<String>) = (told(&alone.err), told(&together.err));
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

/// Who reads the first line only is not made to wait for the rest, and is no error.
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
