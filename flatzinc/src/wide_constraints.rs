//! Constraints over wide integers: declarations, sums, comparisons, extrema and entries of arrays.

use std::sync::Arc;

use residua::constraints::{
    Comparator, Constraint, Expr, WideSum, all_of, any_of, eq, ge, gt, le, lt, ne, table,
};
use residua::domain::Domain;
use residua::model::IntView;

use crate::arguments::Arguments;
use crate::entity::{Bool, Int};
use crate::error::FlatZincError;
use crate::syntax::{Declaration, Kind, Value};
use crate::translate::Translation;
use crate::wide::Wide;

/// The greatest number of values of an auxiliary variable.
const MOST: i64 = (1 << 31) - 4;

/// A sum of variables and a number, of any size.
#[derive(Clone, Debug, Default)]
pub(super) struct Total {
    pub(super) terms: Vec<(i64, IntView)>,
    pub(super) constant: i128,
}

impl Total {
    pub(super) fn of(parts: impl IntoIterator<Item = (i64, Int)>) -> Option<Total> {
        let mut total = Total::default();
        for (factor, int) in parts {
            total.add(factor, int)?;
        }
        Some(total)
    }

    /// Adds the product of a factor and an integer; `None` where a factor leaves 64 bits.
    fn add(&mut self, factor: i64, int: Int) -> Option<()> {
        match int {
            Int::Number(number) => self.constant += i128::from(factor) * i128::from(number),
            Int::View(view) if factor != 0 => self.terms.push((factor, view)),
            Int::View(_) => {}
            Int::Wide(wide) => {
                self.constant += i128::from(factor) * i128::from(wide.offset);
                for (own, var) in wide.terms().filter(|_| factor != 0) {
                    self.terms.push((factor.checked_mul(own)?, var.view()));
                }
            }
        }
        Some(())
    }
}

impl<'a> Translation<'a> {
    /// A variable whose values leave 32 bits, if it is one.
    pub(super) fn wide(&mut self, item: &Declaration<'a>) -> Result<Option<Int>, FlatZincError> {
        let Some((low, high)) = self.widths.of_name(item.name) else { return Ok(None) };
        let shown = self.shown_name(item.name).to_owned();
        let above = match low {
            0 => shown,
            1.. => format!("({shown} - {low})"),
            _ => format!("({shown} + {})", low.unsigned_abs()),
        };
        let bundle = (high - low) / MOST + 1;
        let values: Option<Vec<i64>> = match &item.kind {
            Kind::Set(values) => Some(
                values.iter().filter(|value| (low..=high).contains(value)).map(|value| value - low).collect(),
            ),
            _ => None,
        };
        if bundle == 1 {
            let domain = match values {
                Some(values) => values.into_iter().map(|value| value as i32).collect(),
                None => Domain::from(0..=(high - low) as i32),
            };
            let var = self.model.named_var(&above, domain);
            return Ok(Some(Int::Wide(Wide { var, over: None, offset: low, last: high })));
        }
        let greatest = (high - low) / bundle;
        let var = self.model.named_var(&format!("{above} div {bundle}"), 0..=greatest as i32);
        let over = self.model.named_var(&format!("{above} mod {bundle}"), 0..=bundle as i32 - 1);
        let wide = Wide { var, over: Some((bundle, over)), offset: low, last: high };
        if let Some(values) = values {
            let rows = values.into_iter().map(|value| [(value / bundle) as i32, (value % bundle) as i32]);
            self.add(table([var, over], rows.collect::<Vec<_>>()).into_shared(), item.at)?;
        } else if greatest * bundle + bundle - 1 > high - low {
            self.restrict(Int::Wide(wide), &Kind::Range(low, high), item.at)?;
        }
        Ok(Some(Int::Wide(wide)))
    }

    /// The constraint that an integer of any size has one of the values of a type.
    pub(super) fn within_kind(
        &self,
        int: Int,
        kind: &Kind,
        at: usize,
    ) -> Result<Arc<dyn Constraint>, FlatZincError> {
        let compared =
            |comparator, number: i64| self.compared([(1, int), (-1, Int::Number(number))], comparator, at);
        Ok(match kind {
            Kind::Range(low, high) => {
                all_of([compared(Comparator::Ge, *low)?, compared(Comparator::Le, *high)?]).into_shared()
            }
            Kind::Set(values) => {
                let each = values.iter().map(|&value| compared(Comparator::Eq, value));
                any_of(each.collect::<Result<Vec<_>, _>>()?).into_shared()
            }
            _ => Bool::Known(true).holds(),
        })
    }

    /// What a constraint says of integers that leave 32 bits, by themselves or by their factors; `None` if none does.
    pub(super) fn wide_meaning(
        &mut self,
        given: Arguments<'_, 'a>,
    ) -> Result<Option<Arc<dyn Constraint>>, FlatZincError> {
        let at = given.at;
        let comparator = |name: &str| match name {
            "eq" => Comparator::Eq,
            "ne" => Comparator::Ne,
            "lt" => Comparator::Lt,
            _ => Comparator::Le,
        };
        let ints = |from: usize, to: usize, of: &Self| {
            (from..to).map(|at| given.any_int(at, of)).collect::<Result<Vec<Int>, _>>()
        };
        Ok(match given.name {
            "int_eq" | "int_ne" | "int_le" | "int_lt" => {
                let pair = ints(0, 2, self)?;
                if !pair.iter().any(|&int| is_wide(int)) {
                    return Ok(None);
                }
                Some(self.compared([(1, pair[0]), (-1, pair[1])], comparator(&given.name[4..]), at)?)
            }
            "int_plus" | "int_minus" => {
                let three = ints(0, 3, self)?;
                if !three.iter().any(|&int| is_wide(int)) {
                    return Ok(None);
                }
                let sign = if given.name == "int_plus" { 1 } else { -1 };
                let parts = [(1, three[0]), (sign, three[1]), (-1, three[2])];
                Some(self.compared(parts, Comparator::Eq, at)?)
            }
            "int_lin_eq" | "int_lin_ne" | "int_lin_le" => {
                let (factors, terms) = (given.numbers(0, self)?, given.any_ints(1, self)?);
                let right = given.any_int(2, self)?;
                let parts: Vec<(i64, Int)> =
                    factors.iter().copied().zip(terms.iter().copied()).chain([(-1, right)]).collect();
                if factors.len() != terms.len() || !parts.iter().any(|&part| self.is_beyond(part)) {
                    return Ok(None);
                }
                Some(self.compared(parts, comparator(&given.name[8..]), at)?)
            }
            "int_min" | "int_max" => {
                let three = ints(0, 3, self)?;
                let is_maximum = given.name == "int_max";
                self.wide_extremum(&three[..2], three[2], is_maximum, at)?
            }
            "array_int_minimum" | "array_int_maximum" => {
                let (result, list) = (given.any_int(0, self)?, given.any_ints(1, self)?);
                self.wide_extremum(&list, result, given.name == "array_int_maximum", at)?
            }
            "array_int_element" | "array_var_int_element" | "residua_int_element" => {
                let is_own = given.name.starts_with("residua");
                let first = if is_own { given.number(1, self)? } else { 1 };
                let (list, result) = (
                    given.any_ints(1 + usize::from(is_own), self)?,
                    given.any_int(2 + usize::from(is_own), self)?,
                );
                if !list.iter().chain([&result]).any(|&int| is_wide(int) || is_far(int)) {
                    return Ok(None);
                }
                let index = given.int(0, self)?;
                let mut parts = Vec::with_capacity(list.len() + 1);
                let last = first + list.len() as i64 - 1;
                parts.push(all_of([ge(index, first), le(index, last)]).into_shared());
                for (place, &entry) in (first..).zip(list.iter()) {
                    let same = self.compared([(1, entry), (-1, result)], Comparator::Eq, at)?;
                    parts.push(any_of([ne(index, place).into_shared(), same]).into_shared());
                }
                Some(all_of(parts).into_shared())
            }
            "set_in" => {
                let int = given.any_int(0, self)?;
                let kind = match &given.values[1] {
                    Value::Range(low, high) => Some(Kind::Range(*low, *high)),
                    Value::Set(values) => Some(Kind::Set(values.clone())),
                    Value::Name(name) => self.sets.get(name).cloned(),
                    _ => None,
                };
                match kind.filter(|_| is_wide(int) || is_far(int)) {
                    Some(kind) => Some(self.within_kind(int, &kind, at)?),
                    None => None,
                }
            }
            _ => None,
        })
    }

    fn wide_extremum(
        &self,
        list: &[Int],
        result: Int,
        is_maximum: bool,
        at: usize,
    ) -> Result<Option<Arc<dyn Constraint>>, FlatZincError> {
        if !list.iter().chain([&result]).any(|&int| is_wide(int) || is_far(int)) {
            return Ok(None);
        }
        let side = if is_maximum { Comparator::Le } else { Comparator::Ge };
        let compared =
            |comparator| list.iter().map(move |&one| self.compared([(1, one), (-1, result)], comparator, at));
        let mut parts = compared(side).collect::<Result<Vec<_>, _>>()?;
        let one = compared(Comparator::Eq).collect::<Result<Vec<_>, _>>()?;
        parts.push(any_of(one).into_shared());
        Ok(Some(all_of(parts).into_shared()))
    }

    /// Whether the product of a factor and an integer leaves 32 bits, and no values of the integer are left out.
    fn is_beyond(&self, (factor, int): (i64, Int)) -> bool {
        match int {
            Int::Number(_) => false,
            Int::Wide(_) => true,
            Int::View(view) if factor == 0 || self.model.domain(view.var).is_empty() => false,
            Int::View(view) => match i32::try_from(factor).ok().and_then(|factor| view.then(factor, 0)) {
                Some(view) => !view.fits(self.model.domains()) && !self.invented.has(view.var),
                None => true,
            },
        }
    }

    /// The constraint that the sum of the products is in that relation to 0.
    pub(super) fn compared(
        &self,
        parts: impl IntoIterator<Item = (i64, Int)>,
        comparator: Comparator,
        at: usize,
    ) -> Result<Arc<dyn Constraint>, FlatZincError> {
        let beyond = || self.error(at, "a factor leaves 64 bits");
        let Total { terms, constant } = Total::of(parts).ok_or_else(beyond)?;
        let (low, high) = self.model.sum_bounds(&terms);
        let (low, high) = (low + constant, high + constant);
        // What no value of the variables can change need not fit into 64 bits.
        let (is_above, is_below, is_zero) = (low > 0, high < 0, low == 0 && high == 0);
        let truth = match comparator {
            Comparator::Eq if is_zero => Some(true),
            Comparator::Eq => (is_above || is_below).then_some(false),
            Comparator::Ne if is_zero => Some(false),
            Comparator::Ne => (is_above || is_below).then_some(true),
            Comparator::Le => decided(high <= 0, is_above),
            Comparator::Lt => decided(is_below, low >= 0),
            Comparator::Ge => decided(low >= 0, is_below),
            Comparator::Gt => decided(is_above, high <= 0),
        };
        // What is said of a variable of which no value is tried is not decided by that.
        let is_tried = |&(_, view): &(i64, IntView)| !self.model.domain(view.var).is_empty();
        if let Some(truth) = truth.filter(|_| terms.iter().all(is_tried)) {
            return Ok(Bool::Known(truth).holds());
        }
        let total = i64::try_from(-constant).map_err(|_| self.error(at, "a sum leaves 64 bits"))?;
        let scaled = |&(factor, view): &(i64, IntView)| {
            let scaled = view.then(i32::try_from(factor).ok()?, 0)?;
            (!self.model.domain(view.var).is_empty() && scaled.fits(self.model.domains())).then_some(scaled)
        };
        let Some(views) = terms.iter().map(scaled).collect::<Option<Vec<IntView>>>() else {
            return Ok(WideSum { terms, comparator, total }.into_shared());
        };
        Ok(compared(comparator, &views.into_iter().map(Expr::from).sum(), total))
    }
}

/// The constraint that an expression is in that relation to a number.
pub(super) fn compared(comparator: Comparator, left: &Expr, right: i64) -> Arc<dyn Constraint> {
    match comparator {
        Comparator::Eq => eq(left, right),
        Comparator::Ne => ne(left, right),
        Comparator::Lt => lt(left, right),
        Comparator::Le => le(left, right),
        Comparator::Gt => gt(left, right),
        Comparator::Ge => ge(left, right),
    }
    .into_shared()
}

fn is_wide(int: Int) -> bool {
    matches!(int, Int::Wide(_))
}

/// Whether it is a number beyond 32 bits.
fn is_far(int: Int) -> bool {
    matches!(int, Int::Number(number) if i32::try_from(number).is_err())
}

fn decided(holds: bool, fails: bool) -> Option<bool> {
    (holds || fails).then_some(holds)
}
