//! Conflict of an infeasible variant puzzle, named where it was not asked for: the givens and rules that `residua conflict` finds, and the
//! rows, columns and regions by which they clash.

use residua::inspect::{ConflictSet, Inspection, Verdict};
use residua::model::ConstraintId;
use residua::search::Limits;

use crate::budget::Budget;
use crate::puzzle::clash::{NODES, rules};
use crate::subject::Subject;

/// Names the first clash in an inspection of a variant puzzle without a solution, in place of what propagation met first: that may be many rows
/// and columns where one rule is to blame.
pub(crate) fn name_clash(subject: &Subject, inspection: &mut Inspection, limits: &Limits) {
    if let Verdict::Infeasible(conflict) = &mut inspection.verdict
        && subject.sheet().is_some()
        && let Some(clash) = first_clash(subject, &Budget::limited(limits))
    {
        *conflict = clash;
    }
}

/// The first clash; `None` where it takes much work to find it, or the rows, columns and regions alone have no solution. These are named only if
/// nothing can be left out.
fn first_clash(subject: &Subject, budget: &Budget) -> Option<ConflictSet> {
    let soft = subject.soft();
    let is_soft = |id: ConstraintId| subject.number(id).is_some_and(|number| soft.contains(&number));
    let limits = budget.quarter().rest().nodes(NODES);
    let clash = subject.model.conflict_set(is_soft, &limits).ok()??;
    if clash.members.is_empty() {
        return None;
    }
    let houses =
        if clash.is_minimal { rules(&subject.model, is_soft, &clash.members, &limits) } else { None };
    let is_minimal = houses.is_some();
    Some(ConflictSet { members: [clash.members, houses.unwrap_or_default()].concat(), is_minimal })
}
