//! Sets and optional variables of a MiniZinc model: FlatZinc has only their parts, under names of the compiler. The output specification says
//! what these are: `2 in s`, `occurs(o)`.

use std::collections::BTreeMap;

use crate::models::members::Members;

/// How the names of the compiler begin.
pub(super) const OWN: &str = "X_INTRODUCED_";

/// The elements of the sets and of the optional variables of an output specification, by the names that the compiler gives them.
pub(super) fn parts_of(output: &str, members: &Members) -> BTreeMap<String, String> {
    let lines = output.lines().map(|line| line.trim_end_matches(';'));
    let declared: Vec<(&str, &str, &str)> = lines
        .filter_map(|line| {
            let (kind, rest) = line.split_once(": ")?;
            let (name, value) = rest.split_once(" = ")?;
            Some((kind, name, value))
        })
        .collect();
    let list = |value: &str| -> Vec<String> {
        let inner = value.rsplit_once('[').and_then(|(_, inner)| inner.split(']').next()).unwrap_or_default();
        inner.split(',').map(|element| element.trim().to_owned()).collect()
    };
    let own = |name: &str| name.starts_with(OWN);
    // What each set or optional variable is called: those of the model by their names, elements of arrays by their indices.
    let mut called: BTreeMap<String, String> = BTreeMap::new();
    for &(kind, name, value) in declared.iter().filter(|(kind, name, _)| !own(name) && is_compound(kind)) {
        let _ = called.insert(name.to_owned(), name.to_owned());
        if kind.starts_with("array") {
            for (at, element) in list(value).into_iter().enumerate().filter(|(_, element)| own(element)) {
                let _ = called.insert(element, members.element(name, at));
            }
        }
    }
    let arrays: BTreeMap<&str, (&str, &str)> =
        declared.iter().map(|&(kind, name, value)| (name, (kind, value))).collect();
    let mut parts = BTreeMap::new();
    for &(kind, name, value) in declared.iter().filter(|(kind, ..)| is_compound(kind)) {
        let Some(called) = called.get(name) else { continue };
        let Some((_, inner)) = value.split_once('(') else { continue };
        let arguments: Vec<&str> = inner.trim_end_matches(')').split(',').map(str::trim).collect();
        match arguments[..] {
            [array] if kind.starts_with("set of") => {
                let Some(&(kind, value)) = arrays.get(array) else { continue };
                let first =
                    kind.split_once('[').and_then(|(_, set)| set.split_once("..")?.0.parse::<i64>().ok());
                for (element, number) in list(value).into_iter().zip(first.unwrap_or(1)..) {
                    let _ = parts.insert(element, format!("{} in {called}", members.word(called, number)));
                }
            }
            [occurs, value] => {
                let _ = parts.insert(occurs.to_owned(), format!("occurs({called})"));
                let _ = parts.insert(value.to_owned(), format!("deopt({called})"));
            }
            _ => {}
        }
    }
    parts.retain(|name, _| own(name));
    parts
}

/// Whether a variable of the output consists of others.
fn is_compound(kind: &str) -> bool {
    kind.starts_with("set of")
        || kind.starts_with("opt ")
        || kind.contains("] of set of")
        || kind.contains("] of opt ")
}
