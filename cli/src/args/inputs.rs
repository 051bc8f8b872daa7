//! What several subcommands take: inputs, how they are read, and limits.

use std::time::Duration;

use clap::Args;
use residua_report::Decimal;
use residua_report::models::Bounds;
use residua_sudoku::{Geometry, Trust};

use crate::numbers::{one_or_more, seconds};

/// How puzzles are read.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The box, rows by columns: 2x3 is 2 rows by 3 columns, in a 6x6 grid, and 1x6 makes it a Latin square. Found from the number of
    /// cells if not given
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// What counts of what is written into the grid: givens; entries (and givens); or marks (and entries and givens).
    /// What does not count, inspect compares with the answer. A JSON object has a member for each, as docs/json.md describes;
    /// in one line, +5 is an entered 5
    #[arg(long, value_name = "WHAT", default_value_t = Trust::Givens)]
    pub(crate) trust: Trust,

    /// Pass over members of JSON objects and columns of tables that are not understood, whatever rules they carry, and say on standard
    /// error which; without it they are mistakes
    #[arg(long)]
    pub(crate) ignore_unknown: bool,
}

/// Options of all subcommands that answer puzzles.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct PerPuzzle {
    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Give up on a puzzle after this many seconds, and say what is known so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

/// A limit on the solutions, or conflicts, that a subcommand lists or counts.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Stop after N of what is listed or counted, and say that there may be more. That is an answer: the exit code is
    /// the same as without
    #[arg(long, value_name = "N", value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

/// Of inputs that may be graphs.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Graphs {
    /// Of a graph (a file of DIMACS with edges): with how many colours it is to be coloured, no two neighbours in the same one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) colors: Option<u32>,
}

/// Of inputs that may be models of MiniZinc.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Models {
    /// Of a model of MiniZinc with an objective: only solutions in which that is at most N
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) objective_at_most: Option<Decimal>,

    /// Of a model of MiniZinc with an objective: only solutions in which that is at least N
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) objective_at_least: Option<Decimal>,
}

impl From<Models> for Bounds {
    fn from(models: Models) -> Bounds {
        let Models { objective_at_most, objective_at_least } = models;
        Bounds { objective_at_most, objective_at_least }
    }
}

/// Which puzzles.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Files of puzzles, one or many in each; `-`, or none, is standard input. Also, where that makes sense, clauses and graphs of
    /// DIMACS, and models of MiniZinc: .fzn, .fzn.json, or .mzn with its .dzn and .json after it
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) each: PerPuzzle,
}

impl Inputs {
    /// The names of the inputs; of none, that of standard input.
    pub(crate) fn named(&self) -> Vec<String> {
        if self.files.is_empty() { vec!["-".to_owned()] } else { self.files.clone() }
    }
}
