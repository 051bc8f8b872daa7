//! Shared arguments of the subcommands: inputs, how they are read, and limits.

use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use residua_report::Decimal;
use residua_report::models::Bounds;
use residua_sudoku::{Geometry, Trust};

use crate::args::further_rules::FurtherRules;
use crate::numbers::{one_or_more, seconds, threads};

/// How puzzles are read.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// Box size, rows by columns: 2x3 is 2 rows by 3 columns (a 6x6 grid), 1x6 a Latin square [default: from the number of cells]
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// Which cell contents are treated as facts: givens; entries (and givens); or marks (and entries and givens). inspect compares
    /// the others with the solutions. JSON has a member for each (see docs/json.md); in one line, +5 is an entered 5
    #[arg(long, value_name = "WHAT", default_value_t = Trust::Givens)]
    pub(crate) trust: Trust,

    /// Skip unknown JSON members and table columns, even if they carry rules, and name them on standard error; by default they are
    /// errors
    #[arg(long)]
    pub(crate) ignore_unknown: bool,
}

/// Options of all subcommands that answer puzzles.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct PerPuzzle {
    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Stop after this many seconds per puzzle, with partial results
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

/// A limit on the solutions, or conflicts, that a subcommand lists or counts.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Stop after N solutions or conflicts, and report that there may be more. The exit code is the same as without --limit
    #[arg(long, value_name = "N", value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

/// Of questions whose search can be estimated.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Estimates {
    /// Do not search, but estimate the size of the search for all solutions, and how many there are, by PROBES random probes, with standard
    /// errors
    #[arg(
        long,
        value_name = "PROBES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1000",
        value_parser = one_or_more
    )]
    pub(crate) estimate: Option<u64>,
}

/// Of questions that several threads answer.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Together {
    /// Number of threads for each puzzle or model, up to 1024; 0 uses all cores. Numbers and candidates do not change; of several
    /// solutions other ones may be shown
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
}

impl Together {
    /// The number of threads.
    pub(crate) fn threads(self) -> usize {
        match self.threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// Of inputs that may be graphs.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Graphs {
    /// Number of colours for a graph (DIMACS file with edges): adjacent vertices get different colours
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) colors: Option<u32>,
}

/// Of inputs that may be models of MiniZinc.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Models {
    /// For a MiniZinc model with an objective: only solutions with objective at most N
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) objective_at_most: Option<Decimal>,

    /// For a MiniZinc model with an objective: only solutions with objective at least N
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
#[derive(Args, Clone, Debug)]
pub(crate) struct Inputs {
    /// Files with one or more puzzles; `-`, or no file, is standard input. Where supported, also DIMACS clauses and graphs, and
    /// MiniZinc models: .fzn, .fzn.json, or .mzn followed by its .dzn and .json
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) each: PerPuzzle,

    #[command(flatten)]
    pub(crate) further: FurtherRules,
}

impl Inputs {
    /// The names of the inputs; of none, that of standard input.
    pub(crate) fn named(&self) -> Vec<String> {
        if self.files.is_empty() { vec!["-".to_owned()] } else { self.files.clone() }
    }
}
