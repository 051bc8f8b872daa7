//! The default variable order.
//!
//! Depth first, variables with the fewest values left come first: in networks of `≠` and `all_different` little else matters, and where
//! domains are wide they say which variables are tight. In puzzles with few values to a cell and rules besides, such as sums, tables and
//! orders, most cells have equally many left, and what matters is which rules failed: there the weights of their failures decide as well
//! (dom/wdeg). Both orders solve 128 of 165 variants of Sudoku in 2 s each, dom/wdeg in 0.86 of the time in the geometric mean, and single
//! ones in a tenth to a hundredth; it takes half the time for nonograms of 12 by 12, the same for 4 by 4 magic squares and idempotent
//! quasigroups of order 6, and 1.4 times as long for all Costas arrays of order 10. Golomb rulers, whose domains are wide, would take four
//! times as long and more.
//!
//! A search that learns, which takes turns with that, decides by activity.
//!
//! | Source | Boussemart, Hemery, Lecoutre & Sais, *Boosting Systematic Search by Weighting Constraints*, ECAI 2004 |
//! |---|---|

use crate::constraints::{AllDifferent, Comparison, Constraint, InSet};
use crate::model::Model;
use crate::search::brancher::VariableOrder;

/// Domains with more values are wide.
const WIDE: u64 = 32;

/// The order for a model.
pub(super) fn usual_order(model: &Model) -> VariableOrder {
    let is_small = model.domains().iter().all(|domain| domain.size() <= WIDE);
    let is_of_network = |constraint: &dyn Constraint| {
        let any = constraint.as_any();
        any.is::<AllDifferent>() || any.is::<Comparison>() || any.is::<InSet>()
    };
    let is_network = || model.constraints().all(|(_, constraint)| is_of_network(&**constraint));
    if is_small && !is_network() { VariableOrder::DomWdeg } else { VariableOrder::FirstFail }
}
