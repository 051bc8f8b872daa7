//! Random arguments of a constraint, as a model writes them, and their values under an assignment.

use crate::random::Random;

/// An integer or a truth value: a variable, by its number, or known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    Var(usize),
    Known(i64),
    Truth(bool),
}

impl Cell {
    pub(super) fn of(self, values: &[i64]) -> i64 {
        match self {
            Cell::Var(var) => values[var],
            Cell::Known(value) => value,
            Cell::Truth(truth) => truth.into(),
        }
    }
}

/// The values of some cells.
pub(super) fn all(cells: &[Cell], values: &[i64]) -> Vec<i64> {
    cells.iter().map(|cell| cell.of(values)).collect()
}

pub(super) struct Var {
    pub(super) is_bool: bool,
    /// Ascending.
    pub(super) values: Vec<i64>,
}

/// The variables of a model that is being written.
pub(super) struct Draft {
    random: Random,
    pub(super) vars: Vec<Var>,
    /// How many assignments there may be more, as a factor.
    room: usize,
}

/// No model has more assignments.
const MOST: usize = 1500;

impl Draft {
    pub(super) fn new(seed: u64) -> Draft {
        Draft { random: Random::new(seed), vars: Vec::new(), room: MOST }
    }

    pub(super) fn pick(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1) as usize) as i64
    }

    pub(super) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len())]
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn var(&mut self, is_bool: bool, values: Vec<i64>) -> Cell {
        self.room /= values.len();
        self.vars.push(Var { is_bool, values });
        Cell::Var(self.vars.len() - 1)
    }

    /// A variable that there is already, now and then.
    fn again(&mut self, is_bool: bool) -> Option<Cell> {
        let all: Vec<usize> = (0..self.vars.len()).filter(|&at| self.vars[at].is_bool == is_bool).collect();
        (!all.is_empty() && self.chance(12)).then(|| Cell::Var(self.one_of(&all)))
    }

    /// Values within the bounds, with holes.
    pub(super) fn int(&mut self, low: i64, high: i64) -> Cell {
        if let Some(cell) = self.again(false) {
            return cell;
        }
        let mut values: Vec<i64> = (low..=high).filter(|_| self.chance(75)).collect();
        if values.is_empty() {
            values.push(self.pick(low, high));
        }
        values.truncate(self.room.max(1));
        if self.chance(10) || values.len() == 1 && self.chance(50) {
            return Cell::Known(values[0]);
        }
        self.var(false, values)
    }

    pub(super) fn bool(&mut self) -> Cell {
        if let Some(cell) = self.again(true) {
            return cell;
        }
        if self.room < 2 || self.chance(10) {
            return Cell::Truth(self.chance(50));
        }
        self.var(true, vec![0, 1])
    }

    /// A Boolean that nothing else depends on.
    pub(super) fn fresh_bool(&mut self) -> Cell {
        self.var(true, vec![0, 1])
    }

    pub(super) fn ints(&mut self, count: i64, low: i64, high: i64) -> Vec<Cell> {
        (0..count).map(|_| self.int(low, high)).collect()
    }

    pub(super) fn bools(&mut self, count: i64) -> Vec<Cell> {
        (0..count).map(|_| self.bool()).collect()
    }

    pub(super) fn numbers(&mut self, count: i64, low: i64, high: i64) -> Vec<i64> {
        (0..count).map(|_| self.pick(low, high)).collect()
    }

    pub(super) fn set(&mut self, low: i64, high: i64) -> Vec<i64> {
        (low..=high).filter(|_| self.chance(50)).collect()
    }

    /// The first index of an array.
    pub(super) fn first(&mut self) -> i64 {
        self.one_of(&[-1, 0, 1, 5])
    }
}

pub(super) fn text(cell: Cell) -> String {
    match cell {
        Cell::Var(var) => format!("x{var}"),
        Cell::Known(value) => value.to_string(),
        Cell::Truth(truth) => truth.to_string(),
    }
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(",")
}

/// An array with that first index.
pub(super) fn array(first: i64, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    format!("array1d({first}..{},[{}])", first + parts.len() as i64 - 1, joined(parts))
}

pub(super) fn cells(first: i64, cells: &[Cell]) -> String {
    array(first, cells.iter().map(|&cell| text(cell)))
}

pub(super) fn numbers(first: i64, numbers: &[i64]) -> String {
    array(first, numbers.iter().map(ToString::to_string))
}

pub(super) fn set(values: &[i64]) -> String {
    format!("{{{}}}", joined(values.iter().map(ToString::to_string)))
}

/// A matrix, row by row, with those first indices.
pub(super) fn matrix(row: i64, column: i64, width: i64, parts: &[String]) -> String {
    let (last_row, last_column) = (row + parts.len() as i64 / width - 1, column + width - 1);
    format!("array2d({row}..{last_row},{column}..{last_column},[{}])", parts.join(","))
}

/// Whether a constraint holds for the values of the variables.
pub(super) type Holds = Box<dyn Fn(&[i64]) -> bool>;

/// A constraint, and for which values of the variables it holds.
pub(super) struct Instance {
    pub(super) text: String,
    pub(super) holds: Holds,
}

pub(super) fn instance(text: String, holds: impl Fn(&[i64]) -> bool + 'static) -> Instance {
    Instance { text, holds: Box::new(holds) }
}
