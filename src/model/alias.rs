//! Variable aliasing: merges variables that are equal, or differ by a constant, by union-find with offsets.

use crate::constraints::{Constraint, Statement};
use crate::domain::Domain;
use crate::model::{IntVar, IntView, Model};
use crate::store::{VarId, View};

/// The aliases of a model: for each variable its representative, and the offset from that.
#[derive(Clone, Debug)]
pub(super) struct Aliases {
    /// By variable: its parent, and its own value less the parent's.
    parent: Vec<(u32, i32)>,
    /// By representative: the values that all its variables allow.
    pub(super) domains: Vec<Domain>,
    /// By representative: the greatest offset, of either sign, among its variables.
    reach: Vec<i64>,
}

/// `x = y + gap`, if that is all that the constraint states.
fn alias(constraint: &dyn Constraint) -> Option<(IntVar, IntVar, i64)> {
    match constraint.brief_statement()? {
        Statement::Linear(linear) => linear.alias(),
        _ => None,
    }
}

/// Offsets stay small, so that views composed with them stay within `i32`.
const FARTHEST: i64 = 1 << 20;

impl Aliases {
    /// Every variable stands for itself.
    pub(super) fn none(model: &Model) -> Aliases {
        let parent = (0..model.domains.len() as u32).map(|i| (i, 0)).collect();
        Aliases { parent, domains: model.domains.clone(), reach: vec![0; model.domains.len()] }
    }

    /// Merges the variables that the constraints of `model` state to be equal.
    pub(super) fn of(model: &Model) -> Aliases {
        let mut aliases = Self::none(model);
        for (x, y, gap) in model.posted.iter().filter_map(|posted| alias(&*posted.constraint)) {
            if model.has(x) && model.has(y) {
                aliases.merge(x.index(), y.index(), gap);
            }
        }
        let mut fits = |view: IntView| view.over(aliases.inner(view.var.index())).is_some();
        let all_fit = model.posted.iter().all(|posted| posted.constraint.scope().into_iter().all(&mut fits));
        if all_fit { aliases } else { Self::none(model) }
    }

    /// The representative of a variable, and the offset from it. Shortens the path to it, so that a long chain of
    /// equalities is walked once only.
    pub(super) fn find(&mut self, index: usize) -> (usize, i32) {
        let (mut root, mut total) = (index, 0);
        while self.parent[root].0 as usize != root {
            total += self.parent[root].1;
            root = self.parent[root].0 as usize;
        }
        let (mut at, mut left) = (index, total);
        while at != root {
            let (next, offset) = std::mem::replace(&mut self.parent[at], (root as u32, left));
            left -= offset;
            at = next as usize;
        }
        (root, total)
    }

    /// The variable as a view of its representative, whose number in an engine does not matter here.
    fn inner(&mut self, index: usize) -> View {
        let (root, offset) = self.find(index);
        let root = View::from(VarId::new(root));
        root.then(1, offset).expect("invariant: offsets are small")
    }

    /// `x = y + gap`
    fn merge(&mut self, x: usize, y: usize, gap: i64) {
        if gap.abs() > FARTHEST {
            return;
        }
        let ((a, to_a), (b, to_b)) = (self.find(x), self.find(y));
        // a + to_a = b + to_b + gap
        let gap = i64::from(to_b) + gap - i64::from(to_a);
        // The variable that was made first stands for both.
        let (root, child, offset) = if a < b { (a, b, -gap) } else { (b, a, gap) };
        let reach = self.reach[child] + gap.abs();
        if root == child || reach > FARTHEST {
            return;
        }
        let Some(seen) = self.domains[child].map_affine(1, -offset as i32) else { return };
        self.domains[root] = self.domains[root].intersect(&seen);
        self.parent[child] = (root as u32, offset as i32);
        self.reach[root] = self.reach[root].max(reach);
    }
}
