//! Text that links hold: lz-string, in base64.
//!
//! A few characters can stand for gigabytes of text, so what is read is decompressed here, up to a limit; the crate has none. It compresses
//! what is written.

/// The most units of UTF-16 that a link may hold. A puzzle with many lines and pictures has a tenth of that.
const MAX_UNITS: usize = 1 << 21;

/// Why a text cannot be decompressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Not what lz-string writes.
    Broken,
    /// More than the limit.
    TooLong,
}

/// The text as lz-string in base64.
pub(super) fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// What lz-string has made this base64 of. A blank is a plus sign that was lost in a form.
pub(super) fn decompress(base64: &str) -> Result<String, Fault> {
    let mut bits = Bits { sextets: sextets(base64)?, at: 0 };
    let units = decompress_units(&mut bits)?;
    String::from_utf16(&units).map_err(|_| Fault::Broken)
}

fn sextets(base64: &str) -> Result<Vec<u8>, Fault> {
    let sextet = |c: char| match c {
        'A'..='Z' => Some(c as u8 - b'A'),
        'a'..='z' => Some(c as u8 - b'a' + 26),
        '0'..='9' => Some(c as u8 - b'0' + 52),
        '+' | ' ' => Some(62),
        '/' | '-' => Some(63),
        _ => None,
    };
    base64.trim_end_matches(['=', '$']).chars().map(|c| sextet(c).ok_or(Fault::Broken)).collect()
}

/// Bits of sextets: the first is the highest of the first sextet.
struct Bits {
    sextets: Vec<u8>,
    /// Bits that were read.
    at: usize,
}

impl Bits {
    /// A number of so many bits, the lowest first. The padding counts as zeros, as far as one unit of 16 bits.
    fn number(&mut self, count: u32) -> Result<usize, Fault> {
        let mut number = 0;
        for bit in 0..count {
            if self.at >= self.sextets.len() * 6 + 16 {
                return Err(Fault::Broken);
            }
            let sextet = self.sextets.get(self.at / 6).copied().unwrap_or(0);
            let is_set = sextet >> (5 - self.at % 6) & 1 == 1;
            number |= usize::from(is_set) << bit;
            self.at += 1;
        }
        Ok(number)
    }
}

/// A string of the dictionary: where it is in the text so far. Each is there, because it is a string that was written and the unit behind it.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    len: usize,
}

fn decompress_units(bits: &mut Bits) -> Result<Vec<u16>, Fault> {
    const BYTE: usize = 0;
    const UNIT: usize = 1;
    const END: usize = 2;
    let mut text: Vec<u16> = Vec::new();
    // The first three codes are no strings.
    let mut spans = vec![Span { start: 0, len: 0 }; 3];
    let mut last: Option<Span> = None;
    let mut width = 2;
    // The codes that are left at this width.
    let mut room = 4_usize;
    loop {
        let code = bits.number(width)?;
        if code == END {
            return Ok(text);
        }
        let literal = match code {
            BYTE => Some(bits.number(8)?),
            UNIT => Some(bits.number(16)?),
            _ => None,
        };
        let start = text.len();
        if let Some(unit) = literal {
            spans.push(Span { start, len: 1 });
            text.push(unit as u16);
            if last.is_some() {
                (width, room) = narrowed(width, room);
            }
        } else if let Some(span) = spans.get(code).copied().filter(|span| span.len > 0) {
            if start + span.len > MAX_UNITS {
                return Err(Fault::TooLong);
            }
            text.extend_from_within(span.start..span.start + span.len);
        } else if let Some(span) = last.filter(|_| code == spans.len()) {
            if start + span.len > MAX_UNITS {
                return Err(Fault::TooLong);
            }
            text.extend_from_within(span.start..span.start + span.len);
            text.push(text[span.start]);
        } else {
            return Err(Fault::Broken);
        }
        if text.len() > MAX_UNITS {
            return Err(Fault::TooLong);
        }
        match last {
            // The first code is of two bits, and those that follow it of three.
            None => (width, room) = (3, 4),
            Some(span) => {
                spans.push(Span { start: span.start, len: span.len + 1 });
                (width, room) = narrowed(width, room);
            }
        }
        last = Some(Span { start, len: text.len() - start });
    }
}

/// The width of codes, and how many are left at it, after one more string in the dictionary.
fn narrowed(width: u32, room: usize) -> (u32, usize) {
    if room > 1 { (width, room - 1) } else { (width + 1, 1 << width) }
}
