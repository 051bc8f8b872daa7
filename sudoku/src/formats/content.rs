//! Content of a line: the part that holds cells, without decoration.

use crate::formats::open::is_one_cell;

/// The line without the signs that quote it in a message (`> 53..7….`), every place kept; `None` if it has none. Three and a blank are
/// the prompt of a program.
pub(crate) fn unquoted(line: &str) -> Option<String> {
    let start = line.trim_start();
    if !start.starts_with('>') || start.starts_with(">>>") {
        return None;
    }
    let signs = start.len() - start.trim_start_matches(['>', ' ']).len();
    let indent = line.len() - start.len();
    Some(line[..indent].to_owned() + &" ".repeat(signs) + &start[signs..])
}

/// The line with brackets for braces, if it is a row of a list in braces, as in C: `{5, 3, 0, …},`.
pub(crate) fn in_brackets(line: &str) -> Option<String> {
    let list = line[content_start(line)..].trim_start_matches(['[', '{', ' ', '\t']);
    let end = list.find([',', ':', '}', '"'])?;
    let is_cell = is_one_cell(&list[..end]) && list[end..].starts_with(',');
    (is_cell && line.contains('{')).then(|| bracketed(line))
}

/// The line with brackets for braces.
pub(crate) fn bracketed(line: &str) -> String {
    line.replace('{', "[").replace('}', "]")
}

/// Where the list starts to which `line` sets a variable: `int board[9][9] = {{5, …`.
fn value_start(line: &str) -> Option<usize> {
    let (name, value) = line.split_once('=')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| {
            c.is_ascii_alphanumeric() || matches!(c, '_' | ' ' | '[' | ']' | ':' | '*' | '<' | '>' | ',')
        });
    let start = line.len() - value.trim_start().len();
    (is_name && value.trim_start().starts_with(['[', '{', '"', '\''])).then_some(start)
}

/// Where in `line` its cells start: after what a program writes before them, as in `hard = [[0, 2, …`.
pub(crate) fn content_start(line: &str) -> usize {
    if let Some(start) = value_start(line) {
        return start;
    }
    let Some(opening) = line.find(['[', '{', '"', '\'']) else { return 0 };
    let before = line[..opening].trim();
    let is_name = before.starts_with(|c: char| c.is_ascii_alphabetic()) || before.starts_with(">>>");
    // A call, as in `array([[0, …`, has nothing between its name and its bracket.
    if is_name && (before.ends_with(['=', ':', '(', ',']) || !before.contains(' ')) { opening } else { 0 }
}

/// The part of `line` that holds its cells, in bytes: the text in quotes, if there is any, unless only single cells are quoted.
pub(crate) fn content(line: &str) -> (usize, usize) {
    let are_cells = |text: &str| {
        text.contains([',', '\t'])
            && text.split([',', '\t']).all(|cell| cell.trim().is_empty() || is_one_cell(cell))
    };
    match (line.find('"'), line.rfind('"')) {
        (Some(first), Some(last)) if are_cells(&line[..first]) || are_cells(&line[last + 1..]) => {
            (0, line.len())
        }
        (Some(first), Some(last)) if first < last => (first, last + 1),
        _ => (content_start(line), line.len()),
    }
}
