//! Target machines that a search is compiled for: with certain CPU features, or any.

use std::fmt::Debug;

use crate::descent::{Advanced, Descent, Inference};

/// A kind of machine. The defaults are for any machine.
pub(crate) trait Machine: Clone + Debug + Send + Sync + 'static {
    /// Whether this machine is of the kind.
    fn is_available() -> bool {
        true
    }

    /// Advances a search to the next solution, or until `nodes` more nodes have been searched, compiled for this
    /// machine.
    fn lead<S: Copy + Debug, I: Inference<S>>(
        descent: &mut Descent<S>,
        inference: &mut I,
        nodes: u64,
    ) -> Advanced {
        descent.advance(inference, nodes)
    }
}
