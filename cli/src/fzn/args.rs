//! The options of `residua fzn`: those that MiniZinc gives to a solver, with the long names that MiniZinc has for them.

use std::time::Duration;

use clap::Args;

use crate::args::Learn;
use crate::numbers::{threads, zero_or_more};

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua fzn model.fzn                 one solution, or the best one
  residua fzn -a model.fzn              all solutions, or each that is better than those before
  residua fzn --install                 minizinc --solver residua model.mzn
  minizinc -c --fzn - model.mzn | residua fzn -s -t 10000 -

Exit codes: 0 whatever the answer is, as MiniZinc expects it; 2 for bad input, with the place in the file.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Fzn {
    /// A file of FlatZinc; `-` is standard input
    #[arg(required_unless_present = "install")]
    pub(crate) file: Option<String>,

    /// Put the configuration and the library of this solver where MiniZinc looks for them, or into the folder DIR
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "", exclusive = true)]
    pub(crate) install: Option<String>,

    /// Print all solutions, each once; of an optimisation, each that is better than those before
    #[arg(short = 'a', long = "all-solutions")]
    pub(crate) all: bool,

    /// Of an optimisation, print each solution that is better than those before; else only the best one is printed
    #[arg(short = 'i', long = "intermediate")]
    pub(crate) intermediate: bool,

    /// Stop after N solutions, unless it is an optimisation; 0 is all of them
    #[arg(short = 'n', long = "num-solutions", value_name = "N", value_parser = zero_or_more)]
    pub(crate) solutions: Option<u64>,

    /// Search freely: the search annotations of the file may be ignored
    #[arg(short = 'f', long = "free-search")]
    pub(crate) free: bool,

    /// Learn from dead ends
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Learn::Auto)]
    pub(crate) learn: Learn,

    /// Search with N threads, up to 1024; 0 takes as many as the machine has
    #[arg(short = 'p', long = "parallel", value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,

    /// The seed of what is random
    #[arg(
        short = 'r',
        long = "random-seed",
        value_name = "SEED",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) seed: i64,

    /// Print statistics, in lines that begin with %%%mzn-stat
    #[arg(short = 's', long = "statistics")]
    pub(crate) statistics: bool,

    /// Write on standard error what is being done
    #[arg(short = 'v', long = "verbose")]
    pub(crate) verbose: bool,

    /// Stop this many milliseconds after the start, with what is known by then; 0 is never
    #[arg(short = 't', long = "time-limit", value_name = "MS", default_value_t = 0)]
    time_limit: u64,

    /// Check each solution against every constraint, by its definition, before it is printed
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
