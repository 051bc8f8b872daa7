//! Tree splitting by the dense engine: as by the general one, with the branches of the engine that searches the parts.
//!
//! Its branches are statements such as "this value is in this row and box". Parts that were split by the values of single variables take
//! it two and a half times the nodes for all grids of 6×6.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::engine::Interrupt;
use crate::model::{IntAtom, Model};
use crate::search::NetworkSearch;
use crate::search::limit::Limit;
use crate::search::network_facts::{atoms_of, facts_of};

/// A part, to be compared by its size and its place in the order of search.
#[derive(Debug)]
struct Part {
    /// The number of candidates left.
    size: u32,
    /// The branches that lead to it.
    place: Vec<u32>,
    domains: Vec<u64>,
}

/// Splits the part of a network's search below these atoms into at most `parts`, in the order of search.
///
/// # Errors
/// The limit, if `interrupt` triggers.
pub(super) fn split_network(
    search: &mut NetworkSearch,
    model: &Model,
    below: &[IntAtom],
    parts: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Vec<IntAtom>>, Limit> {
    let values = search.values().to_vec();
    let facts = facts_of(below, &values);
    let mut leaves: Vec<(Vec<u32>, Vec<IntAtom>)> = Vec::new();
    let mut open: BinaryHeap<Part> = BinaryHeap::new();
    match search.split(&facts) {
        Some(states) if parts > 1 || states.is_empty() => open.extend(parts_of(&[], states)),
        _ => return Ok(vec![below.to_vec()]),
    }
    while leaves.len() + open.len() < parts
        && let Some(part) = open.pop()
    {
        if let Some(cause) = interrupt.poll() {
            return Err(cause.into());
        }
        let facts: Vec<(usize, u64)> = part.domains.iter().copied().enumerate().collect();
        match search.split(&facts) {
            None => leaves.push((part.place, atoms_of(&part.domains, &values, model))),
            Some(states) => open.extend(parts_of(&part.place, states)),
        }
    }
    let open = open.into_iter().map(|part| (part.place, atoms_of(&part.domains, &values, model)));
    leaves.extend(open);
    leaves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(leaves.into_iter().map(|(_, atoms)| atoms).collect())
}

fn parts_of(place: &[u32], states: Vec<Vec<u64>>) -> impl Iterator<Item = Part> {
    (0..).zip(states).map(move |(number, domains)| Part {
        size: domains.iter().map(|domain| domain.count_ones()).sum(),
        place: place.iter().copied().chain([number]).collect(),
        domains,
    })
}

/// The largest part is the greatest; of several, the first one in the order of search.
impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        (self.size, Reverse(&self.place)).cmp(&(other.size, Reverse(&other.place)))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}
