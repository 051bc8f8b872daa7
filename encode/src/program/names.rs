//! Column names that every reader of linear programs accepts.
//!
//! The column of "r1c1 is 5" is `r1c1_5`, of "x is -3" `x_m3`, and of the number x itself `x`. No two columns have the same name:
//! those of variables are made to differ, contain no two `_` in a row and end with none, but for those that would be mistaken for
//! a value of another one, which end with `_`; names of other columns begin with `_`.

use std::collections::BTreeSet;

use residua::model::{Model, distinct};

use crate::identifier::identifier;
use crate::program::writer::Columns;

/// Words of the format, in lower case.
const WORDS: [&str; 25] = [
    "bin", "binaries", "binary", "bound", "bounds", "end", "free", "gen", "general", "generals", "int",
    "integer", "integers", "max", "maximize", "maximum", "min", "minimize", "minimum", "sec", "semi",
    "semis", "sos", "st", "subject",
];

/// The longest name of a variable: CBC gives up all names where one has more than a hundred characters.
const LONGEST: usize = 80;

/// By variable of the model: what the names of its columns begin with.
pub(super) fn stems(model: &Model) -> Vec<String> {
    let stems = distinct(model.vars().map(|var| stem(&model.name(var))), "_");
    let all: BTreeSet<&str> = stems.iter().map(String::as_str).collect();
    let is_value_of_another = |stem: &str| {
        stem.rsplit_once('_').is_some_and(|(head, value)| {
            let digits = value.strip_prefix('m').unwrap_or(value);
            all.contains(head) && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
        })
    };
    let safe = |stem: &String| if is_value_of_another(stem) { format!("{stem}_") } else { stem.clone() };
    stems.iter().map(safe).collect()
}

/// A name that resembles `name`.
fn stem(name: &str) -> String {
    identifier(&name.chars().take(LONGEST).collect::<String>(), |name| {
        let lower = name.to_ascii_lowercase();
        // Some readers take these for numbers: 2 e5, inf, nan.
        let exponent =
            lower.strip_prefix('e').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        exponent || lower.starts_with("inf") || lower.starts_with("nan") || WORDS.contains(&lower.as_str())
    })
}

/// By column: its name.
pub(super) fn columns(model: &Model, columns: &Columns, count: usize) -> Vec<String> {
    let mut names = vec![String::new(); count];
    for (var, stem) in model.vars().zip(stems(model)) {
        if let Some(first) = columns.firsts[var.index()] {
            for (value, name) in model.domain(var).iter().zip(&mut names[first as usize..]) {
                *name = value_of(&stem, value);
            }
        }
        if let Some(number) = columns.numbers[var.index()] {
            names[number as usize] = stem;
        }
    }
    let others = names.iter_mut().filter(|name| name.is_empty());
    others.zip(1..).for_each(|(name, number)| *name = format!("_{number}"));
    names
}

/// The column of a value.
pub(super) fn value_of(stem: &str, value: i32) -> String {
    let sign = if value < 0 { "m" } else { "" };
    format!("{stem}_{sign}{}", value.unsigned_abs())
}
