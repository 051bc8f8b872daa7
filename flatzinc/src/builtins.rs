//! FlatZinc builtins: the meanings of the standard constraints on integers, Booleans and arrays.
//!
//! Each is a condition of residua, so that `NAME_reif` and `NAME_imp` need no definitions of their own: they state that the last argument
//! is true exactly where, or only where, the condition holds.

use std::sync::Arc;

use residua::constraints::{
    At, Connect, Constraint, Expr, LinearSum, all_of, any_of, eq, exact_sum, how_many, in_set, le, lt,
    max_of, min_of, ne, not, sum,
};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntView};

use crate::arguments::Arguments;
use crate::entity::{Bool, Int};
use crate::error::FlatZincError;
use crate::syntax::{self, Value};
use crate::translate::Translation;

type Meaning = Result<Arc<dyn Constraint>, FlatZincError>;

impl<'a> Translation<'a> {
    /// Adds a constraint of the file to the model.
    pub(super) fn post(&mut self, constraint: &syntax::Constraint<'a>) -> Result<(), FlatZincError> {
        let (name, at) = (constraint.name, constraint.at);
        let consistency = constraint.annotations.iter().find_map(consistency);
        let meaning = self.meaning(Arguments { name, values: &constraint.arguments, at, consistency })?;
        self.add(meaning, at)
    }

    fn meaning(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let known =
            self.of_integers(given).or_else(|| self.of_booleans(given)).or_else(|| self.of_natives(given));
        if let Some(meaning) = known {
            return meaning;
        }
        let (name, is_half) = match (given.name.strip_suffix("_reif"), given.name.strip_suffix("_imp")) {
            (Some(name), _) => (name, false),
            (None, Some(name)) => (name, true),
            (None, None) => return Err(self.error(given.at, unknown(given.name))),
        };
        // No constraint is the condition of a condition; and a name of thousands of endings would be as many calls.
        if self.is_condition {
            return Err(self.error(given.at, format!("the condition {} is not known", given.name)));
        }
        let Some((_, values)) = given.values.split_last() else {
            return Err(self.error(given.at, format!("{} has no arguments", given.name)));
        };
        let truth = given.bool(values.len(), self)?;
        self.is_condition = true;
        let condition = self.meaning(Arguments { name, values, ..given });
        self.is_condition = false;
        let condition = condition?;
        Ok(match (truth, is_half) {
            (truth, false) => exactly_where(truth, condition),
            (Bool::Known(false), true) => Bool::Known(true).holds(),
            (Bool::Known(true), true) => condition,
            (Bool::Atom(atom), true) => atom.implies(condition).into_shared(),
        })
    }

    /// Constraints of integers; `None` if there is none with that name.
    fn of_integers(&mut self, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let count = match given.name {
            "int_abs" | "set_in" | "array_int_minimum" | "array_int_maximum" | "int_eq" | "int_ne"
            | "int_le" | "int_lt" | "bool2int" => 2,
            "int_lin_eq"
            | "int_lin_ne"
            | "int_lin_le"
            | "bool_lin_eq"
            | "bool_lin_ne"
            | "bool_lin_le"
            | "int_plus"
            | "int_minus"
            | "int_times"
            | "int_div"
            | "int_mod"
            | "int_pow"
            | "int_pow_fixed"
            | "int_min"
            | "int_max"
            | "array_int_element"
            | "array_var_int_element"
            | "array_bool_element"
            | "array_var_bool_element" => 3,
            "residua_int_element" | "residua_bool_element" => 4,
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| self.integer_meaning(given)))
    }

    fn integer_meaning(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        if let Some(meaning) = self.wide_meaning(given)? {
            return Ok(meaning);
        }
        let int = |at: usize, of: &Self| given.int(at, of).map(Expr::from);
        let name = given.name;
        Ok(match name {
            "int_eq" => eq(int(0, self)?, int(1, self)?),
            "int_ne" => ne(int(0, self)?, int(1, self)?),
            "int_le" => le(int(0, self)?, int(1, self)?),
            "int_lt" => lt(int(0, self)?, int(1, self)?),
            "bool2int" => {
                let truth = given.bool(0, self)?;
                eq(self.truth(truth, given.at)?, int(1, self)?)
            }
            "set_in" => return self.member(given),
            "int_lin_eq" | "int_lin_ne" | "int_lin_le" | "bool_lin_eq" | "bool_lin_ne" | "bool_lin_le" => {
                if let Some(sum) = self.sum_by_domain(given)? {
                    return Ok(sum.into_shared());
                }
                let (total, right) = (self.weighted(given)?, int(2, self)?);
                match &name[name.len() - 2..] {
                    "eq" => eq(total, right),
                    "ne" => ne(total, right),
                    _ => le(total, right),
                }
            }
            "int_plus" => eq(int(0, self)? + int(1, self)?, int(2, self)?),
            "int_minus" => eq(int(0, self)? - int(1, self)?, int(2, self)?),
            "int_times" => eq(int(0, self)? * int(1, self)?, int(2, self)?),
            "int_div" => eq(int(0, self)? / int(1, self)?, int(2, self)?),
            "int_mod" => eq(int(0, self)? % int(1, self)?, int(2, self)?),
            "int_pow" | "int_pow_fixed" => return Ok(power(&int(0, self)?, &int(1, self)?, &int(2, self)?)),
            "int_abs" => eq(int(0, self)?.abs(), int(1, self)?),
            "int_min" => eq(min_of([int(0, self)?, int(1, self)?]), int(2, self)?),
            "int_max" => eq(max_of([int(0, self)?, int(1, self)?]), int(2, self)?),
            "array_int_minimum" => eq(min_of(given.ints(1, self)?.iter().copied()), int(0, self)?),
            "array_int_maximum" => eq(max_of(given.ints(1, self)?.iter().copied()), int(0, self)?),
            "array_int_element" | "array_var_int_element" => {
                let entries: Vec<Expr> = given.ints(1, self)?.iter().map(|&entry| entry.into()).collect();
                eq(entries.at(int(0, self)? - 1), int(2, self)?)
            }
            "residua_int_element" => {
                let entries: Vec<Expr> = given.ints(2, self)?.iter().map(|&entry| entry.into()).collect();
                eq(entries.at(int(0, self)? - given.number(1, self)?), int(3, self)?)
            }
            "array_bool_element" | "array_var_bool_element" => {
                self.entry(given, int(0, self)? - 1, given.bools(1, self)?.as_ref(), given.bool(2, self)?)?
            }
            _ => {
                let index = int(0, self)? - given.number(1, self)?;
                self.entry(given, index, given.bools(2, self)?.as_ref(), given.bool(3, self)?)?
            }
        }
        .into_shared())
    }

    /// Two Booleans are equal: two variables become one.
    pub(super) fn same(&self, one: Bool, other: Bool) -> Arc<dyn Constraint> {
        match (one, other) {
            (Bool::Known(true), truth) | (truth, Bool::Known(true)) => truth.holds(),
            (Bool::Known(false), truth) | (truth, Bool::Known(false)) => (!truth).holds(),
            (Bool::Atom(_), Bool::Atom(_)) => match (self.zero_one(one), self.zero_one(other)) {
                (Some(one), Some(other)) => eq(one, other).into_shared(),
                _ => exactly_where(one, other.holds()),
            },
        }
    }

    /// The Boolean is true exactly where the connective holds.
    fn is_exactly(&self, truth: Bool, connective: Connective) -> Arc<dyn Constraint> {
        match connective {
            Connective::Is(same) => self.same(truth, same),
            Connective::Of(condition) => exactly_where(truth, condition),
        }
    }

    /// A Boolean is the entry of a list of them.
    fn entry(
        &mut self,
        given: Arguments<'_, 'a>,
        index: Expr,
        entries: &[Bool],
        result: Bool,
    ) -> Result<residua::constraints::Condition, FlatZincError> {
        let mut truths = Vec::with_capacity(entries.len());
        for &entry in entries {
            truths.push(Expr::from(self.truth(entry, given.at)?));
        }
        let result = Expr::from(self.truth(result, given.at)?);
        Ok(eq(truths.at(index), result))
    }

    /// The sum of the second argument, by the factors of the first.
    fn weighted(&mut self, given: Arguments<'_, 'a>) -> Result<Expr, FlatZincError> {
        let factors = given.numbers(0, self)?;
        let terms: Vec<Int> = if given.name.starts_with("bool") {
            let bools = given.bools(1, self)?;
            bools.iter().map(|&bool| self.truth(bool, given.at)).collect::<Result<_, _>>()?
        } else {
            given.ints(1, self)?.to_vec()
        };
        if factors.len() != terms.len() {
            let message = format!("{} has {} factors of {} terms", given.name, factors.len(), terms.len());
            return Err(self.error(given.at, message));
        }
        let is_wide =
            |(term, factor): &(&Int, &i64)| matches!(term, Int::View(_)) && i32::try_from(**factor).is_err();
        if let Some((_, factor)) = terms.iter().zip(&factors).find(is_wide) {
            let message = format!("the factor {factor} of {} is beyond 32 bits", given.name);
            return Err(self.error(given.at, message));
        }
        let products = terms.into_iter().zip(factors).filter(|&(_, factor)| factor != 0);
        Ok(sum(products.map(|(term, factor)| Expr::from(term) * Expr::from(factor))))
    }

    /// A sum that is annotated with `domain`. Two terms are domain consistent without.
    fn sum_by_domain(&mut self, given: Arguments<'_, 'a>) -> Result<Option<LinearSum>, FlatZincError> {
        if (given.name, given.consistency) != ("int_lin_eq", Some(Consistency::Domain)) {
            return Ok(None);
        }
        let Int::Number(total) = given.int(2, self)? else { return Ok(None) };
        let (factors, views) = (given.numbers(0, self)?, self.views(given, 1)?);
        let scaled = |(view, &factor): (IntView, &i64)| view.then(i32::try_from(factor).ok()?, 0);
        let terms: Option<Vec<IntView>> = views.into_iter().zip(&factors).map(scaled).collect();
        let terms = terms.filter(|terms| terms.len() == factors.len() && terms.len() > 2);
        Ok(terms.map(|terms| exact_sum(terms, total).at(Consistency::Domain)))
    }

    fn member(&self, given: Arguments<'_, 'a>) -> Meaning {
        let values = given.set(1, self)?;
        Ok(match given.int(0, self)? {
            Int::View(view) => in_set(view, values).into_shared(),
            Int::Wide(_) => unreachable!("invariant: an argument of 32 bits was asked for"),
            Int::Number(number) => {
                Bool::Known(i32::try_from(number).is_ok_and(|number| values.contains(number))).holds()
            }
        })
    }

    /// Constraints of Booleans; `None` if there is none with that name.
    fn of_booleans(&self, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let count = match given.name {
            "array_bool_xor" => 1,
            "bool_eq" | "bool_ne" | "bool_not" | "bool_le" | "bool_lt" | "array_bool_and"
            | "array_bool_or" | "bool_clause" => 2,
            "bool_and" | "bool_or" | "bool_xor" => 3,
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| self.boolean_meaning(given)))
    }

    fn boolean_meaning(&self, given: Arguments<'_, 'a>) -> Meaning {
        let bool = |at: usize| given.bool(at, self);
        Ok(match given.name {
            "bool_eq" => self.same(bool(0)?, bool(1)?),
            "bool_ne" | "bool_not" => self.same(bool(0)?, !bool(1)?),
            "bool_le" => one_of([!bool(0)?, bool(1)?]).holds(),
            "bool_lt" => each_of([!bool(0)?, bool(1)?]).holds(),
            "bool_and" => self.is_exactly(bool(2)?, each_of([bool(0)?, bool(1)?])),
            "bool_or" => self.is_exactly(bool(2)?, one_of([bool(0)?, bool(1)?])),
            "bool_xor" => exactly_where(bool(2)?, self.same(bool(0)?, !bool(1)?)),
            "array_bool_and" => self.is_exactly(bool(1)?, each_of(given.bools(0, self)?.iter().copied())),
            "array_bool_or" => self.is_exactly(bool(1)?, one_of(given.bools(0, self)?.iter().copied())),
            "array_bool_xor" => {
                let bools = given.bools(0, self)?;
                eq(how_many(bools.iter().map(|bool| bool.holds())) % 2, 1).into_shared()
            }
            _ => {
                let (positive, negative) = (given.bools(0, self)?, given.bools(1, self)?);
                one_of(positive.iter().copied().chain(negative.iter().map(|&bool| !bool))).holds()
            }
        })
    }
}

/// The consistency that an annotation asks for.
fn consistency(annotation: &Value<'_>) -> Option<Consistency> {
    match annotation {
        Value::Name("domain" | "domain_propagation") => Some(Consistency::Domain),
        Value::Name("bounds" | "bounds_propagation") => Some(Consistency::Bounds),
        Value::Name("value_propagation") => Some(Consistency::Value),
        _ => None,
    }
}

/// The message for an unknown constraint.
fn unknown(name: &str) -> String {
    let reason = if name.contains("float") {
        ": floating-point numbers are not supported"
    } else if name.starts_with("set_") || name.starts_with("array_set_") || name.starts_with("array_var_set_")
    {
        ": sets are supported where MiniZinc's nosets.mzn has replaced their variables"
    } else {
        ": a model that MiniZinc compiles for residua (--solver residua) has those that are"
    };
    format!("the constraint {name} is not known{reason}")
}

/// The condition holds exactly where the Boolean is true.
fn exactly_where(truth: Bool, condition: Arc<dyn Constraint>) -> Arc<dyn Constraint> {
    match truth {
        Bool::Known(true) => condition,
        Bool::Known(false) => not(condition).into_shared(),
        Bool::Atom(atom) => atom.iff(condition).into_shared(),
    }
}

/// What a connective of Booleans says: that one of them is true, or something of several.
enum Connective {
    Is(Bool),
    Of(Arc<dyn Constraint>),
}

impl Connective {
    fn holds(self) -> Arc<dyn Constraint> {
        match self {
            Connective::Is(truth) => truth.holds(),
            Connective::Of(condition) => condition,
        }
    }
}

fn one_of(bools: impl IntoIterator<Item = Bool>) -> Connective {
    connected(bools, true, |atoms| residua::constraints::clause(atoms).into_shared())
}

fn each_of(bools: impl IntoIterator<Item = Bool>) -> Connective {
    connected(bools, false, |atoms| all_of(atoms).into_shared())
}

/// The connective that is `decisive` as soon as one Boolean is, and of several atoms is `of` them.
fn connected(
    bools: impl IntoIterator<Item = Bool>,
    decisive: bool,
    of: fn(Vec<IntAtom>) -> Arc<dyn Constraint>,
) -> Connective {
    let mut atoms = Vec::new();
    for bool in bools {
        match bool {
            Bool::Known(known) if known == decisive => return Connective::Is(bool),
            Bool::Known(_) => {}
            Bool::Atom(atom) => atoms.push(atom),
        }
    }
    match atoms[..] {
        [] => Connective::Is(Bool::Known(!decisive)),
        [only] => Connective::Is(Bool::Atom(only)),
        _ => Connective::Of(of(atoms)),
    }
}

/// A power as FlatZinc has it: to one below 0, `x^-n` is `1 div x^n`, which is 0 but for 1 and -1, and nothing for 0.
fn power(base: &Expr, exponent: &Expr, result: &Expr) -> Arc<dyn Constraint> {
    let is_below = || lt(exponent, 0);
    let beyond = all_of([is_below(), eq(result, 0), le(2, base.abs())]);
    any_of([eq(base.pow(exponent), result), beyond]).into_shared()
}
