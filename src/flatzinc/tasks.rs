//! Tasks and rectangles of MiniZinc's standard library.

use crate::constraints::{
    Constraint, Operand, cumulative, diffn, diffn_nonstrict, disjunctive, disjunctive_strict,
};
use crate::flatzinc::arguments::Arguments;
use crate::flatzinc::entity::Bool;
use crate::flatzinc::error::FlatZincError;
use crate::flatzinc::natives::Meaning;
use crate::flatzinc::translate::Translation;
use crate::model::IntAtom;

impl<'a> Translation<'a> {
    /// `None` if there is none with that name.
    pub(super) fn of_tasks(&mut self, name: &str, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let (count, meaning): (usize, fn(&mut Self, Arguments<'_, 'a>) -> Meaning) = match name {
            "disjunctive" => (2, |to, given| to.tasks(given, false)),
            "disjunctive_strict" => (2, |to, given| to.tasks(given, true)),
            "disjunctive_opt" => (3, |to, given| to.tasks(given, false)),
            "disjunctive_strict_opt" => (3, |to, given| to.tasks(given, true)),
            "cumulative" => (4, Self::resource),
            "cumulative_opt" => (5, Self::resource),
            "diffn" => (4, |to, given| {
                let [x, y, dx, dy] = to.rectangles(given)?;
                Ok(diffn(x, y, dx, dy).into_shared())
            }),
            "diffn_nonstrict" => (4, |to, given| {
                let [x, y, dx, dy] = to.rectangles(given)?;
                Ok(diffn_nonstrict(x, y, dx, dy).into_shared())
            }),
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| meaning(self, given)))
    }

    fn operands(&self, given: Arguments<'_, 'a>, at: usize) -> Result<Vec<Operand>, FlatZincError> {
        Ok(given.ints(at, self)?.iter().map(|&int| int.into()).collect())
    }

    /// Booleans as atoms; one that is known is whether a number is another one.
    fn atoms(&mut self, given: Arguments<'_, 'a>, at: usize) -> Result<Vec<IntAtom>, FlatZincError> {
        let bools = given.bools(at, self)?;
        let mut atoms = Vec::with_capacity(bools.len());
        for &bool in bools.iter() {
            atoms.push(match bool {
                Bool::Atom(atom) => atom,
                Bool::Known(known) => self.model.int_var(i32::from(known)).is(1),
            });
        }
        Ok(atoms)
    }

    fn tasks(&mut self, given: Arguments<'_, 'a>, is_strict: bool) -> Meaning {
        let first = given.values.len() - 2;
        let (starts, durations) = (self.operands(given, first)?, self.operands(given, first + 1)?);
        let of = if is_strict { disjunctive_strict } else { disjunctive };
        let tasks = of(starts, durations);
        Ok(if first == 0 { tasks } else { tasks.optional(self.atoms(given, 0)?) }.into_shared())
    }

    fn resource(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let first = given.values.len() - 4;
        let starts = self.views(given, first)?;
        let [durations, demands] = [1, 2].map(|at| self.operands(given, first + at));
        let tasks = cumulative(starts, durations?, demands?, Operand::from(given.int(first + 3, self)?));
        Ok(if first == 0 { tasks } else { tasks.optional(self.atoms(given, 0)?) }.into_shared())
    }

    fn rectangles(&self, given: Arguments<'_, 'a>) -> Result<[Vec<Operand>; 4], FlatZincError> {
        let [x, y, dx, dy] = [0, 1, 2, 3].map(|at| self.operands(given, at));
        Ok([x?, y?, dx?, dy?])
    }
}
