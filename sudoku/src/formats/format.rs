//! Formats: their names, and what each of them is.

use std::fmt;
use std::str::FromStr;

/// A format of puzzles, as they are read or written.
///
/// ```
/// use residua_sudoku::{Format, Reader};
///
/// let text = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
/// let entry = Reader::new(text.as_bytes(), None).next().expect("a puzzle")?;
/// assert_eq!(entry.format, Format::Rows);
/// assert_eq!("sdx".parse(), Ok(Format::Sdx));
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle in a line, `.` for a blank, `+5` for an entered 5.
    #[default]
    Line,
    /// One puzzle in a line, `0` for a blank.
    Sdm,
    /// Rows of symbols.
    Rows,
    /// Rows behind lines such as `#AAuthor`, or behind `[Puzzle]` and `[State]`, as of `SudoCue` and `SadMan`.
    Sdk,
    /// Frames of `Simple Sudoku`: givens, solved cells, candidates.
    Ss,
    /// Cells of `SudoCue` between blanks: `3` is given, `u3` entered, `1567` are candidates.
    Sdx,
    /// A line of a library of `HoDoKu`.
    Hodoku,
    /// The XML of `OpenSudoku`.
    OpenSudoku,
    /// The frame of candidates of `SumoCue`.
    SumoCue,
    /// Rows of cells between commas, nothing in a blank one.
    Csv,
    /// Rows of cells between tabs, nothing in a blank one.
    Tsv,
    /// Rows of numbers of equal width.
    Numbers,
    /// Rows of letters, from `A` for 1.
    Letters,
    /// 729 candidates in a line.
    Candidates,
    /// A drawn grid.
    Grid,
    /// A drawn grid of candidates.
    Pencil,
    /// A JSON object.
    Json,
    /// A dictionary of cells.
    Dictionary,
    /// An answer, a fact or a clause of Prolog.
    Prolog,
}

/// Each with its name, and with what it is.
const NAMES: [(Format, &str, &str); 19] = [
    (Format::Line, "line", "one puzzle in a line"),
    (Format::Sdm, "sdm", "an .sdm collection, one puzzle in a line"),
    (Format::Rows, "rows", "rows of symbols"),
    (Format::Sdk, "sdk", "an .sdk file"),
    (Format::Ss, "ss", "a frame of Simple Sudoku (.ss)"),
    (Format::Sdx, "sdx", "candidates of SudoCue (.sdx)"),
    (Format::Hodoku, "hodoku", "a line of a library of HoDoKu"),
    (Format::OpenSudoku, "opensudoku", "a file of OpenSudoku"),
    (Format::SumoCue, "sumocue", "a frame of SumoCue"),
    (Format::Csv, "csv", "cells between commas"),
    (Format::Tsv, "tsv", "cells between tabs"),
    (Format::Numbers, "numbers", "rows of numbers"),
    (Format::Letters, "letters", "rows of letters from A"),
    (Format::Candidates, "candidates", "729 candidates in a line"),
    (Format::Grid, "grid", "a drawn grid"),
    (Format::Pencil, "pencil", "a drawn grid of candidates"),
    (Format::Json, "json", "a JSON object"),
    (Format::Dictionary, "dictionary", "a dictionary of cells"),
    (Format::Prolog, "prolog", "Prolog"),
];

impl Format {
    /// All formats.
    pub fn all() -> impl Iterator<Item = Format> {
        NAMES.iter().map(|(format, ..)| *format)
    }

    /// The name, as it is parsed.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(format, ..)| *format == self).map_or("", |(_, name, _)| name)
    }

    /// What it is, in words.
    pub fn description(self) -> &'static str {
        NAMES.iter().find(|(format, ..)| *format == self).map_or("", |(.., words)| words)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Format::all().find(|format| format.name() == text).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(_, name, _)| *name).collect();
            format!("expected one of {}, found \"{text}\"", names.join(", "))
        })
    }
}
