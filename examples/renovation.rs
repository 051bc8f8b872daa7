//! A flat is renovated by four workers: the shortest plan as bars, with how many are busy each day; then what is left at that length, and
//! why the painting cannot start earlier.
//!
//! `cargo run --release --example renovation`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;

/// What is done, how many days it takes, and how many workers.
const TASKS: [(&str, i32, i32); 11] = [
    ("strip walls", 2, 2),
    ("electrics", 4, 2),
    ("plumbing", 3, 2),
    ("windows", 3, 1),
    ("plaster", 3, 3),
    ("bathroom", 4, 1),
    ("kitchen", 3, 1),
    ("floors", 2, 3),
    ("paint", 3, 2),
    ("doors", 2, 1),
    ("clean", 1, 4),
];

/// The second of two starts when the first is done.
const AFTER: [(usize, usize); 13] = [
    (0, 1),
    (0, 2),
    (1, 4),
    (2, 4),
    (3, 4),
    (2, 5),
    (4, 7),
    (4, 8),
    (7, 6),
    (8, 9),
    (5, 10),
    (6, 10),
    (9, 10),
];

const WORKERS: i32 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut model, starts, end) = renovation()?;
    let (length, plan) = model.minimize(end)?.last().ok_or("there is a plan")?;
    println!("The shortest plan takes {length} days:");
    for ((name, days, _), &start) in TASKS.iter().zip(&starts) {
        let free = " ".repeat(plan[start] as usize);
        println!("  {name:12} {free}{}", "█".repeat(*days as usize));
    }
    let busy = |day: i32| -> i32 {
        let tasks = TASKS.iter().zip(&starts);
        tasks
            .filter(|(task, start)| (0..task.1).contains(&(day - plan[**start])))
            .map(|(task, _)| task.2)
            .sum()
    };
    println!(
        "  {:12} {}",
        "workers",
        (0..length as i32).map(|day| busy(day).to_string()).collect::<String>()
    );

    model.post_named("no longer than that", le(end, length))?;
    let limits = Limits::default();
    let left = model.inspect().limits(&limits).run().residual.ok_or("there is a plan")?;
    println!("{} plans are as short; the days on which a task can start:", model.count(&limits).number());
    for ((name, ..), &start) in TASKS.iter().zip(&starts) {
        println!("  {name:12} {}", left.domain(start));
    }
    let (paint, first) = (starts[8], left.domain(starts[8]).min().unwrap_or(0));
    if let Ok(Why::Because(explanation)) = model.why(paint.at_least(first), &limits) {
        print!("Why painting cannot start before day {first}:\n{}", explanation.display(&model));
    }
    Ok(())
}

fn renovation() -> Result<(Model, Vec<IntVar>, IntVar), ModelError> {
    let mut model = Model::new();
    let starts: Vec<IntVar> = TASKS.iter().map(|(name, ..)| model.named_var(name, 0..=40)).collect();
    let end = model.named_var("end", 0..=40);
    let (days, workers) = (TASKS.map(|task| task.1), TASKS.map(|task| task.2));
    model.post_named("workers", cumulative(&starts, days, workers, WORKERS))?;
    for (first, second) in AFTER {
        model.post(le(starts[first] + days[first], starts[second]))?;
    }
    for (&start, days) in starts.iter().zip(days) {
        model.post(le(start + days, end))?;
    }
    Ok((model, starts, end))
}
