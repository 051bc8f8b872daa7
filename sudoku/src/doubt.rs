//! Entered digits and pencil marks that do not count, compared with what an inspection found.

use residua::inspect::{Inspection, Residual};
use residua::model::IntVar;

use crate::geometry::Geometry;
use crate::notes::Trust;

/// An entry or pencil marks that an answer contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A digit is entered that its cell does not have in any solution.
    Entry {
        /// The cell.
        cell: usize,
        /// The digit.
        value: i32,
    },
    /// The pencil marks of a cell lack values that it has in some solution.
    Marks {
        /// The cell.
        cell: usize,
        /// These values.
        missing: Vec<i32>,
        /// Whether the cell has the same value in all solutions.
        is_definite: bool,
    },
    /// Each by itself may be right, but no solution has all of them.
    Together(Trust),
}

/// What is written into a cell besides givens.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The cell.
    pub cell: usize,
    /// Its variable in the inspected model.
    pub var: IntVar,
    /// The digit that is entered.
    pub entry: Option<i32>,
    /// The pencil marks; empty for none.
    pub marks: &'a [i32],
}

impl Written<'_> {
    /// Whether something is written of the kind that this trust adds.
    fn has(&self, trust: Trust) -> bool {
        match trust {
            Trust::Givens => false,
            Trust::Entries => self.entry.is_some(),
            Trust::Marks => !self.marks.is_empty(),
        }
    }
}

/// The entries and marks that do not count under `trust` and are contradicted by an inspection under `trust`, of a grid of any shape. Empty if
/// there is no solution to compare with. Where each by itself may be right, `is_refuted` is asked whether there is no solution
/// under more trust.
///
/// [`Notes::doubts`](crate::Notes::doubts) is this for a puzzle without further rules.
pub fn doubts(
    written: &[Written<'_>],
    trust: Trust,
    inspection: &Inspection,
    is_refuted: &mut dyn FnMut(Trust) -> bool,
) -> Vec<Doubt> {
    let Some(residual) = &inspection.residual else { return Vec::new() };
    let mut doubts = Vec::new();
    if trust < Trust::Entries {
        doubts.extend(written.iter().filter_map(|written| wrong(written, residual)));
    }
    if trust < Trust::Marks {
        doubts.extend(written.iter().filter_map(|written| lacking(written, inspection, residual)));
    }
    if doubts.is_empty() {
        let adds = |more: &Trust| *more > trust && written.iter().any(|written| written.has(*more));
        let mut uncounted = [Trust::Entries, Trust::Marks].into_iter().filter(adds);
        doubts.extend(uncounted.find(|&more| is_refuted(more)).map(Doubt::Together));
    }
    doubts
}

fn wrong(written: &Written<'_>, residual: &Residual) -> Option<Doubt> {
    let value = written.entry.filter(|&value| !residual.domain(written.var).contains(value))?;
    Some(Doubt::Entry { cell: written.cell, value })
}

fn lacking(written: &Written<'_>, inspection: &Inspection, residual: &Residual) -> Option<Doubt> {
    if written.marks.is_empty() {
        return None;
    }
    let domain = residual.domain(written.var);
    let is_missing = |&value: &i32| {
        !written.marks.contains(&value) && inspection.is_possible(written.var, value) == Some(true)
    };
    let missing: Vec<i32> = domain.iter().filter(is_missing).collect();
    (!missing.is_empty()).then(|| Doubt::Marks {
        cell: written.cell,
        missing,
        is_definite: domain.is_fixed(),
    })
}

impl Doubt {
    /// The doubt as a sentence, cells in the names of `geometry`.
    pub fn describe(&self, geometry: Geometry) -> String {
        self.describe_by(|cell| geometry.name(cell))
    }

    /// The doubt as a sentence, with cells called by `name`.
    pub fn describe_by(&self, name: impl Fn(usize) -> String) -> String {
        match self {
            Doubt::Entry { cell, value } => format!("entered {} = {value} is in no solution", name(*cell)),
            Doubt::Marks { cell, missing, is_definite } => {
                let missing = missing.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
                let note = if *is_definite { "its only value" } else { "which it has in some solutions" };
                format!("the marks of {} lack {missing}, {note}", name(*cell))
            }
            Doubt::Together(Trust::Marks) => {
                "with all that is entered and marked there is no solution".to_owned()
            }
            Doubt::Together(_) => "all entered digits together are in no solution".to_owned(),
        }
    }
}
