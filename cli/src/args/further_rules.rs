//! Arguments for rules that a puzzle has beside those of Sudoku.

use clap::Args;

/// Their heading in the help, of each by itself: a heading for all would be that of the options behind them, too.
pub(crate) const HEADING: &str = "Rules of variant puzzles";

/// Rules beside those of Sudoku.
#[derive(Args, Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct FurtherRules {
    /// Regions in place of boxes (jigsaw): a file with n rows of n symbols, each symbol n times, equal ones for a region
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub(crate) regions: Option<String>,

    /// The digits of both diagonals differ
    #[arg(long, help_heading = HEADING)]
    pub(crate) diagonals: bool,

    /// The digits of the four windows of a 9x9 grid differ
    #[arg(long, help_heading = HEADING)]
    pub(crate) windows: bool,

    /// Cells a knight's move apart differ
    #[arg(long, help_heading = HEADING)]
    pub(crate) anti_knight: bool,

    /// Cells that touch at a corner differ
    #[arg(long, help_heading = HEADING)]
    pub(crate) anti_king: bool,

    /// Neighbours do not differ by 1
    #[arg(long, help_heading = HEADING)]
    pub(crate) non_consecutive: bool,

    /// Cages (killer): a file with a line for each, its sum and its cells, such as 14: r1c1 r1c2; without a sum, : r1c1 r1c2
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub(crate) killer: Option<String>,
}

impl FurtherRules {
    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        let &FurtherRules { diagonals, windows, anti_knight, anti_king, non_consecutive, .. } = self;
        let has_flag = diagonals || windows || anti_knight || anti_king || non_consecutive;
        !has_flag && self.regions.is_none() && self.killer.is_none()
    }
}
