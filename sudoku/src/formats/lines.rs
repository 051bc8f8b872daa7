//! Lines of an input, one at a time, each checked before it is parsed.
//!
//! A line ends with a line feed, with a carriage return and a line feed, with either alone, or with one of the other line ends of
//! Unicode (UAX 14): a vertical tab, a form feed, U+0085, U+2028, U+2029. Each of these ends one line, so that a form
//! feed in a line of its own ends two.
//!
//! `BufRead::lines` would read a line of any length into memory and lose the place of a bad byte; this source does
//! neither. A line over the limit is skipped in pieces, so memory stays constant whatever the input.

use std::io::BufRead;

use crate::error::ParseError;
use crate::error::ParseErrorKind;

/// The longest line that is read, in bytes, its end not counted.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// The number of further bytes of such a line that are skipped in search of its end. If there is no end in them, reading
/// stops: the input may be a device that never ends.
const PASSED_OVER: usize = 64 << 20;

/// Numbered lines of `input`.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    /// Lines handed out so far.
    number: usize,
    /// How many bytes the input is known to have at hand.
    at_hand: usize,
    /// Reading has stopped, even if there is more.
    is_given_up: bool,
    /// The line read last ended with a carriage return: a line feed that follows belongs to its end. It is read
    /// with the next line, because it may have to be waited for.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, none read yet.
    pub(crate) fn new(input: R) -> Self {
        Self { input, number: 0, at_hand: 0, is_given_up: false, after_return: false }
    }

    /// The number of the line read last, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line into `buffer`, without its end and without a byte order mark, and returns it as text.
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
        let end = end_length(buffer);
        self.after_return = buffer.ends_with(b"\r");
        buffer.truncate(buffer.len() - end);
        if buffer.len() > LINE_LIMIT {
            let found = match if end > 0 { Ok(true) } else { self.skip_line(&buffer[buffer.len() - 2..]) } {
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

    /// The bytes that were already read from the input, available without another read.
    pub(crate) fn at_hand(&mut self) -> &[u8] {
        if self.after_return && self.at_hand > 0 {
            self.after_return = false;
            if self.input.fill_buf().is_ok_and(|bytes| bytes.starts_with(b"\n")) {
                self.pass(0, 1);
            }
        }
        if self.at_hand == 0 { &[] } else { self.input.fill_buf().unwrap_or(&[]) }
    }

    /// Skips this number of lines, with this number of bytes, which are at hand.
    pub(crate) fn pass(&mut self, lines: usize, bytes: usize) {
        self.number += lines;
        self.at_hand = self.at_hand.saturating_sub(bytes);
        self.input.consume(bytes);
    }

    /// Adds a line with its end to `buffer`, or as much of it as shows that it is too long. Of a carriage
    /// return and a line feed, the line feed may be left.
    fn read_piece(&mut self, buffer: &mut Vec<u8>) -> std::io::Result<()> {
        // Three more than the limit, for a line of exactly that length with the longest end.
        let most = LINE_LIMIT + 3;
        while buffer.len() < most && end_length(buffer) == 0 {
            let available = self.fill()?;
            let available = &available[..available.len().min(most - buffer.len())];
            let used = up_to_end(available);
            buffer.extend_from_slice(&available[..used]);
            self.pass(0, used);
            if used == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Skips the rest of a line, with its end, which may have begun in the bytes read before; false if the end is too far
    /// away.
    fn skip_line(&mut self, before: &[u8]) -> std::io::Result<bool> {
        let mut passed = 0;
        // The last bytes, which may be part of an end.
        let mut last = before.to_vec();
        while passed < PASSED_OVER {
            let available = self.fill()?;
            let used = up_to_end(available);
            last.extend_from_slice(&available[used.saturating_sub(3)..used]);
            self.pass(0, used);
            if end_length(&last) > 0 || used == 0 {
                self.after_return = last.ends_with(b"\r");
                return Ok(true);
            }
            drop(last.drain(..last.len().saturating_sub(2)));
            passed += used;
        }
        Ok(false)
    }

    /// The next bytes of the input; none at its end.
    fn fill(&mut self) -> std::io::Result<&[u8]> {
        loop {
            self.at_hand = loop {
                match self.input.fill_buf() {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    other => break other?.len(),
                }
            };
            // The line feed that belonged to the previous line may have been the last byte.
            let had_some = self.at_hand > 0;
            if !(had_some && self.at_hand().is_empty()) {
                break;
            }
        }
        // After its end the input is not read again: a terminal would continue.
        Ok(self.at_hand())
    }

    /// The error of an input that broke off.
    fn unreadable(&self, error: &std::io::Error) -> ParseError {
        let kind = ParseErrorKind::Unreadable(error.kind());
        ParseError::new(kind, (self.number, 1), "a readable input", error.to_string())
    }
}

/// How many bytes at the start of `bytes` precede the first byte that ends a line or may be the last byte of such an end; all,
/// if there is none.
fn up_to_end(bytes: &[u8]) -> usize {
    let may_end = |byte: &u8| matches!(byte, b'\n'..=b'\r' | 0x85 | 0xa8 | 0xa9);
    bytes.iter().position(may_end).map_or(bytes.len(), |at| at + 1)
}

/// How many bytes at the end of `bytes` end a line.
fn end_length(bytes: &[u8]) -> usize {
    match bytes {
        [.., b'\r', b'\n'] | [.., 0xc2, 0x85] => 2,
        [.., b'\n'..=b'\r'] => 1,
        [.., 0xe2, 0x80, 0xa8 | 0xa9] => 3,
        _ => 0,
    }
}

/// Whether `text` contains the end of a line, so that it is more than one.
pub(crate) fn has_end(text: &str) -> bool {
    // Most lines contain none, and counting, unlike searching, processes many bytes at once.
    let is_rare = |byte: &u8| matches!(byte, b'\n'..=b'\r' | 0x80..);
    text.bytes().filter(is_rare).count() > 0
        && text.contains(|c| matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// An input that hands out a few bytes at a time.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let most = self.1.min(buffer.len()).min(self.0.len());
            buffer[..most].copy_from_slice(&self.0[..most]);
            self.0 = &self.0[most..];
            Ok(most)
        }
    }

    fn lines(input: impl BufRead) -> Vec<String> {
        let mut lines = Lines::new(input);
        let mut buffer = Vec::new();
        let mut all = Vec::new();
        while let Some(line) = lines.read(&mut buffer) {
            all.push(line.map_or_else(|error| error.to_string(), ToOwned::to_owned));
        }
        all
    }

    #[test]
    fn every_end_ends_one_line() {
        let text = "a\nb\rc\r\nd\u{b}e\u{c}f\u{85}g\u{2028}h\u{2029}\r\r\n\n\u{a8}…\u{105}";
        let expected = ["a", "b", "c", "d", "e", "f", "g", "h", "", "", "", "\u{a8}…\u{105}"];
        for drop in 1..=text.len() {
            assert_eq!(lines(BufReader::new(Drops(text.as_bytes(), drop))), expected, "{drop}");
        }
    }

    #[test]
    fn long_lines_end_alike() {
        let long = "x".repeat(LINE_LIMIT);
        for end in ["\n", "\r", "\r\n", "\u{c}", "\u{85}", "\u{2028}"] {
            let text = format!("{long}{end}{long}x{end}{long}{long}{end}y");
            let found = lines(BufReader::new(text.as_bytes()));
            assert_eq!(found.len(), 4, "{end:?}");
            assert!(found[0] == long && found[3] == "y", "{end:?}");
            assert!(found[1].starts_with("line 2, ") && found[2].starts_with("line 3, "), "{end:?}");
        }
    }
}
