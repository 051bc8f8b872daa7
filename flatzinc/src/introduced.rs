//! Variables that the compiler introduced, and the constraints that define them.
//!
//! A definition determines a variable of the compiler, and states nothing else. All other constraints are the modeller's: they can be
//! named, kept in what is left, and taken away.

use std::collections::BTreeSet;

use crate::syntax::{Constraint, Declaration, Program, Value};

/// The variables of a program that are the compiler's own, and defined by others.
#[derive(Debug)]
pub(super) struct Introduced<'a> {
    names: BTreeSet<&'a str>,
}

impl<'a> Introduced<'a> {
    /// Those that the file marks as introduced and defined, and does not print.
    pub(super) fn of(program: &Program<'a>) -> Introduced<'a> {
        let has = |item: &Declaration<'a>, note: &str| item.annotations.contains(&Value::Name(note));
        let is_printed = |item: &&Declaration<'a>| {
            item.annotations.iter().any(|annotation| match annotation {
                Value::Call(call) => call.name == "output_array",
                _ => false,
            })
        };
        let mut printed = BTreeSet::new();
        for item in program.declarations.iter().filter(is_printed) {
            let Some(Value::Array(elements)) = &item.value else { continue };
            printed.extend(elements.iter().filter_map(|element| match element {
                Value::Name(name) => Some(*name),
                _ => None,
            }));
        }
        let is_own = |item: &&Declaration<'a>| {
            has(item, "var_is_introduced")
                && has(item, "is_defined_var")
                && !has(item, "output_var")
                && !printed.contains(item.name)
        };
        Introduced { names: program.declarations.iter().filter(is_own).map(|item| item.name).collect() }
    }

    /// The variable that a constraint defines, if that is one of these.
    pub(super) fn defined_by(&self, constraint: &Constraint<'a>) -> Option<&'a str> {
        constraint.annotations.iter().find_map(|annotation| match annotation {
            Value::Call(call) if call.name == "defines_var" => match call.arguments[..] {
                [Value::Name(name)] => self.names.get(name).copied(),
                _ => None,
            },
            _ => None,
        })
    }
}
