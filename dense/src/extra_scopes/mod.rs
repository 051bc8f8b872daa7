//! A box grid with extra scopes: diagonals, windows, edges.
//!
//! | file | handles | when |
//! |---|---|---|
//! | `diagonal.rs` | permutations with no two variables in a line of a box, in lanes | after every pass |
//! | `two_grids.rs` | permutations that are the boxes of a second grid, as windows are | when the first grid is at its fixpoint |
//! | `scalar.rs` | all others, scope by scope: that takes longer than a pass | when all others are at their fixpoint |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]
#![allow(
    clippy::needless_range_loop,
    reason = "adaptors are calls where nothing is inlined from other units"
)]

pub(crate) mod diagonal;
pub(crate) mod scalar;
pub(crate) mod two_grids;

use crate::descent::lookahead::Branch;
use crate::descent::search::{Search, straight};
use crate::descent::{Inference, Verdict};
use crate::extra_scopes::diagonal::DiagonalScope;
use crate::extra_scopes::scalar::{ExtraScopes, Look};
use crate::extra_scopes::two_grids::TwoGrids;
use crate::intersections::box_grid::{BoxGrid, Place};
use crate::intersections::implied::{Members, members};
use crate::intersections::in_lanes::{Cells, InLanes};
use crate::intersections::kernel::Intersections;
use crate::intersections::layout::Layout;

/// A search of a box grid with extra scopes; there are `N` values.
pub(crate) fn search<Y: Layout, const H: usize, const W: usize, const N: usize>(
    box_grid: &BoxGrid,
) -> Box<dyn Search> {
    let placement = InLanes::<Y, H, W>::new(box_grid);
    let inference =
        WithExtraScopes::<Y, H, W, N>::new(box_grid, box_grid.second().as_ref(), &placement.cells);
    straight::<Y::Machine, _, _>(placement, inference)
}

/// The extra scopes of a box grid, and the intersections that they share with its scopes.
fn on_top<Y: Layout, const H: usize, const W: usize>(
    box_grid: &BoxGrid,
    scopes: &[Vec<usize>],
    cells: &[u8],
) -> (Vec<DiagonalScope<Y, H, W>>, ExtraScopes) {
    let (mut all, mut scalar) = (Vec::new(), ExtraScopes::default());
    if scopes.is_empty() {
        return (all, scalar);
    }
    let of = |members: &Members| members.variables().iter().map(|&x| cells[x]).collect::<Vec<u8>>();
    let full = box_grid.scopes();
    for scope in scopes {
        let scope = members(scope);
        let is_permutation = scope.len() == H * W;
        let is_diagonal = is_permutation && lies_across(box_grid, &scope.variables());
        let mut diagonal = is_diagonal.then(|| DiagonalScope::of(&of(&scope)));
        for (kind, other) in
            full.iter().enumerate().flat_map(|(kind, scopes)| scopes.iter().map(move |s| (kind, s)))
        {
            let shared = scope.both(other);
            if is_permutation && (2..scope.len()).contains(&shared.len()) {
                let [shared, rest, mates] =
                    [shared, scope.less(other), other.less(&scope)].map(|part| of(&part));
                let is_taken =
                    kind == 2 && diagonal.as_mut().is_some_and(|it| it.cross(&shared, &rest, &mates));
                scalar.cross(&shared, [&rest, &mates], !is_taken);
            }
        }
        match diagonal {
            Some(diagonal) => all.push(diagonal),
            None => scalar.push(of(&scope), is_permutation),
        }
    }
    (all, scalar)
}

/// Whether no two of these variables are in the same line of a box.
fn lies_across(box_grid: &BoxGrid, variables: &[usize]) -> bool {
    let line = |&x: &usize| {
        let Place { band, line, stack, .. } = box_grid.places[x];
        (band, line, stack)
    };
    variables.iter().enumerate().all(|(i, x)| variables[..i].iter().all(|y| line(y) != line(x)))
}

/// The inference of one or two box grids and of the extra scopes; there are `N` values.
#[derive(Clone, Debug)]
pub(crate) struct WithExtraScopes<Y: Layout, const H: usize, const W: usize, const N: usize> {
    grids: TwoGrids<Y, H, W>,
    diagonals: Vec<DiagonalScope<Y, H, W>>,
    scalar: ExtraScopes,
    is_watchful: bool,
    /// Buffers for the lanes of a state and of the other side of a branch, kept so that they need not be cleared each
    /// time.
    cells: [Cells; 2],
}

impl<Y: Layout, const H: usize, const W: usize, const N: usize> WithExtraScopes<Y, H, W, N> {
    /// For a box grid, perhaps with a second one, whose variables lie in these cells.
    pub(crate) fn new(box_grid: &BoxGrid, second: Option<&BoxGrid>, cells: &[u8]) -> Self {
        let (diagonals, scalar) = on_top(box_grid, &second.unwrap_or(box_grid).extra_scopes, cells);
        let grids = TwoGrids::new(Intersections::new(), second, cells, !diagonals.is_empty());
        let is_watchful = scalar.is_watchful();
        WithExtraScopes { grids, diagonals, scalar, is_watchful, cells: [[0; 256]; 2] }
    }

    /// Makes a pass over the diagonals.
    #[inline(always)]
    fn look_at_diagonals(&mut self, state: &mut [Y::Word]) -> Look {
        let mut found = Look::Still;
        for diagonal in &mut self.diagonals {
            match diagonal.look(&self.grids.intersections, state) {
                Look::Failed => return Look::Failed,
                Look::Changed => found = Look::Changed,
                Look::Still => {}
            }
        }
        found
    }

    /// Makes a pass over all others.
    #[inline(always)]
    fn look_at_others(&mut self, state: &mut [Y::Word]) -> Look {
        if !self.is_watchful {
            return Look::Still;
        }
        let [cells, _] = &mut self.cells;
        write::<Y>(state, cells);
        let found = self.scalar.look(N, cells);
        if found == Look::Changed {
            read::<Y>(cells, state);
        }
        found
    }
}

#[inline(always)]
fn write<Y: Layout>(state: &[Y::Word], cells: &mut Cells) {
    for at in 0..state.len() {
        Y::write(state[at], &mut cells[at * Y::LANES..][..Y::LANES]);
    }
}

#[inline(always)]
fn read<Y: Layout>(cells: &Cells, state: &mut [Y::Word]) {
    for at in 0..state.len() {
        state[at] = Y::read(&cells[at * Y::LANES..][..Y::LANES]);
    }
}

impl<Y: Layout, const H: usize, const W: usize, const N: usize> Inference<Y::Word>
    for WithExtraScopes<Y, H, W, N>
{
    #[inline(always)]
    fn length() -> Option<usize> {
        Intersections::<Y, H, W>::length()
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Verdict {
        loop {
            let rest = self.grids.settle(state, passes);
            if rest == Some(Verdict::Failed) {
                return Verdict::Failed;
            }
            let verdict = match (self.look_at_diagonals(state), rest) {
                (Look::Still, Some(verdict)) => verdict,
                (Look::Failed, _) => return Verdict::Failed,
                _ => continue,
            };
            match self.look_at_others(state) {
                Look::Failed => return Verdict::Failed,
                Look::Changed => {}
                // An extra scope need not be a permutation, and then its values need not have two places each.
                Look::Still if verdict == Verdict::Twofold && self.scalar.has_others() => {
                    return Verdict::Open;
                }
                Look::Still => return verdict,
            }
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Y::Word], other: &mut [Y::Word], branch: Option<Branch>) {
        if branch.is_some() {
            return self.grids.intersections.split(state, other, branch);
        }
        let [inside, outside] = &mut self.cells;
        write::<Y>(state, inside);
        write::<Y>(state, outside);
        if self.scalar.split(N, inside, outside) {
            read::<Y>(inside, state);
            read::<Y>(outside, other);
        } else {
            self.grids.intersections.split(state, other, None);
        }
    }

    const LOOKS_AHEAD: bool = Intersections::<Y, H, W>::IS_SEARCHED_LONG;

    #[inline(always)]
    fn candidates(state: &[Y::Word]) -> u32 {
        Intersections::<Y, H, W>::candidates(state)
    }

    #[inline(always)]
    fn branches(&self, state: &[Y::Word], branches: &mut Vec<Branch>) {
        self.grids.intersections.branches(state, branches);
    }

    #[inline(always)]
    fn part(state: &[Y::Word], other: &mut [Y::Word]) {
        Intersections::<Y, H, W>::part(state, other);
    }

    #[inline(always)]
    fn flip(state: &mut [Y::Word], flip: &[Y::Word]) {
        Intersections::<Y, H, W>::flip(state, flip);
    }
}
