//! Many puzzles of one geometry: the rules are compiled once, each puzzle is a level on top of them.

use crate::domain::Domain;
use crate::engine::Consistency;
use crate::inspect::Residual;
use crate::model::{IntVar, Model, Options, Solver};
use crate::search::brancher::{Ordered, ValueOrder, VariableOrder};
use crate::search::{Dfs, Limits, Outcome, Statistics};
use crate::store::{Conflict, Domains};
use crate::sudoku::{Clash, Geometry, House, Puzzle};

/// Why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Two givens clash.
    Givens(Clash),
    /// Propagation left a house without a place for a value.
    NoPlace {
        /// The house.
        house: House,
        /// The value.
        value: i32,
    },
    /// Propagation left a cell without a value.
    NoValue {
        /// The cell.
        cell: usize,
    },
    /// Propagation found that the cells of a house cannot all differ: some of them have too few values together.
    Crowded {
        /// The house.
        house: House,
    },
    /// Search tried everything.
    Search {
        /// How many nodes that took.
        nodes: u64,
    },
}

impl Refutation {
    /// The refutation as a sentence, cells in the names of `geometry`.
    pub fn describe(&self, geometry: Geometry) -> String {
        match self {
            Refutation::Givens(clash) => clash.to_string(),
            Refutation::NoPlace { house, value } => format!("{house} has no place for {value}"),
            Refutation::NoValue { cell } => format!("{} has no value left", geometry.name(*cell)),
            Refutation::Crowded { house } => format!("{house} has more cells than values for them"),
            Refutation::Search { nodes } => format!("proved by search, {nodes} nodes"),
        }
    }
}

/// Solves puzzles of one geometry, one after another.
///
/// ```
/// use residua::engine::Consistency;
/// use residua::search::Limits;
/// use residua::sudoku::{Geometry, Puzzle, PuzzleSolver};
///
/// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
/// let mut solver = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::default());
/// assert!(solver.load(&puzzle).is_ok());
/// let mut grid = Vec::new();
/// assert!(solver.next_solution(&mut grid));
/// assert_eq!(grid[..4], [1, 3, 2, 4]);
/// assert!(!solver.next_solution(&mut grid), "it is the only one");
/// # Ok::<(), residua::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSolver {
    geometry: Geometry,
    rules: Model,
    cells: Vec<IntVar>,
    solver: Solver,
    dfs: Dfs,
    /// How many propagators had run when the puzzle was loaded.
    propagations_before: u64,
}

impl PuzzleSolver {
    /// A solver for puzzles of `geometry`, which propagates at `strength` and searches each within `limits`.
    pub fn new(geometry: Geometry, strength: Consistency, limits: Limits) -> PuzzleSolver {
        let rules = geometry.model();
        let cells: Vec<IntVar> = rules.vars().collect();
        let mut solver = Solver::new(&rules, Options { strength, ..Options::default() });
        // The rules alone clash with nothing; what they say at the root they need not say again for each puzzle.
        solver.propagate().expect("invariant: an empty grid can be filled");
        let order = Ordered::new(&cells, VariableOrder::FirstFail, ValueOrder::Ascending);
        let dfs = Dfs::new(vec![Box::new(order)], limits);
        PuzzleSolver { geometry, rules, cells, solver, dfs, propagations_before: 0 }
    }

    /// Puts a puzzle in place of the last one and propagates it.
    ///
    /// # Errors
    /// Why it has no solution, if propagation shows that.
    ///
    /// # Panics
    /// If the puzzle is of another geometry.
    pub fn load(&mut self, puzzle: &Puzzle) -> Result<(), Refutation> {
        assert_eq!(puzzle.geometry(), self.geometry, "a puzzle of the solver's geometry");
        self.propagations_before = self.solver.engine().propagations();
        self.dfs.reset(&mut self.solver);
        self.solver.pop();
        self.solver.push();
        for (cell, &value) in self.cells.iter().zip(puzzle.givens()).filter(|given| *given.1 != 0) {
            self.solver.assume(cell.is(value)).expect("invariant: a given is one of the symbols");
        }
        self.solver
            .propagate()
            .map_err(|_| puzzle.first_clash().map_or_else(|| self.refutation(), Refutation::Givens))
    }

    /// Finds the next solution of the puzzle and writes it to `grid`, by row; false if there is none, or a limit came
    /// first: [`outcome`](Self::outcome) tells.
    pub fn next_solution(&mut self, grid: &mut Vec<i32>) -> bool {
        let found = self.dfs.advance(&mut self.solver);
        if found {
            grid.clear();
            grid.extend(self.cells.iter().map(|&cell| self.solver.min(cell)));
        }
        found
    }

    /// Why there are no more solutions; `None` while there may be.
    pub fn outcome(&self) -> Option<Outcome> {
        self.dfs.outcome()
    }

    /// What the puzzle took so far, propagation of its givens included.
    pub fn statistics(&self) -> Statistics {
        let propagations = self.solver.engine().propagations() - self.propagations_before;
        Statistics { propagations, ..self.dfs.statistics() }
    }

    /// The values left in each cell, by row.
    pub fn domains(&self) -> Vec<Domain> {
        self.solver.domains()
    }

    /// The rules of the geometry, without givens.
    pub fn rules(&self) -> &Model {
        &self.rules
    }

    /// What is left of the rules where the solver stands: after [`load`](Self::load), the residual of the puzzle.
    pub fn residual(&self) -> Residual {
        Residual::new(&self.rules, &self.solver)
    }

    /// What the failure of propagation, just now, was about.
    fn refutation(&self) -> Refutation {
        let house = self.solver.engine().blamed().and_then(|c| self.geometry.houses().nth(c as usize));
        let Some((house, members)) = house else {
            return Refutation::Search { nodes: self.statistics().nodes };
        };
        let store = self.solver.store();
        let views: Vec<_> = members.iter().map(|&cell| self.solver.view(self.cells[cell])).collect();
        let missing = self.geometry.symbols().find(|&v| !views.iter().any(|x| x.contains(store, v)));
        if let Some(value) = missing {
            return Refutation::NoPlace { house, value };
        }
        match store.conflict() {
            Some(Conflict::Emptied { var, .. }) if store.value(var).is_some() => {
                let cell =
                    members.iter().zip(&views).find(|(_, view)| view.var == var).map(|(&cell, _)| cell);
                cell.map_or(Refutation::Crowded { house }, |cell| Refutation::NoValue { cell })
            }
            _ => Refutation::Crowded { house },
        }
    }
}
