//! `.sdk` format, its head: lines that start with `#` and a letter say something about the puzzle that follows.
//!
//! `SudoCue` writes them before nine rows of symbols, `SadMan` before `[Puzzle]`: `#ARuud`, `#D` a description, `#C` a comment, `#B` the
//! date, `#S` the source, `#L` the level, `#U` an address. Elsewhere `#` starts any comment, as in `#Another one`: so some line has to show
//! that the letter stands alone, or there have to be several letters.

use crate::metadata::{Field, Metadata};

/// The letters of the lines.
pub(crate) const LETTERS: [(char, Field); 7] = [
    ('A', Field::Author),
    ('D', Field::Description),
    ('C', Field::Comment),
    ('B', Field::Date),
    ('S', Field::Source),
    ('L', Field::Level),
    ('U', Field::Url),
];

/// The longest of all that is kept, in bytes.
const MOST: usize = 1 << 16;

/// What such lines say, as far as they have been read.
#[derive(Debug, Default)]
pub(crate) struct Head {
    metadata: Metadata,
    /// Some letter stands alone.
    is_certain: bool,
    bytes: usize,
}

impl Head {
    /// Adds a comment, which may be such a line.
    pub(crate) fn add(&mut self, line: &str) {
        let mut characters = line.trim().strip_prefix('#').unwrap_or("").chars();
        let letter = characters.next();
        let text = characters.as_str();
        let Some((_, field)) = LETTERS.iter().find(|(own, _)| Some(*own) == letter) else { return };
        self.bytes += text.len();
        if self.bytes > MOST || text.trim().is_empty() {
            return;
        }
        let is_link = *field == Field::Url && ["http", "www"].iter().any(|start| text.starts_with(start));
        self.is_certain |= !text.starts_with(|c: char| c.is_lowercase() || c == '\'') || is_link;
        self.metadata.add(*field, text);
    }

    /// What they say, if they are such lines.
    pub(crate) fn metadata(self) -> Option<Metadata> {
        let Self { metadata, is_certain, .. } = self;
        let is_head = is_certain || metadata.fields().nth(1).is_some();
        (is_head && !metadata.is_empty()).then_some(metadata)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_told_from_comments() {
        for (lines, expected) in [
            (&["#ARuud"][..], Some(1)),
            (&["#A ruud"], Some(1)),
            (&["#Aruud", "#Leasy"], Some(2)),
            (&["#B03-08-2006"], Some(1)),
            (&["#Uhttp://www.sudocue.net/"], Some(1)),
            (&["#C one", "#C two"], Some(1)),
            (&["#All of them"], None),
            (&["# A comment"], None),
            (&["#A", "#B "], None),
            (&["#"], None),
            (&[], None),
        ] {
            let mut head = Head::default();
            for line in lines {
                head.add(line);
            }
            assert_eq!(head.metadata().map(|said| said.fields().count()), expected, "{lines:?}");
        }
    }
}
