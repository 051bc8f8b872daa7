//! The part of a line that holds cells, apart from what people and programs write around it.

/// Where in `line` its cells start: behind what a program writes before them, as in `hard = [[0, 2, …`.
pub(crate) fn content_start(line: &str) -> usize {
    let Some(opening) = line.find(['[', '{', '"', '\'']) else { return 0 };
    let before = line[..opening].trim();
    let is_name = before.starts_with(|c: char| c.is_ascii_alphabetic()) || before.starts_with(">>>");
    // A call, as in `array([[0, …`, has nothing between its name and its bracket.
    if is_name && (before.ends_with(['=', ':', '(', ',']) || !before.contains(' ')) { opening } else { 0 }
}

/// The part of `line` that holds its cells, in bytes: what stands in quotes, if anything does.
pub(crate) fn content(line: &str) -> (usize, usize) {
    match (line.find('"'), line.rfind('"')) {
        (Some(first), Some(last)) if first < last => (first, last + 1),
        _ => (content_start(line), line.len()),
    }
}

/// Whether a line looks like a title (`Grid 01`, `Solution:`) rather than cells: it starts with a word of three
/// letters or more, to which at most digits and punctuation cling.
pub(crate) fn is_header(content: &str) -> bool {
    let word = content.split_whitespace().next().unwrap_or("");
    let rest = word.trim_start_matches(char::is_alphabetic);
    word[..word.len() - rest.len()].chars().nth(2).is_some()
        && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '_' | '-' | '#' | '.' | ','))
        && !rest.contains("..")
}
