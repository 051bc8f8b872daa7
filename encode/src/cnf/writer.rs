//! CNF encoding of statements.

use std::collections::BTreeMap;

use residua::constraints::{Comparator, Linear, LinearRelation, Operand, Statement};
use residua::domain::Domain;
use residua::model::{IntVar, IntView, Model};

use crate::EncodeError;
use crate::cases::{Case, Equal, cases, count};
use crate::cnf::Encoding;
use crate::cnf::at_most_one::AtMostOne;
use crate::cnf::clauses::Clauses;
use crate::cnf::number::Number;
use crate::cnf::rules::Rules;

/// More literals than this are not written: a gigabyte.
pub(super) const MOST: usize = 1 << 28;

/// There would be too many literals.
pub(super) struct TooLarge;

/// What was written of a model so far.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    pub(super) model: &'a Model,
    pub(super) at_most_one: AtMostOne,
    rules: Rules,
    pub(super) clauses: Clauses,
    /// By variable of the model: the literal of its least value.
    firsts: Vec<i32>,
    /// By variable of the model: its order encoding, where a sum needs it.
    numbers: Vec<Option<Number>>,
}

/// The literal of a value, given that of the least one of the domain.
pub(super) fn literal(domain: &Domain, first: i32, value: i32) -> Option<i32> {
    let mut before = 0;
    for run in domain.ranges() {
        if run.contains(&value) {
            return Some(first + before + (value - run.start()));
        }
        before += run.end() - run.start() + 1;
    }
    None
}

/// The variable that a statement is about, if it is about one only, and no sum.
fn variable_of(statement: &Statement) -> Option<IntVar> {
    match statement {
        Statement::Member(view, _) => Some(view.var),
        Statement::Linear(linear) => match linear.terms() {
            &[(_, var)] => Some(var),
            _ => None,
        },
        _ => None,
    }
}

impl<'a> Writer<'a> {
    /// Every variable of the model has one of its values, and if it has to be said, one only.
    pub(super) fn new(
        model: &'a Model,
        statements: &[Statement],
        encoding: Encoding,
    ) -> Result<Writer<'a>, EncodeError> {
        let Encoding { at_most_one, rules } = encoding;
        let mut clauses = Clauses::default();
        let (mut literals, mut firsts): (Vec<Vec<i32>>, _) = (Vec::new(), Vec::new());
        let mut all = 0usize;
        for var in model.vars() {
            let size = usize::try_from(model.domain(var).size()).unwrap_or(usize::MAX);
            all = all.saturating_add(at_most_one.size(size));
            if all > MOST {
                return Err(EncodeError::TooLarge(model.name(var)));
            }
            firsts.push(clauses.vars() as i32 + 1);
            literals.push((0..size).map(|_| clauses.new_var()).collect());
        }
        for (literals, is_limited) in literals.iter().zip(rules.limits_values(model, statements)) {
            clauses.add_if(None, literals.iter().copied());
            if is_limited {
                at_most_one.write(literals, None, &mut clauses);
            }
        }
        let numbers = vec![None; firsts.len()];
        Ok(Writer { model, at_most_one, rules, clauses, firsts, numbers })
    }

    /// The clauses, and by variable of the model the literal of its least value.
    pub(super) fn finish(mut self) -> (Clauses, Vec<i32>) {
        if self.rules == Rules::Pyeda {
            self.clauses.drop_repeated();
        }
        (self.clauses, self.firsts)
    }

    /// The values of a variable, ascending, each with its literal.
    fn values(&self, var: IntVar) -> impl Iterator<Item = (i32, i32)> + use<'a> {
        self.model.domain(var).iter().zip(self.firsts[var.index()]..)
    }

    /// The literal of a value, unless the variable cannot have it.
    pub(super) fn literal(&self, var: IntVar, value: i128) -> Option<i32> {
        literal(self.model.domain(var), self.firsts[var.index()], i32::try_from(value).ok()?)
    }

    /// Adds clauses by which the statement holds where `guard` is true.
    pub(super) fn state(&mut self, statement: &Statement, guard: Option<i32>) -> Result<(), TooLarge> {
        match statement {
            Statement::Linear(linear) => self.linear(linear, guard)?,
            Statement::AllDifferent(views) => self.all_different(views, guard)?,
            Statement::Member(view, allowed) => self.member(*view, allowed, guard),
            &Statement::Function { function, arguments, result, holds } => {
                if count(self.model, arguments) > (MOST / 4) as u64 {
                    return Err(TooLarge);
                }
                for case in cases(self.model, function, arguments, result) {
                    self.case(&case, holds, guard);
                }
            }
            Statement::All(parts) => parts.iter().try_for_each(|part| self.state(part, guard))?,
            Statement::Any(parts) if parts.iter().all(|part| variable_of(part).is_some()) => {
                self.any_value(parts, guard)?;
            }
            Statement::Any(parts) => {
                let chosen: Vec<i32> = parts.iter().map(|_| self.clauses.new_var()).collect();
                self.clauses.add_if(guard, chosen.iter().copied());
                for (part, &chosen) in parts.iter().zip(&chosen) {
                    self.state(part, Some(chosen))?;
                }
            }
            Statement::Count { of, comparator, to } => {
                self.count(of.iter().map(|part| (1, part)).collect(), *comparator, *to, guard)?;
            }
            Statement::Weighted { of, comparator, to } => {
                let of = of.iter().map(|(weight, part)| (*weight, part)).collect();
                self.count(of, *comparator, *to, guard)?;
            }
            Statement::Circuit { nodes, holds: true } => self.circuit(nodes, guard)?,
            Statement::Circuit { nodes, holds: false } => self.no_circuit(nodes, guard)?,
        }
        if self.clauses.size() > MOST { Err(TooLarge) } else { Ok(()) }
    }

    /// One of several statements about single variables, which is a clause of their values.
    fn any_value(&mut self, parts: &[Statement], guard: Option<i32>) -> Result<(), TooLarge> {
        let vars = || parts.iter().filter_map(variable_of);
        let values = vars().map(|var| self.model.domain(var).size());
        if values.fold(0, u64::saturating_add) > MOST as u64 {
            return Err(TooLarge);
        }
        let mut literals = Vec::new();
        for (part, var) in parts.iter().zip(vars()) {
            let is_allowed = |value: i32| part.holds(&|view| view.apply(value));
            let mut others = self.values(var).filter(|&(value, _)| !is_allowed(value));
            match (others.next(), others.next()) {
                (Some((_, other)), None) => literals.push(-other),
                _ => literals.extend(
                    self.values(var).filter(|&(value, _)| is_allowed(value)).map(|(_, literal)| literal),
                ),
            }
        }
        literals.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        literals.dedup();
        self.clauses.add_if(guard, literals);
        Ok(())
    }

    fn all_different(&mut self, views: &[IntView], guard: Option<i32>) -> Result<(), TooLarge> {
        let mut with_value: BTreeMap<i64, Vec<i32>> = BTreeMap::new();
        for view in views {
            for (value, literal) in self.values(view.var) {
                with_value.entry(view.apply(value)).or_default().push(literal);
            }
        }
        let sizes = with_value.values().map(|literals| self.at_most_one.size(literals.len()));
        if sizes.fold(self.clauses.size(), usize::saturating_add) > MOST {
            return Err(TooLarge);
        }
        let has_places = self.rules.has_places() && with_value.len() == views.len();
        for literals in with_value.values() {
            if has_places {
                self.clauses.add_if(guard, literals.iter().copied());
            }
            self.at_most_one.write(literals, guard, &mut self.clauses);
        }
        Ok(())
    }

    /// Where the arguments of a function have these values, its result is as it should be.
    fn case(&mut self, case: &Case, holds: bool, guard: Option<i32>) {
        let of = |var: IntVar, value: i32| self.literal(var, value.into());
        let result = match case.equal {
            Equal::Known(equal) if equal == holds => return,
            Equal::Known(_) => None,
            Equal::If(var, value) => of(var, value).map(|literal| if holds { literal } else { -literal }),
        };
        let values = case.values.iter().filter_map(|&(var, value)| of(var, value));
        let clause: Vec<i32> = values.map(|literal| -literal).chain(result).collect();
        self.clauses.add_if(guard, clause);
    }

    fn member(&mut self, view: IntView, allowed: &Domain, guard: Option<i32>) {
        let is_allowed = |value| i32::try_from(view.apply(value)).is_ok_and(|value| allowed.contains(value));
        self.restrict(view.var, &is_allowed, guard);
    }

    /// The variable has one of these values: if it is one only, that one.
    fn restrict(&mut self, var: IntVar, is_allowed: &dyn Fn(i32) -> bool, guard: Option<i32>) {
        let mut allowed = self.values(var).filter(|(value, _)| is_allowed(*value));
        if let (Some((_, only)), None) = (allowed.next(), allowed.next()) {
            return self.clauses.add_if(guard, [only]);
        }
        for (_, literal) in self.values(var).filter(|(value, _)| !is_allowed(*value)) {
            self.clauses.add_if(guard, [-literal]);
        }
    }

    fn linear(&mut self, linear: &Linear, guard: Option<i32>) -> Result<(), TooLarge> {
        let (relation, total) = (linear.relation(), i128::from(linear.constant()));
        match (linear.terms(), relation) {
            ([], _) => {
                if linear.truth() == Some(false) {
                    self.clauses.add_if(guard, []);
                }
            }
            (&[(_, var)], _) => self.restrict(var, &|value| linear.holds(&|_| value.into()), guard),
            (&[x, y], LinearRelation::Equal | LinearRelation::Different) => {
                self.by_value(x, y, linear, guard);
                if relation == LinearRelation::Equal {
                    self.by_value(y, x, linear, guard);
                }
            }
            (&[ref others @ .., (factor, var)], _) => {
                let last = self.number(var).times(factor.into());
                let sum = self.sum(others)?;
                self.compare(&sum, &last, relation, total, guard)?;
            }
        }
        Ok(())
    }

    /// The sum of two numbers is in that relation to the total.
    fn compare(
        &mut self,
        sum: &Number,
        last: &Number,
        relation: LinearRelation,
        total: i128,
        guard: Option<i32>,
    ) -> Result<(), TooLarge> {
        if sum.values().len().saturating_mul(last.values().len()) > MOST {
            return Err(TooLarge);
        }
        let clauses = &mut self.clauses;
        match relation {
            LinearRelation::Different => sum.sum_is_not(last, total, guard, clauses),
            LinearRelation::AtMost => sum.sum_at_most(last, total, guard, clauses),
            LinearRelation::Equal => {
                sum.sum_at_most(last, total, guard, clauses);
                sum.times(-1).sum_at_most(&last.times(-1), -total, guard, clauses);
            }
        }
        Ok(())
    }

    /// The weights of those that hold: each has a literal that is true exactly where it holds, and these are added up.
    fn count(
        &mut self,
        of: Vec<(i64, &Statement)>,
        comparator: Comparator,
        to: Operand,
        guard: Option<i32>,
    ) -> Result<(), TooLarge> {
        let mut count = Number::new(vec![0], Vec::new());
        for (weight, part) in of.into_iter().filter(|&(weight, _)| weight != 0) {
            let truth = self.clauses.new_var();
            self.state(part, Some(truth))?;
            // Views that fit have a negation.
            self.state(&part.negated().ok_or(TooLarge)?, Some(-truth))?;
            if self.clauses.size().saturating_add(count.values().len() * 12) > MOST {
                return Err(TooLarge);
            }
            let one = Number::new(vec![0, 1], vec![truth]);
            count = count.plus(&one.times(weight.into()), &mut self.clauses);
        }
        let (last, total) = match to {
            Operand::View(view) if view.scale() != 0 => {
                (self.number(view.var).times(-i128::from(view.scale())), view.offset().into())
            }
            Operand::View(view) => (Number::new(vec![0], Vec::new()), view.offset().into()),
            Operand::Constant(constant) => (Number::new(vec![0], Vec::new()), constant.into()),
        };
        let negative = (count.times(-1), last.times(-1));
        let (relation, total): (LinearRelation, i128) = match comparator {
            Comparator::Eq => (LinearRelation::Equal, total),
            Comparator::Ne => (LinearRelation::Different, total),
            Comparator::Le => (LinearRelation::AtMost, total),
            Comparator::Lt => (LinearRelation::AtMost, total - 1),
            Comparator::Ge => {
                return self.compare(&negative.0, &negative.1, LinearRelation::AtMost, -total, guard);
            }
            Comparator::Gt => {
                return self.compare(&negative.0, &negative.1, LinearRelation::AtMost, -total - 1, guard);
            }
        };
        self.compare(&count, &last, relation, total, guard)
    }

    /// Each value of `x` with the one of `y` that makes up the total: together, or not together.
    fn by_value(&mut self, x: (i64, IntVar), y: (i64, IntVar), linear: &Linear, guard: Option<i32>) {
        for (value, literal) in self.values(x.1) {
            // In 64 bits it could overflow.
            let rest = i128::from(linear.constant()) - i128::from(x.0) * i128::from(value);
            let factor = i128::from(y.0);
            let other = if rest % factor == 0 { self.literal(y.1, rest / factor) } else { None };
            match (linear.relation(), other) {
                (LinearRelation::Equal, other) => {
                    self.clauses.add_if(guard, [-literal].into_iter().chain(other));
                }
                (_, Some(other)) => self.clauses.add_if(guard, [-literal, -other]),
                (_, None) => {}
            }
        }
    }

    /// The sum of some terms, at least one.
    fn sum(&mut self, terms: &[(i64, IntVar)]) -> Result<Number, TooLarge> {
        let mut sum: Option<Number> = None;
        for &(factor, var) in terms {
            let term = self.number(var).times(factor.into());
            sum = Some(match sum {
                None => term,
                Some(sum) => {
                    let pairs = sum.values().len().saturating_mul(term.values().len());
                    if self.clauses.size().saturating_add(pairs.saturating_mul(6)) > MOST {
                        return Err(TooLarge);
                    }
                    sum.plus(&term, &mut self.clauses)
                }
            });
        }
        sum.ok_or(TooLarge)
    }

    /// A variable in order encoding, tied to the literals of its values.
    fn number(&mut self, var: IntVar) -> Number {
        if let Some(number) = &self.numbers[var.index()] {
            return number.clone();
        }
        let values: Vec<(i32, i32)> = self.values(var).collect();
        let number =
            Number::fresh(values.iter().map(|&(value, _)| value.into()).collect(), &mut self.clauses);
        for (at, &(_, literal)) in values.iter().enumerate() {
            let (from, beyond) = (number.at_least(at), number.at_least(at + 1));
            for bound in [from.ok(), beyond.ok().map(|beyond| -beyond)].into_iter().flatten() {
                self.clauses.add_if(None, [-literal, bound]);
            }
        }
        self.numbers[var.index()] = Some(number.clone());
        number
    }
}
