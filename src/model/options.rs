//! Options of a solver: consistency, recording, merging, checking.

use crate::engine::Consistency;

/// The options of a solver, by which a model is compiled.
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
    /// The consistency of constraints that support several and do not choose one.
    pub consistency: Consistency,
    /// Whether changes keep their reasons, so that they can be explained.
    pub record: bool,
    /// Whether variables that are equal by constraint become one. Explanations then mention that one only.
    pub merge_equal: bool,
    /// Whether every run of every propagator is checked against the checker of its constraint: the values that it removes, its claims,
    /// the variables that it changes, and, with `record`, its explanations; and every solution against all constraints. The
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
    /// Sets the consistency of constraints that support several and do not choose one.
    #[must_use]
    pub fn consistency(self, consistency: Consistency) -> Options {
        Options { consistency, ..self }
    }

    /// Sets whether changes keep their reasons.
    #[must_use]
    pub fn record(self, record: bool) -> Options {
        Options { record, ..self }
    }

    /// Sets whether variables that are equal by constraint become one.
    #[must_use]
    pub fn merge_equal(self, merge_equal: bool) -> Options {
        Options { merge_equal, ..self }
    }

    /// Sets whether runs of propagators are checked.
    #[must_use]
    pub fn check_claims(self, check_claims: bool) -> Options {
        Options { check_claims, ..self }
    }
}
