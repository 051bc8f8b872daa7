//! Traces: the origins of the parts of a problem, for reports in terms of its file, and of the model that the
//! file was compiled from.

use std::collections::BTreeMap;

use residua::model::{ConstraintId, IntAtom, IntView};

use crate::entity::{Bool, Entity, Int};
use crate::introduced::Introduced;
use crate::syntax::{self, Program, Value};
use crate::translate::Translation;
use crate::wide::Wide;

/// A term: what a name of a file denotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term {
    /// A number.
    Number(i64),
    /// A truth value.
    Known(bool),
    /// A variable of the model.
    View(IntView),
    /// An integer whose values leave 32 bits.
    Wide(Wide),
    /// A Boolean: that this is true.
    Atom(IntAtom),
}

impl From<Int> for Term {
    fn from(int: Int) -> Term {
        match int {
            Int::Number(number) => Term::Number(number),
            Int::View(view) => Term::View(view),
            Int::Wide(wide) => Term::Wide(wide),
        }
    }
}

impl From<Bool> for Term {
    fn from(bool: Bool) -> Term {
        match bool {
            Bool::Known(known) => Term::Known(known),
            Bool::Atom(atom) => Term::Atom(atom),
        }
    }
}

/// A constraint of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The line that it begins in, from 1.
    pub line: usize,
    /// The column that it begins in, from 1 and in characters, if another one begins in the same line.
    pub column: Option<usize>,
    /// The constraint's name in FlatZinc.
    pub name: String,
    /// The name that it has in the model that was compiled (`mzn_constraint_name`).
    pub label: Option<String>,
    /// The path of its origin in that model (`mzn_path`).
    pub path: Option<String>,
    /// The variable that it defines, if the compiler introduced that, and annotates this as its definition. There is no proof that
    /// it states nothing else: a declared domain may hold what is asked of the variable.
    pub defines: Option<Term>,
}

/// A trace: the origins of the constraints of a problem, and what the names of its file denote.
#[derive(Clone, Debug)]
pub struct Trace {
    statements: Vec<Statement>,
    /// By constraint of the model: the statement of the file.
    of_constraint: Vec<Option<usize>>,
    names: BTreeMap<String, Term>,
    /// By the name of a floating-point number: its scale, and the term for the scaled value.
    scaled: BTreeMap<String, (i64, Term)>,
}

impl Trace {
    /// The trace of a file, whose model has that many constraints.
    pub(super) fn new(
        text: &str,
        program: &Program<'_>,
        translation: &Translation<'_>,
        constraints: usize,
    ) -> Trace {
        let introduced = Introduced::of(program);
        let (mut names, mut scaled) = (BTreeMap::<String, Term>::new(), BTreeMap::new());
        for item in program.declarations.iter().filter(|item| item.is_var) {
            let Ok(entity) = translation.entity(&Value::Name(item.name), item.at) else { continue };
            let term = match entity {
                Entity::Int(int) => int.into(),
                Entity::Bool(bool) => bool.into(),
                _ => continue,
            };
            match translation.scales.of_name(item.name).as_deref() {
                Some(&[parts]) => {
                    let _ = names.insert(format!("{parts}*{}", item.name), term);
                    let _ = scaled.insert(item.name.to_owned(), (parts, term));
                }
                _ => {
                    let _ = names.insert(item.name.to_owned(), term);
                }
            }
        }
        let mut lines = Lines { text, at: 0, line: 1, column: 1 };
        let mut places = Vec::with_capacity(program.constraints.len());
        let mut statements = Vec::with_capacity(program.constraints.len());
        for constraint in &program.constraints {
            places.push(lines.of(constraint.at));
            statements.push(Statement {
                line: 0,
                column: None,
                name: constraint.name.to_owned(),
                label: text_of(constraint, "mzn_constraint_name"),
                path: text_of(constraint, "mzn_path"),
                defines: introduced.defined_by(constraint).and_then(|name| names.get(name).copied()),
            });
        }
        let mut of_constraint = vec![None; constraints];
        for &(id, statement) in &translation.origins {
            of_constraint[id.index()] = Some(statement);
        }
        let mut trace = Trace { statements, of_constraint, names, scaled };
        trace.place(&places);
        trace
    }

    /// The trace of a file in another format, each constraint of whose model stands in a line of its own, or in none: 0.
    pub fn of_lines(lines: impl IntoIterator<Item = usize>) -> Trace {
        Trace::of_statements(lines.into_iter().map(|line| (line, None)))
    }

    /// The trace of a model that stands in no file, each of whose constraints has a name or none.
    pub fn of_labels(labels: impl IntoIterator<Item = Option<String>>) -> Trace {
        Trace::of_statements(labels.into_iter().map(|label| (0, label)))
    }

    fn of_statements(statements: impl Iterator<Item = (usize, Option<String>)>) -> Trace {
        let statement = |(line, label)| {
            let name = String::new();
            Statement { line, column: None, name, label, path: None, defines: None }
        };
        let statements: Vec<Statement> = statements.map(statement).collect();
        let of_constraint = (0..statements.len()).map(Some).collect();
        Trace { statements, of_constraint, names: BTreeMap::new(), scaled: BTreeMap::new() }
    }

    /// Gives each statement its place.
    fn place(&mut self, places: &[(usize, usize)]) {
        let mut in_line: BTreeMap<usize, usize> = BTreeMap::new();
        for &(line, _) in places {
            *in_line.entry(line).or_default() += 1;
        }
        for (statement, &(line, column)) in self.statements.iter_mut().zip(places) {
            (statement.line, statement.column) = (line, (in_line[&line] > 1).then_some(column));
        }
    }

    /// The constraint of the file that a constraint of the model comes from; `None` for one that defines a variable which was made for
    /// several.
    pub fn statement(&self, id: ConstraintId) -> Option<&Statement> {
        self.number(id).map(|number| &self.statements[number])
    }

    /// Its number among [all of the file](Self::statements), from 0.
    pub fn number(&self, id: ConstraintId) -> Option<usize> {
        self.of_constraint.get(id.index()).copied().flatten()
    }

    /// All constraints of the file, also definitions that are not in the model, because they only state which atom a Boolean is.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The scale of a floating-point number of the file, and the term for its scaled value.
    pub fn scaled(&self, name: &str) -> Option<(i64, Term)> {
        self.scaled.get(name).copied()
    }

    /// The term that a variable of the file denotes, by its name there; for a floating-point number `x` that is a multiple of ½, that of
    /// `2*x`.
    pub fn term(&self, name: &str) -> Option<Term> {
        self.names.get(name).copied()
    }
}

/// The text of an annotation.
fn text_of(constraint: &syntax::Constraint<'_>, name: &str) -> Option<String> {
    constraint.annotations.iter().find_map(|annotation| match annotation {
        Value::Call(call) if call.name == name => match &call.arguments[..] {
            [Value::Text(text)] => Some((*text).to_owned()),
            _ => None,
        },
        _ => None,
    })
}

/// Counts lines and columns, from one place to a later one.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl Lines<'_> {
    /// The line and the column of a place.
    fn of(&mut self, at: usize) -> (usize, usize) {
        // Items of JSON stand in any order.
        if at < self.at {
            *self = Lines { text: self.text, at: 0, line: 1, column: 1 };
        }
        let mut between = self.text.get(self.at..at).unwrap_or_default();
        if let Some((before, last)) = between.rsplit_once('\n') {
            (self.line, self.column) = (self.line + 1 + before.matches('\n').count(), 1);
            between = last;
        }
        self.column += between.chars().count();
        self.at = self.at.max(at);
        (self.line, self.column)
    }
}
