//! Magic squares: the numbers from 1 to n², with the same sum in each row, column and diagonal. Those of order 3 and
//! 4 are counted, with and without their turns and reflections; for one that is partly filled in, the residual shows
//! what is left.
//!
//! `cargo run --release --example magic_square`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

fn main() -> Result<(), ModelError> {
    // OEIS A006052.
    for (n, known) in [(3, 1), (4, 880)] {
        let (mut model, cells) = magic(n)?;
        let all =
            model.search().branch(&cells, VariableOrder::Input, ValueOrder::Ascending).solutions().count();
        assert_eq!(all, 8 * known, "all symmetric forms");
        break_symmetry(&mut model, &cells, n)?;
        let mut solutions = model.solutions();
        let first = solutions.next();
        let count = usize::from(first.is_some()) + solutions.by_ref().count();
        assert_eq!(count, known);
        println!(
            "Order {n}: {all} squares, {count} apart from turns and reflections; {}",
            solutions.statistics()
        );
        if let Some(first) = first {
            for row in cells.chunks(n) {
                let row: Vec<String> = row.iter().map(|&cell| format!("{:3}", first[cell])).collect();
                println!("{}", row.join(" "));
            }
        }
    }

    println!("\nDürer's Melencolia, with most of it hidden:");
    let (mut model, cells) = magic(4)?;
    for (cell, value) in [(0, 16), (7, 8), (13, 15), (14, 14)] {
        model.post(eq(cells[cell], value))?;
    }
    if let Some(residual) = model.residual(Consistency::Domain) {
        for row in cells.chunks(4) {
            let row: Vec<String> = row.iter().map(|&cell| residual.domain(cell).to_string()).collect();
            println!("  {}", row.join(" | "));
        }
        for constraint in residual.constraints() {
            println!("  {constraint}");
        }
    }
    println!("  {} solutions", model.solutions().count());
    Ok(())
}

/// The model, and its cells row by row.
fn magic(n: usize) -> Result<(Model, Vec<IntVar>), ModelError> {
    let cells = (n * n) as i32;
    let sum = cells * (cells + 1) / 2 / n as i32;
    let mut model = Model::new();
    let cells = model.int_vars("m", n * n, 1..=cells);
    model.post(all_different(&cells))?;
    let lines = (0..n).flat_map(|i| [line(i * n, 1, n), line(i, n, n)]);
    for line in lines.chain([line(0, n + 1, n), line(n - 1, n - 1, n)]) {
        model.post(exact_sum(line.into_iter().map(|cell| cells[cell]), sum))?;
    }
    Ok((model, cells))
}

/// The numbers of `n` cells, `step` apart.
fn line(first: usize, step: usize, n: usize) -> Vec<usize> {
    (0..n).map(|i| first + i * step).collect()
}

/// Of the eight symmetries of a square, keeps the one with the least corner first, and the lesser of its neighbours
/// above.
fn break_symmetry(model: &mut Model, cells: &[IntVar], n: usize) -> Result<(), ModelError> {
    let [right, below, opposite] = [n - 1, n * (n - 1), n * n - 1].map(|cell| cells[cell]);
    for (lesser, greater) in [(cells[0], right), (cells[0], below), (cells[0], opposite), (right, below)] {
        model.post(lt(lesser, greater))?;
    }
    Ok(())
}
