//! Counting without enumeration: for each square of a chess board, the ways to place n queens with one on that
//! square; and all Latin squares of some order.
//!
//! `cargo run --release --example counting`, or with `queens 12`, `latin 7` behind it after `--`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let order = |default| words.get(1).map_or(Ok(default), |word| word.parse());
    match words.first().map(String::as_str) {
        None => {
            show_queens(&queens(8)?);
            show_latin(6, &latin(6)?);
        }
        Some("queens") => show_queens(&queens(order(8)?)?),
        Some("latin") => show_latin(order(6)?, &latin(order(6)?)?),
        Some(other) => return Err(format!("expected queens or latin, found \"{other}\"").into()),
    }
    Ok(())
}

fn show_queens(model: &Model) {
    let marginals: Marginals = model.marginals(&Limits::default());
    println!("{} queens: {} ways; with a queen on", model.vars().len(), marginals.total().number());
    for row in model.vars() {
        let ways = marginals.of(row).iter().map(|(_, count)| format!("{:>8}", count.number().to_string()));
        println!("{}", ways.collect::<String>());
    }
}

fn show_latin(order: i32, model: &Model) {
    let mut counter = Counter::new(model, &Limits::default());
    let count = counter.count();
    let nodes = counter.statistics().nodes;
    println!("\nLatin squares of order {order}: {} in {nodes} nodes", count.number());
}

fn queens(n: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let rows = model.int_vars("row", n as usize, 1..=n);
    for sign in [0, 1, -1] {
        let _ = model.post(all_different(rows.iter().zip(0..).map(|(&q, row)| q + sign * row)))?;
    }
    Ok(model)
}

fn latin(n: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let n = n as usize;
    let cells: Vec<IntVar> = model.int_vars("x", n * n, 1..=n as i32);
    for i in 0..n {
        let _ = model.post(all_different(cells[i * n..][..n].to_vec()))?;
        let _ = model.post(all_different(cells.iter().skip(i).step_by(n).copied()))?;
    }
    Ok(model)
}
