//! Closures: everything that follows from one candidate being true, or false, each statement with the earlier ones that it follows from.
//!
//! Statements are taken in the order in which they were found, those that are true first, so short derivations come first. A closure is
//! *static* if each statement follows from one other alone; *dynamic* if everything that is false so far counts, so that a statement may
//! follow from several; and other steps may then remove more.

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::graph::{Graph, NONE};
use crate::steps::step::{Candidate, Find, Found, Premise, Step};

/// How statements may follow from others.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reach {
    /// Each from one other, by links of the board.
    Static,
    /// On one value only, from all that are false so far.
    OneValue,
    /// From all that are false so far.
    Dynamic,
    /// The same, and by these steps.
    With(&'static [Find]),
}

/// A node is twice a candidate, and one more if it is true.
pub(super) type Node = u32;

/// The statements that follow from one, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Closure {
    pub(super) order: Vec<Node>,
    /// By position: the start of its parents, which are positions, in `parents`; and the end of all.
    starts: Vec<u32>,
    parents: Vec<u32>,
    /// By position: statements of chains inside that it relies on.
    inside: Vec<u32>,
    /// What statements that other steps removed rely on, by position, ascending.
    by_steps: Vec<(u32, Vec<Premise>)>,
    /// By node: the position, or [`NONE`].
    position: Vec<u32>,
    /// The positions of a candidate that is true and false.
    pub(super) conflict: Option<[u32; 2]>,
}

impl Closure {
    fn reset(&mut self, nodes: usize) {
        self.order.clear();
        self.starts.clear();
        self.starts.push(0);
        self.parents.clear();
        self.inside.clear();
        self.by_steps.clear();
        self.position.clear();
        self.position.resize(nodes, NONE);
        self.conflict = None;
    }

    /// Adds a statement that follows from the parents that were pushed since the last one. Whether the opposite was known: a conflict.
    fn add(&mut self, node: Node, inside: u32) -> bool {
        let at = self.order.len() as u32;
        self.order.push(node);
        self.starts.push(self.parents.len() as u32);
        self.inside.push(inside);
        self.position[node as usize] = at;
        let opposite = self.position[(node ^ 1) as usize];
        if opposite != NONE {
            self.conflict = Some(if node & 1 == 1 { [at, opposite] } else { [opposite, at] });
        }
        opposite != NONE
    }

    #[inline]
    pub(super) fn has(&self, node: Node) -> bool {
        self.position[node as usize] != NONE
    }

    pub(super) fn position(&self, node: Node) -> u32 {
        self.position[node as usize]
    }

    fn parents_of(&self, at: u32) -> &[u32] {
        &self.parents[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    /// What the statement at that position relies on, besides its parents.
    pub(super) fn premises(&self, at: u32, board: &Board, graph: &Graph, premises: &mut Vec<Premise>) {
        if let Ok(found) = self.by_steps.binary_search_by_key(&at, |(at, _)| *at) {
            premises.extend_from_slice(&self.by_steps[found].1);
            return;
        }
        let node = self.order[at as usize];
        let parents = self.parents_of(at);
        if node & 1 == 0 || parents.is_empty() {
            return;
        }
        let Candidate { cell, value } = graph.candidates[(node / 2) as usize];
        let candidates =
            || parents.iter().map(|&at| graph.candidates[(self.order[at as usize] / 2) as usize]);
        if candidates().all(|parent| parent.cell == cell) {
            premises.push(Premise::Cell { cell, values: board.left(cell) });
            return;
        }
        let scopes = board.rules.scopes_of[cell].iter().map(|&(scope, _)| scope as usize);
        let house = scopes.into_iter().find(|&scope| {
            board.rules.scopes[scope].values >> value & 1 == 1
                && board.places(scope, value).count_ones() as usize == parents.len() + 1
                && candidates().all(|parent| bits::has(board.rules.row(scope), parent.cell))
        });
        premises.extend(house.map(|scope| Premise::Place {
            scope,
            value,
            places: board.places(scope, value),
        }));
    }

    /// The statements that the one at that position follows from, and itself, in order; the sum counts those of chains inside, too.
    /// `None` if the sum is above `most`.
    pub(super) fn derivation(&self, at: u32, most: usize) -> Option<(Vec<u32>, usize)> {
        let mut needed = vec![at];
        let mut is_needed = vec![false; at as usize + 1];
        is_needed[at as usize] = true;
        let (mut next, mut inside) = (0, 0);
        while let Some(&of) = needed.get(next) {
            next += 1;
            inside += self.inside[of as usize] as usize;
            for &parent in self.parents_of(of) {
                if !std::mem::replace(&mut is_needed[parent as usize], true) {
                    needed.push(parent);
                }
            }
            if needed.len() + inside > most {
                return None;
            }
        }
        needed.sort_unstable();
        let sum = needed.len() + inside;
        Some((needed, sum))
    }
}

/// Makes closures over one board.
pub(super) struct Closer<'a> {
    pub(super) board: &'a Board,
    pub(super) graph: &'a Graph,
    pub(super) reach: Reach,
    deadline: &'a Deadline,
    /// The board without what is false in the closure that is made.
    scratch: Board,
    on: Vec<Node>,
    off: Vec<Node>,
}

impl<'a> Closer<'a> {
    pub(super) fn new(board: &'a Board, graph: &'a Graph, reach: Reach, deadline: &'a Deadline) -> Self {
        let scratch = board.clone();
        Closer { board, graph, reach, deadline, scratch, on: Vec::new(), off: Vec::new() }
    }

    /// Writes all that follows from a node, or enough for a conflict, to `closure`.
    pub(super) fn close(&mut self, start: Node, closure: &mut Closure) -> Result<(), Limit> {
        closure.reset(2 * self.graph.len());
        if !self.is_static() {
            self.scratch.copy_state(self.board);
        }
        self.on.clear();
        self.off.clear();
        closure.add(start, 0);
        if start & 1 == 1 { &mut self.on } else { &mut self.off }.push(start);
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if let Some(&node) = self.on.get(next_on) {
                next_on += 1;
                if self.exclude(node, closure) {
                    return Ok(());
                }
            } else if let Some(&node) = self.off.get(next_off) {
                next_off += 1;
                if self.conclude(node, closure) {
                    return Ok(());
                }
            } else if !self.by_steps(closure)? || closure.conflict.is_some() {
                return Ok(());
            }
        }
    }

    fn is_static(&self) -> bool {
        matches!(self.reach, Reach::Static)
    }

    fn is_of_one_value(&self) -> bool {
        matches!(self.reach, Reach::OneValue)
    }

    /// Adds what goes when a candidate is true; whether there is a conflict.
    fn exclude(&mut self, node: Node, closure: &mut Closure) -> bool {
        let graph = self.graph;
        let at = closure.position(node);
        let gone = if self.is_of_one_value() { graph.same_value(node / 2) } else { graph.all(node / 2) };
        for &other in gone {
            let off = 2 * other;
            if !closure.has(off) {
                closure.parents.push(at);
                if closure.add(off, 0) {
                    return true;
                }
                self.off.push(off);
            }
        }
        false
    }

    /// Adds what is true when a candidate goes; whether there is a conflict.
    fn conclude(&mut self, node: Node, closure: &mut Closure) -> bool {
        let candidate = node / 2;
        let at = closure.position(node);
        if self.is_static() {
            let partner = self.graph.cell_partner[candidate as usize];
            let own = std::iter::once(partner).filter(|&partner| partner != NONE);
            for on in own.chain(self.graph.partners(candidate).iter().copied()) {
                let on = 2 * on + 1;
                if !closure.has(on) {
                    closure.parents.push(at);
                    if closure.add(on, 0) {
                        return true;
                    }
                    self.on.push(on);
                }
            }
            return false;
        }
        let Candidate { cell, value } = self.graph.candidates[candidate as usize];
        self.scratch.remove(cell, value);
        let board = self.board;
        if !self.is_of_one_value() {
            let left = self.scratch.left(cell);
            if left.is_power_of_two() {
                let on = self.graph.number(Candidate { cell, value: left.trailing_zeros() as usize });
                if !closure.has(2 * on + 1) {
                    push_parents_in_cell(cell, left, board, self.graph, closure);
                    if closure.add(2 * on + 1, 0) {
                        return true;
                    }
                    self.on.push(2 * on + 1);
                }
            }
        }
        let mut places: Vec<(u32, Vec<u32>)> = Vec::new();
        for &(scope, _) in &board.rules.scopes_of[cell] {
            let scope = scope as usize;
            let left = self.scratch.places(scope, value);
            if !left.is_power_of_two() || board.rules.scopes[scope].values >> value & 1 == 0 {
                continue;
            }
            let place = board.rules.scopes[scope].cells[left.trailing_zeros() as usize];
            let on = self.graph.number(Candidate { cell: place, value });
            if on != NONE && !closure.has(2 * on + 1) {
                let start = closure.parents.len();
                push_parents_in_scope(scope, value, left, board, self.graph, closure);
                let mut parents: Vec<u32> = closure.parents.drain(start..).collect();
                parents.sort_unstable();
                places.push((on, parents));
            }
        }
        // Of several houses that leave the same place, the one that needs least, so that their order does not matter.
        places.sort_by(|one, other| (one.0, one.1.len(), &one.1).cmp(&(other.0, other.1.len(), &other.1)));
        for (on, parents) in places {
            if !closure.has(2 * on + 1) {
                closure.parents.extend(parents);
                if closure.add(2 * on + 1, 0) {
                    return true;
                }
                self.on.push(2 * on + 1);
            }
        }
        false
    }

    /// Adds what other steps remove, if the reach includes them; whether there is anything new.
    fn by_steps(&mut self, closure: &mut Closure) -> Result<bool, Limit> {
        let Reach::With(inside) = self.reach else { return Ok(false) };
        self.deadline.check()?;
        let mut is_new = false;
        for find in inside {
            let mut found = Found::new();
            find(&self.scratch, &mut found, self.deadline)?;
            let mut removals = Vec::new();
            for step in &found.steps {
                self.read(step, closure, &mut removals);
            }
            // In an order that does not depend on names: of several reasons the shortest, whose parents came first.
            removals.sort_by(|one, other| one.rank().cmp(&other.rank()));
            for removal in removals {
                let node = 2 * removal.candidate;
                if closure.has(node) {
                    continue;
                }
                is_new = true;
                closure.parents.extend_from_slice(&removal.parents);
                closure.by_steps.push((closure.order.len() as u32, removal.premises));
                if closure.add(node, removal.inside) {
                    return Ok(true);
                }
                self.off.push(node);
            }
            if is_new {
                break;
            }
        }
        Ok(is_new)
    }

    /// Reads what a step on the scratch board removes.
    fn read(&self, step: &Step, closure: &mut Closure, removals: &mut Vec<Removal>) {
        let inside = step.chains.iter().map(|chain| chain.len() as u32).sum();
        let mut premises = Vec::with_capacity(step.premises.len());
        let start = closure.parents.len();
        for &premise in &step.premises {
            premises.push(match premise {
                Premise::Cell { cell, values } => {
                    push_parents_in_cell(cell, values, self.board, self.graph, closure);
                    Premise::Cell { cell, values: self.board.left(cell) }
                }
                Premise::Place { scope, value, places } => {
                    push_parents_in_scope(scope, value, places, self.board, self.graph, closure);
                    Premise::Place { scope, value, places: self.board.places(scope, value) }
                }
                Premise::Other(_) => premise,
            });
        }
        let mut parents: Vec<u32> = closure.parents.drain(start..).collect();
        parents.sort_unstable();
        parents.dedup();
        let placed = step.placements.iter().flat_map(|&Candidate { cell, value }| {
            bits::ones(self.scratch.left(cell) & !(1 << value)).map(move |value| Candidate { cell, value })
        });
        for candidate in step.eliminations.iter().copied().chain(placed) {
            let candidate = self.graph.number(candidate);
            if candidate != NONE && !closure.has(2 * candidate) {
                let (parents, premises) = (parents.clone(), premises.clone());
                removals.push(Removal { candidate, parents, inside, premises });
            }
        }
    }
}

/// What a step removes, and from what it follows.
struct Removal {
    candidate: u32,
    /// Positions in the closure, ascending.
    parents: Vec<u32>,
    inside: u32,
    premises: Vec<Premise>,
}

impl Removal {
    fn rank(&self) -> (u32, usize, &[u32], u32) {
        (self.candidate, self.parents.len() + self.inside as usize, &self.parents, self.inside)
    }
}

/// Pushes the values of a cell that are false, but were left on the board.
fn push_parents_in_cell(cell: usize, left: u64, board: &Board, graph: &Graph, closure: &mut Closure) {
    for value in bits::ones(board.left(cell) & !left) {
        let number = graph.number(Candidate { cell, value });
        let at = closure.position(2 * number);
        closure.parents.push(at);
    }
}

/// Pushes the places of a value in a scope that are false, but were left on the board.
fn push_parents_in_scope(
    scope: usize,
    value: usize,
    places: u64,
    board: &Board,
    graph: &Graph,
    closure: &mut Closure,
) {
    for position in bits::ones(board.places(scope, value) & !places) {
        let number = graph.number(Candidate { cell: board.rules.scopes[scope].cells[position], value });
        let at = closure.position(2 * number);
        closure.parents.push(at);
    }
}
