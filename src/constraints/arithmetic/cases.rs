//! Simplification of a constraint with few assignments, by enumeration of these.
//!
//! Simplifiers of arithmetic ask here first. As a rule one assignment that satisfies the constraint and one that violates it are
//! found at once, and nothing is decided.

use std::sync::Arc;

use crate::constraints::{Constraint, InSet, Simplified};
use crate::domain::Domain;
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

/// More assignments than this are not gone through.
const MOST: u64 = 1 << 15;

/// The variables of the views that are not fixed, each once.
pub(super) fn open_variables(views: &[IntView], domains: &dyn Domains<IntVar>) -> Vec<IntVar> {
    let mut open: Vec<IntVar> = Vec::new();
    for view in views.iter().filter(|view| view.scale() != 0) {
        if domains.value(view.var).is_none() && !open.contains(&view.var) {
            open.push(view.var);
        }
    }
    open
}

/// Each view that is fixed as a number, which is a view of `anchor`: so no fixed variable is in the scope.
pub(super) fn with_numbers(views: &[IntView], anchor: IntVar, domains: &dyn Domains<IntVar>) -> Vec<IntView> {
    let number = |view: &IntView| view.value(domains).map(|value| anchor * 0 + value);
    views.iter().map(|view| number(view).unwrap_or(*view)).collect()
}

/// What no value of an open variable satisfies. Propagation may not have found out; then it stays, without fixed variables.
pub(super) fn impossible(var: IntVar) -> Simplified {
    Simplified::Into(vec![Arc::new(InSet { view: var.view(), values: Domain::empty() })])
}

/// What the assignments show: that all satisfy the constraint, that none does, or which values of the only open variable do.
/// `None` if that is not decided, or there are too many of them.
pub(in crate::constraints) fn by_cases(
    constraint: &dyn Constraint,
    domains: &dyn Domains<IntVar>,
) -> Option<Simplified> {
    let scope = constraint.scope();
    let open = open_variables(&scope, domains);
    let count = open.iter().map(|&var| domains.size(var)).fold(1, u64::saturating_mul);
    if count > MOST {
        return None;
    }
    let lists: Vec<Domain> = open.iter().map(|&var| domains.domain(var)).collect();
    let mut at: Vec<i32> = lists.iter().filter_map(Domain::min).collect();
    let mut allowed: Vec<i32> = Vec::new();
    let mut has_violated = false;
    loop {
        let holds = constraint.check(&|view| {
            let place = open.iter().position(|&var| var == view.var);
            match place {
                Some(place) => view.apply(at[place]),
                None => view.value(domains).map_or(0, i64::from),
            }
        });
        has_violated |= !holds;
        if let (true, Some(&value)) = (holds, at.first()) {
            allowed.push(value);
        } else if holds {
            return Some(Simplified::Entailed);
        }
        if open.len() > 1 && has_violated && !allowed.is_empty() {
            return None;
        }
        // The next assignment, as a counter counts.
        let next = (0..open.len()).find(|&place| {
            let higher = at[place].checked_add(1).and_then(|from| lists[place].next_from(from));
            at[place] = higher.or(lists[place].min()).unwrap_or(at[place]);
            higher.is_some()
        });
        if next.is_none() {
            break;
        }
    }
    Some(match (has_violated, allowed.is_empty(), &open[..]) {
        (false, ..) => Simplified::Entailed,
        (_, true, &[]) => Simplified::Violated,
        (_, true, &[first, ..]) => impossible(first),
        (_, _, &[only]) => {
            let values: Domain = allowed.into_iter().collect();
            Simplified::Into(vec![Arc::new(InSet { view: only.view(), values })])
        }
        _ => return None,
    })
}
