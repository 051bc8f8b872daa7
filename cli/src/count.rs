//! `residua count`: how many solutions.

use std::io::{self, Write};
use std::process::ExitCode;

use residua::inspect::{Count, Counter};
use residua::model::IntVar;

use crate::args;
use crate::each::{self, End};

pub(crate) fn run(arguments: &args::Count) -> ExitCode {
    each::run(&arguments.inputs, |found, limits, output| {
        let model = found.puzzle.model();
        let mut counter = Counter::new(&model, limits);
        let count = counter.count();
        writeln!(output, "{}:{}  {}", found.file, found.line, describe(&count))?;
        if arguments.candidates {
            for var in model.vars() {
                write_candidates(output, &mut counter, &model.name(var), var, model.domain(var).iter())?;
            }
        }
        Ok(match count {
            Count::AtLeast(..) => End::Stopped,
            Count::Exact(number) if number.is_zero() => End::Refuted,
            Count::Exact(_) => End::Answered,
        })
    })
}

/// The count in words.
pub(crate) fn describe(count: &Count) -> String {
    match count {
        Count::Exact(number) => format!("{number} solutions"),
        Count::AtLeast(number, limit) => {
            format!("at least {number} solutions: the limit on {limit} came first")
        }
    }
}

/// A line for a cell: each value with the number of solutions that have it there.
fn write_candidates(
    output: &mut dyn Write,
    counter: &mut Counter,
    name: &str,
    var: IntVar,
    values: impl Iterator<Item = i32>,
) -> io::Result<()> {
    write!(output, "  {name}")?;
    for value in values {
        match counter.count_under(&[var.is(value)]) {
            Count::Exact(number) if number.is_zero() => {}
            Count::Exact(number) => write!(output, "  {value}: {number}")?,
            Count::AtLeast(number, _) => write!(output, "  {value}: at least {number}")?,
        }
    }
    writeln!(output)
}
