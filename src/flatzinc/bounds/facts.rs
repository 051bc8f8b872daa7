//! Which rules the constraints of a file are.
//!
//! Constraints that say nothing of bounds, or that are not known, are no rule. That an argument has the wrong type, or is missing, is
//! told where the file is translated; here it is passed over.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::flatzinc::bounds::interval::{FAR, Interval};
use crate::flatzinc::bounds::rules::{Intervals, Rule, Term};
use crate::flatzinc::syntax::{Constraint, Declaration, Kind, Program, Value};

/// What a name stands for.
#[derive(Clone, Debug)]
enum Named {
    One(Term),
    /// An array of numbers, of variables, or of both.
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
    /// The Booleans that are no numbers.
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
            Value::Array(values) => {
                Named::Array(values.iter().map(|value| self.one(value)).collect::<Option<Rc<[Term]>>>()?)
            }
            Value::Range(..) | Value::Set(_) => Named::Set(self.set(value)?),
            Value::Name(name) => self.by_name.get(name)?.clone(),
            _ => Named::One(self.one(value)?),
        })
    }

    fn one(&self, value: &Value<'a>) -> Option<Term> {
        match value {
            Value::Int(number) => Some(Term::Number(*number)),
            Value::Bool(truth) => Some(Term::Number((*truth).into())),
            Value::Name(name) => self.term(name),
            Value::Element(name, index) => match self.by_name.get(name) {
                Some(Named::Array(terms)) => terms.get(usize::try_from(index.checked_sub(1)?).ok()?).copied(),
                _ => None,
            },
            _ => None,
        }
    }

    fn array(&self, value: &Value<'a>) -> Option<Rc<[Term]>> {
        match self.named(value)? {
            Named::Array(terms) => Some(terms),
            _ => None,
        }
    }

    fn number(&self, value: &Value<'a>) -> Option<i64> {
        match self.one(value)? {
            Term::Number(number) => Some(number),
            Term::Var(_) => None,
        }
    }

    fn set(&self, value: &Value<'a>) -> Option<Interval> {
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

    /// Adds what a constraint says; `None` where that is nothing.
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
                let name = name.strip_prefix("fzn_").or_else(|| name.strip_prefix("residua_"))?;
                self.holds_of_library(name, arguments)
            }
        }
    }

    /// Constraints of MiniZinc's library.
    fn holds_of_library(&mut self, name: &str, arguments: &[Value<'a>]) -> Option<()> {
        match (name, arguments) {
            ("int_element2d", [row, column, rows, columns, entries, result]) => {
                let within = (self.set(rows)?, self.set(columns)?);
                self.cut(row, within.0)?;
                self.cut(column, within.1)?;
                self.among(entries, result)
            }
            ("if_then_else_int" | "if_then_else_var_int", [_, values, result]) => self.among(values, result),
            ("member_int", [values, one]) => self.among(values, one),
            ("sort", [unsorted, sorted]) => {
                let (terms, results) = (self.array(unsorted)?, self.array(sorted)?);
                self.add(Some(Rule::Among { terms: Rc::clone(&terms), results: Rc::clone(&results) }))?;
                self.add(Some(Rule::Among { terms: results, results: terms }))
            }
            ("all_equal_int", [terms]) => self.chain(terms, |one, next| [(1, one), (-1, next)], 0, true),
            ("increasing_int", [terms]) => self.chain(terms, |one, next| [(1, one), (-1, next)], 0, false),
            ("decreasing_int", [terms]) => self.chain(terms, |one, next| [(-1, one), (1, next)], 0, false),
            ("strictly_increasing_int", [terms]) => {
                self.chain(terms, |one, next| [(1, one), (-1, next)], -1, false)
            }
            ("nvalue", [number, terms]) => {
                let least = i128::from(!self.array(terms)?.is_empty());
                self.count(terms, number, least)
            }
            ("among", [number, terms, _]) | ("count_eq" | "count_eq_par", [terms, _, number]) => {
                self.count(terms, number, 0)
            }
            ("count_geq" | "count_geq_par", [_, _, number]) => self.cut(number, Interval::from(0)),
            ("count_gt" | "count_gt_par", [_, _, number]) => self.cut(number, Interval::from(1)),
            ("count_leq" | "count_leq_par", [terms, _, number]) => {
                let most = self.array(terms)?.len() as i128;
                self.cut(number, Interval::up_to(most))
            }
            ("count_lt" | "count_lt_par", [terms, _, number]) => {
                let most = self.array(terms)?.len() as i128;
                self.cut(number, Interval::up_to(most - 1))
            }
            ("global_cardinality" | "global_cardinality_closed", [terms, values, numbers]) => {
                let most = Interval::new(0, self.array(terms)?.len() as i128);
                self.cut_all(numbers, most)?;
                if name.ends_with("closed") { self.cut_all(terms, self.span(values)?) } else { Some(()) }
            }
            ("global_cardinality_low_up_closed", [terms, values, _, _]) => {
                self.cut_all(terms, self.span(values)?)
            }
            ("arg_max_int" | "arg_min_int" | "arg_max_bool" | "arg_min_bool", [terms, first, index]) => {
                let places = self.places(first, self.array(terms)?.len())?;
                self.cut(index, places)
            }
            ("circuit" | "subcircuit" | "symmetric_all_different", [terms, first]) => {
                self.cut_all(terms, self.places(first, self.array(terms)?.len())?)
            }
            ("inverse", [f, first_f, g, first_g]) => {
                let counts = (self.array(f)?.len(), self.array(g)?.len());
                self.cut_all(f, self.places(first_g, counts.1)?)?;
                self.cut_all(g, self.places(first_f, counts.0)?)
            }
            ("bin_packing_load", [loads, bins, sizes, first]) => {
                self.cut_all(bins, self.places(first, self.array(loads)?.len())?)?;
                let most = self.array(sizes)?.iter().map(|&size| self.intervals.of(size).high.max(0)).sum();
                self.cut_all(loads, Interval::new(0, i128::min(most, FAR)))
            }
            ("knapsack", [weights, profits, terms, weight, profit]) => {
                self.linear(weights, terms, weight, (1, 0), true)?;
                self.linear(profits, terms, profit, (1, 0), true)
            }
            ("regular", [terms, _, symbols, ..]) => {
                self.cut_all(terms, Interval::new(1, self.number(symbols)?))
            }
            ("table_int", [terms, cells]) => {
                let (terms, cells) = (self.array(terms)?, self.array(cells)?);
                for (at, &term) in terms.iter().enumerate() {
                    let column = cells.iter().skip(at).step_by(terms.len());
                    let values = column.map(|&cell| self.intervals.of(cell));
                    let hull = values.fold(Interval::new(1, 0), Interval::hull);
                    self.intervals.cut(term, hull);
                }
                Some(())
            }
            _ => None,
        }
    }

    fn add(&mut self, rule: Option<Rule>) -> Option<()> {
        self.rules.push(rule?);
        Some(())
    }

    pub(super) fn cut(&mut self, value: &Value<'a>, within: Interval) -> Option<()> {
        let term = self.one(value)?;
        self.intervals.cut(term, within);
        Some(())
    }

    fn cut_all(&mut self, values: &Value<'a>, within: Interval) -> Option<()> {
        self.array(values)?.iter().for_each(|&term| self.intervals.cut(term, within));
        Some(())
    }

    /// As many numbers as there are places, from the first one on.
    fn places(&self, first: &Value<'a>, count: usize) -> Option<Interval> {
        let first = i128::from(self.number(first)?);
        Some(Interval::new(first, first + count as i128 - 1))
    }

    /// From the least of an array to its greatest.
    fn span(&self, values: &Value<'a>) -> Option<Interval> {
        let values = self.array(values)?;
        Some(values.iter().map(|&value| self.intervals.of(value)).fold(Interval::new(1, 0), Interval::hull))
    }

    fn count(&mut self, terms: &Value<'a>, number: &Value<'a>, least: i128) -> Option<()> {
        let most = self.array(terms)?.len() as i128;
        self.cut(number, Interval::new(least, most))
    }

    fn among(&mut self, terms: &Value<'a>, result: &Value<'a>) -> Option<()> {
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

    fn sum_of(&mut self, mut terms: Vec<(i64, Term)>, mut total: i128, is_equal: bool) -> Option<()> {
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
    fn linear(
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

    /// The sum of each term and the next one, with factors.
    fn chain(
        &mut self,
        terms: &Value<'a>,
        factors: fn(Term, Term) -> [(i64, Term); 2],
        total: i128,
        is_equal: bool,
    ) -> Option<()> {
        let terms = self.array(terms)?;
        for pair in terms.windows(2) {
            self.sum_of(factors(pair[0], pair[1]).to_vec(), total, is_equal)?;
        }
        Some(())
    }
}

/// From the least value of a type to its greatest.
pub(in crate::flatzinc) fn interval_of(kind: &Kind) -> Interval {
    match kind {
        Kind::Bool => Interval::new(0, 1),
        Kind::Range(low, high) => Interval::new(*low, *high),
        Kind::Set(values) => hull(values),
        Kind::Int | Kind::Float | Kind::SetOfInt(_) => Interval::ALL,
    }
}

fn hull(values: &[i64]) -> Interval {
    let ends = values.iter().min().zip(values.iter().max());
    ends.map_or(Interval::new(1, 0), |(&low, &high)| Interval::new(low, high))
}
