//! The kinds of constraints in the catalogue, listed once for all tests.
//!
//! This file is part of three test binaries: `tests/it`, `tests/allocation` and `cli/tests/it`. They match on [`Kind`]
//! without a wildcard, so that a new kind does not compile until each of them has a row for it; `coverage` compares the list
//! with the library.

macro_rules! kinds {
    ($($kind:ident),*) => {
        /// A kind of constraint, called as its constructor.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Kind {
            $($kind),*
        }

        impl Kind {
            pub(crate) const ALL: &[Kind] = &[$(Kind::$kind),*];
        }
    };
}

impl Kind {
    /// Whether it is a constraint of constraints.
    #[allow(dead_code, reason = "not all of the test binaries ask")]
    pub(crate) fn is_connective(self) -> bool {
        matches!(self, Kind::AnyOf | Kind::AllOf | Kind::Iff | Kind::Not)
    }
}

kinds!(
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    InSet,
    AllDifferent,
    AllDifferentExcept,
    AllEqual,
    Inverse,
    InversePartial,
    SymmetricAllDifferent,
    ExactSum,
    AnyOf,
    AllOf,
    Iff,
    Not,
    Maximum,
    Minimum,
    Abs,
    Distance,
    Times,
    Div,
    DivFloor,
    Modulo,
    ModFloor,
    Pow,
    ArgMax,
    ArgMin,
    Element,
    ElementVar,
    Element2d,
    Table,
    ShortTable,
    NegativeTable,
    PairTable,
    Regular,
    Clause,
    NumberOf,
    Exactly,
    AtMost,
    AtLeast,
    Count,
    Among,
    GlobalCardinality,
    Nvalue,
    SameValues,
    SlidingSum,
    SlidingAmong,
    Increasing,
    StrictlyIncreasing,
    Decreasing,
    StrictlyDecreasing,
    LexLess,
    LexLesseq,
    LexChain,
    Sort,
    ValuePrecede,
    ValuePrecedeChain,
    Circuit,
    Subcircuit,
    BinPacking,
    BinPackingCapa,
    Knapsack,
    Mdd,
    Cumulative,
    Disjunctive,
    DisjunctiveStrict,
    Diffn,
    DiffnNonstrict
);
