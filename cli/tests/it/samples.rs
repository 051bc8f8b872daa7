//! Puzzles that several modules use.

/// A 6x6 puzzle with boxes of 2x3 and exactly one solution.
pub(crate) const SIX: &str = ".6...42..........33.1..5...6.2..6.5.";

/// Its solution.
pub(crate) const SIX_SOLVED: &str = "563124214536652413341265135642426351";

/// The reference puzzle: 6x6 with boxes of 2x3, and 18 solutions.
pub(crate) const REFERENCE: &str = ".....5....6...54.2..2......6..1..52.";

/// The reference puzzle with r1c2 = 1, which contradicts three of the givens.
pub(crate) fn broken() -> String {
    REFERENCE.replacen("..", ".1", 1)
}

/// 4x4 with four solutions.
pub(crate) const FOUR: &str = "12......34......";

/// 4x4 with more solutions than two, of which propagation finds some cells.
pub(crate) const OPEN: &str = "1.....2.........";

/// 4x4 with two equal givens in a row.
pub(crate) const CLASH: &str = "11....2.........";

/// 4x4 with three equal givens, of which each two clash.
pub(crate) const THREES: &str = "12........1.3.33";
