//! The literals of an inverse: `fᵢ = j ⇔ gⱼ = i`, each equivalence in both ways.
//!
//! Only the views whose domains have shrunk since the last run are looked at: their numbers of values follow backtracking.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain of each equivalence |
//! | Cost | O(n) a run, and O(n) for each view that changed |
//! | Wakes on | any change |
//! | Explains | a lost value by the one that the other view lost |

use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, Trailed, View};

#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// The two lists, one after another.
    rows: Box<[Row]>,
    /// How many are in the first.
    first: usize,
    /// Whether some variable occurs twice.
    repeats: bool,
}

/// A view of one of the lists.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Its place: what the views of the other list are equal to where it is equal to theirs.
    place: i32,
    view: View,
    /// How many values it had at the end of the last run that looked at it.
    seen: Trailed,
}

impl Channel {
    pub(super) fn new(lists: [&[(i32, View)]; 2], to: &mut Poster<'_>) -> Channel {
        let all = lists[0].iter().chain(lists[1]);
        let rows: Box<[Row]> =
            all.map(|&(place, view)| Row { place, view, seen: to.new_trailed(u64::MAX) }).collect();
        let repeats =
            rows.iter().enumerate().any(|(i, x)| rows[..i].iter().any(|y| y.view.var == x.view.var));
        Channel { rows, first: lists[0].len(), repeats }
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
        for (at, row) in self.rows.iter().enumerate() {
            let size = row.view.size(store);
            if store.get(row.seen) == size {
                continue;
            }
            for other in self.others(at) {
                let Row { place, view, .. } = self.rows[other];
                if !row.view.contains(store, place) {
                    is_changed |= view.remove(store, row.place, store.because(other as u32))?;
                }
            }
            store.set(row.seen, size);
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
