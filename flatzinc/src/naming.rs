//! Names of variables in reports: an element of an output array is named by the array and its
//! indices, `m[1,2]`, where the compiler calls it `X_INTRODUCED_5_`.

use std::collections::BTreeMap;

use crate::described::describe;
use crate::floats::Scales;
use crate::indices::place;
use crate::syntax::{Declaration, Program, Value};

/// By name in the file: the name in reports, where that is another one. `truths` are Booleans that are one variable with an integer.
pub(super) fn names<'a>(
    program: &Program<'a>,
    truths: impl Iterator<Item = (&'a str, &'a str)>,
    scales: &Scales<'a>,
) -> BTreeMap<&'a str, String> {
    let mut names = BTreeMap::new();
    for item in &program.declarations {
        let (Some(Value::Array(elements)), Some(sets)) = (&item.value, index_sets(item)) else { continue };
        for (at, element) in elements.iter().enumerate() {
            if let (Value::Name(name), Some(place)) = (element, place(&sets, at))
                && is_introduced(name)
            {
                names.entry(*name).or_insert_with(|| format!("{}[{place}]", item.name));
            }
        }
    }
    // A 0-1 integer that the compiler made of a Boolean is one variable with it.
    for (bool, int) in truths {
        let shown = names.get(bool).cloned().or_else(|| (!is_introduced(bool)).then(|| bool.to_owned()));
        if let Some(shown) = shown.filter(|_| is_introduced(int)) {
            names.entry(int).or_insert(shown);
        }
    }
    for item in &program.declarations {
        if names.contains_key(item.name) || !is_introduced(item.name) {
            let name = names.get(item.name).map_or(item.name, String::as_str);
            if let Some(scaled) = scales.shown_name(item.name, name) {
                let _ = names.insert(item.name, scaled);
            }
        }
    }
    describe(program, &mut names, scales);
    names
}

/// Whether the compiler made up the name.
pub(super) fn is_introduced(name: &str) -> bool {
    name.starts_with("X_INTRODUCED_")
}

/// The index sets of an array that is printed.
fn index_sets(item: &Declaration<'_>) -> Option<Vec<(i64, i64)>> {
    let sets = item.annotations.iter().find_map(|annotation| match annotation {
        Value::Call(call) if call.name == "output_array" => call.arguments.first(),
        _ => None,
    });
    let Some(Value::Array(sets)) = sets else { return None };
    let ends = |set: &Value<'_>| match set {
        Value::Range(low, high) => Some((*low, *high)),
        Value::Set(values) => values.first().copied().zip(values.last().copied()),
        _ => None,
    };
    sets.iter().map(ends).collect()
}
