//! Nogood database reduction: which nogoods to delete first (LBD tiers).
//!
//! Nogoods of very few levels stay for good, and so do those of two literals, which cost little. Those that were of use since the last
//! reduction stay until the next. Of the others most go, first those of the most levels, and of these the longest. Where room is short, all
//! others go, and so do those that were of use.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n log n) for n nogoods |
//! | Source | levels: Audemard & Simon, *Predicting Learnt Clauses Quality in Modern SAT Solvers*, IJCAI 2009; use: Oh, *Between SAT and UNSAT*, SAT 2015; how many: as CaDiCaL does |

use std::cmp::Reverse;

/// A nogood of no more levels than this always stays.
const FEW_LEVELS: u32 = 3;
/// How many of a hundred nogoods that may be dropped are dropped.
const DROPPED: usize = 75;

/// The measures of a nogood's use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usefulness {
    /// Its LBD: from how many levels its atoms came when it was learned. 0 for one that excludes a solution.
    pub(super) levels: u32,
    pub(super) length: usize,
    /// Whether it was of use since the last reduction.
    pub(super) is_used: bool,
}

/// The nogoods to drop, ascending, of those given from the oldest to the newest by ascending numbers.
pub(super) fn least_useful<Id: Copy + Ord>(
    nogoods: impl Iterator<Item = (Id, Usefulness)>,
    is_crowded: bool,
) -> Vec<Id> {
    let stays = |of: &Usefulness| of.levels <= FEW_LEVELS || of.length == 2 || of.is_used && !is_crowded;
    let mut others: Vec<(Id, Usefulness)> = nogoods.filter(|(_, of)| !stays(of)).collect();
    if !is_crowded {
        // Of two equal ones the older goes first.
        others.sort_unstable_by_key(|&(id, of)| (Reverse((of.levels, of.length)), id));
        others.truncate(others.len() * DROPPED / 100);
        others.sort_unstable_by_key(|&(id, _)| id);
    }
    others.into_iter().map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(levels: u32, length: usize, is_used: bool) -> Usefulness {
        Usefulness { levels, length, is_used }
    }

    fn dropped(nogoods: &[Usefulness], is_crowded: bool) -> Vec<usize> {
        least_useful(nogoods.iter().copied().enumerate(), is_crowded)
    }

    #[test]
    fn three_in_four_go() {
        let alike = [of(5, 8, false); 8];
        assert_eq!(dropped(&alike, false), [0, 1, 2, 3, 4, 5], "the older ones");
        assert_eq!(dropped(&alike[..1], false), [0; 0]);
        assert_eq!(dropped(&[], false), [0; 0]);
    }

    #[test]
    fn of_most_levels_go_first_then_the_longest() {
        let levels = [5, 9, 4, 7].map(|levels| of(levels, 10, false));
        assert_eq!(dropped(&levels, false), [0, 1, 3]);
        let lengths = [9, 30, 12, 6].map(|length| of(4, length, false));
        assert_eq!(dropped(&lengths, false), [0, 1, 2]);
        // Longer, but of fewer levels.
        assert_eq!(
            dropped(&[of(4, 90, false), of(5, 6, false), of(5, 6, false), of(5, 6, false)], false),
            [1, 2, 3]
        );
    }

    #[test]
    fn what_is_of_use_stays_while_there_is_room() {
        let used = [of(40, 90, true), of(5, 8, false), of(41, 91, true), of(6, 8, false)];
        assert_eq!(dropped(&used, false), [3], "three in four of the two others, rounded down");
        assert_eq!(dropped(&used, true), [0, 1, 2, 3]);
    }

    #[test]
    fn few_levels_solutions_and_pairs_stay_whatever_happens() {
        let lasting = [of(0, 900, false), of(1, 30, false), of(3, 30, false), of(9, 2, false)];
        assert_eq!(dropped(&lasting, false), [0; 0]);
        assert_eq!(dropped(&lasting, true), [0; 0]);
        assert_eq!(dropped(&[of(4, 3, false)], true), [0]);
    }
}
