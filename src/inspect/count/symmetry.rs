//! Symmetry: canonical keys of components that differ by names only, by colour refinement.
//!
//! Where nothing but disequalities connects the variables, a component is a graph: a variable is joined to the values
//! that it can have, and to the cliques that it is in. Its number of solutions does not depend on the names of any of
//! these. Colours of vertices are refined from the colours of their neighbours until nothing changes; where vertices
//! share a colour, one of them is individualised, and so on, until all differ. The key is the whole graph, written in
//! the order of the colours.
//!
//! Components with one key are isomorphic, whatever the colours are: variables and values in the same places of it
//! correspond. The converse does not quite hold: not every choice of the individualised vertex is tried, so that a
//! component may have a few keys.
//!
//! | Promise | |
//! |---|---|
//! | Sound | the same key, the same number of solutions |
//! | Cost | a few passes over the graph for each colour that has to be split |
//! | Source | McKay & Piperno, *Practical Graph Isomorphism II*, JSC 60, 2014, without the search tree |

use std::ops::Range;

use crate::engine::Interrupt;

/// A component as a graph. Vertices are numbered: variables, then values, then cliques.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    vars: usize,
    values: usize,
    /// For each value and then for each clique, the variables that it is joined to.
    neighbours: Vec<u32>,
    /// Where the list of each ends.
    ends: Vec<u32>,
    colours: Vec<u64>,
    next: Vec<u64>,
    sorted: Vec<u64>,
}

impl Graph {
    /// Clears the graph, for `vars` variables.
    pub(super) fn restart(&mut self, vars: usize) {
        (self.vars, self.values) = (vars, 0);
        self.neighbours.clear();
        self.ends.clear();
    }

    /// Adds a value that these variables can have. All values come before the cliques.
    pub(super) fn add_value(&mut self, vars: impl IntoIterator<Item = u32>) {
        self.values += 1;
        self.add_clique(vars);
    }

    /// Adds a clique of these variables.
    pub(super) fn add_clique(&mut self, vars: impl IntoIterator<Item = u32>) {
        self.neighbours.extend(vars);
        self.ends.push(self.neighbours.len() as u32);
    }

    /// For each value and then for each clique, its number as a vertex, and the variables that it is joined to.
    fn joined(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let lists =
            starts.zip(&self.ends).map(|(start, &end)| &self.neighbours[start as usize..end as usize]);
        (self.vars..).zip(lists)
    }

    /// The graph in the order of its colours; `None` if `interrupt` triggers first.
    pub(super) fn key(&mut self, interrupt: &Interrupt) -> Option<Box<[u64]>> {
        self.colours.clear();
        self.colours.resize(self.vars, 1);
        self.colours.resize(self.vars + self.values, 2);
        self.colours.resize(self.vars + self.ends.len(), 3);
        while self.refine(interrupt)? < self.vars + self.values {
            self.set_one_apart();
        }
        Some(self.write())
    }

    /// By variable, and by value, its place in the key written last.
    pub(super) fn places(&self) -> (Vec<u32>, Vec<u32>) {
        (self.ranks(0..self.vars), self.ranks(self.vars..self.vars + self.values))
    }

    /// For these vertices, the rank of each among them in the order of their colours.
    fn ranks(&self, vertices: Range<usize>) -> Vec<u32> {
        let colours = &self.colours[vertices];
        let mut order: Vec<u32> = (0..colours.len() as u32).collect();
        order.sort_unstable_by_key(|&vertex| colours[vertex as usize]);
        let mut ranks = vec![0; colours.len()];
        for (&vertex, at) in order.iter().zip(0u32..) {
            ranks[vertex as usize] = at;
        }
        ranks
    }

    /// Refines colours until their number no longer grows; returns the number of those of variables and values. `None` if `interrupt`
    /// triggers first.
    fn refine(&mut self, interrupt: &Interrupt) -> Option<usize> {
        let mut colours = self.count_colours(self.colours.len());
        while interrupt.poll().is_none() {
            self.pass();
            let more = self.count_colours(self.colours.len());
            if more <= colours {
                return Some(self.count_colours(self.vars + self.values));
            }
            colours = more;
        }
        None
    }

    /// Gives each vertex a colour made of its own and of those of its neighbours.
    fn pass(&mut self) {
        let mut old = std::mem::take(&mut self.colours);
        let mut new = std::mem::take(&mut self.next);
        for colour in &mut old {
            *colour = scramble(*colour);
        }
        new.clear();
        new.extend(old.iter().map(|colour| colour.rotate_left(17)));
        for (vertex, vars) in self.joined() {
            let mut sum = 0u64;
            for &var in vars {
                let var = var as usize;
                sum = sum.wrapping_add(old[var]);
                new[var] = new[var].wrapping_add(old[vertex]);
            }
            new[vertex] = new[vertex].wrapping_add(sum);
        }
        (self.colours, self.next) = (new, old);
    }

    /// The number of colours among the first vertices.
    fn count_colours(&mut self, vertices: usize) -> usize {
        self.sorted.clear();
        self.sorted.extend(&self.colours[..vertices]);
        self.sorted.sort_unstable();
        self.sorted.dedup();
        self.sorted.len()
    }

    /// Individualises a vertex: one of a smallest colour class with several members gets a colour of its own.
    fn set_one_apart(&mut self) {
        let mut by_colour: Vec<(u64, usize)> =
            self.colours[..self.vars + self.values].iter().copied().zip(0..).collect();
        by_colour.sort_unstable();
        let classes = by_colour.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() > 1);
        if let Some(class) = classes.min_by_key(|class| class.len()) {
            self.colours[class[0].1] = scramble(!class[0].0);
        }
    }

    /// The variables of each value, in the order of the values, and those of the cliques; sets of variables as bits in the
    /// order of the variables.
    fn write(&mut self) -> Box<[u64]> {
        let place = self.ranks(0..self.vars);
        let words = self.vars.div_ceil(64);
        let mut sets: Vec<(u64, Vec<u64>)> = Vec::with_capacity(self.ends.len());
        for (vertex, vars) in self.joined() {
            let mut set = vec![0u64; words];
            vars.iter()
                .map(|&var| place[var as usize])
                .for_each(|at| set[at as usize / 64] |= 1 << (at % 64));
            // Cliques are sorted as sets; they need no other order.
            let is_value = vertex < self.vars + self.values;
            sets.push((if is_value { self.colours[vertex] } else { 0 }, set));
        }
        sets[..self.values].sort_unstable();
        sets[self.values..].sort_unstable();
        // The highest bit distinguishes it from keys that begin with numbers of variables.
        let head = 1 << 63 | (self.vars as u64) << 32 | self.values as u64;
        std::iter::once(head).chain(sets.into_iter().flat_map(|(_, set)| set)).collect()
    }
}

/// Mixes the bits of a number, so that sums of the results distinguish multisets.
fn scramble(number: u64) -> u64 {
    let mixed = (number ^ number >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(values: &[Vec<u32>], cliques: &[Vec<u32>]) -> Box<[u64]> {
        let mut graph = Graph::default();
        graph.restart(4);
        for vars in values {
            graph.add_value(vars.iter().copied());
        }
        for vars in cliques {
            graph.add_clique(vars.iter().copied());
        }
        graph.key(&Interrupt::default()).expect("an interrupt that is not set")
    }

    /// Four variables with two values on a path: the same path under other names, and a star.
    #[test]
    fn names_do_not_matter_and_shapes_do() {
        let values = [vec![0, 1, 2, 3], vec![0, 1, 2, 3]];
        let path = key(&values, &[vec![0, 1], vec![1, 2], vec![2, 3]]);
        assert_eq!(path, key(&values, &[vec![2, 0], vec![0, 3], vec![3, 1]]));
        assert_ne!(path, key(&values, &[vec![0, 1], vec![0, 2], vec![0, 3]]));
        assert_ne!(path, key(&[vec![0, 1, 2, 3], vec![1, 2, 3]], &[vec![0, 1], vec![1, 2], vec![2, 3]]));
    }
}
