//! Truth of a condition in terms of one atom, and the directions in which a constraint decides it.

/// The truth of a condition: always, never, or where an atom is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth<A> {
    /// It holds, whatever the domains.
    Always,
    /// It does not hold, whatever the domains.
    Never,
    /// It holds exactly where the atom is true.
    Is(A),
}

/// The directions in which the truth of a constraint decides its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardWatch {
    /// One direction: where the constraint cannot hold, the guard is false.
    Refutes,
    /// Both directions: also, where the constraint holds, the guard is true.
    Decides,
    /// None: another propagator decides the guard.
    Nothing,
}
