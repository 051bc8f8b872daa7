//! The propagator of `regular`, on the unrolled automaton.
//!
//! A run goes forward over the states in reach, then backward over those from which an end is in reach; a value needs an arc between the
//! two.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain; for a variable that occurs twice, of its places by themselves as long as another one is open |
//! | Cost | a run looks twice at each arc of the values left; see `reach.rs` |
//! | Wakes on | any change |
//! | Explains | by a cut: see `cut.rs` |
//! | Source | Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP 2004 |

use std::cell::RefCell;

use crate::constraints::extensional::cut::Cut;
use crate::constraints::extensional::reach::{Reach, Sets, Words};
use crate::constraints::extensional::unrolled::Graph;
use crate::constraints::has_twice;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Store};

#[derive(Clone, Debug)]
struct Layers<R> {
    graph: Graph,
    has_repeats: bool,
    reach: R,
    cut: RefCell<Cut>,
}

/// Posts that the views of a graph, of at least two variables, form a word.
pub(super) fn post(graph: Graph, to: &mut Poster<'_>) -> Result<(), Failure> {
    for (layer, &view) in graph.views.iter().enumerate() {
        let values = graph.values[graph.numbers(layer)].iter().copied().collect();
        to.restrict(view, &values)?;
    }
    if let Some(words) = Words::new(&graph, to.store()) {
        to.add(Layers::over(graph, words));
    } else {
        let sets = Sets::new(&graph);
        to.add(Layers::over(graph, sets));
    }
    Ok(())
}

impl<R: Reach> Layers<R> {
    fn over(graph: Graph, reach: R) -> Layers<R> {
        let has_repeats = has_twice(graph.views.iter().map(|view| view.var));
        let cut = RefCell::new(Cut::new(&graph));
        Layers { graph, has_repeats, reach, cut }
    }

    /// Where some variable occurs twice, it has one value in all of its places: that is used once no other is open.
    fn filter_repeated(&mut self, store: &mut Store, why: Reason, changed: bool) -> Result<Outcome, Failure> {
        if changed {
            return Ok(Outcome::Again);
        }
        let mut open =
            self.graph.views.iter().filter(|view| view.value(store).is_none()).map(|view| view.var);
        let Some(var) = open.next() else { return Ok(Outcome::Entailed) };
        if open.any(|other| other != var) {
            return Ok(Outcome::Fixpoint);
        }
        let mut next = Some(store.min(var));
        while let Some(value) = next {
            if !self.reach.forward(&self.graph, store, Some((var, value))) {
                store.remove(var, value, why)?;
            }
            let after = value.checked_add(1).filter(|&after| after <= store.max(var));
            next = after
                .and_then(|after| store.runs(var).find(|run| run.1 >= after).map(|run| run.0.max(after)));
        }
        Ok(if store.size(var) == 1 { Outcome::Entailed } else { Outcome::Fixpoint })
    }
}

impl<R: Reach> Propagator for Layers<R> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.graph.views, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        if !self.reach.forward(&self.graph, store, None) {
            return Err(store.contradiction(why));
        }
        let changed = self.reach.backward(&self.graph, store, why)?;
        if self.has_repeats {
            return self.filter_repeated(store, why, changed);
        }
        let is_fixed = self.graph.views.iter().all(|view| view.value(store).is_some());
        Ok(if is_fixed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.cut.borrow_mut().explain(&self.graph, request, past, out);
    }
}
