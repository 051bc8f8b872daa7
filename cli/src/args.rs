//! What can be asked for on the command line.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::sudoku::{Geometry, Trust};

use crate::question::Asked;

const EXAMPLES: &str = "\
Examples:
  residua solve puzzles/9x9.txt                 every puzzle of a file
  residua solve --json --limit 10 -             from standard input, up to ten solutions each
  residua solve --box 3x2 --format pencil FILE  boxes of 3 rows by 2 columns; what propagation leaves
  residua solve --summary --threads 2 FILE      totals only

Exit codes (of many puzzles, the highest):
  0  answered, with at least one solution
  1  proved that there is none
  2  bad input: the message says where; the other puzzles are still answered
  3  a limit, or Ctrl-C, came before all that was asked for";

/// residua: a finite-domain constraint engine that says what is left.
#[derive(Debug, Parser)]
#[command(name = "residua", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve Sudoku of any box size; of those with several solutions, say what is left
    #[command(after_help = EXAMPLES)]
    Solve(Solve),
    /// Say what is left of a puzzle, at a strength of choice: candidates, rules, equal cells, parts, two witnesses
    Inspect(Inspect),
    /// Count the solutions without going through them
    Count(Count),
    /// Of a puzzle without a solution, name givens that clash, and the fewest to take away
    Conflict(Conflict),
    /// Name the givens that follow from the others, and those that would leave one solution of several
    Clues(Clues),
    /// Say why a candidate is gone, or a cell fixed: step by step, from the givens
    Why(Why),
}

/// Which puzzles, and when to give up on one.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Files of puzzles, one or many in each; `-`, or none, is standard input
    pub(crate) files: Vec<String>,

    /// The box, rows by columns: 2x3 is 2 rows by 3 columns. Found from the number of cells if not given
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// Give up on a puzzle after so many seconds, and say what is known so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// What counts of what is written into the grid: givens; entries (and givens); or marks (and entries and givens).
    /// Whatever does not count is compared with the answer. A JSON object tells them apart, as docs/json.md describes;
    /// in one line, +5 is an entered 5
    #[arg(long, value_name = "WHAT", default_value_t = Trust::Givens)]
    pub(crate) trust: Trust,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How much to find out: value, singles (values with one place left are placed), bounds, domain, singleton, or exact (each candidate left is in a solution)
    #[arg(long, value_name = "LEVEL", default_value_t = Strength::Exact)]
    pub(crate) strength: Strength,

    /// How to print
    #[arg(long, value_enum, default_value_t = InspectFormat::Pencil)]
    pub(crate) format: InspectFormat,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Compare the strengths: candidates left, cells fixed, time
    #[arg(long, conflicts_with_all = ["json", "format", "strength", "count", "counts"])]
    pub(crate) compare: bool,

    /// Count the solutions in full, however long it takes within --time; else counting ends after a second
    #[arg(long)]
    pub(crate) count: bool,

    /// Count for each candidate too, in full
    #[arg(long)]
    pub(crate) counts: bool,
}

/// How what is left is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// Text, with all candidates of each cell
    Pencil,
    /// Text, with the definite cells only
    Grid,
    /// One JSON object a line and puzzle, as docs/json.md describes
    Json,
    /// As a Prolog top level answers: bindings, domains, and goals of library(clpfd)
    Clpfd,
    /// A picture of one puzzle
    Svg,
    /// A page for a browser, with all puzzles
    Html,
}

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Stop at N solutions, and say that there are at least as many: an answer, with exit code 0
    #[arg(long, value_name = "N", value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,

    /// Count for each candidate too
    #[arg(long)]
    pub(crate) candidates: bool,

    /// Print JSON, one object a line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Conflict {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Name all conflicts, one after another
    #[arg(long)]
    pub(crate) all: bool,

    /// Stop after N conflicts
    #[arg(long, value_name = "N", requires = "all", value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,

    /// Name a conflict with the fewest givens
    #[arg(long, conflicts_with = "all")]
    pub(crate) smallest: bool,

    /// Print JSON, one object a line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Clues {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Print JSON, one object a line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

const QUESTIONS: &str = "\
Examples:
  residua why FILE r3c5=7     is r3c5 always 7, never, or sometimes? and why
  residua why FILE r3c5!=7    the same of r3c5 not being 7
  residua why - r3c5          all there is to say of r3c5: its value, or what it cannot be
  residua why FILE            of a puzzle without a solution: why there is none

Each line of an answer follows from those before it by one house; givens are named as the cells that have them.";

#[derive(Args, Debug)]
#[command(after_help = QUESTIONS)]
pub(crate) struct Why {
    /// A file of puzzles; `-` is standard input
    pub(crate) file: String,

    /// What to explain: r3c5=7, r3c5!=7, or r3c5
    #[arg(value_name = "QUESTION")]
    pub(crate) questions: Vec<Asked>,

    /// The box, rows by columns: 2x3 is 2 rows by 3 columns. Found from the number of cells if not given
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// Print JSON, one object a line, for each puzzle and question
    #[arg(long)]
    pub(crate) json: bool,

    /// What counts of what is written into the grid: givens; entries (and givens); or marks (and entries and givens)
    #[arg(long, value_name = "WHAT", default_value_t = Trust::Givens)]
    pub(crate) trust: Trust,
}

impl Why {
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs { files: vec![self.file.clone()], geometry: self.geometry, time: self.time, trust: self.trust }
    }
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Solve {
    /// Files of puzzles, one or many in each; `-`, or none where something is piped in, is standard input
    pub(crate) files: Vec<String>,

    /// The box, rows by columns: 2x3 is 2 rows by 3 columns, in a 6x6 grid. Found from the number of cells if not given
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// Print all solutions, as they are found. One JSON object holds all of a puzzle, in memory
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,

    /// Print up to N solutions of each puzzle [default: one if it is the only one, or two]
    #[arg(long, value_name = "N", value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,

    /// How much each house finds out without search: value, bounds or domain
    #[arg(long, value_name = "LEVEL", default_value_t = Consistency::Domain)]
    pub(crate) strength: Consistency,

    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Print only the totals
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print what each puzzle took: decisions, failures, propagations (JSON always tells, one line never)
    #[arg(long, conflicts_with = "summary")]
    pub(crate) stats: bool,

    /// Solve with N threads, up to 1024; 0 takes as many as the machine has. The order of the output stays
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// What counts of what is written into the grid: givens; entries (and givens); or marks (and entries and givens)
    #[arg(long, value_name = "WHAT", default_value_t = Trust::Givens)]
    pub(crate) trust: Trust,

    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// Give up on a puzzle after so many nodes of search
    #[arg(long, value_name = "N", value_parser = zero_or_more, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
}

impl Solve {
    /// How to print.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Grids drawn with box characters
    Grid,
    /// Grids drawn with | and -
    Ascii,
    /// One line a puzzle
    Line,
    /// What propagation leaves of each cell
    Pencil,
    /// One JSON object a line and puzzle, as docs/json.md describes
    Json,
    /// A program of library(clpfd) to consult: puzzle(Rows), and solution(Rows) with search
    Prolog,
    /// As a Prolog top level answers: bindings, domains, and goals of library(clpfd)
    Clpfd,
}

/// Prints what can be asked for; the exit code of those who asked for nothing.
pub(crate) fn print_help() -> ExitCode {
    let mut command = Arguments::command();
    command.build();
    if let Some(solve) = command.find_subcommand_mut("solve") {
        // Without a standard output there is nobody to help.
        let _ = solve.print_help();
    }
    ExitCode::from(2)
}

/// Seconds. A time beyond what a clock can tell is as good as no limit.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    let number = text.parse::<f64>().ok().filter(|number| *number >= 0.0 && number.is_finite());
    let number = number.ok_or("expected a number of seconds, 0 or more")?;
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

fn zero_or_more(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number, 0 to {}", u64::MAX))
}

fn one_or_more(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("expected a number, 1 to {}", u64::MAX))
}

/// More threads than any machine gains from; where there are many more, the system ends the program.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number of threads, 0 to {MOST_THREADS}"))
}
