//! SEND + MORE = MONEY: which digit is which letter? One sum whose factors are views, and one `all_different`.
//!
//! `cargo run --release --example send_more_money`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let letters = ["s", "e", "n", "d", "m", "o", "r", "y"].map(|name| model.named_var(name, 0..=9));
    let [s, e, n, d, m, o, r, y] = letters;
    model.post(all_different(letters))?;
    model.post(ne(s, 0))?;
    model.post(ne(m, 0))?;
    // The summands have positive signs, the total a negative one.
    let added = [word(&[s, e, n, d], 1), word(&[m, o, r, e], 1), word(&[m, o, n, e, y], -1)];
    model.post(exact_sum(added.concat(), 0))?;

    if let Some(residual) = model.residual(Consistency::Domain) {
        println!("Without any search:");
        for letter in letters {
            println!("  {} in {}", model.name(letter), residual.domain(letter));
        }
    }
    let mut solutions = model.solutions();
    for solution in solutions.by_ref() {
        let digits =
            |word: &[IntVar]| word.iter().map(|&letter| solution[letter].to_string()).collect::<String>();
        println!("{} + {} = {}", digits(&[s, e, n, d]), digits(&[m, o, r, e]), digits(&[m, o, n, e, y]));
    }
    println!("{}", solutions.statistics());
    Ok(())
}

/// The terms of a number that is written with these letters, times `sign`.
fn word(letters: &[IntVar], sign: i32) -> Vec<IntView> {
    letters.iter().rev().zip(0..).map(|(&letter, place)| letter * (sign * 10_i32.pow(place))).collect()
}
