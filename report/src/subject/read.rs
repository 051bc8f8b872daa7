//! Readers of inputs as subjects.

use std::collections::BTreeSet;
use std::sync::Arc;

use residua::model::{ConstraintId, IntVar, Model};
use residua_flatzinc::{FlatZincError, Objective, Problem, Term, Trace};

use crate::input::{InputError, text};
use crate::models::bounds::{Bounds, restrict};
use crate::models::compile::{self, Compiled};
use crate::models::kind::{Unit, is_source};
use crate::models::members::Members;
use crate::models::model::Source;
use crate::models::names::name_all;
use crate::puzzle::{Found, Grid};
use crate::subject::{Subject, SubjectKind};

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
        let compiled = compile::flatzinc(unit)?;
        Subject::of_compiled(unit, compiled, models).map_err(in_file)
    }

    /// A model that was compiled.
    pub(crate) fn of_compiled(
        unit: &Unit,
        compiled: Compiled,
        models: Bounds,
    ) -> Result<Subject, InputError> {
        let source = Source::new(unit, &compiled);
        let text = source.members.named(compiled.text);
        let mut subject =
            Subject::of(&unit.file, text, models, Some(Arc::new(source)), Problem::read_traced)?;
        subject.notes.extend(compiled.warnings);
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
        let (problem, trace) = read(&text)?;
        let (terms, asked) = (problem.terms(), problem.shown().to_vec());
        let (is_declared, invented) = (problem.is_declared(), problem.invented().to_vec());
        let objective_parts = problem.objective_parts();
        let Problem { mut model, objective, mut notes, .. } = problem;
        if !invented.is_empty() {
            notes.push("results hold only within these assumed bounds".to_owned());
        }
        if let Some(source) = &source {
            call_by_members(&mut model, &terms, &source.members);
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
            objective,
            objective_parts,
            notes,
            trace,
            of_file,
            source,
            refutation: None,
            parts: Arc::default(),
            soft: None,
        })
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
    /// let asking =
    ///     Asking { limits: Limits::none(), engine: EngineChoice::Auto, paint: Paint::new(false), host: &Silent };
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
            objective: Objective::Satisfy,
            objective_parts: None,
            notes: Vec::new(),
            of_file: lines.len(),
            soft: Some((0..lines.len()).collect()),
            trace: Trace::of_lines(lines),
            source: None,
            refutation: None,
            parts: Arc::default(),
            model,
        }
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
