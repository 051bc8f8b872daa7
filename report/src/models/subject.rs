//! A model of MiniZinc, over what its output shows.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;

use residua::inspect::{Count, Counter, Natural};
use residua::model::{ConstraintId, IntVar, Model, Solution};
use residua::search::Limits;
use residua_flatzinc::json;
use residua_flatzinc::{FlatZincError, Objective, Problem, Statement, Term, Trace};

use crate::asking::Asking;
use crate::input::{Mistake, text};
use crate::models::bounds::{Bounds, restrict};
use crate::models::claim::Parts;
use crate::models::compile::{self, Compiled};
use crate::models::definitions::definitions;
use crate::models::kind::{Unit, is_source};
use crate::models::members::{Members, at};
use crate::models::model::Source;
use crate::models::names::{Named, name_all};
use crate::models::path::Origin;
use crate::models::values::value_in;
use crate::place::place;

/// What a subject was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A program of FlatZinc.
    Program,
    /// Clauses: a variable with its value is a literal.
    Clauses,
    /// A graph with colours: what is said of a vertex is its colour.
    Graph,
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
    pub(crate) kind: Kind,
    pub(crate) objective: Objective,
    /// Of how many parts a whole of it is, where it is a floating-point number.
    pub(crate) objective_parts: Option<i64>,
    pub(crate) notes: Vec<String>,
    trace: Trace,
    /// How many constraints of the model are the file's; those after them are what options ask for.
    of_file: usize,
    /// The model that was compiled, if it was.
    pub(crate) source: Option<Arc<Source>>,
    /// Which items of it clash, if the compiler found out that some do.
    pub(crate) refutation: Option<Refutation>,
    /// What was compiled of parts of its source.
    pub(super) parts: Arc<Parts>,
    /// Which constraints may be taken away, by their numbers in the file, if that was found out before.
    soft: Option<BTreeSet<usize>>,
}

/// Why something is not proved where values were left out.
pub(crate) const BEYOND: &str = "values beyond those that were tried may be in a solution";

/// What is read from standard input has no name by which it could be known as a model that is to be compiled.
fn typed_in(mistake: Mistake) -> Mistake {
    let message = mistake.message + "; this is read as FlatZinc: a model of MiniZinc needs a file, model.mzn";
    Mistake { message, ..mistake }
}

/// Items that clash; none, where declarations do so by themselves.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    pub(crate) items: Vec<Named>,
    /// Whether none of them can be left out.
    pub(crate) is_minimal: bool,
    /// How many items the model has.
    pub(crate) of: usize,
}

impl Subject {
    /// Reads an input, compiled if need be.
    ///
    /// # Errors
    /// What is wrong, with the file that it is in.
    pub fn read(unit: &Unit, models: Bounds) -> Result<Subject, (String, Mistake)> {
        let file = unit.file.clone();
        let in_file = |mistake: Mistake| (file.clone(), mistake);
        if !is_source(&file) {
            let text = text(&file).map_err(in_file)?;
            let subject = Subject::of(&file, text, models, None, Problem::read_traced);
            return subject.map_err(|mistake| in_file(if file == "-" { typed_in(mistake) } else { mistake }));
        }
        let compiled = compile::flatzinc(unit)?;
        Subject::of_compiled(unit, compiled, models).map_err(in_file)
    }

    /// A model that was compiled.
    pub(crate) fn of_compiled(unit: &Unit, compiled: Compiled, models: Bounds) -> Result<Subject, Mistake> {
        let source = Source::new(unit, &compiled);
        let text = source.members.named(compiled.text);
        let mut subject =
            Subject::of(&unit.file, text, models, Some(Arc::new(source)), Problem::read_traced)?;
        subject.notes.extend(compiled.warnings);
        subject.show_settled();
        Ok(subject)
    }

    fn of(
        file: &str,
        text: String,
        models: Bounds,
        source: Option<Arc<Source>>,
        read: impl FnOnce(&str) -> Result<(Problem, Trace), FlatZincError>,
    ) -> Result<Subject, Mistake> {
        let (problem, trace) = json::read_traced(&text, read)?;
        let (terms, asked) = (problem.terms(), problem.shown().to_vec());
        let (is_declared, invented) = (problem.is_declared(), problem.invented().to_vec());
        let objective_parts = problem.objective_parts();
        let Problem { mut model, objective, mut notes, .. } = problem;
        if !invented.is_empty() {
            notes.push("what is said holds within these values".to_owned());
        }
        if let Some(source) = &source {
            call_by_members(&mut model, &terms, &source.members);
        }
        name_all(&mut model, &trace, source.as_deref());
        let of_file = model.constraints().len();
        restrict(&mut model, (&objective, objective_parts), models).map_err(|message| Mistake {
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
            kind: Kind::Program,
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

    /// Clauses, or a graph with colours, as a model all of whose variables are asked about.
    pub(crate) fn of_model(file: &str, model: Model, kind: Kind) -> Subject {
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

    /// What its constraints are called.
    pub(crate) fn noun(&self) -> &'static str {
        if self.kind == Kind::Clauses { "clause" } else { "constraint" }
    }

    /// A counter of the solutions that differ in what is asked about.
    pub(crate) fn counter(&self, limits: &Limits, asking: &Asking<'_>) -> Counter {
        match self.kind {
            Kind::Program => self.model.inspect().over(&self.asked).limits(limits).counter(),
            _ => self.model.inspect().engine(asking.engine_for(&self.model)).limits(limits).counter(),
        }
    }

    /// A term with its value, in words: a literal of clauses.
    pub(crate) fn equation(&self, name: &str, value: &str) -> String {
        match name.strip_prefix('x').filter(|_| self.kind == Kind::Clauses) {
            Some(number) if value == "0" => format!("-{number}"),
            Some(number) => number.to_owned(),
            None => format!("{name}={value}"),
        }
    }

    /// Says that these items clash, by which what the compiler wrote instead of the model is named.
    pub(super) fn refuted_by(&mut self, found: Refutation, name: &str) {
        let ids: Vec<ConstraintId> = self.model.constraints().map(|(id, _)| id).take(self.of_file).collect();
        for id in ids {
            self.model.name_constraint(id, name);
        }
        self.refutation = Some(found);
    }

    /// Which constraints may be taken away, by their numbers in the file.
    pub(crate) fn soft(&self) -> BTreeSet<usize> {
        self.soft.clone().unwrap_or_else(|| {
            let kept = definitions(self);
            // Where others have a path, what has none is of a declaration.
            let has_paths = self.trace.statements().iter().any(|statement| statement.path.is_some());
            let is_of_item = |id: &ConstraintId| {
                let Some(source) = &self.source else { return true };
                let path = self.statement(*id).and_then(|statement| statement.path.as_deref());
                path.and_then(Origin::of).map_or(!has_paths, |origin| source.item(&origin).is_some())
            };
            let soft = self.model.constraints().map(|(id, _)| id).filter(|id| !kept[id.index()]);
            let soft = soft.filter(is_of_item);
            soft.filter_map(|id| self.trace.number(id)).collect()
        })
    }

    /// The same with domains in which is nothing of what may be taken away; `None` if that is so, or cannot be had.
    pub(crate) fn relaxed(&self) -> Option<Subject> {
        let soft = self.soft();
        let stays = (0..self.trace.statements().len()).filter(|number| !soft.contains(number)).collect();
        let subject = self.with_only(&stays)?;
        Some(Subject { soft: Some(soft), ..subject })
    }

    /// Where values were left out: the input without what it says of variables that have others. What holds there is proved.
    pub(crate) fn certain(&self) -> Option<Subject> {
        let model = (!self.invented.is_empty()).then(|| self.model.forgetting(&self.invented))?;
        Some(Subject { model, ..self.clone() })
    }

    /// Whether values of the variable were left out.
    pub(crate) fn is_invented(&self, var: IntVar) -> bool {
        self.invented.contains(&var)
    }

    /// Why it is not proved that there are no more solutions than this number, of those that are told apart: `None` where no value was left
    /// out, or does not matter.
    pub(crate) fn unproved(&self, number: &Natural, limits: &Limits) -> Option<&'static str> {
        let certain = self.certain()?;
        let is_told = self.asked.iter().all(|&var| !self.is_invented(var));
        let count = || certain.model.inspect().over(&self.asked).limits(limits).counter().count();
        let is_proved = (is_told || number.is_zero()) && count() == Count::Exact(number.clone());
        (!is_proved).then_some(BEYOND)
    }

    /// The input with the domains that follow from those of its constraints that stay, by their numbers in the file.
    pub(crate) fn with_only(&self, stays: &BTreeSet<usize>) -> Option<Subject> {
        let text = self.text.clone()?;
        let read = |text: &str| Problem::read_to_relax(text, |number| stays.contains(&number));
        Subject::of(&self.file, text, self.bounds, self.source.clone(), read).ok()
    }

    /// Notes that domains hold what constraints say, if they do.
    pub(crate) fn note_domains(&mut self) {
        if self.text.is_some() {
            self.notes.push(
                "bounds that are not declared, but follow from all constraints together, count as declared"
                    .to_owned(),
            );
        }
    }

    /// The file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// How many constraints the file has.
    pub(super) fn statements(&self) -> usize {
        self.trace.statements().len()
    }

    /// Whether no value was left out.
    pub(super) fn is_bounded(&self) -> bool {
        self.invented.is_empty()
    }

    /// Where it was found, as text.
    pub(crate) fn place(&self) -> String {
        place(&self.file, 1)
    }

    /// Writes what a reader should know of the file.
    pub(crate) fn write_notes(&self, output: &mut dyn Write) -> io::Result<()> {
        self.notes.iter().try_for_each(|note| writeln!(output, "note: {note}"))
    }

    /// The elements of an array that the output shows, by its name; of what is none, nothing.
    pub(crate) fn elements(&self, array: &str) -> impl Iterator<Item = (&str, Term)> {
        let is_of_it =
            move |name: &str| name.strip_prefix(array).is_some_and(|indices| indices.starts_with('['));
        self.terms.iter().filter(move |(name, _)| is_of_it(name)).map(|(name, term)| (name.as_str(), *term))
    }

    /// What a name stands for: one that the output shows, or else one of the file.
    pub(crate) fn term(&self, name: &str) -> Option<Term> {
        self.shown_term(name).or_else(|| self.trace.term(name))
    }

    /// What a name stands for that the output shows.
    pub(crate) fn shown_term(&self, name: &str) -> Option<Term> {
        let is_it = |shown: &str| shown == name || self.name(shown) == name;
        self.terms.iter().find(|(shown, _)| is_it(shown)).map(|(_, term)| *term)
    }

    /// The scale of a floating-point number, and the integer term that is its value times that scale.
    pub(crate) fn scaled(&self, name: &str) -> Option<(i64, Term)> {
        let element = |shown: &str| shown.strip_suffix(name)?.strip_suffix('*')?.parse().ok();
        let shown = self.terms.iter().find_map(|(shown, term)| Some((element(shown)?, *term)));
        shown.or_else(|| self.trace.scaled(name))
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
        let named = Named::new(&self.model, id, self.statement(id), self.source.as_deref());
        if id.index() < self.of_file {
            return named;
        }
        Named { name: self.model.given_name(id).map(str::to_owned), ..named }
    }

    /// What a term is called in words: with the members of enumerations for its indices.
    pub(crate) fn name(&self, name: &str) -> String {
        let members = self.source.as_deref().map(|source| &source.members);
        members.and_then(|members| members.name(name)).unwrap_or_else(|| name.to_owned())
    }

    /// A value of a term in words: a member of its enumeration, or as it is.
    pub(crate) fn word(&self, name: &str, value: &str) -> String {
        let members = self.source.as_deref().and_then(|source| source.members.values(name));
        let member = members.and_then(|members| at(members, value.parse().ok()?));
        member.unwrap_or(value).to_owned()
    }

    /// The number that a member of the enumeration of a term is.
    pub(crate) fn number_of(&self, name: &str, member: &str) -> Option<usize> {
        let members = self.source.as_deref().and_then(|source| source.members.values(name))?;
        members.iter().position(|known| known == member).map(|at| at + 1)
    }

    /// All that the output shows of a solution, in words.
    pub(crate) fn in_words<'a>(
        &'a self,
        solution: &'a Solution,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        self.shown(solution).map(|(name, value)| (self.name(name), self.word(name, &value)))
    }

    /// All that the output shows of a solution, by name.
    pub(crate) fn shown<'a>(
        &'a self,
        solution: &'a Solution,
    ) -> impl Iterator<Item = (&'a str, String)> + 'a {
        self.terms.iter().map(|(name, term)| (name.as_str(), value_in(*term, solution)))
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
