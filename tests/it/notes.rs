//! Promise: one rule decides which entries and marks count, and the rest is compared with the answer.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use residua::engine::Consistency;
use residua::search::{EngineChoice, Limits};
use residua_sudoku::{Doubt, Entry, Geometry, Notes, Puzzle, PuzzleSolver, Reader, Trust};

use crate::catalogue::cases;
use crate::samples::REFERENCE;

const TRUST: [Trust; 3] = [Trust::Givens, Trust::Entries, Trust::Marks];

fn small() -> Geometry {
    Geometry::new(2, 2).expect("small")
}

/// All 288 grids.
static GRIDS: LazyLock<Vec<Vec<i32>>> =
    LazyLock::new(|| small().model().solutions().map(|solution| solution.values().to_vec()).collect());

/// The grids that agree with a puzzle and with what counts of the notes.
fn agreeing(all: &[Vec<i32>], puzzle: &Puzzle, notes: &Notes, trust: Trust) -> BTreeSet<Vec<i32>> {
    let agrees = |grid: &&Vec<i32>| {
        grid.iter().enumerate().all(|(cell, &value)| {
            let given = puzzle.given(cell).is_none_or(|given| given == value);
            let entered = trust < Trust::Entries || notes.entry(cell).is_none_or(|entry| entry == value);
            let marks = notes.marks(cell);
            given && entered && (trust < Trust::Marks || marks.is_empty() || marks.contains(&value))
        })
    };
    all.iter().filter(agrees).cloned().collect()
}

/// The objections to notes, by enumeration of all solutions.
fn expected(all: &[Vec<i32>], puzzle: &Puzzle, notes: &Notes, trust: Trust) -> Vec<Doubt> {
    let solutions = agreeing(all, puzzle, notes, trust);
    if solutions.is_empty() {
        return Vec::new();
    }
    let union = |cell: usize| solutions.iter().map(|grid| grid[cell]).collect::<BTreeSet<i32>>();
    let mut doubts = Vec::new();
    if trust < Trust::Entries {
        let wrong = notes.entries().filter(|&(cell, value)| !union(cell).contains(&value));
        doubts.extend(wrong.map(|(cell, value)| Doubt::Entry { cell, value }));
    }
    if trust < Trust::Marks {
        for cell in notes.marked_cells() {
            let missing: Vec<i32> =
                union(cell).into_iter().filter(|v| !notes.marks(cell).contains(v)).collect();
            if !missing.is_empty() {
                doubts.push(Doubt::Marks { cell, missing, is_definite: union(cell).len() == 1 });
            }
        }
    }
    if doubts.is_empty() {
        let more = [Trust::Entries, Trust::Marks].into_iter().filter(|&more| more > trust);
        let mut wrong = more.filter(|&more| agreeing(all, puzzle, notes, more).is_empty());
        doubts.extend(wrong.next().map(Doubt::Together));
    }
    doubts
}

/// A puzzle from a grid, and notes that are mostly true of another one.
fn written() -> impl Strategy<Value = (Puzzle, Notes)> {
    let cell = (0u32..6, 0u32..8, 1i32..=4, prop::collection::btree_set(1i32..=4, 0..4));
    (0usize..288, prop::collection::vec(cell, 16)).prop_map(|(grid, cells)| {
        let grid = &GRIDS[grid];
        let mut puzzle = Puzzle::blank(small());
        let (mut entries, mut marks) = (vec![0; 16], vec![Vec::new(); 16]);
        for (cell, (kind, truth, value, marked)) in cells.into_iter().enumerate() {
            let value = if truth > 0 { grid[cell] } else { value };
            match kind {
                0 => puzzle = puzzle.with_given(cell, grid[cell]).expect("in range"),
                1 => entries[cell] = value,
                2 => {
                    marks[cell] = marked.into_iter().collect();
                    if truth > 0 && !marks[cell].contains(&value) {
                        marks[cell].push(value);
                    }
                }
                _ => {}
            }
        }
        (puzzle, Notes::new(small(), entries, marks).expect("they fit"))
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn one_rule_says_what_counts((puzzle, notes) in written()) {
        for trust in TRUST {
            let model = puzzle.model_trusting(&notes, trust);
            let found: BTreeSet<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
            prop_assert_eq!(&found, &agreeing(&GRIDS, &puzzle, &notes, trust), "{}", trust);
            let inspection = model.inspect().run();
            let doubts = notes.doubts(&puzzle, trust, &inspection, &Limits::default());
            prop_assert_eq!(doubts, expected(&GRIDS, &puzzle, &notes, trust), "{}", trust);
        }
    }
}

/// All solutions that a solver of puzzles finds, and whether the dense engine began.
fn found_by(engine: EngineChoice, puzzle: &Puzzle) -> (BTreeSet<Vec<i32>>, bool) {
    let mut solver =
        PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::default()).engine(engine);
    let is_begun = solver.begin(puzzle);
    let mut found = BTreeSet::new();
    let mut grid = Vec::new();
    if is_begun || solver.load(puzzle).is_ok() {
        while solver.next_solution(&mut grid) {
            assert!(found.insert(grid.clone()), "each solution once");
        }
    }
    (found, is_begun)
}

proptest! {
    #![proptest_config(cases(150))]

    /// Cells with a digit entered over a given one too.
    #[test]
    fn a_puzzle_that_trusts_its_notes_has_their_solutions((puzzle, notes) in written(), over in prop::option::of((0usize..16, 1i32..=4))) {
        let puzzle = over.map_or(puzzle.clone(), |(cell, value)| puzzle.with_given(cell, value).expect("in range"));
        for trust in TRUST {
            let agreeing = agreeing(&GRIDS, &puzzle, &notes, trust);
            let trusting = puzzle.trusting(&notes, trust);
            for engine in EngineChoice::all() {
                prop_assert_eq!(&found_by(engine, &trusting).0, &agreeing, "{} {}", trust, engine);
            }
        }
    }
}

/// Larger grids, where both engines have work to do: cells restricted to the value of a solution and another one.
#[test]
fn restricted_cells_of_larger_grids() {
    let mut begun = 0;
    for (puzzle, other) in [
        ("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 4),
        (REFERENCE, 1),
    ] {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let size = puzzle.geometry().size() as i32;
        let grid = puzzle.model().solve().expect("it has a solution");
        let blank = (0..grid.values().len()).filter(|&cell| puzzle.given(cell).is_none());
        let restricted = blank.step_by(3).fold(Puzzle::blank(puzzle.geometry()), |puzzle, cell| {
            let value = grid.values()[cell];
            let values = [value, (value + other - 1) % size + 1];
            puzzle.with_candidates(cell, &values).expect("in range")
        });
        let restricted = (0..grid.values().len())
            .filter(|cell| cell % 2 == 0)
            .fold(restricted, |p, cell| p.with_given(cell, grid.values()[cell]).expect("in range"));
        let expected: BTreeSet<Vec<i32>> = restricted
            .model()
            .search()
            .engine(EngineChoice::General)
            .solutions()
            .map(|s| s.values().to_vec())
            .collect();
        assert!(!expected.is_empty());
        let clashing =
            restricted.clone().with_candidates(0, &[grid.values()[0] % size + 1]).expect("in range");
        for choice in EngineChoice::all() {
            let (found, is_begun) = found_by(choice, &restricted);
            assert_eq!(found, expected, "{choice:?}");
            begun += u32::from(is_begun);
            assert_eq!(found_by(choice, &clashing).0, BTreeSet::new(), "{choice:?}");
        }
    }
    assert!(begun >= 6 || !cfg!(feature = "dense"), "the forms serve: {begun}");
}

fn only(text: &str) -> Entry {
    let mut entries: Vec<_> = Reader::new(text.as_bytes(), None).collect();
    assert_eq!(entries.len(), 1);
    entries.swap_remove(0).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn notes_are_read_apart_from_givens() {
    let entry = only(
        r#"{"box": "2x2", "givens": [1,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0],
            "entries": [0,2,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,4],
            "marks": [[],null,[3,4],[], [],[],[],[], [],[],[],[], [],[],[],[]], "solution": {"marks": 1}}"#,
    );
    assert_eq!(entry.puzzle.clues(), 1);
    assert_eq!(entry.notes.entries().collect::<Vec<_>>(), [(1, 2), (15, 4)]);
    assert_eq!(
        (entry.notes.marked_cells().collect::<Vec<_>>(), entry.notes.marks(2)),
        (vec![2], &[3, 4][..])
    );

    let line = only("1+2..............");
    assert_eq!(line.puzzle.givens()[..3], [1, 0, 0]);
    assert_eq!(line.notes.entries().collect::<Vec<_>>(), [(1, 2)]);
    assert!(only("12..............").notes.is_empty());
    // In a drawn grid a plus is part of the drawing.
    let drawn = only("+--+--+\n|1 2|. .|\n|. .|. .|\n+--+--+\n|. .|. .|\n|. .|. .|\n+--+--+\n");
    assert_eq!((drawn.puzzle.clues(), drawn.notes.is_empty()), (2, true));
}

#[test]
fn bad_notes_have_a_place() {
    let object = |entries: &str, marks: &str| {
        format!("{{\"givens\": [1{}],\n\"entries\": {entries},\n\"marks\": {marks}}}", ",0".repeat(15))
    };
    let zeros = format!("[0{}]", ",0".repeat(15));
    let empty = format!("[[]{}]", ",[]".repeat(15));
    let place = |text: String| {
        let found = Reader::new(text.as_bytes(), None).next().expect("something");
        found.map_err(|error| (error.line(), error.to_string())).map(|_| ())
    };
    assert_eq!(place(object(&zeros, &empty)), Ok(()));
    for (entries, marks, line, part) in [
        ("[0, 5]", empty.as_str(), 2, "expected a value 1..4"),
        ("[0, 1]", &empty, 2, "expected 16 entries, found 2"),
        ("7", &empty, 2, "expected an array"),
        (&zeros, "[[0]]", 3, "expected a value 1..4"),
        (&zeros, "[1]", 3, "expected an array of values for each cell"),
        (&zeros, "[[1]]", 3, "expected 16 marks, found 1"),
        (&zeros, "[[[1]]]", 3, "expected an array of values"),
    ] {
        let (found, message) = place(object(entries, marks)).expect_err(part);
        assert!(found == line && message.contains(part), "{message}");
    }
}
