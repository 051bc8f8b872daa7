//! Lines of an input, one at a time, each checked before anything looks at it.
//!
//! `BufRead::lines` would read a line of any length into memory and lose the place of a bad byte; this source does
//! neither. A line over the limit is passed over in pieces, so memory stays constant whatever the input.

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use std::io::BufRead;

/// The longest line that is read, in bytes, its end not counted.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// What more of such a line is passed over, in search of its end. An input that goes on without one is given up: it may be
/// a device that never ends.
const PASSED_OVER: usize = 64 << 20;

/// Numbered lines of `input`.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    /// Lines handed out so far.
    number: usize,
    /// How many bytes the input is known to have at hand.
    at_hand: usize,
    /// No more is read, whatever there is.
    is_given_up: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, none read yet.
    pub(crate) fn new(input: R) -> Self {
        Self { input, number: 0, at_hand: 0, is_given_up: false }
    }

    /// The number of the line read last, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line into `buffer`, without its end and without a byte order mark, and lends it as text.
    /// `None` at the end of the input.
    pub(crate) fn read<'a>(&mut self, buffer: &'a mut Vec<u8>) -> Option<Result<&'a str, ParseError>> {
        buffer.clear();
        if self.is_given_up {
            return None;
        }
        let read = self.read_piece(buffer);
        if matches!(read, Ok(())) && buffer.is_empty() {
            return None;
        }
        self.number += 1;
        if let Err(error) = read {
            return Some(Err(self.unreadable(&error)));
        }
        let ended = buffer.pop_if(|byte| *byte == b'\n').is_some();
        let _ = buffer.pop_if(|byte| *byte == b'\r');
        if buffer.len() > LINE_LIMIT {
            let found = match if ended { Ok(true) } else { self.skip_line() } {
                Ok(true) => "a longer one",
                Ok(false) => {
                    (self.is_given_up, self.at_hand) = (true, 0);
                    "more than 64 MiB without its end: the rest of the input is not read"
                }
                Err(error) => return Some(Err(self.unreadable(&error))),
            };
            let expected = "a line of at most 1 MiB (1048576 bytes)";
            let place = (self.number, 1);
            return Some(Err(ParseError::new(ParseErrorKind::LineTooLong, place, expected, found)));
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

    /// What was read from the input already, and can be had without asking it for more.
    pub(crate) fn at_hand(&mut self) -> &[u8] {
        if self.at_hand == 0 { &[] } else { self.input.fill_buf().unwrap_or(&[]) }
    }

    /// Passes over so many lines, which have so many bytes and are at hand.
    pub(crate) fn pass(&mut self, lines: usize, bytes: usize) {
        self.number += lines;
        self.at_hand = self.at_hand.saturating_sub(bytes);
        self.input.consume(bytes);
    }

    /// Adds a line with its end to `buffer`, or as much of it as has to be seen to know that it is too long.
    fn read_piece(&mut self, buffer: &mut Vec<u8>) -> std::io::Result<()> {
        // Two more than the limit, for a line of exactly that length with its `\r\n`.
        let most = LINE_LIMIT + 2;
        while buffer.len() < most && buffer.last() != Some(&b'\n') {
            let available = self.fill()?;
            let used = (&available[..available.len().min(most - buffer.len())]).read_until(b'\n', buffer)?;
            self.pass(0, used);
            if used == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Passes over the rest of a line, with its end; false if that is too far away.
    fn skip_line(&mut self) -> std::io::Result<bool> {
        let mut passed = 0;
        while passed < PASSED_OVER {
            let available = self.fill()?;
            let end = available.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(available.len(), |at| at + 1);
            self.pass(0, used);
            if end.is_some() || used == 0 {
                return Ok(true);
            }
            passed += used;
        }
        Ok(false)
    }

    /// Something of the input; nothing at its end.
    fn fill(&mut self) -> std::io::Result<&[u8]> {
        self.at_hand = loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other?.len(),
            }
        };
        // At its end the input is not asked once more: a terminal would go on.
        Ok(self.at_hand())
    }

    /// The error of an input that broke off.
    fn unreadable(&self, error: &std::io::Error) -> ParseError {
        let kind = ParseErrorKind::Unreadable(error.kind());
        ParseError::new(kind, (self.number, 1), "a readable input", error.to_string())
    }
}

/// Where `line` has, between other things, what ends lines elsewhere but not here: whatever follows it would be lost.
pub(crate) fn foreign_end(line: &str) -> Option<usize> {
    let text = line.trim_start();
    end_within(text).map(|at| line.len() - text.len() + at)
}

/// Where `text` has what ends lines elsewhere, and something else behind it.
pub(crate) fn end_within(text: &str) -> Option<usize> {
    // Most lines have nothing of the kind, and counting, unlike searching, takes many bytes at once.
    let is_rare = |byte: &u8| matches!(byte, 0x0b..=0x0d | 0x80..);
    if text.bytes().filter(is_rare).count() == 0 {
        return None;
    }
    let is_end = |c| matches!(c, '\u{b}'..='\u{d}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.trim_end().find(is_end)
}

impl ParseError {
    /// The error of what ends lines elsewhere, at the start of `rest`.
    pub(super) fn foreign_end(place: (usize, usize), rest: &str) -> ParseError {
        let found = rest.chars().next().map_or(0, u32::from);
        let found = format!("U+{found:04X} within a line");
        ParseError::new(ParseErrorKind::LineEnd, place, "a line feed at the end of each line", found)
    }
}
