//! MiniZinc encoding of circuits.
//!
//! The predicates `circuit` and `subcircuit` are on nodes with the numbers of an array, and neither can be part of a condition. All else is
//! written with the path from the first node that is visited, each place by the number of its node, from 1, and 0 for
//! none: that is a function of the successors, so that it may stand anywhere.

use residua::constraints::Node;

use crate::minizinc::expression::Writer;

impl Writer<'_> {
    /// A circuit that has to hold, as the predicate of MiniZinc that it is, if it is one.
    pub(super) fn predicate(&self, nodes: &[Node]) -> Option<String> {
        let first = nodes.first()?;
        let is_plain =
            |(node, label): (&Node, i32)| (node.label, node.is_optional) == (label, first.is_optional);
        if !nodes.iter().zip(0..).all(is_plain) {
            return None;
        }
        let name = if first.is_optional { "subcircuit" } else { "circuit" };
        let views: Vec<String> = nodes.iter().map(|node| self.view(node.successor)).collect();
        Some(format!("{name}(array1d(0..{}, [{}]))", nodes.len() - 1, views.join(", ")))
    }

    /// Whether the nodes are on one circuit, as an expression.
    pub(super) fn circuit(&self, nodes: &[Node], holds: bool) -> String {
        if nodes.is_empty() {
            return holds.to_string();
        }
        let (n, x) = (nodes.len(), self.prefix());
        let list = |of: &dyn Fn(&Node) -> String| nodes.iter().map(of).collect::<Vec<_>>().join(", ");
        let mut parts = vec![
            format!("array[1..{n}] of var int: {x}to = [{}]", list(&|node| self.view(node.successor))),
            format!("array[1..{n}] of int: {x}label = [{}]", list(&|node| node.label.to_string())),
            format!("array[1..{n}] of bool: {x}optional = [{}]", list(&|node| node.is_optional.to_string())),
            format!(
                "array[0..{last}] of var 0..{n}: {x}next = array1d(0..{last}, [0] ++ \
                 [sum({x}j in 1..{n})({x}j * bool2int({x}to[{x}i] = {x}label[{x}j])) | {x}i in 1..{n}] ++ [0])",
                last = n + 1
            ),
            format!(
                "array[1..{n}] of var 0..1: {x}visited = \
                 [bool2int(not {x}optional[{x}i] \\/ {x}next[{x}i] != {x}i) | {x}i in 1..{n}]"
            ),
            format!(
                "var 1..{last}: {x}at0 = min([{x}i + ({last} - {x}i) * (1 - {x}visited[{x}i]) | {x}i in 1..{n}])",
                last = n + 1
            ),
        ];
        parts.extend((1..n).map(|k| format!("var 0..{n}: {x}at{k} = {x}next[{x}at{}]", k - 1)));
        let mut said = vec![
            format!("forall({x}i in 1..{n})({x}next[{x}i] > 0)"),
            format!("forall({x}i, {x}j in 1..{n} where {x}i < {x}j)({x}next[{x}i] != {x}next[{x}j])"),
        ];
        let later = |k: usize| format!("({k} >= sum({x}visited) \\/ {x}at{k} != {x}at0)");
        said.extend((1..n).map(later));
        let not = if holds { "" } else { "not " };
        format!("let {{ {} }} in ({not}({}))", parts.join("; "), said.join(" /\\ "))
    }

    /// What no name of the model begins with.
    fn prefix(&self) -> String {
        let mut prefix = "node_".to_owned();
        while self.references.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        prefix
    }
}
