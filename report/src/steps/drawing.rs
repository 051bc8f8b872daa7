//! Boards of subjects as pictures.

use residua_sudoku::render::picture::{self, Cell, Drawn, Marks, Parts};
use residua_sudoku::steps::Board;

use crate::subject::Subject;
use crate::variants::with_entries;

/// A picture of a board, of a plain puzzle or of one with further rules.
pub(super) enum Drawing<'a> {
    Plain(picture::Picture),
    Variant(residua_variant::Picture<'a>),
}

impl<'a> Drawing<'a> {
    /// The picture of a state of a subject's board, with the marks of a step. None if the subject is no puzzle.
    pub(super) fn of(
        subject: &'a Subject,
        board: &Board,
        marks: &Marks,
        title: String,
    ) -> Option<Drawing<'a>> {
        if let Some(found) = subject.found() {
            let picture = picture::Picture::of_board(found.puzzle, board, marks, title);
            return Some(Drawing::Plain(found.with_entries(picture)));
        }
        let sheet = subject.sheet()?;
        let picture = residua_variant::Picture::of_board(&sheet.puzzle, board, marks, title);
        Some(Drawing::Variant(with_entries(sheet, picture)))
    }

    /// The picture as a document.
    pub(super) fn svg(&self) -> String {
        match self {
            Drawing::Plain(picture) => picture::svg(picture),
            Drawing::Variant(picture) => picture.svg(),
        }
    }

    fn drawn(&self) -> &dyn Drawn {
        match self {
            Drawing::Plain(picture) => picture,
            Drawing::Variant(picture) => picture,
        }
    }
}

/// What letters in the pictures mean, as sentences have numbers: a term and a statement. None if there are no letters.
pub(super) fn letters(subject: &Subject) -> Option<(String, String)> {
    let size = subject.found()?.puzzle.geometry().size();
    let last = char::from_digit(u32::try_from(size).ok()?, 36).filter(|last| last.is_alphabetic())?;
    let meaning =
        if size == 10 { String::new() } else { format!(", …, {} is {size}", last.to_ascii_uppercase()) };
    Some(("Letters".to_owned(), format!("A is 10{meaning}")))
}

impl Drawn for Drawing<'_> {
    fn element(&self) -> String {
        self.drawn().element()
    }

    fn shared(&self, parts: &mut Parts) -> String {
        self.drawn().shared(parts)
    }

    fn told(&self) -> Vec<String> {
        self.drawn().told()
    }

    fn title(&self) -> &str {
        self.drawn().title()
    }

    fn cells(&self) -> &[Cell] {
        self.drawn().cells()
    }

    fn columns(&self) -> usize {
        self.drawn().columns()
    }

    fn classes(&self) -> &'static str {
        self.drawn().classes()
    }
}
