//! Options in answers and errors, by the names that they have in Python.

/// What the command line says, and what is said here.
const WORDS: [(&str, &str); 11] = [
    ("(--rules lists", "(rules=True lists"),
    ("(--count counts", "(count=True counts"),
    ("(--format pencil draws", "(form=\"pencil\" draws"),
    ("(--trust givens)", "(trust=\"givens\")"),
    ("(--trust entries)", "(trust=\"entries\")"),
    ("(--trust marks)", "(trust=\"marks\")"),
    ("residua count tells how many", "count() tells how many"),
    ("residua inspect shows what is left", "inspect() shows what is left"),
    ("use residua why or residua inspect for other inputs", "other inputs have why and inspect"),
    ("a graph requires --colors N", "a graph requires colors=N"),
    ("expected clauses or a file written by residua export", "expected clauses or a text of Puzzle.export"),
];

/// A text in Python's words.
pub(crate) fn in_python(text: String) -> String {
    WORDS.iter().fold(
        text,
        |text, (word, here)| {
            if text.contains(word) { text.replace(word, here) } else { text }
        },
    )
}
