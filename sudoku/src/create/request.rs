//! Requests for puzzles, validated before any work begins.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use residua::search::{EngineChoice, Limits};

use crate::create::{Creator, Symmetry};
use crate::steps::{Cost, Difficulty, EmptyRange, MOST_VALUES, Technique};
use crate::{Clash, Geometry, Puzzle};

/// The target of a request: which givens a puzzle is to have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Minimal: no given can be removed, or, with a symmetry, no orbit of them.
    #[default]
    Minimal,
    /// This many. More of them may be there than are needed.
    Givens(usize),
    /// All but this many, which are taken away at random, however many solutions that leaves.
    Removed(usize),
    /// In these cells, all others blank: by cell, whether something is given.
    Pattern(Vec<bool>),
}

/// A request for puzzles: configured by its methods, then started by [`creator`](Creation::creator).
///
/// ```
/// use residua_sudoku::Geometry;
/// use residua_sudoku::create::{Creation, Symmetry, Target};
///
/// let creation = Creation::new(Geometry::new(2, 3)?).seed(1);
/// let mut creator = creation.symmetry(Symmetry::Rotational).target(Target::Givens(14)).creator()?;
/// let puzzle = creator.puzzle(0)?.puzzle;
/// assert_eq!(puzzle.clues(), 14);
/// assert!((0..36).all(|cell| puzzle.given(cell).is_some() == puzzle.given(35 - cell).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Creation {
    pub(super) geometry: Geometry,
    pub(super) seed: u64,
    pub(super) symmetry: Symmetry,
    pub(super) target: Target,
    pub(super) solutions: u64,
    pub(super) from: Option<Puzzle>,
    pub(super) difficulty: Difficulty,
    pub(super) limits: Limits,
    pub(super) engine: EngineChoice,
}

impl Creation {
    /// Minimal puzzles with one solution, of random grids, with the seed 0.
    pub fn new(geometry: Geometry) -> Creation {
        Creation {
            geometry,
            seed: 0,
            symmetry: Symmetry::None,
            target: Target::Minimal,
            solutions: 1,
            from: None,
            difficulty: Difficulty::default(),
            limits: Limits::none(),
            engine: EngineChoice::Auto,
        }
    }

    /// Puzzles of the complete grid `solution`, which is one of the solutions of each. It replaces the geometry.
    pub fn from(solution: &Puzzle) -> Creation {
        let givens = solution.givens().to_vec();
        let grid = Puzzle::new(solution.geometry(), givens).expect("invariant: a puzzle's givens fit it");
        Creation { from: Some(grid), ..Creation::new(solution.geometry()) }
    }

    /// Sets the seed of the random numbers.
    pub fn seed(self, seed: u64) -> Creation {
        Creation { seed, ..self }
    }

    /// Sets the symmetry of the givens.
    pub fn symmetry(self, symmetry: Symmetry) -> Creation {
        Creation { symmetry, ..self }
    }

    /// Sets the target: which givens a puzzle is to have.
    pub fn target(self, target: Target) -> Creation {
        Creation { target, ..self }
    }

    /// Sets the exact number of solutions, at least 1. A minimal puzzle then has more of them without any one of its givens, or
    /// orbits of givens.
    pub fn solutions(self, solutions: u64) -> Creation {
        Creation { solutions, ..self }
    }

    /// Sets what the hardest step of a puzzle is to cost, [rated](crate::steps::Steps::rate) as people would solve it. Puzzles are made
    /// until one of them is so.
    ///
    /// ```
    /// use residua_sudoku::Geometry;
    /// use residua_sudoku::create::Creation;
    /// use residua_sudoku::steps::{Cost, Steps};
    ///
    /// let creation = Creation::new(Geometry::new(3, 3)?).difficulty(Cost(26)..=Cost(34));
    /// let puzzle = creation.creator()?.puzzle(0)?.puzzle;
    /// assert!((Cost(26)..=Cost(34)).contains(&Steps::of(&puzzle)?.rate().hardest));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn difficulty(self, hardest: RangeInclusive<Cost>) -> Creation {
        let difficulty = Difficulty { range: Some(hardest), ..self.difficulty };
        Creation { difficulty, ..self }
    }

    /// Sets a technique that is to be among the steps of the least cost somewhere on the way to the solution. With one that
    /// [presupposes](Technique::assumes_unique) one solution, puzzles are rated with those of that kind.
    pub fn technique(self, technique: Technique) -> Creation {
        let difficulty = Difficulty { technique: Some(technique), ..self.difficulty };
        Creation { difficulty, ..self }
    }

    /// Sets the limits: time, for each puzzle, and the flag. The others have no effect: the number of nodes of a search
    /// depends on the engine, and the puzzles must not.
    pub fn limits(self, limits: Limits) -> Creation {
        let limits = Limits::none().time(limits.time).stop(limits.stop);
        Creation { limits, ..self }
    }

    /// Sets the engine of the searches that count solutions. It does not change the puzzles.
    pub fn engine(self, engine: EngineChoice) -> Creation {
        Creation { engine, ..self }
    }

    /// A creator of such puzzles.
    ///
    /// # Errors
    /// If no puzzle can be what is asked for, as far as that is plain before any search.
    pub fn creator(self) -> Result<Creator, RequestError> {
        self.check().map(|()| Creator::new(self)).map_err(|kind| RequestError { kind })
    }

    fn check(&self) -> Result<(), Kind> {
        let cells = self.geometry.cells();
        if let Some(grid) = &self.from {
            if let Some(blank) = (0..cells).find(|&cell| grid.given(cell).is_none()) {
                return Err(Kind::Blank(self.geometry, blank));
            }
            grid.first_clash().map_or(Ok(()), |clash| Err(Kind::Clash(clash)))?;
        }
        if self.solutions == 0 {
            return Err(Kind::NoSolution);
        }
        self.check_difficulty()?;
        let has_symmetry = self.symmetry != Symmetry::None;
        match &self.target {
            &(Target::Givens(count) | Target::Removed(count)) if count > cells => {
                Err(Kind::TooMany { count, cells })
            }
            &Target::Givens(count) if !self.fits_orbits(count) => {
                Err(Kind::Orbits { symmetry: self.symmetry, count })
            }
            &Target::Givens(count) => self.check_values(count),
            Target::Removed(_) if has_symmetry => {
                Err(Kind::Together("a symmetry", "a number of cells to remove"))
            }
            Target::Removed(_) if self.solutions != 1 => {
                Err(Kind::Together("a number of solutions", "a number of cells to remove"))
            }
            Target::Pattern(pattern) if pattern.len() != cells => {
                Err(Kind::PatternSize { found: pattern.len(), cells })
            }
            Target::Pattern(_) if has_symmetry => Err(Kind::Together("a symmetry", "a pattern")),
            Target::Pattern(_) if self.from.is_some() => Err(Kind::Together("a solution", "a pattern")),
            Target::Pattern(pattern) => {
                self.check_values(pattern.iter().filter(|given| **given).count())?;
                self.check_lines(pattern)
            }
            Target::Minimal | Target::Removed(_) => Ok(()),
        }
    }

    fn check_difficulty(&self) -> Result<(), Kind> {
        self.difficulty.check().map_err(Kind::Difficulty)?;
        if !self.difficulty.is_asked() {
            return Ok(());
        }
        match self.target {
            _ if self.geometry.size() > MOST_VALUES => Err(Kind::Values),
            _ if self.solutions != 1 => Err(Kind::Together("a difficulty", "several solutions")),
            Target::Removed(_) => Err(Kind::Together("a difficulty", "a number of cells to remove")),
            _ => Ok(()),
        }
    }

    /// Whether some orbits have that number of cells together. Their sizes are powers of two, so it can be reached only if it
    /// is by taking the largest that fit.
    fn fits_orbits(&self, count: usize) -> bool {
        let mut sizes: Vec<usize> = self.symmetry.orbits(self.geometry).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        let rest = |rest: usize, size: usize| if size <= rest { rest - size } else { rest };
        sizes.into_iter().rev().fold(count, rest) == 0
    }

    /// Two values that are given nowhere can be exchanged in each solution: so there is an even number of them.
    fn check_values(&self, givens: usize) -> Result<(), Kind> {
        let least = self.geometry.size() - 1;
        if self.solutions % 2 == 1 && givens < least {
            return Err(Kind::FewValues { givens, least, solutions: self.solutions });
        }
        Ok(())
    }

    /// Two blank rows in a band can be exchanged too, and two blank columns in a stack.
    fn check_lines(&self, pattern: &[bool]) -> Result<(), Kind> {
        let geometry = self.geometry;
        let sides = [
            ("rows", geometry.box_rows(), geometry.rows().collect::<Vec<_>>()),
            ("columns", geometry.box_columns(), geometry.columns().collect()),
        ];
        for (name, width, lines) in sides {
            let is_blank = |line: usize| lines[line].iter().all(|&cell| !pattern[cell]);
            let blank: Vec<usize> = (0..lines.len()).filter(|&line| is_blank(line)).collect();
            let pair = blank.windows(2).find(|pair| pair[0] / width == pair[1] / width);
            if let (Some(pair), true) = (pair, self.solutions % 2 == 1) {
                let (first, second) = (pair[0] + 1, pair[1] + 1);
                return Err(Kind::BlankLines { name, first, second, solutions: self.solutions });
            }
        }
        Ok(())
    }
}

/// A request that no puzzle meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    pub(super) kind: Kind,
}

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    TooMany { count: usize, cells: usize },
    Orbits { symmetry: Symmetry, count: usize },
    FewValues { givens: usize, least: usize, solutions: u64 },
    BlankLines { name: &'static str, first: usize, second: usize, solutions: u64 },
    PatternSize { found: usize, cells: usize },
    Blank(Geometry, usize),
    Clash(Clash),
    NoSolution,
    Together(&'static str, &'static str),
    Difficulty(EmptyRange),
    Values,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::TooMany { count, cells } => write!(f, "the grid has {cells} cells, not {count}"),
            Kind::Orbits { symmetry, count } => {
                write!(f, "{count} givens cannot have the symmetry \"{symmetry}\" in this grid")
            }
            Kind::FewValues { givens, least, solutions } => write!(
                f,
                "{givens} givens have at most {givens} values, and two values that are not given can be exchanged: \
                 for {solutions} as the number of solutions it takes {least} givens at least"
            ),
            Kind::BlankLines { name, first, second, solutions } => write!(
                f,
                "{name} {first} and {second} have no given and share their boxes, so they can be exchanged: the \
                 number of solutions cannot be {solutions}"
            ),
            Kind::PatternSize { found, cells } => {
                write!(f, "the pattern has {found} cells, and the grid {cells}")
            }
            Kind::Blank(geometry, cell) => {
                write!(f, "the solution is not complete: {} is blank", geometry.name(*cell))
            }
            Kind::Clash(clash) => write!(f, "not a solution: {clash}"),
            Kind::NoSolution => f.write_str("a puzzle to create has at least one solution"),
            Kind::Difficulty(empty) => empty.fmt(f),
            Kind::Values => {
                write!(f, "steps, and so a difficulty, need cells of at most {MOST_VALUES} values altogether")
            }
            Kind::Together(one, other) => write!(f, "{one} and {other} do not go together"),
        }
    }
}

impl Error for RequestError {}
