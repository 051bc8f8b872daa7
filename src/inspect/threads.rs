//! Threads of an inspection: how many there are, and when they are started.
//!
//! Threads are started once searches have taken thousands of nodes: most questions are answered before.

/// The nodes that are searched before threads are started: some milliseconds for small puzzles, a hundred for the largest.
const ALONE: u64 = 2000;

/// How many threads answer a question, and from when on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threads {
    pub(super) count: usize,
    /// The number of nodes that are searched before.
    alone: u64,
}

impl Threads {
    /// The caller's thread alone.
    pub(super) const ONE: Threads = Threads { count: 1, alone: ALONE };

    /// `count` threads, one at least.
    #[cfg(feature = "threads")]
    pub(super) fn new(count: usize) -> Threads {
        Threads { count: count.max(1), ..Threads::ONE }
    }

    /// Sets the nodes that are searched before.
    #[cfg(feature = "threads")]
    pub(super) fn after(self, nodes: u64) -> Threads {
        Threads { alone: nodes, ..self }
    }

    /// The nodes that the caller's thread may search alone; `None` for all.
    pub(super) fn alone(self) -> Option<u64> {
        (self.count > 1).then_some(self.alone)
    }
}
