//! Queue of conflict analysis: true atoms that still have to be explained, by the changes that made them true.
//!
//! An atom that another atom of the same variable implies is not wanted beside it: `[x ≥ 3]` is left out where `[x ≥ 5]` is wanted. That is
//! sound in whatever order the two are met, because what explains the stronger one explains both.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(log n) for each change that is wanted, O(1) for each atom besides |
//! | Source | Feydy, Schutt & Stuckey, *Semantic Learning for Lazy Clause Generation*, TRICS 2013 |

use std::collections::{BTreeSet, BinaryHeap};

use crate::store::{Atom, Relation, Store};

/// An atom, and whether it is still wanted.
#[derive(Clone, Copy, Debug)]
struct Entry {
    atom: Atom,
    position: u32,
    /// The next entry of the same change, as a link: one more than its number.
    next: u32,
    is_wanted: bool,
}

/// A change of which more atoms than this were wanted has them in a set. Most have one; a wide domain can lose thousands of values
/// at once.
const MANY: u32 = 16;

/// The entries of one change.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    /// A link to the first one.
    first: u32,
    wanted: u32,
    /// The number of atoms that were wanted.
    many: u32,
    /// Whether it is among the positions.
    is_listed: bool,
}

/// By variable, links to the entries that imply others.
#[derive(Clone, Copy, Debug, Default)]
struct Strongest {
    low: u32,
    high: u32,
    equal: u32,
}

/// The atoms that are wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct AnalysisQueue {
    entries: Vec<Entry>,
    /// By position of the trail.
    changes: Vec<Change>,
    strongest: Vec<Strongest>,
    /// What is wanted of changes with [`MANY`] atoms, by position.
    crowded: BTreeSet<(u32, Atom)>,
    /// The positions with something wanted, and some with nothing any more.
    positions: BinaryHeap<u32>,
    /// From this position on changes are counted.
    mark: u32,
    since: u32,
}

impl AnalysisQueue {
    /// Forgets everything. Changes count that lie at `mark` or later.
    pub(super) fn restart(&mut self, store: &Store) {
        for entry in self.entries.drain(..) {
            self.strongest[entry.atom.var().index()] = Strongest::default();
            self.changes[entry.position as usize] = Change::default();
        }
        self.positions.clear();
        self.crowded.clear();
        self.strongest.resize(store.vars(), Strongest::default());
        self.changes.resize(self.changes.len().max(store.position()), Change::default());
        (self.mark, self.since) = (u32::MAX, 0);
    }

    /// From now on, counts the changes at `mark` or later.
    pub(super) fn count_from(&mut self, mark: usize) {
        self.mark = mark as u32;
        let wanted = |at: &&u32| **at >= mark as u32 && self.changes[**at as usize].wanted > 0;
        self.since = self.positions.iter().filter(wanted).count() as u32;
    }

    /// The number of counted changes by which something that is wanted became true.
    pub(super) fn counted(&self) -> u32 {
        self.since
    }

    /// The newest change with something wanted.
    pub(super) fn newest(&mut self) -> Option<usize> {
        while let Some(&position) = self.positions.peek() {
            let change = &mut self.changes[position as usize];
            if change.wanted > 0 {
                return Some(position as usize);
            }
            change.is_listed = false;
            self.positions.pop();
        }
        None
    }

    /// Wants an atom that the change at `position` made true; returns whether it is new, and not implied by another one.
    pub(super) fn add(&mut self, atom: Atom, position: usize) -> bool {
        let strongest = self.strongest[atom.var().index()];
        let wanted = |link: u32| {
            let entry = self.entries.get((link as usize).checked_sub(1)?)?;
            entry.is_wanted.then_some(entry.atom)
        };
        let (low, high) = (wanted(strongest.low), wanted(strongest.high));
        let is_implied = |other: Option<Atom>| other.is_some_and(|other| other.implies(atom));
        if is_implied(low) || is_implied(high) || is_implied(wanted(strongest.equal)) {
            return false;
        }
        if self.is_wanted(atom, position) {
            return false;
        }
        // What it implies is not wanted beside it.
        for (link, other) in [(strongest.low, low), (strongest.high, high)] {
            if other.is_some_and(|other| atom.implies(other)) {
                self.drop(link);
            }
        }
        let change = &mut self.changes[position];
        let entry = Entry { atom, position: position as u32, next: change.first, is_wanted: true };
        self.entries.push(entry);
        let link = self.entries.len() as u32;
        change.first = link;
        change.wanted += 1;
        change.many += 1;
        let is_crowded = change.many >= MANY;
        if !std::mem::replace(&mut change.is_listed, true) {
            self.positions.push(position as u32);
        }
        if change.wanted == 1 {
            self.since += u32::from(position as u32 >= self.mark);
        }
        if is_crowded {
            self.enter_crowd(position);
        }
        let strongest = &mut self.strongest[atom.var().index()];
        match atom.relation() {
            Relation::Ge => strongest.low = link,
            Relation::Le => strongest.high = link,
            Relation::Eq => strongest.equal = link,
            Relation::Ne => {}
        }
        true
    }

    /// Whether this atom is wanted, of the change at `position`.
    fn is_wanted(&self, atom: Atom, position: usize) -> bool {
        if self.changes[position].many >= MANY {
            return self.crowded.contains(&(position as u32, atom));
        }
        self.of(position).any(|other| other == atom)
    }

    /// A change has many atoms: its newest one is entered into their set; if it has just come to have many, all of them.
    fn enter_crowd(&mut self, position: usize) {
        let new = if self.changes[position].many == MANY { usize::MAX } else { 1 };
        let mut crowded = std::mem::take(&mut self.crowded);
        crowded.extend(self.of(position).take(new).map(|atom| (position as u32, atom)));
        self.crowded = crowded;
    }

    fn drop(&mut self, link: u32) {
        let entry = &mut self.entries[link as usize - 1];
        entry.is_wanted = false;
        let change = &mut self.changes[entry.position as usize];
        if change.many >= MANY {
            self.crowded.remove(&(entry.position, entry.atom));
        }
        change.wanted -= 1;
        if change.wanted == 0 {
            self.since -= u32::from(entry.position >= self.mark);
        }
    }

    /// The atoms that are wanted of the change at `position`.
    pub(super) fn of(&self, position: usize) -> impl Iterator<Item = Atom> + '_ {
        self.links(position).map(|link| self.entries[link as usize - 1].atom)
    }

    fn links(&self, position: usize) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.changes[position].first;
        std::iter::from_fn(move || {
            loop {
                let link = next;
                let entry = self.entries.get((link as usize).wrapping_sub(1))?;
                next = entry.next;
                if entry.is_wanted {
                    return Some(link);
                }
            }
        })
    }

    /// Takes out the atoms that are wanted of the change at `position`, those that `chosen` accepts.
    pub(super) fn take(&mut self, position: usize, out: &mut Vec<Atom>, chosen: impl Fn(Atom) -> bool) {
        let mut next = self.changes[position].first;
        while let Some(&entry) = self.entries.get((next as usize).wrapping_sub(1)) {
            if entry.is_wanted && chosen(entry.atom) {
                out.push(entry.atom);
                self.drop(next);
            }
            next = entry.next;
        }
    }

    /// All that is wanted, with the positions of the changes, in the order in which it came to be wanted.
    pub(super) fn all(&self) -> impl Iterator<Item = (Atom, usize)> + '_ {
        let wanted = self.entries.iter().filter(|entry| entry.is_wanted);
        wanted.map(|entry| (entry.atom, entry.position as usize))
    }
}
