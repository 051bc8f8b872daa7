//! What `residua create` can be asked for.

use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use residua_sudoku::Geometry;
use residua_sudoku::create::Symmetry;

use crate::numbers::{one_or_more, seconds, threads, zero_or_more};

const EXAMPLES: &str = "\
Examples:
  residua create                               one 9x9 puzzle that has one solution, with no given too many
  residua create --box 4x4 --count 100         a hundred of 16x16, one a line
  residua create --symmetry full --givens 32   32 givens that look the same from all sides
  residua create --pattern FILE                givens where the puzzle in FILE has some, whatever they are
  residua create --solutions 2                 exactly two solutions
  residua solve FILE --format line | residua create --from - --remove 40
                                               40 cells of a given grid taken away, however many solutions that leaves
  residua create --seed 7 --count 9            the same nine puzzles on every machine, with any number of threads

Exit codes: 0 all were made; 2 no puzzle can be what is asked for, or bad input; 3 a limit (--time) or Ctrl-C came before all
were made.";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Create {
    /// The box, rows by columns: 2x3 is 2 rows by 3 columns, in a 6x6 grid [default: that of the file of --from or --pattern,
    /// else 3x3]
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// The same seed makes the same puzzles [default: a random one, which is printed on standard error]
    #[arg(long, value_name = "S", value_parser = zero_or_more, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Which cells are given together: none, rotational (half a turn), mirror (left and right), diagonal, full (all eight ways)
    #[arg(long, value_name = "SYMMETRY", default_value_t = Symmetry::None, conflicts_with_all = ["pattern", "remove"])]
    pub(crate) symmetry: Symmetry,

    /// How many givens; min for so few that none can be taken away (with a symmetry, none with its images)
    #[arg(long, value_name = "N|min", default_value = "min", conflicts_with_all = ["pattern", "remove"])]
    pub(crate) givens: Givens,

    /// A file with a puzzle (`-` is standard input): where it has givens, and nowhere else, the new ones have theirs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "remove"])]
    pub(crate) pattern: Option<String>,

    /// Exactly K solutions
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) solutions: u64,

    /// A file with a complete grid (`-` is standard input), which is a solution of all the puzzles
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,

    /// Take N cells away at random, however many solutions that leaves
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "solutions")]
    pub(crate) remove: Option<usize>,

    /// How to print
    #[arg(long, value_enum, default_value_t = CreateFormat::Line)]
    format: CreateFormat,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Create with N threads, up to 1024; 0 takes as many as the machine has. The puzzles and their order stay
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// Give up on a puzzle after this many seconds [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

impl Create {
    /// How to print.
    pub(crate) fn format(&self) -> CreateFormat {
        if self.json { CreateFormat::Json } else { self.format }
    }
}

/// How a puzzle is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CreateFormat {
    /// One line per puzzle
    Line,
    /// Grids drawn with box characters
    Grid,
    /// Grids drawn with | and -
    Ascii,
    /// One JSON object per line and puzzle, as docs/json.md describes
    Json,
}

/// How many givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Givens {
    Minimal,
    Exactly(usize),
}

impl FromStr for Givens {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text {
            "min" => Ok(Givens::Minimal),
            _ => text.parse().map(Givens::Exactly).map_err(|_| "expected a number of givens, or min"),
        }
    }
}
