//! What conflict analysis asks of the kernel: quasigroup completion of order 30, each dead end explained to its first unique
//! implication point. Nothing is learned from it: after each the search starts over, with random decisions on variables of the
//! fewest values.
//!
//! Printed for each consistency, as means over the dead ends: how many atoms were located on the trail, how many premises
//! explanations gave, how many atoms the nogood has, and the time that propagation and analysis took.

#![expect(clippy::print_stdout, reason = "a table is all that it makes")]

mod instances;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use residua::engine::{Consistency, Engine};
use residua::model::{IntVar, ModelError, Options, Solver};
use residua::store::{Atom, Cursors, Domains, Relation, Source};

use crate::instances::quasigroup::{Square, squares};
use crate::instances::{read, sample};

const SAMPLE: usize = 5;
const CONFLICTS: u64 = 400;

/// Sums over dead ends.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    conflicts: u64,
    located: u64,
    premises: u64,
    nogoods: u64,
    propagation: Duration,
    analysis: Duration,
}

/// The atoms of a conflict that are still to be explained, by where they became true.
#[derive(Debug, Default)]
struct Analysis {
    cursors: Cursors,
    /// Position, whether it follows from the domain alone, atom.
    waiting: BTreeSet<(usize, u8, Atom)>,
    premises: Vec<Atom>,
}

impl Analysis {
    /// Puts the premises of an inference, which were true at `before`, where they became true. What was true at the start
    /// does not count.
    fn locate(&mut self, engine: &Engine, before: usize, totals: &mut Totals) {
        let store = engine.store();
        totals.premises += self.premises.len() as u64;
        for atom in self.premises.drain(..) {
            totals.located += 1;
            let past = store.past_by(before, &self.cursors);
            let Some(position) = past.cause(atom) else { continue };
            let posted = store.posted(position).filter(|posted| posted.implies(atom));
            let (_, reason) = store.change(position).expect("it was recorded");
            let is_decision = reason.source() == Source::Decision;
            match posted {
                // Whatever follows from a decision is that decision.
                Some(decided) if is_decision => self.waiting.insert((position, 0, decided)),
                Some(_) => self.waiting.insert((position, 0, atom)),
                None if store.posted(position).is_none() && atom.relation() == Relation::Ne => {
                    self.waiting.insert((position, 0, atom))
                }
                None => self.waiting.insert((position, 1, atom)),
            };
        }
    }

    /// Explains the newest dead end until one atom is left that became true at `mark` or later.
    fn first_uip(&mut self, engine: &Engine, mark: usize, totals: &mut Totals) {
        let store = engine.store();
        self.cursors.restart(store.vars());
        self.waiting.clear();
        let now = store.past_by(store.position(), &self.cursors);
        let failure = engine.explain_failure_into(now, &mut self.premises).expect("there is a failure");
        self.locate(engine, failure.position, totals);
        while self.waiting.iter().rev().take_while(|entry| entry.0 >= mark).count() > 1 {
            let (position, _, atom) = self.waiting.pop_last().expect("there are two");
            let past = store.past_by(position + 1, &self.cursors);
            let inference =
                engine.explain_into(atom, past, &mut self.premises).expect("it was not true before");
            self.locate(engine, inference.position, totals);
        }
        totals.nogoods += self.waiting.len() as u64;
        totals.conflicts += 1;
    }
}

/// Dives into a square again and again, by random decisions on variables with the fewest values, each time to a dead end.
fn dive(square: &Square, consistency: Consistency, totals: &mut Totals) -> Result<(), ModelError> {
    let (model, cells): (_, Vec<IntVar>) = square.model()?;
    let mut solver = Solver::new(&model, Options::default().consistency(consistency).record(true));
    let mut analysis = Analysis::default();
    solver.propagate().expect("it has a completion");
    solver.settle_root();
    let mut random = 1u64;
    for _ in 0..CONFLICTS {
        let mut mark = 0;
        let start = Instant::now();
        let mut is_solved = false;
        while solver.propagate().is_ok() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let least = cells.iter().map(|&cell| solver.size(cell)).filter(|&size| size > 1).min();
            let Some(least) = least else {
                is_solved = true;
                break;
            };
            let tied: Vec<IntVar> =
                cells.iter().copied().filter(|&cell| solver.size(cell) == least).collect();
            let cell = tied[(random >> 33) as usize % tied.len()];
            let value = solver.domain(cell).iter().nth((random >> 45) as usize % least as usize);
            mark = solver.store().position();
            solver.push();
            let decision = cell.is(value.expect("it has as many"));
            let _ = solver.assume(decision).expect("it is open");
        }
        totals.propagation += start.elapsed();
        let start = Instant::now();
        if !is_solved {
            analysis.first_uip(solver.engine(), mark, totals);
        }
        totals.analysis += start.elapsed();
        solver.pop_to(0);
    }
    Ok(())
}

fn main() -> Result<(), ModelError> {
    let Some(text) = read("qwh_csplib067.tsv") else { return Ok(()) };
    let all = sample(squares(&text), SAMPLE);
    for consistency in [Consistency::Value, Consistency::Domain] {
        let mut totals = Totals::default();
        for square in &all {
            dive(square, consistency, &mut totals)?;
        }
        let mean = |sum: u64| sum as f64 / totals.conflicts.max(1) as f64;
        let microseconds = |sum: Duration| 1e6 * sum.as_secs_f64() / totals.conflicts.max(1) as f64;
        println!(
            "{consistency}: {} dead ends, each: {:.0} located, {:.0} premises, nogood of {:.0}; propagation {:.0} µs, analysis {:.0} µs",
            totals.conflicts,
            mean(totals.located),
            mean(totals.premises),
            mean(totals.nogoods),
            microseconds(totals.propagation),
            microseconds(totals.analysis),
        );
    }
    Ok(())
}
