//! Twins: variables with the same two values that both differ from a third one with these values are equal.
//!
//! If two variables have the same two values left and differ, each has the value that the other does not have. Along
//! a path of such pairs every second variable is equal.
//!
//! | Promise | |
//! |---|---|
//! | Finds | all that follow from disequalities among variables with the same two values |
//! | Cost | O(n log n) in the scopes of disequalities |
//! | Source | union-find with parity; in Sudoku, *simple colouring* of two-valued cells |

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::constraints::Constraint;
use crate::domain::Domain;
use crate::model::IntVar;

/// By variable: another one that it is equal to or differs from, and whether it differs.
#[derive(Default)]
struct Ties(BTreeMap<IntVar, (IntVar, bool)>);

impl Ties {
    /// The representative of the variable, and whether it differs from that.
    fn find(&mut self, var: IntVar) -> (IntVar, bool) {
        let (mut root, mut differs) = (var, false);
        while let Some(&(to, by)) = self.0.get(&root) {
            if to == root {
                break;
            }
            (root, differs) = (to, differs ^ by);
        }
        self.0.insert(var, (root, differs));
        (root, differs)
    }

    fn differ(&mut self, x: IntVar, y: IntVar) {
        let ((x, by_x), (y, by_y)) = (self.find(x), self.find(y));
        if x != y {
            // The first of all represents the others.
            self.0.insert(x.max(y), (x.min(y), by_x == by_y));
        }
    }
}

/// Pairs of variables that are equal, the later one first; where more than two are equal, each with the first of
/// them.
pub(super) fn twins(constraints: &[Arc<dyn Constraint>], domains: &[Domain]) -> Vec<(IntVar, IntVar)> {
    let mut ties = Ties::default();
    for clique in constraints.iter().filter_map(|constraint| constraint.clique()) {
        let two_valued =
            clique.iter().filter(|view| view.is_plain() && domains[view.var.index()].size() == 2);
        let mut by_values: Vec<(Vec<i32>, IntVar)> =
            two_valued.map(|view| (domains[view.var.index()].iter().collect(), view.var)).collect();
        by_values.sort_unstable();
        for pair in by_values.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            ties.differ(pair[0].1, pair[1].1);
        }
    }
    let vars: Vec<IntVar> = ties.0.keys().copied().collect();
    let mut first: BTreeMap<(IntVar, bool), IntVar> = BTreeMap::new();
    let mut equal = Vec::new();
    for var in vars {
        match first.entry(ties.find(var)) {
            std::collections::btree_map::Entry::Vacant(vacant) => {
                vacant.insert(var);
            }
            std::collections::btree_map::Entry::Occupied(known) => equal.push((var, *known.get())),
        }
    }
    equal
}
