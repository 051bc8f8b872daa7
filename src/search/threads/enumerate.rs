//! Enumeration by workers, which hand in the solutions of their subproblems in batches.

use crate::search::subtree::Subtrees;
use crate::search::threads::desk::Desk;
use crate::search::threads::frontier::{Answer, Place};
use crate::search::threads::subproblems::{Collect, SubproblemWorker};

/// Solutions, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// The values of all of them; nothing, where they are only counted.
    pub(super) values: Vec<i32>,
    pub(super) solutions: u64,
    /// Whether it was found outside of the subproblems, so that it is found again.
    pub(super) is_early: bool,
}

impl Answer for Batch {
    fn words(&self) -> usize {
        self.values.len() + 1
    }
}

/// The most solutions of a batch, and the most values.
const MOST_SOLUTIONS: u64 = 256;
const MOST_VALUES: usize = 1 << 14;

/// A worker that enumerates solutions.
pub(super) type Enumerator = SubproblemWorker<Batches>;

impl Enumerator {
    /// A worker that looks at what others need after each `moment` of work; with `counts`, only for the number of solutions.
    pub(super) fn new(subtrees: Subtrees, counts: bool, moment: u64) -> Enumerator {
        let batches = Batches { counts, batch: Batch::default(), full: 1, values: Vec::new() };
        SubproblemWorker::over(subtrees, batches, moment)
    }
}

/// Collects solutions in batches.
#[derive(Clone, Debug)]
pub(super) struct Batches {
    /// Whether only the number of solutions is asked for.
    counts: bool,
    batch: Batch,
    /// The number of solutions of a full batch: few at first, so that the first ones come soon.
    full: u64,
    /// The values of one solution.
    values: Vec<i32>,
}

impl Collect<Batch> for Batches {
    fn require(&mut self, _: &mut Subtrees, _: &Desk<Batch>) {}

    fn take(&mut self, place: &Place, subtrees: &mut Subtrees, desk: &Desk<Batch>) {
        self.batch.solutions += 1;
        if self.counts {
            return;
        }
        subtrees.values(&mut self.values);
        self.batch.values.extend_from_slice(&self.values);
        if self.batch.solutions >= self.full || self.batch.values.len() >= MOST_VALUES {
            self.full = (2 * self.full).min(MOST_SOLUTIONS);
            self.hand_in(place, desk);
        }
    }

    fn hand_in(&mut self, place: &Place, desk: &Desk<Batch>) {
        if self.batch.solutions > 0 {
            desk.post(place, std::mem::take(&mut self.batch));
        }
    }
}
