//! Solutions of variant puzzles as text.

use std::io::{self, Write};

use crate::puzzle::beside;
use crate::question::Form;
use crate::variants::sheet::Sheet;
use crate::words::counted;

/// Writes a solution: a grid, or its digits in a line.
pub(crate) fn write_solution(
    sheet: &Sheet,
    form: Form,
    values: &[i32],
    output: &mut dyn Write,
) -> io::Result<()> {
    if form == Form::Line {
        let is_wide = sheet.puzzle.shape().digits().any(|digit| !(0..10).contains(&digit));
        let digits: Vec<String> = values[..sheet.cells().len()].iter().map(i32::to_string).collect();
        return writeln!(output, "{}", digits.join(if is_wide { " " } else { "" }));
    }
    write!(output, "{}", grid(sheet, values))
}

fn grid(sheet: &Sheet, values: &[i32]) -> String {
    let by_cell = sheet.by_cell(values.iter().copied());
    sheet.puzzle.grid(|cell| by_cell[cell])
}

/// Writes two solutions side by side, and where they differ.
pub(crate) fn write_pair(sheet: &Sheet, [one, other]: [&[i32]; 2], output: &mut dyn Write) -> io::Result<()> {
    let differ: Vec<String> = sheet
        .cells()
        .into_iter()
        .zip(one.iter().zip(other))
        .filter(|(_, (one, other))| one != other)
        .map(|(cell, _)| sheet.puzzle.shape().name(cell))
        .collect();
    let count = counted(differ.len(), "cell");
    writeln!(output, "two solutions: they differ in {count}: {}", differ.join(" "))?;
    write!(output, "{}", beside(&grid(sheet, one), &grid(sheet, other)))
}
