//! Texts: of one puzzle, and of several together.

use crate::formats::{Entry, Format};
use crate::render;
use crate::write::cell;
use crate::write::{candidates, frame, hodoku, json, line, opensudoku, rows, sdk, sdx};

/// The largest size whose values are single symbols.
pub(super) const SYMBOLS: usize = 35;

/// The largest size in which `u` before a value is no value itself.
const WITHOUT_U: usize = 29;

/// How a format is written.
struct Target {
    format: Format,
    /// The sizes that it holds, the least and the greatest.
    sizes: (usize, usize),
    /// How the names of its files end.
    extension: &'static str,
    /// What separates puzzles in a file; `None` if a file holds one.
    between: Option<&'static str>,
}

/// The greatest size of all.
const ANY: usize = crate::geometry::MAX_SIZE;

const fn target(
    format: Format,
    sizes: (usize, usize),
    extension: &'static str,
    between: Option<&'static str>,
) -> Target {
    Target { format, sizes, extension, between }
}

const TARGETS: [Target; 17] = [
    target(Format::Line, (1, ANY), "txt", Some("")),
    target(Format::Sdm, (1, SYMBOLS), "sdm", Some("")),
    target(Format::Rows, (1, SYMBOLS), "txt", Some("\n")),
    target(Format::Sdk, (1, SYMBOLS), "sdk", None),
    target(Format::Ss, (1, SYMBOLS), "ss", None),
    target(Format::Sdx, (1, WITHOUT_U), "sdx", None),
    target(Format::Hodoku, (9, 9), "txt", Some("")),
    target(Format::OpenSudoku, (9, 9), "opensudoku", Some("")),
    target(Format::SumoCue, (1, SYMBOLS), "txt", Some("\n")),
    target(Format::Csv, (1, ANY), "csv", Some("\n")),
    target(Format::Tsv, (1, ANY), "tsv", Some("\n")),
    target(Format::Numbers, (1, ANY), "txt", Some("\n")),
    target(Format::Letters, (10, 26), "txt", Some("\n")),
    target(Format::Candidates, (9, 9), "txt", Some("")),
    target(Format::Grid, (1, ANY), "txt", Some("\n")),
    target(Format::Pencil, (1, ANY), "txt", Some("\n")),
    target(Format::Json, (1, ANY), "json", Some("")),
];

fn find(format: Format) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.format == format)
}

/// The formats that are written.
///
/// ```
/// use residua_sudoku::{Format, write};
///
/// assert!(write::formats().any(|format| format == Format::Sdk));
/// ```
pub fn formats() -> impl Iterator<Item = Format> {
    TARGETS.iter().map(|target| target.format)
}

/// How the names of files of this format end, without a point.
///
/// ```
/// use residua_sudoku::{Format, write};
///
/// assert_eq!(write::extension(Format::Sdk), "sdk");
/// ```
pub fn extension(format: Format) -> &'static str {
    find(format).map_or("txt", |target| target.extension)
}

/// Whether a file of this format holds one puzzle only.
///
/// ```
/// use residua_sudoku::{Format, write};
///
/// assert!(write::holds_one(Format::Ss) && !write::holds_one(Format::Sdm));
/// ```
pub fn holds_one(format: Format) -> bool {
    find(format).is_some_and(|target| target.between.is_none())
}

/// Whether each puzzle has a line of its own, so that texts that are written one after another are one text.
///
/// ```
/// use residua_sudoku::{Format, write};
///
/// assert!(write::is_by_lines(Format::Sdm) && !write::is_by_lines(Format::OpenSudoku));
/// ```
pub fn is_by_lines(format: Format) -> bool {
    format != Format::OpenSudoku && find(format).is_some_and(|target| target.between == Some(""))
}

/// The text of a puzzle, each line with its end. Of a file as a whole, nothing.
///
/// # Errors
/// Why the format cannot hold it.
pub(super) fn piece(format: Format, entry: &Entry) -> Result<String, String> {
    let geometry = entry.puzzle.geometry();
    let Some(target) = find(format) else { return Err(format!("{format} is read only")) };
    let (least, most) = target.sizes;
    if !(least..=most).contains(&geometry.size()) {
        let n = geometry.size();
        let sizes = if least == most {
            format!("{least}x{least}")
        } else {
            format!("{least}x{least} to {most}x{most}")
        };
        return Err(format!("{format} holds grids of {sizes}, not {n}x{n}"));
    }
    let cells = entry.puzzle.givens();
    let in_line = |text: String| text + "\n";
    Ok(match format {
        Format::Line => in_line(line::line(entry)),
        Format::Sdm => in_line(line::sdm(entry)),
        Format::Rows => rows::rows(geometry, cells),
        Format::Sdk => sdk::sdk(entry),
        Format::Ss => frame::simple(entry),
        Format::Sdx => sdx::sdx(entry),
        Format::Hodoku => in_line(hodoku::hodoku(entry)),
        Format::SumoCue => frame::sumo(entry),
        Format::Csv => rows::commas(geometry, cells),
        Format::Tsv => rows::tabs(geometry, cells),
        Format::Numbers => rows::numbers(geometry, cells),
        Format::Letters => rows::letters(geometry, cells),
        Format::Candidates => in_line(candidates::candidates(entry)),
        Format::Grid => render::boxed(geometry, cells),
        Format::Pencil => render::pencil(geometry, |own| match entry.puzzle.given(own) {
            Some(value) => vec![value],
            None if entry.puzzle.candidates(own) == Some(&[]) => Vec::new(),
            None => cell::candidates(entry, own, false),
        }),
        Format::Json => in_line(json::json(entry)),
        _ => String::new(),
    })
}

/// The text of several puzzles, of which the pieces are known.
pub(super) fn together<'a>(
    format: Format,
    puzzles: impl Iterator<Item = (&'a Entry, &'a str)> + Clone,
) -> String {
    if format == Format::OpenSudoku {
        return opensudoku::opensudoku(puzzles.map(|(entry, _)| entry));
    }
    let between = find(format).and_then(|target| target.between).unwrap_or("\n");
    puzzles.map(|(_, piece)| piece).collect::<Vec<_>>().join(between)
}

/// The lines of a text that are not blank, however they end.
pub(super) fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}'))
        .filter(|line| !line.trim().is_empty())
}
