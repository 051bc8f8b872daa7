//! Arguments of `split`, `work` and `merge`.

use std::time::Duration;

use clap::{Args, ValueEnum};
use residua::engine::Consistency;
use residua::search::EngineChoice;
use residua_report::distributed::{Ask, How};
use residua_report::question::Form;

use crate::args::{FurtherRules, Graphs, Learn, Models, Reading};
use crate::numbers::{one_or_more, seconds};

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua split m.fzn > units.jsonl                              1,000 subproblems, a line each
  residua work m.fzn units.jsonl --ask count --out reports       all of them, here
  residua work m.fzn units.jsonl --part 3/100 --ask count --out reports
                                                                 one of a hundred jobs of an array
  residua work m.fzn - --ask count < units.jsonl > reports.jsonl for a driver: one report a line
  residua merge m.fzn units.jsonl reports --ask count            the answer

All three take the same options about the subject and its search; work and merge also the same --ask and --budget.

Exit codes:
  0  split and work: done; merge: answered
  1  merge: proved infeasible
  2  bad input, reported with its position; also subproblems and reports of another model, question or budget
  3  not complete: stopped by --time or Ctrl-C; merge: reports or subproblems are missing";

/// The subject, and how it is searched. All of it has to be the same for split, work and merge.
#[derive(Args, Debug)]
pub(crate) struct One {
    /// One puzzle, MiniZinc model (.fzn, .fzn.json, .mzn) or DIMACS file; `-` is standard input
    #[arg(value_name = "SUBJECT")]
    pub(crate) file: String,

    /// Data of a .mzn model
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Vec<String>,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) further: FurtherRules,

    /// Consistency that constraints enforce in propagation: value, bounds or domain [default: as of solve and fzn]
    #[arg(long = "strength", value_name = "CONSISTENCY")]
    consistency: Option<Consistency>,

    /// When to use nogood learning: on, or never (auto is never)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Learn::Auto)]
    learn: Learn,

    /// For a MiniZinc model: search annotations may be ignored
    #[arg(short = 'f', long = "free-search")]
    free: bool,

    /// For a MiniZinc model: random seed of its search annotations
    #[arg(
        short = 'r',
        long = "random-seed",
        value_name = "SEED",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    seed: i64,
}

impl One {
    /// How its parts are searched.
    pub(crate) fn how(&self, engine: EngineChoice, budget: Option<u64>) -> How {
        let &One { consistency, learn, free, seed, .. } = self;
        How { consistency, learn: learn.into(), free, seed: seed.cast_unsigned(), engine, budget }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Split {
    #[command(flatten)]
    pub(crate) one: One,

    /// Split into at most N subproblems: many more than workers, so that their sizes even out
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) parts: u64,

    /// For a model with an objective: the question of the subproblems, if it is not the optimum
    #[arg(long, value_enum, value_name = "QUESTION")]
    pub(crate) ask: Option<Asked>,
}

/// What is asked, and how much of a subproblem is searched at once.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Question {
    /// What is asked
    #[arg(long, value_enum, value_name = "QUESTION")]
    pub(crate) ask: Asked,

    /// Split a subproblem again after N nodes [default: 100000]
    #[arg(long, value_name = "N", value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) budget: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct Work {
    #[command(flatten)]
    pub(crate) one: One,

    /// The subproblems, as split writes them; `-` is standard input, where each line is answered at once
    #[arg(value_name = "UNITS")]
    pub(crate) units: String,

    #[command(flatten)]
    pub(crate) question: Question,

    /// Only the subproblems whose number in the order of search, from 0, is K modulo N; K may start from 0 or from 1
    #[arg(long, value_name = "K/N", value_parser = part)]
    pub(crate) part: Option<(u64, u64)>,

    /// Folder for the reports, one file each; those that are there are not made again. Without it, the subproblems have to come from
    /// standard input, each gets one report on standard output, and what is left of it is for the caller
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,

    /// For an optimum: look only for solutions that are better than this value
    #[arg(long, value_name = "V", allow_negative_numbers = true)]
    pub(crate) incumbent: Option<i64>,

    /// Stop after this many seconds in all; what was done of the last subproblem is lost
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    #[command(flatten)]
    pub(crate) one: One,

    /// The subproblems, as split wrote them
    #[arg(value_name = "UNITS")]
    pub(crate) units: String,

    /// The folder of the reports, or one file with a report a line
    #[arg(value_name = "REPORTS")]
    pub(crate) reports: String,

    #[command(flatten)]
    pub(crate) question: Question,

    /// How solutions are printed
    #[arg(long, value_enum, default_value_t = Listed::Grid)]
    format: Listed,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Stop after this many seconds what follows the merge, with partial results
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

impl Merge {
    /// How the answer is written.
    pub(crate) fn form(&self) -> Form {
        match self.format {
            _ if self.json => Form::Json,
            Listed::Grid => Form::Grid,
            Listed::Ascii => Form::Ascii,
            Listed::Line => Form::Line,
            Listed::Json => Form::Json,
        }
    }
}

/// How solutions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Grids drawn with box characters
    Grid,
    /// Grids drawn with | and -
    Ascii,
    /// One line per solution
    Line,
    /// One JSON object (see docs/json.md)
    Json,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// All solutions
    Solutions,
    /// One solution, or that there is none
    First,
    /// The number of solutions
    Count,
    /// The number of solutions, also with each candidate
    Marginals,
    /// The best value of the objective, with a solution
    Optimum,
    /// The candidates that are in solutions
    Exact,
}

impl From<Asked> for Ask {
    fn from(asked: Asked) -> Ask {
        match asked {
            Asked::Solutions => Ask::Solutions,
            Asked::First => Ask::First,
            Asked::Count => Ask::Count,
            Asked::Marginals => Ask::Marginals,
            Asked::Optimum => Ask::Optimum,
            Asked::Exact => Ask::Exact,
        }
    }
}

/// A part, `K/N`, as K modulo N, and N.
fn part(text: &str) -> Result<(u64, u64), &'static str> {
    let numbers: Option<(u64, u64)> =
        text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if n > 0 && k <= n => Ok((k % n, n)),
        _ => Err("expected K/N with K from 0 to N, such as 3/100"),
    }
}
