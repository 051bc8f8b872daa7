//! Branching of wide box grids: on the intersection with the least slack, weighted by failures.
//!
//! The slack of an intersection is the number of its possible values in excess of its variables. The slack of its
//! mates is added at an eighth: it is the next to be affected when a branch removes a value from an intersection.
//! Both are divided by the number of states without a solution in which the intersection was contradictory.
//!
//! "Boosting Systematic Search by Weighting Constraints" (Boussemart, Hemery, Lecoutre, Saïs, ECAI 2004), applied to
//! intersections.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::lanes::value_set::ValueSet;
use crate::wide::family::Family;
use crate::wide::group::LANES;

/// The number of failures that doubles the weight of an intersection.
const DOUBLING: u32 = 8;

/// The intersection of the family with the least slack among those that have an open value, the first of them: its group, its
/// lane and its open values. None if no intersection is open.
#[inline(always)]
pub(crate) fn least_slack<W: ValueSet>(family: &mut Family<W>, stacks: usize) -> Option<(usize, usize, W)> {
    family.mates(|family| &family.any);
    let slack = |g: usize, lane: usize| family.any[g].0[lane].size().saturating_sub(family.size as u32);
    let (mut in_box, mut beyond) = ([[0; LANES]; LANES], [0; LANES * LANES]);
    let side =
        |g: usize, lane: usize| if family.is_of_lines { g } else { g % family.per_band * LANES + lane };
    let intersections = || (0..family.any.len()).flat_map(|g| (0..stacks).map(move |lane| (g, lane)));
    for (g, lane) in intersections() {
        let slack = slack(g, lane);
        in_box[g / family.per_band][lane] += slack;
        beyond[side(g, lane)] += slack;
    }
    let mut best: Option<(u32, usize, usize, W)> = None;
    for (g, lane) in intersections() {
        let open = family.any[g].0[lane] & family.in_box[g].0[lane] & family.beyond[g].0[lane];
        let around = in_box[g / family.per_band][lane] + beyond[side(g, lane)];
        // The intersection itself is part of both sums.
        let key = ((6 * slack(g, lane) + around) << 12) / (DOUBLING + family.failures[g][lane]);
        if !open.is_empty() && best.is_none_or(|(least, ..)| key < least) {
            best = Some((key, g, lane, open));
        }
    }
    best.map(|(_, g, lane, open)| (g, lane, open))
}
