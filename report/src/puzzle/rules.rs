//! Remaining rules of a puzzle, except those that the grid shows.
//!
//! Most rules that are left say of a row, a column or a box that its open cells must differ, which the grid shows by
//! itself. These are counted. The others say more, and are listed: part of the open cells of a house must differ, because
//! the rest of them cannot have their values. What is listed and the houses that are counted have the same solutions as
//! all rules that are left, for they are the same rules.

use std::collections::BTreeMap;

use residua::constraints::{AllDifferent, Comparator, Comparison, Constraint};
use residua::inspect::Residual;
use residua::model::ConstraintId;
use residua_sudoku::{Geometry, HouseKind};

use crate::words::{counted, enumerated};

/// The rules that are left.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// Those that the grid does not show by itself, or all of them if that was asked for.
    pub(crate) listed: Vec<ConstraintId>,
    /// How many rows, columns and boxes have open cells of which nothing is left but that they differ.
    houses: [usize; 3],
}

impl Rules {
    /// Those of `residual`; all of them are listed if `in_full`.
    pub(crate) fn of(geometry: Geometry, residual: &Residual, in_full: bool) -> Rules {
        let open = if in_full { BTreeMap::new() } else { open_cells(geometry, residual) };
        let mut rules = Rules::default();
        for (id, constraint) in residual.model.constraints().skip(residual.aliases.len()) {
            match differing(&**constraint).and_then(|cells| open.get(&cells)) {
                Some(kind) => rules.houses[*kind as usize] += 1,
                None => rules.listed.push(id),
            }
        }
        rules
    }

    /// How many are listed, and what the grid shows by itself.
    pub(crate) fn summary(&self) -> String {
        let names = ["row", "column", "box"].into_iter().zip(self.houses).filter(|house| house.1 > 0);
        let names: Vec<String> = names.map(|(name, count)| counted(count, name)).collect();
        let houses = format!("in {} the open cells must differ", enumerated(&names));
        match (self.listed.len(), names.is_empty()) {
            (0, true) => "none".to_owned(),
            (count, true) => count.to_string(),
            (0, false) => format!("{houses} (--rules lists them)"),
            (count, false) => format!("{count}, and {houses} (--rules lists all)"),
        }
    }
}

/// By the open cells of a house, of equal cells the one that stands for them: the kind of the house.
fn open_cells(geometry: Geometry, residual: &Residual) -> BTreeMap<Vec<usize>, HouseKind> {
    let mut stands_for: Vec<usize> = (0..geometry.cells()).collect();
    for alias in &residual.aliases {
        stands_for[alias.var.index()] = alias.is.var.index();
    }
    let domains = residual.model.domains();
    let mut open = BTreeMap::new();
    for (house, cells) in geometry.houses() {
        let cells = cells.into_iter().filter(|&cell| !domains[cell].is_fixed());
        let mut cells: Vec<usize> = cells.map(|cell| stands_for[cell]).collect();
        cells.sort_unstable();
        open.entry(cells).or_insert(house.kind);
    }
    open
}

/// The cells that a rule says must differ, ascending, if that is what it says.
fn differing(constraint: &dyn Constraint) -> Option<Vec<usize>> {
    let any = constraint.as_any();
    let is_pair = |pair: &Comparison| pair.comparator == Comparator::Ne && constraint.scope().len() == 2;
    if !any.is::<AllDifferent>() && !any.downcast_ref::<Comparison>().is_some_and(is_pair) {
        return None;
    }
    let mut cells: Vec<usize> = constraint.scope().iter().map(|view| view.var.index()).collect();
    cells.sort_unstable();
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use residua::constraints::all_different;
    use residua::engine::Consistency;
    use residua::model::IntVar;
    use residua_sudoku::Puzzle;

    /// What is left with the listed rules alone, and all houses over their open cells, has the solutions of the puzzle.
    #[test]
    fn what_is_listed_and_the_houses_are_the_puzzle() {
        let puzzles = [
            ".....5....6...54.2..2......6..1..52.",
            "12......34......",
            "1...............",
            "...4..3...2.....",
            ".6....2..........3.1..5...6.2....5..",
        ];
        for text in puzzles {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let geometry = puzzle.geometry();
            let residual = puzzle.model().residual(Consistency::Domain).expect("it has solutions");
            let all = Rules::of(geometry, &residual, true).listed.len();
            let rules = Rules::of(geometry, &residual, false);
            assert_eq!(rules.listed.len() + rules.houses.iter().sum::<usize>(), all, "{text}");
            let mut model = residual.model.without_constraints();
            let cells: Vec<IntVar> = model.vars().collect();
            let equal = residual.model.constraints().take(residual.aliases.len()).map(|(id, _)| id);
            for id in equal.chain(rules.listed.iter().copied()) {
                let copy = std::sync::Arc::clone(residual.model.constraint(id));
                model.post(copy).expect("it was posted before");
            }
            for (_, members) in geometry.houses() {
                let open = members.into_iter().filter(|&cell| !residual.domain(cells[cell]).is_fixed());
                let open: Vec<IntVar> = open.map(|cell| cells[cell]).collect();
                model.post(all_different(open)).expect("they are the model's own");
            }
            let count = |model: &residua::model::Model| model.solutions().count();
            assert_eq!(count(&model), count(&puzzle.model()), "{text}");
        }
    }

    #[test]
    fn houses_are_counted_and_pairs_within_them_listed() {
        let rules = |text: &str, in_full| {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let residual = puzzle.model().residual(Consistency::Domain).expect("it has solutions");
            let rules = Rules::of(puzzle.geometry(), &residual, in_full);
            let show = |&id: &ConstraintId| residual.model.show(&**residual.model.constraint(id)).to_string();
            (rules.summary(), rules.listed.iter().map(show).collect::<Vec<_>>())
        };
        let blank = ".".repeat(16);
        assert_eq!(
            rules(&blank, false).0,
            "in 4 rows, 4 columns and 4 boxes the open cells must differ (--rules lists them)"
        );
        assert_eq!(rules(&blank, true).0, "12");
        assert_eq!(
            rules("12......34......", false).0,
            "in 2 rows the open cells must differ (--rules lists them)"
        );
        assert_eq!(rules("12......34......", true).1, ["r1c3 ≠ r1c4", "r2c3 ≠ r2c4"]);
        let (summary, listed) = rules(".....5....6...54.2..2......6..1..52.", false);
        assert!(summary.starts_with(&format!("{}, and in ", listed.len())), "{summary}");
        // A pair that is part of a row is listed; one that is all that is open of a box is counted.
        let has = |rule: &str| listed.iter().any(|other| other == rule);
        assert_eq!((has("r5c1 ≠ r5c2"), has("r3c5 ≠ r4c4")), (true, false), "{listed:?}");
    }
}
