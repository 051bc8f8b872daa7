//! Requests for variant puzzles, validated before any work begins.

use std::ops::RangeInclusive;

use residua::search::Limits;
use residua_sudoku::Geometry;
use residua_sudoku::create::Symmetry;
use residua_sudoku::steps::{Board, Cost, Difficulty, Technique};

use crate::Variant;
use crate::create::VariantCreator;
use crate::create::refused::RefusedVariant;

/// A request for variant puzzles: configured by its methods, then started by [`creator`](VariantCreation::creator).
///
/// ```
/// use residua_variant::create::VariantCreation;
/// use residua_variant::{Rule, RuleKind, Variant};
///
/// let mut rules = Variant::square(2, 3)?;
/// rules.add(Rule::new(RuleKind::AntiKnight, vec![], vec![])?)?;
/// let created = VariantCreation::new(rules).seed(3).creator()?.puzzle(0)?;
/// assert_eq!(created.puzzle.model()?.solutions().count(), 1);
/// assert!(created.puzzle.is_solution(&created.solution) && created.is_minimal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct VariantCreation {
    pub(super) rules: Variant,
    pub(super) seed: u64,
    pub(super) symmetry: Symmetry,
    pub(super) givens: Option<usize>,
    pub(super) cages: Option<RangeInclusive<usize>>,
    pub(super) difficulty: Difficulty,
    pub(super) limits: Limits,
}

impl VariantCreation {
    /// Minimal puzzles with these rules and one solution, with the seed 0. What is given there is given in each puzzle.
    pub fn new(rules: Variant) -> VariantCreation {
        VariantCreation {
            rules,
            seed: 0,
            symmetry: Symmetry::None,
            givens: None,
            cages: None,
            difficulty: Difficulty::default(),
            limits: Limits::none(),
        }
    }

    /// Sets the seed of the random numbers.
    pub fn seed(self, seed: u64) -> VariantCreation {
        VariantCreation { seed, ..self }
    }

    /// Sets the symmetry of the givens, in a square.
    pub fn symmetry(self, symmetry: Symmetry) -> VariantCreation {
        VariantCreation { symmetry, ..self }
    }

    /// Sets the number of givens. More of them may be there than are needed.
    pub fn givens(self, count: usize) -> VariantCreation {
        VariantCreation { givens: Some(count), ..self }
    }

    /// Adds random cages with sums, as of a killer puzzle: of so many cells, each cell in one of them as far as that can be.
    ///
    /// ```
    /// use residua_variant::create::VariantCreation;
    /// use residua_variant::{RuleKind, Variant};
    ///
    /// let killer = VariantCreation::new(Variant::square(2, 2)?).cages(2..=3).creator()?.puzzle(0)?.puzzle;
    /// let cages = killer.rules().iter().filter(|rule| rule.kind() == RuleKind::Cage);
    /// assert!(cages.map(|cage| cage.groups()[0].len()).all(|cells| (2..=3).contains(&cells)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cages(self, cells: RangeInclusive<usize>) -> VariantCreation {
        VariantCreation { cages: Some(cells), ..self }
    }

    /// Sets what the hardest step is to cost, as of [`Creation`](residua_sudoku::create::Creation::difficulty).
    pub fn difficulty(self, hardest: RangeInclusive<Cost>) -> VariantCreation {
        let difficulty = Difficulty { range: Some(hardest), ..self.difficulty };
        VariantCreation { difficulty, ..self }
    }

    /// Sets a technique that is to be among the steps, as of [`Creation`](residua_sudoku::create::Creation::technique).
    pub fn technique(self, technique: Technique) -> VariantCreation {
        let difficulty = Difficulty { technique: Some(technique), ..self.difficulty };
        VariantCreation { difficulty, ..self }
    }

    /// Sets the limits: time, for each puzzle, and the flag. The others have no effect.
    pub fn limits(self, limits: Limits) -> VariantCreation {
        let limits = Limits::none().time(limits.time).stop(limits.stop);
        VariantCreation { limits, ..self }
    }

    /// A creator of such puzzles.
    ///
    /// # Errors
    /// If no puzzle can be what is asked for, as far as that is plain before any search.
    pub fn creator(self) -> Result<VariantCreator, RefusedVariant> {
        self.check()?;
        let model = self.rules.model().map_err(RefusedVariant::Rules)?;
        let board = self.difficulty.is_asked().then(|| Board::of_model(&model)).transpose();
        let board = board.map_err(RefusedVariant::Steps)?;
        let orbits = self.orbits()?;
        Ok(VariantCreator::new(self, model, board, orbits))
    }

    fn check(&self) -> Result<(), RefusedVariant> {
        self.difficulty.check().map_err(RefusedVariant::Difficulty)?;
        let cells = self.rules.shape().cells().count();
        if let Some(count) = self.givens.filter(|count| *count > cells) {
            return Err(RefusedVariant::TooMany { count, cells });
        }
        let Some(sizes) = &self.cages else { return Ok(()) };
        if self.rules.has_doublers() {
            return Err(RefusedVariant::Doublers);
        }
        let most = self.rules.shape().digit_count();
        if sizes.is_empty() || *sizes.start() < 1 || *sizes.end() > most {
            return Err(RefusedVariant::CageSizes { asked: sizes.clone(), most });
        }
        Ok(())
    }

    /// Sets of cells whose givens go together; cells in which the rules give a digit are in none.
    fn orbits(&self) -> Result<Vec<Vec<usize>>, RefusedVariant> {
        let shape = self.rules.shape();
        let mut orbits: Vec<Vec<usize>> = if self.symmetry == Symmetry::None {
            shape.cells().map(|cell| vec![cell]).collect()
        } else {
            let square = Geometry::new(1, shape.rows()).ok().filter(|_| shape.rows() == shape.columns());
            let square = square.ok_or(RefusedVariant::Symmetry)?;
            self.symmetry.orbits(square)
        };
        let is_free = |cell: &usize| shape.has(*cell) && self.rules.given(*cell).is_none();
        for orbit in &mut orbits {
            orbit.retain(is_free);
        }
        orbits.retain(|orbit| !orbit.is_empty());
        Ok(orbits)
    }
}
