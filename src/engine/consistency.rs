//! Consistency levels: what propagation of one constraint promises.

use std::fmt;
use std::str::FromStr;

/// The consistency level that propagation of one constraint enforces.
///
/// It never changes what a constraint means, only how much is found without search. A constraint that supports only one
/// ignores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Consistency {
    /// Value consistency (forward checking): acts when a variable is fixed.
    Value,
    /// Bounds(Z) consistency: both ends of each domain are part of a solution over the hulls of the domains.
    Bounds,
    /// Generalised arc consistency: each value left is part of a solution of the constraint.
    #[default]
    Domain,
}

impl Consistency {
    /// All levels: what `Value` or `Bounds` removes, `Domain` removes too.
    pub const ALL: [Consistency; 3] = [Consistency::Value, Consistency::Bounds, Consistency::Domain];
}

impl fmt::Display for Consistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Consistency::Value => "value",
            Consistency::Bounds => "bounds",
            Consistency::Domain => "domain",
        })
    }
}

impl FromStr for Consistency {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "value" => Ok(Consistency::Value),
            "bounds" => Ok(Consistency::Bounds),
            "domain" => Ok(Consistency::Domain),
            other => Err(format!("expected value, bounds or domain, found \"{other}\"")),
        }
    }
}
