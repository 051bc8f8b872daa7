//! JSON of expressions: sums of views, functions and a number.

use std::sync::Arc;

use residua::constraints::{Call, Expr, Function, Operation};

use crate::json::fault::Fault;
use crate::json::part::{Part, Reader, Writer};
use crate::json::text::{Member, Value};

impl Part for Expr {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member_by("terms", |to| to.list(self.terms()))?;
            to.member_by("functions", |to| {
                to.list_by(self.calls(), |to, (factor, call)| {
                    to.object(|to| {
                        to.member("factor", factor)?;
                        to.member("of", call)
                    })
                })
            })?;
            to.member("constant", &self.constant())
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [terms, functions, constant] = from.members(["terms", "functions", "constant"])?;
        let mut calls = Vec::new();
        for function in functions.list()? {
            let [factor, call] = function.members(["factor", "of"])?;
            calls.push((Part::read(factor, of)?, Part::read(call, of)?));
        }
        Ok(Expr::from_parts(Part::read(terms, of)?, calls, Part::read(constant, of)?))
    }
}

/// The functions of arithmetic.
fn operations() -> impl Iterator<Item = Operation> {
    let others = [Operation::Absolute, Operation::Distance, Operation::Square];
    others.into_iter().chain(Function::ALL.map(Operation::Function))
}

impl Part for Operation {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.string(self.name());
        Some(())
    }

    fn read(from: &Value<'_>, _: &Reader) -> Result<Self, Fault> {
        let found = from.text().ok().and_then(|name| operations().find(|operation| operation.name() == name));
        let names: Vec<&str> = operations().map(Operation::name).collect();
        found.ok_or_else(|| from.other_than(&names))
    }
}

impl Part for Function {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.string(self.name());
        Some(())
    }

    fn read(from: &Value<'_>, _: &Reader) -> Result<Self, Fault> {
        let found = from.text().ok().and_then(|name| Function::ALL.into_iter().find(|f| f.name() == name));
        found.ok_or_else(|| from.other_than(&Function::ALL.map(Function::name)))
    }
}

/// A function, as an object with one member, named after it.
impl Part for Arc<Call> {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| match &**self {
            Call::Arithmetic(operation, arguments) => to.member(operation.name(), arguments),
            Call::Extremum { terms, is_maximum } => to.member(if *is_maximum { "max" } else { "min" }, terms),
            Call::Element { entries, index } => to.member_by("at", |to| {
                to.object(|to| {
                    to.member("entries", entries)?;
                    to.member("index", index)
                })
            }),
            Call::IfElse { condition, then, or } => to.member_by("if", |to| {
                to.object(|to| {
                    to.member("condition", condition)?;
                    to.member("then", then)?;
                    to.member("else", or)
                })
            }),
            Call::HowMany(parts) => to.member("how_many", parts),
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let function = from.only_member()?;
        let value = &function.value;
        let call = match &*function.name {
            "max" => Call::Extremum { terms: Part::read(value, of)?, is_maximum: true },
            "min" => Call::Extremum { terms: Part::read(value, of)?, is_maximum: false },
            "at" => read_element(value, of)?,
            "if" => read_choice(value, of)?,
            "how_many" => Call::HowMany(Part::read(value, of)?),
            _ => Call::Arithmetic(operation(function)?, Part::read(value, of)?),
        };
        Ok(Arc::new(call))
    }
}

fn read_element(from: &Value<'_>, of: &Reader) -> Result<Call, Fault> {
    let [entries, index] = from.members(["entries", "index"])?;
    Ok(Call::Element { entries: Part::read(entries, of)?, index: Part::read(index, of)? })
}

fn read_choice(from: &Value<'_>, of: &Reader) -> Result<Call, Fault> {
    let [condition, then, or] = from.members(["condition", "then", "else"])?;
    let condition = Part::read(condition, of)?;
    Ok(Call::IfElse { condition, then: Part::read(then, of)?, or: Part::read(or, of)? })
}

/// The function of arithmetic that is the name of the member, whose value has as many arguments as it takes.
fn operation(member: &Member<'_>) -> Result<Operation, Fault> {
    let Some(operation) = operations().find(|operation| operation.name() == member.name) else {
        let others = ["max", "min", "at", "if", "how_many"].into_iter();
        let names: Vec<&str> = others.chain(operations().map(Operation::name)).collect();
        return Err(member.unknown(&names));
    };
    let (given, taken) = (member.value.list()?.len(), operation.arity());
    if given == taken {
        Ok(operation)
    } else {
        Err(Fault::new(member.value.at, format!("expected {taken} arguments, found {given}")))
    }
}
