//! Extra scopes of a box grid: diagonals, windows, edges.
//!
//! The intersections of a box grid cover its lines, columns and boxes. The other scopes of a network are handled
//! here, one by one, whenever the intersections are at their fixpoint: the intersections infer most of what follows,
//! so this has little to do.
//!
//! What an extra permutation shares with a box, a line or a column is an intersection as well, with mates in both:
//! the same rules apply to it. Its variables are in one scope more than others, so a search branches on these first.
//!
//! | | |
//! |---|---|
//! | Infers | naked singles; hidden singles in permutations; failure where a scope has fewer values than variables; locked candidates, and subsets as large as an intersection, where a permutation meets one of the box grid |
//! | Cost | two passes over the variables of each scope, and one over each of the two scopes of each intersection |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::intersections::in_lanes::Cells;

/// The lanes of up to sixteen variables, padded by repeating the last one. The maximal number is known at compile
/// time, so that loops have a constant length.
type Lanes = [u8; 16];

/// The scopes, by the lanes of their variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtraScopes {
    permutations: Vec<Lanes>,
    /// The scopes with fewer variables than values.
    others: Vec<Vec<u8>>,
    crossings: Vec<Crossing>,
}

/// An intersection: what two permutations share.
#[derive(Clone, Debug)]
struct Crossing {
    size: u32,
    /// Whether its inference is done here.
    is_looked_at: bool,
    intersection: Lanes,
    /// The remainder of each of the two: at most two variables less than there are values.
    rests: [Lanes; 2],
}

/// Intersections of a box grid are no larger; others may be.
const SMALL: usize = 4;

/// The result of a pass over the scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// There is no solution.
    Failed,
    /// Some value was removed.
    Changed,
    /// Nothing follows.
    Still,
}

impl ExtraScopes {
    /// Adds a scope of these lanes.
    pub(crate) fn push(&mut self, cells: Vec<u8>, is_permutation: bool) {
        if is_permutation {
            self.permutations.push(filled_up(&cells));
        } else {
            self.others.push(cells);
        }
    }

    /// Adds an intersection, and the remainders of the two permutations that share it. If `is_looked_at` is false, it
    /// is only there to branch on.
    pub(crate) fn cross(&mut self, intersection: &[u8], rests: [&[u8]; 2], is_looked_at: bool) {
        let (size, intersection, rests) =
            (intersection.len() as u32, filled_up(intersection), rests.map(filled_up));
        self.crossings.push(Crossing { size, is_looked_at, intersection, rests });
    }

    /// Whether there are any scopes.
    pub(crate) fn is_watchful(&self) -> bool {
        let is_looked_at = self.crossings.iter().any(|crossing| crossing.is_looked_at);
        is_looked_at || !self.permutations.is_empty() || !self.others.is_empty()
    }

    /// Whether some scope is not a permutation.
    #[inline(always)]
    pub(crate) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// Makes one pass over each scope; there are `N` values.
    #[inline(always)]
    pub(crate) fn look(&self, n: usize, cells: &mut Cells) -> Look {
        let mut changed = 0;
        for scope in &self.permutations {
            match look(&scope[..n], true, cells) {
                Some(gone) => changed |= gone,
                None => return Look::Failed,
            }
        }
        for crossing in self.crossings.iter().filter(|crossing| crossing.is_looked_at) {
            match crossing.look(n, cells) {
                Some(gone) => changed |= gone,
                None => return Look::Failed,
            }
        }
        for scope in &self.others {
            match look(scope, false, cells) {
                Some(gone) => changed |= gone,
                None => return Look::Failed,
            }
        }
        if changed == 0 { Look::Still } else { Look::Changed }
    }

    /// Splits on the lowest open value of the intersection with the least slack; returns whether there is one.
    #[inline(always)]
    pub(crate) fn split(&self, n: usize, cells: &mut Cells, other: &mut Cells) -> bool {
        let mut best = (u32::MAX, 0, 0);
        for (at, crossing) in self.crossings.iter().enumerate() {
            let here = crossing.here(n, cells);
            if (crossing.size + 1..best.0).contains(&here.count_ones()) {
                let open = here & crossing.elsewhere::<0>(n, cells) & crossing.elsewhere::<1>(n, cells);
                if open != 0 {
                    best = (here.count_ones(), at, open & open.wrapping_neg());
                }
            }
        }
        let (_, at, value) = best;
        if value == 0 {
            return false;
        }
        let crossing = &self.crossings[at];
        lose(&crossing.intersection[..n], value, other);
        lose(&crossing.rests[0][..n], value, cells);
        lose(&crossing.rests[1][..n], value, cells);
        true
    }
}

fn filled_up(cells: &[u8]) -> Lanes {
    std::array::from_fn(|i| cells[i.min(cells.len() - 1)])
}

/// The union of some variables' domains.
#[inline(always)]
fn any(of: &[u8], cells: &Cells) -> u16 {
    let mut values = 0;
    for &cell in of {
        values |= cells[usize::from(cell)];
    }
    values
}

/// Removes these values; returns those that were there.
#[inline(always)]
fn lose(of: &[u8], values: u16, cells: &mut Cells) -> u16 {
    let mut gone = 0;
    for &cell in of {
        gone |= cells[usize::from(cell)] & values;
        cells[usize::from(cell)] &= !values;
    }
    gone
}

impl Crossing {
    /// The values of the intersection.
    #[inline(always)]
    fn here(&self, n: usize, cells: &Cells) -> u16 {
        let here = any(&self.intersection[..SMALL.min(n)], cells);
        if self.size as usize > SMALL { here | any(&self.intersection[SMALL.min(n)..n], cells) } else { here }
    }

    /// The values of the remainder of one of the two scopes.
    #[inline(always)]
    fn elsewhere<const SIDE: usize>(&self, n: usize, cells: &Cells) -> u16 {
        any(&self.rests[SIDE][..n - 2], cells)
    }

    /// The values that were removed from some variable; `None` if there is no solution.
    #[inline(always)]
    fn look(&self, n: usize, cells: &mut Cells) -> Option<u16> {
        let here = self.here(n, cells);
        let (one, other) = (self.elsewhere::<0>(n, cells), self.elsewhere::<1>(n, cells));
        // Values that are nowhere else in one of the two must be in the intersection; and so must all its possible
        // values, if they are no more than its variables.
        let needed = here & !(one & other);
        let (possible, taken) = (here.count_ones(), needed.count_ones());
        if possible < self.size || taken > self.size {
            return None;
        }
        let must = if possible == self.size { here } else { needed };
        let mut gone = 0;
        if must & (one | other) != 0 {
            gone |= lose(&self.rests[0][..n - 2], must, cells) | lose(&self.rests[1][..n - 2], must, cells);
        }
        if taken == self.size && possible > self.size {
            gone |= lose(&self.intersection[..n], !must, cells);
        }
        Some(gone)
    }
}

/// One pass over a scope: the values that were removed from some variable; `None` if there is no solution.
#[inline(always)]
fn look(scope: &[u8], is_permutation: bool, cells: &mut Cells) -> Option<u16> {
    let (mut once, mut twice, mut fixed, mut wrong) = (0u16, 0, 0, 0);
    for &cell in scope {
        let values = cells[usize::from(cell)];
        let value = if values & values.wrapping_sub(1) == 0 { values } else { 0 };
        wrong |= fixed & value;
        fixed |= value;
        twice |= once & values;
        once |= values;
    }
    if wrong != 0 || (once.count_ones() as usize) < scope.len() {
        return None;
    }
    let lone = if is_permutation { once & !twice } else { 0 };
    // A fixed value has its place, and no other.
    if fixed & twice == 0 && lone & !fixed == 0 {
        return Some(0);
    }
    let (mut gone, mut is_wrong) = (0, false);
    for &cell in scope {
        let values = cells[usize::from(cell)];
        let is_fixed = values & values.wrapping_sub(1) == 0;
        let left = if is_fixed { values } else { values & !fixed };
        let here = left & lone;
        let left = if here == 0 { left } else { here };
        // Two values that both have no other place.
        is_wrong |= left == 0 || here & here.wrapping_sub(1) != 0;
        gone |= values & !left;
        cells[usize::from(cell)] = left;
    }
    (!is_wrong).then_some(gone)
}
