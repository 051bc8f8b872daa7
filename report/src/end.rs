//! What became of a question, as an exit code.

/// What became of a question, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// There is at least one solution.
    Answered = 0,
    /// It is proved that there is none.
    Refuted = 1,
    /// The input or the question has a mistake.
    Mistaken = 2,
    /// A limit was reached before all that was asked for was known.
    Stopped = 3,
}
