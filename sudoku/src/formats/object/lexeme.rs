//! The lexical units of text in braces: strings, words and marks.

use std::str::Chars;

/// One lexical unit of such a text, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lexeme<'a> {
    /// A string without its quotes, escapes left as they are.
    Text(&'a str),
    /// A run of letters, digits, signs and points.
    Word(&'a str),
    /// Any other character that is not white space.
    Mark(char),
}

impl Lexeme<'_> {
    /// How an error message names it.
    pub(super) fn describe(self) -> String {
        let short = |text: &str| text.chars().take(20).collect::<String>().escape_debug().to_string();
        match self {
            Self::Text(text) => format!("the string \"{}\"", short(text)),
            Self::Word(text) => format!("'{}'", short(text)),
            Self::Mark(mark) => format!("'{}'", mark.escape_debug()),
        }
    }
}

/// The lexemes of `text`, each with its place in bytes; comments from `#` to the end of the line left out.
pub(super) fn lexemes(text: &str) -> impl Iterator<Item = (usize, Lexeme<'_>)> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let c = rest.chars().next()?;
            let start = at;
            let lexeme = match c {
                '"' | '\'' => {
                    let body = &rest[1..];
                    let end = string_end(body, c);
                    at += (end + 2).min(rest.len());
                    Lexeme::Text(&body[..end])
                }
                '#' => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                c if is_word(c) => {
                    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    at += end;
                    Lexeme::Word(&rest[..end])
                }
                c => {
                    at += c.len_utf8();
                    if c.is_whitespace() {
                        continue;
                    }
                    Lexeme::Mark(c)
                }
            };
            return Some((start, lexeme));
        }
    })
}

/// Where the string that starts with `body` ends, in bytes.
fn string_end(body: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = body.char_indices().find(|(_, c)| {
        let closes = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    });
    end.map_or(body.len(), |(at, _)| at)
}

/// The character of the code unit that follows `\u`, or of it and a second one.
fn code_unit(characters: &mut Chars<'_>) -> char {
    let unit = |characters: &mut Chars<'_>| {
        let digits = characters.as_str().get(..4)?;
        let unit = u16::from_str_radix(digits, 16).ok()?;
        *characters = characters.as_str()[4..].chars();
        Some(unit)
    };
    let Some(first) = unit(characters) else { return char::REPLACEMENT_CHARACTER };
    let mut after = characters.clone();
    let is_escape = (after.next(), after.next()) == (Some('\\'), Some('u'));
    let second = if is_escape && (0xD800..0xDC00).contains(&first) { unit(&mut after) } else { None };
    let mut decoded = char::decode_utf16([first].into_iter().chain(second));
    match decoded.next() {
        Some(Ok(c)) => {
            if second.is_some() {
                *characters = after;
            }
            c
        }
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// The text that a string in JSON stands for.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        plain.push(match c {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('u') => code_unit(&mut characters),
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}
