//! Linear encoding of statements, as rows.

use std::collections::BTreeMap;

use residua::constraints::{Comparator, Linear, LinearRelation, Operand, Statement};
use residua::domain::Domain;
use residua::model::{IntVar, IntView, Model};

use crate::cases::{Case, Equal, cases, count};
use crate::program::needs::Needs;
use crate::program::rows::{Refused, Rows, Sense};

/// Relations of one or two variables with at most this many values are written by value, which relaxes them less.
const FEW: u64 = 1 << 12;

/// What stands for the variables of a model: by variable, the column of its least value, and the one of its number.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) firsts: Vec<Option<u32>>,
    pub(super) numbers: Vec<Option<u32>>,
}

/// What was written of a model so far.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    model: &'a Model,
    pub(super) rows: Rows,
    columns: Columns,
}

/// Whether a relation is written by the values of its variables.
pub(super) fn is_by_value(model: &Model, linear: &Linear) -> bool {
    let is_short = match linear.terms().len() {
        1 => true,
        2 => linear.relation() != LinearRelation::AtMost,
        _ => false,
    };
    is_short && linear.terms().iter().all(|&(_, var)| model.domain(var).size() <= FEW)
}

impl<'a> Writer<'a> {
    /// The columns that the statements need, each variable with one of its values; or the variable that is too large.
    pub(super) fn new(model: &'a Model, statements: &[Statement]) -> Result<Writer<'a>, IntVar> {
        let none = vec![false; model.domains().len()];
        let mut needs = Needs { model, values: none.clone(), numbers: none };
        for statement in statements {
            needs.add(statement);
        }
        let columns = Columns { firsts: Vec::new(), numbers: Vec::new() };
        let mut writer = Writer { model, rows: Rows::default(), columns };
        for var in model.vars() {
            let (by_value, by_number) = (needs.values[var.index()], needs.numbers[var.index()]);
            writer.variable(var, by_value, by_number).map_err(|_| var)?;
        }
        for var in model.vars() {
            writer.link(var).map_err(|_| var)?;
        }
        Ok(writer)
    }

    /// The rows, and what stands for the variables.
    pub(super) fn finish(mut self) -> Result<(Rows, Columns), Refused> {
        // Readers expect a row at least.
        if self.rows.iter().len() == 0 {
            let zero = self.rows.zero()?;
            self.rows.hold(zero);
        }
        Ok((self.rows, self.columns))
    }

    /// How many rows there are so far.
    pub(super) fn rows(&self) -> usize {
        self.rows.iter().len()
    }

    /// The columns of a variable: of its values, where they are needed or it has gaps between them, and of its number.
    fn variable(&mut self, var: IntVar, by_value: bool, by_number: bool) -> Result<(), Refused> {
        let domain = self.model.domain(var);
        let by_value = by_value || domain.ranges().count() != 1;
        let (mut first, mut number) = (None, None);
        if by_value {
            self.rows.reserve_columns(domain.size())?;
            for _ in 0..domain.size() {
                let column = self.rows.column(0, 1)?;
                first = first.or(Some(column));
            }
        }
        if by_number || !by_value {
            let bounds = domain.min().zip(domain.max()).unwrap_or_default();
            number = Some(self.rows.column(bounds.0.into(), bounds.1.into())?);
        }
        self.columns.firsts.push(first);
        self.columns.numbers.push(number);
        Ok(())
    }

    /// One of the values, and the number is that value.
    fn link(&mut self, var: IntVar) -> Result<(), Refused> {
        if self.model.domain(var).is_empty() {
            return self.rows.add([], Sense::Equal, 1, None);
        }
        if self.columns.firsts[var.index()].is_none() {
            return Ok(());
        }
        let values: Vec<(i32, u32)> = self.values(var).collect();
        self.rows.add(values.iter().map(|&(_, column)| (1, column)), Sense::Equal, 1, None)?;
        if let Some(number) = self.columns.numbers[var.index()] {
            let sum = values.iter().map(|&(value, column)| (value.into(), column)).chain([(-1, number)]);
            self.rows.add(sum, Sense::Equal, 0, None)?;
        }
        Ok(())
    }

    /// The values of a variable that has columns for them, ascending.
    fn values(&self, var: IntVar) -> impl Iterator<Item = (i32, u32)> + use<'a> {
        let first = self.columns.firsts[var.index()];
        self.model.domain(var).iter().zip(first.into_iter().flat_map(|first| first..))
    }

    /// Adds rows by which the statement holds where `guard` is 1.
    pub(super) fn state(&mut self, statement: &Statement, guard: Option<u32>) -> Result<(), Refused> {
        match statement {
            Statement::Linear(linear) => self.linear(linear, guard),
            Statement::AllDifferent(views) => self.all_different(views, guard),
            Statement::Member(view, allowed) => {
                self.restrict(view.var, &|value| is_allowed(*view, allowed, value), guard)
            }
            &Statement::Function { function, arguments, result, holds } => {
                self.rows.reserve(usize::try_from(count(self.model, arguments)).unwrap_or(usize::MAX))?;
                cases(self.model, function, arguments, result)
                    .try_for_each(|case| self.case(&case, holds, guard))
            }
            Statement::All(parts) => parts.iter().try_for_each(|part| self.state(part, guard)),
            Statement::Any(parts) => self.any(parts, guard),
            Statement::Count { of, comparator, to } => {
                self.count(of.iter().map(|part| (1, part)).collect(), *comparator, *to, guard)
            }
            Statement::Weighted { of, comparator, to } => {
                let of = of.iter().map(|(weight, part)| (*weight, part)).collect();
                self.count(of, *comparator, *to, guard)
            }
            Statement::Circuit { nodes, holds: true } => self.circuit(nodes, guard),
            Statement::Circuit { nodes, holds: false } => self.no_circuit(nodes, guard),
        }
    }

    /// The columns of the values that satisfy a statement about one variable, which has such columns.
    fn allowed(&self, part: &Statement) -> Option<Vec<(i64, u32)>> {
        let (var, is_allowed): (IntVar, &dyn Fn(i32) -> bool) = match part {
            Statement::Member(view, allowed) => (view.var, &|value| is_allowed(*view, allowed, value)),
            Statement::Linear(linear) if linear.terms().len() == 1 && is_by_value(self.model, linear) => {
                (linear.terms()[0].1, &|value| linear.holds(&|_| value.into()))
            }
            _ => return None,
        };
        Some(self.values(var).filter(|&(value, _)| is_allowed(value)).map(|(_, at)| (1, at)).collect())
    }

    /// The weights of those of these that hold.
    fn count(
        &mut self,
        of: Vec<(i64, &Statement)>,
        comparator: Comparator,
        to: Operand,
        guard: Option<u32>,
    ) -> Result<(), Refused> {
        let mut terms: Vec<(i64, u32)> = Vec::new();
        // No sum is beyond these.
        let least: i64 = of.iter().map(|(weight, _)| weight.min(&0)).sum();
        let most: i64 = of.iter().map(|(weight, _)| weight.max(&0)).sum();
        for (weight, part) in of {
            if let Some(allowed) = self.allowed(part) {
                terms.extend(allowed.into_iter().map(|(_, column)| (weight, column)));
                self.rows.reserve(terms.len())?;
                continue;
            }
            let [holds, fails] = [self.rows.column(0, 1)?, self.rows.column(0, 1)?];
            self.rows.add([(1, holds), (1, fails)], Sense::Equal, 1, None)?;
            self.state(part, Some(holds))?;
            // Views that fit have a negation.
            self.state(&part.negated().ok_or(Refused::TooLarge)?, Some(fails))?;
            terms.push((weight, holds));
        }
        let constant = match to {
            Operand::View(view) => {
                let column = self.columns.numbers[view.var.index()];
                terms.extend(column.map(|column| (-i64::from(view.scale()), column)));
                view.offset().into()
            }
            Operand::Constant(constant) => constant.clamp(least - 1, most + 1),
        };
        match comparator {
            Comparator::Eq => self.rows.add(terms, Sense::Equal, constant, guard),
            Comparator::Le => self.rows.add(terms, Sense::AtMost, constant, guard),
            Comparator::Lt => self.rows.add(terms, Sense::AtMost, constant - 1, guard),
            Comparator::Ge => self.rows.add(terms, Sense::AtLeast, constant, guard),
            Comparator::Gt => self.rows.add(terms, Sense::AtLeast, constant + 1, guard),
            Comparator::Ne => {
                let [below, above] = [self.rows.column(0, 1)?, self.rows.column(0, 1)?];
                self.rows.add(terms.iter().copied(), Sense::AtMost, constant - 1, Some(below))?;
                self.rows.add(terms, Sense::AtLeast, constant + 1, Some(above))?;
                self.rows.add([(1, below), (1, above)], Sense::AtLeast, 1, guard)
            }
        }
    }

    /// One of several: the values of a variable stand for themselves, and a new column implies each other part.
    fn any(&mut self, parts: &[Statement], guard: Option<u32>) -> Result<(), Refused> {
        let mut chosen: Vec<(i64, u32)> = Vec::new();
        for part in parts {
            if let Some(allowed) = self.allowed(part) {
                chosen.extend(allowed);
                self.rows.reserve(chosen.len())?;
                continue;
            }
            let choice = self.rows.column(0, 1)?;
            chosen.push((1, choice));
            self.state(part, Some(choice))?;
        }
        self.rows.add(chosen, Sense::AtLeast, 1, guard)
    }

    /// The column of a value, if the variable has such columns and that value.
    pub(super) fn column(&self, var: IntVar, value: i32) -> Option<u32> {
        let before = self.model.domain(var).ranges().try_fold(0, |before, run| {
            if run.contains(&value) {
                Err(before + (value - run.start()) as u32)
            } else {
                Ok(before + (run.end() - run.start()) as u32 + 1)
            }
        });
        Some(self.columns.firsts[var.index()]? + before.err()?)
    }

    /// Where the arguments of a function have these values, its result is as it should be.
    fn case(&mut self, case: &Case, holds: bool, guard: Option<u32>) -> Result<(), Refused> {
        let column = |var: IntVar, value: i32| self.column(var, value);
        let mut terms: Vec<(i64, u32)> =
            case.values.iter().filter_map(|&(var, value)| Some((1, column(var, value)?))).collect();
        let all = terms.len() as i64;
        let most = match case.equal {
            Equal::Known(equal) if equal == holds => return Ok(()),
            Equal::Known(_) => all - 1,
            Equal::If(var, value) => {
                terms.extend(column(var, value).map(|column| (if holds { -1 } else { 1 }, column)));
                if holds { all - 1 } else { all }
            }
        };
        self.rows.add(terms, Sense::AtMost, most, guard)
    }

    fn all_different(&mut self, views: &[IntView], guard: Option<u32>) -> Result<(), Refused> {
        let mut with_value: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
        let mut size = 0;
        for view in views {
            for (value, column) in self.values(view.var) {
                with_value.entry(view.apply(value)).or_default().push(column);
                size += 1;
            }
            self.rows.reserve(size)?;
        }
        // Where there are as many values as views, each value is used up.
        let sense = if with_value.len() == views.len() { Sense::Equal } else { Sense::AtMost };
        for columns in with_value.values() {
            self.rows.add(columns.iter().map(|&column| (1, column)), sense, 1, guard)?;
        }
        Ok(())
    }

    /// The variable has one of these values.
    fn restrict(
        &mut self,
        var: IntVar,
        is_allowed: &dyn Fn(i32) -> bool,
        guard: Option<u32>,
    ) -> Result<(), Refused> {
        let (allowed, others): (Vec<_>, Vec<_>) = self.values(var).partition(|&(value, _)| is_allowed(value));
        let sum = |values: Vec<(i32, u32)>| values.into_iter().map(|(_, column)| (1, column));
        match guard {
            Some(_) => self.rows.add(sum(allowed), Sense::AtLeast, 1, guard),
            None if allowed.len() <= others.len() => self.rows.add(sum(allowed), Sense::Equal, 1, None),
            None => self.rows.add(sum(others), Sense::Equal, 0, None),
        }
    }

    fn linear(&mut self, linear: &Linear, guard: Option<u32>) -> Result<(), Refused> {
        let constant = linear.constant();
        match linear.truth() {
            Some(true) => return Ok(()),
            Some(false) => return self.rows.add([], Sense::Equal, 1, guard),
            None => {}
        }
        match (linear.terms(), linear.relation()) {
            (&[(_, var)], _) if is_by_value(self.model, linear) => {
                self.restrict(var, &|value| linear.holds(&|_| value.into()), guard)
            }
            (&[x, y], _) if is_by_value(self.model, linear) => self.by_value(x, y, linear, guard),
            (_, LinearRelation::Equal) => self.sum(linear, 1, Sense::Equal, constant, guard),
            (_, LinearRelation::AtMost) => self.sum(linear, 1, Sense::AtMost, constant, guard),
            (_, LinearRelation::Different) => {
                let [below, above] = [self.rows.column(0, 1)?, self.rows.column(0, 1)?];
                // No constant is at an end of 64 bits.
                self.sum(linear, 1, Sense::AtMost, constant - 1, Some(below))?;
                self.sum(linear, -1, Sense::AtMost, -constant - 1, Some(above))?;
                self.rows.add([(1, below), (1, above)], Sense::AtLeast, 1, guard)
            }
        }
    }

    fn sum(
        &mut self,
        linear: &Linear,
        sign: i64,
        sense: Sense,
        constant: i64,
        guard: Option<u32>,
    ) -> Result<(), Refused> {
        let column = |var: IntVar| self.columns.numbers[var.index()];
        let terms = linear.terms().iter().filter_map(|&(factor, var)| Some((sign * factor, column(var)?)));
        let terms: Vec<(i64, u32)> = terms.collect();
        self.rows.add(terms, sense, constant, guard)
    }

    /// Each value of `x` with the one of `y` that makes up the total: only together, or not together.
    fn by_value(
        &mut self,
        x: (i64, IntVar),
        y: (i64, IntVar),
        linear: &Linear,
        guard: Option<u32>,
    ) -> Result<(), Refused> {
        let others: BTreeMap<i128, u32> =
            self.values(y.1).map(|(value, column)| (i128::from(y.0) * i128::from(value), column)).collect();
        for (value, column) in self.values(x.1) {
            let rest = i128::from(linear.constant()) - i128::from(x.0) * i128::from(value);
            match (linear.relation(), others.get(&rest)) {
                (LinearRelation::Equal, other) => {
                    let other = other.map(|&other| (-1, other));
                    self.rows.add([(1, column)].into_iter().chain(other), Sense::AtMost, 0, guard)?;
                }
                (_, Some(&other)) => self.rows.add([(1, column), (1, other)], Sense::AtMost, 1, guard)?,
                (_, None) => {}
            }
        }
        Ok(())
    }
}

fn is_allowed(view: IntView, allowed: &Domain, value: i32) -> bool {
    i32::try_from(view.apply(value)).is_ok_and(|value| allowed.contains(value))
}
