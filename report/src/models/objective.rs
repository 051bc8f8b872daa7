//! Objective range over all solutions: minimum and maximum, or bounds on them.

use std::fmt;
use std::time::Duration;

use residua::search::{Limits, Optimum};
use residua_flatzinc::Objective;
use serde::Serialize;

use crate::subject::Subject;

/// How long each end is looked for, unless another time is set.
const TIME: Duration = Duration::from_secs(5);

/// A value of the objective, as the file has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    /// Converts a value in units of `1 / parts`; without `parts` it is an integer.
    fn of(value: i64, parts: Option<i64>) -> Number {
        parts.map_or(Number::Int(value), |parts| Number::Float(value as f64 / parts as f64))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(number) => write!(f, "{number}"),
            // With a decimal point.
            Number::Float(number) => write!(f, "{number:?}"),
        }
    }
}

/// The ends of the objective, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Ends {
    /// What is asked of it: `minimize` or `maximize`.
    sense: &'static str,
    /// No solution has less.
    at_least: Option<Number>,
    /// A solution has this, and none is known with less.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Number>,
    /// A solution has this, and none is known with more.
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest: Option<Number>,
    /// No solution has more.
    at_most: Option<Number>,
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
        let number = |value| Number::of(value, subject.objective_parts);
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
                Optimum::Optimal(value) => (Some(number(value)), Some(number(value))),
                Optimum::Open { best, bound } => (best.map(number), Some(number(bound))),
                Optimum::Infeasible => (None, None),
            };
        }
        let [(least, at_least), (greatest, at_most)] = ends;
        Some(Ends { sense, at_least, least, greatest, at_most })
    }

    /// In words.
    pub(crate) fn text(&self) -> String {
        let end = |word: &str, side: &str, found: Option<Number>, bound: Option<Number>| match (found, bound)
        {
            (Some(found), Some(bound)) if found == bound => format!("{word} {found}"),
            (Some(found), Some(bound)) => {
                // The greatest is at least what is found, and the least at most that.
                let (low, high) = if side == "at most" { (found, bound) } else { (bound, found) };
                format!("{word} between {low} and {high}")
            }
            (Some(found), None) => format!("{word} {found} (not proved)"),
            (None, Some(bound)) => format!("{word} unknown, {side} {bound}"),
            (None, None) => format!("{word} unknown"),
        };
        let minimum = end("minimum", "at least", self.least, self.at_least);
        format!("{minimum}; {}", end("maximum", "at most", self.greatest, self.at_most))
    }
}

#[cfg(test)]
mod tests {
    use super::{Ends, Number};

    #[test]
    fn an_end_that_a_limit_left_open_is_between_what_is_found_and_what_is_proved() {
        let whole = |number| Some(Number::Int(number));
        let ends = Ends {
            sense: "minimize",
            at_least: whole(5),
            least: whole(9),
            greatest: whole(20),
            at_most: whole(20),
        };
        assert_eq!(ends.text(), "minimum between 5 and 9; maximum 20");
        let ends = Ends { least: None, greatest: whole(12), ..ends };
        assert_eq!(ends.text(), "minimum unknown, at least 5; maximum between 12 and 20");
    }
}
