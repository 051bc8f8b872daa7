//! Random arguments of a constraint, as a model writes them, and their values under an assignment.

use residua::search::Random;

/// An integer or a truth value: a variable, by its number, or known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
    Var(usize),
    Known(i64),
    Truth(bool),
}

impl Cell {
    pub(crate) fn of(self, values: &[i64]) -> i64 {
        match self {
            Cell::Var(var) => values[var],
            Cell::Known(value) => value,
            Cell::Truth(truth) => truth.into(),
        }
    }
}

/// The values of some cells.
pub(crate) fn all(cells: &[Cell], values: &[i64]) -> Vec<i64> {
    cells.iter().map(|cell| cell.of(values)).collect()
}

pub(crate) struct Var {
    pub(crate) is_bool: bool,
    /// Ascending.
    pub(crate) values: Vec<i64>,
}

/// The variables of a model that is being written.
pub(crate) struct Draft {
    random: Random,
    pub(crate) vars: Vec<Var>,
    /// How many assignments there may be more, as a factor.
    room: usize,
    /// In how many of a hundred places a variable stands that there is already.
    again: usize,
    /// In how many of a hundred places something known stands.
    known: usize,
}

/// No model has more assignments.
const MOST: usize = 1500;

impl Draft {
    pub(crate) fn new(seed: u64) -> Draft {
        Draft { random: Random::new(seed), vars: Vec::new(), room: MOST, again: 12, known: 10 }
    }

    /// With these shares of repeated variables, and of known values.
    pub(crate) fn with(self, again: usize, known: usize) -> Draft {
        Draft { again, known, ..self }
    }

    pub(crate) fn pick(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1) as usize) as i64
    }

    pub(crate) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len())]
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
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
        (!all.is_empty() && self.chance(self.again)).then(|| Cell::Var(self.one_of(&all)))
    }

    /// Values within the bounds, with holes.
    pub(crate) fn int(&mut self, low: i64, high: i64) -> Cell {
        if let Some(cell) = self.again(false) {
            return cell;
        }
        let mut values: Vec<i64> = (low..=high).filter(|_| self.chance(75)).collect();
        if values.is_empty() {
            values.push(self.pick(low, high));
        }
        values.truncate(self.room.max(1));
        if self.chance(self.known) || values.len() == 1 && self.chance(50) {
            return Cell::Known(values[0]);
        }
        self.var(false, values)
    }

    pub(crate) fn bool(&mut self) -> Cell {
        if let Some(cell) = self.again(true) {
            return cell;
        }
        if self.room < 2 || self.chance(self.known) {
            return Cell::Truth(self.chance(50));
        }
        self.var(true, vec![0, 1])
    }

    /// A Boolean that nothing else depends on.
    pub(crate) fn fresh_bool(&mut self) -> Cell {
        self.var(true, vec![0, 1])
    }

    pub(crate) fn ints(&mut self, count: i64, low: i64, high: i64) -> Vec<Cell> {
        (0..count).map(|_| self.int(low, high)).collect()
    }

    pub(crate) fn bools(&mut self, count: i64) -> Vec<Cell> {
        (0..count).map(|_| self.bool()).collect()
    }

    pub(crate) fn numbers(&mut self, count: i64, low: i64, high: i64) -> Vec<i64> {
        (0..count).map(|_| self.pick(low, high)).collect()
    }

    pub(crate) fn set(&mut self, low: i64, high: i64) -> Vec<i64> {
        (low..=high).filter(|_| self.chance(50)).collect()
    }

    /// The first index of an array.
    pub(crate) fn first(&mut self) -> i64 {
        self.one_of(&[-1, 0, 1, 5])
    }
}

pub(crate) fn text(cell: Cell) -> String {
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
pub(crate) fn array(first: i64, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    format!("array1d({first}..{},[{}])", first + parts.len() as i64 - 1, joined(parts))
}

pub(crate) fn cells(first: i64, cells: &[Cell]) -> String {
    array(first, cells.iter().map(|&cell| text(cell)))
}

pub(crate) fn numbers(first: i64, numbers: &[i64]) -> String {
    array(first, numbers.iter().map(ToString::to_string))
}

pub(crate) fn set(values: &[i64]) -> String {
    format!("{{{}}}", joined(values.iter().map(ToString::to_string)))
}

/// A matrix, row by row, with those first indices.
pub(crate) fn matrix(row: i64, column: i64, width: i64, parts: &[String]) -> String {
    let (last_row, last_column) = (row + parts.len() as i64 / width - 1, column + width - 1);
    format!("array2d({row}..{last_row},{column}..{last_column},[{}])", parts.join(","))
}

/// Whether a constraint holds for the values of the variables.
pub(crate) type Holds = Box<dyn Fn(&[i64]) -> bool>;

/// A constraint, and for which values of the variables it holds.
pub(crate) struct Instance {
    pub(crate) text: String,
    pub(crate) holds: Holds,
}

pub(crate) fn instance(text: String, holds: impl Fn(&[i64]) -> bool + 'static) -> Instance {
    Instance { text, holds: Box::new(holds) }
}
