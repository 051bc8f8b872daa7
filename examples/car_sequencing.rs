//! Car sequencing (problem 1 of the CSP library): ten cars of six classes on a line, where no station may be asked too
//! often: the instance of Dincbas, Simonis and Van Hentenryck, *Solving the Car-Sequencing Problem in Constraint Logic
//! Programming*, ECAI 1988.
//!
//! `cargo run --release --example car_sequencing`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

/// How many cars of each class.
const DEMAND: [i32; 6] = [1, 1, 2, 2, 2, 2];

/// Of a station: the most cars that need it among how many in succession; the classes that need it.
const STATIONS: [(i32, usize, &[i32]); 5] =
    [(1, 2, &[0, 4, 5]), (2, 3, &[2, 3, 5]), (1, 3, &[0, 4]), (2, 5, &[0, 1, 3]), (1, 5, &[2])];

fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let line = model.int_vars("car", 10, 0..=5);
    model.post(global_cardinality(&line, 0..=5, DEMAND))?;
    for (most, among_these, classes) in STATIONS {
        for cars in line.windows(among_these) {
            let busy = model.int_var(0..=most);
            model.post(among(cars, classes, busy))?;
        }
    }
    let mut solutions = model.search().branch(&line, VariableOrder::Input, ValueOrder::Ascending).solutions();
    let mut count = 0;
    for solution in solutions.by_ref() {
        count += 1;
        println!("{:?}", line.iter().map(|&car| solution[car]).collect::<Vec<i32>>());
    }
    println!("{}", solutions.statistics());
    assert_eq!(count, 6);
    Ok(())
}
