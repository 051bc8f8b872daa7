//! The form for two box grids with the same lines and columns but different boxes: the intersections of both.
//!
//! The four windows of a 9×9 grid are four boxes of a second box grid, and the other five are implied by them. So the
//! rules for intersections apply to it as well: each box grid in turn, until both are at a fixpoint.
//!
//! | | |
//! |---|---|
//! | Infers | what intersections infer, in both |
//! | Cost | that of a pass of intersections, and as many moves as there are variables from one box grid to the other |
//! | Branches | like the first grid |
//!
//! Without a second box grid it is the first alone: one kernel serves all networks with extra scopes, because each
//! kernel is forty kilobytes for each shape and machine.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]
#![allow(
    clippy::needless_range_loop,
    reason = "adaptors are calls where nothing is inlined from other units"
)]

use crate::descent::Verdict;
use crate::intersections::box_grid::BoxGrid;
use crate::intersections::in_lanes::Cells;
use crate::intersections::kernel::Intersections;
use crate::intersections::layout::Layout;
use crate::lanes::sets::Sets;

/// The maximal number of words of a state.
const MOST: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct TwoGrids<Y: Layout, const H: usize, const W: usize> {
    /// The tables of the second box grid are the same, applied to other lanes.
    pub(crate) intersections: Intersections<Y, H, W>,
    /// Whether it makes one pass at a time.
    is_stepwise: bool,
    /// By variable: its lanes in the first box grid and in the second; empty if there is none.
    lanes: Vec<[u8; 2]>,
    /// The state in the second box grid, before it is propagated there, and after. Buffers, kept so that they need
    /// not be cleared each time.
    before: [Y::Word; MOST],
    after: [Y::Word; MOST],
}

impl<Y: Layout, const H: usize, const W: usize> TwoGrids<Y, H, W> {
    /// From the intersections of either box grid, the second grid, if there is one, and the lanes of the variables in
    /// the first. Without a second one, `is_stepwise` makes one pass at a time.
    pub(crate) fn new(
        intersections: Intersections<Y, H, W>,
        second: Option<&BoxGrid>,
        lanes: &[u8],
        is_stepwise: bool,
    ) -> Self {
        let is_stepwise = is_stepwise && second.is_none();
        let there = second.iter().flat_map(|second| &second.places).map(Intersections::<Y, H, W>::locate);
        let lanes = lanes.iter().zip(there).map(|(&here, there)| [here, there]).collect();
        TwoGrids { intersections, is_stepwise, lanes, before: [Y::all(0); MOST], after: [Y::all(0); MOST] }
    }

    #[inline(always)]
    fn moved<const FROM: usize, const TO: usize>(
        lanes: &[[u8; 2]],
        state: &[Y::Word],
        other: &mut [Y::Word],
    ) {
        let (mut old, mut new): (Cells, Cells) = ([0; 256], [0; 256]);
        for at in 0..state.len() {
            Y::write(state[at], &mut old[at * Y::LANES..][..Y::LANES]);
        }
        for lanes in lanes {
            new[usize::from(lanes[TO])] = old[usize::from(lanes[FROM])];
        }
        for at in 0..other.len() {
            other[at] = Y::read(&new[at * Y::LANES..][..Y::LANES]);
        }
    }

    /// Propagates both to a fixpoint, one after the other, or makes a single pass: `None` if that removed something.
    #[inline(always)]
    pub(crate) fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Option<Verdict> {
        let size = state.len();
        // The result of the first, while the second is propagated: so there is one variable for both, and one copy of
        // a pass in the program.
        let mut first = None;
        loop {
            let lanes = if first.is_some() { &mut self.after[..size] } else { &mut *state };
            let verdict = self.intersections.run(lanes, passes, self.is_stepwise);
            if verdict == Some(Verdict::Failed) || self.lanes.is_empty() {
                return verdict;
            }
            let Some(first_verdict) = first.take() else {
                Self::moved::<0, 1>(&self.lanes, state, &mut self.before[..size]);
                self.after = self.before;
                first = Some(verdict);
                continue;
            };
            let mut gone = Y::all(0);
            for at in 0..size {
                gone = gone.or(self.before[at].less(self.after[at]));
            }
            // A state that the first has solved is accepted or refuted by the second: nothing is left to infer.
            if first_verdict == Some(Verdict::Solved) || gone.is_zero() {
                return verdict;
            }
            Self::moved::<1, 0>(&self.lanes, &self.after[..size], state);
        }
    }
}
