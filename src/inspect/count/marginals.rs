//! The number of solutions with each value of each variable, all in one pass.
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
use crate::inspect::count::tally::var_values;
use crate::inspect::count::{Count, Counter};
use crate::model::{IntVar, Model};
use crate::search::{Limit, Limits};
use crate::store::{Domains, VarId};

/// How many solutions there are, and with each value of each variable: the marginals of the count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    total: Count,
    /// By variable: its values, and the solutions with each.
    by_var: Vec<Vec<(i32, Count)>>,
}

impl Marginals {
    /// How many solutions there are.
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// The values of a variable's domain in the model, ascending, each with its number of solutions; empty for each
    /// variable if there are so many values that [memory](crate::search::Limit::Memory) was the limit of the total.
    pub fn of(&self, var: IntVar) -> &[(i32, Count)] {
        &self.by_var[var.index()]
    }

    /// Whether all numbers are exact.
    pub fn are_exact(&self) -> bool {
        self.total.is_exact() && self.by_var.iter().flatten().all(|(_, count)| count.is_exact())
    }
}

/// With more values than this (some gigabytes of counts), none is counted.
const MOST_VALUES: u64 = 1 << 26;

/// Nor of more values than this that propagation leaves: the counts of each component take as much room again, and time.
const MOST_OPEN: u64 = 1 << 22;

impl Model {
    /// How many solutions there are, and with each value of each variable. `limits` on time, nodes and failures, and the
    /// flag, make it stop early; with one on solutions each value is counted up to that number, one after another.
    ///
    /// ```
    /// use residua::inspect::Natural;
    /// use residua::search::Limits;
    /// use residua::sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let model = puzzle.model();
    /// let marginals = model.marginals(&Limits::default());
    /// assert_eq!(marginals.total().number(), &Natural::from(18u32));
    /// let first = model.vars().next().expect("36 cells");
    /// let numbers: Vec<_> = marginals.of(first).iter().map(|(v, count)| format!("{v}: {}", count.number())).collect();
    /// assert_eq!(numbers, ["1: 0", "2: 6", "3: 7", "4: 3", "5: 0", "6: 2"]);
    /// # Ok::<(), residua::sudoku::ParseError>(())
    /// ```
    pub fn marginals(&self, limits: &Limits) -> Marginals {
        Counter::new(self, limits).marginals(self)
    }
}

impl Counter {
    /// Counts all solutions, and those with each value of each variable of `model`, the model of the counter.
    pub fn marginals(&mut self, model: &Model) -> Marginals {
        let values = model.domains().iter().map(Domain::size).fold(0, u64::saturating_add);
        let vars = (0..self.solver.store().vars()).map(VarId::new);
        let open: u64 = vars.map(|var| self.solver.store().size(var)).fold(0, u64::saturating_add);
        if values > MOST_VALUES || open > MOST_OPEN {
            let total = Count::AtLeast(Natural::ZERO, Limit::Memory);
            return Marginals { total, by_var: vec![Vec::new(); model.domains().len()] };
        }
        if self.cap.is_some() {
            return self.marginals_one_by_one(model);
        }
        self.start();
        self.with_var_values = true;
        let tally = self.tally_under(&[]);
        self.with_var_values = false;
        let all: Vec<VarId> = (0..self.solver.store().vars()).map(VarId::new).collect();
        // Where no solution was counted, be it for a limit, nothing is looked up: there may be millions of values.
        let is_none = tally.total.is_zero();
        let var_values =
            if self.is_open && !is_none { var_values(self.solver.store(), &all) } else { Vec::new() };
        let number = |var: IntVar, value: i32| {
            let view = self.solver.view(var);
            if is_none && self.is_open && view.contains(self.solver.store(), value) {
                return self.as_far_as_it_went(Natural::ZERO);
            }
            let find = |inner| var_values.binary_search(&(view.var, inner)).ok();
            // What propagation removes is in no solution, whatever limit there is. A limit may come before any pair.
            match view.invert(value).and_then(find) {
                Some(at) => {
                    self.as_far_as_it_went(tally.by_var_value.get(at).cloned().unwrap_or(Natural::ZERO))
                }
                None => Count::Exact(Natural::ZERO),
            }
        };
        let of = |var: IntVar| model.domain(var).iter().map(|value| (value, number(var, value))).collect();
        Marginals { by_var: model.vars().map(of).collect(), total: self.as_far_as_it_went(tally.total) }
    }

    /// Counts each value up to the limit on solutions: where a sum is cut off, its terms are not known.
    fn marginals_one_by_one(&mut self, model: &Model) -> Marginals {
        self.start();
        let total = self.count_on(&[]);
        let mut of = |var: IntVar| {
            let values = model.domain(var).iter();
            values.map(|value| (value, self.count_on(&[var.is(value)]))).collect()
        };
        let by_var = model.vars().map(&mut of).collect();
        Marginals { total, by_var }
    }
}
