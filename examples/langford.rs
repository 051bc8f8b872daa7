//! Langford pairs (problem 24 of the CSP library): each number from 1 to n twice in a row, number k with k others in between.
//!
//! The second place of a number is a view of its first one, `a + k + 1`: no variable, and no constraint. The row itself is the
//! other side of the same thing, tied to the places by `element`.
//!
//! `cargo run --release --example langford`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

fn main() -> Result<(), ModelError> {
    // A row read backwards counts on its own: twice OEIS A014552.
    for (n, known) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        let mut model = Model::new();
        let first: Vec<IntVar> =
            (1..=n).map(|k| model.named_var(&format!("{k}"), 0..2 * n - k - 1)).collect();
        let second = first.iter().zip(1..).map(|(&a, k)| a + (k + 1));
        let places: Vec<IntView> = first.iter().map(|a| a.view()).chain(second).collect();
        model.post(all_different(&places))?;
        let row = model.int_vars("row", 2 * n as usize, 1..=n);
        for (&place, k) in places.iter().zip((1..=n).chain(1..=n)) {
            model.post(element_var(place, &row, k))?;
        }
        let mut solutions =
            model.search().branch(&row, VariableOrder::FirstFail, ValueOrder::Descending).solutions();
        let found = solutions.next();
        let count = usize::from(found.is_some()) + solutions.by_ref().count();
        assert_eq!(count, known, "{n} pairs");
        let shown = found.map(|solution| {
            format!(", such as {:?}", row.iter().map(|&x| solution[x]).collect::<Vec<i32>>())
        });
        println!("{n} pairs: {count} rows{}; {}", shown.unwrap_or_default(), solutions.statistics());
    }
    Ok(())
}
