//! Format of blocks: how their rows are written.

use crate::formats::alphabet::Alphabet;
use crate::formats::block::Block;
use crate::formats::cells::Piece;
use crate::formats::format::Format;
use crate::geometry::Geometry;

impl Block {
    /// The format of the rows, if they are one puzzle.
    pub(in crate::formats::block) fn format(&self) -> Format {
        let is_drawn = self.rows.iter().any(|placed| placed.row.barred);
        let has = |c: char| !self.text.contains(['[', '(', '"']) && self.text.contains(c);
        match (self.is_of_sets(), is_drawn) {
            (true, true) => Format::Pencil,
            (true, false) => Format::Sdx,
            (false, true) => Format::Grid,
            _ if self.rows.len() != self.length() && self.rows.len() == 1 => Format::Line,
            _ if has(',') || has(';') => Format::Csv,
            _ if has('\t') => Format::Tsv,
            _ if self.has_numbers() => Format::Numbers,
            _ if self.has_letters_from_a() => Format::Letters,
            _ => Format::Rows,
        }
    }

    /// Whether the letters of the rows count from `A`.
    fn has_letters_from_a(&self) -> bool {
        let symbols = || {
            (0..self.rows.len()).flat_map(|index| {
                let Piece { text, start, end, .. } = self.piece(index);
                text[start..end].chars()
            })
        };
        Geometry::from_size(self.length()).is_ok_and(|own| Alphabet::of(own, symbols).is_from_a())
    }
}
