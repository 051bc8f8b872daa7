//! Promise: puzzles that are written as candidates are read, and the hardest of them are solved.

use residua::search::{EngineChoice, Limits, Status};
use residua::sudoku::{Entry, Reader};

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
