//! JSON of the terms of constraints: variables, views, atoms, sets, relations.

use residua::constraints::{Amount, Bin, Comparator, Item, LinearRelation, Listed, Load, Node, Operand};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntAtom, IntVar, IntView};
use residua::store::Relation;

use crate::json::fault::Fault;
use crate::json::part::{Part, Reader, Writer, fields, names};
use crate::json::text::{Value, What};

names!(Comparator: Comparator::Eq = "=", Comparator::Ne = "!=", Comparator::Lt = "<", Comparator::Le = "<=", Comparator::Gt = ">", Comparator::Ge = ">=");
names!(LinearRelation: LinearRelation::Equal = "=", LinearRelation::Different = "!=", LinearRelation::AtMost = "<=");
names!(Relation: Relation::Eq = "=", Relation::Ne = "!=", Relation::Le = "<=", Relation::Ge = ">=");
names!(Consistency: Consistency::Value = "value", Consistency::Bounds = "bounds", Consistency::Domain = "domain");
names!(Listed: Listed::Allowed = "allowed", Listed::Forbidden = "forbidden");
fields!(Item { bin, size });
fields!(Bin { number, load });

/// A variable, by its number.
impl Part for IntVar {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        self.index().write(to)
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let count = of.vars.len();
        let var = usize::read(from, of).ok().and_then(|number| of.vars.get(number).copied());
        var.ok_or_else(|| from.expected(&format!("the number of one of {count} variables, from 0")))
    }
}

impl Part for IntView {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member("factor", &self.scale())?;
            to.member("variable", &self.var)?;
            to.member("plus", &self.offset())
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [factor, variable, plus] = from.members(["factor", "variable", "plus"])?;
        let var = IntVar::read(variable, of)?;
        let view = var * i32::read(factor, of)? + i32::read(plus, of)?;
        if view.is_overflown() { Err(factor.expected("a factor of a view")) } else { Ok(view) }
    }
}

impl Part for IntAtom {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member("variable", &self.var())?;
            to.member("relation", &self.relation())?;
            to.member("value", &self.value())
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [variable, relation, value] = from.members(["variable", "relation", "value"])?;
        Ok(IntAtom::new(Part::read(variable, of)?, Part::read(relation, of)?, Part::read(value, of)?))
    }
}

impl Part for Operand {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        match self {
            Operand::View(view) => view.write(to),
            Operand::Constant(constant) => constant.write(to),
        }
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        match from.what {
            What::Number(_) => i64::read(from, of).map(Operand::Constant),
            What::Object(_) => IntView::read(from, of).map(Operand::View),
            _ => Err(from.expected("an integer or a view")),
        }
    }
}

/// A set, as the first and the last value of each of its runs.
impl Part for Domain {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        let runs: Vec<[i32; 2]> = self.ranges().map(|run| [*run.start(), *run.end()]).collect();
        runs.write(to)
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let mut runs = Vec::new();
        let mut last = None;
        for run in from.list()? {
            let [low, high] = <[i32; 2]>::read(run, of)?;
            if low > high || last.is_some_and(|last| low <= last) {
                let message = format!("expected ascending ranges, found [{low},{high}]");
                return Err(Fault::new(run.at, message));
            }
            last = Some(high);
            runs.push(low..=high);
        }
        Ok(Domain::from_ranges(runs))
    }
}

impl Part for Node {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member("successor", &self.successor)?;
            to.member("label", &self.label)?;
            to.member("optional", &self.is_optional)
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [successor, label, optional] = from.members(["successor", "label", "optional"])?;
        Ok(Node {
            successor: Part::read(successor, of)?,
            label: Part::read(label, of)?,
            is_optional: Part::read(optional, of)?,
        })
    }
}

impl Part for Load {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| match self {
            Load::Exactly(load) => to.member("exactly", load),
            Load::AtMost(capacity) => to.member("at_most", capacity),
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let member = from.only_member()?;
        match &*member.name {
            "exactly" => Part::read(&member.value, of).map(Load::Exactly),
            "at_most" => Part::read(&member.value, of).map(Load::AtMost),
            _ => Err(member.unknown(&["exactly", "at_most"])),
        }
    }
}

impl Part for Amount {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| match self {
            Amount::Equal(number) => to.member("equal", number),
            Amount::Between(low, high) => to.member("between", &[*low, *high]),
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let member = from.only_member()?;
        match &*member.name {
            "equal" => Part::read(&member.value, of).map(Amount::Equal),
            "between" => <[i64; 2]>::read(&member.value, of).map(|[low, high]| Amount::Between(low, high)),
            _ => Err(member.unknown(&["equal", "between"])),
        }
    }
}
