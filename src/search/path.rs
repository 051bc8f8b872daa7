//! The path from the root of a search to its current node, and what it implies about the rest of the tree.
//!
//! For a depth-first search with two branches per decision the path is its complete state: the decisions whose left
//! branch is open, and those whose left branch is finished, each with the depth at which it was taken. What lies to
//! the right of the path has not been searched: [`rest`](Path::open_subproblems) returns it as disjoint subproblems. What lies to
//! the left was refuted, except for the solutions that were returned: [`nogoods`](Path::nogoods).
//!
//! | Source | Lecoutre, Saïs, Tabary & Vidal, *Recording and Minimizing Nogoods from Restarts*, JSAT 1, 2007 (nld-nogoods); Régin, Rezgui & Malapert, *Embarrassingly Parallel Search*, CP 2013 (subproblems) |
//! |---|---|

use crate::model::IntAtom;

/// A path in a search tree with two branches per decision. Atoms are of the model's variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The decisions whose left branch is open, the first one first.
    open: Vec<IntAtom>,
    /// The decisions whose left branch is finished, each with the number of open ones when it was taken; in the order
    /// of search, so that these numbers ascend.
    refuted: Vec<(u32, IntAtom)>,
}

impl Path {
    /// The decisions whose left branch is open, the first one first.
    pub fn open(&self) -> &[IntAtom] {
        &self.open
    }

    /// The decisions whose right branch is open, each with the number of [open](Self::open) ones when it was taken,
    /// in ascending order of that.
    pub fn refuted(&self) -> &[(u32, IntAtom)] {
        &self.refuted
    }

    /// The number of open decisions.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Takes the left branch of a decision.
    #[inline]
    pub(super) fn descend(&mut self, decision: IntAtom) {
        self.open.push(decision);
    }

    /// Takes the right branch of the newest open decision, which is returned; `None` if none is open.
    #[inline]
    pub(super) fn turn(&mut self) -> Option<IntAtom> {
        let decision = *self.open.last()?;
        let depth = self.open.len() - 1;
        self.cut(depth);
        self.refuted.push((depth as u32, decision));
        Some(decision)
    }

    /// Removes all but the first `depth` open decisions, and what was refuted while no more were open.
    pub(super) fn cut(&mut self, depth: usize) {
        self.open.truncate(depth);
        while self.refuted.last().is_some_and(|&(taken, _)| taken as usize > depth) {
            self.refuted.pop();
        }
    }

    /// Goes back to the root: what was refuted there stays refuted.
    pub(super) fn restart(&mut self) {
        self.open.clear();
        self.refuted.retain(|&(taken, _)| taken == 0);
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.refuted.clear();
    }

    /// The atoms that hold at the end of the path, in the order in which they were assumed.
    pub fn decisions(&self) -> Vec<IntAtom> {
        self.before(self.open.len())
    }

    /// The atoms that held when `depth` decisions were open, just before the next one.
    fn before(&self, depth: usize) -> Vec<IntAtom> {
        let mut atoms = Vec::new();
        let mut refuted = self.refuted.iter().take_while(|&&(taken, _)| taken as usize <= depth).peekable();
        for taken in 0..=depth {
            while let Some(&(_, decision)) = refuted.next_if(|&&(at, _)| at as usize == taken) {
                atoms.push(!decision);
            }
            if taken < depth {
                atoms.push(self.open[taken]);
            }
        }
        atoms
    }

    /// The open subproblems, to the right of the path: the right branches of the open decisions, the deepest one first, each as
    /// atoms that define it together with the model. With `here`, the subtree below the end of the path comes before
    /// them.
    ///
    /// They are disjoint, and together with what was searched they cover the tree.
    ///
    /// # Complexity
    /// Quadratic in the length of the path, as their size is.
    pub fn open_subproblems(&self, here: bool) -> Vec<Vec<IntAtom>> {
        let below = here.then(|| self.decisions());
        let right = (0..self.open.len()).rev().map(|depth| {
            let mut atoms = self.before(depth);
            atoms.push(!self.open[depth]);
            atoms
        });
        below.into_iter().chain(right).collect()
    }

    /// The nogoods of what is to the left of the path: sets of atoms that are not all true in any solution except those that were
    /// returned; for each refuted decision, the open ones before it and itself.
    pub fn nogoods(&self) -> Vec<Vec<IntAtom>> {
        let nogood = |&(taken, decision): &(u32, IntAtom)| {
            self.open[..taken as usize].iter().copied().chain([decision]).collect()
        };
        self.refuted.iter().map(nogood).collect()
    }
}
