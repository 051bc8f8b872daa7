//! Promise: Ctrl-C ends a run soon, with what is known so far; long output is cut short, and an object of JSON closed.
//!
//! The output is not read for a while, so that the program is certain to be in the middle of it.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::file;
use crate::schema::violations;

/// The program with these arguments; its standard output and standard error are piped.
fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_residua"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn interrupt(child: &Child) {
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(kill.expect("there is a shell").success());
}

/// What is written, and on standard error, where Ctrl-C comes after the first byte; and the exit code.
fn cut_short(name: &str, arguments: &[&str]) -> (String, String, i32) {
    let blank = format!("{}\n", ". ".repeat(100)).repeat(100);
    let path = file(name, blank);
    let mut child = start(&[arguments, &["--box", "10x10", &path]].concat());
    let mut out = vec![0];
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut out).expect("there is output");
    interrupt(&child);
    // A moment, after which nothing long is written.
    sleep(Duration::from_millis(500));
    let _ = stdout.read_to_end(&mut out).expect("it can be read");
    let mut err = String::new();
    let _ = child.stderr.take().expect("it is piped").read_to_string(&mut err).expect("messages are UTF-8");
    let code = child.wait().expect("the program ends").code().expect("no signal ends it");
    (String::from_utf8_lossy(&out).into_owned(), err, code)
}

/// Lists end early, which the object says; what it says is true, and keeps to the schema.
#[test]
fn objects_are_closed() {
    let solve = include_str!("../../../docs/solve.schema.json");
    let inspect = include_str!("../../../docs/inspect.schema.json");
    for (schema, arguments) in [
        (solve, &["solve", "--nodes", "1", "--json"][..]),
        (solve, &["solve", "--nodes", "1", "--json", "--threads", "2"]),
        (inspect, &["inspect", "--strength", "value", "--time", "0.1", "--json"]),
    ] {
        let (out, err, code) = cut_short(&format!("interrupted-{}", arguments.len()), arguments);
        assert_eq!((err.as_str(), code), ("", 3), "{arguments:?}");
        let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
        let object: Value = serde_json::from_str(&out).expect("one object");
        assert_eq!(violations(&schema, &schema, &object), Vec::<String>::new(), "{arguments:?}");
        assert_eq!(object["cut"], json!(true), "{arguments:?}");
        let cells = object["domains"].as_array().expect("a list");
        assert!(
            cells.len() < 10_000 && cells.iter().all(|cell| cell.as_array().is_some_and(|c| c.len() == 100))
        );
    }
}

#[test]
fn text_ends_where_it_is() {
    for arguments in [
        &["solve", "--nodes", "1", "--format", "pencil"][..],
        &["solve", "--nodes", "1", "--format", "pencil", "--threads", "2"],
        &["inspect", "--strength", "value", "--time", "0.1", "--format", "pencil"],
    ] {
        let (out, err, code) = cut_short(&format!("interrupted-text-{}", arguments.len()), arguments);
        assert_eq!((err.as_str(), code), ("interrupted; output truncated\n", 3));
        assert!(out.contains("candidates: 1000000 in 10000 cells") && !out.contains("rules left"));
    }
}

/// What is short is whole.
#[test]
fn an_answer_is_as_good_as_it_was() {
    let unique = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let path = file("interrupted-count", format!("{unique}\n{}\n", ".".repeat(81)));
    let mut child = start(&["count", &path]);
    // Once the first puzzle is answered, the second is under way soon.
    let mut out = vec![0];
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut out).expect("there is output");
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let _ = stdout.read_to_end(&mut out).expect("it can be read");
    let out = String::from_utf8(out).expect("it is UTF-8");
    assert!(out.contains(":1  1 solution\n") && out.contains(":2  at least "), "{out}");
    assert!(out.ends_with(": interrupted\n"), "{out}");
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
}
