//! Output of solutions: `x = 3;`, `b = true;`, `xs = [1,2];`, `m = array2d(1..2,0..1,[1,2,3,4]);`.

use std::fmt::Write;

use residua::domain::Domain;
use residua::model::Solution;

use crate::entity::{Bool, Entity, Int};
use crate::error::FlatZincError;
use crate::floats::decimal;
use crate::indices::place;
use crate::shown::Shown;
use crate::syntax::{Declaration, Value};
use crate::translate::Translation;

/// A name, and what it stands for.
#[derive(Clone, Debug)]
pub(super) struct Output {
    name: Box<str>,
    /// The index sets of an array.
    dimensions: Option<Box<[(i64, i64)]>>,
    entity: Entity,
    /// The scale of each element, where these are floating-point numbers.
    parts: Option<Box<[i64]>>,
}

impl Output {
    /// What is to be printed of a declaration, if anything.
    pub(super) fn of<'a>(
        item: &Declaration<'a>,
        translation: &Translation<'a>,
    ) -> Result<Option<Output>, FlatZincError> {
        let mut dimensions = None;
        for annotation in &item.annotations {
            match annotation {
                Value::Name("output_var") => dimensions = Some(None),
                Value::Call(call) if call.name == "output_array" => {
                    let [sets] = &call.arguments[..] else {
                        return Err(
                            translation.error(item.at, "output_array has one argument, the index sets")
                        );
                    };
                    dimensions = Some(Some(index_sets(sets, item.at, translation)?));
                }
                _ => {}
            }
        }
        let Some(dimensions) = dimensions else { return Ok(None) };
        let entity = translation.entity(&Value::Name(item.name), item.at)?.unpacked();
        let parts = translation.scales.of_name(item.name);
        let count = match &entity {
            Entity::Ints(ints) => Some(ints.len()),
            Entity::Bools(bools) => Some(bools.len()),
            Entity::Sets(sets) => Some(sets.len()),
            Entity::Empty => Some(0),
            _ => None,
        };
        let size = |&(low, high): &(i64, i64)| high.saturating_sub(low).saturating_add(1).max(0);
        let expected = dimensions.as_deref().map(|sets: &[(i64, i64)]| {
            sets.iter()
                .map(size)
                .try_fold(1_i64, i64::checked_mul)
                .and_then(|count| usize::try_from(count).ok())
        });
        match (count, expected) {
            (None, None) => {}
            (Some(count), Some(Some(expected))) if count == expected => {}
            (Some(count), None) => {
                // An array that is marked as a variable is printed as one from 1 on.
                let dimensions = Some([(1, count as i64)].into());
                return Ok(Some(Output { name: item.name.into(), dimensions, entity, parts }));
            }
            _ => {
                let message =
                    format!("the index sets of {} do not have as many elements as it has", item.name);
                return Err(translation.error(item.at, message));
            }
        }
        Ok(Some(Output { name: item.name.into(), dimensions, entity, parts }))
    }

    /// Adds its line.
    pub(super) fn write(&self, solution: &Solution, out: &mut String) {
        let _ = write!(out, "{} = ", self.name);
        match &self.entity {
            Entity::Int(int) => self.write_int((0, *int), solution, out),
            Entity::Bool(bool) => write_bool(*bool, solution, out),
            Entity::Set(set) => write_set(set, out),
            Entity::Ints(ints) => {
                let numbered: Vec<(usize, Int)> = ints.iter().copied().enumerate().collect();
                self.write_array(&numbered, |&int, out| self.write_int(int, solution, out), out);
            }
            Entity::Bools(bools) => {
                self.write_array(bools, |bool, out| write_bool(*bool, solution, out), out);
            }
            Entity::Sets(sets) => self.write_array(sets, write_set, out),
            Entity::Numbers(_) | Entity::Empty => self.write_array(&[], |(), _| {}, out),
        }
        out.push_str(";\n");
    }

    fn write_array<T>(&self, elements: &[T], mut each: impl FnMut(&T, &mut String), out: &mut String) {
        let sets = self.dimensions.as_deref().unwrap_or(&[]);
        let is_plain = matches!(sets, [(1, _)]) || sets.is_empty();
        if !is_plain {
            let _ = write!(out, "array{}d(", sets.len());
            for (low, high) in sets {
                let _ = write!(out, "{low}..{high},");
            }
        }
        out.push('[');
        for (at, element) in elements.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { "," });
            each(element, out);
        }
        out.push_str(if is_plain { "]" } else { "])" });
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Its value.
    pub(super) fn value(&self, solution: &Solution) -> Shown {
        let int = |(at, int): (usize, &Int)| {
            let parts = self.parts.as_ref().and_then(|parts| parts.get(at));
            Shown::of_number(value_of(*int, solution), parts.copied())
        };
        let truth = |bool: &Bool| Shown::Bool(truth_of(*bool, solution));
        let elements = match &self.entity {
            Entity::Int(single) => return int((0, single)),
            Entity::Bool(single) => return truth(single),
            Entity::Set(single) => return Shown::Set(single.clone()),
            Entity::Ints(ints) => ints.iter().enumerate().map(int).collect(),
            Entity::Bools(bools) => bools.iter().map(truth).collect(),
            Entity::Sets(sets) => sets.iter().cloned().map(Shown::Set).collect(),
            Entity::Numbers(_) | Entity::Empty => Vec::new(),
        };
        Shown::Array(self.dimensions.as_deref().unwrap_or_default().to_vec(), elements)
    }

    /// The name of one of its elements, counted from 0; for what is not an array, its own.
    pub(super) fn name_of(&self, at: usize) -> String {
        let place = self.dimensions.as_deref().and_then(|sets| place(sets, at));
        place.map_or_else(|| self.name.to_string(), |place| format!("{}[{place}]", self.name))
    }

    /// The name of one of its elements, with the scale of a floating-point number: `2*x`.
    pub(super) fn shown_name_of(&self, at: usize) -> String {
        match self.parts.as_ref().and_then(|parts| parts.get(at)) {
            Some(parts @ 2..) => format!("{parts}*{}", self.name_of(at)),
            _ => self.name_of(at),
        }
    }

    /// Adds the value of the element with that number.
    fn write_int(&self, (at, int): (usize, Int), solution: &Solution, out: &mut String) {
        let value = value_of(int, solution);
        let _ = match self.parts.as_ref().and_then(|parts| parts.get(at)) {
            Some(&parts) => write!(out, "{}", decimal(value, parts)),
            None => write!(out, "{value}"),
        };
    }

    /// The integers whose values it shows.
    pub(super) fn ints(&self) -> &[Int] {
        match &self.entity {
            Entity::Int(int) => std::slice::from_ref(int),
            Entity::Ints(ints) => ints,
            _ => &[],
        }
    }

    /// The Booleans whose truth it shows.
    pub(super) fn bools(&self) -> &[Bool] {
        match &self.entity {
            Entity::Bool(bool) => std::slice::from_ref(bool),
            Entity::Bools(bools) => bools,
            _ => &[],
        }
    }
}

fn index_sets<'a>(
    sets: &Value<'a>,
    at: usize,
    translation: &Translation<'a>,
) -> Result<Box<[(i64, i64)]>, FlatZincError> {
    let wrong = || translation.error(at, format!("the index sets of an output are ranges, not {sets}"));
    let Value::Array(sets) = sets else { return Err(wrong()) };
    let ends = |set: &Value<'a>| match set {
        Value::Range(low, high) => Ok((*low, *high)),
        Value::Set(values) if values.is_empty() => Ok((1, 0)),
        Value::Set(_) | Value::Name(_) => {
            let set = translation.set(set, at)?;
            let ends = set.min().zip(set.max()).unwrap_or((1, 0));
            if set.ranges().count() > 1 { Err(wrong()) } else { Ok((ends.0.into(), ends.1.into())) }
        }
        _ => Err(wrong()),
    };
    sets.iter().map(ends).collect()
}

fn value_of(int: Int, solution: &Solution) -> i64 {
    match int {
        Int::Number(number) => number,
        Int::View(view) => view.apply(solution[view.var]),
        Int::Wide(wide) => wide.value(solution),
    }
}

fn truth_of(bool: Bool, solution: &Solution) -> bool {
    match bool {
        Bool::Known(known) => known,
        Bool::Atom(atom) => atom.allows(solution[atom.var()]),
    }
}

fn write_bool(bool: Bool, solution: &Solution, out: &mut String) {
    let _ = write!(out, "{}", truth_of(bool, solution));
}

fn write_set(set: &Domain, out: &mut String) {
    let mut ranges = set.ranges();
    if let (Some(only), None) = (ranges.next(), ranges.next()) {
        let _ = write!(out, "{}..{}", only.start(), only.end());
        return;
    }
    out.push('{');
    for (at, value) in set.iter().enumerate() {
        let _ = write!(out, "{}{value}", if at == 0 { "" } else { "," });
    }
    out.push('}');
}
