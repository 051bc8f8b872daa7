//! Why no row of a set is left: by few values that were lost, of which each row has one.
//!
//! Greedily: the lost value that most rows have comes first, and its rows are done with. What the later ones made superfluous is then
//! left out, so that none of the premises can be spared. Rows with a value that its variable did not start with need none.
//!
//! | Promise | |
//! |---|---|
//! | Explains | no premise can be left out |
//! | Cost | the cells of the rows in question, and for each premise a look at all numbers; nothing is allocated |
//! | Source | Chvátal, *A Greedy Heuristic for the Set-Covering Problem*, Mathematics of Operations Research 4(3), 1979 |

use crate::constraints::extensional::columns::{Columns, FREE};
use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, VarId};

/// What is known of the value of a number in the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Unknown,
    /// It was left, or is of the variable in question.
    Left,
    /// It was lost.
    Lost,
    /// The variable started without it.
    Never,
}

/// Whether `var` had that value in the past. Of a domain that is not small all of it is read at the first question, since each value
/// would take a walk of its own through its changes.
fn contains(domain: &mut Option<Domain>, var: VarId, value: i32, past: &Past<'_>) -> bool {
    if past.now().base(var).is_some() {
        return past.contains(var, value);
    }
    domain.get_or_insert_with(|| past.domain(var)).contains(value)
}

/// Scratch, of the sizes of a table.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// By word: the rows in question.
    rows: Vec<u64>,
    /// By word: those of them that are not done with.
    open: Vec<u64>,
    status: Vec<Status>,
    /// By number: how many of the open rows have it; for a number that is picked, whether it is needed.
    counts: Vec<u32>,
    /// The numbers that open rows have, and some that no open row has any more.
    candidates: Vec<u32>,
    picked: Vec<u32>,
    /// By column that was looked at: its domain in the past.
    domains: Vec<Option<Domain>>,
}

impl Cover {
    pub(super) fn new(columns: &Columns) -> Cover {
        let (words, numbers) = (columns.count.div_ceil(64), columns.values.len());
        Cover {
            rows: vec![0; words],
            open: vec![0; words],
            status: vec![Status::Unknown; numbers],
            counts: vec![0; numbers],
            candidates: Vec::with_capacity(numbers),
            domains: vec![None; columns.vars.len()],
            picked: Vec::with_capacity(numbers),
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
        self.status.fill(Status::Unknown);
        self.counts.fill(0);
        self.candidates.clear();
        self.domains.fill(None);
        self.rows.fill(0);
        self.ask(columns, request, past, out);
        self.count(columns, past);
        self.pick(columns);
        self.spare(columns);
        for &number in &self.picked {
            let column = columns.firsts.partition_point(|&first| first <= number) - 1;
            out.push(Atom::ne(columns.vars[column], columns.values[number as usize]));
        }
    }

    /// Notes the rows in question. Of a bound, the values beyond it that were lost before are premises.
    fn ask(&mut self, columns: &Columns, request: ExplainRequest, past: &Past<'_>, out: &mut Vec<Atom>) {
        let var = match request {
            ExplainRequest::Atom(atom) => Some(atom.var()),
            ExplainRequest::Emptied(var) => Some(var),
            ExplainRequest::Failure => None,
        };
        let Some(column) = var.and_then(|var| columns.column_of(var)) else {
            for (word, rows) in self.rows.iter_mut().enumerate() {
                *rows = u64::MAX >> (64 - (columns.count - 64 * word).min(64));
            }
            return;
        };
        let mut add = |set: usize| columns.sets.of(set).for_each(|(word, mask)| self.rows[word] |= mask);
        add(columns.free_set(column));
        for number in columns.numbers(column) {
            let value = columns.values[number];
            self.status[number] = Status::Left;
            if matches!(request, ExplainRequest::Atom(atom) if atom.allows(value)) {
                continue;
            }
            if contains(&mut self.domains[column], columns.vars[column], value, past) {
                add(number);
            } else if past.start().contains(columns.vars[column], value) {
                out.push(Atom::ne(columns.vars[column], value));
            }
        }
    }

    fn status(&mut self, columns: &Columns, column: usize, number: u32, past: &Past<'_>) -> Status {
        let Cover { status, domains, .. } = self;
        let status = &mut status[number as usize];
        if *status == Status::Unknown {
            let (var, value) = (columns.vars[column], columns.values[number as usize]);
            *status = match contains(&mut domains[column], var, value, past) {
                true => Status::Left,
                false if past.start().contains(var, value) => Status::Lost,
                false => Status::Never,
            };
        }
        *status
    }

    /// Counts in how many rows each lost value is; a row with one that never was is not in question.
    fn count(&mut self, columns: &Columns, past: &Past<'_>) {
        let width = columns.vars.len();
        for word in 0..self.rows.len() {
            let mut rest = self.rows[word];
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let cells = &columns.cells[(64 * word + bit) * width..][..width];
                let never = |(column, &number): (usize, &u32)| {
                    number != FREE && self.status(columns, column, number, past) == Status::Never
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
        }
    }

    /// Picks lost values until each row has one.
    fn pick(&mut self, columns: &Columns) {
        self.picked.clear();
        self.open.copy_from_slice(&self.rows);
        let width = columns.vars.len();
        loop {
            self.candidates.retain(|&number| self.counts[number as usize] > 0);
            let of = |number: u32| (self.counts[number as usize], u32::MAX - number);
            let Some(best) = self.candidates.iter().copied().max_by_key(|&number| of(number)) else { return };
            self.picked.push(best);
            for (word, mask) in columns.sets.of(best as usize) {
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
        self.counts.fill(0);
        self.picked.iter().for_each(|&number| self.counts[number as usize] = 1);
        for at in 0..self.picked.len() {
            let number = self.picked[at];
            let is_alone = |row: usize| {
                let cells = &columns.cells[row * width..][..width];
                cells.iter().all(|&own| own == FREE || own == number || self.counts[own as usize] == 0)
            };
            let mut words = columns.sets.of(number as usize);
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
