//! The form for Latin squares: triple by triple, in three views of the square.
//!
//! A square is a set of triples of a row, a column and a value. For two of the three, a *line* has the possibilities
//! of the third: the values of a variable, the columns of a value in a row, the rows of a value in a column. Each
//! line needs exactly one triple, in all three views, so that one rule suffices for all of them: a line with one
//! triple left takes it, and the other triples of its three lines are removed, each of which also shortens two other
//! lines.
//!
//! Without regions, few lanes would have changed between two passes over all of them. So only the removed triples are
//! processed, in a few instructions each, on any machine. A line that is down to one triple, or to none, is written
//! to a queue without a branch. `diagonals.rs` does the same in registers, for all lines at once, with fewer
//! instructions.
//!
//! | | |
//! |---|---|
//! | Infers | naked and hidden singles |
//! | Cost | O(1) for each triple that is removed; a branch copies three words per variable |
//! | Branches | on a variable of two values: `triple_branching.rs` |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::descent::lookahead::Branch;
use crate::descent::{Inference, Verdict};

/// A state. `P` places are enough for `√P` rows, and a power of four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square<const P: usize> {
    /// By view and [place](at).
    pub(crate) lines: [[u16; P]; 3],
    /// By row: the columns of its open variables.
    pub(crate) open: [u16; 16],
    /// The number of open variables.
    left: u16,
    news: News,
}

/// The values, by row and column.
pub(crate) const VALUES: usize = 0;
/// The columns, by row and value.
pub(crate) const COLUMNS: usize = 1;
/// The rows, by column and value.
pub(crate) const ROWS: usize = 2;

/// The facts about a state that have not been processed.
#[derive(Clone, Copy, Debug)]
enum News {
    /// Nothing but the domains.
    Domains,
    Taken(Triple),
    Lost(Triple),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Triple {
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) value: usize,
}

/// Each of 768 lines is queued when it is filled, when it is down to one, and when it is down to none, at most.
const QUEUE: usize = 4096;

/// Squares of some order.
#[derive(Clone, Debug)]
pub(crate) struct Triples<const P: usize> {
    pub(crate) order: usize,
    /// Lines with one triple, or none: the view, and the place there.
    queue: Box<[u16; QUEUE]>,
}

/// The position of a line in its view. The mask only ensures that there is such a place.
#[inline(always)]
pub(crate) fn at<const P: usize>(major: usize, minor: usize) -> usize {
    ((major << (P.trailing_zeros() / 2)) + minor) & (P - 1)
}

#[inline(always)]
fn lowest(set: u16) -> usize {
    set.trailing_zeros() as usize & 15
}

#[inline(always)]
pub(crate) fn is_at_most_one(set: u16) -> bool {
    set & set.wrapping_sub(1) == 0
}

/// The numbers in a set, ascending.
pub(crate) struct Ones(pub(crate) u16);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let first = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl Triple {
    /// The first triple of a line.
    #[inline(always)]
    pub(crate) fn of<const P: usize>(view: usize, place: usize, line: u16) -> Triple {
        let stride = 1 << (P.trailing_zeros() / 2);
        let (major, minor, third) = (place / stride, place % stride, lowest(line));
        match view {
            VALUES => Triple { row: major, column: minor, value: third },
            COLUMNS => Triple { row: major, column: third, value: minor },
            _ => Triple { row: third, column: major, value: minor },
        }
    }
}

impl<const P: usize> Square<P> {
    /// An empty state, except for the domains that are written to [`VALUES`].
    pub(crate) const EMPTY: Self = Square { lines: [[0; P]; 3], open: [0; 16], left: 0, news: News::Domains };
}

/// A state that is being propagated, and the lines that are queued.
struct Work<'a, const P: usize> {
    square: &'a mut Square<P>,
    queue: &'a mut [u16; QUEUE],
    count: usize,
}

impl<const P: usize> Work<'_, P> {
    #[inline(always)]
    fn set(&mut self, view: usize, place: usize, line: u16) {
        self.square.lines[view][place] = line;
        self.queue[self.count & (QUEUE - 1)] = (view << 8 | place) as u16;
        self.count += usize::from(is_at_most_one(line));
    }

    #[inline(always)]
    fn strike(&mut self, view: usize, place: usize, bit: u16) {
        self.set(view, place, self.square.lines[view][place] & !bit);
    }

    #[inline(always)]
    fn lose(&mut self, Triple { row, column, value }: Triple) {
        self.strike(VALUES, at::<P>(row, column), 1 << value);
        self.strike(COLUMNS, at::<P>(row, value), 1 << column);
        self.strike(ROWS, at::<P>(column, value), 1 << row);
    }

    #[inline(always)]
    fn take(&mut self, Triple { row, column, value }: Triple) {
        let (r, c, v) = (1u16 << row, 1u16 << column, 1u16 << value);
        let Square { lines, open, left, .. } = &mut *self.square;
        open[row & 15] &= !c;
        *left -= 1;
        let values = std::mem::replace(&mut lines[VALUES][at::<P>(row, column)], v) & !v;
        let columns = std::mem::replace(&mut lines[COLUMNS][at::<P>(row, value)], c) & !c;
        let rows = std::mem::replace(&mut lines[ROWS][at::<P>(column, value)], r) & !r;
        for other in Ones(values) {
            self.strike(COLUMNS, at::<P>(row, other), c);
            self.strike(ROWS, at::<P>(column, other), r);
        }
        for other in Ones(columns) {
            self.strike(VALUES, at::<P>(row, other), v);
            self.strike(ROWS, at::<P>(other, value), r);
        }
        for other in Ones(rows) {
            self.strike(VALUES, at::<P>(other, column), v);
            self.strike(COLUMNS, at::<P>(other, value), c);
        }
    }

    /// Takes the only triples of lines until there are no more; false if there is no solution.
    #[inline(always)]
    fn finish(&mut self) -> bool {
        while self.count > 0 {
            self.count -= 1;
            let due = usize::from(self.queue[self.count & (QUEUE - 1)]);
            let (view, place) = (due >> 8, due & (P - 1));
            let line = self.square.lines[view][place];
            if line == 0 {
                return false;
            }
            let triple = Triple::of::<P>(view, place, line);
            if self.square.open[triple.row & 15] >> triple.column & 1 == 1 {
                self.take(triple);
            }
        }
        true
    }

    /// Fills all views from the domains; false if there is no solution.
    #[inline(always)]
    fn fill(&mut self, order: usize) -> bool {
        let all = u16::MAX >> (16 - order);
        let domains = self.square.lines[VALUES];
        let Some(Given { in_row, in_column, rows_of, columns_of, closed_rows, is_narrow }) =
            self.given(order)
        else {
            return false;
        };
        for (r, here) in in_row.into_iter().enumerate().take(order) {
            let (open, needed) = (self.square.open[r], all & !here);
            for c in Ones(open) {
                self.set(VALUES, at::<P>(r, c), needed & !in_column[c]);
            }
            for v in Ones(needed) {
                self.set(COLUMNS, at::<P>(r, v), open & !columns_of[v]);
            }
        }
        for c in 0..order {
            let open = all & !closed_rows[c];
            for v in Ones(all & !in_column[c]) {
                self.set(ROWS, at::<P>(c, v), open & !rows_of[v]);
            }
        }
        if is_narrow {
            self.narrow(&domains, order);
        }
        true
    }

    /// The fixed values of the domains; `None` if they are contradictory.
    #[inline(always)]
    fn given(&mut self, order: usize) -> Option<Given> {
        let all = u16::MAX >> (16 - order);
        let square = &mut *self.square;
        let mut given = Given::default();
        let (mut wrong, mut narrow) = (0, 0);
        for r in 0..order {
            let mut open = 0;
            for c in 0..order {
                let domain = square.lines[VALUES][at::<P>(r, c)];
                let is_open = u16::from(!is_at_most_one(domain));
                open |= is_open << c;
                narrow |= (domain ^ all) & is_open.wrapping_neg();
            }
            square.open[r] = open;
            square.left += open.count_ones() as u16;
            for c in Ones(all & !open) {
                let value = square.lines[VALUES][at::<P>(r, c)];
                wrong |= (given.in_row[r] | given.in_column[c]) & value | u16::from(value == 0);
                given.in_row[r] |= value;
                given.in_column[c] |= value;
                let v = lowest(value);
                given.rows_of[v] |= 1 << r;
                given.columns_of[v] |= 1 << c;
                given.closed_rows[c] |= 1 << r;
            }
        }
        given.is_narrow = narrow != 0;
        (wrong == 0).then_some(given)
    }

    /// Removes the triples that are in no domain.
    fn narrow(&mut self, domains: &[u16; P], order: usize) {
        for row in 0..order {
            for column in Ones(self.square.open[row]) {
                let place = at::<P>(row, column);
                for value in Ones(self.square.lines[VALUES][place] & !domains[place]) {
                    self.lose(Triple { row, column, value });
                }
            }
        }
    }
}

/// The fixed values.
#[derive(Default)]
struct Given {
    /// By row and by column: the values.
    in_row: [u16; 16],
    in_column: [u16; 16],
    /// By value: the rows and the columns.
    rows_of: [u16; 16],
    columns_of: [u16; 16],
    /// By column: the rows.
    closed_rows: [u16; 16],
    /// Whether some open variable does not have all values.
    is_narrow: bool,
}

impl<const P: usize> Triples<P> {
    pub(crate) fn new(order: usize) -> Self {
        Triples { order, queue: Box::new([0; QUEUE]) }
    }
}

impl<const P: usize> Inference<Square<P>> for Triples<P> {
    #[inline(always)]
    fn settle(&mut self, state: &mut [Square<P>], passes: &mut u64) -> Verdict {
        let [square] = state else { unreachable!("invariant: a state is one square") };
        *passes += 1;
        let news = square.news;
        let mut work = Work { square, queue: &mut self.queue, count: 0 };
        match news {
            News::Domains => {
                if !work.fill(self.order) {
                    return Verdict::Failed;
                }
            }
            News::Taken(triple) => work.take(triple),
            News::Lost(triple) => work.lose(triple),
        }
        if !work.finish() {
            Verdict::Failed
        } else if square.left == 0 {
            Verdict::Solved
        } else {
            Verdict::Open
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Square<P>], other: &mut [Square<P>], _: Option<Branch>) {
        let triple = self.choose(&state[0]);
        (state[0].news, other[0].news) = (News::Taken(triple), News::Lost(triple));
    }
}
