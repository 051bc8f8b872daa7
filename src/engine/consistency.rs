//! How much a propagator is asked to find out.

use std::fmt;
use std::str::FromStr;

/// A level of consistency: what propagation of one constraint promises.
///
/// The level never changes what a constraint means, only how much is found without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Consistency {
    /// Acts when a variable is fixed.
    Value,
    /// Both ends of each domain are part of a solution over the hulls of the domains, bounds(Z).
    Bounds,
    /// Each value left is part of a solution of the constraint: generalised arc consistency.
    #[default]
    Domain,
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
