//! Verdict: the number of solutions as far as it is known, as a word for programs and as text.

use residua::inspect::{self, Count, Natural};

use crate::paint::Tint;

/// Number of solutions, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly one solution.
    Unique,
    /// Several solutions.
    Multiple,
    /// No solution.
    Infeasible,
    /// A limit was reached before that was known.
    Unknown,
}

impl Verdict {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::Infeasible => "none",
            Verdict::Unknown => "unknown",
        }
    }

    /// The words for people.
    fn phrase(self) -> &'static str {
        match self {
            Verdict::Unique => "unique solution",
            Verdict::Multiple => "several solutions",
            Verdict::Infeasible => "no solution",
            Verdict::Unknown => "unknown",
        }
    }

    /// A line for people: the verdict, and what there is to say of it, such as how many solutions, or why there is none.
    pub fn headline(self, details: &[Option<String>]) -> String {
        let details: Vec<&str> = details.iter().flatten().map(String::as_str).collect();
        match details.as_slice() {
            [] => self.phrase().to_owned(),
            details => format!("{}: {}", self.phrase(), details.join("; ")),
        }
    }

    /// The line for programs that read text.
    pub fn heading(self, reason: Option<String>) -> String {
        reason.map_or_else(|| self.word().to_owned(), |reason| format!("{}: {reason}", self.word()))
    }

    /// How a terminal shows it.
    pub fn tint(self) -> Tint {
        match self {
            Verdict::Unique => Tint::Good,
            Verdict::Multiple => Tint::Open,
            Verdict::Infeasible | Verdict::Unknown => Tint::Bad,
        }
    }

    /// What a count says.
    pub fn of_count(count: &Count) -> Verdict {
        match count {
            Count::Exact(number) if number.is_zero() => Verdict::Infeasible,
            Count::Exact(number) if *number == Natural::ONE => Verdict::Unique,
            other if *other.number() > Natural::ONE => Verdict::Multiple,
            _ => Verdict::Unknown,
        }
    }
}

impl From<&inspect::Verdict> for Verdict {
    fn from(verdict: &inspect::Verdict) -> Verdict {
        match verdict {
            inspect::Verdict::Unique(_) => Verdict::Unique,
            inspect::Verdict::Multiple(..) => Verdict::Multiple,
            inspect::Verdict::Infeasible(_) => Verdict::Infeasible,
            inspect::Verdict::Unknown { .. } => Verdict::Unknown,
        }
    }
}

/// The word for programs where it is only known whether there are solutions, or not even that.
pub fn existence(has_solution: Option<bool>) -> &'static str {
    match has_solution {
        Some(true) => "some",
        Some(false) => Verdict::Infeasible.word(),
        None => Verdict::Unknown.word(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headline_has_the_verdict_first() {
        assert_eq!(Verdict::Unique.headline(&[]), "unique solution");
        assert_eq!(
            Verdict::Multiple.headline(&[Some("at least 2".to_owned()), None]),
            "several solutions: at least 2"
        );
        let details = [Some("interrupted".to_owned()), Some("1 solution found so far".to_owned())];
        assert_eq!(Verdict::Unknown.headline(&details), "unknown: interrupted; 1 solution found so far");
        assert_eq!(Verdict::Infeasible.heading(None), "none");
    }
}
