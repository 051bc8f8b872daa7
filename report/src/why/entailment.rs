//! Entailment of an atom, with its explanation.

use residua::inspect::{Explanation, Why};
use residua::model::{IntAtom, Model, Solution};
use residua::search::Limit;

use crate::budget::Budget;

/// Entailment of an atom, with its explanation.
#[derive(Debug)]
pub(super) enum Entailment {
    /// It holds in all solutions.
    Always(Explanation),
    /// It holds in none.
    Never(Explanation),
    /// It holds in the first of these and not in the second.
    Sometimes(Solution, Solution),
    /// There is no solution.
    Infeasible(Explanation),
}

impl Entailment {
    /// Whether an atom holds, in which solutions.
    ///
    /// # Errors
    /// The limit that was reached before that was known.
    pub(super) fn of(model: &Model, atom: IntAtom, budget: &Budget) -> Result<Entailment, Limit> {
        Ok(match model.why(atom, &budget.rest())? {
            Why::Because(explanation) => Entailment::Always(explanation),
            Why::Not(without) => match model.why(!atom, &budget.rest())? {
                Why::Because(explanation) => Entailment::Never(explanation),
                Why::Not(with) => Entailment::Sometimes(with, without),
            },
        })
    }

    /// The limit that was reached before its explanation was minimal.
    pub(super) fn stopped(&self) -> Option<Limit> {
        match self {
            Entailment::Always(explanation)
            | Entailment::Never(explanation)
            | Entailment::Infeasible(explanation) => explanation.stopped,
            Entailment::Sometimes(..) => None,
        }
    }
}
