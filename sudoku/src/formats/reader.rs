//! Reader: the puzzles of an input, one after another.

use std::collections::VecDeque;
use std::io::BufRead;
use std::mem;

use crate::error::{ParseError, ParseErrorKind};
use crate::formats::ahead::Ahead;
use crate::formats::bindings::Bindings;
use crate::formats::block::Block;
use crate::formats::clause::Clause;
use crate::formats::entry::Entry;
use crate::formats::frames::Frames;
use crate::formats::lines::Lines;
use crate::formats::object::Object;
use crate::formats::opensudoku::File;
use crate::formats::plain::{Records, first_plain};
use crate::formats::size::Size;
use crate::formats::whole::Whole;
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;

/// The puzzles of an input, one after another, in constant memory.
///
/// [The module](crate::formats) describes which formats are read, and how they are distinguished.
///
/// An input without any puzzle yields one error. An unreadable input ends after that error, and so does one with a line
/// of more than 64 MiB, which may never end.
///
/// ```
/// use residua_sudoku::{Reader, ParseErrorKind};
///
/// let text = "1.3.............\t# easy\n..............\n4..............2\n";
/// let found: Vec<_> = Reader::new(text.as_bytes(), Some("2x2".parse()?)).collect();
/// assert_eq!(found[0].as_ref().map(|entry| entry.puzzle.clues()), Ok(2));
/// assert_eq!(found[1].as_ref().map_err(|error| (error.kind(), error.line())), Err((ParseErrorKind::CellCount, 2)));
/// assert_eq!(found[2].as_ref().map(|entry| entry.line), Ok(3));
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    pub(in crate::formats) lines: Lines<R>,
    /// The bytes of the current line; kept for their allocation.
    pub(in crate::formats) buffer: Vec<u8>,
    pub(in crate::formats) size: Size,
    pub(in crate::formats) pending: Pending,
    /// The grid to the right of the rows that are pending, if two stand side by side.
    pub(in crate::formats) beside: Option<Block>,
    /// The report or saved file that the grids belong to.
    pub(in crate::formats) whole: Whole,
    /// The frames that may be one puzzle.
    pub(in crate::formats) frames: Frames,
    /// What may belong to the rows or the object that comes next.
    pub(in crate::formats) ahead: Ahead,
    /// What is not understood is passed over.
    pub(in crate::formats) ignores_unknown: bool,
    /// Results that were not returned yet.
    pub(in crate::formats) ready: VecDeque<Result<Entry, ParseError>>,
    /// A puzzle or an error was found.
    pub(in crate::formats) has_found: bool,
    /// The input is at its end.
    pub(in crate::formats) is_done: bool,
}

/// A puzzle of which more lines may follow.
#[derive(Debug)]
pub(in crate::formats) enum Pending {
    Nothing,
    Rows(Block),
    Object(Object),
    Bindings(Bindings),
    Clause(Clause),
    File(File),
}

impl<R: BufRead> Reader<R> {
    /// A reader of the puzzles of `input`; all of `geometry`, if one is stated, otherwise of the size of the first.
    pub fn new(input: R, geometry: Option<Geometry>) -> Self {
        Self {
            lines: Lines::new(input),
            buffer: Vec::new(),
            size: geometry.map_or(Size::Open, Size::Stated),
            pending: Pending::Nothing,
            beside: None,
            whole: Whole::Nothing,
            frames: Frames::default(),
            ahead: Ahead::default(),
            ignores_unknown: false,
            ready: VecDeque::new(),
            has_found: false,
            is_done: false,
        }
    }

    /// Passes over members of objects and columns of tables that are not understood, whatever rules they
    /// carry. [`Entry::remarks`] has their names.
    ///
    /// ```
    /// use residua_sudoku::Reader;
    ///
    /// let killer = r#"{"givens": [0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0], "cages": [[0, 1]]}"#;
    /// let refused = Reader::new(killer.as_bytes(), None).next();
    /// assert!(refused.is_some_and(|entry| entry.is_err_and(|error| error.found().contains("cages"))));
    /// let read = Reader::new(killer.as_bytes(), None).ignoring_unknown().next();
    /// assert!(read.is_some_and(|entry| entry.is_ok_and(|entry| entry.remarks == ["\"cages\" is skipped"])));
    /// ```
    #[must_use]
    pub fn ignoring_unknown(self) -> Self {
        Self { ignores_unknown: true, ..self }
    }

    /// The geometry stated, or settled by the first puzzle.
    pub fn geometry(&self) -> Option<Geometry> {
        self.size.geometry()
    }

    /// The next puzzle or error, if it is available without reading more from the input, which might block.
    ///
    /// `None` does not mean that the input is at its end: [`next`](Iterator::next) finds that out.
    pub fn next_at_hand(&mut self) -> Option<Result<Entry, ParseError>> {
        if let Some(entry) = self.next_plain() {
            return Some(Ok(entry));
        }
        while self.ready.is_empty() && !self.is_done && self.lines.at_hand().contains(&b'\n') {
            self.advance();
        }
        self.ready.pop_front()
    }

    /// The next puzzle, if nothing comes before it, its line is plain, and all of it is at hand. Then the line is not copied,
    /// and not examined for other formats.
    fn next_plain(&mut self) -> Option<Entry> {
        let geometry = self.size.geometry()?;
        if !self.is_between() || self.is_done {
            return None;
        }
        self.buffer.clear();
        let bytes = first_plain(self.lines.at_hand(), geometry, &mut self.buffer)?;
        self.lines.pass(1, bytes);
        self.has_found = true;
        let puzzle = Puzzle::of_values(geometry, &self.buffer);
        Some(Entry::of(puzzle, self.lines.number()))
    }

    /// Whether nothing is pending, and no result is to be returned before the next line is read.
    pub(in crate::formats) fn is_between(&self) -> bool {
        self.ready.is_empty()
            && matches!(self.pending, Pending::Nothing)
            && matches!(self.whole, Whole::Nothing)
            && self.frames.is_empty()
    }

    /// The puzzles that come next, up to `most`, if each has a line of its own, written in the plainest way, and they are
    /// available without reading more from the input. `None` if there is no such puzzle, or `most` is 0: use
    /// [`next`](Iterator::next) then.
    ///
    /// This is the fast path for files with one puzzle in each line. It needs an input that is known to be buffered.
    pub fn records(&mut self, most: usize) -> Option<Records> {
        let geometry = self.size.geometry()?;
        if !self.is_between() {
            return None;
        }
        let line = self.lines.number() + 1;
        let (records, bytes) = Records::at_start(self.lines.at_hand(), geometry, line, most);
        self.lines.pass(records.len(), bytes);
        (!records.is_empty()).then_some(records)
    }

    /// Reads one line, which may complete any number of puzzles.
    pub(in crate::formats) fn advance(&mut self) {
        let mut buffer = mem::take(&mut self.buffer);
        match self.lines.read(&mut buffer) {
            Some(Ok(line)) => self.take_up(line),
            Some(Err(error)) => {
                self.finish_pending();
                self.end_whole();
                self.is_done |= matches!(error.kind(), ParseErrorKind::Unreadable(_));
                self.found(Err(error));
            }
            None => {
                self.finish_pending();
                self.end_whole();
                self.is_done = true;
                if !self.has_found {
                    let kind = ParseErrorKind::Empty;
                    self.found(Err(ParseError::new(kind, (1, 1), "a puzzle", "none in the whole input")));
                }
            }
        }
        self.buffer = buffer;
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(entry) = self.next_plain() {
            return Some(Ok(entry));
        }
        while self.ready.is_empty() && !self.is_done {
            self.advance();
        }
        self.ready.pop_front()
    }
}
