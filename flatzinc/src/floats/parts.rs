//! Scales of floating-point variables: the parts of a whole that each counts in, such as tenths, where it is a sum of tenths.
//!
//! A variable is a multiple of such a part in every solution if a constraint defines it in terms of integers, and of variables whose
//! scales are determined. So constraints are gone through as soon as all but one of their variables are. What is chosen from
//! several, as a maximum is, has the same scale as these.

use std::collections::BTreeMap;

use crate::floats::forms::{Form, Names, Part, Relation};
use crate::floats::ratio::{Ratio, lcm};
use crate::syntax::Kind;

/// Smaller parts than this leave no values.
const MOST: i128 = 1_000_000_000_000_000;

/// By variable: of how many parts a whole is.
#[derive(Debug, Default)]
pub(super) struct Parts<'a>(BTreeMap<&'a str, i128>);

impl<'a> Parts<'a> {
    /// Finds them, from the constraints that hold in every solution.
    pub(super) fn of(names: &Names<'a>, forms: &[&Form<'a>]) -> Parts<'a> {
        let mut parts = Parts::default();
        let mut waiting: Vec<usize> = forms.iter().map(|form| count(form)).collect();
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, form) in forms.iter().enumerate() {
            for name in needed(form) {
                places.entry(name).or_default().push(at);
            }
        }
        let mut due: Vec<usize> = (0..forms.len()).filter(|&at| is_ready(forms[at], waiting[at])).collect();
        let listed = names.variables.iter().filter_map(|(&name, (_, kind))| Some((name, of_kind(kind)?)));
        let mut found: Vec<(&str, i128)> = listed.collect();
        loop {
            for (name, whole) in found.drain(..) {
                if parts.0.contains_key(name) {
                    continue;
                }
                let _ = parts.0.insert(name, whole);
                for &at in places.get(name).into_iter().flatten() {
                    waiting[at] -= 1;
                    if is_ready(forms[at], waiting[at]) {
                        due.push(at);
                    }
                }
            }
            let Some(at) = due.pop() else { break };
            found.extend(parts.found(forms[at]));
        }
        parts.join(forms);
        parts
    }

    /// The scale of this part; `None` if that is not determined.
    pub(super) fn part(&self, part: Part<'a>) -> Option<i128> {
        match part {
            Part::Number(number) => Some(number.below),
            Part::Float(name) => self.0.get(name).copied(),
            Part::Int(_) => Some(1),
        }
    }

    /// The variable that a constraint says what it is, and its parts.
    fn found(&self, form: &Form<'a>) -> Option<(&'a str, i128)> {
        let (result, whole) = match form {
            Form::Sum { terms, total, .. } => {
                let unknown = |term: &&(Ratio, Part<'a>)| self.part(term.1).is_none();
                let &(own, result) = terms.iter().find(unknown)?;
                let others = terms.iter().filter(|term| term.1 != result);
                let of_term = |&(factor, part): &(Ratio, Part<'a>)| {
                    let unit = Ratio::new(1, self.part(part)?)?;
                    Some(factor.times(unit)?.over(own)?.below)
                };
                let whole =
                    others.map(of_term).try_fold(total.over(own)?.below, |all, one| lcm(all, one?))?;
                (result, whole)
            }
            Form::OneOf { result, others } => {
                (*result, others.iter().try_fold(1, |all, &one| lcm(all, self.part(one)?))?)
            }
            Form::Product([a, b, result]) => (*result, self.part(*a)?.checked_mul(self.part(*b)?)?),
        };
        match result {
            Part::Float(name) if whole <= MOST => Some((name, whole)),
            _ => None,
        }
    }

    /// Where a product counts in smaller parts than its factors make, gives one of these smaller ones.
    fn raise_factor(&mut self, a: Part<'a>, b: Part<'a>, result: Part<'a>) -> bool {
        let Some((whole_a, whole_b)) = self.part(a).zip(self.part(b)) else { return false };
        let (Part::Float(name), Some(of_result)) = (a, self.part(result)) else { return false };
        let Some(product) = whole_a.checked_mul(whole_b) else { return false };
        let raised = lcm(product, of_result).and_then(|least| whole_a.checked_mul(least / product));
        match raised.filter(|&raised| raised <= MOST && raised != whole_a) {
            Some(raised) => self.0.insert(name, raised) != Some(raised),
            None => false,
        }
    }

    /// Gives those the same parts of which one is chosen, and products those that their factors make.
    fn join(&mut self, forms: &[&Form<'a>]) {
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for form in forms {
                let (all, least) = match form {
                    Form::Sum { .. } => continue,
                    Form::OneOf { result, others } => {
                        let all: Vec<Part<'a>> = others.iter().copied().chain([*result]).collect();
                        let least = all.iter().try_fold(1, |most, &one| lcm(most, self.part(one)?));
                        (all, least)
                    }
                    Form::Product([a, b, result]) => {
                        is_changed |= self.raise_factor(*a, *b, *result);
                        let product = self.part(*a).zip(self.part(*b)).and_then(|(a, b)| a.checked_mul(b));
                        let least = product.and_then(|product| lcm(product, self.part(*result)?));
                        (vec![*result], least)
                    }
                };
                for part in all {
                    let Part::Float(name) = part else { continue };
                    match least.filter(|&least| least <= MOST) {
                        Some(least) => is_changed |= self.0.insert(name, least) != Some(least),
                        // So small parts that it counts in none.
                        None => is_changed |= self.0.remove(name).is_some(),
                    }
                }
            }
        }
    }
}

/// The variables whose scales are needed before a constraint defines another one, or one less than these.
fn needed<'a>(form: &Form<'a>) -> Vec<&'a str> {
    let name = |part: &Part<'a>| match part {
        Part::Float(name) => Some(*name),
        _ => None,
    };
    let mut names: Vec<&str> = match form {
        Form::Sum { terms, .. } => terms.iter().filter_map(|term| name(&term.1)).collect(),
        Form::OneOf { others, .. } => others.iter().filter_map(name).collect(),
        Form::Product([a, b, _]) => [a, b].into_iter().filter_map(name).collect(),
    };
    names.sort_unstable();
    names.dedup();
    names
}

fn count(form: &Form<'_>) -> usize {
    needed(form).len()
}

fn is_ready(form: &Form<'_>, waiting: usize) -> bool {
    match form {
        Form::Sum { relation, .. } => *relation == Relation::Equal && waiting == 1,
        _ => waiting == 0,
    }
}

/// The scale of a variable that is one of some numbers.
fn of_kind(kind: &Kind) -> Option<i128> {
    let Kind::FloatSet(values) = kind else { return None };
    let each = values.iter().map(|value| Ratio::read(value).map(|value| value.below));
    each.into_iter().try_fold(1, |all, one| lcm(all, one?)).filter(|&whole| whole <= MOST)
}
