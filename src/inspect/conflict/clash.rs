//! A nearly minimal conflict of an infeasible model, found with little work, for callers that did not ask for one.
//!
//! Where propagation alone fails, its reasons name the constraints that took part. These, or else all, are reduced as
//! in [`quickxplain`](crate::inspect::conflict::quickxplain), but a question that is not settled within a few nodes
//! counts as "no clash": what is left still clashes, and is reported as possibly not minimal.
//!
//! | Promise | |
//! |---|---|
//! | Sound | the members have no common solution |
//! | Cost | about k·log(n/k) searches of a few nodes each |

use crate::inspect::conflict::feasibility::{Answer, Feasibility};
use crate::model::{ConstraintId, Model};
use crate::search::Limits;

/// A conflict: constraints that have no common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictSet {
    /// The constraints, in the order of posting.
    pub members: Vec<ConstraintId>,
    /// Whether the others have a solution without any one of them. If `false`, this was not determined: a limit came
    /// first, or it takes more search than is spent here ([`Model::conflict`] searches as long as its limits
    /// allow).
    pub is_minimal: bool,
}

/// After this number of nodes a question is left open.
const NODES_PER_QUESTION: u64 = 200;

impl Model {
    /// A conflict of the model, which has no solution.
    pub(in crate::inspect) fn clash(&self, limits: &Limits) -> ConflictSet {
        self.clash_within(limits, NODES_PER_QUESTION)
    }

    /// Looks for a conflict; a question is left open after this number of nodes.
    pub(in crate::inspect) fn clash_within(&self, limits: &Limits, nodes: u64) -> ConflictSet {
        let most = limits.nodes.map_or(nodes, |limit| limit.min(nodes));
        let limits = limits.clone().nodes(most);
        let mut feasibility = Feasibility::new(self, |_| true, &limits).tolerating_limits();
        let all = feasibility.others(&feasibility.none());
        let clashing = match feasibility.ask(&all) {
            Ok(Answer::Clash(core)) => core,
            Ok(Answer::Solution(_)) => unreachable!("invariant: it has no solution"),
            Err(_) => all,
        };
        let members = feasibility.shrink(&clashing).unwrap_or(clashing);
        ConflictSet { members: feasibility.ids(&members), is_minimal: feasibility.has_answered_all() }
    }
}
