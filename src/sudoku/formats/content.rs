//! The part of a line that holds cells, apart from what people and programs write around it.

use crate::sudoku::formats::open::is_one_cell;

/// Where in `line` its cells start: after what a program writes before them, as in `hard = [[0, 2, …`.
pub(crate) fn content_start(line: &str) -> usize {
    let Some(opening) = line.find(['[', '{', '"', '\'']) else { return 0 };
    let before = line[..opening].trim();
    let is_name = before.starts_with(|c: char| c.is_ascii_alphabetic()) || before.starts_with(">>>");
    // A call, as in `array([[0, …`, has nothing between its name and its bracket.
    if is_name && (before.ends_with(['=', ':', '(', ',']) || !before.contains(' ')) { opening } else { 0 }
}

/// The part of `line` that holds its cells, in bytes: the text in quotes, if there is any, unless only single cells are quoted.
pub(crate) fn content(line: &str) -> (usize, usize) {
    let are_cells = |text: &str| {
        text.contains(',') && text.split(',').all(|cell| cell.trim().is_empty() || is_one_cell(cell))
    };
    match (line.find('"'), line.rfind('"')) {
        (Some(first), Some(last)) if are_cells(&line[..first]) || are_cells(&line[last + 1..]) => {
            (0, line.len())
        }
        (Some(first), Some(last)) if first < last => (first, last + 1),
        _ => (content_start(line), line.len()),
    }
}
