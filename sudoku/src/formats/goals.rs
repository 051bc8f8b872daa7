//! Prolog goals of `library(clpfd)` about single variables: bindings and domains. Others are skipped if they are what is left of the
//! rules of a puzzle, and refused otherwise.

use crate::geometry::MAX_SIZE;

/// The meaning of one goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Goal<'a> {
    /// A variable is this integer.
    Value(&'a str, &'a str),
    /// Two variables are equal.
    Same(&'a str, &'a str),
    /// A variable has one of these values; values that no grid has are left out.
    Domain(&'a str, Vec<i32>),
    /// A variable does not have this value.
    Without(&'a str, i32),
    /// It restricts no single variable, and is left of a rule: `A #\= B`, `all_distinct([A, B, C])`.
    Rule,
    /// Anything else.
    Other,
}

/// The goals of `text`, separated by commas and ended by a full stop or a semicolon, each with its place in bytes.
pub(crate) fn goals(text: &str) -> Vec<(usize, &str)> {
    let mut depth = 0_usize;
    let mut start = 0;
    let mut goals = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                goals.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    goals.push((start, text[start..].trim_end().trim_end_matches(['.', ';'])));
    let trimmed =
        goals.into_iter().map(|(at, goal)| (at + goal.len() - goal.trim_start().len(), goal.trim()));
    trimmed.filter(|(_, goal)| !goal.is_empty()).collect()
}

/// The meaning of `goal`.
pub(crate) fn goal(goal: &str) -> Goal<'_> {
    let name_end = goal.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(goal.len());
    let (name, rest) = (&goal[..name_end], goal[name_end..].trim_start());
    let is_variable = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if matches!(
        goal.rsplit(':').next().and_then(|goal| goal.split('(').next()),
        Some("all_distinct" | "all_different")
    ) {
        return Goal::Rule;
    }
    if !is_variable(name) {
        return Goal::Other;
    }
    if let Some(other) = rest.strip_prefix("#\\=") {
        let other = other.trim();
        let without = || other.parse().map_or(Goal::Other, |value| Goal::Without(name, value));
        return if is_variable(other) { Goal::Rule } else { without() };
    }
    if let Some(term) = rest.strip_prefix('=').map(str::trim) {
        let is_integer = !term.is_empty() && term.bytes().all(|byte| byte.is_ascii_digit());
        return match term {
            term if is_integer => Goal::Value(name, term),
            term if is_variable(term) => Goal::Same(name, term),
            _ => Goal::Other,
        };
    }
    let set = rest.strip_prefix("in ").and_then(domain);
    set.map_or(Goal::Other, |values| Goal::Domain(name, values))
}

/// The values of a set as Prolog writes it: `1..3\/5`.
fn domain(text: &str) -> Option<Vec<i32>> {
    let number = |text: &str| match text.trim() {
        "inf" => Some(1),
        "sup" => Some(MAX_SIZE as i64),
        text => text.replace(' ', "").parse::<i64>().ok(),
    };
    let mut values = Vec::new();
    for run in text.split("\\/") {
        let (low, high) = run.split_once("..").unwrap_or((run, run));
        let (low, high) = (number(low)?, number(high)?);
        values.extend((low.max(1)..=high.min(MAX_SIZE as i64)).map(|value| value as i32));
    }
    values.sort_unstable();
    values.dedup();
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_told_apart() {
        let text = "A = 1, B = A,\n  C in 1..3\\/5, all_distinct([A, B,C]), A #\\= B, A #\\= 2, C #> 1, D in 1..0.\n";
        let found: Vec<Goal<'_>> = goals(text).into_iter().map(|(_, text)| goal(text)).collect();
        let expected = [
            Goal::Value("A", "1"),
            Goal::Same("B", "A"),
            Goal::Domain("C", vec![1, 2, 3, 5]),
            Goal::Rule,
            Goal::Rule,
            Goal::Without("A", 2),
            Goal::Other,
            Goal::Domain("D", Vec::new()),
        ];
        assert_eq!(found, expected);
        assert_eq!(goals(text)[2].0, text.find('C').expect("it is there"));
        assert_eq!(goal("X in -3.. -2\\/0..2\\/499..sup"), Goal::Domain("X", vec![1, 2, 499, 500]));
    }
}
