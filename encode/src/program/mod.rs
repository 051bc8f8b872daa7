//! Integer linear programs: any model as a 0–1 program, for GLPK, CBC, HiGHS and others.
//!
//! A column for each value of a variable is 1 where the variable has it (`r1c1_5`: r1c1 is 5), and exactly one of them is. A
//! variable that sums need has an integer column, too, `x = Σ v · x_v`; and that one alone where nothing asks for single values.
//!
//! | statement | rows |
//! |---|---|
//! | all different | Σ of the columns with a value ≤ 1, for each value; = 1 where there are as many values as variables |
//! | membership, `x ∘ c` | the columns of the values in question |
//! | `x = y + c`, `x ≠ y + c` | by value: `x_v ≤ y_w`, `x_v + y_w ≤ 1` |
//! | a function | by value: for `x = 2`, `y = 3` and `z = x·y`, `x_2 + y_3 - z_6 ≤ 1` |
//! | other sums | one row over the integer columns; for ≠ one of two rows, < and > |
//! | one of several | a new 0–1 column for each that implies it (by a *big M*, the least that the bounds allow), one of them 1 |
//! | how many hold | the columns of the values in question; a new 0–1 column for each other part, which implies it, and one for its negation, one of the two 1 |
//! | a circuit | a place for each node, and `placeᵢ + 1 ≤ placeⱼ` for an arc from i to j, by a big M |
//!
//! There is nothing to be optimised: the objective is the constant 0.
//!
//! | file | holds |
//! |---|---|
//! | `writer.rs` | statements as rows |
//! | `circuit.rs` | circuits as rows |
//! | `needs.rs` | columns that statements need |
//! | `rows.rs` | the rows, and the limit of size |
//! | `names.rs` | names of columns |
//! | `lp.rs` | the LP format of CPLEX |
//! | `mps.rs` | the free MPS format |
//! | `decode.rs` | a solver's answer as one of the model |
//!
//! Source: Williams, *Model Building in Mathematical Programming*, 5th ed., 2013, chapters 9 and 10.

mod circuit;
mod decode;
mod lp;
mod mps;
mod names;
mod needs;
mod rows;
mod writer;

use residua::model::Model;

use crate::EncodeError;
use crate::program::rows::{Refused, Rows};
use crate::program::writer::{Columns, Writer};
use crate::statements::statements;

/// A model as a 0–1 integer program.
///
/// ```
/// use residua::constraints::{all_different, exact_sum};
/// use residua_encode::program::Program;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=2));
/// model.post(all_different([x, y]))?;
/// model.post(exact_sum([x.view(), y * 2, z.view()], 6))?;
/// let program = Program::new(&model)?;
/// assert_eq!(program.lp().to_string(), r#"\ A 0-1 program of residua: variables of the model, and their columns.
/// \ x_5 is 1 where x is 5, and else 0; x_m5 where it is -5; x is its value.
/// \ "x" in 1 2: x_1 .. x_2, x
/// \ "y" in 1 2: y_1 .. y_2, y
/// \ "z" in 1 2: z
/// Minimize
///  obj: 0 x_1
/// Subject To
///  c1: x_1 + x_2 = 1
///  c2: x_1 + 2 x_2 - x = 0
///  c3: y_1 + y_2 = 1
///  c4: y_1 + 2 y_2 - y = 0
/// \ c0: all_different(x, y)
///  c5: x_1 + y_1 = 1
///  c6: x_2 + y_2 = 1
/// \ c1: x + 2·y + z = 6
///  c7: x + 2 y + z = 6
/// Bounds
///  1 <= x <= 2
///  1 <= y <= 2
///  1 <= z <= 2
/// General
///  x y z
/// Binary
///  x_1 x_2 y_1 y_2
/// End
/// "#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    model: Model,
    rows: Rows,
    columns: Columns,
    /// By constraint of the model: its first row.
    starts: Vec<usize>,
}

impl Program {
    /// The model as a program.
    ///
    /// # Errors
    /// [`EncodeError`] if a constraint has no statement; if the program would be too large; or if a number in it is beyond 2⁵³,
    /// which solvers do not compute with exactly.
    ///
    /// # Complexity
    /// The numbers of values of all variables, and those of the views of each `all_different` together. Relations of two
    /// variables by value have a row for each value, others one.
    pub fn new(model: &Model) -> Result<Program, EncodeError> {
        let model = &*model.decomposed();
        let statements = statements(model)?;
        let mut writer =
            Writer::new(model, &statements).map_err(|var| EncodeError::TooLarge(model.name(var)))?;
        let mut starts = Vec::with_capacity(statements.len());
        for ((id, constraint), statement) in model.constraints().zip(statements) {
            starts.push(writer.rows());
            writer.state(&statement, None).map_err(|refused| {
                let shown = model.show(&**constraint).to_string();
                match refused {
                    Refused::TooLarge => EncodeError::TooLarge(shown),
                    Refused::Inexact => EncodeError::Beyond {
                        language: "a linear program",
                        what: format!("{}, {shown}", model.constraint_name(id)),
                        reason: "whose numbers are exact up to 2^53 only",
                    },
                }
            })?;
        }
        let (rows, columns) = writer.finish().map_err(|_| EncodeError::TooLarge("the model".to_owned()))?;
        Ok(Program { model: model.clone(), rows, columns, starts })
    }

    /// The number of columns, the variables of the program.
    pub fn columns(&self) -> usize {
        self.rows.bounds().len()
    }

    /// The number of rows, without the objective.
    pub fn rows(&self) -> usize {
        self.rows.iter().len()
    }

    /// By column: its name.
    fn names(&self) -> Vec<String> {
        names::columns(&self.model, &self.columns, self.columns())
    }

    /// The columns in the order in which the files mention them, and how many of the first are in the objective: those in no row,
    /// or the first one. So a solver that numbers columns numbers them like this.
    fn order(&self) -> (Vec<u32>, usize) {
        let mut is_new = vec![true; self.columns()];
        let mut in_rows: Vec<u32> = Vec::new();
        for row in self.rows.iter() {
            for &(_, column) in row.terms {
                if std::mem::take(&mut is_new[column as usize]) {
                    in_rows.push(column);
                }
            }
        }
        let mut order: Vec<u32> = (0..self.columns() as u32).filter(|&at| is_new[at as usize]).collect();
        let first = order.len().max(1);
        order.append(&mut in_rows);
        (order, first)
    }
}
