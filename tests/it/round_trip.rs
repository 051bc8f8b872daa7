//! Promise: what is written is read back as the same puzzle, in every format and geometry.

use proptest::prelude::*;
use residua::sudoku::Geometry;
use residua::sudoku::Puzzle;
use residua::sudoku::render;

const BOXES: [(usize, usize); 18] = [
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
    (2, 5),
    (5, 2),
    (3, 4),
    (4, 3),
    (4, 4),
    (2, 8),
    (5, 5),
    (5, 7),
    (6, 6),
    (1, 1),
    (1, 5),
    (1, 7),
];

/// Every format that can be read back.
fn formats(puzzle: &Puzzle) -> Vec<String> {
    let (geometry, cells) = (puzzle.geometry(), puzzle.givens());
    vec![
        render::boxed(geometry, cells),
        render::ascii(geometry, cells),
        render::line(geometry, cells),
        render::json(geometry, cells),
        render::prolog(geometry, cells),
    ]
}

/// Checks the law for one puzzle: alone, and in a row of three equal ones.
fn check(puzzle: &Puzzle) {
    let geometry = puzzle.geometry();
    let is_usual = Geometry::from_size(geometry.size()) == Ok(geometry);
    for text in formats(puzzle) {
        assert_eq!(Puzzle::parse_with(&text, geometry).as_ref(), Ok(puzzle), "{geometry}\n{text}");
        if is_usual {
            assert_eq!(text.parse::<Puzzle>().as_ref(), Ok(puzzle), "{geometry}\n{text}");
        }
        let three = [text.as_str(); 3].join("\n");
        let stated = (!is_usual).then_some(geometry);
        let found: Vec<_> = residua::sudoku::Reader::new(three.as_bytes(), stated).collect();
        assert_eq!(found.len(), 3, "{geometry}\n{three}");
        for entry in found {
            assert_eq!(entry.map(|entry| entry.puzzle).as_ref(), Ok(puzzle), "{geometry}\n{three}");
        }
    }
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    let boxes = prop::sample::select(&BOXES[..]);
    (boxes, 0.0..=1.0_f64).prop_flat_map(|((rows, columns), density)| {
        let geometry = Geometry::new(rows, columns).expect("small");
        let value = prop::bool::weighted(density).prop_flat_map(move |given| {
            let size = geometry.size() as i32;
            if given { 1..=size } else { 0..=0 }
        });
        prop::collection::vec(value, geometry.cells())
            .prop_map(move |cells| Puzzle::new(geometry, cells).expect("in range"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn parse_undoes_render(puzzle in puzzles()) {
        check(&puzzle);
    }

    /// Any text at all gives puzzles or errors, at least one, and no panic.
    #[test]
    fn any_text_is_answered(text in "[0-9A-Ga-z.|{}\\[\\]\"',:;=#⋅\\- \t\r\n]{0,400}") {
        for geometry in [None, Geometry::new(2, 2).ok(), Geometry::new(3, 3).ok()] {
            prop_assert!(residua::sudoku::Reader::new(text.as_bytes(), geometry).count() > 0);
        }
    }

    /// Any bytes too.
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(residua::sudoku::Reader::new(bytes.as_slice(), None).count() > 0);
    }
}

#[test]
fn blank_and_full_grids() {
    for (rows, columns) in BOXES {
        let geometry = Geometry::new(rows, columns).expect("small");
        check(&Puzzle::blank(geometry));
        let n = geometry.size();
        // Rows shifted box-wise: a valid filling, with every value in every row.
        let full = (0..geometry.cells()).map(|cell| {
            let (row, column) = (cell / n, cell % n);
            ((row % rows * columns + row / rows + column) % n) as i32 + 1
        });
        check(&Puzzle::new(geometry, full.collect()).expect("in range"));
    }
}

#[test]
fn the_largest_grid() {
    let geometry = Geometry::new(20, 25).expect("500");
    let full = (0..geometry.cells()).map(|cell| (cell % 500) as i32 + 1).collect();
    let puzzle = Puzzle::new(geometry, full).expect("in range");
    for text in formats(&puzzle) {
        assert!(text.parse::<Puzzle>() == Ok(puzzle.clone()), "{}", &text[..200.min(text.len())]);
    }
}
