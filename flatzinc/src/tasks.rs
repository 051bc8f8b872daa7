//! Native scheduling constraints of MiniZinc's standard library: tasks and rectangles.

use std::sync::Arc;

use residua::constraints::{
    Constraint, Expr, Operand, all_of, any_of, cumulative, diffn, diffn_nonstrict, disjunctive,
    disjunctive_strict, eq, le,
};
use residua::model::IntAtom;

use crate::arguments::Arguments;
use crate::entity::{Bool, Int};
use crate::error::FlatZincError;
use crate::natives::Meaning;
use crate::translate::Translation;

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
            "diffn" | "diffn_nonstrict" => (4, Self::rectangles),
            "diffn_k" | "diffn_nonstrict_k" => (3, Self::boxes),
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| meaning(self, given)))
    }

    fn operands(&self, given: Arguments<'_, 'a>, at: usize) -> Result<Vec<Operand>, FlatZincError> {
        Ok(given.ints(at, self)?.iter().map(|&int| int.into()).collect())
    }

    /// Booleans as atoms; a constant is an atom of a fixed variable.
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
        // A duration below 0 is not an error, but not a solution either.
        if durations.iter().any(|duration| matches!(duration, Operand::Constant(number) if *number < 0)) {
            return Ok(Bool::Known(false).holds());
        }
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

    fn rectangles(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let [x, y, dx, dy] = [0, 1, 2, 3].map(|at| given.ints(at, self));
        let (x, y, dx, dy) = (x?, y?, dx?, dy?);
        if [y.len(), dx.len(), dy.len()] != [x.len(); 3] {
            return Err(self.error(given.at, format!("the lists of {} differ in length", given.name)));
        }
        let pairs = |first: &[Int], second: &[Int]| -> Vec<Int> {
            first.iter().zip(second).flat_map(|(&first, &second)| [first, second]).collect()
        };
        Ok(self.apart(&pairs(&x, &y), &pairs(&dx, &dy), 2, given))
    }

    /// `diffn_k(origins, sizes, dimensions)`, box by box.
    fn boxes(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (origins, sizes) = (given.ints(0, self)?, given.ints(1, self)?);
        let dimensions = usize::try_from(given.number(2, self)?).unwrap_or(0);
        if origins.len() != sizes.len() || !origins.len().is_multiple_of(dimensions) {
            let message = format!("the origins and sizes of {} are not of {dimensions} each", given.name);
            return Err(self.error(given.at, message));
        }
        if origins.is_empty() {
            return Ok(Bool::Known(true).holds());
        }
        Ok(self.apart(&origins, &sizes, dimensions, given))
    }

    /// No two boxes overlap, which have that many origins, and sizes, one after the other.
    fn apart(
        &self,
        origins: &[Int],
        sizes: &[Int],
        dimensions: usize,
        given: Arguments<'_, 'a>,
    ) -> Arc<dyn Constraint> {
        let is_strict = !given.name.contains("nonstrict");
        if dimensions == 2 && sizes.iter().all(|&size| self.is_never_negative(size)) {
            let side = |list: &[Int], at: usize| -> Vec<Operand> {
                list.iter().skip(at).step_by(2).map(|&int| int.into()).collect()
            };
            let [x, y] = [0, 1].map(|at| side(origins, at));
            let [dx, dy] = [0, 1].map(|at| side(sizes, at));
            let of = if is_strict { diffn } else { diffn_nonstrict };
            return of(x, y, dx, dy).into_shared();
        }
        let boxes: Vec<(&[Int], &[Int])> = origins.chunks(dimensions).zip(sizes.chunks(dimensions)).collect();
        let mut parts = Vec::new();
        for (at, one) in boxes.iter().enumerate() {
            for other in &boxes[at + 1..] {
                let mut ways = Vec::new();
                for dimension in 0..dimensions {
                    for ((origin, size), (next, _)) in [(one, other), (other, one)] {
                        let end = Expr::from(origin[dimension]) + size[dimension];
                        ways.push(le(end, next[dimension]));
                        if !is_strict {
                            ways.push(eq(size[dimension], 0));
                        }
                    }
                }
                parts.push(any_of(ways));
            }
        }
        all_of(parts).into_shared()
    }

    fn is_never_negative(&self, int: Int) -> bool {
        match int {
            Int::Number(number) => number >= 0,
            Int::Wide(_) => false,
            Int::View(view) => view.domain(self.model.domains()).min().is_none_or(|least| least >= 0),
        }
    }
}
