//! The predicates and functions that files of MiniZinc's library declare, by the types of their arguments.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What is declared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    pub(super) name: String,
    /// As they are written, with single blanks, and without the names of sets of indices and of enumerations.
    pub(super) types: Vec<String>,
    /// What it gives: `var bool` of a predicate.
    pub(super) result: String,
}

/// The texts of the files of a folder that MiniZinc reads, and of those in it, by their names from there, without what is said in comments.
pub(super) fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("it is a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "mzn") {
                let name = path.strip_prefix(folder).expect("it is in the folder").to_string_lossy();
                let text = fs::read_to_string(&path).expect("it can be read");
                texts.insert(name.into_owned(), without_comments(&text));
            }
        }
    }
    texts
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + part.split_once("*/").map_or("", |(_, after)| after));
    text.lines().map(|line| line.split('%').next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The names of the files that a text includes.
pub(super) fn includes(text: &str) -> impl Iterator<Item = &str> {
    text.split("include").skip(1).filter_map(|after| after.trim_start().strip_prefix('"')?.split('"').next())
}

/// Whether a text has a name, as a word.
pub(super) fn names(text: &str, name: &str) -> bool {
    text.split(|other: char| !other.is_alphanumeric() && other != '_').any(|word| word == name)
}

pub(super) fn declared(text: &str) -> Vec<Signature> {
    let items = text.split(';').map(str::trim);
    items.filter_map(signature).collect()
}

fn signature(item: &str) -> Option<Signature> {
    // A file begins with an include; and items may begin with a blank.
    let (kind, rest) = item.split_once(char::is_whitespace)?;
    let (result, rest) = match kind {
        "predicate" => ("var bool".to_owned(), rest),
        "test" => ("bool".to_owned(), rest),
        "function" => {
            let (result, rest) = split_at_colon(rest)?;
            (plain(result), rest)
        }
        _ => return None,
    };
    let (name, rest) = rest.split_once('(')?;
    let arguments = parts(rest, ')');
    let types = arguments.iter().filter(|part| !part.trim().is_empty()).map(|part| {
        let kind = split_at_colon(part).map_or(*part, |(kind, _)| kind);
        plain(kind)
    });
    Some(Signature { name: name.trim().to_owned(), types: types.collect(), result })
}

/// The parts between commas that are in no brackets, up to where that bracket closes.
fn parts(text: &str, end: char) -> Vec<&str> {
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            letter if depth == 0 && letter == end => {
                parts.push(&text[begin..at]);
                break;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts
}

fn split_at_colon(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ':' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// A type as it is compared: sets of indices and enumerations are integers.
fn plain(kind: &str) -> String {
    let words: Vec<&str> = kind.split_whitespace().collect();
    let kind = words.join(" ").replace("array [", "array[").replace(", ", ",");
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut text = String::new();
    for part in kind.split_inclusive(|letter: char| !is_part(letter)) {
        let word = part.trim_end_matches(|letter: char| !is_part(letter));
        let is_variable = word.starts_with('$');
        text.push_str(if is_variable { "int" } else { word });
        text.push_str(&part[word.len()..]);
    }
    text
}
