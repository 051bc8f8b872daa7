//! Header comments of exported files: language and puzzle, so that an answer can be decoded and verified
//! with the file alone.
//!
//! ```text
//! c residua export --to cnf
//! c puzzle {"box":"2x2","givens":[1,0,0,0,
//! c puzzle 0,0,3,0,0,1,0,0,0,0,0,2]}
//! ```
//!
//! The puzzle is the JSON object of `docs/json.md`, in lines of at most [`WIDTH`] characters: some programs refuse longer ones.

use std::io::{self, Write};

use residua_sudoku::{Puzzle, Reader, Trust};
use serde::Serialize;

use crate::export::Language;

/// The longest piece of the puzzle in a line.
const WIDTH: usize = 72;

/// What the first line says, before the language.
const COMMAND: &str = "residua export --to ";

const PUZZLE: &str = "puzzle ";

#[derive(Serialize)]
struct Object<'a> {
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<Vec<&'a [i32]>>,
}

/// Writes the head of a file for `puzzle`, all that counts being part of it; nothing in a language from which no answer is read back.
///
/// # Errors
/// The output cannot be written.
pub fn write(output: &mut dyn Write, language: Language, puzzle: &Puzzle) -> io::Result<()> {
    let Some(mark) = language.comment() else { return Ok(()) };
    let geometry = puzzle.geometry();
    let mut restricted = puzzle.restricted().peekable();
    let marks = restricted
        .peek()
        .is_some()
        .then(|| (0..geometry.cells()).map(|cell| puzzle.candidates(cell).unwrap_or_default()).collect());
    let object = Object { geometry: geometry.to_string(), givens: puzzle.givens(), marks };
    let text = serde_json::to_string(&object)?;
    writeln!(output, "{mark}{COMMAND}{language}")?;
    let mut rest = text.as_str();
    while !rest.is_empty() {
        // A name or a number is never broken.
        let head = rest.get(..WIDTH).unwrap_or(rest);
        let end =
            if head.len() == rest.len() { rest.len() } else { head.rfind(',').map_or(WIDTH, |at| at + 1) };
        writeln!(output, "{mark}{PUZZLE}{}", &rest[..end])?;
        rest = &rest[end..];
    }
    Ok(())
}

/// The language of a file and its puzzle; `None` if it has no such head.
///
/// # Errors
/// What is wrong with the head, and its line.
pub(crate) fn read(text: &str) -> Result<Option<(Language, Puzzle)>, (usize, String)> {
    let mut language = None;
    let mut object = String::new();
    let mut place = 1;
    for (number, line) in (1..).zip(text.lines()) {
        // The mark of a comment is what stands before: which one it is depends on the language.
        if let Some(at) = line.find(COMMAND).filter(|&at| at <= 3 && language.is_none()) {
            let rest = line[at + COMMAND.len()..].trim_end();
            language = Some(rest.parse().map_err(|message| (number, message))?);
        } else if let Some(at) = line.find(PUZZLE).filter(|&at| at <= 3 && language.is_some()) {
            if object.is_empty() {
                place = number;
            }
            object.push_str(line[at + PUZZLE.len()..].trim_end());
        } else if !object.is_empty() {
            break;
        }
    }
    let Some(language) = language else { return Ok(None) };
    match Reader::new(object.as_bytes(), None).next() {
        None => Err((place, "expected the puzzle in a comment, found none".to_owned())),
        Some(Err(error)) => {
            let message =
                format!("the puzzle in the comments: expected {}, found {}", error.expected(), error.found());
            Err((place, message))
        }
        Some(Ok(entry)) => Ok(Some((language, entry.puzzle.trusting(&entry.notes, Trust::Marks)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use residua_sudoku::Geometry;

    fn written(puzzle: &Puzzle, language: Language) -> String {
        let mut text = Vec::new();
        write(&mut text, language, puzzle).expect("a vector can be written");
        String::from_utf8(text).expect("it is text")
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (rows, columns) in [(1, 1), (2, 2), (3, 2), (4, 4), (5, 5)] {
            let blank = Puzzle::blank(Geometry::new(rows, columns).expect("a box"));
            let last = blank.geometry().cells() - 1;
            let given = blank.clone().with_given(last, (rows * columns) as i32).expect("it fits");
            let marked = given.clone().with_candidates(0, &[1]).expect("they fit");
            for (_, language) in Language::ALL.iter().filter(|(_, language)| language.comment().is_some()) {
                for puzzle in [&blank, &given, &marked] {
                    let text = written(puzzle, *language);
                    assert!(text.lines().all(|line| line.len() < 100), "{text}");
                    assert_eq!(read(&text), Ok(Some((*language, (*puzzle).clone()))), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_is_spoilt_has_its_place() {
        assert_eq!(read("p cnf 1 1\n1 0\n"), Ok(None));
        let text = written(&Puzzle::blank(Geometry::new(2, 2).expect("a box")), Language::Cnf);
        assert_eq!(read(&text.replace("cnf", "c")).expect_err("it is spoilt").0, 1);
        let short = read(&text.replace("0,0,0,0,", "")).expect_err("it is spoilt");
        assert_eq!(short.0, 2);
        assert_eq!(read(text.lines().next().expect("a line")).expect_err("it is spoilt").0, 1);
    }
}
