//! Promise: what is said of clues is so: which are redundant, which to add, which cells tell two solutions apart.

use residua::search::Limits;
use residua::sudoku::Puzzle;
use std::collections::BTreeSet;

const REFERENCE: &str = ".....5....6...54.2..2......6..1..52.";

fn reference() -> Puzzle {
    REFERENCE.parse().expect("a 6x6 puzzle")
}

#[test]
fn redundant_givens_of_the_reference_puzzle() {
    let puzzle = reference();
    let name = |cell: usize| puzzle.geometry().name(cell);
    let redundant = puzzle.redundant_givens(&Limits::default()).expect("no limit");
    assert_eq!(redundant.into_iter().map(name).collect::<Vec<_>>(), ["r3c6"]);
    let minimal = puzzle.minimized(&Limits::default()).expect("no limit");
    assert_eq!(minimal.clues(), 9);
    let solutions = |p: &Puzzle| p.model().solutions().map(|s| s.values().to_vec()).collect::<BTreeSet<_>>();
    assert_eq!(solutions(&minimal), solutions(&puzzle));
}
