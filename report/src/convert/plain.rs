//! Conversion of plain puzzles into another format.

use std::sync::Arc;

use residua_sudoku::write::Writer;
use residua_sudoku::{Entry, Format, Notes, Trust};

use crate::InputError;
use crate::place::place;

/// A conversion: the format, and what becomes of what it does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Convert {
    /// The format of the text.
    pub to: Format,
    /// What the format does not hold is an error, and not a note.
    pub strict: bool,
    /// Notes that count are written as givens, and as restrictions of cells.
    pub trust: Trust,
}

/// A puzzle with the name of the input in which it was found.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the input, as given.
    pub file: Arc<str>,
    /// The puzzle.
    pub entry: Entry,
}

/// A text, and what there is to say of it.
#[derive(Debug, Default)]
pub struct Converted {
    /// The puzzles in the format that was asked for.
    pub text: String,
    /// What the text does not hold, with the place of the puzzle.
    pub notes: Vec<String>,
    /// The puzzles that are not in the text: the name of the input, and why.
    pub mistakes: Vec<(Arc<str>, InputError)>,
}

/// A converter: texts that are written one after another are one text, where each puzzle has a line of its own.
///
/// ```
/// use residua_report::{Convert, Converter, Source};
/// use residua_sudoku::{Format, Reader, Trust};
///
/// let entry = Reader::new("1+2....3..1.....2".as_bytes(), None).next().expect("a puzzle")?;
/// let question = Convert { to: Format::Sdm, strict: false, trust: Trust::Givens };
/// let converted = Converter::new(question).convert(vec![Source { file: "-".into(), entry }]);
/// assert_eq!(converted.text, "1000003001000002\n");
/// assert_eq!(converted.notes, ["stdin:1: the entered digits of 1 cell are not written"]);
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Converter {
    writer: Writer,
    trust: Trust,
}

impl Converter {
    /// A converter, which has written nothing.
    pub fn new(question: Convert) -> Converter {
        let writer = Writer::new(question.to);
        let writer = if question.strict { writer.strict() } else { writer };
        Converter { writer, trust: question.trust }
    }

    /// The text of these puzzles.
    pub fn convert(&mut self, sources: Vec<Source>) -> Converted {
        let (files, entries): (Vec<Arc<str>>, Vec<Entry>) =
            sources.into_iter().map(|Source { file, entry }| (file, self.trusting(entry))).unzip();
        let written = self.writer.write(&entries);
        let mut converted = Converted { text: written.text, ..Converted::default() };
        for ((file, entry), outcome) in files.into_iter().zip(&entries).zip(written.outcomes) {
            match outcome {
                Ok(losses) => {
                    let place = place(&file, entry.line);
                    converted.notes.extend(losses.into_iter().map(|loss| format!("{place}: {loss}")));
                }
                Err(message) => {
                    let message = format!("not written: {message}");
                    converted.mistakes.push((file, InputError { line: entry.line, column: 1, message }));
                }
            }
        }
        converted
    }

    /// The puzzle with what counts of its notes, and without it among them.
    fn trusting(&self, entry: Entry) -> Entry {
        if self.trust == Trust::Givens {
            return entry;
        }
        let mut entry = entry;
        let geometry = entry.puzzle.geometry();
        entry.puzzle = entry.puzzle.trusting(&entry.notes, self.trust);
        let marks = (0..geometry.cells()).map(|cell| match self.trust {
            Trust::Marks => Vec::new(),
            _ => entry.notes.marks(cell).to_vec(),
        });
        entry.notes = Notes::new(geometry, Vec::new(), marks.collect()).unwrap_or_default();
        entry
    }
}
