//! Values that are interchangeable: of solutions that differ by their names only, one is searched for.
//!
//! Scopes say of values only that they differ. So if each domain has all of some values or none of them, those may exchange
//! their names in any solution. In a puzzle they are the values that no variable is given, all of them in an empty grid.
//!
//! Take a scope, and the set of its variables that have such values: an exchange of names leaves that set as it is. So there is
//! one *case* for each set, in which its variables take the values in ascending order, and the others none. Every solution
//! is an image of one solution of one case, by one arrangement of the values: none is missed, and none comes twice. The
//! scope is chosen that has the fewest cases for its arrangements: a permutation, where as many variables take such values
//! as there are, or a scope whose variables can take no others.
//!
//! It stands outside of all forms: `images.rs` has the images of a solution, `renamed.rs` leads a search, of any form, case by case.
//!
//! | | |
//! |---|---|
//! | Cost | a few instructions a start where there are none; else one start a case, and next to nothing for an image |
//! | Source | interchangeable values: Freuder, AAAI 1991; broken in time: Van Hentenryck, Flener, Pearson and Ågren, IJCAI 2003 |

pub(crate) mod images;
pub(crate) mod renamed;

use std::cmp::Reverse;

use crate::network::Network;
use crate::value_symmetry::images::{Images, arrangements};

/// What is known of the values of a network whose domains may change.
#[derive(Clone, Debug)]
pub(crate) struct ValueSymmetry {
    scopes: Vec<Vec<usize>>,
    /// All values, as a set.
    all: u64,
    /// The domains of the last start.
    root: Vec<u64>,
    /// Values that are interchangeable in them; none, or several.
    alike: u64,
}

/// The cases of a start, one after another.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    /// The facts of the start, and after them those of the case.
    facts: Vec<(usize, u64)>,
    given: usize,
    alike: u64,
    /// Variables of the scope that have such values in each case, and how many.
    must: Vec<usize>,
    /// Those of which so many more have them.
    may: Vec<usize>,
    chosen: Vec<usize>,
    pub(crate) images: Images,
}

/// With more values nobody goes through all solutions, and what a case fixes first may lead the search for one astray: with a
/// row fixed, an empty grid of 16×16 took 3000 nodes and more, for 265.
const MOST_VALUES: u32 = 9;

/// So many times as many arrangements as cases are worth it.
const WORTH: u64 = 2;

impl ValueSymmetry {
    pub(crate) fn new(network: &Network) -> ValueSymmetry {
        ValueSymmetry { scopes: network.scopes().to_vec(), all: network.all(), root: Vec::new(), alike: 0 }
    }

    /// Looks for interchangeable values in other domains.
    pub(crate) fn start(&mut self, domains: &[u64]) {
        self.root.clear();
        self.root.extend_from_slice(domains);
        let is_small = self.all.count_ones() <= MOST_VALUES;
        self.alike = if is_small { largest_class(self.all, domains) } else { 0 };
    }

    /// The cases of a start from these domains, of which some are narrowed; `None` if it is best searched as it is.
    #[inline]
    pub(crate) fn cases(&self, facts: &[(usize, u64)]) -> Option<Cases> {
        let named = facts.iter().fold(0, |named, &(_, set)| named | set);
        let alike = self.alike & !named;
        if alike & alike.wrapping_sub(1) == 0 { None } else { self.cases_of(alike, facts) }
    }

    #[cold]
    fn cases_of(&self, alike: u64, facts: &[(usize, u64)]) -> Option<Cases> {
        let mut domains = self.root.clone();
        for &(var, set) in facts {
            domains[var] &= set;
        }
        let cases = |scope: &Vec<usize>| {
            let is_permutation = scope.len() as u32 == self.all.count_ones();
            Cases::of(scope, is_permutation, alike, &domains)
        };
        let (worth, mut best) =
            self.scopes.iter().filter_map(cases).min_by_key(|&(worth, _)| Reverse(worth))?;
        best.facts.extend_from_slice(facts);
        best.given = facts.len();
        best.write_facts();
        (worth >= WORTH).then_some(best)
    }
}

impl Cases {
    /// Those of a scope, and how many arrangements there are for each.
    fn of(scope: &[usize], is_permutation: bool, alike: u64, domains: &[u64]) -> Option<(u64, Cases)> {
        let (must, may): (Vec<usize>, Vec<usize>) = scope
            .iter()
            .filter(|&&var| domains[var] & alike != 0)
            .partition(|&&var| domains[var] & !alike == 0);
        let values = alike.count_ones() as usize;
        let taken = if is_permutation { values } else { must.len() };
        let more = taken.checked_sub(must.len()).filter(|&more| more <= may.len())?;
        if taken > values || !is_permutation && !may.is_empty() {
            return None;
        }
        let ways = arrangements(values, taken).unwrap_or(u64::MAX);
        let bits = (0..64).filter(|bit| alike & 1 << bit != 0).collect();
        let chosen = (0..more).collect();
        let worth = ways / subsets(may.len(), more);
        let images = Images::new(bits, taken);
        Some((worth, Cases { facts: Vec::new(), given: 0, alike, must, may, chosen, images }))
    }

    /// What is to be searched in this case.
    pub(crate) fn facts(&self) -> &[(usize, u64)] {
        &self.facts
    }

    /// Whether there is no further case.
    pub(crate) fn is_last(&self) -> bool {
        let (all, count) = (self.may.len(), self.chosen.len());
        (0..count).all(|i| self.chosen[i] == all - count + i)
    }

    /// Goes on to the next case; false if there is none.
    pub(crate) fn advance(&mut self) -> bool {
        let (all, count) = (self.may.len(), self.chosen.len());
        let Some(last) = (0..count).rfind(|&i| self.chosen[i] < all - count + i) else { return false };
        let first = self.chosen[last] + 1;
        for (place, chosen) in self.chosen[last..].iter_mut().zip(first..) {
            *place = chosen;
        }
        self.write_facts();
        true
    }

    fn write_facts(&mut self) {
        self.facts.truncate(self.given);
        let mut values = (0..64).map(|bit| 1 << bit).filter(|value| self.alike & value != 0);
        let chosen = self.chosen.iter().map(|&i| &self.may[i]);
        self.facts.extend(self.must.iter().chain(chosen).copied().zip(&mut values));
        let others = self.may.iter().enumerate().filter(|(i, _)| !self.chosen.contains(i));
        self.facts.extend(others.map(|(_, &var)| (var, !self.alike)));
    }
}

/// The most values that each domain has all of, or none; the empty set if no two are alike.
fn largest_class(all: u64, domains: &[u64]) -> u64 {
    let mut classes = vec![all];
    for &domain in domains {
        for i in 0..classes.len() {
            let (within, without) = (classes[i] & domain, classes[i] & !domain);
            if within != 0 && without != 0 {
                classes[i] = within;
                classes.push(without);
            }
        }
        classes.retain(|class| class.count_ones() > 1);
        if classes.is_empty() {
            return 0;
        }
    }
    classes.into_iter().max_by_key(|class| class.count_ones()).unwrap_or(0)
}

/// How many sets of so many of `all` things there are; at most [`u64::MAX`].
fn subsets(all: usize, chosen: usize) -> u64 {
    let count = (1..=chosen as u128).fold(1, |count: u128, i| {
        let factor = all as u128 - chosen as u128 + i;
        count.saturating_mul(factor) / i
    });
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use crate::network::Network;
    use crate::value_symmetry::{ValueSymmetry, largest_class, subsets};

    #[test]
    fn values_are_alike_if_every_domain_has_both_or_neither() {
        assert_eq!(largest_class(0b1111, &[0b1111, 0b1111]), 0b1111);
        assert_eq!(largest_class(0b1111, &[0b1111, 0b0100, 0b0011]), 0b0011);
        assert_eq!(largest_class(0b1111, &[0b1000, 0b0100, 0b0011]), 0b0011);
        assert_eq!(largest_class(0b1111, &[0b0110, 0b0011]), 0);
        assert_eq!(largest_class(0b11_1111, &[0b000_111, 0b110_000]), 0b000_111);
    }

    #[test]
    fn subsets_are_counted() {
        assert_eq!(
            [subsets(5, 0), subsets(5, 2), subsets(5, 5), subsets(64, 32)],
            [1, 10, 1, 1_832_624_140_942_590_534]
        );
    }

    #[test]
    fn an_empty_row_is_one_case_and_a_given_value_leaves_more() {
        let row: Vec<usize> = (0..5).collect();
        let network = Network::over(&vec![(1..=5).collect(); 6], vec![row, vec![0, 5]]).expect("five values");
        let mut interchange = ValueSymmetry::new(&network);
        interchange.start(network.domains());
        let mut cases = interchange.cases(&[]).expect("all values are alike");
        assert_eq!(cases.facts(), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16)]);
        assert!(!cases.advance());
        // With a value given elsewhere, it is in any of the five places.
        let mut cases = interchange.cases(&[(5, 1)]).expect("four values are alike");
        let mut count = 1;
        while cases.advance() {
            count += 1;
        }
        assert_eq!((count, cases.images.left()), (5, Some(23)));
        assert!(interchange.cases(&[(5, 1), (0, 2), (1, 4), (2, 8)]).is_none(), "nothing is alike");
    }
}
