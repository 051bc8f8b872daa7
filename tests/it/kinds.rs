//! The kinds of constraints in the catalogue, each with an example, listed once for all tests.
//!
//! This file is part of three test binaries: `tests/it`, which has random instances of each kind, `tests/allocation` and
//! `cli/tests/it`, which take the examples. `coverage` compares the list with the library; that an example compiles shows that its
//! constructor is in the prelude.

use residua::model::IntView;
use residua::prelude::*;
use std::sync::Arc;

macro_rules! kinds {
    (
        $views:ident: $($name:ident = $value:expr),*;
        $($kind:ident: $constructor:ident($($argument:tt)*) $(.$method:ident($($further:tt)*))*),* $(,)?
    ) => {
        /// A kind of constraint, called as its constructor.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Kind {
            $($kind),*
        }

        #[allow(dead_code, reason = "not all of the test binaries ask all of it")]
        impl Kind {
            pub(crate) const ALL: &[Kind] = &[$(Kind::$kind),*];

            pub(crate) fn constructor(self) -> &'static str {
                match self {
                    $(Kind::$kind => stringify!($constructor)),*
                }
            }

            /// A constraint of this kind over these views, which are at least three.
            ///
            /// Of three or four views of small values, negative ones among them, it holds for some and not for others. Of eight
            /// that have all of 0..=30 it leaves much to search. It has a statement without auxiliary variables.
            pub(crate) fn example(self, $views: &[IntView]) -> Arc<dyn Constraint> {
                $(let $name = $value;)*
                match self {
                    $(Kind::$kind => Arc::new($constructor($($argument)*) $(.$method($($further)*))*)),*
                }
            }

            /// Whether it is a constraint of constraints.
            pub(crate) fn is_connective(self) -> bool {
                matches!(self, Kind::AnyOf | Kind::AllOf | Kind::Iff | Kind::Not)
            }
        }
    };
}

kinds! {
    // Two views and the last one; two lists of half of them, which share one if their number is odd; sizes for such a list.
    xs: x = xs[0], y = xs[1], z = xs[xs.len() - 1],
    half = xs.len().div_ceil(2), front = &xs[..half], back = &xs[xs.len() - half..],
    sizes = [2, 1, 2].into_iter().cycle().take(half);

    Eq: eq(x, y),
    Ne: ne(x, y),
    Lt: lt(x, y),
    Le: le(x, y),
    Gt: gt(x, y),
    Ge: ge(x, 1),
    InSet: in_set(x, [-4, -1, 0, 1, 2, 6, 9, 10, 11, 15, 20, 25, 30]),
    AllDifferent: all_different(xs),
    AllDifferentExcept: all_different_except(xs, [0, 2]),
    AllEqual: all_equal(xs),
    Inverse: inverse(front, back),
    InversePartial: inverse_partial(front.iter().map(|&x| x - 1), back.iter().map(|&y| y - 1)),
    SymmetricAllDifferent: symmetric_all_different(xs),
    ExactSum: exact_sum(xs, 3),
    AnyOf: any_of([x.le(y), z.eq(x)]),
    AllOf: all_of([x.ne(y), z.ne(x)]),
    Iff: iff(x.le(y), z.var.is(2)),
    Not: not(all_different([x, y, z])),
    Maximum: maximum(front, z),
    Minimum: minimum(front, z),
    Abs: abs(x - 3, y),
    Distance: distance(x, y, z),
    Times: times(x, y, z),
    Div: div(x, y, z),
    DivFloor: div_floor(x, y - 3, z),
    Modulo: modulo(x, y, z),
    ModFloor: mod_floor(x - 3, y, z),
    Pow: pow(x - 1, y - 1, z),
    ArgMax: arg_max(front, z),
    ArgMin: arg_min(xs, y),
    Element: element(x, (0..31).map(|i| i * 7 % 5 - 1).collect::<Vec<_>>(), y),
    ElementVar: element_var(x, front.iter().copied().chain(back.iter().map(|&z| z + 1)), y),
    Element2d: element_2d(x, y, (0..9).map(|i| (0..9).map(|j| (i * j + j) % 5 - 1).collect::<Vec<_>>()), z),
    Table: table([x, y, z], (0..600).map(|i| [i % 31 - 2, i % 7 - 1, i * 5 % 13])),
    ShortTable: short_table(
        [x, y, z],
        (0..90).map(|i| [(i % 4 > 0).then_some(i % 5), (i % 4 < 3).then_some(i % 7 - 1), (i % 4 != 1).then_some(i % 3)])
    ),
    NegativeTable: negative_table([x, y], (0..300).map(|i| [i % 31, i * 5 % 17])),
    PairTable: pair_table((x, -5..=5), (y, -5..=9), |a, b| a * b % 2 == 0),
    Regular: regular(
        xs,
        Automaton::new(2, 0, [(0, 0, 1), (0, 2, 0), (0, 1, 0), (1, 1, 1), (1, 4, 0), (1, 0, 0)], [1])
    ),
    Clause: clause([x.var.is(2), y.var.is_not(0), z.var.at_most(1), x.var.at_least(4)]),
    NumberOf: number_of([x.var.is(2), y.var.at_least(1)], z),
    Exactly: exactly(1, [x.var.is(2), y.var.at_least(1), z.var.is_not(0)]),
    AtMost: at_most(z, [x.var.is(2), y.var.at_least(1)]),
    AtLeast: at_least(2, [x.var.is(2), y.var.at_least(1), z.var.is_not(0)]),
    Count: count(back, y, z - 1),
    Among: among(front, [-1, 0, 2], z),
    GlobalCardinality: global_cardinality(front, [0, 2, 30], [z, y, z]),
    Nvalue: nvalue(front, z),
    SameValues: same_values(front, back),
    SlidingSum: sliding_sum(xs, 2, 1..=4),
    SlidingAmong: sliding_among(xs, [0, 2], 2, 1..=1),
    Increasing: increasing(xs),
    StrictlyIncreasing: strictly_increasing(front),
    Decreasing: decreasing(xs),
    StrictlyDecreasing: strictly_decreasing(front),
    LexLess: lex_less(back, xs),
    LexLesseq: lex_lesseq(xs, back),
    LexChain: lex_chain(xs.windows(2)),
    Sort: sort(front, back),
    ValuePrecede: value_precede(0, 2, xs),
    ValuePrecedeChain: value_precede_chain([1, 2, 0], xs),
    Circuit: circuit(xs),
    Subcircuit: subcircuit(xs),
    BinPacking: bin_packing(front, sizes, back),
    BinPackingCapa: bin_packing_capa(front, sizes, back.iter().map(|_| 3)),
    Knapsack: knapsack([2, 1], [1, 2], [x, y], back[0], z),
    Mdd: mdd(xs, xs.iter().map(|_| vec![(0, 1, 0), (0, 2, 1), (1, 0, 0), (1, 3, 1), (1, -1, 2)])),
    Cumulative: cumulative(front, back, sizes, z).optional(front.iter().map(|x| x.var.is_not(1))),
    Disjunctive: disjunctive(front, back),
    DisjunctiveStrict: disjunctive_strict(front, sizes).optional(front.iter().map(|x| x.var.at_least(0))),
    Diffn: diffn(front, back, sizes.clone(), sizes),
    DiffnNonstrict: diffn_nonstrict(front, back, sizes, back),
}
