//! Lines of an input, one at a time, each checked before anything looks at it.
//!
//! `BufRead::lines` would read a line of any length into memory and lose the place of a bad byte; this source does
//! neither. A line over the limit is passed over in pieces, so memory stays constant whatever the input.

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use std::io::BufRead;
use std::io::Read;

/// The longest line that is read, in bytes, its end not counted.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// Numbered lines of `input`.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    /// Lines handed out so far.
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, none read yet.
    pub(crate) fn new(input: R) -> Self {
        Self { input, number: 0 }
    }

    /// The number of the line read last, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line into `buffer`, without its end and without a byte order mark, and lends it as text.
    /// `None` at the end of the input.
    pub(crate) fn read<'a>(&mut self, buffer: &'a mut Vec<u8>) -> Option<Result<&'a str, ParseError>> {
        buffer.clear();
        // Two more than the limit, for a line of exactly that length with its `\r\n`.
        let mut piece = self.input.by_ref().take(LINE_LIMIT as u64 + 2);
        match piece.read_until(b'\n', buffer) {
            Ok(0) => return None,
            Ok(_) => self.number += 1,
            Err(error) => {
                self.number += 1;
                return Some(Err(self.unreadable(&error)));
            }
        }
        let ended = buffer.pop_if(|byte| *byte == b'\n').is_some();
        let _ = buffer.pop_if(|byte| *byte == b'\r');
        if buffer.len() > LINE_LIMIT {
            if !ended && let Err(error) = skip_line(&mut self.input) {
                return Some(Err(self.unreadable(&error)));
            }
            let expected = "a line of at most 1 MiB (1048576 bytes)";
            let place = (self.number, 1);
            return Some(Err(ParseError::new(ParseErrorKind::LineTooLong, place, expected, "a longer one")));
        }
        if self.number == 1 && buffer.starts_with("\u{feff}".as_bytes()) {
            drop(buffer.drain(..3));
        }
        Some(str::from_utf8(buffer).map_err(|error| {
            let (valid, rest) = buffer.split_at(error.valid_up_to());
            let column = String::from_utf8_lossy(valid).chars().count() + 1;
            let found = rest.first().map_or_else(String::new, |byte| format!("the byte 0x{byte:02X}"));
            ParseError::new(ParseErrorKind::Encoding, (self.number, column), "text in UTF-8", found)
        }))
    }

    /// The error of an input that broke off.
    fn unreadable(&self, error: &std::io::Error) -> ParseError {
        let kind = ParseErrorKind::Unreadable(error.kind());
        ParseError::new(kind, (self.number, 1), "a readable input", error.to_string())
    }
}

/// Passes over the rest of a line, with its end.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = available.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(available.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}
