//! The program, run on an input.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::outside;

/// What became of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// `residua solve` with these arguments, separated by blanks, and this standard input.
pub(crate) fn solve(arguments: &str, input: impl AsRef<[u8]>) -> Finished {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    solve_with(&arguments, input)
}

/// `residua solve` with these arguments, which may hold blanks, and this standard input.
pub(crate) fn solve_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Finished {
    run("solve", arguments, input)
}

/// A subcommand with these arguments and this standard input.
pub(crate) fn run(subcommand: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Finished {
    run_by("auto", subcommand, arguments, input)
}

/// The same with that value of the environment variable `RESIDUA_DENSE`.
pub(crate) fn run_by(
    engine: &str,
    subcommand: &str,
    arguments: &[&str],
    input: impl AsRef<[u8]>,
) -> Finished {
    let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
        .env("RESIDUA_DENSE", engine)
        .arg(subcommand)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.as_ref().to_vec();
    // From another thread, so that neither side waits for the other to read. A program that does not read its
    // standard input closes it, which is no concern here.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    let finished = Finished {
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
        code: output.status.code().expect("no signal ends it"),
    };
    assert!(!finished.err.contains("panicked"), "{}", finished.err);
    finished
}

/// What `--format json` says of each puzzle of `input`.
pub(crate) fn objects(arguments: &str, input: impl AsRef<[u8]>) -> Vec<Value> {
    let finished = solve(&format!("--format json {arguments}"), input);
    finished.out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

/// A file with this content, for the test that calls: its path as text.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = outside::dir("files").join(name);
    fs::write(&path, content).expect("the directory for tests can be written");
    path.into_os_string().into_string().expect("the path is UTF-8")
}

/// This number of cases, times `RESIDUA_DEPTH`.
pub(crate) fn times_depth(count: usize) -> usize {
    let depth = std::env::var("RESIDUA_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1.0);
    (count as f64 * depth).round() as usize
}
