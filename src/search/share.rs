//! Shares of a tree: how much of a node is expected below the left side of its decision.
//!
//! In the two-way tree `x = v | x ≠ v` the left side is one value of many, so that halves would take what is far to the right for next to
//! nothing. Each value counts alike instead, as in a tree with a branch for each of them; a bound splits in halves.
//!
//! | Source | Kilby, Slaney, Thiébaux & Walsh, *Estimating Search Tree Size*, AAAI 2006 |
//! |---|---|

use crate::model::{IntAtom, Solver};
use crate::store::{Domains, Relation};

/// The share of the left side of a decision that is to be taken now.
pub(super) fn left_share(decision: IntAtom, solver: &Solver) -> f64 {
    let one = 1.0 / solver.size(decision.var()).max(2) as f64;
    match decision.relation() {
        Relation::Eq => one,
        Relation::Ne => 1.0 - one,
        Relation::Le | Relation::Ge => 0.5,
    }
}
