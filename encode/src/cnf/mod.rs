//! CNF encoding: any model as a formula in conjunctive normal form, for SAT solvers.
//!
//! Each value of each variable has a literal of its own (the *direct* or *one-hot* encoding), and exactly one of them is true.
//! Those of a variable follow one another, in the order of the values. So a grid of n × n cells with values 1..n has
//! `(i, j, d) ↔ n²(i-1) + n(j-1) + d`, the numbers that pycosat's and others' models of Sudoku have.
//!
//! | what | clauses | file |
//! |---|---|---|
//! | one value each, `all_different` | at most one, in one of four ways | `at_most_one.rs` |
//! | the same | more or fewer of the clauses that follow from others | `rules.rs` |
//! | `x ∘ y` of two variables | by value | `writer.rs` |
//! | longer sums | by the order encoding, partial sum by partial sum | `number.rs` |
//! | a function | by the values of its arguments | `writer.rs` |
//! | one of several statements about single variables | a clause of their values | `writer.rs` |
//! | one of several others | a new literal for each, that implies it | `writer.rs` |
//! | how many hold | a new literal for each, that is equivalent to it, and the sum of these | `writer.rs` |
//! | a circuit | a place for each node, in order encoding | `circuit.rs` |
//!
//! The formula has at least one solution for each of the model, and no others, over the literals of the values. New literals are
//! not always determined by those.

mod at_most_one;
mod circuit;
mod clauses;
mod decode;
mod number;
mod rules;
mod writer;

use std::fmt;

use residua::domain::Domain;
use residua::model::{IntVar, Model};

use crate::EncodeError;
use crate::cnf::clauses::Clauses;
use crate::cnf::writer::Writer;
use crate::statements::statements;

pub use crate::cnf::at_most_one::AtMostOne;
pub use crate::cnf::rules::Rules;

/// The options of the CNF encoding. All have the same solutions.
///
/// ```
/// use residua_encode::cnf::{Encoding, Rules, cnf};
/// use residua_sudoku::Geometry;
///
/// let model = Geometry::new(3, 3)?.model();
/// let clauses = |rules: Rules| cnf(&model, Encoding::from(rules)).map(|formula| formula.clauses().len());
/// assert_eq!(clauses(Rules::Minimal), Ok(8_829));
/// assert_eq!(clauses(Rules::Pycosat), Ok(11_988));
/// assert_eq!(clauses(Rules::Pyeda), Ok(10_530));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Encoding {
    /// The encoding of at-most-one constraints.
    pub at_most_one: AtMostOne,
    /// The set of clauses that are written, of those that imply each other.
    pub rules: Rules,
}

impl From<AtMostOne> for Encoding {
    fn from(at_most_one: AtMostOne) -> Encoding {
        Encoding { at_most_one, ..Encoding::default() }
    }
}

/// The rules in pairs, as their sources have them.
impl From<Rules> for Encoding {
    fn from(rules: Rules) -> Encoding {
        Encoding { at_most_one: AtMostOne::Pairwise, rules }
    }
}

/// A model as clauses.
#[derive(Clone, Debug)]
pub struct Cnf {
    clauses: Clauses,
    model: Model,
    /// By variable of the model: the literal of its least value.
    firsts: Vec<i32>,
}

/// The model as clauses, in that encoding.
///
/// ```
/// use residua_encode::cnf::{AtMostOne, cnf};
/// use residua::constraints::ne;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=2));
/// model.post(ne(x, y))?;
/// let formula = cnf(&model, AtMostOne::BySize)?;
/// assert_eq!(formula.to_string(), "\
/// c \"x\" has the values 1 2, from literal 1 on
/// c \"y\" has the values 1 2, from literal 3 on
/// p cnf 4 6
/// 1 2 0
/// -1 -2 0
/// 3 4 0
/// -3 -4 0
/// -1 -3 0
/// -2 -4 0
/// ");
/// assert_eq!(formula.literal(y, 2), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`EncodeError`] if a constraint has no statement, or the formula would be too large.
///
/// # Complexity
/// A literal for each value; for a sum, the products of the numbers of values of each term and of the partial sum before it.
pub fn cnf(model: &Model, encoding: impl Into<Encoding>) -> Result<Cnf, EncodeError> {
    let model = &*model.decomposed();
    let statements = statements(model)?;
    let mut writer = Writer::new(model, &statements, encoding.into())?;
    // A variable without values is an empty clause, which says it all.
    let is_empty = model.domains().iter().any(Domain::is_empty);
    for ((_, constraint), statement) in model.constraints().zip(statements).filter(|_| !is_empty) {
        let done = writer.state(&statement, None);
        done.map_err(|_| EncodeError::TooLarge(model.show(&**constraint).to_string()))?;
    }
    let (clauses, firsts) = writer.finish();
    Ok(Cnf { clauses, model: model.clone(), firsts })
}

impl Cnf {
    /// The number of variables of the formula, which are numbered from 1.
    pub fn vars(&self) -> usize {
        self.clauses.vars()
    }

    /// The clauses: each a list of literals, which are numbers of variables or their negatives.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[i32]> {
        self.clauses.iter()
    }

    /// The literal for a variable of the model having that value; `None` if it cannot.
    ///
    /// # Panics
    /// If it is a variable of another model.
    pub fn literal(&self, var: IntVar, value: i32) -> Option<i32> {
        writer::literal(self.model.domain(var), self.firsts[var.index()], value)
    }
}

impl fmt::Display for Cnf {
    /// Prints it in the format of DIMACS, with the literals of the values in comments.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (var, first) in self.model.vars().zip(&self.firsts) {
            let (name, domain) = (self.model.name(var), self.model.domain(var));
            writeln!(f, "c {name:?} has the values {domain}, from literal {first} on")?;
        }
        writeln!(f, "p cnf {} {}", self.vars(), self.clauses.iter().len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(f, "{literal} ")?;
            }
            writeln!(f, "0")?;
        }
        Ok(())
    }
}
