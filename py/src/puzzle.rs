//! Sudoku puzzles: read, drawn, created.

use std::str::FromStr;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua::search::Limits;
use residua_report::puzzle::Found;
use residua_report::{InputError, Subject as Asked};
use residua_sudoku::create::{Creation, Symmetry, Target};
use residua_sudoku::render::{self, picture};
use residua_sudoku::{Entry, Geometry, Notes, Puzzle as Inner, Reader, Trust};

use crate::error::of_input;
use crate::limits::{Given, interruptible};
use crate::subject::Subject;

/// A Sudoku puzzle. The class for users is `residua_cp.Puzzle`, which adds answers.
#[pyclass(frozen, subclass, module = "residua_cp._core")]
#[derive(Debug)]
pub(crate) struct Puzzle {
    grid: Inner,
    notes: Notes,
    trust: Trust,
    line: usize,
}

fn geometry(box_shape: Option<&str>) -> PyResult<Option<Geometry>> {
    let of = |text: &str| Geometry::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()));
    box_shape.map(of).transpose()
}

fn trust(text: &str) -> PyResult<Trust> {
    match text {
        "givens" => Ok(Trust::Givens),
        "entries" => Ok(Trust::Entries),
        "marks" => Ok(Trust::Marks),
        other => {
            Err(PyValueError::new_err(format!("trust: expected givens, entries or marks, found \"{other}\"")))
        }
    }
}

/// The puzzles of a text, up to a number of them.
fn entries(text: &str, geometry: Option<Geometry>, most: usize) -> PyResult<Vec<Entry>> {
    let read = Reader::new(text.as_bytes(), geometry).take(most);
    read.map(|entry| entry.map_err(|error| of_input(&InputError::from(error)))).collect()
}

fn wrong(message: &str) -> PyErr {
    of_input(&InputError { line: 1, column: 1, message: message.to_owned() })
}

impl Puzzle {
    fn of(entry: Entry, trust: Trust) -> Puzzle {
        let Entry { puzzle, notes, line, .. } = entry;
        Puzzle { grid: puzzle, notes, trust, line }
    }
}

#[pymethods]
impl Puzzle {
    /// A puzzle from text in any format that the command line reads.
    #[new]
    #[pyo3(signature = (text, box_shape = None, trusting = "givens"))]
    fn new(text: &str, box_shape: Option<&str>, trusting: &str) -> PyResult<Puzzle> {
        let mut found = entries(text, geometry(box_shape)?, 2)?;
        match (found.pop(), found.len()) {
            (Some(entry), 0) => Ok(Puzzle::of(entry, trust(trusting)?)),
            (None, _) => Err(wrong("expected a puzzle, found none")),
            _ => Err(wrong("expected one puzzle, found several: Puzzle.read_all reads them")),
        }
    }

    /// All puzzles of a text.
    #[staticmethod]
    #[pyo3(signature = (text, box_shape = None, trusting = "givens"))]
    fn _read_all(text: &str, box_shape: Option<&str>, trusting: &str) -> PyResult<Vec<Puzzle>> {
        let trusting = trust(trusting)?;
        let found = entries(text, geometry(box_shape)?, usize::MAX)?;
        Ok(found.into_iter().map(|entry| Puzzle::of(entry, trusting)).collect())
    }

    /// Random puzzles, numbered from `first`, made by a seed alone.
    #[staticmethod]
    #[pyo3(signature = (box_shape, count, seed, symmetry, givens, removed, solutions, time))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the request")]
    fn _create(
        py: Python<'_>,
        box_shape: &str,
        count: u64,
        seed: u64,
        symmetry: &str,
        givens: Option<usize>,
        removed: Option<usize>,
        solutions: u64,
        time: Option<f64>,
    ) -> PyResult<Vec<Puzzle>> {
        let geometry = geometry(Some(box_shape))?.expect("invariant: a shape was given");
        let symmetry: Symmetry = crate::subject::word("symmetry", symmetry)?;
        let target = match (givens, removed) {
            (None, None) => Target::Minimal,
            (Some(givens), None) => Target::Givens(givens),
            (None, Some(removed)) => Target::Removed(removed),
            _ => return Err(PyValueError::new_err("givens and removed exclude each other")),
        };
        let given = Given::new(time, None, None, None)?;
        let created = interruptible(py, |stop| {
            let limits: Limits = given.limits().stop(std::sync::Arc::clone(stop));
            let request = Creation::new(geometry).seed(seed).symmetry(symmetry).target(target);
            let mut creator =
                request.solutions(solutions).limits(limits).creator().map_err(|error| error.to_string())?;
            (0..count)
                .map(|index| creator.puzzle(index).map_err(|missed| missed.to_string()))
                .collect::<Result<Vec<_>, String>>()
        })?;
        let created = created.map_err(PyValueError::new_err)?;
        let of = |grid| Puzzle { grid, notes: Notes::default(), trust: Trust::Givens, line: 1 };
        Ok(created.into_iter().map(|created| of(created.puzzle)).collect())
    }

    /// Rows and columns of a box.
    #[getter]
    fn box_shape(&self) -> (usize, usize) {
        let geometry = self.grid.geometry();
        (geometry.box_rows(), geometry.box_columns())
    }

    #[getter]
    fn size(&self) -> usize {
        self.grid.geometry().size()
    }

    /// The givens, row by row; 0 is a blank.
    #[getter]
    fn givens(&self) -> Vec<Vec<i32>> {
        self.grid.givens().chunks(self.size()).map(<[i32]>::to_vec).collect()
    }

    /// What counts of entries and marks: `givens`, `entries` or `marks`.
    #[getter]
    fn trust(&self) -> String {
        self.trust.to_string()
    }

    /// The puzzle with its entries and marks, as an object that the reader reads.
    fn _object(&self) -> String {
        let cells = 0..self.grid.geometry().cells();
        let (rows, columns) = self.box_shape();
        let entries: Vec<i32> = cells.clone().map(|cell| self.notes.entry(cell).unwrap_or(0)).collect();
        let marks: Vec<&[i32]> = cells.map(|cell| self.notes.marks(cell)).collect();
        let givens = self.grid.givens();
        let notes = if self.notes.is_empty() {
            String::new()
        } else {
            format!(",\"entries\":{entries:?},\"marks\":{marks:?}")
        };
        format!("{{\"box\":\"{rows}x{columns}\",\"givens\":{givens:?}{notes}}}")
    }

    fn _line(&self, cells: Option<Vec<i32>>) -> PyResult<String> {
        let cells = self.cells(cells)?;
        Ok(render::line(self.grid.geometry(), &cells))
    }

    fn _boxed(&self, cells: Option<Vec<i32>>) -> PyResult<String> {
        let cells = self.cells(cells)?;
        Ok(render::boxed(self.grid.geometry(), &cells))
    }

    /// A picture of the givens, or of a solution, in SVG.
    fn _svg(&self, solution: Option<Vec<i32>>, title: String) -> PyResult<String> {
        let picture = match solution {
            None => picture::Picture::of_givens(&self.grid, title),
            Some(cells) => {
                let cells = self.cells(Some(cells))?;
                picture::Picture::of_solution(&self.grid, &cells, title)
            }
        };
        Ok(picture::svg(&picture))
    }

    /// The rules and givens as a model, with variables `r1c1`, `r1c2`, … in rows.
    fn _to_model_json(&self) -> PyResult<String> {
        let model = self.grid.model_trusting(&self.notes, self.trust);
        residua_encode::json(&model).map_err(|error| crate::error::model_error(error.to_string()))
    }

    fn _subject(&self, title: &str) -> Subject {
        let Puzzle { grid, notes, trust, line } = self;
        Subject::new(Asked::of_puzzle(&Found {
            file: title,
            line: *line,
            puzzle: grid,
            notes,
            trust: *trust,
        }))
    }
}

impl Puzzle {
    /// The givens, or a whole grid of values.
    fn cells(&self, cells: Option<Vec<i32>>) -> PyResult<Vec<i32>> {
        let cells = cells.unwrap_or_else(|| self.grid.givens().to_vec());
        let size = self.size() as i32;
        let count = self.grid.geometry().cells();
        if cells.len() != count || cells.iter().any(|value| !(0..=size).contains(value)) {
            return Err(PyValueError::new_err(format!("expected {count} values from 0 to {size}")));
        }
        Ok(cells)
    }
}
