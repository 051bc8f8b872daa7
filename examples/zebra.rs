//! Who owns the zebra? Five houses in a row, fourteen clues; and what each clue is worth: without it, what is left?
//!
//! `cargo run --release --example zebra`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

/// Each of them is in one house, and no two of a line in the same.
const THINGS: [[&str; 5]; 5] = [
    ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    ["red", "green", "ivory", "yellow", "blue"],
    ["dog", "snails", "fox", "horse", "zebra"],
    ["coffee", "tea", "milk", "juice", "water"],
    ["baker", "smith", "tailor", "cook", "miller"],
];

/// The one is in the house of the other, or to the right of it, by one of these numbers of houses.
const CLUES: [(&str, &[i32], &str); 12] = [
    ("Englishman", &[0], "red"),
    ("Spaniard", &[0], "dog"),
    ("coffee", &[0], "green"),
    ("Ukrainian", &[0], "tea"),
    ("green", &[1], "ivory"),
    ("baker", &[0], "snails"),
    ("smith", &[0], "yellow"),
    ("tailor", &[1, -1], "fox"),
    ("smith", &[1, -1], "horse"),
    ("cook", &[0], "juice"),
    ("Japanese", &[0], "miller"),
    ("Norwegian", &[1, -1], "blue"),
];

fn main() -> Result<(), ModelError> {
    let model = zebra(None)?;
    let mut solutions = model.solutions();
    let solution = solutions.next().expect("there is one");
    assert!(solutions.next().is_none(), "the puzzle has one solution");
    for house in 1..=5 {
        let there: Vec<String> =
            model.vars().filter(|&x| solution[x] == house).map(|x| model.name(x)).collect();
        println!("{house}  {}", there.join(", "));
    }

    let limits = Limits::default();
    println!("\nSolutions without one of the clues:");
    for (at, (one, gaps, other)) in CLUES.iter().enumerate() {
        let relation = if gaps.len() == 2 { "next to" } else { "with" };
        println!("{:4}  {one} {relation} {other}", zebra(Some(at))?.count(&limits).number().to_string());
    }

    println!("\nWhat is left without the clue of the cook and the juice:");
    let left = zebra(Some(9))?.inspect().limits(&limits).run().residual.expect("there are solutions");
    let settled = left.definite().count();
    for thing in left.model.vars().filter(|&x| left.domain(x).value().is_none()) {
        println!("  {} in {}", left.model.name(thing), left.domain(thing));
    }
    for alias in &left.aliases {
        println!("  {} = {}", left.model.name(alias.var), left.model.name(alias.is.var));
    }
    for constraint in left.constraints() {
        println!("  {constraint}");
    }
    println!("  and {settled} of the 25 are where they were");
    Ok(())
}

/// The model, without one of the clues.
fn zebra(without: Option<usize>) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let houses = THINGS.map(|line| line.map(|name| model.named_var(name, 1..=5)));
    for line in houses {
        model.post(all_different(line))?;
    }
    let house = |name: &str| {
        let mut all = THINGS.iter().flatten().zip(houses.iter().flatten());
        *all.find(|(thing, _)| **thing == name).expect("it is one of the things").1
    };
    model.post(eq(house("milk"), 3))?;
    model.post(eq(house("Norwegian"), 1))?;
    for (at, (one, gaps, other)) in CLUES.into_iter().enumerate() {
        if without != Some(at) {
            model.post(any_of(gaps.iter().map(|&gap| house(one).eq(house(other) + gap))))?;
        }
    }
    Ok(model)
}
