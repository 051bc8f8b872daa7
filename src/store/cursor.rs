//! Cursors: the places in the histories of variables where the last questions were answered.
//!
//! Conflict analysis asks about earlier and earlier positions of the trail. A cursor for each variable lets each question go on
//! where the one before it ended, so that all of them together walk each history once. Where a question is about a
//! later position the walk starts over, which is slower but equally correct.

use std::cell::Cell;

use crate::store::var::VarId;

/// Cursors for questions about one state of a store: [restart](Self::restart) them whenever the trail has changed.
///
/// ```
/// use residua::store::Cursors;
///
/// let mut cursors = Cursors::default();
/// cursors.restart(1000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cursors {
    /// By variable: the era of the entry, and one more than the position of a change; later changes were skipped.
    entries: Vec<Cell<(u32, u32)>>,
    era: u32,
}

impl Cursors {
    /// Forgets all answers, for a store of that many variables. To be called before the first question as well.
    ///
    /// # Complexity
    /// Constant, but for new variables.
    pub fn restart(&mut self, vars: usize) {
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.entries.clear();
            self.era = 1;
        }
        self.entries.resize(vars, Cell::new((0, 0)));
    }

    /// The link that was kept for a variable; 0 if none was.
    #[inline]
    pub(super) fn get(&self, var: VarId) -> u32 {
        let (era, link) = self.entries.get(var.index()).map_or((0, 0), Cell::get);
        if era == self.era { link } else { 0 }
    }

    #[inline]
    pub(super) fn keep(&self, var: VarId, link: u32) {
        if let Some(entry) = self.entries.get(var.index()) {
            entry.set((self.era, link));
        }
    }
}
