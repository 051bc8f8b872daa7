//! Recognition of constraints: cliques of `≠`, statements of a single relation, and views that differ.

use crate::constraints::{
    AllDifferent, AllOf, AnyOf, Comparator, Comparison, Condition, Constraint, DistinctSum, Formula,
    LinearSum, Operand, Regular, Statement, Table,
};
use crate::engine::{DifferentViews, Mapping};
use crate::model::{IntView, Model};

impl dyn Constraint {
    /// The views that differ from one another, if it is an [`AllDifferent`] or a `≠` of two views. The type
    /// decides, not the name, which a constraint of any other type may have too.
    pub(crate) fn clique(&self) -> Option<Vec<IntView>> {
        if let Some(all_different) = self.as_any().downcast_ref::<AllDifferent>() {
            return Some(all_different.scope());
        }
        match *self.as_any().downcast_ref::<Comparison>()? {
            Comparison { left, comparator: Comparator::Ne, right: Operand::View(right) } => {
                Some(vec![left, right])
            }
            _ => None,
        }
    }

    /// The [statement](Constraint::statement), for callers that look for a single relation: `None` also where it may be long. That of
    /// a value precedence, an order or a schedule of thousands of views has millions of parts, and is not a single relation; nor is that of
    /// an automaton or a table, which took three quarters of the time of a puzzle of skyscrapers.
    pub(crate) fn brief_statement(&self) -> Option<Statement> {
        const FEW: usize = 64;
        let any = self.as_any();
        let is_single = any.is::<AllDifferent>()
            || any.is::<LinearSum>()
            || any.is::<Comparison>()
            || any.is::<Formula>()
            || any.is::<Condition>();
        let has_parts = any.is::<AllOf>()
            || any.is::<AnyOf>()
            || any.is::<DistinctSum>()
            || any.is::<Regular>()
            || any.is::<Table>();
        if is_single || !has_parts && self.scope().len() <= FEW { self.statement() } else { None }
    }
}

/// The views that differ by a constraint of the model, if it has conditions, which may be about them.
pub(super) fn different_views(model: &Model, map: &Mapping) -> DifferentViews {
    let posted = || model.posted.iter().map(|posted| &*posted.constraint);
    let mut different = DifferentViews::default();
    if posted().any(|constraint| constraint.depth() > 1) {
        for views in posted().filter_map(<dyn Constraint>::clique) {
            different.insert(views.iter().filter_map(|&view| map.view(view)));
        }
    }
    different
}
