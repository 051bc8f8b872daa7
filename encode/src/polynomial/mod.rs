//! Polynomial encoding: any model as a system of equations whose zeros are its solutions, for SymPy, Singular and CoCoA.
//!
//! A Gröbner basis of the system is 1 if and only if the model has no solution, and it is `x - v` for each variable if there is one
//! solution only. No zero is double, since each variable is a zero of a product without double ones.
//!
//! | of the model | equation | [`Differences`] |
//! |---|---|---|
//! | a domain | `∏ (x - v) = 0` | all |
//! | a permutation, as the houses of a Sudoku | `Σ x = Σ v`, `∏ x = ∏ v`, and sums of powers where these do not suffice (`permutation.rs`) | `SumsAndProducts` |
//! | `x ≠ y` | `(f(x) - f(y)) / (x - y) = 0`, with `f = ∏ (t - v)` over the values of both | `SumsAndProducts` |
//! | values 1..n | `xⁿ = 1`, each value a root of unity, in the integers modulo a prime | `RootsOfUnity` |
//! | `x ≠ y` | `Σ xⁱ yⁿ⁻¹⁻ⁱ = 0`, which is the same for `f = tⁿ - 1` | `RootsOfUnity` |
//! | a linear equality | itself | `SumsAndProducts` |
//! | a product, `x·y = z` | itself | `SumsAndProducts` |
//! | anything else, if it has few cases | for values of all variables but one, which those of that one may be | all |
//!
//! | file | holds |
//! |---|---|
//! | `equations.rs` | statements as equations |
//! | `permutation.rs` | power sums that determine a permutation |
//! | `numbers.rs` | values in the equations |
//! | `expression.rs` | polynomials as they are written |
//! | `script.rs` | the syntax of the three programs |
//!
//! Sources: for sums and products, talks at `SciPy` conferences on Sudoku by Gröbner bases; for roots of unity, Gago-Vargas, Hartillo-
//! Hermoso, Martín-Morales & Ucha-Enríquez, *Sudokus and Gröbner Bases: Not Only a Divertimento*, CASC 2006.

mod equations;
mod expression;
mod numbers;
mod permutation;
mod script;

use residua::model::Model;

use crate::EncodeError;
use crate::polynomial::equations::{Refused, Writer};
use crate::polynomial::expression::Expression;
use crate::polynomial::numbers::Numbers;
use crate::statements::statements;

/// The encoding of different values. All have the same solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Differences {
    /// By sums and products of whole permutations, over the rational numbers; by pairs where there is none.
    #[default]
    SumsAndProducts,
    /// By pairs, with values as roots of unity.
    RootsOfUnity,
}

impl Differences {
    /// Both.
    pub const ALL: [Differences; 2] = [Differences::SumsAndProducts, Differences::RootsOfUnity];
}

/// A model as polynomial equations.
///
/// ```
/// use residua::constraints::all_different;
/// use residua_encode::polynomial::{Differences, System};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=2));
/// model.post(all_different([x, y]))?;
/// assert_eq!(System::new(&model, Differences::SumsAndProducts)?.sympy().to_string(), r#"
/// ## A model of residua as polynomials, all of them 0, over the rational numbers.
/// from sympy import groebner, symbols
///
/// variables = symbols("x y", seq=True)
/// x, y, = variables
/// equations = [
///     (x - 1)*(x - 2),
///     (y - 1)*(y - 2),
///     ## c0: all_different(x, y)
///     x + y - 3,
///     x*y - 2,
/// ]
/// basis = groebner(equations, *variables, order="lex")
/// for polynomial in basis.exprs:
///     print(polynomial)
/// "#.trim_start());
/// let singular = System::new(&model, Differences::RootsOfUnity)?.singular().to_string();
/// assert!(singular.contains("ring R = 3, (x, y), lp;\n"));
/// assert!(singular.contains("  x^2 - 1,\n  y^2 - 1,\n  // c0: all_different(x, y)\n  x + y;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct System {
    model: Model,
    numbers: Numbers,
    left_sides: Vec<Expression>,
    /// By constraint of the model: its first equation.
    starts: Vec<usize>,
}

impl System {
    /// The model as polynomial equations.
    ///
    /// # Errors
    /// [`EncodeError`] if a constraint has no statement; if the system would be too large; or if a constraint would have coefficients
    /// beyond 128 bits, or more than 65,536 cases.
    ///
    /// # Complexity
    /// For a domain and a permutation linear in the number of values; for `x ≠ y` quadratic; for anything else the product of the
    /// numbers of values of its variables.
    pub fn new(model: &Model, differences: Differences) -> Result<System, EncodeError> {
        let model = &*model.decomposed();
        let statements = statements(model)?;
        let beyond = |what: String, reason: &'static str| EncodeError::Beyond {
            language: "polynomial equations",
            what,
            reason,
        };
        let numbers = match differences {
            Differences::SumsAndProducts => Numbers::Values,
            Differences::RootsOfUnity => Numbers::roots(model).ok_or_else(|| {
                beyond("the model".to_owned(), "which have roots of unity for up to 1000 values only")
            })?,
        };
        let mut writer = Writer::new(model, &numbers);
        for var in model.vars() {
            writer.variable(var).map_err(|_| EncodeError::TooLarge(model.name(var)))?;
        }
        let mut starts = Vec::new();
        for ((id, constraint), statement) in model.constraints().zip(&statements) {
            starts.push(writer.left_sides.len());
            let shown = model.show(&**constraint);
            let named = || format!("{}, {shown}", model.constraint_name(id));
            writer.state(statement).map_err(|refused| match refused {
                Refused::TooLarge => EncodeError::TooLarge(shown.to_string()),
                Refused::Coefficients => beyond(named(), "whose coefficients have up to 128 bits"),
                Refused::Cases => {
                    beyond(named(), "which say such a constraint by cases, at most 65536 of them")
                }
            })?;
        }
        let left_sides = writer.left_sides;
        Ok(System { model: model.clone(), numbers, left_sides, starts })
    }

    /// The number of equations.
    pub fn equations(&self) -> usize {
        self.left_sides.len()
    }
}
