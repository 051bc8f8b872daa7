//! Cell objects: `{"value": 5, "given": true}`.

use crate::error::ParseError;
use crate::formats::glyph::{Glyph, glyph};
use crate::formats::object::Object;
use crate::formats::object::lexeme::{Lexeme, unescaped};
use crate::formats::object::members::Member;
use crate::formats::object::names::{CellRole, cell_role};

/// What is said of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Cell {
    /// Where it is.
    pub(super) at: usize,
    /// Its value, 0 for none.
    pub(super) value: i64,
    /// Whether it is said that the value is given.
    pub(super) given: Option<bool>,
    /// The values that are marked, each with its place.
    pub(super) marks: Vec<(i64, usize)>,
    /// The values that it may have by the puzzle.
    pub(super) only: Option<Vec<(i64, usize)>>,
    /// The number of its region, and where that is.
    pub(super) region: Option<(i64, usize)>,
    /// Its row and its column, as it says, each with its place.
    pub(super) row: Option<(i64, usize)>,
    pub(super) column: Option<(i64, usize)>,
}

impl Object {
    /// Reads the cell whose brace is at the byte `opening`.
    pub(super) fn read_cell(
        &self,
        opening: usize,
        ignores: bool,
        remarks: &mut Vec<String>,
    ) -> Result<Cell, ParseError> {
        let mut cell = Cell { at: opening, ..Cell::default() };
        for member in self.members(opening)? {
            let number = || self.integer(member).map(|number| Some((number, member.value)));
            match cell_role(member.name) {
                CellRole::Value => (cell.at, cell.value) = (member.value, self.cell_value(member)?),
                CellRole::Given => match self.value(member) {
                    "true" | "True" | "1" => cell.given = Some(true),
                    "false" | "False" | "0" | "null" | "None" => cell.given = Some(false),
                    other => {
                        return Err(self.error(
                            member.value,
                            "true or false",
                            &Lexeme::Word(other).describe(),
                        ));
                    }
                },
                CellRole::Marks => cell.marks = self.integers(member)?,
                CellRole::Only => cell.only = Some(self.integers(member)?),
                CellRole::Region => cell.region = number()?,
                CellRole::Row => cell.row = number()?,
                CellRole::Column => cell.column = number()?,
                CellRole::Plain => {}
                CellRole::Unknown => self.refuse(true, member.at, member.name, ignores, remarks)?,
            }
        }
        Ok(cell)
    }

    /// The value of a cell.
    fn cell_value(&self, member: Member<'_>) -> Result<i64, ParseError> {
        let mut lexemes = self.lexemes_from(member.value).take_while(|(at, _)| *at < member.value_end);
        match (lexemes.next(), lexemes.next()) {
            (Some((at, lexeme)), None) => self.symbol(at, lexeme),
            (_, Some((at, other))) => Err(self.error(at, "a single value", &other.describe())),
            (None, _) => Ok(0),
        }
    }

    /// The value that a lexeme stands for, 0 for a blank.
    pub(super) fn symbol(&self, at: usize, lexeme: Lexeme<'_>) -> Result<i64, ParseError> {
        let wrong = || self.error(at, "an integer", &lexeme.describe());
        match lexeme {
            Lexeme::Word("null" | "None") => Ok(0),
            Lexeme::Word(word) => word.parse().map_err(|_| wrong()),
            Lexeme::Text(text) => {
                let text = unescaped(text);
                let mut characters = text.trim().chars();
                match (characters.next(), characters.next()) {
                    (None, _) | (Some('-'), None) => Ok(0),
                    (Some(c), None) => match glyph(c) {
                        Glyph::Blank | Glyph::Zero => Ok(0),
                        Glyph::Value(value) => Ok(value.into()),
                        _ => Err(wrong()),
                    },
                    _ => text.trim().parse().map_err(|_| wrong()),
                }
            }
            Lexeme::Mark(_) => Err(wrong()),
        }
    }

    /// An integer; `null` means that there is no region, row or column.
    fn integer(&self, member: Member<'_>) -> Result<i64, ParseError> {
        let text = self.value(member);
        text.parse().map_err(|_| self.error(member.value, "an integer", &Lexeme::Word(text).describe()))
    }

    /// An array of integers, each with its place; of `null`, none.
    fn integers(&self, member: Member<'_>) -> Result<Vec<(i64, usize)>, ParseError> {
        let mut all = Vec::new();
        for (at, lexeme) in self.lexemes_from(member.value).take_while(|(at, _)| *at < member.value_end) {
            match lexeme {
                Lexeme::Mark('[' | ']' | ',') | Lexeme::Word("null" | "None") => {}
                Lexeme::Word(_) | Lexeme::Text(_) => all.push((self.symbol(at, lexeme)?, at)),
                other @ Lexeme::Mark(_) => {
                    return Err(self.error(at, "an array of integers", &other.describe()));
                }
            }
        }
        Ok(all)
    }
}
