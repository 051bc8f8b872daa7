//! Scopes beside a lattice: diagonals, windows, any edge on top.
//!
//! The pieces of a lattice rule its lines, columns and boxes. What else a network asks for is looked at here, scope by
//! scope, whenever the pieces are at rest: they bring most of what follows, and so this has little to do.
//!
//! What a permutation beside shares with a box, a line or a column is a piece as well, with mates in both: it infers what pieces
//! infer. A variable of it is in one scope more than others, so a search branches on these first.
//!
//! | | |
//! |---|---|
//! | Infers | naked singles; hidden singles in permutations; failure where a scope has fewer values than variables; locked candidates, and subsets as large as a piece, where a permutation meets one of the lattice |
//! | Cost | two looks at each variable of each scope, and one at each of two scopes for each piece |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

/// All lanes of a state, one register after another.
pub(in crate::dense) type Cells = [u16; 256];

/// The scopes, by the lanes of their variables.
#[derive(Clone, Debug, Default)]
pub(in crate::dense) struct Beside {
    scopes: Vec<Scope>,
    crossings: Vec<Crossing>,
}

/// Lanes by fours, for short loops; some of them twice to fill up the last.
type Fours = Vec<[u8; 4]>;

/// A piece: what two permutations share.
#[derive(Clone, Debug)]
struct Crossing {
    size: u32,
    piece: Fours,
    /// What either of them has elsewhere.
    rests: [Fours; 2],
}

#[derive(Clone, Debug)]
struct Scope {
    cells: Vec<u8>,
    is_permutation: bool,
}

/// What a look at the scopes came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dense) enum Look {
    /// There is no solution.
    Failed,
    /// Something is gone.
    Changed,
    /// Nothing follows.
    Still,
}

impl Beside {
    /// Adds a scope of these lanes.
    pub(in crate::dense) fn push(&mut self, cells: Vec<u8>, is_permutation: bool) {
        self.scopes.push(Scope { cells, is_permutation });
    }

    /// Adds what two permutations of these lanes share, if that is a piece.
    pub(in crate::dense) fn cross(&mut self, one: &[u8], other: &[u8]) {
        let fours = |cells: &[u8]| {
            let four = |four: &[u8]| std::array::from_fn(|i| four[i % four.len()]);
            cells.chunks(4).map(four).collect::<Fours>()
        };
        let (piece, rest): (Vec<u8>, Vec<u8>) = one.iter().partition(|cell| other.contains(cell));
        if (2..one.len()).contains(&piece.len()) {
            let mates: Vec<u8> = other.iter().copied().filter(|cell| !piece.contains(cell)).collect();
            let rests = [fours(&rest), fours(&mates)];
            self.crossings.push(Crossing { size: piece.len() as u32, piece: fours(&piece), rests });
        }
    }

    #[inline(always)]
    pub(in crate::dense) fn is_empty(&self) -> bool {
        self.scopes.is_empty()
    }

    /// Looks at each scope once.
    #[inline(always)]
    pub(in crate::dense) fn look(&self, cells: &mut Cells) -> Look {
        let mut changed = 0;
        for scope in &self.scopes {
            match scope.look(cells) {
                Some(gone) => changed |= gone,
                None => return Look::Failed,
            }
        }
        for crossing in &self.crossings {
            match crossing.look(cells) {
                Some(gone) => changed |= gone,
                None => return Look::Failed,
            }
        }
        if changed == 0 { Look::Still } else { Look::Changed }
    }

    /// Splits on the lowest open value of the piece with the least slack; whether there is one.
    #[inline(always)]
    pub(in crate::dense) fn split(&self, cells: &mut Cells, other: &mut Cells) -> bool {
        let mut best = (u32::MAX, 0, 0);
        for (at, crossing) in self.crossings.iter().enumerate() {
            let here = any(&crossing.piece, cells);
            if (crossing.size + 1..best.0).contains(&here.count_ones()) {
                let [one, two] = crossing.rests.each_ref().map(|rest| any(rest, cells));
                let open = here & one & two;
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
        crossing.piece.iter().flatten().for_each(|&cell| other[usize::from(cell)] &= !value);
        crossing.rests.iter().flatten().flatten().for_each(|&cell| cells[usize::from(cell)] &= !value);
        true
    }
}

/// All values of some variables.
#[inline(always)]
fn any(of: &[[u8; 4]], cells: &Cells) -> u16 {
    of.iter().flatten().fold(0, |values, &cell| values | cells[usize::from(cell)])
}

/// Takes these values away; those that were there.
#[inline(always)]
fn lose(of: &[[u8; 4]], values: u16, cells: &mut Cells) -> u16 {
    let mut gone = 0;
    for &cell in of.iter().flatten() {
        gone |= cells[usize::from(cell)] & values;
        cells[usize::from(cell)] &= !values;
    }
    gone
}

impl Crossing {
    /// The values that are gone from some variable; `None` if there is no solution.
    #[inline(always)]
    fn look(&self, cells: &mut Cells) -> Option<u16> {
        let here = any(&self.piece, cells);
        let [one, other] = self.rests.each_ref().map(|rest| any(rest, cells));
        // What one of the two has nowhere else, the piece must take; and all that is possible, if that is no more than enough.
        let needed = here & !(one & other);
        let (possible, taken) = (here.count_ones(), needed.count_ones());
        if possible < self.size || taken > self.size {
            return None;
        }
        let must = if possible == self.size { here } else { needed };
        let mut gone = 0;
        if must & (one | other) != 0 {
            gone |= lose(&self.rests[0], must, cells) | lose(&self.rests[1], must, cells);
        }
        if taken == self.size && possible > self.size {
            gone |= lose(&self.piece, !must, cells);
        }
        Some(gone)
    }
}

impl Scope {
    /// The values that are gone from some variable; `None` if there is no solution.
    #[inline(always)]
    fn look(&self, cells: &mut Cells) -> Option<u16> {
        let (mut once, mut twice, mut fixed, mut wrong) = (0u16, 0, 0, 0);
        for &cell in &self.cells {
            let values = cells[usize::from(cell)];
            let value = if values & values.wrapping_sub(1) == 0 { values } else { 0 };
            wrong |= fixed & value;
            fixed |= value;
            twice |= once & values;
            once |= values;
        }
        if wrong != 0 || (once.count_ones() as usize) < self.cells.len() {
            return None;
        }
        let lone = if self.is_permutation { once & !twice } else { 0 };
        // A fixed value is where it is, and nowhere else.
        if fixed & twice == 0 && lone & !fixed == 0 {
            return Some(0);
        }
        let (mut gone, mut is_wrong) = (0, false);
        for &cell in &self.cells {
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
}
