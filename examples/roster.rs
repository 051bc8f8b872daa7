//! A roster: one regular expression says which weeks a nurse can have, counts say how many are needed. Some wishes are
//! granted; what is left open, and what follows when a nurse falls ill?
//!
//! `cargo run --release --example roster`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use residua::prelude::*;

const NURSES: [&str; 6] = ["Ada", "Bert", "Cleo", "Dan", "Eve", "Finn"];

/// 0 is a free day, 1 a day at work, 2 a night. One to three days, or two or three nights, perhaps after a day, and then some rest;
/// the last of these goes on into the next week.
const WEEK: &str = "0* ((1{1,3} | 1? 2{2,3}) 0+)* (1{1,3} | 1? 2{1,3})?";

fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let weeks = NURSES.map(|name| model.int_vars(name, 7, 0..=2));
    for week in &weeks {
        model.post(regular(week, Automaton::from_pattern(WEEK, 0..=2)))?;
        let free = model.int_var(2..=3);
        model.post(count(week, 0, free))?;
    }
    for day in 0..7 {
        // Three by day and one at night; two by day at the weekend.
        let on_this_day = weeks.iter().map(|week| week[day]);
        model.post(global_cardinality(on_this_day, [1, 2], [if day < 5 { 3 } else { 2 }, 1]))?;
    }
    // Ada does no nights and is away at the weekend; Bert has the first nights; Cleo wants Wednesday off.
    for &day in &weeks[0] {
        model.post(ne(day, 2))?;
    }
    for (nurse, day, shift) in [(0, 5, 0), (0, 6, 0), (1, 0, 2), (1, 1, 2), (2, 2, 0)] {
        model.post(eq(weeks[nurse][day], shift))?;
    }
    show(&model, &weeks, "With the wishes");
    for nurse in [3, 5] {
        model.post(eq(weeks[nurse][3], 0))?;
    }
    show(&model, &weeks, "Dan and Finn are ill on Thursday");
    Ok(())
}

/// What is possible for each nurse and day: `-` free, `D` a day, `N` a night.
fn show(model: &Model, weeks: &[Vec<IntVar>], title: &str) {
    let limits = Limits::default();
    println!("\n{title}: {} rosters", model.count(&limits).number());
    let Some(left) = model.inspect().limits(&limits).run().residual else { return };
    println!("      Mon Tue Wed Thu Fri Sat Sun");
    for (name, week) in NURSES.iter().zip(weeks) {
        let open = |&day: &IntVar| {
            left.domain(day).iter().map(|shift| ["-", "D", "N"][shift as usize]).collect::<String>()
        };
        let days: Vec<String> = week.iter().map(|day| format!("{:3}", open(day))).collect();
        println!("{name:5} {}", days.join(" "));
    }
}
