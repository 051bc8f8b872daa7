//! Counts and limits as text.

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

/// Names the limit that ended the work: `time limit reached`, `interrupted`.
pub fn came_first(limit: Limit) -> String {
    match limit {
        Limit::Stop => "interrupted".to_owned(),
        limit => format!("{} limit reached", adjective(limit)),
    }
}

/// The limit as an adjective: the *node* limit.
fn adjective(limit: Limit) -> String {
    let name = limit.to_string();
    match limit {
        Limit::Nodes | Limit::Failures | Limit::Solutions => name.trim_end_matches('s').to_owned(),
        _ => name,
    }
}

/// Marks a result that a limit left incomplete: ` (incomplete: time limit reached)`.
pub(crate) fn incomplete(limit: Limit) -> String {
    format!(" (incomplete: {})", came_first(limit))
}

/// The line of the strength reached, and the number of searches; `more` explains the strength where no limit was reached.
pub(crate) fn strength(inspection: &Inspection, more: &str) -> String {
    let note = inspection.stopped.map_or_else(|| more.to_owned(), incomplete);
    format!("strength: {}{note}; {}", inspection.strength, counted(inspection.searches, "search"))
}

/// Notes that a limit was reached before an explanation was minimal; empty otherwise.
pub fn smallness(explanation: &Explanation) -> String {
    explanation
        .stopped
        .map_or_else(String::new, |limit| format!("; not proved minimal: {}", came_first(limit)))
}

/// Writes words in lines that begin with `head`.
///
/// # Errors
/// The output cannot be written.
pub fn write_wrapped(
    output: &mut dyn Write,
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
        assert_eq!(incomplete(Limit::Time), " (incomplete: time limit reached)");
        assert_eq!(
            [came_first(Limit::Stop), incomplete(Limit::Stop)],
            ["interrupted", " (incomplete: interrupted)"]
        );
    }
}
