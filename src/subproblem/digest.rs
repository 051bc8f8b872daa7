//! Digests: numbers by which a worker knows that a subproblem is of its own task.
//!
//! They guard against mistakes, such as a file that has changed, and not against malice.
//!
//! | Source | Fowler, Noll & Vo, *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923 (FNV-1a, 64 bits) |
//! |---|---|

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A number that tells one search, task or subproblem from others. It is written as 16 hexadecimal digits: numbers of 64 bits are not safe
/// with most readers of JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(u64);

/// A text is no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDigest;

/// What a text is written to.
struct Digested<'a>(&'a mut Digest);

impl Digest {
    /// The digest of nothing.
    pub(super) const START: Digest = Digest(0xcbf2_9ce4_8422_2325);

    /// The digest with a number after what is in it.
    #[must_use]
    pub(super) fn number(mut self, number: u64) -> Digest {
        self.bytes(&number.to_le_bytes());
        self
    }

    /// The digest with a text after what is in it.
    #[must_use]
    pub(super) fn text(mut self, text: impl fmt::Display) -> Digest {
        let mut digested = Digested(&mut self);
        fmt::Write::write_fmt(&mut digested, format_args!("{text}\0"))
            .expect("invariant: it accepts any text");
        self
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Digest, NoDigest> {
        let is_digest = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_digest);
        number.map(Digest).ok_or(NoDigest)
    }
}

impl fmt::Display for NoDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a digest of 16 hexadecimal digits")
    }
}

impl Error for NoDigest {}

impl fmt::Write for Digested<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.bytes(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of the RFC.
    #[test]
    fn known_digests() {
        let of = |text: &str| {
            let mut digest = Digest::START;
            digest.bytes(text.as_bytes());
            digest.0
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn what_is_written_is_read() {
        for digest in [Digest(0), Digest(u64::MAX), Digest(0x0123_4567_89ab_cdef), Digest::START] {
            assert_eq!(digest.to_string().parse(), Ok(digest));
        }
        for text in ["", "0", "+123456789abcdef", "0123456789abcdef0", "g123456789abcdef"] {
            assert_eq!(text.parse::<Digest>(), Err(NoDigest), "{text}");
        }
    }
}
