//! Implied (redundant) constraints, which follow from several constraints together: posted to a search that has neither reasons to give
//! nor claims to be checked.
//!
//! | file | from |
//! |---|---|
//! | `counted_values.rs` | `nvalue` with `bin_packing` or `value_precede_chain` |
//! | `grouped_sums.rs` | sums that lie across several `all_different` |
//! | `house_sums.rs` | sums that lie across the houses of a puzzle |
//! | `required_values.rs` | values that some variables have to take, and others that differ from these |

mod counted_values;
mod grouped_sums;
mod house_sums;
mod required_values;

use crate::constraints::{AllDifferent, Constraint, DistinctSum, LinearSum};
use crate::domain::Domain;
use crate::model::implied::counted_values::counted_values;
use crate::model::implied::grouped_sums::grouped_sums;
use crate::model::implied::house_sums::house_sums;
use crate::model::implied::required_values::required_values;
use crate::model::{IntView, Model};

/// The implied constraints, each with the number of a posted constraint behind it; over views that `fits` allows.
pub(super) fn implied(model: &Model, fits: &dyn Fn(IntView) -> bool) -> Vec<(usize, Box<dyn Constraint>)> {
    let mut all = counted_values(model, fits);
    all.extend(house_sums(model));
    all.extend(grouped_sums(model));
    all.extend(required_values(model));
    all
}

/// The views of an `all_different`, or of a sum of different ones, if they are neither scaled nor shifted.
fn different(constraint: &dyn Constraint) -> Option<&[IntView]> {
    let any = constraint.as_any();
    let of_sum = any.downcast_ref::<DistinctSum>().map(|distinct| &distinct.sum.terms);
    let views = of_sum.or_else(|| any.downcast_ref::<AllDifferent>().map(|all| &all.views))?;
    views.iter().all(|view| view.is_plain()).then_some(views)
}

/// The parts of a constraint with which a search does better than with the whole.
pub(super) fn apart<'a>(
    constraint: &'a dyn Constraint,
    model: &Model,
) -> Option<(AllDifferent, &'a LinearSum)> {
    let domains: &[Domain] = &model.domains;
    constraint.as_any().downcast_ref::<DistinctSum>()?.apart(&domains)
}
