//! Rules of variant puzzles, as Python states them.

use std::sync::Arc;

use pyo3::prelude::*;
use residua_variant::{Rule, RuleError, RuleKind, Shape};

use crate::catalogue::Automaton;
use crate::error::rule_error;

/// A kind by name, groups of cells by name, numbers, a name, parts, and an automaton.
type Stated<'py> = (
    String,
    Vec<Vec<String>>,
    Vec<Bound<'py, PyAny>>,
    Option<String>,
    Vec<Bound<'py, PyAny>>,
    Option<PyRef<'py, Automaton>>,
);

/// What a rule is called in errors: its kind, and its cells.
#[derive(Debug)]
pub(crate) struct Label(String);

impl Label {
    fn new(kind: &str, groups: &[Vec<String>]) -> Label {
        let groups: Vec<String> = groups.iter().map(|group| group.join(" ")).collect();
        Label(format!("{kind} {}", groups.join("; ")).trim_end().to_owned())
    }

    /// The exception that something is wrong with it, or with one of its cells.
    fn wrong(&self, what: &str, cell: Option<&str>) -> PyErr {
        rule_error(&format!("{}: {what}", self.0), &self.0, cell)
    }

    /// An error of the library, whose text begins with the kind in words.
    pub(crate) fn unfit(&self, kind: RuleKind, error: &RuleError) -> PyErr {
        let text = error.to_string();
        let words = format!("{}: ", kind.facts().words);
        self.wrong(text.strip_prefix(&words).unwrap_or(&text), None)
    }
}

/// Reads a rule about cells of a shape.
pub(crate) fn rule(shape: &Shape, stated: &Bound<'_, PyAny>) -> PyResult<(Rule, Label)> {
    let (kind, groups, numbers, name, parts, automaton): Stated<'_> = stated.extract()?;
    let label = Label::new(&kind, &groups);
    let kind = RuleKind::of(&kind)
        .ok_or_else(|| label.wrong("no kind of rule has this name: Variant.kinds() lists them", None))?;
    let cell = |name: &String| {
        let what = || format!("expected a cell of the puzzle, such as r1c1, found \"{name}\"");
        shape.cell(name).ok_or_else(|| label.wrong(&what(), Some(name)))
    };
    let group = |group: &Vec<String>| group.iter().map(cell).collect::<PyResult<Vec<usize>>>();
    let groups: Vec<Vec<usize>> = groups.iter().map(group).collect::<PyResult<_>>()?;
    let number = |number: &Bound<'_, PyAny>| {
        number
            .extract::<i64>()
            .map_err(|_| label.wrong(&format!("expected an integer, found {number}"), None))
    };
    let numbers: Vec<i64> = numbers.iter().map(number).collect::<PyResult<_>>()?;
    let has_parts = matches!(kind, RuleKind::AnyOf | RuleKind::AllOf);
    if !parts.is_empty() && !has_parts {
        return Err(label.wrong("only any_of and all_of have parts", None));
    }
    if automaton.is_some() != (kind == RuleKind::Automaton) {
        return Err(
            label.wrong("an automaton belongs to a rule of the kind automaton, and to no other", None)
        );
    }
    let made = match automaton {
        Some(automaton) => match <[Vec<usize>; 1]>::try_from(groups) {
            Ok([line]) if !line.is_empty() && numbers.is_empty() => {
                Rule::automaton(line, Arc::clone(&automaton.0))
            }
            _ => return Err(label.wrong("expected one line of cells, and no numbers", None)),
        },
        None if has_parts && groups.is_empty() && numbers.is_empty() => {
            let parts = parts.iter().map(|part| rule(shape, part).map(|(rule, _)| rule));
            Rule::of_parts(kind, parts.collect::<PyResult<_>>()?)
        }
        None => Rule::new(kind, groups, numbers).map_err(|error| label.unfit(kind, &error))?,
    };
    Ok((if let Some(name) = name { made.named(name) } else { made }, label))
}
