//! Reports: what became of one subproblem.

use std::error::Error;
use std::fmt;

use crate::search::{Limit, Statistics};
use crate::subproblem::digest::Digest;
use crate::subproblem::found::Found;
use crate::subproblem::unit::Subproblem;

/// What became of a subproblem.
///
/// With the feature `serde` its [digest](Self::digest) is written, too; one that has another one was damaged, and cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The digest of the task.
    pub task: Digest,
    /// The [id](Subproblem::id) of the subproblem.
    pub id: Vec<u32>,
    /// The [digest](Subproblem::digest) of the subproblem.
    pub of: Digest,
    /// What was found.
    pub found: Found,
    /// In an optimisation: the value of a solution that was known elsewhere. Only better ones were looked for.
    pub incumbent: Option<i64>,
    /// What is left of the subproblem, in the order of search; nothing, once it is searched.
    pub rest: Vec<Subproblem>,
    /// The statistics of its search.
    pub statistics: Statistics,
}

impl Report {
    /// The digest of all of it.
    pub fn digest(&self) -> Digest {
        let Report { task, id, of, found, incumbent, rest, statistics } = self;
        let all = (task, id, of, found, incumbent, rest, statistics);
        Digest::START.text(format_args!("{all:?}"))
    }
}

/// A subproblem of another search, or a report of another task: of another model, of another question, or to be searched otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The digest of the task that was expected.
    pub expected: Digest,
    /// The digest that was found.
    pub found: Digest,
}

/// Why a report is not merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmerged {
    /// It is of another task.
    Foreign(Foreign),
    /// What it has found is not what was asked for, or not about the variables of the model.
    Unfit,
}

/// Why there is no report about a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReport {
    /// It is of another task.
    Foreign(Foreign),
    /// It names a variable that the model does not have.
    Unknown,
    /// A limit was reached that is no part of the task, so that the subproblem is as it was.
    Stopped(Limit),
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Foreign { expected, found } = self;
        write!(
            f,
            "it is of {found}, and not of {expected}: the model, the question, the options and the budget have to be the same"
        )
    }
}

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoReport::Foreign(foreign) => foreign.fmt(f),
            NoReport::Unknown => f.write_str("it names a variable that the model does not have"),
            NoReport::Stopped(limit) => write!(f, "limit reached: {limit}"),
        }
    }
}

impl fmt::Display for Unmerged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmerged::Foreign(foreign) => foreign.fmt(f),
            Unmerged::Unfit => f.write_str("what it has found does not answer the question about this model"),
        }
    }
}

impl Error for Foreign {}

impl Error for Unmerged {}

impl Error for NoReport {}

impl From<Limit> for NoReport {
    fn from(limit: Limit) -> NoReport {
        NoReport::Stopped(limit)
    }
}
