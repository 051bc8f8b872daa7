//! Connectives for constraints of any kind, as methods and operators.

use std::ops::{BitAnd, BitOr, BitXor};
use std::sync::Arc;

use crate::constraints::{AllOf, AnyOf, Condition, Constraint, iff, not};
use crate::store::handle::IntAtom;

/// Connectives of constraints of any kind, and of literals.
///
/// A literal is an atom of any variable: `x.is(3)`, `y.at_most(5)`; a 0–1 variable `b` is one as `b.is(1)`.
///
/// ```
/// use residua::constraints::{Connect, all_different};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// let b = model.named_var("b", 0..=1);
/// model.post(all_different(&xs).reified_by(b.is(1)))?;
/// assert_eq!(model.solutions().filter(|solution| solution[b] == 1).count(), 6);
/// assert_eq!(model.solutions().filter(|solution| solution[b] == 0).count(), 21);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub trait Connect: Constraint + Sized + 'static {
    /// The conjunction: both hold.
    fn and(self, other: impl Constraint + 'static) -> Condition {
        Condition::new(Arc::new(AllOf::of_two(self.into_shared(), other.into_shared())))
    }

    /// The disjunction: one of them holds, or both do.
    fn or(self, other: impl Constraint + 'static) -> Condition {
        Condition::new(Arc::new(AnyOf::of_two(self.into_shared(), other.into_shared())))
    }

    /// The exclusive disjunction: one of them holds, and the other does not.
    fn xor(self, other: impl Constraint + 'static) -> Condition {
        self.iff(not(other))
    }

    /// The implication: where this holds, the other does.
    fn implies(self, other: impl Constraint + 'static) -> Condition {
        not(self).or(other)
    }

    /// The equivalence: both hold, or neither does.
    fn iff(self, other: impl Constraint + 'static) -> Condition {
        iff(self, other)
    }

    /// The reification: the literal is true exactly where this holds.
    fn reified_by(self, literal: IntAtom) -> Condition {
        literal.iff(self)
    }
}

impl<C: Constraint + 'static> Connect for C {}

/// The connectives as operators.
macro_rules! operators {
    ($($operand:ty),*) => {$(
        impl<R: Constraint + 'static> BitAnd<R> for $operand {
            type Output = Condition;

            fn bitand(self, rhs: R) -> Condition {
                self.and(rhs)
            }
        }

        impl<R: Constraint + 'static> BitOr<R> for $operand {
            type Output = Condition;

            fn bitor(self, rhs: R) -> Condition {
                self.or(rhs)
            }
        }

        impl<R: Constraint + 'static> BitXor<R> for $operand {
            type Output = Condition;

            fn bitxor(self, rhs: R) -> Condition {
                self.xor(rhs)
            }
        }
    )*};
}

operators!(Condition, IntAtom);

impl std::ops::Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        not(self)
    }
}
