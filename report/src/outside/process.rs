//! Process of an external solver: one run, clauses in, answer out.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio, id};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use residua::search::{Limit, Limits};
use residua_encode::answer::{Answer, literals};
use residua_encode::cnf::Cnf;

use crate::clock::now;
use crate::outside::Command;

/// What became of a run.
#[derive(Debug)]
pub(crate) enum Outcome {
    Answer(Answer<Vec<i32>>),
    /// A limit was reached, and the program was ended.
    Stopped(Limit),
}

/// How often the program is looked at.
const LOOK: Duration = Duration::from_millis(1);

/// The exit codes of SAT solvers, by the rules of their competitions.
const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;

/// Runs the program on the clauses.
///
/// # Errors
/// If it cannot be run, or gives no answer that can be read.
pub(crate) fn run(
    command: &Command,
    formula: &Cnf,
    deadline: Option<Instant>,
    limits: &Limits,
) -> Result<Outcome, String> {
    let failed = |what: &str, error: io::Error| format!("{command}: {what}: {error}");
    let file = Temporary::new(formula).map_err(|error| failed("cannot write its input", error))?;
    let path = file.0.to_string_lossy();
    let input = if command.takes_file() { Ok(Stdio::null()) } else { File::open(&file.0).map(Stdio::from) };
    let child = std::process::Command::new(command.program())
        .args(command.arguments(&path))
        .stdin(input.map_err(|error| failed("cannot read its input", error))?)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| failed("cannot start it", error))?;
    let (output, messages) = (reading(child.stdout.take()), reading(child.stderr.take()));
    let status = match wait(&mut child, deadline, limits) {
        Ok(Ok(status)) => status,
        Ok(Err(limit)) => return Ok(Outcome::Stopped(limit)),
        Err(error) => return Err(failed("cannot wait for it", error)),
    };
    let (output, messages) = (text(output), text(messages));
    let answer = literals(&output).map_err(|error| format!("{command}, line {error}"))?;
    match (status.code(), answer) {
        (Some(UNSATISFIABLE), Answer::Unknown) => Ok(Outcome::Answer(Answer::None)),
        (Some(SATISFIABLE), Answer::None) | (Some(UNSATISFIABLE), Answer::Solution(_)) => {
            Err(format!("{command}: its {status} contradicts its output"))
        }
        (_, Answer::Unknown) if !says_so(&output) => {
            let message = messages.lines().chain(output.lines()).find(|line| !line.trim().is_empty());
            let message = message.map(|line| format!(": {}", line.trim())).unwrap_or_default();
            Err(format!("{command}: no answer ({status}){message}"))
        }
        (_, answer) => Ok(Outcome::Answer(answer)),
    }
}

/// Whether a program that does not know the answer says that.
fn says_so(output: &str) -> bool {
    output.lines().any(|line| matches!(line.trim(), "s UNKNOWN" | "INDETERMINATE" | "INDET" | "UNKNOWN"))
}

/// Waits for the end of the program, or ends it at the first limit.
fn wait(
    child: &mut Child,
    deadline: Option<Instant>,
    limits: &Limits,
) -> io::Result<Result<ExitStatus, Limit>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ok(status));
        }
        let is_stopped = limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let is_late = deadline.is_some_and(|deadline| now() >= deadline);
        if is_stopped || is_late {
            // It may have ended by itself in the meantime.
            let _ = child.kill();
            child.wait()?;
            return Ok(Err(if is_stopped { Limit::Stop } else { Limit::Time }));
        }
        thread::sleep(LOOK);
    }
}

/// Reads what a program prints, so that it never waits for that.
fn reading(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is shown.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn text(reader: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
}

/// A file with the clauses, as long as it is needed.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Temporary {
    fn new(formula: &Cnf) -> io::Result<Temporary> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("residua-{}-{number}.cnf", id()));
        // An existing one is refused: it may be a link to a file of another user.
        let file = File::options().write(true).create_new(true).open(&path)?;
        let temporary = Temporary(path);
        let mut output = BufWriter::new(file);
        write!(output, "{formula}")?;
        output.flush()?;
        Ok(temporary)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // It lies among the temporary files: the system clears it if this cannot.
        let _ = fs::remove_file(&self.0);
    }
}
