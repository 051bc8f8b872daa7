//! Forcing chains: what follows from a candidate contradicts itself, or all cases agree.
//!
//! | | |
//! |---|---|
//! | What | Nishio; all values of a cell, all places of a value; the same and contradictions with dynamic chains, with other steps inside, nested |
//! | Cost | 7.5; 8.0; 8.5, with steps up to 3.4 inside 9.0; with chains inside 9.5, 10.0, …; and by the sum of statements in all cases |
//! | Source | Sukaku Explainer |
//!
//! The closures of all candidates are sets of statements; what all cases have in common is an intersection of sets, and only for what is in
//! it derivations are read off.

use std::collections::BTreeMap;
use std::rc::Rc;

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::closure::{Closer, Closure, Node, Reach};
use crate::steps::cost::Cost;
use crate::steps::graph::Graph;
use crate::steps::step::{Candidate, Found, Premise, Statement, Step};
use crate::steps::technique::Technique;

/// One rung of forcing chains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    pub(super) reach: Reach,
    pub(super) base: u16,
    /// How deep chains are nested; 0 if they are not.
    pub(super) depth: u8,
}

impl Mode {
    fn technique(&self, of: Technique) -> Technique {
        match (self.reach, of) {
            _ if self.depth > 0 => Technique::Nested(self.depth),
            (Reach::OneValue, _) => Technique::Nishio,
            (Reach::Static, _) => of,
            (_, Technique::CellForcingChains) => Technique::DynamicCellForcingChains,
            (_, Technique::HouseForcingChains) => Technique::DynamicHouseForcingChains,
            _ => of,
        }
    }
}

/// Closures that are kept at the same time, in entries.
const MOST_KEPT: usize = 1 << 23;

struct Search<'a> {
    mode: &'a Mode,
    closer: Closer<'a>,
    /// By node: the nodes that follow.
    rows: Vec<u64>,
    words: usize,
    kept: BTreeMap<Node, Rc<Closure>>,
    entries: usize,
}

pub(super) fn find(mode: &Mode, board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let graph = Graph::new(board);
    let words = (2 * graph.len()).div_ceil(64);
    let mut search = Search {
        mode,
        closer: Closer::new(board, &graph, mode.reach, deadline),
        rows: vec![0; 2 * graph.len() * words],
        words,
        kept: BTreeMap::new(),
        entries: 0,
    };
    search.close_all(found, deadline)?;
    if matches!(mode.reach, Reach::OneValue) {
        return Ok(());
    }
    let is_dynamic = !matches!(mode.reach, Reach::Static);
    let mut cells: Vec<usize> = graph.candidates.iter().map(|candidate| candidate.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    if is_dynamic {
        for candidate in 0..graph.len() as u32 {
            if board.left(graph.candidates[candidate as usize].cell).count_ones() > 2 {
                let cases = [2 * candidate + 1, 2 * candidate];
                search.agree(&cases, Technique::DynamicDoubleForcingChains, None, found)?;
            }
        }
    }
    for cell in cells {
        let values = board.left(cell);
        if values.count_ones() > if is_dynamic { 1 } else { 2 } {
            let cases: Vec<Node> =
                bits::ones(values).map(|value| 2 * graph.number(Candidate { cell, value }) + 1).collect();
            let premise = Premise::Cell { cell, values };
            search.agree(&cases, Technique::CellForcingChains, Some(premise), found)?;
        }
    }
    for (at, scope) in board.rules.scopes.iter().enumerate() {
        for value in bits::ones(scope.values) {
            let places = board.places(at, value);
            if places.count_ones() > 1 {
                let cases: Vec<Node> = bits::ones(places)
                    .map(|position| 2 * graph.number(Candidate { cell: scope.cells[position], value }) + 1)
                    .collect();
                let premise = Premise::Place { scope: at, value, places };
                search.agree(&cases, Technique::HouseForcingChains, Some(premise), found)?;
            }
        }
    }
    Ok(())
}

impl Search<'_> {
    /// Makes the closure of each candidate, and of its absence where chains are dynamic, and offers those with a contradiction.
    fn close_all(&mut self, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
        let is_dynamic = !matches!(self.mode.reach, Reach::Static);
        for node in (0..2 * self.closer.graph.len() as Node).rev() {
            if node & 1 == 0 && !is_dynamic {
                continue;
            }
            deadline.check()?;
            let closure = self.closure(node)?;
            let row = &mut self.rows[node as usize * self.words..][..self.words];
            for &node in &closure.order {
                bits::insert(row, node as usize);
            }
            let Some([on, off]) = closure.conflict.filter(|_| is_dynamic) else { continue };
            let most = Cost::most_statements(self.mode.base, found.least);
            let Some((of_on, count)) = closure.derivation(on, most) else { continue };
            let Some((of_off, more)) = closure.derivation(off, most - count) else { continue };
            let cost = Cost::of_chain(self.mode.base, count + more);
            let technique = self.mode.technique(Technique::DynamicContradiction);
            found.offer(cost, || {
                let mut all = of_on;
                all.extend(of_off);
                all.sort_unstable();
                all.dedup();
                self.step(technique, node ^ 1, &[(closure, all)], None)
            });
        }
        Ok(())
    }

    /// Offers what all cases have in common.
    fn agree(
        &mut self,
        cases: &[Node],
        technique: Technique,
        premise: Option<Premise>,
        found: &mut Found,
    ) -> Result<(), Limit> {
        if !found.wants(Cost(self.mode.base)) {
            return Ok(());
        }
        let words = self.words;
        let mut common = vec![u64::MAX; words];
        for &case in cases {
            if !bits::keep(&mut common, &self.rows[case as usize * words..][..words]) {
                return Ok(());
            }
        }
        let closures: Vec<Rc<Closure>> =
            cases.iter().map(|&case| self.closure(case)).collect::<Result<_, _>>()?;
        for node in bits::members(&common) {
            let node = node as Node;
            let mut left = Cost::most_statements(self.mode.base, found.least);
            let mut sum = 0;
            let mut derivations = Vec::with_capacity(cases.len());
            for closure in &closures {
                let Some((derivation, count)) = closure.derivation(closure.position(node), left) else {
                    break;
                };
                left -= count;
                sum += count;
                derivations.push((closure.clone(), derivation));
            }
            if derivations.len() == cases.len() {
                let cost = Cost::of_chain(self.mode.base, sum);
                let technique = self.mode.technique(technique);
                found.offer(cost, || self.step(technique, node, &derivations, premise));
            }
        }
        Ok(())
    }

    /// The closure of a node, made again if it is not kept.
    fn closure(&mut self, node: Node) -> Result<Rc<Closure>, Limit> {
        if let Some(closure) = self.kept.get(&node) {
            return Ok(closure.clone());
        }
        let mut closure = Closure::default();
        self.closer.close(node, &mut closure)?;
        let closure = Rc::new(closure);
        self.entries += 2 * self.closer.graph.len() + 4 * closure.order.len();
        if self.entries > MOST_KEPT {
            self.kept.clear();
            self.entries = 0;
        }
        self.kept.insert(node, closure.clone());
        Ok(closure)
    }

    fn step(
        &self,
        technique: Technique,
        proved: Node,
        cases: &[(Rc<Closure>, Vec<u32>)],
        premise: Option<Premise>,
    ) -> Step {
        let graph = self.closer.graph;
        let mut step = Step::new(technique, Cost(self.mode.base));
        step.premises.extend(premise);
        for (closure, derivation) in cases {
            for &at in derivation {
                closure.premises(at, self.closer.board, graph, &mut step.premises);
            }
            let statement = |&at: &u32| {
                let node = closure.order[at as usize];
                Statement { candidate: graph.candidates[(node / 2) as usize], is_on: node & 1 == 1 }
            };
            step.chains.push(derivation.iter().map(statement).collect());
        }
        step.premises.sort_unstable();
        step.premises.dedup();
        let candidate = graph.candidates[(proved / 2) as usize];
        if proved & 1 == 1 {
            step.placements.push(candidate);
        } else {
            step.eliminations.push(candidate);
        }
        step
    }
}
