//! Polynomial encoding of statements, as equations.

use std::collections::{BTreeMap, BTreeSet};

use residua::constraints::{Function, Linear, LinearRelation, Operand, Statement};
use residua::model::{IntVar, IntView, Model};

use crate::polynomial::expression::Expression;
use crate::polynomial::numbers::Numbers;
use crate::polynomial::permutation::power_sums;

/// More variables and numbers than this are not written: about a gigabyte.
const MOST: usize = 1 << 24;

/// A constraint that no shorter equation says is written case by case, up to this many cases.
const CASES: usize = 1 << 16;

/// Why a constraint cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    TooLarge,
    /// Its coefficients would leave 128 bits.
    Coefficients,
    /// It would take too many cases.
    Cases,
}

/// What was written of a model so far: left sides of equations, of which the right sides are 0.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    pub(super) model: &'a Model,
    pub(super) numbers: &'a Numbers,
    pub(super) left_sides: Vec<Expression>,
    size: usize,
    /// Pairs of variables that were said to differ, by roots of unity: houses share some.
    different: BTreeSet<(usize, usize)>,
    /// By the values of a permutation: the powers whose sums it needs.
    powers: BTreeMap<Vec<i128>, Option<Vec<u32>>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(model: &'a Model, numbers: &'a Numbers) -> Writer<'a> {
        let (different, powers) = (BTreeSet::new(), BTreeMap::new());
        Writer { model, numbers, left_sides: Vec::new(), size: 0, different, powers }
    }

    fn add(&mut self, left_side: Expression) -> Result<(), Refused> {
        self.reserve(left_side.size())?;
        self.size += left_side.size();
        self.left_sides.push(left_side);
        Ok(())
    }

    fn reserve(&self, size: usize) -> Result<(), Refused> {
        if self.size.saturating_add(size) > MOST { Err(Refused::TooLarge) } else { Ok(()) }
    }

    /// The variable has one of its values.
    pub(super) fn variable(&mut self, var: IntVar) -> Result<(), Refused> {
        let domain = self.model.domain(var);
        self.reserve(usize::try_from(domain.size()).unwrap_or(usize::MAX))?;
        if let Numbers::Roots { values, .. } = self.numbers {
            let power = Expression::Variable(var.index()).power(values.len().max(1) as u32);
            self.add(power.minus(1))?;
            if !domain.is_empty() && domain.size() == values.len() as u64 {
                return Ok(());
            }
        }
        self.one_of(var, domain.iter().collect())
    }

    /// The product of `x - v`.
    fn among(&self, var: IntVar, values: impl IntoIterator<Item = i32>) -> Vec<Expression> {
        let factor = |value| Expression::Variable(var.index()).minus(self.numbers.of(value));
        values.into_iter().map(factor).collect()
    }

    fn one_of(&mut self, var: IntVar, values: Vec<i32>) -> Result<(), Refused> {
        self.add(Expression::product(self.among(var, values)))
    }

    /// Adds equations that hold where the statement does, of variables that have values of their domains.
    pub(super) fn state(&mut self, statement: &Statement) -> Result<(), Refused> {
        let are_values = *self.numbers == Numbers::Values;
        match statement {
            Statement::All(parts) => parts.iter().try_for_each(|part| self.state(part)),
            Statement::AllDifferent(views) if are_values && self.is_permutation(views) => {
                self.permutation(views)
            }
            Statement::AllDifferent(views) => {
                for (at, &x) in views.iter().enumerate() {
                    views[..at].iter().try_for_each(|&y| self.differ(y, x))?;
                }
                Ok(())
            }
            Statement::Linear(linear) if linear.truth() == Some(true) => Ok(()),
            Statement::Linear(linear) if linear.terms().len() > 1 => {
                match (linear.relation(), linear.terms()) {
                    (LinearRelation::Equal, _) if are_values => self.sum(linear),
                    (LinearRelation::Different, &[(1, x), (-1, y)] | &[(-1, y), (1, x)]) => {
                        match i32::try_from(linear.constant()) {
                            Ok(constant) => self.differ(x.view(), y + constant),
                            // No values of 32 bits are that far apart.
                            Err(_) => Ok(()),
                        }
                    }
                    _ => self.cases(statement),
                }
            }
            &Statement::Function { function: Function::Times, arguments: [x, y], result, holds: true }
                if are_values =>
            {
                let product = Expression::product(vec![expression(x), expression(y)]);
                let negated = (-i128::from(result.scale()), Expression::Variable(result.var.index()));
                let negated = (result.scale() != 0).then_some(negated);
                let terms = [Some((1, product)), negated].into_iter().flatten().collect();
                self.add(Expression::Sum(terms, -i128::from(result.offset())))
            }
            _ => self.cases(statement),
        }
    }

    fn sum(&mut self, linear: &Linear) -> Result<(), Refused> {
        let term = |&(factor, var): &(i64, IntVar)| (factor.into(), Expression::Variable(var.index()));
        self.add(Expression::Sum(linear.terms().iter().map(term).collect(), -i128::from(linear.constant())))
    }

    /// All values of the views, ascending.
    fn values(&self, views: &[IntView]) -> BTreeSet<i128> {
        let of = |view: &IntView| {
            let view = *view;
            self.model.domain(view.var).iter().map(move |value| i128::from(view.apply(value)))
        };
        views.iter().flat_map(of).collect()
    }

    /// Whether there are as many values as views.
    fn is_permutation(&self, views: &[IntView]) -> bool {
        let fits = |view: &IntView| self.model.domain(view.var).size() <= views.len() as u64;
        views.iter().all(fits) && self.values(views).len() == views.len()
    }

    /// The views are a permutation of their values: by the sum, the product, and sums of further powers where these are needed.
    fn permutation(&mut self, views: &[IntView]) -> Result<(), Refused> {
        let values: Vec<i128> = self.values(views).into_iter().collect();
        let powers = self.powers.entry(values.clone()).or_insert_with(|| power_sums(&values)).clone();
        let Some(powers) = powers else { return Err(Refused::Coefficients) };
        let of_power = |power: u32| {
            let terms = views.iter().map(|&view| (1, expression(view).power(power)));
            let sum: i128 = values.iter().map(|value| value.pow(power)).sum();
            Expression::Sum(terms.collect(), -sum)
        };
        let sums: Vec<Expression> = [1].into_iter().chain(powers).map(of_power).collect();
        sums.into_iter().try_for_each(|sum| self.add(sum))?;
        let product = Expression::product(views.iter().map(|&view| expression(view)).collect());
        self.add(product.minus(values.iter().product()))
    }

    /// Two views differ.
    fn differ(&mut self, x: IntView, y: IntView) -> Result<(), Refused> {
        if let Numbers::Roots { values, .. } = self.numbers {
            if !(x.is_plain() && y.is_plain()) {
                return self.cases(&Statement::AllDifferent(vec![x, y]));
            }
            let pair = (x.var.index().min(y.var.index()), x.var.index().max(y.var.index()));
            if !self.different.insert(pair) {
                return Ok(());
            }
            // Both are roots of tⁿ - 1.
            let mut coefficients = vec![0; values.len().max(1)];
            coefficients.push(1);
            return self.divided_difference(&coefficients, x, y);
        }
        let [of_x, of_y] = [x, y].map(|view| self.values(&[view]));
        if of_x.is_disjoint(&of_y) {
            return Ok(());
        }
        let mut coefficients: Vec<i128> = vec![1];
        for root in of_x.union(&of_y) {
            // Times t - root.
            let shifted = [0].into_iter().chain(coefficients.iter().copied());
            let scaled = coefficients.iter().map(|c| c.checked_mul(*root)).chain([Some(0)]);
            let next = shifted.zip(scaled).map(|(shifted, scaled)| shifted.checked_sub(scaled?));
            coefficients = next.collect::<Option<_>>().ok_or(Refused::Coefficients)?;
            self.reserve(coefficients.len() * coefficients.len())?;
        }
        self.divided_difference(&coefficients, x, y)
    }

    /// `(f(x) - f(y)) / (x - y)`, for f with these coefficients, from that of t⁰ on. For roots of f, none of them double, it is 0 if
    /// and only if they differ: for equal ones it is f'(x).
    fn divided_difference(&mut self, coefficients: &[i128], x: IntView, y: IntView) -> Result<(), Refused> {
        self.reserve(coefficients.len())?;
        let (mut terms, mut constant) = (Vec::new(), 0);
        for (degree, &coefficient) in (0u32..).zip(coefficients).skip(1).filter(|&(_, c)| *c != 0) {
            if degree == 1 {
                constant = coefficient;
                continue;
            }
            for i in (0..degree).rev() {
                let power = |view, exponent| (exponent > 0).then(|| expression(view).power(exponent));
                let factors = [power(x, i), power(y, degree - 1 - i)].into_iter().flatten().collect();
                terms.push((coefficient, Expression::product(factors)));
            }
        }
        self.add(Expression::Sum(terms, constant))
    }

    /// For all values of all variables but one, that one has one of the values that are allowed then: a product that is 0 unless the
    /// others have these values, or if it does.
    fn cases(&mut self, statement: &Statement) -> Result<(), Refused> {
        let mut vars = BTreeSet::new();
        variables(statement, &mut vars);
        let mut vars: Vec<IntVar> = vars.into_iter().collect();
        vars.sort_by_key(|&var| self.model.domain(var).size());
        let sizes = vars.iter().map(|&var| self.model.domain(var).size());
        if sizes.fold(1, u64::saturating_mul) > CASES as u64 {
            return Err(Refused::Cases);
        }
        let Some((last, others)) = vars.split_last() else {
            return if statement.holds(&|_| 0) { Ok(()) } else { self.add(Expression::number(1)) };
        };
        let mut assignments: Vec<Vec<i32>> = vec![Vec::new()];
        for &var in others {
            let longer = |head: &Vec<i32>| {
                let extended = |value| head.iter().copied().chain([value]).collect();
                self.model.domain(var).iter().map(extended).collect::<Vec<Vec<i32>>>()
            };
            assignments = assignments.iter().flat_map(longer).collect();
        }
        for assignment in assignments {
            let holds = |of_last: &i32| {
                statement.holds(&|view| {
                    let position = others.iter().position(|&var| var == view.var);
                    view.apply(position.map_or(*of_last, |position| assignment[position]))
                })
            };
            let domain = self.model.domain(*last);
            let allowed: Vec<i32> = domain.iter().filter(holds).collect();
            if allowed.len() as u64 == domain.size() {
                continue;
            }
            let mut factors = Vec::new();
            for (&var, &value) in others.iter().zip(&assignment) {
                let other_values = self.model.domain(var).iter().filter(|&other| other != value);
                factors.extend(self.among(var, other_values));
            }
            factors.extend(self.among(*last, allowed));
            self.add(Expression::product(factors))?;
        }
        Ok(())
    }
}

/// `a·x + b`.
fn expression(view: IntView) -> Expression {
    let variable = Expression::Variable(view.var.index());
    match (view.scale(), view.offset()) {
        (1, 0) => variable,
        (0, offset) => Expression::number(offset.into()),
        (scale, offset) => Expression::Sum(vec![(scale.into(), variable)], offset.into()),
    }
}

fn variables(statement: &Statement, vars: &mut BTreeSet<IntVar>) {
    match statement {
        Statement::Linear(linear) => vars.extend(linear.terms().iter().map(|&(_, var)| var)),
        Statement::AllDifferent(views) => vars.extend(views.iter().map(|view| view.var)),
        Statement::Member(view, _) => {
            let _ = vars.insert(view.var);
        }
        Statement::Function { arguments, result, .. } => {
            vars.extend(arguments.iter().chain([result]).map(|view| view.var));
        }
        Statement::All(parts) | Statement::Any(parts) => {
            for part in parts {
                variables(part, vars);
            }
        }
        Statement::Count { of, to, .. } => {
            for part in of {
                variables(part, vars);
            }
            if let Operand::View(view) = to {
                let _ = vars.insert(view.var);
            }
        }
        Statement::Weighted { of, to, .. } => {
            for (_, part) in of {
                variables(part, vars);
            }
            if let Operand::View(view) = to {
                let _ = vars.insert(view.var);
            }
        }
        Statement::Circuit { nodes, .. } => vars.extend(nodes.iter().map(|node| node.successor.var)),
    }
}
