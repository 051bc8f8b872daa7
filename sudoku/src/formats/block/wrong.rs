//! Errors in blocks: why rows do not form a grid.

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::formats::block::Block;
use crate::formats::cells::{Piece, doubtful_token};
use crate::formats::glyph::Token;
use crate::formats::pencil::Sets;
use crate::formats::pencil::read_sets;
use crate::geometry::Geometry;

impl Block {
    /// The error that names the row which is too short or too long or missing, as exactly as possible.
    pub(in crate::formats::block) fn wrong_count(&self, known: Option<Geometry>) -> ParseError {
        // A frame with as many rows as words in each, some of which may be sets: one of the words is invalid.
        let Sets { words, several, .. } = self.sets;
        if self.is_framed && several > 1 && !self.uneven_words && self.rows.len() == words {
            let pieces: Vec<Piece<'_>> = (0..words).map(|index| self.piece(index)).collect();
            if let Some(Err(error)) = Geometry::from_size(words).ok().map(|own| read_sets(own, &pieces)) {
                return error;
            }
        }
        let numbers = self.has_numbers();
        let length = known.map_or(self.length(), Geometry::size);
        let last = self.rows.len() - 1;
        let is_grid = (self.rows.len() > 1 || self.is_drawn) && self.length() == length;
        if is_grid && let Some(index) = self.uneven_row() {
            let found = self.rows[index].row.cells(numbers);
            return self.count_error(index, length, format!("{length} cells in this row"), found);
        }
        if is_grid && self.total() > length && (known.is_some() || Geometry::from_size(length).is_ok()) {
            let expected = format!("{length} rows of {length} cells");
            let found = format!("{} rows", self.rows.len());
            return ParseError::new(ParseErrorKind::CellCount, self.end_of(last), expected, found);
        }
        let Some(geometry) = known else {
            let total = self.total();
            let size = total.isqrt();
            let expected = if size > 1 && size * size == total {
                // Of a square without usual boxes the caller may state what it is.
                format!("a grid with boxes (16, 36, 64, 81, 100, … cells), or a stated box such as 1x{size}")
            } else {
                "a square grid (16, 36, 64, 81, 100, 144, 225, 256, … cells)".to_owned()
            };
            let found = format!("{total} cells");
            return ParseError::new(ParseErrorKind::CellCount, self.end_of(last), expected, found);
        };
        let cells = geometry.cells();
        // The last row holds the first surplus cell, or lacks what is missing.
        let own = if self.is_of_sets() { words } else { self.rows[last].row.cells(numbers) };
        let before = self.total() - own;
        self.count_error(last, cells.saturating_sub(before), format!("{cells} cells"), self.total())
    }

    /// The error of rows of which one does not have `size` cells.
    pub(in crate::formats::block) fn wrong_row(&self, size: usize) -> ParseError {
        let cells = |index: usize| self.rows[index].row.cells(self.has_numbers());
        let index = (0..self.rows.len()).find(|index| cells(*index) != size).unwrap_or(0);
        if let Some(token) = doubtful_token(self.piece(index)).filter(|_| !self.has_numbers()) {
            let place = self.piece(index).place(token.at);
            return ParseError::new(
                ParseErrorKind::Symbol,
                place,
                "a number without a zero in front, or single cells",
                format!("'{}'", token.text),
            );
        }
        self.count_error(index, size, format!("{size} cells in this row"), cells(index))
    }

    /// The error of a wrong number of cells, at the first surplus one of row `index` or behind its last.
    fn count_error(&self, index: usize, surplus_at: usize, expected: String, found: usize) -> ParseError {
        let piece = self.piece(index);
        let place = if self.has_numbers() || self.is_of_sets() {
            piece.tokens().nth(surplus_at).map(|token| token.at)
        } else {
            let symbols = |token: Token<'_>| {
                let at = token.at;
                let is_open = token.text.is_empty();
                let offsets = token.text.char_indices().map(|(offset, _)| offset);
                offsets.chain(is_open.then_some(0)).map(move |offset| at + offset).collect::<Vec<_>>()
            };
            piece.tokens().flat_map(symbols).nth(surplus_at)
        };
        let place = place.map_or_else(|| self.end_of(index), |at| piece.place(at));
        ParseError::new(ParseErrorKind::CellCount, place, expected, format!("{found}"))
    }
}
