//! Writer: puzzles as a text, which is read again before it is returned.

use crate::error::ParseError;
use crate::formats::{Entry, Format, Reader};
use crate::geometry::Geometry;
use crate::write::loss::{Loss, losses};
use crate::write::piece::{is_by_lines, piece, together};

/// What became of a puzzle: it is in the text, without these things; or it is not, and why.
pub type Outcome = Result<Vec<Loss>, String>;

/// A text, and what became of each puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text, each line with its end.
    pub text: String,
    /// One for each puzzle, in their order.
    pub outcomes: Vec<Outcome>,
}

/// A writer of puzzles in one format.
///
/// ```
/// use residua_sudoku::write::{Loss, Writer};
/// use residua_sudoku::{Format, Reader};
///
/// let read: Vec<_> = Reader::new("1+2....3..1.....2".as_bytes(), None).collect::<Result<_, _>>()?;
/// let written = Writer::new(Format::Sdm).write(&read);
/// assert_eq!(written.text, "1000003001000002\n");
/// assert_eq!(written.outcomes, [Ok(vec![Loss::Entries(1)])]);
/// let strict = Writer::new(Format::Sdm).strict().write(&read);
/// assert_eq!((strict.text.as_str(), strict.outcomes[0].is_err()), ("", true));
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    format: Format,
    is_strict: bool,
    /// The first puzzle that was written, which settles the size of those that follow, and its text.
    first: Option<(Entry, String)>,
}

impl Writer {
    /// A writer of this format.
    pub fn new(format: Format) -> Self {
        Self { format, is_strict: false, first: None }
    }

    /// Refuses each puzzle of which the text does not hold everything.
    #[must_use]
    pub fn strict(self) -> Self {
        Self { is_strict: true, ..self }
    }

    /// The text of these puzzles. In a format [by lines](is_by_lines) it may be called again and again: the texts are one together.
    pub fn write(&mut self, entries: &[Entry]) -> Written {
        let mut outcomes: Vec<Outcome> = Vec::with_capacity(entries.len());
        let mut pieces: Vec<String> = Vec::with_capacity(entries.len());
        for entry in entries {
            let piece = piece(self.format, entry);
            outcomes.push(piece.as_ref().map(|_| Vec::new()).map_err(Clone::clone));
            pieces.push(piece.unwrap_or_default());
        }
        loop {
            let kept: Vec<usize> = (0..entries.len()).filter(|at| outcomes[*at].is_ok()).collect();
            let of_kept = || kept.iter().map(|at| (&entries[*at], pieces[*at].as_str()));
            let first = self.first.as_ref().map(|(entry, text)| (entry, text.as_str()));
            let judged = if kept.is_empty() {
                Vec::new()
            } else {
                judge(self.format, first.into_iter().chain(of_kept()))
            };
            let mut judged = judged.into_iter();
            let context = first.and_then(|(first, _)| Some((first, judged.next()?)));
            let mut is_right = true;
            for (at, judged) in kept.iter().zip(judged) {
                // What was written before can only be read if the box is stated, and so it is for all that follows.
                let own = entries[*at].puzzle.geometry();
                let other = context.as_ref().filter(|(_, judged)| judged.is_err());
                let other = other.map(|(first, _)| first.puzzle.geometry()).filter(|first| *first != own);
                outcomes[*at] = match judged {
                    _ if other.is_some() => {
                        Err(format!("its boxes are of {own}, and those of the first are not"))
                    }
                    Ok(lost) if self.is_strict && !lost.is_empty() => {
                        Err(lost.iter().map(Loss::to_string).collect::<Vec<_>>().join("; "))
                    }
                    judged => judged,
                };
                is_right &= outcomes[*at].is_ok();
            }
            if is_right && context.is_some_and(|(_, judged)| judged.is_err()) {
                // Together with what was written before, it is not known what they would be read as.
                outcomes[kept[0]] = Err("it would not be read as one puzzle".to_owned());
                is_right = false;
            }
            if !is_right {
                continue;
            }
            let text = together(self.format, of_kept());
            if is_by_lines(self.format)
                && self.first.is_none()
                && let Some(&at) = kept.first()
            {
                self.first = Some((entries[at].clone(), pieces[at].clone()));
            }
            return Written { text: if kept.is_empty() { String::new() } else { text }, outcomes };
        }
    }
}

/// What would become of these puzzles: at least one is refused, or all are right.
fn judge<'a>(format: Format, puzzles: impl Iterator<Item = (&'a Entry, &'a str)> + Clone) -> Vec<Outcome> {
    let text = together(format, puzzles.clone());
    let entries: Vec<&Entry> = puzzles.map(|(entry, _)| entry).collect();
    let found = compared(&entries, &text, None);
    if found.iter().all(Result::is_ok) {
        return found;
    }
    // The box may have to be stated.
    let stated = entries[0].puzzle.geometry();
    if entries.iter().any(|entry| entry.puzzle.geometry() != stated) {
        return found;
    }
    let mut again = compared(&entries, &text, Some(stated));
    if again.iter().any(Result::is_err) && Geometry::from_size(stated.size()) == Ok(stated) {
        return found;
    }
    for losses in again.iter_mut().flatten() {
        losses.insert(0, Loss::Box(stated));
    }
    again
}

/// What becomes of these puzzles if the text is read in this geometry. If there are more or fewer puzzles in the text, it is not known which
/// one belongs to which after the first that is wrong: only that is refused.
fn compared(entries: &[&Entry], text: &str, stated: Option<Geometry>) -> Vec<Outcome> {
    let found: Vec<Result<Entry, ParseError>> = Reader::new(text.as_bytes(), stated).collect();
    let other = || Err("it would be read as another puzzle".to_owned());
    let outcome = |(own, read): (&&Entry, &Result<Entry, ParseError>)| match read {
        Ok(read) => losses(own, read).map_or_else(other, Ok),
        Err(error) => Err(unread(error)),
    };
    let mut outcomes: Vec<Outcome> = entries.iter().zip(&found).map(outcome).collect();
    if found.len() != entries.len() {
        let wrong = outcomes.iter().position(Result::is_err).unwrap_or(found.len().min(entries.len() - 1));
        outcomes.truncate(wrong + 1);
        outcomes.resize_with(entries.len(), || Ok(Vec::new()));
        if outcomes[wrong].is_ok() {
            outcomes[wrong] = Err("it would not be read as one puzzle".to_owned());
        }
    }
    outcomes
}

/// Why a puzzle cannot be read again.
fn unread(error: &ParseError) -> String {
    format!("it could not be read again: expected {}, found {}", error.expected(), error.found())
}
