//! Components: the parts of a model that no longer constrain each other.
//!
//! Two open variables belong together if a constraint that is not entailed involves both. In an `all_different` or a
//! `≠`, only variables that share a value still constrain each other, so the constraint falls apart along its Hall
//! sets. A solution of the whole is one solution of each component, in any combination.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(values of the open scopes) for disequalities, one simplification for any other constraint |
//! | Source | Bayardo & Pehoushek, *Counting Models Using Connected Components*, AAAI 2000 |

use std::sync::Arc;

use smallvec::SmallVec;

use crate::constraints::{AllDifferent, Constraint, Simplified};
use crate::engine::Consistency;
use crate::model::{IntVar, Model, Solver};
use crate::store::{Domains, VarId, View};

/// The constraint graph of a model: its engine variables, connected by constraints.
#[derive(Clone, Debug)]
pub(super) struct ConstraintGraph {
    /// Scopes whose views are pairwise different, as views of the engine's variables.
    pub(super) cliques: Vec<Vec<View>>,
    /// All other constraints that are not entailed at the root, with the engine's variables that they involve.
    pub(super) non_cliques: Vec<(Arc<dyn Constraint>, Vec<VarId>)>,
    /// By engine variable: the cliques, and the other constraints, that it is in.
    cliques_of: Vec<Vec<u32>>,
    non_cliques_of: Vec<Vec<u32>>,
    /// Union-find by engine variable; between two calls each variable is its own representative.
    parent: Vec<u32>,
    /// By engine variable that is a representative: the number of its component. A buffer for one call.
    number: Vec<u32>,
    /// The variables that are not their own representative at the moment, within a call.
    joined: Vec<u32>,
    /// By value within a clique, from its least one on: one more than the number of the first variable that has it; 0
    /// if none has. A buffer for one call.
    first_with_value: Vec<u32>,
    /// By clique and by other constraint: the call in which it was last looked at.
    seen: (Vec<u64>, Vec<u64>),
    call: u64,
}

impl ConstraintGraph {
    /// The constraint graph of `model` as it stands in `solver`, at its root fixpoint.
    pub(super) fn new(model: &Model, solver: &Solver) -> ConstraintGraph {
        let vars = solver.store().vars();
        let (mut cliques, mut non_cliques) = (Vec::new(), Vec::new());
        let (mut cliques_of, mut non_cliques_of) = (vec![Vec::new(); vars], vec![Vec::new(); vars]);
        for (_, constraint) in model.constraints() {
            let inner = |view| solver.inner_view(view);
            let scope: Vec<View> = constraint.scope().into_iter().map(inner).collect();
            let mut members: Vec<VarId> = scope.iter().map(|view| view.var).collect();
            members.sort_unstable();
            members.dedup();
            // Simplifying a wide `all_different` takes long. Views of one variable may differ whatever values they have.
            let are_apart = members.len() == scope.len();
            let share = are_apart && constraint.clique().is_some() && share_a_value(&scope, solver);
            if !share && constraint.simplify(solver) == Simplified::Entailed {
                continue;
            }
            // A clique is represented by its open variables and their values alone. That requires that propagation
            // has removed the values of the fixed ones, which bounds consistency does not do; and several views of
            // one variable restrict it by themselves.
            let all_different = (**constraint).as_any().downcast_ref::<AllDifferent>();
            let at_bounds = all_different.is_some_and(|c| c.consistency == Some(Consistency::Bounds));
            let differ = constraint.clique().is_some() && !at_bounds;
            let is_clique = differ && are_apart && members.len() > 1;
            let (list, number) = if is_clique {
                (&mut cliques_of, cliques.len())
            } else {
                (&mut non_cliques_of, non_cliques.len())
            };
            for var in &members {
                list[var.index()].push(number as u32);
            }
            if is_clique {
                cliques.push(scope);
            } else {
                non_cliques.push((Arc::clone(constraint), members));
            }
        }
        let seen = (vec![0; cliques.len()], vec![0; non_cliques.len()]);
        let parent = (0..vars as u32).collect();
        let number = vec![0; vars];
        let (joined, first_with_value) = (Vec::new(), Vec::new());
        ConstraintGraph {
            cliques,
            non_cliques,
            cliques_of,
            non_cliques_of,
            parent,
            number,
            joined,
            first_with_value,
            seen,
            call: 0,
        }
    }

    /// Whether nothing but plain disequalities connects the variables: then values are interchangeable names.
    pub(super) fn is_plain(&self) -> bool {
        self.non_cliques.is_empty() && self.cliques.iter().flatten().all(|view| view.is_plain())
    }

    /// The cliques among `vars`, which ascend, as positions in their list; largest first, none within another.
    pub(super) fn cliques_among(&mut self, vars: &[VarId]) -> Vec<Vec<u32>> {
        self.call += 1;
        let mut cliques = Vec::new();
        for var in vars {
            for at in 0..self.cliques_of[var.index()].len() {
                let number = self.cliques_of[var.index()][at] as usize;
                if std::mem::replace(&mut self.seen.0[number], self.call) != self.call {
                    let members = self.cliques[number].iter();
                    let inside = members.filter_map(|view| vars.binary_search(&view.var).ok());
                    let mut clique: Vec<u32> = inside.map(|at| at as u32).collect();
                    clique.sort_unstable();
                    cliques.push(clique);
                }
            }
        }
        cliques.sort_unstable_by_key(|clique| std::cmp::Reverse(clique.len()));
        let mut kept: Vec<Vec<u32>> = Vec::new();
        // By position: the cliques kept that have it. One that includes another is among those of its rarest member.
        let mut with: Vec<Vec<u32>> = vec![Vec::new(); vars.len()];
        for clique in cliques.into_iter().filter(|clique| clique.len() > 1) {
            let within = |other: &[u32]| clique.iter().all(|at| other.binary_search(at).is_ok());
            let fewest = clique.iter().map(|&at| &with[at as usize]).min_by_key(|cliques| cliques.len());
            if !fewest.is_some_and(|cliques| cliques.iter().any(|&number| within(&kept[number as usize]))) {
                for &at in &clique {
                    with[at as usize].push(kept.len() as u32);
                }
                kept.push(clique);
            }
        }
        kept
    }

    /// The other constraints that involve any of `vars`, each with its number among them, in ascending order.
    pub(super) fn others_at<'a>(
        &'a self,
        vars: &[VarId],
    ) -> impl Iterator<Item = (u32, &'a Arc<dyn Constraint>)> + use<'a> {
        let mut numbers: Vec<u32> =
            vars.iter().flat_map(|v| self.non_cliques_of[v.index()].iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|number| (number, &self.non_cliques[number as usize].0))
    }

    /// The engine's variables that one of the other constraints involves, ascending.
    pub(super) fn members(&self, other: u32) -> &[VarId] {
        &self.non_cliques[other as usize].1
    }

    /// The open variables among `vars`, partitioned into components; each ascending, in the order of their first
    /// variables. No open variable outside `vars` may be connected to one inside.
    pub(super) fn components(&mut self, solver: &Solver, vars: &[VarId]) -> Vec<Vec<VarId>> {
        let store = solver.store();
        let open: Vec<VarId> = vars.iter().copied().filter(|&var| store.value(var).is_none()).collect();
        self.call += 1;
        for &var in &open {
            for at in 0..self.cliques_of[var.index()].len() {
                let number = self.cliques_of[var.index()][at] as usize;
                if std::mem::replace(&mut self.seen.0[number], self.call) != self.call {
                    self.join_clique(solver, number);
                }
            }
            for at in 0..self.non_cliques_of[var.index()].len() {
                let number = self.non_cliques_of[var.index()][at] as usize;
                if std::mem::replace(&mut self.seen.1[number], self.call) != self.call {
                    self.join_other(solver, number);
                }
            }
        }
        let mut components: Vec<Vec<VarId>> = Vec::new();
        for &var in &open {
            // A representative comes before the variables that it represents, so the first of a component has its
            // number.
            let root = self.find(var) as usize;
            if root == var.index() {
                self.number[root] = components.len() as u32;
                components.push(Vec::new());
            }
            components[self.number[root] as usize].push(var);
        }
        for var in self.joined.drain(..) {
            self.parent[var as usize] = var;
        }
        components
    }

    /// All components, in variables of the model.
    pub(super) fn named_components(mut self, solver: &Solver) -> Vec<Vec<IntVar>> {
        let all: Vec<VarId> = solver.engine().own_vars().collect();
        let parts = self.components(solver, &all).into_iter();
        parts.map(|part| part.into_iter().map(|var| solver.name(var)).collect()).collect()
    }

    fn find(&mut self, var: VarId) -> u32 {
        let mut at = var.index();
        while self.parent[at] as usize != at {
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at as u32
    }

    fn join(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.joined.extend([a, b]);
            self.parent[a.max(b) as usize] = a.min(b);
        }
    }

    /// Joins the open variables of a clique that share a value. Domains too wide to be iterated count as sharing.
    fn join_clique(&mut self, solver: &Solver, number: usize) {
        const MAX_ENUMERATED: u64 = 4096;
        let store = solver.store();
        let is_open = |view: &View| store.value(view.var).is_none();
        let open: SmallVec<[View; 16]> = self.cliques[number].iter().copied().filter(is_open).collect();
        let ends = open.iter().map(|view| (i64::from(view.min(store)), i64::from(view.max(store))));
        let (first, last) = ends.fold((i64::MAX, i64::MIN), |(a, b), (low, high)| (a.min(low), b.max(high)));
        // Two variables that each have more than half of the values share one.
        let half = (last.max(first) - first + 1) as u64 / 2;
        if open.iter().any(|view| view.size(store) > MAX_ENUMERATED)
            || open.iter().all(|view| view.size(store) > half)
        {
            open.iter().skip(1).for_each(|view| self.join(open[0].var, view.var));
            return;
        }
        let values = open.iter().flat_map(|view| {
            let values = store.runs(view.var).flat_map(|(low, high)| low..=high);
            values.map(|value| (view.apply(value), view.var))
        });
        if last - first < MAX_ENUMERATED as i64 {
            let mut first_with_value = std::mem::take(&mut self.first_with_value);
            first_with_value.clear();
            first_with_value.resize((last - first).max(0) as usize + 1, 0);
            for (value, var) in values {
                let held = &mut first_with_value[(value - first) as usize];
                match std::mem::replace(held, var.index() as u32 + 1) {
                    0 => {}
                    other => self.join(var, VarId::new(other as usize - 1)),
                }
            }
            self.first_with_value = first_with_value;
        } else {
            let mut listed: Vec<(i64, VarId)> = values.collect();
            listed.sort_unstable();
            let pairs = listed.windows(2).filter(|pair| pair[0].0 == pair[1].0);
            pairs.for_each(|pair| self.join(pair[0].1, pair[1].1));
        }
    }

    /// Joins the open variables of any other constraint, unless it is entailed.
    fn join_other(&mut self, solver: &Solver, number: usize) {
        if self.non_cliques[number].0.simplify(solver) == Simplified::Entailed {
            return;
        }
        let members = self.non_cliques[number].1.clone();
        self.join_open(solver, &members);
    }

    fn join_open(&mut self, solver: &Solver, members: &[VarId]) {
        let mut open = members.iter().copied().filter(|&var| solver.store().value(var).is_none());
        if let Some(first) = open.next() {
            open.for_each(|var| self.join(first, var));
        }
    }
}

/// Whether the domains have more values in all than lie between the least and the largest: then two of them share one.
fn share_a_value(scope: &[View], solver: &Solver) -> bool {
    let store = solver.store();
    let (mut first, mut last, mut sizes) = (i64::MAX, i64::MIN, 0);
    for view in scope {
        first = first.min(view.min(store).into());
        last = last.max(view.max(store).into());
        sizes += view.size(store);
    }
    sizes > (last.max(first - 1) - first + 1) as u64
}
