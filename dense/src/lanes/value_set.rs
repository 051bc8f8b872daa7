//! Value sets, in the narrowest word that holds them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of values: 16, 32 or 64 of them.
pub(crate) trait ValueSet:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    const EMPTY: Self;

    /// The values of a wide set, all of which must be among those of this word.
    fn narrow(set: u64) -> Self;
    fn wide(self) -> u64;
    fn size(self) -> u32;
    /// The least value alone.
    fn lowest(self) -> Self;

    /// Whether there is one value, or none.
    #[inline]
    fn at_most_one(self) -> bool {
        self == self.lowest()
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

macro_rules! word {
    ($($type:ty)*) => {$(
        impl ValueSet for $type {
            const EMPTY: Self = 0;

            #[inline]
            fn narrow(set: u64) -> Self {
                set as Self
            }

            #[inline]
            fn wide(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
        }
    )*};
}

word!(u32 u64);
