//! Scaling of floating-point variables to integers, where they are multiples of a fixed part in every solution.
//!
//! Models of integers often have a cost such as `0.5·x − 1.5·y`: MiniZinc makes floating-point variables for it and for its terms. Where
//! integers determine such a variable it is a multiple of ½, and twice its value is an integer that takes its place: exactly, in the
//! whole file, before it is translated. A variable that integers do not determine is refused.
//!
//! | file | holds |
//! |---|---|
//! | `ratio.rs` | fractions |
//! | `forms.rs` | constraint forms on floating-point numbers |
//! | `parts.rs` | the scale of each variable |

mod forms;
mod parts;
mod ratio;

use std::collections::BTreeMap;

use crate::error::FlatZincError;
use crate::floats::forms::{Form, Names, Part, Relation, base, is_float};
use crate::floats::parts::Parts;
use crate::floats::ratio::{Ratio, lcm};
use crate::syntax::{Constraint, Declaration, Goal, Kind, Program, Value};
use crate::widths::FARTHEST;

pub(super) use crate::floats::ratio::decimal;

/// The scales of floating-point numbers: the number of parts in a whole that their integers count.
#[derive(Clone, Debug, Default)]
pub(super) struct Scales<'a> {
    variables: BTreeMap<&'a str, i64>,
    /// By array: of each element.
    arrays: BTreeMap<&'a str, Box<[i64]>>,
    /// The scale of the objective.
    objective: Option<i64>,
}

impl Scales<'_> {
    /// The scales of a variable, or of an array's elements; `None` for what is an integer in the file.
    pub(super) fn of_name(&self, name: &str) -> Option<Box<[i64]>> {
        let single = self.variables.get(name).map(|&whole| [whole].into());
        single.or_else(|| self.arrays.get(name).cloned())
    }

    /// The scale of the objective, if it is a floating-point number.
    pub(super) fn of_objective(&self) -> Option<i64> {
        self.objective
    }

    /// What the integer is called that stands for a floating-point number of that name, where it is several times as large.
    pub(super) fn shown_name(&self, name: &str, shown: &str) -> Option<String> {
        let parts = *self.variables.get(name)?;
        (parts > 1).then(|| format!("{parts}*{shown}"))
    }

    /// What a reader should know.
    pub(super) fn note(&self) -> Option<String> {
        let most = self.variables.values().max()?;
        Some(format!(
            "floating-point numbers are multiples of a part by what defines them, and are computed with as integers, exactly: the \
             smallest part is 1/{most}"
        ))
    }
}

/// The file without floating-point numbers.
pub(super) fn without<'a>(
    text: &'a str,
    program: Program<'a>,
) -> Result<(Program<'a>, Scales<'a>), FlatZincError> {
    let is_any = program.declarations.iter().any(|item| is_float(&item.kind))
        || program.constraints.iter().any(|constraint| is_known(base(constraint.name).0));
    if !is_any {
        return Ok((program, Scales::default()));
    }
    let names = Names::of(&program.declarations);
    let mut forms: Vec<Option<Form<'a>>> = Vec::with_capacity(program.constraints.len());
    for constraint in &program.constraints {
        let (base, _) = base(constraint.name);
        let form = names.form(base, &constraint.arguments);
        if form.is_none() && is_known(base) {
            let message =
                format!("what {} says of floating-point numbers cannot be said of integers", constraint.name);
            return Err(FlatZincError::at(text, constraint.at, message));
        }
        forms.push(form);
    }
    let equal: Vec<Form<'a>> = program.declarations.iter().filter_map(|item| names.value(item)).collect();
    let holding =
        forms.iter().zip(&program.constraints).filter(|(_, constraint)| base(constraint.name).1.is_empty());
    let holding: Vec<&Form<'a>> = holding.filter_map(|(form, _)| form.as_ref()).chain(&equal).collect();
    let parts = Parts::of(&names, &holding);
    let scaler = Scaler { text, names: &names, parts: &parts };
    let mut scales = Scales::default();
    let mut declarations = Vec::with_capacity(program.declarations.len());
    for item in &program.declarations {
        if !is_float(&item.kind) {
            declarations.push(item.clone());
        } else if item.is_var {
            declarations.push(scaler.declaration(item, &mut scales)?);
        }
    }
    let mut constraints = Vec::with_capacity(forms.len());
    for (constraint, form) in program.constraints.iter().zip(forms) {
        constraints.push(match form {
            Some(form) => scaler.constraint(constraint, &form)?,
            None => constraint.clone(),
        });
    }
    let mut solve = program.solve.clone();
    if let Goal::Minimize(value) | Goal::Maximize(value) = &mut solve.goal
        && let Some(part @ (Part::Float(_) | Part::Number(_))) = names.part(value)
        && !matches!(value, Value::Int(_))
    {
        let whole = scaler.whole(part, solve.at)?;
        (*value, scales.objective) = (scaler.value(part, whole, solve.at)?, Some(whole as i64));
    }
    Ok((Program { declarations, constraints, solve }, scales))
}

/// Whether a constraint is about floating-point numbers.
fn is_known(base: &str) -> bool {
    base == "int2float"
        || base.starts_with("float_")
        || base.starts_with("array_float_")
        || base.starts_with("array_var_float_")
}

/// Makes integers of floating-point numbers.
struct Scaler<'s, 'a> {
    text: &'a str,
    names: &'s Names<'a>,
    parts: &'s Parts<'a>,
}

impl<'a> Scaler<'_, 'a> {
    fn error(&self, at: usize, message: impl Into<String>) -> FlatZincError {
        FlatZincError::at(self.text, at, message)
    }

    /// The scale: the number of parts in a whole.
    fn whole(&self, part: Part<'a>, at: usize) -> Result<i128, FlatZincError> {
        self.parts.part(part).ok_or_else(|| match part {
            Part::Float(name) => self.error(
                self.names.variables.get(name).map_or(at, |(place, _)| *place),
                format!(
                    "{name} is a floating-point number, and not a multiple of a known part by what defines it: only such are supported"
                ),
            ),
            _ => self.error(at, "a number has too many digits"),
        })
    }

    /// What takes the place of a number or variable that counts in such parts.
    fn value(&self, part: Part<'a>, whole: i128, at: usize) -> Result<Value<'a>, FlatZincError> {
        match part {
            Part::Number(number) => {
                let scaled =
                    number.scaled(whole).ok_or_else(|| self.error(at, "a number has too many digits"))?;
                Ok(Value::Int(scaled))
            }
            Part::Float(name) | Part::Int(name) => Ok(Value::Name(name)),
        }
    }

    fn declaration(
        &self,
        item: &Declaration<'a>,
        scales: &mut Scales<'a>,
    ) -> Result<Declaration<'a>, FlatZincError> {
        let mut item = item.clone();
        let list = match (&item.value, item.array) {
            (Some(value), Some(_)) => Some(value),
            (None, Some(_)) => {
                return Err(self.error(item.at, format!("{} has no value", item.name)));
            }
            _ => None,
        };
        if let Some(value) = list {
            let wrong = || {
                self.error(
                    item.at,
                    format!("{} is an array of floating-point numbers, but its value is {value}", item.name),
                )
            };
            let elements = self.names.parts(value).ok_or_else(wrong)?;
            let wholes: Vec<i128> =
                elements.iter().map(|&part| self.whole(part, item.at)).collect::<Result<_, _>>()?;
            let values = elements.iter().zip(&wholes).map(|(&part, &whole)| self.value(part, whole, item.at));
            item.value = Some(Value::Array(values.collect::<Result<_, _>>()?));
            let _ = scales.arrays.insert(item.name, wholes.iter().map(|&whole| whole as i64).collect());
            item.kind = Kind::Int;
            return Ok(item);
        }
        let whole = self.whole(Part::Float(item.name), item.at)?;
        item.kind = self.kind(&item.kind, whole, item.at)?;
        if let Some(value) = &item.value {
            let part = self
                .names
                .part(value)
                .ok_or_else(|| self.error(item.at, format!("{value} is not a number")))?;
            item.value = Some(self.value(part, whole, item.at)?);
        }
        let _ = scales.variables.insert(item.name, whole as i64);
        Ok(item)
    }

    /// The values, times the scale.
    fn kind(&self, kind: &Kind, whole: i128, at: usize) -> Result<Kind, FlatZincError> {
        Ok(match kind {
            Kind::FloatRange(low, high) => {
                Kind::Range(self.end(low, whole, false, at)?, self.end(high, whole, true, at)?)
            }
            Kind::FloatSet(values) => {
                let scaled = values.iter().map(|value| Ratio::read(value)?.scaled(whole));
                let scaled: Option<Vec<i64>> = scaled.collect();
                let mut scaled = scaled.ok_or_else(|| self.error(at, "a number has too many digits"))?;
                scaled.sort_unstable();
                scaled.dedup();
                Kind::Set(scaled.into())
            }
            _ => Kind::Int,
        })
    }

    /// The last multiple of a part up to an end, or down to it; one that leaves 64 bits is not an end.
    fn end(&self, text: &str, whole: i128, is_upper: bool, at: usize) -> Result<i64, FlatZincError> {
        let rounded = if let Some(rounded) =
            Ratio::read(text).and_then(|end| end.rounded_end(whole, is_upper))
        {
            rounded
        } else {
            // Nearer to 0 than any part, or farther than any value.
            let number: f64 = text.parse().map_err(|_| self.error(at, format!("{text} is not a number")))?;
            let product = number * whole as f64;
            (if is_upper { product.floor() } else { product.ceil() }) as i128
        };
        let farthest = i64::MAX / 2;
        if rounded.abs() > FARTHEST {
            return Ok(if rounded < 0 { -farthest } else { farthest });
        }
        Ok(rounded as i64)
    }

    /// A constraint that holds never, or always: of a sum that is to have a value which it cannot have, or another one.
    fn decided(constraint: &Constraint<'a>, relation: Relation, suffix: &str) -> Constraint<'a> {
        // 1 is not 0, and 0 is.
        let one = i64::from(relation == Relation::Equal);
        let mut arguments = vec![Value::Int(one), Value::Int(0)];
        let name = match suffix {
            "" => "int_eq",
            "_reif" => "int_eq_reif",
            _ => "int_eq_imp",
        };
        if !suffix.is_empty() {
            arguments.extend(constraint.arguments.last().cloned());
        }
        Constraint { name, arguments: arguments.into(), ..constraint.clone() }
    }

    fn constraint(
        &self,
        constraint: &Constraint<'a>,
        form: &Form<'a>,
    ) -> Result<Constraint<'a>, FlatZincError> {
        let at = constraint.at;
        let (base, suffix) = base(constraint.name);
        let too_long = || self.error(at, "a number has too many digits");
        let (name, mut arguments) = match form {
            Form::Sum { terms, relation, total } => {
                let units = terms.iter().map(|&(factor, part)| {
                    let unit = Ratio::new(1, self.whole(part, at)?).ok_or_else(too_long)?;
                    factor.times(unit).ok_or_else(too_long)
                });
                let units: Vec<Ratio> = units.collect::<Result<_, _>>()?;
                let wholes = units.iter().try_fold(1, |all, unit| lcm(all, unit.below));
                let whole = wholes.ok_or_else(too_long)?;
                let factors = units.iter().map(|unit| Some(Value::Int(unit.scaled(whole)?)));
                let factors: Vec<Value<'a>> = factors.collect::<Option<_>>().ok_or_else(too_long)?;
                // Between two multiples of the part in which the sum counts it makes no difference where the total is.
                let (least, most) = (total.rounded(whole, false), total.rounded(whole, true));
                let ends = least
                    .zip(most)
                    .and_then(|(least, most)| Some((i64::try_from(least).ok()?, i64::try_from(most).ok()?)));
                let (least, most) = ends.ok_or_else(too_long)?;
                let total = match relation {
                    Relation::Equal | Relation::Unequal if least != most => {
                        // No sum is there.
                        return Ok(Self::decided(constraint, *relation, suffix));
                    }
                    Relation::Equal | Relation::Unequal => most,
                    Relation::AtMost => total
                        .rounded_end(whole, true)
                        .and_then(|most| i64::try_from(most).ok())
                        .ok_or_else(too_long)?,
                    Relation::Below => least.checked_sub(1).ok_or_else(too_long)?,
                };
                let parts: Vec<Value<'a>> =
                    terms.iter().map(|&(_, part)| self.value(part, 1, at)).collect::<Result<_, _>>()?;
                let name = match relation {
                    Relation::Equal => "int_lin_eq",
                    Relation::Unequal => "int_lin_ne",
                    Relation::AtMost | Relation::Below => "int_lin_le",
                };
                (name, vec![Value::Array(factors.into()), Value::Array(parts.into()), Value::Int(total)])
            }
            Form::OneOf { result, others } => {
                let all = others.iter().chain([result]).map(|&part| self.whole(part, at));
                let wholes: Vec<i128> = all.collect::<Result<_, _>>()?;
                let whole = wholes.into_iter().try_fold(1, lcm).ok_or_else(too_long)?;
                let value = |part: &Part<'a>| self.value(*part, whole, at);
                let list: Vec<Value<'a>> = others.iter().map(value).collect::<Result<_, _>>()?;
                let result = value(result)?;
                match base {
                    "float_abs" => ("int_abs", vec![list[0].clone(), result]),
                    "float_max" => ("int_max", vec![list[0].clone(), list[1].clone(), result]),
                    "float_min" => ("int_min", vec![list[0].clone(), list[1].clone(), result]),
                    "array_float_maximum" => ("array_int_maximum", vec![result, Value::Array(list.into())]),
                    "array_float_minimum" => ("array_int_minimum", vec![result, Value::Array(list.into())]),
                    _ => {
                        let index = constraint.arguments[0].clone();
                        ("array_var_int_element", vec![index, Value::Array(list.into()), result])
                    }
                }
            }
            Form::Product([left, right, result]) => {
                let (a, b) = (self.whole(*left, at)?, self.whole(*right, at)?);
                let whole = a.checked_mul(b).ok_or_else(too_long)?;
                if !matches!(result, Part::Number(_)) && self.whole(*result, at)? != whole {
                    return Err(
                        self.error(at, "the factors of this product count in other parts than it does")
                    );
                }
                let values = [(left, a), (right, b), (result, whole)]
                    .map(|(&part, whole)| self.value(part, whole, at));
                ("int_times", values.into_iter().collect::<Result<Vec<_>, _>>()?)
            }
        };
        if !suffix.is_empty() {
            arguments.extend(constraint.arguments.last().cloned());
        }
        let name = named(name, suffix)
            .ok_or_else(|| self.error(at, format!("the constraint {} is not known", constraint.name)))?;
        let annotations = constraint.annotations.clone();
        Ok(Constraint { at, name, arguments: arguments.into(), annotations })
    }
}

/// The name of a constraint of integers, reified or not.
fn named(name: &'static str, suffix: &str) -> Option<&'static str> {
    Some(match (name, suffix) {
        (name, "") => name,
        ("int_lin_eq", "_reif") => "int_lin_eq_reif",
        ("int_lin_ne", "_reif") => "int_lin_ne_reif",
        ("int_lin_le", "_reif") => "int_lin_le_reif",
        ("int_lin_eq", _) => "int_lin_eq_imp",
        ("int_lin_ne", _) => "int_lin_ne_imp",
        ("int_lin_le", _) => "int_lin_le_imp",
        _ => return None,
    })
}
