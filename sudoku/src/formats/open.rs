//! Empty cells: between two commas, between two bars, `null`.
//!
//! Whether such a place is a cell depends on the rest of the line. Between bars it is a cell if every other place has at most
//! one, so that the bars separate cells and not boxes. Between commas (or semicolons) it is a cell if some place before the
//! last is empty, or the last has quotes with nothing between: then an empty last place is a cell too, whereas a single comma at the end of a
//! line only continues a list.
//! Two bars that touch are one, drawn double. Lists in brackets have no empty places, but `null` or `None`. Between tabs each place is a
//! cell, also the last, if no cell has a symbol for a blank.

use crate::formats::glyph::{Glyph, glyph, is_symbol};

/// The places of such cells in `line`, in bytes, ascending.
pub(crate) fn open_cells(line: &str) -> Vec<usize> {
    if line.contains(is_bar) {
        between_bars(line)
    } else if line.contains('\t') && !line.contains([',', ';', '[', '(', '{']) {
        between_tabs(line)
    } else if line.contains([',', ';']) && !line.contains(['[', '(', '{', ']', ')', '}']) {
        [',', ';']
            .into_iter()
            .map(|comma| between_commas(line, comma))
            .find(|open| !open.is_empty())
            .unwrap_or_default()
    } else {
        Vec::new()
    }
}

/// Whether `word` stands for an absent value in a list.
pub(crate) fn is_no_value(line: &str, word: &str) -> bool {
    matches!(word, "null" | "None") && line.contains([',', '['])
}

/// Whether `c` is a bar between cells.
pub(crate) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Whether a line starts and ends with a bar: it is a row of a drawn grid and never a puzzle by itself.
pub(crate) fn is_framed(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(is_bar) && line.ends_with(is_bar) && line.chars().nth(1).is_some()
}

fn between_commas(line: &str, comma: char) -> Vec<usize> {
    let fields: Vec<(usize, &str)> = parts(line, |c| c == comma).collect();
    let is_empty = |field: &str| !field.contains(is_symbol);
    let last = fields.len() - 1;
    let are_cells = fields.iter().all(|(_, field)| is_empty(field) || is_one_cell(field));
    let has_open = fields[..last].iter().any(|(_, field)| is_empty(field)) || fields[last].1.trim() == "\"\"";
    if !are_cells || !has_open {
        return Vec::new();
    }
    fields.iter().filter(|(_, field)| is_empty(field)).map(|(at, _)| *at).collect()
}

fn between_tabs(line: &str) -> Vec<usize> {
    let fields: Vec<(usize, &str)> = parts(line, |c| c == '\t').collect();
    let is_blank = |field: &str| field.trim().trim_matches('"').is_empty();
    let is_cell = |field: &str| is_blank(field) || is_one_cell(field) && !is_blank_symbol(field);
    let is_row = fields.len() >= LEAST_ROW && fields.iter().all(|(_, field)| is_cell(field));
    fields.iter().filter(|(_, field)| is_row && is_blank(field)).map(|(at, _)| *at).collect()
}

/// How many cells there are in a row of the smallest grid.
const LEAST_ROW: usize = 4;

/// The number of cells of a row that may be blank: nothing but tabs, or nothing but dashes.
pub(crate) fn blank_row(line: &str) -> Option<usize> {
    let tabs = line.matches('\t').count();
    if tabs + 1 >= LEAST_ROW && line.trim().is_empty() {
        return Some(tabs + 1);
    }
    let words = line.trim();
    let is_dashed = words.contains('-') && words.chars().all(|c| c == '-' || c.is_whitespace());
    let cells =
        if words.contains(char::is_whitespace) { words.split_whitespace().count() } else { words.len() };
    (is_dashed && cells >= LEAST_ROW).then_some(cells)
}

fn between_bars(line: &str) -> Vec<usize> {
    // An empty place outside of the first and the last bar is not a cell.
    let inside = line.trim();
    let start = line.len() - line.trim_start().len();
    let (opens, closes) = (inside.starts_with(is_bar), inside.ends_with(is_bar));
    let mut places: Vec<(usize, &str)> = parts(inside, is_bar).collect();
    if closes {
        places.pop();
    }
    if opens && !places.is_empty() {
        drop(places.drain(..1));
    }
    places.retain(|(_, place)| !place.is_empty());
    let is_blank = |place: &str| place.trim().is_empty();
    if !places.iter().all(|(_, place)| is_blank(place) || is_one_cell(place)) {
        return Vec::new();
    }
    places.iter().filter(|(_, place)| is_blank(place)).map(|(at, _)| start + at).collect()
}

/// Whether exactly one symbol or number is written here, perhaps in quotes.
pub(crate) fn is_one_cell(place: &str) -> bool {
    let word = place.trim().trim_matches(['"', '\'']).trim();
    !word.is_empty()
        && (word.chars().nth(1).is_none() || word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit()))
        && word.chars().all(is_symbol)
        || matches!(word, "null" | "None")
}

/// Whether the symbol for a blank is written here.
fn is_blank_symbol(field: &str) -> bool {
    field.trim().chars().all(|c| matches!(glyph(c), Glyph::Blank | Glyph::Zero))
}

/// The parts of `line` between separators, each with its place in bytes.
fn parts(line: &str, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(is_separator).map(move |part| {
        let start = at;
        at += part.len() + line[at + part.len()..].chars().next().map_or(0, char::len_utf8);
        (start, part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_places_are_cells_where_the_others_have_one_each() {
        let cases: [(&str, &[usize]); 26] = [
            ("1,,3", &[2]),
            (",1,,", &[0, 3, 4]),
            ("1, ,3;", &[]),
            ("1;;3", &[2]),
            ("1,2,3,", &[]),
            ("1 2,,3", &[]),
            ("\"1\",\"\",\"3\"", &[4]),
            ("1,2,\"\"", &[4]),
            ("[1,,3]", &[]),
            ("| 1 |   | 3 |", &[5]),
            ("|1| |12|", &[3]),
            ("1 |  | 3", &[3]),
            ("|   |   |", &[1, 5]),
            ("| 1 || 3 |", &[]),
            ("| 1 2 |   |", &[]),
            ("|...|   |", &[]),
            ("│ 5 │   │", &[9]),
            ("   | 1 | |", &[8]),
            ("12 34", &[]),
            ("5\t\t7\t", &[2, 5]),
            ("\t\t\t", &[0, 1, 2, 3]),
            ("5\t\t7\t.", &[]),
            ("53..7\t\t7\t2", &[]),
            ("5\t\t7", &[]),
            ("\"5\"\t\"\"\t\"7\"\t\"\"", &[4, 11]),
            ("|", &[]),
        ];
        for (line, expected) in cases {
            assert_eq!(open_cells(line), expected, "{line}");
        }
    }
}
