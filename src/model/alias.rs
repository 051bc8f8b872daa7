//! Variables that are equal, or differ by a constant, become one: union-find with offsets.

use crate::domain::Domain;
use crate::model::{IntView, Model};
use crate::store::{VarId, View};

/// For each variable, the one that stands for it, and what to add to that one.
#[derive(Clone, Debug)]
pub(super) struct Aliases {
    /// By variable: its parent, and its own value less the parent's.
    parent: Vec<(u32, i32)>,
    /// By representative: the values that all its variables allow.
    pub(super) domains: Vec<Domain>,
    /// By representative: the greatest offset, of either sign, among its variables.
    reach: Vec<i64>,
}

/// Offsets stay small, so that views composed with them stay within `i32`.
const FARTHEST: i64 = 1 << 20;

impl Aliases {
    /// Every variable stands for itself.
    pub(super) fn none(model: &Model) -> Aliases {
        let parent = (0..model.domains.len() as u32).map(|i| (i, 0)).collect();
        Aliases { parent, domains: model.domains.clone(), reach: vec![0; model.domains.len()] }
    }

    /// Merges what the constraints of `model` say is equal.
    pub(super) fn of(model: &Model) -> Aliases {
        let mut aliases = Self::none(model);
        for (left, right) in model.posted.iter().filter_map(|posted| posted.constraint.alias()) {
            if left.scale() == 1 && right.scale() == 1 {
                aliases.merge(left, right);
            }
        }
        let mut fits = |view: IntView| view.over(aliases.inner(view.var.index())).is_some();
        let all_fit = model.posted.iter().all(|posted| posted.constraint.scope().into_iter().all(&mut fits));
        if all_fit { aliases } else { Self::none(model) }
    }

    /// The representative of a variable, and what to add to it. Shortens the way there, so that long chains of
    /// equalities do not cost their length again and again.
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

    /// The variable as a view of its representative, which has the number in an engine that it has in the model.
    fn inner(&mut self, index: usize) -> View {
        let (root, offset) = self.find(index);
        let root = View::from(VarId::new(root));
        root.then(1, offset).expect("invariant: offsets are small")
    }

    /// `left = right`, both with factor 1.
    fn merge(&mut self, left: IntView, right: IntView) {
        let ((a, to_a), (b, to_b)) = (self.find(left.var.index()), self.find(right.var.index()));
        // a + to_a + left.offset = b + to_b + right.offset
        let gap = i64::from(to_b) + i64::from(right.offset()) - i64::from(to_a) - i64::from(left.offset());
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
