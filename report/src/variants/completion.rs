//! The fewest additional givens that leave a variant puzzle one solution.
//!
//! Up to some thousands of solutions are enumerated and told apart by as few cells as possible. If there are more, one of them is
//! given as a whole, and its cells are dropped one by one as long as it stays the only one: that many are enough, and fewer may be.

use residua::constraints::eq;
use residua::model::{IntVar, Model};
use residua::search::{Limit, Limits, Status};
use residua_sudoku::{Clue, Completion};

use crate::budget::Budget;
use crate::subject::Subject;
use crate::variants::sheet::Sheet;

/// How many solutions are enumerated.
const SOLUTIONS: u64 = 10_000;

/// A smallest set of givens, cells numbered as the variables, that leave one solution of several.
///
/// # Errors
/// The limit that came before a solution was found.
pub(super) fn completion(subject: &Subject, sheet: &Sheet, budget: &Budget) -> Result<Completion, Limit> {
    let asked = &subject.asked;
    // One more shows that there are more.
    let limits = budget.half().solutions(SOLUTIONS + 1);
    let mut found = subject.model.search().project(asked).limits(limits).solutions();
    let mut solutions: Vec<Vec<i32>> = Vec::new();
    while found.advance() {
        solutions.push(asked.iter().filter_map(|&cell| found.value(cell)).collect());
    }
    match (found.status(), solutions.first()) {
        (Some(Status::Stopped(limit)), None) => Err(limit),
        (Some(Status::Stopped(limit)), Some(first)) => {
            Ok(thinned_out((subject, sheet), first, limit, budget))
        }
        _ => Ok(Completion::of_solutions(&solutions, &budget.rest().deadline())),
    }
}

/// Cells of a solution that leave it as the only one, none of which can be left out, unless a limit is reached before.
fn thinned_out(
    (subject, sheet): (&Subject, &Sheet),
    solution: &[i32],
    stopped: Limit,
    budget: &Budget,
) -> Completion {
    let is_given = |cell: usize| sheet.puzzle.given(sheet.cells()[cell]).is_some();
    let blank = (0..solution.len()).filter(|&cell| !is_given(cell));
    let mut clues: Vec<Clue> = blank.map(|cell| (cell, solution[cell])).collect();
    for at in (0..clues.len()).rev() {
        let mut fewer = clues.clone();
        fewer.remove(at);
        match is_unique(subject, &fewer, &budget.rest()) {
            Some(true) => clues = fewer,
            Some(false) => {}
            None => break,
        }
    }
    Completion { at_least: clues.len().min(1), clues, stopped: Some(stopped) }
}

/// Whether there is one solution with these givens besides; `None` if a limit came before that was known.
fn is_unique(subject: &Subject, clues: &[Clue], limits: &Limits) -> Option<bool> {
    let mut model: Model = subject.model.clone();
    for &(cell, value) in clues {
        let var: IntVar = subject.asked[cell];
        model.post(eq(var, value)).ok()?;
    }
    let limits = limits.clone().solutions(2);
    let mut found = model.search().project(&subject.asked).limits(limits).solutions();
    match (found.by_ref().count(), found.status()) {
        (2.., _) => Some(false),
        (_, Some(Status::Stopped(_))) => None,
        _ => Some(true),
    }
}
