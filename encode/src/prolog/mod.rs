//! Prolog encoding: any model as goals of `library(clpfd)`, for SWI-Prolog.
//!
//! [`goals()`] gives them in the form of a top level's answer: first bindings (variables with the same value in a
//! chain, then variables that are equal), then domains, then constraints. [`program()`] gives a file that SWI-Prolog
//! loads.
//!
//! | statement | goal |
//! |---|---|
//! | a domain | `X in 1..3\/5`, or `X = 3` |
//! | `x = y` | `X = Y` |
//! | a linear relation | `X + 2*Y #=< Z + 3`, no coefficient and no constant negative where that can be |
//! | all different | `all_distinct([X, Y, Z])`; between views that are not shifted by the same constant, one `#\=` per pair |
//! | membership | `X in 1..3\/5`, of the variable behind the view |
//! | a function | `X * Y #= Z`, `X // Y #= Z` |
//! | one of several | `X #>= Y + 3 #\/ Y #>= X + 3` |
//! | a circuit | `Truth0 #= X + 1`, …, `circuit([Truth0, Truth1])`; in conditions, and where nodes may be left out, the way from place to place |
//! | how many hold | `Truth0 #<==> X #= 1`, `Truth1 #<==> Y #= 1`, `Truth0 + Truth1 #=< Z` |
//!
//! No goal but those of a number of statements and of circuits has a variable that is not one of the model's: `all_distinct/1` takes no
//! expressions, and an auxiliary variable for each would show up in the answer. What is counted has no other form: sums take no
//! reified goals. The variables `Truth0`, `Truth1`, … are determined by those of the model.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the conjunction has exactly the solutions of the model |
//! | Cost | linear in the model; quadratic in an `all_different` of views that are not shifted by the same constant |
//! | Source | Triska, *The Finite Domain Constraint Solver of SWI-Prolog*, FLOPS 2012 |

mod circuit;
mod decode;
mod goal;
mod name;
mod program;

use std::collections::BTreeMap;
use std::fmt;

use residua::constraints::Statement;
use residua::model::{IntVar, Model};

use crate::Unencodable;
use crate::prolog::goal::Writer;
use crate::statements::statements;

pub use crate::prolog::decode::decode;
pub use crate::prolog::goal::domain;
pub use crate::prolog::name::atom;
pub use crate::prolog::name::names;
pub use crate::prolog::program::program;

/// A model as goals; printed, it is an answer of a top level, each goal in a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    /// By number of the variable: its name in the goals.
    pub names: Vec<String>,
    /// The goals, whose conjunction is the model.
    pub goals: Vec<String>,
}

/// The model as goals, with the variable names of [`names()`].
///
/// ```
/// use residua::constraints::{all_different, exact_sum, lt};
/// use residua_encode::prolog::goals;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let cells = model.int_vars("r", 3, 1..=9);
/// model.post(all_different(cells.clone()))?;
/// model.post(exact_sum(cells.clone(), 6))?;
/// model.post(lt(cells[0], cells[1] - 1))?;
/// assert_eq!(goals(&model)?.to_string(), r"R_0 in 1..9,
/// R_1 in 1..9,
/// R_2 in 1..9,
/// all_distinct([R_0, R_1, R_2]),
/// R_0 + R_1 + R_2 #= 6,
/// R_0 + 1 #< R_1.
/// ");
/// // What is left of it.
/// let residual = model.residual(Consistency::Domain).expect("there is a solution");
/// assert_eq!(goals(&residual.model)?.to_string(), r"R_0 in 1..2,
/// R_1 in 3..4,
/// R_2 in 1..2,
/// R_0 #\= R_2,
/// R_0 + R_1 + R_2 #= 6,
/// R_0 + 1 #< R_1.
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unencodable`] if a constraint has no statement.
pub fn goals(model: &Model) -> Result<Goals, Unencodable> {
    Goals::new(model, names(&model.decomposed()))
}

impl Goals {
    /// The model as goals, its variables named by `name`: a distinct name for each, which Prolog must read as a
    /// variable.
    ///
    /// # Errors
    /// [`Unencodable`] if a constraint has no statement.
    pub fn named(model: &Model, name: impl Fn(IntVar) -> String) -> Result<Goals, Unencodable> {
        Self::new(model, model.vars().map(name).collect())
    }

    /// The goals about variables that are not fixed, for a program that has values in the place of the fixed ones.
    ///
    /// # Errors
    /// If a constraint cannot be written.
    pub fn of_open(model: &Model, name: impl Fn(IntVar) -> String) -> Result<Goals, Unencodable> {
        let value = |var: IntVar| model.domain(var).value().map(|value| value.to_string());
        Self::open(model, model.vars().map(|var| value(var).unwrap_or_else(|| name(var))).collect())
    }

    fn new(model: &Model, names: Vec<String>) -> Result<Goals, Unencodable> {
        let model = &*model.decomposed();
        let names = names_with_auxiliary(model, names);
        let bindings = Writer { names: &names }.bindings(&by_value(model));
        let mut goals = Self::open(model, names)?;
        drop(goals.goals.splice(..0, bindings));
        Ok(goals)
    }

    /// All goals but those that bind a variable to a value.
    fn open(model: &Model, names: Vec<String>) -> Result<Goals, Unencodable> {
        let model = &*model.decomposed();
        let names = names_with_auxiliary(model, names);
        let statements = statements(model)?;
        let writer = Writer { names: &names };
        let mut goals = Vec::new();
        let mut constraints = Vec::new();
        for statement in &statements {
            match statement {
                Statement::Linear(linear) if matches!(linear.alias(), Some((_, _, 0))) => {
                    goals.push(writer.equality(linear));
                }
                other => writer.conjuncts(other, &mut constraints),
            }
        }
        let implied = implied_domains(model, &statements);
        for var in model.vars().filter(|var| !model.domain(*var).is_fixed() && !implied[var.index()]) {
            goals.push(format!("{} in {}", names[var.index()], domain(model.domain(var))));
        }
        goals.append(&mut constraints);
        Ok(Goals { names, goals })
    }
}

impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.goals.is_empty() {
            return writeln!(f, "true.");
        }
        writeln!(f, "{}.", self.goals.join(",\n"))
    }
}

/// Names for all variables of a model, of which the first ones are given.
fn names_with_auxiliary(model: &Model, mut given: Vec<String>) -> Vec<String> {
    if given.len() < model.domains().len() {
        given.extend_from_slice(&names(model)[given.len()..]);
    }
    given
}

/// The fixed variables of each value, in the order of the first of them.
fn by_value(model: &Model) -> Vec<(i32, Vec<usize>)> {
    let mut groups: Vec<(i32, Vec<usize>)> = Vec::new();
    let mut number: BTreeMap<i32, usize> = BTreeMap::new();
    for var in model.vars() {
        let Some(value) = model.domain(var).value() else { continue };
        let number = *number.entry(value).or_insert(groups.len());
        if number == groups.len() {
            groups.push((value, Vec::new()));
        }
        groups[number].1.push(var.index());
    }
    groups
}

/// By variable: whether it is equal to an earlier one, or differs by a constant, and its domain follows from that one's.
fn implied_domains(model: &Model, statements: &[Statement]) -> Vec<bool> {
    let mut implied = vec![false; model.domains().len()];
    for statement in statements {
        let Statement::Linear(linear) = statement else { continue };
        let Some((x, y, gap)) = linear.alias() else { continue };
        // Only relations to an earlier variable: two that follow from each other would leave no domain at all.
        let (later, earlier, gap) = if x > y { (x, y, gap) } else { (y, x, -gap) };
        let domains = model.domains();
        let shifted = i32::try_from(gap).ok().and_then(|gap| domains[earlier.index()].map_affine(1, gap));
        implied[later.index()] |= shifted.is_some_and(|shifted| shifted == domains[later.index()]);
    }
    implied
}
