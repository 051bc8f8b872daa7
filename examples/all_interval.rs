//! All-interval series (problem 7 of the CSP library): the numbers below n in such an order that the distances of neighbours all differ.
//!
//! `cargo run --release --example all_interval`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

/// How many there are of 3 numbers, of 4, …
const KNOWN: [usize; 9] = [4, 4, 8, 24, 32, 40, 120, 296, 648];

fn main() -> Result<(), ModelError> {
    for (n, known) in (3..).zip(KNOWN) {
        let mut model = Model::new();
        let series = model.int_vars("s", n as usize, 0..n);
        let intervals = model.int_vars("i", n as usize - 1, 1..n);
        model.post(all_different(&series))?;
        model.post(all_different(&intervals))?;
        for (pair, &interval) in series.windows(2).zip(&intervals) {
            model.post(distance(pair[0], pair[1], interval))?;
        }
        let search = model.search().branch(&series, VariableOrder::Input, ValueOrder::Ascending);
        let mut solutions = search.solutions();
        let first = solutions.next().expect("0, n − 1, 1, n − 2, … is one");
        let count = 1 + solutions.by_ref().count();
        assert_eq!(count, known, "{n} numbers");
        println!(
            "{n:2} numbers: {count:3} series, the first {:?}",
            series.iter().map(|&x| first[x]).collect::<Vec<i32>>()
        );
        println!("            {}", solutions.statistics());
    }
    Ok(())
}
