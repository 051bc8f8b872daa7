//! Tree splitting: a search tree cut into disjoint subproblems that propagation does not refute.
//!
//! The node with the most assignments left, by the product of the sizes of its domains, is split by the decision that the branchers take
//! there, until there are as many nodes as asked for. Both sides are propagated, and what fails is dropped. So the parts are of similar size,
//! though not of similar work, which is unknown beforehand: that is why there should be many more of them than workers. They depend on
//! the model, the branchers and their number, never on workers or on time; sizes are compared by logarithms of whole numbers, which are
//! the same on every machine.
//!
//! | Promise | |
//! |---|---|
//! | Law | the solutions of the parts are those of the whole, each in one part; their order is that of the search |
//! | Cost | two fixpoints from the root for each part |
//! | Source | Régin, Rezgui & Malapert, *Embarrassingly Parallel Search*, CP 2013; Malapert, Régin & Rezgui, *Embarrassingly Parallel Search in Constraint Programming*, JAIR 57, 2016 |

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::engine::Interrupt;
use crate::model::{IntAtom, IntVar, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::limit::Limit;
use crate::search::logarithm::log2;
use crate::store::{Domains, VarId};

/// Splits the trees of one search, each given by the atoms that lead to its root.
#[derive(Clone, Debug)]
pub(crate) struct Splitter {
    /// At the fixpoint of the root.
    solver: Solver,
    branchers: Vec<Box<dyn Brancher>>,
    /// Of a projected search.
    own: Option<Own>,
    /// The variables in which solutions differ.
    vars: Vec<IntVar>,
    is_started: bool,
}

/// What is decided of a projected search where its branchers decide about other variables.
#[derive(Clone, Debug)]
struct Own {
    brancher: Ordered,
    /// By variable: whether it is one of the projection.
    is_projected: Vec<bool>,
}

impl Own {
    /// This decision, if it is about a variable of the projection, or else one that is.
    fn decision(&mut self, decision: Option<IntAtom>, solver: &Solver) -> Option<IntAtom> {
        let is_own = |decision: &IntAtom| self.is_projected.get(decision.var().index()) == Some(&true);
        decision.filter(is_own).or_else(|| {
            self.brancher.on_restart();
            self.brancher.choose(solver)
        })
    }
}

/// A node that was not refuted.
#[derive(Debug)]
struct Node {
    /// The binary logarithm of the number of assignments left, in sixteenths.
    size: u64,
    /// The branches that lead to it: `true` for the right ones.
    place: Vec<bool>,
    atoms: Vec<IntAtom>,
    decision: IntAtom,
}

impl Splitter {
    /// A splitter of the search over a solver at the fixpoint of its root, by the decisions of these branchers. A projected search is split
    /// by those about variables of its projection; where the next one is about another variable, the first of them with the fewest values is
    /// decided instead.
    pub(crate) fn new(
        solver: Solver,
        branchers: Vec<Box<dyn Brancher>>,
        projection: Option<Vec<IntVar>>,
    ) -> Splitter {
        let all = || (0..solver.named_vars()).map(|var| solver.name(VarId::new(var))).collect();
        let own = projection.as_deref().map(|vars| {
            let mut is_projected = vec![false; vars.iter().map(|var| var.index() + 1).max().unwrap_or(0)];
            for var in vars {
                is_projected[var.index()] = true;
            }
            let brancher = Ordered::new(vars, VariableOrder::FirstFail, ValueOrder::Ascending);
            Own { brancher, is_projected }
        });
        let vars = projection.unwrap_or_else(all);
        Splitter { solver, branchers, own, vars, is_started: false }
    }

    /// Splits the tree below these atoms into at most `parts` trees, in the order of search: none, if propagation refutes them.
    ///
    /// # Errors
    /// The limit, if `interrupt` triggers.
    pub(crate) fn split(
        &mut self,
        below: &[IntAtom],
        parts: usize,
        interrupt: &Interrupt,
    ) -> Result<Vec<Vec<IntAtom>>, Limit> {
        if !std::mem::replace(&mut self.is_started, true) {
            self.branchers.iter_mut().for_each(|brancher| brancher.start(&mut self.solver));
            let mut wants_modified = self.branchers.iter().any(|brancher| brancher.wants_modified());
            if let Some(own) = &mut self.own {
                own.brancher.start(&mut self.solver);
                wants_modified |= own.brancher.wants_modified();
            }
            if wants_modified {
                self.solver.engine_mut().track_modified();
            }
        }
        // Those without a decision left are solutions, or have variables that no brancher decides.
        let mut leaves = Vec::new();
        let mut open = BinaryHeap::new();
        match self.visit(Vec::new(), below.to_vec(), interrupt)? {
            Visited::Refuted => return Ok(Vec::new()),
            Visited::Leaf(place, atoms) => leaves.push((place, atoms)),
            Visited::Open(node) => open.push(node),
        }
        while leaves.len() + open.len() < parts
            && let Some(node) = open.pop()
        {
            for (is_right, atom) in [(false, node.decision), (true, !node.decision)] {
                let place = node.place.iter().copied().chain([is_right]).collect();
                let atoms = node.atoms.iter().copied().chain([atom]).collect();
                match self.visit(place, atoms, interrupt)? {
                    Visited::Refuted => {}
                    Visited::Leaf(place, atoms) => leaves.push((place, atoms)),
                    Visited::Open(node) => open.push(node),
                }
            }
        }
        let mut nodes = leaves;
        nodes.extend(open.into_iter().map(|node| (node.place, node.atoms)));
        nodes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(nodes.into_iter().map(|(_, atoms)| atoms).collect())
    }

    /// Propagates a node, and asks for its decision.
    fn visit(
        &mut self,
        place: Vec<bool>,
        atoms: Vec<IntAtom>,
        interrupt: &Interrupt,
    ) -> Result<Visited, Limit> {
        let level = self.solver.level();
        self.solver.push();
        let visited = self.propagate(place, atoms, interrupt);
        self.solver.pop_to(level);
        visited
    }

    fn propagate(
        &mut self,
        place: Vec<bool>,
        atoms: Vec<IntAtom>,
        interrupt: &Interrupt,
    ) -> Result<Visited, Limit> {
        if !self.solver.survives(atoms.iter().copied(), interrupt)? {
            return Ok(Visited::Refuted);
        }
        while let Some(var) = self.solver.engine_mut().next_modified() {
            self.branchers.iter_mut().for_each(|brancher| brancher.modified(var));
            if let Some(own) = &mut self.own {
                own.brancher.modified(var);
            }
        }
        // It has jumped here.
        self.branchers.iter_mut().for_each(|brancher| brancher.on_restart());
        let decision = self.branchers.iter_mut().find_map(|brancher| brancher.choose(&self.solver));
        let decision = match &mut self.own {
            Some(own) => own.decision(decision, &self.solver),
            None => decision,
        };
        Ok(match decision {
            Some(decision) => {
                let size = self.vars.iter().map(|&var| log2(self.solver.size(var))).sum();
                Visited::Open(Node { size, place, atoms, decision })
            }
            None => Visited::Leaf(place, atoms),
        })
    }
}

/// What became of a node.
enum Visited {
    Refuted,
    Leaf(Vec<bool>, Vec<IntAtom>),
    Open(Node),
}

/// The largest node is the greatest; of several, the first one in the order of search.
impl Ord for Node {
    fn cmp(&self, other: &Node) -> Ordering {
        (self.size, Reverse(&self.place)).cmp(&(other.size, Reverse(&other.place)))
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node {}
