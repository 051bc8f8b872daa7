//! Constraint forms on floating-point numbers, as far as they can be stated over integers.

use std::collections::BTreeMap;

use crate::floats::ratio::Ratio;
use crate::syntax::{Declaration, Kind, Value};

/// A number or a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part<'a> {
    Number(Ratio),
    /// A floating-point variable.
    Float(&'a str),
    /// An integer variable.
    Int(&'a str),
}

/// What a constraint says, without the Boolean of a reified one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form<'a> {
    /// The sum of these products is in some relation to the number.
    Sum { terms: Vec<(Ratio, Part<'a>)>, relation: Relation, total: Ratio },
    /// The first is one of the others, or its negation: which, another constraint of integers says, over the same arguments.
    OneOf { result: Part<'a>, others: Vec<Part<'a>> },
    /// The product of two variables is the third.
    Product([Part<'a>; 3]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    AtMost,
    Below,
}

/// The names of a file that stand for floating-point numbers.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// Where each variable is declared, and with what values.
    pub(super) variables: BTreeMap<&'a str, (usize, Kind)>,
    /// What numbers and arrays are.
    lists: BTreeMap<&'a str, Vec<Value<'a>>>,
}

/// A number may have a name that stands for another name, and so on.
const MOST_NAMES: u32 = 100;

/// The name of a constraint, and whether it is reified or half reified.
pub(super) fn base(name: &str) -> (&str, &str) {
    for suffix in ["_reif", "_imp"] {
        if let Some(base) = name.strip_suffix(suffix) {
            return (base, suffix);
        }
    }
    (name, "")
}

impl<'a> Names<'a> {
    pub(super) fn of(declarations: &[Declaration<'a>]) -> Names<'a> {
        let mut names = Names::default();
        for item in declarations.iter().filter(|item| is_float(&item.kind)) {
            match &item.value {
                Some(Value::Array(values)) if item.array.is_some() => {
                    let _ = names.lists.insert(item.name, values.to_vec());
                }
                Some(Value::Numbers(numbers)) if item.array.is_some() => {
                    let values = numbers.iter().map(|&number| Value::Int(number.into())).collect();
                    let _ = names.lists.insert(item.name, values);
                }
                Some(value) if !item.is_var => {
                    let _ = names.lists.insert(item.name, vec![value.clone()]);
                }
                _ if item.is_var && item.array.is_none() => {
                    let _ = names.variables.insert(item.name, (item.at, item.kind.clone()));
                }
                _ => {}
            }
        }
        names
    }

    /// What a variable says that is declared to be equal to something.
    pub(super) fn value(&self, item: &Declaration<'a>) -> Option<Form<'a>> {
        let value = item.value.as_ref().filter(|_| item.is_var && item.array.is_none())?;
        let result = self.variables.contains_key(item.name).then_some(Part::Float(item.name))?;
        Some(Form::OneOf { result, others: vec![self.part(value)?] })
    }

    /// What a value denotes; `None` for what is neither a number nor a variable, or a number too long.
    pub(super) fn part(&self, value: &Value<'a>) -> Option<Part<'a>> {
        self.part_by(value, MOST_NAMES)
    }

    /// The part, through at most `names` names: a name may stand for itself.
    fn part_by(&self, value: &Value<'a>, names: u32) -> Option<Part<'a>> {
        let names = names.checked_sub(1)?;
        Some(match value {
            Value::Float(text) => Part::Number(Ratio::read(text)?),
            Value::Int(number) => Part::Number(Ratio::new((*number).into(), 1)?),
            Value::Name(name) if self.variables.contains_key(name) => Part::Float(name),
            Value::Name(name) => match self.lists.get(name) {
                Some(values) => self.part_by(values.first()?, names)?,
                None => Part::Int(name),
            },
            Value::Element(name, index) => {
                let place = usize::try_from(*index).ok()?.checked_sub(1)?;
                self.part_by(self.lists.get(name)?.get(place)?, names)?
            }
            _ => return None,
        })
    }

    pub(super) fn parts(&self, value: &Value<'a>) -> Option<Vec<Part<'a>>> {
        match value {
            Value::Array(values) => values.iter().map(|value| self.part(value)).collect(),
            Value::Numbers(numbers) => {
                numbers.iter().map(|&number| Some(Part::Number(Ratio::new(number.into(), 1)?))).collect()
            }
            Value::Name(name) => self.lists.get(name)?.iter().map(|value| self.part(value)).collect(),
            _ => None,
        }
    }

    /// What a constraint with these arguments says; `None` if it is none of those that can be said of integers, or takes others.
    pub(super) fn form(&self, base: &str, arguments: &[Value<'a>]) -> Option<Form<'a>> {
        let form = self.form_of_parts(base, arguments)?;
        let is_int = |part: &Part<'a>| matches!(part, Part::Int(_));
        let has_int = match &form {
            Form::Sum { terms, .. } => base != "int2float" && terms.iter().any(|(_, part)| is_int(part)),
            Form::OneOf { result, others } => is_int(result) || others.iter().any(is_int),
            Form::Product(parts) => parts.iter().any(is_int),
        };
        (!has_int).then_some(form)
    }

    fn form_of_parts(&self, base: &str, arguments: &[Value<'a>]) -> Option<Form<'a>> {
        let part = |at: usize| self.part(arguments.get(at)?);
        let minus = Ratio::ONE.negated();
        let zero = Ratio::new(0, 1)?;
        let relation = || {
            Some(match base.rsplit_once('_')?.1 {
                "eq" => Relation::Equal,
                "ne" => Relation::Unequal,
                "le" => Relation::AtMost,
                _ => Relation::Below,
            })
        };
        let sum = |terms: Vec<(Ratio, Part<'a>)>| simplified(terms, Relation::Equal, zero);
        match base {
            "float_lin_eq" | "float_lin_ne" | "float_lin_le" | "float_lin_lt" => {
                let factors = self.parts(arguments.first()?)?.into_iter().map(|part| match part {
                    Part::Number(ratio) => Some(ratio),
                    _ => None,
                });
                let factors: Vec<Ratio> = factors.collect::<Option<_>>()?;
                let parts = self.parts(arguments.get(1)?)?;
                let Part::Number(total) = part(2)? else { return None };
                if factors.len() != parts.len() {
                    return None;
                }
                simplified(factors.into_iter().zip(parts).collect(), relation()?, total)
            }
            "float_eq" | "float_ne" | "float_le" | "float_lt" => {
                simplified(vec![(Ratio::ONE, part(0)?), (minus, part(1)?)], relation()?, zero)
            }
            "int2float" => sum(vec![(Ratio::ONE, part(0)?), (minus, part(1)?)]),
            "float_plus" => sum(vec![(Ratio::ONE, part(0)?), (Ratio::ONE, part(1)?), (minus, part(2)?)]),
            "float_minus" => sum(vec![(Ratio::ONE, part(0)?), (minus, part(1)?), (minus, part(2)?)]),
            "float_times" => match (part(0)?, part(1)?) {
                (Part::Number(factor), other) | (other, Part::Number(factor)) => {
                    sum(vec![(factor, other), (minus, part(2)?)])
                }
                (left, right) => Some(Form::Product([left, right, part(2)?])),
            },
            "float_div" => {
                let Part::Number(divisor) = part(1)? else { return None };
                let inverse = Ratio::ONE.over(divisor)?;
                sum(vec![(inverse, part(0)?), (minus, part(2)?)])
            }
            "float_abs" => Some(Form::OneOf { result: part(1)?, others: vec![part(0)?] }),
            "float_max" | "float_min" => {
                Some(Form::OneOf { result: part(2)?, others: vec![part(0)?, part(1)?] })
            }
            "array_float_maximum" | "array_float_minimum" => {
                Some(Form::OneOf { result: part(0)?, others: self.parts(arguments.get(1)?)? })
            }
            "array_float_element" | "array_var_float_element" => {
                Some(Form::OneOf { result: part(2)?, others: self.parts(arguments.get(1)?)? })
            }
            _ => None,
        }
    }
}

/// A sum in which no variable stands twice, and no number.
fn simplified<'a>(terms: Vec<(Ratio, Part<'a>)>, relation: Relation, mut total: Ratio) -> Option<Form<'a>> {
    let mut kept: Vec<(Ratio, Part<'a>)> = Vec::with_capacity(terms.len());
    let mut places: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for (factor, part) in terms {
        let key = match part {
            Part::Number(number) => {
                total = total.plus(factor.times(number)?.negated())?;
                continue;
            }
            Part::Float(name) => (true, name),
            Part::Int(name) => (false, name),
        };
        if let Some(&place) = places.get(&key) {
            kept[place].0 = kept[place].0.plus(factor)?;
        } else {
            let _ = places.insert(key, kept.len());
            kept.push((factor, part));
        }
    }
    kept.retain(|(factor, _)| factor.above != 0);
    Some(Form::Sum { terms: kept, relation, total })
}

pub(super) fn is_float(kind: &Kind) -> bool {
    matches!(kind, Kind::Float | Kind::FloatRange(..) | Kind::FloatSet(_))
}
