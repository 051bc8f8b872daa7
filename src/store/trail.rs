//! The trail: what each domain was before each change, so that levels can be undone and the past be asked.

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

/// Changes in the order in which they happened, and where the levels start.
///
/// Without recording, a domain is saved once a level, and never at the root: that is all backtracking needs. With
/// recording, every change is saved, with its reason.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    pub(crate) changes: Vec<Change>,
    /// The reason of each change, while recording.
    pub(crate) reasons: Vec<Reason>,
    /// What medium and large domains were, in a form that only the store reads.
    pub(crate) records: Vec<u64>,
    /// By variable: one more than the position of its newest change.
    pub(crate) last: Vec<u32>,
    /// By level: how many changes there were when it was opened.
    marks: Vec<u32>,
    /// A change at this position or later needs no second save.
    level_start: u32,
    recording: bool,
}

impl Trail {
    pub(crate) fn new(recording: bool) -> Trail {
        Trail { recording, ..Trail::default() }
    }

    pub(crate) fn level(&self) -> usize {
        self.marks.len()
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.recording
    }

    /// Where the changes of `level` end.
    pub(crate) fn end_of(&self, level: usize) -> usize {
        self.marks.get(level).map_or(self.changes.len(), |&mark| mark as usize)
    }

    /// Whether the domain of `var` must be saved before it changes.
    #[inline]
    pub(crate) fn wants(&self, var: VarId) -> bool {
        self.recording || self.last[var.index()] < self.level_start
    }

    /// Saves a domain that is about to change.
    #[inline]
    pub(crate) fn save(&mut self, var: VarId, old: u64, why: Reason) {
        let last = &mut self.last[var.index()];
        self.changes.push(Change { var, previous: *last, old });
        *last = self.changes.len() as u32;
        if self.recording {
            self.reasons.push(why);
        }
    }

    pub(crate) fn push(&mut self) {
        let position = self.changes.len() as u32;
        self.marks.push(position);
        self.level_start = position + 1;
    }

    /// Closes the newest level; its changes are to be taken off with [`pop_change`](Self::pop_change) down to the result.
    pub(crate) fn pop(&mut self) -> usize {
        let mark = self.marks.pop().expect("invariant: levels are pushed before they are popped");
        self.level_start = self.marks.last().map_or(0, |&outer| outer + 1);
        if self.recording {
            self.reasons.truncate(mark as usize);
        }
        mark as usize
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
        let mut next = self.last[var.index()];
        std::iter::from_fn(move || {
            let position = next.checked_sub(1)? as usize;
            let change = self.changes[position];
            next = change.previous;
            Some((position, change))
        })
    }
}
