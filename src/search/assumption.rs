//! Propagation under assumptions, within limits.

use crate::engine::{Fixpoint, Interrupt};
use crate::model::{IntAtom, Solver};
use crate::search::limit::Limit;

impl Solver {
    /// Whether propagation leaves something once these atoms, of the model's variables, are assumed on the current
    /// level.
    ///
    /// # Errors
    /// The limit for which `interrupt` triggered before the fixpoint.
    pub(crate) fn survives(
        &mut self,
        atoms: impl IntoIterator<Item = IntAtom>,
        interrupt: &Interrupt,
    ) -> Result<bool, Limit> {
        for (number, atom) in atoms.into_iter().enumerate() {
            // There may be as many as a domain has values.
            if number % 256 == 255
                && let Some(cause) = interrupt.poll()
            {
                return Err(cause.into());
            }
            if self.assume(atom).is_err() {
                return Ok(false);
            }
        }
        match self.propagate_within(interrupt) {
            Ok(Fixpoint::Reached) => Ok(true),
            Ok(Fixpoint::Interrupted(cause)) => Err(cause.into()),
            Err(_) => Ok(false),
        }
    }

    /// Whether something [survives](Solver::survives); a limit is stored in `stopped`, and counts as nothing left.
    pub(crate) fn survives_or_stops(
        &mut self,
        atoms: impl IntoIterator<Item = IntAtom>,
        interrupt: &Interrupt,
        stopped: &mut Option<Limit>,
    ) -> bool {
        self.survives(atoms, interrupt).unwrap_or_else(|limit| {
            *stopped = Some(limit);
            false
        })
    }
}
