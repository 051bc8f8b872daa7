//! CNF encoding of circuits.
//!
//! Each node has a place on the circuit, in order encoding, and an arc leads to a later place, unless to the node where the circuit starts.
//! That there is no circuit is shown by a set that arcs do not lead out of, with a node inside and one outside that have to be visited.
//!
//! Source: Miller, Tucker & Zemlin, *Integer Programming Formulation of Traveling Salesman Problems*, JACM 7(4), 1960.

use residua::constraints::{Node, Statement};

use crate::cnf::writer::{MOST, TooLarge, Writer};

impl Writer<'_> {
    /// The literals of the arcs: by node, those to each node.
    fn arcs(&self, nodes: &[Node]) -> Vec<Vec<Option<i32>>> {
        let arc = |from: &Node, to: &Node| {
            let value = from.successor.invert(to.label);
            value.and_then(|value| self.literal(from.successor.var, value.into()))
        };
        nodes.iter().map(|from| nodes.iter().map(|to| arc(from, to)).collect()).collect()
    }

    /// The nodes are on one circuit, but for those that are left out.
    pub(super) fn circuit(&mut self, nodes: &[Node], guard: Option<i32>) -> Result<(), TooLarge> {
        for part in Node::permutation(nodes) {
            self.state(&part, guard)?;
        }
        let n = nodes.len();
        if self.clauses.size().saturating_add(n.saturating_pow(3).saturating_mul(4)) > MOST {
            return Err(TooLarge);
        }
        let start = nodes.iter().position(|node| !node.is_optional);
        let starts: Vec<i32> = match start {
            Some(_) => Vec::new(),
            None => nodes.iter().map(|_| self.clauses.new_var()).collect(),
        };
        self.at_most_one.write(&starts, guard, &mut self.clauses);
        // By node, whether its place is after that many others, but none.
        let after: Vec<Vec<i32>> =
            nodes.iter().map(|_| (1..n).map(|_| self.clauses.new_var()).collect()).collect();
        let arcs = self.arcs(nodes);
        for (from, arcs) in arcs.iter().enumerate() {
            for (to, &arc) in arcs.iter().enumerate() {
                let is_loop = from == to && nodes[from].is_optional;
                let Some(arc) = arc.filter(|_| !is_loop && start != Some(to)) else { continue };
                for place in 0..n {
                    let here = place.checked_sub(1).map(|before| -after[from][before]);
                    let there = after[to].get(place).copied();
                    let is_start = starts.get(to).copied();
                    let clause = [Some(-arc), here, there, is_start];
                    self.clauses.add_if(guard, clause.into_iter().flatten());
                }
            }
        }
        Ok(())
    }

    /// The nodes are not on one circuit.
    pub(super) fn no_circuit(&mut self, nodes: &[Node], guard: Option<i32>) -> Result<(), TooLarge> {
        let [is_other, is_apart] = [self.clauses.new_var(), self.clauses.new_var()];
        self.clauses.add_if(guard, [is_other, is_apart]);
        let negated: Option<Vec<Statement>> =
            Node::permutation(nodes).iter().map(Statement::negated).collect();
        self.state(&Statement::Any(negated.ok_or(TooLarge)?), Some(is_other))?;
        let size = nodes.len().saturating_pow(2).saturating_mul(4);
        if self.clauses.size().saturating_add(size) > MOST {
            return Err(TooLarge);
        }
        let guard = Some(is_apart);
        let arcs = self.arcs(nodes);
        let set: Vec<i32> = nodes.iter().map(|_| self.clauses.new_var()).collect();
        for (from, arcs) in arcs.iter().enumerate() {
            for (to, arc) in arcs.iter().enumerate().filter(|&(to, _)| to != from) {
                if let Some(arc) = *arc {
                    self.clauses.add_if(guard, [-arc, -set[from], set[to]]);
                }
            }
        }
        for sign in [1, -1] {
            let witnesses: Vec<i32> = nodes.iter().map(|_| self.clauses.new_var()).collect();
            for (node, &witness) in witnesses.iter().enumerate() {
                self.clauses.add_if(guard, [-witness, sign * set[node]]);
                if let Some(arc) = arcs[node][node].filter(|_| nodes[node].is_optional) {
                    self.clauses.add_if(guard, [-witness, -arc]);
                }
            }
            self.clauses.add_if(guard, witnesses);
        }
        Ok(())
    }
}
