//! Solver of many puzzles of one geometry: the rules are compiled once, each puzzle is a level on top of them.

use std::time::Duration;

use residua::domain::Domain;
use residua::engine::Consistency;
use residua::inspect::Residual;
use residua::model::{IntAtom, IntVar, Model, Options};
use residua::search::{Contradiction, EngineChoice, Learning, Limits, RepeatedSearch, Statistics, Status};
use residua::store::{Conflict, Domains};

use crate::dense::DenseFacts;
use crate::{Clash, Geometry, House, Puzzle};

/// A refutation: why a puzzle has no solution.
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
            Refutation::Search { nodes: 1 } => "proved by search, 1 node".to_owned(),
            Refutation::Search { nodes } => format!("proved by search, {nodes} nodes"),
        }
    }
}

/// Solves puzzles of one geometry, one after another.
///
/// ```
/// use residua::engine::Consistency;
/// use residua::search::Limits;
/// use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};
///
/// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
/// let mut solver = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::default());
/// assert!(solver.load(&puzzle).is_ok());
/// let mut grid = Vec::new();
/// assert!(solver.next_solution(&mut grid));
/// assert_eq!(grid[..4], [1, 3, 2, 4]);
/// assert!(!solver.next_solution(&mut grid), "it is the only one");
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSolver {
    geometry: Geometry,
    cells: Vec<IntVar>,
    consistency: Consistency,
    search: RepeatedSearch,
    limits: Limits,
    /// If the dense engine can search puzzles of the geometry.
    dense: Option<DenseFacts>,
}

impl PuzzleSolver {
    /// A solver for puzzles of `geometry`, which propagates at `consistency` and searches each within `limits`.
    pub fn new(geometry: Geometry, consistency: Consistency, limits: Limits) -> PuzzleSolver {
        let rules = geometry.model();
        let cells: Vec<IntVar> = rules.vars().collect();
        let search = RepeatedSearch::new(rules, Options::default().consistency(consistency), limits.clone());
        let solver = PuzzleSolver { geometry, cells, consistency, search, limits, dense: None };
        solver.engine(EngineChoice::Auto)
    }

    /// Chooses the engine for [`begin`](Self::begin). At any consistency but [`Domain`](Consistency::Domain), the general engine
    /// searches.
    #[must_use]
    pub fn engine(self, engine: EngineChoice) -> PuzzleSolver {
        let serves = self.consistency == Consistency::Domain;
        let search = self.search.engine(if serves { engine } else { EngineChoice::General });
        let dense = search.dense_values().map(DenseFacts::new);
        PuzzleSolver { search, dense, ..self }
    }

    /// Sets whether the search learns. One that [learns from the start](Learning::On) does not use the dense engine.
    #[must_use]
    pub fn learn(self, learning: Learning) -> PuzzleSolver {
        let search = self.search.learn(learning);
        let dense = search.dense_values().map(DenseFacts::new);
        PuzzleSolver { search, dense, ..self }
    }

    /// Replaces the last puzzle by this one, to be searched by the dense engine, which finds the same solutions much
    /// faster, in another order, and provides no domains and no residual at the root.
    ///
    /// If the dense engine makes no progress on a puzzle, it is handed over to the general one.
    ///
    /// Returns `false` and does nothing if that engine does not apply: use [`load`](Self::load) then. It applies to
    /// Latin squares from 3×3 to 16×16, and to boxes with sides from 2 to 8 up to 49×49; not without the feature
    /// `dense`, nor if the solver propagates at another consistency than domain, or was made with [another
    /// engine](Self::engine).
    ///
    /// # Panics
    /// If the puzzle is of another geometry.
    #[inline]
    pub fn begin(&mut self, puzzle: &Puzzle) -> bool {
        self.begin_dense(puzzle, None)
    }

    /// Begins to search the puzzle by the dense engine, with that value excluded from that cell, if that engine applies.
    #[inline]
    fn begin_dense(&mut self, puzzle: &Puzzle, excluded: Option<(usize, i32)>) -> bool {
        assert_eq!(puzzle.geometry(), self.geometry, "a puzzle of the solver's geometry");
        let Some(dense) = &self.dense else { return false };
        self.search.begin(|facts| dense.write(puzzle, excluded, facts))
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
        match limits {
            Some(limits) if self.dense.is_some() => self.search.limit_dense_to(limits),
            Some(limits) => {
                self.limits = limits.clone();
                self.search.limit_to(limits);
            }
            None => {}
        }
        if self.begin_dense(puzzle, excluded) {
            return true;
        }
        let facts: Vec<IntAtom> = self.facts(puzzle).map(|(_, fact)| fact).collect();
        let excluded = excluded.map(|(cell, value)| self.cells[cell].is_not(value));
        self.search.load(facts.into_iter().chain(excluded)).is_ok()
    }

    /// Replaces the last puzzle by this one and propagates it, until the time limit or the flag stops that: then the
    /// cells have more values left than at the fixpoint, and a search continues there.
    ///
    /// # Errors
    /// Why it has no solution, if propagation shows that.
    ///
    /// # Panics
    /// If the puzzle is of another geometry.
    pub fn load(&mut self, puzzle: &Puzzle) -> Result<(), Refutation> {
        assert_eq!(puzzle.geometry(), self.geometry, "a puzzle of the solver's geometry");
        let (cells, facts): (Vec<usize>, Vec<IntAtom>) = self.facts(puzzle).unzip();
        self.search.load(facts).map_err(|contradiction| match contradiction {
            Contradiction::Fact(at) => Refutation::NoValue { cell: cells[at] },
            Contradiction::Propagation => {
                puzzle.first_clash().map_or_else(|| self.refutation(), Refutation::Givens)
            }
        })
    }

    /// Finds the next solution of the puzzle and writes it to `grid`, by row; `false` if there is none, or a limit
    /// came first: see [`status`](Self::status).
    #[inline]
    pub fn next_solution(&mut self, grid: &mut Vec<i32>) -> bool {
        let found = self.search.advance();
        if found {
            self.search.values(grid);
        }
        found
    }

    /// Finds the next solution as [`next_solution`](Self::next_solution) does, without writing it: to count
    /// solutions, or to find out whether there is another one.
    pub fn advance(&mut self) -> bool {
        self.search.advance()
    }

    /// Limits the search of the loaded puzzle, which has not begun, and of those after it, to that time: for callers that have
    /// a deadline, and have spent some of it on what is left at the root.
    ///
    /// A puzzle that was [begun](Self::begin) keeps its limits.
    pub fn limit_time(&mut self, time: Duration) {
        self.limits.time = Some(time);
        self.search.limit_to(self.limits.clone());
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

    /// Why the search ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        self.search.status()
    }

    /// The statistics of the puzzle so far, including propagation of its givens.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    /// The values left in each cell, by row.
    pub fn domains(&self) -> Vec<Domain> {
        self.search.domains()
    }

    /// The rules of the geometry, without givens.
    pub fn rules(&self) -> &Model {
        self.search.model()
    }

    /// The residual of the rules at the solver's current state: after [`load`](Self::load), that of the
    /// puzzle.
    pub fn residual(&self) -> Residual {
        let of = if self.search.is_interrupted() { Residual::of_interrupted } else { Residual::new };
        of(self.search.model(), self.search.solver())
    }

    /// What the failure of propagation, just now, was about.
    fn refutation(&self) -> Refutation {
        let solver = self.search.solver();
        let house = solver.engine().failed_constraint().and_then(|c| self.geometry.houses().nth(c.index()));
        let Some((house, members)) = house else {
            return Refutation::Search { nodes: self.statistics().nodes };
        };
        let store = solver.store();
        let views: Vec<_> = members.iter().map(|&cell| solver.view(self.cells[cell])).collect();
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
