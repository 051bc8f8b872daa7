//! Implication paths: a candidate implies, link by link, that it is false; or its absence, that it is true.
//!
//! | | |
//! |---|---|
//! | What | X-cycle, X-chain, XY-chain, alternating inference chain, continuous loop |
//! | Cost | loop of one value 6.5, loop of both kinds of links 7.0; chain of one kind 6.6, of both 7.0; and by length |
//! | Source | Sukaku Explainer |
//!
//! A search in breadth from each candidate finds a shortest path. The links of one kind are those of one value, between places of a house;
//! those of the other kind go through cells of two values.

use residua::search::{Deadline, Limit};

use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::graph::{Graph, NONE};
use crate::steps::step::{Found, Statement, Step};
use crate::steps::technique::Technique;

/// Which links a path may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    /// Between places of a value.
    Places,
    /// Through cells of two values.
    Cells,
    Both,
}

impl Links {
    fn costs(self) -> [u16; 2] {
        match self {
            Links::Places | Links::Cells => [65, 66],
            Links::Both => [70, 70],
        }
    }

    fn techniques(self) -> [Technique; 2] {
        match self {
            Links::Places => [Technique::XCycle, Technique::XChain],
            Links::Cells => [Technique::ContinuousLoop, Technique::XyChain],
            Links::Both => [Technique::ContinuousLoop, Technique::AlternatingChain],
        }
    }

    fn excluded(self, graph: &Graph, on: u32) -> &[u32] {
        if self == Links::Places { graph.same_value(on) } else { graph.all(on) }
    }
}

pub(super) fn find(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let graph = &Graph::new(board);
    let mut search =
        Search { graph, parents: vec![NONE; 2 * graph.len()], level: Vec::new(), next: Vec::new() };
    for links in [Links::Places, Links::Cells, Links::Both] {
        let (mut least, mut most) = (found.least, most_nodes(links, found));
        for start in 0..graph.len() as u32 {
            if start % 64 == 0 {
                deadline.check()?;
            }
            for is_on in [true, false] {
                if found.least != least {
                    (least, most) = (found.least, most_nodes(links, found));
                }
                if let Some(path) = search.path(start, is_on, links, most) {
                    search.offer(&path, links, board, found);
                }
            }
        }
    }
    Ok(())
}

/// The most nodes of a path that would be kept.
fn most_nodes(links: Links, found: &Found) -> usize {
    // A loop counts two less. A base above the least cost leaves none.
    if !found.wants(Cost(links.costs()[0])) {
        return 0;
    }
    Cost::most_statements(links.costs()[0], found.least).saturating_add(2).min(LONGEST)
}

/// Longer paths are not looked for.
const LONGEST: usize = 512;

struct Search<'a> {
    graph: &'a Graph,
    /// By node, twice the candidate and one more if it is true: the node before it.
    parents: Vec<u32>,
    level: Vec<u32>,
    next: Vec<u32>,
}

impl Search<'_> {
    /// A shortest path of at most `most` nodes from a candidate that is true, or is not, to the opposite.
    fn path(&mut self, start: u32, is_on: bool, links: Links, most: usize) -> Option<Vec<u32>> {
        let first = 2 * start + u32::from(is_on);
        let goal = first ^ 1;
        self.parents.fill(NONE);
        self.parents[first as usize] = first;
        self.level.clear();
        self.level.push(first);
        let mut is_on = is_on;
        for _ in 1..most {
            self.next.clear();
            for at in 0..self.level.len() {
                let node = self.level[at];
                let candidate = node / 2;
                let mut reach = |to: u32| {
                    if self.parents[to as usize] == NONE {
                        self.parents[to as usize] = node;
                        self.next.push(to);
                    }
                };
                if is_on {
                    links.excluded(self.graph, candidate).iter().for_each(|&off| reach(2 * off));
                } else {
                    let partner = self.graph.cell_partner[candidate as usize];
                    if links != Links::Places && partner != NONE {
                        reach(2 * partner + 1);
                    }
                    if links != Links::Cells {
                        self.graph.partners(candidate).iter().for_each(|&on| reach(2 * on + 1));
                    }
                }
            }
            if self.parents[goal as usize] != NONE {
                return Some(self.back(goal, first));
            }
            if self.next.is_empty() {
                return None;
            }
            std::mem::swap(&mut self.level, &mut self.next);
            is_on = !is_on;
        }
        None
    }

    fn back(&self, goal: u32, first: u32) -> Vec<u32> {
        let mut path = vec![goal];
        let mut node = goal;
        while node != first {
            node = self.parents[node as usize];
            path.push(node);
        }
        path.reverse();
        path
    }

    fn offer(&self, path: &[u32], links: Links, board: &Board, found: &mut Found) {
        let [as_loop, as_chain] = links.costs();
        let [loop_name, chain_name] = links.techniques();
        let last = path.len() - 1;
        // Without its ends, the path closes if its last statement implies its first one; then it removes what sees two neighbours.
        let closes = path[0] & 1 == 1
            && path.len() > 5
            && links.excluded(self.graph, path[last - 1] / 2).contains(&(path[1] / 2));
        let (technique, cost) = if closes {
            (loop_name, Cost::of_chain(as_loop, path.len() - 2))
        } else {
            (chain_name, Cost::of_chain(as_chain, path.len()))
        };
        found.offer(cost, || {
            let mut step = Step::new(technique, cost);
            let statement = |&node: &u32| Statement {
                candidate: self.graph.candidates[(node / 2) as usize],
                is_on: node & 1 == 1,
            };
            step.premises = path
                .windows(2)
                .filter(|pair| pair[0] & 1 == 0)
                .filter_map(|pair| self.graph.link(pair[0] / 2, pair[1] / 2, board))
                .collect();
            let proved = self.graph.candidates[(path[0] / 2) as usize];
            if path[0] & 1 == 1 {
                step.eliminations = vec![proved];
            } else {
                step.placements = vec![proved];
            }
            step.chains = vec![path.iter().map(statement).collect()];
            step
        });
    }
}
