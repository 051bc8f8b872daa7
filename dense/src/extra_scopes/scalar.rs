//! Scopes beside a box grid: diagonals, windows, any edge on top.
//!
//! The intersections of a box grid rule its lines, columns and boxes. What else a network asks for is looked at here, scope by
//! scope, whenever the intersections are at rest: they bring most of what follows, and so this has little to do.
//!
//! What a permutation beside shares with a box, a line or a column is an intersection as well, with mates in both: it infers
//! what intersections infer. A variable of it is in one scope more than others, so a search branches on these first.
//!
//! | | |
//! |---|---|
//! | Infers | naked singles; hidden singles in permutations; failure where a scope has fewer values than variables; locked candidates, and subsets as large as an intersection, where a permutation meets one of the box grid |
//! | Cost | two looks at each variable of each scope, and one at each of two scopes for each intersection |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::intersections::Cells;

/// The lanes of up to sixteen variables; the last of them again and again to fill up. How many there may be is known when this
/// is compiled, so that nothing is counted.
type Lanes = [u8; 16];

/// The scopes, by the lanes of their variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtraScopes {
    permutations: Vec<Lanes>,
    /// Those with fewer variables than values.
    others: Vec<Vec<u8>>,
    crossings: Vec<Crossing>,
}

/// An intersection: what two permutations share.
#[derive(Clone, Debug)]
struct Crossing {
    size: u32,
    /// Whether it is looked at here.
    is_looked_at: bool,
    intersection: Lanes,
    /// What either of them has elsewhere: two variables less than values, at most.
    rests: [Lanes; 2],
}

/// Intersections of a box grid are no larger; others may be.
const SMALL: usize = 4;

/// What a look at the scopes came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// There is no solution.
    Failed,
    /// Something is gone.
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

    /// Adds an intersection, and what the two permutations that share it have elsewhere.
    /// Unless it is to be looked at, it is there to branch on.
    pub(crate) fn cross(&mut self, intersection: &[u8], rests: [&[u8]; 2], is_looked_at: bool) {
        let (size, intersection, rests) =
            (intersection.len() as u32, filled_up(intersection), rests.map(filled_up));
        self.crossings.push(Crossing { size, is_looked_at, intersection, rests });
    }

    /// Whether there is anything to look at.
    pub(crate) fn is_watchful(&self) -> bool {
        let is_looked_at = self.crossings.iter().any(|crossing| crossing.is_looked_at);
        is_looked_at || !self.permutations.is_empty() || !self.others.is_empty()
    }

    /// Whether some scope is no permutation.
    #[inline(always)]
    pub(crate) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// Looks at each scope once; there are `N` values.
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

    /// Splits on the lowest open value of the intersection with the least slack; whether there is one.
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

/// All values of some variables.
#[inline(always)]
fn any(of: &[u8], cells: &Cells) -> u16 {
    let mut values = 0;
    for &cell in of {
        values |= cells[usize::from(cell)];
    }
    values
}

/// Takes these values away; those that were there.
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

    /// Those of what one of the two has elsewhere.
    #[inline(always)]
    fn elsewhere<const SIDE: usize>(&self, n: usize, cells: &Cells) -> u16 {
        any(&self.rests[SIDE][..n - 2], cells)
    }

    /// The values that are gone from some variable; `None` if there is no solution.
    #[inline(always)]
    fn look(&self, n: usize, cells: &mut Cells) -> Option<u16> {
        let here = self.here(n, cells);
        let (one, other) = (self.elsewhere::<0>(n, cells), self.elsewhere::<1>(n, cells));
        // What one of the two has nowhere else, the intersection must take; and all that is possible, if that is no more than
        // enough.
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

/// Looks at a scope: the values that are gone from some variable; `None` if there is no solution.
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
    // A fixed value is where it is, and nowhere else.
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
        // Two values that have no other place.
        is_wrong |= left == 0 || here & here.wrapping_sub(1) != 0;
        gone |= values & !left;
        cells[usize::from(cell)] = left;
    }
    (!is_wrong).then_some(gone)
}
