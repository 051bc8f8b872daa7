//! Numbers of solutions, in words and by candidate.

use std::io::{self, Write};

use residua::inspect::{Count, Marginals, Natural, Residual};
use residua::model::{IntVar, Model};
use residua::search::Limit;

use crate::words::{came_first, counted};

/// The count in words.
pub(crate) fn describe(count: &Count) -> String {
    let number = count.number();
    let solutions = counted(number, "solution");
    match count {
        Count::Exact(_) => solutions,
        Count::AtLeast(_, Limit::Solutions) => format!("at least {solutions}"),
        Count::AtLeast(_, limit) => format!("at least {solutions}: {}", came_first(*limit)),
    }
}

/// By cell: the values that it can have, each with the number of solutions that have it there.
#[derive(Debug)]
pub(crate) struct CellCounts(Vec<Vec<(i32, Count)>>);

impl CellCounts {
    /// Of each candidate of `residual`, or else of those that are in a solution.
    pub(crate) fn new(marginals: &Marginals, model: &Model, residual: Option<&Residual>) -> CellCounts {
        let is_shown = |var: IntVar, value, count: &Count| match residual {
            Some(residual) => residual.domain(var).contains(value),
            None => *count != Count::Exact(Natural::ZERO),
        };
        let of = |var: IntVar| {
            let all = marginals.of(var).iter();
            all.filter(|(value, count)| is_shown(var, *value, count)).cloned().collect()
        };
        CellCounts(model.vars().map(of).collect())
    }

    pub(crate) fn values(&self) -> Vec<Vec<i32>> {
        self.0.iter().map(|cell| cell.iter().map(|(value, _)| *value).collect()).collect()
    }

    /// The numbers, exact or not, in the order of the values.
    pub(crate) fn numbers(&self) -> Vec<Vec<String>> {
        let number = |(_, count): &(i32, Count)| count.number().to_string();
        self.0.iter().map(|cell| cell.iter().map(number).collect()).collect()
    }

    /// All numbers.
    pub(crate) fn counts(&self) -> impl Iterator<Item = &Count> {
        self.0.iter().flatten().map(|(_, count)| count)
    }

    pub(crate) fn are_exact(&self) -> bool {
        self.0.iter().flatten().all(|(_, count)| count.is_exact())
    }

    /// A line for each cell.
    pub(crate) fn write(&self, output: &mut dyn Write, model: &Model) -> io::Result<()> {
        for (var, cell) in model.vars().zip(&self.0) {
            write!(output, "  {}", model.name(var))?;
            for (value, count) in cell {
                let bound = if count.is_exact() { "" } else { "at least " };
                write!(output, "  {value}: {bound}{}", count.number())?;
            }
            writeln!(output)?;
        }
        Ok(())
    }
}
