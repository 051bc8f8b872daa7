//! Command-line arguments: the subcommands; in `inputs.rs`, `further_rules.rs` and `learn.rs`, arguments that several share; in `solve.rs` and `steps.rs`, those of
//! `solve`, `hint`, `explain` and `rate`.

mod further_rules;
mod inputs;
mod learn;
mod solve;
mod steps;

use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua_report::question::{self, Drawing};

use crate::colour::When;
use crate::convert::args::{self as convert, Convert};
use crate::create::arguments::Create;
use crate::decode::{self, Decode};
use crate::distributed::args::{self as distributed, Merge, Split, Work};
use crate::export::args::{self as export, Export};
use crate::fzn::args::Fzn;

pub(crate) use crate::args::further_rules::{FurtherRules, HEADING};
pub(crate) use crate::args::inputs::{Estimates, Graphs, Inputs, Models, Most, PerPuzzle, Reading, Together};
pub(crate) use crate::args::learn::Learn;
pub(crate) use crate::args::solve::{Format, Solve};
pub(crate) use crate::args::steps::{Explain, Hint, PictureFormat, Rate};

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
    /// The next step of a solution, as people take it, told by degrees
    Hint(Hint),
    /// All steps of a solution, as people take them
    Explain(Explain),
    /// How hard it is to solve a puzzle by steps: one line each
    Rate(Rate),
    /// Explain why a value is impossible or forced, step by step
    Why(Why),
    /// Create puzzles of any box size: minimal, symmetric, with N givens or K solutions
    Create(Create),
    /// Convert puzzles into the format of another program
    #[command(after_help = convert::EXAMPLES)]
    Convert(Convert),
    /// Export a puzzle or model as CNF, a 0-1 program, polynomials, a graph, MiniZinc or Prolog
    #[command(after_help = export::EXAMPLES)]
    Export(Export),
    /// Decode and verify another solver's output
    #[command(after_help = decode::EXAMPLES)]
    Decode(Decode),
    /// Solve FlatZinc, with the options and output that MiniZinc expects of a solver
    Fzn(Fzn),
    /// Split one puzzle or model into subproblems for many workers
    #[command(after_help = distributed::EXAMPLES)]
    Split(Split),
    /// Answer subproblems, and write reports
    #[command(after_help = distributed::EXAMPLES)]
    Work(Work),
    /// Put reports together into the answer
    #[command(after_help = distributed::EXAMPLES)]
    Merge(Merge),
    /// Write shell completions
    #[command(after_help = COMPLETIONS)]
    Completions(Completions),
    /// Write the manual page
    #[command(after_help = MANUAL)]
    Man,
}

impl Command {
    /// The question that `--estimate` asks in place of the command's own.
    pub(crate) fn estimate(&self) -> Option<question::Estimate> {
        let (Estimates { estimate }, consistency) = match self {
            Command::Solve(all) => (all.estimates, all.consistency),
            Command::Count(all) => (all.estimates, Consistency::Domain),
            _ => return None,
        };
        estimate.map(|probes| question::Estimate { probes, seed: 0, consistency })
    }

    /// How its answers are drawn, if they are.
    pub(crate) fn picture_format(&self) -> Option<PictureFormat> {
        match self {
            Command::Inspect(all) => match all.format {
                Some(InspectFormat::Svg) => Some(PictureFormat::Svg),
                Some(InspectFormat::Html) => Some(PictureFormat::Html),
                _ => None,
            },
            Command::Hint(all) => all.picture_format(),
            Command::Explain(all) => all.picture_format(),
            _ => None,
        }
    }

    /// The number of threads for one question.
    pub(crate) fn threads(&self) -> usize {
        match self {
            Command::Solve(all) => all.threads(),
            Command::Inspect(Inspect { together, .. }) | Command::Count(Count { together, .. }) => {
                together.threads()
            }
            _ => 1,
        }
    }
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

    #[command(flatten)]
    pub(crate) together: Together,

    /// Keep what is found in this file, from which the same command goes on after it was killed; for one puzzle or model
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<String>,
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

    #[command(flatten)]
    pub(crate) estimates: Estimates,

    #[command(flatten)]
    pub(crate) together: Together,

    /// Keep what is found in this file, from which the same command goes on after it was killed; for one puzzle or model
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<String>,

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

    #[command(flatten)]
    pub(crate) further: FurtherRules,

    /// Print JSON, one object per line, for each puzzle and question
    #[arg(long)]
    pub(crate) json: bool,
}

impl Why {
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs { files: vec![self.file.clone()], each: self.each, further: self.further.clone() }
    }

    pub(crate) fn question(&self) -> question::Why {
        question::Why { questions: self.questions.clone() }
    }
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
