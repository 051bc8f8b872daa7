//! Why `all_different` took a value: computed when somebody asks, from the domains as they were.
//!
//! A *Hall set* is a set of k views whose domains hold k values together: they take them all, so nobody else has any.
//! To explain that `x` lost `w`, assign different values to all views (a matching) and follow from `w` what its owner
//! could take instead, what the owners of that could take, and so on: the views met are a Hall set, the smallest that
//! this matching shows. A failure is the same with one view too many.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n²·values) for each value asked about |
//! | Source | Katsirelos, *Nogood Processing in CSPs*, 2008; Downing, Feydy & Stuckey, *Explaining alldifferent*, ACSC 2012 |

use std::collections::BTreeMap;

use crate::constraints::all_different::narrow::because;
use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, VarId, View};

/// Writes to `out` why the scope `views` brought about what is request.
pub(super) fn explain(
    views: &[View],
    request: ExplainRequest,
    payload: u32,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let removed = request.removed(past, out);
    let var = match request {
        ExplainRequest::Failure => return explain_failure(views, payload, past, out),
        ExplainRequest::Atom(atom) => atom.var(),
        ExplainRequest::Emptied(var) => var,
    };
    match payload {
        because::TAKEN => out.extend(removed.iter().filter_map(|&v| taken(views, var, v, past))),
        because::ONLY_PLACE => only_place(views, var, &removed, past, out),
        because::HALL_INTERVAL => {
            let scope: Vec<Hull> =
                views.iter().map(|x| Hull { min: x.min(past), max: x.max(past) }).collect();
            for &value in &removed {
                hall_interval(views, &scope, var, value, past, out);
            }
        }
        _ => {
            let matching = Assignment::new(views, past);
            if matching.unmatched.is_some() {
                // An earlier change of this very run made a dead end of it, which implies anything.
                return crowd(views, &matching, past, out);
            }
            for &value in &removed {
                hall_set(views, &matching, var, value, past, out);
            }
        }
    }
}

/// The view that has the value which `var` would give its own view at `value`.
fn taken(views: &[View], var: VarId, value: i32, past: &Past<'_>) -> Option<Atom> {
    views.iter().enumerate().filter(|(_, x)| x.var == var).find_map(|(i, x)| {
        let wanted = i32::try_from(x.apply(value)).ok()?;
        let has = views.iter().enumerate().find(|(j, y)| *j != i && y.value(past) == Some(wanted))?;
        has.1.equals(wanted)
    })
}

/// `var` keeps a value that no other view can have, and loses all others.
fn only_place(views: &[View], var: VarId, removed: &[i32], past: &Past<'_>, out: &mut Vec<Atom>) {
    let kept = past.domain(var).iter().filter(|v| !removed.contains(v)).collect::<Vec<_>>();
    for x in views.iter().filter(|x| x.var == var) {
        for value in kept.iter().filter_map(|&v| i32::try_from(x.apply(v)).ok()) {
            let others = || views.iter().filter(|y| *y != x);
            if others().all(|y| !y.contains(past, value)) {
                let start = past.start();
                out.extend(others().filter(|y| y.contains(&start, value)).filter_map(|y| y.differs(value)));
                return;
            }
        }
    }
}

/// Views matched to different values, by Kuhn's algorithm; plain, for it is run only to explain.
struct Assignment {
    domains: Vec<Domain>,
    owner: BTreeMap<i32, usize>,
    /// The views that found no value; with those that the search for one met, they are too many.
    unmatched: Option<Vec<usize>>,
}

impl Assignment {
    fn new(views: &[View], past: &Past<'_>) -> Assignment {
        // A view with more values than there are views is in no Hall set, and finds a value in the end.
        let is_tight = |x: &View| x.size(past) <= views.len() as u64;
        let reach = |x: &View| if is_tight(x) { x.domain(past) } else { Domain::empty() };
        let domains: Vec<Domain> = views.iter().map(reach).collect();
        let mut matching = Assignment { domains, owner: BTreeMap::new(), unmatched: None };
        for view in (0..views.len()).filter(|&i| is_tight(&views[i])) {
            let mut met = vec![view];
            if !matching.augment(view, &mut met) {
                matching.unmatched = Some(met);
                break;
            }
        }
        matching
    }

    fn augment(&mut self, start: usize, met: &mut Vec<usize>) -> bool {
        let mut reached_by: BTreeMap<i32, usize> = BTreeMap::new();
        let mut next = 0;
        while let Some(&view) = met.get(next) {
            next += 1;
            for value in &self.domains[view] {
                if reached_by.contains_key(&value) {
                    continue;
                }
                reached_by.insert(value, view);
                if let Some(&owner) = self.owner.get(&value) {
                    met.push(owner);
                } else {
                    self.shift_chain(start, value, &reached_by);
                    return true;
                }
            }
        }
        false
    }

    fn shift_chain(&mut self, start: usize, mut value: i32, reached_by: &BTreeMap<i32, usize>) {
        loop {
            let view = reached_by[&value];
            let old = self.owner.iter().find(|&(_, &owner)| owner == view).map(|(&v, _)| v);
            self.owner.insert(value, view);
            match old {
                Some(old) if view != start => value = old,
                _ => return,
            }
        }
    }

    /// The owners met from `value` on and the values that they can have; `None` if the way leads to a free value or to
    /// `without`.
    fn closure(&self, value: i32, without: usize) -> Option<(Vec<usize>, Domain)> {
        let mut members = vec![*self.owner.get(&value)?];
        let mut values = Domain::empty();
        let mut next = 0;
        while let Some(&view) = members.get(next) {
            next += 1;
            for v in &self.domains[view].difference(&values) {
                let owner = *self.owner.get(&v)?;
                if owner == without {
                    return None;
                }
                if !members.contains(&owner) {
                    members.push(owner);
                }
            }
            values = values.union(&self.domains[view]);
        }
        Some((members, values))
    }
}

fn hall_set(
    views: &[View],
    matching: &Assignment,
    var: VarId,
    value: i32,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let places = views.iter().enumerate().filter(|(_, x)| x.var == var);
    let mut places = places;
    let found = places.find_map(|(i, x)| matching.closure(i32::try_from(x.apply(value)).ok()?, i));
    if let Some((members, values)) = found {
        for i in members {
            within(views[i], &values, past, out);
        }
    }
}

/// Atoms that say that `view` has a value of `values`: those it was made with that are not, are gone.
fn within(view: View, values: &Domain, past: &Past<'_>, out: &mut Vec<Atom>) {
    if let Some(value) = view.value(past) {
        out.extend(view.equals(value));
        return;
    }
    let start = past.start();
    let (Some(low), Some(high)) = (values.min(), values.max()) else {
        return;
    };
    if start.size(view.var) > 64 {
        // Bounds say it in two atoms where single values would take many.
        out.extend(view.at_least(low).filter(|_| view.min(&start) < low));
        out.extend(view.at_most(high).filter(|_| view.max(&start) > high));
    }
    let made = view.domain(&start);
    let gone = made.difference(values);
    let gone = if start.size(view.var) > 64 { gone.intersect(&Domain::from(low..=high)) } else { gone };
    out.extend(gone.iter().filter_map(|v| view.differs(v)));
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
        because::HALL_INTERVAL => crowded_interval(views, past, out),
        _ => {
            crowd(views, &Assignment::new(views, past), past, out);
        }
    }
}

/// The views among which one is too many for the values that they can have together.
fn crowd(views: &[View], matching: &Assignment, past: &Past<'_>, out: &mut Vec<Atom>) {
    let met = matching.unmatched.as_deref().unwrap_or_default();
    let values = met.iter().fold(Domain::empty(), |all, &i| all.union(&matching.domains[i]));
    for &i in met {
        within(views[i], &values, past, out);
    }
}

/// The hull of a view's domain.
#[derive(Clone, Copy)]
struct Hull {
    min: i32,
    max: i32,
}

/// The views whose hulls lie within `low..=high`, but for `without`.
fn inside(scope: &[Hull], low: i32, high: i32, without: Option<usize>) -> Vec<usize> {
    let within = |i: &usize| low <= scope[*i].min && scope[*i].max <= high && Some(*i) != without;
    (0..scope.len()).filter(within).collect()
}

fn bound(views: &[View], members: &[usize], low: i32, high: i32, past: &Past<'_>, out: &mut Vec<Atom>) {
    let start = past.start();
    for &i in members {
        out.extend(views[i].at_least(low).filter(|_| views[i].min(&start) < low));
        out.extend(views[i].at_most(high).filter(|_| views[i].max(&start) > high));
    }
}

/// A smallest interval around the value with as many other views within it as it has values.
fn hall_interval(
    views: &[View],
    scope: &[Hull],
    var: VarId,
    value: i32,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let mut best: Option<(Vec<usize>, i32, i32)> = None;
    for (i, x) in views.iter().enumerate().filter(|(_, x)| x.var == var) {
        let Ok(value) = i32::try_from(x.apply(value)) else { continue };
        for low in scope.iter().map(|h| h.min).filter(|&low| low <= value) {
            for high in scope.iter().map(|h| h.max).filter(|&high| high >= value) {
                let members = inside(scope, low, high, Some(i));
                // More than full is a dead end not yet found, which a change of this very sweep can bring about.
                let full = members.len() as i64 > i64::from(high) - i64::from(low);
                if full && best.as_ref().is_none_or(|(fewest, ..)| members.len() < fewest.len()) {
                    best = Some((members, low, high));
                }
            }
        }
    }
    if let Some((members, low, high)) = best {
        bound(views, &members, low, high, past, out);
    } else {
        // An earlier change of this very sweep made a dead end of it, which implies anything.
        crowded_interval(views, past, out);
    }
}

/// An interval with more views within it than it has values.
fn crowded_interval(views: &[View], past: &Past<'_>, out: &mut Vec<Atom>) {
    let scope: Vec<Hull> = views.iter().map(|x| Hull { min: x.min(past), max: x.max(past) }).collect();
    for low in scope.iter().map(|h| h.min) {
        for high in scope.iter().map(|h| h.max) {
            let members = inside(&scope, low, high, None);
            if members.len() as i64 > (i64::from(high) - i64::from(low) + 1).max(0) && !members.is_empty() {
                bound(views, &members, low, high, past, out);
                return;
            }
        }
    }
}
