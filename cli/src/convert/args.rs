//! Arguments of `residua convert`.

use clap::Args;
use residua_sudoku::{Format, write};

use crate::args::{FurtherRules, Reading};

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua convert game.ss --to sdk                  Simple Sudoku to .sdk
  residua convert *.sdk --to opensudoku -o all.opensudoku
  residua convert collection.sdm --to sdk -o files/   one file per puzzle
  residua convert game.sdx --to json                with givens, entered digits and marks
  residua convert marks.sdx --to sdm --strict       an error, as .sdm has no marks
  residua convert puzzle.json --to fpuzzles-link    a variant as a link that opens it in f-puzzles
  residua convert game.txt --killer cages.txt --to iss
                                                    a plain puzzle with cages, for Interactive Sudoku Solver
  residua convert killer.iss --to line --drop-rules the givens alone

Formats (the input is recognised by its content):
  line        53..7....6..; +5 is entered        sdm         530070000600...
  rows        rows of symbols                    sdk         rows with #A author, #L level; [State]
  ss          frames of Simple Sudoku            sdx         3 u3 1567 (SudoCue)
  hodoku      :0000:x:53..7...:112 212:::        opensudoku  XML
  csv, tsv    cells, empty for blanks            numbers     03 -- 12
  letters     A for 1 (10x10 to 26x26)           candidates  729 symbols
  sumocue     candidates in a frame              grid, pencil, json

Formats of puzzles with further rules (cages, lines, …; see docs/variants.md):
  variant     JSON of residua, which holds all   iss            .Cage~12~R1C1~R1C2 of Interactive
                                                                Sudoku Solver
  fpuzzles    JSON of f-puzzles                  fpuzzles-link  https://f-puzzles.com/?load=...
  scl         JSON of SudokuPad                  scl-link       https://sudokupad.app/scl...

What a format does not hold is said on standard error. A puzzle that would be read as another one is
not written; nor is one with rules that the format has no place for, unless --drop-rules leaves them
out.

Exit codes:
  0  everything is written
  2  bad input, or a puzzle that is not written; the others are";

#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// Files or folders of puzzles; `-`, or no file, is standard input
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Target format; see below
    #[arg(long, value_name = "FORMAT", value_parser = target)]
    pub(crate) to: To,

    /// Refuse what the format does not hold, instead of leaving it out with a note
    #[arg(long)]
    pub(crate) strict: bool,

    /// Leave out the rules that the format has no place for, and name each
    #[arg(long)]
    pub(crate) drop_rules: bool,

    /// Output file, or folder for a file per puzzle [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<String>,

    #[command(flatten)]
    pub(crate) further: FurtherRules,
}

/// A target format.
#[derive(Clone, Copy, Debug)]
pub(crate) enum To {
    /// One of plain puzzles.
    Plain(Format),
    /// One of puzzles with further rules.
    Variant(residua_variant::Format),
}

/// The formats of puzzles with further rules, by name.
const OF_VARIANTS: [(&str, residua_variant::Format); 8] = [
    ("variant", residua_variant::Format::Json),
    ("fpuzzles", residua_variant::Format::FPuzzles),
    ("fpuzzles-link", residua_variant::Format::FPuzzlesLink),
    ("scl", residua_variant::Format::Scl),
    ("scl-link", residua_variant::Format::SclLink),
    ("sudokupad", residua_variant::Format::Scl),
    ("sudokupad-link", residua_variant::Format::SclLink),
    ("iss", residua_variant::Format::Iss),
];

/// A format that is written.
fn target(text: &str) -> Result<To, String> {
    let plain = text.parse().ok().filter(|format| write::formats().any(|own| own == *format));
    let of_variants =
        || OF_VARIANTS.iter().find(|(name, _)| *name == text).map(|(_, format)| To::Variant(*format));
    plain.map(To::Plain).or_else(of_variants).ok_or_else(|| {
        let names: Vec<&str> =
            write::formats().map(Format::name).chain(OF_VARIANTS.iter().map(|(name, _)| *name)).collect();
        format!("expected one of {}", names.join(", "))
    })
}
