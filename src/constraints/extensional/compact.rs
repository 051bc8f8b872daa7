//! The propagator of allowed tuples (Compact-Table), with free cells.
//!
//! The rows with values that a variable lost are removed; then each value left of a column needs a row left. Where one was found
//! last is looked at first. A row that is free in a column supports all values there. Once few rows are left, they are gone through
//! instead, and the values in them are those that stay.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain: rows that a removal takes have no other value to support, so that one pass finds all |
//! | Cost | a look at each value of a column that changed, the update of the rows (`columns.rs`), and a look at each value left |
//! | Wakes on | any change |
//! | Explains | by values that others lost, of which each row with the value in question has one: `cover.rs` |
//! | Source | Demeulenaere et al., *Compact-Table*, CP 2016; free cells: Verhaeghe, Lecoutre & Schaus, *Extending Compact-Table to Negative and Short Tables*, AAAI 2017 |

use std::cell::RefCell;

use crate::constraints::extensional::columns::{Columns, FREE};
use crate::constraints::extensional::cover::Cover;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store};

/// To look for a row that supports a value costs as much as to pass over this many cells of rows.
const CELLS: u64 = 4;

/// Where changes are recorded, more values of a domain that is not small than this are removed as one change.
const FEW: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Compact {
    columns: Columns,
    /// By set of rows: in which of its words a row was left when last looked at.
    residues: Vec<u32>,
    /// By column: the bits of the values that rows left have, where there are few rows.
    kept: Vec<u64>,
    cover: RefCell<Cover>,
}

impl Compact {
    pub(super) fn new(columns: Columns) -> Compact {
        let starts = &columns.sets.starts;
        let residues = starts[..starts.len() - 1].to_vec();
        let cover = RefCell::new(Cover::new(&columns));
        Compact { kept: vec![0; columns.vars.len()], columns, residues, cover }
    }

    /// Removes the values of a column that no row left has.
    fn filter(&mut self, column: usize, store: &mut Store) -> Result<(), Failure> {
        let Compact { columns, residues, .. } = self;
        let mut is_supported = |columns: &Columns, set: usize, store: &Store| {
            let found = columns.find_left(set, residues[set] as usize, store);
            residues[set] = found.map_or(residues[set], |at| at as u32);
            found.is_some()
        };
        if is_supported(columns, columns.free_set(column), store) {
            return Ok(());
        }
        let (var, why) = (columns.vars[column], store.because(0));
        let base = store.base(var);
        let before = columns.open(column, store);
        let mut bits = 0;
        columns.retain(column, store, |columns, number, store| {
            let stays = is_supported(columns, number, store);
            bits |= base.map_or(0, |base| u64::from(stays) << (columns.values[number] - base));
            stays
        });
        if base.is_some() {
            return store.keep_bits(var, bits, why).map(|_| ());
        }
        let open = columns.open(column, store);
        let lost = open.end..before.end;
        if lost.len() <= FEW || !store.is_recording() {
            for place in lost {
                store.remove(var, columns.values[columns.open[place] as usize], why)?;
            }
        }
        if store.size(var) > open.len() as u64 {
            // Many values, or some in no row but by a cell that was free.
            let values = columns.open[open].iter().map(|&number| columns.values[number as usize]);
            let kept: Domain = values.collect();
            store.intersect(var, &kept, why)?;
        }
        Ok(())
    }

    /// Whether it is cheaper to go through the rows left than through the values left, which all domains, being small, have bits for.
    fn has_few_rows(&self, store: &Store) -> bool {
        let width = self.columns.vars.len();
        let open: usize = (0..width).map(|column| self.columns.open(column, store).len()).sum();
        let are_small = || self.columns.vars.iter().all(|&var| store.base(var).is_some());
        self.columns.left(store) * (width as u64) < CELLS * open as u64 && are_small()
    }

    /// Removes the values that none of the rows left has.
    fn filter_by_rows(&mut self, store: &mut Store) -> Result<(), Failure> {
        let Compact { columns, kept, .. } = self;
        kept.fill(0);
        columns.each_row(store, |first| {
            let cells = &columns.cells[first..][..columns.vars.len()];
            for ((kept, &var), &number) in kept.iter_mut().zip(&columns.vars).zip(cells) {
                let base = store.base(var).unwrap_or(0);
                *kept |=
                    if number == FREE { u64::MAX } else { 1 << (columns.values[number as usize] - base) };
            }
        });
        for (column, &kept) in kept.iter().enumerate() {
            let var = columns.vars[column];
            if store.keep_bits(var, kept, store.because(0))? {
                columns.close_gone(column, store);
            }
        }
        Ok(())
    }
}

impl Propagator for Compact {
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
            if !self.columns.is_as_it_was(column, store) && self.columns.update(column, store) {
                changed = Some(column);
                changes += 1;
            }
        }
        self.columns.tidy(store);
        if self.columns.is_empty(store) {
            return Err(store.contradiction(store.because(0)));
        }
        if changes > 0 && self.has_few_rows(store) {
            self.filter_by_rows(store)?;
            changes = 0;
        }
        for column in (0..width).take_while(|_| changes > 0) {
            // What is left of the only column that changed has the rows that it had.
            if changes != 1 || changed != Some(column) {
                self.filter(column, store)?;
            }
        }
        let open = self.columns.vars.iter().filter(|&&var| store.size(var) > 1).count();
        Ok(if open < 2 { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.cover.borrow_mut().explain(&self.columns, request, past, out);
    }
}
