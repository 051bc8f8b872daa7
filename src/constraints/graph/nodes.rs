//! The nodes of a circuit, over the variables of an engine.

use crate::constraints::statement::Node;
use crate::engine::Poster;
use crate::store::{Atom, Domains, View};

#[derive(Clone, Debug)]
pub(super) struct Nodes {
    /// By node: where it goes, by labels.
    pub(super) views: Box<[View]>,
    /// By node: the value that leads to it.
    pub(super) labels: Box<[i32]>,
    is_optional: Box<[bool]>,
    /// The labels, ascending, each with its node.
    sorted: Box<[(i32, u32)]>,
}

impl Nodes {
    pub(super) fn new(nodes: &[Node], to: &Poster<'_>) -> Nodes {
        let labels: Box<[i32]> = nodes.iter().map(|node| node.label).collect();
        let mut sorted: Vec<(i32, u32)> = labels.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        Nodes {
            views: nodes.iter().map(|node| to.view(node.successor)).collect(),
            labels,
            is_optional: nodes.iter().map(|node| node.is_optional).collect(),
            sorted: sorted.into(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.views.len()
    }

    /// The node of a label.
    pub(super) fn at(&self, label: i64) -> Option<usize> {
        let label = i32::try_from(label).ok()?;
        let place = self.sorted.binary_search_by_key(&label, |&(label, _)| label).ok()?;
        Some(self.sorted[place].1 as usize)
    }

    /// The successor of a node, once it is fixed.
    pub(super) fn next(&self, node: usize, domains: &impl Domains) -> Option<usize> {
        self.at(self.views[node].value(domains)?.into())
    }

    /// Whether a node can go to another one, or to itself.
    pub(super) fn can(&self, from: usize, to: usize, domains: &impl Domains) -> bool {
        self.views[from].contains(domains, self.labels[to])
    }

    pub(super) fn is_optional(&self, node: usize) -> bool {
        self.is_optional[node]
    }

    /// Whether a node cannot be left out.
    pub(super) fn is_required(&self, node: usize, domains: &impl Domains) -> bool {
        !self.is_optional[node] || !self.can(node, node, domains)
    }

    /// Writes why a node cannot be left out.
    pub(super) fn why_required(&self, node: usize, out: &mut Vec<Atom>) {
        if self.is_optional[node] {
            out.extend(self.views[node].differs(self.labels[node]));
        }
    }

    /// Writes where a node goes.
    pub(super) fn why_next(&self, node: usize, next: usize, out: &mut Vec<Atom>) {
        out.extend(self.views[node].equals(self.labels[next]));
    }
}
