//! Variables in the caller's hands, and the arithmetic that makes views of them.

use std::ops::{Add, Mul, Neg, Sub};

use crate::store::{VarId, View};

/// A variable of a [`Model`](crate::model::Model).
///
/// `x + 1`, `x - 2`, `-x` and `x * 3` are [`View`]s and may stand wherever a constraint takes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntVar {
    id: VarId,
    /// The mark of the model that added it.
    mark: u32,
}

impl IntVar {
    pub(super) fn new(id: VarId, mark: u32) -> IntVar {
        IntVar { id, mark }
    }

    /// The mark of the model that added it.
    #[inline]
    pub(super) fn mark(self) -> u32 {
        self.mark
    }

    /// Its number in the model, from 0.
    pub fn id(self) -> VarId {
        self.id
    }

    /// The variable as a view of itself.
    pub fn view(self) -> View {
        View::of_model(self.id, self.mark)
    }
}

impl From<IntVar> for View {
    fn from(var: IntVar) -> View {
        var.view()
    }
}

impl From<&IntVar> for View {
    fn from(var: &IntVar) -> View {
        var.view()
    }
}

impl Add<i32> for IntVar {
    type Output = View;

    fn add(self, rhs: i32) -> View {
        self.view() + rhs
    }
}

impl Sub<i32> for IntVar {
    type Output = View;

    fn sub(self, rhs: i32) -> View {
        self.view() - rhs
    }
}

impl Mul<i32> for IntVar {
    type Output = View;

    fn mul(self, rhs: i32) -> View {
        self.view() * rhs
    }
}

impl Neg for IntVar {
    type Output = View;

    fn neg(self) -> View {
        -self.view()
    }
}
