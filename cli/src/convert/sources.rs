//! Puzzles of the inputs, plain ones and those with further rules. What is wrong with them is said as it is found, and in which format each
//! file is.

use std::sync::Arc;

use residua_report::{InputError, Source, as_plain, as_variant, place};
use residua_sudoku::Format;
use residua_variant::Variant;

use crate::added_rules::Mistake;
use crate::convert::args::Convert;
use crate::each::{complain, note};
use crate::puzzles::{FoundPuzzle, PuzzleContent, Puzzles, puzzles};
use crate::source::files_of_folders;

/// The puzzles of the inputs.
pub(super) struct Sources {
    puzzles: Puzzles,
    /// What the target format does not hold is an error.
    is_strict: bool,
    /// All that was read so far is right, and written.
    pub(super) are_right: bool,
    /// The input that was read last, and its format.
    last: Option<(Arc<str>, String)>,
}

impl Sources {
    /// The puzzles that the arguments name.
    ///
    /// # Errors
    /// A file that an option names cannot be read.
    pub(super) fn new(arguments: &Convert) -> Result<Sources, Mistake> {
        let files = files_of_folders(&arguments.files).into_iter();
        let puzzles = puzzles(files, &arguments.further, arguments.reading)?;
        Ok(Sources { puzzles, is_strict: arguments.strict, are_right: true, last: None })
    }

    /// The next puzzle.
    fn found(&mut self) -> Option<FoundPuzzle> {
        loop {
            match self.puzzles.next()? {
                Ok(found) => {
                    let format = match &found.content {
                        PuzzleContent::Plain(entry) => entry.format.description(),
                        PuzzleContent::Variant(_, format) => format,
                    };
                    let is_known = |(file, last): &(Arc<str>, String)| *file == found.file && last == format;
                    if !self.last.as_ref().is_some_and(is_known) {
                        note(&format!("note: {}: read as {format}", place(&found.file, found.line)));
                        self.last = Some((Arc::clone(&found.file), format.to_owned()));
                    }
                    return Some(found);
                }
                Err((file, mistake)) => {
                    complain(&file, &mistake);
                    self.are_right = false;
                }
            }
        }
    }

    /// What is written of a puzzle; what is lost, and why it is not written, is said.
    pub(super) fn told<T>(
        &mut self,
        (file, line): (&str, usize),
        written: Result<(T, Vec<String>), String>,
    ) -> Option<T> {
        let written = match written {
            Ok((_, losses)) if self.is_strict && !losses.is_empty() => Err(losses.join("; ")),
            written => written,
        };
        match written {
            Ok((written, losses)) => {
                for loss in &losses {
                    note(&format!("note: {}: {loss}", place(file, line)));
                }
                Some(written)
            }
            Err(message) => {
                let message = format!("not written: {message}");
                complain(file, &InputError { line, column: 1, message });
                self.are_right = false;
                None
            }
        }
    }
}

/// The puzzles as variants.
impl Iterator for Sources {
    type Item = (Arc<str>, usize, Variant);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let FoundPuzzle { file, line, content } = self.found()?;
            let variant = match content {
                PuzzleContent::Variant(variant, _) => Some(*variant),
                PuzzleContent::Plain(entry) => self.told((&file, line), as_variant(&entry)),
            };
            if let Some(variant) = variant {
                return Some((file, line, variant));
            }
        }
    }
}

/// The puzzles as plain ones.
pub(super) struct PlainSources {
    sources: Sources,
    to: Format,
    drops_rules: bool,
}

impl PlainSources {
    pub(super) fn new(sources: Sources, to: Format, drops_rules: bool) -> PlainSources {
        PlainSources { sources, to, drops_rules }
    }

    /// All that was read so far is right.
    pub(super) fn are_right(&self) -> bool {
        self.sources.are_right
    }
}

impl Iterator for PlainSources {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        loop {
            let FoundPuzzle { file, line, content } = self.sources.found()?;
            let entry = match content {
                PuzzleContent::Plain(entry) => Some(entry),
                PuzzleContent::Variant(variant, _) => {
                    let plain = as_plain(&variant, self.to.name(), self.drops_rules);
                    self.sources.told((&file, line), plain)
                }
            };
            if let Some(mut entry) = entry {
                entry.line = line;
                return Some(Source { file, entry });
            }
        }
    }
}
