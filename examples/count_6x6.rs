//! All 28,200,960 Sudoku grids of 6x6 cells with boxes of 2 rows by 3 columns, enumerated one by one, in about a
//! second.
//!
//! `cargo run --release --example count_6x6`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;
use std::time::Instant;

use residua_sudoku::Geometry;

fn main() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut grids = Geometry::new(2, 3)?.model().solutions();
    while grids.advance() {}
    println!("{}; {:.1} s", grids.statistics(), start.elapsed().as_secs_f64());
    assert_eq!(grids.statistics().solutions, 28_200_960, "the number is known");
    Ok(())
}
