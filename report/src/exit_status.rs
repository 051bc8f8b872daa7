//! Exit status of a question.

/// Exit status of a question; the highest of a run is its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// There is at least one solution.
    Answered = 0,
    /// Proved infeasible.
    Refuted = 1,
    /// The input or the question has an error.
    BadInput = 2,
    /// A limit was reached before the answer was complete.
    Stopped = 3,
}
