//! Arguments of `hint`, `explain` and `rate`.

use clap::{Args, ValueEnum};
use residua_report::question::{self, HintLevel};

use crate::args::inputs::Inputs;

const HINTS: &str = "\
Examples:
  residua hint FILE                    the next step of each puzzle
  residua hint --level kind FILE       only what kind of step it is; then where, then cells, then step
  residua hint --trust marks FILE      from the entered digits and pencil marks on
  residua hint --format svg FILE       a picture of it, which shows as much as --level says

Exit codes: 0, a step or solved; 1, proved infeasible; 2, bad input; 3, stopped by --time or Ctrl-C.";

const PATHS: &str = "\
Examples:
  residua explain FILE                 each step in a line: its number, cost, technique, and why
  residua explain --json FILE          with premises, placements, eliminations and chains
  residua explain --assume-unique FILE also steps that presuppose one solution, labelled
  residua explain --format html FILE   a page with a picture of each step

Exit codes: as of residua hint.";

const RATINGS: &str = "\
Examples:
  residua rate FILE                    a line for each puzzle: cost of the hardest step, its technique, effort
  residua rate --time 5 FILE           five seconds each; then what it is rated at least

The costs are those of the scale of Sukaku Explainer, as far as steps follow from the rules alone; all steps of the least cost are
taken at once, so that the rating does not depend on how rows, columns and digits are arranged.

Exit codes: as of residua hint.";

/// How steps are found.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Taking {
    /// Also take steps that presuppose that there is exactly one solution: they are wrong if there are several
    #[arg(long)]
    pub(crate) assume_unique: bool,
}

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    /// What kind of step it is
    Kind,
    /// In which houses or rules to look
    Where,
    /// At which cells to look
    Cells,
    /// The step
    Step,
}

/// How answers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureFormat {
    /// One picture.
    Svg,
    /// A page with all of them.
    Html,
}

/// How a hint is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HintFormat {
    /// A line of text for each puzzle
    Text,
    /// One JSON object per line and puzzle (see docs/json.md)
    Json,
    /// SVG picture of one puzzle
    Svg,
    /// HTML page with pictures of all puzzles
    Html,
}

/// How a path is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PathFormat {
    /// A line of text for each step
    Text,
    /// One JSON object per line and puzzle (see docs/json.md)
    Json,
    /// HTML page with a picture of each step
    Html,
}

#[derive(Args, Debug)]
#[command(after_help = HINTS)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How much of the step is told
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Step)]
    level: Level,

    #[command(flatten)]
    taking: Taking,

    /// Output format
    #[arg(long, value_enum, default_value_t = HintFormat::Text)]
    format: HintFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Hint {
    /// Whether objects are printed.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == HintFormat::Json
    }

    pub(crate) fn picture_format(&self) -> Option<PictureFormat> {
        match self.format {
            HintFormat::Svg => Some(PictureFormat::Svg),
            HintFormat::Html => Some(PictureFormat::Html),
            HintFormat::Text | HintFormat::Json => None,
        }
    }

    pub(crate) fn question(&self) -> question::Hint {
        let level = match self.level {
            Level::Kind => HintLevel::Kind,
            Level::Where => HintLevel::Where,
            Level::Cells => HintLevel::Cells,
            Level::Step => HintLevel::Step,
        };
        question::Hint { level, assume_unique: self.taking.assume_unique }
    }
}

#[derive(Args, Debug)]
#[command(after_help = PATHS)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    taking: Taking,

    /// Output format
    #[arg(long, value_enum, default_value_t = PathFormat::Text)]
    format: PathFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Explain {
    /// Whether objects are printed.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == PathFormat::Json
    }

    pub(crate) fn picture_format(&self) -> Option<PictureFormat> {
        (self.format == PathFormat::Html).then_some(PictureFormat::Html)
    }

    pub(crate) fn question(&self) -> question::Explain {
        question::Explain { assume_unique: self.taking.assume_unique }
    }
}

#[derive(Args, Debug)]
#[command(after_help = RATINGS)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    taking: Taking,

    /// Print JSON, one object per line and puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

impl Rate {
    pub(crate) fn question(&self) -> question::Rate {
        question::Rate { assume_unique: self.taking.assume_unique }
    }
}
