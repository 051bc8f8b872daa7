//! Bent Hall sets: k cells with k values in two scopes that cross, all of which but one can only be in it once.
//!
//! | | |
//! |---|---|
//! | What | XY-wing, XYZ-wing, WXYZ-wing, VWXYZ-wing |
//! | Cost | three cells of two values 4.2, with one of three 4.4; four cells 5.5, five 6.2, 0.1 or 0.2 more if the largest has three or four values |
//! | Source | Sukaku Explainer |
//!
//! If the value that may be in it twice were not in it at all, k cells would have k − 1 values, each once. So it is, and cells that see all
//! its places do not have it. If there is no such value, the set is locked: it has every value, each once.

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

/// Finds bent sets of `k` cells, three to five.
pub(super) fn find(k: usize, board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let rules = &board.rules;
    let mut seen = vec![0; rules.words];
    let (mut cells, mut chosen) = (Vec::new(), Vec::new());
    for &(one, other) in &rules.crossings {
        deadline.check()?;
        let union =
            rules.row(one as usize).iter().zip(rules.row(other as usize)).map(|(one, other)| one | other);
        cells.clear();
        for (at, word) in union.enumerate() {
            cells.extend(
                bits::ones(word)
                    .map(|bit| 64 * at + bit)
                    .filter(|&cell| (2..=k).contains(&(board.left(cell).count_ones() as usize))),
            );
        }
        if cells.len() >= k {
            let mut search = Search { k, cells: &cells, board, found, seen: &mut seen };
            search.extend(0, (0, 0), &mut chosen);
        }
    }
    Ok(())
}

struct Search<'a> {
    k: usize,
    cells: &'a [usize],
    board: &'a Board,
    found: &'a mut Found,
    seen: &'a mut [u64],
}

impl Search<'_> {
    /// Extends the chosen cells by later ones; `union` are their values, `repeated` those that may be in two of them.
    fn extend(&mut self, from: usize, (union, repeated): (u64, u64), chosen: &mut Vec<usize>) {
        let board = self.board;
        let missing = self.k - chosen.len();
        if missing == 0 {
            if union.count_ones() as usize == self.k {
                self.offer(union, repeated, chosen);
            }
            return;
        }
        for at in from..(self.cells.len() + 1).saturating_sub(missing) {
            let cell = self.cells[at];
            let with = union | board.left(cell);
            if with.count_ones() as usize > self.k {
                continue;
            }
            let apart = chosen.iter().filter(|&&other| !board.rules.differ(cell, other));
            let repeated = apart.fold(repeated, |set, &other| set | board.left(cell) & board.left(other));
            if repeated & repeated.wrapping_sub(1) == 0 {
                chosen.push(cell);
                self.extend(at + 1, (with, repeated), chosen);
                chosen.pop();
            }
        }
    }

    fn offer(&mut self, union: u64, repeated: u64, chosen: &[usize]) {
        let board = self.board;
        let locked = if repeated == 0 { union } else { repeated };
        let largest = chosen.iter().map(|&cell| board.left(cell).count_ones()).max().unwrap_or(0);
        let (technique, cost) = match (self.k, largest) {
            (3, 2) => (Technique::XyWing, 42),
            (3, _) => (Technique::XyzWing, 44),
            (4, 3) => (Technique::WxyzWing, 56),
            (4, _) => (Technique::WxyzWing, 55),
            (_, 3) => (Technique::VwxyzWing, 64),
            (_, 5) => (Technique::VwxyzWing, 62),
            _ => (Technique::VwxyzWing, 63),
        };
        let cost = Cost(cost);
        if !self.found.wants(cost) {
            return;
        }
        let mut eliminations = Vec::new();
        for value in bits::ones(locked) {
            let with = chosen.iter().copied().filter(|&cell| board.has(cell, value));
            if board.seen_by_all(with, value, self.seen) {
                eliminations.extend(bits::members(self.seen).map(|cell| Candidate { cell, value }));
            }
        }
        if !eliminations.is_empty() {
            self.found.offer(cost, || {
                let mut step = Step::new(technique, cost);
                step.premises =
                    chosen.iter().map(|&cell| Premise::Cell { cell, values: board.left(cell) }).collect();
                step.eliminations = eliminations;
                step
            });
        }
    }
}
