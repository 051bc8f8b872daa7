//! Scopes beside a lattice: diagonals, windows, any edge on top.
//!
//! The pieces of a lattice rule its lines, columns and boxes. What else a network asks for is looked at here, scope by
//! scope, whenever the pieces are at rest: they bring most of what follows, and so this has little to do.
//!
//! | | |
//! |---|---|
//! | Infers | naked singles; hidden singles in permutations; failure where a scope has fewer values than variables |
//! | Cost | two looks at each variable of each scope |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

/// All lanes of a state, one register after another.
pub(in crate::dense) type Cells = [u16; 256];

/// The scopes, by the lanes of their variables.
#[derive(Clone, Debug, Default)]
pub(in crate::dense) struct Beside(Vec<Scope>);

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
        self.0.push(Scope { cells, is_permutation });
    }

    #[inline(always)]
    pub(in crate::dense) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Looks at each scope once.
    #[inline(always)]
    pub(in crate::dense) fn look(&self, cells: &mut Cells) -> Look {
        let mut changed = 0;
        for scope in &self.0 {
            match scope.look(cells) {
                Some(gone) => changed |= gone,
                None => return Look::Failed,
            }
        }
        if changed == 0 { Look::Still } else { Look::Changed }
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
