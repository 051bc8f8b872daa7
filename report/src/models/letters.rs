//! The text of a MiniZinc model, character by character: comments, strings, places, and where its items are.

use crate::models::path::Place;

/// The text of a model, character by character, with what is comment in it.
#[derive(Debug)]
pub(crate) struct Text {
    pub(super) letters: Vec<char>,
    /// By character: whether it is in a comment, or in a string.
    is_comment: Vec<bool>,
    pub(super) is_string: Vec<bool>,
    pub(super) places: Vec<Place>,
}

impl Text {
    pub(super) fn new(text: &str) -> Text {
        let letters: Vec<char> = text.chars().collect();
        let (mut is_comment, mut is_string) = (vec![false; letters.len()], vec![false; letters.len()]);
        let mut at = 0;
        while at < letters.len() {
            let start = at;
            match (letters[at], letters.get(at + 1)) {
                ('%', _) => {
                    while at < letters.len() && letters[at] != '\n' {
                        at += 1;
                    }
                    is_comment[start..at].fill(true);
                }
                ('/', Some('*')) => {
                    at += 2;
                    while at < letters.len()
                        && !(letters[at] == '/' && letters[at - 1] == '*' && at > start + 2)
                    {
                        at += 1;
                    }
                    at = (at + 1).min(letters.len());
                    is_comment[start..at].fill(true);
                }
                ('"', _) => {
                    at += 1;
                    while at < letters.len() && letters[at] != '"' {
                        at += if letters[at] == '\\' { 2 } else { 1 };
                    }
                    at = (at + 1).min(letters.len());
                    is_string[start..at].fill(true);
                }
                _ => at += 1,
            }
        }
        let (mut line, mut column) = (1, 1);
        let places = letters.iter().map(|&letter| {
            let place = (line, column);
            (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
            place
        });
        let places = places.collect();
        Text { letters, is_comment, is_string, places }
    }

    /// The next character from `at` on that is neither blank nor in a comment.
    pub(super) fn visible(&self, at: usize, end: usize) -> usize {
        (at..end).find(|&at| !self.letters[at].is_whitespace() && !self.is_comment[at]).unwrap_or(end)
    }

    /// A part in one line, without comments.
    pub(super) fn line(&self, from: usize, to: usize) -> String {
        let letters = (from..to).map(|at| if self.is_comment[at] { ' ' } else { self.letters[at] });
        letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn begins(&self, at: usize, word: &str) -> bool {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        self.letters[at..].iter().take(word.len()).copied().eq(word.chars())
            && !self.letters.get(at + word.len()).copied().is_some_and(is_name)
    }

    /// Where a character stands at that place, or would stand behind the last one of its line.
    pub(super) fn at(&self, place: Place) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }

    /// The first of some signs from `from` on that stands in no brackets, comment or string.
    pub(super) fn outside(&self, from: usize, to: usize, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mut depth = 0;
        (from..to).filter(|&at| !self.is_comment[at] && !self.is_string[at]).find(|&at| {
            match self.letters[at] {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth -= 1,
                _ => {}
            }
            depth == 0 && is_it(at)
        })
    }

    /// The name that begins there.
    pub(super) fn word(&self, at: usize) -> String {
        let letters = self.letters.get(at..).unwrap_or_default();
        letters.iter().take_while(|&&letter| letter.is_alphanumeric() || letter == '_').collect()
    }

    /// The items: from their first character to the one behind their last, which is the semicolon, if there is one.
    pub(super) fn items(&self) -> Vec<(usize, usize)> {
        let mut items = Vec::new();
        let mut from = 0;
        let ends = (0..self.letters.len())
            .filter(|&at| self.letters[at] == ';' && !self.is_comment[at] && !self.is_string[at]);
        for end in ends.chain([self.letters.len()]) {
            let begin = self.visible(from, end);
            // What is between the braces of a `let` begins with no item of its own.
            if begin < end && is_balanced(self, begin, end) {
                items.push((begin, end));
                from = end + 1;
            }
        }
        items
    }
}

/// Whether every brace and parenthesis of a part is closed in it.
fn is_balanced(text: &Text, from: usize, to: usize) -> bool {
    let plain = (from..to).filter(|&at| !text.is_comment[at] && !text.is_string[at]);
    let depth = plain.map(|at| match text.letters[at] {
        '(' | '{' | '[' => 1,
        ')' | '}' | ']' => -1,
        _ => 0,
    });
    depth.sum::<i32>() <= 0
}
