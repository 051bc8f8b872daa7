//! Base64 of arguments, with `-` and `_`: tables of pairs of digits, sets of cells, bytes.

/// The sextets of a text; `None` if it is no such base64.
pub(super) fn sextets(text: &str) -> Option<Vec<u8>> {
    let sextet = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    };
    text.bytes().map(sextet).collect()
}

/// The bits of a text, the lowest of each sextet first.
pub(super) fn bits(text: &str) -> Option<Vec<bool>> {
    let sextets = sextets(text)?;
    Some(sextets.iter().flat_map(|sextet| (0..6).map(move |bit| sextet >> bit & 1 == 1)).collect())
}

/// The bytes of a text, the highest bits first.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    let sextets = sextets(text.trim_end_matches('='))?;
    let mut bytes = Vec::with_capacity(sextets.len() * 3 / 4);
    for four in sextets.chunks(4) {
        let whole = four.iter().fold(0_u32, |whole, sextet| whole << 6 | u32::from(*sextet))
            << (6 * (4 - four.len()));
        bytes
            .extend([whole >> 16, whole >> 8, whole].iter().take(four.len() * 3 / 4).map(|byte| *byte as u8));
    }
    Some(bytes)
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bits as text, the highest of each sextet first.
pub(super) fn sextets_of(bits: &[bool]) -> String {
    let sextet = |bits: &[bool]| bits.iter().fold(0, |sextet, bit| sextet << 1 | usize::from(*bit));
    bits.chunks(6).map(|bits| char::from(DIGITS[sextet(bits)])).collect()
}

/// Bits as text, the lowest of each sextet first, without zeros at the end.
pub(super) fn text(bits: &[bool]) -> String {
    let sextet = |bits: &[bool]| bits.iter().rev().fold(0, |sextet, bit| sextet << 1 | usize::from(*bit));
    let text: String = bits.chunks(6).map(|bits| char::from(DIGITS[sextet(bits)])).collect();
    text.trim_end_matches('A').to_owned()
}
