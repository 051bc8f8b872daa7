//! Names of a subject: terms and values as text.

use std::fmt::Display;

use residua::model::Solution;
use residua_flatzinc::Term;
use serde_json::{Value, json};

use crate::models::members::at;
use crate::models::values::value_in;
use crate::subject::{Subject, SubjectKind};

impl Subject {
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

    /// What a name of the model stands for: the compiler's own names stand for others in each model.
    pub(crate) fn told_term(&self, name: &str) -> Option<Term> {
        self.shown_term(name).or_else(|| self.trace.term(name).filter(|_| !name.starts_with("X_INTRODUCED_")))
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

    /// A term with its value, in words: a literal of clauses.
    pub(crate) fn equation(&self, name: &str, value: &str) -> String {
        match name.strip_prefix('x').filter(|_| self.kind == SubjectKind::Clauses) {
            Some(number) if value == "0" => format!("-{number}"),
            Some(number) => number.to_owned(),
            None => format!("{name}={value}"),
        }
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

    /// What is said of a term and a value, in words: `c[WA] = red`.
    pub(crate) fn fact(&self, name: &str, relation: impl Display, value: impl Display) -> String {
        format!("{} {relation} {}", self.name(name), self.word(name, &value.to_string()))
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

    /// The values of a solution as lists of solutions have them: of a variant puzzle by cell of the rectangle, `null` where there is none.
    pub(crate) fn values_as_json(&self, values: &[i32]) -> Value {
        self.sheet().map_or_else(|| json!(values), |sheet| json!(sheet.by_cell(values.iter().copied())))
    }

    /// What the output shows of a solution: a grid, or an object.
    pub(crate) fn as_json(&self, solution: &Solution) -> Value {
        if matches!(self.kind, SubjectKind::Puzzle | SubjectKind::Variant) {
            return self.values_as_json(solution.values());
        }
        let value = |text: String| match text.as_str() {
            "true" => json!(true),
            "false" => json!(false),
            number => number.parse::<i64>().map_or_else(|_| json!(number), |number| json!(number)),
        };
        Value::Object(self.shown(solution).map(|(name, text)| (name.to_owned(), value(text))).collect())
    }
}
