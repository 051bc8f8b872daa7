//! n queens, counted: three `all_different`, two of them over views.
//!
//! `cargo run --release --example queens -- 10`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;
use std::time::Instant;

use residua::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let n = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let (model, columns) = queens(n)?;
    match model.solve() {
        Some(solution) => println!("{}", board(&solution, &columns)),
        None => println!("{n} queens find no place."),
    }
    println!("{n} queens  solutions      nodes   failures  seconds");
    for consistency in Consistency::ALL {
        let start = Instant::now();
        let mut solutions = model.search().consistency(consistency).solutions();
        while solutions.advance() {}
        let took = solutions.statistics();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{consistency:9} {:>10} {:>10} {:>10} {seconds:>8.3}",
            took.solutions, took.nodes, took.failures
        );
    }
    Ok(())
}

/// The model, and for each row the column of its queen.
fn queens(n: u16) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let columns = model.int_vars("q", n.into(), 0..=i32::from(n) - 1);
    let shifted = |sign: i32| columns.iter().zip(0..).map(move |(&q, row)| q + sign * row);
    model.post(all_different(&columns))?;
    model.post(all_different(shifted(1)))?;
    model.post(all_different(shifted(-1)))?;
    Ok((model, columns))
}

fn board(solution: &Solution, columns: &[IntVar]) -> String {
    let row = |&queen: &IntVar| {
        let square = |column| if solution.value(queen) == column { "Q " } else { ". " };
        (0..columns.len() as i32).map(square).chain(["\n"]).collect::<String>()
    };
    columns.iter().map(row).collect()
}
