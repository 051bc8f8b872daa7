//! Sudoku puzzles: read, drawn, created.

use std::str::FromStr;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua_report::decode::Decoded;
use residua_report::puzzle::Found;
use residua_report::{Convert, Converted, Converter, InputError, Source, Subject as Asked, place};
use residua_sudoku::create::Symmetry;
use residua_sudoku::render::{self, picture};
use residua_sudoku::{Entry, Format, Geometry, Puzzle as Inner, Reader, Trust, write};

use crate::answer::Answer;
use crate::creation::{Difficulty, Origin, create, target};
use crate::decode::said;
use crate::error::{model_error, of_input, of_parse};
use crate::limits::Given;
use crate::subject::Subject;

/// A Sudoku puzzle. The class for users is `residua_cp.Puzzle`, which adds answers.
#[pyclass(frozen, subclass, module = "residua_cp._core")]
#[derive(Debug)]
pub(crate) struct Puzzle {
    entry: Entry,
    trust: Trust,
}

fn geometry(box_shape: Option<&str>) -> PyResult<Option<Geometry>> {
    let of = |text: &str| Geometry::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()));
    box_shape.map(of).transpose()
}

pub(crate) fn trust(text: &str) -> PyResult<Trust> {
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
pub(crate) fn entries(
    text: &str,
    box_shape: Option<&str>,
    ignore_unknown: bool,
    most: usize,
) -> PyResult<Vec<Entry>> {
    let reader = Reader::new(text.as_bytes(), geometry(box_shape)?);
    let reader = if ignore_unknown { reader.ignoring_unknown() } else { reader };
    reader.take(most).map(|entry| entry.map_err(|error| of_parse(error, 1))).collect()
}

fn wrong(message: &str) -> PyErr {
    of_input(&InputError { line: 1, column: 1, message: message.to_owned() })
}

/// The format of that name, if it is one that is written.
fn format(name: &str) -> PyResult<Format> {
    let known: Vec<(&str, Format)> = write::formats().map(|format| (format.name(), format)).collect();
    crate::options::one_of("format", &known, name)
}

#[pymethods]
impl Puzzle {
    /// A puzzle from text in any format that the command line reads; or another one once more.
    #[new]
    #[pyo3(signature = (grid, box_shape = None, trusting = "givens", ignore_unknown = false))]
    fn new(
        grid: &Bound<'_, PyAny>,
        box_shape: Option<&str>,
        trusting: &str,
        ignore_unknown: bool,
    ) -> PyResult<Puzzle> {
        let trust = trust(trusting)?;
        if let Ok(other) = grid.extract::<PyRef<'_, Puzzle>>() {
            return Ok(Puzzle { entry: other.entry.clone(), trust });
        }
        let mut found = entries(&grid.extract::<String>()?, box_shape, ignore_unknown, 2)?;
        match (found.pop(), found.len()) {
            (Some(entry), 0) => Ok(Puzzle { entry, trust }),
            (None, _) => Err(wrong("expected a puzzle, found none")),
            _ => Err(wrong("expected one puzzle, found several: Puzzle.read_all reads them")),
        }
    }

    /// All puzzles of a text.
    #[staticmethod]
    #[pyo3(signature = (text, box_shape = None, trusting = "givens", ignore_unknown = false))]
    fn _read_all(
        text: &str,
        box_shape: Option<&str>,
        trusting: &str,
        ignore_unknown: bool,
    ) -> PyResult<Vec<Puzzle>> {
        let trusting = trust(trusting)?;
        let found = entries(text, box_shape, ignore_unknown, usize::MAX)?;
        Ok(found.into_iter().map(|entry| Puzzle { entry, trust: trusting }).collect())
    }

    /// Random puzzles, numbered from 0, made by a seed alone: of a geometry, or with the solution `grid`, or with givens as in `pattern`.
    #[staticmethod]
    #[pyo3(signature = (box_shape, count, seed, symmetry, givens, removed, solutions, grid, pattern, difficulty, time))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the request")]
    fn _create(
        py: Python<'_>,
        box_shape: Option<&str>,
        count: u64,
        seed: u64,
        symmetry: &str,
        givens: Option<usize>,
        removed: Option<usize>,
        solutions: u64,
        grid: Option<PyRef<'_, Puzzle>>,
        pattern: Option<PyRef<'_, Puzzle>>,
        difficulty: Difficulty,
        time: Option<f64>,
    ) -> PyResult<Vec<Puzzle>> {
        let origin = match (grid, pattern) {
            (Some(grid), None) => Origin::Grid(grid.entry.puzzle.trusting(&grid.entry.notes, Trust::Entries)),
            (None, Some(pattern)) => {
                Origin::Pattern(pattern.entry.puzzle.trusting(&pattern.entry.notes, Trust::Entries))
            }
            (None, None) => Origin::Blank(
                geometry(Some(box_shape.unwrap_or("3x3")))?.expect("invariant: a shape was given"),
            ),
            _ => return Err(PyValueError::new_err("grid and pattern exclude each other")),
        };
        let target = target(givens, removed)?;
        if matches!(origin, Origin::Pattern(_)) && target.is_some() {
            return Err(PyValueError::new_err(
                "pattern says where the givens are: givens and removed do not apply",
            ));
        }
        let symmetry: Symmetry = crate::subject::word("symmetry", symmetry)?;
        let given = Given::new(time, None, None, None)?;
        let created = create(py, origin, target, (symmetry, solutions, difficulty), (count, seed), given)?;
        let of = |puzzle: Inner| Puzzle { entry: puzzle.into(), trust: Trust::Givens };
        Ok(created.into_iter().map(of).collect())
    }

    /// Rows and columns of a box.
    #[getter]
    fn box_shape(&self) -> (usize, usize) {
        let geometry = self.entry.puzzle.geometry();
        (geometry.box_rows(), geometry.box_columns())
    }

    #[getter]
    fn size(&self) -> usize {
        self.entry.puzzle.geometry().size()
    }

    /// The givens, row by row; 0 is a blank.
    #[getter]
    fn givens(&self) -> Vec<Vec<i32>> {
        self.entry.puzzle.givens().chunks(self.size()).map(<[i32]>::to_vec).collect()
    }

    /// What counts of entries and marks: `givens`, `entries` or `marks`.
    #[getter]
    fn trust(&self) -> String {
        self.trust.to_string()
    }

    /// The puzzle in another format, and what that does not hold of it; in `strict` conversions that is an error.
    fn _convert(&self, to: &str, strict: bool) -> PyResult<(String, Vec<String>)> {
        let question = Convert { to: format(to)?, strict, trust: self.trust };
        let Converted { text, notes, .. } = self.converted(question)?;
        let place = format!("{}: ", place("puzzle", self.entry.line));
        let alone = |note: String| note.strip_prefix(&place).map_or(note.clone(), str::to_owned);
        Ok((text, notes.into_iter().map(alone).collect()))
    }

    /// The puzzle with all that is written in it and said of it, as an object that the reader reads.
    fn _object(&self) -> PyResult<String> {
        let question = Convert { to: Format::Json, strict: false, trust: Trust::Givens };
        self.converted(question).map(|converted| converted.text)
    }

    /// Whether the other one has the same givens, entries and marks, and the same counts of them.
    fn _is_same(&self, other: PyRef<'_, Puzzle>) -> bool {
        let (one, another) = (&self.entry, &other.entry);
        // No marks and no mark in any cell are the same.
        let is_noted_alike = |cell| {
            one.notes.entry(cell) == another.notes.entry(cell)
                && one.notes.marks(cell) == another.notes.marks(cell)
        };
        let mut cells = 0..one.puzzle.geometry().cells();
        self.trust == other.trust && one.puzzle == another.puzzle && cells.all(is_noted_alike)
    }

    fn _line(&self, cells: Option<Vec<i32>>) -> PyResult<String> {
        let cells = self.cells(cells)?;
        Ok(render::line(self.entry.puzzle.geometry(), &cells))
    }

    fn _boxed(&self, cells: Option<Vec<i32>>) -> PyResult<String> {
        let cells = self.cells(cells)?;
        Ok(render::boxed(self.entry.puzzle.geometry(), &cells))
    }

    /// A picture of the givens, or of a solution, in SVG.
    fn _svg(&self, solution: Option<Vec<i32>>, title: String) -> PyResult<String> {
        let picture = match solution {
            None => picture::Picture::of_givens(&self.entry.puzzle, title),
            Some(cells) => {
                let cells = self.cells(Some(cells))?;
                picture::Picture::of_solution(&self.entry.puzzle, &cells, title)
            }
        };
        Ok(picture::svg(&picture))
    }

    /// The puzzle in the language of another solver, and in comments.
    fn _export(
        &self,
        py: Python<'_>,
        language: &str,
        rules: Option<&str>,
        at_most_one: Option<&str>,
        roots_of_unity: bool,
    ) -> PyResult<String> {
        let question = crate::export::question(language, rules, at_most_one, roots_of_unity)?;
        crate::export::puzzle(py, question, &self.counted())
    }

    /// What another solver's output says of the puzzle, as it was written in that language.
    fn _decode(
        &self,
        py: Python<'_>,
        answer: &str,
        language: &str,
        form: &str,
    ) -> PyResult<(Answer, Option<Vec<i32>>)> {
        let (language, _) = crate::export::language(language)?;
        said(py, form, || Decoded::of_puzzle("puzzle", self.counted(), language, answer))
    }

    /// The rules and givens as a model, with variables `r1c1`, `r1c2`, … in rows.
    fn _to_model_json(&self) -> PyResult<String> {
        let model = self.entry.puzzle.model_trusting(&self.entry.notes, self.trust);
        residua_encode::json(&model).map_err(|error| model_error(error.to_string()))
    }

    fn _subject(&self, title: &str) -> Subject {
        Subject::new(Asked::of_puzzle(&self.found(title)))
    }
}

impl Puzzle {
    fn found<'a>(&'a self, title: &'a str) -> Found<'a> {
        let Entry { puzzle, notes, line, .. } = &self.entry;
        Found { file: title, line: *line, puzzle, notes, trust: self.trust }
    }

    /// The puzzle as it was read.
    pub(crate) fn entry(&self) -> &Entry {
        &self.entry
    }

    pub(crate) fn trusted(&self) -> Trust {
        self.trust
    }

    fn converted(&self, question: Convert) -> PyResult<Converted> {
        let source = Source { file: "puzzle".into(), entry: self.entry.clone() };
        let converted = Converter::new(question).convert(vec![source]);
        match converted.mistakes.first() {
            Some((_, mistake)) => Err(model_error(mistake.message.clone())),
            None => Ok(converted),
        }
    }

    /// The puzzle with all that counts.
    fn counted(&self) -> Inner {
        self.found("puzzle").as_puzzle().into_owned()
    }

    /// The givens, or a whole grid of values.
    fn cells(&self, cells: Option<Vec<i32>>) -> PyResult<Vec<i32>> {
        let cells = cells.unwrap_or_else(|| self.entry.puzzle.givens().to_vec());
        let size = self.size() as i32;
        let count = self.entry.puzzle.geometry().cells();
        if cells.len() != count || cells.iter().any(|value| !(0..=size).contains(value)) {
            return Err(PyValueError::new_err(format!("expected {count} values from 0 to {size}")));
        }
        Ok(cells)
    }
}
