//! Drawings: the meaning of bars and rules around the rows of a grid.

use crate::formats::cells::Piece;
use crate::formats::open::is_bar;
use crate::geometry::Geometry;

/// A row of a drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The row.
    pub(crate) piece: Piece<'a>,
    /// How many rules are drawn above it, within the drawing.
    pub(crate) rules: usize,
    /// Nothing is written in it.
    pub(crate) hollow: bool,
}

/// The geometry of size `n` whose boxes are drawn: by bars after equal numbers of cells, and rules below equal numbers of rows.
/// `None` where lines are drawn between single cells or single rows, or no boxes are drawn.
pub(crate) fn drawn_boxes(
    lines: &[Line<'_>],
    n: usize,
    cells_of: impl Fn(Piece<'_>) -> usize,
) -> Option<Geometry> {
    let columns = same(lines.iter().flat_map(|line| box_widths(line.piece, &cells_of)))?;
    let rows = same(lines.chunk_by(|a, b| a.rules == b.rules).map(<[Line<'_>]>::len))?;
    let is_box = rows > 1 && columns > 1 && rows.checked_mul(columns) == Some(n) && lines.len() == n;
    Geometry::new(rows, columns).ok().filter(|_| is_box)
}

/// The numbers of cells between the bars of a row, and outside of them; parts without cells are left out.
fn box_widths(piece: Piece<'_>, cells_of: impl Fn(Piece<'_>) -> usize) -> Vec<usize> {
    let mut start = piece.start;
    let content = &piece.text[piece.start..piece.end];
    let parts = content.split(is_bar).map(|part| {
        let part_start = start;
        let end = start + part.len();
        start = end + piece.text[end..].chars().next().map_or(0, char::len_utf8);
        cells_of(Piece { start: part_start, end, ..piece })
    });
    parts.filter(|cells| *cells > 0).collect()
}

/// Their common value, if they are all equal.
fn same(mut numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}

/// The first row in which nothing is written and that may be either a gap above or below a row or a row of open cells: it is
/// above the first rule together with another row, and no two others are between the same rules.
pub(crate) fn doubtful_row(lines: &[Line<'_>]) -> Option<usize> {
    let groups = || lines.chunk_by(|a, b| a.rules == b.rules);
    let written = |group: &[Line<'_>]| group.iter().filter(|line| !line.hollow).count();
    // In such a drawing the first row has its gap too; a table in Markdown has a single row above its rule.
    let is_padded = groups().count() > 1
        && groups().all(|group| written(group) < 2)
        && groups().next().is_some_and(|group| group.len() > 1);
    lines.iter().position(|line| line.hollow).filter(|_| is_padded)
}
