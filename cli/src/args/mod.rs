//! Command-line arguments: the subcommands; in `inputs.rs` and `learn.rs`, arguments that several share.

mod inputs;
mod learn;

use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua_report::outside;
use residua_report::question::{self, Drawing, Form};

use crate::colour::When;
use crate::create::arguments::Create;
use crate::decode::{self, Decode};
use crate::export::args::{self as export, Export};
use crate::fzn::args::Fzn;
use crate::numbers::{threads, zero_or_more};

pub(crate) use crate::args::inputs::{Graphs, Inputs, Models, Most, PerPuzzle, Reading};
pub(crate) use crate::args::learn::Learn;

const EXAMPLES: &str = "\
Examples:
  residua solve puzzles/9x9.txt                 every puzzle of a file
  residua solve --json --limit 10 -             from standard input, up to ten solutions each
  residua solve --box 3x2 --format pencil FILE  boxes of 3 rows by 2 columns; candidates left
  residua solve --summary --threads 2 FILE      totals only

Exit codes (the highest of all puzzles):
  0  answered: at least one solution
  1  proved infeasible
  2  bad input, reported with its position; the other puzzles are still answered
  3  stopped by --time, --nodes or Ctrl-C before the answer was complete
     (stopping at --limit is a complete answer)";

/// A finite-domain constraint solver that also explains: Sudoku of any size, MiniZinc models, DIMACS files.
#[derive(Debug, Parser)]
#[command(name = "residua", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to colour verdicts and grids
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto, display_order = 998)]
    pub(crate) color: When,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve Sudoku of any box size; show remaining candidates and rules where several solutions exist
    #[command(after_help = EXAMPLES)]
    Solve(Solve),
    /// Analyse a puzzle or model at a chosen strength: remaining candidates and rules, equal cells, components, two solutions
    Inspect(Inspect),
    /// Count the solutions without enumerating them
    Count(Count),
    /// Explain infeasibility: a minimal conflict (MUS) and a minimum correction (MCS)
    Conflict(Conflict),
    /// Find redundant givens, and the fewest additional givens that make the solution unique
    Clues(Clues),
    /// Explain why a value is impossible or forced, step by step
    Why(Why),
    /// Create puzzles of any box size: minimal, symmetric, with N givens or K solutions
    Create(Create),
    /// Export a puzzle or model as CNF, a 0-1 program, polynomials, a graph, MiniZinc or Prolog
    #[command(after_help = export::EXAMPLES)]
    Export(Export),
    /// Decode and verify another solver's output
    #[command(after_help = decode::EXAMPLES)]
    Decode(Decode),
    /// Solve FlatZinc, with the options and output that MiniZinc expects of a solver
    Fzn(Fzn),
    /// Write shell completions
    #[command(after_help = COMPLETIONS)]
    Completions(Completions),
    /// Write the manual page
    #[command(after_help = MANUAL)]
    Man,
}

const COMPLETIONS: &str = "\
Examples:
  residua completions bash > ~/.local/share/bash-completion/completions/residua
  residua completions zsh > ~/.zfunc/_residua       (with that directory in fpath, before compinit)
  residua completions fish > ~/.config/fish/completions/residua.fish";

const MANUAL: &str = "\
Example:
  residua man > ~/.local/share/man/man1/residua.1";

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// Target shell
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    /// Consistency to reach: value, singles (with hidden singles), bounds, domain, singleton, or exact (each remaining candidate is in a solution)
    #[arg(long, value_name = "STRENGTH", default_value_t = Strength::Exact)]
    pub(crate) strength: Strength,

    /// Output format [default: pencil, or grid for very many candidates]
    #[arg(long, value_enum)]
    pub(crate) format: Option<InspectFormat>,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Compare all strengths: candidates left, cells or variables fixed, time
    #[arg(long, conflicts_with_all = ["json", "format", "strength", "count", "counts"])]
    pub(crate) compare: bool,

    /// Count all solutions within --time; by default counting stops after one second
    #[arg(long)]
    pub(crate) count: bool,

    /// Also count the solutions with each candidate, within --time
    #[arg(long)]
    pub(crate) counts: bool,

    /// List all remaining rules, including those that the grid shows
    #[arg(long)]
    pub(crate) rules: bool,
}

impl Inspect {
    /// Whether objects are printed.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == Some(InspectFormat::Json)
    }

    pub(crate) fn question(&self) -> question::Inspect {
        let drawing = match self.format {
            Some(InspectFormat::Grid) => Some(Drawing::Solved),
            Some(_) => Some(Drawing::Candidates),
            None => None,
        };
        let &Inspect { strength, count, counts, rules, .. } = self;
        question::Inspect { strength, count, counts, rules, drawing }
    }
}

/// How what is left is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// Text, with all candidates of each cell
    Pencil,
    /// Text, with the fixed cells only
    Grid,
    /// One JSON object per line and puzzle (see docs/json.md)
    Json,
    /// Prolog answers, as a top level prints them: bindings, domains and goals of library(clpfd)
    Clpfd,
    /// SVG picture of one puzzle
    Svg,
    /// HTML page with pictures of all puzzles
    Html,
}

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    #[command(flatten)]
    pub(crate) most: Most,

    /// Also count the solutions with each candidate
    #[arg(long)]
    pub(crate) candidates: bool,

    /// Print JSON, one object per line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Conflict {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    /// Enumerate all minimal conflicts
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) most: Most,

    /// Find a conflict of minimum size
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) smallest: bool,

    /// Print JSON, one object per line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

impl Conflict {
    pub(crate) fn question(&self) -> question::Conflict {
        let &Conflict { all, most: Most { limit }, smallest, .. } = self;
        question::Conflict { all, limit, smallest }
    }
}

impl Count {
    pub(crate) fn question(&self) -> question::Count {
        question::Count { candidates: self.candidates, limit: self.most.limit }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Clues {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Print JSON, one object per line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

const QUESTIONS: &str = "\
Examples:
  residua why FILE r3c5=7     is r3c5 = 7 in all solutions, in some, or in none, and why?
  residua why FILE r3c5!=7    the same for r3c5 ≠ 7
  residua why - r3c5          every fact about r3c5: its value, or its impossible values
  residua why FILE            why a puzzle has no solution
  residua why m.mzn m.dzn 'x[2]=3'   the same for a MiniZinc model with its data

Each step follows from earlier steps and the givens that it names, by the rule of one house.";

#[derive(Args, Debug)]
#[command(after_help = QUESTIONS)]
pub(crate) struct Why {
    /// A file of puzzles, or a MiniZinc model; `-` is standard input
    pub(crate) file: String,

    /// What to explain: r3c5=7, r3c5!=7 or r3c5; for a model x=3, x!=3, x<=3 or x, also for a whole array
    #[arg(value_name = "QUESTION")]
    pub(crate) questions: Vec<String>,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    #[command(flatten)]
    pub(crate) each: PerPuzzle,

    /// Print JSON, one object per line, for each puzzle and question
    #[arg(long)]
    pub(crate) json: bool,
}

impl Why {
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs { files: vec![self.file.clone()], each: self.each }
    }

    pub(crate) fn question(&self) -> question::Why {
        question::Why { questions: self.questions.clone() }
    }
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    /// Print all solutions as they are found (JSON keeps those of one puzzle in memory)
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) most: Most,

    /// Consistency that each house enforces in propagation: value, bounds or domain
    #[arg(long = "strength", value_name = "CONSISTENCY", default_value_t = Consistency::Domain)]
    pub(crate) consistency: Consistency,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// List all remaining rules, including those that the grid shows
    #[arg(long)]
    pub(crate) rules: bool,

    /// Print only totals, and errors on standard error
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print decisions, failures and propagations of each puzzle (always in JSON, never with --format line)
    #[arg(long, conflicts_with = "summary")]
    pub(crate) stats: bool,

    /// When to use nogood learning
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Learn::Auto, conflicts_with = "with")]
    pub(crate) learn: Learn,

    /// Number of threads, up to 1024; 0 uses all cores. The order of the output does not change
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// Stop the search of a puzzle after N nodes
    #[arg(long, value_name = "N", value_parser = zero_or_more, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// Search with a SAT solver: a command such as 'cadical -q {}', run without a shell; {} is the file with the clauses, which
    /// are standard input otherwise. Its answers are verified
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["nodes", "stats"])]
    pub(crate) with: Option<outside::Command>,
}

impl Solve {
    /// How to print.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    pub(crate) fn question(&self) -> question::Solve {
        let form = match self.format() {
            _ if self.summary => Form::Verdict,
            Format::Grid => Form::Grid,
            Format::Ascii => Form::Ascii,
            Format::Line => Form::Line,
            Format::Pencil => Form::Pencil,
            Format::Json => Form::Json,
            Format::Prolog => Form::Prolog,
            Format::Clpfd => Form::Clpfd,
        };
        let &Solve { all, most: Most { limit }, consistency, nodes, stats, rules, .. } = self;
        question::Solve { all, limit, consistency, learn: self.learn.into(), nodes, stats, rules, form }
    }
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Grids drawn with box characters
    Grid,
    /// Grids drawn with | and -
    Ascii,
    /// One line per puzzle
    Line,
    /// Candidates of each cell after propagation
    Pencil,
    /// One JSON object per line and puzzle (see docs/json.md)
    Json,
    /// Prolog program with library(clpfd): puzzle(Rows), and solution(Rows) with search
    Prolog,
    /// Prolog answers, as a top level prints them: bindings, domains and goals of library(clpfd)
    Clpfd,
}

/// Prints what can be asked for; the exit code of those who asked for nothing.
pub(crate) fn print_help() -> ExitCode {
    let mut command = Arguments::command();
    command.build();
    if let Some(solve) = command.find_subcommand_mut("solve") {
        // Without a standard output there is no way to show the help.
        let _ = solve.print_help();
    }
    ExitCode::from(2)
}
