//! The job shop ft06: six jobs of six steps, each on a machine of its own that does one thing at a time. The shortest schedule, the
//! proof, and what is left of it: how far each step can be moved, and which steps cannot.
//!
//! The least makespan is 55 (Fisher & Thompson, in *Industrial Scheduling*, 1963).
//!
//! `cargo run --release --example job_shop`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;

/// By job, its steps: on which machine, and how long.
const JOBS: [[(usize, i32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut model = Model::new();
    let horizon: i32 = JOBS.iter().flatten().map(|&(_, time)| time).sum();
    let makespan = model.named_var("makespan", 0..=horizon);
    let mut starts: Vec<Vec<IntVar>> = Vec::new();
    for (job, steps) in (1..).zip(&JOBS) {
        let names = (1..).zip(steps).map(|(step, _)| format!("{job}.{step}"));
        let own: Vec<IntVar> = names.map(|name| model.named_var(&name, 0..=horizon)).collect();
        for (step, pair) in own.windows(2).enumerate() {
            model.post((pair[0] + steps[step].1).le(pair[1]))?;
        }
        model.post((own[5] + steps[5].1).le(makespan))?;
        starts.push(own);
    }
    for machine in 0..6 {
        let (tasks, times): (Vec<IntVar>, Vec<i32>) =
            on(machine, &starts).map(|(_, start, time)| (start, time)).unzip();
        model.post_named(&format!("machine {}", machine + 1), disjunctive(tasks, times))?;
    }

    let all: Vec<IntVar> = starts.iter().flatten().copied().collect();
    let search = model.search().branch(&all, VariableOrder::FirstFail, ValueOrder::Ascending);
    let mut better = search.minimize(makespan)?;
    let (shortest, schedule) = better.by_ref().last().ok_or("there is a schedule")?;
    println!("{:?}; {}", better.optimum(), better.statistics());
    for machine in 0..6 {
        let mut line = vec![b'.'; shortest as usize];
        for (job, start, time) in on(machine, &starts) {
            line[schedule[start] as usize..][..time as usize].fill(b'1' + job as u8);
        }
        println!("machine {}  {}", machine + 1, String::from_utf8(line)?);
    }

    model.post(eq(makespan, schedule[makespan]))?;
    let inspection = model.inspect().run();
    let residual = inspection.residual.ok_or("there is a schedule")?;
    println!("when each step can start, in all shortest schedules:");
    for (job, own) in (1..).zip(&starts) {
        let left = own.iter().map(|&start| format!("{:18}", residual.domain(start).to_string()));
        println!("job {job}      {}", left.collect::<String>().trim_end());
    }
    let critical = all.iter().filter(|&&start| residual.domain(start).is_fixed());
    let critical: Vec<String> = critical.map(|&start| model.name(start)).collect();
    println!("never moved: {}", critical.join(", "));
    println!("what is left of the machines:");
    for constraint in residual.constraints().filter(|text| text.starts_with("disjunctive")) {
        println!("  {constraint}");
    }
    Ok(())
}

/// What a machine does: the job, when the step starts, and how long it takes.
fn on(machine: usize, starts: &[Vec<IntVar>]) -> impl Iterator<Item = (usize, IntVar, i32)> + '_ {
    let steps = JOBS.iter().zip(starts).enumerate();
    steps.flat_map(move |(job, (steps, own))| {
        let here = steps.iter().zip(own).filter(move |((of, _), _)| *of == machine);
        here.map(move |(&(_, time), &start)| (job, start, time))
    })
}
