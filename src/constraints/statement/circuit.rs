//! Circuit statements: nodes, each with its label and its successor.

use crate::constraints::Statement;
use crate::store::handle::IntView;

/// A node of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The successor: the label of the next node.
    pub successor: IntView,
    /// The label: the value by which other nodes have this one as their successor.
    pub label: i32,
    /// Whether the circuit may leave it out, and then its successor is the node itself.
    pub is_optional: bool,
}

impl Node {
    /// Whether the successors, in the order of the nodes, say that those nodes are on one circuit that are not left out: each
    /// successor is the label of a node, no two are the same, and from each of these nodes the successors lead through all of them.
    pub(in crate::constraints) fn are_circuit(nodes: &[Node], successors: &[i64]) -> bool {
        let at = |label: i64| nodes.iter().position(|node| i64::from(node.label) == label);
        let Some(next) = successors.iter().map(|&label| at(label)).collect::<Option<Vec<usize>>>() else {
            return false;
        };
        let is_visited = |&i: &usize| !nodes[i].is_optional || next[i] != i;
        let visited = (0..nodes.len()).filter(is_visited).count();
        let Some(first) = (0..nodes.len()).find(is_visited) else { return true };
        let (mut place, mut steps) = (next[first], 1);
        while place != first && steps < nodes.len() {
            (place, steps) = (next[place], steps + 1);
        }
        place == first && steps == visited
    }

    /// Statements that every circuit satisfies: each successor is a label, and no two are the same.
    pub fn permutation(nodes: &[Node]) -> Vec<Statement> {
        let labels: Vec<i32> = nodes.iter().map(|node| node.label).collect();
        let member = |node: &Node| Statement::Member(node.successor, labels.clone().into());
        let different = Statement::AllDifferent(nodes.iter().map(|node| node.successor).collect());
        nodes.iter().map(member).chain([different]).collect()
    }
}
