//! A run that is asked to end.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fzn::{THREE, printed, solutions};

/// How soon a run has to end that is asked to. It is a fifth of a second on a machine that has nothing else to do.
const SOON: Duration = Duration::from_secs(1);

/// The least cost is 5, which is found at once: where it is less, 14 pigeons would have 13 holes, which takes long to refute.
fn endless(goal: &str) -> String {
    let mut text = String::new();
    for x in 0..14 {
        let _ = writeln!(text, "var 1..13: p{x};");
    }
    text.push_str("var 0..5: cost :: output_var;\nvar bool: b;\nconstraint int_le_reif(cost, 4, b);\n");
    for x in 0..14 {
        for y in 0..x {
            let _ = writeln!(text, "var bool: d{x}_{y};\nconstraint int_ne_reif(p{x}, p{y}, d{x}_{y});");
            let _ = writeln!(text, "constraint bool_clause([d{x}_{y}], [b]);");
        }
    }
    let _ = writeln!(text, "solve :: int_search([cost], input_order, indomain_max) {goal};");
    text
}

fn start(options: &[&str], text: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
        .arg("fzn")
        .args(options)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(text.as_bytes()).expect("it is read");
    child
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status();
    assert!(kill.expect("there is a shell").success());
}

/// All that is printed from now on, the exit code, and how long the program went on.
fn end(mut child: Child, from: Instant) -> (String, Option<i32>, Duration) {
    let mut out = String::new();
    let _ = child.stdout.take().expect("it is piped").read_to_string(&mut out).expect("it is UTF-8");
    let code = child.wait().expect("the program ends").code();
    (out, code, from.elapsed())
}

/// The best one so far is printed on a signal, though it would be printed at the end only.
#[test]
fn a_signal_ends_it_with_what_is_known() {
    for name in ["INT", "TERM"] {
        let mut child = start(&["-v", "-s"], &endless("minimize cost"));
        // The log says when there is a solution.
        let mut log = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        assert!(log.any(|line| line.expect("it is UTF-8").contains("solution with objective 5")));
        let from = Instant::now();
        signal(&child, name);
        drop(log);
        let (out, code, took) = end(child, from);
        assert!(took < SOON, "{name}: {took:?}");
        assert_eq!(code, Some(0), "{name}");
        let lines: Vec<&str> = out.lines().filter(|line| !line.starts_with('%')).collect();
        assert_eq!(lines, ["cost = 5;", "----------"], "{name}: no more is known");
    }
}

/// Each one is printed, at once, when it is found.
#[test]
fn what_is_found_is_not_kept_back() {
    let mut child = start(&["-i"], &endless("minimize cost"));
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let _ = out.read_line(&mut line).expect("it is UTF-8");
    let _ = out.read_line(&mut line).expect("it is UTF-8");
    assert_eq!(line, "cost = 5;\n----------\n");
    signal(&child, "INT");
    let mut rest = String::new();
    let _ = out.read_to_string(&mut rest).expect("it is UTF-8");
    assert_eq!((rest.as_str(), child.wait().expect("the program ends").code()), ("", Some(0)));
}

/// Where nothing was found, nothing is claimed; nor where the problem is not even read to its end.
#[test]
fn without_a_solution_it_is_unknown() {
    let none = format!("{}\n", endless("maximize cost").replace("var 0..5: cost", "var 0..4: cost"));
    let child = start(&["-t", "300"], &none);
    let (out, code, took) = end(child, Instant::now());
    assert_eq!((out.as_str(), code), ("=====UNKNOWN=====\n", Some(0)));
    assert!(took < Duration::from_millis(300) + SOON, "{took:?}");
    let mut waiting = Command::new(env!("CARGO_BIN_EXE_residua"))
        .args(["fzn", "-t", "100", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = waiting.stdin.take();
    let (out, code, took) = end(waiting, Instant::now());
    drop(stdin);
    assert_eq!((out.as_str(), code), ("=====UNKNOWN=====\n", Some(0)));
    assert!(took < SOON, "{took:?}");
}

/// In the middle of a propagation that takes as many steps as a domain has values.
#[test]
fn a_long_propagation_is_left() {
    let creeping = "var 0..1000000000: x :: output_var;\nvar 0..1000000000: y :: output_var;\nvar 0..1000000000: z;\n\
        constraint int_lin_le([1,-1],[x,y],-1);\nconstraint int_lin_le([1,1,-2],[y,z,x],-1);\n\
        constraint int_lin_le([1,-1],[x,z],0);\nsolve satisfy;\n";
    let (out, code, took) = end(start(&["-t", "300"], creeping), Instant::now());
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_millis(300) + SOON, "{took:?}");
    assert!(out == "=====UNKNOWN=====\n" || out == "=====UNSATISFIABLE=====\n", "{out}");
}

/// A limit that comes late changes nothing; nor does 0, which is none.
#[test]
fn a_late_limit_changes_nothing() {
    for time in ["60000", "0"] {
        let (found, end) = solutions(&printed(&["-a", "-t", time], THREE));
        assert_eq!((found.len(), end.as_str()), (3, "=========="));
    }
}
