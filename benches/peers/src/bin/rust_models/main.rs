//! selen and pumpkin-solver as rivals over models: reads a model a line, as `rivals/gecode_models.cpp` explains,
//! enumerates its solutions, and writes a line for each: their number, twice 0, and the seconds of processor time that
//! the search took; or `-` and the limit, if that came first.
//!
//! `rust_models selen|pumpkin|pumpkin-free [SECONDS]`
//!
//! Neither crate counts nodes or dead ends in a way that a program can ask for, hence the zeros. The limit, 60 if not
//! given, is of processor time too, from the reading of a line on.

mod problem;
mod with_pumpkin;
mod with_selen;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use cpu_time::ProcessTime;

use crate::problem::Problem;
use crate::with_pumpkin::Search;

/// All solutions of a problem, unless it is told to stop before.
type Solver = fn(&Problem, &Stop) -> Option<Found>;

const SOLVERS: [(&str, Solver); 3] = [
    ("selen", with_selen::enumerate),
    ("pumpkin", |problem, stop| with_pumpkin::enumerate(problem, Search::Given, stop)),
    ("pumpkin-free", |problem, stop| with_pumpkin::enumerate(problem, Search::Free, stop)),
];

/// What a search that was not stopped came to.
struct Found {
    solutions: u64,
    seconds: f64,
}

/// Tells a search to stop.
struct Stop {
    is_due: AtomicBool,
    limit: Duration,
}

impl Stop {
    fn is_due(&self) -> bool {
        self.is_due.load(Ordering::Relaxed)
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let usage = "rust_models selen|pumpkin|pumpkin-free [SECONDS]";
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or(usage)?;
    let &(_, solver) = SOLVERS.iter().find(|solver| solver.0 == name).ok_or(usage)?;
    let seconds = arguments.next().map_or(Ok(60), |text| text.parse()).map_err(|_| usage)?;
    for line in std::io::stdin().lines() {
        let problem = Problem::parse(&line.map_err(|error| format!("standard input: {error}"))?)?;
        match within(Duration::from_secs(seconds), problem, solver)? {
            Some(Found { solutions, seconds }) => println!("{solutions} 0 0 {seconds}"),
            None => println!("- {seconds}"),
        }
    }
    Ok(())
}

/// Runs a solver in a thread of its own, because selen looks at the clock too rarely; `None` if the limit was reached. Such a
/// thread is left behind, and ends as soon as it sees that it has to.
fn within(limit: Duration, problem: Problem, solver: Solver) -> Result<Option<Found>, String> {
    let start = ProcessTime::now();
    let stop = Arc::new(Stop { is_due: AtomicBool::new(false), limit });
    let (sender, receiver) = channel();
    let seen = Arc::clone(&stop);
    std::thread::spawn(move || {
        // After the limit the receiver is gone, and the answer is dropped.
        let _ = sender.send(solver(&problem, &seen));
    });
    loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Disconnected) => return Err("the solver has panicked".to_owned()),
            Err(RecvTimeoutError::Timeout) if start.elapsed() >= limit => {
                stop.is_due.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queens(n: i32) -> String {
        let list =
            |sign: i32| (0..n).map(|row| format!(" {} {row}", sign * row)).collect::<Vec<_>>().concat();
        let domains = format!(" 0 {}", n - 1).repeat(n as usize);
        let branch = (0..n).map(|row| format!(" {row}")).collect::<Vec<_>>().concat();
        let different = [0, 1, -1].map(|sign| format!(" different {n}{}", list(sign))).concat();
        format!(
            "level value order first-fail find all variables {n}{domains} branch {n}{branch} constraints 3{different}"
        )
    }

    #[test]
    fn each_solver_finds_each_solution_once() {
        let input = "level value order input find all variables";
        let models = [
            (queens(6), 4),
            (queens(3), 0),
            // The third is the distance of the others.
            (format!("{input} 3 0 3 0 3 0 3 branch 2 0 1 constraints 1 distance 3 0 1 2"), 16),
            (format!("{input} 3 0 3 0 3 1 2 branch 3 0 1 2 constraints 1 distance 3 0 1 2"), 10),
            // Each value of the first goes with several of the others, which are not decided.
            (format!("{input} 3 0 3 0 3 0 3 branch 1 0 constraints 1 unequal 2 1 0 -1 1 0"), 4),
            (format!("{input} 2 0 3 0 3 branch 2 0 1 constraints 1 unequal 2 2 0 -1 1 0"), 14),
            (format!("{input} 2 0 3 0 3 branch 2 0 1 constraints 1 at-most 2 1 0 2 1 3"), 6),
            (format!("{input} 3 0 3 0 3 0 3 branch 3 0 1 2 constraints 1 equal 3 1 0 2 1 -1 2 0"), 6),
            (format!("{input} 2 1 3 1 3 branch 2 1 0 constraints 1 table 4 2 0 1 1 2 2 3 3 1 4 1"), 3),
            // Words of three letters in which no 1 follows a 1, and the last one is 1.
            (
                format!(
                    "{input} 3 0 1 0 1 0 1 branch 3 0 1 2 constraints 1 \
                     regular 0 3 0 0 0 0 1 1 1 0 0 1 1 3 0 1 2"
                ),
                2,
            ),
        ];
        for (name, solver) in SOLVERS {
            for (line, expected) in &models {
                let problem = Problem::parse(line).expect("a model");
                let found = within(Duration::from_secs(60), problem, solver).expect("no panic");
                assert_eq!(found.map(|found| found.solutions), Some(*expected), "{name}: {line}");
            }
        }
    }

    #[test]
    fn a_search_without_time_is_stopped() {
        for (name, solver) in SOLVERS {
            let problem = Problem::parse(&queens(12)).expect("a model");
            assert!(within(Duration::ZERO, problem, solver).expect("no panic").is_none(), "{name}");
        }
    }
}
