//! Metadata: what a file says about a puzzle, without a meaning for its solutions.

use std::collections::BTreeMap;
use std::fmt;

/// Something that is said about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// What the puzzle is called.
    Title,
    /// The person or the program that made it.
    Author,
    /// A description.
    Description,
    /// A comment.
    Comment,
    /// When it was made or published.
    Date,
    /// Where it was published.
    Source,
    /// How difficult it is.
    Level,
    /// Where it is on the Web.
    Url,
    /// The step of a solution for which a library of `HoDoKu` has it: `technique:values:effects`.
    Step,
}

impl Field {
    /// All of them.
    pub const ALL: [Field; 9] = [
        Field::Title,
        Field::Author,
        Field::Description,
        Field::Comment,
        Field::Date,
        Field::Source,
        Field::Level,
        Field::Url,
        Field::Step,
    ];

    /// The name, as of a member of JSON.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Author => "author",
            Field::Description => "description",
            Field::Comment => "comment",
            Field::Date => "date",
            Field::Source => "source",
            Field::Level => "level",
            Field::Url => "url",
            Field::Step => "step",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a file says about a puzzle.
///
/// ```
/// use residua_sudoku::{Field, Reader};
///
/// let text = "#A Ada\n#L easy\n1...\n..3.\n.1..\n...2\n";
/// let entry = Reader::new(text.as_bytes(), None).next().expect("a puzzle")?;
/// assert_eq!(entry.metadata.get(Field::Author), Some("Ada"));
/// assert_eq!(entry.metadata.fields().count(), 2);
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    fields: BTreeMap<Field, String>,
}

impl Metadata {
    /// What is said of this kind.
    pub fn get(&self, field: Field) -> Option<&str> {
        self.fields.get(&field).map(String::as_str)
    }

    /// All that is said.
    pub fn fields(&self) -> impl Iterator<Item = (Field, &str)> {
        self.fields.iter().map(|(field, text)| (*field, text.as_str()))
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Says something, in place of what was said of this kind. White space around it is left out, and a text without
    /// anything else says nothing.
    pub fn set(&mut self, field: Field, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            let _ = self.fields.remove(&field);
        } else {
            let _ = self.fields.insert(field, text.to_owned());
        }
    }

    /// Adds a line to what is said of this kind.
    pub(crate) fn add(&mut self, field: Field, line: &str) {
        match self.get(field) {
            Some(before) => self.set(field, &format!("{before}\n{}", line.trim())),
            None => self.set(field, line),
        }
    }
}
