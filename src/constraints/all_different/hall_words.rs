//! Explanations of `all_different` by Hall sets, in a narrow scope: every set of values is a word, and nothing is allocated. See `hall.rs`.
//!
//! | Promise | |
//! |---|---|
//! | Explains | by what the views of a Hall set lost, or by the values of those that are fixed |
//! | Cost | O(n²) words |

use crate::constraints::all_different::word_matching::{Crowd, MOST, WordMatching};
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, VarId, View};

/// Writes to `out` why `var`, by one of the `views` or of the `others`, which are in no Hall set, lost what is requested; `None` if the
/// scope is not narrow.
pub(super) fn explain(
    views: &[View],
    others: &[View],
    request: ExplainRequest,
    var: VarId,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) -> Option<()> {
    if views.is_empty() {
        return Some(());
    }
    let (scope, matched) = Scope::matched(views, past)?;
    if let Err(Crowd(crowd)) = matched {
        // An earlier change of this run has made it fail, which implies anything.
        scope.write(crowd, past, out);
        return Some(());
    }
    for value in request.removed(past) {
        let outside = others.iter().map(|x| (usize::MAX, x));
        let mut places = views.iter().enumerate().chain(outside).filter(|(_, x)| x.var == var);
        let found = places.find_map(|(at, x)| scope.hall_set(scope.bit(x.apply(value))?, at));
        scope.write(found.unwrap_or(0), past, out);
    }
    Some(())
}

/// Writes to `out` why some views are too many for the values that they can have together; `None` if the scope is not narrow.
pub(super) fn crowd(views: &[View], past: &Past<'_>, out: &mut Vec<Atom>) -> Option<()> {
    let (scope, matched) = Scope::matched(views, past)?;
    if let Err(Crowd(crowd)) = matched {
        scope.write(crowd, past, out);
    }
    Some(())
}

/// A narrow scope as it was, its views matched to different values.
struct Scope<'a> {
    views: &'a [View],
    /// The value of bit 0.
    first: i64,
    matching: WordMatching,
}

impl<'a> Scope<'a> {
    fn matched(views: &'a [View], past: &Past<'_>) -> Option<(Scope<'a>, Result<(), Crowd>)> {
        let start = past.start();
        let first = views.iter().map(|x| i64::from(x.min(&start))).min()?;
        let last = views.iter().map(|x| i64::from(x.max(&start))).max()?;
        if views.len() > MOST || last - first >= MOST as i64 {
            return None;
        }
        let mut matching = WordMatching::new();
        for (row, view) in matching.rows.iter_mut().zip(views) {
            *row = word(*view, past, first);
        }
        let matched = matching.match_all(views.len());
        Some((Scope { views, first, matching }, matched))
    }

    /// The bit of a value that a view could have.
    fn bit(&self, value: i64) -> Option<u64> {
        let at = value - self.first;
        (0..MOST as i64).contains(&at).then(|| 1 << at)
    }

    /// The owners met from a value on, as a word by view; `None` if the way leads to a free value or to `without`.
    fn hall_set(&self, value: u64, without: usize) -> Option<u64> {
        let WordMatching { rows, owner, taken, .. } = &self.matching;
        let (mut values, mut fresh, mut members) = (value, value, 0u64);
        while fresh != 0 {
            let bit = fresh & fresh.wrapping_neg();
            fresh &= fresh - 1;
            let owner = owner[bit.trailing_zeros() as usize] as usize;
            if bit & !taken != 0 || owner == without {
                return None;
            }
            members |= 1 << owner;
            fresh |= rows[owner] & !values;
            values |= rows[owner];
        }
        Some(members)
    }

    /// Writes that these views have no values but those that they have together.
    fn write(&self, members: u64, past: &Past<'_>, out: &mut Vec<Atom>) {
        let rows = &self.matching.rows;
        let each = |members: u64| (0..self.views.len()).filter(move |at| members >> at & 1 != 0);
        let values = each(members).fold(0, |values, at| values | rows[at]);
        let value = |bit: u32| (self.first + i64::from(bit)) as i32;
        for at in each(members) {
            let view = self.views[at];
            if rows[at].is_power_of_two() {
                out.extend(view.equals(value(rows[at].trailing_zeros())));
                continue;
            }
            let mut gone = word(view, &past.start(), self.first) & !values;
            while gone != 0 {
                out.extend(view.differs(value(gone.trailing_zeros())));
                gone &= gone - 1;
            }
        }
    }
}

/// The values of a view as bits, from `first` on.
fn word(view: View, past: &Past<'_>, first: i64) -> u64 {
    let domain = past.domain(view.var);
    domain.iter().fold(0, |word, value| word | 1 << (view.apply(value) - first))
}
