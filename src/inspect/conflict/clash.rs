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

use std::sync::Arc;

use crate::inspect::conflict::feasibility::{Answer, Feasibility};
use crate::model::{ConstraintId, Model};
use crate::search::{Deadline, Limit, Limits, Status};

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

    /// A conflict within the soft constraints, given all the others, as small as the limits allow; `None` if the model has a solution. Members
    /// that are not needed remain where a limit was reached after it was known that there is a conflict.
    ///
    /// ```
    /// use residua::model::Model;
    /// use residua::search::Limits;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    /// model.post(x.le(3))?;
    /// model.post(y.ne(2))?;
    /// model.post(x.ge(5))?;
    /// let conflict = model.conflict_set(|_| true, &Limits::none()).expect("no limit").expect("no solution");
    /// assert_eq!((conflict.members.len(), conflict.is_minimal), (2, true));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached before it was known whether there is a solution.
    pub fn conflict_set(
        &self,
        is_soft: impl Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<Option<ConflictSet>, Limit> {
        let mut feasibility = Feasibility::new(self, &is_soft, limits);
        let Answer::Clash(core) = feasibility.ask(&feasibility.others(&feasibility.none()))? else {
            return Ok(None);
        };
        // Easy questions leave few constraints to search about.
        let few = limits.nodes.map_or(NODES_PER_QUESTION, |limit| limit.min(NODES_PER_QUESTION));
        let left = feasibility.deadline().left().nodes(few);
        let left = left.clone().time(left.time.map(|time| time / 4));
        let mut rough = Feasibility::new(self, &is_soft, &left).tolerating_limits();
        let core = rough.shrink(&core).unwrap_or(core);
        let members = feasibility.ids(&core);
        if rough.has_answered_all() {
            return Ok(Some(ConflictSet { members, is_minimal: true }));
        }
        // Harder ones, for as long as half of the time lasts.
        let left = feasibility.deadline().left();
        let half = left.clone().time(left.time.map(|time| time / 2));
        if let Ok(minimal) = Feasibility::new(self, &is_soft, &half).shrink(&core) {
            return Ok(Some(ConflictSet { members: feasibility.ids(&minimal), is_minimal: true }));
        }
        let hard: Vec<ConstraintId> =
            self.constraints().map(|(id, _)| id).filter(|&id| !is_soft(id)).collect();
        Ok(Some(self.reduced(&hard, &members, feasibility.deadline())))
    }

    /// The conflict without those members that are not needed beside the hard constraints: each is left out in turn, and the others are
    /// searched as any model is, for an eighth of the time that is left.
    fn reduced(&self, hard: &[ConstraintId], members: &[ConstraintId], deadline: &Deadline) -> ConflictSet {
        let mut kept = members.to_vec();
        let mut is_minimal = true;
        for &id in members {
            if deadline.check().is_err() {
                return ConflictSet { members: kept, is_minimal: false };
            }
            let others: Vec<ConstraintId> = kept.iter().copied().filter(|&other| other != id).collect();
            let mut part = self.without_constraints();
            for &id in hard.iter().chain(&others) {
                let _ = part.post(Arc::clone(self.constraint(id))).expect("invariant: it was posted before");
            }
            let left = deadline.left();
            let share = left.time.map(|time| time / 8);
            let mut solutions = part.search().limits(left.time(share).solutions(1)).solutions();
            match (solutions.next(), solutions.status()) {
                (Some(_), _) => {}
                (None, Some(Status::Exhausted)) => kept = others,
                (None, _) => is_minimal = false,
            }
        }
        ConflictSet { members: kept, is_minimal }
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
