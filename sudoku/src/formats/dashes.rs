//! Dashes as blanks: lines such as `5---7--8-`, `-- 03 -- 12`, `5 - - 7`.
//!
//! Elsewhere a minus sign is part of a drawing or of a name. It is a blank in a line without any other, and without a plus sign, if it is
//! alone between separators, or in a run of at least four symbols that are values or minus signs.

use crate::formats::glyph::{Glyph, glyph};
use crate::formats::open::is_bar;

/// The shortest run.
const RUN: usize = 4;

/// The line with points for the minus signs that are blanks, every place kept; `None` if there are none.
pub(crate) fn with_points(line: &str) -> Option<String> {
    let has_others = || {
        line.contains(|c| {
            matches!(glyph(c), Glyph::Blank | Glyph::Other) || matches!(c, '+' | '=' | '"' | '\'')
        })
    };
    if !line.contains('-') || has_others() || !line.contains(|c| matches!(glyph(c), Glyph::Value(_))) {
        return None;
    }
    let is_gap = |c: char| glyph(c) == Glyph::Separator || is_bar(c) || matches!(c, '[' | ']' | '(' | ')');
    let mut points = String::with_capacity(line.len());
    let mut is_changed = false;
    for run in line.split_inclusive(is_gap) {
        let word = run.trim_end_matches(is_gap);
        let is_word = word.chars().all(|c| c == '-' || matches!(glyph(c), Glyph::Value(_)));
        let is_blank = !word.is_empty() && word.chars().all(|c| c == '-');
        let is_long = word.len() >= RUN && word.contains(|c: char| c.is_ascii_digit());
        if word.contains('-') && is_word && (is_blank || is_long) {
            is_changed = true;
            points.push_str(&run.replace('-', "."));
        } else if word.contains('-') {
            return None;
        } else {
            points.push_str(run);
        }
    }
    is_changed.then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_signs_that_are_blanks() {
        for (line, expected) in [
            ("5---7--8-", Some("5...7..8.")),
            ("5 - - 7", Some("5 . . 7")),
            ("-- 03 -- 12", Some(".. 03 .. 12")),
            ("5-- -7- ---", None),
            ("[5, -, -, 7]", Some("[5, ., ., 7]")),
            ("[5, -1, 2, 7]", None),
            ("---+---+---", None),
            ("---------", None),
            ("5.-7", None),
        ] {
            assert_eq!(with_points(line).as_deref(), expected, "{line}");
        }
    }
}
