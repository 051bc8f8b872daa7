//! `all_different` with domain consistency at the root only, for a search that learns: explanations by Hall sets have too many premises to
//! learn from, and inferences at the root need none.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain at the root; does nothing below it |
//! | Wakes on | either end of a view: to wake on lost values would have others explain the view by these, and not by its ends |
//! | Cost | as `matching.rs` at the root, O(1) below it |

use crate::constraints::all_different::matching::Matching;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct AtRoot {
    views: Vec<View>,
    matching: Matching,
}

impl AtRoot {
    pub(super) fn new(views: Vec<View>) -> AtRoot {
        AtRoot { matching: Matching::new(views.clone(), Domain::empty()), views }
    }
}

impl Propagator for AtRoot {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::BOUNDS);
    }

    fn cost(&self) -> Cost {
        self.matching.cost()
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        if store.level() == 0 { self.matching.propagate(store, cost) } else { Ok(Outcome::Fixpoint) }
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.matching.explain(request, payload, past, out);
    }
}
