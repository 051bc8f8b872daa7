//! Test oracle for solving under assumptions: each answer of one incremental search is compared with all solutions.

use std::collections::BTreeSet;

use crate::model::{IntAtom, Model};
use crate::search::Random;
use crate::search::{Limits, Status};
use crate::testing::Mistake;
use crate::testing::learning::Trial;

/// The number of sets of assumptions that are tried.
const ROUNDS: usize = 6;
/// The number of atoms of each, at most.
const ATOMS: usize = 5;

impl Trial<'_> {
    /// Asks for solutions under one set of assumptions after another. For some questions it takes several solutions, others it leaves in
    /// the middle, at a limit.
    pub(super) fn under_assumptions(mut self, seed: u64) -> Result<(), Mistake> {
        let mut random = Random::new(seed);
        for _ in 0..ROUNDS {
            let atoms: Vec<IntAtom> =
                (0..random.below(ATOMS + 1)).filter_map(|_| random.atom(self.model)).collect();
            let limits = || Limits::none().nodes(if seed.is_multiple_of(2) { 2 } else { u64::MAX });
            self.search.assume(&atoms, &mut self.solver);
            self.search.limit_to(limits());
            let mut asks = 1 + random.below(4);
            loop {
                let more = self.advance()?;
                self.answer(&atoms, more).map_err(|what| {
                    let names: Vec<String> = atoms.iter().map(|&atom| self.model.name_atom(atom)).collect();
                    Mistake(format!("assuming {}, {what}", names.join(", ")))
                })?;
                asks -= 1;
                match self.search.status() {
                    Some(Status::Exhausted) => break,
                    // A solution at hand is not excluded then.
                    _ if asks == 0 => break,
                    Some(Status::Stopped(_)) => self.search.resume(limits()),
                    None => self.pass()?,
                }
            }
        }
        Ok(())
    }

    /// Compares an answer with the solutions that were not passed.
    fn answer(&self, atoms: &[IntAtom], is_found: bool) -> Result<(), String> {
        let left = |atoms: &[IntAtom]| -> BTreeSet<&Vec<i32>> {
            let holds =
                |solution: &&Vec<i32>| atoms.iter().all(|atom| atom.allows(solution[atom.var().index()]));
            self.expected.difference(&self.passed).filter(holds).collect()
        };
        if is_found {
            let solution = self.solver.least_values().values().to_vec();
            let is_right = left(atoms).contains(&solution);
            return if is_right {
                Ok(())
            } else {
                Err(format!("{solution:?} is no solution, or was passed"))
            };
        }
        if self.search.status() != Some(Status::Exhausted) {
            return Ok(());
        }
        let core = self.search.core();
        if let Some(atom) = core.iter().find(|atom| !atoms.contains(atom)) {
            return Err(format!("{} is in the core", self.model.name_atom(*atom)));
        }
        match left(core).first() {
            Some(solution) => Err(format!("the solution {solution:?} satisfies the core")),
            None => Ok(()),
        }
    }
}

impl Random {
    /// Any atom of a model's variables; `None`, if it has none.
    fn atom(&mut self, model: &Model) -> Option<IntAtom> {
        let var = model.vars().nth(self.below(model.vars().len()))?;
        let domain = model.domain(var);
        let mut values: Vec<i32> = domain.iter().collect();
        // One that it does not have.
        values.push(values.last().map_or(0, |most| most + 1));
        let value = values[self.below(values.len())];
        Some(match self.below(4) {
            0 => var.is_not(value),
            1 => var.at_most(value),
            2 => var.at_least(value),
            _ => var.is(value),
        })
    }
}
