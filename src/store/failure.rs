//! Failures: the token of a failed node, and the conflict that the store has recorded for it.

use std::error::Error;
use std::fmt;

use crate::store::atom::Atom;
use crate::store::reason::Reason;
use crate::store::var::VarId;

/// A failure: the current domains and the constraints have no solution.
///
/// Only a [`Store`](crate::store::Store) makes one, after it has recorded the [`Conflict`]. It is the normal
/// course of a search and is passed on by `?`.
///
/// A propagator also ends a run by one when a limit is reached: see
/// [`Store::spend`](crate::store::Store::spend). The engine distinguishes the two, and does not take such an interruption for a failure.
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
    /// The token, made by the store alone, when the conflict is recorded.
    pub(super) fn recorded() -> Failure {
        Failure(())
    }

    /// The token of an interruption, made by the store alone, when it is recorded that an interrupt triggered.
    pub(super) fn interrupted() -> Failure {
        Failure(())
    }
}

/// The conflict of a failure: what clashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// A refused atom: `why` implies an atom that the domain of its variable excludes.
    Refused {
        /// The atom that was to become true.
        atom: Atom,
        /// The reason that implies it.
        why: Reason,
    },
    /// An emptied domain: `why` implies that none of the values left of `var` is possible.
    Emptied {
        /// The variable.
        var: VarId,
        /// The reason that implies it.
        why: Reason,
    },
    /// A declared failure: a propagator found that its constraint cannot hold, without emptying a domain.
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
