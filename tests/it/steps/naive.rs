//! All solutions of a small model, by trying all values and checking each constraint as soon as its cells have one.

use residua::constraints::Constraint;
use residua::model::{IntView, Model};

/// The solutions, at most `most` of them.
pub(super) fn solutions(model: &Model, most: usize) -> Vec<Vec<i32>> {
    let count = model.vars().len();
    let mut naive = Naive {
        model,
        due: vec![Vec::new(); count],
        apart: vec![Vec::new(); count],
        found: Vec::new(),
        most,
    };
    for (_, constraint) in model.constraints() {
        let cells: Vec<usize> = constraint.scope().iter().map(|view| view.var.index()).collect();
        naive.due[cells.iter().copied().max().expect("a cell")].push(&**constraint);
        if constraint.name() == "all_different" {
            for &cell in &cells {
                naive.apart[cell].extend(cells.iter().filter(|&&other| other < cell));
            }
        }
    }
    naive.extend(&mut Vec::new());
    naive.found
}

struct Naive<'a> {
    model: &'a Model,
    /// By cell: the constraints whose last cell it is.
    due: Vec<Vec<&'a dyn Constraint>>,
    /// By cell: the earlier ones that differ from it. Without looking at them first, 36 cells are too many.
    apart: Vec<Vec<usize>>,
    found: Vec<Vec<i32>>,
    most: usize,
}

impl Naive<'_> {
    fn extend(&mut self, values: &mut Vec<i32>) {
        let cell = values.len();
        if cell == self.due.len() {
            self.found.push(values.clone());
            return;
        }
        for value in &self.model.domains()[cell] {
            if self.found.len() >= self.most || self.apart[cell].iter().any(|&other| values[other] == value) {
                continue;
            }
            values.push(value);
            let holds = |constraint: &&dyn Constraint| {
                constraint.check(&|view: IntView| view.apply(values[view.var.index()]))
            };
            if self.due[cell].iter().all(holds) {
                self.extend(values);
            }
            values.pop();
        }
    }
}
