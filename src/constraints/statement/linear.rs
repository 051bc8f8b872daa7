//! Linear statements, `Σ fᵢ·xᵢ ∘ c`, in a normal form.

use crate::constraints::{Comparator, gcd};
use crate::store::floor;
use crate::store::handle::{IntVar, IntView};

/// The relation of a [`Linear`] statement: over integers all others reduce to these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinearRelation {
    /// `=`
    Equal,
    /// `≠`
    Different,
    /// `≤`
    AtMost,
}

/// A linear statement, `Σ factor · variable ∘ constant`.
///
/// No factor is 0, no variable occurs twice, and the factors have no common divisor but 1. The variables are in the
/// order in which they were given. Without any, the statement is true or false by itself.
///
/// ```
/// use residua::constraints::{Comparator, Linear, LinearRelation};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
/// // 2x + 1 < 4y is, of integers, x - 2y ≤ -1.
/// let linear = Linear::new([x * 2 + 1, y * -4], Comparator::Lt, 0).expect("the numbers are small");
/// assert_eq!(linear.terms(), [(1, x), (-2, y)]);
/// assert_eq!((linear.relation(), linear.constant()), (LinearRelation::AtMost, -1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    terms: Vec<(i64, IntVar)>,
    relation: LinearRelation,
    constant: i64,
}

impl Linear {
    /// `Σ views ∘ constant`; `None` if a view cannot be posted, or a number leaves 64 bits.
    ///
    /// # Complexity
    /// O(n log n).
    pub fn new<V: Into<IntView>>(
        views: impl IntoIterator<Item = V>,
        comparator: Comparator,
        constant: i64,
    ) -> Option<Linear> {
        Self::normal(views.into_iter().map(|view| (1, view.into())), comparator, constant)
    }

    /// `left ∘ right + constant`; `None` if a view cannot be posted, or a number leaves 64 bits.
    pub fn between(
        left: impl Into<IntView>,
        comparator: Comparator,
        right: impl Into<IntView>,
        constant: i64,
    ) -> Option<Linear> {
        Self::normal([(1, left.into()), (-1, right.into())], comparator, constant)
    }

    /// The normal form of `Σ sign · view ∘ constant`.
    fn normal(
        views: impl IntoIterator<Item = (i64, IntView)>,
        comparator: Comparator,
        mut constant: i64,
    ) -> Option<Linear> {
        let mut terms = Vec::new();
        for (sign, view) in views {
            if view.is_overflown() {
                return None;
            }
            terms.push((sign * i64::from(view.scale()), view.var));
            constant = constant.checked_sub(sign * i64::from(view.offset()))?;
        }
        Self::of_terms(terms, comparator, constant)
    }

    /// The normal form of a sum of variables with factors, which add up to less than 2⁶²; `None` if a number leaves 64 bits.
    pub fn of_terms(terms: Vec<(i64, IntVar)>, comparator: Comparator, mut constant: i64) -> Option<Linear> {
        let mut terms = merged(terms);
        let (relation, sign, slack) = match comparator {
            Comparator::Eq => (LinearRelation::Equal, 1, 0),
            Comparator::Ne => (LinearRelation::Different, 1, 0),
            Comparator::Le => (LinearRelation::AtMost, 1, 0),
            Comparator::Lt => (LinearRelation::AtMost, 1, 1),
            Comparator::Ge => (LinearRelation::AtMost, -1, 0),
            Comparator::Gt => (LinearRelation::AtMost, -1, 1),
        };
        // Beyond this no constant can be negated; nor is there a sum that comes near it.
        constant = constant.checked_mul(sign)?.checked_sub(slack).filter(|&c| c > i64::MIN)?;
        let divisor = terms.iter().fold(0, |divisor, &(factor, _)| gcd(divisor, factor)).abs().max(1);
        for term in &mut terms {
            term.0 = sign * term.0 / divisor;
        }
        if relation == LinearRelation::AtMost {
            constant = floor(constant, divisor);
        } else if constant % divisor == 0 {
            constant /= divisor;
        } else {
            // A multiple of the divisor is never this: 0 = 1 is as false, and 0 ≠ 1 as true.
            (terms, constant) = (Vec::new(), 1);
        }
        Some(Linear { terms, relation, constant })
    }

    /// The factors with their variables.
    pub fn terms(&self) -> &[(i64, IntVar)] {
        &self.terms
    }

    /// The relation of the sum to the constant.
    pub fn relation(&self) -> LinearRelation {
        self.relation
    }

    /// The constant.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// Whether it holds where each variable has the value that `value` gives.
    pub fn holds(&self, value: &dyn Fn(IntVar) -> i64) -> bool {
        let products = self.terms.iter().map(|&(factor, var)| i128::from(factor) * i128::from(value(var)));
        let (sum, constant) = (products.sum::<i128>(), i128::from(self.constant));
        match self.relation {
            LinearRelation::Equal => sum == constant,
            LinearRelation::Different => sum != constant,
            LinearRelation::AtMost => sum <= constant,
        }
    }

    /// The negation, which holds exactly where this does not.
    #[must_use]
    pub fn negated(&self) -> Linear {
        match self.relation {
            LinearRelation::Equal => Linear { relation: LinearRelation::Different, ..self.clone() },
            LinearRelation::Different => Linear { relation: LinearRelation::Equal, ..self.clone() },
            LinearRelation::AtMost => Linear {
                terms: self.terms.iter().map(|&(factor, var)| (-factor, var)).collect(),
                relation: LinearRelation::AtMost,
                // No constant is the least of 64 bits.
                constant: -1 - self.constant,
            },
        }
    }

    /// Whether it is true or false by itself; `None` if that depends on a variable.
    pub fn truth(&self) -> Option<bool> {
        self.terms.is_empty().then(|| self.holds(&|_| 0))
    }

    /// `Some((x, y, c))` if it states `x = y + c`.
    pub fn alias(&self) -> Option<(IntVar, IntVar, i64)> {
        match (self.relation, self.terms.as_slice()) {
            (LinearRelation::Equal, &[(1, x), (-1, y)]) => Some((x, y, self.constant)),
            (LinearRelation::Equal, &[(-1, x), (1, y)]) => Some((x, y, -self.constant)),
            _ => None,
        }
    }

    /// `Some((x, y, c))` if it states `x ≤ y + c`.
    pub fn order(&self) -> Option<(IntVar, IntVar, i64)> {
        match (self.relation, self.terms.as_slice()) {
            (LinearRelation::AtMost, &[(1, x), (-1, y)] | &[(-1, y), (1, x)]) => Some((x, y, self.constant)),
            _ => None,
        }
    }

    /// Whether `other`, a statement on the same sum or on its negation, follows from this one alone.
    pub fn implies(&self, other: &Linear) -> bool {
        let Some(sign) = self.sign_of(other) else { return false };
        let constant = sign * other.constant;
        match (self.relation, other.relation) {
            (LinearRelation::Equal, LinearRelation::Equal)
            | (LinearRelation::Different, LinearRelation::Different) => self.constant == constant,
            (LinearRelation::Equal, LinearRelation::Different) => self.constant != constant,
            (LinearRelation::Equal, LinearRelation::AtMost) => sign * self.constant <= other.constant,
            (LinearRelation::AtMost, LinearRelation::AtMost) => sign == 1 && self.constant <= constant,
            (LinearRelation::AtMost, LinearRelation::Different) => self.constant < constant,
            (LinearRelation::Different | LinearRelation::AtMost, _) => false,
        }
    }

    /// 1 if `other` has the same sum, -1 if it has the negated one.
    fn sign_of(&self, other: &Linear) -> Option<i64> {
        if self.terms.len() != other.terms.len() {
            return None;
        }
        let sorted = |linear: &Linear| {
            let mut terms = linear.terms.clone();
            terms.sort_unstable_by_key(|&(_, var)| var);
            terms
        };
        let (own, others) = (sorted(self), sorted(other));
        let is_same = |sign: &i64| own.iter().zip(&others).all(|(a, b)| a.1 == b.1 && a.0 == sign * b.0);
        [1, -1].into_iter().find(is_same)
    }
}

/// The terms with those of one variable added up, where the first of them stood; none with factor 0.
fn merged(terms: Vec<(i64, IntVar)>) -> Vec<(i64, IntVar)> {
    let mut placed: Vec<(usize, i64, IntVar)> =
        terms.into_iter().enumerate().map(|(place, (factor, var))| (place, factor, var)).collect();
    placed.sort_by_key(|&(_, _, var)| var);
    placed.dedup_by(|next, first| {
        let is_same = next.2 == first.2;
        first.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    placed.retain(|&(_, factor, _)| factor != 0);
    placed.sort_unstable_by_key(|&(place, ..)| place);
    placed.into_iter().map(|(_, factor, var)| (factor, var)).collect()
}
