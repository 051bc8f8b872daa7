//! The map of what has been explored: which subsets are not known to clash, nor to be part of a set that does not.
//!
//! Two kinds of clauses hold of an unexplored subset: it lacks a member of each conflict, and it has a member of each
//! correction. One walk through all subsets finds them, depth first, each element taken before it is left out; clauses
//! only come in addition, so that the walk goes on where it stands and never has to come back. Because taking comes
//! first, what it finds cannot be extended to another unexplored subset.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(clauses) words of bits a step |

use fixedbitset::FixedBitSet;

/// A walk through the unexplored subsets of 0..size.
#[derive(Clone, Debug)]
pub(in crate::inspect::conflict) struct Map {
    size: usize,
    conflicts: Vec<FixedBitSet>,
    corrections: Vec<FixedBitSet>,
    /// The way to where the walk stands, a place for each decision; empty when all is explored.
    places: Vec<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    taken: FixedBitSet,
    left_out: FixedBitSet,
    /// The element that was taken to come here; `None` at the start.
    decision: Option<usize>,
}

impl Map {
    pub(in crate::inspect::conflict) fn new(size: usize) -> Map {
        let none = FixedBitSet::with_capacity(size);
        let start = Place { taken: none.clone(), left_out: none, decision: None };
        Map { size, conflicts: Vec::new(), corrections: Vec::new(), places: vec![start] }
    }

    /// From now on, only subsets that lack a member of `conflict`.
    pub(in crate::inspect::conflict) fn add_conflict(&mut self, conflict: FixedBitSet) {
        self.conflicts.push(conflict);
    }

    /// From now on, only subsets that have a member of `correction`.
    pub(in crate::inspect::conflict) fn add_correction(&mut self, correction: FixedBitSet) {
        self.corrections.push(correction);
    }

    /// An unexplored subset that is part of no other; `None` if all are explored.
    pub(in crate::inspect::conflict) fn next(&mut self) -> Option<FixedBitSet> {
        loop {
            let place = self.places.last_mut()?;
            if !place.propagate(&self.conflicts, &self.corrections) {
                let decision = self.places.pop().and_then(|place| place.decision);
                if let (Some(element), Some(before)) = (decision, self.places.last_mut()) {
                    before.left_out.insert(element);
                }
                continue;
            }
            let open = |&element: &usize| !place.taken.contains(element) && !place.left_out.contains(element);
            let Some(element) = (0..self.size).find(open) else { return Some(place.taken.clone()) };
            let mut next = Place { decision: Some(element), ..place.clone() };
            next.taken.insert(element);
            self.places.push(next);
        }
    }
}

impl Place {
    /// Unit propagation to the fixpoint; false if some clause is violated.
    fn propagate(&mut self, conflicts: &[FixedBitSet], corrections: &[FixedBitSet]) -> bool {
        loop {
            let lacking = one_outside(conflicts, &self.taken, &mut self.left_out);
            let having = one_outside(corrections, &self.left_out, &mut self.taken);
            match (lacking, having) {
                (None, _) | (_, None) => return false,
                (Some(false), Some(false)) => return true,
                _ => {}
            }
        }
    }
}

/// Sees to it that each clause has an element in `outside`, where all others of it are `inside`: whether there was such
/// a clause; `None` if one is all inside.
fn one_outside(clauses: &[FixedBitSet], inside: &FixedBitSet, outside: &mut FixedBitSet) -> Option<bool> {
    let mut changed = false;
    for clause in clauses {
        if clause.is_disjoint(outside) {
            let mut open = clause.difference(inside);
            let (last, another) = (open.next()?, open.next());
            if another.is_none() {
                outside.insert(last);
                changed = true;
            }
        }
    }
    Some(changed)
}
