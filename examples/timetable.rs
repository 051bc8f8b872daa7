//! A timetable that is not complete yet: which hours are open to which lesson, what would complete it, why an hour is
//! excluded, and which wishes clash.
//!
//! `cargo run --release --example timetable`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;

/// Hours are numbered from 1 to 5.
const LESSONS: [&str; 7] = ["algebra", "geometry", "physics", "chemistry", "latin", "greek", "music"];

fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits::default();
    let (mut model, lessons) = timetable()?;
    let inspection = model.inspect().limits(&limits).run();
    let residual = inspection.residual.ok_or("there is a timetable")?;
    println!("{} timetables; each of these hours is in one of them:", model.count(&limits).number());
    for &lesson in &lessons {
        println!("  {:10} {}", model.name(lesson), residual.domain(lesson));
    }
    println!("what is left of the rules:");
    for constraint in residual.constraints() {
        println!("  {constraint}");
    }

    let chemistry = lessons[3];
    if let Ok(Why::Because(explanation)) = model.why(chemistry.is_not(3), &limits) {
        print!("why chemistry cannot be in hour 3:\n{}", explanation.display(&model));
    }

    // One wish more than can be granted. The rules are hard, the wishes soft.
    let rules = model.constraints().len();
    model.post_named("the choir wants music first", eq(lessons[6], 1))?;
    model.post_named("the cook wants chemistry last", eq(chemistry, 5))?;
    model.post_named("no algebra in hour 2", ne(lessons[0], 2))?;
    let clash = model.conflict(|id| id.index() >= rules, &limits).map_err(|limit| limit.to_string())?;
    println!("wishes that clash:");
    for id in clash.into_iter().flatten() {
        println!("  {}", model.constraint_name(id));
    }
    Ok(())
}

fn timetable() -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let lessons = LESSONS.map(|name| model.named_var(name, 1..=5));
    let [algebra, geometry, physics, chemistry, latin, greek, music] = lessons;
    model.post_named("class A", all_different([algebra, physics, latin, music]))?;
    model.post_named("class B", all_different([geometry, chemistry, greek, music]))?;
    model.post_named("Ms Noether", all_different([algebra, geometry]))?;
    model.post_named("the laboratory", all_different([physics, chemistry]))?;
    model.post_named("Mr Homer", all_different([latin, greek]))?;
    model.post_named("chemistry needs the morning's physics", lt(physics, chemistry))?;
    model.post_named("Mr Homer is there from hour 4", in_set(latin, 4..=5))?;
    model.post_named("Mr Homer is there until hour 5", in_set(greek, 4..=5))?;
    model.post_named("Ms Noether leaves after hour 2", in_set(geometry, 1..=3))?;
    model.post_named("Ms Noether leaves early", in_set(algebra, 1..=2))?;
    Ok((model, lessons.to_vec()))
}
