//! Shape of an object: its box and size, and its cells in a grid of that shape.

use crate::error::{ParseError, ParseErrorKind};
use crate::formats::cells::no_value;
use crate::formats::entry::Entry;
use crate::formats::object::Object;
use crate::formats::object::cell::Cell;
use crate::formats::object::lexeme::Lexeme;
use crate::formats::object::members::{Member, short};
use crate::formats::size::Size;
use crate::geometry::Geometry;
use crate::notes::Notes;

impl Object {
    /// The geometry of a grid with `count` cells, whose box may be stated; the name of the cells ends at the byte `at`.
    pub(super) fn geometry_of(
        &self,
        stated: Option<Geometry>,
        at: usize,
        count: usize,
        size: Size,
    ) -> Result<Geometry, ParseError> {
        let wrong_count = |expected: String| {
            ParseError::new(ParseErrorKind::CellCount, self.place(at), expected, count.to_string())
        };
        if let Some(stated) = stated {
            return match size {
                _ if stated.cells() != count => {
                    Err(wrong_count(format!("{} givens (boxes of {stated})", stated.cells())))
                }
                Size::Stated(known) if known != stated => Err(size.mismatch(self.place(at), stated)),
                // It may differ in size from the first puzzle.
                _ => Ok(stated),
            };
        }
        match (size.geometry(), Geometry::from_cells(count)) {
            (Some(known), _) if known.cells() == count => Ok(known),
            (Some(_), Ok(own)) => Err(size.mismatch(self.place(at), own)),
            (None, Ok(own)) => Ok(own),
            (Some(known), Err(_)) => Err(wrong_count(format!("{} givens", known.cells()))),
            (None, Err(_)) => Err(wrong_count("a square number of givens (16, 36, 64, 81, …)".to_owned())),
        }
    }

    /// The box that the object states, if it does.
    ///
    /// # Errors
    /// If what it states is not a box.
    pub(super) fn stated_box(&self, member: Option<Member<'_>>) -> Result<Option<Geometry>, ParseError> {
        let Some(member) = member else { return Ok(None) };
        if matches!(self.value(member), "null" | "None") {
            return Ok(None);
        }
        self.read_box(member).map(Some)
    }

    /// The box that a member is.
    pub(super) fn read_box(&self, member: Member<'_>) -> Result<Geometry, ParseError> {
        let wrong = |found: &str| {
            // The place of what follows the name.
            let place = self.lexemes_from(member.end).nth(1).map_or(member.end, |(place, _)| place);
            self.error(place, "a box, rows by columns, like \"3x3\"", found)
        };
        match self.lexemes_from(member.value).next() {
            Some((_, Lexeme::Text(text))) => text.parse().map_err(|_| wrong(&Lexeme::Text(text).describe())),
            Some((_, other)) => Err(wrong(&other.describe())),
            None => Err(wrong("the end of the puzzle")),
        }
    }

    /// An error unless the size that is stated is that of the grid: `9`, `"9"` or `"9x9"`.
    pub(super) fn check_size(&self, member: Member<'_>, geometry: Geometry) -> Result<(), ParseError> {
        let size = geometry.size();
        let text: String = self.value(member).chars().filter(|c| !matches!(c, '"' | '\'' | ' ')).collect();
        let sides = text.split_once(['x', 'X', '×']).unwrap_or((&text, &text));
        let is_own = |side: &str| side.parse() == Ok(size);
        if is_own(sides.0) && is_own(sides.1) || text == "null" {
            return Ok(());
        }
        let expected = format!("{size}, as there are {} cells", geometry.cells());
        Err(self.error(member.value, &expected, &format!("'{}'", short(&text))))
    }

    /// These cells in a grid of this geometry, which has as many.
    pub(super) fn entry_of_cells(&self, geometry: Geometry, cells: &[Cell]) -> Result<Entry, ParseError> {
        let size = geometry.size() as i64;
        let checked = |value: i64, least: i64, at: usize| {
            let fits = (least..=size).contains(&value);
            if fits { Ok(value as i32) } else { Err(no_value(geometry, self.place(at), &value.to_string())) }
        };
        let all = |values: &[(i64, usize)]| {
            values.iter().map(|(value, at)| checked(*value, 1, *at)).collect::<Result<Vec<i32>, _>>()
        };
        self.check_places(geometry, cells)?;
        // Where some cells say that they are given, the others are not.
        let says_given = cells.iter().any(|cell| cell.given.is_some());
        let (mut givens, mut entries, mut marks) = (Vec::new(), Vec::new(), Vec::new());
        for cell in cells {
            let value = checked(cell.value, 0, cell.at)?;
            let is_given = !says_given || cell.given == Some(true);
            givens.push(if is_given { value } else { 0 });
            entries.push(if is_given { 0 } else { value });
            marks.push(all(&cell.marks)?);
        }
        let mut entry = Entry::new(geometry, givens, self.line)?;
        for (number, cell) in cells.iter().enumerate() {
            if let Some(only) = &cell.only {
                let only = all(only)?;
                let place = self.place(cell.at);
                let wrong = |error: &dyn std::fmt::Display| {
                    ParseError::new(ParseErrorKind::Symbol, place, "values of a cell", error.to_string())
                };
                entry.puzzle = entry.puzzle.with_candidates(number, &only).map_err(|error| wrong(&error))?;
            }
        }
        if entries.iter().any(|value| *value != 0) || marks.iter().any(|marks| !marks.is_empty()) {
            entry.notes =
                Notes::new(geometry, entries, marks).expect("invariant: lengths and values were checked");
        }
        Ok(entry)
    }

    /// An error unless the rows and columns that cells state are those in which they are listed, counted from 0 or from 1.
    fn check_places(&self, geometry: Geometry, cells: &[Cell]) -> Result<(), ParseError> {
        let stated = |cell: &Cell| [cell.row, cell.column];
        for (index, own) in
            [Geometry::row_of as fn(Geometry, usize) -> usize, Geometry::column_of].into_iter().enumerate()
        {
            let base = cells.first().and_then(|cell| stated(cell)[index]).map_or(0, |(first, _)| first);
            for (number, cell) in cells.iter().enumerate() {
                let Some((found, at)) = stated(cell)[index] else { continue };
                let expected = own(geometry, number) as i64 + base.clamp(0, 1);
                if found != expected {
                    let expected = format!("{expected}: cells are listed row by row");
                    return Err(self.error(at, &expected, &format!("'{found}'")));
                }
            }
        }
        Ok(())
    }
}
