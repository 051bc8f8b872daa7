//! A custom brancher: queens start from the middle of the board, where they attack most.
//!
//! `cargo run --release --example custom_brancher -- 40`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;

use residua::prelude::*;

/// Takes the variable with the fewest values, the one nearest to the middle among equals, and assigns the value
/// nearest to the middle.
#[derive(Clone, Debug)]
struct FromTheMiddle {
    vars: Vec<IntVar>,
}

impl Brancher for FromTheMiddle {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let middle = self.vars.len() / 2;
        let open = self.vars.iter().enumerate().filter(|(_, var)| solver.value(**var).is_none());
        let (_, &var) = open.min_by_key(|&(at, &var)| (solver.domain(var).size(), at.abs_diff(middle)))?;
        let value = solver.domain(var).iter().min_by_key(|value| value.abs_diff(middle as i32))?;
        Some(var.is(value))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let n: u16 = std::env::args().nth(1).map_or(Ok(40), |text| text.parse())?;
    let mut model = Model::new();
    let columns = model.int_vars("q", n.into(), 0..=i32::from(n) - 1);
    let shifted = |sign: i32| columns.iter().zip(0..).map(move |(&q, row)| q + sign * row);
    model.post(all_different(&columns))?;
    model.post(all_different(shifted(1)))?;
    model.post(all_different(shifted(-1)))?;
    report("first fail, values ascending", model.search());
    report("from the middle", model.search().brancher(FromTheMiddle { vars: columns }));
    Ok(())
}

/// Looks for one solution and prints the statistics.
fn report(name: &str, search: Search) {
    let limits = Limits::none().nodes(100_000);
    let mut solutions = search.limits(limits).solutions();
    let _ = solutions.advance();
    println!("{name}: {}", solutions.statistics());
}
