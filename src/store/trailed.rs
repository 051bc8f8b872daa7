//! Backtrackable numbers, for the state of propagators.

/// A number that goes back to what it was when a level is undone. Made by [`Store::new_trailed`].
///
/// [`Store::new_trailed`]: crate::store::Store::new_trailed
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trailed(u32);

/// Several in a row, as [`Trailed`] cells that are read together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailedRun {
    first: u32,
    length: u32,
}

impl TrailedRun {
    /// The number of cells.
    pub(crate) fn len(self) -> usize {
        self.length as usize
    }

    /// One of them, counted from 0.
    #[inline]
    pub(crate) fn cell(self, at: usize) -> Trailed {
        debug_assert!(at < self.len(), "a cell of another run");
        Trailed(self.first + at as u32)
    }
}

/// The numbers of a [`TrailedRun`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<'a>(&'a [(u64, u64)]);

impl Numbers<'_> {
    /// One of them, counted from 0.
    #[inline]
    pub(crate) fn get(self, at: usize) -> u64 {
        self.0[at].0
    }
}

/// All such numbers of a store, with the history that undoing needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// Value, and the era in which it was last saved.
    values: Vec<(u64, u64)>,
    saved: Vec<(u32, u64, u64)>,
    marks: Vec<usize>,
    /// Grows with each new level and each undone one, so that a cell is saved once a level.
    era: u64,
}

impl Cells {
    pub(crate) fn add(&mut self, value: u64) -> Trailed {
        self.values.push((value, self.era));
        Trailed(self.values.len() as u32 - 1)
    }

    pub(crate) fn add_run(&mut self, values: impl Iterator<Item = u64>) -> TrailedRun {
        let first = self.values.len() as u32;
        self.values.extend(values.map(|value| (value, self.era)));
        TrailedRun { first, length: self.values.len() as u32 - first }
    }

    #[inline]
    pub(crate) fn run(&self, run: TrailedRun) -> Numbers<'_> {
        Numbers(&self.values[run.first as usize..][..run.len()])
    }

    #[inline]
    pub(crate) fn get(&self, cell: Trailed) -> u64 {
        self.values[cell.0 as usize].0
    }

    #[inline]
    pub(crate) fn set(&mut self, cell: Trailed, value: u64) {
        let (old, saved_in) = &mut self.values[cell.0 as usize];
        if *old == value {
            return;
        }
        if *saved_in != self.era && !self.marks.is_empty() {
            self.saved.push((cell.0, *old, *saved_in));
            *saved_in = self.era;
        }
        *old = value;
    }

    /// Takes bits from numbers of a run: each by its place, counted from 0.
    #[inline]
    pub(crate) fn take_bits(&mut self, run: TrailedRun, bits: impl Iterator<Item = (usize, u64)>) {
        let values = &mut self.values[run.first as usize..][..run.len()];
        for (at, bits) in bits {
            let (old, saved_in) = &mut values[at];
            if *old & bits == 0 {
                continue;
            }
            if *saved_in != self.era && !self.marks.is_empty() {
                self.saved.push((run.first + at as u32, *old, *saved_in));
                *saved_in = self.era;
            }
            *old &= !bits;
        }
    }

    pub(crate) fn push(&mut self) {
        self.marks.push(self.saved.len());
        self.era += 1;
    }

    pub(crate) fn pop(&mut self) {
        let mark = self.marks.pop().expect("invariant: levels are pushed before they are popped");
        while self.saved.len() > mark {
            let (cell, value, saved_in) = self.saved.pop().expect("invariant: longer than the mark");
            self.values[cell as usize] = (value, saved_in);
        }
        self.era += 1;
    }
}
