//! The propagator of allowed tuples over small domains (Compact-Table): what is left of a column is a word.
//!
//! As `compact.rs`, which see; but which values of a column have lost their rows, and which still need one, are questions to a word, not
//! to each value.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | the update of the rows for each value lost (`columns.rs`), and a look at each value left of the other columns |
//! | Wakes on | any change |
//! | Explains | by values that others lost, of which each row with the value in question has one: `cover.rs` |
//! | Source | Demeulenaere et al., *Compact-Table*, CP 2016 |

use std::cell::RefCell;

use crate::constraints::extensional::columns::Columns;
use crate::constraints::extensional::cover::Cover;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, Trailed};

/// To look for a row that supports a value costs as much as to pass over this many cells of rows.
const CELLS: u64 = 4;

/// Stands for the number of a value that no row has.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Narrow {
    columns: Columns,
    /// By column: the values whose rows have not been taken, as bits.
    seen: Vec<Trailed>,
    /// By column and bit.
    numbers: Vec<[u32; 64]>,
    /// By number: its bit.
    bits: Vec<u64>,
    /// By number: in which of its words a row was left when last looked at.
    residues: Vec<u32>,
    /// Scratch: where the rows left begin among the cells, where there are few.
    rows: Vec<u32>,
    cover: RefCell<Cover>,
}

impl Narrow {
    /// Whether each column has a small domain, rows with values in its window only, and no free cell.
    pub(super) fn is_for(columns: &Columns, store: &Store) -> bool {
        let is_near = |base: i32, value: i32| (0..64).contains(&(i64::from(value) - i64::from(base)));
        let is_narrow = |(column, &var)| {
            let mut values = columns.values[columns.numbers(column)].iter();
            columns.is_never_free(column)
                && store.base(var).is_some_and(|base| values.all(|&value| is_near(base, value)))
        };
        columns.vars.iter().enumerate().all(is_narrow)
    }

    /// For columns that [`Narrow::is_for`] accepts.
    pub(super) fn new(columns: Columns, to: &mut Poster<'_>) -> Narrow {
        let width = columns.vars.len();
        let mut numbers = vec![[NONE; 64]; width];
        let mut bits = vec![0; columns.values.len()];
        let mut seen = Vec::new();
        for (column, numbers) in numbers.iter_mut().enumerate() {
            let base = to.store().base(columns.vars[column]).unwrap_or(0);
            for number in columns.numbers(column) {
                let bit = (columns.values[number] - base) as usize;
                numbers[bit] = number as u32;
                bits[number] = 1 << bit;
            }
            let all = bits[columns.numbers(column)].iter().fold(0, |all, bit| all | bit);
            seen.push(to.new_trailed(all));
        }
        let residues = columns.sets.starts[..columns.values.len()].to_vec();
        let cover = RefCell::new(Cover::new(&columns));
        Narrow { columns, seen, numbers, bits, residues, rows: Vec::new(), cover }
    }

    /// The values left of a column that may have rows.
    #[inline]
    fn left(&self, column: usize, store: &Store) -> u64 {
        store.bits(self.columns.vars[column]) & store.get(self.seen[column])
    }

    /// Takes the rows of the values that a column lost; true if there were any.
    fn update(&mut self, column: usize, store: &mut Store) -> bool {
        let seen = store.get(self.seen[column]);
        let left = seen & store.bits(self.columns.vars[column]);
        if left == seen {
            return false;
        }
        store.set(self.seen[column], left);
        let Narrow { columns, numbers, .. } = self;
        let sets = |bits: u64| each(bits).map(|bit| numbers[column][bit] as usize);
        let present = columns.present(store);
        let cost = |bits: u64| sets(bits).map(|set| columns.cost(set, present)).sum::<usize>();
        if cost(seen & !left) <= cost(left) {
            sets(seen & !left).for_each(|set| columns.take(set, store));
        } else {
            let mut mask = std::mem::take(&mut columns.mask);
            columns.keep(sets(left), &mut mask, store);
            columns.mask = mask;
        }
        true
    }

    /// Removes the values of a column that no row left has.
    fn filter(&mut self, column: usize, store: &mut Store) -> Result<(), Failure> {
        let left = self.left(column, store);
        let Narrow { columns, numbers, residues, .. } = self;
        let mut kept = left;
        for bit in each(left) {
            let number = numbers[column][bit] as usize;
            match columns.find_left(number, residues[number] as usize, store) {
                Some(at) => residues[number] = at as u32,
                None => kept ^= 1 << bit,
            }
        }
        self.leave(column, kept, store)
    }

    #[inline]
    fn leave(&self, column: usize, kept: u64, store: &mut Store) -> Result<(), Failure> {
        store.keep_bits(self.columns.vars[column], kept, store.because(0))?;
        // Those that go have no rows left.
        store.set(self.seen[column], kept);
        Ok(())
    }

    /// Whether it is cheaper to go through the rows left than through the values left.
    fn has_few_rows(&self, store: &Store) -> bool {
        let width = self.columns.vars.len();
        let left: u32 = (0..width).map(|column| self.left(column, store).count_ones()).sum();
        self.columns.left(store) * (width as u64) < CELLS * u64::from(left)
    }

    /// Removes the values of the columns that none of the rows left has, but for a column that has what it had.
    fn filter_by_rows(&mut self, kept: Option<usize>, store: &mut Store) -> Result<(), Failure> {
        self.rows.clear();
        let Narrow { columns, rows, .. } = self;
        columns.each_row(store, |first| rows.push(first as u32));
        for column in (0..columns.vars.len()).filter(|&column| kept != Some(column)) {
            let left = self.left(column, store);
            let mut found = 0;
            for &row in &self.rows {
                found |= self.bits[self.columns.cells[row as usize + column] as usize];
                if found == left {
                    break;
                }
            }
            if found != left {
                self.leave(column, found, store)?;
            }
        }
        Ok(())
    }
}

/// The numbers of the bits that are 1, ascending.
#[inline]
fn each(mut bits: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

impl Propagator for Narrow {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.columns.vars.iter().for_each(|&var| events.on(var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let width = self.columns.vars.len();
        let mut changed = None;
        let mut changes = 0;
        for column in 0..width {
            if self.update(column, store) {
                changed = Some(column);
                changes += 1;
            }
        }
        if changes > 0 {
            self.columns.tidy(store);
            if self.columns.is_empty(store) {
                return Err(store.contradiction(store.because(0)));
            }
            // What is left of the only column that changed has the rows that it had.
            let kept = changed.filter(|_| changes == 1);
            if self.has_few_rows(store) {
                self.filter_by_rows(kept, store)?;
            } else {
                for column in (0..width).filter(|&column| kept != Some(column)) {
                    self.filter(column, store)?;
                }
            }
        }
        let open = self.columns.vars.iter().filter(|&&var| !store.bits(var).is_power_of_two()).count();
        Ok(if open < 2 { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.cover.borrow_mut().explain(&self.columns, request, past, out);
    }
}
