//! Explanations of tables: a small set of lost values that covers all rows in question (greedy set cover).
//!
//! Greedily: the lost value that most rows have comes first, and its rows are done with. What the later ones made superfluous is then
//! left out, so that none of the premises can be spared. Rows with a value that its variable did not start with need none.
//!
//! | Promise | |
//! |---|---|
//! | Explains | no premise can be left out |
//! | Cost | the cells of the rows in question, and O(log n) for each of the lost values of these; nothing is allocated but for wide domains |
//! | Source | Chvátal, *A Greedy Heuristic for the Set-Covering Problem*, Mathematics of Operations Research 4(3), 1979 |

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::constraints::extensional::columns::{Columns, FREE};
use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, Relation, VarId};

/// The status of the value of a number in the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Unknown,
    /// It was left.
    Left,
    /// It was lost.
    Lost,
    /// The variable started without it.
    Never,
}

/// The domain of a column in the past, as far as it was asked about.
#[derive(Clone, Debug, Default)]
struct Read {
    questions: u32,
    domain: Option<Domain>,
}

/// After this many questions a domain that is not small is read as a whole.
const QUESTIONS: u32 = 4;

impl Read {
    /// Whether `var` had that value in the past. Of a domain that is not small all of it is read after a few questions, since each
    /// value takes a walk of its own through its changes.
    fn contains(&mut self, var: VarId, value: i32, past: &Past<'_>) -> bool {
        if past.now().base(var).is_some() || self.questions < QUESTIONS {
            self.questions += 1;
            return past.contains(var, value);
        }
        self.domain.get_or_insert_with(|| past.domain(var)).contains(value)
    }
}

/// Scratch, of the sizes of a table. Between explanations all of it is as it was made, so that one of a few rows costs no more than
/// these.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// By word: the rows in question.
    rows: Vec<u64>,
    /// By word: those of them that are not done with.
    open: Vec<u64>,
    /// The words with rows in question.
    words: Vec<u32>,
    status: Vec<Status>,
    /// The numbers whose status was found.
    known: Vec<u32>,
    /// By number: how many of the open rows have it; for a number that is picked, whether it is needed.
    counts: Vec<u32>,
    /// The lost numbers that rows in question have.
    candidates: Vec<u32>,
    /// By how many open rows have them, or had; of as many, the least number comes first.
    ranked: BinaryHeap<(u32, Reverse<u32>)>,
    picked: Vec<u32>,
    /// By column.
    read: Vec<Read>,
}

impl Cover {
    pub(super) fn new(columns: &Columns) -> Cover {
        let (words, numbers) = (columns.count.div_ceil(64), columns.values.len());
        Cover {
            rows: vec![0; words],
            open: vec![0; words],
            words: Vec::with_capacity(words),
            status: vec![Status::Unknown; numbers],
            known: Vec::with_capacity(numbers),
            counts: vec![0; numbers],
            candidates: Vec::with_capacity(numbers),
            ranked: BinaryHeap::with_capacity(numbers),
            picked: Vec::with_capacity(numbers),
            read: vec![Read::default(); columns.vars.len()],
        }
    }

    /// Writes why the values in question have no row left.
    pub(super) fn explain(
        &mut self,
        columns: &Columns,
        request: ExplainRequest,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let asked = match request {
            ExplainRequest::Atom(atom) => columns.column_of(atom.var()),
            ExplainRequest::Emptied(var) => columns.column_of(var),
            ExplainRequest::Failure => None,
        };
        match asked {
            Some(column) => self.ask(columns, column, request, past, out),
            None => self.ask_all(columns),
        }
        self.count(columns, asked, past);
        self.pick(columns);
        self.spare(columns);
        for &number in &self.picked {
            let column = columns.firsts.partition_point(|&first| first <= number) - 1;
            out.push(Atom::ne(columns.vars[column], columns.values[number as usize]));
        }
        self.tidy();
    }

    /// Everything as it was made.
    fn tidy(&mut self) {
        for word in self.words.drain(..) {
            (self.rows[word as usize], self.open[word as usize]) = (0, 0);
        }
        for number in self.known.drain(..) {
            self.status[number as usize] = Status::Unknown;
            self.counts[number as usize] = 0;
        }
        self.candidates.clear();
        self.read.fill(Read::default());
    }

    /// All rows are in question.
    fn ask_all(&mut self, columns: &Columns) {
        for (word, rows) in self.rows.iter_mut().enumerate() {
            *rows = u64::MAX >> (64 - (columns.count - 64 * word).min(64));
            self.words.push(word as u32);
        }
    }

    fn add(&mut self, columns: &Columns, set: usize) {
        for (word, mask) in columns.sets.of(set) {
            if self.rows[word] == 0 {
                self.words.push(word as u32);
            }
            self.rows[word] |= mask;
        }
    }

    /// Notes the rows in question. Of a bound, the values beyond it that were lost before are premises.
    fn ask(
        &mut self,
        columns: &Columns,
        column: usize,
        request: ExplainRequest,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        self.add(columns, columns.free_set(column));
        let numbers = match request {
            ExplainRequest::Atom(atom) if atom.relation() == Relation::Ne => {
                let number = columns.number(column, atom.value());
                number.map_or(0..0, |number| number..number + 1)
            }
            _ => columns.numbers(column),
        };
        for number in numbers {
            let value = columns.values[number];
            if matches!(request, ExplainRequest::Atom(atom) if atom.allows(value)) {
                continue;
            }
            if self.read[column].contains(columns.vars[column], value, past) {
                self.add(columns, number);
            } else if past.start().contains(columns.vars[column], value) {
                out.push(Atom::ne(columns.vars[column], value));
            }
        }
    }

    fn status(&mut self, columns: &Columns, column: usize, number: u32, past: &Past<'_>) -> Status {
        let status = &mut self.status[number as usize];
        if *status == Status::Unknown {
            let (var, value) = (columns.vars[column], columns.values[number as usize]);
            *status = match self.read[column].contains(var, value, past) {
                true => Status::Left,
                false if past.start().contains(var, value) => Status::Lost,
                false => Status::Never,
            };
            self.known.push(number);
        }
        *status
    }

    /// Counts in how many rows each lost value of other columns than the one in question is; a row with one that never was is not
    /// in question.
    fn count(&mut self, columns: &Columns, asked: Option<usize>, past: &Past<'_>) {
        let width = columns.vars.len();
        for at in 0..self.words.len() {
            let word = self.words[at] as usize;
            let mut rest = self.rows[word];
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let cells = &columns.cells[(64 * word + bit) * width..][..width];
                let never = |(column, &number): (usize, &u32)| {
                    number != FREE
                        && asked != Some(column)
                        && self.status(columns, column, number, past) == Status::Never
                };
                if cells.iter().enumerate().any(never) {
                    self.rows[word] &= !(1 << bit);
                    continue;
                }
                for &number in cells.iter().filter(|&&number| number != FREE) {
                    if self.status[number as usize] == Status::Lost {
                        let count = &mut self.counts[number as usize];
                        *count += 1;
                        if *count == 1 {
                            self.candidates.push(number);
                        }
                    }
                }
            }
            self.open[word] = self.rows[word];
        }
    }

    /// Picks lost values until each row has one.
    fn pick(&mut self, columns: &Columns) {
        self.picked.clear();
        let width = columns.vars.len();
        let ranked = self.candidates.iter().map(|&number| (self.counts[number as usize], Reverse(number)));
        self.ranked.extend(ranked);
        while let Some((count, Reverse(best))) = self.ranked.pop() {
            // Counts become less: one that has waits for its turn again.
            let left = self.counts[best as usize];
            if left < count {
                self.ranked.extend((left > 0).then_some((left, Reverse(best))));
                continue;
            }
            self.picked.push(best);
            for (word, mask) in columns.sets.of_words(best as usize, &self.words) {
                let mut done = self.open[word] & mask;
                self.open[word] &= !mask;
                while done != 0 {
                    let row = 64 * word + done.trailing_zeros() as usize;
                    done &= done - 1;
                    for &number in columns.cells[row * width..][..width].iter().filter(|&&n| n != FREE) {
                        let count = &mut self.counts[number as usize];
                        *count = count.saturating_sub(1);
                    }
                }
            }
        }
    }

    /// Leaves out what is not needed: where each row of a picked value has another one that is kept.
    fn spare(&mut self, columns: &Columns) {
        let width = columns.vars.len();
        // What was counted is 0 again, as each row was done with.
        self.picked.iter().for_each(|&number| self.counts[number as usize] = 1);
        for at in 0..self.picked.len() {
            let number = self.picked[at];
            let is_alone = |row: usize| {
                let cells = &columns.cells[row * width..][..width];
                cells.iter().all(|&own| own == FREE || own == number || self.counts[own as usize] == 0)
            };
            let mut words = columns.sets.of_words(number as usize, &self.words);
            let is_needed = words.any(|(word, mask)| {
                let rows = self.rows[word] & mask;
                (0..64).any(|bit| rows >> bit & 1 != 0 && is_alone(64 * word + bit))
            });
            self.counts[number as usize] = u32::from(is_needed);
        }
        let Cover { picked, counts, .. } = self;
        picked.retain(|&number| counts[number as usize] != 0);
    }
}
