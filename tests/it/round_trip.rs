//! Promise: what is written is read back as the same puzzle, in every format and geometry.

use proptest::prelude::*;
use residua_sudoku::Geometry;
use residua_sudoku::Puzzle;
use residua_sudoku::render;

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
        let found: Vec<_> = residua_sudoku::Reader::new(three.as_bytes(), stated).collect();
        assert_eq!(found.len(), 3, "{geometry}\n{three}");
        for entry in found {
            assert_eq!(entry.map(|entry| entry.puzzle).as_ref(), Ok(puzzle), "{geometry}\n{three}");
        }
    }
}

/// The puzzle and what is marked in it, written as candidates and read again. Cells with one candidate are given.
fn check_candidates(geometry: Geometry, marks: &[Vec<i32>]) {
    let all: Vec<i32> = (1..=geometry.size() as i32).collect();
    let text = render::pencil(geometry, |cell| marks[cell].clone());
    let is_usual = Geometry::from_size(geometry.size()) == Ok(geometry);
    let shows_box = geometry.box_rows() > 1 && geometry.box_columns() > 1;
    let stated = (!is_usual && !shows_box).then_some(geometry);
    let found: Vec<_> = residua_sudoku::Reader::new(format!("{text}\n{text}").as_bytes(), stated).collect();
    assert_eq!(found.len(), 2, "{text}");
    for entry in found {
        let entry = entry.unwrap_or_else(|error| panic!("{geometry}, {error}\n{text}"));
        assert_eq!(entry.puzzle.geometry(), geometry);
        for (cell, marks) in marks.iter().enumerate() {
            let (given, restricted) = (entry.puzzle.given(cell), entry.puzzle.candidates(cell));
            let read = match (given, entry.notes.marks(cell)) {
                (Some(value), _) => vec![value],
                (None, []) if restricted == Some(&[]) => Vec::new(),
                (None, []) => all.clone(),
                (None, marks) => marks.to_vec(),
            };
            assert_eq!(&read, marks, "{geometry}, cell {cell}\n{text}");
        }
    }
}

fn candidates() -> impl Strategy<Value = (Geometry, Vec<Vec<i32>>)> {
    // Up to three values a box side has no grid of candidates of its own: a size of 5 or 7 must be stated.
    let boxes: Vec<(usize, usize)> = BOXES.into_iter().filter(|(rows, _)| *rows > 1).collect();
    (prop::sample::select(boxes), 0.0..=1.0_f64).prop_flat_map(|((rows, columns), density)| {
        let geometry = Geometry::new(rows, columns).expect("small");
        let size = geometry.size();
        let cell = prop::collection::vec(prop::bool::weighted(density), size).prop_map(|kept| {
            kept.into_iter()
                .enumerate()
                .filter(|(_, kept)| *kept)
                .map(|(at, _)| at as i32 + 1)
                .collect::<Vec<i32>>()
        });
        prop::collection::vec(cell, geometry.cells()).prop_map(move |mut marks| {
            // The first row has each value somewhere, as those of puzzles with solutions have.
            for (cell, value) in (1..=size as i32).enumerate() {
                marks[cell].push(value);
                marks[cell].sort_unstable();
                marks[cell].dedup();
            }
            (geometry, marks)
        })
    })
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

    #[test]
    fn candidates_are_read_as_they_are_written((geometry, marks) in candidates()) {
        check_candidates(geometry, &marks);
    }

    /// Any text at all gives puzzles or errors, at least one, and no panic.
    #[test]
    fn any_text_is_answered(text in "[0-9A-Ga-z.|{}\\[\\]\"',:;=#⋅\\- \t\r\n]{0,400}") {
        for geometry in [None, Geometry::new(2, 2).ok(), Geometry::new(3, 3).ok()] {
            prop_assert!(residua_sudoku::Reader::new(text.as_bytes(), geometry).count() > 0);
        }
    }

    /// Any bytes too.
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(residua_sudoku::Reader::new(bytes.as_slice(), None).count() > 0);
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
