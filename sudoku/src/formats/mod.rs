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
//! | `.sdk` | rows behind lines such as `#AAuthor`; or a grid behind `[Puzzle]`, and one behind `[State]`, of which the rest is entered |
//! | `.ss` | frames with edges `*-----------*`: one of givens, and behind it one of solved cells, one of candidates |
//! | `.sdx` | `3 u3 1567 …`: cells between blanks, given, entered, or with candidates |
//! | `OpenSudoku` | `<opensudoku version="2"><folder name="Easy"><game data="0507…"/>…` |
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
//! **Tables.** From nine rows on, numbers may have zeros in front, as in `03 12`. Numbers from 0 above the columns of a table, and before its rows,
//! are left out, with a remark, and so are numbers from 1 that are above the columns and before the rows. Between commas or tabs, `4.0` is a 4, and
//! `NaN` a blank.
//!
//! **Titles.** A line of words that holds no cells (`Grid 01`, `Puzzle 3 (hard)`) is a title, and skipped. A line that may be
//! either a row of letters or a title is refused, and so is anything else that is ambiguous. Constraint strings and links that hold a puzzle with
//! further rules are errors.
//!
//! **Notes.** A JSON object may contain entered digits and marks, apart from the givens: `entries` are integers
//! like `givens`, `marks` has an array of values for each cell. In a puzzle of one line, `+5` is a 5 that is entered.
//!
//! **Size.** Unless the caller states a geometry, it follows from the number of cells, with the usual box
//! ([`Geometry::from_size`](crate::Geometry::from_size)); the first valid puzzle settles it for the whole input, except for objects that state a box,
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
mod entry;
mod format;
mod found;
mod fractions;
mod frames;
mod glyph;
mod goals;
mod groups;
mod hodoku;
mod lines;
mod object;
mod open;
mod opensudoku;
mod pair;
mod pencil;
mod plain;
mod reader;
mod record;
mod refusals;
mod row;
mod sdk;
mod single;
mod size;
mod take;
mod title;
mod whole;

pub use crate::formats::entry::Entry;
pub use crate::formats::format::Format;
pub(crate) use crate::formats::opensudoku::NAMES as OPENSUDOKU;
pub use crate::formats::plain::Records;
pub use crate::formats::reader::Reader;
pub(crate) use crate::formats::sdk::LETTERS;
