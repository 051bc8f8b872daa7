//! Ratings of isomorphic puzzles: relabelled, rows and columns permuted in their bands, bands permuted, transposed.

use residua_sudoku::Puzzle;
use residua_sudoku::steps::{Rating, Steps};

use super::Random;

/// From singles to nested chains.
const PUZZLES: [&str; 9] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
    "....1..3.2.8.35..13.....42.8........1.......6........2.53.....46..14.8.9.4..6....",
    "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5",
    "..1...69......475..6......3...2.3.8..4..7..1..3.1.8...9......3..865......17...9..",
    ".9...7.1.2.....6....3.5...4...8...6.7...2...5.1...4...3...9.2....6.....8.4.3...7.",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
];

fn isomorph(givens: &[i32], random: &mut Random) -> Vec<i32> {
    let mut labels: Vec<i32> = (1..=9).collect();
    random.shuffle(&mut labels);
    let mut lines = || {
        let mut bands: Vec<usize> = (0..3).collect();
        random.shuffle(&mut bands);
        let mut order = Vec::new();
        for band in bands {
            let mut inside: Vec<usize> = (0..3).collect();
            random.shuffle(&mut inside);
            order.extend(inside.into_iter().map(|at| 3 * band + at));
        }
        order
    };
    let (rows, columns) = (lines(), lines());
    let is_transposed = random.below(2) == 1;
    (0..81)
        .map(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if is_transposed { 9 * column + row } else { 9 * row + column };
            match givens[from] {
                0 => 0,
                given => labels[given as usize - 1],
            }
        })
        .collect()
}

fn rate(puzzle: &Puzzle) -> Rating {
    Steps::of(puzzle).expect("nine values").rate()
}

#[test]
fn isomorphic_puzzles_have_the_same_rating() {
    let mut random = Random(20);
    for line in PUZZLES {
        let puzzle: Puzzle = line.parse().expect("a puzzle");
        let rating = rate(&puzzle);
        // What takes seconds is tried less often.
        let count = if rating.tier() >= 7 { 4 } else { 20 };
        for _ in 0..count {
            let other = Puzzle::new(puzzle.geometry(), isomorph(puzzle.givens(), &mut random)).expect("fits");
            let of_other = rate(&other);
            // Not the technique: that is the first of several equally hard ones.
            assert!(
                of_other.hardest == rating.hardest
                    && of_other.rounds == rating.rounds
                    && of_other.rounds_at_hardest == rating.rounds_at_hardest
                    && (of_other.effort - rating.effort).abs() < 1e-9
                    && of_other.end == rating.end,
                "{puzzle}\n{rating:?}\n{other}\n{of_other:?}"
            );
        }
    }
}
