//! Solves many puzzles of one geometry: the rules are compiled once, each puzzle is a level on top of them.

use std::time::Duration;

use crate::domain::Domain;
use crate::engine::{Consistency, Fixpoint};
use crate::inspect::Residual;
use crate::model::{IntAtom, IntVar, Model, Options, Solver};
use crate::search::{
    Anew, Driver, EngineChoice, General, Learning, Limits, NetworkSearch, Statistics, Status, counted,
};
use crate::store::{Conflict, Domains};
use crate::sudoku::dense::DenseRules;
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
        /// The number of nodes of that search.
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
            Refutation::Search { nodes } => format!("proved by search, {}", counted(*nodes, "node")),
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
    consistency: Consistency,
    general: General,
    limits: Limits,
    /// The number of runs of propagators when the puzzle was loaded.
    propagations_before: u64,
    /// Whether a limit came while the puzzle was loaded.
    is_interrupted: bool,
    engine: EngineChoice,
    learning: Learning,
    dense: Option<DenseRules>,
    /// Whether the puzzle is being searched by the dense engine.
    is_dense: bool,
}

impl PuzzleSolver {
    /// A solver for puzzles of `geometry`, which propagates at `consistency` and searches each within `limits`.
    pub fn new(geometry: Geometry, consistency: Consistency, limits: Limits) -> PuzzleSolver {
        let rules = geometry.model();
        let cells: Vec<IntVar> = rules.vars().collect();
        let solver = PuzzleSolver {
            geometry,
            consistency,
            general: General::new(
                compiled(&rules, consistency),
                driver(&rules, consistency, limits.clone(), Learning::Auto),
            ),
            rules,
            cells,
            limits,
            propagations_before: 0,
            is_interrupted: false,
            engine: EngineChoice::Auto,
            learning: Learning::Auto,
            dense: None,
            is_dense: false,
        };
        solver.engine(EngineChoice::Auto)
    }

    /// The same with that engine for [`begin`](Self::begin). At any consistency but
    /// [`Domain`](Consistency::Domain), the general engine searches.
    #[must_use]
    pub fn engine(mut self, engine: EngineChoice) -> PuzzleSolver {
        self.engine = engine;
        let serves = self.consistency == Consistency::Domain;
        let dense = || DenseRules::new(&self.rules, engine, &self.limits, self.learning);
        self.dense = serves.then(dense).flatten();
        self.is_dense = false;
        self
    }

    /// The same, where learning from dead ends is [as given](Learning): what learns from the start does without the dense engine.
    #[must_use]
    pub fn learn(mut self, learning: Learning) -> PuzzleSolver {
        self.learning = learning;
        self.general.driver = self.driver();
        let engine = self.engine;
        self.engine(engine)
    }

    /// Replaces the last puzzle by this one, to be searched by the dense engine, which finds the same solutions much
    /// faster, in another order, and provides no domains and no residual at the root.
    ///
    /// If the dense engine makes no progress on a puzzle, the general one takes over.
    ///
    /// Returns `false` and does nothing if that engine does not apply: use [`load`](Self::load) then. It applies to
    /// Latin squares from 3×3 to 16×16, and to boxes with sides from 2 to 8 up to 49×49; not without the feature
    /// `dense`, nor if the solver propagates at another consistency than domain, or was made with [another
    /// engine](Self::engine).
    ///
    /// # Panics
    /// If the puzzle is of another geometry.
    pub fn begin(&mut self, puzzle: &Puzzle) -> bool {
        assert_eq!(puzzle.geometry(), self.geometry, "a puzzle of the solver's geometry");
        let Some(dense) = &mut self.dense else { return false };
        dense.start(puzzle, None);
        self.is_dense = true;
        true
    }

    /// Replaces the last puzzle by this one with that value excluded from that cell, to be searched by whichever engine
    /// applies, within these limits in place of its own; false if propagation shows that there is no solution.
    ///
    /// # Panics
    /// If the puzzle is of another geometry.
    pub(super) fn begin_without(
        &mut self,
        puzzle: &Puzzle,
        excluded: Option<(usize, i32)>,
        limits: Option<Limits>,
    ) -> bool {
        assert_eq!(puzzle.geometry(), self.geometry, "a puzzle of the solver's geometry");
        if let Some(dense) = &mut self.dense {
            if let Some(limits) = limits {
                dense.search.limit_to(limits);
            }
            dense.start(puzzle, excluded);
            self.is_dense = true;
            return true;
        }
        if let Some(limits) = limits {
            self.general.driver.reset(&mut self.general.solver);
            self.limits = limits;
            self.general.driver = self.driver();
        }
        let excluded = excluded.map(|(cell, value)| self.cells[cell].is_not(value));
        if self.load(puzzle).is_err() {
            return false;
        }
        let facts = self.facts(puzzle).map(|(_, fact)| fact);
        self.general.driver.know(facts.chain(excluded).collect());
        let survives = excluded.is_none_or(|atom| self.general.solver.assume(atom).is_ok());
        if !survives {
            self.general.driver.refute();
        }
        survives
    }

    /// Replaces the last puzzle by this one and propagates it, until the limit on time or the flag stops that: then the
    /// cells have more values left than at the fixpoint, and a search continues there.
    ///
    /// # Errors
    /// Why it has no solution, if propagation shows that.
    ///
    /// # Panics
    /// If the puzzle is of another geometry.
    pub fn load(&mut self, puzzle: &Puzzle) -> Result<(), Refutation> {
        assert_eq!(puzzle.geometry(), self.geometry, "a puzzle of the solver's geometry");
        self.state(puzzle).inspect_err(|_| self.general.driver.refute())
    }

    /// States the puzzle in place of the last one, and propagates it.
    fn state(&mut self, puzzle: &Puzzle) -> Result<(), Refutation> {
        (self.is_dense, self.is_interrupted) = (false, false);
        let (rules, consistency) = (&self.rules, self.consistency);
        let another = || driver(rules, consistency, self.limits.clone(), self.learning);
        self.general.restart(another, || compiled(rules, consistency));
        let facts: Vec<(usize, IntAtom)> = self.facts(puzzle).collect();
        self.general.driver.know(facts.iter().map(|&(_, fact)| fact).collect());
        let solver = &mut self.general.solver;
        self.propagations_before = solver.engine().propagations();
        solver.pop();
        solver.push();
        for (cell, fact) in facts {
            let survives = solver.assume(fact);
            survives.map_err(|_| Refutation::NoValue { cell })?;
        }
        match solver.propagate_within(self.limits.deadline().alarm()) {
            Ok(fixpoint) => {
                self.is_interrupted = fixpoint != Fixpoint::Reached;
                Ok(())
            }
            Err(_) => Err(puzzle.first_clash().map_or_else(|| self.refutation(), Refutation::Givens)),
        }
    }

    /// Finds the next solution of the puzzle and writes it to `grid`, by row; `false` if there is none, or a limit
    /// came first: see [`status`](Self::status).
    pub fn next_solution(&mut self, grid: &mut Vec<i32>) -> bool {
        let found = self.advance();
        if found {
            grid.clear();
            match self.searching() {
                Some(search) => search.solution(grid),
                None => grid.extend(self.cells.iter().map(|&cell| self.general.solver.min(cell))),
            }
        }
        found
    }

    /// Finds the next solution as [`next_solution`](Self::next_solution) does, without writing it: to count
    /// solutions, or to find out whether there is another one.
    pub fn advance(&mut self) -> bool {
        if let Some(dense) = self.dense.as_mut().filter(|_| self.is_dense) {
            let found = dense.search.advance();
            if !dense.search.gave_up() {
                return found;
            }
            self.take_over();
        }
        self.general.advance()
    }

    /// Lets the general engine start the puzzle anew, within what the dense one has left of the limits.
    fn take_over(&mut self) {
        let Some(dense) = self.dense.as_mut() else { return };
        // Its counters must not depend on the puzzles before.
        let solver = || {
            let mut solver = compiled(&self.rules, self.consistency);
            solver.push();
            solver
        };
        let facts = dense.facts().to_vec();
        let rules = (&self.rules, options(self.consistency));
        self.general = General::after(&mut dense.search, &facts, rules, self.learning, solver);
        self.propagations_before = self.general.solver.engine().propagations();
        self.is_dense = false;
    }

    /// Limits the search of the loaded puzzle, which has not begun, and of those after it, to that time: for callers that have
    /// a deadline, and have spent some of it on what is left at the root.
    ///
    /// A puzzle that was [begun](Self::begin) keeps its limits.
    pub fn limit_time(&mut self, time: Duration) {
        let (known, status) = (self.general.driver.known(), self.general.driver.status());
        self.general.driver.reset(&mut self.general.solver);
        self.limits.time = Some(time);
        self.general.driver = self.driver();
        self.general.driver.know(known);
        if status == Some(Status::Exhausted) {
            self.general.driver.refute();
        }
    }

    /// The search of the general engine, within the limits.
    fn driver(&self) -> Driver {
        driver(&self.rules, self.consistency, self.limits.clone(), self.learning)
    }

    /// What the puzzle says besides the rules, each with its cell.
    fn facts<'a>(&'a self, puzzle: &'a Puzzle) -> impl Iterator<Item = (usize, IntAtom)> + 'a {
        let given = puzzle.givens().iter().enumerate().filter(|given| *given.1 != 0);
        let excluded = puzzle.restricted().flat_map(move |(cell, values)| {
            let others = self.geometry.symbols().filter(|value| !values.contains(value));
            others.map(move |value| (cell, self.cells[cell].is_not(value)))
        });
        given.map(|(cell, &value)| (cell, self.cells[cell].is(value))).chain(excluded)
    }

    /// Why there are no more solutions; `None` while there may be.
    pub fn status(&self) -> Option<Status> {
        self.searching().map_or_else(|| self.general.driver.status(), NetworkSearch::status)
    }

    /// The statistics of the puzzle so far, including propagation of its givens.
    pub fn statistics(&self) -> Statistics {
        if let Some(search) = self.searching() {
            return search.statistics();
        }
        // The givens were propagated before the search began.
        self.general.statistics_since(self.propagations_before)
    }

    /// The dense search, if it is searching the puzzle.
    fn searching(&self) -> Option<&NetworkSearch> {
        self.dense.as_ref().filter(|_| self.is_dense).map(|dense| &dense.search)
    }

    /// The values left in each cell, by row.
    pub fn domains(&self) -> Vec<Domain> {
        self.general.solver.domains()
    }

    /// The rules of the geometry, without givens.
    pub fn rules(&self) -> &Model {
        &self.rules
    }

    /// What is left of the rules at the solver's current state: after [`load`](Self::load), the residual of the
    /// puzzle.
    pub fn residual(&self) -> Residual {
        let of = if self.is_interrupted { Residual::of_interrupted } else { Residual::new };
        of(&self.rules, &self.general.solver)
    }

    /// What the failure of propagation, just now, was about.
    fn refutation(&self) -> Refutation {
        let house = self.general.solver.engine().blamed().and_then(|c| self.geometry.houses().nth(c.index()));
        let Some((house, members)) = house else {
            return Refutation::Search { nodes: self.statistics().nodes };
        };
        let store = self.general.solver.store();
        let views: Vec<_> = members.iter().map(|&cell| self.general.solver.view(self.cells[cell])).collect();
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

/// The options of a search at that consistency.
fn options(consistency: Consistency) -> Options {
    Options { consistency, ..Options::default() }
}

/// The search of the general engine.
fn driver(rules: &Model, consistency: Consistency, limits: Limits, learning: Learning) -> Driver {
    Anew::of(rules, options(consistency), Vec::new()).driver(limits, learning)
}

/// The rules, propagated: by themselves they are satisfiable, and what they imply at the root need not be derived
/// again for each puzzle.
fn compiled(rules: &Model, consistency: Consistency) -> Solver {
    let mut solver = Solver::new(rules, options(consistency));
    solver.propagate().expect("invariant: an empty grid can be filled");
    solver
}
