//! `all_different` at value consistency (forward checking), on any scope: no other view can have the value of a fixed one.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | value |
//! | Cost | O(n) for each view that was fixed since the last run |
//! | Wakes on | a view fixed |

use crate::constraints::all_different::because;
use crate::constraints::all_different::hall;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, Trailed, View};

#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The scope; those whose value has been taken from the others come first.
    views: Vec<View>,
    /// How many those are.
    done: Trailed,
    /// The values that any number of views may have.
    free: Domain,
    cost: Cost,
}

impl Value {
    /// The propagator; `done` is a number of its own that follows backtracking, 0 at first.
    pub(super) fn new(views: Vec<View>, done: Trailed, free: Domain) -> Value {
        Value { views, done, free, cost: Cost::Linear }
    }

    /// Sets the cost class of its runs.
    pub(super) fn at_cost(self, cost: Cost) -> Value {
        Value { cost, ..self }
    }
}

impl Propagator for Value {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut done = store.get(self.done) as usize;
        loop {
            let before = done;
            let open = done..self.views.len();
            for at in open {
                let Some(value) = self.views[at].value(store) else { continue };
                if let Err(interrupted) = store.spend(self.views.len() - done) {
                    store.set(self.done, done as u64);
                    return Err(interrupted);
                }
                self.views.swap(done, at);
                // While what it takes is gone, it stays where it is.
                let why = store.because(because::TAKEN_BY + done as u32);
                done += 1;
                if self.free.contains(value) {
                    continue;
                }
                for other in &self.views[done..] {
                    other.remove(store, value, why)?;
                }
            }
            // A view that was skipped may have been fixed since.
            if done == before {
                break;
            }
        }
        store.set(self.done, done as u64);
        Ok(if done + 1 >= self.views.len() { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        hall::explain_except(&self.views, &self.free, request, payload, past, out);
    }
}
