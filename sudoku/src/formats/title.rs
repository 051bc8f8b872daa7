//! Titles: lines that consist of words, also the text around the grids of a report.

use crate::formats::glyph::{Glyph, glyph};
use crate::formats::open::is_bar;

/// Whether a line looks like a title (`Grid 01`, `Solution:`, `2. Puzzle (hard)`) rather than cells: it starts with a word
/// of three letters or more, or of one that is not a symbol of any grid, with at most digits and punctuation attached; a
/// number in front is skipped. Nothing in it looks like cells.
pub(crate) fn is_title(content: &str) -> bool {
    let is_around = |c: char| c.is_ascii_punctuation() && !is_bar(c);
    let mut words =
        content.split_whitespace().map(|word| word.trim_start_matches(is_around)).filter(|w| !w.is_empty());
    let first = words.next().unwrap_or("");
    let is_number = first.strip_suffix(['.', ')', ':']).is_some_and(|n| n.len() <= 4 && is_digits(n));
    let word = if is_number { words.next().unwrap_or("") } else { first };
    starts_with_word(word) && !content.contains(is_bar) && !holds_cells(content)
}

/// Whether a line heads a report: the name of an input, a colon, the number of a line, two spaces and words.
pub(crate) fn is_heading(line: &str) -> bool {
    // A string of an object may look like one.
    !line.starts_with(char::is_whitespace)
        && !line.starts_with("{\"")
        && line.match_indices("  ").any(|(at, gap)| {
            let (before, after) = (&line[..at], &line[at + gap.len()..]);
            let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let has_place = digits > 0 && before[..before.len() - digits].ends_with(':');
            has_place && after.starts_with(char::is_alphabetic) && is_phrase(after)
        })
}

/// Whether a text consists of words, of which the first or the second has three letters or more: `no solution`.
fn is_phrase(text: &str) -> bool {
    text.split_whitespace().take(2).any(starts_with_word) && !text.contains(is_bar) && !holds_cells(text)
}

/// Whether a line of a report is text, not part of a grid: it names cells (`r1c3 ≠ r1c4`), is a sentence or a list
/// with a title, has a label (`rules left: 1, and in 3 rows …`), or counts something (`2 solutions, 3 nodes, …`).
pub(crate) fn is_report_text(line: &str) -> bool {
    let counts = || {
        let mut words = line.split_whitespace();
        words.next().is_some_and(is_digits) && words.next().is_some_and(starts_with_word)
    };
    // A sentence may start with a short word.
    let is_sentence =
        || line.split_whitespace().filter(|word| starts_with_word(word)).count() > 1 && !holds_cells(line);
    let is_text = || names_cell(line) || is_title(line) || has_label(line) || counts() || is_sentence();
    !line.contains(is_bar) && is_text()
}

/// Whether a line starts with words and a colon.
fn has_label(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(label, _)| label.split_whitespace().all(starts_with_word))
}

/// Whether a cell is named: `r1c8`.
fn names_cell(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        let numbers = word.strip_prefix('r').and_then(|word| word.split_once('c'));
        numbers.is_some_and(|(row, column)| is_digits(row) && is_digits(column))
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn starts_with_word(word: &str) -> bool {
    let rest = word.trim_start_matches(char::is_alphabetic);
    let letters = &word[..word.len() - rest.len()];
    let is_word = letters.chars().nth(2).is_some() || !letters.is_ascii();
    let clings = |c: char| c.is_ascii_digit() || c.is_ascii_punctuation() || !c.is_ascii();
    is_word && rest.chars().all(|c| clings(c) || c.is_alphabetic()) && !rest.contains("..")
}

/// Whether some of the words look like cells: blanks between symbols, many digits, or several of one symbol.
fn holds_cells(content: &str) -> bool {
    let is_blank = |c: char| glyph(c) == Glyph::Blank;
    let is_digit = |c: char| c.is_ascii_digit();
    let mut lone = 0;
    content.split([' ', '\t', ',', ';']).any(|word| {
        lone += usize::from(word.chars().nth(1).is_none() && word.contains(|c| is_blank(c) || is_digit(c)));
        let inner = word.trim_end_matches(is_blank);
        let has_run = inner.contains("..") || ["__", "**", "xx"].iter().any(|run| inner.contains(run));
        let is_mixed = word.contains(is_digit) && word.chars().filter(|c| is_blank(*c)).count() > 2;
        has_run || is_mixed || lone > 3 || word.chars().filter(|c| is_digit(*c)).count() > 8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles() {
        for title in [
            "Grid 01",
            "Puzzle 3 (hard)",
            "Solution:",
            "Sudoku 123",
            "2. Rätsel",
            "12) Puzzle",
            "=== Puzzle 3 ===",
            "数独 5",
            "hello, world",
            "Level 4: 25 givens, rated 7.2",
            "(easy)",
            "definite: 8 of 16 cells",
        ] {
            assert!(is_title(title), "{title}");
        }
        for cells in [
            "53..7....",
            "5 3 . . 7",
            "hard\t53..7....6..195",
            "hard 5 3 . . 7 . . . .",
            "hard,530070000600195",
            "| Grid | 01 |",
            "12 abc",
            "ab 1",
            "5.",
            "",
            "...",
        ] {
            assert!(!is_title(cells), "{cells}");
        }
    }

    #[test]
    fn reports() {
        for heading in [
            "-:1  unique solution",
            "a b:12  several solutions: at least 2",
            "-:1  no solution: 1 stands twice in row 1: r1c1 and r1c2",
            "C:\\x  y:3  solved",
        ] {
            assert!(is_heading(heading), "{heading}");
        }
        for other in [
            "-:1 unique",
            " -:1  unique",
            "a:1  53..7",
            "a:b  unique",
            "definite: 8  of",
            "a:1  hard 53..7..12",
            "{\"title\":\"a:1  unique\"}",
        ] {
            assert!(!is_heading(other), "{other}");
        }
        for text in [
            "  r1c3 ≠ r1c4",
            "r1c3 = r2c4 + 1",
            "2 solutions, 3 nodes; 0.001793 s",
            "rules left: 1, and in 3 rows, 4 columns and 3 boxes the open cells must differ",
            "  r1c1  1: 4",
            "a solution; whether there are others is not known:",
            "the end",
        ] {
            assert!(is_report_text(text), "{text}");
        }
        for other in ["12.4", "1 2 . 4", "1x.4", "│ 1 x │ 2 3 │", "12 rx"] {
            assert!(!is_report_text(other), "{other}");
        }
    }
}
