//! Explanations of `all_different` by Hall sets, in a scope of any width. See `hall.rs`.
//!
//! | Promise | |
//! |---|---|
//! | Explains | by what the views of a Hall set lost, or by the values of those that are fixed |
//! | Cost | O(n²·values), for it is run only to explain |

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, VarId, View};

/// Writes to `out` why `var`, by one of the `views` or of the `others`, which are in no Hall set, lost what is requested.
pub(super) fn explain(
    views: &[View],
    others: &[View],
    request: ExplainRequest,
    var: VarId,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let matching = Assignment::new(views, past);
    if matching.unmatched.is_some() {
        // An earlier change of this run has made it fail, which implies anything.
        return write_crowd(views, &matching, past, out);
    }
    for value in request.removed(past) {
        let outside = others.iter().map(|x| (usize::MAX, x));
        let mut places = views.iter().enumerate().chain(outside).filter(|(_, x)| x.var == var);
        let found = places.find_map(|(i, x)| matching.closure(i32::try_from(x.apply(value)).ok()?, i));
        if let Some((members, values)) = found {
            for i in members {
                within(views[i], &values, past, out);
            }
        }
    }
}

/// Writes to `out` why some views are too many for the values that they can have together.
pub(super) fn crowd(views: &[View], past: &Past<'_>, out: &mut Vec<Atom>) {
    write_crowd(views, &Assignment::new(views, past), past, out);
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

/// The views among which one is too many for the values that they can have together.
fn write_crowd(views: &[View], matching: &Assignment, past: &Past<'_>, out: &mut Vec<Atom>) {
    let met = matching.unmatched.as_deref().unwrap_or_default();
    let values = met.iter().fold(Domain::empty(), |all, &i| all.union(&matching.domains[i]));
    for &i in met {
        within(views[i], &values, past, out);
    }
}
