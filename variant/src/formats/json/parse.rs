//! Text as JSON values with places.
//!
//! Besides strict JSON there is the shortened one of `SudokuPad`: names without quotes, strings in single quotes, `t` and `f` for true and
//! false, colours without `#`, and nothing at all for an empty object in a list.

use std::collections::BTreeSet;

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::json::node::{Member, Node, Value};

/// How strictly a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::formats) enum Flavour {
    Strict,
    /// As `SudokuPad` shortens it before compression.
    Zipped,
}

/// Objects and lists inside of each other; a puzzle needs about six.
const MAX_DEPTH: usize = 64;

/// The value that a text is.
pub(in crate::formats) fn parse(text: &str, flavour: Flavour) -> Result<Node, ParseError> {
    let mut parser = Parser { rest: text.chars(), line: 1, column: 1, flavour };
    parser.blanks();
    let node = parser.value(0)?;
    parser.blanks();
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.error("the end of the text")),
    }
}

struct Parser<'a> {
    rest: std::str::Chars<'a>,
    line: usize,
    column: usize,
    flavour: Flavour,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        if next == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(next)
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{feff}')) {
            self.next();
        }
    }

    fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    fn error(&self, expected: &str) -> ParseError {
        let found = match self.peek() {
            // Quotes are as they are; what cannot be seen is told.
            Some(c) if c.is_control() => format!("'{}'", c.escape_debug()),
            Some(c) => format!("'{c}'"),
            None => "the end of the text".to_owned(),
        };
        ParseError::new(ParseErrorKind::Syntax, self.place(), expected, found)
    }

    fn is_zipped(&self) -> bool {
        self.flavour == Flavour::Zipped
    }

    fn value(&mut self, depth: usize) -> Result<Node, ParseError> {
        if depth > MAX_DEPTH {
            return Err(self.error("at most 64 objects and lists inside of each other"));
        }
        let at = self.place();
        let value = match self.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.list(depth)?,
            Some('"') => Value::Text(self.string()?),
            Some('\'') if self.is_zipped() => Value::Text(self.string()?),
            _ => self.word()?,
        };
        Ok(Node { at, value })
    }

    fn object(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut members: Vec<Member> = Vec::new();
        let mut names = BTreeSet::new();
        self.next();
        self.blanks();
        if self.peek() == Some('}') {
            self.next();
            return Ok(Value::Object(members));
        }
        loop {
            self.blanks();
            let at = self.place();
            let name = match self.peek() {
                Some('"') => self.string()?,
                Some('\'') if self.is_zipped() => self.string()?,
                Some(c) if self.is_zipped() && c.is_ascii_alphanumeric() => self.run(),
                _ => return Err(self.error("the name of a member")),
            };
            let name = if self.is_zipped() { long_name(&name).to_owned() } else { name };
            self.blanks();
            if self.peek() != Some(':') {
                return Err(self.error("a colon"));
            }
            self.next();
            self.blanks();
            let node = self.value(depth + 1)?;
            if !names.insert(name.clone()) {
                let found = format!("\"{}\" again", name.escape_debug());
                return Err(ParseError::new(ParseErrorKind::Syntax, at, "a member that is new", found));
            }
            members.push(Member { name, at, node });
            self.blanks();
            match self.peek() {
                Some(',') => self.next(),
                Some('}') => {
                    self.next();
                    return Ok(Value::Object(members));
                }
                _ => return Err(self.error("',' or '}'")),
            };
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, ParseError> {
        let mut items = Vec::new();
        self.next();
        self.blanks();
        if self.peek() == Some(']') && !self.is_zipped() {
            self.next();
            return Ok(Value::List(items));
        }
        loop {
            self.blanks();
            if self.is_zipped() && matches!(self.peek(), Some(',' | ']')) {
                items.push(Node { at: self.place(), value: Value::Object(Vec::new()) });
            } else {
                items.push(self.value(depth + 1)?);
            }
            self.blanks();
            match self.peek() {
                Some(',') => self.next(),
                Some(']') => {
                    self.next();
                    return Ok(Value::List(items));
                }
                _ => return Err(self.error("',' or ']'")),
            };
        }
    }

    fn string(&mut self) -> Result<String, ParseError> {
        let quote = self.next();
        let mut text = String::new();
        loop {
            match self.peek() {
                None => return Err(self.error("the end of the string")),
                Some('\\') => {
                    self.next();
                    text.push(self.escaped()?);
                }
                Some(c) if c < ' ' && !self.is_zipped() => {
                    return Err(self.error("a character of a string"));
                }
                Some(c) => {
                    self.next();
                    if Some(c) == quote {
                        return Ok(text);
                    }
                    text.push(c);
                }
            }
        }
    }

    fn escaped(&mut self) -> Result<char, ParseError> {
        let c = match self.peek() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('\'') if self.is_zipped() => '\'',
            Some('u') => {
                self.next();
                return self.unicode();
            }
            _ => return Err(self.error("an escape of JSON")),
        };
        self.next();
        Ok(c)
    }

    /// The character of `XXXX`, or of `XXXX\uXXXX` for a pair; half a pair is U+FFFD.
    fn unicode(&mut self) -> Result<char, ParseError> {
        let high = self.hex()?;
        if !(0xd800..0xdc00).contains(&high) {
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let mut ahead = self.rest.clone();
        if ahead.next() != Some('\\') || ahead.next() != Some('u') {
            return Ok(char::REPLACEMENT_CHARACTER);
        }
        self.next();
        self.next();
        let low = self.hex()?;
        let pair =
            (0xdc00..0xe000).contains(&low).then(|| 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
        Ok(pair.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, ParseError> {
        let mut number = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|c| c.to_digit(16));
            number = number * 16 + digit.ok_or_else(|| self.error("four hexadecimal digits"))?;
            self.next();
        }
        Ok(number)
    }

    /// The letters and digits that come next.
    fn run(&mut self) -> String {
        let mut run = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
            run.push(c);
            self.next();
        }
        run
    }

    /// A number or a literal.
    fn word(&mut self) -> Result<Value, ParseError> {
        let at = self.place();
        let mut word = String::new();
        while let Some(c) =
            self.peek().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '#'))
        {
            word.push(c);
            self.next();
        }
        let is_colour = |text: &str| text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match word.as_str() {
            "null" => Ok(Value::Null),
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            "t" if self.is_zipped() => Ok(Value::Bool(true)),
            "f" if self.is_zipped() => Ok(Value::Bool(false)),
            "#0" if self.is_zipped() => Ok(Value::Text("#000000".to_owned())),
            "#F" if self.is_zipped() => Ok(Value::Text("#FFFFFF".to_owned())),
            text if self.is_zipped() && is_colour(text) => Ok(Value::Text(format!("#{text}"))),
            text if is_number(text) => Ok(Value::Number(word)),
            "" => Err(self.error("a value of JSON")),
            text => {
                let found = format!("'{}'", text.chars().take(20).collect::<String>());
                Err(ParseError::new(ParseErrorKind::Syntax, at, "a value of JSON", found))
            }
        }
    }
}

/// Whether this is a number of JSON.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// What a short name of `SudokuPad` stands for.
fn long_name(short: &str) -> &str {
    match short {
        "c" => "color",
        "ca" => "cages",
        "ct" => "center",
        "c1" => "borderColor",
        "c2" => "backgroundColor",
        "ce" => "cells",
        "cs" => "cellSize",
        "a" => "arrows",
        "o" => "overlays",
        "u" => "underlays",
        "w" => "width",
        "h" => "height",
        "v" => "value",
        "vd" => "videos",
        "l" => "lines",
        "r" => "rounded",
        "re" => "regions",
        "fs" => "fontSize",
        "th" => "thickness",
        "hl" => "headLength",
        "wp" => "wayPoints",
        "t" => "title",
        "te" => "text",
        "d" => "duration",
        "d2" => "d",
        name => name,
    }
}
