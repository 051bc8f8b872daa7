//! External SAT solver: it searches in place of residua (`solve --with`).
//!
//! | file | holds |
//! |---|---|
//! | `command.rs` | command line of the solver |
//! | `process.rs` | one run of it, within the limits |
//!
//! The puzzle is given to it as [clauses](residua_encode::cnf), and each solution that it finds is excluded by one more clause until there
//! are as many as were asked for. Nothing is believed: a solution is checked against clauses and rules, and where there is
//! said to be none, or no other, residua searches for a moment too. What that moment leaves undecided is believed, with a note.

mod command;
mod process;

use std::time::{Duration, Instant};

use residua::engine::Consistency;
use residua::search::{Limit, Limits, Statistics, Status};
use residua_encode::answer::Answer;
use residua_encode::cnf::{Encoding, cnf};
use residua_sudoku::{Puzzle, PuzzleSolver};

use crate::asking::Host;
use crate::clock::now;

pub use crate::outside::command::Command;

/// How long residua searches for what is said not to exist.
const DOUBT: Duration = Duration::from_secs(1);

/// What the other program found.
#[derive(Debug)]
pub(crate) struct Findings {
    /// How many solutions.
    pub(crate) found: u64,
    /// The first two.
    pub(crate) witnesses: Vec<Vec<i32>>,
    pub(crate) status: Status,
    /// What it took, as far as that is known.
    pub(crate) statistics: Statistics,
}

/// Lets the program search for solutions, at most as many as `limits` allow, and hands each to `take`, which says
/// whether to go on.
///
/// # Errors
/// If the program cannot be run, gives no answer, or a wrong one: a message.
pub(crate) fn solve(
    command: &Command,
    puzzle: &Puzzle,
    limits: &Limits,
    host: &dyn Host,
    mut take: impl FnMut(&[i32]) -> bool,
) -> Result<Findings, String> {
    let model = puzzle.model();
    let mut formula = cnf(&model, Encoding::default()).map_err(|error| error.to_string())?;
    let deadline = limits.time.and_then(|time| now().checked_add(time));
    let mut findings = Findings {
        found: 0,
        witnesses: Vec::new(),
        status: Status::Exhausted,
        statistics: Statistics::default(),
    };
    loop {
        if limits.solutions.is_some_and(|most| findings.found >= most) {
            findings.status = Status::Stopped(Limit::Solutions);
            return Ok(findings);
        }
        let answer = match process::run(command, &formula, deadline, limits)? {
            process::Outcome::Stopped(limit) => {
                findings.status = Status::Stopped(limit);
                return Ok(findings);
            }
            process::Outcome::Answer(literals) => literals.try_map(|literals| formula.solution(&literals)),
        };
        match answer.map_err(|error| format!("{command}: {error}"))? {
            Answer::Solution(solution) => {
                formula.exclude(&solution);
                findings.found += 1;
                if findings.witnesses.len() < 2 {
                    findings.witnesses.push(solution.values().to_vec());
                }
                if !take(solution.values()) {
                    return Ok(findings);
                }
            }
            // It has limits of its own.
            Answer::Unknown => {
                findings.status = Status::Stopped(Limit::Time);
                return Ok(findings);
            }
            Answer::None => {
                doubt(command, puzzle, findings.found, deadline, host)?;
                return Ok(findings);
            }
        }
    }
}

/// Searches for one more solution than the program says there are.
///
/// # Errors
/// If there is one.
fn doubt(
    command: &Command,
    puzzle: &Puzzle,
    known: u64,
    deadline: Option<Instant>,
    host: &dyn Host,
) -> Result<(), String> {
    let left = deadline.map_or(DOUBT, |deadline| deadline.saturating_duration_since(now()).min(DOUBT));
    let limits = Limits::none().time(Some(left)).solutions(Some(known + 1));
    let mut solver = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, limits);
    if solver.load(puzzle).is_err() {
        return Ok(());
    }
    let (mut grid, mut found) = (Vec::new(), 0);
    while solver.next_solution(&mut grid) {
        found += 1;
        if found > known {
            let line = residua_sudoku::render::line(puzzle.geometry(), &grid);
            let said = if known == 0 { "no solution" } else { "no other solution" };
            return Err(format!("{command}: it reports {said}, but one exists: {line}"));
        }
    }
    if matches!(solver.status(), Some(Status::Stopped(_))) {
        host.note(&format!(
            "{command} reports no more solutions; residua could not confirm this in {} s",
            left.as_secs_f64()
        ));
    }
    Ok(())
}
