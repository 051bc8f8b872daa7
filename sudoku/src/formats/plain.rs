//! Fast path for plain lines, which start with exactly the cells of a known geometry: most large collections are written so.
//!
//! Such a line is a puzzle whatever follows its cells, so that many lines can be collected at once, and converted to puzzles
//! later: [`Records`]. Any other line, including one with an error, is left to the careful path, which must agree with this one.

use crate::formats::entry::Entry;
use crate::formats::lines::LINE_LIMIT;
use crate::formats::lines::has_end;
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;

/// The largest size whose values are single symbols.
const LARGEST: usize = 35;

/// A byte that is not a symbol here.
const UNKNOWN: u8 = u8::MAX;

/// The value of an ASCII symbol, 0 for blanks. It is computed, not looked up, so that the compiler can vectorise it.
fn value_of(byte: u8) -> u8 {
    let digit = byte.wrapping_sub(b'0');
    let letter = (byte | 0x20).wrapping_sub(b'a');
    let is_blank = byte == b'.' || byte == b'_' || byte == b'*' || byte == b'?';
    let other = if is_blank { 0 } else { UNKNOWN };
    let other = if letter < 26 { letter + 10 } else { other };
    if digit < 10 { digit } else { other }
}

/// Puzzles of one geometry in consecutive lines, one in each.
///
/// They are recognised, but not converted to puzzles yet: that may be done on another thread.
///
/// ```
/// use residua_sudoku::Reader;
///
/// let text = "1.3.............\n..........2.....\n.......4........\n1.3\n";
/// let mut reader = Reader::new(text.as_bytes(), Some("2x2".parse()?));
/// let _first = reader.next();
/// let records = reader.records(100).expect("two more");
/// let clues: Vec<_> = records.entries().map(|entry| (entry.line, entry.puzzle.clues())).collect();
/// assert_eq!(clues, [(2, 1), (3, 1)]);
/// assert!(reader.records(100).is_none());
/// assert!(reader.next().is_some_and(|entry| entry.is_err()));
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Records {
    geometry: Geometry,
    /// The line of the first, from 1.
    line: usize,
    /// The cells of all puzzles, one after another.
    values: Vec<u8>,
}

impl Records {
    /// The records at the start of `text`, up to `most`, of which the first is in `line`; and how many bytes they have.
    ///
    /// A line without its end does not count: more of it may follow.
    pub(super) fn at_start(text: &[u8], geometry: Geometry, line: usize, most: usize) -> (Records, usize) {
        let room = most.min(text.len() / geometry.cells());
        let mut values = Vec::with_capacity(room * geometry.cells());
        let mut used = 0;
        for _ in 0..room {
            let Some(bytes) = first_plain(&text[used..], geometry, &mut values) else { break };
            used += bytes;
        }
        (Records { geometry, line, values }, used)
    }

    /// Their geometry.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.values.len() / self.geometry.cells()
    }

    /// Whether it has no records.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The puzzles, each with its line, and nothing else written into them.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let cells = self.values.chunks_exact(self.geometry.cells());
        (self.line..)
            .zip(cells)
            .map(|(line, values)| Entry::of(Puzzle::of_values(self.geometry, values), line))
    }

    /// Calls `look` with what [`entries`](Self::entries) yields, one after another, until it fails. One entry is reused for all,
    /// which saves an allocation for each.
    ///
    /// # Errors
    /// That of `look`.
    pub fn try_for_each<E>(&self, mut look: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
        let mut reused = Reused::of(self);
        while let Some(entry) = reused.advance() {
            look(entry)?;
        }
        Ok(())
    }
}

/// An entry that is that of one record after another. What callers compile of the loop over them is little.
#[derive(Debug)]
struct Reused<'a> {
    entry: Entry,
    left: std::slice::ChunksExact<'a, u8>,
    /// How many lines the next record is behind the entry.
    step: usize,
}

impl Reused<'_> {
    fn of(records: &Records) -> Reused<'_> {
        let entry = Entry::of(Puzzle::blank(records.geometry), records.line);
        Reused { entry, left: records.values.chunks_exact(records.geometry.cells()), step: 0 }
    }

    #[inline]
    fn advance(&mut self) -> Option<&Entry> {
        self.entry.puzzle.set_values(self.left.next()?);
        self.entry.line += self.step;
        self.step = 1;
        Some(&self.entry)
    }
}

/// Reads a line, without its end, that is plain.
pub(super) fn read_plain(line: &str, geometry: Geometry) -> Option<Puzzle> {
    let mut values = Vec::new();
    push_values(line.as_bytes(), geometry, &mut values).then(|| Puzzle::of_values(geometry, &values))
}

/// Adds the values of the puzzle in the first line of `text`, if that is plain, and returns how many bytes the line has,
/// including its end.
pub(super) fn first_plain(text: &[u8], geometry: Geometry, values: &mut Vec<u8>) -> Option<usize> {
    let length = plain_line(text, geometry)?;
    push_values(&text[..length], geometry, values).then_some(length + 1)
}

/// The length of the first line of `text` without its line feed, if it has one and may be plain.
fn plain_line(text: &[u8], geometry: Geometry) -> Option<usize> {
    // Usually the line ends after its cells.
    let cells = geometry.cells();
    let rest = text.get(cells..)?;
    let length = cells + rest.iter().position(|byte| *byte == b'\n')?;
    let rest = text[cells..length].strip_suffix(b"\r").unwrap_or(&text[cells..length]);
    let is_text = || str::from_utf8(rest).is_ok_and(|rest| !has_end(rest));
    let is_text = length == cells || is_text();
    (is_text && length <= LINE_LIMIT).then_some(length)
}

/// Whether no field of the rest of a line has a symbol for each cell, unless it is a whole grid that keeps to the rules: it may state
/// regions.
fn has_plain_columns(rest: &[u8], geometry: Geometry) -> bool {
    let fields = rest.split(|byte| matches!(byte, b'\t' | b' ' | b',' | b';' | b'\r'));
    rest.is_ascii()
        && fields.filter(|field| field.len() == geometry.cells()).all(|field| is_solved(field, geometry))
}

/// Whether the symbols of all cells are values, each of them once in each row, column and box.
fn is_solved(symbols: &[u8], geometry: Geometry) -> bool {
    let size = geometry.size();
    let mut seen = [[0_u64; LARGEST]; 3];
    if size > LARGEST {
        return false;
    }
    let (mut row, mut column) = (0, 0);
    for symbol in symbols {
        let value = value_of(*symbol);
        if value == 0 || usize::from(value) > size {
            return false;
        }
        let bit = 1 << value;
        let box_number = row / geometry.box_rows() * geometry.box_rows() + column / geometry.box_columns();
        seen[0][row] |= bit;
        seen[1][column] |= bit;
        seen[2][box_number] |= bit;
        column += 1;
        if column == size {
            (row, column) = (row + 1, 0);
        }
    }
    let all = (1 << (size + 1)) - 2;
    seen.iter().all(|houses| houses[..size].iter().all(|house| *house == all))
}

/// Adds the values of the cells at the start of a line; false, with nothing added, if that is not plain.
fn push_values(line: &[u8], geometry: Geometry, values: &mut Vec<u8>) -> bool {
    let (cells, size) = (geometry.cells(), geometry.size());
    let Some((symbols, rest)) = line.split_at_checked(cells) else { return false };
    // A 16-by-16 grid with zeros may count from 0.
    if !matches!(rest, [] | b"\r" | [b'\t' | b' ' | b',' | b';', ..]) || size == 16 && symbols.contains(&b'0')
    {
        return false;
    }
    if rest.len() > cells && !has_plain_columns(rest, geometry) {
        return false;
    }
    let start = values.len();
    values.extend_from_slice(symbols);
    values[start..].iter_mut().for_each(|byte| *byte = value_of(*byte));
    let largest = values[start..].iter().fold(0, |largest, &value| largest.max(value));
    // A byte that is not a symbol is too large as well.
    let is_plain = usize::from(largest) <= size && largest != UNKNOWN;
    if !is_plain {
        values.truncate(start);
    }
    is_plain
}
