//! Booleans without a variable: recognised as atoms before any variable is made.
//!
//! `int_eq_reif(x, 3, b)` states that b is the atom `x = 3`; `bool2int(b, i)` that b is the atom `i = 1`. The first such constraint of a
//! Boolean counts, `bool2int` before all others; the rest are ordinary constraints. Where the constraints of the file are to be
//! distinguished, this is done for definitions of the compiler's variables only: no constraint of the modeller disappears.

use std::collections::{BTreeMap, BTreeSet};

use residua::store::Relation;

use crate::introduced::Introduced;
use crate::syntax::{Constraint, Declaration, Kind, Program, Value};
use crate::widths::Widths;

/// What a Boolean is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role<'a> {
    /// That this integer is 1.
    SameAs(&'a str),
    /// This atom of an integer.
    Atom { of: &'a str, relation: Relation, value: i32 },
}

#[derive(Debug, Default)]
pub(super) struct Roles<'a> {
    by_name: BTreeMap<&'a str, Role<'a>>,
    /// Integers that are 1 where a Boolean is true, otherwise 0.
    truths: BTreeSet<&'a str>,
    /// Constraints that are completely represented by these.
    said: BTreeSet<usize>,
}

impl<'a> Roles<'a> {
    /// The roles of a program's Booleans, which are no atoms of what leaves 32 bits; with `introduced`, of those only that its constraints
    /// define.
    pub(super) fn of(
        program: &Program<'a>,
        introduced: Option<&Introduced<'a>>,
        widths: &Widths<'a>,
    ) -> Roles<'a> {
        let free = |item: &&Declaration<'a>| {
            item.is_var && item.array.is_none() && item.value.is_none() && !widths.has(item.name)
        };
        let free = program.declarations.iter().filter(free);
        let kinds: BTreeMap<&str, bool> = free.map(|item| (item.name, item.kind == Kind::Bool)).collect();
        let is = |name: &str, is_bool: bool| kinds.get(name) == Some(&is_bool);
        let defines = |constraint: &Constraint<'a>, name: &str| {
            introduced.is_none_or(|introduced| introduced.defined_by(constraint) == Some(name))
        };
        let mut roles = Roles::default();
        for (at, constraint) in program.constraints.iter().enumerate() {
            let ("bool2int", [Value::Name(bool), Value::Name(int)]) =
                (constraint.name, &constraint.arguments[..])
            else {
                continue;
            };
            if is(bool, true)
                && is(int, false)
                && defines(constraint, int)
                && !roles.by_name.contains_key(bool)
                && roles.truths.insert(int)
            {
                let _ = roles.by_name.insert(bool, Role::SameAs(int));
                let _ = roles.said.insert(at);
            }
        }
        let numbers = parameters(program);
        for (at, constraint) in program.constraints.iter().enumerate() {
            let [left, right, Value::Name(bool)] = &constraint.arguments[..] else { continue };
            if !is(bool, true) || roles.by_name.contains_key(bool) || !defines(constraint, bool) {
                continue;
            }
            let Some(role) = atom(constraint.name, left, right, &numbers) else { continue };
            if matches!(role, Role::Atom { of, .. } if is(of, false)) {
                let _ = roles.by_name.insert(bool, role);
                let _ = roles.said.insert(at);
            }
        }
        roles
    }

    /// What the Boolean with that name is, if it needs no variable.
    pub(super) fn role(&self, name: &str) -> Option<Role<'a>> {
        self.by_name.get(name).copied()
    }

    /// Booleans, with the integers that are 1 exactly where they are true.
    pub(super) fn truths(&self) -> impl Iterator<Item = (&'a str, &'a str)> + '_ {
        self.by_name.iter().filter_map(|(&bool, role)| match *role {
            Role::SameAs(int) => Some((bool, int)),
            Role::Atom { .. } => None,
        })
    }

    /// Whether the integer with that name is 0 or 1, as a Boolean is false or true.
    pub(super) fn is_truth(&self, name: &str) -> bool {
        self.truths.contains(name)
    }

    /// Whether nothing is left to say of the constraint with that number.
    pub(super) fn says_all_of(&self, constraint: usize) -> bool {
        self.said.contains(&constraint)
    }
}

/// Numbers with names.
fn parameters<'a>(program: &Program<'a>) -> BTreeMap<&'a str, i64> {
    let number = |item: &Declaration<'a>| match (&item.value, item.is_var) {
        (Some(Value::Int(number)), false) => Some((item.name, *number)),
        _ => None,
    };
    program.declarations.iter().filter_map(number).collect()
}

/// The negation of an atom about an end of 32 bits would be beyond them.
const MOST: i64 = i32::MAX as i64 - 1;

/// The atom that `name(left, right, b)` makes b.
fn atom<'a>(
    name: &str,
    left: &Value<'a>,
    right: &Value<'a>,
    numbers: &BTreeMap<&str, i64>,
) -> Option<Role<'a>> {
    let number = |value: &Value<'_>| match value {
        Value::Int(number) => Some(*number),
        Value::Name(name) => numbers.get(name).copied(),
        Value::Range(low, high) if low == high => Some(*low),
        Value::Set(values) if values.len() == 1 => Some(values[0]),
        _ => None,
    };
    let (of, value, is_left) = match (left, right) {
        (Value::Name(of), right) if !numbers.contains_key(of) => (*of, number(right)?, true),
        (left, Value::Name(of)) => (*of, number(left)?, false),
        _ => return None,
    };
    let (relation, value) = match (name, is_left) {
        ("int_eq_reif", _) | ("set_in_reif", true) => (Relation::Eq, value),
        ("int_ne_reif", _) => (Relation::Ne, value),
        ("int_le_reif", true) => (Relation::Le, value),
        ("int_le_reif", false) => (Relation::Ge, value),
        ("int_lt_reif", true) => (Relation::Le, value.checked_sub(1)?),
        ("int_lt_reif", false) => (Relation::Ge, value.checked_add(1)?),
        _ => return None,
    };
    let value = (-MOST..=MOST).contains(&value).then_some(value as i32)?;
    Some(Role::Atom { of, relation, value })
}
