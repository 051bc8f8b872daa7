//! Kinds of rules: what each is called, and which cells and numbers it has.

/// How many groups of cells, or numbers, a rule of a kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This many.
    Exactly(usize),
    /// At least this many.
    AtLeast(usize),
    /// None or one.
    Optional,
}

use Amount::{AtLeast, Exactly, Optional};

impl Amount {
    /// Whether this many are right.
    pub fn allows(self, count: usize) -> bool {
        match self {
            Exactly(amount) => count == amount,
            AtLeast(amount) => count >= amount,
            Optional => count <= 1,
        }
    }

    /// The amount of something in words: `2 groups`.
    pub(super) fn of(self, noun: &str) -> String {
        match self {
            Exactly(0) => format!("no {noun}"),
            Exactly(1) => format!("1 {noun}"),
            Exactly(amount) => format!("{amount} {noun}s"),
            AtLeast(0) => format!("any number of {noun}s"),
            AtLeast(1) => format!("at least 1 {noun}"),
            AtLeast(amount) => format!("at least {amount} {noun}s"),
            Optional => format!("at most 1 {noun}"),
        }
    }
}

/// What a kind of rule is.
#[derive(Clone, Copy, Debug)]
pub struct KindFacts {
    /// The kind.
    pub kind: RuleKind,
    /// Its name in files: `anti_knight`.
    pub id: &'static str,
    /// Its name in words: `anti-knight`.
    pub words: &'static str,
    /// What it says, in a sentence.
    pub meaning: &'static str,
    /// Its groups of cells.
    pub groups: Amount,
    /// How many cells a group has at least.
    pub cells: usize,
    /// Its numbers.
    pub numbers: Amount,
}

/// The kinds, each with its meaning, its name in files and in words, its groups of cells, the cells that a group has at least, and its
/// numbers.
macro_rules! kinds {
    ($($(#[doc = $meaning:literal])+ $kind:ident: $id:literal, $words:literal, $groups:expr, $cells:literal, $numbers:expr;)*) => {
        /// A kind of rule.
        ///
        /// The cells of a rule are in *groups*: those of a line in their order, or the circle and the shaft of an arrow apart.
        /// Positions, rows and columns count from 1. Where there are [doublers](RuleKind::Doublers), *sums* are those of `Cage`, `Sum`,
        /// `WeightedSum`, `SumModulo`, `EqualSums`, `Arrow` (with one cell in its circle), `RegionSumLine`, `DoubleArrow`, `Zipper` and
        /// `PairSum`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RuleKind {
            $($(#[doc = $meaning])+ $kind,)*
        }

        /// All kinds.
        pub const KINDS: &[KindFacts] = &[$(KindFacts {
            kind: RuleKind::$kind,
            id: $id,
            words: $words,
            meaning: concat!($($meaning),+).trim_ascii(),
            groups: $groups,
            cells: $cells,
            numbers: $numbers,
        },)*];
    };
}

kinds! {
    /// The digits of the cells differ.
    AllDifferent: "all_different", "all different", Exactly(1), 1, Exactly(0);
    /// Cells a knight's move apart differ.
    AntiKnight: "anti_knight", "anti-knight", Exactly(0), 0, Exactly(0);
    /// Cells that touch at a corner differ.
    AntiKing: "anti_king", "anti-king", Exactly(0), 0, Exactly(0);
    /// Neighbours do not differ by 1.
    NonConsecutive: "non_consecutive", "non-consecutive", Exactly(0), 0, Exactly(0);
    /// Each 2-by-2 square has a low, a middle and a high digit.
    GlobalEntropy: "global_entropy", "global entropy", Exactly(0), 0, Exactly(0);
    /// Each 2-by-2 square has all three remainders of a division by 3.
    GlobalModular: "global_modular", "global modular", Exactly(0), 0, Exactly(0);
    /// No two cells with the same digit are that many steps apart, by rows and columns.
    AntiTaxicab: "anti_taxicab", "anti-taxicab", Exactly(0), 0, Exactly(0);
    /// Above each middle digit is the least one, or below it the greatest.
    DutchFlatmates: "dutch_flatmates", "Dutch flatmates", Exactly(0), 0, Exactly(0);
    /// Each row, column and region has the least digit and lacks one other, those of one type different ones; at each least digit, the digits
    /// that its row, its column and its region lack differ.
    Doppelganger: "doppelganger", "Doppelgänger", Exactly(0), 0, Exactly(0);
    /// The cells of the first group are in connected regions of so many cells as the number says, none with a digit twice; those of the second
    /// group say in which: the least digit is the region of the first cell, the next one that of the first cell outside of it, and so on.
    UnknownRegions: "unknown_regions", "regions to be found", Exactly(2), 1, Exactly(1);
    /// The digits of the two cells differ by the number (1 without one); of more cells, those of each two neighbours.
    Difference: "difference", "difference", Exactly(1), 2, Optional;
    /// One of the two digits is the number times the other (2 without one); of more cells, of each two neighbours.
    Ratio: "ratio", "ratio", Exactly(1), 2, Optional;
    /// The two digits have this sum (V is 5, X is 10); of more cells, those of each two neighbours.
    PairSum: "pair_sum", "sum of a pair", Exactly(1), 2, Exactly(1);
    /// The digit of the first cell is greater than that of the second; of more cells, the digits decrease.
    Greater: "greater", "greater", Exactly(1), 2, Exactly(0);
    /// No two cells of a group differ by one of the numbers.
    NoDifference: "no_difference", "no difference", AtLeast(1), 1, AtLeast(1);
    /// No two cells of a group have one of the numbers as their ratio.
    NoRatio: "no_ratio", "no ratio", AtLeast(1), 1, AtLeast(1);
    /// No two cells of a group have one of the numbers as their sum.
    NoPairSum: "no_pair_sum", "no sum of a pair", AtLeast(1), 1, AtLeast(1);
    /// The digits differ, and have this sum if there is a number.
    Cage: "cage", "cage", Exactly(1), 1, Optional;
    /// The digits have this sum; they may repeat.
    Sum: "sum", "sum", Exactly(1), 1, Exactly(1);
    /// The digits, each times its factor, have this sum: the numbers are the sum, and a factor for each cell.
    WeightedSum: "weighted_sum", "weighted sum", Exactly(1), 1, AtLeast(2);
    /// The digits differ, and no one or more of them have this sum.
    RellikCage: "rellik_cage", "rellik cage", Exactly(1), 1, Exactly(1);
    /// The digits differ, as many are odd as even, as many below the middle of all digits as above, and none is the middle.
    EqualityCage: "equality_cage", "equality cage", Exactly(1), 1, Exactly(0);
    /// The digits differ, and those that stand between the least and the greatest of them have this sum.
    Lunchbox: "lunchbox", "lunchbox", Exactly(1), 2, Exactly(1);
    /// The sum leaves the first number as remainder when divided by the second.
    SumModulo: "sum_modulo", "sum modulo", Exactly(1), 1, Exactly(2);
    /// All groups of cells have the same sum.
    EqualSums: "equal_sums", "equal sums", AtLeast(2), 1, Exactly(0);
    /// All groups of cells have the same digits, each as often.
    SameValues: "same_values", "same digits", AtLeast(2), 1, Exactly(0);
    /// The number in the first group, a digit a cell, is the sum of the second group.
    Arrow: "arrow", "arrow", Exactly(2), 1, Exactly(0);
    /// The digits are odd.
    Odd: "odd", "odd", Exactly(1), 1, Exactly(0);
    /// The digits are even.
    Even: "even", "even", Exactly(1), 1, Exactly(0);
    /// The digit of each cell is less than those of its neighbours that are none of the cells.
    Minimum: "minimum", "minimum", Exactly(1), 1, Exactly(0);
    /// The digit of each cell is greater than those of its neighbours that are none of the cells.
    Maximum: "maximum", "maximum", Exactly(1), 1, Exactly(0);
    /// The digits increase along the line.
    Thermometer: "thermometer", "thermometer", Exactly(1), 1, Exactly(0);
    /// The digits increase along the line, or stay the same.
    SlowThermometer: "slow_thermometer", "slow thermometer", Exactly(1), 1, Exactly(0);
    /// The line reads the same from both ends.
    Palindrome: "palindrome", "palindrome", Exactly(1), 1, Exactly(0);
    /// Cells at the same place of the two groups have the same digit.
    Clone: "clone", "clone", Exactly(2), 1, Exactly(0);
    /// The digits are consecutive, in any order.
    Renban: "renban", "renban", Exactly(1), 1, Exactly(0);
    /// No two digits are equal or consecutive.
    Nabner: "nabner", "nabner", Exactly(1), 1, Exactly(0);
    /// Neighbours on the line differ by at least the number.
    Whisper: "whisper", "whisper", Exactly(1), 1, Exactly(1);
    /// Each part of the line within one region has the same sum.
    RegionSumLine: "region_sum_line", "region sum line", Exactly(1), 1, Exactly(0);
    /// The line is cut into parts that each have this sum.
    SumLine: "sum_line", "sum line", Exactly(1), 1, Exactly(1);
    /// The sum of both ends is that of the cells between them.
    DoubleArrow: "double_arrow", "double arrow", Exactly(1), 1, Exactly(0);
    /// Cells as far from the middle have sums equal to the middle digit, or the middle pair's sum.
    Zipper: "zipper", "zipper line", Exactly(1), 1, Exactly(0);
    /// The digits lie between those of both ends.
    Between: "between", "between line", Exactly(1), 1, Exactly(0);
    /// The ends differ by at least the number (4 without one), and the digits lie outside of them.
    Lockout: "lockout", "lockout line", Exactly(1), 1, Optional;
    /// Each three cells in a row have a low, a middle and a high digit; two alone are not of the same third.
    Entropic: "entropic", "entropic line", Exactly(1), 1, Exactly(0);
    /// Each so many cells in a row as the number says (3 without one) have different remainders when divided by it; so have all of a shorter line.
    Modular: "modular", "modular line", Exactly(1), 1, Optional;
    /// The cells have the numbers among their digits, each at least as often as it is given.
    Quadruple: "quadruple", "quadruple", Exactly(1), 1, AtLeast(1);
    /// The numbers list, two and two, a digit and how often it is in the cells.
    Counts: "counts", "counts", Exactly(1), 1, AtLeast(2);
    /// The digit in the first group is the number of different digits of the second group.
    CountDistinct: "count_distinct", "count of different digits", Exactly(2), 1, Exactly(0);
    /// The digit in the first group, plus the number if there is one, is how many cells of the second group have the digit of its first cell.
    CountSame: "count_same", "count of equal digits", Exactly(2), 1, Optional;
    /// The digit in the first group, plus the number if there is one, is how many cells with the same digit follow each other from the first
    /// cell of the other groups, which is the same, along all of them; it is counted once.
    RunLength: "run_length", "length of runs", AtLeast(2), 1, Optional;
    /// The digits between the least and the greatest digit of the puzzle, each of which is there once, have this sum.
    Sandwich: "sandwich", "sandwich", Exactly(1), 1, Exactly(1);
    /// The first digits, as many as the first of them says, have this sum.
    XSum: "x_sum", "X-sum", Exactly(1), 1, Exactly(1);
    /// So many digits are greater than 0 and all before them as the number says.
    Skyscraper: "skyscraper", "skyscraper", Exactly(1), 1, Exactly(1);
    /// The first digit that is not greater than all before it is the number.
    HiddenSkyscraper: "hidden_skyscraper", "hidden skyscraper", Exactly(1), 2, Exactly(1);
    /// The digit at the position that the first cell says is the number.
    NumberedRoom: "numbered_room", "numbered room", Exactly(1), 1, Exactly(1);
    /// Of all rows and columns of that length, read from both ends as numbers, so many are less as the number says, less 1, and no other is equal.
    FullRank: "full_rank", "full rank", Exactly(1), 1, Exactly(1);
    /// Of all rows and columns of that length, read from both ends as numbers, so many are less as the number says, less 1; others may be equal.
    TiedRank: "tied_rank", "full rank with ties", Exactly(1), 1, Exactly(1);
    /// No two of all rows and columns, read from both ends as numbers, are equal.
    NoRankTies: "no_rank_ties", "no ties of ranks", Exactly(0), 0, Exactly(0);
    /// The digit of the first cell is again so many cells after the second one as the second one says.
    ValueIndexing: "value_indexing", "value indexing", Exactly(1), 3, Exactly(0);
    /// A cell of row r in column c with digit d says that row d has r in column c.
    RowIndexer: "row_indexer", "row indexer", Exactly(1), 1, Exactly(0);
    /// A cell of column c in row r with digit d says that column d has c in row r.
    ColumnIndexer: "column_indexer", "column indexer", Exactly(1), 1, Exactly(0);
    /// A cell at position p of its region with digit d says that position d of the region has p.
    BoxIndexer: "box_indexer", "box indexer", Exactly(1), 1, Exactly(0);
    /// A digit in one of the cells is in as many of them as it says.
    CountingCircles: "counting_circles", "counting circles", Exactly(1), 1, Exactly(0);
    /// Neighbours on the line are one of the pairs that the numbers list, two and two.
    Pairs: "pairs", "pairs", Exactly(1), 1, AtLeast(0);
    /// Each two cells, in their order, are one of the pairs that the numbers list, two and two.
    AllPairs: "all_pairs", "all pairs", Exactly(1), 1, AtLeast(0);
    /// The digits along the line are a word of an automaton.
    Automaton: "automaton", "automaton", Exactly(1), 1, AtLeast(0);
    /// At least one of the rules holds.
    AnyOf: "any_of", "any of", Exactly(0), 0, Exactly(0);
    /// All of the rules hold.
    AllOf: "all_of", "all of", Exactly(0), 0, Exactly(0);
    /// Each row, column and region has one cell, each with another digit, that counts twice in sums.
    Doublers: "doublers", "doublers", Exactly(0), 0, Exactly(0);
}

impl RuleKind {
    /// What it is.
    pub fn facts(self) -> &'static KindFacts {
        KINDS.iter().find(|facts| facts.kind == self).expect("invariant: the table has all kinds")
    }

    /// The number that a rule of this kind without one means, where only one is meant.
    pub(crate) fn default_number(self) -> Option<i64> {
        match self {
            RuleKind::Difference => Some(1),
            RuleKind::Ratio => Some(2),
            RuleKind::Modular => Some(3),
            RuleKind::Lockout => Some(4),
            _ => None,
        }
    }

    /// The kind of this name in files.
    pub fn of(id: &str) -> Option<RuleKind> {
        KINDS.iter().find(|facts| facts.id == id).map(|facts| facts.kind)
    }
}
