//! Rows: of symbols, of letters from `A`, of numbers, and of cells between commas or tabs.

use crate::geometry::Geometry;
use crate::write::cell::symbols;

/// Rows of cells, with `gap` between them.
fn joined(geometry: Geometry, cells: &[i32], gap: &str, cell: impl Fn(i32) -> String) -> String {
    let row = |row: &[i32]| row.iter().map(|value| cell(*value)).collect::<Vec<_>>().join(gap) + "\n";
    cells.chunks(geometry.size()).map(row).collect()
}

/// Rows of symbols, `.` for a blank.
pub(super) fn rows(geometry: Geometry, cells: &[i32]) -> String {
    joined(geometry, cells, "", |value| if value == 0 { ".".to_owned() } else { symbols(&[value]) })
}

/// Rows of letters, `A` for 1, `.` for a blank.
pub(super) fn letters(geometry: Geometry, cells: &[i32]) -> String {
    let letter = |value: i32| if value == 0 { '.' } else { char::from(b'A' + value as u8 - 1) };
    joined(geometry, cells, "", |value| letter(value).to_string())
}

/// Rows of numbers of equal width, with zeros in front; dashes for a blank, or `.` where numbers have one digit.
pub(super) fn numbers(geometry: Geometry, cells: &[i32]) -> String {
    let width = geometry.size().to_string().len();
    joined(geometry, cells, " ", |value| match value {
        0 if width == 1 => ".".to_owned(),
        0 => "-".repeat(width),
        value => format!("{value:0width$}"),
    })
}

/// Rows of numbers between commas, nothing for a blank. Where only the last cell is blank, quotes show that there is one.
pub(super) fn commas(geometry: Geometry, cells: &[i32]) -> String {
    let rows = cells.chunks(geometry.size()).map(|row| {
        let cell = |value: &i32| if *value == 0 { String::new() } else { value.to_string() };
        let text = row.iter().map(cell).collect::<Vec<_>>().join(",");
        let is_last = row.iter().position(|value| *value == 0) == Some(row.len() - 1);
        text + if is_last { "\"\"\n" } else { "\n" }
    });
    rows.collect()
}

/// Rows of numbers between tabs, nothing for a blank.
pub(super) fn tabs(geometry: Geometry, cells: &[i32]) -> String {
    joined(geometry, cells, "\t", |value| if value == 0 { String::new() } else { value.to_string() })
}
