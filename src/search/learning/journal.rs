//! Search log used by the tests: every learned nogood, and missed propagation.

use crate::learn::{LearnedNogood, Learner};
use crate::search::learning::LearningSearch;
use crate::search::learning::failed_literals::FailedLiterals;
use crate::search::learning::probing::ObjectiveProbing;
use crate::search::learning::runs::Runs;
use crate::store::{Atom, Store};

/// The log of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    /// Each nogood that was learned from a failure; the empty one, where there is no solution any more.
    pub(crate) learned: Vec<Vec<Atom>>,
    /// The first nogood whose propagation was missed at a fixpoint.
    pub(crate) overlooked: Option<Vec<Atom>>,
}

impl Journal {
    /// Notes the result of an analysis.
    pub(super) fn note_nogood(&mut self, nogood: Option<LearnedNogood>, learner: &Learner) {
        // Without a nogood the model has no solution: the empty nogood.
        self.learned.push(nogood.map_or(Vec::new(), |_| learner.newest().to_vec()));
    }

    /// Checks a fixpoint.
    pub(super) fn note_fixpoint(&mut self, learner: &Learner, store: &Store) {
        if self.overlooked.is_none() {
            self.overlooked = learner.overlooked(store);
        }
    }
}

impl LearningSearch {
    /// Restarts and drops nogoods very often, probes the objective in each run but the first and values between runs, and keeps a
    /// journal.
    #[must_use]
    pub(crate) fn stressed(self) -> LearningSearch {
        LearningSearch {
            learner: self.learner.reducing_often(),
            runs: Runs::very_short(),
            probing: ObjectiveProbing::in_every_run(),
            failed_literals: FailedLiterals::between_all_runs(),
            journal: Some(Journal::default()),
            ..self
        }
    }

    /// What was learned, where that is kept.
    pub(crate) fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }
}
