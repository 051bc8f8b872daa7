//! Propagation of circuits by the strongly connected components of the graph of possible arcs.
//!
//! *Of the whole graph*: all nodes that have to be visited are in one component; no arc leads from one component to another one; and
//! nodes outside that component are left out.
//!
//! *Without a root*, a node that has to be visited: a circuit leaves the root, goes through the components in the order in which arcs
//! lead from one to the other, and comes back to the root from the last. So no arc leads past a component with a node that has to be
//! visited. The root is the start of the longest chain, for without it all the chain stands apart.
//!
//! *An arc that is the only one* from the first of the components to the others is taken, where both have a node that has to be visited.
//! That is not looked for here, since [`all_different`](crate::constraints::all_different()) finds it by counting: once no arc leads past
//! such a node, the root and k nodes of the first components have the k nodes and what that arc leads to left between them.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | as said, while there are at most 2²⁶ arcs |
//! | Cost | O(arcs) a run |
//! | Wakes on | any change |
//! | Explains | by a cut, see `cuts.rs` |
//! | Source | Francis & Stuckey, *Explaining Circuit Propagation*, Constraints 19(1), 2014; components: Tarjan, SIAM J. Comput. 1(2), 1972 |

use std::sync::Arc;

use crate::constraints::graph::cuts::{self, kind};
use crate::constraints::graph::nodes::Nodes;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

pub(super) const NONE: u32 = u32::MAX;

/// More arcs than these are not kept.
const MOST_ARCS: u64 = 1 << 26;

#[derive(Clone, Debug)]
pub(super) struct Components {
    nodes: Arc<Nodes>,
    /// Scratch. The arcs to other nodes, by node from `firsts[node]` on.
    firsts: Vec<u32>,
    arcs: Vec<u32>,
    /// By node: when it was found, the earliest in reach, and its component: arcs lead to higher numbers.
    found: Vec<u32>,
    earliest: Vec<u32>,
    ranks: Vec<u32>,
    /// Nodes without a component yet, and the way to the node at hand, each with its next arc.
    open: Vec<u32>,
    way: Vec<(u32, u32)>,
    /// By node: whether it has to be visited.
    is_required: Vec<bool>,
    /// By rank: how many nodes that have to be visited have a lower one.
    below: Vec<u32>,
    note: Vec<u32>,
}

impl Components {
    pub(super) fn new(nodes: Arc<Nodes>) -> Components {
        let n = nodes.len();
        Components {
            nodes,
            firsts: vec![0; n + 1],
            arcs: Vec::new(),
            found: vec![NONE; n],
            earliest: vec![NONE; n],
            ranks: vec![NONE; n],
            open: Vec::with_capacity(n),
            way: Vec::with_capacity(n),
            is_required: vec![false; n],
            below: vec![0; n + 2],
            note: Vec::with_capacity(n + 3),
        }
    }

    /// Reads the arcs; false if they are too many.
    fn read(&mut self, store: &Store) -> Result<bool, Failure> {
        let nodes = &*self.nodes;
        self.arcs.clear();
        let most = |view: &View| view.size(store).min(nodes.len() as u64);
        if nodes.views.iter().map(most).sum::<u64>() > MOST_ARCS {
            return Ok(false);
        }
        for (node, view) in nodes.views.iter().enumerate() {
            store.spend(most(view) as usize)?;
            self.is_required[node] = nodes.is_required(node, store);
            // Under a guard, the domain may still be that of anything.
            if view.size(store) <= 4 * nodes.len() as u64 {
                for (low, high) in store.runs(view.var) {
                    let others = (low..=high).filter_map(|value| nodes.at(view.apply(value)));
                    self.arcs.extend(others.filter(|&other| other != node).map(|other| other as u32));
                }
            } else {
                let others = (0..nodes.len()).filter(|&other| other != node && nodes.can(node, other, store));
                self.arcs.extend(others.map(|other| other as u32));
            }
            self.firsts[node + 1] = self.arcs.len() as u32;
        }
        Ok(true)
    }

    fn arcs_of(&self, node: usize) -> std::ops::Range<usize> {
        self.firsts[node] as usize..self.firsts[node + 1] as usize
    }

    /// Gives each node but `without` the rank of its component; returns how many there are.
    fn rank(&mut self, without: u32, store: &Store) -> Result<u32, Failure> {
        self.found.fill(NONE);
        self.ranks.fill(NONE);
        self.way.clear();
        self.open.clear();
        let (mut count, mut components) = (0, 0);
        for start in (0..self.nodes.len() as u32).filter(|&node| node != without) {
            if self.found[start as usize] != NONE {
                continue;
            }
            self.way.push((start, self.firsts[start as usize]));
            while let Some((node, arc)) = self.way.pop() {
                let at = node as usize;
                if self.found[at] == NONE {
                    (self.found[at], self.earliest[at]) = (count, count);
                    self.open.push(node);
                    count += 1;
                }
                if arc < self.firsts[at + 1] {
                    store.spend(1)?;
                    self.way.push((node, arc + 1));
                    let next = self.arcs[arc as usize];
                    if next != without {
                        if self.found[next as usize] == NONE {
                            self.way.push((next, self.firsts[next as usize]));
                        } else if self.ranks[next as usize] == NONE {
                            self.earliest[at] = self.earliest[at].min(self.found[next as usize]);
                        }
                    }
                    continue;
                }
                if self.earliest[at] == self.found[at] {
                    while let Some(member) = self.open.pop() {
                        self.ranks[member as usize] = components;
                        if member == node {
                            break;
                        }
                    }
                    components += 1;
                }
                if let Some(&(before, _)) = self.way.last() {
                    let before = before as usize;
                    self.earliest[before] = self.earliest[before].min(self.earliest[at]);
                }
            }
        }
        // They are found from the last on.
        for rank in self.ranks.iter_mut().filter(|rank| **rank != NONE) {
            *rank = components - 1 - *rank;
        }
        Ok(components)
    }

    /// The start of the longest chain of nodes that have to be visited, or the first such node.
    fn root(&mut self, store: &Store) -> Option<u32> {
        // The numbers are found again afterwards.
        let is_entered = &mut self.found;
        is_entered.fill(0);
        for node in 0..self.nodes.len() {
            if let Some(next) = self.nodes.next(node, store).filter(|&next| next != node) {
                is_entered[next] += 1;
            }
        }
        let mut longest = (0, None);
        for start in (0..self.nodes.len()).filter(|&node| self.is_required[node] && is_entered[node] == 0) {
            let (mut place, mut length) = (start, 1);
            while let Some(next) = self.nodes.next(place, store).filter(|_| length <= self.nodes.len()) {
                (place, length) = (next, length + 1);
            }
            if length > longest.0 {
                longest = (length, Some(start as u32));
            }
        }
        longest.1.or_else(|| self.is_required.iter().position(|&is| is).map(|node| node as u32))
    }

    /// A note for [`cuts::explain`], as the payload of a reason.
    fn keep_note(&mut self, store: &mut Store, head: [u32; 3]) -> u32 {
        self.note.clear();
        self.note.extend_from_slice(&head);
        self.note.extend_from_slice(&self.ranks);
        store.keep_note(&self.note)
    }

    /// What the components of the whole graph say; true if that changed anything.
    fn of_all(&mut self, store: &mut Store) -> Result<bool, Failure> {
        if self.rank(NONE, store)? < 2 {
            return Ok(false);
        }
        let first = self.is_required.iter().position(|&is| is);
        let home = first.map(|first| self.ranks[first]);
        let apart =
            (0..self.nodes.len()).find(|&node| self.is_required[node] && Some(self.ranks[node]) != home);
        let number = |node: Option<usize>| node.map_or(NONE, |node| node as u32);
        let head = [kind::WHOLE, number(first), number(apart)];
        let note = self.keep_note(store, head);
        let why = store.because(note);
        if apart.is_some() {
            return Err(store.contradiction(why));
        }
        let mut is_changed = false;
        for node in 0..self.nodes.len() {
            let rank = self.ranks[node];
            let is_out = home.is_some_and(|home| rank != home);
            for arc in self.arcs_of(node) {
                let next = self.arcs[arc] as usize;
                if is_out || self.ranks[next] != rank {
                    is_changed |= self.nodes.views[node].remove(store, self.nodes.labels[next], why)?;
                }
            }
        }
        Ok(is_changed)
    }

    /// Whether a node that has to be visited has one of these ranks.
    fn has_required(&self, ranks: std::ops::Range<u32>) -> bool {
        ranks.start < ranks.end && self.below[ranks.start as usize] < self.below[ranks.end as usize]
    }

    /// What the components without the root say.
    fn without(&mut self, root: u32, store: &mut Store) -> Result<bool, Failure> {
        let count = self.rank(root, store)?;
        self.below[..=count as usize].fill(0);
        for (node, &rank) in self.ranks.iter().enumerate() {
            if rank != NONE && self.is_required[node] {
                self.below[rank as usize + 1] += 1;
            }
        }
        for rank in 0..count as usize {
            self.below[rank + 1] += self.below[rank];
        }
        let note = self.keep_note(store, [kind::SKIP, root, NONE]);
        let why = store.because(note);
        let mut is_changed = false;
        for node in 0..self.nodes.len() {
            let from = self.ranks[node];
            for arc in self.arcs_of(node) {
                let next = self.arcs[arc] as usize;
                let to = self.ranks[next];
                let skips = match (node as u32 == root, next as u32 == root) {
                    (true, _) => self.has_required(0..to),
                    (_, true) => self.has_required(from + 1..count),
                    _ => self.has_required(from + 1..to),
                };
                if skips {
                    is_changed |= self.nodes.views[node].remove(store, self.nodes.labels[next], why)?;
                }
            }
        }
        Ok(is_changed)
    }
}

impl Propagator for Components {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.nodes.views, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if !self.read(store)? {
            return Ok(Outcome::Fixpoint);
        }
        if self.of_all(store)? {
            return Ok(Outcome::Again);
        }
        let root = self.root(store);
        if let Some(root) = root
            && self.without(root, store)?
        {
            return Ok(Outcome::Again);
        }
        let is_known = self.nodes.views.iter().all(|view| view.value(store).is_some());
        Ok(if is_known { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        cuts::explain(&self.nodes, request, past.note(payload), past, out);
    }
}
