//! Linear encoding of circuits.
//!
//! Each node has a place on the circuit, and an arc leads to a later place, unless to the node where the circuit starts. That there is no
//! circuit is shown by a set that arcs do not lead out of, with a node inside and one outside that have to be visited.
//!
//! Source: Miller, Tucker & Zemlin, *Integer Programming Formulation of Traveling Salesman Problems*, JACM 7(4), 1960.

use residua::constraints::{Node, Statement};

use crate::program::rows::{Refused, Sense};
use crate::program::writer::Writer;

impl Writer<'_> {
    /// The column of an arc, if it is possible.
    fn arc(&self, from: &Node, to: &Node) -> Option<u32> {
        self.column(from.successor.var, from.successor.invert(to.label)?)
    }

    /// The nodes are on one circuit, but for those that are left out.
    pub(super) fn circuit(&mut self, nodes: &[Node], guard: Option<u32>) -> Result<(), Refused> {
        for part in Node::permutation(nodes) {
            self.state(&part, guard)?;
        }
        self.rows.reserve(nodes.len().saturating_pow(2).saturating_mul(4))?;
        let most = nodes.len() as i64;
        let start = nodes.iter().position(|node| !node.is_optional);
        let (mut starts, mut places) = (Vec::new(), Vec::new());
        for _ in nodes {
            if start.is_none() {
                starts.push(self.rows.column(0, 1)?);
            }
            places.push(self.rows.column(0, most - 1)?);
        }
        self.rows.add(starts.iter().map(|&column| (1, column)), Sense::AtMost, 1, guard)?;
        for (i, from) in nodes.iter().enumerate() {
            for (j, to) in nodes.iter().enumerate() {
                let is_loop = i == j && from.is_optional;
                let Some(arc) = self.arc(from, to).filter(|_| !is_loop && start != Some(j)) else { continue };
                let is_start = starts.get(j).map(|&column| (-most, column));
                let terms = [(1, places[i]), (-1, places[j]), (most, arc)].into_iter().chain(is_start);
                self.rows.add(terms, Sense::AtMost, most - 1, guard)?;
            }
        }
        Ok(())
    }

    /// The nodes are not on one circuit.
    pub(super) fn no_circuit(&mut self, nodes: &[Node], guard: Option<u32>) -> Result<(), Refused> {
        let [is_other, is_apart] = [self.rows.column(0, 1)?, self.rows.column(0, 1)?];
        self.rows.add([(1, is_other), (1, is_apart)], Sense::AtLeast, 1, guard)?;
        let negated: Option<Vec<Statement>> =
            Node::permutation(nodes).iter().map(Statement::negated).collect();
        self.state(&Statement::Any(negated.ok_or(Refused::TooLarge)?), Some(is_other))?;
        self.rows.reserve(nodes.len().saturating_pow(2).saturating_mul(3))?;
        let mut set = Vec::new();
        for _ in nodes {
            set.push(self.rows.column(0, 1)?);
        }
        for (i, from) in nodes.iter().enumerate() {
            for (j, to) in nodes.iter().enumerate().filter(|&(j, _)| i != j) {
                let Some(arc) = self.arc(from, to) else { continue };
                self.rows.add([(1, arc), (1, set[i]), (-1, set[j])], Sense::AtMost, 1, Some(is_apart))?;
            }
        }
        for is_inside in [true, false] {
            let mut witnesses = Vec::new();
            for (i, node) in nodes.iter().enumerate() {
                let witness = self.rows.column(0, 1)?;
                witnesses.push((1, witness));
                let (sense, constant) = if is_inside { (Sense::AtLeast, 1) } else { (Sense::AtMost, 0) };
                self.rows.add([(1, set[i])], sense, constant, Some(witness))?;
                if let Some(arc) = self.arc(node, node).filter(|_| node.is_optional) {
                    self.rows.add([(1, arc), (1, witness)], Sense::AtMost, 1, None)?;
                }
            }
            self.rows.add(witnesses, Sense::AtLeast, 1, Some(is_apart))?;
        }
        Ok(())
    }
}
