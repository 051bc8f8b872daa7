//! Patterns that would leave a second solution: they presuppose that there is one solution, and are looked for only if asked for.
//!
//! | | |
//! |---|---|
//! | What | unique rectangle, unique loop, of types 1, 2 and 4; bivalue universal grave with one value too many |
//! | Cost | a rectangle 4.5, 0.1 more for each further pair of cells; grave 5.6 |
//! | Source | Sukaku Explainer |
//!
//! A loop of cells, two of them in each scope that has any, could have its two values exchanged, if it had no others. That needs rules that
//! say no more than scopes do.

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::rules::Scope;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

/// The longest loops that are looked for.
const LONGEST: usize = 10;

const BUG: Cost = Cost(56);

/// Finds loops.
pub(super) fn loops(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    if !board.rules.is_of_scopes_only() {
        return Ok(());
    }
    for start in 0..board.left.len() {
        let values = board.left(start);
        if board.is_placed(start) || values.count_ones() != 2 {
            continue;
        }
        deadline.check()?;
        let mut search = Search { board, pair: values, used: vec![0; board.rules.scopes.len()], found };
        search.enter(start);
        search.extend(&mut vec![start], 0);
    }
    Ok(())
}

struct Search<'a> {
    board: &'a Board,
    pair: u64,
    /// By scope: the cells of the loop in it.
    used: Vec<u8>,
    found: &'a mut Found,
}

impl Search<'_> {
    fn enter(&mut self, cell: usize) {
        self.board.rules.scopes_of[cell].iter().for_each(|&(scope, _)| self.used[scope as usize] += 1);
    }

    fn leave(&mut self, cell: usize) {
        self.board.rules.scopes_of[cell].iter().for_each(|&(scope, _)| self.used[scope as usize] -= 1);
    }

    /// Extends a path of cells, of which `extra` have further values, to a cell that differs from the last one.
    fn extend(&mut self, path: &mut Vec<usize>, extra: usize) {
        let board = self.board;
        let (start, last) = (path[0], path[path.len() - 1]);
        let closes = path.len() >= 4 && path.len().is_multiple_of(2) && board.rules.differ(last, start);
        if closes && self.used.iter().all(|&count| count == 0 || count == 2) {
            self.offer(path);
            return;
        }
        if path.len() == LONGEST || !self.found.wants(Cost(45 + (path.len() as u16).saturating_sub(3) / 2)) {
            return;
        }
        for cell in bits::members(board.rules.peers(last)) {
            let left = board.left(cell);
            let is_extra = left != self.pair;
            if left & self.pair != self.pair
                || board.is_placed(cell)
                || path.contains(&cell)
                || is_extra && extra == 2
                || board.rules.scopes_of[cell].iter().any(|&(scope, _)| self.used[scope as usize] == 2)
            {
                continue;
            }
            self.enter(cell);
            path.push(cell);
            self.extend(path, extra + usize::from(is_extra));
            path.pop();
            self.leave(cell);
        }
    }

    fn offer(&mut self, path: &[usize]) {
        let (board, pair) = (self.board, self.pair);
        let cost = Cost(45 + (path.len() as u16 - 4) / 2);
        let extra: Vec<usize> = path.iter().copied().filter(|&cell| board.left(cell) != pair).collect();
        let mut eliminations: Vec<Candidate> = Vec::new();
        let mut premises: Vec<Premise> =
            path.iter().map(|&cell| Premise::Cell { cell, values: board.left(cell) }).collect();
        match extra[..] {
            [cell] => eliminations.extend(bits::ones(pair).map(|value| Candidate { cell, value })),
            [one, other] => {
                let further = (board.left(one) | board.left(other)) & !pair;
                if further.is_power_of_two() {
                    let value = further.trailing_zeros() as usize;
                    let with = [one, other].into_iter().filter(|&cell| board.has(cell, value));
                    let mut seen = vec![0; board.rules.words];
                    if board.seen_by_all(with, value, &mut seen) {
                        eliminations.extend(bits::members(&seen).map(|cell| Candidate { cell, value }));
                    }
                }
                if eliminations.is_empty() {
                    let Some((place, value)) = self.bound(one, other) else { return };
                    premises.push(place);
                    let gone = (pair & !(1 << value)).trailing_zeros() as usize;
                    eliminations.extend([one, other].map(|cell| Candidate { cell, value: gone }));
                }
            }
            _ => {}
        }
        if !eliminations.is_empty() {
            self.found.offer(cost, || {
                let mut step = Step::new(Technique::UniqueLoop(path.len() as u8), cost);
                step.premises = premises;
                step.eliminations = eliminations;
                step
            });
        }
    }

    /// A value of the pair that has only these two places in a house.
    fn bound(&self, one: usize, other: usize) -> Option<(Premise, usize)> {
        let board = self.board;
        let scopes = board.rules.scopes_of[one].iter().map(|&(scope, _)| scope as usize);
        let shared = scopes.filter(|&scope| bits::has(board.rules.row(scope), other));
        shared
            .flat_map(|scope| {
                bits::ones(self.pair & board.rules.scopes[scope].values).map(move |value| (scope, value))
            })
            .find(|&(scope, value)| board.places(scope, value).count_ones() == 2)
            .map(|(scope, value)| {
                (Premise::Place { scope, value, places: board.places(scope, value) }, value)
            })
    }
}

/// Finds a grave: all open cells have two values, but one that has three, and each value is twice in each house but for one of those.
pub(super) fn grave(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    deadline.check()?;
    if !board.rules.is_of_scopes_only() || !board.rules.scopes.iter().all(Scope::is_house) {
        return Ok(());
    }
    let mut odd = None;
    for (cell, &left) in board.left.iter().enumerate().filter(|&(cell, _)| !board.is_placed(cell)) {
        match (left.count_ones(), odd) {
            (2, _) => {}
            (3, None) => odd = Some(cell),
            _ => return Ok(()),
        }
    }
    let Some(cell) = odd else { return Ok(()) };
    let is_too_many = |&value: &usize| {
        (0..board.rules.scopes.len()).all(|scope| {
            bits::ones(board.rules.scopes[scope].values).all(|of| {
                let places = board.places(scope, of);
                let more = u32::from(of == value && bits::has(board.rules.row(scope), cell));
                places.is_power_of_two() || places.count_ones() == 2 + more
            })
        })
    };
    if let Some(value) = bits::ones(board.left(cell)).find(is_too_many) {
        found.offer(BUG, || {
            let mut step = Step::new(Technique::Bug, BUG);
            step.premises = vec![Premise::Cell { cell, values: board.left(cell) }];
            step.placements = vec![Candidate { cell, value }];
            step
        });
    }
    Ok(())
}
