//! Operands: a view or a number.

use crate::store::handle::IntView;

/// A view or a number: the right side of a [`Comparison`](crate::constraints::Comparison), a duration, a capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A variable, or a view of one.
    View(IntView),
    /// A number.
    Constant(i64),
}

/// Numbers of any type; one beyond 64 bits is cut to an end of `i64`, which compares with all values as the number does.
macro_rules! constants {
    ($($number:ty),*) => {$(
        impl From<$number> for Operand {
            fn from(value: $number) -> Self {
                Operand::Constant(i64::try_from(value).unwrap_or(i64::MAX))
            }
        }

        impl From<&$number> for Operand {
            fn from(value: &$number) -> Self {
                Operand::from(*value)
            }
        }
    )*};
}

constants!(i32, i64, u8, u16, u32, u64, usize);

impl<V: Into<IntView>> From<V> for Operand {
    fn from(view: V) -> Self {
        Operand::View(view.into())
    }
}
