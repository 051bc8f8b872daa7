//! What a search is compiled for: some machine, or whatever machine there is.

use std::fmt::Debug;

use crate::descent::{Descent, Inference, Step};

/// A kind of machine. Without more said of it, it is any.
pub(crate) trait Machine: Clone + Debug + Send + Sync + 'static {
    /// Whether this machine is of the kind.
    fn is_available() -> bool {
        true
    }

    /// Leads a search to the next solution, or until it has looked at so many nodes more, compiled for this machine.
    fn lead<S: Copy + Debug, I: Inference<S>>(
        descent: &mut Descent<S>,
        inference: &mut I,
        nodes: u64,
    ) -> Step {
        descent.advance(inference, nodes)
    }
}
