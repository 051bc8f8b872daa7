//! Restarts of a search without progress; it keeps what it has learned about where to branch.
//!
//! When a search is stuck in a part without solutions, all that it learns is which intersections fail. It restarts
//! with that as its weights, after runs of 1, 1, 2, 1, 1, 2, 4, … units: if nothing is known about how long a run
//! takes, no other sequence is better by more than a logarithmic factor. Once there was a solution it never restarts,
//! because solutions would be repeated.
//!
//! "Optimal speedup of Las Vegas algorithms" (Luby, Sinclair, Zuckerman, Information Processing Letters 47, 1993).

/// The length of runs, in failures, and the end of the current one. Counting nodes would not do: a large grid takes
/// as many as it has variables, even if nothing fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restarts {
    unit: u64,
    /// The number of runs.
    runs: u64,
    /// The number of failures, in all runs, at which the run ends.
    pub(crate) end: u64,
}

impl Restarts {
    /// From the first run on.
    pub(crate) fn new(unit: u64) -> Restarts {
        Restarts { unit, runs: 1, end: unit }
    }

    /// Advances to the next run.
    pub(crate) fn advance(&mut self) {
        self.runs += 1;
        self.end += self.unit * luby(self.runs);
    }
}

/// The number `i` of the sequence, from 1 on. Number `2ᵏ - 1` is `2ᵏ⁻¹`, and after it the sequence up to there is
/// repeated.
fn luby(mut i: u64) -> u64 {
    loop {
        let bits = u64::BITS - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::wide::restarts::{Restarts, luby};

    #[test]
    fn the_sequence_is_that_of_the_paper() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn runs_end_after_so_many_units() {
        let mut restarts = Restarts::new(10);
        let ends: Vec<u64> = (0..4).map(|_| (restarts.end, restarts.advance()).0).collect();
        assert_eq!(ends, [10, 20, 40, 50]);
    }
}
