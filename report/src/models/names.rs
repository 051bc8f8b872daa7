//! Constraint names in the model's terms: given name, text and position.

use std::iter;

use residua::model::{ConstraintId, Model};
use residua_flatzinc::{Statement, Term, Trace};
use serde::Serialize;

use crate::models::items::Item;
use crate::models::model::Source;
use crate::models::path::{Binding, Origin};

/// Longer constraints are cut short.
const LONGEST: usize = 160;

/// A constraint, as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    /// What it says.
    pub(crate) constraint: String,
    /// The name that the model gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Its line in the file of FlatZinc, or of JSON; 0 for what `--objective-at-most` and such add, which stands in no file.
    pub(crate) line: usize,
    /// Its column there, if another one begins in the same line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// Its place in the model that was compiled, where the file says that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The text of the constraint item that it comes from, if the model was compiled here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
    /// Where that text begins: `model.mzn:8.12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<String>,
    /// Whether that is a declaration of a variable with a value.
    #[serde(skip_serializing_if = "is_not")]
    pub(crate) declaration: bool,
    /// Which instance of it: the values of the variables of conjunctions around it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) instance: Vec<String>,
}

impl Named {
    /// A constraint of `model`, which may be the residual of the one that `trace` is of.
    pub(crate) fn new(
        model: &Model,
        id: ConstraintId,
        statement: Option<&Statement>,
        source: Option<&Source>,
    ) -> Named {
        let constraint = match statement.and_then(|statement| statement.defines) {
            // It says what its name says.
            Some(Term::View(view)) => format!("the definition of {}", plain(&model.name(view.var))),
            Some(Term::Atom(atom)) => format!("the definition of {}", plain(&model.name(atom.var()))),
            _ => model.show(&**model.constraint(id)).to_string(),
        };
        let origin = statement.and_then(|statement| Origin::of(statement.path.as_deref()?));
        let found = source.zip(origin.as_ref());
        let item = found.and_then(|(source, origin)| {
            Some((source, source.item(origin).or_else(|| source.declaration(origin))?))
        });
        let label = statement.and_then(|statement| statement.label.clone());
        let instance = origin.as_ref().map_or_else(Vec::new, |origin| instance(origin, source, &constraint));
        let from = origin.map(|origin| {
            let place = match item {
                Some((source, item)) if item.declares.is_some() => {
                    format!("{}:{}", source.file, item.place.0)
                }
                _ => format!("{}:{}", origin.file, origin.line),
            };
            iter::once(place).chain(instance.iter().cloned()).collect::<Vec<_>>().join(", ")
        });
        Named {
            constraint,
            name: label.or_else(|| item.and_then(|(_, item)| item.name.clone())),
            source: item.map(|(_, item)| item.says.clone()),
            place: item.map(|(source, item)| source.place(item)),
            declaration: item.is_some_and(|(_, item)| item.declares.is_some()),
            instance,
            line: statement.map_or(0, |statement| statement.line),
            column: statement.and_then(|statement| statement.column),
            from,
        }
    }

    /// A rule of a puzzle.
    pub(crate) fn of_rule(rule: &str) -> Named {
        Named {
            constraint: rule.to_owned(),
            name: None,
            line: 0,
            column: None,
            from: None,
            source: None,
            place: None,
            declaration: false,
            instance: Vec::new(),
        }
    }

    /// A constraint item of a model.
    pub(crate) fn of_item(source: &Source, item: &Item) -> Named {
        Named {
            constraint: item.says.clone(),
            name: item.name.clone(),
            line: 0,
            column: None,
            from: Some(format!("{}:{}", source.file, item.place.0)),
            source: Some(item.says.clone()),
            place: Some(source.place(item)),
            declaration: item.declares.is_some(),
            instance: Vec::new(),
        }
    }

    /// Its place, in words.
    pub(crate) fn place(&self) -> Option<String> {
        if let Some(place) = &self.place {
            return Some(iter::once(place).chain(&self.instance).cloned().collect::<Vec<_>>().join(", "));
        }
        let line = (self.line > 0).then(|| match self.column {
            None => format!("line {}", self.line),
            Some(column) => format!("line {}, column {column}", self.line),
        });
        self.from.clone().or(line)
    }

    /// Whether it is a constraint item of the model.
    pub(crate) fn is_item(&self) -> bool {
        self.source.is_some() && !self.declaration
    }

    /// All of it, in words: `no clash: x[1] ≠ x[2] (line 17)`; where its text in the model is known, with that.
    pub(crate) fn text(&self) -> String {
        self.with(self.source.as_ref().unwrap_or(&self.constraint), self.place())
    }

    /// Its name and place, with the constraint as propagation has left it.
    pub(crate) fn text_left(&self) -> String {
        self.with(&self.constraint, self.place())
    }

    /// The constraint item that it is an instance of, in words.
    pub(crate) fn rule(&self) -> String {
        self.with(self.source.as_ref().unwrap_or(&self.constraint), self.place.clone())
    }

    fn with(&self, says: &str, place: Option<String>) -> String {
        let mut text = self.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        if self.declaration && self.source.as_deref() == Some(says) {
            text.push_str("the declaration ");
        }
        let mut letters = says.chars();
        text.extend(letters.by_ref().take(LONGEST));
        if letters.next().is_some() {
            text.push('…');
        }
        if let Some(place) = place {
            text = format!("{text} ({place})");
        }
        text
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_not(flag: &bool) -> bool {
    !*flag
}

/// The values of the variables of conjunctions, in words; where one is an expression of which nothing is known, what the constraint says.
fn instance(origin: &Origin, source: Option<&Source>, constraint: &str) -> Vec<String> {
    let word = |binding: &Binding| match source {
        None => Some(binding.text.clone()),
        Some(source) => source.binding(binding),
    };
    let words: Option<Vec<String>> = origin.bindings.iter().map(word).collect();
    words.unwrap_or_else(|| vec![constraint.to_owned()])
}

/// What a name stands for, without the brackets of one that is true or false.
fn plain(name: &str) -> &str {
    name.strip_prefix('⟦').and_then(|name| name.strip_suffix('⟧')).unwrap_or(name)
}

/// Constraints in words, with the instances of one item of the model under it.
pub(crate) fn by_rule(all: impl Iterator<Item = Named>) -> Vec<String> {
    let mut rules: Vec<(String, Vec<String>)> = Vec::new();
    for named in all {
        if named.source.is_none() || named.instance.is_empty() {
            if !rules.iter().any(|(known, _)| *known == named.text()) {
                rules.push((named.text(), Vec::new()));
            }
            continue;
        }
        let (rule, instance) = (named.rule(), named.instance.join(", "));
        match rules.iter_mut().find(|(known, instances)| *known == rule && !instances.is_empty()) {
            Some((_, instances)) if instances.contains(&instance) => {}
            Some((_, instances)) => instances.push(instance),
            None => rules.push((rule, vec![instance])),
        }
    }
    let mut lines = Vec::new();
    for (rule, instances) in rules {
        lines.push(format!("  {rule}"));
        if !instances.is_empty() {
            lines.push(format!("    {}", instances.join("; ")));
        }
    }
    lines
}

/// Gives each constraint of the model its name, in words.
pub(crate) fn name_all(model: &mut Model, trace: &Trace, source: Option<&Source>) {
    let ids: Vec<ConstraintId> = model.constraints().map(|(id, _)| id).collect();
    for id in ids {
        let text = Named::new(model, id, trace.statement(id), source).text();
        model.name_constraint(id, &text);
    }
}
