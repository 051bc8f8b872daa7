//! Clause lists over numbered variables, in one allocation.

use std::collections::BTreeSet;

/// Clauses, and how many variables they have. A literal is the number of a variable, from 1, or its negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    vars: i32,
    literals: Vec<i32>,
    /// By clause: where its literals end.
    ends: Vec<usize>,
}

impl Clauses {
    /// Adds a variable.
    pub(super) fn new_var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    /// How many variables there are.
    pub(super) fn vars(&self) -> usize {
        self.vars as usize
    }

    /// Adds a clause that need not hold unless `guard`, if there is one, is true.
    pub(super) fn add_if(&mut self, guard: Option<i32>, literals: impl IntoIterator<Item = i32>) {
        self.literals.extend(literals);
        self.literals.extend(guard.map(|guard| -guard));
        self.ends.push(self.literals.len());
    }

    /// How many literals all clauses have together.
    pub(super) fn size(&self) -> usize {
        self.literals.len()
    }

    /// Drops all but the first of the clauses with the same literals.
    pub(super) fn drop_repeated(&mut self) {
        let mut known = BTreeSet::new();
        let mut kept = Clauses { vars: self.vars, ..Clauses::default() };
        for clause in self.iter() {
            let mut sorted = clause.to_vec();
            sorted.sort_unstable();
            if known.insert(sorted) {
                kept.add_if(None, clause.iter().copied());
            }
        }
        *self = kept;
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &[i32]> {
        let start = |at: usize| if at == 0 { 0 } else { self.ends[at - 1] };
        (0..self.ends.len()).map(move |at| &self.literals[start(at)..self.ends[at]])
    }
}
