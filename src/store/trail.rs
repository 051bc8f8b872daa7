//! The trail: saved domains, by which levels are undone and past states are read.

use crate::store::atom::Atom;
use crate::store::reason::Reason;
use crate::store::var::VarId;

/// One saved domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) var: VarId,
    /// One more than the position of the variable's previous change; 0 if there is none.
    pub(crate) previous: u32,
    /// The bits of a small domain; of any other, where its record in `records` ends.
    pub(crate) old: u64,
}

/// The origin of a change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) why: Reason,
    /// The atom that it made true; [`in_bulk`] if it removed several values at once.
    pub(crate) posted: Atom,
    /// The number of open levels.
    pub(crate) level: u32,
}

/// Changes in the order in which they happened, and where the levels start.
///
/// Without recording, a domain is saved once a level, and never at the root: that is all backtracking needs. With
/// recording, every change is saved, with its origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    pub(crate) changes: Vec<Change>,
    /// The origin of each change, while recording.
    pub(crate) origins: Vec<Origin>,
    /// The notes of propagators, each behind its length; and by level, where its notes start.
    notes: Vec<u32>,
    note_marks: Vec<u32>,
    /// The saved medium and large domains, in a form that only the store reads.
    pub(crate) records: Vec<u64>,
    /// By variable: one more than the position of its newest change.
    pub(crate) last: Vec<u32>,
    /// By variable that has a newest change: one more than the position of its oldest, while recording.
    first: Vec<u32>,
    /// By level: the number of changes when it was opened.
    marks: Vec<u32>,
    /// A change at this position or later needs no second save.
    level_start: u32,
    recording: bool,
}

/// Stands for no single atom, and is true of every domain, so that it is never posted as a change.
pub(crate) fn in_bulk(var: VarId) -> Atom {
    Atom::ge(var, i32::MIN)
}

impl Trail {
    pub(crate) fn new(recording: bool) -> Trail {
        Trail { recording, ..Trail::default() }
    }

    /// Makes room for another variable.
    pub(crate) fn add_var(&mut self) {
        self.last.push(0);
        if self.recording {
            self.first.push(0);
        }
    }

    /// One more than the position of the oldest change of `var`, if it has changed and changes are recorded; else 0.
    #[inline]
    pub(crate) fn oldest(&self, var: VarId) -> u32 {
        if self.recording && self.last[var.index()] != 0 { self.first[var.index()] } else { 0 }
    }

    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.marks.len()
    }

    #[inline]
    pub(crate) fn is_recording(&self) -> bool {
        self.recording
    }

    /// Where the changes of `level` end.
    pub(crate) fn end_of(&self, level: usize) -> usize {
        self.marks.get(level).map_or(self.changes.len(), |&mark| mark as usize)
    }

    /// Saves a domain that is about to change, unless it was saved in this level: without recording.
    #[inline]
    pub(crate) fn save_once_a_level(&mut self, var: VarId, old: u64) {
        let last = &mut self.last[var.index()];
        if *last < self.level_start {
            self.changes.push(Change { var, previous: *last, old });
            *last = self.changes.len() as u32;
        }
    }

    /// Saves a domain that is about to change because `posted` is to be true.
    pub(crate) fn save(&mut self, var: VarId, old: u64, posted: Atom, why: Reason) {
        let last = &mut self.last[var.index()];
        self.changes.push(Change { var, previous: *last, old });
        let previous = std::mem::replace(last, self.changes.len() as u32);
        if self.recording {
            if previous == 0 {
                self.first[var.index()] = *last;
            }
            self.origins.push(Origin { why, posted, level: self.marks.len() as u32 });
        }
    }

    pub(crate) fn push(&mut self) {
        let position = self.changes.len() as u32;
        self.marks.push(position);
        self.note_marks.push(self.notes.len() as u32);
        self.level_start = position + 1;
    }

    /// Closes the newest level; its changes are to be taken off with [`pop_change`](Self::pop_change) down to the result.
    pub(crate) fn pop(&mut self) -> usize {
        let mark = self.marks.pop().expect("invariant: levels are pushed before they are popped");
        self.level_start = self.marks.last().map_or(0, |&outer| outer + 1);
        let notes = self.note_marks.pop().expect("invariant: a mark of notes for each level");
        if self.recording {
            self.origins.truncate(mark as usize);
            self.notes.truncate(notes as usize);
        }
        mark as usize
    }

    /// Drops all changes: the domains as they are become the start. Only at the root.
    pub(crate) fn settle(&mut self) {
        debug_assert!(self.marks.is_empty(), "invariant: only the root is settled");
        for change in self.changes.drain(..) {
            self.last[change.var.index()] = 0;
        }
        self.origins.clear();
        self.records.clear();
        self.notes.clear();
    }

    /// Keeps a note until the level is undone, and returns its number. Nothing is kept without recording.
    pub(crate) fn note(&mut self, note: &[u32]) -> u32 {
        let number = self.notes.len() as u32;
        if self.recording {
            self.notes.push(note.len() as u32);
            self.notes.extend_from_slice(note);
        }
        number
    }

    /// The note of that number.
    pub(crate) fn noted(&self, number: u32) -> &[u32] {
        let start = number as usize + 1;
        &self.notes[start..start + self.notes[start - 1] as usize]
    }

    /// Takes off the newest change, if there are more than `mark`.
    #[inline]
    pub(crate) fn pop_change(&mut self, mark: usize) -> Option<Change> {
        if self.changes.len() <= mark {
            return None;
        }
        let change = self.changes.pop()?;
        self.last[change.var.index()] = change.previous;
        Some(change)
    }

    /// The changes of `var`, newest first, each with its position.
    pub(crate) fn history(&self, var: VarId) -> impl Iterator<Item = (usize, Change)> + '_ {
        self.history_from(self.last[var.index()])
    }

    /// The change before `link`, and those of the same variable before it; a link is one more than a position.
    pub(crate) fn history_from(&self, link: u32) -> impl Iterator<Item = (usize, Change)> + '_ {
        let mut next = link;
        std::iter::from_fn(move || {
            let position = next.checked_sub(1)? as usize;
            let change = self.changes[position];
            next = change.previous;
            Some((position, change))
        })
    }
}
