//! `residua clues`: redundant givens, and givens that make the solution unique.

use std::borrow::Cow;
use std::io::{self, Write};

use residua::model::{Model, Solution};
use residua::search::{Limit, Limits, Status};
use residua_sudoku::{Clue, Completion, DeadlyPattern, Geometry, Puzzle, Trust, render};
use serde::Serialize;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::paint::Paint;
use crate::pair::Pair;
use crate::puzzle::found::Found;
use crate::puzzle::json::PuzzleHead;
use crate::subject::Subject;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

/// Finds which givens of a puzzle follow from the others, and which would leave one solution of several.
///
/// # Errors
/// The subject is no puzzle: what to ask of it.
pub fn clues<'a>(subject: &'a Subject, asking: &Asking<'_>) -> Result<Clues<'a>, InputError> {
    let found = subject.found().ok_or_else(|| subject.mistake(NO_PUZZLE))?;
    let puzzle = found.as_puzzle();
    let budget = Budget::limited(&asking.limits);
    let report = Report::new(&puzzle, &budget);
    Ok(Clues { found, puzzle, report, seconds: budget.seconds() })
}

/// What is said of other subjects.
pub const NO_PUZZLE: &str =
    "residua clues applies only to puzzles; use residua inspect or residua why for other inputs";

/// What the givens of a puzzle say together.
#[derive(Debug)]
pub struct Clues<'a> {
    found: Found<'a>,
    puzzle: Cow<'a, Puzzle>,
    report: Report,
    seconds: f64,
}

impl Answer for Clues<'_> {
    fn end(&self) -> ExitStatus {
        self.report.end()
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        self.report.write_text(output, &self.found, &self.puzzle)
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        self.report.write_json(output, &self.found, &self.puzzle, self.seconds)
    }
}

/// What was found out of a puzzle; what a limit came before is `None`.
#[derive(Debug)]
struct Report {
    verdict: Verdict,
    redundant: Option<Vec<usize>>,
    minimal: Option<Puzzle>,
    /// Of several solutions: cells that tell two of them apart.
    pattern: Option<DeadlyPattern>,
    /// Of several solutions: the fewest givens more that leave one.
    completion: Option<Completion>,
    /// Where one given more is enough: each that is.
    single: Vec<Clue>,
    stopped: Option<Limit>,
}

impl Report {
    /// The ways that cost little go first; each gets half of the time that is left, and the last one the rest.
    fn new(puzzle: &Puzzle, budget: &Budget) -> Report {
        let model = puzzle.model();
        let (verdict, two, mut stopped) = verdict(&model, &budget.half());
        let mut report = Report {
            verdict,
            redundant: None,
            minimal: None,
            pattern: None,
            completion: None,
            single: Vec::new(),
            stopped: None,
        };
        if verdict == Verdict::Infeasible {
            return report;
        }
        let pair = two.and_then(|(one, other)| Pair::nearer(&model, (one, other), &budget.half()));
        if let Some(Pair { one, other, .. }) = pair {
            let pattern = puzzle.deadly_pattern(one.values(), other.values(), &budget.half());
            report.pattern = known(pattern, &mut stopped).flatten();
        }
        report.redundant = known(puzzle.redundant_givens(&budget.half()), &mut stopped);
        report.minimal = known(puzzle.minimized(&budget.half()), &mut stopped);
        if verdict == Verdict::Multiple {
            report.completion = known(puzzle.completion(&budget.rest()), &mut stopped).flatten();
            let is_one = report.completion.as_ref().is_some_and(|c| c.is_least() && c.clues.len() == 1);
            if is_one {
                let all = known(puzzle.least_completions(&budget.rest()), &mut stopped);
                report.single = all.unwrap_or_default().concat();
            }
        }
        let unproved = report.completion.as_ref().and_then(|completion| completion.stopped);
        report.stopped = stopped.or(unproved);
        report
    }

    fn end(&self) -> ExitStatus {
        match self.verdict {
            Verdict::Infeasible => ExitStatus::Refuted,
            _ if self.stopped.is_some() => ExitStatus::Stopped,
            _ => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, found: &Found<'_>, puzzle: &Puzzle) -> io::Result<()> {
        let geometry = puzzle.geometry();
        let (entries, marks) = (found.notes.entries().count(), found.notes.marked_cells().count());
        let kind = if found.trust >= Trust::Entries && entries > 0 { " and entered digits" } else { "" };
        let clues = counted(puzzle.clues(), "given");
        write!(output, "{}  {clues}{kind}", found.place())?;
        if found.trust >= Trust::Marks && marks > 0 {
            write!(output, ", pencil marks in {}", counted(marks, "cell"))?;
        }
        if self.verdict == Verdict::Infeasible {
            return writeln!(output, "; no solution: residua conflict shows which givens clash");
        }
        let list = match &self.redundant {
            Some(cells) if cells.is_empty() => "none".to_owned(),
            Some(cells) => cells.iter().map(|&cell| geometry.name(cell)).collect::<Vec<_>>().join(" "),
            None => "unknown".to_owned(),
        };
        writeln!(output, "; redundant givens (each follows from the others): {list}")?;
        if let Some(minimal) = &self.minimal {
            let clues = counted(minimal.clues(), "given");
            writeln!(output, "minimal puzzle with the same solutions, {clues}:")?;
            writeln!(output, "{}", render::line(geometry, minimal.givens()))?;
        }
        match self.verdict {
            Verdict::Unique => writeln!(output, "unique solution")?,
            Verdict::Multiple => self.write_several(output, geometry)?,
            Verdict::Infeasible | Verdict::Unknown => {
                writeln!(output, "number of solutions unknown")?;
            }
        }
        self.stopped.map_or(Ok(()), |limit| write_stopped(limit, output))
    }

    fn write_several(&self, output: &mut dyn Write, geometry: Geometry) -> io::Result<()> {
        if let Some(completion) = &self.completion {
            write_completion(completion, &names(geometry, &completion.clues), output)?;
        }
        if !self.single.is_empty() {
            writeln!(
                output,
                "each of these alone makes the solution unique: {}",
                names(geometry, &self.single).join(" ")
            )?;
        }
        if let Some(pattern) = &self.pattern {
            let cell = |&cell: &usize| {
                format!("{}={}|{}", geometry.name(cell), pattern.one[cell], pattern.other[cell])
            };
            let cells: Vec<String> = pattern.cells.iter().map(cell).collect();
            writeln!(
                output,
                "two solutions differ only in {}: {}",
                counted(cells.len(), "cell"),
                cells.join(" ")
            )?;
        }
        Ok(())
    }

    fn write_json(
        &self,
        output: &mut dyn Write,
        found: &Found<'_>,
        puzzle: &Puzzle,
        seconds: f64,
    ) -> io::Result<()> {
        let geometry = puzzle.geometry();
        let completion = self.completion.as_ref();
        let object = Object {
            head: PuzzleHead::new(found, self.verdict.word(), None),
            redundant: self.redundant.as_ref().map(|cells| cells.iter().map(|&c| geometry.name(c)).collect()),
            minimal: self.minimal.as_ref().map(Puzzle::givens),
            completion: completion.map(|completion| names(geometry, &completion.clues)),
            completion_at_least: completion.map(|completion| completion.at_least),
            single: (!self.single.is_empty()).then(|| names(geometry, &self.single)),
            pattern: self.pattern.as_ref().map(|pattern| Pattern::new(geometry, pattern)),
            stopped: self.stopped.map(|limit| limit.to_string()),
            seconds,
        };
        serde_json::to_writer(&mut *output, &object)?;
        writeln!(output)
    }
}

/// Writes givens that make the solution unique.
pub(crate) fn write_completion(
    completion: &Completion,
    names: &[String],
    output: &mut dyn Write,
) -> io::Result<()> {
    let bound = if completion.is_least() {
        "proved minimum".to_owned()
    } else {
        format!("not proved minimum, at least {}", completion.at_least)
    };
    let givens = counted(names.len(), "given");
    writeln!(output, "adding {givens} makes the solution unique ({bound}): {}", names.join(" "))
}

/// Writes which limit was reached.
pub(crate) fn write_stopped(limit: Limit, output: &mut dyn Write) -> io::Result<()> {
    match limit {
        Limit::Solutions => writeln!(output, "too many solutions to enumerate"),
        limit => writeln!(output, "results not shown are unknown: {}", came_first(limit)),
    }
}

/// The result, or else the limit is noted.
fn known<T>(result: Result<T, Limit>, stopped: &mut Option<Limit>) -> Option<T> {
    result.map_err(|limit| *stopped = Some(limit)).ok()
}

/// How many solutions there are, two of several, and the limit that came before that was known.
fn verdict(model: &Model, limits: &Limits) -> (Verdict, Option<(Solution, Solution)>, Option<Limit>) {
    let limits = limits.clone().solutions(2);
    let mut found = model.search().limits(limits).solutions();
    match (found.next(), found.next(), found.status()) {
        (Some(one), Some(other), _) => (Verdict::Multiple, Some((one, other)), None),
        (.., Some(Status::Stopped(limit))) => (Verdict::Unknown, None, Some(limit)),
        (Some(_), ..) => (Verdict::Unique, None, None),
        (None, ..) => (Verdict::Infeasible, None, None),
    }
}

/// Clues as they are written: `r1c2=3`.
fn names(geometry: Geometry, clues: &[Clue]) -> Vec<String> {
    clues.iter().map(|&(cell, value)| format!("{}={value}", geometry.name(cell))).collect()
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: PuzzleHead<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<&'a [i32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completion: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completion_at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    single: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<Pattern>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct Pattern {
    cells: Vec<String>,
    one: Vec<i32>,
    other: Vec<i32>,
}

impl Pattern {
    fn new(geometry: Geometry, pattern: &DeadlyPattern) -> Pattern {
        let values = |grid: &[i32]| pattern.cells.iter().map(|&cell| grid[cell]).collect();
        Pattern {
            cells: pattern.cells.iter().map(|&cell| geometry.name(cell)).collect(),
            one: values(&pattern.one),
            other: values(&pattern.other),
        }
    }
}
