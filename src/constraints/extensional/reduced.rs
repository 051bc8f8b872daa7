//! Simplification of tables under reduced domains: fewer rows, fewer columns, or nothing.

use std::sync::Arc;

use crate::constraints::extensional::rows::Rows;
use crate::constraints::extensional::table::{Listed, Table};
use crate::constraints::{Comparator, Comparison, Constraint, Operand, Simplified, in_set, walkable};
use crate::domain::Domain;
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

/// The columns that stay: the first of each variable that is open.
struct Kept {
    /// Their numbers.
    columns: Vec<usize>,
    /// By column: the column that has its variable, if that is an earlier one.
    repeats: Vec<Option<usize>>,
}

impl Kept {
    fn new(views: &[IntView], domains: &dyn Domains<IntVar>) -> Kept {
        let is_open = |&column: &usize| views[column].value(domains).is_none();
        let first = |column: usize| (0..column).find(|&c| is_open(&c) && views[c].var == views[column].var);
        let repeats: Vec<Option<usize>> =
            (0..views.len()).map(|column| first(column).filter(|_| is_open(&column))).collect();
        let columns = (0..views.len()).filter(is_open).filter(|&column| repeats[column].is_none()).collect();
        Kept { columns, repeats }
    }
}

impl Table {
    pub(super) fn simplified(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let kept = Kept::new(&self.views, domains);
        let mut left = Vec::new();
        let mut count = 0;
        let mut tuple = vec![None; self.views.len()];
        for row in 0..self.rows.len() {
            if self.read(row, &kept, domains, &mut tuple) {
                left.extend(kept.columns.iter().map(|&column| tuple[column]));
                count += 1;
            }
        }
        let views: Vec<IntView> = kept.columns.iter().map(|&column| self.views[column]).collect();
        let is_changed = views.len() < self.views.len() || count < self.rows.len();
        match self.listed {
            Listed::Allowed => self.allowed(views, &left, (count, is_changed), domains),
            Listed::Forbidden => forbidden(views, &left, (count, is_changed), domains),
        }
    }

    /// Reads a row with the cells of repeated variables put into the first column of each; false if the domains exclude it.
    fn read(
        &self,
        row: usize,
        kept: &Kept,
        domains: &dyn Domains<IntVar>,
        tuple: &mut [Option<i32>],
    ) -> bool {
        for (column, &view) in self.views.iter().enumerate() {
            tuple[column] = self.rows.cell(row, column);
            let Some(value) = tuple[column] else { continue };
            if !view.contains(domains, value) {
                return false;
            }
            let Some(first) = kept.repeats[column] else { continue };
            // The value is that of another view of the variable.
            let own = self.views[first];
            let Some(value) = view.invert(value).and_then(|v| i32::try_from(own.apply(v)).ok()) else {
                return false;
            };
            if tuple[first].is_some_and(|other| other != value) {
                return false;
            }
            tuple[first] = Some(value);
        }
        true
    }

    fn allowed(
        &self,
        views: Vec<IntView>,
        left: &[Option<i32>],
        (count, is_changed): (usize, bool),
        domains: &dyn Domains<IntVar>,
    ) -> Simplified {
        if count == 0 {
            return Simplified::Violated;
        }
        if views.is_empty() || is_covered(&views, left, self.rows.has_free(), domains) {
            return Simplified::Entailed;
        }
        if let [view] = views[..] {
            let values: Domain = left.iter().flatten().copied().collect();
            return Simplified::Into(vec![in_set(view, values).into_shared()]);
        }
        if !is_changed {
            return Simplified::Unchanged;
        }
        let rows = Arc::new(Rows::with_free(views.len(), left.chunks_exact(views.len())));
        Simplified::Into(vec![Table { views, rows, listed: Listed::Allowed }.into_shared()])
    }
}

/// What is left of forbidden rows, over these columns.
fn forbidden(
    views: Vec<IntView>,
    left: &[Option<i32>],
    (count, is_changed): (usize, bool),
    domains: &dyn Domains<IntVar>,
) -> Simplified {
    if count == 0 {
        return Simplified::Entailed;
    }
    if count as u64 == assignments(&views, domains) {
        return Simplified::Violated;
    }
    if let [view] = views[..] {
        let gone: Domain = left.iter().flatten().copied().collect();
        if let Some(value) = gone.value() {
            let right = Operand::Constant(value.into());
            let differs = Comparison { left: view, comparator: Comparator::Ne, right };
            return match differs.simplify(domains) {
                Simplified::Unchanged => Simplified::Into(vec![differs.into_shared()]),
                other => other,
            };
        }
        let all = walkable(view, domains).unwrap_or_else(|| Domain::from(i32::MIN..=i32::MAX));
        return Simplified::Into(vec![in_set(view, all.difference(&gone)).into_shared()]);
    }
    if !is_changed {
        return Simplified::Unchanged;
    }
    let tuples = left.chunks_exact(views.len());
    let rows = Arc::new(Rows::with_free(views.len(), tuples));
    Simplified::Into(vec![Table { views, rows, listed: Listed::Forbidden }.into_shared()])
}

/// How many assignments the views have left, which are of different variables.
fn assignments(views: &[IntView], domains: &dyn Domains<IntVar>) -> u64 {
    views.iter().fold(1, |product, view| product.saturating_mul(view.size(domains)))
}

/// Whether every assignment that is left fits a row. Where many rows overlap, it may be so without being found.
fn is_covered(
    views: &[IntView],
    left: &[Option<i32>],
    has_free: bool,
    domains: &dyn Domains<IntVar>,
) -> bool {
    let sizes: Vec<u64> = views.iter().map(|view| view.size(domains)).collect();
    let mut rows: Vec<&[Option<i32>]> = left.chunks_exact(views.len()).collect();
    if has_free {
        // Different rows may have become the same.
        rows.sort_unstable();
        rows.dedup();
    }
    let volume = |row: &&[Option<i32>]| {
        let free = row.iter().zip(&sizes).filter(|(cell, _)| cell.is_none());
        free.fold(1_u64, |product, (_, &size)| product.saturating_mul(size))
    };
    let volumes = rows.iter().map(volume).fold(0, u64::saturating_add);
    let all = assignments(views, domains);
    if volumes < all {
        return false;
    }
    // Rows without a free cell are different ones.
    let overlap = rows.iter().any(|row| row.contains(&None));
    !overlap || all == 1 || covers(&rows, 0, &sizes, &mut 10_000)
}

/// Whether the rows cover all values of the columns from that one on; false where that takes too many steps.
fn covers(rows: &[&[Option<i32>]], column: usize, sizes: &[u64], steps: &mut usize) -> bool {
    if rows.iter().any(|row| row[column..].iter().all(Option::is_none)) {
        return true;
    }
    let Some(next) = steps.checked_sub(rows.len() + 1) else { return false };
    *steps = next;
    if rows.is_empty() || column == sizes.len() {
        return false;
    }
    let mut values: Vec<i32> = rows.iter().filter_map(|row| row[column]).collect();
    values.sort_unstable();
    values.dedup();
    let with = |value: Option<i32>| -> Vec<&[Option<i32>]> {
        rows.iter().copied().filter(|row| row[column].is_none_or(|cell| Some(cell) == value)).collect()
    };
    let is_any_other = (values.len() as u64) < sizes[column];
    values.iter().all(|&value| covers(&with(Some(value)), column + 1, sizes, steps))
        && (!is_any_other || covers(&with(None), column + 1, sizes, steps))
}
