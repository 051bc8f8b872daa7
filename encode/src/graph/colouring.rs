//! Chromatic number of a graph: bounds from above and below, and a proof by search.
//!
//! | bound | by | source |
//! |---|---|---|
//! | above | DSATUR: always the vertex that has the fewest colours left, in the least colour that it can have | Brélaz, *New Methods to Color the Vertices of a Graph*, CACM 22(4), 1979 |
//! | below | a clique, greedily from each vertex | |
//! | exactly | a search for a colouring with one colour less, the vertices of the clique being coloured | |

use std::collections::BTreeSet;

use residua::constraints::eq;
use residua::model::IntVar;
use residua::search::{Limit, Limits, Status};

use crate::graph::Graph;

/// A colouring of a graph: no edge is between vertices of the same colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    by_vertex: Vec<u32>,
}

impl Colouring {
    /// By vertex: its colour, from 1.
    pub fn by_vertex(&self) -> &[u32] {
        &self.by_vertex
    }

    /// The number of different colours.
    pub fn colours(&self) -> usize {
        self.by_vertex.iter().collect::<BTreeSet<_>>().len()
    }
}

impl Graph {
    /// A colouring by DSATUR, which need not be one with the fewest colours. Precoloured vertices keep their colours; where two
    /// neighbours have the same, there is no colouring, and the result is not one.
    ///
    /// # Complexity
    /// O((vertices + edges) · log vertices).
    pub fn dsatur(&self) -> Colouring {
        let neighbours = self.neighbours();
        let mut by_vertex = vec![0; self.vertices()];
        // By vertex: the colours of its neighbours.
        let mut seen: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); self.vertices()];
        // Most colours around it first, then most neighbours, then the least number.
        let rank = |seen: &[BTreeSet<u32>], vertex: u32| {
            let at = vertex as usize;
            (usize::MAX - seen[at].len(), usize::MAX - neighbours[at].len(), vertex)
        };
        let is_open = |&vertex: &u32| self.precoloured[vertex as usize].is_none();
        let vertices = || 0..self.vertices() as u32;
        let mut open: BTreeSet<_> = vertices().filter(is_open).map(|vertex| rank(&seen, vertex)).collect();
        let mut fixed = vertices().filter(|vertex| !is_open(vertex));
        while let Some(vertex) = fixed.next().or_else(|| open.pop_first().map(|(.., vertex)| vertex)) {
            let around = &seen[vertex as usize];
            let least = || (1..u32::MAX).find(|colour| !around.contains(colour)).unwrap_or(u32::MAX);
            let colour = self.precoloured[vertex as usize].unwrap_or_else(least);
            by_vertex[vertex as usize] = colour;
            for &neighbour in &neighbours[vertex as usize] {
                let before = rank(&seen, neighbour);
                if seen[neighbour as usize].insert(colour) && open.remove(&before) {
                    open.insert(rank(&seen, neighbour));
                }
            }
        }
        Colouring { by_vertex }
    }

    /// Vertices that are all neighbours of each other, ascending: there are at least as many colours in any colouring. The largest such set
    /// that is found greedily.
    ///
    /// # Complexity
    /// For each vertex, at most the degrees of its neighbours.
    pub fn clique(&self) -> Vec<u32> {
        let neighbours = self.neighbours();
        let degree = |vertex: u32| neighbours[vertex as usize].len();
        let mut best: Vec<u32> = Vec::new();
        for from in 0..self.vertices() as u32 {
            if degree(from) < best.len() {
                continue;
            }
            let mut clique = vec![from];
            let mut candidates = neighbours[from as usize].clone();
            candidates.sort_by_key(|&vertex| std::cmp::Reverse(degree(vertex)));
            while let Some(&next) = candidates.first() {
                clique.push(next);
                candidates.retain(|vertex| neighbours[next as usize].binary_search(vertex).is_ok());
            }
            if clique.len() > best.len() {
                best = clique;
            }
        }
        best.sort_unstable();
        best
    }

    /// Whether it needs that many colours: whether there is no colouring with fewer. By a search, unless a clique or a colouring decides.
    ///
    /// # Errors
    /// The limit that came before the search ended.
    ///
    /// # Complexity
    /// Exponential in the number of vertices, as far as is known.
    pub fn needs(&self, colours: u32, limits: &Limits) -> Result<bool, Limit> {
        let Some(fewer) = colours.checked_sub(1) else { return Ok(true) };
        let is_beyond = self.precoloured.iter().flatten().any(|&colour| colour > fewer);
        let clique = self.clique();
        if is_beyond || clique.len() > fewer as usize {
            return Ok(true);
        }
        let mut model = self.model(fewer);
        let is_free = self.precoloured.iter().all(Option::is_none);
        if is_free && self.dsatur().colours() <= fewer as usize {
            return Ok(false);
        }
        // Where no vertex is precoloured, the names of the colours do not matter.
        if is_free {
            let vars: Vec<IntVar> = model.vars().collect();
            for (&vertex, colour) in clique.iter().zip(1..) {
                let posted = model.post(eq(vars[vertex as usize], colour));
                let _ = posted.expect("invariant: the variables are the model's own, and their values small");
            }
        }
        let mut found = model.search().limits(limits.clone()).solutions();
        match (found.next(), found.status()) {
            (Some(_), _) => Ok(false),
            (None, Some(Status::Stopped(limit))) => Err(limit),
            (None, _) => Ok(true),
        }
    }
}
