//! Limits inside long runs: each constraint of the catalogue over 10⁵ and 10⁶ views, values or tuples.
//!
//! `cargo bench -p residua-benches --bench limits` prints a table in Markdown; names of rows after `--` print only these. Each
//! measurement has a process of its own, with a limit on its memory and on its time, so that one that is too large is a word in the table.
//!
//! | column | |
//! |---|---|
//! | post | seconds to make the model |
//! | root | seconds to compile it and to propagate its root, without a limit |
//! | growth | by which power of the size these grow, from the first size to the second, where they can be measured |
//! | limited | what a search for the first solution comes to that is given one second: how many seconds it takes beyond that, by all of its work, or when it was done before |
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | the constraints |
//! | `measure.rs` | one measurement, and the process that it is made in |

#![expect(clippy::print_stdout, reason = "a table is all that it makes")]

mod measure;
mod rows;

use measure::{Measured, Outcome};

use crate::measure::{Mode, measure};
use crate::rows::{ROWS, Row};

/// The sizes that are compared.
const SIZES: [usize; 2] = [100_000, 1_000_000];

/// The size at which it is tested.
const FEW: usize = 2000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [name, size, mode] = &arguments[..]
        && let (Some(row), Ok(size), Some(mode)) = (find(name), size.parse(), Mode::of(mode))
    {
        println!("{}", measure::here(row, size, mode));
        return;
    }
    // As the other benches do, it only shows that it works.
    if arguments.iter().any(|argument| argument == "--test") {
        for row in ROWS {
            assert_ne!(measure::here(row, FEW, Mode::Root), measure::REFUSED, "{}", row.name);
        }
        return;
    }
    println!(
        "| constraint | post 10⁵ | root 10⁵ | limited 10⁵ | post 10⁶ | root 10⁶ | growth | limited 10⁶ |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for row in ROWS.iter().filter(|row| arguments.is_empty() || arguments.iter().any(|name| name == row.name))
    {
        let roots = SIZES.map(|size| measure(row, size, Mode::Root));
        let limited = SIZES.map(|size| measure(row, size, Mode::Limited));
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            row.name,
            roots[0].post(),
            roots[0].taken(),
            limited[0].beyond(),
            roots[1].post(),
            roots[1].taken(),
            growth(&roots),
            limited[1].beyond(),
        );
    }
}

fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// By which power of the size the seconds grow, where both take long enough to be compared.
fn growth(roots: &[Measured; 2]) -> String {
    const LEAST: f64 = 0.005;
    let seconds = |measured: &Measured| match measured.outcome {
        Outcome::Done { taken, .. } if taken > LEAST => Some(taken),
        _ => None,
    };
    let power = |small: f64, large: f64| (large / small).log(SIZES[1] as f64 / SIZES[0] as f64);
    match (seconds(&roots[0]), seconds(&roots[1])) {
        (Some(small), Some(large)) => format!("{:.1}", power(small, large)),
        _ => String::new(),
    }
}
