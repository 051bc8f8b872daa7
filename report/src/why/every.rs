//! All facts about a term: its value, or its possible and impossible values.

use residua::domain::Domain;
use residua::inspect::Why;
use residua::model::IntAtom;
use residua::search::Limit;
use residua_flatzinc::Term;

use crate::budget::Budget;
use crate::subject::{Subject, SubjectKind};

/// From this number of impossible values at an end of a domain on, they are explained together, by a bound.
const RANGE: u64 = 3;

/// Domains with more values are told by their ends, and by the values that are left.
const LISTED: u64 = 1000;

/// What there is to say of a term: its value, or each value that its domain has and whether it can have it.
pub(super) fn every(
    subject: &Subject,
    name: &str,
    term: Term,
    budget: &Budget,
) -> Result<Vec<(Option<IntAtom>, String)>, Limit> {
    let (var, offset) = match term {
        Term::Number(number) => return Ok(vec![(None, subject.fact(name, "=", number))]),
        Term::Known(known) => return Ok(vec![(None, subject.fact(name, "=", known))]),
        Term::Atom(atom) => {
            let is_false = matches!(subject.model.why(!atom, &budget.rest())?, Why::Because(_));
            let known = if is_false { !atom } else { atom };
            return Ok(vec![(Some(known), subject.fact(name, "=", !is_false))]);
        }
        Term::View(view) => (view.var, 0),
        Term::Wide(wide) => match wide.single() {
            Some(var) => (var, wide.offset()),
            None => return Ok(Vec::new()),
        },
    };
    let shown = |value: i32| offset + i64::from(value);
    let inspection = subject.model.inspect().over(&[var]).limits(budget.rest()).run();
    if let Some(limit) = inspection.stopped {
        return Err(limit);
    }
    let Some(residual) = inspection.residual else { return Ok(Vec::new()) };
    let left = residual.domain(var);
    if let Some(value) = left.value() {
        return Ok(vec![(Some(var.is(value)), subject.fact(name, "=", shown(value)))]);
    }
    let (Some(min), Some(max)) = (left.min(), left.max()) else { return Ok(Vec::new()) };
    let declared = subject.model.domain(var);
    // Of a cell, each candidate is spoken of by itself.
    let is_cell = subject.kind == SubjectKind::Puzzle;
    let is_long = |range| !is_cell && declared.intersect(&Domain::from(range)).size() > RANGE;
    let (low, high) = (is_long(i32::MIN..=min), is_long(max..=i32::MAX));
    let mut about = Vec::new();
    if low {
        about.push((Some(var.at_least(min)), subject.fact(name, "≥", shown(min))));
    }
    let is_told = |value: i32| (low && value < min) || (high && value > max);
    let between = declared.intersect(&Domain::from(min..=max));
    // Of a price list with millions between its entries the entries are told, as far as these are few.
    let listed = match (between.size() <= LISTED, left.size() <= LISTED) {
        (true, _) => declared,
        (false, true) => left,
        (false, false) => &Domain::empty(),
    };
    about.extend(listed.iter().filter(|&value| !is_told(value)).map(|value| {
        if left.contains(value) {
            (Some(var.is(value)), subject.fact(name, "=", shown(value)))
        } else {
            (Some(var.is_not(value)), subject.fact(name, "≠", shown(value)))
        }
    }));
    if high {
        about.push((Some(var.at_most(max)), subject.fact(name, "≤", shown(max))));
    }
    Ok(about)
}
