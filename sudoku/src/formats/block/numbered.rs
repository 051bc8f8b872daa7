//! Headings of numbers, as programs and people write them above and beside a table of cells: `,0,1,2,…` with `0,`, `1,`, … before the rows, or
//! only `0,1,2,…` above them; `,1,2,3,…` with `1,`, `2,`, … before the rows. Numbers from 1 above the columns alone may be a row.

use crate::formats::block::Block;
use crate::formats::cells::Piece;
use crate::formats::row::Row;

/// The numbers around the cells of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbered {
    /// The number of the first row and column: 0 or 1.
    first: usize,
    /// How many columns are numbered.
    columns: usize,
    /// The rows begin with their numbers.
    has_rows: bool,
}

/// The least number of columns: the heading of less could be cells.
const LEAST: usize = 4;

/// The numbers that a line has in place of cells, if it is such a heading.
pub(super) fn numbered(piece: Piece<'_>) -> Option<Numbered> {
    let line = &piece.text[piece.start..piece.end];
    if !line.contains([',', ';', '\t']) {
        return None;
    }
    let texts: Vec<&str> = piece.tokens().map(|token| token.text).collect();
    // A tab at the start is no cell by itself.
    let names = texts.strip_prefix(&[""]).unwrap_or(&texts);
    let has_rows = names.len() < texts.len() || line.starts_with([',', ';', '\t']);
    let is_counted =
        |first: usize| names.iter().enumerate().all(|(at, name)| *name == (first + at).to_string());
    let first = [0, 1].into_iter().find(|first| is_counted(*first) && (*first == 0 || has_rows))?;
    (names.len() >= LEAST).then_some(Numbered { first, columns: names.len(), has_rows })
}

impl Numbered {
    /// The number of rows with the heading.
    pub(super) fn lines(self) -> usize {
        self.columns + 1
    }

    /// What is said of it.
    pub(super) fn remark(self) -> String {
        let (first, last) = (self.first, self.first + self.columns - 1);
        let rows = if self.has_rows { ", and those before the rows," } else { "" };
        format!("the numbers {first} to {last} above the columns{rows} are left out")
    }
}

impl Block {
    /// The rows without the numbers around them, if all rows are there and have them.
    pub(super) fn without_numbers(&self) -> Option<(Block, Numbered)> {
        let numbered = self.numbered.filter(|numbered| numbered.lines() == self.rows.len())?;
        let mut cells = Block::default();
        for index in 1..self.rows.len() {
            let mut piece = self.piece(index);
            if numbered.has_rows {
                let first = piece.tokens().next()?;
                let is_number = first.text == (numbered.first + index - 1).to_string();
                let after = first.at + first.text.len();
                let separator = piece.text[after..].find([',', ';', '\t']).filter(|_| is_number)?;
                piece.start = after + separator + 1;
            }
            let row = Row::of(&piece.text[piece.start..piece.end]);
            cells.append(piece, row);
        }
        Some((cells, numbered))
    }
}
