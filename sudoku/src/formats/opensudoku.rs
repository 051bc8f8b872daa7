//! `OpenSudoku` format: games in XML, of its first version or of its second one.
//!
//! ```xml
//! <opensudoku version="2"><folder name="Easy"><game data="0507…"/></folder></opensudoku>
//! <opensudoku><name>…</name><level>…</level><game data="0507…"/></opensudoku>
//! ```
//!
//! A game of the first version has what the root says of all of them, one of the second the name of its folder. Its data are 81 digits, or
//! what is there of each cell (`value|marks|editable|`): `version: 1` has marks as `1,5,` or `-`, `version: 2` as the sum of
//! `1 << (mark - 1)`. The value of a cell that is editable is entered.

use roxmltree::{Document, Node, ParsingOptions};

use crate::error::{ParseError, ParseErrorKind};
use crate::formats::entry::Entry;
use crate::formats::format::Format;
use crate::formats::size::Size;
use crate::geometry::Geometry;
use crate::metadata::{Field, Metadata};
use crate::notes::Notes;

/// The size of the grid.
const SIZE: usize = 9;

/// The longest file that is read, in bytes.
const MOST: usize = 32 << 20;

/// The last tag of a file.
const END: &str = "</opensudoku>";

/// The names of the elements at the root of the first version.
pub(crate) const NAMES: [(&str, Field); 8] = [
    ("name", Field::Title),
    ("author", Field::Author),
    ("description", Field::Description),
    ("comment", Field::Comment),
    ("created", Field::Date),
    ("source", Field::Source),
    ("level", Field::Level),
    ("sourceURL", Field::Url),
];

/// A file, as far as it has been read.
#[derive(Debug)]
pub(crate) struct File {
    text: String,
    /// The number of its first line.
    line: usize,
}

/// What a line of XML is, as far as its start shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// It has no element yet.
    Open,
    /// A file of `OpenSudoku`.
    Game,
    /// Anything else.
    Other,
}

/// What an XML text is; `None` if it is none.
pub(crate) fn start(text: &str) -> Option<Start> {
    let mut rest = text.trim_start();
    if !["<?xml", "<opensudoku", "<!--"].iter().any(|start| rest.starts_with(start)) {
        return None;
    }
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<opensudoku") => return Some(Start::Game),
            "" => return Some(Start::Open),
            _ => return Some(Start::Other),
        };
        let Some(at) = rest.find(end) else { return Some(Start::Open) };
        rest = rest[at + end.len()..].trim_start();
    }
}

impl File {
    /// A file that starts in this line, of which nothing has been added yet.
    pub(crate) fn new(line: usize) -> Self {
        Self { text: String::new(), line }
    }

    /// Adds a line; whether it is the last.
    ///
    /// # Errors
    /// If it is another kind of XML, or too long.
    pub(crate) fn push(&mut self, line: &str) -> Result<bool, ParseError> {
        self.text.push_str(line);
        self.text.push('\n');
        if self.text.len() > MOST {
            return Err(self.error((1, 1), "a file of at most 32 MiB", "a longer one"));
        }
        // The element is looked for where it may be: a file may be long.
        let is_start = self.text.len() < START;
        match if is_start { start(&self.text) } else { Some(Start::Game) } {
            Some(Start::Other) => Err(self.picture()),
            Some(Start::Game) => Ok(line.contains(END) || is_start && self.is_lone_tag()),
            _ => Ok(false),
        }
    }

    /// Whether the root is an element that ends with its tag.
    fn is_lone_tag(&self) -> bool {
        let root = self.text.find("<opensudoku").map_or("", |at| &self.text[at..]);
        root.find('>').is_some_and(|at| root[..at].ends_with('/'))
    }

    /// The error of another kind of XML.
    fn picture(&self) -> ParseError {
        let found = "a picture or a page (SVG, HTML), which is for eyes and not read back";
        ParseError::new(ParseErrorKind::Picture, (self.line, 1), "puzzles as text or JSON", found)
    }

    /// A syntax error at a row and a column of the file.
    fn error(&self, (row, column): (u32, u32), expected: &str, found: &str) -> ParseError {
        let place = (self.line + row as usize - 1, column as usize);
        ParseError::new(ParseErrorKind::Syntax, place, expected, found)
    }

    /// The games of the file, each a puzzle or an error.
    pub(crate) fn finish(&self, size: Size) -> Vec<Result<Entry, ParseError>> {
        if matches!(start(&self.text), Some(Start::Open)) {
            return vec![Err(self.picture())];
        }
        let options =
            ParsingOptions { allow_dtd: false, nodes_limit: MOST as u32, ..ParsingOptions::default() };
        let document = match Document::parse_with_options(&self.text, options) {
            Ok(document) => document,
            Err(error) => {
                let place = error.pos();
                let place = (place.row, place.col);
                return vec![Err(self.error(place, "XML of OpenSudoku", &error.to_string()))];
            }
        };
        let root = document.root_element();
        let mut said = Metadata::default();
        for child in root.children().filter(Node::is_element) {
            let field = NAMES.iter().find(|(name, _)| child.has_tag_name(*name));
            if let Some((_, field)) = field {
                said.set(*field, child.text().unwrap_or(""));
            }
        }
        let games: Vec<_> = root.descendants().filter(|node| node.has_tag_name("game")).collect();
        if games.is_empty() {
            return vec![Err(self.error((1, 1), "a game", "none in the file"))];
        }
        games.into_iter().map(|game| self.game(game, &said, size)).collect()
    }

    /// The puzzle of a game, of which the root says this.
    fn game(&self, game: Node<'_, '_>, said: &Metadata, size: Size) -> Result<Entry, ParseError> {
        let at = game.document().text_pos_at(game.range().start);
        let place = (self.line + at.row as usize - 1, at.col as usize);
        let geometry = Geometry::from_size(SIZE).expect("invariant: 9 is a size");
        let geometry = match size.geometry() {
            None => geometry,
            Some(known) if known.size() == SIZE => known,
            Some(_) => return Err(size.mismatch(place, geometry)),
        };
        let Some(data) = game.attribute("data") else {
            return Err(ParseError::new(ParseErrorKind::Syntax, place, "an attribute called data", "none"));
        };
        let expected = "81 digits, or version: 1 or 2 and cells";
        let wrong = |found: String| ParseError::new(ParseErrorKind::Syntax, place, expected, found);
        let cells = cells(data).map_err(wrong)?;
        let givens = cells.iter().map(|cell| if cell.is_given { cell.value } else { 0 }).collect();
        let entries = cells.iter().map(|cell| if cell.is_given { 0 } else { cell.value }).collect();
        let marks = cells.into_iter().map(|cell| cell.marks).collect();
        let mut entry = Entry::new(geometry, givens, place.0)?;
        entry.notes = Notes::new(geometry, entries, marks).expect("invariant: the values were checked");
        entry.format = Format::OpenSudoku;
        entry.metadata = said.clone();
        if let Some(folder) = game.ancestors().find(|node| node.has_tag_name("folder")) {
            entry.metadata.set(Field::Title, folder.attribute("name").unwrap_or(""));
        }
        Ok(entry)
    }
}

/// So many bytes show what the root is.
const START: usize = 1 << 16;

/// A cell of a game.
#[derive(Debug)]
struct Cell {
    value: i32,
    marks: Vec<i32>,
    is_given: bool,
}

/// The cells of a game.
///
/// # Errors
/// What is found in place of them.
fn cells(data: &str) -> Result<Vec<Cell>, String> {
    let data = data.trim();
    let count = SIZE * SIZE;
    let Some(rest) = data.strip_prefix("version:") else {
        let values: Option<Vec<i32>> =
            data.chars().map(|c| c.to_digit(10).map(|value| value as i32)).collect();
        let values = values.ok_or_else(|| short(data))?;
        if values.len() != count {
            return Err(format!("{} digits", values.len()));
        }
        return Ok(values
            .into_iter()
            .map(|value| Cell { value, marks: Vec::new(), is_given: value != 0 })
            .collect());
    };
    let rest = rest.trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let marks_of: fn(&str) -> Option<Vec<i32>> = match &rest[..digits] {
        "1" => listed,
        "2" => summed,
        other => return Err(format!("version: {}", short(other))),
    };
    let fields: Vec<&str> = rest[digits..].trim().split('|').map(str::trim).collect();
    // Each field is ended by a bar.
    if fields.len() != 3 * count + 1 || !fields[3 * count].is_empty() {
        return Err(format!("{} fields", fields.len() - 1));
    }
    let cell = |fields: &[&str]| {
        let value = fields[0].parse().ok().filter(|value| (0..=SIZE as i32).contains(value))?;
        let is_given = match fields[2] {
            "0" => value != 0,
            "1" => false,
            _ => return None,
        };
        Some(Cell { value, marks: marks_of(fields[1])?, is_given })
    };
    fields[..3 * count].chunks(3).map(|fields| cell(fields).ok_or_else(|| short(&fields.join("|")))).collect()
}

/// The marks of version 1.
fn listed(text: &str) -> Option<Vec<i32>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let mark = |word: &str| word.parse().ok().filter(|mark| (1..=SIZE as i32).contains(mark));
    text.trim_end_matches(',').split(',').map(mark).collect()
}

/// The marks of version 2.
fn summed(text: &str) -> Option<Vec<i32>> {
    let sum: u32 = text.parse().ok().filter(|sum| *sum < 1 << SIZE)?;
    Some((1..=SIZE as i32).filter(|mark| sum & (1 << (mark - 1)) != 0).collect())
}

/// A text, no longer than a message takes.
fn short(text: &str) -> String {
    format!("'{}'", text.chars().take(20).collect::<String>().escape_debug())
}
