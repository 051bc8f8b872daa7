//! A table of allowed rows, with free cells: the propagator.
//!
//! Of a variable that lost values the rows with these are taken; then each value left of a column needs a row left. Where one was found
//! last is looked at first. A row that is free in a column supports all values there.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain: rows that a removal takes have no other value to support, so that one pass finds all |
//! | Cost | of a run: a look at each value of a column that changed, the update of the rows (`columns.rs`), and a look at each value left |
//! | Wakes on | any change |
//! | Explains | by values that others lost, of which each row with the value in question has one: `cover.rs` |
//! | Source | Demeulenaere et al., *Compact-Table*, CP 2016; free cells: Verhaeghe, Lecoutre & Schaus, *Extending Compact-Table to Negative and Short Tables*, AAAI 2017 |

use std::cell::RefCell;

use crate::constraints::extensional::columns::Columns;
use crate::constraints::extensional::cover::Cover;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store};

#[derive(Clone, Debug)]
pub(super) struct Compact {
    columns: Columns,
    /// By set of rows: in which of its words a row was left when last looked at.
    residues: Vec<u32>,
    cover: RefCell<Cover>,
}

impl Compact {
    pub(super) fn new(columns: Columns) -> Compact {
        let starts = &columns.sets.starts;
        let residues = starts[..starts.len() - 1].to_vec();
        let cover = RefCell::new(Cover::new(&columns));
        Compact { columns, residues, cover }
    }

    /// Whether a row of the set is left.
    #[inline]
    fn is_supported(&mut self, set: usize, store: &Store) -> bool {
        let Compact { columns, residues, .. } = self;
        let (sets, residue) = (&columns.sets, residues[set] as usize);
        let is_left = |at: usize| columns.word(sets.words[at] as usize, store) & sets.masks[at] != 0;
        if sets.starts[set] == sets.starts[set + 1] {
            return false;
        }
        if is_left(residue) {
            return true;
        }
        let found = columns.find_left(set, store);
        if let Some(at) = found {
            residues[set] = at as u32;
        }
        found.is_some()
    }

    /// Removes the values of a column that no row left has.
    fn filter(&mut self, column: usize, store: &mut Store) -> Result<(), Failure> {
        let free = self.columns.free_set(column);
        if self.is_supported(free, store) {
            return Ok(());
        }
        let (var, why) = (self.columns.vars[column], store.because(0));
        let mut open = self.columns.open(column, store);
        // From the end, as what takes a closed one's place has been looked at.
        while let Some(place) = open.next_back() {
            let number = self.columns.open[place] as usize;
            if !self.is_supported(number, store) {
                store.remove(var, self.columns.values[number], why)?;
                self.columns.close(column, place, store);
            }
        }
        let open = self.columns.open(column, store);
        if store.size(var) > open.len() as u64 {
            // Values in no row but by a cell that was free.
            let values = self.columns.open[open].iter().map(|&number| self.columns.values[number as usize]);
            let kept: Domain = values.collect();
            store.intersect(var, &kept, why)?;
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
