//! Grid pairs: two grids side by side in one line, as a report shows two solutions.

use crate::formats::open::is_bar;

/// The gap between the grids.
const GAP: &str = "   ";

/// Where the left grid ends and the right one starts, in bytes, if a line is one of two grids: drawn alike, equally
/// wide, and separated by three blanks.
pub(crate) fn halves(line: &str) -> Option<(usize, usize)> {
    let count = line.chars().count();
    if count < 2 * GAP.len() + 1 || count.is_multiple_of(2) {
        return None;
    }
    let end = line.char_indices().nth((count - GAP.len()) / 2)?.0;
    let right = line[end..].strip_prefix(GAP)?;
    let is_drawn = |c: char| is_bar(c) || matches!(c, '+' | '-' | '\u{2500}'..='\u{257f}');
    let drawn = |half: &str| half.chars().map(|c| Some(c).filter(|c| is_drawn(*c))).collect::<Vec<_>>();
    let has_both = drawn(&line[..end]) == drawn(right) && right.contains(is_drawn);
    has_both.then_some((end, end + GAP.len()))
}

/// The line without the stars after symbols, which mark where the grids differ; everything else keeps its place.
pub(crate) fn without_stars(line: &str) -> String {
    let mut before = ' ';
    let plain = |c: char| {
        let is_star = c == '*' && before.is_ascii_alphanumeric();
        before = c;
        if is_star { ' ' } else { c }
    };
    line.chars().map(plain).collect()
}
