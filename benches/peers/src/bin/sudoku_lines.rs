//! The `sudoku` crate as a program: reads 9x9 puzzles, one per line, prints how many solutions each has, up to two.
//!
//! Compiled for the machine it runs on, it competes with a residua that is not: see the README.

use std::fmt::Write;
use std::io::{Read, Write as _};
use std::process::ExitCode;

use sudoku::Sudoku;

fn main() -> ExitCode {
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("standard input: {error}");
        return ExitCode::from(2);
    }
    let mut counts = String::with_capacity(text.len() / 40);
    for line in text.lines() {
        let count = Sudoku::from_str_line(line).map_or(0, |puzzle| puzzle.solutions_count_up_to(2));
        let _ = writeln!(counts, "{count}");
    }
    match std::io::stdout().write_all(counts.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}
