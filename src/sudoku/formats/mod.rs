//! Reading puzzles: every common way of writing a Sudoku down, one puzzle or a file of many.
//!
//! | Written as | Example |
//! |---|---|
//! | one puzzle a line | `53..7....6..195....98…`, also among other fields (a name, a rating, the solution) |
//! | a grid, drawn or not | rows of symbols, with bars, rules, quotes or brackets, or headed `Grid 01` |
//! | integers | `[[0, 2, 0], …]`, `12 . 3 | 4 …`, `5,3,0,0,7,…`, in rows or all in one line |
//! | a dictionary | `{3: 2, 5: 2, 6: 1}`: cells numbered from 1, row by row |
//! | a JSON object | `{"box": "2x3", "givens": [0, 5, …]}` |
//! | candidates | `1.3.56..912…`: 729 symbols, nine for each cell of a 9-by-9 grid, those that are struck out blank |
//! | bindings | `G0000 = 5, G0007 = G0100, G0100 = 9, …`: an answer of a Prolog top level |
//!
//! **Symbols.** `. _ * ? ⋅ ·` and `0` are blanks, `1`-`9` values, letters in either case the values above: `A` = 10.
//! A 16-by-16 grid may count from `0` to `F`: it does if it has both zeros and another blank, and no `G`. Lines, slashes,
//! quotes, brackets and white space are decoration; `#` starts a comment, and a line that starts with `%` is one, as in Prolog.
//!
//! **Notes.** A JSON object may say what is entered and what is marked, apart from what is given: `entries` are integers
//! like `givens`, `marks` has an array of values for each cell. In a puzzle of one line, `+5` is a 5 that is entered.
//!
//! **Size.** Unless the caller states a geometry, the number of cells tells it, with the usual box
//! ([`Geometry::from_size`]); the first valid puzzle settles it for the whole input, but for objects that state a box. One thing stays open until
//! then: rows of sixteen symbols are a 16-by-16 grid if something is drawn around them or some value exceeds 4,
//! and one 4-by-4 puzzle each otherwise (36 spaced symbols and 6-by-6 likewise).
//!
//! **Errors.** A bad puzzle is one error with its place, and reading goes on with the next. A grid ends when it is
//! complete, at a blank line, at a header or at a line that is a puzzle by itself.
//!
//! **Lines.** A line ends with a line feed, a carriage return, or both in this order; with a vertical tab, a form feed, U+0085,
//! U+2028 or U+2029. Each of these ends one line, and lines are counted so.

mod bindings;
mod block;
mod candidates;
mod cells;
mod content;
mod glyph;
mod lines;
mod notes;
mod object;
mod plain;
mod record;
mod row;
mod single;
mod size;

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use crate::sudoku::formats::bindings::Bindings;
use crate::sudoku::formats::bindings::starts_answer;
use crate::sudoku::formats::block::Block;
use crate::sudoku::formats::candidates::read_candidates;
use crate::sudoku::formats::cells::Piece;
use crate::sudoku::formats::content::content;
use crate::sudoku::formats::content::content_start;
use crate::sudoku::formats::content::is_header;
use crate::sudoku::formats::glyph::is_rule;
use crate::sudoku::formats::lines::Lines;
use crate::sudoku::formats::object::Object;
pub use crate::sudoku::formats::plain::Records;
use crate::sudoku::formats::plain::first_plain;
use crate::sudoku::formats::plain::read_plain;
use crate::sudoku::formats::record::read_fields;
use crate::sudoku::formats::row::Row;
use crate::sudoku::formats::size::Size;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::notes::Notes;
use crate::sudoku::puzzle::Puzzle;
use std::collections::VecDeque;
use std::io::BufRead;
use std::mem;

/// A puzzle and where it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line in which it starts, from 1.
    pub line: usize,
    /// What is written into it apart from its givens.
    pub notes: Notes,
}

impl Entry {
    /// The puzzle with these givens, which were checked one by one, found in `line`.
    fn new(geometry: Geometry, givens: Vec<i32>, line: usize) -> Result<Self, ParseError> {
        match Puzzle::new(geometry, givens) {
            Ok(puzzle) => Ok(Self { puzzle, line, notes: Notes::default() }),
            Err(error) => {
                let kind = ParseErrorKind::CellCount;
                Err(ParseError::new(kind, (line, 1), "a whole grid", error.to_string()))
            }
        }
    }
}

/// The puzzles of an input, one after another, in constant memory.
///
/// [The module](crate::sudoku::formats) says which formats are read, and how they are told apart.
///
/// An input without any puzzle yields one error. An unreadable input ends after the error that says so, and so does one with
/// a line of more than 64 MiB, which may never end.
///
/// ```
/// use residua::sudoku::{Reader, ParseErrorKind};
///
/// let text = "1.3.............\t# easy\n..............\n4..............2\n";
/// let found: Vec<_> = Reader::new(text.as_bytes(), Some("2x2".parse()?)).collect();
/// assert_eq!(found[0].as_ref().map(|entry| entry.puzzle.clues()), Ok(2));
/// assert_eq!(found[1].as_ref().map_err(|error| (error.kind(), error.line())), Err((ParseErrorKind::CellCount, 2)));
/// assert_eq!(found[2].as_ref().map(|entry| entry.line), Ok(3));
/// # Ok::<(), residua::sudoku::GeometryError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    /// The bytes of the current line; kept for their allocation.
    buffer: Vec<u8>,
    size: Size,
    pending: Pending,
    /// What was found and not handed out yet.
    ready: VecDeque<Result<Entry, ParseError>>,
    /// Something was found, be it an error.
    has_found: bool,
    /// The input is at its end.
    is_done: bool,
}

/// A puzzle of which more lines may follow.
#[derive(Debug)]
enum Pending {
    Nothing,
    Rows(Block),
    Object(Object),
    Bindings(Bindings),
}

impl<R: BufRead> Reader<R> {
    /// The puzzles of `input`; all of `geometry`, if one is stated, and else of the size of the first.
    pub fn new(input: R, geometry: Option<Geometry>) -> Self {
        Self {
            lines: Lines::new(input),
            buffer: Vec::new(),
            size: geometry.map_or(Size::Open, Size::Stated),
            pending: Pending::Nothing,
            ready: VecDeque::new(),
            has_found: false,
            is_done: false,
        }
    }

    /// The geometry stated, or settled by the first puzzle.
    pub fn geometry(&self) -> Option<Geometry> {
        self.size.geometry()
    }

    /// The next puzzle or mistake, if it can be had without asking the input for more, which might have to be waited for.
    ///
    /// `None` says nothing about the end: [`next`](Iterator::next) looks for it.
    pub fn next_at_hand(&mut self) -> Option<Result<Entry, ParseError>> {
        if let Some(entry) = self.next_plain() {
            return Some(Ok(entry));
        }
        while self.ready.is_empty() && !self.is_done && self.lines.at_hand().contains(&b'\n') {
            self.advance();
        }
        self.ready.pop_front()
    }

    /// The next puzzle, if nothing comes before it, its line is plain, and all of that is at hand. The line need not be
    /// copied then, nor looked at for anything else.
    fn next_plain(&mut self) -> Option<Entry> {
        let geometry = self.size.geometry()?;
        if !self.ready.is_empty() || !matches!(self.pending, Pending::Nothing) || self.is_done {
            return None;
        }
        self.buffer.clear();
        let bytes = first_plain(self.lines.at_hand(), geometry, &mut self.buffer)?;
        self.lines.pass(1, bytes);
        self.has_found = true;
        let puzzle = Puzzle::of_values(geometry, &self.buffer);
        Some(Entry { puzzle, line: self.lines.number(), notes: Notes::default() })
    }

    /// The puzzles that come next, up to `most`, if each has a line of its own, written in the plainest way, and they can be
    /// had without asking the input for more. `None` if there is no such puzzle, or none is asked for:
    /// [`next`](Iterator::next) knows what there is.
    ///
    /// This is the fast way through files of a puzzle a line. An input that is not buffered, or not known to be, has none.
    pub fn records(&mut self, most: usize) -> Option<Records> {
        let geometry = self.size.geometry()?;
        if !self.ready.is_empty() || !matches!(self.pending, Pending::Nothing) {
            return None;
        }
        let line = self.lines.number() + 1;
        let (records, bytes) = Records::at_start(self.lines.at_hand(), geometry, line, most);
        self.lines.pass(records.len(), bytes);
        (!records.is_empty()).then_some(records)
    }

    /// Reads one line, which may complete any number of puzzles.
    fn advance(&mut self) {
        let mut buffer = mem::take(&mut self.buffer);
        match self.lines.read(&mut buffer) {
            Some(Ok(line)) => self.take_up(line),
            Some(Err(error)) => {
                self.finish_pending();
                self.is_done |= matches!(error.kind(), ParseErrorKind::Unreadable(_));
                self.found(Err(error));
            }
            None => {
                self.finish_pending();
                self.is_done = true;
                if !self.has_found {
                    let kind = ParseErrorKind::Empty;
                    self.found(Err(ParseError::new(kind, (1, 1), "a puzzle", "none in the whole input")));
                }
            }
        }
        self.buffer = buffer;
    }

    /// Takes up a line of text.
    fn take_up(&mut self, line: &str) {
        if let (Pending::Nothing, Some(geometry)) = (&self.pending, self.size.geometry())
            && let Some(puzzle) = read_plain(line, geometry)
        {
            return self.found(Ok(Entry { puzzle, line: self.lines.number(), notes: Notes::default() }));
        }
        let is_blank = line.trim().is_empty();
        match &mut self.pending {
            _ if is_blank => self.finish_pending(),
            Pending::Object(_) => self.push_object(line),
            Pending::Bindings(_) => self.push_bindings(line),
            _ if line.trim_start().starts_with(['#', '%']) => {}
            _ if starts_answer(line) => {
                self.finish_pending();
                self.pending = Pending::Bindings(Bindings::new(self.lines.number()));
                self.push_bindings(line);
            }
            _ if line[content_start(line)..].starts_with('{') => {
                self.finish_pending();
                self.pending = Pending::Object(Object::new(self.lines.number()));
                self.push_object(line);
            }
            _ => self.push_row(line.split('#').next().unwrap_or(line)),
        }
    }

    /// Takes up a line that is a puzzle, a row of one, a header, or decoration.
    fn push_row(&mut self, text: &str) {
        let line = self.lines.number();
        if text.trim().is_empty() {
            return;
        }
        if let Some(entry) = read_candidates(text, line, self.size.geometry()) {
            self.finish_pending();
            return self.found(Ok(entry));
        }
        if let Some(entry) = read_fields(text, line, self.size) {
            self.finish_pending();
            return self.found(entry);
        }
        let (start, end) = content(text);
        let content = &text[start..end];
        let row = Row::of(content);
        if row.symbols == 0 || is_rule(content) {
            // A bracket alone in its line opens or closes nothing that the rows do not show themselves.
            return;
        }
        let known = self.size.geometry().map(Geometry::size);
        let awaited = match &self.pending {
            Pending::Rows(block) => Some(block.length()),
            _ => known,
        };
        if is_header(content) && awaited != Some(row.symbols) && !row.is_plausible() {
            return self.finish_pending();
        }
        let mut block = match mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Rows(block) if block.is_ended_by(&row) && known.is_none() => {
                self.pending = Pending::Rows(block);
                self.finish_pending();
                Block::default()
            }
            Pending::Rows(block) => block,
            _ => Block::default(),
        };
        block.push(Piece { line, text, start, end }, row);
        let is_complete = block.is_complete(self.size);
        self.pending = Pending::Rows(block);
        if is_complete {
            self.finish_pending();
        }
    }

    /// Takes up a line of the object under way.
    fn push_object(&mut self, line: &str) {
        let Pending::Object(object) = &mut self.pending else { return };
        match object.push(line) {
            Ok(true) => self.finish_pending(),
            Ok(false) => {}
            Err(error) => {
                self.pending = Pending::Nothing;
                self.found(Err(error));
            }
        }
    }

    /// Takes up a line of the answer under way.
    fn push_bindings(&mut self, line: &str) {
        let number = self.lines.number();
        let Pending::Bindings(bindings) = &mut self.pending else { return };
        match bindings.push(line, number) {
            Ok(true) => self.finish_pending(),
            Ok(false) => {}
            Err(error) => {
                self.pending = Pending::Nothing;
                self.found(Err(error));
            }
        }
    }

    /// Ends the puzzle under way, if there is one.
    fn finish_pending(&mut self) {
        let size = self.size;
        match mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Nothing => {}
            Pending::Rows(block) => block.finish(size, &mut |entry| self.found(entry)),
            Pending::Object(object) => match object.finish(size) {
                // What states its own box need not be like the first puzzle.
                Ok(entry) if size.geometry().is_some() && matches!(object.stated_box(), Ok(Some(_))) => {
                    self.has_found = true;
                    self.ready.push_back(Ok(entry));
                }
                entry => self.found(entry),
            },
            Pending::Bindings(bindings) => self.found(bindings.finish(size)),
        }
    }

    /// Notes what was found, and the size that it settles.
    fn found(&mut self, entry: Result<Entry, ParseError>) {
        self.has_found = true;
        let entry = entry.and_then(|entry| {
            let own = entry.puzzle.geometry();
            match self.size {
                // Rows before it, held back until they were known to be puzzles, may just have settled another size.
                Size::Settled(known) if known != own => Err(self.size.mismatch((entry.line, 1), own)),
                Size::Open => {
                    self.size = Size::Settled(own);
                    Ok(entry)
                }
                _ => Ok(entry),
            }
        });
        self.ready.push_back(entry);
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
