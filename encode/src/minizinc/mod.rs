//! MiniZinc encoding of any model, readable for people, too.
//!
//! | of the model | in MiniZinc |
//! |---|---|
//! | variables `x[0]`, `x[1]`, … | `array[0..2] of var 1..9: x;`, with a membership for each domain that is smaller |
//! | another variable | `var {1, 3, 5}: y;` |
//! | a linear relation | `x[0] + 2*y <= z + 3`, no coefficient and no constant negative where that can be |
//! | all different | `all_different([x[0], y + 1])` |
//! | membership | `x[0] in 1..3 union {5}`, of the variable behind the view |
//! | a function | `x * y = z`, `x div y = z`; by the values of `x` and `y` where others leave 32 bits |
//! | one of several | `x[0] > y \/ (y = 3 /\ z = 1)` |
//! | a circuit | `circuit(array1d(0..2, [x[0], x[1], y]))`; in conditions, and with other labels, the way from place to place |
//! | how many hold | `sum([bool2int(x[0] = 1), bool2int(x[1] > y)]) <= z` |
//!
//! There is no `output`: MiniZinc prints a line `x = [0: 1, 1: 2, 2: 3];` or `y = 5;` for each array and variable by itself, which
//! [`decode`] reads.
//!
//! | file | holds |
//! |---|---|
//! | `names.rs` | arrays, and names that MiniZinc accepts |
//! | `expression.rs` | statements as expressions |
//! | `function.rs` | functions of two views |
//! | `circuit.rs` | circuits |
//!
//! Source: *The MiniZinc Handbook*, release 2.6.

mod circuit;
mod expression;
mod function;
mod names;

use residua::constraints::Statement;
use residua::domain::Domain;
use residua::model::{Model, Solution};

use crate::EncodeError;
use crate::answer::{self, Answer, AnswerError};
use crate::comment::comment;
use crate::minizinc::expression::{Writer, set};
use crate::minizinc::names::{Item, items, references};
use crate::statements::statements;

/// The model in MiniZinc.
///
/// ```
/// use residua::constraints::{all_different, eq, lt};
/// use residua_encode::minizinc::minizinc;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.int_vars("x", 3, 1..=9);
/// let y = model.named_var("the total", [5, 10, 20]);
/// model.post(all_different([x[0] + 0, x[1] + 1, x[2] * 2]))?;
/// let sum = model.post(eq(x[0] + x[1] * 2, y))?;
/// model.name_constraint(sum, "sum");
/// model.post(lt(x[2], y - 8))?;
/// assert_eq!(minizinc(&model)?, r#"% A model of residua: 4 variables, 3 constraints.
/// include "all_different.mzn";
///
/// array[0..2] of var 1..9: x;
/// var {5, 10, 20}: the_total; % "the total"
///
/// constraint all_different([x[0], x[1] + 1, 2*x[2]]);
/// constraint x[0] + 2*x[1] = the_total; % sum
/// constraint x[2] + 8 < the_total;
///
/// solve satisfy;
/// "#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`EncodeError`] if a constraint has no statement.
///
/// # Complexity
/// Linear in the model, domains by their runs.
pub fn minizinc(model: &Model) -> Result<String, EncodeError> {
    let model = &*model.decomposed();
    let statements = statements(model)?;
    let (items, references) = (items(model), references(model));
    let (vars, constraints) = (model.domains().len(), statements.len());
    let counts = format!("A model of residua: {vars} variables, {constraints} constraints.");
    let mut text = comment("%", &counts) + "include \"all_different.mzn\";\n";
    if statements.iter().any(has_circuit) {
        text += "include \"circuit.mzn\";\ninclude \"subcircuit.mzn\";\n";
    }
    text += "\n";
    for item in &items {
        text += &declaration(model, item);
    }
    text += "\n";
    let writer = Writer { model, items: &items, references: &references };
    for ((id, _), statement) in model.constraints().zip(&statements) {
        let mut parts = Vec::new();
        conjuncts(&writer, statement, &mut parts);
        let mut name = model.given_name(id).map(str::to_owned);
        for part in parts {
            text += &noted(&format!("constraint {part};"), name.take());
        }
    }
    Ok(text + if constraints == 0 { "" } else { "\n" } + "solve satisfy;\n")
}

/// The declaration of a variable, or of an array with what is particular to some of its variables.
fn declaration(model: &Model, item: &Item) -> String {
    let quoted = |called: &str, name: &str| (called != name).then(|| format!("{called:?}"));
    match item {
        Item::Variable(var, name) => {
            let note = quoted(&model.name(*var), name);
            noted(&format!("var {}: {name};", set(model.domain(*var))), note)
        }
        Item::Array(vars, stem, name) => {
            let domains: Vec<&Domain> = vars.iter().map(|&var| model.domain(var)).collect();
            let all = common(&domains);
            let last = vars.len() - 1;
            let mut text =
                noted(&format!("array[0..{last}] of var {}: {name};", set(&all)), quoted(stem, name));
            for (at, domain) in domains.iter().enumerate().filter(|(_, domain)| ***domain != all) {
                text += &noted(&format!("constraint {name}[{at}] in {};", set(domain)), None);
            }
            text
        }
    }
}

/// A line, with a comment behind it.
fn noted(line: &str, note: Option<String>) -> String {
    note.map_or_else(|| format!("{line}\n"), |note| format!("{line} {}", comment("%", &note)))
}

/// Whether it is, or has among its conjuncts, a circuit.
fn has_circuit(statement: &Statement) -> bool {
    match statement {
        Statement::All(all) => all.iter().any(has_circuit),
        other => matches!(other, Statement::Circuit { .. }),
    }
}

/// Expressions whose conjunction is the statement.
fn conjuncts(writer: &Writer<'_>, statement: &Statement, parts: &mut Vec<String>) {
    match statement {
        Statement::All(all) => all.iter().for_each(|part| conjuncts(writer, part, parts)),
        Statement::Circuit { nodes, holds: true } => {
            parts.push(writer.predicate(nodes).unwrap_or_else(|| writer.expression(statement)));
        }
        other => parts.push(writer.expression(other)),
    }
}

/// The domain of an array: that of all its variables if they have the same, otherwise the range of all.
fn common(domains: &[&Domain]) -> Domain {
    if domains.iter().all(|domain| domain == &domains[0]) {
        return domains[0].clone();
    }
    let min = domains.iter().filter_map(|domain| domain.min()).min();
    let max = domains.iter().filter_map(|domain| domain.max()).max();
    min.zip(max).map_or_else(Domain::empty, |(min, max)| Domain::from(min..=max))
}

/// Decodes MiniZinc's answer for [`minizinc`]'s program into a solution of the model: the first of several.
///
/// | answer | printed |
/// |---|---|
/// | a solution | `x = [0: 1, 1: 2];`, `y = 5;`, and at its end `----------` |
/// | none | `=====UNSATISFIABLE=====` |
/// | unknown | `=====UNKNOWN=====`, or nothing |
///
/// ```
/// use residua_encode::answer::Answer;
/// use residua_encode::minizinc::decode;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.int_vars("x", 2, 1..=9);
/// let y = model.named_var("the total", 1..=9);
/// let Answer::Solution(solution) = decode(&model, "x = [0: 4, 1: 5];\nthe_total = 9;\n----------\n")? else { panic!() };
/// assert_eq!((solution[x[0]], solution[x[1]], solution[y]), (4, 5, 9));
/// assert_eq!(decode(&model, "=====UNSATISFIABLE=====\n"), Ok(Answer::None));
/// let error = decode(&model, "x = [4, 5.5];").unwrap_err();
/// assert_eq!(error.to_string(), "1:10: expected ], found \".5];\"");
/// # Ok::<(), residua_encode::answer::AnswerError>(())
/// ```
///
/// # Errors
/// [`AnswerError`] with its place if it is none of these; or if what is said to be a solution violates a constraint.
pub fn decode(model: &Model, answer: &str) -> Result<Answer<Solution>, AnswerError> {
    answer::minizinc(answer)?
        .try_map(|values| answer::by_name(model, &references(&model.decomposed()), &values))
}
