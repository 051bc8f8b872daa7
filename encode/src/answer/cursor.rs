//! Cursor over an answer that is read character by character.

use crate::answer::{AnswerError, Place};

/// The rest of an answer. Before each word it passes over white space and comments, from `%` to the end of the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, rest: text }
    }

    /// What is left, from the next word on.
    pub(super) fn rest(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        while self.rest.starts_with('%') {
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
        }
        self.rest
    }

    /// Passes over `word`, if that is next.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let after = self.rest().strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Passes over `word`, which has to be next.
    pub(super) fn expect(&mut self, word: &str) -> Result<(), AnswerError> {
        if self.eat(word) { Ok(()) } else { Err(self.expected(word)) }
    }

    /// The longest run of such characters that is next; it may be empty.
    pub(super) fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let (word, rest) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
        self.rest = rest;
        word
    }

    /// The next character as it is, white space and all.
    pub(super) fn next_char(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    /// Whether that character is next, without white space before it.
    pub(super) fn is_at(&self, c: char) -> bool {
        self.rest.starts_with(c)
    }

    pub(super) fn integer(&mut self) -> Result<i64, AnswerError> {
        let begin = *self;
        let is_negative = self.eat("-");
        let sign = if is_negative { "-" } else { "" };
        let digits = self.take(|c| c.is_ascii_digit());
        format!("{sign}{digits}").parse().map_err(|_| { begin }.expected("an integer"))
    }

    /// That something else was expected here.
    pub(super) fn expected(&mut self, expected: &str) -> AnswerError {
        let rest = self.rest();
        let before = &self.text[..self.text.len() - rest.len()];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = rest.find(['\n', '\r']).map_or(self.text.len(), |at| before.len() + at);
        let place = Place { line, text: &self.text[start..end] };
        match &self.text[before.len()..end] {
            "" => place
                .wrong(&self.text[before.len()..end], &format!("expected {expected}: the answer breaks off")),
            found => place.expected(found, expected),
        }
    }
}
