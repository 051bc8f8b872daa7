//! What a picture of a board marks of a step: cells around it, its own cells, and what candidates are in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::render::picture::{Cell, Content, Known, Mark};
use crate::steps::{Board, Candidate, Role, Rules, Step};

/// The houses of chains are marked if they are no more than this.
const FEW: usize = 3;

/// The marks of a step, all or some; by default, none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    around: BTreeSet<usize>,
    pattern: BTreeSet<usize>,
    roles: BTreeMap<Candidate, Role>,
}

impl Marks {
    /// Marks cells as those to look at, such as the cells of houses.
    pub fn around(cells: impl IntoIterator<Item = usize>) -> Marks {
        Marks { around: cells.into_iter().collect(), ..Marks::default() }
    }

    /// Marks cells as those that a step relies on.
    pub fn pattern(cells: impl IntoIterator<Item = usize>) -> Marks {
        Marks { pattern: cells.into_iter().collect(), ..Marks::default() }
    }

    /// All that there is to a step: houses and rules, cells, candidates. Where chains have more than three houses and rules, these cover
    /// most of the grid, and are not marked.
    ///
    /// # Panics
    /// If the step is of other rules.
    pub fn of_step(step: &Step, rules: &Rules) -> Marks {
        let count = step.houses().len() + step.others().len();
        let is_told = step.chains.is_empty() || count <= FEW;
        let houses = step.houses().into_iter().flat_map(|house| rules.scopes()[house].cells.iter());
        let others = step.others().into_iter().flat_map(|other| rules.cells_of(other));
        Marks {
            around: houses.chain(others).filter(|_| is_told).copied().collect(),
            pattern: step.cells(rules),
            roles: step.roles(rules),
        }
    }

    /// A cell of a board with its marks.
    ///
    /// Candidates that are marked are shown even if they are not left: steps of one cost are found together, and one of them may have
    /// removed what another one relies on.
    pub fn cell(&self, board: &Board, cell: usize) -> Cell {
        let values = board.rules().values();
        let role = |value: usize| self.roles.get(&Candidate { cell, value }).copied();
        let is_shown = |value: usize| board.left(cell) >> value & 1 == 1 || role(value).is_some();
        let shown: Vec<usize> = (0..values.len()).filter(|&value| is_shown(value)).collect();
        let content = match shown[..] {
            [value] if board.is_placed(cell) => Content::Placed(values[value]),
            _ => Content::Open(
                shown.into_iter().map(|value| (values[value], Known::Noted(role(value)))).collect(),
            ),
        };
        let mark = match (self.pattern.contains(&cell), self.around.contains(&cell)) {
            (true, _) => Some(Mark::Pattern),
            (false, true) => Some(Mark::Around),
            (false, false) if board.left(cell) == 0 => Some(Mark::Clashes),
            _ => None,
        };
        Cell { content, mark, ..Cell::default() }
    }
}
