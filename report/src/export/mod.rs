//! Export: models in the languages of other solvers.
//!
//! | file | holds |
//! |---|---|
//! | `language.rs` | languages, and their syntaxes |
//! | `encode.rs` | encoding of a model |
//! | `header.rs` | header comments: language and puzzle |

mod encode;
mod header;
mod language;

use residua_encode::EncodeError;
use residua_encode::cnf::Encoding;
use residua_sudoku::Puzzle;

pub use crate::export::encode::encode;
pub(crate) use crate::export::header::read as read_header;
pub use crate::export::header::write as write_header;
pub use crate::export::language::{Language, Syntax};

/// What a model is written as.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// The language.
    pub to: Language,
    /// The syntax of a graph or of polynomials; `None` is the usual one.
    pub syntax: Option<Syntax>,
    /// Whether the values of polynomials are roots of unity.
    pub roots_of_unity: bool,
    /// How clauses are written.
    pub encoding: Encoding,
}

impl Export {
    /// A language, with nothing else said.
    pub fn new(to: Language) -> Export {
        Export { to, syntax: None, roots_of_unity: false, encoding: Encoding::default() }
    }
}

/// A puzzle in another language, with what [`decode`](crate::decode) needs of it in comments. All that counts is part of the puzzle.
///
/// ```
/// use residua_report::export::{Export, Language, export_puzzle};
///
/// let text = export_puzzle(&Export::new(Language::Cnf), &"1... ..3. .1.. ...2".parse()?)?;
/// assert!(text.starts_with("c residua export --to cnf\nc puzzle {\"box\":\"2x2\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the language cannot express it.
pub fn export_puzzle(export: &Export, puzzle: &Puzzle) -> Result<String, EncodeError> {
    let model = encode(export, &puzzle.model())?;
    let mut head = Vec::new();
    write_header(&mut head, export.to, puzzle).expect("invariant: memory can be written");
    Ok(String::from_utf8(head).expect("invariant: it is text") + &model.to_string())
}
