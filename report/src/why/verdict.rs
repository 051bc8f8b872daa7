//! Whether something is so, and why.

use residua::inspect::{Explanation, Why};
use residua::model::{IntAtom, Model, Solution};
use residua::search::Limit;

use crate::budget::Budget;

/// Whether something is so, and why.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It holds in all solutions.
    Always(Explanation),
    /// It holds in none.
    Never(Explanation),
    /// It holds in the first of these and not in the second.
    Sometimes(Solution, Solution),
    /// There is no solution.
    Infeasible(Explanation),
}

impl Verdict {
    /// Whether an atom holds, in which solutions.
    ///
    /// # Errors
    /// The limit that was reached before that was known.
    pub(super) fn of(model: &Model, atom: IntAtom, budget: &Budget) -> Result<Verdict, Limit> {
        Ok(match model.why(atom, &budget.rest())? {
            Why::Because(explanation) => Verdict::Always(explanation),
            Why::Not(without) => match model.why(!atom, &budget.rest())? {
                Why::Because(explanation) => Verdict::Never(explanation),
                Why::Not(with) => Verdict::Sometimes(with, without),
            },
        })
    }

    /// The limit that was reached before its explanation was minimal.
    pub(super) fn stopped(&self) -> Option<Limit> {
        match self {
            Verdict::Always(explanation) | Verdict::Never(explanation) | Verdict::Infeasible(explanation) => {
                explanation.stopped
            }
            Verdict::Sometimes(..) => None,
        }
    }
}
