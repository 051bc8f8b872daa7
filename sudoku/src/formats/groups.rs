//! Groups of cells within a line, and lists across lines: where they are rows, each must have as many cells as a row has.
//!
//! Without this a row with a cell too few and one with a cell too many would be a grid together, and another puzzle.

use crate::error::{ParseError, ParseErrorKind};
use crate::formats::cells::Piece;
use crate::formats::glyph::{Glyph, glyph};
use crate::formats::open::is_bar;
use crate::geometry::Geometry;

/// Some cells, and where they end.
#[derive(Clone, Copy, Debug)]
struct Group<'a> {
    cells: usize,
    /// The piece, and the place in its line, in bytes.
    piece: Piece<'a>,
    end: usize,
}

/// What separates groups within a line.
const SEPARATORS: [fn(char) -> bool; 5] =
    [|c| c == '/', |c| c == ';', is_bar, |c| matches!(c, '"' | '\''), |c| glyph(c) == Glyph::Separator];

/// An error unless the groups of the cells are rows of the grid, equal parts of such rows, or no groups at all.
pub(crate) fn check_groups(
    geometry: Geometry,
    pieces: &[Piece<'_>],
    numbers: bool,
) -> Result<(), ParseError> {
    let size = geometry.size();
    check(&lists(pieces, numbers), size, |count| count > 1)?;
    for piece in pieces {
        if piece_cells(*piece, numbers) <= size {
            continue;
        }
        for is_separator in SEPARATORS {
            let groups = parts(*piece, numbers, is_separator);
            check(&groups, size, |count| count.is_multiple_of(size) && count < size * size)?;
        }
    }
    Ok(())
}

/// An error if the number of groups makes them rows, or parts of rows, and one has another length than it should have.
fn check(groups: &[Group<'_>], size: usize, are_rows: impl Fn(usize) -> bool) -> Result<(), ParseError> {
    let Some(first) = groups.first().filter(|_| are_rows(groups.len())) else { return Ok(()) };
    let has_rows = groups.len() == size || groups.iter().any(|group| group.cells == size);
    let length = if has_rows { size } else { first.cells };
    match groups.iter().find(|group| group.cells != length) {
        None => Ok(()),
        Some(group) => {
            let expected = format!("{length} cells in this row");
            let place = group.piece.place(group.end);
            Err(ParseError::new(ParseErrorKind::CellCount, place, expected, group.cells.to_string()))
        }
    }
}

/// The tokens of a piece: where they are, and how many cells they have.
fn tokens(piece: Piece<'_>, numbers: bool) -> Vec<(usize, usize)> {
    let cells = |text: &str| if numbers || text.starts_with('-') { 1 } else { text.chars().count().max(1) };
    piece.tokens().map(|token| (token.at, cells(token.text))).collect()
}

fn piece_cells(piece: Piece<'_>, numbers: bool) -> usize {
    tokens(piece, numbers).iter().map(|token| token.1).sum()
}

/// The parts of a piece between separators, without those that have no cells.
fn parts(piece: Piece<'_>, numbers: bool, is_separator: fn(char) -> bool) -> Vec<Group<'_>> {
    let content = &piece.text[piece.start..piece.end];
    if !content.contains(is_separator) {
        return Vec::new();
    }
    let mut tokens = tokens(piece, numbers).into_iter().peekable();
    let mut groups = Vec::new();
    let mut end = piece.start;
    for part in content.split(is_separator) {
        end += part.len();
        let mut cells = 0;
        while let Some((_, count)) = tokens.next_if(|(at, _)| *at < end || *at == end && part.is_empty()) {
            cells += count;
        }
        if cells > 0 {
            groups.push(Group { cells, piece, end });
        }
        end += piece.text[end..].chars().next().map_or(0, char::len_utf8);
    }
    groups
}

/// The innermost lists in brackets, which may go on over several lines, without those that have no cells.
fn lists<'a>(pieces: &[Piece<'a>], numbers: bool) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    let mut cells = 0;
    for piece in pieces {
        let content = &piece.text[piece.start..piece.end];
        if !content.contains(['[', ']', '(', ')']) && groups.is_empty() && cells == 0 {
            // Nothing is in brackets so far.
            continue;
        }
        let mut tokens = tokens(*piece, numbers).into_iter().peekable();
        for (at, _) in content.match_indices(['[', ']', '(', ')']) {
            let at = at + piece.start;
            while let Some((_, count)) = tokens.next_if(|token| token.0 < at) {
                cells += count;
            }
            if cells > 0 {
                groups.push(Group { cells, piece: *piece, end: at });
                cells = 0;
            }
        }
        cells += tokens.map(|token| token.1).sum::<usize>();
    }
    if let Some(last) = pieces.last().filter(|_| cells > 0) {
        groups.push(Group { cells, piece: *last, end: last.end });
    }
    groups
}
