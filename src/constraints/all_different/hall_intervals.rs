//! Explanations of `all_different` by Hall intervals: why a bound moved. See `hall.rs`.
//!
//! | Promise | |
//! |---|---|
//! | Explains | by the bounds of the views within a smallest Hall interval, relaxed to its ends; a bound also by the view's own older one, relaxed in the same way |
//! | Cost | O(n²) |
//! | Source | López-Ortiz, Quimper, Tromp & van Beek, IJCAI 2003; Downing, Feydy & Stuckey, ACSC 2012 |

use smallvec::SmallVec;

use crate::store::{Atom, Past, Relation, View};

/// The hull of a view's domain, and which view it is.
#[derive(Clone, Copy)]
struct Hull {
    view: usize,
    min: i32,
    max: i32,
}

/// An interval of values.
#[derive(Clone, Copy)]
struct Interval {
    low: i32,
    high: i32,
}

impl Interval {
    fn size(self) -> i64 {
        i64::from(self.high) - i64::from(self.low) + 1
    }
}

/// The hulls of all views, those with the least upper ends first.
fn hulls(views: &[View], past: &Past<'_>) -> SmallVec<[Hull; 64]> {
    let hull = |(view, x): (usize, &View)| Hull { view, min: x.min(past), max: x.max(past) };
    let mut hulls: SmallVec<[Hull; 64]> = views.iter().enumerate().map(hull).collect();
    hulls.sort_unstable_by_key(|hull| (hull.max, hull.view));
    hulls
}

/// The intervals that hold views, but for `without`, each with how many they hold.
fn intervals(hulls: &[Hull], without: Option<usize>) -> impl Iterator<Item = (Interval, i64)> + '_ {
    let others = move || hulls.iter().filter(move |hull| Some(hull.view) != without);
    others().flat_map(move |first| {
        let low = first.min;
        let within = others().filter(move |hull| hull.min >= low);
        within.scan(0, move |count, hull| {
            *count += 1;
            Some((Interval { low, high: hull.max }, *count))
        })
    })
}

/// Writes to `out` why `atom` became true of its variable.
pub(super) fn explain(views: &[View], atom: Atom, past: &Past<'_>, out: &mut Vec<Atom>) {
    let hulls = hulls(views, past);
    for (i, x) in views.iter().enumerate().filter(|(_, x)| x.var == atom.var()) {
        // What has to be covered: a value, or what lies between a bound as it was and as it became.
        let (from, to) = if atom.relation() == Relation::Ne {
            (x.apply(atom.value()), x.apply(atom.value()))
        } else if let Some(low) = x.low_implying(atom) {
            (i64::from(x.min(past)), low - 1)
        } else if let Some(high) = x.high_implying(atom) {
            (high + 1, i64::from(x.max(past)))
        } else {
            continue;
        };
        let covers = |interval: &Interval| i64::from(interval.low) <= from && to <= i64::from(interval.high);
        let full = intervals(&hulls, Some(i)).filter(|(at, held)| *held == at.size() && covers(at));
        if let Some((at, _)) = full.min_by_key(|&(_, held)| held) {
            let start = past.start();
            if atom.relation() != Relation::Ne && x.low_implying(atom).is_some() {
                out.extend(x.at_least(at.low).filter(|_| x.min(&start) < at.low));
            } else if atom.relation() != Relation::Ne {
                out.extend(x.at_most(at.high).filter(|_| x.max(&start) > at.high));
            }
            return bounds(views, &hulls, at, at.size(), Some(i), past, out);
        }
    }
    // An earlier change of this sweep has made it fail, which implies anything.
    crowded(views, past, out);
}

/// Writes to `out` the bounds of the views in an interval that holds more of them than values.
pub(super) fn crowded(views: &[View], past: &Past<'_>, out: &mut Vec<Atom>) {
    let hulls = hulls(views, past);
    let found = intervals(&hulls, None).find(|(at, held)| *held > at.size());
    if let Some((at, held)) = found {
        bounds(views, &hulls, at, held, None, past, out);
    }
}

/// Writes to `out` that `count` views but `without` lie within an interval.
fn bounds(
    views: &[View],
    hulls: &[Hull],
    at: Interval,
    count: i64,
    without: Option<usize>,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let start = past.start();
    let within = |hull: &&Hull| at.low <= hull.min && hull.max <= at.high && Some(hull.view) != without;
    for hull in hulls.iter().filter(within).take(count as usize) {
        let view = views[hull.view];
        out.extend(view.at_least(at.low).filter(|_| view.min(&start) < at.low));
        out.extend(view.at_most(at.high).filter(|_| view.max(&start) > at.high));
    }
}
