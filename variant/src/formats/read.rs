//! A puzzle of a text in any of the formats.

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::{Format, Notes, ReadOptions, ReadVariant};
use crate::formats::json::{Flavour, Node, parse};
use crate::formats::link::{Link, follow};
use crate::formats::lz::Fault;
use crate::formats::{fpuzzles, iss, killer, own, scl};
use crate::puzzle::Variant;

/// The puzzle that a text is, in whichever format: the JSON of this library, f-puzzles or `SudokuPad` as JSON, as link or as compressed text,
/// a constraint string of Interactive Sudoku Solver or a link to it, a killer string, a jigsaw in a line.
///
/// What is in the text and not understood is an error, unless `options` say to leave it out: then it is in the notes.
///
/// ```
/// use residua_variant::{Format, ReadOptions, read};
///
/// let found = read(".Shape~4x4 .Cage~3~R1C1~R1C2 .~R4C4_1", ReadOptions::default())?;
/// assert_eq!(found.format, Format::Iss);
/// assert_eq!(found.variant.rules().last().map(|rule| rule.describe(found.variant.shape())).as_deref(), Some("cage of 3: r1c1 r1c2"));
/// assert_eq!(found.variant.given(15), Some(1));
///
/// let error = read("{\"size\": 1, \"grid\": [[{}]],\n \"teleport\": []}", ReadOptions::default()).expect_err("no such field");
/// assert_eq!(error.to_string(), "line 2, column 2: expected a field of f-puzzles, found the member \"teleport\"");
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
///
/// # Errors
/// If the text is no puzzle in any of the formats, or has what is not understood. The place is that in the text; in a link, it is the start,
/// and the message tells the place in the text that the link holds.
pub fn read(text: &str, options: ReadOptions) -> Result<ReadVariant, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut notes = Notes::new(options);
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(ParseError::new(ParseErrorKind::Empty, (1, 1), "a puzzle", "nothing"));
    }
    let (variant, format) = if trimmed.starts_with('{') {
        object(text, None, &mut notes)?
    } else if killer::is_sumocue(trimmed) {
        (killer::read(text)?, Format::SumoCue)
    } else {
        match follow(trimmed) {
            Link::Text(inner, format) => held(&inner, format, start(text), &mut notes)?,
            Link::None => iss::read(text, &mut notes)?,
            // A few letters may also be a jigsaw.
            link @ Link::Remote(_) if !trimmed.contains("://") => {
                iss::read(text, &mut notes).map_err(|_| refuse(link, start(text)))?
            }
            link => return Err(refuse(link, start(text))),
        }
    };
    Ok(ReadVariant { variant, format, notes: notes.notes })
}

/// Where the text starts, after white space.
fn start(text: &str) -> (usize, usize) {
    let before = &text[..text.len() - text.trim_start().len()];
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

fn refuse(link: Link, at: (usize, usize)) -> ParseError {
    let error = |kind, expected: &str, found: String| ParseError::new(kind, at, expected, found);
    match link {
        Link::Remote(id) => error(
            ParseErrorKind::Remote,
            "a puzzle or a link that holds one",
            format!("the name of a puzzle on a server: {}", id.escape_debug()),
        ),
        Link::Broken(Fault::TooLong) => error(
            ParseErrorKind::Syntax,
            "a link that holds at most two million characters",
            "more".to_owned(),
        ),
        Link::Other(format) => {
            error(ParseErrorKind::NotUnderstood, "a link of f-puzzles or SudokuPad", format.to_owned())
        }
        _ => error(ParseErrorKind::Syntax, "a link that holds a puzzle", "one that does not".to_owned()),
    }
}

/// The puzzle in the text that a link holds.
fn held(
    inner: &str,
    format: Option<Format>,
    at: (usize, usize),
    notes: &mut Notes,
) -> Result<(Variant, Format), ParseError> {
    let told = |error: ParseError| {
        let (line, column) = (error.line(), error.column());
        let found = format!("{} (line {line}, column {column} of what the link holds)", error.found());
        ParseError::new(error.kind(), at, error.expected(), found)
    };
    if format == Some(Format::Iss) {
        return iss::read(inner, notes).map_err(told);
    }
    let (variant, found) = object(inner, format, notes).map_err(told)?;
    let format = match found {
        Format::FPuzzles => Format::FPuzzlesLink,
        Format::Scl => Format::SclLink,
        other => other,
    };
    Ok((variant, format))
}

/// The puzzle that a JSON object is; what it has in it tells the format.
fn object(text: &str, format: Option<Format>, notes: &mut Notes) -> Result<(Variant, Format), ParseError> {
    let start = text.trim_start().strip_prefix('{').unwrap_or_default().trim_start();
    let is_quoted = start.starts_with(['"', '}']);
    let whole = parse(text, if is_quoted { Flavour::Strict } else { Flavour::Zipped })?;
    let is_named =
        |name: &str| whole.member("format").is_some_and(|node| node.text("").is_ok_and(|text| text == name));
    if is_named(own::NAME) {
        Ok((own::read(&whole, notes)?, Format::Json))
    } else if format == Some(Format::FPuzzlesLink) || whole.member("grid").is_some() {
        Ok((fpuzzles::read(&whole, notes)?, Format::FPuzzles))
    } else if format == Some(Format::SclLink) || whole.member("cells").is_some() {
        Ok((scl::read(&whole, notes)?, Format::Scl))
    } else {
        Err(unknown_object(&whole))
    }
}

fn unknown_object(whole: &Node) -> ParseError {
    let expected = "\"format\": \"residua-variant\", the grid of f-puzzles or the cells of SudokuPad";
    ParseError::new(ParseErrorKind::NotUnderstood, whole.at, expected, "an object without them")
}
