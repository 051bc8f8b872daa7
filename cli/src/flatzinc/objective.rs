//! Between which values the objective is, over all solutions.

use std::time::Duration;

use residua::flatzinc::Objective;
use residua::search::{Limits, Optimum};
use serde::Serialize;

use crate::flatzinc::subject::Subject;

/// How long each end is looked for, unless another time is set.
const TIME: Duration = Duration::from_secs(5);

/// The ends of the objective, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ends {
    /// What is asked of it: `minimize` or `maximize`.
    sense: &'static str,
    /// No solution has less.
    at_least: Option<i64>,
    /// A solution has this, and none is known with less.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<i64>,
    /// A solution has this, and none is known with more.
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest: Option<i64>,
    /// No solution has more.
    at_most: Option<i64>,
}

impl Ends {
    /// The ends of a model's objective; `None` if it has none.
    pub(crate) fn of(subject: &Subject, limits: &Limits) -> Option<Ends> {
        let (sense, objective) = match &subject.objective {
            Objective::Satisfy => return None,
            Objective::Minimize(objective) => ("minimize", objective),
            Objective::Maximize(objective) => ("maximize", objective),
        };
        let limits = limits.clone().time(limits.time.map_or(TIME, |time| time / 4));
        let mut ends = [(None, None); 2];
        for (greatest, end) in [false, true].into_iter().zip(&mut ends) {
            let search = subject.model.search().limits(limits.clone());
            let found = if greatest {
                search.maximize(objective.clone())
            } else {
                search.minimize(objective.clone())
            };
            let Ok(mut found) = found else { continue };
            found.by_ref().for_each(drop);
            *end = match found.optimum() {
                Optimum::Optimal(value) => (Some(value), Some(value)),
                Optimum::Open { best, bound } => (best, Some(bound)),
                Optimum::Infeasible => (None, None),
            };
        }
        let [(least, at_least), (greatest, at_most)] = ends;
        Some(Ends { sense, at_least, least, greatest, at_most })
    }

    /// In words.
    pub(crate) fn text(&self) -> String {
        let end = |found: Option<i64>, bound: Option<i64>, word: &str| match (found, bound) {
            (Some(found), Some(bound)) if found == bound => format!("{word} {found}"),
            (Some(found), Some(bound)) => {
                format!("{word} {found} as far as is known, and not beyond {bound}")
            }
            (Some(found), None) => format!("{word} {found} as far as is known"),
            (None, Some(bound)) => format!("{word} not known, not beyond {bound}"),
            (None, None) => format!("{word} not known"),
        };
        format!(
            "{}; {}",
            end(self.least, self.at_least, "least"),
            end(self.greatest, self.at_most, "greatest")
        )
    }
}
