//! A killer Sudoku: no givens, but cages, in which all digits differ and have a sum. What propagation alone
//! finds out; and what is left where the sums of some cages are unknown.
//!
//! `cargo run --release --example killer`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

/// A letter for each cage.
const CAGES: [&str; 9] = [
    "aabbbcdef",
    "gghhccdef",
    "ggiicjkkf",
    "lmminjkof",
    "lppqnjoor",
    "sptqnuvvr",
    "sttqwuuxx",
    "syzwwAAxx",
    "syzwBBBCC",
];

/// In the order of the letters: a, …, z, A, B, C.
const SUMS: [i32; 29] = [
    3, 15, 22, 4, 16, 15, 25, 17, 9, 8, 20, 6, 14, 17, 17, 13, 20, 12, 27, 6, 20, 6, 10, 14, 8, 16, 15, 13,
    17,
];

fn main() -> Result<(), ModelError> {
    let limits = Limits::default();
    let (model, _) = killer("")?;
    for consistency in Consistency::ALL {
        let left = model.residual(consistency).expect("it can be solved");
        println!(
            "{:2} cells known without any search, at {consistency} consistency",
            left.definite().count()
        );
    }
    assert_eq!(model.solutions().count(), 1);

    let (model, cells) = killer("Cfkpwy")?;
    assert_eq!(model.solutions().count(), 5);
    let left = model.inspect().limits(&limits).run().residual.expect("it can be solved");
    println!(
        "Without the sums of six cages: {} solutions, with these digits:",
        model.count(&limits).number()
    );
    print(&cells, &left);
    for constraint in left.constraints() {
        println!("  {constraint}");
    }
    Ok(())
}

/// The model, without the sums of some cages, and its cells row by row.
fn killer(unknown: &str) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let cells: Vec<IntVar> =
        (0..81).map(|at| model.named_var(&format!("r{}c{}", at / 9 + 1, at % 9 + 1), 1..=9)).collect();
    for house in 0..9 {
        model.post(all_different(&cells[house * 9..][..9]))?;
        model.post(all_different(cells[house..].iter().step_by(9)))?;
        let corner = house / 3 * 27 + house % 3 * 3;
        model.post(all_different((0..9).map(|at| cells[corner + at / 3 * 9 + at % 3])))?;
    }
    for (letter, sum) in ('a'..='z').chain('A'..='C').zip(SUMS) {
        let letters = CAGES.iter().flat_map(|row| row.chars());
        let cage: Vec<IntVar> =
            cells.iter().zip(letters).filter(|(_, of)| *of == letter).map(|(&cell, _)| cell).collect();
        model.post(all_different(&cage))?;
        if !unknown.contains(letter) {
            model.post(exact_sum(&cage, sum))?;
        }
    }
    Ok((model, cells))
}

fn print(cells: &[IntVar], residual: &Residual) {
    let digits =
        |cell: &IntVar| residual.domain(*cell).iter().map(|digit| digit.to_string()).collect::<String>();
    let width = cells.iter().map(|cell| digits(cell).len()).max().unwrap_or(0);
    for row in cells.chunks(9) {
        let row: Vec<String> = row.iter().map(|cell| format!("{:width$}", digits(cell))).collect();
        println!("{}", row.join(" "));
    }
}
