//! Removal of givens from a complete grid of a variant puzzle, as long as it stays the only solution.
//!
//! As with plain puzzles, one question for each cell is enough: whether, with the givens that are left, the cell can have another digit
//! than its own. The rules are compiled once, and most questions are settled by propagation, or by a short depth-first search after it.
//! What remains is asked of one search that learns, with the givens as assumptions: what refutes one cell helps to refute others. It is
//! not asked first since it propagates the givens one by one, which takes long in large grids with sums. A question that takes too
//! many failures stays open, and its given stays.

use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::AssumptionResult::{Core, Solution};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Deadline, Dfs, IncrementalSearch, Limit, Random, Status};

use crate::Variant;

/// The failures that the depth-first search may have in a question.
const FEW_FAILURES: u64 = 100;

/// The failures that the search that learns may have in a question.
const MOST_FAILURES: u64 = 500;

/// Givens of a complete grid, while some are taken away.
#[derive(Debug)]
pub(super) struct Removal<'a> {
    puzzle: &'a Variant,
    model: &'a Model,
    /// The rules, propagated.
    solver: Solver,
    /// The search that learns, once it is needed.
    asked: Option<IncrementalSearch>,
    deadline: &'a Deadline,
    /// By cell: its variable and its digit; `None` if it is absent.
    solution: &'a [Option<(IntVar, i32)>],
    /// By cell.
    pub(super) is_given: Vec<bool>,
    /// Whether some question stayed open.
    pub(super) is_open: bool,
}

impl<'a> Removal<'a> {
    /// Removal from the solution of a puzzle without givens, which has that model, with all cells given.
    pub(super) fn new(
        puzzle: &'a Variant,
        model: &'a Model,
        solution: &'a [Option<(IntVar, i32)>],
        deadline: &'a Deadline,
    ) -> Removal<'a> {
        let is_given = solution.iter().map(Option::is_some).collect();
        let mut solver = Solver::new(model, Options::default());
        solver.propagate().expect("invariant: there is a solution");
        Removal { puzzle, model, solver, asked: None, deadline, solution, is_given, is_open: false }
    }

    /// The number of givens.
    pub(super) fn givens(&self) -> usize {
        self.is_given.iter().filter(|given| **given).count()
    }

    /// Takes the givens of orbits away, in random order, as long as at least `fewest` are left: of each orbit once, if that can be.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn pass(
        &mut self,
        orbits: &[Vec<usize>],
        fewest: usize,
        random: &mut Random,
    ) -> Result<(), Limit> {
        let mut order: Vec<usize> = (0..orbits.len()).collect();
        random.shuffle(&mut order);
        for orbit in order.into_iter().map(|at| &orbits[at]) {
            if self.givens() >= fewest + orbit.len() {
                let is_removed = self.is_redundant(orbit)?;
                for &cell in orbit {
                    self.is_given[cell] = !is_removed;
                }
            }
        }
        Ok(())
    }

    /// Whether the cells of an orbit have their digits without being given. Another solution has a first cell of the orbit with
    /// another digit: a question for each cell, with the cells before it given. Afterwards some of them are not given.
    fn is_redundant(&mut self, orbit: &[usize]) -> Result<bool, Limit> {
        for &cell in orbit {
            self.is_given[cell] = false;
        }
        for &cell in orbit {
            if !self.is_forced(cell)? {
                return Ok(false);
            }
            self.is_given[cell] = true;
        }
        Ok(true)
    }

    /// Whether a cell that is not given has its digit in all solutions, as far as that is found out.
    fn is_forced(&mut self, cell: usize) -> Result<bool, Limit> {
        let given = self.solution.iter().zip(&self.is_given).filter(|(_, given)| **given);
        let mut assumed: Vec<IntAtom> =
            given.filter_map(|(of, _)| of.map(|(var, digit)| var.is(digit))).collect();
        assumed.extend(self.solution[cell].map(|(var, digit)| var.is_not(digit)));
        if let Some(answer) = self.search_shortly(&assumed)? {
            return Ok(answer);
        }
        let asked = self.asked.get_or_insert_with(|| self.model.search().incremental());
        asked.limit_to(self.deadline.left().failures(MOST_FAILURES));
        match asked.satisfy(&assumed) {
            Ok(Core(_)) => Ok(true),
            Ok(Solution(_)) => Ok(false),
            Err(Limit::Failures) => {
                self.is_open = true;
                Ok(false)
            }
            Err(limit) => Err(limit),
        }
    }

    /// Whether there is no solution with these atoms, as far as a short search tells.
    fn search_shortly(&mut self, assumed: &[IntAtom]) -> Result<Option<bool>, Limit> {
        self.deadline.check()?;
        self.solver.push();
        let answer = if assumed.iter().all(|&atom| self.solver.assume(atom).is_ok()) {
            self.search_from_here()
        } else {
            Ok(Some(true))
        };
        self.solver.pop();
        answer
    }

    fn search_from_here(&mut self) -> Result<Option<bool>, Limit> {
        let cells: Vec<IntVar> = self.solution.iter().flatten().map(|&(var, _)| var).collect();
        let order = Ordered::new(&cells, VariableOrder::DomWdeg, ValueOrder::Ascending);
        let mut search = Dfs::new(vec![Box::new(order)], self.deadline.left().failures(FEW_FAILURES));
        let is_found = search.advance(&mut self.solver);
        // Variables of its own may be left to the engine, so what is found is checked.
        let is_another = is_found && {
            let digit = |of: &Option<(IntVar, i32)>| of.map_or(0, |(var, _)| self.solver.min(var));
            let digits: Vec<i32> = self.solution.iter().map(digit).collect();
            self.puzzle.keeps_to_rules(&digits)
        };
        let status = search.status();
        search.reset(&mut self.solver);
        match status {
            _ if is_found => Ok(is_another.then_some(false)),
            Some(Status::Stopped(Limit::Failures)) => Ok(None),
            Some(Status::Stopped(limit)) => Err(limit),
            _ => Ok(Some(true)),
        }
    }
}
