//! Variable orders: which open variable to decide next (variable selection).

/// A variable order: which open variable to decide next, the first as given among equals.
///
/// The names are those of the literature; MiniZinc's search annotations have them all.
///
/// | order | picks the variable with | source |
/// |---|---|---|
/// | `Input` | the first place | |
/// | `FirstFail` | the fewest values | Haralick & Elliott, AIJ 14, 1980 |
/// | `AntiFirstFail` | the most values | |
/// | `Smallest`, `Largest` | the least value of all, the greatest value of all | |
/// | `Occurrence` | the most constraints | |
/// | `MostConstrained` | the fewest values, then the most constraints | Brélaz, CACM 22, 1979 |
/// | `MaxRegret` | the largest step from its least value to the next one | |
/// | `DomWdeg` | the least values ÷ weight, where a constraint's failures weigh on its variables | Boussemart, Hemery, Lecoutre & Sais, ECAI 2004 |
/// | `Impact` | the least search space left by decisions on it so far | Refalo, CP 2004 |
///
/// The variable of the last failed decision may come before each of them:
/// [`Ordered::last_conflict`](crate::search::brancher::Ordered::last_conflict).
///
/// The constraints of a variable are those that have propagators which watch it, or may wait for it, when the search starts; a
/// constraint that is always true by then does not count.
///
/// The impact is measured while the search goes on, and nothing is tried beforehand. The space is the product of the numbers of
/// values of all variables of the order. A decision on a variable leaves a share of it: that of the next node, or nothing at a
/// failure. What counts is the number of values of the variable times the mean of these shares: how much all its values
/// together are expected to leave. A variable on which no decision was taken yet counts as if each value left what it leaves
/// where nothing is propagated: 1 in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariableOrder {
    /// The first as given.
    Input,
    /// The one with the fewest values left.
    FirstFail,
    /// The one with the most values left.
    AntiFirstFail,
    /// The one with the least value.
    Smallest,
    /// The one with the greatest value.
    Largest,
    /// The one with the most constraints.
    Occurrence,
    /// The one with the fewest values left, and of these the one with the most constraints.
    MostConstrained,
    /// The one with the largest difference between its two least values.
    MaxRegret,
    /// The one with the fewest values left for the weight of its failures.
    DomWdeg,
    /// The one whose decisions have left the least to search.
    Impact,
}

impl VariableOrder {
    /// Whether it compares the values of variables, so that two that differ by a constant are decided separately.
    pub(super) fn compares_values(self) -> bool {
        matches!(self, VariableOrder::Smallest | VariableOrder::Largest)
    }

    /// Whether it counts constraints.
    pub(super) fn counts_constraints(self) -> bool {
        matches!(self, VariableOrder::Occurrence | VariableOrder::MostConstrained)
    }
}
