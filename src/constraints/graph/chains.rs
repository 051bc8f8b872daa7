//! Subtour elimination: the last node of a chain of fixed successors does not go back to its first one while another node has to be
//! visited; and once a circuit is closed, all other nodes are left out.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | full assignments are decided, together with [`all_different`](crate::constraints::all_different()) |
//! | Cost | O(n) a run |
//! | Wakes on | a fixed successor; any change of an optional node |
//! | Explains | by the arcs of the chain or of the circuit, and a node beyond it that has to be visited; minimal where all have to be |
//! | Source | Caseau & Laburthe, *Solving Small TSPs with Constraints*, ICLP 1997; Francis & Stuckey, *Explaining Circuit Propagation*, Constraints 19(1), 2014 |

use std::sync::Arc;

use crate::constraints::graph::nodes::Nodes;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Reason, Store};

#[derive(Clone, Debug)]
pub(super) struct Chains {
    nodes: Arc<Nodes>,
    /// Scratch, by node: the next one, whether there is one before it, and whether it was seen.
    next: Vec<usize>,
    is_entered: Vec<bool>,
    is_seen: Vec<bool>,
}

const NONE: usize = usize::MAX;

mod because {
    /// The end of a chain does not go to its start.
    pub(super) const CHAIN: u32 = 0;
    /// There is a circuit already.
    pub(super) const CLOSED: u32 = 1;
}

impl Chains {
    pub(super) fn new(nodes: Arc<Nodes>) -> Chains {
        let n = nodes.len();
        Chains { nodes, next: vec![NONE; n], is_entered: vec![false; n], is_seen: vec![false; n] }
    }

    /// Reads the fixed arcs; `false` if they are not those of different nodes to different nodes.
    fn read(&mut self, store: &Store) -> bool {
        self.is_entered.fill(false);
        self.is_seen.fill(false);
        for (node, view) in self.nodes.views.iter().enumerate() {
            self.next[node] = NONE;
            if view.value(store).is_none() {
                continue;
            }
            match self.nodes.next(node, store) {
                Some(next) if !self.is_entered[next] => {
                    self.next[node] = next;
                    self.is_entered[next] = true;
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether the node is left out.
    fn is_left_out(&self, node: usize) -> bool {
        self.next[node] == node && self.nodes.is_optional(node)
    }

    /// Chains that have to go on do not close; true if that changed anything.
    fn keep_open(&mut self, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let Chains { nodes, next, is_entered, is_seen } = self;
        let required = (0..nodes.len()).filter(|&node| nodes.is_required(node, store)).count();
        let mut is_changed = false;
        for start in (0..nodes.len()).filter(|&node| !is_entered[node]) {
            let (mut end, mut count) = (start, 0);
            loop {
                is_seen[end] = true;
                count += usize::from(nodes.is_required(end, store));
                if next[end] == NONE {
                    break;
                }
                end = next[end];
            }
            let is_loop = end == start && nodes.is_optional(end);
            if required > count && !is_loop {
                is_changed |= nodes.views[end].remove(store, nodes.labels[start], why)?;
            }
        }
        Ok(is_changed)
    }

    /// Beyond a circuit, all nodes are left out; true if that changed anything.
    fn leave_others_out(&mut self, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let is_on_one = |&node: &usize| !self.is_seen[node] && !self.is_left_out(node);
        let Some(first) = (0..self.nodes.len()).find(is_on_one) else { return Ok(false) };
        self.is_seen.fill(false);
        let mut node = first;
        while !self.is_seen[node] {
            self.is_seen[node] = true;
            node = self.next[node];
        }
        let mut is_changed = false;
        for other in (0..self.nodes.len()).filter(|&node| !self.is_seen[node]) {
            if !self.nodes.is_optional(other) {
                return Err(store.contradiction(why));
            }
            is_changed |= self.nodes.views[other].fix(store, self.nodes.labels[other], why)?;
        }
        Ok(is_changed)
    }

    /// The end of the chain that starts there, or where it comes back to; and how many arcs it has.
    fn follow(&self, start: usize, past: &Past<'_>) -> (usize, usize) {
        let (mut end, mut length) = (start, 0);
        while let Some(next) = self.nodes.next(end, past) {
            (end, length) = (next, length + 1);
            if end == start || length > self.nodes.len() {
                break;
            }
        }
        (end, length)
    }

    /// Whether a node is among the first ones of a chain.
    fn is_among(&self, node: usize, start: usize, length: usize, past: &Past<'_>) -> bool {
        let mut place = Some(start);
        for _ in 0..length {
            if place == Some(node) {
                return true;
            }
            place = place.and_then(|place| self.nodes.next(place, past));
        }
        false
    }

    fn write_arcs(&self, start: usize, length: usize, past: &Past<'_>, out: &mut Vec<Atom>) {
        let mut place = start;
        for _ in 0..length {
            let Some(next) = self.nodes.next(place, past) else { return };
            self.nodes.why_next(place, next, out);
            place = next;
        }
    }

    /// Why the variable cannot have that value, by which some end of a chain would go to its start.
    fn explain_chain(&self, atom: Atom, value: i32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let nodes = &*self.nodes;
        for end in (0..nodes.len()).filter(|&node| nodes.views[node].var == atom.var()) {
            let Some(start) = nodes.at(nodes.views[end].apply(value)) else { continue };
            let (found, length) = if start == end { (end, 0) } else { self.follow(start, past) };
            if found != end || (length == 0 && nodes.is_optional(end)) {
                continue;
            }
            let is_beyond = |node: &usize| !self.is_among(*node, start, length + 1, past);
            let beyond = || (0..nodes.len()).filter(is_beyond);
            let by_itself = beyond().find(|&node| !nodes.is_optional(node));
            let required = by_itself.or_else(|| beyond().find(|&node| nodes.is_required(node, past)));
            if let Some(required) = required {
                self.write_arcs(start, length, past, out);
                nodes.why_required(required, out);
                return;
            }
        }
    }

    /// Why a node of which that is true is left out, or cannot be: there is a circuit without it.
    fn explain_closed(&self, is_asked: &dyn Fn(usize) -> bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        let nodes = &*self.nodes;
        for start in 0..nodes.len() {
            let (end, length) = self.follow(start, past);
            if end != start || length == 0 || (length == 1 && nodes.is_optional(start)) {
                continue;
            }
            if (0..nodes.len()).any(|node| is_asked(node) && !self.is_among(node, start, length, past)) {
                return self.write_arcs(start, length, past, out);
            }
        }
    }
}

impl Propagator for Chains {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for (node, view) in self.nodes.views.iter().enumerate() {
            let wanted = if self.nodes.is_optional(node) { Events::CHANGED } else { Events::FIXED };
            events.on(view.var, wanted);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if !self.read(store) {
            // It fails elsewhere.
            return Ok(Outcome::Again);
        }
        let why = store.because(because::CHAIN);
        let mut is_changed = self.keep_open(store, why)?;
        let why = store.because(because::CLOSED);
        is_changed |= self.leave_others_out(store, why)?;
        if is_changed {
            return Ok(Outcome::Again);
        }
        let is_known = self.next.iter().all(|&next| next != NONE);
        Ok(if is_known { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let nodes = &*self.nodes;
        match (payload, request) {
            (because::CHAIN, ExplainRequest::Atom(atom)) => {
                for value in request.removed(past) {
                    self.explain_chain(atom, value, past, out);
                }
            }
            (because::CHAIN, ExplainRequest::Emptied(var)) => {
                for value in request.removed(past) {
                    self.explain_chain(Atom::ne(var, value), value, past, out);
                }
            }
            (_, ExplainRequest::Atom(atom)) => {
                let implies = |node: usize| {
                    let view = nodes.views[node];
                    let is_own = view.var == atom.var() && nodes.is_optional(node);
                    is_own && view.invert(nodes.labels[node]).is_none_or(|value| atom.allows(value))
                };
                self.explain_closed(&implies, past, out);
            }
            (_, ExplainRequest::Emptied(var)) => {
                self.explain_closed(&|node| nodes.views[node].var == var, past, out);
            }
            (_, ExplainRequest::Failure) => {
                self.explain_closed(&|node| !nodes.is_optional(node), past, out);
            }
        }
    }
}
