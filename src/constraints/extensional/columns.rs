//! Table index for Compact-Table: the rows that are left, as a reversible bit set, and the rows of each value of a column.
//!
//! A *number* stands for a value of a column, in ascending order, column by column. The rows that have it are kept as the words of
//! bits that are not 0, so that all numbers of a column take no more words together than there are rows.
//!
//! The rows left follow backtracking: a [`Trailed`] cell for each word of 64, in a run, and those that are not 0 first in a sparse set, as
//! in the paper. Which values of a column are open, those that the variable had when last looked at, is a sparse set too.
//!
//! | Promise | |
//! |---|---|
//! | Cost | memory: 4 bytes a cell and up to 12 more; an update: the words of the values that are gone, or of those that are left, whichever are fewer |
//! | Source | Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin & Schaus, *Compact-Table*, CP 2016; Briggs & Torczon, *An Efficient Representation for Sparse Sets*, LOPLAS 2(1–4), 1993 |

use crate::constraints::extensional::normal::Normal;
use crate::engine::Poster;
use crate::store::{Domains, Store, Trailed, TrailedRun, VarId};

/// Stands in a cell that is free.
pub(super) const FREE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) vars: Vec<VarId>,
    pub(super) count: usize,
    /// By column: its first number; one more at the end.
    pub(super) firsts: Vec<u32>,
    /// By number: the value.
    pub(super) values: Vec<i32>,
    /// Row by row: the numbers.
    pub(super) cells: Vec<u32>,
    /// The rows of each number, and then those of each column that are free there.
    pub(super) sets: Sets,
    /// The numbers, column by column, the open ones first in each.
    pub(super) open: Vec<u32>,
    /// By column: how many are not open.
    closed: Vec<Trailed>,
    /// The rows left, by word.
    words: TrailedRun,
    /// The words, those that are not 0 first.
    present: Vec<u32>,
    /// How many are 0.
    absent: Trailed,
    /// Numbers that were found to be gone.
    gone: Vec<u32>,
    /// A set of rows.
    pub(super) mask: Vec<u64>,
}

/// Sets of rows, each as its words that are not 0.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// By set: where it starts; one more at the end.
    pub(super) starts: Vec<u32>,
    /// Each word's number, ascending in a set, and its bits.
    pub(super) words: Vec<u32>,
    pub(super) masks: Vec<u64>,
}

impl Sets {
    /// The sets of these numbers of sets, given by row; each number below `count`.
    fn new(count: usize, cells: impl Iterator<Item = (usize, usize)> + Clone) -> Sets {
        let mut starts = vec![0_u32; count + 1];
        let mut last = vec![u32::MAX; count];
        for (row, set) in cells.clone() {
            let word = (row / 64) as u32;
            if last[set] != word {
                last[set] = word;
                starts[set + 1] += 1;
            }
        }
        for set in 0..count {
            starts[set + 1] += starts[set];
        }
        let size = starts[count] as usize;
        let (mut words, mut masks) = (vec![u32::MAX; size], vec![0_u64; size]);
        let mut ends = starts[..count].to_vec();
        for (row, set) in cells {
            let (word, end) = ((row / 64) as u32, &mut ends[set]);
            if *end == starts[set] || words[*end as usize - 1] != word {
                words[*end as usize] = word;
                *end += 1;
            }
            masks[*end as usize - 1] |= 1 << (row % 64);
        }
        Sets { starts, words, masks }
    }

    /// The words of a set, and their bits.
    pub(super) fn of(&self, set: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let range = self.starts[set] as usize..self.starts[set + 1] as usize;
        self.words[range.clone()].iter().map(|&word| word as usize).zip(self.masks[range].iter().copied())
    }

    /// The words of a set that are among these, and their bits; perhaps others besides.
    pub(super) fn of_words<'a>(
        &'a self,
        set: usize,
        among: &'a [u32],
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let is_large = SEARCH * among.len() < self.size(set);
        let found = among
            .iter()
            .take(if is_large { among.len() } else { 0 })
            .filter_map(move |&word| self.find(set, word).map(|at| (word as usize, self.masks[at])));
        let all = self.of(set).take(if is_large { 0 } else { usize::MAX });
        found.chain(all)
    }

    fn size(&self, set: usize) -> usize {
        (self.starts[set + 1] - self.starts[set]) as usize
    }

    /// Where the set has that word, if it is not 0.
    fn find(&self, set: usize, word: u32) -> Option<usize> {
        let start = self.starts[set] as usize;
        let words = &self.words[start..self.starts[set + 1] as usize];
        words.binary_search(&word).ok().map(|at| start + at)
    }
}

/// To search a set for a word costs as much as to pass over this many.
const SEARCH: usize = 8;

/// The words of all of that many rows.
fn all_rows(count: usize) -> impl Iterator<Item = u64> {
    (0..count.div_ceil(64)).map(move |word| u64::MAX >> (64 - (count - 64 * word).min(64)))
}

impl Columns {
    pub(super) fn new(normal: &Normal, to: &mut Poster<'_>) -> Columns {
        let width = normal.vars.len();
        let mut columns = Columns {
            vars: normal.vars.clone(),
            count: normal.count,
            firsts: vec![0],
            values: Vec::new(),
            cells: vec![FREE; normal.cells.len()],
            sets: Sets { starts: Vec::new(), words: Vec::new(), masks: Vec::new() },
            open: Vec::new(),
            closed: (0..width).map(|_| to.new_trailed(0)).collect(),
            words: to.new_trailed_run(all_rows(normal.count)),
            present: (0..normal.count.div_ceil(64) as u32).collect(),
            absent: to.new_trailed(0),
            gone: Vec::new(),
            mask: vec![0; normal.count.div_ceil(64)],
        };
        for column in 0..width {
            let mut own: Vec<i32> = normal.column(column).flatten().collect();
            own.sort_unstable();
            own.dedup();
            let first = columns.values.len();
            let number = |value: i32| own.partition_point(|&own| own < value) + first;
            for (row, value) in normal.column(column).enumerate() {
                columns.cells[row * width + column] = value.map_or(FREE, |value| number(value) as u32);
            }
            columns.values.extend(own);
            columns.firsts.push(columns.values.len() as u32);
        }
        columns.open = (0..columns.values.len() as u32).collect();
        columns.gone.reserve(columns.values.len());
        let numbers = columns.values.len();
        let set = |(at, &number): (usize, &u32)| {
            let set = if number == FREE { numbers + at % width } else { number as usize };
            (at / width, set)
        };
        columns.sets = Sets::new(numbers + width, columns.cells.iter().enumerate().map(set));
        columns
    }

    /// The set of the rows that are free in a column.
    pub(super) fn free_set(&self, column: usize) -> usize {
        self.values.len() + column
    }

    /// The numbers of a column.
    pub(super) fn numbers(&self, column: usize) -> std::ops::Range<usize> {
        self.firsts[column] as usize..self.firsts[column + 1] as usize
    }

    /// The number of a value of a column.
    pub(super) fn number(&self, column: usize, value: i32) -> Option<usize> {
        let range = self.numbers(column);
        self.values[range.clone()].binary_search(&value).ok().map(|at| range.start + at)
    }

    /// Where the open numbers of a column are in `open`.
    #[inline]
    pub(super) fn open(&self, column: usize, store: &Store) -> std::ops::Range<usize> {
        let range = self.numbers(column);
        range.start..range.end - store.get(self.closed[column]) as usize
    }

    /// Closes the number at that place of `open`; another one takes its place.
    #[inline]
    pub(super) fn close(&mut self, column: usize, place: usize, store: &mut Store) {
        let last = self.open(column, store).end - 1;
        self.open.swap(place, last);
        store.set(self.closed[column], store.get(self.closed[column]) + 1);
    }

    /// Closes the open numbers of a column that are not to stay; each of them is asked about once.
    #[inline]
    pub(super) fn retain(
        &mut self,
        column: usize,
        store: &mut Store,
        mut stays: impl FnMut(&Columns, usize, &Store) -> bool,
    ) {
        let places = self.open(column, store);
        let mut end = places.end;
        // From the end, as what takes a closed one's place has been looked at.
        for place in places.clone().rev() {
            if !stays(self, self.open[place] as usize, store) {
                end -= 1;
                self.open.swap(place, end);
            }
        }
        if end < places.end {
            let closed = store.get(self.closed[column]) + (places.end - end) as u64;
            store.set(self.closed[column], closed);
        }
    }

    /// The bits of a word of the rows left.
    #[inline]
    pub(super) fn word(&self, word: usize, store: &Store) -> u64 {
        store.get(self.words.cell(word))
    }

    /// The number of words of rows that are not 0.
    #[inline]
    pub(super) fn present(&self, store: &Store) -> usize {
        self.present.len() - store.get(self.absent) as usize
    }

    /// Whether no row is left.
    pub(super) fn is_empty(&self, store: &Store) -> bool {
        self.present(store) == 0
    }

    /// How many rows are left.
    pub(super) fn left(&self, store: &Store) -> u64 {
        let (left, present) = (store.run(self.words), &self.present[..self.present(store)]);
        present.iter().map(|&word| u64::from(left.get(word as usize).count_ones())).sum()
    }

    /// Where the cells of each row left begin.
    #[inline]
    pub(super) fn each_row(&self, store: &Store, mut visit: impl FnMut(usize)) {
        let width = self.vars.len();
        let left = store.run(self.words);
        for &word in &self.present[..self.present(store)] {
            let mut bits = left.get(word as usize);
            while bits != 0 {
                let row = 64 * word as usize + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                visit(row * width);
            }
        }
    }

    /// Closes the numbers of a column whose values are gone.
    pub(super) fn close_gone(&mut self, column: usize, store: &mut Store) {
        let var = self.vars[column];
        self.retain(column, store, |columns, number, store| store.contains(var, columns.values[number]));
    }

    /// The words of a set among those with rows left; or all of them, if these are hardly more. The words come with their places
    /// in the set.
    #[inline]
    fn each(&self, set: usize, store: &Store, mut visit: impl FnMut(usize, usize) -> bool) {
        let present = &self.present[..self.present(store)];
        let start = self.sets.starts[set] as usize;
        if SEARCH * present.len() < self.sets.size(set) {
            let found = present.iter().filter_map(|&word| Some((self.sets.find(set, word)?, word)));
            for (at, word) in found {
                if visit(at, word as usize) {
                    return;
                }
            }
        } else {
            for at in start..start + self.sets.size(set) {
                if visit(at, self.sets.words[at] as usize) {
                    return;
                }
            }
        }
    }

    /// Where in a set there is a word with a row left; at `residue`, if there is one.
    #[inline]
    pub(super) fn find_left(&self, set: usize, residue: usize, store: &Store) -> Option<usize> {
        let left = store.run(self.words);
        let is_left = |word: u32, mask: u64| left.get(word as usize) & mask != 0;
        // The residue of an empty set is of another one.
        if self.sets.size(set) > 0 && is_left(self.sets.words[residue], self.sets.masks[residue]) {
            return Some(residue);
        }
        self.search_left(set, store)
    }

    #[inline(never)]
    fn search_left(&self, set: usize, store: &Store) -> Option<usize> {
        let left = store.run(self.words);
        let is_left = |word: u32, mask: u64| left.get(word as usize) & mask != 0;
        let range = self.sets.starts[set] as usize..self.sets.starts[set + 1] as usize;
        let present = &self.present[..self.present(store)];
        if SEARCH * present.len() < range.len() {
            let mut found = present.iter().filter_map(|&word| Some((self.sets.find(set, word)?, word)));
            return found.find(|&(at, word)| is_left(word, self.sets.masks[at])).map(|(at, _)| at);
        }
        let mut words = self.sets.words[range.clone()].iter().zip(&self.sets.masks[range.clone()]);
        words.position(|(&word, &mask)| is_left(word, mask)).map(|at| range.start + at)
    }

    /// How many rows of a set are left.
    pub(super) fn count(&self, set: usize, store: &Store) -> u64 {
        let mut count = 0;
        self.each(set, store, |at, word| {
            count += u64::from((self.word(word, store) & self.sets.masks[at]).count_ones());
            false
        });
        count
    }

    /// Takes the rows of a set.
    pub(super) fn take(&self, set: usize, store: &mut Store) {
        let present = &self.present[..self.present(store)];
        if SEARCH * present.len() < self.sets.size(set) {
            let found = present.iter().filter_map(|&word| Some((word as usize, self.sets.find(set, word)?)));
            store.take_bits(self.words, found.map(|(word, at)| (word, self.sets.masks[at])));
        } else {
            store.take_bits(self.words, self.sets.of(set));
        }
    }

    /// Whether a column has no free cell.
    pub(super) fn is_never_free(&self, column: usize) -> bool {
        self.sets.size(self.free_set(column)) == 0
    }

    /// For allowed rows: whether a column without free cells has lost no value, all its values being those of rows.
    pub(super) fn is_as_it_was(&self, column: usize, store: &Store) -> bool {
        self.is_never_free(column) && store.size(self.vars[column]) == self.open(column, store).len() as u64
    }

    /// Closes the numbers of a column whose values are gone and takes their rows; true if there were any.
    pub(super) fn update(&mut self, column: usize, store: &mut Store) -> bool {
        let before = self.open(column, store).end;
        self.close_gone(column, store);
        self.gone.clear();
        self.gone.extend_from_slice(&self.open[self.open(column, store).end..before]);
        if self.gone.is_empty() {
            return false;
        }
        let present = self.present(store);
        let cost = |set: usize| self.cost(set, present);
        let free = self.free_set(column);
        let gone: usize = self.gone.iter().map(|&number| cost(number as usize)).sum();
        let left = self.open[self.open(column, store)].iter().map(|&number| number as usize);
        if gone <= left.clone().map(cost).sum::<usize>() + cost(free) {
            for &number in &self.gone {
                self.take(number as usize, store);
            }
        } else {
            let mut mask = std::mem::take(&mut self.mask);
            let left = self.open[self.open(column, store)].iter().map(|&number| number as usize);
            self.keep(left.chain([free]), &mut mask, store);
            self.mask = mask;
        }
        true
    }

    /// What it costs to take the rows of a set, or to keep them, where that many words have rows left.
    #[inline]
    pub(super) fn cost(&self, set: usize, present: usize) -> usize {
        self.sets.size(set).min(SEARCH * present)
    }

    /// Keeps the rows of these sets; `mask` is scratch, with a word for each of the rows.
    pub(super) fn keep(&self, sets: impl Iterator<Item = usize>, mask: &mut [u64], store: &mut Store) {
        let present = &self.present[..self.present(store)];
        for &word in present {
            mask[word as usize] = 0;
        }
        for set in sets {
            self.each(set, store, |at, word| {
                mask[word] |= self.sets.masks[at];
                false
            });
        }
        for &word in present {
            let word = word as usize;
            store.set(self.words.cell(word), self.word(word, store) & mask[word]);
        }
    }

    /// Notes which words have become 0.
    pub(super) fn tidy(&mut self, store: &mut Store) {
        let mut present = self.present(store);
        let mut at = 0;
        while at < present {
            if self.word(self.present[at] as usize, store) == 0 {
                present -= 1;
                self.present.swap(at, present);
            } else {
                at += 1;
            }
        }
        store.set(self.absent, (self.present.len() - present) as u64);
    }

    /// The column of a variable.
    pub(super) fn column_of(&self, var: VarId) -> Option<usize> {
        self.vars.iter().position(|&own| own == var)
    }
}
