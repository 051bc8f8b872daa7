//! What a test wants to know of a search: all that it learned, and whether it overlooked something.

use crate::learn::{LearnedNogood, Learner};
use crate::search::learning::LearningSearch;
use crate::search::learning::bounding::Bounding;
use crate::search::learning::runs::Runs;
use crate::store::{Atom, Store};

/// What was learned and overlooked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    /// Each nogood that was learned from a dead end; the empty one, where there is no solution any more.
    pub(crate) learned: Vec<Vec<Atom>>,
    /// The first nogood that had more to say at a fixpoint.
    pub(crate) overlooked: Option<Vec<Atom>>,
}

impl Journal {
    /// After each analysis of a dead end.
    pub(super) fn note_lesson(&mut self, lesson: Option<LearnedNogood>, learner: &Learner) {
        // Without a lesson, what contradicts itself is nothing at all.
        self.learned.push(lesson.map_or(Vec::new(), |_| learner.newest().to_vec()));
    }

    /// At each fixpoint.
    pub(super) fn note_fixpoint(&mut self, learner: &Learner, store: &Store) {
        if self.overlooked.is_none() {
            self.overlooked = learner.overlooked(store);
        }
    }
}

impl LearningSearch {
    /// The same search, which starts over and drops nogoods very often, takes a step from below in each run but the first, and keeps a
    /// journal.
    #[must_use]
    pub(crate) fn impatient(self) -> LearningSearch {
        LearningSearch {
            learner: self.learner.impatient(),
            runs: Runs::impatient(),
            bounding: Bounding::impatient(),
            journal: Some(Journal::default()),
            ..self
        }
    }

    /// What was learned, where that is kept.
    pub(crate) fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }
}
