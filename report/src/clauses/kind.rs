//! Recognition of DIMACS files: clauses or graph.

use std::fs;
use std::io::{self, BufRead, IsTerminal, stdin};

use crate::input::{open, without_mark};

/// What is in a file of DIMACS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimacsKind {
    /// Clauses: `p cnf`.
    Clauses,
    /// A graph: `p edge`.
    Graph,
    /// Either: as far as it was looked at, there are comments.
    Comments,
}

impl DimacsKind {
    /// What an input is, by its first lines; `None` for puzzles. Nothing of an input is used up by that: a file that cannot be read
    /// twice, such as a pipe with a name, is not looked at, and has puzzles.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(file: &str) -> io::Result<Option<DimacsKind>> {
        if file == "-" {
            let mut input = stdin().lock();
            // What is typed line by line are puzzles.
            return Ok(if stdin().is_terminal() { None } else { DimacsKind::of_start(input.fill_buf()?) });
        }
        if !fs::metadata(file)?.is_file() {
            return Ok(None);
        }
        open(file).and_then(|mut input| Ok(DimacsKind::of_start(input.fill_buf()?)))
    }

    /// What a text is that starts so: comments, and then a line that begins with `p` and says what follows.
    pub fn of_start(start: &[u8]) -> Option<DimacsKind> {
        let mut has_comment = false;
        for line in without_mark(start).split(|&byte| byte == b'\n') {
            let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            match (words.next(), words.next()) {
                // A row of a grid may begin with a C, and has single symbols.
                (Some(b"c"), word) => has_comment |= word.into_iter().chain(words).any(|word| word.len() > 1),
                (None, _) => {}
                (Some(b"p"), Some(b"cnf")) => return Some(DimacsKind::Clauses),
                (Some(b"p"), Some(b"edge" | b"edges" | b"col")) => return Some(DimacsKind::Graph),
                _ => return None,
            }
        }
        has_comment.then_some(DimacsKind::Comments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_problem_decides() {
        let of = |text: &str| DimacsKind::of_start(text.as_bytes());
        assert_eq!(of("c a comment\n\nc\np cnf 3 2\n1 0"), Some(DimacsKind::Clauses));
        assert_eq!(of("p  edge 3 2\r\n"), Some(DimacsKind::Graph));
        assert_eq!(of("c \"r1c1\" has the values 1..16\nc \"r1c2"), Some(DimacsKind::Comments));
        for puzzle in ["12......34......\n", "c d e f\n", "p ..\n", "", "c\n", "c 1 2 3\n4 . . .\n"] {
            assert_eq!(of(puzzle), None, "{puzzle:?}");
        }
    }
}
