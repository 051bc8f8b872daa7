//! `circuit(succ)`, `subcircuit(succ)`: the successors make one circuit, of all nodes or of some.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | from each node one gets to each other one; of a subcircuit, from each node that is not its own successor, and none may be such |
//! | Consistency | that of [`all_different`](crate::constraints::all_different()) on domains, and what chains and components say: to find all that no circuit has is NP-hard |
//! | Cost | see `chains.rs` and `components.rs` |
//! | Same variable | its places are filtered as if they were of different variables |
//! | Statement | one of its own: [`Statement::Circuit`] |
//! | Source | Caseau & Laburthe, *Solving Small TSPs with Constraints*, ICLP 1997; Francis & Stuckey, *Explaining Circuit Propagation*, Constraints 19(1), 2014 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::holds_always;
use crate::constraints::graph::chains::Chains;
use crate::constraints::graph::components::Components;
use crate::constraints::graph::nodes::Nodes;
use crate::constraints::{Constraint, Node, Simplified, Statement, all_different, in_set, write_call};
use crate::domain::Domain;
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`circuit`](circuit()) and [`subcircuit`]: nodes on one circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// The nodes; no two have the same label.
    pub nodes: Box<[Node]>,
}

/// One circuit goes through all nodes, where `successors[i]` is the number of the node after node i, from 0. Without nodes it is true.
///
/// ```
/// use residua::constraints::{circuit, eq};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let succ = model.int_vars("succ", 5, 0..=4);
/// model.post(circuit(&succ))?;
/// assert_eq!(model.solutions().count(), 4 * 3 * 2);
/// // From 0 to 1 to 2: what is left is a circuit of the rest and of this chain, which is entered by 0 and left from 2.
/// model.post(eq(succ[0], 1))?;
/// model.post(eq(succ[1], 2))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert!(residual.model.to_string().ends_with("circuit(0: succ[2], 3: succ[3], 4: succ[4])\n"));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn circuit<V: Term>(successors: impl IntoIterator<Item = V>) -> V::Of<Circuit> {
    V::over(successors, |successors| Circuit::of(successors, false))
}

/// One circuit goes through some of the nodes, where `successors[i]` is the number of the node after node i, from 0; a node that
/// is its own successor is left out. All may be.
///
/// ```
/// use residua::constraints::subcircuit;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let succ = model.int_vars("succ", 4, 0..=3);
/// model.post(subcircuit(&succ))?;
/// // Of no node, of two, of three, of four.
/// assert_eq!(model.solutions().count(), 1 + 6 + 4 * 2 + 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn subcircuit<V: Term>(successors: impl IntoIterator<Item = V>) -> V::Of<Circuit> {
    V::over(successors, |successors| Circuit::of(successors, true))
}

/// More nodes than this are refused.
const MOST: usize = 1 << 16;

impl Circuit {
    fn of<V: Into<IntView>>(successors: impl IntoIterator<Item = V>, is_optional: bool) -> Circuit {
        let node = |(successor, label): (V, i32)| Node { successor: successor.into(), label, is_optional };
        Circuit { nodes: successors.into_iter().zip(0..).map(node).collect() }
    }

    fn labels(&self) -> Domain {
        self.nodes.iter().map(|node| node.label).collect()
    }

    /// The circuit with each chain of nodes whose successors are fixed as one node, without those that are left out. `None` if some
    /// successor cannot be, or two are the same, or there are two circuits; and the label at which a circuit was closed.
    fn contracted(&self, domains: &dyn Domains<IntVar>) -> Option<(Vec<Node>, bool)> {
        let mut sorted: Vec<(i32, usize)> = Vec::with_capacity(self.nodes.len());
        sorted.extend(self.nodes.iter().enumerate().map(|(at, node)| (node.label, at)));
        sorted.sort_unstable();
        let mut next = vec![None; self.nodes.len()];
        let mut is_entered = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let Some(value) = node.successor.value(domains) else { continue };
            let place = sorted.binary_search_by_key(&value, |&(label, _)| label).ok()?;
            let to = sorted[place].1;
            if is_entered[to] {
                return None;
            }
            (next[at], is_entered[to]) = (Some(to), true);
        }
        let mut left = Vec::new();
        let mut is_done = vec![false; self.nodes.len()];
        for start in (0..self.nodes.len()).filter(|&at| !is_entered[at]) {
            let mut end = start;
            is_done[start] = true;
            while let Some(to) = next[end] {
                end = to;
                is_done[end] = true;
            }
            let (first, last) = (self.nodes[start], self.nodes[end]);
            let is_optional = start == end && last.is_optional;
            left.push(Node { successor: last.successor, label: first.label, is_optional });
        }
        let mut is_closed = false;
        for start in 0..self.nodes.len() {
            if is_done[start] || (next[start] == Some(start) && self.nodes[start].is_optional) {
                continue;
            }
            if is_closed {
                return None;
            }
            is_closed = true;
            let mut place = start;
            while !is_done[place] {
                is_done[place] = true;
                place = next[place].unwrap_or(start);
            }
        }
        Some((left, is_closed))
    }
}

/// That these views have these values.
fn fixed(pairs: &[(IntView, i32)], domains: &dyn Domains<IntVar>) -> Simplified {
    if pairs.iter().any(|&(view, value)| !view.contains(domains, value)) {
        return Simplified::Violated;
    }
    if pairs.is_empty() {
        return Simplified::Entailed;
    }
    Simplified::Into(pairs.iter().map(|&(view, value)| in_set(view, value).into_shared()).collect())
}

impl Constraint for Circuit {
    fn name(&self) -> &'static str {
        if self.nodes.iter().any(|node| node.is_optional) { "subcircuit" } else { "circuit" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.nodes.iter().map(|node| node.successor).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let successors: Vec<i64> = self.nodes.iter().map(|node| value(node.successor)).collect();
        Node::are_circuit(&self.nodes, &successors)
    }

    fn validate(&self) -> Result<(), String> {
        let mut labels: Vec<i32> = self.nodes.iter().map(|node| node.label).collect();
        labels.sort_unstable();
        if labels.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two nodes of a circuit have the same label".to_owned());
        }
        if labels.len() > MOST {
            return Err(format!("a circuit has more than {MOST} nodes"));
        }
        Ok(())
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let labels = self.labels();
        for node in &self.nodes {
            to.restrict(to.view(node.successor), &labels)?;
        }
        all_different(self.nodes.iter().map(|node| node.successor)).at(Consistency::Domain).post(to)?;
        let nodes = Arc::new(Nodes::new(&self.nodes, to));
        to.add(Chains::new(Arc::clone(&nodes)));
        if nodes.len() > 2 {
            to.add(Components::new(nodes));
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        let Some((left, is_closed)) = self.contracted(domains) else { return Simplified::Violated };
        match *left {
            _ if is_closed => {
                if left.iter().any(|node| !node.is_optional) {
                    return Simplified::Violated;
                }
                let pairs: Vec<(IntView, i32)> =
                    left.iter().map(|node| (node.successor, node.label)).collect();
                fixed(&pairs, domains)
            }
            [] => Simplified::Entailed,
            [node] => fixed(&[(node.successor, node.label)], domains),
            [a, b] if !a.is_optional && !b.is_optional => {
                fixed(&[(a.successor, b.label), (b.successor, a.label)], domains)
            }
            _ if left.len() == self.nodes.len() => Simplified::Unchanged,
            _ => Simplified::Into(vec![Circuit { nodes: left.into() }.into_shared()]),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let node = |node: &Node| Node { successor: to(node.successor), ..*node };
        Arc::new(Circuit { nodes: self.nodes.iter().map(node).collect() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        if self.nodes.iter().zip(0..).all(|(node, label)| node.label == label) {
            let is_optional = |node: &Node| node.is_optional;
            if self.nodes.iter().all(is_optional) || !self.nodes.iter().any(is_optional) {
                return write_call(f, self.name(), &self.scope(), name);
            }
        }
        write!(f, "{}(", self.name())?;
        for (at, node) in self.nodes.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            // Of a subcircuit, a node that has to be visited.
            let mark = if self.name() == "subcircuit" && !node.is_optional { "!" } else { "" };
            write!(f, "{comma}{}{mark}: {}", node.label, name(node.successor))?;
        }
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        Some(Statement::Circuit { nodes: self.nodes.to_vec(), holds: true })
    }
}
