//! A nonogram: a `regular` constraint for each row and column, and what propagation alone finds out.
//!
//! `cargo run --release --example nonogram`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

/// The lengths of the runs of filled cells.
const ROWS: [&[usize]; 10] = [&[2], &[4, 2], &[3, 1, 2], &[4, 2], &[3, 1], &[6], &[8], &[10], &[8], &[1, 1]];
const COLUMNS: [&[usize]; 10] =
    [&[1, 1], &[3, 3], &[9], &[2, 7], &[8], &[4], &[7], &[2, 4], &[2, 3], &[1, 1]];

/// The words of 0 and 1 with runs of 1 of these lengths: the state is the run, and how much of it there is.
fn line(runs: &'static [usize]) -> Automaton {
    let step = |&(run, length): &(usize, usize), value: i32| match (value, runs.get(run)) {
        (1, Some(&wanted)) if length < wanted => Some((run, length + 1)),
        (0, Some(&wanted)) if length == wanted => Some((run + 1, 0)),
        (0, _) if length == 0 => Some((run, 0)),
        _ => None,
    };
    let ends = |&(run, length): &(usize, usize)| match runs.get(run) {
        None => true,
        Some(&wanted) => run + 1 == runs.len() && length == wanted,
    };
    Automaton::from_fn((0, 0), 0..=1, step, ends)
}

fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let cells = model.int_grid("cell", ROWS.len(), COLUMNS.len(), 0..=1);
    for (row, runs) in cells.iter().zip(ROWS) {
        model.post(regular(row, line(runs)))?;
    }
    for (at, runs) in COLUMNS.into_iter().enumerate() {
        model.post(regular(cells.iter().map(|row| row[at]), line(runs)))?;
    }
    let residual = model.residual(Consistency::Domain).expect("it can be solved");
    for row in &cells {
        let shown = |&cell: &IntVar| match residual.domain(cell).value() {
            Some(1) => '█',
            Some(_) => '·',
            None => '?',
        };
        println!("{}", row.iter().map(shown).collect::<String>());
    }
    println!("{} solution(s)", model.solutions().count());
    Ok(())
}
