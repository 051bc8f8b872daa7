//! Rules by which digits say where others are: row, column and box indexers.

use residua::constraints::{Operand, element_var};
use residua::model::IntVar;

use crate::filled::Filled;
use crate::kind::RuleKind as K;
use crate::puzzle::Variant;
use crate::stated::{Part, Stated, impossible, part};

/// What the digit of a cell is an index of: the cells by position, from 1, with `None` for those that are absent; and the position that is
/// found there.
fn index(puzzle: &Variant, kind: K, cell: usize) -> Option<(Vec<Option<usize>>, i64)> {
    let shape = puzzle.shape();
    let (row, column) = shape.place(cell);
    // Extra cells are in no row, column or region.
    if shape.block(cell).is_some() {
        return None;
    }
    let at = |row: usize, column: usize| shape.at(row as i64, column as i64);
    match kind {
        K::RowIndexer => Some(((0..shape.rows()).map(|row| at(row, column)).collect(), row as i64 + 1)),
        K::ColumnIndexer => {
            Some(((0..shape.columns()).map(|column| at(row, column)).collect(), column as i64 + 1))
        }
        _ => {
            let region = puzzle.regions().find(|region| region.contains(&cell))?;
            let position = region.iter().position(|&other| other == cell)? as i64 + 1;
            Some((region.iter().copied().map(Some).collect(), position))
        }
    }
}

pub(super) fn is_indexer(filled: &Filled<'_>) -> bool {
    filled.rule.groups()[0].iter().all(|&cell| {
        let Some((cells, position)) = index(filled.puzzle, filled.rule.kind(), cell) else { return false };
        let at = usize::try_from(filled.digit(cell)).ok().and_then(|digit| digit.checked_sub(1));
        let found = at.and_then(|at| cells.get(at).copied().flatten());
        found.is_some_and(|found| filled.digit(found) == position)
    })
}

pub(super) fn indexer(stated: &Stated<'_>) -> Vec<Part> {
    let element = |cell: usize| {
        let (cells, position) = index(stated.puzzle, stated.rule.kind(), cell)?;
        // No position is 0.
        let digit = |cell: Option<usize>| cell.map_or(Operand::Constant(0), |cell| stated.digit(cell).into());
        let index: IntVar = stated.digit(cell);
        Some(part(&[cell], element_var(index - 1, cells.into_iter().map(digit), position)))
    };
    let parts: Option<Vec<Part>> = stated.cells().iter().map(|&cell| element(cell)).collect();
    parts.unwrap_or_else(impossible)
}
