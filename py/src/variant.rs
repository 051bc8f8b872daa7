//! Variant puzzles: built, read, drawn, written, created.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua_report::Subject as Asked;
use residua_report::export::encode;
use residua_sudoku::Trust;
use residua_variant::{
    Format, KINDS, Picture, ReadOptions, RuleError, Variant as Inner, is_variant, split_variants, write,
};

use crate::creation::{Difficulty, create_variants};
use crate::error::{model_error, of_parse, rule_error};
use crate::limits::Given;
use crate::options::one_of;
use crate::puzzle::{Puzzle, trust};
use crate::rule::rule;
use crate::shape::{blank, unfit};
use crate::subject::{Subject, word};

/// The formats that are written, by name.
const FORMATS: [(&str, Format); 6] = [
    ("json", Format::Json),
    ("fpuzzles", Format::FPuzzles),
    ("fpuzzles_link", Format::FPuzzlesLink),
    ("sudokupad", Format::Scl),
    ("sudokupad_link", Format::SclLink),
    ("iss", Format::Iss),
];

/// A puzzle of any shape with any rules. The class for users is `residua_cp.Variant`, which adds answers.
#[pyclass(frozen, subclass, module = "residua_cp._core")]
#[derive(Debug)]
pub(crate) struct Variant {
    puzzle: Mutex<Inner>,
    trust: Trust,
    line: usize,
    notes: Vec<String>,
}

impl Variant {
    fn of(puzzle: Inner, trust: Trust) -> Variant {
        Variant { puzzle: Mutex::new(puzzle), trust, line: 1, notes: Vec::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.puzzle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes something into a cell.
    fn put(&self, cell: &str, put: impl FnOnce(&mut Inner, usize) -> Result<(), RuleError>) -> PyResult<()> {
        let mut puzzle = self.lock();
        let wrong = |what: &str| rule_error(what, "", Some(cell));
        let unknown = || wrong(&format!("expected a cell of the puzzle, such as r1c1, found \"{cell}\""));
        let number = puzzle.shape().cell(cell).ok_or_else(unknown)?;
        put(&mut puzzle, number).map_err(|error| wrong(&error.to_string()))
    }
}

#[pymethods]
impl Variant {
    /// The same puzzle once more.
    #[new]
    fn new(other: PyRef<'_, Variant>) -> Variant {
        let puzzle = Mutex::new(other.lock().clone());
        Variant { puzzle, trust: other.trust, line: other.line, notes: other.notes.clone() }
    }

    /// A rectangle of cells with digits; with `lines` its rows and columns are rules, and so are boxes, or regions in place of them.
    #[staticmethod]
    fn _of_shape(
        shape: (usize, usize),
        digits: (i32, i32),
        absent: Vec<String>,
        lines: bool,
        box_shape: Option<&str>,
        regions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Variant> {
        let puzzle = blank((shape, digits, absent), lines, box_shape, regions)?;
        Ok(Variant::of(puzzle, Trust::Givens))
    }

    /// All puzzles of a text in any format.
    #[staticmethod]
    fn _read_all(text: &str, trusting: &str, ignore_unknown: bool) -> PyResult<Vec<Variant>> {
        let trusting = trust(trusting)?;
        if !is_variant(text) {
            let found = crate::puzzle::entries(text, None, ignore_unknown, usize::MAX)?;
            return found.into_iter().map(|entry| Variant::of_entry(&entry, trusting)).collect();
        }
        let options = ReadOptions { ignores_unknown: ignore_unknown };
        let puzzle = |(line, text): (usize, &str)| {
            let read = residua_variant::read(text, options).map_err(|error| of_parse(error, line))?;
            Ok(Variant { line, notes: read.notes, ..Variant::of(read.variant, trusting) })
        };
        split_variants(text).into_iter().map(puzzle).collect()
    }

    /// A Sudoku, to which rules can be added.
    #[staticmethod]
    fn _of_puzzle(puzzle: PyRef<'_, Puzzle>) -> PyResult<Variant> {
        Variant::of_entry(puzzle.entry(), puzzle.trusted())
    }

    /// Whether a text begins as a variant puzzle, and not as a plain one.
    #[staticmethod]
    fn _is_variant(start: &str) -> bool {
        is_variant(start)
    }

    /// The kinds of rules by name, with what they say.
    #[staticmethod]
    fn _kinds() -> Vec<(&'static str, &'static str)> {
        KINDS.iter().map(|facts| (facts.id, facts.meaning)).collect()
    }

    /// Adds a rule: kind, groups of cells, numbers, name, parts, automaton.
    fn _add(&self, stated: &Bound<'_, PyAny>) -> PyResult<()> {
        // Objects of Python are read without the lock: they may run anything.
        let shape = self.lock().shape().clone();
        let (rule, label) = rule(&shape, stated)?;
        let kind = rule.kind();
        self.lock().add(rule).map_err(|error| label.unfit(kind, &error))
    }

    /// Adds both diagonals of a square, each with different digits.
    fn add_diagonals(&self) -> PyResult<()> {
        self.lock().add_diagonals().map_err(unfit)
    }

    /// Adds the four windows of a 9-by-9 grid, each with different digits.
    fn add_windows(&self) -> PyResult<()> {
        self.lock().add_windows().map_err(unfit)
    }

    /// Gives a cell a digit.
    fn give(&self, cell: &str, digit: i32) -> PyResult<()> {
        self.put(cell, |puzzle, cell| puzzle.give(cell, digit))
    }

    /// Enters a digit, which may be wrong.
    fn enter(&self, cell: &str, digit: i32) -> PyResult<()> {
        self.put(cell, |puzzle, cell| puzzle.enter(cell, digit))
    }

    /// Sets the pencil marks of a cell, which may be wrong.
    fn _mark(&self, cell: &str, digits: Vec<i32>) -> PyResult<()> {
        self.put(cell, |puzzle, cell| puzzle.mark(cell, digits))
    }

    /// Restricts a cell to some digits.
    fn _restrict(&self, cell: &str, digits: Vec<i32>) -> PyResult<()> {
        self.put(cell, |puzzle, cell| puzzle.restrict(cell, digits))
    }

    #[getter]
    fn rows(&self) -> usize {
        self.lock().shape().rows()
    }

    #[getter]
    fn columns(&self) -> usize {
        self.lock().shape().columns()
    }

    /// The least and the greatest digit.
    #[getter]
    fn digits(&self) -> (i32, i32) {
        self.lock().shape().digits().into_inner()
    }

    /// The names of the cells, row by row.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let puzzle = self.lock();
        puzzle.shape().cells().map(|cell| puzzle.shape().name(cell)).collect()
    }

    /// By cell of the rectangle: its name; `None` where there is none.
    fn _names(&self) -> Vec<Option<String>> {
        let puzzle = self.lock();
        let shape = puzzle.shape();
        (0..shape.len()).map(|cell| shape.has(cell).then(|| shape.name(cell))).collect()
    }

    /// The rules that are no rows, columns and regions, in words.
    #[getter]
    fn rules(&self) -> Vec<String> {
        let puzzle = self.lock();
        let rules = puzzle.rules().iter().filter(|rule| !rule.is_house());
        rules.map(|rule| rule.describe(puzzle.shape())).collect()
    }

    /// What counts of entries and marks: `givens`, `entries` or `marks`.
    #[getter]
    fn trust(&self) -> String {
        self.trust.to_string()
    }

    /// What was passed over when it was read.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    #[getter]
    fn title(&self) -> Option<String> {
        self.lock().about.title.clone()
    }

    #[setter]
    fn set_title(&self, title: Option<String>) {
        self.lock().about.title = title;
    }

    #[getter]
    fn author(&self) -> Option<String> {
        self.lock().about.author.clone()
    }

    #[setter]
    fn set_author(&self, author: Option<String>) {
        self.lock().about.author = author;
    }

    /// The rules in prose.
    #[getter]
    fn ruleset(&self) -> Option<String> {
        self.lock().about.ruleset.clone()
    }

    #[setter]
    fn set_ruleset(&self, ruleset: Option<String>) {
        self.lock().about.ruleset = ruleset;
    }

    /// The solution that came with the puzzle, by cell of the rectangle.
    fn _solution(&self) -> Option<Vec<i32>> {
        self.lock().about.solution.clone()
    }

    /// By cell of the rectangle: the given digit.
    fn _givens(&self) -> Vec<Option<i32>> {
        let puzzle = self.lock();
        (0..puzzle.shape().len()).map(|cell| puzzle.given(cell)).collect()
    }

    /// The grid with these digits, by cell of the rectangle.
    fn _grid(&self, digits: Vec<Option<i32>>) -> PyResult<String> {
        let puzzle = self.lock();
        let digits = whole(&puzzle, digits)?;
        Ok(puzzle.grid(|cell| digits[cell]))
    }

    /// A picture of the givens, or of a solution, by cell of the rectangle, in SVG.
    fn _svg(&self, solution: Option<Vec<Option<i32>>>, title: &str) -> PyResult<String> {
        let puzzle = self.lock();
        let title = puzzle.about.title.clone().unwrap_or_else(|| title.to_owned());
        let picture = match solution {
            None => Picture::of_givens(&puzzle, title),
            Some(digits) => {
                let digits = whole(&puzzle, digits)?;
                let values: Option<Vec<i32>> = puzzle.shape().cells().map(|cell| digits[cell]).collect();
                let values =
                    values.ok_or_else(|| PyValueError::new_err("a solution has a digit in each cell"))?;
                Picture::of_solution(&puzzle, &values, title)
            }
        };
        Ok(picture.svg())
    }

    /// The puzzle as a text of a format.
    fn _write(&self, format: &str) -> PyResult<String> {
        let format = one_of("format", &FORMATS, format)?;
        write(&self.lock(), format).map_err(|error| model_error(error.to_string()))
    }

    /// The puzzle in the language of another solver.
    fn _export(
        &self,
        py: Python<'_>,
        language: &str,
        rules: Option<&str>,
        at_most_one: Option<&str>,
        roots_of_unity: bool,
    ) -> PyResult<String> {
        let question = crate::export::question(language, rules, at_most_one, roots_of_unity)?;
        let model = self.model()?;
        let text = py.detach(|| encode(&question, &model).map(|text| text.to_string()));
        text.map_err(|error| model_error(error.to_string()))
    }

    /// The rules and givens as a model, with variables `r1c1`, `r1c2`, … in rows, and after these the rules' own.
    fn _to_model_json(&self) -> PyResult<String> {
        residua_encode::json(&self.model()?).map_err(|error| model_error(error.to_string()))
    }

    fn _subject(&self, title: &str) -> PyResult<Subject> {
        let subject = Asked::of_variant(title, self.line, &self.lock(), self.trust);
        subject.map(Subject::new).map_err(|mistake| model_error(mistake.message))
    }

    /// Random puzzles with these rules, numbered from 0, made by a seed alone.
    #[expect(clippy::too_many_arguments, reason = "each is an option of the request")]
    fn _create(
        &self,
        py: Python<'_>,
        count: u64,
        seed: u64,
        symmetry: &str,
        givens: Option<usize>,
        cages: Option<(usize, usize)>,
        difficulty: Difficulty,
        time: Option<f64>,
    ) -> PyResult<Vec<Variant>> {
        let rules = self.lock().clone();
        let request = residua_variant::create::VariantCreation::new(rules).seed(seed);
        let mut request = request.symmetry(word("symmetry", symmetry)?);
        if let Some(count) = givens {
            request = request.givens(count);
        }
        if let Some((least, most)) = cages {
            request = request.cages(least..=most);
        }
        if let Some(costs) = difficulty.costs {
            request = request.difficulty(costs);
        }
        if let Some(technique) = difficulty.technique {
            request = request.technique(technique);
        }
        let created = create_variants(py, request, count, Given::new(time, None, None, None)?)?;
        Ok(created.into_iter().map(|puzzle| Variant::of(puzzle, self.trust)).collect())
    }
}

impl Variant {
    fn of_entry(entry: &residua_sudoku::Entry, trust: Trust) -> PyResult<Variant> {
        let puzzle = Inner::of_puzzle(&entry.puzzle, &entry.notes, true).map_err(unfit)?;
        Ok(Variant { line: entry.line, ..Variant::of(puzzle, trust) })
    }

    fn model(&self) -> PyResult<residua::model::Model> {
        self.lock().model_trusting(self.trust).map_err(|error| crate::error::of_model(&error))
    }
}

/// Digits for each cell of the rectangle.
fn whole(puzzle: &Inner, digits: Vec<Option<i32>>) -> PyResult<Vec<Option<i32>>> {
    let (count, (low, high)) = (puzzle.shape().len(), puzzle.shape().digits().into_inner());
    if digits.len() != count || digits.iter().flatten().any(|digit| !(low..=high).contains(digit)) {
        return Err(PyValueError::new_err(format!("expected {count} digits from {low} to {high}, or None")));
    }
    Ok(digits)
}
