//! Setting of a search by threads: how many there are, and when they begin.

/// The threads of a search.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Threads {
    pub(super) count: usize,
    pub(super) in_order: bool,
    /// The work that one thread does alone.
    pub(super) alone: u64,
    /// The work between two looks at what others need.
    pub(super) moment: u64,
}

/// The work that one thread does alone: some 5,000 nodes of a small model, about ten milliseconds.
const ALONE: u64 = 2_000_000;

impl Default for Threads {
    fn default() -> Threads {
        Threads { count: 1, in_order: false, alone: ALONE, moment: ALONE / 2 }
    }
}

impl Threads {
    /// Whether there is more than one.
    pub(in crate::search) fn are_several(self) -> bool {
        self.count > 1
    }
}
