//! Failure: a dead end, and what the store remembers of it.

use std::error::Error;
use std::fmt;

use crate::store::atom::Atom;
use crate::store::reason::Reason;
use crate::store::var::VarId;

/// A dead end: the current domains and the constraints have no solution.
///
/// Only a [`Store`](crate::store::Store) makes one, after it has recorded the [`Conflict`]. It is the normal
/// course of a search and is passed on by `?`.
///
/// By one a propagator also ends a run that it is to give up, because a limit is reached: see
/// [`Store::spend`](crate::store::Store::spend). The engine knows the two apart, and takes none of these for a dead end.
#[derive(Debug, PartialEq, Eq)]
#[must_use]
pub struct Failure(());

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a dead end: the current domains and the constraints have no solution")
    }
}

impl Error for Failure {}

impl Failure {
    /// Called by the store alone, when the conflict is on record.
    pub(super) fn recorded() -> Failure {
        Failure(())
    }

    /// Called by the store alone, when it is on record that an interrupt triggered.
    pub(super) fn interrupted() -> Failure {
        Failure(())
    }
}

/// What clashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// `why` implies an atom that the domain of its variable excludes.
    Refused {
        /// What was to become true.
        atom: Atom,
        /// The reason that implies it.
        why: Reason,
    },
    /// `why` implies that none of the values left of `var` is possible.
    Emptied {
        /// The variable.
        var: VarId,
        /// The reason that implies it.
        why: Reason,
    },
    /// A propagator found that its constraint cannot hold, without emptying a domain.
    Declared {
        /// The propagator and its payload.
        why: Reason,
    },
}

impl Conflict {
    /// The reason of the inference that clashed.
    pub fn reason(self) -> Reason {
        match self {
            Conflict::Refused { why, .. } | Conflict::Emptied { why, .. } | Conflict::Declared { why } => why,
        }
    }
}
