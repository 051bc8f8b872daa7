//! Detection of wide integers: variables that leave 32 bits, and are named only by constraints that support it.

use std::collections::{BTreeMap, BTreeSet};

use crate::bounds::{Bounds, fits, interval_of, is_unbounded};
use crate::syntax::{Program, Value};

/// Values farther from 0 than this cannot be added up.
pub(super) const FARTHEST: i128 = 1 << 57;

/// Those variables, and between which numbers their values are.
#[derive(Debug, Default)]
pub(super) struct Widths<'a>(BTreeMap<&'a str, (i64, i64)>);

/// The constraints that take such variables.
const TAKERS: [&str; 17] = [
    "int_lin_eq",
    "int_lin_ne",
    "int_lin_le",
    "int_eq",
    "int_ne",
    "int_le",
    "int_lt",
    "int_plus",
    "int_minus",
    "int_min",
    "int_max",
    "array_int_minimum",
    "array_int_maximum",
    "array_int_element",
    "array_var_int_element",
    "residua_int_element",
    "set_in",
];

impl<'a> Widths<'a> {
    pub(super) fn of(program: &Program<'a>, bounds: Option<&Bounds<'a>>) -> Widths<'a> {
        let Some(bounds) = bounds.filter(|bounds| !bounds.is_contradictory()) else {
            return Widths::default();
        };
        let mut wide = BTreeMap::new();
        for item in program.declarations.iter().filter(|item| is_unbounded(item) && item.array.is_none()) {
            let Some(interval) = bounds.interval(item.name) else { continue };
            let interval = interval.cut(interval_of(&item.kind));
            let is_near = -FARTHEST <= interval.low && interval.high <= FARTHEST && !interval.is_empty();
            if is_near && !bounds.is_free(item.name) && !fits(interval) {
                let _ = wide.insert(item.name, (interval.low as i64, interval.high as i64));
            }
        }
        if !wide.is_empty() {
            for name in taken_elsewhere(program) {
                let _ = wide.remove(name);
            }
        }
        Widths(wide)
    }

    /// Between which numbers the values of a variable are, if it is one of these.
    pub(super) fn of_name(&self, name: &str) -> Option<(i64, i64)> {
        self.0.get(name).copied()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// The names that constraints use which take no such variables, by themselves or in arrays.
fn taken_elsewhere<'a>(program: &Program<'a>) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for constraint in &program.constraints {
        let base = constraint.name.strip_suffix("_reif").or_else(|| constraint.name.strip_suffix("_imp"));
        let base = base.unwrap_or(constraint.name);
        if TAKERS.contains(&base) {
            continue;
        }
        constraint.arguments.iter().for_each(|value| add_names(value, &mut names));
    }
    let arrays = program.declarations.iter().filter(|item| names.contains(item.name));
    let values: Vec<&Value<'a>> = arrays.filter_map(|item| item.value.as_ref()).collect();
    for value in values {
        add_names(value, &mut names);
    }
    // What stands for such a variable is one.
    for item in program.declarations.iter().rev().filter(|item| item.array.is_none()) {
        if let (Some(Value::Name(other)), true) = (&item.value, names.contains(item.name)) {
            let _ = names.insert(other);
        }
    }
    names
}

fn add_names<'a>(value: &Value<'a>, to: &mut BTreeSet<&'a str>) {
    match value {
        Value::Name(name) | Value::Element(name, _) => {
            let _ = to.insert(name);
        }
        Value::Array(values) => values.iter().for_each(|value| add_names(value, to)),
        _ => {}
    }
}
