//! Sudoku: a puzzle with one solution, and what is left of one with several.
//!
//! `cargo run --release --example sudoku`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;
use residua_sudoku::{Puzzle, PuzzleSolver, Reader, render};

const UNIQUE: &str = "
    . . 5 | 3 . . | . . .
    8 . . | . . . | . 2 .
    . 7 . | . 1 . | 5 . .
    ------+-------+------
    4 . . | . . 5 | 3 . .
    . 1 . | . 7 . | . . 6
    . . 3 | 2 . . | . 8 .
    ------+-------+------
    . 6 . | 5 . . | . . 9
    . . 4 | . . . | . 3 .
    . . . | . . 9 | 7 . .";

fn main() -> Result<(), Box<dyn Error>> {
    println!("A puzzle with one solution:");
    report(&UNIQUE.parse()?);
    println!("\nThe last of the puzzles that have several:");
    let file = include_str!("../puzzles/9x9-several.txt");
    if let Some(last) = Reader::new(file.as_bytes(), None).last() {
        report(&last?.puzzle);
    }
    Ok(())
}

/// Prints a puzzle's solution, or what propagation leaves of it and two different solutions.
fn report(puzzle: &Puzzle) {
    let geometry = puzzle.geometry();
    let limits = Limits::none().solutions(2);
    let mut solver = PuzzleSolver::new(geometry, Consistency::Domain, limits);
    if let Err(refutation) = solver.load(puzzle) {
        println!("There is no solution: {}", refutation.describe(geometry));
        return;
    }
    let (domains, residual) = (solver.domains(), solver.residual());
    let mut found = Vec::new();
    let mut grid = Vec::new();
    while solver.next_solution(&mut grid) {
        found.push(grid.clone());
    }
    match found.as_slice() {
        [] => println!("There is no solution; {}", solver.statistics()),
        [only] => println!("{}{}", render::boxed(geometry, only), solver.statistics()),
        several => {
            println!("{}", render::pencil(geometry, |cell| domains[cell].iter().collect()));
            for constraint in residual.constraints() {
                println!("{constraint}");
            }
            for grid in several {
                println!("for example {}", render::line(geometry, grid));
            }
        }
    }
}
