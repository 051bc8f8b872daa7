//! Two-sided linear statements: two sums of positive terms in a relation.

use residua::constraints::{Comparator, Linear, LinearRelation};
use residua::model::IntVar;

/// A linear statement with each term on the side where it is positive, the first one on the left.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    pub(super) left: Side,
    pub(super) comparator: Comparator,
    pub(super) right: Side,
}

/// A sum of positive multiples of variables and a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    terms: Vec<(u64, IntVar)>,
    constant: i64,
}

impl Sides {
    pub(super) fn of(linear: &Linear) -> Sides {
        let sign = linear.terms().first().map_or(1, |&(factor, _)| factor.signum());
        let (mut left, mut right) = (Side::default(), Side::default());
        for &(factor, var) in linear.terms() {
            let side = if factor.signum() == sign { &mut left } else { &mut right };
            side.terms.push((factor.unsigned_abs(), var));
        }
        let mut constant = sign * linear.constant();
        let comparator = match linear.relation() {
            LinearRelation::Equal => Comparator::Eq,
            LinearRelation::Different => Comparator::Ne,
            // Of integers, x ≤ y - 1 is x < y; and x ≥ y + 1 is x > y.
            LinearRelation::AtMost if linear.constant() < 0 && !right.terms.is_empty() => {
                constant += sign;
                if sign > 0 { Comparator::Lt } else { Comparator::Gt }
            }
            LinearRelation::AtMost if sign > 0 => Comparator::Le,
            LinearRelation::AtMost => Comparator::Ge,
        };
        if constant < 0 && !right.terms.is_empty() {
            left.constant = -constant;
        } else {
            right.constant = constant;
        }
        Sides { left, comparator, right }
    }
}

impl Side {
    /// `3*x + y + 2`, of variables that are written like this, by number.
    pub(super) fn written(&self, names: &[String]) -> String {
        let product = |&(factor, var): &(u64, IntVar)| match (factor, &names[var.index()]) {
            (1, name) => name.clone(),
            (factor, name) => format!("{factor}*{name}"),
        };
        let mut summands: Vec<String> = self.terms.iter().map(product).collect();
        if self.constant != 0 || summands.is_empty() {
            summands.push(self.constant.to_string());
        }
        summands.join(" + ")
    }
}
