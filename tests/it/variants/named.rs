//! Lines of digits of which it is known whether they keep to a rule: the definitions against worked examples.

use residua_variant::{Rule, RuleKind as K, Shape, Variant};

/// A kind with its numbers, a line of digits, and whether it keeps to it.
type Example = (K, &'static [i64], &'static [i32], bool);

const LINES: &[Example] = &[
    (K::AllDifferent, &[], &[1, 5, 9], true),
    (K::AllDifferent, &[], &[1, 5, 1], false),
    (K::Difference, &[], &[4, 5], true),
    (K::Difference, &[3], &[4, 5], false),
    (K::Ratio, &[], &[4, 8], true),
    (K::Ratio, &[3], &[9, 3], true),
    (K::Ratio, &[], &[3, 9], false),
    (K::PairSum, &[10], &[3, 7], true),
    (K::PairSum, &[5], &[3, 7], false),
    (K::Greater, &[], &[7, 3], true),
    (K::Greater, &[], &[3, 3], false),
    (K::NoDifference, &[1, 4], &[3, 5], true),
    (K::NoDifference, &[1, 4], &[9, 5], false),
    (K::NoRatio, &[2], &[6, 3], false),
    (K::NoPairSum, &[5, 10], &[4, 6], false),
    (K::NoPairSum, &[5, 10], &[4, 5], true),
    (K::Cage, &[14], &[5, 9], true),
    (K::Cage, &[14], &[7, 7], false),
    (K::Sum, &[14], &[7, 7], true),
    (K::WeightedSum, &[7, 1, 2, -1], &[2, 4, 3], true),
    (K::WeightedSum, &[7, 1, 2, -1], &[2, 4, 4], false),
    (K::RellikCage, &[5], &[1, 3, 6], true),
    (K::RellikCage, &[5], &[2, 9, 3], false),
    (K::EqualityCage, &[], &[1, 2, 8, 9], true),
    (K::EqualityCage, &[], &[1, 5, 8, 2], false),
    (K::EqualityCage, &[], &[1, 3, 8, 9], false),
    (K::Lunchbox, &[11], &[2, 7, 4, 9, 8], true),
    (K::Lunchbox, &[11], &[2, 7, 5, 9, 8], false),
    (K::SumModulo, &[2, 9], &[5, 6], true),
    (K::SumModulo, &[2, 9], &[5, 5], false),
    (K::Odd, &[], &[1, 7], true),
    (K::Even, &[], &[2, 7], false),
    (K::Thermometer, &[], &[1, 4, 9], true),
    (K::Thermometer, &[], &[1, 4, 4], false),
    (K::SlowThermometer, &[], &[1, 4, 4], true),
    (K::SlowThermometer, &[], &[4, 1], false),
    (K::Palindrome, &[], &[1, 4, 4, 1], true),
    (K::Palindrome, &[], &[1, 4, 9, 4, 2], false),
    (K::Renban, &[], &[4, 6, 5], true),
    (K::Renban, &[], &[4, 6, 6, 5], false),
    (K::Renban, &[], &[4, 7, 5], false),
    (K::Nabner, &[], &[4, 6, 9], true),
    (K::Nabner, &[], &[4, 9, 5], false),
    (K::Whisper, &[5], &[4, 9, 3], true),
    (K::Whisper, &[5], &[4, 9, 5], false),
    (K::SumLine, &[10], &[4, 6, 9, 1, 2, 5, 3], true),
    (K::SumLine, &[10], &[4, 6, 9], false),
    (K::DoubleArrow, &[], &[4, 6, 1, 3], true),
    (K::DoubleArrow, &[], &[4, 6, 1, 4], false),
    (K::Zipper, &[], &[2, 5, 7, 2, 5], true),
    (K::Zipper, &[], &[2, 5, 2, 5], true),
    (K::Zipper, &[], &[2, 5, 8, 2, 5], false),
    (K::Between, &[], &[8, 3, 4, 2], true),
    (K::Between, &[], &[4, 4], true),
    (K::Lockout, &[], &[4, 7], false),
    (K::Lockout, &[], &[4, 8], true),
    (K::Between, &[], &[8, 2, 4, 2], false),
    (K::Lockout, &[], &[3, 1, 9, 2, 7], true),
    (K::Lockout, &[], &[3, 1, 9, 3, 7], false),
    (K::Lockout, &[], &[3, 1, 9, 2, 6], false),
    (K::Entropic, &[], &[1, 5, 9, 2, 4], true),
    (K::Entropic, &[], &[1, 5, 9, 4], false),
    (K::Modular, &[], &[1, 5, 9, 4], true),
    (K::Modular, &[], &[1, 5, 9, 5], false),
    // Shorter than what is to be different.
    (K::Entropic, &[], &[3, 4], true),
    (K::Entropic, &[], &[1, 3], false),
    (K::Modular, &[4], &[5, 3, 8], true),
    (K::Modular, &[4], &[5, 3, 7], false),
    (K::Modular, &[4], &[5], true),
    (K::Quadruple, &[2, 2, 5], &[2, 5, 2, 9], true),
    (K::Quadruple, &[2, 2, 5], &[2, 5, 3, 9], false),
    (K::Counts, &[3, 2, 5, 0], &[3, 4, 3], true),
    (K::Counts, &[3, 2, 5, 0], &[3, 5, 3], false),
    (K::Sandwich, &[8], &[4, 9, 6, 2, 1, 3], true),
    (K::Sandwich, &[0], &[1, 9, 5], true),
    (K::Sandwich, &[5], &[1, 9, 5], false),
    (K::XSum, &[9], &[3, 2, 4, 8], true),
    (K::XSum, &[9], &[3, 2, 5, 8], false),
    (K::XSum, &[9], &[5, 4], false),
    (K::Skyscraper, &[3], &[2, 1, 5, 4, 9, 8], true),
    (K::Skyscraper, &[2], &[2, 1, 5, 4, 9, 8], false),
    (K::HiddenSkyscraper, &[4], &[2, 5, 4, 9, 8], true),
    (K::HiddenSkyscraper, &[8], &[2, 5, 4, 9, 8], false),
    (K::NumberedRoom, &[8], &[3, 2, 8, 9], true),
    (K::NumberedRoom, &[8], &[4, 2, 8, 9], false),
    (K::ValueIndexing, &[], &[7, 2, 4, 7, 9], true),
    (K::ValueIndexing, &[], &[7, 3, 4, 7, 9], false),
    (K::CountingCircles, &[], &[1, 3, 2, 3, 2, 3], true),
    (K::CountingCircles, &[], &[1, 3, 2, 3, 2, 2], false),
    (K::Pairs, &[1, 2, 2, 1, 2, 3], &[1, 2, 1, 2, 3], true),
    (K::Pairs, &[1, 2, 2, 1, 2, 3], &[1, 2, 3, 2], false),
    (K::AllPairs, &[1, 2, 2, 3], &[1, 2, 3], false),
    (K::AllPairs, &[1, 2, 2, 3, 1, 3], &[1, 2, 3], true),
];

#[test]
fn lines_keep_to_rules_or_not() {
    for &(kind, numbers, digits, keeps) in LINES {
        let puzzle = Variant::new(Shape::new(1, digits.len(), 1..=9).expect("small"));
        let rule = Rule::new(kind, vec![(0..digits.len()).collect()], numbers.to_vec()).expect("of its kind");
        assert_eq!(puzzle.keeps_to(&rule, digits), keeps, "{}: {digits:?}", rule.describe(puzzle.shape()));
    }
}

/// A kind with its groups and its numbers, and whether a square keeps to it.
type OnSquare = (K, Vec<Vec<usize>>, Vec<i64>, bool);

fn check(grid: &[i32; 16], examples: Vec<OnSquare>) {
    let puzzle = Variant::square(2, 2).expect("small");
    assert!(puzzle.is_solution(grid));
    for (kind, groups, numbers, keeps) in examples {
        let rule = Rule::new(kind, groups, numbers).expect("of its kind");
        assert_eq!(puzzle.keeps_to(&rule, grid), keeps, "{}", rule.describe(puzzle.shape()));
    }
}

/// Rules of several groups, or of the whole grid, on a square.
#[test]
fn squares_keep_to_rules_or_not() {
    #[rustfmt::skip]
    let grid = [
        1, 2, 3, 4,
        3, 4, 1, 2,
        4, 3, 2, 1,
        2, 1, 4, 3,
    ];
    let examples = vec![
        (K::AntiKnight, vec![], vec![], false),
        (K::AntiKing, vec![], vec![], false),
        (K::NonConsecutive, vec![], vec![], false),
        // The middle left square has 3 4 and 4 3.
        (K::GlobalEntropy, vec![], vec![], false),
        (K::GlobalModular, vec![], vec![], false),
        // The digits 2 of rows 2 and 3.
        (K::AntiTaxicab, vec![], vec![], false),
        // Four digits have no middle.
        (K::DutchFlatmates, vec![], vec![], true),
        (K::EqualSums, vec![vec![0, 3], vec![1, 2]], vec![], true),
        (K::EqualSums, vec![vec![0, 3], vec![1, 2], vec![0, 1]], vec![], false),
        (K::SameValues, vec![vec![0, 1], vec![7, 11]], vec![], true),
        (K::SameValues, vec![vec![0, 1], vec![2, 3]], vec![], false),
        (K::Arrow, vec![vec![3], vec![0, 2]], vec![], true),
        (K::Arrow, vec![vec![0, 1], vec![3, 2, 5]], vec![], false),
        // 12 = 4 + 3 + 4 + 1
        (K::Arrow, vec![vec![0, 1], vec![3, 2, 5, 6]], vec![], true),
        (K::Minimum, vec![vec![0]], vec![], true),
        (K::Minimum, vec![vec![1]], vec![], false),
        (K::Maximum, vec![vec![5]], vec![], true),
        (K::Maximum, vec![vec![1]], vec![], false),
        (K::Clone, vec![vec![0, 1], vec![6, 7]], vec![], true),
        (K::Clone, vec![vec![0, 1], vec![7, 6]], vec![], false),
        // 1 + 2 in the first box, 3 in the second one.
        (K::RegionSumLine, vec![vec![0, 1, 2]], vec![], true),
        (K::RegionSumLine, vec![vec![0, 1, 2, 3]], vec![], false),
        (K::CountDistinct, vec![vec![2], vec![0, 1, 2, 4]], vec![], true),
        (K::CountDistinct, vec![vec![2], vec![0, 1]], vec![], false),
        // The 2 in column 2 of row 1 says that row 2 has 1 there; it has 4.
        // The 3 is the number of cells with a 1 there.
        (K::CountSame, vec![vec![2], vec![0, 6, 1, 11]], vec![], true),
        (K::CountSame, vec![vec![2], vec![0, 6, 1, 3]], vec![], false),
        (K::CountSame, vec![vec![1], vec![0, 6, 1, 11]], vec![1], true),
        // One cell more with a 1 along the one, and one along the other.
        (K::RunLength, vec![vec![2], vec![0, 6, 1, 11], vec![0, 11]], vec![], true),
        (K::RunLength, vec![vec![3], vec![0, 6, 1, 11], vec![0, 11]], vec![-1], true),
        (K::RunLength, vec![vec![3], vec![0, 6, 1, 11], vec![0, 11]], vec![], false),
        (K::RowIndexer, vec![vec![0]], vec![], true),
        (K::RowIndexer, vec![vec![1]], vec![], false),
        // The 3 in column 1 of row 2 says that column 3 has 1 there.
        (K::ColumnIndexer, vec![vec![4]], vec![], true),
        (K::BoxIndexer, vec![vec![2]], vec![], true),
        // Row 3 backwards is equal.
        (K::FullRank, vec![vec![0, 1, 2, 3]], vec![1], false),
        (K::TiedRank, vec![vec![0, 1, 2, 3]], vec![1], true),
        (K::TiedRank, vec![vec![0, 1, 2, 3]], vec![2], false),
        (K::NoRankTies, vec![], vec![], false),
    ];
    check(&grid, examples);
}

/// Sixteen readings that all differ: 1234, 1243, 1324, 1423, 2134, 2143, …
#[test]
fn readings_have_ranks() {
    #[rustfmt::skip]
    let grid = [
        1, 2, 3, 4,
        3, 4, 2, 1,
        2, 1, 4, 3,
        4, 3, 1, 2,
    ];
    let examples = vec![
        (K::FullRank, vec![vec![0, 1, 2, 3]], vec![1], true),
        (K::FullRank, vec![vec![7, 6, 5, 4]], vec![2], true),
        (K::FullRank, vec![vec![8, 9, 10, 11]], vec![6], true),
        (K::FullRank, vec![vec![8, 9, 10, 11]], vec![5], false),
        (K::TiedRank, vec![vec![8, 9, 10, 11]], vec![6], true),
        (K::NoRankTies, vec![], vec![], true),
        // The 2 in row 2 of column 3 says that column 2 has 3 there; it has 4.
        (K::ColumnIndexer, vec![vec![6]], vec![], false),
        (K::BoxIndexer, vec![vec![2, 3]], vec![], false),
    ];
    check(&grid, examples);
}

/// Kinds of lines, with a number if they need one, and with how many cells they still say nothing.
const SHORT: &[(K, &[i64], usize)] = &[
    (K::Thermometer, &[], 1),
    (K::SlowThermometer, &[], 1),
    (K::Palindrome, &[], 1),
    (K::Renban, &[], 1),
    (K::Nabner, &[], 1),
    (K::Whisper, &[5], 1),
    (K::RegionSumLine, &[], 1),
    (K::DoubleArrow, &[], 2),
    (K::Zipper, &[], 1),
    (K::Between, &[], 2),
    (K::Lockout, &[], 1),
    (K::Entropic, &[], 1),
    (K::Modular, &[], 1),
    (K::Pairs, &[1, 2], 1),
    (K::AllPairs, &[1, 2], 1),
    (K::NoDifference, &[1], 1),
    (K::NoRatio, &[2], 1),
    (K::NoPairSum, &[5], 1),
];

/// As in f-puzzles and Interactive Sudoku Solver, a line of too few cells to say anything is no mistake: all digits are possible.
#[test]
fn short_lines_say_nothing() {
    for &(kind, numbers, most) in SHORT {
        for length in 1..=most {
            let shape = Shape::new(1, 2, 1..=4).expect("small");
            let mut puzzle = Variant::new(shape);
            let rule = Rule::new(kind, vec![(0..length).collect()], numbers.to_vec());
            let added = rule.and_then(|rule| puzzle.add(rule));
            added.unwrap_or_else(|error| panic!("{kind:?} of {length}: {error}"));
            let count = puzzle.model().expect("small numbers").solutions().count();
            assert_eq!(count, 16, "{kind:?} of {length}");
            assert!((0..16).all(|at| puzzle.is_solution(&[1 + at / 4, 1 + at % 4])), "{kind:?} of {length}");
            assert!(residua_variant::Picture::of_givens(&puzzle, "short").svg().contains("</svg>"));
            assert!(!residua_variant::Picture::of_givens(&puzzle, "short").svg().contains("NaN"), "{kind:?}");
        }
        assert!(Rule::new(kind, vec![vec![]], numbers.to_vec()).is_err(), "{kind:?} without cells");
    }
}

/// A number that is meant without one makes no other rule, so that formats with and without it say the same.
#[test]
fn usual_numbers_are_left_out() {
    for (kind, usual) in [(K::Difference, 1), (K::Ratio, 2), (K::Modular, 3), (K::Lockout, 4)] {
        let rule = |numbers: &[i64]| Rule::new(kind, vec![vec![0, 1]], numbers.to_vec()).expect("a rule");
        assert_eq!(rule(&[usual]), rule(&[]));
        assert_ne!(rule(&[usual + 1]), rule(&[]));
        let mut puzzle = Variant::square(2, 2).expect("small");
        puzzle.add(rule(&[])).expect("it fits");
        let text = residua_variant::write(&puzzle, residua_variant::Format::Iss).expect("it has a place");
        let read = residua_variant::read(&text, residua_variant::ReadOptions::default()).expect("readable");
        assert!(read.variant.rules().contains(&rule(&[])), "{text}");
    }
}
