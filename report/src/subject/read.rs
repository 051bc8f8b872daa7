//! Readers of inputs as subjects.

use std::collections::BTreeSet;
use std::sync::Arc;

use residua::model::{ConstraintId, IntVar, Model};
use residua_flatzinc::{FlatZincError, Objective, Problem, Term, Trace};
use residua_sudoku::Trust;
use residua_variant::Variant;

use crate::input::{InputError, text};
use crate::models::asked::Asked;
use crate::models::bounds::{Bounds, restrict};
use crate::models::compile::{self, Compiled};
use crate::models::kind::{Unit, is_source};
use crate::models::members::Members;
use crate::models::model::Source;
use crate::models::names::name_all;
use crate::puzzle::{Found, Grid};
use crate::subject::{Subject, SubjectKind};
use crate::variants::Sheet;

/// What is read from standard input has no name by which it could be known as a model that is to be compiled.
fn typed_in(mistake: InputError) -> InputError {
    let message =
        mistake.message + "; standard input is read as FlatZinc: pass a MiniZinc model as a file, model.mzn";
    InputError { message, ..mistake }
}

impl Subject {
    /// Reads an input, compiled if need be.
    ///
    /// # Errors
    /// What is wrong, with the file that it is in.
    pub fn read(unit: &Unit, models: Bounds) -> Result<Subject, (String, InputError)> {
        let file = unit.file.clone();
        let in_file = |mistake: InputError| (file.clone(), mistake);
        if !is_source(&file) {
            let text = text(&file).map_err(in_file)?;
            let subject = Subject::of(&file, text, models, None, Problem::read_traced);
            return subject.map_err(|mistake| in_file(if file == "-" { typed_in(mistake) } else { mistake }));
        }
        Subject::read_asked(unit, models, Asked::default())
    }

    /// A model with what is asked about of its declarations.
    pub(crate) fn read_asked(
        unit: &Unit,
        models: Bounds,
        asked: Asked,
    ) -> Result<Subject, (String, InputError)> {
        let compiled = compile::flatzinc(unit, &asked)?;
        let subject = Subject::of_compiled(unit, compiled, models, asked);
        subject.map_err(|mistake| (unit.file.clone(), mistake))
    }

    /// A model that was compiled.
    pub(crate) fn of_compiled(
        unit: &Unit,
        compiled: Compiled,
        models: Bounds,
        asked: Asked,
    ) -> Result<Subject, InputError> {
        let source = Arc::new(Source::new(unit, &compiled, asked));
        let text = source.named(compiled.text);
        let subject = Subject::of(&unit.file, text, models, Some(Arc::clone(&source)), Problem::read_traced);
        let mut subject = subject.map_err(|mistake| InputError {
            message: source.introduced.in_words(&mistake.message),
            ..mistake
        })?;
        subject.notes.extend(compiled.warnings.iter().map(|warning| source.introduced.in_words(warning)));
        subject.show_settled();
        Ok(subject)
    }

    pub(super) fn of(
        file: &str,
        text: String,
        models: Bounds,
        source: Option<Arc<Source>>,
        read: impl FnOnce(&str) -> Result<(Problem, Trace), FlatZincError>,
    ) -> Result<Subject, InputError> {
        let (mut problem, trace) = read(&text)?;
        let (terms, asked) = (problem.terms(), problem.shown().to_vec());
        let (is_declared, invented) = (problem.is_declared(), problem.invented().to_vec());
        let objective_parts = problem.objective_parts();
        let (mut model, mut notes) = (std::mem::take(&mut problem.model), std::mem::take(&mut problem.notes));
        let objective = problem.objective.clone();
        if !invented.is_empty() {
            notes.push("results hold only within these assumed bounds".to_owned());
        }
        if let Some(source) = &source {
            call_by_members(&mut model, &terms, &source.members);
            call_in_words(&mut model, &mut notes, source);
        }
        name_all(&mut model, &trace, source.as_deref());
        let of_file = model.constraints().len();
        restrict(&mut model, (&objective, objective_parts), models).map_err(|message| InputError {
            line: 1,
            column: 1,
            message,
        })?;
        let (file, text) = (file.to_owned(), if is_declared { None } else { Some(text) });
        Ok(Subject {
            file,
            text,
            bounds: models,
            model,
            terms,
            asked,
            invented,
            kind: SubjectKind::Program,
            grid: None,
            sheet: None,
            objective,
            objective_parts,
            notes,
            trace,
            of_file,
            source,
            program: Some(Arc::new(problem)),
            refutation: None,
            parts: Arc::default(),
            soft: None,
        })
    }

    /// Compiles the model once more, with those of these names that are declared with a value and that FlatZinc does not have.
    pub(crate) fn ask(&mut self, names: impl Iterator<Item = String>) {
        let Some(source) = &self.source else { return };
        let is_unknown = |name: &String| self.term(name).is_none() && self.elements(name).next().is_none();
        let names: Vec<String> = names.filter(is_unknown).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let asked = Asked::of(&source.declarations, &names);
        if !asked.is_empty()
            && let Ok(subject) = Subject::read_asked(&source.unit, self.bounds, asked)
        {
            *self = subject;
        }
    }

    /// Shows what the compiler left out of the FlatZinc, because it found out what it is: `x = 1`, or `x = y`.
    fn show_settled(&mut self) {
        let Some(source) = self.source.clone() else { return };
        for (name, value) in &source.members.settled {
            let term = match (value.parse::<i64>(), value.parse::<bool>()) {
                (Ok(number), _) => Some(Term::Number(number)),
                (_, Ok(known)) => Some(Term::Known(known)),
                _ => self.term(value),
            };
            if let Some(term) = term.filter(|_| self.shown_term(name).is_none()) {
                self.terms.push((name.clone(), term));
            }
        }
    }

    /// A puzzle.
    pub fn of_puzzle(found: &Found<'_>) -> Subject {
        let model = found.model();
        let rules = found.puzzle.geometry().houses().count();
        let soft = Some((rules..model.constraints().len()).collect());
        let subject = Subject::of_variables(found.file, model, SubjectKind::Puzzle);
        Subject { grid: Some(Grid::new(found)), soft, ..subject }
    }

    /// A variant puzzle. What may be taken away of it is all but its rows, columns and regions.
    ///
    /// # Errors
    /// A rule cannot be posted.
    pub fn of_variant(
        file: &str,
        line: usize,
        puzzle: &Variant,
        trust: Trust,
    ) -> Result<Subject, InputError> {
        let mistake = |message: String| InputError { line, column: 1, message };
        let model: Model = puzzle.model_trusting(trust).map_err(|error| mistake(error.to_string()))?;
        let shape = puzzle.shape();
        let houses = puzzle.rules().iter().filter(|rule| rule.is_house());
        let houses: BTreeSet<String> = houses.map(|rule| rule.describe(shape)).collect();
        let is_house = |name: Option<&str>| name.is_some_and(|name| houses.contains(name));
        let named = model.constraints().enumerate().map(|(number, (id, _))| (number, model.given_name(id)));
        let soft: BTreeSet<usize> =
            named.filter(|(_, name)| !is_house(*name)).map(|(number, _)| number).collect();
        // Rules may need variables of their own; what is asked about are the cells, which come first.
        let cells = shape.cells().count();
        let subject = Subject::of_variables(file, model, SubjectKind::Variant);
        let sheet = Sheet { line, puzzle: puzzle.clone(), trust };
        let notes: Vec<String> = sheet.left_out().into_iter().collect();
        let (mut terms, mut asked) = (subject.terms.clone(), subject.asked.clone());
        terms.truncate(cells);
        asked.truncate(cells);
        Ok(Subject { terms, asked, notes, sheet: Some(Arc::new(sheet)), soft: Some(soft), ..subject })
    }

    /// A model that a program made, all of whose variables are asked about. Those that share a name get names of their own.
    /// Its constraints that may be taken away are `soft`, by number; all of them, if that is `None`.
    ///
    /// ```
    /// use residua::constraints::eq;
    /// use residua::model::Model;
    /// use residua::search::{EngineChoice, Limits};
    /// use residua_report::question::Conflict;
    /// use residua_report::{Answer, Asking, Paint, Silent, Subject, conflict};
    ///
    /// let mut model = Model::new();
    /// let x = model.named_var("x", 1..=9);
    /// model.post_named("low", x.le(3))?;
    /// model.post_named("high", x.ge(5))?;
    /// model.post(x.ne(1))?;
    /// let mut subject = Subject::of_model("roster", model, None);
    /// let (limits, engine, paint) = (Limits::none(), EngineChoice::Auto, Paint::new(false));
    /// let asking = Asking { limits, engine, threads: 1, paint, host: &Silent };
    /// let question = Conflict { all: false, limit: None, smallest: false };
    /// let mut text = Vec::new();
    /// conflict(question, &mut subject, &asking).write_text(&mut text, asking.paint)?;
    /// assert!(String::from_utf8(text)?.starts_with("roster  2 of 3 constraints clash (minimal)\n  low: x ≤ 3\n  high: x ≥ 5\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_model(title: &str, mut model: Model, soft: Option<BTreeSet<usize>>) -> Subject {
        let names = model.distinct_names();
        let vars: Vec<IntVar> = model.vars().collect();
        for (var, name) in vars.into_iter().zip(&names) {
            model.rename(var, name);
        }
        let labels = model.constraints().map(|(id, _)| model.given_name(id).map(str::to_owned));
        let trace = Trace::of_labels(labels);
        name_all(&mut model, &trace, None);
        let subject = Subject::of_variables(title, model, SubjectKind::Model);
        Subject { soft: soft.or(subject.soft), trace, ..subject }
    }

    /// Clauses, or a graph with colours, as a model all of whose variables are asked about.
    pub(crate) fn of_variables(file: &str, model: Model, kind: SubjectKind) -> Subject {
        let terms = model.vars().map(|var| (model.name(var), Term::View(var.view()))).collect();
        let line = |id: ConstraintId| {
            let name = model.given_name(id)?;
            name.strip_prefix("line ")?.parse::<usize>().ok()
        };
        let lines: Vec<usize> = model.constraints().map(|(id, _)| line(id).unwrap_or(0)).collect();
        Subject {
            file: file.to_owned(),
            text: None,
            bounds: Bounds::default(),
            terms,
            asked: model.vars().collect(),
            invented: Vec::new(),
            kind,
            grid: None,
            sheet: None,
            objective: Objective::Satisfy,
            objective_parts: None,
            notes: Vec::new(),
            of_file: lines.len(),
            soft: Some((0..lines.len()).collect()),
            trace: Trace::of_lines(lines),
            source: None,
            program: None,
            refutation: None,
            parts: Arc::default(),
            model,
        }
    }
}

/// Names what is still called by names of the compiler in the words of the source.
fn call_in_words(model: &mut Model, notes: &mut [String], source: &Source) {
    let vars: Vec<IntVar> = model.vars().collect();
    for var in vars {
        let name = model.name(var);
        let words = source.introduced.in_words(&name);
        if words != name {
            model.rename(var, &words);
        }
    }
    for note in notes {
        *note = source.introduced.in_words(note);
    }
}

/// Names variables, elements of arrays, their values, and what is said of them by the members of enumerations.
fn call_by_members(model: &mut Model, terms: &[(String, Term)], members: &Members) {
    for (name, term) in terms {
        let Term::View(view) = term else { continue };
        if model.name(view.var) != *name {
            continue;
        }
        if let Some(values) = members.values(name)
            && *view == view.var.view()
        {
            model.name_values(view.var, 1, values);
        }
        if let Some(shown) = members.name(name) {
            model.rename(view.var, &shown);
        }
    }
    let vars: Vec<IntVar> = model.vars().collect();
    for var in vars {
        if let Some(shown) = members.atom(&model.name(var)) {
            model.rename(var, &shown);
        }
    }
}
