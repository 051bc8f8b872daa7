//! Conditions in terms of one atom: always, never, or where it is true.

/// What decides whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constraints) enum Truth<A> {
    Always,
    Never,
    /// It holds where the atom is true.
    Is(A),
}
