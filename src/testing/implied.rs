//! Implied constraints, which searches derive and users cannot post: for the library's own tests.

use crate::constraints::{Comparator, Constraint, GroupedSum};
use crate::model::IntView;

/// A sum over groups of different views, each with its factor, as a search derives it from sums and `all_different`; with both of these.
pub fn grouped_sum(
    groups: Vec<(i32, Vec<IntView>)>,
    comparator: Comparator,
    total: i64,
) -> impl Constraint + 'static {
    GroupedSum { groups, comparator, total, is_implied: false }
}
