//! The members of a JSON object for what is written into a puzzle, `entries` and `marks`, and for the values that cells may have by the puzzle,
//! `allowed`.

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::formats::cells::no_value;
use crate::formats::object::Object;
use crate::formats::object::lexeme::Lexeme;
use crate::formats::object::members::Member;
use crate::geometry::Geometry;
use crate::notes::Notes;
use crate::puzzle::Puzzle;

impl Object {
    /// The entered digits and pencil marks of the object, if it has members for them.
    pub(super) fn read_notes(
        &self,
        entries: Option<Member<'_>>,
        marks: Option<Member<'_>>,
        geometry: Geometry,
    ) -> Result<Option<Notes>, ParseError> {
        if entries.is_none() && marks.is_none() {
            return Ok(None);
        }
        let entries = entries.map_or(Ok(Vec::new()), |member| self.read_entries(member.end, geometry))?;
        let marks = marks.map_or(Ok(Vec::new()), |member| self.read_marks(member.end, geometry))?;
        let notes = Notes::new(geometry, entries, marks);
        Ok(Some(notes.expect("invariant: lengths and values were checked")))
    }

    /// Reads the array of integers, also one of arrays, that starts at the byte `at`: each of its words, with its place; `null` as
    /// `0`.
    fn each_entry(
        &self,
        at: usize,
        mut read: impl FnMut(usize, &str) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let mut depth = 0_usize;
        for (place, lexeme) in self.lexemes_from(at) {
            match lexeme {
                Lexeme::Mark(':') if depth == 0 => {}
                Lexeme::Mark('[') => depth += 1,
                Lexeme::Mark(']') if depth > 1 => depth -= 1,
                Lexeme::Mark(']') if depth == 1 => break,
                Lexeme::Mark(',') if depth > 0 => {}
                Lexeme::Word("null" | "None") if depth > 0 => read(place, "0")?,
                Lexeme::Word(word) if depth > 0 => read(place, word)?,
                other => {
                    let expected = if depth == 0 { "an array of integers" } else { "an integer" };
                    return Err(self.error(place, expected, &other.describe()));
                }
            }
        }
        Ok(())
    }

    /// An array of a value, or 0 or `null`, for each cell.
    fn read_entries(&self, at: usize, geometry: Geometry) -> Result<Vec<i32>, ParseError> {
        let mut entries = Vec::new();
        self.each_entry(at, |place, word| {
            entries.push(self.note(geometry, place, word, 0)?);
            Ok(())
        })?;
        self.complete(at, geometry, entries.len(), "entries")?;
        Ok(entries)
    }

    /// The puzzle, with cells restricted to the values of an array that starts at the byte `at`; `null` is no restriction.
    pub(super) fn read_allowed(&self, at: usize, mut puzzle: Puzzle) -> Result<Puzzle, ParseError> {
        let allowed = self.read_lists(at, puzzle.geometry())?;
        for (cell, values) in allowed.into_iter().enumerate() {
            if let Some(values) = values {
                let narrowed = puzzle.with_candidates(cell, &values);
                puzzle = narrowed.expect("invariant: lengths and values were checked");
            }
        }
        Ok(puzzle)
    }

    /// An array with an array of values for each cell; `null` is an empty one.
    fn read_marks(&self, at: usize, geometry: Geometry) -> Result<Vec<Vec<i32>>, ParseError> {
        let marks = self.read_lists(at, geometry)?;
        Ok(marks.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// An array with an array of values, or `null`, for each cell.
    fn read_lists(&self, at: usize, geometry: Geometry) -> Result<Vec<Option<Vec<i32>>>, ParseError> {
        let mut marks: Vec<Option<Vec<i32>>> = Vec::new();
        let mut depth = 0_usize;
        for (place, lexeme) in self.lexemes_from(at) {
            match lexeme {
                Lexeme::Mark(':') if depth == 0 => {}
                Lexeme::Mark('[') if depth == 0 => depth = 1,
                Lexeme::Mark('[') if depth == 1 => {
                    depth = 2;
                    marks.push(Some(Vec::new()));
                }
                Lexeme::Mark(']') if depth == 2 => depth = 1,
                Lexeme::Mark(']') if depth == 1 => break,
                Lexeme::Mark(',') if depth > 0 => {}
                Lexeme::Word("null") if depth == 1 => marks.push(None),
                Lexeme::Word(word) if depth == 2 => {
                    let value = self.note(geometry, place, word, 1)?;
                    marks.last_mut().into_iter().flatten().for_each(|values| values.push(value));
                }
                other => {
                    return Err(self.error(place, "an array of values for each cell", &other.describe()));
                }
            }
        }
        self.complete(at, geometry, marks.len(), "marks")?;
        Ok(marks)
    }

    fn note(&self, geometry: Geometry, place: usize, word: &str, least: i32) -> Result<i32, ParseError> {
        let value = word.parse().ok().filter(|value| (least..=geometry.size() as i32).contains(value));
        value.ok_or_else(|| no_value(geometry, self.place(place), word))
    }

    /// An error if the number of cells is not that of the grid.
    fn complete(&self, at: usize, geometry: Geometry, found: usize, name: &str) -> Result<(), ParseError> {
        if found == geometry.cells() {
            return Ok(());
        }
        let expected = format!("{} {name}", geometry.cells());
        Err(ParseError::new(ParseErrorKind::CellCount, self.place(at), expected, found.to_string()))
    }
}
