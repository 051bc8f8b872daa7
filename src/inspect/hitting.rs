//! Minimum hitting sets: a smallest set of elements that has one in common with each of some given sets.
//!
//! A search for a smallest set computes a hitting set of the obstacles found so far, and either that is the answer, or an
//! obstacle is found that it does not hit.
//!
//! | Promise | |
//! |---|---|
//! | Cost | exponential in the number of elements needed; a lower bound, the number of disjoint sets, prunes the search |
//! | Source | Reiter, *A Theory of Diagnosis from First Principles*, AIJ 32, 1987 |

use fixedbitset::FixedBitSet;

use crate::search::{Deadline, Limit};

/// Sets that are to be hit, none of them part of another.
#[derive(Clone, Debug)]
pub struct HittingSets {
    /// The smaller ones first.
    sets: Vec<FixedBitSet>,
    universe: usize,
    at_least: usize,
}

/// The number of sets that are looked at between two looks at the clock.
const SETS_PER_CHECK: usize = 256;

impl HittingSets {
    /// No sets yet, of elements below `universe`.
    pub fn new(universe: usize) -> HittingSets {
        HittingSets { sets: Vec::new(), universe, at_least: 0 }
    }

    /// Adds a set that has to be hit.
    pub fn add(&mut self, set: FixedBitSet) {
        if self.sets.iter().any(|known| known.is_subset(&set)) {
            return;
        }
        self.sets.retain(|known| !set.is_subset(known));
        let size = set.count_ones(..);
        let at = self.sets.partition_point(|known| known.count_ones(..) <= size);
        self.sets.insert(at, set);
    }

    /// A lower bound on the number of elements needed.
    pub fn at_least(&self) -> usize {
        self.at_least
    }

    /// A hitting set with the fewest elements; `None` if some set is empty, or if more than `most` are needed.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn least(&mut self, most: usize, deadline: &Deadline) -> Result<Option<FixedBitSet>, Limit> {
        if self.sets.first().is_some_and(FixedBitSet::is_clear) {
            return Ok(None);
        }
        while self.at_least <= most {
            let mut walk = self.of_size(self.at_least);
            let mut unwatched = 0;
            loop {
                match walk.step() {
                    Step::Found(found) => return Ok(Some(found)),
                    Step::End => break,
                    Step::Onward => unwatched += 1 + self.sets.len(),
                }
                if unwatched >= SETS_PER_CHECK {
                    deadline.check()?;
                    unwatched = 0;
                }
            }
            self.at_least += 1;
        }
        Ok(None)
    }

    /// A walk through all hitting sets of `size` elements, if no smaller one exists.
    pub fn of_size(&self, size: usize) -> Walk<'_> {
        let none = FixedBitSet::with_capacity(self.universe);
        let mut walk = Walk { sets: &self.sets, size, path: Vec::new(), found: None };
        walk.enter(none.clone(), none);
        walk
    }
}

/// A walk through hitting sets, depth first: each element of a set that is not hit yet is tried, and then left out.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    sets: &'a [FixedBitSet],
    size: usize,
    path: Vec<Node>,
    /// A hitting set that was met and has not been returned yet.
    found: Option<FixedBitSet>,
}

#[derive(Clone, Debug)]
struct Node {
    chosen: FixedBitSet,
    left_out: FixedBitSet,
    /// The elements that are still to be tried, the next one last.
    choices: Vec<usize>,
}

/// The result of a step.
#[derive(Clone, Debug)]
pub enum Step {
    /// A hitting set was found.
    Found(FixedBitSet),
    /// No hitting set was found in this step.
    Onward,
    /// There are no more.
    End,
}

impl Walk<'_> {
    /// One step; the walk may be left after any.
    pub fn step(&mut self) -> Step {
        if let Some(found) = self.found.take() {
            return Step::Found(found);
        }
        let Some(node) = self.path.last_mut() else { return Step::End };
        let Some(element) = node.choices.pop() else {
            self.path.pop();
            return Step::Onward;
        };
        let (mut chosen, left_out) = (node.chosen.clone(), node.left_out.clone());
        chosen.insert(element);
        node.left_out.insert(element);
        self.enter(chosen, left_out);
        Step::Onward
    }

    /// Goes on from there, unless it cannot be completed.
    fn enter(&mut self, chosen: FixedBitSet, left_out: FixedBitSet) {
        let unhit: Vec<&FixedBitSet> = self.sets.iter().filter(|set| set.is_disjoint(&chosen)).collect();
        let open = |set: &FixedBitSet| set.difference(&left_out).count();
        let Some(tightest) = unhit.iter().min_by_key(|set| open(set)) else {
            self.found = Some(chosen);
            return;
        };
        let most = self.size - chosen.count_ones(..);
        if disjoint(&unhit, &left_out, most) > most {
            return;
        }
        let mut choices: Vec<usize> = tightest.difference(&left_out).collect();
        choices.sort_by_cached_key(|&element| unhit.iter().filter(|set| set.contains(element)).count());
        self.path.push(Node { chosen, left_out, choices });
    }
}

/// A lower bound on the number of elements still needed: the number of greedily chosen sets that are disjoint, without what is left
/// out. Counts at most to one above `most`.
fn disjoint(sets: &[&FixedBitSet], left_out: &FixedBitSet, most: usize) -> usize {
    let mut used = left_out.clone();
    let mut count = 0;
    for set in sets {
        if count > most {
            break;
        }
        if set.intersection(&used).all(|element| left_out.contains(element)) {
            used.union_with(set);
            count += 1;
        }
    }
    count
}

/// All subsets of 0..universe that hit each of the sets, by the definition.
#[cfg(test)]
fn all(universe: usize, sets: &[FixedBitSet]) -> Vec<FixedBitSet> {
    let subset = |mask: u32| {
        let mut set = FixedBitSet::with_capacity(universe);
        set.extend((0..universe).filter(|i| mask >> i & 1 == 1));
        set
    };
    (0..1 << universe).map(subset).filter(|set| sets.iter().all(|other| !set.is_disjoint(other))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::search::Limits;

    /// Pseudo-random numbers, the same in each run.
    fn numbers() -> impl FnMut(usize) -> usize {
        let mut state = 0x9E37_79B9_u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        }
    }

    #[test]
    fn the_least_is_found_and_so_are_all_of_its_size() {
        let mut number = numbers();
        for _ in 0..400 {
            let universe = 1 + number(8);
            let mut hitting = HittingSets::new(universe);
            let mut sets = Vec::new();
            for _ in 0..number(7) {
                let mut set = FixedBitSet::with_capacity(universe);
                set.extend((0..=number(4)).map(|_| number(universe)));
                sets.push(set.clone());
                hitting.add(set);
            }
            let all = all(universe, &sets);
            let size = all.iter().map(|set| set.count_ones(..)).min().expect("no set is empty");
            let deadline = Limits::default().deadline();
            let least = hitting.least(universe, &deadline).expect("no limit").expect("no set is empty");
            assert!(all.contains(&least) && least.count_ones(..) == size);
            let mut found = Vec::new();
            let mut walk = hitting.of_size(size);
            loop {
                match walk.step() {
                    Step::Found(set) => found.push(set),
                    Step::Onward => {}
                    Step::End => break,
                }
            }
            let expected: BTreeSet<_> = all.into_iter().filter(|set| set.count_ones(..) == size).collect();
            assert_eq!(found.len(), expected.len(), "none twice");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn an_empty_set_cannot_be_hit() {
        let mut hitting = HittingSets::new(3);
        hitting.add(FixedBitSet::with_capacity(3));
        assert_eq!(hitting.least(3, &Limits::default().deadline()), Ok(None));
    }
}
