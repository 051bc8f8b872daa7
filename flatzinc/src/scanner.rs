//! Scanner: a text of FlatZinc as tokens, which borrow from it.

use crate::error::FlatZincError;

/// The smallest piece of the text that means something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A keyword or a name.
    Word(&'a str),
    /// A name in single quotes, without them.
    Quoted(&'a str),
    Int(i64),
    Float(&'a str),
    /// What is between double quotes.
    Text(&'a str),
    /// One of `( ) [ ] { } , ; : = |`.
    Mark(u8),
    /// `::`
    Colons,
    /// `..`
    Dots,
    End,
}

/// Where the next token is looked for.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0 }
    }

    /// The next token, and the byte at which it starts. Blanks and comments, from `%` to the end of the line, are passed over.
    ///
    /// # Errors
    /// The text there is not a token.
    #[inline]
    pub(super) fn next(&mut self) -> Result<(Token<'a>, usize), FlatZincError> {
        let bytes = self.text.as_bytes();
        let start = loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'%') => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => break self.at,
            }
        };
        let Some(&first) = bytes.get(start) else { return Ok((Token::End, start)) };
        let token = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let rest = &bytes[start..];
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                self.at += rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
                Token::Word(&self.text[start..self.at])
            }
            b'0'..=b'9' | b'-' | b'+' => self.number(start)?,
            b'"' => Token::Text(self.quoted(start, b'"')?),
            b'\'' => Token::Quoted(self.quoted(start, b'\'')?),
            b':' if bytes.get(start + 1) == Some(&b':') => {
                self.at += 2;
                Token::Colons
            }
            b'.' if bytes.get(start + 1) == Some(&b'.') => {
                self.at += 2;
                Token::Dots
            }
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b':' | b'=' | b'|' | b'$' => {
                self.at += 1;
                Token::Mark(first)
            }
            _ => {
                let found = self.text[start..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
                return Err(self.error(start, format!("{found:?} is unexpected here")));
            }
        };
        Ok((token, start))
    }

    /// A number: `-3`, `0x1F`, `0o17`, `2.5`, `1e-3`. Two dots after it are those of a range.
    fn number(&mut self, start: usize) -> Result<Token<'a>, FlatZincError> {
        let bytes = self.text.as_bytes();
        let is_negative = bytes[start] == b'-';
        let mut at = start + usize::from(is_negative || bytes[start] == b'+');
        // MiniZinc has written "- 3" where it negates a literal.
        while at > start && bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let radix = match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'0'), Some(b'x')) => 16,
            (Some(b'0'), Some(b'o')) => 8,
            _ => 10,
        };
        at += if radix == 10 { 0 } else { 2 };
        let first = at;
        let mut value: Option<i64> = Some(0);
        while let Some(digit) = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(radix)) {
            // Towards the sign, so that the least number fits.
            let digit = if is_negative { -i64::from(digit) } else { i64::from(digit) };
            value = value.and_then(|value| value.checked_mul(radix.into())?.checked_add(digit));
            at += 1;
        }
        let digits = |at: usize| bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = at;
        if radix == 10 && first < at {
            if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
                end += 1 + digits(end + 1);
            }
            if matches!(bytes.get(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
                let size = digits((end + 1 + sign).min(bytes.len()));
                end += if size > 0 { 1 + sign + size } else { 0 };
            }
        }
        self.at = end;
        if first == at {
            return Err(self.error(start, "a number has no digits"));
        }
        if let Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') = bytes.get(end) {
            return Err(self.error(end, "expected a space between a number and a name"));
        }
        if end > at {
            return Ok(Token::Float(&self.text[start..end]));
        }
        let value = value.ok_or_else(|| self.error(start, "this number does not fit into 64 bits"))?;
        Ok(Token::Int(value))
    }

    /// What is between quotes; a backslash takes the next character as it is.
    fn quoted(&mut self, start: usize, quote: u8) -> Result<&'a str, FlatZincError> {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                Some(&byte) if byte == quote => break,
                Some(b'\\') => at += 2,
                Some(b'\n') | None => return Err(self.error(start, "the quote is not closed on its line")),
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        Ok(&self.text[start + 1..at])
    }

    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> FlatZincError {
        FlatZincError::at(self.text, at, message)
    }
}
