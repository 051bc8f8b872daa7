//! Promise: givens are in range, and two that clash are found.

use residua_sudoku::{Geometry, Puzzle};

#[test]
fn what_does_not_fit_is_refused() {
    let geometry = Geometry::new(2, 2).expect("small");
    assert!(Puzzle::new(geometry, vec![0; 15]).is_err());
    assert!(Puzzle::new(geometry, vec![5; 16]).is_err());
    assert!(Puzzle::new(geometry, vec![-1; 16]).is_err());
    assert!(Puzzle::blank(geometry).with_given(16, 1).is_err());
    let message = Puzzle::blank(geometry).with_given(7, 5).expect_err("5 > 4").to_string();
    assert_eq!(message, "5 in r2c4 is outside 1..4");
}

#[test]
fn a_clash_is_found_in_each_kind_of_house() {
    let geometry = Geometry::new(2, 3).expect("small");
    for (first, second, house) in [(0, 5, "row 1"), (1, 31, "column 2"), (15, 23, "box 4")] {
        let puzzle = Puzzle::blank(geometry).with_given(first, 2).and_then(|p| p.with_given(second, 2));
        let clash = puzzle.expect("in range").first_clash().expect("clashes");
        assert_eq!((clash.first, clash.second, clash.house.to_string()), (first, second, house.to_owned()));
    }
    assert_eq!(Puzzle::blank(geometry).first_clash(), None);
}
