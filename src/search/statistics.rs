//! Search statistics: nodes, failures, propagations, nogoods.

use std::fmt;

/// The counters of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Statistics {
    /// States that were propagated: the root, and one for each side of each decision that was tried.
    pub nodes: u64,
    /// Decisions taken; their refutations do not count.
    pub decisions: u64,
    /// Failures: nodes at which propagation or the search found a contradiction.
    pub failures: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The maximal number of decisions that were open at once.
    pub depth: u64,
    /// Restarts.
    pub restarts: u64,
    /// Nogoods that were learned, including those that were dropped since.
    pub nogoods: u64,
    /// Atoms of these nogoods, in sum.
    pub nogood_atoms: u64,
    /// Atoms of these nogoods before they were minimised, in sum.
    pub nogood_atoms_found: u64,
    /// The LBD of these nogoods, in sum: from how many levels the atoms of each came.
    pub nogood_levels: u64,
}

impl Statistics {
    /// The sum of this search's counters and those of another one after it.
    #[must_use]
    pub fn and(&self, other: &Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes + other.nodes,
            decisions: self.decisions + other.decisions,
            failures: self.failures + other.failures,
            propagations: self.propagations + other.propagations,
            solutions: self.solutions + other.solutions,
            depth: self.depth.max(other.depth),
            restarts: self.restarts + other.restarts,
            nogoods: self.nogoods + other.nogoods,
            nogood_atoms: self.nogood_atoms + other.nogood_atoms,
            nogood_atoms_found: self.nogood_atoms_found + other.nogood_atoms_found,
            nogood_levels: self.nogood_levels + other.nogood_levels,
        }
    }

    /// The counters without those of a part; 0 where those are greater.
    pub(crate) fn without(&self, part: &Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes.saturating_sub(part.nodes),
            decisions: self.decisions.saturating_sub(part.decisions),
            failures: self.failures.saturating_sub(part.failures),
            propagations: self.propagations.saturating_sub(part.propagations),
            solutions: self.solutions.saturating_sub(part.solutions),
            depth: self.depth,
            restarts: self.restarts.saturating_sub(part.restarts),
            nogoods: self.nogoods.saturating_sub(part.nogoods),
            nogood_atoms: self.nogood_atoms.saturating_sub(part.nogood_atoms),
            nogood_atoms_found: self.nogood_atoms_found.saturating_sub(part.nogood_atoms_found),
            nogood_levels: self.nogood_levels.saturating_sub(part.nogood_levels),
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics {
            nodes, decisions, failures, propagations, solutions, depth, restarts, nogoods, ..
        } = self;
        let counts = [
            (solutions, "solution"),
            (nodes, "node"),
            (decisions, "decision"),
            (failures, "failure"),
            (propagations, "propagation"),
        ];
        counts.iter().try_for_each(|(count, noun)| write!(f, "{}, ", counted(**count, noun)))?;
        write!(f, "depth {depth}")?;
        let more = [(restarts, "restart"), (nogoods, "nogood")];
        more.iter()
            .filter(|more| *more.0 > 0)
            .try_for_each(|(count, noun)| write!(f, ", {}", counted(**count, noun)))
    }
}

/// A number with a noun, given in the singular: `1 node`, `2 nodes`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
