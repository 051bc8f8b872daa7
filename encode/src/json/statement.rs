//! JSON of statements, for any constraint.

use std::sync::Arc;

use residua::constraints::{
    Calculation, Circuit, Comparator, Condition, Constraint, Expr, InSet, Linear, LinearRelation, Node,
    Operand, Operation, Statement, all_different, all_of, any_of, eq, ge, gt, how_many, le, lt, ne, not, sum,
};
use residua::model::IntVar;

use crate::json::fault::Fault;
use crate::json::part::{Part, Reader, Writer};
use crate::json::text::Value;

/// A statement as an object with one member, named after its kind.
impl Part for Statement {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| match self {
            Statement::Linear(linear) => to.member("linear", linear),
            Statement::AllDifferent(views) => to.member("all_different", views),
            Statement::Member(view, values) => to.member_by("member", |to| {
                to.object(|to| {
                    to.member("view", view)?;
                    to.member("values", values)
                })
            }),
            Statement::Function { function, arguments, result, holds } => to.member_by("function", |to| {
                to.object(|to| {
                    to.member("name", function)?;
                    to.member("arguments", arguments)?;
                    to.member("result", result)?;
                    to.member("holds", holds)
                })
            }),
            Statement::All(parts) => to.member("all", parts),
            Statement::Any(parts) => to.member("any", parts),
            Statement::Count { of, comparator, to: count } => to.member_by("count", |to| {
                to.object(|to| {
                    to.member("of", of)?;
                    to.member("relation", comparator)?;
                    to.member("to", count)
                })
            }),
            Statement::Weighted { of, comparator, to: total } => to.member_by("weighted", |to| {
                to.object(|to| {
                    to.member_by("of", |to| {
                        to.list_by(of, |to, (weight, part)| {
                            to.object(|to| {
                                to.member("weight", weight)?;
                                to.member("says", part)
                            })
                        })
                    })?;
                    to.member("relation", comparator)?;
                    to.member("to", total)
                })
            }),
            Statement::Circuit { nodes, holds } => to.member_by("circuit", |to| {
                to.object(|to| {
                    to.member("nodes", nodes)?;
                    to.member("holds", holds)
                })
            }),
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let _level = of.level(from)?;
        let kind = from.only_member()?;
        let value = &kind.value;
        match &*kind.name {
            "linear" => Part::read(value, of).map(Statement::Linear),
            "all_different" => Part::read(value, of).map(Statement::AllDifferent),
            "member" => read_member(value, of),
            "function" => read_function(value, of),
            "all" => Part::read(value, of).map(Statement::All),
            "any" => Part::read(value, of).map(Statement::Any),
            "count" => read_count(value, of),
            "weighted" => read_weighted(value, of),
            "circuit" => read_circuit(value, of),
            _ => Err(kind.unknown(&NAMES)),
        }
    }
}

const NAMES: [&str; 9] =
    ["linear", "all_different", "member", "function", "all", "any", "count", "weighted", "circuit"];

fn read_member(from: &Value<'_>, of: &Reader) -> Result<Statement, Fault> {
    let [view, values] = from.members(["view", "values"])?;
    Ok(Statement::Member(Part::read(view, of)?, Part::read(values, of)?))
}

fn read_function(from: &Value<'_>, of: &Reader) -> Result<Statement, Fault> {
    let [name, arguments, result, holds] = from.members(["name", "arguments", "result", "holds"])?;
    let (function, arguments) = (Part::read(name, of)?, Part::read(arguments, of)?);
    Ok(Statement::Function {
        function,
        arguments,
        result: Part::read(result, of)?,
        holds: Part::read(holds, of)?,
    })
}

fn read_count(from: &Value<'_>, of: &Reader) -> Result<Statement, Fault> {
    let [parts, relation, to] = from.members(["of", "relation", "to"])?;
    let (comparator, to) = (Part::read(relation, of)?, Part::read(to, of)?);
    Ok(Statement::Count { of: Part::read(parts, of)?, comparator, to })
}

fn read_weighted(from: &Value<'_>, of: &Reader) -> Result<Statement, Fault> {
    let [parts, relation, to] = from.members(["of", "relation", "to"])?;
    let mut weighted = Vec::new();
    for part in parts.list()? {
        let [weight, says] = part.members(["weight", "says"])?;
        weighted.push((i32::read(weight, of)?.into(), Part::read(says, of)?));
    }
    Ok(Statement::Weighted { of: weighted, comparator: Part::read(relation, of)?, to: Part::read(to, of)? })
}

fn read_circuit(from: &Value<'_>, of: &Reader) -> Result<Statement, Fault> {
    let [nodes, holds] = from.members(["nodes", "holds"])?;
    let list: Vec<Node> = Part::read(nodes, of)?;
    let mut labels: Vec<i32> = list.iter().map(|node| node.label).collect();
    labels.sort_unstable();
    if let Some(&[twice, ..]) = labels.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("expected nodes with different labels, found {twice} twice");
        return Err(Fault::new(nodes.at, message));
    }
    Ok(Statement::Circuit { nodes: list, holds: Part::read(holds, of)? })
}

impl Part for Linear {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member_by("terms", |to| {
                to.list_by(self.terms(), |to, (factor, var)| {
                    to.object(|to| {
                        to.member("factor", factor)?;
                        to.member("variable", var)
                    })
                })
            })?;
            to.member("relation", &self.relation())?;
            to.member("constant", &self.constant())
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [terms, relation, constant] = from.members(["terms", "relation", "constant"])?;
        let mut list: Vec<(i64, IntVar)> = Vec::new();
        let mut sum = 0_u64;
        for term in terms.list()? {
            let [factor, variable] = term.members(["factor", "variable"])?;
            let number = i64::read(factor, of)?;
            sum = sum.saturating_add(number.unsigned_abs());
            if sum >= 1 << 62 {
                return Err(factor.expected("factors that add up to less than 2⁶²"));
            }
            list.push((number, Part::read(variable, of)?));
        }
        let comparator = match LinearRelation::read(relation, of)? {
            LinearRelation::Equal => Comparator::Eq,
            LinearRelation::Different => Comparator::Ne,
            LinearRelation::AtMost => Comparator::Le,
        };
        let linear = Linear::of_terms(list, comparator, Part::read(constant, of)?);
        linear.ok_or_else(|| constant.expected("a number of at most 62 bits"))
    }
}

/// A constraint of the catalogue, or one that is put together from several, that says this; `None` where a factor does not fit into a
/// view.
pub(super) fn meaning(statement: &Statement) -> Option<Condition> {
    let each = |parts: &[Statement]| parts.iter().map(meaning).collect::<Option<Vec<Condition>>>();
    let held = |constraint: Condition, holds: bool| if holds { constraint } else { not(constraint) };
    let shared = |constraint: Arc<dyn Constraint>| Condition::new(constraint);
    Some(match statement {
        Statement::Linear(linear) => {
            let term = |&(factor, var): &(i64, IntVar)| Some(var * i32::try_from(factor).ok()?);
            let terms = linear.terms().iter().map(term).collect::<Option<Vec<_>>>()?;
            let (terms, constant) = (sum(terms), linear.constant());
            match linear.relation() {
                LinearRelation::Equal => terms.eq(constant),
                LinearRelation::Different => terms.ne(constant),
                LinearRelation::AtMost => terms.le(constant),
            }
        }
        Statement::AllDifferent(views) => shared(Arc::new(all_different(views))),
        Statement::Member(view, values) => shared(Arc::new(InSet { view: *view, values: values.clone() })),
        Statement::Function { function, arguments, result, holds } => {
            let operation = Operation::Function(*function);
            let calculation = Calculation { operation, arguments: arguments.to_vec(), result: *result };
            held(shared(Arc::new(calculation)), *holds)
        }
        Statement::All(parts) => all_of(each(parts)?),
        Statement::Any(parts) => any_of(each(parts)?),
        Statement::Count { of, comparator, to } => compared(how_many(each(of)?), *comparator, *to),
        Statement::Weighted { of, comparator, to } => {
            let part = |(weight, part): &(i64, Statement)| Some((*weight, meaning(part)?));
            let parts = of.iter().map(part).collect::<Option<Vec<(i64, Condition)>>>()?;
            compared(sum(parts), *comparator, *to)
        }
        Statement::Circuit { nodes, holds } => {
            held(shared(Arc::new(Circuit { nodes: nodes.as_slice().into() })), *holds)
        }
    })
}

fn compared(left: Expr, comparator: Comparator, to: Operand) -> Condition {
    let right = match to {
        Operand::View(view) => Expr::from(view),
        Operand::Constant(constant) => Expr::from(constant),
    };
    match comparator {
        Comparator::Eq => eq(left, right),
        Comparator::Ne => ne(left, right),
        Comparator::Lt => lt(left, right),
        Comparator::Le => le(left, right),
        Comparator::Gt => gt(left, right),
        Comparator::Ge => ge(left, right),
    }
}
