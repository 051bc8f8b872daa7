//! Strengths of an inspection: how far what is left is reduced.

use std::fmt;
use std::str::FromStr;

use crate::engine::Consistency;

/// A strength: how far a residual is reduced. Each strength removes all that those above it in the list remove, except
/// `Bounds`, which moves bounds where `Value` and `Singles` make holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Strength {
    /// Propagation at value consistency.
    Value,
    /// In addition, values with one place left are placed: in Sudoku, naked and hidden singles.
    Singles,
    /// Propagation at bounds consistency.
    Bounds,
    /// Propagation at domain consistency.
    #[default]
    Domain,
    /// Singleton consistency (shaving): no value is left that propagation refutes when it is assumed.
    Singleton,
    /// Exact domains: each value left is part of a solution.
    Exact,
}

impl Strength {
    /// All strengths, the weakest first.
    pub const ALL: [Strength; 6] = [
        Strength::Value,
        Strength::Singles,
        Strength::Bounds,
        Strength::Domain,
        Strength::Singleton,
        Strength::Exact,
    ];

    /// The consistency that each constraint enforces on the way.
    pub fn consistency(self) -> Consistency {
        match self {
            Strength::Value | Strength::Singles => Consistency::Value,
            Strength::Bounds => Consistency::Bounds,
            Strength::Domain | Strength::Singleton | Strength::Exact => Consistency::Domain,
        }
    }
}

impl From<Consistency> for Strength {
    fn from(consistency: Consistency) -> Self {
        match consistency {
            Consistency::Value => Strength::Value,
            Consistency::Bounds => Strength::Bounds,
            Consistency::Domain => Strength::Domain,
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Strength::Value => "value",
            Strength::Singles => "singles",
            Strength::Bounds => "bounds",
            Strength::Domain => "domain",
            Strength::Singleton => "singleton",
            Strength::Exact => "exact",
        })
    }
}

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Strength::ALL.into_iter().find(|strength| strength.to_string() == text).ok_or_else(|| {
            format!("expected value, singles, bounds, domain, singleton or exact, found \"{text}\"")
        })
    }
}
