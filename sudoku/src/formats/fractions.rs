//! Floating-point numbers as cells: `,4.0,,NaN`, as pandas writes columns of numbers with blanks.
//!
//! A line is a row of them if every field between its commas, semicolons or tabs is empty, one cell, or such a number.

use crate::formats::open::is_one_cell;

/// The line with whole numbers for those that end in `.0`, and blanks for `NaN`, every place kept; `None` if there are none.
pub(crate) fn without_fractions(line: &str) -> Option<String> {
    let is_separator = |c: char| matches!(c, ',' | ';' | '\t');
    if !(line.contains(".0") || line.contains("aN") || line.contains("nan")) || !line.contains(is_separator) {
        return None;
    }
    let mut whole = String::with_capacity(line.len());
    let mut is_changed = false;
    for part in line.split_inclusive(is_separator) {
        let field = part.trim_end_matches(is_separator);
        let word = field.trim().trim_matches(['"', '\'']);
        let kept = kept(word);
        if let Some(kept) = kept {
            is_changed = true;
            whole.push_str(&part.replacen(word, &format!("{kept:<0$}", word.len()), 1));
        } else if word.is_empty() || is_one_cell(word) {
            whole.push_str(part);
        } else {
            return None;
        }
    }
    is_changed.then_some(whole)
}

/// What is left of a word that is a floating-point number without a fraction, or none.
fn kept(word: &str) -> Option<&str> {
    if matches!(word, "NaN" | "nan") {
        return Some("");
    }
    let (number, zeros) = word.split_once('.')?;
    let is_whole = is_one_cell(number) && number.bytes().all(|b| b.is_ascii_digit());
    (is_whole && !zeros.is_empty() && zeros.bytes().all(|b| b == b'0')).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_floating_point_numbers() {
        for (line, expected) in [
            (",,,4.0,,6.0", Some(",,,4  ,,6  ")),
            ("0,NaN,12.00,3", Some("0,   ,12   ,3")),
            ("\"1.0\"\t\t2\t", Some("\"1  \"\t\t2\t")),
            ("nan;4.0;;", Some("   ;4  ;;")),
            ("4.0 1.. 3.2", None),
            ("4.5,1.0,2,3", None),
            ("53.,.0.,1..", None),
            ("1,2,3,4", None),
            ("name,4.0,2", None),
        ] {
            assert_eq!(without_fractions(line).as_deref(), expected, "{line}");
        }
    }
}
