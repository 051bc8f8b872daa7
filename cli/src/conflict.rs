//! `residua conflict`: givens that clash, and the fewest to take away.

use std::io::{self, Write};
use std::process::ExitCode;

use residua::inspect::Smallest;
use residua::model::{ConstraintId, Model};
use residua::search::{Limit, Outcome};
use residua::sudoku::{Geometry, Puzzle, render};
use serde::Serialize;

use crate::args;
use crate::budget::Budget;
use crate::each::{self, End, Found};

pub(crate) fn run(arguments: &args::Conflict) -> ExitCode {
    each::run(&arguments.inputs, |found, limits, output| {
        let budget = Budget::new(limits);
        let report = Report::new(found.puzzle, arguments, &budget);
        if arguments.json {
            report.write_json(output, found, budget.seconds())?;
        } else {
            report.write_text(output, found, arguments)?;
        }
        Ok(report.end())
    })
}

/// Cells whose givens clash, or are to go.
type Cells = Vec<usize>;

/// What was found out of a puzzle.
#[derive(Debug)]
struct Report {
    /// Whether there is a solution; `None` if a limit came first.
    has_solution: Option<bool>,
    conflicts: Vec<Cells>,
    /// Whether there are no more conflicts.
    is_all: bool,
    /// No conflict has fewer givens than this, if the smallest was asked for.
    at_least: Option<usize>,
    /// The fewest givens to take away, as far as they are known, and how few they are at least.
    correction: Option<(Cells, usize)>,
    /// The limit that came before all of this was known.
    stopped: Option<Limit>,
}

/// A puzzle as a model, its givens soft.
struct Soft<'a> {
    puzzle: &'a Puzzle,
    model: Model,
}

impl Soft<'_> {
    fn is_given(&self) -> impl Fn(ConstraintId) -> bool + use<> {
        let rules = self.puzzle.geometry().houses().count();
        move |id| id.index() >= rules
    }

    fn cells(&self, givens: &[ConstraintId]) -> Cells {
        givens.iter().map(|&id| self.model.constraint(id).scope()[0].var.index()).collect()
    }
}

impl Report {
    fn new(puzzle: &Puzzle, arguments: &args::Conflict, budget: &Budget) -> Report {
        let soft = Soft { puzzle, model: puzzle.model() };
        let mut report = Report {
            has_solution: None,
            conflicts: Vec::new(),
            is_all: false,
            at_least: None,
            correction: None,
            stopped: None,
        };
        let conflicts = if arguments.all {
            report.find_all(&soft, arguments.limit, budget)
        } else if arguments.smallest {
            report.find_smallest(&soft, budget)
        } else {
            report.find_one(&soft, budget)
        };
        report.stopped = conflicts.err();
        if report.has_solution == Some(false) && report.correction.is_none() {
            report.find_correction(&soft, budget);
        }
        report
    }

    fn find_one(&mut self, soft: &Soft<'_>, budget: &Budget) -> Result<(), Limit> {
        let conflict = soft.model.conflict(soft.is_given(), &budget.half())?;
        self.has_solution = Some(conflict.is_none());
        self.conflicts.extend(conflict.map(|ids| soft.cells(&ids)));
        Ok(())
    }

    fn find_smallest(&mut self, soft: &Soft<'_>, budget: &Budget) -> Result<(), Limit> {
        let smallest = soft.model.smallest_conflict(soft.is_given(), &budget.half())?;
        self.has_solution = Some(smallest.is_none());
        let Some(Smallest { members, at_least, stopped, .. }) = smallest else { return Ok(()) };
        self.conflicts.push(soft.cells(&members));
        self.at_least = Some(at_least);
        stopped.map_or(Ok(()), Err)
    }

    fn find_all(&mut self, soft: &Soft<'_>, limit: Option<u64>, budget: &Budget) -> Result<(), Limit> {
        let mut conflicts = soft.model.conflicts(soft.is_given(), &budget.half());
        let wanted = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        self.conflicts.extend(conflicts.by_ref().take(wanted).map(|ids| soft.cells(&ids)));
        self.has_solution = (!self.conflicts.is_empty()).then_some(false);
        match conflicts.outcome() {
            None => Ok(()),
            Some(Outcome::Stopped(limit)) => Err(limit),
            Some(Outcome::Exhausted) => {
                self.is_all = true;
                self.has_solution = Some(self.conflicts.is_empty());
                let fewest = conflicts.corrections().iter().min_by_key(|ids| ids.len());
                self.correction = fewest.map(|ids| (soft.cells(ids), ids.len()));
                Ok(())
            }
        }
    }

    fn find_correction(&mut self, soft: &Soft<'_>, budget: &Budget) {
        match soft.model.smallest_correction(soft.is_given(), &budget.rest()) {
            Ok(Some(smallest)) => {
                self.correction = Some((soft.cells(&smallest.members), smallest.at_least));
                self.stopped = self.stopped.or(smallest.stopped);
            }
            Ok(None) => {}
            Err(limit) => self.stopped = Some(limit),
        }
    }

    fn end(&self) -> End {
        match self.has_solution {
            _ if self.stopped.is_some() => End::Stopped,
            None => End::Stopped,
            Some(true) => End::Answered,
            Some(false) => End::Refuted,
        }
    }

    fn write_text(
        &self,
        output: &mut dyn Write,
        found: &Found<'_>,
        arguments: &args::Conflict,
    ) -> io::Result<()> {
        write!(output, "{}:{}  ", found.file, found.line)?;
        if self.has_solution == Some(true) {
            return writeln!(output, "no conflict: there is a solution");
        }
        let reached =
            || self.stopped.map_or_else(String::new, |limit| format!("the limit on {limit} came first"));
        let Some(first) = self.conflicts.first() else {
            return writeln!(output, "unknown: {}", reached());
        };
        if arguments.all {
            let rest = if self.is_all {
                "these are all".to_owned()
            } else if self.stopped.is_some() {
                format!("there may be more: {}", reached())
            } else {
                "there may be more".to_owned()
            };
            writeln!(output, "{} conflicts; {rest}", self.conflicts.len())?;
            for cells in &self.conflicts {
                writeln!(output, "  {} givens clash: {}", cells.len(), given(found.puzzle, cells).join(" "))?;
            }
        } else {
            let few = match self.at_least {
                Some(least) if least == first.len() => ", and no fewer do".to_owned(),
                Some(least) => format!("; it is not known whether fewer do, at least {least}: {}", reached()),
                None => ", and none of them can be left out".to_owned(),
            };
            let count = found.puzzle.clues();
            writeln!(output, "{} of {count} givens clash{few}", first.len())?;
            write_conflict(output, found.puzzle, first)?;
        }
        self.write_correction(output, found.puzzle)
    }

    fn write_correction(&self, output: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
        let Some((cells, at_least)) = &self.correction else {
            return writeln!(output, "the fewest givens to take away are not known: a limit came first");
        };
        let names = given(puzzle, cells).join(" ");
        if cells.len() == *at_least {
            writeln!(output, "without {names} there is a solution; no fewer are to be taken away")
        } else {
            writeln!(
                output,
                "without {names} there is a solution; it is not known whether fewer will do, at least {at_least}"
            )
        }
    }

    fn write_json(&self, output: &mut dyn Write, found: &Found<'_>, seconds: f64) -> io::Result<()> {
        let puzzle = found.puzzle;
        let object = Object {
            file: found.file,
            line: found.line,
            geometry: puzzle.geometry().to_string(),
            givens: puzzle.givens(),
            verdict: match self.has_solution {
                Some(true) => "some",
                Some(false) => "none",
                None => "unknown",
            },
            conflicts: self.conflicts.iter().map(|cells| given(puzzle, cells)).collect(),
            is_all: self.is_all,
            at_least: self.at_least,
            correction: self.correction.as_ref().map(|(cells, _)| given(puzzle, cells)),
            correction_at_least: self.correction.as_ref().map(|(_, at_least)| *at_least),
            stopped: self.stopped.map(|limit| limit.to_string()),
            seconds,
        };
        serde_json::to_writer(&mut *output, &object)?;
        writeln!(output)
    }
}

/// The givens of a conflict, a line each, and where they stand.
fn write_conflict(output: &mut dyn Write, puzzle: &Puzzle, cells: &[usize]) -> io::Result<()> {
    let geometry: Geometry = puzzle.geometry();
    let mut kept = vec![0; geometry.cells()];
    for &cell in cells {
        kept[cell] = puzzle.givens()[cell];
        writeln!(output, "  {} = {}", geometry.name(cell), kept[cell])?;
    }
    writeln!(output, "{}", render::boxed(geometry, &kept).trim_end())
}

/// Givens as they are written: `r1c2=3`.
fn given(puzzle: &Puzzle, cells: &[usize]) -> Vec<String> {
    cells.iter().map(|&cell| format!("{}={}", puzzle.geometry().name(cell), puzzle.givens()[cell])).collect()
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    line: usize,
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    verdict: &'static str,
    conflicts: Vec<Vec<String>>,
    #[serde(rename = "all")]
    is_all: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correction: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correction_at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    seconds: f64,
}
