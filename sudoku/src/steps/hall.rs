//! Hall sets: k cells of a scope with k values among them, k values of a house with k places, k houses with k lines for a value.
//!
//! | | |
//! |---|---|
//! | What | naked and hidden pairs, triples, quads, …; X-wing, swordfish, jellyfish, … |
//! | Cost | naked 3.0, 3.6, 5.0; hidden 3.4, 4.0, 5.4; fish 3.2, 3.8, 5.2; each cell above four 0.6 more |
//! | Source | P. Hall 1935; costs of Sukaku Explainer |
//!
//! All three are one search: of some sets (values of cells, places of values, lines of houses), k whose union has k members.

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::rules::Family;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

/// Calls `each` with the positions of every k of the sets whose union has k members, and with that union.
fn hall_sets(sets: &[u64], k: usize, each: &mut dyn FnMut(&[usize], u64)) {
    fn extend(
        sets: &[u64],
        (k, from, union): (usize, usize, u64),
        chosen: &mut Vec<usize>,
        each: &mut dyn FnMut(&[usize], u64),
    ) {
        let missing = k - chosen.len();
        if missing == 0 {
            if union.count_ones() as usize == k {
                each(chosen, union);
            }
            return;
        }
        for at in from..(sets.len() + 1).saturating_sub(missing) {
            let with = union | sets[at];
            if with.count_ones() as usize <= k {
                chosen.push(at);
                extend(sets, (k, at + 1, with), chosen, each);
                chosen.pop();
            }
        }
    }
    extend(sets, (k, 0, 0), &mut Vec::with_capacity(k), each);
}

/// The cost of a Hall set of `k`, given those of two to four.
fn cost(of: [u16; 3], k: usize) -> Cost {
    Cost(match k {
        2..=4 => of[k - 2],
        _ => of[2] + 6 * (k as u16 - 4),
    })
}

const NAKED: [u16; 3] = [30, 36, 50];
const HIDDEN: [u16; 3] = [34, 40, 54];
const FISH: [u16; 3] = [32, 38, 52];

/// Finds naked sets of `k` cells.
pub(super) fn naked(k: usize, board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let cost = cost(NAKED, k);
    let mut seen = vec![0; board.rules.words];
    let (mut cells, mut sets) = (Vec::new(), Vec::new());
    for scope in &board.rules.scopes {
        deadline.check()?;
        let open = scope.cells.iter().filter(|&&cell| !board.is_placed(cell));
        let count = open.clone().count();
        // In a house, the others are a hidden set; of another scope all cells may be one, which empties cells outside.
        if k > if scope.is_house() { count / 2 } else { count } {
            continue;
        }
        cells.clear();
        cells.extend(open.filter(|&&cell| (1..=k).contains(&(board.left(cell).count_ones() as usize))));
        sets.clear();
        sets.extend(cells.iter().map(|&cell| board.left(cell)));
        hall_sets(&sets, k, &mut |chosen, union| {
            let mut eliminations = Vec::new();
            for value in bits::ones(union) {
                let with = chosen.iter().map(|&at| cells[at]).filter(|&cell| board.has(cell, value));
                if board.seen_by_all(with, value, &mut seen) {
                    eliminations.extend(bits::members(&seen).map(|cell| Candidate { cell, value }));
                }
            }
            if !eliminations.is_empty() {
                found.offer(cost, || {
                    let mut step = Step::new(Technique::NakedSet(k as u8), cost);
                    step.premises = chosen
                        .iter()
                        .map(|&at| Premise::Cell { cell: cells[at], values: sets[at] })
                        .collect();
                    step.eliminations = eliminations;
                    step
                });
            }
        });
    }
    Ok(())
}

/// Finds hidden sets of `k` values.
pub(super) fn hidden(k: usize, board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let cost = cost(HIDDEN, k);
    let (mut values, mut sets) = (Vec::new(), Vec::new());
    for (at, scope) in board.rules.scopes.iter().enumerate().filter(|(_, scope)| scope.is_house()) {
        deadline.check()?;
        let open = scope.cells.iter().filter(|&&cell| !board.is_placed(cell)).count();
        if k > open / 2 {
            continue;
        }
        values.clear();
        values.extend(bits::ones(scope.values).filter(|&value| {
            let places = board.places(at, value);
            (1..=k).contains(&(places.count_ones() as usize))
                && bits::ones(places).any(|position| !board.is_placed(scope.cells[position]))
        }));
        sets.clear();
        sets.extend(values.iter().map(|&value| board.places(at, value)));
        hall_sets(&sets, k, &mut |chosen, union| {
            let kept = chosen.iter().fold(0_u64, |set, &value| set | 1 << values[value]);
            let cells = || bits::ones(union).map(|position| scope.cells[position]);
            if cells().any(|cell| board.left(cell) & !kept != 0) {
                found.offer(cost, || {
                    let mut step = Step::new(Technique::HiddenSet(k as u8), cost);
                    step.premises = chosen
                        .iter()
                        .map(|&of| Premise::Place { scope: at, value: values[of], places: sets[of] })
                        .collect();
                    step.eliminations = cells()
                        .flat_map(|cell| {
                            bits::ones(board.left(cell) & !kept).map(move |value| Candidate { cell, value })
                        })
                        .collect();
                    step
                });
            }
        });
    }
    Ok(())
}

/// Finds fish of `k` houses.
pub(super) fn fish(k: usize, board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let families = &board.rules.families;
    for base in families {
        for cover in families.iter().filter(|cover| *cover != base) {
            deadline.check()?;
            for value in 0..board.rules.values.len() {
                fish_of(k, value, [base, cover], board, found);
            }
        }
    }
    Ok(())
}

fn fish_of(k: usize, value: usize, [base, cover]: [&Family; 2], board: &Board, found: &mut Found) {
    let cost = cost(FISH, k);
    let rules = &board.rules;
    let (mut houses, mut sets) = (Vec::new(), Vec::new());
    for &house in &base.scopes {
        let scope = &rules.scopes[house as usize];
        let places = board.places(house as usize, value);
        if scope.values >> value & 1 == 0 || places.count_ones() < 2 {
            continue;
        }
        let lines = bits::ones(places).try_fold(0_u64, |set, position| {
            let line = cover.index[scope.cells[position]];
            (line < 64).then(|| set | 1 << line)
        });
        if let Some(lines) = lines.filter(|lines| lines.count_ones() as usize <= k) {
            houses.push(house as usize);
            sets.push(lines);
        }
    }
    hall_sets(&sets, k, &mut |chosen, union| {
        let is_base = |cell: usize| chosen.iter().any(|&at| bits::has(rules.row(houses[at]), cell));
        let gone: Vec<Candidate> = bits::ones(union)
            .flat_map(|line| {
                let scope = cover.scopes[line] as usize;
                bits::ones(board.places(scope, value))
                    .map(move |position| rules.scopes[scope].cells[position])
            })
            .filter(|&cell| !is_base(cell))
            .map(|cell| Candidate { cell, value })
            .collect();
        if !gone.is_empty() {
            found.offer(cost, || {
                let mut step = Step::new(Technique::Fish(k as u8), cost);
                step.premises = chosen
                    .iter()
                    .map(|&at| Premise::Place {
                        scope: houses[at],
                        value,
                        places: board.places(houses[at], value),
                    })
                    .collect();
                step.eliminations = gone;
                step
            });
        }
    });
}
