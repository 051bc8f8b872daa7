//! Implications between candidates: which ones go when one is true, and which one is true when one goes.
//!
//! Candidates are numbered in an order that depends on their surroundings only, not on the names of cells and values: wherever a choice
//! between equally short chains is made by that order, it is the same for every puzzle that looks the same. The order is that of a hash of
//! the surroundings, refined from neighbours to neighbours (B. Weisfeiler, A. Leman, 1968).

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::rules::Shape;
use crate::steps::step::{Candidate, Premise};

/// No candidate.
pub(super) const NONE: u32 = u32::MAX;

/// The candidates of the cells that are not placed, and what follows from one of them.
#[derive(Debug)]
pub(super) struct Graph {
    /// By number of a candidate.
    pub(super) candidates: Vec<Candidate>,
    /// By cell and value: the number of the candidate, or [`NONE`].
    numbers: Vec<u32>,
    values: usize,
    /// By candidate: the start in `excluded` of those with the same value that go when it is true; those of its own cell, and of others by
    /// other constraints, follow from `own` on.
    starts: Vec<u32>,
    own: Vec<u32>,
    excluded: Vec<u32>,
    /// By candidate: the other one of its cell, if there are two.
    pub(super) cell_partner: Vec<u32>,
    /// By candidate: the start in `partners`.
    partner_starts: Vec<u32>,
    /// The other place of its value in a house, if there are two.
    partners: Vec<u32>,
}

impl Graph {
    pub(super) fn new(board: &Board) -> Graph {
        let rules = &board.rules;
        let values = rules.values.len();
        let candidates = in_order(board);
        let mut numbers = vec![NONE; board.left.len() * values];
        for (number, candidate) in candidates.iter().enumerate() {
            numbers[candidate.cell * values + candidate.value] = number as u32;
        }
        let mut graph = Graph {
            cell_partner: vec![NONE; candidates.len()],
            candidates,
            numbers,
            values,
            starts: vec![0],
            own: Vec::new(),
            excluded: Vec::new(),
            partner_starts: vec![0],
            partners: Vec::new(),
        };
        for number in 0..graph.candidates.len() {
            graph.connect(number, board);
        }
        graph
    }

    fn connect(&mut self, number: usize, board: &Board) {
        let rules = &board.rules;
        let Candidate { cell, value } = self.candidates[number];
        let start = self.excluded.len();
        let words = rules.peers(cell).iter().zip(board.cells_with(value)).enumerate();
        for (at, (peers, with)) in words {
            for bit in bits::ones(peers & with) {
                self.excluded.push(self.numbers[(64 * at + bit) * self.values + value]);
            }
        }
        self.excluded[start..].sort_unstable();
        let own = self.excluded.len();
        self.own.push(own as u32);
        for other in bits::ones(board.left(cell) & !(1 << value)) {
            self.excluded.push(self.numbers[cell * self.values + other]);
        }
        for other in &rules.others {
            let (Some(tables), &[one, two]) = (&other.table, &other.cells[..]) else { continue };
            let (table, to) = if one == cell { (&tables[0], two) } else { (&tables[1], one) };
            if one == cell || two == cell {
                let gone = bits::ones(board.left(to) & !table[value]);
                self.excluded.extend(gone.map(|value| self.numbers[to * self.values + value]));
            }
        }
        self.excluded.retain({
            let mut at = 0;
            move |&number| {
                at += 1;
                at <= start || number != NONE
            }
        });
        self.excluded[own..].sort_unstable();
        self.starts.push(self.excluded.len() as u32);
        let left = board.left(cell);
        if left.count_ones() == 2 {
            let other = (left & !(1 << value)).trailing_zeros() as usize;
            self.cell_partner[number] = self.numbers[cell * self.values + other];
        }
        let start = self.partners.len();
        for &(scope, position) in &rules.scopes_of[cell] {
            let scope = scope as usize;
            let places = board.places(scope, value);
            if rules.scopes[scope].values >> value & 1 == 1 && places.count_ones() == 2 {
                let other = (places & !(1 << position)).trailing_zeros() as usize;
                self.partners.push(self.number(Candidate { cell: rules.scopes[scope].cells[other], value }));
            }
        }
        self.partners[start..].sort_unstable();
        self.partner_starts.push(self.partners.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// The number of a candidate, or [`NONE`].
    #[inline]
    pub(super) fn number(&self, candidate: Candidate) -> u32 {
        self.numbers[candidate.cell * self.values + candidate.value]
    }

    /// The candidates of the same value that go when this one is true.
    #[inline]
    pub(super) fn same_value(&self, number: u32) -> &[u32] {
        &self.excluded[self.starts[number as usize] as usize..self.own[number as usize] as usize]
    }

    /// All candidates that go when this one is true.
    #[inline]
    pub(super) fn all(&self, number: u32) -> &[u32] {
        &self.excluded[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }

    /// Those that are true when this one goes, as the other place in a house.
    #[inline]
    pub(super) fn partners(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.partners[self.partner_starts[number] as usize..self.partner_starts[number + 1] as usize]
    }

    /// What makes `on` true when `off` goes.
    pub(super) fn link(&self, off: u32, on: u32, board: &Board) -> Option<Premise> {
        let (from, to) = (self.candidates[off as usize], self.candidates[on as usize]);
        if from.cell == to.cell {
            return Some(Premise::Cell { cell: to.cell, values: board.left(to.cell) });
        }
        let scopes = &board.rules.scopes_of[from.cell];
        let house = scopes.iter().map(|&(scope, _)| scope as usize).find(|&scope| {
            board.places(scope, from.value).count_ones() == 2
                && board.rules.scopes[scope].values >> from.value & 1 == 1
                && bits::has(board.rules.row(scope), to.cell)
        })?;
        Some(Premise::Place { scope: house, value: from.value, places: board.places(house, from.value) })
    }
}

/// Candidates that look alike are told apart one by one at most so many times: a board with more symmetries than that is all but empty.
const MOST_CHOICES: usize = 64;

/// The candidates of cells that are not placed, in the order of their surroundings.
fn in_order(board: &Board) -> Vec<Candidate> {
    let rules = &board.rules;
    let candidates: Vec<Candidate> = (0..board.left.len())
        .filter(|&cell| !board.is_placed(cell))
        .flat_map(|cell| bits::ones(board.left(cell)).map(move |value| Candidate { cell, value }))
        .collect();
    let mut refiner = Refiner {
        board,
        candidates: &candidates,
        hashes: vec![1; candidates.len()],
        of_cell: vec![0; board.left.len()],
        of_place: vec![0; rules.scopes.len() * rules.values.len()],
    };
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    for _ in 0..MOST_CHOICES {
        refiner.refine();
        order.sort_by_key(|&at| refiner.hashes[at]);
        // Of several that look alike, one is made different: where they are alike indeed, it does not matter which.
        let alike = order.windows(2).find(|pair| refiner.hashes[pair[0]] == refiner.hashes[pair[1]]);
        let Some(&[one, _]) = alike else { break };
        refiner.hashes[one] = mix(refiner.hashes[one]);
    }
    order.into_iter().map(|at| candidates[at]).collect()
}

struct Refiner<'a> {
    board: &'a Board,
    candidates: &'a [Candidate],
    /// By candidate.
    hashes: Vec<u64>,
    /// By cell, and by scope and value: the sum over the candidates there.
    of_cell: Vec<u64>,
    of_place: Vec<u64>,
}

impl Refiner<'_> {
    /// Mixes the hashes of neighbours into each other until that tells no more candidates apart.
    fn refine(&mut self) {
        let mut apart = 0;
        loop {
            self.spread();
            self.spread();
            let mut sorted = self.hashes.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() == apart || sorted.len() == self.hashes.len() {
                return;
            }
            apart = sorted.len();
        }
    }

    fn spread(&mut self) {
        let rules = &self.board.rules;
        let values = rules.values.len();
        self.of_cell.fill(0);
        self.of_place.fill(0);
        for (&Candidate { cell, value }, &hash) in self.candidates.iter().zip(&self.hashes) {
            let mixed = mix(hash);
            self.of_cell[cell] = self.of_cell[cell].wrapping_add(mixed);
            for &(scope, _) in &rules.scopes_of[cell] {
                let sum = &mut self.of_place[scope as usize * values + value];
                *sum = sum.wrapping_add(mixed);
            }
        }
        for (&Candidate { cell, value }, hash) in self.candidates.iter().zip(&mut self.hashes) {
            let scopes = rules.scopes_of[cell].iter().map(|&(scope, _)| {
                // Rows and columns may be exchanged.
                let shape = match rules.scopes[scope as usize].shape {
                    Shape::Box => 1,
                    Shape::Row | Shape::Column => 2,
                    Shape::Other => 3,
                };
                mix(self.of_place[scope as usize * values + value].wrapping_mul(4).wrapping_add(shape))
            });
            let all = scopes.fold(0_u64, u64::wrapping_add);
            *hash = mix(hash.wrapping_add(mix(self.of_cell[cell] ^ 0x5555)).wrapping_add(all));
        }
    }
}

/// A number that looks random, the same for the same number (the finaliser of `SplitMix64`).
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
