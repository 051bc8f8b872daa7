//! `residua conflict`: givens that clash, and the fewest to take away.

use std::io::{self, Write};
use std::process::ExitCode;

use residua::constraints::{Comparator, Comparison};
use residua::inspect::Smallest;
use residua::model::{ConstraintId, IntVar, Model};
use residua::search::{Limit, Status};
use residua::sudoku::{Geometry, render};
use serde::Serialize;

use crate::args;
use crate::budget::Budget;
use crate::clash::{first_pair, is_clue};
use crate::each::{self, End, Found};
use crate::report::json::Head;
use crate::verdict::existence;
use crate::words::{came_first, counted};

pub(crate) fn run(arguments: &args::Conflict) -> ExitCode {
    each::run_as(arguments.json, &arguments.inputs, |found, limits, output| {
        let budget = Budget::limited(limits);
        let model = found.model();
        let pair = first_pair(&model, &found.as_puzzle()).map(|[_, first, second]| [first, second]);
        let clues = Clues { model, geometry: found.puzzle.geometry(), pair };
        let report = Report::new(&clues, arguments, &budget);
        if arguments.json {
            report.write_json(output, found, &clues, budget.seconds())?;
        } else {
            report.write_text(output, found, &clues, arguments)?;
        }
        Ok(report.end())
    })
}

/// Clues that clash, or are to go.
type Set = Vec<ConstraintId>;

/// What was found out of a puzzle.
#[derive(Debug)]
struct Report {
    /// Whether there is a solution; `None` if a limit came first.
    has_solution: Option<bool>,
    conflicts: Vec<Set>,
    /// Whether there are no more conflicts.
    is_all: bool,
    /// No conflict has fewer givens than this, if the smallest was asked for.
    at_least: Option<usize>,
    /// The fewest givens to take away, as far as they are known, and how few they are at least.
    correction: Option<(Set, usize)>,
    /// The limit that came before all of this was known.
    stopped: Option<Limit>,
}

/// A puzzle as a model: its rules come first, and are hard; what counts of its clues is soft.
struct Clues {
    model: Model,
    geometry: Geometry,
    /// Two equal ones in one house, which clash before all others.
    pair: Option<[ConstraintId; 2]>,
}

impl Clues {
    fn is_soft(&self) -> impl Fn(ConstraintId) -> bool + use<> {
        is_clue(self.geometry)
    }

    fn count(&self) -> usize {
        let is_soft = self.is_soft();
        self.model.constraints().filter(|(id, _)| is_soft(*id)).count()
    }

    /// A clue as it is written: `r1c2=3`; pencil marks: `r1c2 in 1 4`.
    fn name(&self, id: ConstraintId) -> String {
        self.value(id).map_or_else(
            || self.model.show(&**self.model.constraint(id)).to_string(),
            |(cell, value)| format!("{}={value}", self.model.name(cell)),
        )
    }

    fn names(&self, ids: &[ConstraintId]) -> Vec<String> {
        ids.iter().map(|&id| self.name(id)).collect()
    }

    /// The cell and the value of a given, or of an entered digit.
    fn value(&self, id: ConstraintId) -> Option<(IntVar, i32)> {
        let constraint = self.model.constraint(id);
        let cell = constraint.scope().first()?.var;
        let holds = |value: &i32| constraint.check(&|_| i64::from(*value));
        let comparison = (**constraint).as_any().downcast_ref::<Comparison>();
        let is_equality = comparison.is_some_and(|comparison| comparison.comparator == Comparator::Eq);
        let mut values = self.model.domain(cell).iter().filter(holds);
        match (values.next(), values.next()) {
            (Some(value), None) if is_equality => Some((cell, value)),
            _ => None,
        }
    }
}

impl Report {
    fn new(clues: &Clues, arguments: &args::Conflict, budget: &Budget) -> Report {
        let mut report = Report {
            has_solution: None,
            conflicts: Vec::new(),
            is_all: false,
            at_least: None,
            correction: None,
            stopped: None,
        };
        let conflicts = if arguments.is_list() {
            report.find_all(clues, arguments.most.limit, budget)
        } else if arguments.smallest {
            report.find_smallest(clues, budget)
        } else {
            report.find_one(clues, budget)
        };
        report.stopped = conflicts.err();
        if report.has_solution == Some(false) && report.correction.is_none() {
            report.find_correction(clues, budget);
        }
        report
    }

    fn find_one(&mut self, clues: &Clues, budget: &Budget) -> Result<(), Limit> {
        if let Some(pair) = clues.pair {
            self.has_solution = Some(false);
            self.conflicts.push(pair.to_vec());
            return Ok(());
        }
        let conflict = clues.model.conflict(clues.is_soft(), &budget.half())?;
        self.has_solution = Some(conflict.is_none());
        self.conflicts.extend(conflict);
        Ok(())
    }

    fn find_smallest(&mut self, clues: &Clues, budget: &Budget) -> Result<(), Limit> {
        let smallest = clues.model.smallest_conflict(clues.is_soft(), &budget.half())?;
        self.has_solution = Some(smallest.is_none());
        let Some(Smallest { members, at_least, stopped, .. }) = smallest else { return Ok(()) };
        self.conflicts.push(match clues.pair {
            Some(pair) if members.len() == pair.len() => pair.to_vec(),
            _ => members,
        });
        self.at_least = Some(at_least);
        stopped.map_or(Ok(()), Err)
    }

    fn find_all(&mut self, clues: &Clues, limit: Option<u64>, budget: &Budget) -> Result<(), Limit> {
        let mut conflicts = clues.model.conflicts(clues.is_soft(), &budget.half());
        let wanted = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        self.conflicts.extend(conflicts.by_ref().take(wanted));
        self.has_solution = (!self.conflicts.is_empty()).then_some(false);
        match conflicts.status() {
            None => Ok(()),
            Some(Status::Stopped(limit)) => Err(limit),
            Some(Status::Exhausted) => {
                self.is_all = true;
                self.has_solution = Some(self.conflicts.is_empty());
                let fewest = conflicts.corrections().iter().min_by_key(|ids| ids.len());
                self.correction = fewest.map(|ids| (ids.clone(), ids.len()));
                Ok(())
            }
        }
    }

    fn find_correction(&mut self, clues: &Clues, budget: &Budget) {
        match clues.model.smallest_correction(clues.is_soft(), &budget.rest()) {
            Ok(Some(smallest)) => {
                self.correction = Some((smallest.members, smallest.at_least));
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
        clues: &Clues,
        arguments: &args::Conflict,
    ) -> io::Result<()> {
        let kind = found.clues_in_words();
        write!(output, "{}  ", found.place())?;
        if self.has_solution == Some(true) {
            return writeln!(output, "no conflict: there is a solution");
        }
        let reached = || self.stopped.map_or_else(String::new, came_first);
        let Some(first) = self.conflicts.first() else {
            return writeln!(output, "unknown: {}", reached());
        };
        if arguments.is_list() {
            let rest = if self.is_all {
                "there are no more".to_owned()
            } else if self.stopped.is_some() {
                format!("there may be more: {}", reached())
            } else {
                "there may be more".to_owned()
            };
            let count = self.conflicts.len();
            writeln!(output, "{}; {rest}", counted(count, "conflict"))?;
            for set in &self.conflicts {
                writeln!(output, "  {} {kind} clash: {}", set.len(), clues.names(set).join(" "))?;
            }
        } else {
            let few = match self.at_least {
                Some(least) if least == first.len() => ", and no fewer do".to_owned(),
                Some(least) => format!("; it is not known whether fewer do, at least {least}: {}", reached()),
                None => ", and none of them can be left out".to_owned(),
            };
            writeln!(output, "{} of {} {kind} clash{few}", first.len(), clues.count())?;
            write_conflict(output, clues, first)?;
        }
        self.write_correction(output, clues, kind)
    }

    fn write_correction(&self, output: &mut dyn Write, clues: &Clues, kind: &str) -> io::Result<()> {
        let Some((set, at_least)) = &self.correction else {
            return writeln!(output, "the fewest {kind} to take away are not known: a limit came first");
        };
        let names = clues.names(set).join(" ");
        if set.len() == *at_least {
            writeln!(output, "without {names} there is a solution; no fewer are to be taken away")
        } else {
            writeln!(
                output,
                "without {names} there is a solution; it is not known whether fewer will do, at least {at_least}"
            )
        }
    }

    fn write_json(
        &self,
        output: &mut dyn Write,
        found: &Found<'_>,
        clues: &Clues,
        seconds: f64,
    ) -> io::Result<()> {
        let object = Object {
            head: Head::new(found, existence(self.has_solution), None),
            conflicts: self.conflicts.iter().map(|set| clues.names(set)).collect(),
            is_all: self.is_all,
            at_least: self.at_least,
            correction: self.correction.as_ref().map(|(set, _)| clues.names(set)),
            correction_at_least: self.correction.as_ref().map(|(_, at_least)| *at_least),
            stopped: self.stopped.map(|limit| limit.to_string()),
            seconds,
        };
        serde_json::to_writer(&mut *output, &object)?;
        writeln!(output)
    }
}

/// The clues of a conflict, a line each, and where they stand.
fn write_conflict(output: &mut dyn Write, clues: &Clues, set: &[ConstraintId]) -> io::Result<()> {
    let geometry = clues.geometry;
    let mut kept = vec![0; geometry.cells()];
    for &id in set {
        if let Some((cell, value)) = clues.value(id) {
            kept[cell.index()] = value;
        }
        writeln!(output, "  {}", clues.model.show(&**clues.model.constraint(id)))?;
    }
    writeln!(output, "{}", render::boxed(geometry, &kept).trim_end())
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
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
