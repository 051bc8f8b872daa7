//! Promise: puzzles that are written as candidates are read, and the hardest of them are solved.

use residua::search::{EngineChoice, Limits, Status};
use residua_sudoku::{Entry, Reader};

use crate::puzzles::lines_of;

/// The puzzle of a line, its only solution by row, and its class.
fn read(line: &str) -> (Entry, Option<Vec<i32>>, String) {
    let fields: Vec<&str> = line.split('\t').collect();
    let entry = Reader::new(line.as_bytes(), None).next().expect("a line is something").expect(line);
    let digits = fields[1].chars().map(|c| c.to_digit(10).map(|digit| digit as i32));
    (entry, digits.collect(), fields[2].to_owned())
}

/// The solution that the engine finds, checked to be the only one.
fn solved(entry: &Entry, engine: EngineChoice) -> (Vec<i32>, u64) {
    let model = entry.puzzle.model();
    let limits = Limits::none().solutions(2);
    let mut solutions = model.search().engine(engine).limits(limits).solutions();
    let found = solutions.next().expect("there is a solution");
    assert!(solutions.next().is_none() && solutions.status() == Some(Status::Exhausted));
    let is_general = engine == EngineChoice::General || !cfg!(feature = "dense");
    assert_eq!(solutions.engine() == EngineChoice::General, is_general);
    (found.values().to_vec(), solutions.statistics().nodes)
}

/// Few candidates are struck out, but those with most consequences.
#[test]
fn candidates_in_a_line_are_read_and_solved() {
    let Some(lines) = lines_of("pencilmark9_729.tsv") else { return };
    let mut checked = 0;
    for line in lines.iter().filter(|line| line.contains("\tlow_clue")).step_by(10) {
        let (entry, stated, class) = read(line);
        let given = |cell| entry.puzzle.given(cell).map(|_| 1);
        let candidates = |cell| given(cell).or(entry.puzzle.candidates(cell).map(<[i32]>::len)).unwrap_or(9);
        let left: usize = (0..81).map(candidates).sum();
        assert_eq!(format!("low_clue_{}", 729 - left), class);
        let Some(stated) = stated else { continue };
        for engine in [EngineChoice::Auto, in_words()] {
            assert_eq!(solved(&entry, engine).0, stated, "{line}");
        }
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

/// The form that every machine has, if there are any.
fn in_words() -> EngineChoice {
    let words = |engine: &EngineChoice| engine.to_string() == "intersections-words";
    EngineChoice::all().into_iter().find(words).unwrap_or(EngineChoice::General)
}

/// A large search: it looks ahead, in the same way in every form. One is enough, because it takes seconds here.
#[test]
#[cfg(feature = "dense")]
fn a_hard_one_is_solved() {
    let Some(lines) = lines_of("pencilmark9_729.tsv") else { return };
    let hard = |line: &&String| line.contains("\tminisat_bt_020") && !line.contains("\t-\t");
    let (entry, stated, _) = read(lines.iter().rfind(hard).expect("the file has some"));
    let (found, nodes) = solved(&entry, EngineChoice::Auto);
    assert_eq!(Some(&found), stated.as_ref());
    assert_eq!(solved(&entry, in_words()), (found, nodes));
    assert!(nodes > 50_000, "{nodes}: it was meant to be hard");
}

/// Nine symbols for each cell of a grid with these candidates.
fn written(cells: &[&[i32]], blank: char) -> String {
    let symbol = |values: &&[i32], v: i32| {
        if values.contains(&v) { char::from(b'0' + v as u8) } else { blank }
    };
    cells.iter().flat_map(|values| (1..=9).map(move |v| symbol(values, v))).collect()
}

#[test]
fn candidates_are_told_from_cells() {
    let all: &[i32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9];
    let mut cells = vec![all; 81];
    (cells[0], cells[40], cells[80]) = (&[2, 7], &[5], &[]);
    for blank in ['.', '0'] {
        let line = written(&cells, blank);
        for text in [line.clone(), format!("{line}\tname"), format!("# a comment\n{line}\n{line}\n")] {
            let entries: Vec<_> = Reader::new(text.as_bytes(), None).collect();
            let puzzle = &entries.last().and_then(|entry| entry.as_ref().ok()).expect("a puzzle").puzzle;
            assert_eq!(puzzle.geometry().size(), 9);
            assert_eq!(puzzle.candidates(0), Some([2, 7].as_slice()));
            assert_eq!((puzzle.given(40), puzzle.clues()), (Some(5), 1));
            assert_eq!(puzzle.candidates(80), Some([].as_slice()));
            assert_eq!(puzzle.restricted().count(), 2);
        }
    }
    // A stated size takes precedence; a line that is all blank, or has symbols in other places, is a 27-by-27 grid.
    let line = written(&cells, '.');
    let size = |text: &str, geometry: Option<&str>| {
        let geometry = geometry.map(|text| text.parse().expect("a geometry"));
        let entry = Reader::new(text.as_bytes(), geometry).next();
        entry.and_then(Result::ok).map(|entry| entry.puzzle.geometry().size())
    };
    assert_eq!(size(&line, Some("3x9")), Some(27));
    assert_eq!(size(&".".repeat(729), None), Some(27));
    assert_eq!(size(&line.replace('9', "8"), None), Some(27));
}
