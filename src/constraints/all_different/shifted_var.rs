//! A variable of a narrow scope, with its values as bits of the scope's window.

use crate::store::{Failure, Reason, Store, VarId};

/// A view of the scope: its variable, how far its bits are shifted to fit the scope's window, and its number in the scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftedVar {
    pub(super) var: VarId,
    pub(super) shift: u8,
    pub(super) number: u8,
}

impl ShiftedVar {
    /// The values left, as bits of the window.
    #[inline]
    pub(super) fn bits(self, store: &Store) -> u64 {
        store.bits(self.var) << self.shift
    }

    /// Leaves only the value of `bit`, of the window.
    #[inline]
    pub(super) fn fix(self, store: &mut Store, bit: u64, why: Reason) -> Result<bool, Failure> {
        let base = store.base(self.var).expect("invariant: the domains of a narrow scope are small");
        store.fix(self.var, base + (bit >> self.shift).trailing_zeros() as i32, why)
    }

    /// Leaves only the values of `mask`, bits of the window.
    #[inline]
    pub(super) fn keep(self, store: &mut Store, mask: u64, why: Reason) -> Result<bool, Failure> {
        store.keep_bits(self.var, mask >> self.shift, why)
    }
}
