//! Θ-Λ-tree: the earliest completion time of a set of tasks, and of the set with one more task.
//!
//! The leaves are tasks by their earliest start. A task is *white* where it is in the set, and *gray* where it is one of those that could
//! be added. Each node has, of the tasks below it, how long the white ones take and how early they can have ended, one after another;
//! and the most that both can become by adding one gray task, and which one that is.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(log n) for a change of colour |
//! | Source | Vilím, *Global Constraints in Scheduling*, PhD thesis, Charles University, 2007, sections 2.4 and 2.5 |

/// Earlier than anything.
const NEVER: i64 = i64::MIN / 4;

/// A colour of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    White,
    Gray,
    None,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    sum: i64,
    end: i64,
    /// With one gray task, if that is more.
    gray_sum: i64,
    gray_end: i64,
    /// The leaves of those tasks.
    sum_by: Option<u32>,
    end_by: Option<u32>,
}

const EMPTY: Node = Node { sum: 0, end: NEVER, gray_sum: 0, gray_end: NEVER, sum_by: None, end_by: None };

impl Node {
    fn joined(left: Node, right: Node) -> Node {
        let (gray_sum, sum_by) = if left.gray_sum + right.sum > left.sum + right.gray_sum {
            (left.gray_sum + right.sum, left.sum_by)
        } else {
            (left.sum + right.gray_sum, right.sum_by)
        };
        let ends = [
            (left.gray_end + right.sum, left.end_by),
            (left.end + right.gray_sum, right.sum_by),
            (right.gray_end, right.end_by),
        ];
        let latest = |a: (i64, Option<u32>), b: (i64, Option<u32>)| if b.0 > a.0 { b } else { a };
        let (gray_end, end_by) = latest(latest(ends[0], ends[1]), ends[2]);
        Node {
            sum: left.sum + right.sum,
            end: right.end.max(left.end + right.sum),
            gray_sum,
            gray_end,
            sum_by,
            end_by,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct ThetaTree {
    /// The root is 1, the children of k are 2k and 2k + 1, and the leaves are the last half.
    nodes: Vec<Node>,
    leaves: usize,
}

impl ThetaTree {
    pub(super) fn new(tasks: usize) -> ThetaTree {
        let leaves = tasks.next_power_of_two();
        ThetaTree { nodes: vec![EMPTY; 2 * leaves], leaves }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.fill(EMPTY);
    }

    /// Colours a leaf; the task of it starts at `est` or later, and takes that long.
    pub(super) fn colour(&mut self, leaf: usize, est: i64, duration: i64, colour: Colour) {
        let (by, end) = (Some(leaf as u32), est + duration);
        let mut at = self.leaves + leaf;
        self.nodes[at] = match colour {
            Colour::White => {
                Node { sum: duration, end, gray_sum: duration, gray_end: end, sum_by: None, end_by: None }
            }
            Colour::Gray => Node { gray_sum: duration, gray_end: end, sum_by: by, end_by: by, ..EMPTY },
            Colour::None => EMPTY,
        };
        while at > 1 {
            at /= 2;
            self.nodes[at] = Node::joined(self.nodes[2 * at], self.nodes[2 * at + 1]);
        }
    }

    /// The earliest end of the white tasks.
    pub(super) fn end(&self) -> i64 {
        self.nodes[1].end
    }

    /// The earliest completion time without that leaf.
    pub(super) fn end_without(&self, leaf: usize) -> i64 {
        let mut at = self.leaves + leaf;
        let (mut sum, mut end) = (0, NEVER);
        while at > 1 {
            let other = self.nodes[at ^ 1];
            if at.is_multiple_of(2) {
                // The other one is to the right.
                end = other.end.max(end + other.sum);
            } else {
                end = end.max(other.end + sum);
            }
            sum += other.sum;
            at /= 2;
        }
        end
    }

    /// The earliest end with one gray task, which is that one, where it is later than that.
    pub(super) fn later_with(&self, limit: i64) -> Option<usize> {
        let root = self.nodes[1];
        root.end_by.filter(|_| root.gray_end > limit).map(|leaf| leaf as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition, for all ways to colour a few tasks.
    #[test]
    fn ends() {
        let tasks = [(0, 3), (1, 4), (1, 1), (6, 2), (9, 5)];
        let end = |is_in: &dyn Fn(usize) -> bool| {
            let own = || (0..tasks.len()).filter(|&at| is_in(at));
            let from =
                |first: i64| own().filter(|&at| tasks[at].0 >= first).map(|at| tasks[at].1).sum::<i64>();
            own().map(|at| tasks[at].0 + from(tasks[at].0)).max().unwrap_or(NEVER)
        };
        for code in 0..3_usize.pow(5) {
            let colours: Vec<Colour> = (0..5)
                .map(|at| [Colour::White, Colour::Gray, Colour::None][code / 3_usize.pow(at) % 3])
                .collect();
            let mut tree = ThetaTree::new(tasks.len());
            for (leaf, &(est, duration)) in tasks.iter().enumerate() {
                tree.colour(leaf, est, duration, colours[leaf]);
            }
            let is_white = |at: usize| colours[at] == Colour::White;
            assert_eq!(tree.end(), end(&is_white));
            let with = |gray: usize| end(&|at| is_white(at) || at == gray);
            let grays = (0..5).filter(|&at| colours[at] == Colour::Gray);
            let latest = grays.map(with).max().unwrap_or(NEVER);
            for leaf in (0..5).filter(|&at| is_white(at)) {
                assert_eq!(tree.end_without(leaf), end(&|at| is_white(at) && at != leaf));
            }
            for limit in (0..20).filter(|&limit| limit >= tree.end()) {
                let found = tree.later_with(limit);
                assert_eq!(found.is_some(), latest > limit, "{colours:?}");
                assert!(found.is_none_or(|gray| with(gray) == latest && colours[gray] == Colour::Gray));
            }
        }
    }
}
