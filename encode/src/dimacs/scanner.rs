//! Scanner of DIMACS files: a text as words, without comment lines.

use crate::ReadError;

/// Variables or vertices that a file may state although it is too short to mention them all.
const UNMENTIONED: usize = 1 << 20;

/// A text without the byte order mark that some programs put before it.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    /// The line, from 1, on which the next byte is.
    line: usize,
}

/// A word of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) bytes: &'a [u8],
    /// Where it starts.
    pub(super) at: usize,
    /// From 1.
    pub(super) line: usize,
    /// Whether it is the first of its line.
    pub(super) is_first: bool,
}

impl Word<'_> {
    /// The number that it is, in decimal digits.
    pub(super) fn number(self) -> Option<usize> {
        let digits = self.bytes;
        if digits.is_empty() || digits.len() > 18 {
            return None;
        }
        digits.iter().try_fold(0, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + usize::from(digit - b'0'))
        })
    }
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner { text, at: 0, line: 1 }
    }

    /// The next word that is in no comment: a comment is a line whose first word begins with `c`.
    pub(super) fn word(&mut self) -> Option<Word<'a>> {
        let mut is_first = self.at == 0;
        loop {
            match *self.text.get(self.at)? {
                b'\n' => {
                    self.line += 1;
                    is_first = true;
                }
                b'c' if is_first => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                    continue;
                }
                byte if byte.is_ascii_whitespace() => {}
                _ => break,
            }
            self.at += 1;
        }
        let rest = &self.text[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let word = Word { bytes: &rest[..length], at: self.at, line: self.line, is_first };
        self.at += length;
        Some(word)
    }

    /// The next word of the line of `word`, if there is one.
    pub(super) fn word_of_line(&mut self, word: Word<'_>) -> Option<Word<'a>> {
        let (at, line) = (self.at, self.line);
        let next = self.word().filter(|next| next.line == word.line);
        if next.is_none() {
            (self.at, self.line) = (at, line);
        }
        next
    }

    /// A number of the line of `word`, of that range.
    pub(super) fn number(
        &mut self,
        word: Word<'_>,
        range: std::ops::RangeInclusive<usize>,
        what: &str,
    ) -> Result<usize, ReadError> {
        let found = self.word_of_line(word);
        let number = found.and_then(Word::number).filter(|number| range.contains(number));
        let expected = || match range.clone().into_inner() {
            (from, usize::MAX) => format!("{what}, from {from} on"),
            (from, to) => format!("{what}, from {from} to {to}"),
        };
        number.ok_or_else(|| self.expected_of_line(found, &expected()))
    }

    /// That the line ends here.
    pub(super) fn end_of_line(&mut self, word: Word<'_>) -> Result<(), ReadError> {
        match self.word_of_line(word) {
            Some(found) => Err(self.expected(Some(found), "the end of the line")),
            None => Ok(()),
        }
    }

    /// That something else was expected than `found`, which is `None` at the end of the text.
    pub(super) fn expected(&self, found: Option<Word<'_>>, expected: &str) -> ReadError {
        let (at, bytes) = found.map_or((self.text.len(), &b""[..]), |word| (word.at, word.bytes));
        ReadError::expected(self.text, at, expected, bytes)
    }

    /// The error that something else was expected than `found`, which is `None` at the end of a line.
    fn expected_of_line(&self, found: Option<Word<'_>>, expected: &str) -> ReadError {
        if found.is_some() || self.at == self.text.len() {
            return self.expected(found, expected);
        }
        ReadError::at(self.text, self.at, format!("expected {expected}, found the end of the line"))
    }

    /// What is wrong with a word.
    pub(super) fn wrong(&self, word: Word<'_>, message: String) -> ReadError {
        ReadError::at(self.text, word.at, message)
    }

    /// The greatest number of variables or vertices that a text of this length is believed to have.
    pub(super) fn most(&self) -> usize {
        self.text.len().max(UNMENTIONED)
    }
}
