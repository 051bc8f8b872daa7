//! Verdicts: no solution, one, or more; or the partial result at a limit.

use crate::domain::Domain;
use crate::inspect::conflict::ConflictSet;
use crate::model::{IntVar, Solution};
use crate::search::Limit;

/// Whether a model has no solution, one, or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly one solution.
    Unique(Solution),
    /// More than one solution: these two differ.
    Multiple(Solution, Solution),
    /// No solution: these constraints clash.
    Infeasible(ConflictSet),
    /// A limit was reached.
    Unknown {
        /// The limit.
        limit: Limit,
        /// The partial result.
        known: PartialInspection,
    },
}

/// A partial inspection: what was determined before a limit came.
///
/// ```
/// use residua::inspect::{Strength, Verdict};
/// use residua::search::{Limit, Limits};
/// use residua_sudoku::Puzzle;
///
/// let model = "1...............".parse::<Puzzle>()?.model();
/// let limits = Limits::none().nodes(1);
/// let Verdict::Unknown { limit, known } = model.inspect().limits(&limits).run().verdict else {
///     panic!("one decision is not enough for a solution");
/// };
/// assert_eq!((limit, &known.witness), (Limit::Nodes, &None));
/// let r1c2 = model.vars().nth(1).expect("16 cells");
/// assert_eq!([1, 2, 3, 4].map(|value| known.is_possible(r1c2, value)), [Some(false), None, None, None]);
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialInspection {
    /// A solution, if one was found.
    pub witness: Option<Solution>,
    /// By variable: the values that were not refuted.
    pub left: Vec<Domain>,
    /// By variable: the values among these that no solution has confirmed.
    pub open: Vec<Domain>,
}

impl PartialInspection {
    /// Whether `value` of `var` is part of a solution; `None` if that was not determined.
    pub fn is_possible(&self, var: IntVar, value: i32) -> Option<bool> {
        is_possible(&self.left[var.index()], &self.open[var.index()], value)
    }
}

/// Whether a value is part of a solution, by the values left and those of them that are open.
pub(super) fn is_possible(left: &Domain, open: &Domain, value: i32) -> Option<bool> {
    match (left.contains(value), open.contains(value)) {
        (false, _) => Some(false),
        (true, false) => Some(true),
        (true, true) => None,
    }
}

impl Verdict {
    /// The solutions that were found: the only one, or two that differ; empty if there is no solution, or none was found yet.
    pub fn witnesses(&self) -> Vec<&Solution> {
        match self {
            Verdict::Unique(one) => vec![one],
            Verdict::Multiple(one, other) => vec![one, other],
            Verdict::Infeasible(_) => Vec::new(),
            Verdict::Unknown { known, .. } => known.witness.iter().collect(),
        }
    }
}
