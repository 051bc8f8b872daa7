//! `z = f(x, y)` for the functions of arithmetic, and `z = |x|`, `z = |x - y|`
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the function is defined for the values of the arguments, and the value of the result is its value |
//! | Consistency | domain where it is asked for and the arguments have at most 4096 pairs of values, else bounds: see `functional.rs` |
//! | Same variable | domain as well, by values; the square of a view for its product with itself |
//! | Undefined | nothing divides by 0, and only 1 and -1 have powers below 0: then there is no solution |
//! | Source | Apt & Zoeteweij, Constraints 12(4), 2007; Frisch & Stuckey, CP 2009 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::cases::{by_cases, impossible, open_variables, with_numbers};
use crate::constraints::arithmetic::functional;
use crate::constraints::arithmetic::narrow::{Interval, Operation, narrow};
use crate::constraints::{
    Comparator, Constraint, Function, Linear, Simplified, Statement, eq, exact_sum, write_call,
};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints of arithmetic functions: a view that is a function of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calculation {
    /// The function.
    pub operation: Operation,
    /// The arguments of the function, as many as it takes.
    pub arguments: Vec<IntView>,
    /// The value of the function.
    pub result: IntView,
}

fn of_two(operation: Operation, [x, y]: [IntView; 2], result: impl Into<IntView>) -> Calculation {
    Calculation { operation, arguments: vec![x, y], result: result.into() }
}

/// `result = |x|`
///
/// ```
/// use residua::constraints::abs;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.named_var("x", [-7, -4, 1, 4, 9]);
/// let z = model.named_var("z", 2..=7);
/// model.post(abs(x, z))?;
/// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
/// assert_eq!(left.to_string(), "x in -7 -4 4\nz in 4 7\nabs(x) = z\n");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn abs(x: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    Calculation { operation: Operation::Absolute, arguments: vec![x.into()], result: result.into() }
}

/// `result = |x - y|`
///
/// ```
/// use residua::constraints::distance;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=5));
/// let apart = model.named_var("apart", [2, 4]);
/// model.post(distance(x, y, apart))?;
/// assert_eq!(model.solutions().count(), 8);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn distance(x: impl Into<IntView>, y: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Distance, [x.into(), y.into()], result)
}

/// `result = x·y`
///
/// ```
/// use residua::constraints::times;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 2..=50));
/// let z = model.named_var("z", 91);
/// model.post(times(x, y, z))?;
/// let found = model.solutions().map(|solution| (solution[x], solution[y]));
/// assert_eq!(found.collect::<Vec<_>>(), [(7, 13), (13, 7)]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn times(x: impl Into<IntView>, y: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Function(Function::Times), [x.into(), y.into()], result)
}

/// `result = x / y` without its fraction, as in Rust, in C and in MiniZinc: `-7 / 2` is -3. Nothing divides by 0.
///
/// ```
/// use residua::constraints::div;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, -9..=9));
/// let z = model.named_var("z", -4);
/// model.post(div(x, y, z))?;
/// let mut found: Vec<_> = model.solutions().map(|solution| (solution[x], solution[y])).collect();
/// found.sort_unstable();
/// assert_eq!(found, [(-9, 2), (-8, 2), (-4, 1), (4, -1), (8, -2), (9, -2)]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn div(x: impl Into<IntView>, y: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Function(Function::Quotient), [x.into(), y.into()], result)
}

/// `result = ⌊x / y⌋`, as Prolog's `div`: `-7 / 2` is -4. Nothing divides by 0.
///
/// ```
/// use residua::constraints::div_floor;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = [("x", -7), ("y", 2)].map(|(name, value)| model.named_var(name, value));
/// let z = model.named_var("z", -9..=9);
/// model.post(div_floor(x, y, z))?;
/// assert_eq!(model.solve().map(|solution| solution[z]), Some(-4));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn div_floor(x: impl Into<IntView>, y: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Function(Function::FloorQuotient), [x.into(), y.into()], result)
}

/// `result = x - y·(x / y)`, of the quotient of [`div`]: it has the sign of the dividend, as in Rust, in C and in MiniZinc, and as
/// Prolog's `rem`. Nothing divides by 0.
///
/// ```
/// use residua::constraints::modulo;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = [("x", -7), ("y", 2)].map(|(name, value)| model.named_var(name, value));
/// let z = model.named_var("z", -9..=9);
/// model.post(modulo(x, y, z))?;
/// assert_eq!(model.solve().map(|solution| solution[z]), Some(-1));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn modulo(x: impl Into<IntView>, y: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Function(Function::Remainder), [x.into(), y.into()], result)
}

/// `result = x - y·⌊x / y⌋`, of the quotient of [`div_floor`]: it has the sign of the divisor, as Prolog's `mod`. Nothing divides
/// by 0.
///
/// ```
/// use residua::constraints::mod_floor;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = [("x", -7), ("y", 2)].map(|(name, value)| model.named_var(name, value));
/// let z = model.named_var("z", -9..=9);
/// model.post(mod_floor(x, y, z))?;
/// assert_eq!(model.solve().map(|solution| solution[z]), Some(1));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn mod_floor(x: impl Into<IntView>, y: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Function(Function::FloorRemainder), [x.into(), y.into()], result)
}

/// `result = x` to the power of `n`. To the power of 0 everything is 1, even 0; to powers below 0 only 1 and -1 are raised.
///
/// ```
/// use residua::constraints::pow;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, n] = ["x", "n"].map(|name| model.named_var(name, -9..=9));
/// let z = model.named_var("z", 64);
/// model.post(pow(x, n, z))?;
/// let mut found: Vec<_> = model.solutions().map(|solution| (solution[x], solution[n])).collect();
/// found.sort_unstable();
/// assert_eq!(found, [(-8, 2), (-2, 6), (2, 6), (4, 3), (8, 2)]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn pow(x: impl Into<IntView>, n: impl Into<IntView>, result: impl Into<IntView>) -> Calculation {
    of_two(Operation::Function(Function::Power), [x.into(), n.into()], result)
}

impl Calculation {
    fn apply(&self, value: &dyn Fn(IntView) -> i64) -> Option<i64> {
        self.operation.apply([value(self.arguments[0]), self.arguments.get(1).map_or(0, |&y| value(y))])
    }

    /// A simpler equivalent under the domains, if there is one.
    fn becomes(&self, domains: &dyn Domains<IntVar>) -> Option<Simplified> {
        let fixed = |at: usize| self.arguments[at].value(domains);
        let ends = |view: IntView| (view.min(domains), view.max(domains));
        let (x, y) = (self.arguments[0], self.arguments.get(1).copied());
        let number = |value: i64| Some(equal_number(self.result, value, domains));
        let equal = |view: IntView| match view.value(domains) {
            Some(value) => number(value.into()),
            None => Some(match self.result.value(domains) {
                Some(value) => equal_number(view, value.into(), domains),
                None => Simplified::Into(vec![eq(view, self.result).into_shared()]),
            }),
        };
        let product = |view: IntView, factor: i32| equal(scaled(view, factor, 0, domains)?);
        if (0..self.arguments.len()).all(|at| fixed(at).is_some()) {
            return number(self.apply(&|view| view.value(domains).map_or(0, i64::from))?);
        }
        let low = ends(x).0;
        match (self.operation, y) {
            (Operation::Absolute, _) if low >= 0 => equal(x),
            (Operation::Absolute, _) if ends(x).1 <= 0 => product(x, -1),
            (Operation::Distance, Some(y)) => {
                self.simple_distance(x, y, domains).map(|simple| Simplified::Into(vec![simple]))
            }
            (Operation::Function(function), Some(y)) => match (function, fixed(0), fixed(1)) {
                (Function::Times, Some(factor), _) => product(y, factor),
                (Function::Times, _, Some(factor)) => product(x, factor),
                (Function::Quotient | Function::FloorQuotient, _, Some(factor @ (1 | -1))) => {
                    product(x, factor)
                }
                (Function::Remainder | Function::FloorRemainder, ..) if low >= 0 && ends(x).1 < ends(y).0 => {
                    equal(x)
                }
                (Function::Power, _, Some(0)) => number(1),
                (Function::Power, _, Some(1)) => equal(x),
                _ => None,
            },
            _ => None,
        }
    }

    fn simple_distance(
        &self,
        x: IntView,
        y: IntView,
        domains: &dyn Domains<IntVar>,
    ) -> Option<Arc<dyn Constraint>> {
        let from = |view: IntView, number: Option<i32>| {
            let shifted = scaled(view, 1, number?.checked_neg()?, domains)?;
            Some(abs(shifted, self.result).into_shared())
        };
        let difference = |greater: IntView, less: IntView| {
            if greater.min(domains) < less.max(domains) {
                return None;
            }
            let parts = [Some(greater), scaled(less, -1, 0, domains), scaled(self.result, -1, 0, domains)];
            let parts: Option<Vec<IntView>> = parts.into_iter().collect();
            Some(exact_sum(parts?, 0).into_shared())
        };
        let (of_x, of_y, of_result) = (x.value(domains), y.value(domains), self.result.value(domains));
        match (of_x.or(of_y), of_result) {
            (None, Some(0)) => return Some(eq(x, y).into_shared()),
            (_, Some(_)) => return None,
            (Some(_), None) => return from(x, of_y).or_else(|| from(y, of_x)),
            (None, None) => {}
        }
        difference(x, y).or_else(|| difference(y, x))
    }

    /// Whether no values between the ends satisfy it.
    fn is_violated(&self, domains: &dyn Domains<IntVar>) -> bool {
        let ends = |view: IntView| Interval::new(view.min(domains).into(), view.max(domains).into());
        let [x, z] = [self.arguments[0], self.result].map(ends);
        narrow(self.operation, [x, self.arguments.get(1).map_or(x, |&y| ends(y)), z]).is_none()
    }
}

/// That a view is a number.
fn equal_number(view: IntView, number: i64, domains: &dyn Domains<IntVar>) -> Simplified {
    match view.value(domains) {
        Some(value) if i64::from(value) == number => Simplified::Entailed,
        Some(_) => Simplified::Violated,
        None => Simplified::Into(vec![eq(view, number).into_shared()]),
    }
}

/// The view times a factor, and a number; `None` if that leaves `i32` for a value of it.
fn scaled(view: IntView, factor: i32, number: i32, domains: &dyn Domains<IntVar>) -> Option<IntView> {
    let scaled = view.then(factor, number)?;
    let fits = |value: i32| {
        i32::try_from(i64::from(value) * i64::from(factor) + i64::from(number))
            .is_ok_and(|value| value > i32::MIN)
    };
    (!scaled.is_overflown() && fits(view.min(domains)) && fits(view.max(domains))).then_some(scaled)
}

impl Constraint for Calculation {
    fn name(&self) -> &'static str {
        self.operation.name()
    }

    fn scope(&self) -> Vec<IntView> {
        self.arguments.iter().copied().chain([self.result]).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.apply(value) == Some(value(self.result))
    }

    fn validate(&self) -> Result<(), String> {
        let (given, taken) = (self.arguments.len(), self.operation.arity());
        if given == taken {
            Ok(())
        } else {
            Err(format!("{} takes {taken} arguments, not {given}", self.name()))
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (mut arguments, result) = (to.views(&self.arguments), to.view(self.result));
        let mut operation = self.operation;
        match operation {
            Operation::Function(Function::Times) if arguments[0] == arguments[1] => {
                operation = Operation::Square;
                arguments.truncate(1);
            }
            Operation::Function(Function::Times | Function::Power) => {}
            Operation::Function(_) => {
                if let Some(atom) = arguments[1].differs(0) {
                    to.state(atom)?;
                }
            }
            _ => {}
        }
        functional::post(operation, &arguments, result, to);
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if let Some(decided) = by_cases(self, domains) {
            return decided;
        }
        let scope = self.scope();
        let Some(&anchor) = open_variables(&scope, domains).first() else { return Simplified::Unchanged };
        if self.is_violated(domains) {
            return impossible(anchor);
        }
        if let Some(simpler) = self.becomes(domains) {
            return simpler;
        }
        let mut arguments = with_numbers(&scope, anchor, domains);
        let result = arguments.pop().unwrap_or(self.result);
        if arguments == self.arguments && result == self.result {
            return Simplified::Unchanged;
        }
        Simplified::Into(vec![Arc::new(Calculation { arguments, result, ..*self })])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let arguments = self.arguments.iter().map(|&argument| to(argument)).collect();
        Arc::new(Calculation { arguments, result: to(self.result), ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, self.name(), &self.arguments, name)?;
        write!(f, " = {}", name(self.result))
    }

    fn statement(&self) -> Option<Statement> {
        let (x, y, result) = (self.arguments[0], self.arguments.get(1).copied(), self.result);
        let linear = |views: &[(i32, IntView)], comparator| {
            let signed = |&(sign, view): &(i32, IntView)| if sign < 0 { -view } else { view };
            Linear::new(views.iter().map(signed), comparator, 0).map(Statement::Linear)
        };
        let function =
            |function, arguments| Some(Statement::Function { function, arguments, result, holds: true });
        match (self.operation, y) {
            (Operation::Function(of), Some(y)) => function(of, [x, y]),
            (Operation::Square, _) => function(Function::Times, [x, x]),
            (Operation::Absolute, _) => {
                let either = |sign: i32| linear(&[(-sign, x), (1, result)], Comparator::Eq);
                let is_natural = linear(&[(1, result)], Comparator::Ge)?;
                Some(Statement::All(vec![is_natural, Statement::Any(vec![either(1)?, either(-1)?])]))
            }
            (_, Some(y)) => {
                let either = |sign: i32| linear(&[(-sign, x), (sign, y), (1, result)], Comparator::Eq);
                let is_natural = linear(&[(1, result)], Comparator::Ge)?;
                Some(Statement::All(vec![is_natural, Statement::Any(vec![either(1)?, either(-1)?])]))
            }
            (_, None) => None,
        }
    }
}
