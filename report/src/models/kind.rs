//! Recognition of MiniZinc models among the inputs, with their data files.

use std::fs;
use std::io::{BufRead, IsTerminal, stdin};

use residua_flatzinc::json;

use crate::input::{open, without_mark};

/// The number of bytes at the start of JSON that are looked at.
const LONGEST_START: usize = 200;

/// One model: a file of FlatZinc, which may be FlatZinc JSON, or a model and its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The model.
    pub file: String,
    /// Of a model that is to be compiled: its data.
    pub data: Vec<String>,
}

/// Whether a file is data of a model, by its name.
pub fn is_data(file: &str) -> bool {
    (has_end(file, ".dzn") || has_end(file, ".json")) && !has_end(file, ".fzn.json")
}

/// Whether a file is a model that has to be compiled, by its name.
pub fn is_source(file: &str) -> bool {
    has_end(file, ".mzn")
}

fn has_end(file: &str, end: &str) -> bool {
    file.len() > end.len() && file.to_ascii_lowercase().ends_with(end)
}

/// The models among the inputs, in their order; `None` if there are none; an error, if there are others too.
pub fn units(files: &[String]) -> Option<Result<Vec<Unit>, &'static str>> {
    let is_model = |file: &str| {
        [".fzn", ".fzn.json", ".mzn"].iter().any(|end| has_end(file, end)) || (file == "-" && is_typed_in())
    };
    let mut units: Vec<Unit> = Vec::new();
    let mut others = 0;
    for file in files {
        match units.last_mut() {
            Some(unit) if is_data(file) && is_source(&unit.file) => unit.data.push(file.clone()),
            _ if is_model(file) || is_json_of_flatzinc(file) => {
                units.push(Unit { file: file.clone(), data: Vec::new() });
            }
            _ => others += 1,
        }
    }
    match (units.len(), others) {
        (0, _) => None,
        (_, 0) => Some(Ok(units)),
        _ => Some(Err(
            "MiniZinc models and other inputs cannot be mixed in one run; data files follow their model",
        )),
    }
}

/// Whether a file with the name of JSON begins as FlatZinc JSON does: puzzles may be objects too.
fn is_json_of_flatzinc(file: &str) -> bool {
    has_end(file, ".json")
        && fs::metadata(file).is_ok_and(|data| data.is_file())
        && open(file).is_ok_and(|mut input| input.fill_buf().is_ok_and(is_flatzinc))
}

/// Whether what stands on standard input, which is not used up by that, begins as FlatZinc does.
fn is_typed_in() -> bool {
    !stdin().is_terminal() && stdin().lock().fill_buf().is_ok_and(is_flatzinc)
}

/// Whether a text that starts so is FlatZinc: after comments, an item; or FlatZinc JSON.
fn is_flatzinc(start: &[u8]) -> bool {
    let start = without_mark(start);
    if json::is_start(&String::from_utf8_lossy(&start[..start.len().min(LONGEST_START)])) {
        return true;
    }
    let lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut items = lines.filter(|line| !line.is_empty() && !line.starts_with(b"%"));
    let Some(first) = items.next() else { return false };
    let is_word = |word: &&[u8]| {
        first
            .strip_prefix(*word)
            .is_some_and(|rest| rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric()))
    };
    let words: [&[u8]; 9] =
        [b"var", b"array", b"predicate", b"constraint", b"solve", b"int", b"bool", b"float", b"set of"];
    // A row of a grid may consist of such letters; an item goes on.
    words.iter().any(is_word) && first.len() > 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Option<Result<Vec<Unit>, &'static str>> {
        units(&files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn data_belong_to_the_model_before_them() {
        let found = of(&["a.mzn", "a.dzn", "more.json", "b.fzn.json"]).expect("models").expect("no others");
        let expected = [("a.mzn", vec!["a.dzn", "more.json"]), ("b.fzn.json", vec![])];
        assert_eq!(found.len(), 2);
        for (unit, (file, data)) in found.iter().zip(expected) {
            assert_eq!((unit.file.as_str(), unit.data.iter().map(String::as_str).collect()), (file, data));
        }
        assert!(of(&["puzzle.txt"]).is_none());
        assert!(of(&["b.fzn", "puzzle.txt"]).is_some_and(|found| found.is_err()));
        assert!(of(&["a.dzn", "a.mzn"]).is_some_and(|found| found.is_err()));
    }

    #[test]
    fn flatzinc_is_known_by_its_first_item() {
        for text in [
            "% a comment\n\nvar 1..3: x;",
            "array [1..2] of int: a = [1,2];",
            "solve satisfy;",
            "{\n  \"variables\": {\n",
            "{\"constraints\":[",
        ] {
            assert!(is_flatzinc(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "% alone",
            "12......34......",
            "p cnf 1 1",
            "[Puzzle]",
            "variant",
            "int",
            "{\"box\":\"2x2\"",
            "{}",
        ] {
            assert!(!is_flatzinc(text.as_bytes()), "{text}");
        }
    }
}
