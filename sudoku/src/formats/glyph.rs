//! Glyphs: the meaning of one character in a grid, and the split of a line into tokens.

use crate::formats::open::is_no_value;
use crate::formats::open::open_cells;

/// The meaning of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glyph {
    /// A blank that has no other meaning: `.`, `_`, `*`, `?`, `⋅`, `·`.
    Blank,
    /// `0`, a blank too, except where a 16-by-16 grid counts from 0 to F.
    Zero,
    /// `1`-`9`, then the letters in either case: `A` = 10 … `Z` = 35.
    Value(u8),
    /// White space, comma or semicolon: ends a field.
    Separator,
    /// Lines, quotes and brackets: drawn around the cells.
    Decoration,
    /// Any character that does not belong in a grid.
    Other,
}

/// The meaning of `c`.
pub(crate) fn glyph(c: char) -> Glyph {
    match c {
        '.' | '_' | '*' | '?' | '⋅' | '·' => Glyph::Blank,
        '0' => Glyph::Zero,
        '1'..='9' => Glyph::Value(c as u8 - b'0'),
        'A'..='Z' => Glyph::Value(c as u8 - b'A' + 10),
        'a'..='z' => Glyph::Value(c as u8 - b'a' + 10),
        ',' | ';' => Glyph::Separator,
        '|' | '/' | '-' | '+' | '=' | '\u{2500}'..='\u{257f}' => Glyph::Decoration,
        '[' | ']' | '(' | ')' | '{' | '}' | '"' | '\'' | '`' | '“' | '”' | '‘' | '’' => {
            Glyph::Decoration
        }
        _ if c.is_whitespace() => Glyph::Separator,
        _ => Glyph::Other,
    }
}

/// Whether `c` stands for a cell, or is in the place of one.
pub(crate) fn is_symbol(c: char) -> bool {
    !matches!(glyph(c), Glyph::Separator | Glyph::Decoration)
}

/// A longest run of symbols in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    /// The symbols, after a minus sign if there is one. Empty for a cell in which nothing is written.
    pub(crate) text: &'a str,
    /// Where it starts in the line, in bytes.
    pub(crate) at: usize,
}

impl Token<'_> {
    /// Whether it has at most one symbol.
    pub(crate) fn is_single(&self) -> bool {
        self.text.chars().nth(1).is_none()
    }

    /// Whether it has a minus sign, and so is not a value of any grid.
    pub(crate) fn is_signed(&self) -> bool {
        self.text.starts_with('-')
    }

    /// Its value as a cell of two or three symbols, with zeros in front, or of one blank symbol repeated: `03`, `00`, `--`.
    pub(crate) fn padded(&self) -> Option<i32> {
        let mut symbols = self.text.chars();
        let first = symbols.next().filter(|_| (2..=3).contains(&self.text.chars().count()))?;
        let is_blank = glyph(first) == Glyph::Blank || matches!(first, 'x' | 'X');
        if is_blank && symbols.all(|c| c == first) {
            return Some(0);
        }
        self.text.bytes().all(|b| b.is_ascii_digit()).then(|| self.text.parse().ok())?
    }

    /// Its value as a number of several digits, if it is one.
    ///
    /// A token with a leading 0 is a row of symbols, not a number: `012 300 450` is a row of nine.
    pub(crate) fn number(&self) -> Option<i32> {
        let digits = (2..=9).contains(&self.text.len()) && self.text.bytes().all(|b| b.is_ascii_digit());
        (digits && !self.text.starts_with('0')).then(|| self.text.parse().ok())?
    }
}

/// The tokens of a line, from the left, with the cells in which nothing is written.
pub(crate) fn tokens(line: &str) -> impl Iterator<Item = Token<'_>> {
    let mut open = open_cells(line).into_iter().peekable();
    let mut written = words(line).peekable();
    std::iter::from_fn(move || {
        let next = written.peek().map_or(usize::MAX, |token| token.at);
        match open.next_if(|at| *at < next) {
            Some(at) => Some(Token { text: "", at }),
            None => written.next(),
        }
    })
}

/// The tokens that are written in a line.
fn words(line: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.find(is_symbol)?;
        let run = &rest[start..];
        let length = run.find(|c| !is_symbol(c)).unwrap_or(run.len());
        let end = line.len() - run.len() + length;
        let at = end - length - usize::from(has_sign(rest, start));
        rest = &run[length..];
        let text = &line[at..end];
        Some(Token { text: if is_no_value(line, text) { "" } else { text }, at })
    })
}

/// Whether the symbol at `start` has a minus sign: `-1` in a list must not be read as a 1 beside some decoration.
fn has_sign(text: &str, start: usize) -> bool {
    let before = text[..start].strip_suffix('-').map(|before| before.chars().next_back());
    text[start..].starts_with(|c: char| c.is_ascii_digit())
        && before.is_some_and(|c| c.is_none_or(|c| c == '[' || glyph(c) == Glyph::Separator))
}

/// The fields of a line, which are ended by separators and not by decoration; each with its place in bytes.
pub(crate) fn fields(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c| glyph(c) == Glyph::Separator)
        .map(move |field| {
            let start = at;
            at += field.len() + line[at + field.len()..].chars().next().map_or(0, char::len_utf8);
            (start, field)
        })
        .filter(|(_, field)| field.contains(is_symbol))
}

/// Whether a line only draws: a border, a rule between boxes, a lone bracket.
///
/// Corners of a rule may be drawn with symbols that are blanks elsewhere: `*-----------*`, `.---.---.`; a table in Markdown has
/// rules like `|:-:|:-:|`. A row of empty cells looks like one but is not: [`open_cells`] finds them.
pub(crate) fn is_rule(line: &str) -> bool {
    let dashes = ["--", "==", "──", "━━", "══"].iter().any(|dash| line.contains(dash));
    let dashes = dashes || line.trim_start().starts_with('|') && line.contains(":-");
    line.chars().all(|c| match glyph(c) {
        Glyph::Separator | Glyph::Decoration => true,
        Glyph::Blank => dashes,
        _ => dashes && c == ':',
    })
}
