//! Latin squares, counted: each symbol once in each row and each column (OEIS A002860).
//!
//! `cargo run --release --example latin_squares -- 5`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;
use std::time::Instant;

use residua::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let most = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    for order in 1..=most {
        let start = Instant::now();
        let mut solutions = latin(order)?.solutions();
        while solutions.advance() {}
        println!("order {order}: {}; {:.3} s", solutions.statistics(), start.elapsed().as_secs_f64());
    }
    Ok(())
}

fn latin(order: u16) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let order = usize::from(order);
    let rows = model.int_grid("c", order, order, 1..=order as i32);
    for row in &rows {
        model.post(all_different(row))?;
    }
    for column in 0..order {
        model.post(all_different(rows.iter().map(|row| row[column])))?;
    }
    Ok(model)
}
