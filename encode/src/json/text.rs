//! Parser of JSON: a text as a tree, each part with its place.
//!
//! It is parsed without recursion, and nests no deeper than the recursive functions on the tree can follow.
//!
//! Source: RFC 8259.

use std::borrow::Cow;

use residua::constraints::MOST_NESTED;

use crate::json::fault::Fault;

/// How deep lists and objects may nest: for each level of conditions and expressions that a model may have there are at most five of
/// them.
const MOST_DEEP: usize = 6 * MOST_NESTED as usize;

/// A value, and where it starts in the text.
#[derive(Debug)]
pub(super) struct Value<'a> {
    pub(super) at: usize,
    pub(super) what: What<'a>,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum What<'a> {
    Null,
    Truth(bool),
    /// As it is written.
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Vec<Member<'a>>),
}

/// A member of an object, and where its name starts in the text.
#[derive(Debug)]
pub(super) struct Member<'a> {
    pub(super) at: usize,
    pub(super) name: Cow<'a, str>,
    pub(super) value: Value<'a>,
}

/// A list or an object of which the end is to come.
struct Open<'a> {
    at: usize,
    what: What<'a>,
    /// The name of the member to come, and its place.
    name: Option<(usize, Cow<'a, str>)>,
}

/// The value that the whole text is.
pub(super) fn parse(text: &str) -> Result<Value<'_>, Fault> {
    // A byte order mark is passed over.
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut scanner = Scanner { text, at: start };
    let mut open: Vec<Open<'_>> = Vec::new();
    loop {
        let Some(mut value) = scanner.value_or_opening(&mut open)? else { continue };
        // What was waiting for it, and what is complete by that.
        loop {
            let Some(mut around) = open.pop() else {
                return if scanner.peek().is_none() { Ok(value) } else { Err(scanner.expected("the end")) };
            };
            let close = match (&mut around.what, around.name.take()) {
                (What::Object(members), Some((at, name))) => {
                    members.push(Member { at, name, value });
                    '}'
                }
                (What::List(values), _) => {
                    values.push(value);
                    ']'
                }
                _ => unreachable!("invariant: a member has a name, and only lists and objects are open"),
            };
            if scanner.takes(',') {
                if close == '}' {
                    around.name = Some(scanner.name()?);
                }
                open.push(around);
                break;
            }
            if !scanner.takes(close) {
                return Err(scanner.expected(&format!("',' or '{close}'")));
            }
            value = Value { at: around.at, what: around.what };
        }
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes()[self.at..].iter();
        self.at += rest.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the next character is this one, which is then behind.
    fn takes(&mut self, c: char) -> bool {
        let is_there = self.peek() == Some(c as u8);
        self.at += usize::from(is_there);
        is_there
    }

    fn expected(&self, what: &str) -> Fault {
        let found = match self.text[self.at..].chars().next() {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end of the text".to_owned(),
        };
        Fault::new(self.at, format!("expected {what}, found {found}"))
    }

    /// A whole value, or `None` where a list or an object begins that is not empty.
    fn value_or_opening(&mut self, open: &mut Vec<Open<'a>>) -> Result<Option<Value<'a>>, Fault> {
        let first = self.peek();
        let at = self.at;
        let what = match first {
            Some(b'[' | b'{') if open.len() == MOST_DEEP => {
                let message = format!("expected lists and objects in at most {MOST_DEEP} others, found more");
                return Err(Fault::new(at, message));
            }
            Some(b'[') => {
                self.at += 1;
                if !self.takes(']') {
                    open.push(Open { at, what: What::List(Vec::new()), name: None });
                    return Ok(None);
                }
                What::List(Vec::new())
            }
            Some(b'{') => {
                self.at += 1;
                if !self.takes('}') {
                    let name = Some(self.name()?);
                    open.push(Open { at, what: What::Object(Vec::new()), name });
                    return Ok(None);
                }
                What::Object(Vec::new())
            }
            Some(b'"') => What::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => What::Number(self.number()?),
            _ => {
                let words =
                    [("null", What::Null), ("true", What::Truth(true)), ("false", What::Truth(false))];
                let is_next = |(word, _): &(&str, What<'_>)| self.text[at..].starts_with(word);
                let Some((word, what)) = words.into_iter().find(is_next) else {
                    return Err(self.expected("a value"));
                };
                self.at += word.len();
                what
            }
        };
        Ok(Some(Value { at, what }))
    }

    /// The name of a member, with the colon behind it.
    fn name(&mut self) -> Result<(usize, Cow<'a, str>), Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("the name of a member"));
        }
        let at = self.at;
        let name = self.string()?;
        if self.takes(':') { Ok((at, name)) } else { Err(self.expected("':'")) }
    }

    fn number(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        let byte = |scanner: &Self| scanner.text.as_bytes().get(scanner.at).copied();
        let digits = |scanner: &mut Self| {
            let rest = scanner.text.as_bytes()[scanner.at..].iter();
            let count = rest.take_while(|byte| byte.is_ascii_digit()).count();
            scanner.at += count;
            if count == 0 { Err(scanner.expected("a digit")) } else { Ok(()) }
        };
        self.at += usize::from(byte(self) == Some(b'-'));
        if byte(self) == Some(b'0') {
            self.at += 1;
        } else {
            digits(self)?;
        }
        if byte(self) == Some(b'.') {
            self.at += 1;
            digits(self)?;
        }
        if matches!(byte(self), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(byte(self), Some(b'+' | b'-')));
            digits(self)?;
        }
        Ok(&self.text[start..self.at])
    }

    /// A string, which begins here.
    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.at += 1;
        let mut read = Cow::Borrowed("");
        loop {
            let rest = &self.text[self.at..];
            let is_plain = |c: char| c >= ' ' && c != '"' && c != '\\';
            let length = rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
            // Of a string without escapes nothing is copied.
            read += &rest[..length];
            self.at += length;
            match rest[length..].bytes().next() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(read);
                }
                Some(b'\\') => read.to_mut().push(self.escaped()?),
                _ => return Err(self.expected("'\"'")),
            }
        }
    }

    /// The character for which an escape stands, which begins here.
    fn escaped(&mut self) -> Result<char, Fault> {
        let start = self.at;
        let wrong = |length: usize| {
            let found: String = self.text[start..].chars().take(length).collect();
            Fault::new(start, format!("expected an escape of JSON, found {found:?}"))
        };
        let code = |at: usize| {
            let digits = self.text.get(at..at + 4)?;
            let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_hexadecimal { u32::from_str_radix(digits, 16).ok() } else { None }
        };
        let (character, length) = match self.text.as_bytes().get(start + 1) {
            Some(&byte @ (b'"' | b'\\' | b'/')) => (char::from(byte), 2),
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            Some(b'u') => {
                let first = code(start + 2).ok_or_else(|| wrong(6))?;
                if let Some(character) = char::from_u32(first) {
                    (character, 6)
                } else {
                    // Half of a character beyond 16 bits.
                    let second = code(start + 8).filter(|_| self.text[start + 6..].starts_with("\\u"));
                    let second = second.filter(|second| (0xDC00..0xE000).contains(second));
                    let both = second.map(|second| 0x1_0000 + ((first & 0x3FF) << 10) + (second & 0x3FF));
                    let both = both.filter(|_| first < 0xDC00).and_then(char::from_u32);
                    (both.ok_or_else(|| wrong(6))?, 12)
                }
            }
            _ => return Err(wrong(2)),
        };
        self.at = start + length;
        Ok(character)
    }
}
