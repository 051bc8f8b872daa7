//! Translation of the constraints of a file into bounds rules.
//!
//! Constraints that do not bound anything, or are unknown, have no rule. An argument that has the wrong type, or is missing, is
//! reported where the file is translated; here it is passed over.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::bounds::interval::Interval;
use crate::bounds::rules::{Intervals, Rule, Term};
use crate::standard::{own_name, with_offsets};
use crate::syntax::{Constraint, Declaration, Kind, Program, Value};

/// What a name stands for.
#[derive(Clone, Debug)]
enum Named {
    One(Term),
    /// An array of numbers.
    Numbers(Rc<[i32]>),
    /// An array of variables, or of these and numbers.
    Array(Rc<[Term]>),
    /// From the least of a set to its greatest.
    Set(Interval),
}

/// Names, intervals, and the rules found so far.
#[derive(Debug, Default)]
pub(super) struct Facts<'a> {
    by_name: BTreeMap<&'a str, Named>,
    pub(super) intervals: Intervals,
    pub(super) rules: Vec<Rule>,
    /// The Booleans that are not numbers.
    pub(super) booleans: Vec<Term>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(program: &Program<'a>) -> Facts<'a> {
        let mut facts = Facts::default();
        // As they are translated: what has a value stands for it.
        for is_array in [false, true] {
            for item in program.declarations.iter().filter(|item| item.array.is_some() == is_array) {
                facts.declare(item);
            }
        }
        for constraint in &program.constraints {
            let _ = facts.state(constraint);
        }
        facts
    }

    /// The variable with that name, if it is one of its own.
    pub(super) fn term(&self, name: &str) -> Option<Term> {
        match self.by_name.get(name) {
            Some(Named::One(term)) => Some(*term),
            _ => None,
        }
    }

    fn declare(&mut self, item: &Declaration<'a>) {
        let interval = interval_of(&item.kind);
        let named = match (&item.value, item.array) {
            (Some(value), _) => {
                let Some(named) = self.named(value) else { return };
                if let (Named::One(term), Kind::Range(..) | Kind::Set(_)) = (&named, &item.kind) {
                    self.intervals.cut(*term, interval);
                }
                named
            }
            (None, None) if item.is_var => {
                let term = self.intervals.add(interval);
                if item.kind == Kind::Bool {
                    self.booleans.push(term);
                }
                Named::One(term)
            }
            // Its elements are not told apart.
            _ => return,
        };
        let _ = self.by_name.insert(item.name, named);
    }

    fn named(&self, value: &Value<'a>) -> Option<Named> {
        Some(match value {
            Value::Numbers(numbers) => Named::Numbers(numbers[..].into()),
            Value::Array(values) => {
                Named::Array(values.iter().map(|value| self.one(value)).collect::<Option<Rc<[Term]>>>()?)
            }
            Value::Range(..) | Value::Set(_) => Named::Set(self.set(value)?),
            Value::Name(name) => self.by_name.get(name)?.clone(),
            _ => Named::One(self.one(value)?),
        })
    }

    pub(super) fn one(&self, value: &Value<'a>) -> Option<Term> {
        match value {
            Value::Int(number) => Some(Term::Number(*number)),
            Value::Bool(truth) => Some(Term::Number((*truth).into())),
            Value::Name(name) => self.term(name),
            Value::Element(name, index) => match self.by_name.get(name) {
                Some(Named::Array(terms)) => terms.get(place(*index)?).copied(),
                Some(Named::Numbers(numbers)) => numbers.get(place(*index)?).copied().map(number),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn array(&self, value: &Value<'a>) -> Option<Rc<[Term]>> {
        match self.named(value)? {
            Named::Array(terms) => Some(terms),
            Named::Numbers(numbers) => Some(numbers.iter().copied().map(number).collect()),
            _ => None,
        }
    }

    pub(super) fn number(&self, value: &Value<'a>) -> Option<i64> {
        match self.one(value)? {
            Term::Number(number) => Some(number),
            Term::Var(_) => None,
        }
    }

    pub(super) fn set(&self, value: &Value<'a>) -> Option<Interval> {
        match value {
            Value::Range(low, high) => Some(Interval::new(*low, *high)),
            Value::Set(values) => Some(hull(values)),
            Value::Name(name) => match self.by_name.get(name) {
                Some(Named::Set(hull)) => Some(*hull),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds the rules of a constraint; `None` if it has none.
    fn state(&mut self, constraint: &Constraint<'a>) -> Option<()> {
        let arguments = &constraint.arguments[..];
        let name = constraint.name;
        let Some(plain) = name.strip_suffix("_reif").or_else(|| name.strip_suffix("_imp")) else {
            return self.holds(name, arguments);
        };
        let (truth, arguments) = arguments.split_last()?;
        match (self.one(truth)?, name.ends_with("_reif")) {
            (Term::Number(1), _) => self.holds(plain, arguments),
            (Term::Number(0), true) => self.fails(plain, arguments),
            (condition @ Term::Var(_), is_full) => {
                let yes = self.alone(plain, arguments, true);
                let no = if is_full { self.alone(plain, arguments, false) } else { None };
                let says = yes.is_some() || no.is_some();
                self.add(says.then_some(Rule::Where { condition, yes, no }))
            }
            _ => None,
        }
    }

    /// The one rule that a comparison or a membership is, or one that does not hold.
    fn alone(&mut self, name: &str, arguments: &[Value<'a>], is_true: bool) -> Option<Box<Rule>> {
        const COMPARISONS: [&str; 6] = ["int_eq", "int_ne", "int_le", "int_lt", "bool_eq", "bool2int"];
        let count = self.rules.len();
        match (name, arguments, is_true) {
            ("set_in", [x, set], true) => {
                return Some(Box::new(Rule::Within(self.one(x)?, self.set(set)?)));
            }
            _ if !name.starts_with("int_lin_") && !COMPARISONS.contains(&name) => return None,
            (.., true) => self.holds(name, arguments)?,
            (.., false) => self.fails(name, arguments)?,
        }
        // Those constraints are rules and nothing besides.
        if self.rules.len() == count + 1 { self.rules.pop().map(Box::new) } else { None }
    }

    /// A constraint that does not hold.
    fn fails(&mut self, name: &str, arguments: &[Value<'a>]) -> Option<()> {
        match (name, arguments) {
            ("int_ne", _) => self.holds("int_eq", arguments),
            ("int_lin_ne", _) => self.holds("int_lin_eq", arguments),
            ("int_le", [left, right]) => self.holds("int_lt", &[right.clone(), left.clone()]),
            ("int_lt", [left, right]) => self.holds("int_le", &[right.clone(), left.clone()]),
            ("int_lin_le", [factors, terms, total]) => self.linear(factors, terms, total, (-1, -1), false),
            _ => None,
        }
    }

    fn holds(&mut self, name: &str, arguments: &[Value<'a>]) -> Option<()> {
        let three = |of: fn([Term; 3]) -> Rule, to: &mut Self| {
            let [x, y, z] = arguments else { return None };
            let rule = of([to.one(x)?, to.one(y)?, to.one(z)?]);
            to.add(Some(rule))
        };
        match (name, arguments) {
            ("int_eq" | "bool2int" | "bool_eq", [x, y]) => self.sum(&[(1, x), (-1, y)], 0, true),
            ("int_le" | "bool_le", [x, y]) => self.sum(&[(1, x), (-1, y)], 0, false),
            ("int_lt" | "bool_lt", [x, y]) => self.sum(&[(1, x), (-1, y)], -1, false),
            ("int_plus", [x, y, z]) => self.sum(&[(1, x), (1, y), (-1, z)], 0, true),
            ("int_minus", [x, y, z]) => self.sum(&[(1, x), (-1, y), (-1, z)], 0, true),
            ("int_lin_eq" | "bool_lin_eq", [factors, terms, total]) => {
                self.linear(factors, terms, total, (1, 0), true)
            }
            ("int_lin_le" | "bool_lin_le", [factors, terms, total]) => {
                self.linear(factors, terms, total, (1, 0), false)
            }
            ("int_times", _) => three(Rule::Product, self),
            ("int_div", _) => three(Rule::Quotient, self),
            ("int_mod", _) => three(Rule::Remainder, self),
            ("int_pow" | "int_pow_fixed", _) => three(Rule::Power, self),
            ("int_abs", [x, z]) => self.add(Some(Rule::Absolute([self.one(x)?, self.one(z)?]))),
            ("int_min" | "int_max", [x, y, z]) => {
                let terms = Rc::new([self.one(x)?, self.one(y)?]);
                self.extremum(terms, z, name == "int_max")
            }
            ("array_int_maximum" | "array_int_minimum", [z, xs]) => {
                self.extremum(self.array(xs)?, z, name == "array_int_maximum")
            }
            ("bool_clause", [positive, negative]) => {
                let (positive, negative) = (self.array(positive)?, self.array(negative)?);
                let negative = negative.iter().map(|&term| (term, false));
                self.add(Some(Rule::Clause(
                    positive.iter().map(|&term| (term, true)).chain(negative).collect(),
                )))
            }
            ("array_bool_and" | "array_bool_or", [parts, whole]) => {
                // Each part that is not as all, or as one, decides.
                let (parts, whole, is_or) = (self.array(parts)?, self.one(whole)?, name == "array_bool_or");
                for &part in parts.iter() {
                    self.add(Some(Rule::Clause([(part, !is_or), (whole, is_or)].into())))?;
                }
                let parts = parts.iter().map(|&part| (part, is_or));
                self.add(Some(Rule::Clause(parts.chain([(whole, !is_or)]).collect())))
            }
            ("bool_not" | "bool_ne", [x, y]) => self.sum(&[(1, x), (1, y)], 1, true),
            ("set_in", [x, set]) => {
                let within = self.set(set)?;
                self.cut(x, within)
            }
            (
                "array_int_element"
                | "array_var_int_element"
                | "array_bool_element"
                | "array_var_bool_element",
                [index, entries, result],
            ) => self.entry(index, 1, entries, result),
            ("residua_int_element" | "residua_bool_element", [index, first, entries, result]) => {
                self.entry(index, self.number(first)?, entries, result)
            }
            _ => {
                let full = with_offsets(name, arguments);
                self.holds_of_library(own_name(name)?, full.as_deref().unwrap_or(arguments))
            }
        }
    }

    pub(super) fn add(&mut self, rule: Option<Rule>) -> Option<()> {
        self.rules.push(rule?);
        Some(())
    }

    pub(super) fn cut(&mut self, value: &Value<'a>, within: Interval) -> Option<()> {
        let term = self.one(value)?;
        self.intervals.cut(term, within);
        Some(())
    }

    pub(super) fn among(&mut self, terms: &Value<'a>, result: &Value<'a>) -> Option<()> {
        let (terms, result) = (self.array(terms)?, self.one(result)?);
        self.add(Some(Rule::Among { terms, results: Rc::new([result]) }))
    }

    fn extremum(&mut self, terms: Rc<[Term]>, result: &Value<'a>, is_maximum: bool) -> Option<()> {
        let result = self.one(result)?;
        self.add((!terms.is_empty()).then_some(Rule::Extremum { terms, result, is_maximum }))
    }

    fn entry(
        &mut self,
        index: &Value<'a>,
        first: i64,
        entries: &Value<'a>,
        result: &Value<'a>,
    ) -> Option<()> {
        let (index, entries, result) = (self.one(index)?, self.array(entries)?, self.one(result)?);
        self.add(Some(Rule::Entry { index, first, entries, result }))
    }

    /// The sum, of these factors, is the total, or at most the total.
    fn sum(&mut self, terms: &[(i64, &Value<'a>)], total: i128, is_equal: bool) -> Option<()> {
        let terms = terms.iter().map(|&(factor, value)| Some((factor, self.one(value)?)));
        let terms = terms.collect::<Option<Vec<_>>>()?;
        self.sum_of(terms, total, is_equal)
    }

    pub(super) fn sum_of(
        &mut self,
        mut terms: Vec<(i64, Term)>,
        mut total: i128,
        is_equal: bool,
    ) -> Option<()> {
        for &(factor, term) in &terms {
            if let Term::Number(number) = term {
                total = total.checked_sub(i128::from(factor) * i128::from(number))?;
            }
        }
        terms.retain(|&(factor, term)| factor != 0 && matches!(term, Term::Var(_)));
        // Then differences to ends of sums fit as well.
        let fits = total.unsigned_abs() < 1 << 126;
        self.add(fits.then(|| Rule::Sum { terms: terms.into(), total, is_equal }))
    }

    /// `int_lin_…(factors, terms, total)`, with all of it times the first of `times`, and the other one added to the total.
    pub(super) fn linear(
        &mut self,
        factors: &Value<'a>,
        terms: &Value<'a>,
        total: &Value<'a>,
        times: (i64, i128),
        is_equal: bool,
    ) -> Option<()> {
        let (factors, terms, total) = (self.array(factors)?, self.array(terms)?, self.one(total)?);
        if factors.len() != terms.len() {
            return None;
        }
        let factor = |of: &Term| match of {
            Term::Number(number) => number.checked_mul(times.0),
            Term::Var(_) => None,
        };
        let mut all = Vec::with_capacity(terms.len() + 1);
        for (of, &term) in factors.iter().zip(terms.iter()) {
            all.push((factor(of)?, term));
        }
        all.push((-times.0, total));
        self.sum_of(all, times.1, is_equal)
    }
}

/// From the least value of a type to its greatest.
pub(crate) fn interval_of(kind: &Kind) -> Interval {
    match kind {
        Kind::Bool => Interval::new(0, 1),
        Kind::Range(low, high) => Interval::new(*low, *high),
        Kind::Set(values) => hull(values),
        Kind::Int | Kind::Float | Kind::FloatRange(..) | Kind::FloatSet(_) | Kind::SetOfInt(_) => {
            Interval::ALL
        }
    }
}

fn number(number: i32) -> Term {
    Term::Number(number.into())
}

/// Where an element is that is counted from 1.
fn place(index: i64) -> Option<usize> {
    usize::try_from(index.checked_sub(1)?).ok()
}

fn hull(values: &[i64]) -> Interval {
    let ends = values.iter().min().zip(values.iter().max());
    ends.map_or(Interval::new(1, 0), |(&low, &high)| Interval::new(low, high))
}
