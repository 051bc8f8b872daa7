//! Puzzles of the inputs, plain ones and those with further rules: of the file itself, or of options.

use std::fs;
use std::io::{self, BufRead, IsTerminal, stdin};
use std::iter;
use std::sync::Arc;

use residua_report::input::{open, text};
use residua_report::{InputError, place};
use residua_sudoku::{Entry, Geometry};
use residua_variant::{ReadOptions, RuleError, Variant, is_variant};

use crate::added_rules::{AddedRules, Mistake};
use crate::args::{FurtherRules, Reading};
use crate::each::note;
use crate::source::{Item, in_puzzle, items};

/// A puzzle, and where it was found.
pub(crate) struct FoundPuzzle {
    pub(crate) file: Arc<str>,
    pub(crate) line: usize,
    pub(crate) content: PuzzleContent,
}

/// What was found.
pub(crate) enum PuzzleContent {
    /// A puzzle without further rules.
    Plain(Entry),
    /// A puzzle with further rules, and what it was read as.
    Variant(Box<Variant>, String),
}

/// The puzzles of inputs, as they are asked for.
pub(crate) type Puzzles = Box<dyn Iterator<Item = Result<FoundPuzzle, Mistake>>>;

/// The puzzles of files, with the rules of the options.
///
/// # Errors
/// A file that an option names cannot be read.
pub(crate) fn puzzles(
    files: impl Iterator<Item = Result<String, Mistake>> + 'static,
    further: &FurtherRules,
    reading: Reading,
) -> Result<Puzzles, Mistake> {
    let added = Arc::new(Added { rules: AddedRules::read(further)?, reading });
    Ok(Box::new(files.flat_map(move |file| match file {
        Ok(file) => of_file(&file, &added),
        Err(mistake) => once(mistake),
    })))
}

/// Whether a file has variant puzzles, as far as its beginning tells. Nothing of an input is used up by that.
pub(crate) fn has_variants(file: &str) -> io::Result<bool> {
    let of_start = |start: &[u8]| is_variant(&String::from_utf8_lossy(start));
    if file == "-" {
        let mut input = stdin().lock();
        // What is typed line by line are plain puzzles.
        return Ok(!stdin().is_terminal() && of_start(input.fill_buf()?));
    }
    if !fs::metadata(file)?.is_file() {
        return Ok(false);
    }
    open(file).and_then(|mut input| Ok(of_start(input.fill_buf()?)))
}

fn once(mistake: Mistake) -> Puzzles {
    Box::new(iter::once(Err(mistake)))
}

/// The puzzles of a file.
fn of_file(file: &str, added: &Arc<Added>) -> Puzzles {
    match has_variants(file) {
        Ok(false) => match added.reading_of_plain() {
            Ok(reading) => {
                let added = Arc::clone(added);
                Box::new(items(&[file.to_owned()], reading).map(move |item| added.of_item(item)))
            }
            Err(mistake) => once(mistake),
        },
        Ok(true) => match text(file) {
            Ok(text) => Box::new(added.of_text(file, &text).into_iter()),
            Err(mistake) => once((file.to_owned(), mistake)),
        },
        Err(error) => once((file.to_owned(), InputError::unreadable(&error))),
    }
}

/// What the options add to puzzles, and how these are read.
struct Added {
    rules: AddedRules,
    reading: Reading,
}

impl Added {
    /// The puzzles of a text that has variants.
    fn of_text(&self, file: &str, text: &str) -> Vec<Result<FoundPuzzle, Mistake>> {
        if self.reading.geometry.is_some() {
            let message =
                "--box applies only to puzzles without further rules; this file says which boxes there are";
            let mistake = InputError { line: 1, column: 1, message: message.to_owned() };
            return vec![Err((file.to_owned(), mistake))];
        }
        let options = ReadOptions { ignores_unknown: self.reading.ignore_unknown };
        let file: Arc<str> = file.into();
        let puzzle = |(line, text): (usize, &str)| {
            let read = residua_variant::read(text, options).map_err(|error| {
                let mistake = in_puzzle(error);
                (file.to_string(), InputError { line: mistake.line + line - 1, ..mistake })
            })?;
            for remark in &read.notes {
                note(&format!("note: {}: {remark}", place(&file, line)));
            }
            self.variant(&file, line, read.variant, read.format.to_string())
        };
        residua_variant::split_variants(text).into_iter().map(puzzle).collect()
    }

    /// The size that the regions give to plain puzzles, and their file: where no box is stated, and none is usual for it.
    fn size_of_regions(&self) -> Result<Option<(usize, &str)>, Mistake> {
        if self.reading.geometry.is_some() {
            return Ok(None);
        }
        let drawn = self.rules.drawn_size()?;
        Ok(drawn.filter(|(size, _)| Geometry::from_size(*size).is_err()))
    }

    /// How plain puzzles are read.
    fn reading_of_plain(&self) -> Result<Reading, Mistake> {
        let geometry = self.size_of_regions()?.and_then(|(size, _)| Geometry::new(1, size).ok());
        Ok(Reading { geometry: geometry.or(self.reading.geometry), ..self.reading })
    }

    /// A plain puzzle, with the rules of the options.
    fn of_item(&self, Item { file, content }: Item) -> Result<FoundPuzzle, Mistake> {
        let entry = content.map_err(|mut mistake| {
            let size = self.size_of_regions().ok().flatten().filter(|_| mistake.message.contains(" cells"));
            if let Some((size, regions)) = size {
                mistake.message = format!("{}; {regions} draws {size}x{size} cells", mistake.message);
            }
            (file.to_string(), mistake)
        })?;
        let (line, format) = (entry.line, entry.format.description());
        if self.rules.is_empty() {
            return Ok(FoundPuzzle { file, line, content: PuzzleContent::Plain(entry) });
        }
        let variant = Variant::of_puzzle(&entry.puzzle, &entry.notes, !self.rules.has_regions());
        let variant = variant.map_err(|error| refused(&file, line, &error))?;
        self.variant(&file, line, variant, format.to_owned())
    }

    /// A puzzle with further rules, with those of the options.
    fn variant(
        &self,
        file: &Arc<str>,
        line: usize,
        mut puzzle: Variant,
        format: String,
    ) -> Result<FoundPuzzle, Mistake> {
        self.rules.add(&mut puzzle, |error| refused(file, line, error))?;
        let content = PuzzleContent::Variant(Box::new(puzzle), format);
        Ok(FoundPuzzle { file: Arc::clone(file), line, content })
    }
}

fn refused(file: &str, line: usize, error: &RuleError) -> Mistake {
    (file.to_owned(), InputError { line, column: 1, message: error.to_string() })
}
