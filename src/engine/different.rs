//! Views that are known to differ: what posted constraints say of pairs, for conditions about the same pairs.

use std::collections::BTreeMap;

use crate::store::{VarId, View};

/// Groups of views that differ pairwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct DifferentViews {
    /// By variable: its views in groups, each with the number of the group, in ascending order.
    groups_of: BTreeMap<VarId, Vec<(u32, View)>>,
    groups: u32,
}

impl DifferentViews {
    /// Adds a group.
    pub(crate) fn insert(&mut self, views: impl IntoIterator<Item = View>) {
        for view in views {
            self.groups_of.entry(view.var).or_default().push((self.groups, view));
        }
        self.groups += 1;
    }

    /// Whether two views, of two variables, are in one group; within time of the number of groups that have one of the variables.
    pub(crate) fn contain(&self, left: View, right: View) -> bool {
        let groups = |of: View| {
            let all = self.groups_of.get(&of.var).into_iter().flatten();
            all.filter(move |&&(_, view)| view == of).map(|&(group, _)| group)
        };
        let mut others = groups(right).peekable();
        groups(left).any(|group| {
            while others.next_if(|&other| other < group).is_some() {}
            others.peek() == Some(&group)
        })
    }
}
