//! The propagator of `inverse`: the equivalences `fᵢ = j ⇔ gⱼ = i`, in both directions.
//!
//! Only the views whose domains have shrunk since the last run are looked at: their numbers of values follow backtracking.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain of each equivalence |
//! | Cost | O(n) a run, and for each view that changed O(log n) for each run of its values, and O(1) for each other place |
//! | Wakes on | any change |
//! | Explains | a lost value by the one that the other view lost |

use crate::constraints::has_twice;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, Trailed, View};

#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// The two lists, one after another.
    rows: Box<[Row]>,
    /// The number of rows of the first list.
    first: usize,
    /// Whether some variable occurs twice.
    repeats: bool,
    /// Scratch: the runs of a view's values.
    runs: Vec<(i64, i64)>,
}

/// A view of one of the lists.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Its place: what the views of the other list are equal to where it is equal to theirs.
    place: i32,
    view: View,
    /// The number of its values at the end of the last run that looked at it.
    seen: Trailed,
}

impl Channel {
    pub(super) fn new(lists: [&[(i32, View)]; 2], to: &mut Poster<'_>) -> Channel {
        let all = lists[0].iter().chain(lists[1]);
        let rows: Box<[Row]> =
            all.map(|&(place, view)| Row { place, view, seen: to.new_trailed(u64::MAX) }).collect();
        let repeats = has_twice(rows.iter().map(|row| row.view.var));
        Channel { rows, first: lists[0].len(), repeats, runs: Vec::new() }
    }

    /// Where the view of a row cannot be equal to a place, what is there cannot be equal to that of the row.
    fn exclude(&mut self, at: usize, store: &mut Store) -> Result<bool, Failure> {
        let Row { place: own, view, .. } = self.rows[at];
        let mut runs = std::mem::take(&mut self.runs);
        runs.clear();
        let is_shifted = view.scale() == 1;
        if is_shifted {
            runs.extend(store.runs(view.var).map(|(low, high)| (view.apply(low), view.apply(high))));
        }
        let std::ops::Range { start: mut next, end } = self.others(at);
        let (mut run, mut result) = (0, Ok(false));
        while next < end {
            let other = self.rows[next];
            let place = i64::from(other.place);
            while runs.get(run).is_some_and(|&(_, high)| high < place) {
                run += 1;
            }
            let last = match runs.get(run) {
                Some(&(low, high)) if low <= place => Some(high),
                _ => (!is_shifted && view.contains(store, other.place)).then_some(place),
            };
            // Places that it can be equal to are passed over together.
            if let Some(last) = last {
                next += self.rows[next..end].partition_point(|other| i64::from(other.place) <= last);
                continue;
            }
            let why = store.because(next as u32);
            let removed = store.spend(1).and_then(|()| other.view.remove(store, own, why));
            result = removed.and_then(|removed| result.map(|changed| changed | removed));
            if result.is_err() {
                break;
            }
            next += 1;
        }
        self.runs = runs;
        result
    }

    /// The places in `rows` of the list that this one is not in.
    fn others(&self, at: usize) -> std::ops::Range<usize> {
        if at < self.first { self.first..self.rows.len() } else { 0..self.first }
    }
}

impl Propagator for Channel {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.rows.iter().for_each(|row| events.on(row.view.var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut is_changed = false;
        for at in 0..self.rows.len() {
            let row = self.rows[at];
            let size = row.view.size(store);
            if store.get(row.seen) != size {
                is_changed |= self.exclude(at, store)?;
                store.set(row.seen, size);
            }
        }
        if is_changed && self.repeats {
            return Ok(Outcome::Again);
        }
        let is_decided = self.rows.iter().all(|row| row.view.value(store).is_some());
        Ok(if is_decided { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let at = payload as usize;
        let own = self.rows[at];
        for value in request.removed(past) {
            let place = own.view.apply(value);
            let other = self.others(at).find(|&other| i64::from(self.rows[other].place) == place);
            out.extend(other.and_then(|other| self.rows[other].view.differs(own.place)));
        }
    }
}
