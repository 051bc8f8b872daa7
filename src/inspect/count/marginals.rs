//! Marginals: the number of solutions with each value of each variable, all in one pass.
//!
//! A component is counted with its [pairs of variable and value](crate::inspect::count::tally). In a product, the
//! numbers of the pairs of each factor are multiplied by the other factors; a sum adds pair by pair. So one count of
//! the whole gives all.
//!
//! | Promise | |
//! |---|---|
//! | Law | for each variable, the numbers of its values add up to the number of solutions |
//! | Cost | that of a count, times the number of values of a component wherever a cached one is reused |

use crate::domain::Domain;
use crate::inspect::count::natural::Natural;
use crate::inspect::count::tally::Tally;
use crate::inspect::count::{Count, Counter};
use crate::model::{IntVar, Model};
use crate::search::{Limit, Limits};
use crate::store::Domains;

/// Marginals: the number of solutions, and of those with each value of each variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    total: Count,
    /// By variable: its values, and the solutions with each.
    by_var: Vec<Vec<(i32, Count)>>,
}

impl Marginals {
    /// The number of solutions.
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// The values of a variable's domain in the model, ascending, each with its number of solutions; empty for each
    /// variable if there are too many values, or too great numbers, to be kept: then
    /// [memory](crate::search::Limit::Memory) was the limit of the total.
    pub fn of(&self, var: IntVar) -> &[(i32, Count)] {
        &self.by_var[var.index()]
    }

    /// Whether all numbers are exact.
    pub fn are_exact(&self) -> bool {
        self.total.is_exact() && self.by_var.iter().flatten().all(|(_, count)| count.is_exact())
    }
}

/// With more values than this none is counted: the counts of each component take as much memory again, and time.
const MOST_VALUES: u64 = 1 << 22;

impl Model {
    /// The number of solutions, and of those with each value of each variable. `limits` on time, nodes and failures, and the
    /// flag, make it stop early; with one on solutions each value is counted up to that number, one after another.
    ///
    /// ```
    /// use residua::inspect::Natural;
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let model = puzzle.model();
    /// let marginals = model.marginals(&Limits::default());
    /// assert_eq!(marginals.total().number(), &Natural::from(18u32));
    /// let first = model.vars().next().expect("36 cells");
    /// let numbers: Vec<_> = marginals.of(first).iter().map(|(v, count)| format!("{v}: {}", count.number())).collect();
    /// assert_eq!(numbers, ["1: 0", "2: 6", "3: 7", "4: 3", "5: 0", "6: 2"]);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn marginals(&self, limits: &Limits) -> Marginals {
        Counter::new(self, limits).marginals(self)
    }
}

impl Counter {
    /// Counts all solutions, and those with each value of each variable of `model`, the model of the counter.
    pub fn marginals(&mut self, model: &Model) -> Marginals {
        self.start();
        let values = model.domains().iter().map(Domain::size).fold(0, u64::saturating_add);
        let nothing = || vec![Vec::new(); model.domains().len()];
        if values > MOST_VALUES {
            return Marginals { total: Count::AtLeast(Natural::ZERO, Limit::Memory), by_var: nothing() };
        }
        // Room for millions of numbers takes time, which there is before the count and not after it.
        let of = |domain: &Domain| domain.iter().map(|value| (value, Count::Exact(Natural::ZERO))).collect();
        let mut by_var: Vec<Vec<(i32, Count)>> = model.domains().iter().map(of).collect();
        if self.cap.is_some() || self.counted.is_some() {
            return self.marginals_one_by_one(model, by_var);
        }
        self.with_var_values = true;
        let mut tally = self.tally_under(&[]);
        self.with_var_values = false;
        if self.stopped == Some(Limit::Memory) {
            by_var = nothing();
        } else {
            self.put(model, &mut tally, &mut by_var);
        }
        Marginals { total: self.as_far_as_it_went(tally.total), by_var }
    }

    /// Puts the numbers of the pairs that propagation leaves with their values; the total is left. What propagation removes is
    /// in no solution, whatever limit there is.
    fn put(&self, model: &Model, tally: &mut Tally, by_var: &mut [Vec<(i32, Count)>]) {
        if !self.is_open {
            return;
        }
        let store = self.solver.store();
        // By engine variable: the place of its first pair in the tally, and how many variables it still stands for.
        let mut starts = Vec::with_capacity(store.vars());
        let mut next = 0;
        for var in self.solver.engine().own_vars() {
            starts.push(next);
            next += store.size(var) as usize;
        }
        let mut names = vec![0; store.vars()];
        model.vars().for_each(|var| names[self.solver.view(var).var.index()] += 1);
        for (var, numbers) in model.vars().zip(by_var) {
            let view = self.solver.view(var);
            let engine_var = view.var.index();
            names[engine_var] -= 1;
            let mut numbers = numbers.iter_mut();
            // In both lists the values ascend, as no representative is a multiple.
            let values = store.runs(view.var).flat_map(|(low, high)| low..=high);
            for (inner, at) in values.zip(starts[engine_var]..) {
                let value = view.apply(inner);
                let entry = numbers.find(|entry| i64::from(entry.0) == value);
                // Numbers may have thousands of digits: they are copied only if they are needed once more.
                let number = if names[engine_var] == 0 { tally.take(at) } else { tally.with(at) };
                entry.expect("invariant: domains only shrink").1 = self.as_far_as_it_went(number);
            }
        }
    }

    /// Counts each value up to the solution limit: where a sum is cut off, its terms are not known.
    fn marginals_one_by_one(&mut self, model: &Model, mut by_var: Vec<Vec<(i32, Count)>>) -> Marginals {
        let total = self.count_on(&[]);
        for (var, numbers) in model.vars().zip(&mut by_var) {
            let view = self.solver.view(var);
            for (value, count) in numbers {
                if self.is_open && view.contains(self.solver.store(), *value) {
                    // After a limit there may still be millions.
                    let is_over = self.is_late() || self.stopped.is_some();
                    *count = if is_over {
                        self.as_far_as_it_went(Natural::ZERO)
                    } else {
                        self.count_on(&[var.is(*value)])
                    };
                }
            }
        }
        Marginals { total, by_var }
    }
}
