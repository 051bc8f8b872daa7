//! Source locations as text: `file:line`, `stdin:line` for standard input.
//!
//! The name of a file may hold any character. A line feed would end a comment of Prolog, and what follows it would be
//! run by whatever loads the answer; an escape character would command the terminal. Text has neither of them: JSON,
//! which escapes them by itself, has the name as it is.

use std::fmt::Write;

/// Formats a file and a line as `file:line`; standard input, `-`, is called `stdin`.
pub fn place(file: &str, line: usize) -> String {
    let mut text = shown(if file == "-" { "stdin" } else { file });
    // Writing to a string cannot fail.
    let _ = write!(text, ":{line}");
    text
}

/// A name, with what is not shown of it escaped.
pub(crate) fn shown(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if is_hidden(c) {
            text.extend(c.escape_default());
        } else {
            text.push(c);
        }
    }
    text
}

/// Whether a character is not shown but does something: it controls, ends a line, or turns the direction of the text.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown() {
        assert_eq!(place("-", 1), "stdin:1");
        assert_eq!(place("a b's/é\\n \"1\".txt", 3), "a b's/é\\n \"1\".txt:3");
        assert_eq!(
            place("a\n:- halt.\r\u{1b}[2J\u{9b}\u{202e}\t", 1),
            "a\\n:- halt.\\r\\u{1b}[2J\\u{9b}\\u{202e}\\t:1"
        );
    }
}
