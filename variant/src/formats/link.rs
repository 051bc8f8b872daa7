//! What links and bare ids of puzzles hold.

use crate::formats::found::Format;
use crate::formats::lz;

/// What a text that is no puzzle itself leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// The text that it holds; the format, if the link tells it.
    Text(String, Option<Format>),
    /// The name of a puzzle on a server.
    Remote(String),
    /// A format that is not read.
    Other(&'static str),
    /// It should hold a text, and does not.
    Broken(lz::Fault),
    /// No link and no id.
    None,
}

/// Beginnings of ids, and the formats of what follows. The longer come first.
const PREFIXES: &[(&str, Format)] = &[
    ("fpuzzles", Format::FPuzzlesLink),
    ("fpuz", Format::FPuzzlesLink),
    ("scl", Format::SclLink),
    ("ctc", Format::SclLink),
];

/// What a text leads to, if it is a link or an id.
pub(super) fn follow(text: &str) -> Link {
    if let Some(string) = query(text) {
        return Link::Text(string, Some(Format::Iss));
    }
    if text.contains(['\n', '{', '~']) {
        return Link::None;
    }
    if let Some((_, load)) = text.split_once("load=") {
        let end = load.find(['&', '#']).unwrap_or(load.len());
        return unpack(&load[..end], Some(Format::FPuzzlesLink));
    }
    if let Some((scheme, rest)) = text.split_once("://") {
        return address(scheme, rest);
    }
    id(text, false)
}

/// The constraint string in a link to Interactive Sudoku Solver: `…/Interactive-Sudoku-Solver/?q=.AntiKnight`.
fn query(text: &str) -> Option<String> {
    let (address, query) = text.split_once('?').filter(|_| !text.contains('\n'))?;
    let string = query.split(['&', '#']).find_map(|part| part.strip_prefix("q="))?;
    let string = decoded(&string.replace('+', " "));
    (address.contains("://") && string.trim_start().starts_with('.')).then_some(string)
}

fn address(scheme: &str, rest: &str) -> Link {
    if !["http", "https", "sudokupad"].contains(&scheme) {
        return Link::None;
    }
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split_once("puzzleid=").map_or(path, |(_, id)| id);
    let is_pad = scheme == "sudokupad" || host.contains("sudokupad") || host.contains("crackingthecryptic");
    if !is_pad {
        return Link::Remote(text_of(rest));
    }
    let path =
        ["puzzle/", "sudoku/"].into_iter().fold(path, |path, start| path.strip_prefix(start).unwrap_or(path));
    let end = path.find(['?', '#', '&']).unwrap_or(path.len());
    id(&path[..end], true)
}

/// What an id is; one that came in a link is an id for sure.
fn id(text: &str, is_sure: bool) -> Link {
    for (prefix, format) in PREFIXES {
        if let Some(packed) = text.strip_prefix(prefix).filter(|packed| packed.len() > 20) {
            return unpack(packed, Some(*format));
        }
    }
    if text.strip_prefix("scf").is_some_and(|packed| packed.len() > 20) {
        return Link::Other("the format scf of SudokuPad");
    }
    let is_name =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '%' | '+' | '=' | ' ' | '.');
    if text.is_empty() || !text.chars().all(is_name) {
        return if is_sure { Link::Remote(text_of(text)) } else { Link::None };
    }
    if text.len() > 40 {
        // A text of base64 may also be a puzzle in a line.
        return match unpack(text, None) {
            Link::Broken(fault) if is_sure || fault == lz::Fault::TooLong => Link::Broken(fault),
            Link::Broken(_) => Link::None,
            link => link,
        };
    }
    let is_short_name =
        text.len() >= 6 && text.chars().any(|c| c.is_ascii_alphabetic()) && !text.contains([' ', '.']);
    if is_sure || is_short_name { Link::Remote(text_of(text)) } else { Link::None }
}

fn text_of(id: &str) -> String {
    id.chars().take(60).collect()
}

fn unpack(packed: &str, format: Option<Format>) -> Link {
    match lz::decompress(&decoded(packed)) {
        Ok(text) if text.trim_start().starts_with('{') => Link::Text(text, format),
        Ok(_) => Link::Broken(lz::Fault::Broken),
        Err(fault) => Link::Broken(fault),
    }
}

/// The text with its `%2B` as they are meant.
fn decoded(text: &str) -> String {
    let mut rest = text;
    let mut whole = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once('%') {
        whole.push_str(before);
        let byte = after.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(u8::is_ascii);
        rest = if let Some(byte) = byte {
            whole.push(char::from(byte));
            &after[2..]
        } else {
            whole.push('%');
            after
        };
    }
    whole.push_str(rest);
    whole
}
