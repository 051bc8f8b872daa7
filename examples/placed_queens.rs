//! Eight queens of which two are placed: which squares are still possible, how many solutions there are, and why a
//! square is not possible although no queen attacks it.
//!
//! `cargo run --release --example placed_queens`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits::default();
    let (mut model, rows) = queens(8)?;
    for (row, column) in [(1, 1), (4, 6)] {
        let id = model.post(eq(rows[row - 1], column))?;
        model.name_constraint(id, &format!("placed in row {row}"));
    }
    for strength in [Strength::Domain, Strength::Exact] {
        let inspection = model.inspect().strength(strength).limits(&limits).run();
        let residual = inspection.residual.ok_or("there is a solution")?;
        println!("{strength}: {} searches\n{}", inspection.searches, board(&residual, &rows));
    }
    println!("{} ways to place the rest", model.count(&limits).number());

    // No queen attacks row 2, column 3, yet none can stand there.
    match model.why(rows[1].is_not(3), &limits).map_err(|limit| format!("the limit on {limit}"))? {
        Why::Because(explanation) => print!("\nWhy not row 2, column 3?\n{}", explanation.display(&model)),
        Why::Not(solution) => println!("\nIt can: {:?}", solution.values()),
    }
    Ok(())
}

/// Rows and columns are counted from 1.
fn queens(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let rows: Vec<IntVar> = (1..=n).map(|row| model.named_var(&format!("row {row}"), 1..=n)).collect();
    let shifted = |sign: i32| rows.iter().zip(0..).map(move |(&q, row)| q + sign * row);
    for (name, constraint) in [
        ("columns", all_different(&rows)),
        ("falling diagonals", all_different(shifted(-1))),
        ("rising diagonals", all_different(shifted(1))),
    ] {
        let id = model.post(constraint)?;
        model.name_constraint(id, name);
    }
    Ok((model, rows))
}

/// `Q` where a queen must stand, `+` where one can, `.` where none can.
fn board(residual: &Residual, rows: &[IntVar]) -> String {
    let square = |row: IntVar, column: i32| match (residual.domain(row).value(), residual.domain(row)) {
        (Some(value), _) if value == column => " Q",
        (_, domain) if domain.contains(column) => " +",
        _ => " .",
    };
    let columns = 1..=rows.len() as i32;
    rows.iter().map(|&row| columns.clone().map(|c| square(row, c)).collect::<String>() + "\n").collect()
}
