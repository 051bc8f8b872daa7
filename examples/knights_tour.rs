//! Closed tours of a knight: over each square of a board once, and back to the first. The next square of each square is a variable,
//! whose values are the squares a knight's move away, and `circuit` says that the moves make one tour.
//!
//! `cargo run --release --example knights_tour`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

const MOVES: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn main() -> Result<(), ModelError> {
    let (model, next) = board(8)?;
    let first_fail =
        model.search().branch(&next, VariableOrder::FirstFail, ValueOrder::Ascending).solutions().next();
    let tour = first_fail.expect("there are tours on such a board");
    let mut order = [0; 64];
    let mut square = 0;
    for number in 1..=64 {
        order[square] = number;
        square = tour[next[square]] as usize;
    }
    println!("A tour of 8 by 8 squares:");
    for row in order.chunks(8) {
        let row: Vec<String> = row.iter().map(|number| format!("{number:3}")).collect();
        println!(" {}", row.join(" "));
    }

    let (mut model, next) = board(6)?;
    let directed = model.solutions().count();
    println!("\nTours of 6 by 6 squares: {directed}, each in both directions");
    assert_eq!(directed, 2 * 9862);

    // Of one of them the moves from the upper two rows are known: where can the others lead?
    let tour = model.solve().expect("it has been counted");
    for &square in &next[..12] {
        model.post(eq(square, tour[square]))?;
    }
    let left = model.residual(Consistency::Domain).expect("there is that tour");
    println!("With the moves from two rows of one of them, the others lead to");
    for row in next.chunks(6) {
        let shown = |&square: &IntVar| {
            let to: Vec<String> = left.domain(square).iter().map(|to| name(to as usize, 6)).collect();
            format!("{:18}", to.join("|"))
        };
        let row: Vec<String> = row.iter().map(shown).collect();
        println!("  {}", row.concat().trim_end());
    }
    println!("{} tours are left", model.solutions().count());
    Ok(())
}

/// The model, and the next square of each square, row by row.
fn board(size: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let next: Vec<IntVar> = (0..size * size)
        .map(|square| {
            let to = MOVES.map(|(down, right)| (square / size + down, square % size + right));
            let inside = to.iter().filter(|(row, column)| row.max(column) < &size && row.min(column) >= &0);
            let domain = inside.map(|(row, column)| row * size + column).collect::<Domain>();
            model.named_var(&name(square as usize, size as usize), domain)
        })
        .collect();
    model.post(circuit(&next))?;
    Ok((model, next))
}

/// As chess players name a square: a letter for the column, and the number of the row from below.
fn name(square: usize, size: usize) -> String {
    format!("{}{}", (b'a' + (square % size) as u8) as char, size - square / size)
}
