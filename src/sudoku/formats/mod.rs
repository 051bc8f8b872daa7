//! Reading puzzles: every common format of a Sudoku, one puzzle or a file of many.
//!
//! | Written as | Example |
//! |---|---|
//! | one puzzle in a line | `53..7....6..195....98…`, also among other fields (a name, a rating, the solution) |
//! | a grid, drawn or not | rows of symbols, with bars, rules, quotes or brackets, or headed `Grid 01` |
//! | integers | `[[0, 2, 0], …]`, `{{0, 2, 0}, …}`, `12 . 3 | 4 …`, `00 03 12 …`, `5,3,0,0,7,…`, in rows or all in one line |
//! | a dictionary | `{3: 2, 5: 2, 6: 1}`: cells numbered from 1, row by row; `{(1, 6): 5}`: rows and columns |
//! | a JSON object | `{"box": "2x3", "givens": [0, 5, …]}`, `{"puzzle": "53..7…"}`, `{"grid": [[{"value": 5}, …], …]}`, `[{"val": 5}, …]` |
//! | candidates | `1.3.56..912…`: 729 symbols, nine for each cell of a 9-by-9 grid, those that are struck out blank |
//! | candidates in a grid | `│ 1  24  346 │ 5 …`: of each cell the values that it may have; those with one are given, the others marked |
//! | a report | what `residua solve` and `residua inspect` print, as text or Prolog |
//! | a saved file | `.sdk`: a grid behind `[Puzzle]`, and one behind `[State]`, of which the rest is entered |
//! | a fact of Prolog | `problem(1, [[_, 3, …], …]).` |
//! | a line of HoDoKu | `:0000:x:..3.5…:112 212:…:`, with the candidates that are gone |
//! | bindings | `G0000 = 5, G0007 = G0100, G0100 = 9, …`: an answer of a Prolog top level |
//!
//! **Symbols.** `. _ * ? ⋅ ·` and `0` are blanks, `1`-`9` values, letters in either case the values above: `A` = 10. Where there is no other
//! blank, `x` and `-` are blanks too. A grid of 10 to 26 values without digits, but with letters that would be too large, counts from `A` = 1.
//! A 16-by-16 grid may count from `0` to `F`: it does if it has both zeros and another blank, and no `G`. Lines, slashes,
//! quotes, brackets and white space are decoration; `#` starts a comment, and a line that starts with `%` is one, as in Prolog.
//! A cell may be empty where that is visible: between bars that each separate two cells, between commas that follow each other, between tabs. In
//! lists `null` and `None` are blanks.
//!
//! **Titles.** A line of words that holds no cells (`Grid 01`, `Puzzle 3 (hard)`) is a title, and skipped. A line that may be
//! either a row of letters or a title is refused, and so is anything else that is ambiguous.
//!
//! **Notes.** A JSON object may contain entered digits and marks, apart from the givens: `entries` are integers
//! like `givens`, `marks` has an array of values for each cell. In a puzzle of one line, `+5` is a 5 that is entered.
//!
//! **Size.** Unless the caller states a geometry, it follows from the number of cells, with the usual box
//! ([`Geometry::from_size`]); the first valid puzzle settles it for the whole input, except for objects that state a box,
//! and grids with bars and rules around theirs. One ambiguity remains until
//! then: rows of sixteen symbols are a 16-by-16 grid if something is drawn around them or some value exceeds 4,
//! and one 4-by-4 puzzle each otherwise (36 spaced symbols and 6-by-6 likewise).
//!
//! **Other kinds.** What may carry rules and is not understood is refused by name: a member of an object, a column of a table. The reader
//! passes over it if it is told to ([`Reader::ignoring_unknown`]). All rows of a grid have the same length.
//!
//! **Errors.** A bad puzzle is one error with its place, and reading continues with the next. A grid ends when it is
//! complete, at a blank line, at a header or at a line that is a puzzle by itself.
//!
//! **Lines.** A line ends with a line feed, a carriage return, or both in this order; with a vertical tab, a form feed, U+0085,
//! U+2028 or U+2029. Each of these ends one line, and lines are counted so.

mod ahead;
mod alphabet;
mod bindings;
mod block;
mod candidates;
mod cells;
mod clause;
mod columns;
mod content;
mod dashes;
mod drawing;
mod glyph;
mod goals;
mod groups;
mod hodoku;
mod lines;
mod object;
mod open;
mod pair;
mod pencil;
mod plain;
mod record;
mod row;
mod single;
mod size;
mod take;
mod title;
mod whole;

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use crate::sudoku::formats::ahead::Ahead;
use crate::sudoku::formats::bindings::Bindings;
use crate::sudoku::formats::block::Block;
use crate::sudoku::formats::clause::Clause;
use crate::sudoku::formats::lines::Lines;
use crate::sudoku::formats::object::Object;
pub use crate::sudoku::formats::plain::Records;
use crate::sudoku::formats::plain::first_plain;
use crate::sudoku::formats::size::Size;
use crate::sudoku::formats::whole::Whole;
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
    /// What a reader of the answer should know of how it was read: what was passed over.
    pub remarks: Vec<String>,
}

impl Entry {
    /// A puzzle found in `line`, without anything else.
    fn of(puzzle: Puzzle, line: usize) -> Self {
        Self { puzzle, line, notes: Notes::default(), remarks: Vec::new() }
    }

    /// The puzzle with these givens, which were checked one by one, found in `line`.
    fn new(geometry: Geometry, givens: Vec<i32>, line: usize) -> Result<Self, ParseError> {
        match Puzzle::new(geometry, givens) {
            Ok(puzzle) => Ok(Self::of(puzzle, line)),
            Err(error) => {
                let kind = ParseErrorKind::CellCount;
                Err(ParseError::new(kind, (line, 1), "a whole grid", error.to_string()))
            }
        }
    }
}

/// The puzzles of an input, one after another, in constant memory.
///
/// [The module](crate::sudoku::formats) describes which formats are read, and how they are distinguished.
///
/// An input without any puzzle yields one error. An unreadable input ends after that error, and so does one with a line
/// of more than 64 MiB, which may never end.
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
    /// The grid to the right of the rows that are pending, if two stand side by side.
    beside: Option<Block>,
    /// The report or saved file that the grids belong to.
    whole: Whole,
    /// What may belong to the rows or the object that comes next.
    ahead: Ahead,
    /// What is not understood is passed over.
    ignores_unknown: bool,
    /// Results that were not returned yet.
    ready: VecDeque<Result<Entry, ParseError>>,
    /// A puzzle or an error was found.
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
    Clause(Clause),
}

impl<R: BufRead> Reader<R> {
    /// The puzzles of `input`; all of `geometry`, if one is stated, and else of the size of the first.
    pub fn new(input: R, geometry: Option<Geometry>) -> Self {
        Self {
            lines: Lines::new(input),
            buffer: Vec::new(),
            size: geometry.map_or(Size::Open, Size::Stated),
            pending: Pending::Nothing,
            beside: None,
            whole: Whole::Nothing,
            ahead: Ahead::default(),
            ignores_unknown: false,
            ready: VecDeque::new(),
            has_found: false,
            is_done: false,
        }
    }

    /// The same puzzles, where members of objects and columns of tables that are not understood are passed over, whatever rules they
    /// carry. [`Entry::remarks`] has their names.
    ///
    /// ```
    /// use residua::sudoku::Reader;
    ///
    /// let killer = r#"{"givens": [0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0], "cages": [[0, 1]]}"#;
    /// let refused = Reader::new(killer.as_bytes(), None).next();
    /// assert!(refused.is_some_and(|entry| entry.is_err_and(|error| error.found().contains("cages"))));
    /// let read = Reader::new(killer.as_bytes(), None).ignoring_unknown().next();
    /// assert!(read.is_some_and(|entry| entry.is_ok_and(|entry| entry.remarks == ["\"cages\" is passed over"])));
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
    fn is_between(&self) -> bool {
        self.ready.is_empty()
            && matches!(self.pending, Pending::Nothing)
            && matches!(self.whole, Whole::Nothing)
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
    fn advance(&mut self) {
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
