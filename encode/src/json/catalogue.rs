//! JSON of the constraints of the catalogue, each an object of its own parts, so that the same constraint is read back.
//!
//! Any other constraint is written as its statement.

use std::sync::Arc;

use residua::constraints::{
    AllDifferent, AllDifferentExcept, AllEqual, AllOf, Among, AnyOf, Applied, ArgExtremum, Automaton,
    BinPacking, Calculation, Circuit, Clause, Comparator, Comparison, Condition, Constraint, Count,
    Cumulative, Diffn, Disjunctive, DistinctSum, Element, Element2d, ElementVar, Expr, Extremum, Formula,
    GlobalCardinality, Iff, InSet, Inverse, Knapsack, Lex, LexChain, LinearSum, NValue, Not, NumberOf,
    Ordered, Parts, Regular, Rows, SameValues, Sliding, Sort, Table, ValuePrecede,
};

use crate::json::fault::Fault;
use crate::json::part::{Part, Reader, Writer, fields};
use crate::json::stated::{self, Stated};
use crate::json::text::Value;

fields!(AllDifferent { views, consistency });
fields!(AllDifferentExcept { views, except });
fields!(AllEqual { views });
fields!(AllOf { parts });
fields!(Among { views, values, count });
fields!(AnyOf { parts, constructive });
fields!(ArgExtremum { terms, index, is_maximum });
fields!(BinPacking { items, bins });
fields!(Calculation { operation, arguments, result });
fields!(Circuit { nodes });
fields!(Clause { literals });
fields!(Comparison { left, comparator, right });
fields!(Count { views, value, count });
fields!(Cumulative { starts, durations, demands, presence, capacity });
fields!(Diffn { origins, sizes, is_strict });
fields!(Disjunctive { starts, durations, presences, is_strict });
fields!(DistinctSum { sum });
fields!(Element { index, constants, y });
fields!(Element2d { row, column, matrix, y });
fields!(ElementVar { index, entries, y });
fields!(Extremum { terms, result, is_maximum });
fields!(Formula { left, comparator, right });
fields!(GlobalCardinality { views, values, counts, is_closed });
fields!(InSet { view, values });
fields!(Inverse { f, g, is_partial });
fields!(Lex { left, right, strict });
fields!(LexChain { rows, strict });
fields!(LinearSum { terms, comparator, total, consistency });
fields!(NValue { views, count });
fields!(Not { constraint });
fields!(NumberOf { literals, comparator, count });
fields!(Ordered { views, comparator });
fields!(Regular { views, automaton });
fields!(SameValues { xs, ys });
fields!(Sliding { views, window, counted, low, high });
fields!(Sort { xs, ys });
fields!(Table { views, rows, listed });
fields!(ValuePrecede { values, views });

type Found = Result<Arc<dyn Constraint>, Fault>;

/// A type of constraints.
struct Kind {
    name: &'static str,
    is: fn(&dyn Constraint) -> bool,
    write: fn(&dyn Constraint, &mut Writer<'_>) -> Option<()>,
    read: fn(&Value<'_>, &Reader) -> Found,
}

const fn kind<C: Constraint + Part + 'static>(name: &'static str) -> Kind {
    Kind {
        name,
        is: |constraint| constraint.as_any().is::<C>(),
        write: |constraint, to| Part::write(constraint.as_any().downcast_ref::<C>()?, to),
        read: |from, of| Ok(Arc::new(C::read(from, of)?)),
    }
}

/// What stands for all others.
const STATED: Kind = kind::<Stated>("stated");

const KINDS: &[Kind] = &[
    kind::<AllDifferent>("all_different"),
    kind::<AllDifferentExcept>("all_different_except"),
    kind::<AllEqual>("all_equal"),
    kind::<AllOf>("all_of"),
    kind::<Among>("among"),
    kind::<AnyOf>("any_of"),
    kind::<Applied>("applied"),
    kind::<ArgExtremum>("arg_extremum"),
    kind::<BinPacking>("bin_packing"),
    kind::<Calculation>("calculation"),
    kind::<Circuit>("circuit"),
    kind::<Clause>("clause"),
    kind::<Comparison>("comparison"),
    kind::<Count>("count"),
    kind::<Cumulative>("cumulative"),
    kind::<Diffn>("diffn"),
    kind::<Disjunctive>("disjunctive"),
    kind::<DistinctSum>("distinct_sum"),
    kind::<Element>("element"),
    kind::<Element2d>("element_2d"),
    kind::<ElementVar>("element_var"),
    kind::<Extremum>("extremum"),
    kind::<Formula>("formula"),
    kind::<GlobalCardinality>("global_cardinality"),
    kind::<Iff>("iff"),
    kind::<InSet>("in_set"),
    kind::<Inverse>("inverse"),
    kind::<Knapsack>("knapsack"),
    kind::<Lex>("lex"),
    kind::<LexChain>("lex_chain"),
    kind::<LinearSum>("linear_sum"),
    kind::<NValue>("nvalue"),
    kind::<Not>("not"),
    kind::<NumberOf>("number_of"),
    kind::<Ordered>("ordered"),
    kind::<Regular>("regular"),
    kind::<SameValues>("same_values"),
    kind::<Sliding>("sliding"),
    kind::<Sort>("sort"),
    kind::<Table>("table"),
    kind::<ValuePrecede>("value_precede"),
];

/// The constraint without what only wraps it.
fn unwrapped(constraint: &dyn Constraint) -> &dyn Constraint {
    let any = constraint.as_any();
    if let Some(condition) = any.downcast_ref::<Condition>() {
        unwrapped(condition.inner())
    } else if let Some(shared) = any.downcast_ref::<Arc<dyn Constraint>>() {
        unwrapped(&**shared)
    } else {
        constraint
    }
}

/// Writes a constraint of the catalogue as an object with one member, named after its type; `None` of another one.
pub(super) fn write(constraint: &dyn Constraint, to: &mut Writer<'_>) -> Option<()> {
    let constraint = unwrapped(constraint);
    let kind = KINDS.iter().find(|kind| (kind.is)(constraint))?;
    to.object(|to| to.member_by(kind.name, |to| (kind.write)(constraint, to)))
}

/// A part of another constraint, which may be of any type.
impl Part for Arc<dyn Constraint> {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        let start = to.text.len();
        write(&**self, to).or_else(|| {
            to.text.truncate(start);
            to.object(|to| to.member_by(STATED.name, |to| stated::write(&**self, to)))
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let _level = of.level(from)?;
        let member = from.only_member()?;
        let kinds = || KINDS.iter().chain([&STATED]);
        match kinds().find(|kind| kind.name == member.name) {
            Some(kind) => (kind.read)(&member.value, of),
            None => Err(member.unknown(&kinds().map(|kind| kind.name).collect::<Vec<_>>())),
        }
    }
}

impl Part for Parts {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.list(self)
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        Vec::read(from, of).map(Parts::from)
    }
}

/// The variables of the constraint are the numbers of the expressions.
impl Part for Applied {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            // What is known by its statement only is printed with variables of the model.
            to.member_by("constraint", |to| write(&*self.constraint, to))?;
            to.member("expressions", &self.expressions)
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [constraint, expressions] = from.members(["constraint", "expressions"])?;
        let expressions: Vec<Expr> = Part::read(expressions, of)?;
        let stand_ins = (0..expressions.len()).map(Applied::stand_in).collect();
        Ok(Applied { constraint: Part::read(constraint, &of.with(stand_ins))?, expressions })
    }
}

impl Part for Iff {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member("left", &self.left)?;
            to.member("right", &self.right)
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [left, right] = from.members(["left", "right"])?;
        Ok(Iff::new(Part::read(left, of)?, Part::read(right, of)?))
    }
}

impl Part for Knapsack {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| to.member("sums", &self.sums))
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [sums] = from.members(["sums"])?;
        let both: [LinearSum; 2] = Part::read(sums, of)?;
        if both.iter().any(|sum| sum.comparator != Comparator::Eq) {
            return Err(Fault::new(sums.at, "expected sums that are equal to their totals, found others"));
        }
        Ok(Knapsack::from_sums(both))
    }
}

impl Part for Arc<Automaton> {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        let accepting = (0..self.states()).filter(|&state| self.is_accepting(state));
        to.object(|to| {
            to.member("states", &self.states())?;
            to.member("starts", &self.starts().collect::<Vec<_>>())?;
            to.member("transitions", &self.transitions().collect::<Vec<_>>())?;
            to.member("accepting", &accepting.collect::<Vec<_>>())
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [states, starts, transitions, accepting] =
            from.members(["states", "starts", "transitions", "accepting"])?;
        let starts = Vec::<usize>::read(starts, of)?;
        let transitions = Vec::<(usize, i32, usize)>::read(transitions, of)?;
        let accepting = Vec::<usize>::read(accepting, of)?;
        let made = Automaton::from_parts(Part::read(states, of)?, &starts, &transitions, &accepting);
        made.map(Arc::new).map_err(|message| Fault::new(from.at, message))
    }
}

/// The rows of a table, `null` where a cell is free.
impl Part for Arc<Rows> {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        to.object(|to| {
            to.member("width", &self.width())?;
            to.member_by("cells", |to| {
                to.list_by(0..self.len(), |to, row| {
                    to.list_by(0..self.width(), |to, column| self.cell(row, column).write(to))
                })
            })
        })
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [width, cells] = from.members(["width", "cells"])?;
        let rows = Vec::<Vec<Option<i32>>>::read(cells, of)?;
        Ok(Arc::new(Rows::with_free(Part::read(width, of)?, rows)))
    }
}
