//! Assumptions: the first decisions of a search, in the order of the caller.
//!
//! A level is opened for each that does not hold yet. So a failure below needs no special care: what is learned from it leads back among
//! the assumptions, the rest of them are decided once more, and one is false at its turn if they cannot all hold.
//!
//! | Source | Eén & Sörensson, *An Extensible SAT-solver*, SAT 2003; *Temporal Induction by Incremental SAT Solving*, BMC 2003 |
//! |---|---|

use crate::model::{IntAtom, Solver};
use crate::store::{Atom, Store};

/// Assumptions, and the levels that they opened.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    outer: Vec<IntAtom>,
    inner: Vec<Atom>,
    /// By level that an assumption opened: the number of assumptions that had their turn then, that one included.
    turns: Vec<usize>,
}

/// The next assumption to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// This one, for which a level is opened now.
    Open(Atom),
    /// The one of this number, which is false.
    Refuted(usize),
    /// None: all assumptions hold.
    Over,
}

impl Assumptions {
    pub(super) fn new(atoms: &[IntAtom], solver: &Solver) -> Assumptions {
        let inner = atoms.iter().map(|&atom| solver.inner(atom)).collect();
        Assumptions { outer: atoms.to_vec(), inner, turns: Vec::new() }
    }

    /// The next assumption to be decided, at a fixpoint.
    pub(super) fn turn(&mut self, store: &Store) -> Turn {
        if store.level() > self.turns.len() {
            return Turn::Over;
        }
        let had = self.turns.last().copied().unwrap_or(0);
        for number in had..self.inner.len() {
            match store.truth(self.inner[number]) {
                Some(true) => {}
                Some(false) => return Turn::Refuted(number),
                None => {
                    self.turns.push(number + 1);
                    return Turn::Open(self.inner[number]);
                }
            }
        }
        Turn::Over
    }

    /// Undoes the levels above `level`.
    pub(super) fn back_to(&mut self, level: usize) {
        self.turns.truncate(level);
    }

    pub(super) fn inner(&self, number: usize) -> Atom {
        self.inner[number]
    }

    pub(super) fn outer(&self, number: usize) -> IntAtom {
        self.outer[number]
    }

    /// The assumptions that opened these levels.
    pub(super) fn of_levels(&self, levels: &[usize]) -> Vec<IntAtom> {
        levels.iter().map(|level| self.outer[self.turns[level - 1] - 1]).collect()
    }
}
