//! Arguments of `residua create`.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use residua_sudoku::Geometry;
use residua_sudoku::create::Symmetry;
use residua_sudoku::steps::{Cost, Technique};

use crate::args::{FurtherRules, HEADING};
use crate::numbers::{one_or_more, seconds, threads, zero_or_more};

const EXAMPLES: &str = "\
Examples:
  residua create                               one minimal 9x9 puzzle with a unique solution
  residua create --box 4x4 --count 100         100 puzzles of 16x16, one per line
  residua create --symmetry full --givens 32   32 givens, symmetric in all eight ways
  residua create --pattern FILE                givens in the same cells as in FILE
  residua create --solutions 2                 exactly two solutions
  residua solve FILE --format line | residua create --from - --remove 40
                                               remove 40 cells; any number of solutions
  residua create --difficulty 4.0..5.0         the hardest step costs 4.0 to 5.0 on the scale of Sukaku Explainer
  residua create --technique x-wing            an X-wing is among the steps
  residua create --cages                       a killer puzzle, as JSON
  residua create --box 2x3 --anti-knight       6x6, cells a knight's move apart differ
  residua create --seed 7 --count 9            the same nine puzzles on every machine

Exit codes: 0 all puzzles created; 2 bad input or impossible request; 3 stopped by --time or Ctrl-C.";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Create {
    /// Box size, rows by columns: 2x3 is 2 rows by 3 columns (a 6x6 grid) [default: as in --from or --pattern, else 3x3]
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) geometry: Option<Geometry>,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// Random seed: the same seed gives the same puzzles [default: random, printed on standard error]
    #[arg(long, value_name = "S", value_parser = zero_or_more, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Symmetry of the givens: none, rotational (half-turn), mirror (left and right), diagonal, full (all eight)
    #[arg(long, value_name = "SYMMETRY", default_value_t = Symmetry::None, conflicts_with_all = ["pattern", "remove"])]
    pub(crate) symmetry: Symmetry,

    /// Number of givens, or min: no given (with a symmetry, no orbit of givens) can be removed
    #[arg(long, value_name = "N|min", default_value = "min", conflicts_with_all = ["pattern", "remove"])]
    pub(crate) givens: Givens,

    /// File with a puzzle (`-` is standard input): the created puzzles have givens in the same cells
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "remove"])]
    pub(crate) pattern: Option<String>,

    /// Exact number of solutions
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = one_or_more, allow_negative_numbers = true)]
    pub(crate) solutions: u64,

    /// File with a complete grid (`-` is standard input): a solution of all created puzzles
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,

    /// Remove N cells at random; any number of solutions may result
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "solutions")]
    pub(crate) remove: Option<usize>,

    /// What the hardest step costs, from A to B on the scale of Sukaku Explainer: 4.0..5.0, 4.2, 6.., ..2.5
    #[arg(long, value_name = "A..B", value_parser = costs, conflicts_with = "remove")]
    pub(crate) difficulty: Option<RangeInclusive<Cost>>,

    /// A technique that is among the steps: x-wing, "naked pair"; a wrong name lists all
    #[arg(long, value_name = "NAME", conflicts_with = "remove")]
    pub(crate) technique: Option<Technique>,

    /// Random cages with sums (killer), of A to B cells
    #[arg(
        long,
        value_name = "A..B",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "2..5",
        value_parser = cage_sizes,
        help_heading = HEADING
    )]
    pub(crate) cages: Option<RangeInclusive<usize>>,

    #[command(flatten)]
    pub(crate) further: FurtherRules,

    /// Output format [default: line, and json with --cages]
    #[arg(long, value_enum)]
    format: Option<CreateFormat>,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Number of threads, up to 1024; 0 uses all cores. Puzzles and order do not change
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,

    /// Stop after this many seconds per puzzle [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

impl Create {
    /// How to print.
    pub(crate) fn format(&self) -> CreateFormat {
        // A line has no place for cages.
        let usual = if self.cages.is_some() { CreateFormat::Json } else { CreateFormat::Line };
        if self.json { CreateFormat::Json } else { self.format.unwrap_or(usual) }
    }

    /// Whether the puzzles have rules beside those of Sudoku.
    pub(crate) fn is_of_variants(&self) -> bool {
        self.cages.is_some() || !self.further.is_empty()
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
    /// One JSON object per line and puzzle (see docs/json.md)
    Json,
    /// JSON of f-puzzles, one object per line and puzzle
    Fpuzzles,
    /// Constraint strings of Interactive Sudoku Solver
    Iss,
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

/// Reads `A..B`, `A..`, `..B` or `A`, where an end that is missing is one of `all`.
fn range<T: Copy + FromStr>(text: &str, all: (T, T)) -> Option<RangeInclusive<T>> {
    let end = |end: &str, missing: T| if end.is_empty() { Some(missing) } else { end.parse().ok() };
    match text.split_once("..") {
        Some((least, most)) => Some(end(least, all.0)?..=end(most, all.1)?),
        None => text.parse().ok().map(|only| only..=only),
    }
}

fn costs(text: &str) -> Result<RangeInclusive<Cost>, &'static str> {
    range(text, (Cost(0), Cost::NEVER)).ok_or("expected costs of steps, such as 4.0..5.0, 4.2, 6.. or ..2.5")
}

fn cage_sizes(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    match text.split_once("..") {
        Some((least, most)) if least.is_empty() || most.is_empty() => None,
        _ => range(text, (1, 1)),
    }
    .ok_or("expected numbers of cells, such as 2..5 or 3")
}
