//! Readers of the trail, such as nogoods: they take part in the fixpoint, and belong to the driver of the search.
//!
//! A base of nogoods waits for atoms of all variables, thousands of them, so that it cannot stand on the watches of single
//! variables (`watch.rs`). It reads the changes instead, in their order, whenever nothing cheaper is due. And it is not a propagator:
//! its driver adds nogoods to it and takes them away.

use crate::engine::propagator::Cost;
use crate::store::{Failure, Store};

/// A reader of the trail, which makes true what follows from the changes.
pub(crate) trait Reader {
    /// The position of the trail up to which it has read. Where changes are undone, its driver takes it back.
    fn position(&self) -> usize;

    /// Reads the [changes](Store::change) from there to the end, those that it makes itself too.
    ///
    /// # Errors
    /// [`Failure`] if what follows contradicts the domains.
    fn read(&mut self, store: &mut Store) -> Result<(), Failure>;
}

/// Propagators of this cost are run before the trail is read. With `Unit` in place of `Linear`, 300 permuted grids of 25×25 took 13 %
/// longer, 160 quasigroups of order 30 took 20 % longer, and 60 challenge instances as long (by 2 %, of which one instance is all).
pub(super) const BEFORE_READING: Cost = Cost::Linear;

/// The reader of a search without nogoods: reads nothing.
#[derive(Debug)]
pub(super) struct NoReader;

impl Reader for NoReader {
    #[inline]
    fn position(&self) -> usize {
        usize::MAX
    }

    fn read(&mut self, _: &mut Store) -> Result<(), Failure> {
        Ok(())
    }
}
