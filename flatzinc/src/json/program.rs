//! The items of a document of JSON as those of a program of FlatZinc.

use std::collections::{BTreeMap, BTreeSet};

use crate::FlatZincError;
use crate::json::document::{self, Array, Document, Item, Variable};
use crate::json::value::{Json, Text};
use crate::parser::DEEPEST;
use crate::syntax::{Call, Constraint, Declaration, Elements, Goal, Kind, Program, Solve, Value};

/// Sets with more values than this are not listed in declarations.
const LISTED: i64 = 1 << 12;

/// Sets in several ranges with more values than this are refused.
const MOST_LISTED: i64 = 1 << 20;

/// The message of an error, without its place.
type Fault = String;

impl Document<'_> {
    /// The program, whose places are those of items in the text of JSON.
    ///
    /// # Errors
    /// What is wrong with an item, with its place.
    pub(super) fn program<'d>(&'d self, text: &str) -> Result<Program<'d>, FlatZincError> {
        let placed = |at: usize| move |message: Fault| FlatZincError::at(text, at, message);
        let mut reader = Reader {
            outputs: self.output.iter().map(|name| &*name.0).collect(),
            types: BTreeMap::new(),
            constraints: Vec::with_capacity(self.constraints.len()),
        };
        let mut declarations = Vec::with_capacity(self.variables.len() + self.arrays.len());
        for (name, item) in &self.variables {
            declarations.push(reader.variable(&name.0, item).map_err(placed(item.at))?);
        }
        for (name, item) in &self.arrays {
            declarations.push(reader.array(&name.0, item).map_err(placed(item.at))?);
        }
        for item in &self.constraints {
            let constraint = constraint(item).map_err(placed(item.at))?;
            reader.constraints.push(constraint);
        }
        let solve = solve(&self.solve).map_err(placed(self.solve.at))?;
        Ok(Program { declarations, constraints: reader.constraints, solve })
    }
}

struct Reader<'d> {
    outputs: BTreeSet<&'d str>,
    /// By name of a variable: its type.
    types: BTreeMap<&'d str, &'d str>,
    constraints: Vec<Constraint<'d>>,
}

impl<'d> Reader<'d> {
    fn variable(&mut self, key: &'d str, item: &'d Item<Variable<'_>>) -> Result<Declaration<'d>, Fault> {
        let (at, variable) = (item.at, &item.of);
        let name = name(key)?;
        let kind = match (&*variable.r#type.0, &variable.domain) {
            ("int", Some(domain)) => {
                let (kind, gaps) = kind_of(&ranges(domain)?);
                // A domain of many values in several ranges: one constraint excludes those between two of them.
                for (low, high) in gaps {
                    let arguments = [Value::Name(name), Value::Range(low, high), Value::Bool(false)].into();
                    self.constraints.push(Constraint {
                        at,
                        name: "set_in_reif",
                        arguments,
                        annotations: [].into(),
                    });
                }
                kind
            }
            ("float", Some(domain)) => floats(domain)?,
            (of, _) => kind(of)?,
        };
        if self.types.insert(name, &variable.r#type.0).is_some() {
            return Err(format!("{name} is declared twice"));
        }
        let mut annotations = annotations([variable.introduced, variable.defined], &variable.ann)?;
        if self.outputs.contains(key) {
            annotations.push(Value::Name("output_var"));
        }
        let value = variable.rhs.as_ref().map(|of| value(of, 0)).transpose()?;
        Ok(Declaration { at, name, array: None, is_var: true, kind, annotations, value })
    }

    fn array(&self, key: &'d str, item: &'d Item<Array<'_>>) -> Result<Declaration<'d>, Fault> {
        let (at, array) = (item.at, &item.of);
        let elements = &array.a;
        let is_name = |value: &Json<'_>| matches!(value, Json::String(_));
        let kind = match elements.iter().find(|value| is_name(value)).or(elements.first()) {
            Some(Json::String(of)) => {
                kind(self.types.get(&**of).ok_or_else(|| format!("{of} is not declared"))?)?
            }
            Some(Json::Bool(_)) => Kind::Bool,
            Some(Json::Object(_)) => Kind::SetOfInt(Box::new(Kind::Int)),
            Some(Json::Int(_) | Json::Float(_) | Json::TooLarge(_))
                if elements.iter().any(|value| !matches!(value, Json::Int(_))) =>
            {
                Kind::Float
            }
            _ => Kind::Int,
        };
        let mut annotations = annotations([array.introduced, array.defined], &array.ann)?;
        if self.outputs.contains(key) {
            let indices = Value::Array([Value::Range(1, elements.len() as i64)].into());
            annotations
                .push(Value::Call(Box::new(Call { name: "output_array", arguments: [indices].into() })));
        }
        Ok(Declaration {
            at,
            name: name(key)?,
            array: Some(Some(elements.len())),
            is_var: elements.iter().any(is_name),
            kind,
            annotations,
            value: Some(list(elements, 0)?),
        })
    }
}

fn constraint<'d>(item: &'d Item<document::Call<'_>>) -> Result<Constraint<'d>, Fault> {
    let call = &item.of;
    let defined = call.defines.as_ref().map(|Text(of)| {
        let arguments = [Value::Name(name(of)?)].into();
        Ok(Value::Call(Box::new(Call { name: "defines_var", arguments })))
    });
    let others = call.ann.iter().map(|of| value(of, 0));
    Ok(Constraint {
        at: item.at,
        name: name(&call.id.0)?,
        arguments: values(&call.args, 0)?,
        annotations: defined.into_iter().chain(others).collect::<Result<_, Fault>>()?,
    })
}

fn solve<'d>(item: &'d Item<document::Solve<'_>>) -> Result<Solve<'d>, Fault> {
    let objective = || match &item.of.objective {
        Some(objective) => value(objective, 0),
        None => Err("minimize and maximize require an objective".to_owned()),
    };
    let goal = match &*item.of.method.0 {
        "satisfy" => Goal::Satisfy,
        "minimize" => Goal::Minimize(objective()?),
        "maximize" => Goal::Maximize(objective()?),
        method => return Err(format!("the method is satisfy, minimize or maximize, not {method}")),
    };
    Ok(Solve { at: item.at, annotations: annotations([false; 2], &item.of.ann)?, goal })
}

/// The annotations of an item: whether it is introduced, whether it is defined, and others.
fn annotations<'d>(
    [introduced, defined]: [bool; 2],
    others: &'d [Json<'_>],
) -> Result<Vec<Value<'d>>, Fault> {
    let flags = [(introduced, "var_is_introduced"), (defined, "is_defined_var")];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| Ok(Value::Name(name)));
    flags.chain(others.iter().map(|other| value(other, 0))).collect()
}

/// A type without a domain.
fn kind(name: &str) -> Result<Kind, Fault> {
    match name {
        "bool" => Ok(Kind::Bool),
        "int" => Ok(Kind::Int),
        "float" => Ok(Kind::Float),
        "set of int" => Ok(Kind::SetOfInt(Box::new(Kind::Int))),
        _ => Err(format!("a type is bool, int, float or set of int, not {name:?}")),
    }
}

fn values<'d>(values: &'d [Json<'_>], depth: usize) -> Result<Box<[Value<'d>]>, Fault> {
    values.iter().map(|of| value(of, depth)).collect()
}

fn list<'d>(values: &'d [Json<'_>], depth: usize) -> Result<Value<'d>, Fault> {
    let mut elements = Elements::default();
    for of in values {
        elements.push(value(of, depth + 1)?);
    }
    Ok(elements.into_value())
}

/// A value, whose strings are names.
fn value<'d>(of: &'d Json<'_>, depth: usize) -> Result<Value<'d>, Fault> {
    if depth == DEEPEST {
        return Err(format!("values are nested deeper than {DEEPEST}"));
    }
    Ok(match of {
        Json::Null => return Err("null is not a value".to_owned()),
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Int(number) => Value::Int(*number),
        Json::TooLarge(number) => return Err(format!("the number {number} does not fit into 64 bits")),
        Json::Float(number) => Value::Float(number),
        Json::String(of) => Value::Name(name(of)?),
        Json::Array(items) => list(items, depth)?,
        Json::Object(_) => {
            if let Some(set) = of.member("set") {
                set_of(&ranges(set)?)?
            } else if let Some(Json::String(text)) = of.member("string") {
                Value::Text(text)
            } else if let Some(Json::String(id)) = of.member("id") {
                let name = name(id)?;
                match of.member("args") {
                    Some(Json::Array(arguments)) => {
                        Value::Call(Box::new(Call { name, arguments: values(arguments, depth + 1)? }))
                    }
                    _ => Value::Name(name),
                }
            } else {
                return Err("an object is a set, a string, or a call with an id".to_owned());
            }
        }
    })
}

/// A name that FlatZinc can have, be it in quotes.
fn name(name: &str) -> Result<&str, Fault> {
    let is_none = name.is_empty() || name.contains(['\'', '\\', '\n']);
    if is_none { Err(format!("{name:?} is not a name")) } else { Ok(name) }
}

/// `[[1, 3], [7, 9]]`
fn ranges(of: &Json<'_>) -> Result<Vec<(i64, i64)>, Fault> {
    let pair = |range: &Json<'_>| match range {
        Json::Array(ends) => match ends[..] {
            [Json::Int(low), Json::Int(high)] => Some((low, high)),
            _ => None,
        },
        _ => None,
    };
    let all = match of {
        Json::Array(ranges) => ranges.iter().map(pair).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    all.ok_or_else(|| format!("{of} is not a list of pairs of integers of 64 bits"))
}

/// How many values there are in ranges, but for one of each.
fn count(ranges: &[(i64, i64)]) -> i64 {
    ranges.iter().map(|(low, high)| high.saturating_sub(*low)).fold(0, i64::saturating_add)
}

fn listed(ranges: &[(i64, i64)]) -> Box<[i64]> {
    ranges.iter().flat_map(|&(low, high)| low..=high).collect()
}

fn set_of(ranges: &[(i64, i64)]) -> Result<Value<'static>, Fault> {
    match ranges {
        [] => Ok(Value::Set([].into())),
        &[(low, high)] => Ok(Value::Range(low, high)),
        several if count(several) > MOST_LISTED => {
            Err("a set of more than a million values in several ranges".to_owned())
        }
        several => Ok(Value::Set(listed(several))),
    }
}

/// The type of variables with values in these ranges; and ranges that are to be excluded besides.
fn kind_of(ranges: &[(i64, i64)]) -> (Kind, Vec<(i64, i64)>) {
    match ranges {
        [] => (Kind::Range(1, 0), Vec::new()),
        &[(low, high)] => (Kind::Range(low, high), Vec::new()),
        several if count(several) <= LISTED => (Kind::Set(listed(several)), Vec::new()),
        several => {
            let mut sorted = several.to_vec();
            sorted.sort_unstable();
            let (first, mut last) = sorted[0];
            let mut gaps = Vec::new();
            for &(low, high) in &sorted[1..] {
                if low > last.saturating_add(1) {
                    gaps.push((last + 1, low - 1));
                }
                last = last.max(high);
            }
            (Kind::Range(first, last), gaps)
        }
    }
}

/// The type of floating-point variables with these values: one range, or several single ones.
fn floats(of: &Json<'_>) -> Result<Kind, Fault> {
    let wrong = || format!("{of} is neither a range nor a list of floating-point numbers");
    let end = |end: &Json<'_>| match end {
        Json::Int(number) => Some(format!("{number}.0")),
        Json::TooLarge(number) => Some(format!("{number}.0")),
        Json::Float(number) if number.contains(['.', 'e', 'E']) => Some(number.clone()),
        Json::Float(number) => Some(format!("{number}.0")),
        _ => None,
    };
    let pair = |range: &Json<'_>| match range {
        Json::Array(ends) => match &ends[..] {
            [low, high] => Some((end(low)?, end(high)?)),
            _ => None,
        },
        _ => None,
    };
    let all = match of {
        Json::Array(ranges) => ranges.iter().map(pair).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    match &all.ok_or_else(wrong)?[..] {
        [] => Ok(Kind::FloatRange("1.0".into(), "0.0".into())),
        [(low, high)] => Ok(Kind::FloatRange(low.as_str().into(), high.as_str().into())),
        several if several.iter().all(|(low, high)| low == high) => {
            Ok(Kind::FloatSet(several.iter().map(|(low, _)| low.as_str().into()).collect()))
        }
        _ => Err(wrong()),
    }
}
