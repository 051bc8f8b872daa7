//! Random puzzles.

use std::ops::RangeInclusive;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua_sudoku::create::{Creation, Symmetry, Target};
use residua_sudoku::steps::{Cost, Technique};
use residua_sudoku::{Geometry, Puzzle};
use residua_variant::Variant;
use residua_variant::create::VariantCreation;

use crate::limits::{Given, interruptible};
use crate::subject::word;

/// What puzzles are made from.
pub(crate) enum Origin {
    /// A geometry alone.
    Blank(Geometry),
    /// A whole grid, which solves them.
    Grid(Puzzle),
    /// A puzzle with givens in the same cells.
    Pattern(Puzzle),
}

/// How many givens are asked for, or how many cells are emptied.
pub(crate) fn target(givens: Option<usize>, removed: Option<usize>) -> PyResult<Option<Target>> {
    match (givens, removed) {
        (None, None) => Ok(None),
        (Some(givens), None) => Ok(Some(Target::Givens(givens))),
        (None, Some(removed)) => Ok(Some(Target::Removed(removed))),
        _ => Err(PyValueError::new_err("givens and removed exclude each other")),
    }
}

/// The least and the greatest cost, as they are given.
type Costs = (Option<f64>, Option<f64>);

/// What is asked of the steps of a solution: what the hardest one costs, and a technique that is among them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difficulty {
    pub(crate) costs: Option<RangeInclusive<Cost>>,
    pub(crate) technique: Option<Technique>,
}

impl<'py> FromPyObject<'_, 'py> for Difficulty {
    type Error = PyErr;

    /// The least and the greatest cost, each of which may be missing, and the name of a technique.
    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Difficulty> {
        let (costs, technique): (Option<Costs>, Option<String>) = given.extract()?;
        let end = |end: Option<f64>, missing: Cost| {
            end.map_or(Ok(missing), |cost| word::<Cost>("difficulty", &cost.to_string()))
        };
        let range = |(least, most)| Ok::<_, PyErr>(end(least, Cost(0))?..=end(most, Cost::NEVER)?);
        let costs = costs.map(range).transpose()?;
        let technique = technique.map(|name| word("technique", &name)).transpose()?;
        Ok(Difficulty { costs, technique })
    }
}

/// Creates `count` variant puzzles, numbered from 0.
pub(crate) fn create_variants(
    py: Python<'_>,
    request: VariantCreation,
    count: u64,
    given: Given,
) -> PyResult<Vec<Variant>> {
    let created = interruptible(py, |stop| {
        let request = request.limits(given.limits().stop(Arc::clone(stop)));
        let mut creator = request.creator().map_err(|error| error.to_string())?;
        let puzzle = |index| creator.puzzle(index).map_err(|missed| missed.to_string());
        (0..count).map(puzzle).collect::<Result<Vec<_>, String>>()
    })?;
    let created = created.map_err(PyValueError::new_err)?;
    Ok(created.into_iter().map(|created| created.puzzle).collect())
}

/// Creates `count` puzzles, numbered from 0, which depend on the seed alone.
pub(crate) fn create(
    py: Python<'_>,
    origin: Origin,
    target: Option<Target>,
    (symmetry, solutions, difficulty): (Symmetry, u64, Difficulty),
    (count, seed): (u64, u64),
    given: Given,
) -> PyResult<Vec<Puzzle>> {
    let created = interruptible(py, |stop| {
        let (request, target) = match origin {
            Origin::Blank(geometry) => (Creation::new(geometry), target.unwrap_or(Target::Minimal)),
            Origin::Grid(grid) => (Creation::from(&grid), target.unwrap_or(Target::Minimal)),
            Origin::Pattern(puzzle) => {
                let pattern = puzzle.givens().iter().map(|&value| value != 0).collect();
                (Creation::new(puzzle.geometry()), target.unwrap_or(Target::Pattern(pattern)))
            }
        };
        let mut request = request.seed(seed).symmetry(symmetry).target(target).solutions(solutions);
        if let Some(costs) = difficulty.costs {
            request = request.difficulty(costs);
        }
        if let Some(technique) = difficulty.technique {
            request = request.technique(technique);
        }
        let mut creator = request
            .limits(given.limits().stop(Arc::clone(stop)))
            .creator()
            .map_err(|error| error.to_string())?;
        let puzzle = |index| creator.puzzle(index).map_err(|missed| missed.to_string());
        (0..count).map(puzzle).collect::<Result<Vec<_>, String>>()
    })?;
    let created = created.map_err(PyValueError::new_err)?;
    Ok(created.into_iter().map(|created| created.puzzle).collect())
}
