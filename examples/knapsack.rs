//! A knapsack: what to pack, so that it is worth most. Better and better answers, then the proof.
//!
//! `cargo run --release --example knapsack`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

/// Name, weight in grams, worth.
const THINGS: [(&str, i32, i32); 8] = [
    ("tent", 2100, 90),
    ("stove", 450, 42),
    ("rope", 1300, 37),
    ("lamp", 150, 25),
    ("books", 900, 30),
    ("camera", 700, 55),
    ("food", 1600, 80),
    ("guitar", 2400, 60),
];

fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let packed = THINGS.map(|(name, ..)| model.named_var(name, 0..=1));
    let total =
        |of: fn(&(&str, i32, i32)) -> i32| sum(packed.iter().zip(&THINGS).map(|(&x, thing)| of(thing) * x));
    model.post(total(|&(_, weight, _)| weight).le(6000))?;
    // Who takes the stove needs food, and there is room for one of two only.
    let [_, stove, rope, _, _, _, food, guitar] = packed;
    model.post(stove.is(1).implies(food.is(1)))?;
    model.post(rope.is(0).or(guitar.is(0)))?;

    let mut better = model.maximize(total(|&(_, _, worth)| worth))?;
    for (worth, solution) in better.by_ref() {
        let names: Vec<String> =
            packed.iter().filter(|&&x| solution[x] == 1).map(|&x| model.name(x)).collect();
        println!("worth {worth}: {}", names.join(", "));
    }
    println!("{:?}; {}", better.optimum(), better.statistics());
    Ok(())
}
