//! How a model is made ready to propagate.

use crate::engine::Consistency;

/// How a model is made ready.
///
/// ```
/// use residua::engine::Consistency;
/// use residua::model::Options;
///
/// let options = Options::default().consistency(Consistency::Bounds).record(true);
/// assert!(options.record && options.merge_equal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// What is asked of constraints that support several consistencies and do not choose one.
    pub consistency: Consistency,
    /// Whether changes keep their reasons, so that they can be explained.
    pub record: bool,
    /// Whether variables that are equal by constraint become one. Explanations then mention that one only.
    pub merge_equal: bool,
    /// Whether every run of every propagator is checked against the checker of its constraint: what it removes, what it claims,
    /// what variables it changes, and, with `record`, how it explains that; and every solution against all constraints. The
    /// first mistake panics with a sentence that describes it. For tests: it takes a multiple of the time, and a scope with more
    /// than 16,384 assignments is not gone through. [`testing`](crate::testing) has more.
    pub check_claims: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { consistency: Consistency::default(), record: false, merge_equal: true, check_claims: false }
    }
}

impl Options {
    /// The same, but with this consistency.
    #[must_use]
    pub fn consistency(self, consistency: Consistency) -> Options {
        Options { consistency, ..self }
    }

    /// The same, but changes keep their reasons or do not.
    #[must_use]
    pub fn record(self, record: bool) -> Options {
        Options { record, ..self }
    }

    /// The same, but variables that are equal by constraint become one or do not.
    #[must_use]
    pub fn merge_equal(self, merge_equal: bool) -> Options {
        Options { merge_equal, ..self }
    }

    /// The same, but runs of propagators are checked or are not.
    #[must_use]
    pub fn check_claims(self, check_claims: bool) -> Options {
        Options { check_claims, ..self }
    }
}
