//! Hall sets behind a change, in a narrow scope: every set of values is a word, and nothing is allocated. See `hall.rs`.
//!
//! | Promise | |
//! |---|---|
//! | Explains | by what the views of a Hall set lost, or by the values of those that are fixed |
//! | Cost | O(n²) words |

use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, VarId, View};

/// The most views and values.
const MOST: usize = 64;

/// Writes to `out` why `var` lost what is requested; `None` if the scope is not narrow.
pub(super) fn explain(
    views: &[View],
    request: ExplainRequest,
    var: VarId,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) -> Option<()> {
    let mut matching = Matching::new(views, past)?;
    if let Some(unmatched) = matching.match_all() {
        // An earlier change of this very run made a dead end of it, which implies anything.
        matching.write(views, unmatched, past, out);
        return Some(());
    }
    for value in request.removed(past) {
        let mut places = views.iter().enumerate().filter(|(_, x)| x.var == var);
        let found = places.find_map(|(at, x)| matching.hall_set(matching.bit(x.apply(value))?, at));
        matching.write(views, found.unwrap_or(0), past, out);
    }
    Some(())
}

/// Writes to `out` why some views are too many for the values that they can have together; `None` if the scope is not narrow.
pub(super) fn crowd(views: &[View], past: &Past<'_>, out: &mut Vec<Atom>) -> Option<()> {
    let mut matching = Matching::new(views, past)?;
    let unmatched = matching.match_all().unwrap_or(0);
    matching.write(views, unmatched, past, out);
    Some(())
}

/// Views matched to different values.
struct Matching {
    /// The value of bit 0.
    first: i64,
    count: usize,
    /// By view: the values that it could have, and the one that it is matched to.
    rows: [u64; MOST],
    mates: [u64; MOST],
    /// By value: the view that has it.
    owner: [u8; MOST],
    taken: u64,
}

impl Matching {
    fn new(views: &[View], past: &Past<'_>) -> Option<Matching> {
        let start = past.start();
        let first = views.iter().map(|x| i64::from(x.min(&start))).min()?;
        let last = views.iter().map(|x| i64::from(x.max(&start))).max()?;
        if views.len() > MOST || last - first >= MOST as i64 {
            return None;
        }
        let mut rows = [0; MOST];
        for (row, view) in rows.iter_mut().zip(views) {
            *row = word(*view, past, first);
        }
        Some(Matching { first, count: views.len(), rows, mates: [0; MOST], owner: [0; MOST], taken: 0 })
    }

    /// The bit of a value that a view could have.
    fn bit(&self, value: i64) -> Option<u64> {
        let at = value - self.first;
        (0..MOST as i64).contains(&at).then(|| 1 << at)
    }

    /// Matches all views; those that a search which failed has met, as a word by view, if there is no such matching.
    fn match_all(&mut self) -> Option<u64> {
        (0..self.count).find_map(|start| self.augment(start))
    }

    /// Finds a value for the view `start` along a shortest chain of others that give way; the views met, if it fails.
    fn augment(&mut self, start: usize) -> Option<u64> {
        let mut reached_by = [0u8; MOST];
        let mut asked = [0u8; MOST];
        (asked[0], asked[1]) = (start as u8, 0);
        let (mut met, mut seen) = (1u64 << start, 0u64);
        let (mut next, mut end) = (0, 1);
        while next < end {
            let asking = asked[next];
            next += 1;
            let mut fresh = self.rows[asking as usize] & !seen;
            seen |= fresh;
            let free = fresh & !self.taken;
            if free != 0 {
                let bit = free & free.wrapping_neg();
                self.taken |= bit;
                self.shift_chain(start, asking, bit, &reached_by);
                return None;
            }
            while fresh != 0 {
                let value = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                reached_by[value] = asking;
                asked[end] = self.owner[value];
                met |= 1 << asked[end];
                end += 1;
            }
        }
        Some(met)
    }

    fn shift_chain(&mut self, start: usize, last: u8, mut bit: u64, reached_by: &[u8; MOST]) {
        let mut at = last;
        loop {
            let old = std::mem::replace(&mut self.mates[at as usize], bit);
            self.owner[bit.trailing_zeros() as usize] = at;
            if at as usize == start {
                return;
            }
            bit = old;
            at = reached_by[old.trailing_zeros() as usize];
        }
    }

    /// The owners met from a value on, as a word by view; `None` if the way leads to a free value or to `without`.
    fn hall_set(&self, value: u64, without: usize) -> Option<u64> {
        let (mut values, mut fresh, mut members) = (value, value, 0u64);
        while fresh != 0 {
            let bit = fresh & fresh.wrapping_neg();
            fresh &= fresh - 1;
            if bit & !self.taken != 0 {
                return None;
            }
            let owner = self.owner[bit.trailing_zeros() as usize] as usize;
            if owner == without {
                return None;
            }
            members |= 1 << owner;
            fresh |= self.rows[owner] & !values;
            values |= self.rows[owner];
        }
        Some(members)
    }

    /// Writes that these views have no values but those that they have together.
    fn write(&self, views: &[View], members: u64, past: &Past<'_>, out: &mut Vec<Atom>) {
        let each = |members: u64| (0..self.count).filter(move |at| members >> at & 1 != 0);
        let values = each(members).fold(0, |values, at| values | self.rows[at]);
        for at in each(members) {
            let view = views[at];
            let row = self.rows[at];
            let value = |bit: u32| (self.first + i64::from(bit)) as i32;
            if row.is_power_of_two() {
                out.extend(view.equals(value(row.trailing_zeros())));
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
