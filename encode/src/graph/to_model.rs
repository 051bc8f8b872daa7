//! Translation of a graph for colouring into a model.
//!
//! Edges are gathered into cliques, since `all_different` over a clique finds more than its pairs do. The cliques are maximal, found
//! greedily: one for each edge that is not yet covered. That is a cover, not the smallest, which would be hard to find.

use std::collections::BTreeSet;

use residua::constraints::{all_different, ne};
use residua::domain::Domain;
use residua::model::{IntVar, Model};

use crate::graph::Graph;

impl Graph {
    /// The model whose solutions are the colourings with that many colours: a variable of the values from 1 on for each vertex, called
    /// as it is, and precoloured vertices fixed. A precoloured vertex of a higher colour has no value.
    ///
    /// # Complexity
    /// For each edge, at most the degrees of its ends.
    pub fn model(&self, colours: u32) -> Model {
        let mut model = Model::new();
        let all = Domain::from(1..=colours.min(i32::MAX as u32 - 1) as i32);
        let vars: Vec<IntVar> = (0..self.vertices())
            .map(|vertex| match self.precoloured(vertex) {
                None => model.named_var(self.name(vertex), &all),
                Some(colour) => model.named_var(self.name(vertex), all.intersect(&(colour as i32).into())),
            })
            .collect();
        for clique in self.cliques() {
            let members = clique.iter().map(|&vertex| vars[vertex as usize]);
            let posted = match clique[..] {
                [from, to] => model.post(ne(vars[from as usize], vars[to as usize])),
                _ => model.post(all_different(members)),
            };
            let _ = posted.expect("invariant: the variables are the model's own, and their values small");
        }
        model
    }

    /// Maximal cliques that have each edge.
    fn cliques(&self) -> Vec<Vec<u32>> {
        let neighbours = self.neighbours();
        let mut covered: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut cliques = Vec::new();
        for &(from, to) in &self.edges {
            if covered.contains(&(from, to)) {
                continue;
            }
            let mut clique = vec![from, to];
            let mut candidates = common(&neighbours[from as usize], &neighbours[to as usize]);
            while let Some(&next) = candidates.first() {
                clique.push(next);
                candidates = common(&candidates, &neighbours[next as usize]);
            }
            clique.sort_unstable();
            if clique.len() > 2 {
                for (at, &one) in clique.iter().enumerate() {
                    covered.extend(clique[at + 1..].iter().map(|&other| (one, other)));
                }
            }
            cliques.push(clique);
        }
        cliques
    }
}

/// What two ascending lists have in common.
fn common(one: &[u32], other: &[u32]) -> Vec<u32> {
    one.iter().copied().filter(|vertex| other.binary_search(vertex).is_ok()).collect()
}
