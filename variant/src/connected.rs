//! Connected regions: the cells with the same number are so many, and each can be reached from each other one through neighbours.
//!
//! | promise | |
//! |---|---|
//! | meaning | each value that some variable has is that of exactly `size` variables, whose nodes are connected in a graph |
//! | consistency | by value: what is out of reach of a region loses its number, what it cannot do without has it |
//! | cost | O(values · (nodes + edges)) a run |
//! | explains | by all variables that have the value or cannot have it |
//! | source | articulation points: Tarjan, SIAM Journal on Computing 1(2), 1972 |

use std::collections::VecDeque;
use std::sync::Arc;

use residua::constraints::Constraint;
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView};
use residua::store::{Atom, Events, Failure, Past, Store, VarId, View};

/// Whether some nodes of a graph are connected through each other.
pub(super) fn is_connected(neighbours: &[Vec<usize>], nodes: &[usize]) -> bool {
    let mut seen: Vec<usize> = nodes.iter().copied().take(1).collect();
    let mut done = 0;
    while let Some(&node) = seen.get(done) {
        done += 1;
        let new: Vec<usize> = neighbours[node]
            .iter()
            .copied()
            .filter(|next| nodes.contains(next) && !seen.contains(next))
            .collect();
        seen.extend(new);
    }
    seen.len() == nodes.len()
}

/// Over a model's variables the constraint; over an engine's, since it keeps no state, its propagator.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ConnectedRegions<V> {
    /// By node: the number of its region.
    numbers: Vec<View<V>>,
    /// By node.
    neighbours: Arc<Vec<Vec<usize>>>,
    /// How many nodes a region has.
    size: usize,
}

impl ConnectedRegions<IntVar> {
    /// Neighbours are mutual.
    pub(super) fn new(numbers: &[IntVar], neighbours: Vec<Vec<usize>>, size: usize) -> Self {
        let numbers = numbers.iter().map(|&number| number.into()).collect();
        ConnectedRegions { numbers, neighbours: Arc::new(neighbours), size }
    }
}

impl Constraint for ConnectedRegions<IntVar> {
    fn name(&self) -> &'static str {
        "connected_regions"
    }

    fn scope(&self) -> Vec<IntView> {
        self.numbers.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let numbers: Vec<i64> = self.numbers.iter().map(|&number| value(number)).collect();
        numbers.iter().all(|number| {
            let nodes: Vec<usize> = (0..numbers.len()).filter(|&node| numbers[node] == *number).collect();
            nodes.len() == self.size && is_connected(&self.neighbours, &nodes)
        })
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let numbers = self.numbers.iter().map(|&number| to.view(number)).collect();
        to.add(ConnectedRegions { numbers, neighbours: Arc::clone(&self.neighbours), size: self.size });
        Ok(())
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(ConnectedRegions {
            numbers: self.numbers.iter().map(|&number| to(number)).collect(),
            ..self.clone()
        })
    }
}

/// What is known of the region with a number.
struct Region<'a> {
    neighbours: &'a [Vec<usize>],
    /// By node: whether it may be in the region.
    may_be: Vec<bool>,
    /// By node: whether it is.
    is_in: Vec<bool>,
}

impl Region<'_> {
    /// The nodes of the region that are known, ascending.
    fn known(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_in.len()).filter(|&node| self.is_in[node])
    }

    /// The nodes that may be in it and are not known to be, ascending.
    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_in.len()).filter(|&node| self.may_be[node] && !self.is_in[node])
    }

    /// By node: how many steps it is away from the nearest of some, through nodes that may be in the region.
    fn distances(&self, from: impl IntoIterator<Item = usize>) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.may_be.len()];
        let mut next: VecDeque<usize> = from.into_iter().collect();
        for &node in &next {
            distances[node] = Some(0);
        }
        while let Some(node) = next.pop_front() {
            let further = distances[node].map(|distance: usize| distance + 1);
            for &neighbour in &self.neighbours[node] {
                if self.may_be[neighbour] && distances[neighbour].is_none() {
                    distances[neighbour] = further;
                    next.push_back(neighbour);
                }
            }
        }
        distances
    }

    /// The nodes without which no `size` nodes are connected with `root` and all that are known: depth first, a node cuts off the part below
    /// a child of which no node has a neighbour above it.
    fn needed(&self, root: usize, size: usize) -> Vec<usize> {
        let count = self.may_be.len();
        let mut tree =
            Tree { order: vec![0; count], low: vec![0; count], nodes: vec![1; count], known: vec![0; count] };
        let (mut cut, mut needed) = (vec![0; count], vec![false; count]);
        let mut visited = 1;
        tree.enter(root, visited, self.is_in[root]);
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            if let Some(&neighbour) = self.neighbours[node].get(*edge) {
                *edge += 1;
                if self.may_be[neighbour] && tree.order[neighbour] == 0 {
                    visited += 1;
                    tree.enter(neighbour, visited, self.is_in[neighbour]);
                    path.push((neighbour, 0));
                } else if self.may_be[neighbour] {
                    tree.low[node] = tree.low[node].min(tree.order[neighbour]);
                }
                continue;
            }
            path.pop();
            let Some(&(parent, _)) = path.last() else { break };
            if tree.low[node] >= tree.order[parent] {
                cut[parent] += tree.nodes[node];
                needed[parent] |= tree.known[node] > 0;
            }
            tree.leave(node, parent);
        }
        let is_needed = |&node: &usize| needed[node] || visited - 1 - cut[node] < size;
        let reached = self.open().filter(|&node| tree.order[node] > 0);
        reached.filter(is_needed).collect()
    }
}

/// What a search in depth knows of each node.
struct Tree {
    /// When it was entered, from 1; 0 if it was not.
    order: Vec<usize>,
    /// The least order of a neighbour of a node of its subtree.
    low: Vec<usize>,
    /// How many nodes its subtree has.
    nodes: Vec<usize>,
    /// How many of these are known to be in the region.
    known: Vec<usize>,
}

impl Tree {
    fn enter(&mut self, node: usize, order: usize, is_known: bool) {
        (self.order[node], self.low[node], self.known[node]) = (order, order, usize::from(is_known));
    }

    fn leave(&mut self, node: usize, parent: usize) {
        self.low[parent] = self.low[parent].min(self.low[node]);
        self.nodes[parent] += self.nodes[node];
        self.known[parent] += self.known[node];
    }
}

impl ConnectedRegions<VarId> {
    fn region(&self, number: i32, store: &Store) -> Region<'_> {
        Region {
            neighbours: &self.neighbours,
            may_be: self.numbers.iter().map(|view| view.contains(store, number)).collect(),
            is_in: self.numbers.iter().map(|view| view.value(store) == Some(number)).collect(),
        }
    }

    /// Prunes by one number; true if that changed something.
    fn prune(&self, number: i32, store: &mut Store) -> Result<bool, Failure> {
        let region = self.region(number, store);
        let why = store.because(number as u32);
        let known: Vec<usize> = region.known().collect();
        let Some(&root) = known.first() else { return self.prune_new(number, &region, store) };
        let reached = region.distances([root]);
        let reachable = reached.iter().flatten().count();
        let is_cut = known.iter().any(|&node| reached[node].is_none());
        if known.len() > self.size || reachable < self.size || is_cut {
            return Err(store.contradiction(why));
        }
        // The way to a node from the nearest known one is of open nodes, which all have to be in the region.
        let distances = region.distances(known.iter().copied());
        let is_far = |node: &usize| distances[*node].is_none_or(|steps| known.len() + steps > self.size);
        let mut is_changed = false;
        for node in region.open().filter(is_far) {
            is_changed |= self.numbers[node].remove(store, number, why)?;
        }
        if !is_changed {
            for node in region.needed(root, self.size) {
                is_changed |= self.numbers[node].fix(store, number, why)?;
            }
        }
        Ok(is_changed)
    }

    /// Where no node is known, a region is within one of the parts of what may be in it.
    fn prune_new(&self, number: i32, region: &Region<'_>, store: &mut Store) -> Result<bool, Failure> {
        let why = store.because(number as u32);
        let mut is_seen = vec![false; self.numbers.len()];
        let mut is_changed = false;
        for start in region.open() {
            if is_seen[start] {
                continue;
            }
            let reached = region.distances([start]);
            let part: Vec<usize> = (0..reached.len()).filter(|&node| reached[node].is_some()).collect();
            for &node in &part {
                is_seen[node] = true;
            }
            for node in part.iter().filter(|_| part.len() < self.size) {
                is_changed |= self.numbers[*node].remove(store, number, why)?;
            }
        }
        Ok(is_changed)
    }
}

impl Propagator for ConnectedRegions<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.numbers, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let least = self.numbers.iter().map(|view| view.min(store)).min().unwrap_or(0);
        let greatest = self.numbers.iter().map(|view| view.max(store)).max().unwrap_or(-1);
        let mut is_changed = false;
        for number in least..=greatest {
            store.spend(self.numbers.len())?;
            is_changed |= self.prune(number, store)?;
        }
        Ok(if is_changed { Outcome::Again } else { Outcome::Fixpoint })
    }

    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let number = payload as i32;
        for view in &self.numbers {
            if !view.contains(past, number) {
                out.extend(view.differs(number));
            } else if view.value(past) == Some(number) {
                out.extend(view.equals(number));
            }
        }
    }
}
