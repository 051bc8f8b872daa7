//! Arguments of `residua fzn`: the standard options of MiniZinc solvers, with their long names.

use std::time::Duration;

use clap::Args;

use crate::args::{Estimates, Learn};
use crate::numbers::{threads, zero_or_more};

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua fzn model.fzn                 one solution, or the best one
  residua fzn -a model.fzn              all solutions, or every improving one
  residua fzn --install                 minizinc --solver residua model.mzn
  minizinc -c --fzn - model.mzn | residua fzn -s -t 10000 -

Exit codes: 0 for every answer, as MiniZinc expects; 2 for bad input, reported with its position.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Fzn {
    /// FlatZinc file; `-` is standard input
    #[arg(required_unless_present = "install")]
    pub(crate) file: Option<String>,

    /// Install the solver configuration and library where MiniZinc looks for them, or in DIR
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "", exclusive = true)]
    pub(crate) install: Option<String>,

    /// Print all solutions, each once; for optimisation, every improving solution
    #[arg(short = 'a', long = "all-solutions")]
    pub(crate) all: bool,

    /// For optimisation, print every improving solution, not only the best
    #[arg(short = 'i', long = "intermediate")]
    pub(crate) intermediate: bool,

    /// For satisfaction, stop after N solutions; 0 for all
    #[arg(short = 'n', long = "num-solutions", value_name = "N", value_parser = zero_or_more)]
    pub(crate) solutions: Option<u64>,

    /// Free search: search annotations may be ignored
    #[arg(short = 'f', long = "free-search")]
    pub(crate) free: bool,

    /// When to use nogood learning
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Learn::Auto)]
    pub(crate) learn: Learn,

    /// Number of threads, up to 1024; 0 uses all cores
    #[arg(short = 'p', long = "parallel", value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,

    /// Random seed
    #[arg(
        short = 'r',
        long = "random-seed",
        value_name = "SEED",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) seed: i64,

    /// Print statistics (%%%mzn-stat lines)
    #[arg(short = 's', long = "statistics")]
    pub(crate) statistics: bool,

    /// Log progress on standard error
    #[arg(short = 'v', long = "verbose")]
    pub(crate) verbose: bool,

    /// Time limit in milliseconds from the start, with partial results; 0 for none
    #[arg(short = 't', long = "time-limit", value_name = "MS", default_value_t = 0)]
    time_limit: u64,

    #[command(flatten)]
    pub(crate) estimates: Estimates,

    /// Print the estimate as JSON
    #[arg(long, requires = "estimate")]
    pub(crate) json: bool,

    /// Check each solution against the definition of every constraint before printing it
    #[arg(long)]
    pub(crate) check: bool,
}

impl Fzn {
    /// When to stop, after the start.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        (self.time_limit > 0).then(|| Duration::from_millis(self.time_limit))
    }

    /// How many solutions are asked for, unless it is an optimisation; `None` is all.
    pub(crate) fn most(&self) -> Option<u64> {
        match self.solutions {
            Some(0) => None,
            None if self.all => None,
            None => Some(1),
            most => most,
        }
    }
}
