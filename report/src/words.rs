//! Counts and limits in words.

use std::fmt::Display;
use std::io::{self, Write};

use residua::inspect::{Explanation, Inspection};
use residua::search::Limit;

/// Text is wrapped to lines of this length.
const WIDTH: usize = 78;

/// A number of something, its name in the singular: `1 puzzle`, `2 puzzles`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = match noun {
        _ if count == "1" => "",
        "try" => return format!("{count} tries"),
        "search" | "box" => "es",
        _ => "s",
    };
    format!("{count} {noun}{ending}")
}

/// Names one after another, as a sentence has them: `a, b and c`.
pub fn enumerated(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Why there is no more to say.
pub fn came_first(limit: Limit) -> String {
    match limit {
        Limit::Stop => "it was interrupted".to_owned(),
        limit => format!("{} limit reached", adjective(limit)),
    }
}

/// Which limit it is: the *node* limit.
fn adjective(limit: Limit) -> String {
    let name = limit.to_string();
    match limit {
        Limit::Nodes | Limit::Failures | Limit::Solutions => name.trim_end_matches('s').to_owned(),
        _ => name,
    }
}

/// How far an answer goes that a limit cut short.
pub fn as_far_as(limit: Limit) -> String {
    match limit {
        Limit::Stop => "as far as it came before it was interrupted".to_owned(),
        limit => format!("as far as the {} limit allowed", adjective(limit)),
    }
}

/// The strength at which something was found out, or what a limit left of that; else `more` says what that means.
pub(crate) fn strength(inspection: &Inspection, more: &str) -> String {
    let note = inspection.stopped.map_or_else(|| more.to_owned(), |limit| format!(", {}", as_far_as(limit)));
    format!("strength: {}{note}; {}", inspection.strength, counted(inspection.searches, "search"))
}

/// That the limit came before an explanation was minimal, if it did.
pub fn smallness(explanation: &Explanation) -> String {
    explanation.stopped.map_or_else(String::new, |limit| format!("; fewer may do: {}", came_first(limit)))
}

/// Writes words in lines that begin with `head`.
///
/// # Errors
/// The output cannot be written.
pub fn write_wrapped(
    output: &mut (impl Write + ?Sized),
    head: &str,
    words: impl Iterator<Item = String>,
) -> io::Result<()> {
    let mut line = head.to_owned();
    for word in words {
        if line.len() + 1 + word.len() > WIDTH && line.len() > head.len() {
            writeln!(output, "{line}")?;
            line.truncate(head.len());
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(output, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let found: Vec<String> = (0..3).map(|count| counted(count, "puzzle")).collect();
        assert_eq!(found, ["0 puzzles", "1 puzzle", "2 puzzles"]);
        assert_eq!([counted(1, "search"), counted(11, "search")], ["1 search", "11 searches"]);
        assert_eq!([counted(3, "box"), counted(3, "try")], ["3 boxes", "3 tries"]);
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([enumerated(&names[..1]), enumerated(&names)], ["a", "a, b and c"]);
    }

    #[test]
    fn an_interruption_is_no_limit() {
        assert_eq!(came_first(Limit::Nodes), "node limit reached");
        assert_eq!(as_far_as(Limit::Time), "as far as the time limit allowed");
        for text in [came_first(Limit::Stop), as_far_as(Limit::Stop)] {
            assert!(!text.contains("limit") && text.ends_with("it was interrupted"), "{text}");
        }
    }
}
