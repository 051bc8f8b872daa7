//! Grids of definite cells: drawn with box characters, drawn in ASCII, or in one line.

use std::io;
use std::io::Write;

use crate::geometry::Geometry;
use crate::render::push_symbol;
use crate::render::symbol;
use crate::render::value;
use crate::render::width;

/// The grid with its boxes drawn, `⋅` for a blank, as the Sudoku tutorial of the Julia package `PAndQ` prints it.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// let text = render::boxed(Geometry::new(2, 2)?, &cells);
/// assert_eq!(text, "\
/// ┌──────┬──────┐
/// │ 1  2 │ 3  4 │
/// │ 3  ⋅ │ ⋅  2 │
/// ├──────┼──────┤
/// │ ⋅  ⋅ │ ⋅  ⋅ │
/// │ 4  3 │ 2  1 │
/// └──────┴──────┘
/// ");
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn boxed(geometry: Geometry, cells: &[i32]) -> String {
    let width = width(geometry);
    drawn(geometry, &vec![width; geometry.size()], |cell, text| {
        push_symbol(text, geometry, value(cells, cell), "⋅");
    })
}

/// The grid as [`boxed`] draws it, with a star behind the cells that are marked.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// let text = render::starred(Geometry::new(2, 2)?, &cells, |cell| cell == 1);
/// assert!(text.contains("│ 1   2* │ 3   4  │"));
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn starred(geometry: Geometry, cells: &[i32], is_marked: impl Fn(usize) -> bool) -> String {
    let star = |cell| if is_marked(cell) { "*" } else { " " };
    drawn(geometry, &vec![width(geometry) + 1; geometry.size()], |cell, text| {
        push_symbol(text, geometry, value(cells, cell), "⋅");
        text.push_str(star(cell));
    })
}

/// The grid with its boxes set apart by `|` and `-`, `.` for a blank, as `PyEDA`'s Sudoku example prints it.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// assert_eq!(render::ascii(Geometry::new(2, 2)?, &cells), "12|34\n3.|.2\n--+--\n..|..\n43|21\n");
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn ascii(geometry: Geometry, cells: &[i32]) -> String {
    let (n, c, width) = (geometry.size(), geometry.box_columns(), width(geometry));
    let gap = if width == 1 { "" } else { " " };
    let dashes = "-".repeat(c * width + (c - 1) * gap.len());
    let rule = vec![dashes; n / c].join("+") + "\n";
    let mut text = String::new();
    for row in 0..n {
        if row > 0 && row % geometry.box_rows() == 0 {
            text.push_str(&rule);
        }
        for column in 0..n {
            text.push_str(match column {
                0 => "",
                column if column % c == 0 => "|",
                _ => gap,
            });
            let symbol = symbol(geometry, value(cells, row * n + column), ".");
            text.push_str(&format_cell(&symbol, width));
        }
        text.push('\n');
    }
    text
}

/// The grid in one line without an end, `.` for a blank: n² symbols, or integers set apart by spaces above 35.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// assert_eq!(render::line(Geometry::new(2, 2)?, &cells), "12343..2....4321");
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn line(geometry: Geometry, cells: &[i32]) -> String {
    let count = geometry.cells();
    if are_single_symbols(geometry, cells) {
        let mut line = vec![b'.'; count];
        put_symbols(&mut line, &cells[..cells.len().min(count)]);
        return String::from_utf8(line).expect("invariant: each of these bytes is a character");
    }
    let symbols = (0..count).map(|cell| symbol(geometry, value(cells, cell), "."));
    symbols.collect::<Vec<_>>().join(if width(geometry) == 1 { "" } else { " " })
}

/// Writes the grid as [`line()`] does, and ends the line. Small grids are written in one piece and without
/// allocation.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let mut output = Vec::new();
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// render::write_line(&mut output, Geometry::new(2, 2)?, &cells)?;
/// assert_eq!(output, b"12343..2....4321\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// That of `output`.
pub fn write_line(output: &mut dyn Write, geometry: Geometry, cells: &[i32]) -> io::Result<()> {
    let mut buffer = [0; 128];
    if cells.len() == geometry.cells()
        && let Some(line) = buffer.get_mut(..=cells.len())
        && are_single_symbols(geometry, cells)
    {
        put_symbols(line, cells);
        line[cells.len()] = b'\n';
        return output.write_all(line);
    }
    writeln!(output, "{}", line(geometry, cells))
}

/// Whether each of these cells is a blank or a value that is one symbol.
#[inline]
fn are_single_symbols(geometry: Geometry, cells: &[i32]) -> bool {
    let cells = &cells[..cells.len().min(geometry.cells())];
    // A negative value, which is not valid, is a large one here.
    width(geometry) == 1 && cells.iter().fold(0, |bits, &value| bits | value as u32) < 32
}

/// Writes the symbols of cells that are single ones. Millions of lines may be written, so the symbols are computed
/// and not looked up: the loop is vectorised.
#[inline]
fn put_symbols(line: &mut [u8], cells: &[i32]) {
    for (byte, &value) in line.iter_mut().zip(cells) {
        *byte = value as u8;
    }
    for byte in line.iter_mut().take(cells.len()) {
        let above = if *byte == 0 { b'.' } else { b'0' };
        let above = if *byte < 10 { above } else { b'A' - 10 };
        *byte += above;
    }
}

/// A grid with its boxes drawn: column `j` is `widths[j]` wide, and each cell has a space on both sides. `cell_text` puts
/// the text of a cell behind what it is given.
pub(crate) fn drawn(
    geometry: Geometry,
    widths: &[usize],
    cell_text: impl FnMut(usize, &mut String),
) -> String {
    let mut text = String::new();
    let put = |line: &str| {
        text.push_str(line);
        Ok(())
    };
    draw(geometry, widths, cell_text, put).expect("invariant: memory can be written");
    text
}

/// Writes a grid as [`drawn`] has it, line by line.
pub(in crate::render) fn write_drawn(
    output: &mut dyn Write,
    geometry: Geometry,
    widths: &[usize],
    cell_text: impl FnMut(usize, &mut String),
) -> io::Result<()> {
    draw(geometry, widths, cell_text, |line| output.write_all(line.as_bytes()))
}

/// Passes the lines of a drawn grid to `put`, each with its end.
fn draw(
    geometry: Geometry,
    widths: &[usize],
    mut cell_text: impl FnMut(usize, &mut String),
    mut put: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let (n, r, c) = (geometry.size(), geometry.box_rows(), geometry.box_columns());
    let rule = |left: &str, middle: &str, right: &str| {
        let spans = widths.chunks(c).map(|chunk| "─".repeat(chunk.iter().map(|width| width + 2).sum()));
        format!("{left}{}{right}\n", spans.collect::<Vec<_>>().join(middle))
    };
    put(&rule("┌", "┬", "┐"))?;
    let between = rule("├", "┼", "┤");
    // Room for the line and for the cell at hand: large grids are written as fast as they can be copied.
    let (mut line, mut cell) = (String::new(), String::new());
    for row in 0..n {
        if row > 0 && row % r == 0 {
            put(&between)?;
        }
        line.clear();
        for (column, width) in widths.iter().enumerate() {
            if column % c == 0 {
                line.push('│');
            }
            cell.clear();
            cell_text(row * n + column, &mut cell);
            let blanks = width.saturating_sub(cell.chars().count());
            (0..=blanks).for_each(|_| line.push(' '));
            line.push_str(&cell);
            line.push(' ');
        }
        line.push_str("│\n");
        put(&line)?;
    }
    put(&rule("└", "┴", "┘"))
}

/// `text` right-aligned in a column of this width.
fn format_cell(text: &str, width: usize) -> String {
    format!("{text:>width$}")
}
