//! Lazy explanations of `all_different`: fixed values, Hall sets and Hall intervals, computed from the domains as they were.
//!
//! | the change | its premises | file |
//! |---|---|---|
//! | a value that another view has | that view's value | here |
//! | all others than a value that has no other place | that each other view lost it | here |
//! | values of a Hall set | what its views lost | `hall_words.rs`, `hall_sets.rs` for wide scopes |
//! | a bound inside a Hall interval | the bounds of its views | `hall_intervals.rs` |
//!
//! A *Hall set* is a set of k views whose domains hold k values together: they take them all, so no other view has any.
//! To explain that `x` lost `w`, assign different values to all views (a matching) and follow from `w` what its owner
//! could take instead, what the owners of that could take, and so on: the views met are a Hall set, the smallest that
//! this matching shows. A failure is the same with one view too many.
//!
//! | Promise | |
//! |---|---|
//! | Explains | minimally: without any one premise the conclusion does not follow |
//! | Cost | O(1) for a value, O(n) for each of several that were removed at once; O(n²·values) for a Hall set, in words O(n²); nothing is allocated where the scope is narrow |
//! | Source | Katsirelos, *Nogood Processing in CSPs*, 2008; Downing, Feydy & Stuckey, *Explaining alldifferent*, ACSC 2012 |

use smallvec::SmallVec;

use crate::constraints::all_different::because;
use crate::constraints::all_different::{hall_intervals, hall_sets, hall_words};
use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, VarId, View};

/// Writes to `out` why the scope `views` brought about what is requested.
pub(super) fn explain(
    views: &[View],
    request: ExplainRequest,
    payload: u32,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let var = match request {
        ExplainRequest::Failure => return explain_failure(views, payload, past, out),
        ExplainRequest::Atom(atom) => atom.var(),
        ExplainRequest::Emptied(var) => var,
    };
    match (payload, request) {
        (because::TAKEN_BY.., _) => {
            let owner = views[(payload - because::TAKEN_BY) as usize];
            out.extend(owner.value(past).and_then(|value| owner.equals(value)));
        }
        (because::TAKEN, _) => {
            out.extend(request.removed(past).filter_map(|value| taken(views, var, value, past)));
        }
        (because::HALL_INTERVAL, ExplainRequest::Atom(atom)) => {
            hall_intervals::explain(views, atom, past, out);
        }
        _ => hall_words::explain(views, &[], request, var, past, out)
            .unwrap_or_else(|| hall_sets::explain(views, &[], request, var, past, out)),
    }
}

/// Explains a change of an `all_different` in which any number of views may have one of the `free` values.
///
/// Views that could still have such a value are in no Hall set, and the values of Hall sets are none of these; so the others are a
/// scope in which all differ.
pub(super) fn explain_except(
    views: &[View],
    free: &Domain,
    request: ExplainRequest,
    payload: u32,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    if free.is_empty() || payload >= because::TAKEN_BY {
        return explain(views, request, payload, past, out);
    }
    let var = match request {
        ExplainRequest::Failure => None,
        ExplainRequest::Atom(atom) => Some(atom.var()),
        ExplainRequest::Emptied(var) => Some(var),
    };
    let (mut bound, mut others): (Scope, Scope) = (Scope::new(), Scope::new());
    for x in views {
        let has_free = !past.domain(x.var).is_disjoint(&x.preimage(free));
        if !has_free {
            bound.push(*x);
        } else if Some(x.var) == var {
            others.push(*x);
        }
    }
    match var {
        None => explain_failure(&bound, payload, past, out),
        Some(var) => hall_words::explain(&bound, &others, request, var, past, out)
            .unwrap_or_else(|| hall_sets::explain(&bound, &others, request, var, past, out)),
    }
}

type Scope = SmallVec<[View; 32]>;

/// The view that has the value which `var` would give its own view at `value`.
fn taken(views: &[View], var: VarId, value: i32, past: &Past<'_>) -> Option<Atom> {
    views.iter().enumerate().filter(|(_, x)| x.var == var).find_map(|(i, x)| {
        let wanted = i32::try_from(x.apply(value)).ok()?;
        let has = views.iter().enumerate().find(|(j, y)| *j != i && had(**y, wanted, past))?;
        has.1.equals(wanted)
    })
}

/// Whether a view had that value alone. Then it still has: of most views that it has not is read off faster than their past.
#[inline]
fn had(view: View, value: i32, past: &Past<'_>) -> bool {
    view.value(past.now()) == Some(value) && view.value(past) == Some(value)
}

/// Why `var` has `value` by one of its views: none of the others has it any more.
pub(super) fn only_place(views: &[View], var: VarId, value: i32, past: &Past<'_>, out: &mut Vec<Atom>) {
    let start = past.start();
    let is_place = |x: &View| x.var == var && x.contains(past, value);
    let others = views.iter().filter(|y| !is_place(y) && y.contains(&start, value));
    out.extend(others.filter_map(|y| y.differs(value)));
}

fn explain_failure(views: &[View], payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
    match payload {
        because::TAKEN => {
            let fixed = |x: &View| x.value(past);
            for (i, x) in views.iter().enumerate() {
                let Some(value) = fixed(x) else { continue };
                if let Some(y) = views[..i].iter().find(|y| fixed(y) == Some(value)) {
                    out.extend([x.equals(value), y.equals(value)].into_iter().flatten());
                    return;
                }
            }
        }
        because::HALL_INTERVAL => hall_intervals::crowded(views, past, out),
        _ => hall_words::crowd(views, past, out).unwrap_or_else(|| hall_sets::crowd(views, past, out)),
    }
}
