//! Lookahead branching for large searches: the branch whose two sides both propagate most.
//!
//! A simple heuristic costs next to nothing, which is what small searches need. Once thousands of nodes have been
//! searched without a solution, it pays to choose carefully near the root, because a decision there affects
//! everything below. So the search restarts, if there was no solution yet, and looks ahead: both sides of each
//! candidate branch are propagated to a fixpoint (each is a *look*), and the branch is taken with the largest product
//! of the numbers of candidates that its sides lose. If a side fails, the other one holds, and there is no branch at
//! all. The first side is the weaker one, which removes a value from an intersection; if it removes so little that
//! the branch has no chance to be the best, the other side is not looked at.
//!
//! A look is a node like any other. The number of candidates from which to look ahead is set by the cost of the
//! looks: they are to be between a third and a half of all nodes, however large the search becomes.
//!
//! "Look-Ahead Based SAT Solvers" (Heule, van Maaren, Handbook of Satisfiability, 2009), applied to intersections.

use std::cmp::Reverse;

/// After this number of nodes without a solution a search is large: several times as many as any puzzle with givens
/// takes that is considered hard.
const LARGE: u64 = 4096;

/// How often the share of looks is compared with its target, in states that might be looked ahead from.
const ADJUSTED: u64 = 256;

/// A side is assumed to lose at most this part of all candidates, and seldom loses more.
const HOPED: u32 = 12;

/// A branch: whether that value lies in that intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub(crate) family: usize,
    /// The number of the intersection within its family.
    pub(crate) line: usize,
    pub(crate) lane: usize,
    /// As a set of one value.
    pub(crate) value: u16,
}

/// The side of a branch that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    First,
    /// The second; the first, which is at a fixpoint, has lost this number of candidates.
    Second(u64),
}

/// What to do after a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Look at the other side of the same branch.
    OtherSide,
    /// Look at that branch.
    Look(Branch),
    /// Take that branch.
    Take(Branch),
}

/// The state of a search's lookahead.
#[derive(Clone, Debug)]
pub(crate) struct Lookahead<S> {
    /// The number of nodes without a solution after which lookahead begins.
    large: u64,
    /// The number of nodes at which to check next whether the search is large.
    pub(crate) due: u64,
    /// The number of solutions at the last check.
    solutions: u64,
    /// The state in which the search began.
    pub(crate) root: Vec<S>,
    pub(crate) is_on: bool,
    /// The number of nodes when lookahead began, and the number of looks since.
    before: u64,
    looks: u64,
    /// The number of states that might have been looked ahead from.
    asked: u64,
    /// The number of candidates that a state must have to be looked ahead from; `None` before anything was measured.
    enough: Option<u32>,
    /// The state that is looked ahead from, and its number of candidates.
    pub(crate) base: Vec<S>,
    candidates: u32,
    /// The other side of the current branch.
    pub(crate) other: Vec<S>,
    side: Side,
    /// The candidate branches, and the number of the one that is looked at.
    pub(crate) branches: Vec<Branch>,
    at: usize,
    /// The best branch so far: the product of what its sides lose, and its number.
    best: (u64, Reverse<usize>),
}

impl<S: Copy> Lookahead<S> {
    pub(crate) fn new() -> Lookahead<S> {
        Lookahead {
            large: LARGE,
            due: LARGE,
            solutions: 0,
            root: Vec::new(),
            is_on: false,
            before: 0,
            looks: 0,
            asked: 0,
            enough: None,
            base: Vec::new(),
            candidates: 0,
            other: Vec::new(),
            side: Side::First,
            branches: Vec::new(),
            at: 0,
            best: (0, Reverse(0)),
        }
    }

    /// For a search that starts over at `root`.
    #[inline]
    pub(crate) fn start(&mut self, root: &[S]) {
        self.root.clear();
        self.root.extend_from_slice(root);
        (self.due, self.solutions, self.is_on) = (self.large, 0, false);
    }

    /// Checks whether the search is large by now, after this number of nodes and solutions; then lookahead is
    /// switched on.
    pub(crate) fn see(&mut self, nodes: u64, solutions: u64) {
        if solutions > self.solutions {
            (self.due, self.solutions) = (nodes + self.large, solutions);
        } else {
            (self.due, self.is_on) = (u64::MAX, true);
            (self.before, self.looks, self.asked, self.enough) = (nodes, 0, 0, None);
        }
    }

    /// Whether to look ahead from a state with this number of candidates, after this number of nodes.
    pub(crate) fn wants(&mut self, candidates: u32, nodes: u64) -> bool {
        let enough = self.enough.get_or_insert(candidates - candidates / 5);
        self.asked += 1;
        if self.asked.is_multiple_of(ADJUSTED) {
            let nodes = nodes - self.before;
            if 3 * self.looks < nodes {
                *enough = enough.saturating_sub(1);
            } else if 2 * self.looks > nodes {
                *enough += 1;
            }
        }
        candidates >= *enough
    }

    /// Begins to look ahead from a state with this number of candidates. The branches are collected already; the
    /// first, if any, is to be looked at.
    pub(crate) fn begin(&mut self, state: &[S], candidates: u32) -> Option<Branch> {
        for copy in [&mut self.base, &mut self.other] {
            copy.clear();
            copy.extend_from_slice(state);
        }
        (self.candidates, self.at, self.best, self.side) = (candidates, 0, (0, Reverse(0)), Side::First);
        self.branches.first().copied()
    }

    /// A look reached a fixpoint with this number of candidates.
    pub(crate) fn note(&mut self, left: u32) -> Next {
        self.looks += 1;
        let lost = u64::from(self.candidates - left);
        match self.side {
            Side::First if lost * u64::from(self.candidates / HOPED) > self.best.0 => {
                self.side = Side::Second(lost);
                return Next::OtherSide;
            }
            Side::First => {}
            Side::Second(first) => self.best = self.best.max((first * lost, Reverse(self.at))),
        }
        (self.at, self.side) = (self.at + 1, Side::First);
        match self.branches.get(self.at) {
            Some(&branch) => Next::Look(branch),
            None => Next::Take(self.branches[self.best.1.0]),
        }
    }

    /// A look failed.
    pub(crate) fn note_failure(&mut self) {
        self.looks += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::descent::{Advanced, Counts, Descent};
    use crate::intersections::kernel::{Intersections, places};
    use crate::intersections::lane_per_box::LanePerBox;
    use crate::intersections::layout::Layout;
    use crate::lanes::machine::Machine;
    #[cfg(target_arch = "aarch64")]
    use crate::lanes::registers::neon::Neon;
    #[cfg(target_arch = "x86_64")]
    use crate::lanes::registers::{avx2, avx512};
    use crate::lanes::words::Words;

    /// The domains of a grid that has a solution: each has its value, and each of the others with some probability, in
    /// sixteenths.
    fn domains<const H: usize, const W: usize>(mut seed: u64, often: u64) -> Vec<u16> {
        let n = H * W;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        let domain = |[band, line, stack, column]: [usize; 4]| {
            let value = (line * W + band + stack * W + column) % n;
            (0..n).filter(|&v| v == value || next() % 16 < often).fold(0, |set, v| set | 1 << v)
        };
        places::<H, W>().map(domain).collect()
    }

    /// Up to a given number of solutions of such a grid, sorted, if it looks ahead after a given number of nodes
    /// without one; and the counts.
    fn solutions<Y: Layout, const H: usize, const W: usize>(
        domains: &[u16],
        large: u64,
        most: usize,
    ) -> (Vec<Vec<u16>>, Counts, u64) {
        let lanes_of = || places::<H, W>().map(Intersections::<Y, H, W>::lane);
        let mut root = [0; 512];
        for (lane, &domain) in lanes_of().zip(domains) {
            root[lane] = domain;
        }
        let mut intersections = Intersections::<Y, H, W>::new();
        let mut descent = Descent::new();
        descent.lookahead.large = large;
        descent.start(|state| {
            state.extend(root.chunks(Y::LANES).take(Intersections::<Y, H, W>::state()).map(Y::read));
        });
        let mut found = Vec::new();
        while found.len() < most
            && Y::Machine::lead(&mut descent, &mut intersections, u64::MAX) == Advanced::Solution
        {
            let mut lanes = [0; 512];
            for (lanes, &x) in lanes.chunks_mut(Y::LANES).zip(&descent.state) {
                Y::write(x, lanes);
            }
            found.push(lanes_of().map(|lane| lanes[lane]).collect());
        }
        found.sort_unstable();
        (found, descent.counts, descent.lookahead.looks)
    }

    /// The solutions do not depend on when lookahead begins, and it is the same in all layouts.
    fn look<Small: Layout, const H: usize, const W: usize>(often: u64) {
        let (most, mut looks) = (5000, 0);
        for seed in 0..20 {
            let domains = domains::<H, W>(seed, often);
            let plain = solutions::<LanePerBox<Words>, H, W>(&domains, u64::MAX, most);
            for large in [1, 2, 5, 30] {
                let found = solutions::<LanePerBox<Words>, H, W>(&domains, large, most);
                looks += found.2;
                if plain.0.len() < most {
                    assert_eq!(found.0, plain.0, "{H}x{W}, seed {seed}, after {large}");
                }
                #[cfg(target_arch = "x86_64")]
                if avx2::Avx2::is_available() {
                    assert_eq!(solutions::<LanePerBox<avx2::Avx2>, H, W>(&domains, large, most), found);
                }
                #[cfg(target_arch = "aarch64")]
                assert_eq!(solutions::<LanePerBox<Neon>, H, W>(&domains, large, most), found);
                #[cfg(target_arch = "x86_64")]
                if avx512::Flat::is_available() {
                    assert_eq!(solutions::<Small, H, W>(&domains, large, most), found);
                }
            }
        }
        assert!(looks > 0, "{H}x{W}: it was meant to look ahead");
    }

    #[cfg(target_arch = "x86_64")]
    type Small = avx512::Flat;
    #[cfg(not(target_arch = "x86_64"))]
    type Small = LanePerBox<Words>;

    #[test]
    #[cfg_attr(miri, ignore = "interpreted, it takes hours")]
    fn looking_ahead_loses_no_solution_and_finds_none_twice() {
        look::<Small, 3, 3>(7);
        look::<Small, 3, 3>(6);
    }
}
