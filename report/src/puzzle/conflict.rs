//! `residua conflict`: givens that clash, and the fewest to take away.

use std::io::{self, Write};

use residua::constraints::{Comparator, Comparison};
use residua::model::{ConstraintId, IntVar, Model};
use residua_sudoku::{Geometry, render};
use serde::Serialize;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::conflicts::Conflicts;
use crate::end::End;
use crate::json::write_object;
use crate::paint::Paint;
use crate::puzzle::clash::{first_pair, is_clue};
use crate::puzzle::found::Found;
use crate::puzzle::json::Head;
use crate::question;
use crate::verdict::existence;
use crate::words::counted;

/// Finds givens that clash, and the fewest to take away.
pub fn conflict<'a>(
    question: question::Conflict,
    found: &'a Found<'a>,
    asking: &Asking<'_>,
) -> Conflicting<'a> {
    let budget = Budget::limited(&asking.limits);
    let model = found.model();
    let pair = first_pair(&model, &found.as_puzzle()).map(|[_, first, second]| [first, second]);
    let clues = Clues { model, geometry: found.puzzle.geometry(), pair };
    let conflicts = self::found(&clues, &question, &budget);
    Conflicting { found, question, clues, conflicts, seconds: budget.seconds() }
}

/// The conflicts of a puzzle.
#[derive(Debug)]
pub struct Conflicting<'a> {
    found: &'a Found<'a>,
    question: question::Conflict,
    clues: Clues,
    conflicts: Conflicts,
    seconds: f64,
}

impl Answer for Conflicting<'_> {
    fn end(&self) -> End {
        self.conflicts.end()
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        let Conflicting { found, question, clues, conflicts, .. } = self;
        write_text(conflicts, output, found, clues, question)
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        write_json(&self.conflicts, output, self.found, &self.clues, self.seconds)
    }
}

/// A puzzle as a model: its rules come first, and are hard; what counts of its clues is soft.
#[derive(Debug)]
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

/// What was found out of a puzzle.
fn found(clues: &Clues, question: &question::Conflict, budget: &Budget) -> Conflicts {
    let is_soft = clues.is_soft();
    let mut found = match clues.pair {
        Some(pair) if !question.is_list() && !question.smallest => Conflicts::known(pair.to_vec()),
        _ => Conflicts::before_correction(&clues.model, &is_soft, question, budget),
    };
    if let Some(pair) = clues.pair
        && question.smallest
        && let Some(smallest) = found.sets.first_mut().filter(|set| set.len() == pair.len())
    {
        *smallest = pair.to_vec();
    }
    found.find_correction(&clues.model, &is_soft, budget);
    found
}

fn write_text(
    conflicts: &Conflicts,
    output: &mut dyn Write,
    found: &Found<'_>,
    clues: &Clues,
    question: &question::Conflict,
) -> io::Result<()> {
    let kind = found.clues_in_words();
    write!(output, "{}  ", found.place())?;
    if let Some(without) = conflicts.without() {
        return writeln!(output, "{without}");
    }
    if question.is_list() {
        writeln!(output, "{}; {}", counted(conflicts.sets.len(), "conflict"), conflicts.more())?;
        for set in &conflicts.sets {
            writeln!(output, "  {} {kind} clash: {}", set.len(), clues.names(set).join(" "))?;
        }
    } else if let Some(first) = conflicts.sets.first() {
        writeln!(
            output,
            "{} of {} {kind} clash{}",
            first.len(),
            clues.count(),
            conflicts.smallness(first.len())
        )?;
        write_conflict(output, clues, first)?;
    }
    let correction = conflicts.correction(|set| clues.names(set).join(" "));
    let unknown = || format!("the fewest {kind} to take away are not known: a limit was reached");
    writeln!(output, "{}", correction.unwrap_or_else(unknown))
}

fn write_json(
    conflicts: &Conflicts,
    output: &mut dyn Write,
    found: &Found<'_>,
    clues: &Clues,
    seconds: f64,
) -> io::Result<()> {
    let correction = conflicts.correction.as_ref();
    let object = Object {
        head: Head::new(found, existence(conflicts.has_solution), None),
        conflicts: conflicts.sets.iter().map(|set| clues.names(set)).collect(),
        is_all: conflicts.is_all,
        at_least: conflicts.at_least,
        correction: correction.map(|(set, _)| clues.names(set)),
        correction_at_least: correction.map(|(_, at_least)| *at_least),
        stopped: conflicts.stopped.map(|limit| limit.to_string()),
        seconds,
    };
    write_object(output, &object)
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
