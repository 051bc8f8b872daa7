//! Reader of a model from its JSON object.

use std::sync::Arc;

use residua::constraints::{Comparator, Constraint, Linear, Statement};
use residua::domain::Domain;
use residua::model::{IntVar, Model};
use residua::store::VarId;

use crate::json::fault::Fault;
use crate::json::part::{Part, Reader};
use crate::json::stated::{Stated, meant};
use crate::json::text::Value;

/// A constraint that is to be posted.
struct Entry<'v, 'a> {
    /// Where it stands.
    from: &'v Value<'a>,
    name: Option<&'v str>,
    constraint: Arc<dyn Constraint>,
    /// What it is expected to say, and where that stands.
    said: Option<(&'v Value<'a>, Statement)>,
}

pub(super) fn read(object: &Value<'_>) -> Result<Model, Fault> {
    let ([variables], [aliases, constraints]) =
        object.some_members(["variables"], ["aliases", "constraints"])?;
    let mut model = Model::new();
    for variable in variables.list()? {
        let number = model.domains().len();
        if number == VarId::LIMIT {
            return Err(Fault::new(variable.at, "a model has fewer than 2^30 variables"));
        }
        let ([name, domain], [values]) = variable.some_members(["name", "domain"], ["values"])?;
        let of_none = Reader::new(Vec::new());
        let domain = Domain::read(domain, &of_none)?;
        // One that was given no name is called so.
        let var = match name.text()? {
            name if name == format!("x{number}") => model.int_var(domain),
            name => model.named_var(name, domain),
        };
        if let Some(values) = values {
            let (first, names) = <(i32, Vec<String>)>::read(values, &of_none)?;
            model.name_values(var, first, names);
        }
    }
    let of = Reader::new(model.vars().collect());
    for (number, entry) in in_order(aliases, constraints, &of)?.into_iter().enumerate() {
        let unfit = |error| Fault::new(entry.from.at, format!("{error}"));
        let id = model.post(entry.constraint).map_err(unfit)?;
        // Only what was accepted can be asked what it says.
        if let Some((from, said)) = entry.said
            && !model.constraint(id).statement().is_some_and(|says| is_same(&says, &said))
        {
            return Err(Fault::new(from.at, "expected what was posted, found something else"));
        }
        if let Some(name) = entry.name.filter(|name| *name != format!("c{number}")) {
            model.name_constraint(id, name);
        }
    }
    Ok(model)
}

/// The constraints in the order in which they were posted: aliases at the places that they tell, the others in between.
fn in_order<'v, 'a>(
    aliases: Option<&'v Value<'a>>,
    constraints: Option<&'v Value<'a>>,
    of: &Reader,
) -> Result<Vec<Entry<'v, 'a>>, Fault> {
    let items = |list: Option<&'v Value<'a>>| list.map_or(Ok(&[][..]), Value::list);
    let (aliases, constraints) = (items(aliases)?, items(constraints)?);
    let mut placed: Vec<Option<Entry<'v, 'a>>> = Vec::new();
    placed.resize_with(aliases.len() + constraints.len(), || None);
    let mut others = Vec::new();
    for alias in aliases {
        let (entry, number) = read_alias(alias, of)?;
        let Some(number) = number else {
            others.push(entry);
            continue;
        };
        let count = placed.len();
        let place = usize::read(number, of).ok().and_then(|place| placed.get_mut(place));
        match place.filter(|place| place.is_none()) {
            Some(place) => *place = Some(entry),
            None => {
                return Err(number.expected(&format!("a number of its own below {count}")));
            }
        }
    }
    for constraint in constraints {
        others.push(read_constraint(constraint, of)?);
    }
    let mut others = others.into_iter();
    // There are as many places as constraints.
    Ok(placed.into_iter().filter_map(|place| place.or_else(|| others.next())).collect())
}

/// `x = y + gap`, and its number among all constraints, if it is told.
fn read_alias<'v, 'a>(
    from: &'v Value<'a>,
    of: &Reader,
) -> Result<(Entry<'v, 'a>, Option<&'v Value<'a>>), Fault> {
    let ([variable, is, plus], [number, name, text, posted]) =
        from.some_members(["variable", "is", "plus"], ["number", "name", "text", "posted"])?;
    let (x, y) = (IntVar::read(variable, of)?, IntVar::read(is, of)?);
    if x == y {
        return Err(is.expected("another variable"));
    }
    let gap = i64::from(i32::read(plus, of)?);
    let linear = Linear::between(x, Comparator::Eq, y, gap).ok_or_else(|| plus.expected("an integer"))?;
    let name = name.map(Value::text).transpose()?;
    let text = text.map(Value::text).transpose()?;
    let constraint: Arc<dyn Constraint> = match posted {
        Some(posted) => Part::read(posted, of)?,
        None => stated(Statement::Linear(linear.clone()), text, from)?,
    };
    let said = posted.map(|_| (from, Statement::Linear(linear)));
    Ok((Entry { from, name, constraint, said }, number))
}

fn read_constraint<'v, 'a>(from: &'v Value<'a>, of: &Reader) -> Result<Entry<'v, 'a>, Fault> {
    let ([], [name, text, says, posted]) = from.some_members([], ["name", "text", "says", "posted"])?;
    let name = name.map(Value::text).transpose()?;
    let text = text.map(Value::text).transpose()?;
    let said = says.map(|says| Ok((says, Statement::read(says, of)?))).transpose()?;
    let (constraint, said) = match (posted, said) {
        (Some(posted), said) => (Part::read(posted, of)?, said),
        (None, Some((says, statement))) => (stated(statement, text, says)?, None),
        (None, None) => return Err(from.without(&["says", "posted"])),
    };
    Ok(Entry { from, name, constraint, said })
}

/// Whether two statements of a model are the same; of one alias there are two.
fn is_same(one: &Statement, other: &Statement) -> bool {
    let alias = |of: &Statement| match of {
        Statement::Linear(linear) => linear.alias(),
        _ => None,
    };
    one == other || alias(one).is_some() && alias(one) == alias(other)
}

/// What says this, printed as the text, if there is one.
fn stated(says: Statement, text: Option<&str>, from: &Value<'_>) -> Result<Arc<dyn Constraint>, Fault> {
    let meaning = meant(&says, from)?;
    Ok(match text {
        Some(text) => Arc::new(Stated::new(text, says, meaning)),
        None => meaning,
    })
}
