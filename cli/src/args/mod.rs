//! What can be asked for on the command line: the subcommands; in `inputs.rs` and `learn.rs`, what several of them take; and the questions that they stand for.

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
  residua solve --box 3x2 --format pencil FILE  boxes of 3 rows by 2 columns; what propagation leaves
  residua solve --summary --threads 2 FILE      totals only

Exit codes (of many puzzles, the highest):
  0  answered, with at least one solution
  1  proved that there is none
  2  bad input: the message says where; the other puzzles are still answered
  3  a limit (--time, --nodes) or Ctrl-C came before all that was asked for
     (--limit is another thing: as many as it asks for are an answer)";

/// A finite-domain constraint engine that solves Sudoku of any box size, and says what is left.
#[derive(Debug, Parser)]
#[command(name = "residua", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to colour the verdict and the cells of grids
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto, display_order = 998)]
    pub(crate) color: When,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve Sudoku of any box size; of those with several solutions, say what is left
    #[command(after_help = EXAMPLES)]
    Solve(Solve),
    /// Say what is left of a puzzle, at a strength of choice: candidates, rules, equal cells, independent parts, two solutions
    Inspect(Inspect),
    /// Count the solutions without going through them
    Count(Count),
    /// Of a puzzle without a solution, name givens that clash, and the fewest to take away
    Conflict(Conflict),
    /// Name the givens that follow from the others, and those that would leave one solution of several
    Clues(Clues),
    /// Say why a candidate is gone, or a cell fixed: step by step, from the givens
    Why(Why),
    /// Create puzzles of any box size: minimal, symmetric, with any number of givens or of solutions
    Create(Create),
    /// Write a puzzle, or another input, in the language of another program: clauses, a 0-1 program, polynomials, a graph, MiniZinc, Prolog
    #[command(after_help = export::EXAMPLES)]
    Export(Export),
    /// Read back what another program says of an exported puzzle: the solution, checked
    #[command(after_help = decode::EXAMPLES)]
    Decode(Decode),
    /// Solve a problem in FlatZinc, with the options and the output that MiniZinc expects of a solver
    Fzn(Fzn),
    /// Write the completions of commands and options for a shell
    #[command(after_help = COMPLETIONS)]
    Completions(Completions),
    /// Write the manual page, with all commands and options
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
    /// Which shell
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

    /// How much to find out: value, singles (values with one place left are placed), bounds, domain, singleton, or exact (each candidate left is in a solution)
    #[arg(long, value_name = "STRENGTH", default_value_t = Strength::Exact)]
    pub(crate) strength: Strength,

    /// How to print [default: pencil, or grid where there are very many candidates]
    #[arg(long, value_enum)]
    pub(crate) format: Option<InspectFormat>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Compare the strengths: candidates left, cells or variables fixed, time
    #[arg(long, conflicts_with_all = ["json", "format", "strength", "count", "counts"])]
    pub(crate) compare: bool,

    /// Count the solutions in full, however long it takes within --time; else counting ends after a second
    #[arg(long)]
    pub(crate) count: bool,

    /// Count for each candidate too, in full
    #[arg(long)]
    pub(crate) counts: bool,

    /// List all rules that are left, also those that the grid shows by itself
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
    /// Text, with the solved cells only
    Grid,
    /// One JSON object per line and puzzle, as docs/json.md describes
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

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    #[command(flatten)]
    pub(crate) most: Most,

    /// Count for each candidate too
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

    /// Name all conflicts, one after another
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) most: Most,

    /// Name a conflict with the fewest givens
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
  residua why FILE r3c5=7     is r3c5 always 7, never, or sometimes? and why
  residua why FILE r3c5!=7    the same of r3c5 not being 7
  residua why - r3c5          all there is to say of r3c5: its value, or what it cannot be
  residua why FILE            of a puzzle without a solution: why there is none
  residua why m.mzn m.dzn 'x[2]=3'   of a model of MiniZinc, with its data

Each line of an answer follows from those before it by one house; givens are named as the cells that have them.";

#[derive(Args, Debug)]
#[command(after_help = QUESTIONS)]
pub(crate) struct Why {
    /// A file of puzzles, or of a model of MiniZinc; `-` is standard input
    pub(crate) file: String,

    /// What to explain: r3c5=7, r3c5!=7, or r3c5; of a model x=3, x!=3, x<=3, or x, also of a whole array
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

    /// Print all solutions, as they are found. One JSON object holds all of a puzzle, in memory
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) most: Most,

    /// The consistency that each house enforces without search: value, bounds or domain
    #[arg(long = "strength", value_name = "CONSISTENCY", default_value_t = Consistency::Domain)]
    pub(crate) consistency: Consistency,

    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// List all rules that are left, also those that the grid shows by itself
    #[arg(long)]
    pub(crate) rules: bool,

    /// Print only the totals, and mistakes on standard error
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print what each puzzle took: decisions, failures, propagations (JSON always says it, one line never)
    #[arg(long, conflicts_with = "summary")]
    pub(crate) stats: bool,

    /// Learn from dead ends
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Learn::Auto, conflicts_with = "with")]
    pub(crate) learn: Learn,

    /// Solve with N threads, up to 1024; 0 takes as many as the machine has. The order of the output stays
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// Give up on a puzzle after this many nodes of search
    #[arg(long, value_name = "N", value_parser = zero_or_more, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// Let a SAT solver search, given the puzzle as clauses: a program and its arguments, of which {} is the file (without it,
    /// standard input), as in 'cadical -q {}'. No shell is between. What it finds is checked
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
    /// What propagation leaves of each cell
    Pencil,
    /// One JSON object per line and puzzle, as docs/json.md describes
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
        // Without a standard output there is no way to show the help.
        let _ = solve.print_help();
    }
    ExitCode::from(2)
}
