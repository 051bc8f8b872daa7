//! Subjects: inputs as models, projected onto what their output shows.
//!
//! | file | holds |
//! |---|---|
//! | `read.rs` | readers |
//! | `names.rs` | terms and values as text |
//! | `relaxed.rs` | relaxations, without soft constraints or assumed bounds |
//! | `head.rs` | JSON members common to all objects |

mod head;
mod names;
mod read;
mod relaxed;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;

use residua::inspect::{Counter, Inspection, Known, Strength};
use residua::model::{ConstraintId, IntVar, Model};
use residua::search::Limits;
use residua_flatzinc::{Objective, Problem, Statement, Term, Trace};
use residua_sudoku::{Geometry, Trust};

use crate::asking::Asking;
use crate::input::InputError;
use crate::models::bounds::Bounds;
use crate::models::claim::Parts;
use crate::models::model::Source;
use crate::models::names::Named;
use crate::place::{place, shown};
use crate::puzzle::{Found, Grid};
use crate::variants::Sheet;

pub(crate) use crate::subject::head::{SubjectHead, write_object};

/// What a subject was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubjectKind {
    /// A puzzle: its cells are variables, and its clues, which come after its rules, may be taken away.
    Puzzle,
    /// A program of FlatZinc.
    Program,
    /// Clauses: a variable with its value is a literal.
    Clauses,
    /// A graph with colours: what is said of a vertex is its colour.
    Graph,
    /// A model that a program made.
    Model,
    /// A puzzle of any shape with any rules.
    Variant,
}

/// An input, as a model.
#[derive(Clone, Debug)]
pub struct Subject {
    pub(crate) file: String,
    /// The text, if the domains hold more than is declared: what the constraints say of variables without bounds.
    text: Option<String>,
    /// What is asked of the objective.
    bounds: Bounds,
    /// Its constraints are named in words.
    pub(crate) model: Model,
    /// What its output shows: names, and what they stand for.
    pub(crate) terms: Vec<(String, Term)>,
    /// The variables that the output depends on: two solutions are the same where these are.
    pub(crate) asked: Vec<IntVar>,
    /// The variables of which a bound was invented: what is said of them holds within those bounds only.
    invented: Vec<IntVar>,
    /// What kind of input it is.
    pub(crate) kind: SubjectKind,
    /// The puzzle, if it is one.
    grid: Option<Grid>,
    /// The variant puzzle, if it is one.
    sheet: Option<Arc<Sheet>>,
    pub(crate) objective: Objective,
    /// Of how many parts a whole of it is, where it is a floating-point number.
    pub(crate) objective_parts: Option<i64>,
    pub(crate) notes: Vec<String>,
    trace: Trace,
    /// How many constraints of the model are the file's; those after them are what options ask for.
    of_file: usize,
    /// The model that was compiled, if it was.
    pub(crate) source: Option<Arc<Source>>,
    /// How FlatZinc is searched and printed; its model is the subject's.
    pub(crate) program: Option<Arc<Problem>>,
    /// Which items of it clash, if the compiler found out that some do.
    pub(crate) refutation: Option<Refutation>,
    /// What was compiled of parts of its source.
    pub(crate) parts: Arc<Parts>,
    /// Which constraints may be taken away, by their numbers in the file, if that was found out before.
    soft: Option<BTreeSet<usize>>,
}

/// Why something is not proved where values were left out.
pub(crate) const BEYOND: &str = "there may be solutions outside the assumed bounds";

/// Items that clash; none, where declarations do so by themselves.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    pub(crate) items: Vec<Named>,
    /// Where there are none: the declarations whose values clash, as far as they are known.
    pub(crate) declarations: Vec<Named>,
    /// Whether none of them can be left out.
    pub(crate) is_minimal: bool,
    /// How many items the model has.
    pub(crate) of: usize,
}

impl Subject {
    /// What it is called.
    pub(crate) fn what(&self) -> &'static str {
        if matches!(self.kind, SubjectKind::Puzzle | SubjectKind::Variant) { "puzzle" } else { "model" }
    }

    /// Whether solutions that differ in other variables only are the same.
    pub(crate) fn is_projected(&self) -> bool {
        let has_others = || self.model.vars().len() > self.asked.len();
        self.kind == SubjectKind::Program || (self.kind == SubjectKind::Variant && has_others())
    }

    /// The shape of its grid, if it is a puzzle.
    pub(crate) fn geometry(&self) -> Option<Geometry> {
        self.found().map(|found| found.puzzle.geometry())
    }

    /// What its constraints are called.
    pub(crate) fn noun(&self) -> &'static str {
        match self.kind {
            SubjectKind::Clauses => "clause",
            SubjectKind::Variant => "rule",
            _ => "constraint",
        }
    }

    /// A counter of the solutions that differ in what is asked about.
    pub(crate) fn counter(&self, limits: &Limits, asking: &Asking<'_>) -> Counter {
        let asked = if self.is_projected() {
            asking.inspect(&self.model).over(&self.asked)
        } else {
            asking.inspect(&self.model).engine(asking.engine_for(&self.model))
        };
        asked.limits(limits).counter()
    }

    /// What is left of a model of its variables, over what is asked about, of which the exact domains may be known.
    pub(crate) fn inspection(
        &self,
        model: &Model,
        (strength, known): (Strength, Option<&Known>),
        limits: &Limits,
        asking: &Asking<'_>,
    ) -> Inspection {
        let asked = if self.is_projected() {
            asking.inspect(model).over(&self.asked)
        } else {
            asking.inspect(model).engine(asking.engine_for(model))
        };
        asked.strength(strength).known(known.cloned()).limits(limits).run()
    }

    /// Says that these items clash, by which what the compiler wrote instead of the model is named.
    pub(crate) fn refuted_by(&mut self, found: Refutation, name: &str) {
        let ids: Vec<ConstraintId> = self.model.constraints().map(|(id, _)| id).take(self.of_file).collect();
        for id in ids {
            self.model.name_constraint(id, name);
        }
        self.refutation = Some(found);
    }

    /// Notes that domains hold what constraints say, if they do.
    pub(crate) fn note_domains(&mut self) {
        if self.text.is_some() {
            self.notes.push("inferred bounds are treated as declared".to_owned());
        }
    }

    /// The file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What a reader should know who has the model alone.
    pub fn export_notes(&self) -> impl Iterator<Item = &str> {
        let has_objective = !matches!(self.objective, Objective::Satisfy);
        let alone = has_objective
            .then_some("without its objective: the solutions are those of the constraints alone");
        self.notes.iter().map(String::as_str).chain(alone)
    }

    /// The line of the file where it begins.
    pub fn line(&self) -> usize {
        let of_sheet = self.sheet().map(|sheet| sheet.line);
        self.found().map(|found| found.line).or(of_sheet).unwrap_or(1)
    }

    /// A mistake in what is asked of it.
    pub(crate) fn mistake(&self, message: impl Into<String>) -> InputError {
        InputError { line: self.line(), column: 1, message: message.into() }
    }

    /// The puzzle and where it was found, if it is one.
    pub fn found(&self) -> Option<Found<'_>> {
        self.grid.as_ref().map(|grid| grid.found(&self.file))
    }

    /// Whether it is a puzzle of any shape with any rules.
    pub fn is_variant(&self) -> bool {
        self.sheet.is_some()
    }

    /// The variant puzzle, if it is one.
    pub(crate) fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_deref()
    }

    /// What counts of a puzzle besides its givens.
    pub(crate) fn trust(&self) -> Trust {
        let of_sheet = self.sheet().map(|sheet| sheet.trust);
        self.found().map(|found| found.trust).or(of_sheet).unwrap_or_default()
    }

    /// Where it was found, as text.
    pub(crate) fn place(&self) -> String {
        if self.kind == SubjectKind::Model { shown(&self.file) } else { place(&self.file, self.line()) }
    }

    /// Writes what a reader should know of the file.
    pub(crate) fn write_notes(&self, output: &mut dyn Write) -> io::Result<()> {
        self.notes.iter().try_for_each(|note| writeln!(output, "note: {note}"))
    }

    /// The number in the file of a constraint of the model.
    pub(crate) fn number(&self, id: ConstraintId) -> Option<usize> {
        self.trace.number(id)
    }

    /// The constraint of the file that one of the model is.
    pub(crate) fn statement(&self, id: ConstraintId) -> Option<&Statement> {
        self.trace.statement(id)
    }

    /// A constraint of the model, with its names and its place.
    pub(crate) fn named(&self, id: ConstraintId) -> Named {
        if let Some(rule) = self.model.given_name(id).filter(|_| self.kind == SubjectKind::Variant) {
            return Named::of_rule(rule);
        }
        let named = Named::new(&self.model, id, self.statement(id), self.source.as_deref());
        if id.index() < self.of_file {
            return named;
        }
        Named { name: self.model.given_name(id).map(str::to_owned), ..named }
    }
}
