//! Prolog encoding of circuits.
//!
//! `circuit/1` is on nodes numbered from 1, and cannot be part of a condition. All else is written with the path from the first node that
//! is visited, each place by the label of its node: it is determined by the successors, so that it adds no solution.

use residua::constraints::Node;

use crate::prolog::goal::Writer;

impl Writer<'_> {
    /// A circuit that has to hold, by `circuit/1`, if it can be; goals that say what auxiliary variables are come before it.
    pub(super) fn circuit(self, nodes: &[Node], goals: &mut Vec<String>) -> Option<String> {
        if nodes.is_empty()
            || !nodes.iter().zip(0..).all(|(node, label)| node.label == label && !node.is_optional)
        {
            return None;
        }
        let mut names = Vec::new();
        for node in nodes {
            let name = format!("{}{}", self.prefix(), goals.len());
            goals.push(format!("{name} #= {} + 1", self.view(node.successor)));
            names.push(name);
        }
        Some(format!("circuit([{}])", names.join(", ")))
    }

    /// Whether the nodes are on one circuit; goals that say what auxiliary variables are come before it.
    pub(super) fn on_circuit(self, nodes: &[Node], holds: bool, before: &mut Vec<String>) -> String {
        let prefix = self.prefix();
        let fresh = |before: &[String], kind: &str| format!("{prefix}{}{kind}", before.len());
        let views: Vec<String> = nodes.iter().map(|node| self.view(node.successor)).collect();
        let mut said = vec!["0 #= 0".to_owned()];
        for (at, view) in views.iter().enumerate() {
            let is: Vec<String> = nodes.iter().map(|node| format!("{view} #= {}", node.label)).collect();
            said.push(format!("({})", is.join(" #\\/ ")));
            said.extend(views[..at].iter().map(|other| format!("{other} #\\= {view}")));
        }
        let mut visited = Vec::new();
        for (node, view) in nodes.iter().zip(&views) {
            let name = fresh(before, "v");
            let goal = if node.is_optional {
                format!("{name} #<==> {view} #\\= {}", node.label)
            } else {
                format!("{name} = 1")
            };
            before.push(goal);
            visited.push(name);
        }
        let start = fresh(before, "p");
        let mut place = start.clone();
        let none: Vec<String> = visited.iter().map(|name| format!("{name} #= 0")).collect();
        for (at, node) in nodes.iter().enumerate() {
            let mut conditions = none[..at].to_vec();
            conditions.push(format!("{} #= 1", visited[at]));
            let is_first = conditions.join(" #/\\ ");
            before.push(format!("{is_first} #==> {start} #= {}", node.label));
        }
        if let Some(first) = nodes.first() {
            before.push(format!("{} #==> {start} #= {}", none.join(" #/\\ "), first.label));
        }
        for count in 1..nodes.len() {
            let next = fresh(before, "p");
            let mut elsewhere = Vec::new();
            for (node, view) in nodes.iter().zip(&views) {
                before.push(format!("{place} #= {} #==> {next} #= {view}", node.label));
                elsewhere.push(format!("{place} #\\= {}", node.label));
            }
            before.push(format!("{} #==> {next} #= {place}", elsewhere.join(" #/\\ ")));
            said.push(format!("({count} #>= {} #\\/ {next} #\\= {start})", visited.join(" + ")));
            place = next;
        }
        let not = if holds { "" } else { "#\\ " };
        format!("{not}({})", said.join(" #/\\ "))
    }
}
