//! Names of variables in MiniZinc, as arrays and single variables.

use std::collections::BTreeMap;

use residua::model::{IntVar, Model, distinct};

use crate::identifier::identifier;

/// Words that cannot be names, sorted: those of the language, and `show`, by which values are printed.
const WORDS: [&str; 58] = [
    "ann",
    "annotation",
    "any",
    "array",
    "bool",
    "case",
    "constraint",
    "default",
    "diff",
    "div",
    "else",
    "elseif",
    "endif",
    "enum",
    "false",
    "float",
    "function",
    "if",
    "in",
    "include",
    "infinity",
    "int",
    "intersect",
    "let",
    "list",
    "maximize",
    "minimize",
    "mod",
    "not",
    "of",
    "op",
    "opt",
    "output",
    "par",
    "predicate",
    "record",
    "satisfy",
    "set",
    "show",
    "showDzn",
    "showJSON",
    "solve",
    "string",
    "subset",
    "superset",
    "symdiff",
    "test",
    "then",
    "true",
    "tuple",
    "type",
    "union",
    "var",
    "where",
    "xor",
    "all_different",
    "forall",
    "sum",
];

/// What is declared, in the order of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A variable, and its name in MiniZinc.
    Variable(IntVar, String),
    /// Variables by index, from 0; what the model calls them all, and the name in MiniZinc.
    Array(Vec<IntVar>, String, String),
}

/// The variables of the model, each in one item: those called `x[0]`, `x[1]`, …, each once and without a gap, in an array.
pub(super) fn items(model: &Model) -> Vec<Item> {
    // By the name before the index: each index with its variable; none if two have the same.
    let mut families: BTreeMap<String, Option<BTreeMap<usize, IntVar>>> = BTreeMap::new();
    let indexed = |var: IntVar| {
        let name = model.name(var);
        let (stem, index) = name.strip_suffix(']')?.rsplit_once('[')?;
        let number: usize = index.parse().ok()?;
        // As the model writes it: not `x[007]`.
        (number.to_string() == index).then(|| (stem.to_owned(), number))
    };
    for var in model.vars() {
        let Some((stem, index)) = indexed(var) else { continue };
        let family = families.entry(stem).or_insert_with(|| Some(BTreeMap::new()));
        if family.as_mut().is_some_and(|family| family.insert(index, var).is_some()) {
            *family = None;
        }
    }
    let is_whole = |family: &BTreeMap<usize, IntVar>| family.keys().copied().eq(0..family.len());
    let mut items = Vec::new();
    for var in model.vars() {
        let family = indexed(var).and_then(|(stem, _)| Some((families.get(&stem)?.as_ref()?, stem)));
        match family.filter(|(family, _)| is_whole(family)) {
            None => items.push(Item::Variable(var, model.name(var))),
            Some((family, stem)) if family.values().min() == Some(&var) => {
                items.push(Item::Array(family.values().copied().collect(), stem.clone(), stem));
            }
            Some(_) => {}
        }
    }
    let names = distinct(items.iter().map(|item| legal(item.name())), "_");
    for (item, legal) in items.iter_mut().zip(names) {
        let (Item::Variable(_, name) | Item::Array(_, _, name)) = item;
        *name = legal;
    }
    items
}

impl Item {
    fn name(&self) -> &str {
        let (Item::Variable(_, name) | Item::Array(_, _, name)) = self;
        name
    }
}

/// By variable of the model: how it is written.
pub(super) fn references(model: &Model) -> Vec<String> {
    let mut references = vec![String::new(); model.domains().len()];
    for item in items(model) {
        match item {
            Item::Variable(var, name) => references[var.index()] = name,
            Item::Array(vars, _, name) => {
                for (at, var) in vars.iter().enumerate() {
                    references[var.index()] = format!("{name}[{at}]");
                }
            }
        }
    }
    references
}

fn legal(name: &str) -> String {
    // `total_cost` is legal as it is.
    let is_legal = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !WORDS.contains(&name);
    if is_legal { name.to_owned() } else { identifier(name, |name| WORDS.contains(&name)) }
}
