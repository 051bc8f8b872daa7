//! Open ends of blocks: rows of a table whose last cell is open, as in `5,3,4,6,7,8,9,1,`.
//!
//! A comma at the end of a row may also continue a list. There may be an open cell behind it if the other rows have one cell more, and no
//! row without open cells ends so.

use std::mem;

use crate::formats::block::Block;
use crate::formats::cells::Piece;
use crate::formats::open::is_one_cell;
use crate::formats::row::Row;

/// Whether a row of a table ends with a comma or a semicolon, behind which a cell may be open: nothing is in brackets or quotes.
pub(crate) fn ends_open(content: &str) -> bool {
    content.trim_end().ends_with([',', ';'])
        && !content.contains(['[', '(', '{', ']', ')', '}', '"', '\'', '|'])
        && content
            .trim_end()
            .split([',', ';'])
            .rev()
            .skip(1)
            .all(|cell| cell.trim().is_empty() || is_one_cell(cell))
}

/// Whether a row without open cells ends with a comma or a semicolon.
pub(crate) fn continues(content: &str, row: &Row) -> bool {
    !row.has_open && content.trim_end().ends_with([',', ';'])
}

impl Block {
    /// Takes back the only row, if it ends with a comma behind which there may be one cell more: its line, and the text.
    pub(crate) fn take_back(&mut self) -> Option<(usize, String)> {
        let [placed] = self.rows[..] else { return None };
        let taken = ends_open(&self.piece(0).text[placed.start..placed.end]);
        taken.then(|| (placed.line, mem::take(self).text))
    }

    /// Whether some row without open cells ends with a comma: it goes on there, and does not end with an open cell.
    pub(crate) fn is_continued(&self) -> bool {
        (0..self.rows.len()).any(|index| {
            let Piece { text, start, end, .. } = self.piece(index);
            continues(&text[start..end], &self.rows[index].row)
        })
    }
}
