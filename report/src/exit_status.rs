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

impl ExitStatus {
    /// The status with this exit code; what is none is no answer.
    pub(crate) fn of_code(code: u8) -> ExitStatus {
        [ExitStatus::Answered, ExitStatus::Refuted, ExitStatus::BadInput]
            .into_iter()
            .find(|status| *status as u8 == code)
            .unwrap_or(ExitStatus::Stopped)
    }
}
