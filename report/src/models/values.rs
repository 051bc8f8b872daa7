//! Values of terms: the possible ones, and those in a solution.

use residua::domain::Domain;
use residua::model::Solution;
use residua_flatzinc::Term;
use serde_json::{Value, json};

/// What a term can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// A constant, which may be beyond 32 bits.
    Number(i64),
    Integers(Domain),
    /// Ranges beyond 32 bits.
    Ranges(Vec<(i64, i64)>),
    /// Whether it can be false, and whether it can be true.
    Truth([bool; 2]),
}

impl Values {
    /// What a term can be, given what its variable can be.
    pub(crate) fn of(term: Term, domains: &[Domain]) -> Values {
        match term {
            Term::Number(number) => Values::Number(number),
            Term::Known(known) => Values::Truth([!known, known]),
            Term::View(view) => {
                let domain = &domains[view.var.index()];
                let shifted = if view.is_plain() {
                    Some(domain.clone())
                } else {
                    domain.map_affine(view.scale(), view.offset())
                };
                Values::Integers(shifted.unwrap_or_else(Domain::empty))
            }
            Term::Wide(wide) => Values::Ranges(wide.ranges(domains)),
            Term::Atom(atom) => {
                let domain = &domains[atom.var().index()];
                let [low, high] = [domain.min(), domain.max()];
                // Only for `=` and `≠` more than the ends matter.
                let all = low
                    .into_iter()
                    .chain(high)
                    .chain([atom.value()].into_iter().filter(|&v| domain.contains(v)));
                let allowed: Vec<bool> = all.map(|value| atom.allows(value)).collect();
                Values::Truth([allowed.contains(&false), allowed.contains(&true)])
            }
        }
    }

    /// Whether only one is left.
    pub(crate) fn is_definite(&self) -> bool {
        match self {
            Values::Number(_) => true,
            Values::Integers(domain) => domain.is_fixed(),
            Values::Ranges(ranges) => matches!(ranges[..], [(low, high)] if low == high),
            Values::Truth([can_be_false, can_be_true]) => can_be_false != can_be_true,
        }
    }

    /// As text.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Values::Number(number) => number.to_string(),
            Values::Integers(domain) => domain.to_string(),
            Values::Ranges(ranges) => {
                let range = |&(low, high): &(i64, i64)| {
                    if low == high { low.to_string() } else { format!("{low}..{high}") }
                };
                ranges.iter().map(range).collect::<Vec<_>>().join(" ")
            }
            Values::Truth([true, true]) => "true or false".to_owned(),
            Values::Truth([_, can_be_true]) => can_be_true.to_string(),
        }
    }

    /// Integers as ranges, truth values as a list.
    pub(crate) fn as_json(&self) -> Value {
        let ranges =
            |domain: &Domain| domain.ranges().map(|range| json!([range.start(), range.end()])).collect();
        match self {
            Values::Number(number) => json!([[number, number]]),
            Values::Integers(domain) => Value::Array(ranges(domain)),
            Values::Ranges(ranges) => ranges.iter().map(|range| json!(range)).collect(),
            Values::Truth([can_be_false, can_be_true]) => {
                let all = [(false, can_be_false), (true, can_be_true)];
                all.into_iter().filter(|(_, can)| **can).map(|(value, _)| json!(value)).collect()
            }
        }
    }
}

/// A term's value in a solution.
pub(crate) fn value_in(term: Term, solution: &Solution) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Known(known) => known.to_string(),
        Term::View(view) => view.apply(solution[view.var]).to_string(),
        Term::Wide(wide) => wide.value(solution).to_string(),
        Term::Atom(atom) => atom.allows(solution[atom.var()]).to_string(),
    }
}
