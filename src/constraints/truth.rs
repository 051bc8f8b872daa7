//! When something holds, in terms of one atom; and what is found out of that.

/// When a condition holds: always, never, or where an atom is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth<A> {
    /// Whatever the domains.
    Always,
    /// Whatever the domains, not.
    Never,
    /// Where the atom is true.
    Is(A),
}

/// What the truth of a constraint says about its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Where the constraint cannot hold, the guard is false.
    Refutes,
    /// And where it holds, the guard is true.
    Decides,
    /// Nothing: another propagator finds that out.
    Nothing,
}
