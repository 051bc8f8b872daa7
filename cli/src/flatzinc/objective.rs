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
        let end = |word: &str, side: &str, found: Option<i64>, bound: Option<i64>| match (found, bound) {
            (Some(found), Some(bound)) if found == bound => format!("{word} {found}"),
            (Some(found), Some(bound)) => {
                format!("{word} between {} and {}", found.min(bound), found.max(bound))
            }
            (Some(found), None) => format!("{word} {found} as far as is known"),
            (None, Some(bound)) => format!("{word} not known, {side} {bound}"),
            (None, None) => format!("{word} not known"),
        };
        let least = end("least", "at least", self.least, self.at_least);
        format!("{least}; {}", end("greatest", "at most", self.greatest, self.at_most))
    }
}

#[cfg(test)]
mod tests {
    use super::Ends;

    #[test]
    fn an_end_that_a_limit_left_open_is_between_what_is_found_and_what_is_proved() {
        let ends = Ends {
            sense: "minimize",
            at_least: Some(5),
            least: Some(9),
            greatest: Some(20),
            at_most: Some(20),
        };
        assert_eq!(ends.text(), "least between 5 and 9; greatest 20");
        let ends = Ends { least: None, greatest: Some(12), ..ends };
        assert_eq!(ends.text(), "least not known, at least 5; greatest between 12 and 20");
    }
}
